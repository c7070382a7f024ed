//! The iterators: what each takes from a step of the walk.

use core::fmt;
use core::iter::FusedIterator;

use super::walk::Walk;
use crate::geometry::{Geometry, Written};

/// Defines an iterator: its documentation, its items, and what it takes from a cursor.
macro_rules! iterator {
    ($(#[$doc:meta])* $name:ident<$M:ident> => $item:ty, |$cursor:ident| $take:expr) => {
        $(#[$doc])*
        #[must_use = "iterators are lazy"]
        #[derive(Clone)]
        pub struct $name<$M: Geometry>(Walk<$M>);

        impl<$M: Geometry> $name<$M> {
            #[inline(always)]
            pub(super) fn new(walk: Walk<$M>) -> Self {
                $name(walk)
            }
        }

        impl<$M: Geometry> Iterator for $name<$M> {
            type Item = $item;

            #[inline(always)]
            fn next(&mut self) -> Option<$item> {
                self.0.next().map(|$cursor| $take)
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

            /// In a division for each leaf, by multiplications.
            #[inline]
            fn nth(&mut self, n: usize) -> Option<$item> {
                self.0.nth(n).map(|$cursor| $take)
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

        impl<$M: Geometry> DoubleEndedIterator for $name<$M> {
            #[inline(always)]
            fn next_back(&mut self) -> Option<$item> {
                self.0.next_back().map(|$cursor| $take)
            }

            #[inline]
            fn nth_back(&mut self, n: usize) -> Option<$item> {
                self.0.nth_back(n).map(|$cursor| $take)
            }
        }

        impl<$M: Geometry> ExactSizeIterator for $name<$M> {}

        impl<$M: Geometry> FusedIterator for $name<$M> {}

        impl<$M: Geometry> fmt::Debug for $name<$M> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{} of ", stringify!($name))?;
                self.0.modes().write(f, Written::Shape)?;
                f.write_str(":")?;
                self.0.modes().write(f, Written::Stride)?;
                write!(f, ": {} left", self.0.len())
            }
        }
    };
}

iterator! {
    /// The offsets of a layout; see [`Dynamic::offsets`](crate::Dynamic::offsets).
    Offsets<M> => isize,
    |cursor| cursor.offset as isize
}

iterator! {
    /// The indices of a layout; see [`Dynamic::indices`](crate::Dynamic::indices).
    Indices<M> => usize,
    |cursor| cursor.offset
}

iterator! {
    /// The natural coordinates of a layout; see
    /// [`Dynamic::coordinates`](crate::Dynamic::coordinates).
    Coordinates<M> => M::Natural<usize>,
    |cursor| cursor.at
}

iterator! {
    /// The natural coordinates of a layout with their indices; see
    /// [`Dynamic::entries`](crate::Dynamic::entries).
    Entries<M> => (M::Natural<usize>, usize),
    |cursor| (cursor.at, cursor.offset)
}
