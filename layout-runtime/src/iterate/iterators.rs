//! The iterators: what each takes from a step of the walk.

use core::fmt;
use core::iter::FusedIterator;

use super::order::{Arrange, CoordinateOrder, CoordinatesOf, OffsetsOf};
use super::walk::Walk;
use crate::geometry::Geometry;
use crate::layout::assert_index;
use crate::{Layout, StaticLayout};

type Natural<L> = <<L as Layout>::Geometry as Geometry>::Natural<usize>;

/// Defines an iterator: its documentation, the order it walks, and what it takes
/// from a cursor.
macro_rules! iterator {
    ($(#[$doc:meta])* $name:ident<$L:ident, $O:ident>: $order:ty => $item:ty, $check:expr, |$cursor:ident| $take:expr) => {
        $(#[$doc])*
        #[must_use = "iterators are lazy"]
        pub struct $name<$L: StaticLayout, $O: Arrange = CoordinateOrder>(Walk<$order>);

        impl<$L: StaticLayout, $O: Arrange> $name<$L, $O> {
            #[inline(always)]
            pub(crate) fn new() -> Self {
                const { $check };
                $name(Walk::new())
            }
        }

        impl<$L: StaticLayout, $O: Arrange> Iterator for $name<$L, $O> {
            type Item = $item;

            #[inline(always)]
            fn next(&mut self) -> Option<$item> {
                match self.0.next() {
                    Some($cursor) => Some($take),
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

            /// In a division for each loop.
            #[inline]
            fn nth(&mut self, n: usize) -> Option<$item> {
                match self.0.nth(n) {
                    Some($cursor) => Some($take),
                    None => None,
                }
            }

            /// In nested loops, where nothing was taken before.
            #[inline(always)]
            fn fold<A, F: FnMut(A, $item) -> A>(self, accumulator: A, mut f: F) -> A {
                self.0.fold(accumulator, |accumulator, $cursor| f(accumulator, $take))
            }

            #[inline(always)]
            fn for_each<F: FnMut($item)>(self, mut f: F) {
                self.0.fold((), |(), $cursor| f($take));
            }
        }

        impl<$L: StaticLayout, $O: Arrange> DoubleEndedIterator for $name<$L, $O> {
            #[inline(always)]
            fn next_back(&mut self) -> Option<$item> {
                match self.0.next_back() {
                    Some($cursor) => Some($take),
                    None => None,
                }
            }

            #[inline]
            fn nth_back(&mut self, n: usize) -> Option<$item> {
                match self.0.nth_back(n) {
                    Some($cursor) => Some($take),
                    None => None,
                }
            }
        }

        impl<$L: StaticLayout, $O: Arrange> ExactSizeIterator for $name<$L, $O> {}

        impl<$L: StaticLayout, $O: Arrange> FusedIterator for $name<$L, $O> {}

        impl<$L: StaticLayout, $O: Arrange> Clone for $name<$L, $O> {
            #[inline]
            fn clone(&self) -> Self {
                $name(self.0.clone())
            }
        }

        impl<$L: StaticLayout, $O: Arrange> fmt::Debug for $name<$L, $O> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{} of {}: {} left", stringify!($name), $L::NOTATION, self.0.len())
            }
        }
    };
}

iterator! {
    /// The offsets of a layout; see [`StaticLayout::offsets`].
    Offsets<L, O>: OffsetsOf<L, O> => isize,
    (),
    |cursor| cursor.offset
}

iterator! {
    /// The indices of a layout; see [`StaticLayout::indices`].
    Indices<L, O>: OffsetsOf<L, O> => usize,
    assert_index::<L::Geometry, L::Map>(),
    |cursor| cursor.offset as usize
}

iterator! {
    /// The natural coordinates of a layout; see [`StaticLayout::coordinates`].
    Coordinates<L, O>: CoordinatesOf<L, O> => Natural<L>,
    (),
    |cursor| cursor.at
}

iterator! {
    /// The natural coordinates of a layout with their indices; see [`StaticLayout::entries`].
    Entries<L, O>: CoordinatesOf<L, O> => (Natural<L>, usize),
    assert_index::<L::Geometry, L::Map>(),
    |cursor| (cursor.at, cursor.offset as usize)
}
