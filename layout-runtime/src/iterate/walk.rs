//! `Walk`: an iterator over coordinates and their offsets, the one behind all; `Sweeps`: which one a
//! layout has.

use core::fmt;

use super::counters::Counters;
use super::nested::Nested;
use super::order::{Arrange, CoordinatesOf, CountersOfLeaves, OffsetsOf};
use crate::geometry::Geometry;
use crate::geometry::phase::{CompileTime, RunTime};
use crate::layout::Layout;
use crate::map::Map;

/// Where an iterator is, from both ends.
#[allow(clippy::len_without_is_empty, reason = "walks are asked how many steps are left alone")]
pub trait Walk: Clone {
    /// A step.
    type Here: Copy;
    /// The coordinate of a step.
    type Natural;

    /// The offset of a step.
    fn offset(here: Self::Here) -> isize;

    /// The coordinate of a step.
    fn at(here: Self::Here) -> Self::Natural;

    /// The number of steps that are left.
    fn len(&self) -> usize;

    /// The next step from the front.
    fn next(&mut self) -> Option<Self::Here>;

    /// The next step from the back.
    fn next_back(&mut self) -> Option<Self::Here>;

    /// The next but `n`.
    fn nth(&mut self, n: usize) -> Option<Self::Here>;

    /// The last but `n`.
    fn nth_back(&mut self, n: usize) -> Option<Self::Here>;

    /// The next `n` steps, and those after them.
    ///
    /// # Panics
    ///
    /// Where fewer than `n` are left.
    #[inline]
    #[track_caller]
    fn split_at(self, n: usize) -> (Self, Self) {
        let len = self.len();
        assert!(n <= len, "{n} of {len} tiles");
        let (mut first, mut last) = (self.clone(), self);
        if n < len {
            first.nth_back(len - n - 1);
        }
        if n > 0 {
            last.nth(n - 1);
        }
        (first, last)
    }

    /// Calls a function with each step that is left.
    fn fold<A>(self, accumulator: A, visit: impl FnMut(A, Self::Here) -> A) -> A;

    /// Calls a function with each offset that is left: where that is faster, not one by one.
    #[inline(always)]
    fn fold_offsets<A>(self, accumulator: A, mut visit: impl FnMut(A, isize) -> A) -> A {
        self.fold(accumulator, |accumulator, here| visit(accumulator, Self::offset(here)))
    }
}

/// A coordinate, and its offset.
#[derive(Clone, Copy)]
pub struct Cursor<N> {
    pub(crate) at: N,
    pub(crate) offset: isize,
}

pub(crate) type Natural<L> = <<L as Layout>::Geometry as Geometry>::Natural<usize>;

/// The walks over layouts of constants, and those with run-time numbers.
#[doc(hidden)]
pub trait Sweeps {
    /// A walk over the offsets alone, of as few loops as may be; its coordinates are any.
    type Offsets<L: Layout, O: Arrange>: Walk + fmt::Display;
    type Coordinates<L: Layout, O: Arrange>: Walk<Natural = Natural<L>> + fmt::Display;

    fn offsets<L: Layout, O: Arrange>(layout: &L) -> Self::Offsets<L, O>;

    fn coordinates<L: Layout, O: Arrange>(layout: &L) -> Self::Coordinates<L, O>;

    /// Returns true if storage order visits sorted offsets. Offsets of a swizzled layout are sorted before the
    /// swizzle alone.
    fn is_sorted<L: Layout>(layout: &L) -> bool;
}

impl Sweeps for CompileTime {
    type Offsets<L: Layout, O: Arrange> = Nested<OffsetsOf<L, O>>;
    type Coordinates<L: Layout, O: Arrange> = Nested<CoordinatesOf<L, O>>;

    #[inline(always)]
    fn offsets<L: Layout, O: Arrange>(_: &L) -> Self::Offsets<L, O> {
        Nested::new()
    }

    #[inline(always)]
    fn coordinates<L: Layout, O: Arrange>(_: &L) -> Self::Coordinates<L, O> {
        Nested::new()
    }

    #[inline(always)]
    fn is_sorted<L: Layout>(_: &L) -> bool {
        const { super::order::is_sorted::<L>() }
    }
}

impl Sweeps for RunTime {
    type Offsets<L: Layout, O: Arrange> = Counters<O::Loops<L>, L::Map>;
    type Coordinates<L: Layout, O: Arrange> = CountersOfLeaves<L, O>;

    #[inline(always)]
    fn offsets<L: Layout, O: Arrange>(layout: &L) -> Self::Offsets<L, O> {
        O::counters(layout)
    }

    #[inline(always)]
    fn coordinates<L: Layout, O: Arrange>(layout: &L) -> Self::Coordinates<L, O> {
        O::counters_of_leaves(layout)
    }

    fn is_sorted<L: Layout>(layout: &L) -> bool {
        <L::Map as Map>::IDENTITY && super::sorted::is_sorted(&layout.geometry())
    }
}
