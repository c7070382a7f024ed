//! The functions of the natural coordinate, one integer for each leaf.

use super::Narrow;
use crate::dynamic::Modes;
use crate::map::{Map, mapped_u32};

/// The strides of the leaves.
#[inline(always)]
fn strides<M: Modes, const LEAVES: usize>(numbers: &M::Numbers) -> [u32; LEAVES] {
    let (mut strides, mut len) = ([0; LEAVES], 0);
    M::strides_u32(numbers, &mut |stride| {
        // The layout has so many leaves; there is no panic to compile.
        if let Some(place) = strides.get_mut(len) {
            *place = stride;
        }
        len += 1;
    });
    strides
}

/// Implements the function for every number of leaves up to that of the names.
macro_rules! by_leaf {
    ([$($c:ident $leaf:literal)*]) => {};
    ([$($c:ident $leaf:literal)*] $next:ident $last:literal $($rest:tt)*) => {
        impl<M: Modes, Linear: Modes, O: Map> Narrow<M, { $last + 1 }, Linear, O> {
            /// The index of the natural coordinate, one integer for each leaf.
            #[inline(always)]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub fn at_flat_u32(&self, $($c: u32,)* $next: u32) -> u32 {
                let stride = strides::<M, { $last + 1 }>(&self.modes);
                let index = 0u32;
                $(let index = index.wrapping_add($c.wrapping_mul(stride[$leaf]));)*
                mapped_u32::<O>(index.wrapping_add($next.wrapping_mul(stride[$last])))
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
