//! Contiguity: the offset of each coordinate is the 1-D coordinate.

use crate::geometry::Geometry;
use crate::geometry::leaves::Leaves;

/// Returns true if each leaf steps over the leaves before it, so that the offset is the 1-D coordinate.
#[inline(always)]
pub(super) fn is_contiguous<G: Geometry>(geometry: &G) -> bool {
    let mut so_far = Contiguous { is: true, size: 1 };
    geometry.visit(&mut so_far);
    so_far.is
}

struct Contiguous {
    is: bool,
    /// The size of the leaves before.
    size: usize,
}

impl Leaves for Contiguous {
    #[inline(always)]
    fn leaf(&mut self, extent: usize, stride: isize) {
        self.is &= extent == 1 || stride == self.size as isize;
        self.size = self.size.wrapping_mul(extent);
    }
}
