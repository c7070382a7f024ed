//! The function of the natural coordinate as an array, one integer for each leaf.

use super::Narrow;
use crate::dynamic::Modes;
use crate::map::{Map, mapped_u32};

impl<M: Modes, const LEAVES: usize, Linear: Modes, O: Map> Narrow<M, LEAVES, Linear, O> {
    /// The index of the natural coordinate as an array, one integer for each leaf.
    #[inline(always)]
    #[must_use]
    pub fn at_flat_u32(&self, coordinate: [u32; LEAVES]) -> u32 {
        let (mut index, mut leaf) = (0u32, 0);
        M::strides_u32(&self.modes, &mut |stride| {
            // The layout has so many leaves; there is no panic to compile.
            if let Some(c) = coordinate.get(leaf) {
                index = index.wrapping_add(c.wrapping_mul(stride));
            }
            leaf += 1;
        });
        mapped_u32::<O>(index)
    }
}
