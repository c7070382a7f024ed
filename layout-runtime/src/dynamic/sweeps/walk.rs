//! `Walk`: a sweep that can stop anywhere, the one iterator behind all.

use core::ops::Range;

use crate::geometry::Geometry;
use crate::ready::Ready;

/// A coordinate and its offset.
#[derive(Clone, Copy)]
pub struct Cursor<N> {
    pub(crate) at: N,
    pub(crate) offset: usize,
}

/// What is left of a sweep, and a cursor at each end of it.
#[derive(Clone)]
pub struct Walk<M: Geometry> {
    modes: Ready<M>,
    size: usize,
    left: Range<usize>,
    front: Cursor<M::Natural<usize>>,
    back: Cursor<M::Natural<usize>>,
}

/// The coordinate after so many steps.
#[inline(always)]
fn cursor<M: Geometry>(modes: &Ready<M>, steps: usize) -> Cursor<M::Natural<usize>> {
    let at = modes.modes.digits_last(steps);
    Cursor { at, offset: modes.offset(at) }
}

impl<M: Geometry> Walk<M> {
    #[inline(always)]
    pub(crate) fn new(modes: &Ready<M>, size: usize) -> Self {
        let modes = *modes;
        let (front, back) = (cursor(&modes, 0), cursor(&modes, size.wrapping_sub(1)));
        Walk { modes, size, left: 0..size, front, back }
    }

    #[inline(always)]
    pub(crate) fn modes(&self) -> &M {
        &self.modes.modes
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.left.end - self.left.start
    }

    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<Cursor<M::Natural<usize>>> {
        if self.left.start == self.left.end {
            return None;
        }
        let here = self.front;
        self.left.start += 1;
        self.modes.modes.advance(&mut self.front.at, &mut self.front.offset);
        Some(here)
    }

    #[inline(always)]
    pub(crate) fn next_back(&mut self) -> Option<Cursor<M::Natural<usize>>> {
        if self.left.start == self.left.end {
            return None;
        }
        let here = self.back;
        self.left.end -= 1;
        self.modes.modes.retreat(&mut self.back.at, &mut self.back.offset);
        Some(here)
    }

    /// The next but `n`.
    #[inline]
    pub(crate) fn nth(&mut self, n: usize) -> Option<Cursor<M::Natural<usize>>> {
        let n = n.min(self.len());
        self.left.start += n;
        self.front = cursor(&self.modes, self.left.start);
        self.next()
    }

    /// The last but `n`.
    #[inline]
    pub(crate) fn nth_back(&mut self, n: usize) -> Option<Cursor<M::Natural<usize>>> {
        let n = n.min(self.len());
        self.left.end -= n;
        self.back = cursor(&self.modes, self.left.end.saturating_sub(1));
        self.next_back()
    }

    /// Nested loops where nothing is taken yet, else step by step.
    #[inline(always)]
    pub(crate) fn fold<A>(
        mut self,
        accumulator: A,
        mut visit: impl FnMut(A, Cursor<M::Natural<usize>>) -> A,
    ) -> A {
        if self.left.start == 0 && self.left.end == self.size {
            let modes = self.modes.modes;
            return modes
                .fold(accumulator, 0, &mut |a, offset, at| visit(a, Cursor { at, offset }));
        }
        let mut accumulator = accumulator;
        while let Some(here) = self.next() {
            accumulator = visit(accumulator, here);
        }
        accumulator
    }
}
