//! The functions of the natural coordinate, one integer for each leaf.

use super::Static;
use crate::layout::{assert_index, assert_u32};
use crate::map::{mapped, mapped_u32};
use crate::{Map, Profile};

/// What the coordinate of one leaf adds.
macro_rules! steps {
    ($name:ident: $number:ty) => {
        #[inline(always)]
        const fn $name<P: Profile, const LEAF: usize, const LEAVES: usize>(c: $number) -> $number {
            c.wrapping_mul(const { stride::<P>(LEAF, LEAVES) as $number })
        }
    };
}

steps!(step: isize);
steps!(step_u32: u32);

/// The stride of a leaf, 0 for an extent of 1.
const fn stride<P: Profile>(leaf: usize, leaves: usize) -> isize {
    assert!(P::TABLE.shape().len() == leaves, "`LEAVES` is not the number of leaves");
    if P::TABLE.shape()[leaf] == 1 { 0 } else { P::TABLE.stride()[leaf] }
}

/// Implements the functions for every number of leaves up to that of the names.
macro_rules! by_leaf {
    ([$($c:ident $leaf:literal)*]) => {};
    ([$($c:ident $leaf:literal)*] $next:ident $last:literal $($rest:tt)*) => {
        impl<P: Profile, Linear, Index, At, M: Map, B>
            Static<P, { $last + 1 }, Linear, Index, At, M, B>
        {
            /// The index of the natural coordinate, one integer for each leaf.
            #[inline(always)]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub const fn at_flat(self, $($c: usize,)* $next: usize) -> usize {
                const { assert_index::<P, M>() };
                mapped::<M>(sum!(
                    $(step::<P, $leaf, { $last + 1 }>($c as isize),)*
                    step::<P, $last, { $last + 1 }>($next as isize)
                )) as usize
            }

            /// The offset of the natural coordinate, one integer for each leaf.
            #[inline(always)]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub const fn offset_at_flat(self, $($c: usize,)* $next: usize) -> isize {
                mapped::<M>(sum!(
                    $(step::<P, $leaf, { $last + 1 }>($c as isize),)*
                    step::<P, $last, { $last + 1 }>($next as isize)
                ))
            }

            /// The index of the natural coordinate in 32 bits, one integer for each leaf.
            #[inline(always)]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub const fn at_flat_u32(self, $($c: u32,)* $next: u32) -> u32 {
                const { assert_u32::<P, M>() };
                mapped_u32::<M>(sum!(
                    $(step_u32::<P, $leaf, { $last + 1 }>($c),)*
                    step_u32::<P, $last, { $last + 1 }>($next)
                ))
            }
        }

        by_leaf!([$($c $leaf)* $next $last] $($rest)*);
    };
}

by_leaf!([]
    c0 0 c1 1 c2 2 c3 3 c4 4 c5 5 c6 6 c7 7
    c8 8 c9 9 c10 10 c11 11 c12 12 c13 13 c14 14 c15 15
    c16 16 c17 17 c18 18 c19 19 c20 20 c21 21 c22 22 c23 23
    c24 24 c25 25 c26 26 c27 27 c28 28 c29 29 c30 30 c31 31
    c32 32 c33 33 c34 34 c35 35 c36 36 c37 37 c38 38 c39 39
    c40 40 c41 41 c42 42 c43 43 c44 44 c45 45 c46 46 c47 47
    c48 48 c49 49 c50 50 c51 51 c52 52 c53 53 c54 54 c55 55
    c56 56 c57 57 c58 58 c59 59 c60 60 c61 61 c62 62 c63 63
);
