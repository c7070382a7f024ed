//! `Walk`: an iterator over coordinates and their offsets, of which all public iterators are made.

use core::fmt;

/// An iterator over the coordinates of a layout, from both ends.
#[allow(clippy::len_without_is_empty, reason = "walks are asked how many steps are left alone")]
pub trait Walk: Clone + Send + Sync + fmt::Display {
    /// The position at one step: a coordinate, an offset or both.
    type Position: Copy;
    /// The coordinate of a step.
    type Natural;

    /// The offset of a step.
    fn offset(here: Self::Position) -> isize;

    /// The coordinate of a step.
    fn at(here: Self::Position) -> Self::Natural;

    /// The number of steps that are left.
    fn len(&self) -> usize;

    /// The next step from the front.
    fn next(&mut self) -> Option<Self::Position>;

    /// The next step from the back.
    fn next_back(&mut self) -> Option<Self::Position>;

    /// The next but `n`.
    fn nth(&mut self, n: usize) -> Option<Self::Position>;

    /// The last but `n`.
    fn nth_back(&mut self, n: usize) -> Option<Self::Position>;

    /// The next `n` steps, and those after them.
    ///
    /// # Panics
    ///
    /// If fewer than `n` are left.
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
    fn fold<A>(self, accumulator: A, visit: impl FnMut(A, Self::Position) -> A) -> A;

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
