//! `Poly`: the normal form of an integer over symbols.
//!
//! A sum of terms, each a rational coefficient times powers of atoms. Powers may
//! be negative: `m / 128` and `s / m` are the terms `m·128⁻¹` and `s·m⁻¹`, which
//! are only ever made where the quotient is known to be exact. So `128 * (m / 128)`
//! is `m` without a rule for it, and equal forms are equal integers.

use crate::CollectVec;
use alloc::vec::Vec;
use core::cmp::Ordering;

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

    /// The first of them.
    pub(super) fn first_atom(&self) -> Option<&Atom> {
        for term in &self.terms {
            if let Some((atom, _)) = term.powers.first() {
                return Some(atom);
            }
        }
        None
    }

    /// The number of atoms, those inside of atoms included.
    pub(super) fn weight(&self) -> usize {
        let mut sum = self.terms.len();
        for term in &self.terms {
            for (atom, _) in &term.powers {
                sum = sum.saturating_add(atom.weight());
            }
        }
        sum
    }

    /// Sorted, equal powers gathered, in lowest terms.
    fn reduced(self) -> Result<Self, Overflow> {
        let mut terms: Vec<Term> = Vec::with_capacity(self.terms.len());
        for term in self.terms {
            // Most come sorted.
            let mut at = terms.len();
            let mut order = Ordering::Greater;
            while at > 0 {
                order = powers_order(&terms[at - 1].powers, &term.powers);
                if order.is_le() {
                    break;
                }
                at -= 1;
            }
            if at > 0 && order.is_eq() {
                let kept = &mut terms[at - 1];
                kept.factor = kept.factor.checked_add(term.factor).ok_or(Overflow::Range)?;
            } else {
                terms.insert(at, term);
            }
        }
        Poly { terms, divisor: self.divisor }.in_lowest_terms()
    }

    /// Sorted terms without those of factor 0, in lowest terms.
    fn in_lowest_terms(self) -> Result<Self, Overflow> {
        let Poly { mut terms, divisor } = self;
        let mut common = divisor.unsigned_abs();
        let mut at = 0;
        while at < terms.len() {
            match terms[at].factor {
                0 => drop(terms.remove(at)),
                factor => {
                    if common != 1 {
                        common = gcd(common, factor.unsigned_abs());
                    }
                    at += 1;
                }
            }
        }
        if terms.len() > TERMS {
            return Err(Overflow::Terms);
        }
        // The divisor is positive, and so is what divides it.
        let common = if terms.is_empty() { divisor } else { common as i128 };
        if common != 1 {
            for term in &mut terms {
                term.factor /= common;
            }
        }
        let divisor = if common == 1 { divisor } else { divisor / common };
        let reduced = Poly { terms, divisor };
        if reduced.weight() > WEIGHT { Err(Overflow::Terms) } else { Ok(reduced) }
    }

    pub(super) fn add(&self, other: &Poly) -> Result<Poly, Overflow> {
        self.add_times(other, 1)
    }

    /// `self + sign·other`.
    fn add_times(&self, other: &Poly, sign: i128) -> Result<Poly, Overflow> {
        // Both divisors are positive.
        let (left, right) = if self.divisor == other.divisor {
            (1, 1)
        } else {
            let common = gcd(self.divisor.unsigned_abs(), other.divisor.unsigned_abs()) as i128;
            (other.divisor / common, self.divisor / common)
        };
        let right = right.checked_mul(sign).ok_or(Overflow::Range)?;
        let (a, b) = (&self.terms, &other.terms);
        let mut terms = Vec::with_capacity(a.len() + b.len());
        let (mut i, mut j) = (0, 0);
        while i < a.len() || j < b.len() {
            let order = match (a.get(i), b.get(j)) {
                (Some(a), Some(b)) => powers_order(&a.powers, &b.powers),
                (None, _) => Ordering::Greater,
                (_, None) => Ordering::Less,
            };
            let mut factor = 0;
            let mut powers = None;
            if order.is_le() {
                factor = a[i].factor.checked_mul(left).ok_or(Overflow::Range)?;
                powers = Some(&a[i].powers);
                i += 1;
            }
            if order.is_ge() {
                let more = b[j].factor.checked_mul(right).ok_or(Overflow::Range)?;
                factor = factor.checked_add(more).ok_or(Overflow::Range)?;
                powers = Some(&b[j].powers);
                j += 1;
            }
            if let Some(powers) = powers.filter(|_| factor != 0) {
                terms.push(Term { powers: powers.clone(), factor });
            }
        }
        let divisor = self.divisor.checked_mul(left).ok_or(Overflow::Range)?;
        Poly { terms, divisor }.in_lowest_terms()
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
        match number {
            Some(at) => {
                let factor = &mut sum.terms[at].factor;
                *factor = factor.checked_add(value).ok_or(Overflow::Range)?;
                sum.terms.retain(|term| term.factor != 0);
            }
            None if value != 0 => {
                sum.terms.push(Term { powers: Vec::new(), factor: value });
            }
            None => {}
        }
        if sum.weight() > WEIGHT { Err(Overflow::Terms) } else { Ok(sum) }
    }

    /// Returns true if there are no negative powers.
    /// The factor of the term without atoms.
    pub(super) fn number(&self) -> i128 {
        match self.terms.iter().find(|term| term.powers.is_empty()) {
            Some(term) => term.factor,
            None => 0,
        }
    }

    fn atoms_are_above(&self) -> bool {
        !self.terms.iter().any(Term::has_divisor)
    }

    pub(super) fn negated(&self) -> Result<Poly, Overflow> {
        let mut terms = self.terms.clone();
        for term in &mut terms {
            term.factor = term.factor.checked_neg().ok_or(Overflow::Range)?;
        }
        Ok(Poly { terms, divisor: self.divisor })
    }

    pub(super) fn sub(&self, other: &Poly) -> Result<Poly, Overflow> {
        self.add_times(other, -1)
    }

    pub(super) fn mul(&self, other: &Poly) -> Result<Poly, Overflow> {
        // Powers that meet are few; more than these products are never reduced to few.
        if self.terms.len().saturating_mul(other.terms.len()) > TERMS * TERMS {
            return Err(Overflow::Terms);
        }
        let mut terms = Vec::with_capacity(self.terms.len() * other.terms.len());
        for a in &self.terms {
            for b in &other.terms {
                let factor = a.factor.checked_mul(b.factor).ok_or(Overflow::Range)?;
                terms.push(Term { powers: product(&a.powers, &b.powers)?, factor });
            }
        }
        let divisor = self.divisor.checked_mul(other.divisor).ok_or(Overflow::Range)?;
        let product = Poly { terms, divisor };
        // The order of powers is that of their products with others.
        match self.terms.len() == 1 || other.terms.len() == 1 {
            true => product.in_lowest_terms(),
            false => product.reduced(),
        }
    }

    /// `1/self`, of a single term.
    pub(super) fn inverse(&self) -> Option<Result<Poly, Overflow>> {
        let term = self.as_term()?;
        let powers = term.powers.iter().map(|(atom, power)| (atom.clone(), -power)).collect_vec();
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
            if step.terms.iter().any(Term::has_divisor) {
                return Ok(None);
            }
            rest = rest.sub(&step.mul(by)?)?;
            quotient = quotient.add(&step)?;
        }
        Ok(None)
    }

    pub(super) fn power(&self, exponent: i32) -> Option<Result<Poly, Overflow>> {
        let base = if exponent < 0 { self.inverse()? } else { Ok(self.clone()) };
        let base = match base {
            Ok(base) => base,
            Err(overflow) => return Some(Err(overflow)),
        };
        let mut power = Poly::constant(1);
        for _ in 0..exponent.unsigned_abs() {
            match power.mul(&base) {
                Ok(next) => power = next,
                Err(overflow) => return Some(Err(overflow)),
            }
        }
        Some(Ok(power))
    }
}

impl Term {
    /// Returns true if an atom has a negative power.
    pub(super) fn has_divisor(&self) -> bool {
        self.powers.iter().any(|(_, power)| *power < 0)
    }
}

/// The atoms that these terms are divided by, each with the highest power.
pub(super) fn divisors(terms: &[Term]) -> Monomial {
    let mut divisors: Monomial = Vec::new();
    for term in terms {
        for (atom, power) in &term.powers {
            if *power < 0 {
                match divisors.iter_mut().find(|(other, _)| other == atom) {
                    Some((_, most)) => *most = (*most).max(-power),
                    None => divisors.push((atom.clone(), -power)),
                }
            }
        }
    }
    divisors
}

/// The product of powers.
pub(super) fn product(a: &Monomial, b: &Monomial) -> Result<Monomial, Overflow> {
    if a.is_empty() || b.is_empty() {
        return Ok(if a.is_empty() { b.clone() } else { a.clone() });
    }
    let mut powers = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        let ((left, p), (right, q)) = (&a[i], &b[j]);
        match left.cmp(right) {
            Ordering::Less => {
                powers.push(a[i].clone());
                i += 1;
            }
            Ordering::Greater => {
                powers.push(b[j].clone());
                j += 1;
            }
            Ordering::Equal => {
                let sum = p.checked_add(*q).ok_or(Overflow::Terms)?;
                if sum.unsigned_abs() > TERMS as u32 {
                    return Err(Overflow::Terms);
                }
                if sum != 0 {
                    powers.push((left.clone(), sum));
                }
                i += 1;
                j += 1;
            }
        }
    }
    powers.extend_from_slice(&a[i..]);
    powers.extend_from_slice(&b[j..]);
    Ok(powers)
}

/// Highest degree first, then by atoms: an order that products respect.
fn powers_order(a: &Monomial, b: &Monomial) -> Ordering {
    let (mut left, mut right) = (0, 0);
    for (_, power) in a {
        left += power;
    }
    for (_, power) in b {
        right += power;
    }
    if left != right {
        return right.cmp(&left);
    }
    // The first atom that differs in its power decides.
    let mut at = 0;
    while at < a.len() && at < b.len() {
        let ((left, p), (right, q)) = (&a[at], &b[at]);
        match left.cmp(right) {
            Ordering::Less => return 0.cmp(p),
            Ordering::Greater => return q.cmp(&0),
            Ordering::Equal if p != q => return q.cmp(p),
            Ordering::Equal => at += 1,
        }
    }
    match (a.get(at), b.get(at)) {
        (Some((_, power)), _) => 0.cmp(power),
        (_, Some((_, power))) => power.cmp(&0),
        (None, None) => Ordering::Equal,
    }
}

/// `sign·poly + offset` with a sign of 1 or -1: a question that needs no polynomial
/// of its own.
pub(super) struct Affine<'a> {
    pub(super) poly: &'a Poly,
    pub(super) sign: i128,
    pub(super) offset: i128,
}

impl<'a> Affine<'a> {
    pub(super) fn from_poly(poly: &'a Poly) -> Self {
        Affine { poly, sign: 1, offset: 0 }
    }
}
