//! `Walk`: a sweep that can stop anywhere, the one iterator behind all.

use core::ops::Range;

use super::level::{Cursor, Level, Natural};
use super::order::Order;
use crate::Map;
use crate::geometry::Geometry;

/// What is left of a sweep, and a cursor at each end of it.
pub(crate) struct Walk<O: Order> {
    left: Range<usize>,
    front: Cursor<O>,
    back: Cursor<O>,
}

impl<O: Order> Clone for Walk<O> {
    #[inline]
    fn clone(&self) -> Self {
        Walk { left: self.left.clone(), ..*self }
    }
}

#[inline(always)]
fn first<O: Order>() -> Natural<O> {
    const { <O::Geometry as Geometry>::VALUE }.digits_last(0)
}

/// The cursor after so many steps.
#[inline(always)]
fn cursor<O: Order>(steps: usize) -> Cursor<O> {
    let mut cursor = Cursor { at: first::<O>(), offset: const { O::NEST.start() } };
    O::Loops::seek(&mut cursor, steps);
    cursor
}

impl<O: Order> Walk<O> {
    const SIZE: usize = O::Geometry::SIZE;

    #[inline(always)]
    pub(crate) fn new() -> Self {
        Walk { left: 0..Self::SIZE, front: cursor(0), back: cursor(Self::SIZE - 1) }
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.left.end - self.left.start
    }

    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<Cursor<O>> {
        if self.left.start == self.left.end {
            return None;
        }
        let mut here = self.front;
        self.left.start += 1;
        O::Loops::advance(&mut self.front);
        if const { !<O::Map as Map>::IDENTITY } {
            here.map();
        }
        Some(here)
    }

    #[inline(always)]
    pub(crate) fn next_back(&mut self) -> Option<Cursor<O>> {
        if self.left.start == self.left.end {
            return None;
        }
        let mut here = self.back;
        self.left.end -= 1;
        O::Loops::retreat(&mut self.back);
        if const { !<O::Map as Map>::IDENTITY } {
            here.map();
        }
        Some(here)
    }

    /// The next but `n`.
    #[inline]
    pub(crate) fn nth(&mut self, n: usize) -> Option<Cursor<O>> {
        let n = n.min(self.len());
        self.left.start += n;
        self.front = cursor(self.left.start);
        self.next()
    }

    /// The last but `n`.
    #[inline]
    pub(crate) fn nth_back(&mut self, n: usize) -> Option<Cursor<O>> {
        let n = n.min(self.len());
        self.left.end -= n;
        self.back = cursor(self.left.end.wrapping_sub(1));
        self.next_back()
    }

    /// The loops themselves where nothing is taken yet, else step by step.
    #[inline(always)]
    pub(crate) fn fold<A>(
        mut self,
        accumulator: A,
        mut visit: impl FnMut(A, &Cursor<O>) -> A,
    ) -> A {
        if self.left.start == 0 && self.left.end == Self::SIZE {
            return O::Loops::fold(&mut self.front, accumulator, &mut visit);
        }
        let mut accumulator = accumulator;
        while let Some(here) = self.next() {
            accumulator = visit(accumulator, &here);
        }
        accumulator
    }
}
