//! The functions of the natural coordinate as an array, one integer for each leaf.

use super::Static;
use crate::geometry::Geometry;
use crate::layout::{Map, NotNegative, assert_u32};
use crate::map::{mapped, mapped_u32};

impl<P: Geometry, const LEAVES: usize, Linear, Index, At, M: Map, B>
    Static<P, LEAVES, Linear, Index, At, M, B>
{
    /// The index of the natural coordinate as an array, one integer for each leaf.
    #[inline(always)]
    #[must_use]
    pub const fn at_flat(self, coordinate: [usize; LEAVES]) -> usize {
        let () = NotNegative::<P, M>::SHOWN;
        self.offset_at_flat(coordinate) as usize
    }

    /// The offset of the natural coordinate as an array, one integer for each leaf.
    #[inline(always)]
    #[must_use]
    pub const fn offset_at_flat(self, coordinate: [usize; LEAVES]) -> isize {
        const { assert_leaves::<P, LEAVES>() };
        mapped::<M>(offset_of::<P, LEAVES>(&coordinate, 0))
    }

    /// The index of the natural coordinate in 32 bits, as an array, one integer for each leaf.
    #[inline(always)]
    #[must_use]
    pub const fn at_flat_u32(self, coordinate: [u32; LEAVES]) -> u32 {
        const { assert_u32::<P, M>() };
        const { assert_leaves::<P, LEAVES>() };
        mapped_u32::<M>(offset_of_u32::<P, LEAVES>(&coordinate, 0))
    }
}

const fn assert_leaves<P: Geometry, const LEAVES: usize>() {
    assert!(P::LEAVES == LEAVES, "`LEAVES` is not the number of leaves");
}

/// Defines the function for one type of number. It recurses over the type of the profile, and
/// is no loop: that stays one where a build is optimised for size.
macro_rules! offset_of {
    ($name:ident($coordinate:ty) -> $offset:ty) => {
        /// The sum of the leaves of a profile, the first of which has the coordinate `first`.
        #[inline(always)]
        const fn $name<P: Geometry, const LEAVES: usize>(
            coordinate: &[$coordinate; LEAVES],
            first: usize,
        ) -> $offset {
            // The compiler sees through a `match` on a number.
            match P::DEPTH {
                0 => (coordinate[first] as $offset).wrapping_mul(P::SLOPE as $offset),
                _ => match P::RANK {
                    1 => $name::<P::Head, LEAVES>(coordinate, first),
                    _ => $name::<P::Head, LEAVES>(coordinate, first).wrapping_add($name::<
                        P::Tail,
                        LEAVES,
                    >(
                        coordinate,
                        first + <P::Head as Geometry>::LEAVES,
                    )),
                },
            }
        }
    };
}

offset_of!(offset_of(usize) -> isize);
offset_of!(offset_of_u32(u32) -> u32);
