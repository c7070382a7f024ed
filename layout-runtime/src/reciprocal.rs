//! `Reciprocal`: a division by a constant as a multiplication.

use core::marker::PhantomData;

use crate::Plan;
use crate::geometry::Geometry;

/// A division of numbers up to a bound by a constant that is no power of two, as a
/// multiplication.
///
/// For `q < 2ᵇ` and `d ≤ 2ˡ` let `m = ⌈2ˡ⁺ᵇ / d⌉`. Then `m·d` is above `2ˡ⁺ᵇ` by less
/// than `2ˡ`, so that `q·m / 2ˡ⁺ᵇ` is above `q/d` by less than `1/d`, which brings it
/// to no other integer.
struct Reciprocal {
    multiplier: u64,
    shift: u32,
}

/// Quotients below 2 to the power of this are divided so: the multiplier fits an
/// instruction, the product 64 bits.
const NARROW_BITS: u32 = 30;

impl Reciprocal {
    /// The reciprocal of `divisor` for quotients below `size`, and no multiplier where
    /// the product would not fit the bits.
    const fn of(size: usize, divisor: u64, product_bits: u32) -> Reciprocal {
        let max = (size - 1) as u64;
        let bits = u64::BITS - max.leading_zeros();
        let none = Reciprocal { multiplier: 0, shift: 0 };
        if divisor <= 1 || divisor.is_power_of_two() || bits > NARROW_BITS || divisor > max {
            return none;
        }
        let mut shift = bits + (u64::BITS - (divisor - 1).leading_zeros());
        let mut multiplier = ((1 << shift) - 1) / divisor + 1;
        let even = multiplier.trailing_zeros();
        multiplier >>= even;
        shift -= even;
        if product_bits == 32 && (shift > 31 || max * multiplier > u32::MAX as u64) {
            return none;
        }
        Reciprocal { multiplier, shift }
    }
}

/// The division of a coordinate of `P` by what the plan `M` divides by first, with a
/// product of so many bits: constants, which are evaluated once.
pub(crate) struct Division<P, M, const PRODUCT_BITS: u32>(PhantomData<(P, M)>);

impl<P: Geometry, M: Plan, const PRODUCT_BITS: u32> Division<P, M, PRODUCT_BITS> {
    const RECIPROCAL: Reciprocal = Reciprocal::of(P::SIZE, M::DIVIDE_BY, PRODUCT_BITS);
    /// Whether a multiplication divides.
    pub(crate) const MULTIPLIES: bool = Self::RECIPROCAL.multiplier != 0;
    pub(crate) const MULTIPLIER: u64 = Self::RECIPROCAL.multiplier;
    pub(crate) const SHIFT: u32 = Self::RECIPROCAL.shift;
}

/// A coordinate of the profile, or a quotient of one, by what a plan divides by: by a
/// multiplication where that is exact.
macro_rules! divided {
    ($coordinate:ty, $product:ty, $P:ident, $M:ident, $c:expr) => {
        if Division::<$P, $M, { <$product>::BITS }>::MULTIPLIES {
            (($c as $product)
                .wrapping_mul(Division::<$P, $M, { <$product>::BITS }>::MULTIPLIER as $product)
                >> Division::<$P, $M, { <$product>::BITS }>::SHIFT) as $coordinate
        } else {
            $c / <$M as $crate::Plan>::DIVIDE_BY as $coordinate
        }
    };
}

pub(crate) use divided;
