//! `Swizzle`: a permutation of integers that flips bits by other bits.

use core::fmt;

/// CuTe's `Swizzle<B,M,S>`, the function `x ↦ x ⊕ ((x & Y) >> S)` on all integers.
///
/// `Y` are the `B` bits from `M + max(S,0)` on, and what they flip are the `B` bits `Z` from
/// `M + max(-S,0)` on; a negative `S` shifts to the left. Since `|S| ≥ B`, no bit is in both: what
/// flips is not flipped, so that a swizzle is its own inverse. It is linear over GF(2), and
/// permutes every block of `2^(M+B+|S|)` integers.
///
/// ```
/// use layout_core::Swizzle;
///
/// let swizzle = Swizzle::new(2, 0, 3).unwrap();
/// assert_eq!(swizzle.apply(8 + 5), 8 + 5 - 1);
/// assert_eq!(swizzle.apply(swizzle.apply(1234)), 1234);
/// assert_eq!(swizzle.to_string(), "Sw<2,0,3>");
/// assert!(Swizzle::new(4, 0, 3).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Swizzle {
    /// `B`, how many bits are flipped.
    pub bits: u32,
    /// `M`, the number of low bits that take no part.
    pub base: u32,
    /// `S`, the distance from the flipped bits up to the bits that flip them.
    pub shift: i32,
}

/// The most bits that a swizzle reaches, `M+B+|S|`: offsets have one bit more, and a sign.
pub const MAX_SWIZZLE_BITS: u32 = 126;

impl Swizzle {
    /// `Sw<0,0,0>`, which flips nothing.
    pub const IDENTITY: Swizzle = Swizzle { bits: 0, base: 0, shift: 0 };

    /// `Sw<bits,base,shift>`, if `|shift| ≥ bits` and `base + bits + |shift| ≤`
    /// [`MAX_SWIZZLE_BITS`].
    #[must_use]
    pub const fn new(bits: u32, base: u32, shift: i32) -> Option<Self> {
        let reach = bits as u64 + base as u64 + shift.unsigned_abs() as u64;
        if reach <= MAX_SWIZZLE_BITS as u64 && shift.unsigned_abs() >= bits {
            Some(Swizzle { bits, base, shift })
        } else {
            None
        }
    }

    /// `B`, how many bits are flipped.
    #[inline]
    #[must_use]
    pub const fn bits(&self) -> u32 {
        self.bits
    }

    /// `M`, the number of low bits that take no part.
    #[inline]
    #[must_use]
    pub const fn base(&self) -> u32 {
        self.base
    }

    /// `S`, the distance from the flipped bits up to the bits that flip them.
    #[inline]
    #[must_use]
    pub const fn shift(&self) -> i32 {
        self.shift
    }

    /// `M+B+|S|`: bits from here on take no part.
    #[must_use]
    pub const fn reach(&self) -> u32 {
        self.base + self.bits + self.shift.unsigned_abs()
    }

    /// The bits that flip others.
    #[inline]
    #[must_use]
    pub const fn y_mask(&self) -> i128 {
        let up = if self.shift > 0 { self.shift.unsigned_abs() } else { 0 };
        ((1 << self.bits) - 1) << (self.base + up)
    }

    /// The bits that are flipped.
    #[inline]
    #[must_use]
    pub const fn z_mask(&self) -> i128 {
        let up = if self.shift < 0 { self.shift.unsigned_abs() } else { 0 };
        ((1 << self.bits) - 1) << (self.base + up)
    }

    /// All bits up to the last that is flipped: the value at `x` is in
    /// `x & !changed ..= x | changed`.
    #[must_use]
    pub const fn changed(&self) -> i128 {
        let up = if self.shift < 0 { self.shift.unsigned_abs() } else { 0 };
        if self.bits == 0 { 0 } else { (1 << (self.bits + self.base + up)) - 1 }
    }

    /// Returns `true` if no bit is flipped.
    #[must_use]
    pub const fn is_identity(&self) -> bool {
        self.bits == 0
    }

    /// The bits that an integer flips; negative ones are in two's complement.
    #[inline]
    #[must_use]
    pub const fn flips(&self, x: i128) -> i128 {
        let y = x & self.y_mask();
        let by = self.shift.unsigned_abs();
        if self.shift >= 0 { y >> by } else { y << by }
    }

    /// The value at an integer.
    #[inline]
    #[must_use]
    pub const fn apply(&self, x: i128) -> i128 {
        x ^ self.flips(x)
    }
}

impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sw<{},{},{}>", self.bits, self.base, self.shift)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bit `k` of the `B` from `M + max(-S,0)` on is flipped by the one `S` bits above it.
    fn by_definition((bits, base, shift): (u32, u32, i32), x: i128) -> i128 {
        let flipped =
            (0..bits).map(|k| base + k + if shift < 0 { shift.unsigned_abs() } else { 0 });
        flipped.fold(x, |value, bit| {
            let by = bit.checked_add_signed(shift).unwrap();
            value ^ (((x >> by) & 1) << bit)
        })
    }

    #[test]
    fn bits_flip_others() {
        for (bits, base) in (0..4).flat_map(|bits| (0..3).map(move |base| (bits, base))) {
            for shift in (-5..=5i32).filter(|shift| shift.unsigned_abs() >= bits) {
                let swizzle = Swizzle::new(bits, base, shift).unwrap();
                assert_eq!(swizzle.y_mask() & swizzle.z_mask(), 0, "{swizzle}");
                for x in -600..600 {
                    let value = swizzle.apply(x);
                    assert_eq!(value, by_definition((bits, base, shift), x), "{swizzle} of {x}");
                    assert_eq!(swizzle.apply(value), x);
                    let (all, flips) = (swizzle.changed(), swizzle.flips(x));
                    assert!(
                        (x & !all..=x | all).contains(&value) && flips & !swizzle.z_mask() == 0
                    );
                }
            }
        }
    }

    #[test]
    fn others_are_no_swizzles() {
        assert!(Swizzle::new(63, 0, 63).is_some() && Swizzle::new(63, 1, 63).is_none());
        assert!(Swizzle::new(3, 0, -2).is_none() && Swizzle::new(0, u32::MAX, i32::MIN).is_none());
        assert_eq!(Swizzle::new(0, 0, 0), Some(Swizzle::IDENTITY));
    }
}
