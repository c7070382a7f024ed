//! The functions of the natural coordinate, one integer for each leaf.

use super::leaves::numbers;
use super::{Dynamic, Modes};
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
                self.as_index(self.offset_at_flat($($c,)* $next))
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
