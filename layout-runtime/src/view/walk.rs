//! `Walk`: an iterator over the coordinates of a view, and their offsets.

use core::ops::Range;

use crate::dynamic::sweeps::walk::{Cursor, Walk as Counters};
use crate::geometry::Geometry;
use crate::ready::Ready;

/// Where an iterator is, from both ends.
///
/// Where all numbers are known at compile time, an offset is a few instructions on the 1-D
/// coordinate, and counters would be more; otherwise counters save the divisions.
pub trait Walk<G: Geometry>: Clone {
    /// A step.
    type Here: Copy;

    fn new(ready: &Ready<G>) -> Self;

    fn offset(here: Self::Here) -> isize;

    fn at(here: Self::Here) -> G::Natural<usize>;

    fn len(&self) -> usize;

    fn next(&mut self) -> Option<Self::Here>;

    fn next_back(&mut self) -> Option<Self::Here>;

    fn nth(&mut self, n: usize) -> Option<Self::Here>;

    fn nth_back(&mut self, n: usize) -> Option<Self::Here>;

    /// Calls a function with each step that is left.
    fn fold<A>(self, accumulator: A, visit: impl FnMut(A, Self::Here) -> A) -> A;

    /// Calls a function with each offset that is left, faster than one by one.
    fn fold_offsets<A>(self, accumulator: A, visit: impl FnMut(A, isize) -> A) -> A;
}

/// 1-D coordinates.
#[derive(Clone)]
pub struct Count(Range<usize>);

impl<G: Geometry> Walk<G> for Count {
    type Here = usize;

    #[inline(always)]
    fn new(_: &Ready<G>) -> Self {
        Count(0..const { G::SIZE })
    }

    #[inline(always)]
    fn offset(here: usize) -> isize {
        crate::offset::offset_of::<G, crate::offset::Nothing>(here)
    }

    #[inline(always)]
    fn at(here: usize) -> G::Natural<usize> {
        const { G::VALUE }.digits_last(here)
    }

    #[inline(always)]
    fn len(&self) -> usize {
        self.0.end - self.0.start
    }

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        self.0.next()
    }

    #[inline(always)]
    fn next_back(&mut self) -> Option<usize> {
        self.0.next_back()
    }

    #[inline(always)]
    fn nth(&mut self, n: usize) -> Option<usize> {
        self.0.nth(n)
    }

    #[inline(always)]
    fn nth_back(&mut self, n: usize) -> Option<usize> {
        self.0.nth_back(n)
    }

    #[inline(always)]
    fn fold<A>(self, accumulator: A, visit: impl FnMut(A, usize) -> A) -> A {
        self.0.fold(accumulator, visit)
    }

    #[inline(always)]
    fn fold_offsets<A>(self, accumulator: A, mut visit: impl FnMut(A, isize) -> A) -> A {
        if self.0 == (0..const { G::SIZE }) {
            return fold_all::<G, A>(0, accumulator, &mut visit);
        }
        self.0.fold(accumulator, |a, i| visit(a, <Self as Walk<G>>::offset(i)))
    }
}

/// Calls a function with the offset of each coordinate from `base`. What has one
/// stride is a loop; what follows it is one division a turn.
#[inline(always)]
fn fold_all<P: Geometry, A>(base: isize, start: A, f: &mut impl FnMut(A, isize) -> A) -> A {
    let mut a = start;
    if let Some(step) = P::STEP {
        for i in 0..P::SIZE {
            a = f(a, base.wrapping_add((i as isize).wrapping_mul(step)));
        }
    } else if P::Head::SIZE == 1 {
        a = fold_all::<P::Tail, A>(base, a, f);
    } else {
        for i in 0..P::Tail::SIZE {
            let offset = <Count as Walk<P::Tail>>::offset(i);
            a = fold_all::<P::Head, A>(base.wrapping_add(offset), a, f);
        }
    }
    a
}

impl<G: Geometry> Walk<G> for Counters<G> {
    type Here = Cursor<G::Natural<usize>>;

    #[inline(always)]
    fn new(ready: &Ready<G>) -> Self {
        Counters::new(ready, ready.modes.product())
    }

    #[inline(always)]
    fn offset(here: Self::Here) -> isize {
        here.offset as isize
    }

    #[inline(always)]
    fn at(here: Self::Here) -> G::Natural<usize> {
        here.at
    }

    #[inline(always)]
    fn len(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Here> {
        self.next()
    }

    #[inline(always)]
    fn next_back(&mut self) -> Option<Self::Here> {
        self.next_back()
    }

    #[inline(always)]
    fn nth(&mut self, n: usize) -> Option<Self::Here> {
        self.nth(n)
    }

    #[inline(always)]
    fn nth_back(&mut self, n: usize) -> Option<Self::Here> {
        self.nth_back(n)
    }

    #[inline(always)]
    fn fold<A>(self, accumulator: A, visit: impl FnMut(A, Self::Here) -> A) -> A {
        Counters::fold(self, accumulator, visit)
    }

    #[inline(always)]
    fn fold_offsets<A>(self, accumulator: A, mut visit: impl FnMut(A, isize) -> A) -> A {
        Counters::fold(self, accumulator, |a, here| visit(a, here.offset as isize))
    }
}
