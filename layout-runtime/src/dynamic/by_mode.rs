//! The functions of one coordinate for each mode.

use super::Dynamic;
use crate::geometry::Geometry;
use crate::geometry::mode::AnyMode;
use crate::layout::Map;
use crate::map::mapped;
use crate::rank::for_each_rank;

/// Implements the functions for a tuple.
macro_rules! by_mode {
    ($($P:ident $p:ident $C:ident $c:ident $f:ident,)*
        | $Q:ident $q:ident $D:ident $d:ident $g:ident) => {
        impl<$($P: Geometry,)* $Q: Geometry, const LEAVES: usize, Linear: Geometry, O: Map, B>
            Dynamic<($($P,)* $Q,), LEAVES, Linear, O, B>
        {
            /// The index of a 1-D coordinate for each mode.
            #[inline(always)]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub fn at(&self, $($c: usize,)* $d: usize) -> usize {
                self.range.index(self.offset_at($($c,)* $d))
            }

            /// The offset of a 1-D coordinate for each mode.
            #[inline(always)]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub fn offset_at(&self, $($c: usize,)* $d: usize) -> isize {
                mapped::<O>(self.modes.offset(($($c,)* $d,)) as isize)
            }
        }
    };
}

for_each_rank!(by_mode);

impl<M: AnyMode, const LEAVES: usize, Linear: Geometry, O: Map, B>
    Dynamic<M, LEAVES, Linear, O, B>
{
    /// The index of the coordinate of the one mode.
    #[inline(always)]
    #[must_use]
    pub fn at(&self, c0: usize) -> usize {
        self.range.index(self.offset_at(c0))
    }

    /// The offset of the coordinate of the one mode.
    #[inline(always)]
    #[must_use]
    pub fn offset_at(&self, c0: usize) -> isize {
        mapped::<O>(self.modes.offset(c0) as isize)
    }
}
