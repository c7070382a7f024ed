//! The decision if a polynomial is at least 0: the order of two integers.
//!
//! The least values of its atoms say yes, or a sample says no; else a search does. What
//! it does not find within a budget is not known.

use crate::SortFew;

use super::Overflow;
use super::atom::{Node, Rounding};
use super::facts::Facts;
use super::poly::{Affine, Poly, Term, divisors};
use super::sample::SampleRange;
use super::search::{SHIFTED, shows_positive};

impl Facts {
    /// Returns true if the polynomial, an integer, is shown to be at least 0.
    fn is_positive(&self, poly: &Poly) -> bool {
        match poly.as_constant() {
            Some((value, _)) => value >= 0,
            None => {
                self.shows_positive(poly).unwrap_or(false)
                    || bound_of_quotient(poly).is_some_and(|poly| {
                        self.decide_without_search(&Affine::from_poly(&poly))
                            .unwrap_or_else(|| self.is_positive(&poly))
                    })
            }
        }
    }

    /// Decides if the polynomial is at least 0, where that takes no search.
    fn decide_without_search(&self, affine: &Affine<'_>) -> Option<bool> {
        if self.is_positive_by_bounds(affine) {
            return Some(true);
        }
        self.fact_set().is_negative_at_a_sample(affine).then_some(false)
    }

    /// Returns true if it is shown to be at least 0 by a search, unless samples say that it is not.
    pub(super) fn proves_unless_refuted(
        &self,
        affine: &Affine<'_>,
        range: &SampleRange,
    ) -> Result<bool, Overflow> {
        if range.is_negative(affine.sign, affine.offset) { Ok(false) } else { self.proves(affine) }
    }

    /// Returns true if it is shown to be at least 0 by a search.
    pub(super) fn proves(&self, affine: &Affine<'_>) -> Result<bool, Overflow> {
        let poly = match affine.sign {
            1 => affine.poly.plus(affine.offset)?,
            _ => affine.poly.negated()?.plus(affine.offset)?,
        };
        Ok(self.is_positive(&poly))
    }

    fn shows_positive(&self, poly: &Poly) -> Option<bool> {
        let numerator = match self.denominator(poly)? {
            // An integer N/D is at least 0 if it is above -1: if N + D - 1 is at least 0.
            Some(denominator) => {
                let numerator = poly.mul(&denominator).ok()?;
                Some(numerator.add(&denominator.plus(-1).ok()?).ok()?)
            }
            None => None,
        };
        if let Some(numerator) = &numerator
            && self.is_positive_by_bounds(&Affine::from_poly(numerator))
        {
            return Some(true);
        }
        let poly = numerator.as_ref().unwrap_or(poly);
        shows_positive(self, poly)
    }

    /// Returns true if the least values of the atoms show it: the beginning of a search, for a
    /// polynomial whose terms only grow.
    pub(super) fn is_positive_by_bounds(&self, affine: &Affine<'_>) -> bool {
        affine.poly.divisor == 1 && self.least_of(affine).is_some_and(|least| least >= 0)
    }

    fn least_of(&self, affine: &Affine<'_>) -> Option<i128> {
        let (mut sum, mut parts) = (affine.offset, 0usize);
        for term in &affine.poly.terms {
            let mut least = term.factor.checked_mul(affine.sign)?;
            let grows = least > 0;
            for (atom, power) in &term.powers {
                let (bound, up) = match self.atom_range(atom) {
                    (Some(least), _) => (least, true),
                    (None, most) => (most?, false),
                };
                let alone = term.powers.len() == 1 && grows == up;
                let together = bound >= 0 && grows && up;
                if *power != 1 || !(alone || together) {
                    return None;
                }
                least = least.checked_mul(bound)?;
            }
            let degree = u32::try_from(term.powers.len()).ok()?;
            parts = parts.checked_add(1usize.checked_shl(degree)?)?;
            sum = sum.checked_add(least)?;
        }
        // No more than what a search would look at.
        (parts <= SHIFTED).then_some(sum)
    }

    /// The factor that gives the polynomial integer coefficients and no negative powers, if that is
    /// not 1; none if it may be negative.
    pub(super) fn denominator(&self, poly: &Poly) -> Option<Option<Poly>> {
        let mut powers = divisors(&poly.terms);
        if powers.is_empty() && poly.divisor == 1 {
            return Some(None);
        }
        if !self.are_positive(&powers) {
            return None;
        }
        powers.sort_few();
        Some(Some(Poly { terms: alloc::vec![Term { powers, factor: poly.divisor }], divisor: 1 }))
    }
}

/// The polynomial that is at least 0 exactly if a quotient is at least, or at most, a number:
/// `⌊a/b⌋ ≥ k` is `a ≥ kb`.
pub(super) fn bound_of_quotient(poly: &Poly) -> Option<Poly> {
    let (term, constant) = match poly.terms.as_slice() {
        [term] => (term, 0),
        [term, last] if last.powers.is_empty() => (term, last.factor),
        _ => return None,
    };
    let [(atom, 1)] = term.powers.as_slice() else { return None };
    let Node::Quotient { rounding, dividend, divisor, proper: true } = atom.node() else {
        return None;
    };
    let (a, b, one) = (dividend.poly(), divisor.poly(), Poly::constant(1));
    let times = |k: i128| b.mul(&Poly::constant(k)).ok();
    // f·q + c ≥ 0 is q + ⌊c/f⌋ ≥ 0 of a positive f.
    let constant = constant.checked_div_euclid(term.factor.checked_abs()?)?;
    match (rounding, term.factor.signum(), poly.divisor) {
        (Rounding::Floor, 1, 1) => a.sub(&times(constant.checked_neg()?)?).ok(),
        (Rounding::Ceil, 1, 1) => {
            a.sub(&times(constant.checked_neg()?.checked_sub(1)?)?).ok()?.sub(&one).ok()
        }
        (Rounding::Floor, -1, 1) => times(constant.checked_add(1)?)?.sub(&a).ok()?.sub(&one).ok(),
        (Rounding::Ceil, -1, 1) => times(constant)?.sub(&a).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::{Condition, Int};

    /// The facts of four symbols under more and more conditions.
    fn contexts() -> Vec<Facts> {
        let mut facts = Facts::new();
        facts.extent("m");
        facts.extent("t");
        facts.natural("i");
        facts.integer("k");
        let symbol = |name| facts.int(name).unwrap();
        let (m, t, i, k) = (symbol("m"), symbol("t"), symbol("i"), symbol("k"));
        let times = |a: &Int, b: i128| a.mul(&Int::new(b)).unwrap();
        let conditions = [
            Condition::divides(&t, &m),
            Condition::at_most(&times(&t, 2), &m),
            Condition::divides(&Int::new(12), &t),
            Condition::at_most(&t, &Int::new(96)),
            Condition::at_most(&i.add(&Int::ONE).unwrap(), &t),
            Condition::at_most(&Int::new(-3), &k),
            Condition::equal(&k, &times(&i, 4)),
        ];
        let mut contexts = alloc::vec![facts.clone()];
        for condition in conditions {
            facts.assume(&condition).unwrap();
            contexts.push(facts.clone());
        }
        contexts
    }

    #[test]
    fn what_is_said_at_once_is_what_a_search_says() {
        let (mut yes, mut no, mut open) = (0, 0, 0);
        for facts in contexts() {
            let symbol = |name| facts.int(name).unwrap();
            let (m, t, i, k) = (symbol("m"), symbol("t"), symbol("i"), symbol("k"));
            let parts = [
                Int::ZERO,
                m.clone(),
                t.clone(),
                i.clone(),
                k.clone(),
                m.mul(&i).unwrap(),
                t.mul(&t).unwrap(),
                m.div_ceil(&t).unwrap(),
                m.div_floor(&t).unwrap(),
                m.rem_floor(&t).unwrap(),
                i.div_floor(&Int::new(5)).unwrap(),
                m.lesser(&i).unwrap(),
                t.greater(&k).unwrap(),
                k.div_trunc(&t).unwrap(),
            ];
            let pairs = parts.iter().flat_map(|a| parts.iter().map(move |b| (a, b)));
            for ((a, b), by) in pairs.flat_map(|pair| [1, 3].map(|by| (pair, by))) {
                for offset in [-97, -13, -1, 0, 1, 40] {
                    let scaled = b.mul(&Int::new(by)).unwrap();
                    let poly = a.poly().sub(&scaled.poly()).unwrap().plus(offset).unwrap();
                    let searched = facts.is_positive(&poly);
                    match facts.decide_without_search(&Affine::from_poly(&poly)) {
                        Some(answer) => assert_eq!(answer, searched, "{a} - {scaled} + {offset}"),
                        None => open += 1,
                    }
                    yes += usize::from(searched);
                    no += usize::from(!searched);
                }
            }
        }
        // Most of it is.
        assert!(yes > 1000 && no > 1000 && open < (yes + no) / 3, "{yes} {no} {open}");
    }
}
