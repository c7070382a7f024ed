//! `Swizzle`: a permutation of offsets that flips bits by other bits.

use core::fmt;

use crate::{Error, ErrorKind, Int};

/// CuTe's `Swizzle<B,M,S>`, the function `x ↦ x ⊕ ((x & Y) >> S)` on all integers.
///
/// `Y` are the `B` bits from `M + max(S,0)` on, and what they flip are the `B`
/// bits `Z` from `M + max(-S,0)` on; a negative `S` shifts to the left. Since
/// `|S| ≥ B`, no bit is in both, so a swizzle is its own inverse, and it
/// permutes every block of `2^(M+B+|S|)` offsets.
///
/// ```
/// use layout_algebra::Swizzle;
///
/// let swizzle = Swizzle::new(2, 0, 3).unwrap();
/// assert_eq!(swizzle.apply(8 + 5), 8 + 5 - 1);
/// assert_eq!(swizzle.apply(swizzle.apply(1234)), 1234);
/// assert_eq!(swizzle.to_string(), "Sw<2,0,3>");
/// assert!(Swizzle::new(4, 0, 3).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Swizzle {
    bits: u32,
    base: u32,
    shift: i32,
}

/// The most bits that a swizzle reaches, `M+B+|S|`: offsets have one bit more,
/// and a sign.
pub const MAX_SWIZZLE_BITS: u32 = 126;

impl Swizzle {
    /// `Sw<bits,base,shift>`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::SwizzleParameters`] unless `bits ≥ 0`, `base ≥ 0`,
    /// `|shift| ≥ bits` and `base + bits + |shift| ≤` [`MAX_SWIZZLE_BITS`].
    pub fn new(bits: i128, base: i128, shift: i128) -> Result<Self, Error> {
        let reach = shift.unsigned_abs().checked_add(bits.unsigned_abs());
        let reach = reach.and_then(|reach| reach.checked_add(base.unsigned_abs()));
        let fits = reach.is_some_and(|reach| reach <= u128::from(MAX_SWIZZLE_BITS));
        let lawful = bits >= 0 && base >= 0 && shift.unsigned_abs() >= bits.unsigned_abs();
        match (u32::try_from(bits), u32::try_from(base), i32::try_from(shift)) {
            (Ok(bits), Ok(base), Ok(shift)) if fits && lawful => Ok(Swizzle { bits, base, shift }),
            _ => {
                let (bits, base, shift) = (Int::new(bits), Int::new(base), Int::new(shift));
                let kind = ErrorKind::SwizzleParameters { bits, base, shift };
                Err(Error::new("make_swizzle", kind))
            }
        }
    }

    /// `B`, how many bits are flipped.
    pub const fn bits(&self) -> u32 {
        self.bits
    }

    /// `M`, the number of low bits that take no part.
    pub const fn base(&self) -> u32 {
        self.base
    }

    /// `S`, the distance from the flipped bits up to the bits that flip them.
    pub const fn shift(&self) -> i32 {
        self.shift
    }

    /// `M+B+|S|`: bits from here on take no part.
    pub const fn reach(&self) -> u32 {
        self.base + self.bits + self.shift.unsigned_abs()
    }

    /// The bits that flip others.
    pub const fn y_mask(&self) -> i128 {
        let up = if self.shift > 0 { self.shift.unsigned_abs() } else { 0 };
        ((1 << self.bits) - 1) << (self.base + up)
    }

    /// The bits that are flipped.
    pub const fn z_mask(&self) -> i128 {
        let up = if self.shift < 0 { self.shift.unsigned_abs() } else { 0 };
        ((1 << self.bits) - 1) << (self.base + up)
    }

    /// Whether no bit is flipped.
    pub const fn is_identity(&self) -> bool {
        self.bits == 0
    }

    /// The value at an offset; negative offsets are in two's complement.
    pub const fn apply(&self, x: i128) -> i128 {
        let y = x & self.y_mask();
        let by = self.shift.unsigned_abs();
        x ^ if self.shift >= 0 { y >> by } else { y << by }
    }
}

impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sw<{},{},{}>", self.bits, self.base, self.shift)
    }
}
