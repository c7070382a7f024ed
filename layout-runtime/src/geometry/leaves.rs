//! `Leaves`: the numbers of the leaves, one after the other.

use super::Geometry;

/// The leaves that most pairs of layouts have no more of: what many take is longer to find.
pub const MAX_LEAVES_SMALL: usize = 8;

/// A visitor of the leaves of a layout in their order.
#[doc(hidden)]
pub trait Leaves {
    fn leaf(&mut self, extent: usize, stride: isize);
}

/// The extents and strides of the leaves.
#[inline(always)]
pub fn numbers<M: Geometry, const LEAVES: usize>(modes: &M) -> LeafNumbers<LEAVES> {
    let mut numbers = LeafNumbers::EMPTY;
    modes.visit(&mut numbers);
    numbers
}

/// The extents and strides of at most `LEAVES` leaves: further ones are `1:0`.
#[derive(Clone, Copy)]
pub struct LeafNumbers<const LEAVES: usize> {
    /// The extents; those past the last leaf are 1.
    pub shape: [usize; LEAVES],
    /// The strides; those past the last leaf are 0.
    pub stride: [isize; LEAVES],
    len: usize,
}

impl<const LEAVES: usize> LeafNumbers<LEAVES> {
    /// The numbers of a layout without leaves: all are `1:0`.
    pub const EMPTY: Self = LeafNumbers { shape: [1; LEAVES], stride: [0; LEAVES], len: 0 };

    /// The extents and the strides of the leaves.
    #[inline(always)]
    pub fn slices(&self) -> (&[usize], &[isize]) {
        (&self.shape[..self.len()], &self.stride[..self.len()])
    }

    /// The number of leaves.
    #[inline(always)]
    #[allow(clippy::len_without_is_empty, reason = "a count of leaves, asked by loops")]
    pub fn len(&self) -> usize {
        self.len.min(LEAVES)
    }
}

impl<const LEAVES: usize> Leaves for LeafNumbers<LEAVES> {
    #[inline(always)]
    fn leaf(&mut self, extent: usize, stride: isize) {
        // The layout has at most `LEAVES` leaves; there is no panic to compile.
        if let (Some(s), Some(d)) = (self.shape.get_mut(self.len), self.stride.get_mut(self.len)) {
            (*s, *d) = (extent, stride);
        }
        self.len += 1;
    }
}
