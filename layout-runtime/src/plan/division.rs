//! `Division`: a division by a constant as a multiplication.

use core::marker::PhantomData;

use layout_core::Reciprocal;

use super::Plan;
use crate::geometry::Geometry;

/// The division of a coordinate of `P` by what the plan `M` divides by first, with a
/// product of `PRODUCT_BITS` bits: constants, which are evaluated once.
pub(crate) struct Division<P, M, const PRODUCT_BITS: u32>(PhantomData<(P, M)>);

impl<P: Geometry, M: Plan, const PRODUCT_BITS: u32> Division<P, M, PRODUCT_BITS> {
    const RECIPROCAL: Reciprocal = Reciprocal::of(M::DIVIDE_BY, P::SIZE.saturating_sub(1) as u64);
    /// True if a multiplication divides.
    pub(crate) const MULTIPLIES: bool =
        Self::RECIPROCAL.multiplier != 0 && (PRODUCT_BITS == 64 || Self::RECIPROCAL.in_u32);
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
            $c / <$M as $crate::plan::Plan>::DIVIDE_BY as $coordinate
        }
    };
}

pub(crate) use divided;
