//! The functions of the natural coordinate, one integer for each leaf.

use super::Static;
use crate::layout::{assert_index, assert_u32};
use crate::leaf_names::with_leaves;
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

with_leaves!(by_leaf);
