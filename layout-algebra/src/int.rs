//! `Int`: the one integer type of the algebra.

use core::fmt;

/// A checked integer: an extent, a stride, a coordinate or an offset.
///
/// Every arithmetic operation answers [`Overflow`] instead of wrapping (CuTe's
/// `65536 * 65536` is 0). Comparisons answer a [`Truth`], so that the operations
/// are already written for integers whose value is not known while compiling.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Int(i128);

/// The result of an integer operation does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overflow;

/// The three-valued answer to a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// Holds for every value.
    True,
    /// Holds for no value.
    False,
    /// Depends on a value that only the run knows.
    Unknown,
}

impl Truth {
    /// Whether the statement is known to hold.
    pub fn is_true(self) -> bool {
        self == Truth::True
    }

    /// Whether the statement is known not to hold.
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
    /// The integer 0.
    pub const ZERO: Int = Int(0);
    /// The integer 1.
    pub const ONE: Int = Int(1);

    /// The integer of a known value.
    pub const fn new(value: i128) -> Self {
        Int(value)
    }

    /// The value, where it is known.
    pub const fn known(&self) -> Option<i128> {
        Some(self.0)
    }

    /// `self + other`.
    pub fn add(&self, other: &Int) -> Result<Int, Overflow> {
        self.0.checked_add(other.0).map(Int).ok_or(Overflow)
    }

    /// `self - other`.
    pub fn sub(&self, other: &Int) -> Result<Int, Overflow> {
        self.0.checked_sub(other.0).map(Int).ok_or(Overflow)
    }

    /// `self * other`.
    pub fn mul(&self, other: &Int) -> Result<Int, Overflow> {
        self.0.checked_mul(other.0).map(Int).ok_or(Overflow)
    }

    /// `⌊self / other⌋`. A zero divisor is an [`Overflow`].
    pub fn div_floor(&self, other: &Int) -> Result<Int, Overflow> {
        let (q, r) = self.div_rem(other)?;
        let q = if r != 0 && (r < 0) != (other.0 < 0) { q - 1 } else { q };
        Ok(Int(q))
    }

    /// `⌈self / other⌉`. A zero divisor is an [`Overflow`].
    pub fn div_ceil(&self, other: &Int) -> Result<Int, Overflow> {
        let (q, r) = self.div_rem(other)?;
        let q = if r != 0 && (r < 0) == (other.0 < 0) { q + 1 } else { q };
        Ok(Int(q))
    }

    /// `self - other * ⌊self / other⌋`.
    pub fn rem_floor(&self, other: &Int) -> Result<Int, Overflow> {
        let (_, r) = self.div_rem(other)?;
        Ok(Int(if r != 0 && (r < 0) != (other.0 < 0) { r + other.0 } else { r }))
    }

    /// `self / other` towards zero, as C++ divides. A zero divisor is an [`Overflow`].
    pub fn div_trunc(&self, other: &Int) -> Result<Int, Overflow> {
        self.div_rem(other).map(|(q, _)| Int(q))
    }

    /// What [`Int::div_trunc`] leaves, with the sign of `self`.
    pub fn rem_trunc(&self, other: &Int) -> Result<Int, Overflow> {
        self.div_rem(other).map(|(_, r)| Int(r))
    }

    /// `|self|`.
    pub fn abs(&self) -> Result<Int, Overflow> {
        self.0.checked_abs().map(Int).ok_or(Overflow)
    }

    /// Whether `self == other`.
    pub fn equals(&self, other: &Int) -> Truth {
        (self.0 == other.0).into()
    }

    /// Whether `self < other`.
    pub fn less(&self, other: &Int) -> Truth {
        (self.0 < other.0).into()
    }

    /// Whether `self` divides `other` without a remainder.
    pub fn divides(&self, other: &Int) -> Truth {
        other.rem_floor(self).map(|r| r.0 == 0).unwrap_or(false).into()
    }

    fn div_rem(&self, other: &Int) -> Result<(i128, i128), Overflow> {
        let q = self.0.checked_div(other.0).ok_or(Overflow)?;
        let r = self.0.checked_rem(other.0).ok_or(Overflow)?;
        Ok((q, r))
    }
}

impl From<i128> for Int {
    fn from(value: i128) -> Self {
        Int(value)
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisions_round_as_named() {
        for a in -12..=12 {
            for b in [-5, -3, -1, 1, 2, 3, 7] {
                let (x, y) = (Int(a), Int(b));
                let floor = x.div_floor(&y).unwrap().0;
                let exact = a as f64 / b as f64;
                assert_eq!(floor, exact.floor() as i128, "{a} / {b}");
                assert_eq!(x.div_ceil(&y).unwrap().0, exact.ceil() as i128, "{a} / {b}");
                assert_eq!(x.rem_floor(&y).unwrap().0, a - b * floor, "{a} % {b}");
            }
        }
    }

    #[test]
    fn overflow_is_an_error() {
        let max = Int(i128::MAX);
        let min = Int(i128::MIN);
        assert_eq!(max.add(&Int::ONE), Err(Overflow));
        assert_eq!(min.sub(&Int::ONE), Err(Overflow));
        assert_eq!(max.mul(&Int(2)), Err(Overflow));
        assert_eq!(min.abs(), Err(Overflow));
        assert_eq!(min.div_floor(&Int(-1)), Err(Overflow));
        assert_eq!(Int::ONE.div_ceil(&Int::ZERO), Err(Overflow));
        assert!(Int::ZERO.divides(&Int::ONE).is_false());
    }
}
