//! The iterators: what each takes from a step of the walk.

use core::fmt;
use core::iter::FusedIterator;

use super::counters::Counters;
use super::nested::Nested;
use super::order::{self, Arrange, CoordinateOrder, CountersOfLeaves};
use crate::geometry::Geometry;
use crate::layout::{Layout, PhaseOf, assert_no_negative};
use crate::phase::Phase;
use crate::walk::Walk;

/// The walk over the offsets of a layout alone, of as few loops as may be; its coordinates are any.
type OffsetsOf<L, O> = <PhaseOf<L> as Phase>::Offsets<
    Nested<order::OffsetsOf<L, O>>,
    Counters<<O as Arrange>::Loops<L>, <L as Layout>::Map>,
>;

/// The walk over the coordinates of a layout.
type CoordinatesOf<L, O> =
    <PhaseOf<L> as Phase>::Walk<Nested<order::CoordinatesOf<L, O>>, CountersOfLeaves<L, O>>;

type Natural<L> = <<L as Layout>::Geometry as Geometry>::Natural<usize>;

#[inline(always)]
fn offsets<L: Layout, O: Arrange>(layout: &L) -> OffsetsOf<L, O> {
    PhaseOf::<L>::offsets(Nested::new, || O::counters(layout))
}

#[inline(always)]
fn coordinates<L: Layout, O: Arrange>(layout: &L) -> CoordinatesOf<L, O> {
    PhaseOf::<L>::walk(Nested::new, || O::counters_of_leaves(layout))
}

/// Defines an iterator: its documentation, what it walks, and what it takes from a step.
macro_rules! iterator {
    (
        $(#[$doc:meta])* $name:ident<$L:ident, $O:ident>: $walk:ty, $start:ident => $item:ty,
        $(check $check:ident,)? |$here:ident| $take:expr
    ) => {
        $(#[$doc])*
        #[must_use = "iterators are lazy"]
        pub struct $name<$L: Layout, $O: Arrange = CoordinateOrder>($walk);

        impl<$L: Layout, $O: Arrange> $name<$L, $O> {
            #[inline(always)]
            pub(crate) fn new(layout: &$L) -> Self {
                $($check(layout);)?
                $name($start::<$L, $O>(layout))
            }
        }

        impl<$L: Layout, $O: Arrange> Iterator for $name<$L, $O> {
            type Item = $item;

            #[inline(always)]
            fn next(&mut self) -> Option<$item> {
                match self.0.next() {
                    Some($here) => Some($take),
                    None => None,
                }
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.0.len(), Some(self.0.len()))
            }

            #[inline]
            fn count(self) -> usize {
                self.0.len()
            }

            #[inline]
            fn last(mut self) -> Option<$item> {
                self.next_back()
            }

            /// The item after `n` others, in a division for each loop.
            #[inline]
            fn nth(&mut self, n: usize) -> Option<$item> {
                match self.0.nth(n) {
                    Some($here) => Some($take),
                    None => None,
                }
            }

            /// Folds in nested loops, where nothing was taken before.
            #[inline(always)]
            fn fold<A, F: FnMut(A, $item) -> A>(self, accumulator: A, mut f: F) -> A {
                self.0.fold(accumulator, |accumulator, $here| f(accumulator, $take))
            }

            #[inline(always)]
            fn for_each<F: FnMut($item)>(self, mut f: F) {
                self.0.fold((), |(), $here| f($take));
            }
        }

        impl<$L: Layout, $O: Arrange> DoubleEndedIterator for $name<$L, $O> {
            #[inline(always)]
            fn next_back(&mut self) -> Option<$item> {
                match self.0.next_back() {
                    Some($here) => Some($take),
                    None => None,
                }
            }

            #[inline]
            fn nth_back(&mut self, n: usize) -> Option<$item> {
                match self.0.nth_back(n) {
                    Some($here) => Some($take),
                    None => None,
                }
            }
        }

        impl<$L: Layout, $O: Arrange> ExactSizeIterator for $name<$L, $O> {}

        impl<$L: Layout, $O: Arrange> FusedIterator for $name<$L, $O> {}

        impl<$L: Layout, $O: Arrange> Clone for $name<$L, $O> {
            #[inline]
            fn clone(&self) -> Self {
                $name(self.0.clone())
            }
        }

        impl<$L: Layout, $O: Arrange> fmt::Debug for $name<$L, $O> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{} of {}", stringify!($name), self.0)
            }
        }
    };
}

iterator! {
    /// The offsets of a layout; see [`Layout::offsets`].
    Offsets<L, O>: OffsetsOf<L, O>, offsets => isize,
    |here| <OffsetsOf<L, O>>::offset(here)
}

iterator! {
    /// The indices of a layout; see [`Layout::indices`].
    Indices<L, O>: OffsetsOf<L, O>, offsets => usize,
    check assert_no_negative,
    |here| <OffsetsOf<L, O>>::offset(here) as usize
}

iterator! {
    /// The natural coordinates of a layout; see [`Layout::coordinates`].
    Coordinates<L, O>: CoordinatesOf<L, O>, coordinates => Natural<L>,
    |here| <CoordinatesOf<L, O>>::at(here)
}

iterator! {
    /// The natural coordinates of a layout with their indices; see [`Layout::entries`].
    Entries<L, O>: CoordinatesOf<L, O>, coordinates => (Natural<L>, usize),
    check assert_no_negative,
    |here| (<CoordinatesOf<L, O>>::at(here), <CoordinatesOf<L, O>>::offset(here) as usize)
}
