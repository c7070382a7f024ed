//! The functions of the natural coordinate as an array, one integer for each leaf, in both words.

use super::{Dynamic, Narrow};
use crate::bounds::Bounds;
use crate::geometry::Geometry;
use crate::geometry::leaves::Leaves;
use crate::layout::Map;
use crate::map::{mapped, mapped_u32};
use crate::number::word::Word;

impl<M: Geometry, const LEAVES: usize, Linear: Geometry, O: Map, B>
    Dynamic<M, LEAVES, Linear, O, B>
{
    /// The index of the natural coordinate as an array, one integer for each leaf.
    #[inline(always)]
    #[must_use]
    pub fn at_flat(&self, coordinate: [usize; LEAVES]) -> usize {
        self.range.index(self.offset_at_flat(coordinate))
    }

    /// The offset of the natural coordinate as an array, one integer for each leaf.
    #[inline(always)]
    #[must_use]
    pub fn offset_at_flat(&self, coordinate: [usize; LEAVES]) -> isize {
        mapped::<O>(sum(&self.modes.modes, coordinate) as isize)
    }
}

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

/// The sum of the leaves of a geometry at a coordinate.
#[inline(always)]
fn sum<G: Geometry, W: Word, const LEAVES: usize>(geometry: &G, coordinate: [W; LEAVES]) -> W {
    let mut sum = Sum { coordinate, leaf: 0, offset: W::ZERO };
    geometry.visit(&mut sum);
    sum.offset
}

/// The sum of the leaves up to one.
struct Sum<W, const LEAVES: usize> {
    coordinate: [W; LEAVES],
    leaf: usize,
    offset: W,
}

impl<W: Word, const LEAVES: usize> Leaves for Sum<W, LEAVES> {
    #[inline(always)]
    fn leaf(&mut self, _: usize, stride: isize) {
        // The layout has as many leaves as `coordinate` has integers; there is no panic to compile.
        if let Some(&c) = self.coordinate.get(self.leaf) {
            self.offset = self.offset.plus(c.times(W::of(stride as usize)));
        }
        self.leaf += 1;
    }
}
