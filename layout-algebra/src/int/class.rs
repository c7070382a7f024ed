//! `Class`: the integers of one remainder.

use crate::exact::gcd;

/// The integers that leave `rest` of `modulus`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class {
    pub(super) rest: i128,
    pub(super) modulus: i128,
}

/// No integer is left.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Empty;

impl Class {
    /// Every integer.
    pub(super) const ALL: Class = Class { rest: 0, modulus: 1 };

    /// The class of the numbers, of any sign, that leave as much as `rest` does.
    pub(super) fn new(rest: i128, modulus: i128) -> Option<Class> {
        let modulus @ 1.. = modulus.checked_abs()? else { return None };
        Some(Class { rest: rest.rem_euclid(modulus), modulus })
    }

    /// The finest class of some remainders of a period.
    pub(super) fn around(values: &[i128], period: i128) -> Result<Class, Empty> {
        let (first, rest) = values.split_first().ok_or(Empty)?;
        let mut modulus = period;
        for value in rest {
            modulus = gcd(modulus.unsigned_abs(), value.abs_diff(*first)) as i128;
        }
        Ok(Class { rest: first.rem_euclid(modulus), modulus })
    }

    /// The distance of each to the next.
    pub(super) fn modulus(self) -> i128 {
        self.modulus
    }

    /// The least of them that is not below a bound.
    pub(super) fn least_from(self, bound: i128) -> i128 {
        bound.saturating_add(self.gap(bound))
    }

    /// The greatest of them that is not above a bound.
    pub(super) fn greatest_to(self, bound: i128) -> i128 {
        match self.gap(bound) {
            0 => bound,
            gap => bound.saturating_sub(self.modulus - gap),
        }
    }

    /// The distance from a bound to the next of them above it.
    fn gap(self, bound: i128) -> i128 {
        let gap = self.rest - bound.rem_euclid(self.modulus);
        if gap < 0 { gap + self.modulus } else { gap }
    }

    /// The class of the `x` with `factor·x` of this class. If it does not fit, the answer is a
    /// larger class.
    pub(super) fn divided_by(self, factor: i128) -> Result<Class, Empty> {
        let shared = gcd(factor.unsigned_abs(), self.modulus.unsigned_abs()) as i128;
        if self.rest % shared != 0 {
            return Err(Empty);
        }
        let (rest, modulus) = (self.rest / shared, self.modulus / shared);
        let inverse = inverse((factor / shared).rem_euclid(modulus), modulus);
        Ok(match inverse.and_then(|inverse| rest.checked_mul(inverse)) {
            Some(rest) => Class { rest: rest.rem_euclid(modulus), modulus },
            None => Class::ALL,
        })
    }

    /// The class of the numbers of both: `r` of `p` and `s` of `q` have some where `r ≡ s mod
    /// gcd(p, q)`. If it does not fit, the answer is a larger class.
    pub(super) fn intersect(self, other: Class) -> Result<Class, Empty> {
        // `rest + modulus·k` of the other class.
        let Some(missing) = other.rest.checked_sub(self.rest) else { return Ok(self) };
        let missing = Class { rest: missing.rem_euclid(other.modulus), modulus: other.modulus };
        let steps = missing.divided_by(self.modulus)?;
        let both = || {
            let modulus = self.modulus.checked_mul(steps.modulus)?;
            let rest = self.modulus.checked_mul(steps.rest)?.checked_add(self.rest)?;
            Some(Class { rest: rest.rem_euclid(modulus), modulus })
        };
        Ok(both().unwrap_or(self))
    }
}

/// The number that times `a` leaves 1 of `modulus`, of two without a common factor.
fn inverse(a: i128, modulus: i128) -> Option<i128> {
    let (mut rest, mut next) = (modulus, a);
    let (mut factor, mut next_factor) = (0i128, 1i128);
    while next != 0 {
        let times = rest / next;
        (rest, next) = (next, rest - times * next);
        let after = factor.checked_sub(times.checked_mul(next_factor)?)?;
        (factor, next_factor) = (next_factor, after);
    }
    Some(factor.rem_euclid(modulus))
}
