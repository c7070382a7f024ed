//! `AlignedLeaves`: the loops of operands whose leaves have the same extents, so that there is nothing to refine.

use super::LoopNest;
use layout_runtime::internals::Leaves;

/// A visitor that makes a loop of each leaf of the first operand, and compares the leaves of the others with these loops.
pub(crate) struct AlignedLeaves<'a, const N: usize, const P: usize> {
    nest: &'a mut LoopNest<N, P>,
    pub(crate) operand: usize,
    /// The loop of the next leaf, and the distance from one to the next.
    next: usize,
    distance: usize,
    is_first: bool,
    is_aligned: bool,
}

impl<'a, const N: usize, const P: usize> AlignedLeaves<'a, N, P> {
    /// Begins with the leaves of an operand, which are the loops of an empty nest from the first on.
    #[inline(always)]
    pub(crate) fn new(nest: &'a mut LoopNest<N, P>, operand: usize) -> Self {
        AlignedLeaves { nest, operand, next: 0, distance: 1, is_first: true, is_aligned: true }
    }

    /// Begins with the leaves of an operand, of which the first is the loop `next`, and the last the innermost.
    #[inline(always)]
    pub(crate) fn reversed(nest: &'a mut LoopNest<N, P>, operand: usize, next: usize) -> Self {
        AlignedLeaves { next, distance: usize::MAX, ..Self::new(nest, operand) }
    }

    /// Goes on to the leaves of another operand, of which the first belongs to the loop `next`.
    #[inline(always)]
    pub(crate) fn go_on(&mut self, operand: usize, next: usize) {
        (self.operand, self.next, self.is_first) = (operand, next, false);
    }

    /// Sets the number of the loops. Returns true if all operands have their extents.
    #[inline(always)]
    pub(crate) fn end(self, len: usize) -> bool {
        self.nest.len = len;
        self.is_aligned
    }
}

impl<const N: usize, const P: usize> Leaves for AlignedLeaves<'_, N, P> {
    #[inline(always)]
    fn leaf(&mut self, extent: usize, stride: isize) {
        // There is a loop for each leaf; there is no panic to compile.
        if let Some(l) = self.nest.loops.get_mut(self.next) {
            if self.is_first {
                l.extent = extent;
            }
            self.is_aligned &= l.extent == extent;
            l.step[self.operand] = stride;
        }
        self.next = self.next.wrapping_add(self.distance);
    }
}
