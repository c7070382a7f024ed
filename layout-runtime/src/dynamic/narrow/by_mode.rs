//! The functions of one coordinate for each mode.

use super::Narrow;
use crate::bounds::Bounds;
use crate::geometry::Geometry;
use crate::geometry::mode::AnyMode;
use crate::layout::Map;
use crate::map::mapped_u32;
use crate::rank::for_each_rank;

/// Implements the function for a tuple.
macro_rules! by_mode {
    ($($P:ident $p:ident $C:ident $c:ident $f:ident,)*
        | $Q:ident $q:ident $D:ident $d:ident $g:ident) => {
        impl<$($P: Geometry,)* $Q: Geometry, const LEAVES: usize, Linear: Geometry, O: Map, B: Bounds<($($P,)* $Q,)>>
            Narrow<($($P,)* $Q,), LEAVES, Linear, O, B>
        {
            /// The index of a 1-D coordinate for each mode.
            #[inline(always)]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub fn at_u32(&self, $($c: u32,)* $d: u32) -> u32 {
                mapped_u32::<O>(self.modes().offset(($($c,)* $d,)))
            }
        }
    };
}

for_each_rank!(by_mode);

impl<M: AnyMode, const LEAVES: usize, Linear: Geometry, O: Map, B: Bounds<M>>
    Narrow<M, LEAVES, Linear, O, B>
{
    /// The index of the coordinate of the one mode.
    #[inline(always)]
    #[must_use]
    pub fn at_u32(&self, c0: u32) -> u32 {
        mapped_u32::<O>(self.modes().offset(c0))
    }
}
