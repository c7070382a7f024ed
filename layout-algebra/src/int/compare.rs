//! `Truth`: comparisons. Over symbols it is what follows from the facts.
//!
//! Least values and samples say most of it; what they leave open is searched for.

use alloc::borrow::Cow;
use alloc::sync::Arc;

use super::poly::{Affine, Poly, divisors};
use super::{Int, Overflow, Repr};

/// The three-valued answer to a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// Holds for every value.
    True,
    /// Holds for no value.
    False,
    /// Depends on a value known only at run time.
    Unknown,
}

impl Truth {
    /// Returns true if the statement is known to hold.
    pub fn is_true(self) -> bool {
        self == Truth::True
    }

    /// Returns true if the statement is known not to hold.
    pub fn is_false(self) -> bool {
        self == Truth::False
    }
}

impl From<bool> for Truth {
    fn from(known: bool) -> Self {
        if known { Truth::True } else { Truth::False }
    }
}

impl Int {
    /// Decides `self == other`.
    pub fn equals(&self, other: &Int) -> Truth {
        if let (Repr::Known(a), Repr::Known(b)) = (&self.0, &other.0) {
            return (a == b).into();
        }
        if self == other {
            return Truth::True;
        }
        self.equals_by_facts(other).unwrap_or(Truth::Unknown)
    }

    /// Decides `self < other`.
    #[inline]
    pub fn less(&self, other: &Int) -> Truth {
        match (&self.0, &other.0) {
            (Repr::Known(a), Repr::Known(b)) => (a < b).into(),
            _ => self.less_by_facts(other).unwrap_or(Truth::Unknown),
        }
    }

    /// Decides `self <= other`.
    #[inline]
    pub fn at_most(&self, other: &Int) -> Truth {
        match other.less(self) {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            Truth::Unknown => Truth::Unknown,
        }
    }

    /// Decides if `self` divides `other` without a remainder.
    pub fn divides(&self, other: &Int) -> Truth {
        match (&self.0, &other.0) {
            (Repr::Known(a), Repr::Known(b)) => (b.checked_rem(*a) == Some(0)).into(),
            _ => self.divides_by_facts(other).unwrap_or(Truth::Unknown),
        }
    }

    /// The integer `q` with `q·by = self`, also where `by` is 0.
    pub(crate) fn multiple_of(&self, by: &Int) -> Option<Int> {
        if let (Repr::Known(a), Repr::Known(b)) = (&self.0, &by.0) {
            return if a.checked_rem(*b)? == 0 { a.checked_div(*b).map(Int::new) } else { None };
        }
        let divisor = by.poly();
        let quotient = self.poly().quotient(&divisor).ok()??;
        // Where an atom of `by` is divided by, `by` is not 0.
        for (atom, _) in divisors(&quotient.terms) {
            if divisor.atoms().any(|other| *other == atom) {
                return None;
            }
        }
        if self.facts_with(by).is_integral(&quotient) { Int::of(quotient).ok() } else { None }
    }

    /// Two integers, both times what makes whole numbers of their quotients, so that a relation
    /// between them says the same of integers.
    pub(crate) fn over_one(a: &Int, b: &Int) -> (Int, Int) {
        if a.known().is_some() && b.known().is_some() {
            return (a.clone(), b.clone());
        }
        Int::cleared(a, b).unwrap_or_else(|| (a.clone(), b.clone()))
    }

    /// Both times what they are divided by, where that is known to be positive.
    fn cleared(a: &Int, b: &Int) -> Option<(Int, Int)> {
        let facts = a.facts_with(b);
        let by = facts.denominator(&a.poly())?.unwrap_or(Poly::constant(1));
        let (a, b) = (a.poly().mul(&by).ok()?, b.poly().mul(&by).ok()?);
        let by = facts.denominator(&b)?.unwrap_or(Poly::constant(1));
        Some((Int::of(a.mul(&by).ok()?).ok()?, Int::of(b.mul(&by).ok()?).ok()?))
    }

    /// `other - self`, as `sign·poly + offset`.
    fn gap<'a>(&'a self, other: &'a Int) -> Result<(Cow<'a, Poly>, i128, i128), Overflow> {
        Ok(match (&self.0, &other.0) {
            (Repr::Known(value), _) => {
                (other.poly(), 1, value.checked_neg().ok_or(Overflow::Range)?)
            }
            (Repr::Symbolic(poly), Repr::Known(value)) => (Cow::Borrowed(poly), -1, *value),
            (Repr::Symbolic(a), Repr::Symbolic(b)) => (Cow::Owned(b.sub(a)?), 1, 0),
        })
    }

    #[cold]
    fn less_by_facts(&self, other: &Int) -> Result<Truth, Overflow> {
        if let (Repr::Symbolic(a), Repr::Symbolic(b)) = (&self.0, &other.0)
            && Arc::ptr_eq(a, b)
        {
            return Ok(Truth::False);
        }
        let facts = self.facts_with(other);
        // The difference, from 1 on or up to 0.
        let (poly, sign, offset) = self.gap(other)?;
        let above = Affine { poly: &poly, sign, offset: checked_sub(offset, 1)? };
        let below = Affine { poly: &poly, sign: -sign, offset: checked_sub(0, offset)? };
        if facts.is_positive_by_bounds(&above) {
            return Ok(Truth::True);
        }
        if facts.is_positive_by_bounds(&below) {
            return Ok(Truth::False);
        }
        let range = facts.fact_set().sample_range(&poly);
        if facts.proves_unless_refuted(&above, &range)? {
            return Ok(Truth::True);
        }
        if facts.proves_unless_refuted(&below, &range)? {
            return Ok(Truth::False);
        }
        Ok(Truth::Unknown)
    }

    #[cold]
    fn equals_by_facts(&self, other: &Int) -> Result<Truth, Overflow> {
        let facts = self.facts_with(other);
        let (poly, sign, offset) = self.gap(other)?;
        let (up, down) = (offset, checked_sub(0, offset)?);
        let range = facts.fact_set().sample_range(&poly);
        let shows = |sign, offset| {
            let affine = Affine { poly: &poly, sign, offset };
            let refuted = range.is_negative(sign, offset);
            Ok(!refuted && (facts.is_positive_by_bounds(&affine) || facts.proves(&affine)?))
        };
        if shows(sign, checked_sub(up, 1)?)? || shows(-sign, checked_sub(down, 1)?)? {
            return Ok(Truth::False);
        }
        if shows(sign, up)? && shows(-sign, down)? {
            return Ok(Truth::True);
        }
        self.equals_in_fractions(other)
    }

    /// Different forms may be equal where a remainder and its quotient meet.
    fn equals_in_fractions(&self, other: &Int) -> Result<Truth, Overflow> {
        let difference = self.poly().sub(&other.poly())?;
        let facts = self.facts_with(other);
        // An integer is not 0 where it is no multiple of something.
        if difference.divisor != 1 || facts.fact_set().sample_range(&difference).zero {
            return Ok(Truth::Unknown);
        }
        let constant = difference.number();
        let rest = difference.sub(&Poly::constant(constant))?;
        for prime in [2, 3, 5, 7] {
            if constant % prime == 0 {
                continue;
            }
            let part = Poly::constant(1).mul(&rest)?;
            let fraction =
                Poly { divisor: part.divisor.checked_mul(prime).ok_or(Overflow::Range)?, ..part };
            if facts.is_integral(&fraction) {
                return Ok(Truth::False);
            }
        }
        Ok(Truth::Unknown)
    }

    #[cold]
    fn divides_by_facts(&self, other: &Int) -> Result<Truth, Overflow> {
        if *self == Int::ZERO {
            return Ok(Truth::False);
        }
        let facts = self.facts_with(other);
        let (of, by) = (other.poly(), self.poly());
        let (somewhere, not_everywhere) = facts.fact_set().divides_at_samples(&by, &of);
        if somewhere && not_everywhere {
            return Ok(Truth::Unknown);
        }
        // A divisor is not 0.
        let nonzero = self.known().is_some()
            || Int::ZERO.less(self).is_true()
            || self.less(&Int::ZERO).is_true();
        if !nonzero {
            return Ok(Truth::Unknown);
        }
        if !not_everywhere
            && let Some(quotient) = of.quotient(&by)?
            && facts.is_integral(&quotient)
        {
            return Ok(Truth::True);
        }
        let rest = other.rem_floor(self)?;
        if rest == Int::ZERO {
            return Ok(Truth::True);
        }
        Ok(match rest.equals(&Int::ZERO) {
            Truth::False => Truth::False,
            _ => Truth::Unknown,
        })
    }
}

fn checked_sub(a: i128, b: i128) -> Result<i128, Overflow> {
    a.checked_sub(b).ok_or(Overflow::Range)
}
