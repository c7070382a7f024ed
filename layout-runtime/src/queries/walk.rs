//! `Count`: the walk over the coordinates of a view whose numbers are all known at compile time.
//!
//! An offset is a few instructions on the 1-D coordinate then, and counters would be more.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

use crate::geometry::Geometry;
use crate::plan::offset::{Nothing, offset_of};
use crate::walk::Walk;

/// The walk that counts 1-D coordinates, of a geometry whose numbers are all known at compile time.
pub struct Count<G>(Range<usize>, PhantomData<G>);

impl<G> Clone for Count<G> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Count(self.0.clone(), PhantomData)
    }
}

impl<G: Geometry> Count<G> {
    #[inline(always)]
    pub fn new() -> Self {
        Count(0..const { G::SIZE }, PhantomData)
    }
}

impl<G: Geometry> Walk for Count<G> {
    type Position = usize;
    type Natural = G::Natural<usize>;

    #[inline(always)]
    fn offset(here: usize) -> isize {
        offset_of::<G, Nothing>(here)
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
        self.0.fold(accumulator, |a, i| visit(a, Self::offset(i)))
    }
}

impl<G: Geometry> fmt::Display for Count<G> {
    /// The number of coordinates that are left.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} left", self.len())
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
            let offset = Count::<P::Tail>::offset(i);
            a = fold_all::<P::Head, A>(base.wrapping_add(offset), a, f);
        }
    }
    a
}
