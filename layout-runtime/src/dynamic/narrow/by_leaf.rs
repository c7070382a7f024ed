//! The functions of the natural coordinate, one integer for each leaf.

use super::Narrow;
use crate::dynamic::Modes;
use crate::leaf_names::with_leaves;
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

with_leaves!(by_leaf);
