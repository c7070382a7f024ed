//! `Nested`: the walk over loops that are known at compile time.

use core::fmt;
use core::ops::Range;

use crate::geometry::Geometry;
use crate::geometry::level::{Level, Order};
use crate::map::{OffsetMap, mapped};
use crate::notation::notation;
use crate::walk::{Cursor, Walk};

/// The rest of a sweep, and a cursor at each end of it.
pub(crate) struct Nested<O: Order> {
    left: Range<usize>,
    front: At<O>,
    back: At<O>,
}

/// A cursor before the map.
type At<O> = Cursor<<<O as Order>::Geometry as Geometry>::Natural<usize>>;

impl<O: Order> Clone for Nested<O> {
    #[inline]
    fn clone(&self) -> Self {
        Nested { left: self.left.clone(), ..*self }
    }
}

/// The cursor after `steps` steps.
#[inline(always)]
fn cursor<O: Order>(steps: usize) -> At<O> {
    let at = const { <O::Geometry as Geometry>::VALUE }.digits_last(0);
    let mut cursor = Cursor { at, offset: const { O::NEST.start() } };
    O::Loops::seek::<O>(&mut cursor, steps);
    cursor
}

impl<O: Order> Nested<O> {
    const SIZE: usize = O::Geometry::SIZE;

    #[inline(always)]
    pub(crate) fn new() -> Self {
        Nested {
            left: 0..Self::SIZE,
            front: cursor::<O>(0),
            back: cursor::<O>(Self::SIZE.saturating_sub(1)),
        }
    }

    #[inline(always)]
    fn map(mut here: At<O>) -> At<O> {
        if const { !<O::Map as OffsetMap>::IDENTITY } {
            here.offset = mapped::<O::Map>(here.offset);
        }
        here
    }
}

impl<O: Order> Walk for Nested<O> {
    type Position = At<O>;
    type Natural = <O::Geometry as Geometry>::Natural<usize>;

    #[inline(always)]
    fn offset(here: At<O>) -> isize {
        here.offset
    }

    #[inline(always)]
    fn at(here: At<O>) -> Self::Natural {
        here.at
    }

    #[inline(always)]
    fn len(&self) -> usize {
        self.left.end - self.left.start
    }

    #[inline(always)]
    fn next(&mut self) -> Option<At<O>> {
        if self.left.start == self.left.end {
            return None;
        }
        let here = self.front;
        self.left.start += 1;
        O::Loops::advance::<O>(&mut self.front);
        Some(Self::map(here))
    }

    #[inline(always)]
    fn next_back(&mut self) -> Option<At<O>> {
        if self.left.start == self.left.end {
            return None;
        }
        let here = self.back;
        self.left.end -= 1;
        O::Loops::retreat::<O>(&mut self.back);
        Some(Self::map(here))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<At<O>> {
        let n = n.min(self.len());
        self.left.start += n;
        self.front = cursor::<O>(self.left.start);
        self.next()
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<At<O>> {
        let n = n.min(self.len());
        self.left.end -= n;
        self.back = cursor::<O>(self.left.end.wrapping_sub(1));
        self.next_back()
    }

    /// The loops themselves where nothing is taken yet, else step by step.
    #[inline(always)]
    fn fold<A>(mut self, accumulator: A, mut visit: impl FnMut(A, At<O>) -> A) -> A {
        if const { Self::SIZE > 0 } && self.left.start == 0 && self.left.end == Self::SIZE {
            return O::Loops::fold::<O, _, _>(&mut self.front, accumulator, &mut visit);
        }
        let mut accumulator = accumulator;
        while let Some(here) = self.next() {
            accumulator = visit(accumulator, here);
        }
        accumulator
    }
}

impl<O: Order> fmt::Display for Nested<O> {
    /// The layout that is swept, and how many coordinates are left.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} left", const { notation::<O::Geometry, O::Map>() }, self.len())
    }
}
