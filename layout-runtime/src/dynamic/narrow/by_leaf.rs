//! The function of the natural coordinate as an array, one integer for each leaf.

use super::Narrow;
use crate::bounds::Bounds;
use crate::dynamic::by_leaf::sum;
use crate::geometry::Geometry;
use crate::layout::Map;
use crate::map::mapped_u32;

impl<M: Geometry, const LEAVES: usize, Linear: Geometry, O: Map, B: Bounds<M>>
    Narrow<M, LEAVES, Linear, O, B>
{
    /// The index of the natural coordinate as an array, one integer for each leaf.
    #[inline(always)]
    #[must_use]
    pub fn at_flat_u32(&self, coordinate: [u32; LEAVES]) -> u32 {
        mapped_u32::<O>(sum(&self.modes().modes, coordinate))
    }
}
