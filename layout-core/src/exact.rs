//! `Exact`: integers of 128 bits that never wrap, and their rounded quotients.

/// `⌊a/b⌋`, if it fits 128 bits and `b` is not 0.
#[inline]
#[must_use]
pub const fn floor_div(a: i128, b: i128) -> Option<i128> {
    match a.checked_div(b) {
        // The quotient is rounded to 0: it is below that where what it leaves has the other sign.
        Some(q) => {
            let rest = a - b * q;
            Some(if rest != 0 && (rest < 0) != (b < 0) { q - 1 } else { q })
        }
        None => None,
    }
}

/// `⌈a/b⌉`, if it fits 128 bits and `b` is not 0.
#[inline]
#[must_use]
pub const fn ceil_div(a: i128, b: i128) -> Option<i128> {
    match a.checked_div(b) {
        Some(q) => {
            let rest = a - b * q;
            Some(if rest != 0 && (rest < 0) == (b < 0) { q + 1 } else { q })
        }
        None => None,
    }
}

/// `a − b·⌊a/b⌋`, if that quotient fits 128 bits and `b` is not 0.
#[inline]
#[must_use]
pub const fn modulo(a: i128, b: i128) -> Option<i128> {
    match a.checked_rem(b) {
        Some(rest) => Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }),
        None => None,
    }
}

/// An integer that is computed exactly, or nothing once one needs more than 128 bits or
/// is divided by 0: nothing that follows is wrapped. Comparisons with nothing are false.
#[derive(Clone, Copy, Debug)]
pub struct Exact(pub Option<i128>);

/// Defines the operations of two integers.
macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident($a:ident, $b:ident) => $value:expr;)+) => {
        $(
            $(#[$doc])*
            #[must_use]
            pub const fn $name(self, other: Self) -> Self {
                match (self.0, other.0) {
                    (Some($a), Some($b)) => Exact($value),
                    _ => Exact(None),
                }
            }
        )+
    };
}

/// Defines the comparisons.
macro_rules! comparisons {
    ($($(#[$doc:meta])* $name:ident($a:ident, $b:ident) => $value:expr;)+) => {
        $(
            $(#[$doc])*
            #[must_use]
            pub const fn $name(self, other: Self) -> bool {
                match (self.0, other.0) {
                    (Some($a), Some($b)) => $value,
                    _ => false,
                }
            }
        )+
    };
}

impl Exact {
    /// The value of a symbol.
    #[inline]
    #[must_use]
    pub const fn of(value: usize) -> Self {
        Exact(Some(value as i128))
    }

    /// The number of a literal.
    #[inline]
    #[must_use]
    pub const fn int(value: i128) -> Self {
        Exact(Some(value))
    }

    operations! {
        /// `a + b`
        plus(a, b) => a.checked_add(b);
        /// `a·b`
        times(a, b) => a.checked_mul(b);
        /// `⌊a/b⌋`
        floor_div(a, b) => floor_div(a, b);
        /// `⌈a/b⌉`
        ceil_div(a, b) => ceil_div(a, b);
        /// `a/b` where `b` divides `a`.
        exact_div(a, b) => match a.checked_rem(b) {
            Some(0) => a.checked_div(b),
            _ => None,
        };
        /// `a − b·⌊a/b⌋`
        modulo(a, b) => modulo(a, b);
        /// `a/b` rounded towards 0, as Rust divides.
        trunc_div(a, b) => a.checked_div(b);
        /// `a − b·(a/b)`, with the sign of `a`.
        remainder(a, b) => a.checked_rem(b);
        /// The lesser.
        min(a, b) => Some(if a < b { a } else { b });
        /// The greater.
        max(a, b) => Some(if a > b { a } else { b });
    }

    comparisons! {
        /// `a = b`
        is_equal(a, b) => a == b;
        /// `a ≤ b`
        is_at_most(a, b) => a <= b;
        /// `b` divides `a`; 0 divides 0 alone.
        is_multiple_of(a, b) => match a.checked_rem(b) {
            Some(rest) => rest == 0,
            // By −1, where the quotient overflows, or by 0.
            None => b == -1 || a == 0,
        };
    }

    /// Returns `true` if the integer is an extent, which may be 0.
    #[must_use]
    pub const fn is_extent(self) -> bool {
        matches!(self.0, Some(value) if 0 <= value && value <= isize::MAX as i128)
    }

    /// Returns `true` if the integer is a stride.
    #[must_use]
    pub const fn is_stride(self) -> bool {
        matches!(self.0, Some(value) if isize::MIN as i128 <= value && value <= isize::MAX as i128)
    }

    /// The integer as a machine word, for one that [`is_extent`](Self::is_extent) or [`is_stride`](Self::is_stride): others are
    /// truncated, and nothing is 0.
    #[must_use]
    pub const fn number(self) -> isize {
        match self.0 {
            Some(value) => value as isize,
            None => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_are_by_definition() {
        for a in -20i128..=20 {
            for b in (-7i128..=7).filter(|&b| b != 0) {
                let (x, y) = (Exact::int(a), Exact::int(b));
                let q = x.floor_div(y).0.unwrap();
                let r = x.modulo(y).0.unwrap();
                assert_eq!(q * b + r, a);
                assert!(r == 0 || ((r < 0) == (b < 0) && r.abs() < b.abs()), "{a} mod {b} = {r}");
                let up = x.ceil_div(y).0.unwrap();
                assert_eq!(up, if r == 0 { q } else { q + 1 });
                assert_eq!(x.exact_div(y).0, (r == 0).then_some(q));
                assert_eq!((x.trunc_div(y).0, x.remainder(y).0), (Some(a / b), Some(a % b)));
                assert_eq!(x.is_multiple_of(y), r == 0);
            }
        }
    }

    #[test]
    fn what_is_too_large_is_nothing() {
        let (max, min, one) = (Exact::int(i128::MAX), Exact::int(i128::MIN), Exact::int(1));
        let (zero, less) = (Exact::int(0), Exact::int(-1));
        let gone = [
            max.plus(one),
            min.plus(less),
            max.times(max),
            min.floor_div(less),
            min.exact_div(less),
            one.floor_div(zero),
            one.modulo(zero),
            one.ceil_div(zero),
            one.trunc_div(zero),
            min.remainder(less),
        ];
        for nothing in gone {
            assert!(nothing.0.is_none() && nothing.plus(one).0.is_none());
            assert!(!nothing.is_equal(nothing) && !one.is_at_most(nothing));
            assert!(!nothing.is_multiple_of(one));
        }
        assert!(zero.is_multiple_of(zero) && !one.is_multiple_of(zero) && min.is_multiple_of(less));
        assert_eq!((one.min(less).0, one.max(less).0), (Some(-1), Some(1)));
        assert!(less.is_at_most(one) && one.is_at_most(one) && !one.is_at_most(less));
    }

    #[test]
    fn quotients_of_the_ends_are_exact() {
        let (min, max) = (i128::MIN, i128::MAX);
        assert_eq!((floor_div(min, 3), ceil_div(min, 3)), (Some(min / 3 - 1), Some(min / 3)));
        assert_eq!((floor_div(max, min), ceil_div(max, min)), (Some(-1), Some(0)));
        assert_eq!((modulo(max, min), modulo(min, max)), (Some(-1), Some(max - 1)));
        assert_eq!((ceil_div(min, 2), ceil_div(max, 2)), (Some(min / 2), Some(max / 2 + 1)));
    }

    #[test]
    fn numbers_of_layouts_fit() {
        let (end, start) = (isize::MAX as i128, isize::MIN as i128);
        for (value, is_extent, is_stride) in [
            (Some(1), true, true),
            (Some(0), true, true),
            (Some(-7), false, true),
            (Some(end), true, true),
            (Some(end + 1), false, false),
            (Some(start), false, true),
            (Some(start - 1), false, false),
            (None, false, false),
        ] {
            let exact = Exact(value);
            assert_eq!((exact.is_extent(), exact.is_stride()), (is_extent, is_stride), "{value:?}");
            assert!(!is_stride || exact.number() as i128 == value.unwrap());
        }
    }
}
