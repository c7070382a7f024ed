//! The functions of the natural coordinate as an array, one integer for each leaf.

use super::{Dynamic, Leaves, Modes};
use crate::map::{Map, mapped};

impl<M: Modes, const LEAVES: usize, Linear: Modes, O: Map, B> Dynamic<M, LEAVES, Linear, O, B> {
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
        let mut sum = Sum { coordinate, leaf: 0, offset: 0 };
        self.modes.modes.visit(&mut sum);
        mapped::<O>(sum.offset)
    }
}

/// What the leaves up to one add.
struct Sum<const LEAVES: usize> {
    coordinate: [usize; LEAVES],
    leaf: usize,
    offset: isize,
}

impl<const LEAVES: usize> Leaves for Sum<LEAVES> {
    #[inline(always)]
    fn leaf(&mut self, _: usize, stride: isize) {
        // The layout has so many leaves; there is no panic to compile.
        if let Some(&c) = self.coordinate.get(self.leaf) {
            self.offset = self.offset.wrapping_add((c as isize).wrapping_mul(stride));
        }
        self.leaf += 1;
    }
}
