//! The functions of one coordinate for each mode, in both words.

use super::{Dynamic, Narrow};
use crate::bounds::Bounds;
use crate::geometry::Geometry;
use crate::geometry::mode::AnyMode;
use crate::layout::Map;
use crate::map::{mapped, mapped_u32};
use crate::rank::for_each_rank;

/// Implements the functions for a geometry.
macro_rules! by_mode {
    ([$($parameters:tt)*] $G:ty: $($c:ident)+; $coordinate:expr) => {
        impl<$($parameters)*, const LEAVES: usize, Linear: Geometry, O: Map, B>
            Dynamic<$G, LEAVES, Linear, O, B>
        {
            /// The index of a 1-D coordinate for each mode.
            #[inline(always)]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub fn at(&self, $($c: usize),+) -> usize {
                self.range.index(self.offset_at($($c),+))
            }

            /// The offset of a 1-D coordinate for each mode.
            #[inline(always)]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub fn offset_at(&self, $($c: usize),+) -> isize {
                mapped::<O>(self.modes.offset($coordinate) as isize)
            }
        }

        impl<$($parameters)*, const LEAVES: usize, Linear: Geometry, O: Map, B: Bounds<$G>>
            Narrow<$G, LEAVES, Linear, O, B>
        {
            /// The index of a 1-D coordinate for each mode.
            #[inline(always)]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub fn at_u32(&self, $($c: u32),+) -> u32 {
                mapped_u32::<O>(self.modes().offset($coordinate))
            }
        }
    };
}

macro_rules! tuple {
    ($($P:ident $p:ident $C:ident $c:ident $f:ident,)*
        | $Q:ident $q:ident $D:ident $d:ident $g:ident) => {
        by_mode!([$($P: Geometry,)* $Q: Geometry] ($($P,)* $Q,): $($c)* $d; ($($c,)* $d,));
    };
}

by_mode!([M: AnyMode] M: c0; c0);
for_each_rank!(tuple);
