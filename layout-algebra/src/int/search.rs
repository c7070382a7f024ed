//! The search for a proof that a polynomial is at least 0.
//!
//! Every atom is written as its least value plus an unknown from 0 on. Then a
//! polynomial of positive coefficients is positive, and one with negative terms is if
//! positive multiples of facts take those away. What is not found within a budget is
//! not known.

use alloc::vec::Vec;

use super::Overflow;
use super::atom::{Atom, Node, Rounding};
use super::facts::Facts;
use super::poly::Poly;
use crate::exact::gcd;

/// Multiples of facts that one search may try.
const TRIED: usize = 48;
/// Multiples of facts that one proof may add up.
const DEPTH: usize = 5;
/// Terms of a polynomial, its atoms written from their bounds.
pub(super) const SHIFTED: usize = 256;

/// Whether positive multiples of facts show that the polynomial, without negative
/// powers, is at least 0; none if it is too large.
pub(super) fn shows_positive(facts: &Facts, poly: &Poly) -> Option<bool> {
    let mut search = Search { facts, unknowns: Vec::new(), rules: Vec::new(), left: TRIED };
    let start = search.shifted(poly)?;
    if search.is_positive(&start) {
        return Some(true);
    }
    search.learn(poly);
    Some(search.reaches(start, DEPTH))
}

/// A polynomial in the unknowns of a search: powers by their numbers, sorted from
/// the highest on, no factor is 0.
type Dense = Vec<(Vec<u8>, i128)>;

/// An atom is `bound + sign·y` with an unknown `y`.
struct Unknown {
    atom: Atom,
    bound: i128,
    sign: i128,
    /// Whether `y` is from 0 on.
    positive: bool,
}

struct Search<'a> {
    facts: &'a Facts,
    unknowns: Vec<Unknown>,
    /// What is at least 0.
    rules: Vec<Dense>,
    left: usize,
}

impl Search<'_> {
    /// The number of the unknown of an atom.
    fn unknown(&mut self, atom: &Atom) -> usize {
        if let Some(at) = self.unknowns.iter().position(|unknown| unknown.atom == *atom) {
            return at;
        }
        let (bound, sign, positive) = match self.facts.atom_range(atom) {
            (Some(least), _) => (least, 1, true),
            (None, Some(most)) => (most, -1, true),
            (None, None) => (0, 1, false),
        };
        self.unknowns.push(Unknown { atom: atom.clone(), bound, sign, positive });
        self.unknowns.len() - 1
    }

    /// The polynomial in the unknowns; none if it becomes too large.
    fn shifted(&mut self, poly: &Poly) -> Option<Dense> {
        let mut sum: Dense = Vec::new();
        for term in &poly.terms {
            let mut parts: Dense = alloc::vec![(Vec::new(), term.factor)];
            for (atom, power) in &term.powers {
                let at = self.unknown(atom);
                let (bound, sign) = (self.unknowns[at].bound, self.unknowns[at].sign);
                for _ in 0..u32::try_from(*power).ok()? {
                    let mut next = Vec::with_capacity(2 * parts.len());
                    for (powers, factor) in parts {
                        if bound != 0 {
                            next.push((powers.clone(), factor.checked_mul(bound)?));
                        }
                        next.push((raised(powers, at)?, factor.checked_mul(sign)?));
                    }
                    parts = gathered(next)?;
                }
            }
            sum.extend(parts);
            sum = gathered(sum)?;
        }
        Some(sum)
    }

    /// Takes in what may help: the facts, what the atoms are by definition, and where
    /// their values end.
    fn learn(&mut self, poly: &Poly) {
        let mut atoms: Vec<Atom> = poly.atoms().cloned().collect();
        let facts = self.facts;
        for fact in facts.positive_facts() {
            atoms.extend(fact.atoms().cloned());
            let rule = self.shifted(fact);
            self.rules.extend(rule);
        }
        let mut seen: Vec<Atom> = Vec::new();
        while let Some(atom) = atoms.pop() {
            if seen.contains(&atom) {
                continue;
            }
            for fact in definition(&atom) {
                if let Ok(Some(fact)) = fact.and_then(|fact| facts.cleared(&fact)) {
                    atoms.extend(fact.atoms().cloned());
                    let rule = self.shifted(&fact);
                    self.rules.extend(rule);
                }
            }
            let at = self.unknown(&atom);
            if let (Some(least), Some(most)) = facts.atom_range(&atom)
                && let Some(room) = most.checked_sub(least)
                && let Some(powers) = raised(Vec::new(), at)
            {
                self.rules.extend(gathered(alloc::vec![(powers, -1), (Vec::new(), room)]));
            }
            seen.push(atom);
        }
    }

    fn is_free(&self, powers: &[u8]) -> bool {
        powers.iter().zip(&self.unknowns).any(|(power, unknown)| *power > 0 && !unknown.positive)
    }

    fn is_positive(&self, poly: &Dense) -> bool {
        poly.iter().all(|(powers, factor)| *factor >= 0 && !self.is_free(powers))
    }

    /// Whether positive multiples of rules, taken away, leave what is positive.
    fn reaches(&mut self, poly: Dense, depth: usize) -> bool {
        // Each such term must go; begin with the highest.
        let open = poly.iter().find(|(powers, factor)| *factor < 0 || self.is_free(powers));
        let Some((powers, factor)) = open.cloned() else { return true };
        if depth == 0 {
            return false;
        }
        for rule in 0..self.rules.len() {
            let leads = self.rules[rule].clone();
            for (lead, by) in leads.iter().filter(|(_, by)| (*by < 0) == (factor < 0)) {
                let Some(times) = quotient(&powers, lead) else { continue };
                if self.is_free(&times) {
                    continue;
                }
                let Some(left) = self.left.checked_sub(1) else { return false };
                self.left = left;
                let rest = without(&poly, factor, &times, &leads, *by);
                if rest.is_some_and(|rest| self.reaches(rest, depth - 1)) {
                    return true;
                }
            }
        }
        false
    }
}

/// `|by|·poly - |factor|·times·rule`, in lowest terms.
fn without(poly: &Dense, factor: i128, times: &[u8], rule: &Dense, by: i128) -> Option<Dense> {
    let common = gcd(factor.unsigned_abs(), by.unsigned_abs()) as i128;
    let (keep, take) = (by.checked_abs()? / common, factor.checked_abs()? / common);
    let mut sum: Dense = Vec::with_capacity(poly.len() + rule.len());
    for (powers, factor) in poly {
        sum.push((powers.clone(), factor.checked_mul(keep)?));
    }
    for (powers, factor) in rule {
        sum.push((joined(powers, times)?, factor.checked_mul(take)?.checked_neg()?));
    }
    gathered(sum)
}

/// The powers with one more of the unknown at a place; without zeros at the end.
fn raised(mut powers: Vec<u8>, at: usize) -> Option<Vec<u8>> {
    if powers.len() <= at {
        powers.resize(at + 1, 0);
    }
    powers[at] = powers[at].checked_add(1)?;
    Some(powers)
}

fn joined(a: &[u8], b: &[u8]) -> Option<Vec<u8>> {
    let at = |powers: &[u8], i: usize| powers.get(i).copied().unwrap_or(0);
    (0..a.len().max(b.len())).map(|i| at(a, i).checked_add(at(b, i))).collect()
}

/// What the powers `b` must be multiplied with to give `a`.
fn quotient(a: &[u8], b: &[u8]) -> Option<Vec<u8>> {
    if b.len() > a.len() {
        return None;
    }
    let mut powers = a.to_vec();
    for (power, by) in powers.iter_mut().zip(b) {
        *power = power.checked_sub(*by)?;
    }
    while powers.last() == Some(&0) {
        powers.pop();
    }
    Some(powers)
}

/// Sorted, equal powers added up; none on overflow, or if they are too many.
fn gathered(mut terms: Dense) -> Option<Dense> {
    let degree = |powers: &[u8]| powers.iter().map(|power| u32::from(*power)).sum::<u32>();
    terms.sort_by(|(a, _), (b, _)| degree(b).cmp(&degree(a)).then_with(|| b.cmp(a)));
    let mut sum: Dense = Vec::with_capacity(terms.len());
    for (powers, factor) in terms {
        match sum.last_mut() {
            Some(last) if last.0 == powers => last.1 = last.1.checked_add(factor)?,
            _ => sum.push((powers, factor)),
        }
    }
    sum.retain(|(_, factor)| *factor != 0);
    (sum.len() <= SHIFTED).then_some(sum)
}

/// What an atom is, as polynomials that are at least 0.
fn definition(atom: &Atom) -> Vec<Result<Poly, Overflow>> {
    let this = Poly::atom(atom.clone());
    let one = Poly::constant(1);
    match atom.node() {
        Node::Quotient { rounding: Rounding::Floor, dividend, divisor, proper: true } => {
            let (a, b) = (dividend.poly(), divisor.poly());
            let below = b.mul(&this).and_then(|covered| a.sub(&covered));
            let above = below.clone().and_then(|rest| b.sub(&one)?.sub(&rest));
            alloc::vec![below, above]
        }
        Node::Quotient { rounding: Rounding::Ceil, dividend, divisor, proper: true } => {
            let (a, b) = (dividend.poly(), divisor.poly());
            let above = b.mul(&this).and_then(|covered| covered.sub(&a));
            let below = above.clone().and_then(|rest| b.sub(&one)?.sub(&rest));
            alloc::vec![above, below]
        }
        Node::Remainder { rounding: Rounding::Floor, divisor, proper: true, .. } => {
            alloc::vec![divisor.poly().sub(&one).and_then(|last| last.sub(&this))]
        }
        Node::Min(a, b) => alloc::vec![a.poly().sub(&this), b.poly().sub(&this)],
        Node::Max(a, b) => alloc::vec![this.sub(&a.poly()), this.sub(&b.poly())],
        Node::Symbol(_) | Node::Quotient { .. } | Node::Remainder { .. } => Vec::new(),
    }
}
