//! `Poly`: the normal form of an integer over symbols.
//!
//! A sum of terms, each a rational coefficient times powers of atoms. Powers may
//! be negative: `m / 128` and `s / m` are the terms `m·128⁻¹` and `s·m⁻¹`, which
//! are only ever made where the quotient is known to be exact. So `128 * (m / 128)`
//! is `m` without a rule for it, and equal forms are equal integers.

use alloc::vec::Vec;

use super::Overflow;
use super::atom::Atom;
use crate::exact::gcd;

/// The terms of a polynomial, at most.
const TERMS: usize = 64;
/// The atoms of a polynomial, those inside of atoms included, at most.
const WEIGHT: usize = 512;

/// Powers of atoms: sorted, no exponent is 0.
pub(super) type Monomial = Vec<(Atom, i32)>;

/// A coefficient and powers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Term {
    pub(super) powers: Monomial,
    pub(super) factor: i128,
}

/// `Σ factorᵢ·powersᵢ / divisor`, in lowest terms: sorted by powers, highest
/// degree first, no factor is 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Poly {
    pub(super) terms: Vec<Term>,
    pub(super) divisor: i128,
}

impl Poly {
    pub(super) fn constant(value: i128) -> Self {
        let term = Term { powers: Vec::new(), factor: value };
        Poly { terms: if value == 0 { Vec::new() } else { alloc::vec![term] }, divisor: 1 }
    }

    pub(super) fn atom(atom: Atom) -> Self {
        let term = Term { powers: alloc::vec![(atom, 1)], factor: 1 };
        Poly { terms: alloc::vec![term], divisor: 1 }
    }

    /// One term of a polynomial, with its divisor.
    pub(super) fn of_term(term: Term, divisor: i128) -> Result<Self, Overflow> {
        Poly { terms: alloc::vec![term], divisor }.reduced()
    }

    pub(super) fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The value, if no atom is left.
    pub(super) fn as_constant(&self) -> Option<(i128, i128)> {
        match self.terms.as_slice() {
            [] => Some((0, 1)),
            [term] if term.powers.is_empty() => Some((term.factor, self.divisor)),
            _ => None,
        }
    }

    /// The only term.
    pub(super) fn as_term(&self) -> Option<&Term> {
        match self.terms.as_slice() {
            [term] => Some(term),
            _ => None,
        }
    }

    /// Every atom that occurs, not those inside of atoms.
    pub(super) fn atoms(&self) -> impl Iterator<Item = &Atom> {
        self.terms.iter().flat_map(|term| term.powers.iter().map(|(atom, _)| atom))
    }

    /// The number of atoms, those inside of atoms included.
    pub(super) fn weight(&self) -> usize {
        self.atoms().fold(self.terms.len(), |sum, atom| sum.saturating_add(atom.weight()))
    }

    /// Sorted, equal powers gathered, in lowest terms.
    fn reduced(self) -> Result<Self, Overflow> {
        let mut terms = self.terms;
        let sorted = |pair: &[Term]| order(&pair[0].powers, &pair[1].powers).is_lt();
        if !terms.windows(2).all(sorted) {
            terms.sort_by(|a, b| order(&a.powers, &b.powers));
            let mut fits = true;
            terms.dedup_by(|term, kept| {
                let same = kept.powers == term.powers;
                if same {
                    let sum = kept.factor.checked_add(term.factor);
                    fits &= sum.is_some();
                    kept.factor = sum.unwrap_or(kept.factor);
                }
                same
            });
            if !fits {
                return Err(Overflow::Range);
            }
        }
        terms.retain(|term| term.factor != 0);
        if terms.len() > TERMS {
            return Err(Overflow::Terms);
        }
        let common = terms.iter().fold(self.divisor.unsigned_abs(), |common, term| match common {
            1 => 1,
            common => gcd(common, term.factor.unsigned_abs()),
        });
        // The divisor is positive, and so is what divides it.
        let common = if terms.is_empty() { self.divisor } else { common as i128 };
        if common != 1 {
            terms.iter_mut().for_each(|term| term.factor /= common);
        }
        let reduced = Poly { terms, divisor: self.divisor / common };
        if reduced.weight() > WEIGHT { Err(Overflow::Terms) } else { Ok(reduced) }
    }

    pub(super) fn add(&self, other: &Poly) -> Result<Poly, Overflow> {
        // Both divisors are positive.
        let common = gcd(self.divisor.unsigned_abs(), other.divisor.unsigned_abs()) as i128;
        let (left, right) = (other.divisor / common, self.divisor / common);
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        for (poly, by) in [(self, left), (other, right)] {
            for term in &poly.terms {
                let factor = term.factor.checked_mul(by).ok_or(Overflow::Range)?;
                terms.push(Term { powers: term.powers.clone(), factor });
            }
        }
        let divisor = self.divisor.checked_mul(left).ok_or(Overflow::Range)?;
        Poly { terms, divisor }.reduced()
    }

    /// The sum with a number.
    pub(super) fn plus(&self, value: i128) -> Result<Poly, Overflow> {
        // The place of a number is behind all powers but negative ones.
        let number = self.terms.iter().position(|term| term.powers.is_empty());
        let last = match number {
            Some(at) => at + 1 == self.terms.len(),
            None => self.terms.len() < TERMS && self.atoms_are_above(),
        };
        if self.divisor != 1 || !last {
            return self.add(&Poly::constant(value));
        }
        let mut sum = self.clone();
        match number.and_then(|at| sum.terms.get_mut(at)) {
            Some(term) => {
                term.factor = term.factor.checked_add(value).ok_or(Overflow::Range)?;
                sum.terms.retain(|term| term.factor != 0);
            }
            None if value != 0 => {
                sum.terms.push(Term { powers: Vec::new(), factor: value });
            }
            None => {}
        }
        if sum.weight() > WEIGHT { Err(Overflow::Terms) } else { Ok(sum) }
    }

    /// Whether there are no negative powers.
    fn atoms_are_above(&self) -> bool {
        self.terms.iter().all(|term| term.powers.iter().all(|(_, power)| *power > 0))
    }

    pub(super) fn negated(&self) -> Result<Poly, Overflow> {
        let mut terms = self.terms.clone();
        for term in &mut terms {
            term.factor = term.factor.checked_neg().ok_or(Overflow::Range)?;
        }
        Ok(Poly { terms, divisor: self.divisor })
    }

    pub(super) fn sub(&self, other: &Poly) -> Result<Poly, Overflow> {
        self.add(&other.negated()?)
    }

    pub(super) fn mul(&self, other: &Poly) -> Result<Poly, Overflow> {
        // Powers that meet are few; more than these products are never reduced to few.
        if self.terms.len().saturating_mul(other.terms.len()) > TERMS * TERMS {
            return Err(Overflow::Terms);
        }
        let mut terms = Vec::new();
        for a in &self.terms {
            for b in &other.terms {
                let factor = a.factor.checked_mul(b.factor).ok_or(Overflow::Range)?;
                terms.push(Term { powers: product(&a.powers, &b.powers)?, factor });
            }
        }
        let divisor = self.divisor.checked_mul(other.divisor).ok_or(Overflow::Range)?;
        Poly { terms, divisor }.reduced()
    }

    /// `1/self`, of a single term.
    pub(super) fn inverse(&self) -> Option<Result<Poly, Overflow>> {
        let term = self.as_term()?;
        let powers = term.powers.iter().map(|(atom, power)| (atom.clone(), -power)).collect();
        let sign = term.factor.signum();
        let divisor = term.factor.checked_mul(sign);
        let factor = self.divisor.checked_mul(sign);
        Some(match (factor, divisor) {
            (Some(factor), Some(divisor)) => Poly::of_term(Term { powers, factor }, divisor),
            _ => Err(Overflow::Range),
        })
    }

    /// The quotient as rational functions, where the division leaves nothing.
    pub(super) fn quotient(&self, by: &Poly) -> Result<Option<Poly>, Overflow> {
        if let Some(inverse) = by.inverse() {
            return self.mul(&inverse?).map(Some);
        }
        let Some(lead) = by.terms.first() else { return Ok(None) };
        let Some(inverse) = Poly::of_term(lead.clone(), by.divisor)?.inverse() else {
            return Ok(None);
        };
        let inverse = inverse?;
        let (mut rest, mut quotient) = (self.clone(), Poly::constant(0));
        for _ in 0..TERMS {
            let Some(first) = rest.terms.first() else { return Ok(Some(quotient)) };
            let step = Poly::of_term(first.clone(), rest.divisor)?.mul(&inverse)?;
            if step.terms.iter().any(|term| term.powers.iter().any(|(_, power)| *power < 0)) {
                return Ok(None);
            }
            rest = rest.sub(&step.mul(by)?)?;
            quotient = quotient.add(&step)?;
        }
        Ok(None)
    }

    pub(super) fn power(&self, exponent: i32) -> Option<Result<Poly, Overflow>> {
        let base = if exponent < 0 { self.inverse()? } else { Ok(self.clone()) };
        Some(base.and_then(|base| {
            (0..exponent.unsigned_abs()).try_fold(Poly::constant(1), |power, _| power.mul(&base))
        }))
    }
}

/// The product of powers.
pub(super) fn product(a: &Monomial, b: &Monomial) -> Result<Monomial, Overflow> {
    let mut powers = a.clone();
    for (atom, power) in b {
        match powers.binary_search_by(|(other, _)| other.cmp(atom)) {
            Ok(at) => {
                let sum = powers[at].1.checked_add(*power).ok_or(Overflow::Terms)?;
                if sum.unsigned_abs() > TERMS as u32 {
                    return Err(Overflow::Terms);
                }
                match sum {
                    0 => drop(powers.remove(at)),
                    sum => powers[at].1 = sum,
                }
            }
            Err(at) => powers.insert(at, (atom.clone(), *power)),
        }
    }
    Ok(powers)
}

/// Highest degree first, then by atoms: an order that products respect.
fn order(a: &Monomial, b: &Monomial) -> core::cmp::Ordering {
    let degree = |powers: &Monomial| powers.iter().map(|(_, power)| *power).sum::<i32>();
    degree(b).cmp(&degree(a)).then_with(|| {
        // The first atom that differs in its power decides.
        let (mut x, mut y) = (a.iter().peekable(), b.iter().peekable());
        loop {
            let (left, right) = match (x.peek(), y.peek()) {
                (None, None) => return core::cmp::Ordering::Equal,
                (Some((atom, power)), Some((other, _))) if atom < other => (*power, 0),
                (Some((atom, _)), Some((other, power))) if other < atom => (0, *power),
                (Some((_, p)), Some((_, q))) if p == q => {
                    x.next();
                    y.next();
                    continue;
                }
                (Some((_, p)), Some((_, q))) => (*p, *q),
                (Some((_, power)), None) => (*power, 0),
                (None, Some((_, power))) => (0, *power),
            };
            return right.cmp(&left);
        }
    })
}
