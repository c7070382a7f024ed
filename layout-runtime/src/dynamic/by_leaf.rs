//! The functions of the natural coordinate, one integer for each leaf.

use super::leaves::numbers;
use super::{Dynamic, Modes};
use crate::leaf_names::with_leaves;
use crate::map::{Map, mapped};

/// Implements the functions for every number of leaves up to that of the names.
macro_rules! by_leaf {
    ([$($c:ident $leaf:literal)*]) => {};
    ([$($c:ident $leaf:literal)*] $next:ident $last:literal $($rest:tt)*) => {
        impl<M: Modes, Linear: Modes, O: Map, B> Dynamic<M, { $last + 1 }, Linear, O, B> {
            /// The index of the natural coordinate, one integer for each leaf.
            #[inline(always)]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub fn at_flat(&self, $($c: usize,)* $next: usize) -> usize {
                self.range.index(self.offset_at_flat($($c,)* $next))
            }

            /// The offset of the natural coordinate, one integer for each leaf.
            #[inline(always)]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub fn offset_at_flat(&self, $($c: usize,)* $next: usize) -> isize {
                let stride = numbers::<M, { $last + 1 }>(&self.modes.modes).stride;
                let offset = 0isize;
                $(let offset = offset.wrapping_add(($c as isize).wrapping_mul(stride[$leaf]));)*
                mapped::<O>(offset.wrapping_add(($next as isize).wrapping_mul(stride[$last])))
            }
        }

        by_leaf!([$($c $leaf)* $next $last] $($rest)*);
    };
}

with_leaves!(by_leaf);
