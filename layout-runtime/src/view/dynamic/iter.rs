//! Iterators over elements, in the order of the 1-D coordinate.

#![allow(unsafe_code)]

use core::fmt;
use core::iter::FusedIterator;

use super::{DynamicView, write};
use crate::dynamic::Modes;
use crate::dynamic::sweeps::walk::Walk;

/// Defines an iterator: its documentation, its items, and what it makes of a natural
/// coordinate and an element.
macro_rules! iterator {
    ($(#[$doc:meta])* $name:ident<$a:lifetime, $T:ident, $M:ident> => $item:ty, |$at:pat_param, $element:ident| $take:expr) => {
        $(#[$doc])*
        #[must_use = "iterators are lazy"]
        pub struct $name<$a, $T, $M: Modes> {
            view: DynamicView<$a, $T, $M>,
            /// Invariant: of the layout of the view.
            walk: Walk<$M>,
        }

        impl<$a, $T, $M: Modes> $name<$a, $T, $M> {
            #[inline(always)]
            pub(super) fn new(view: DynamicView<$a, $T, $M>) -> Self {
                $name { view, walk: view.place().walk() }
            }

            #[inline(always)]
            fn take(view: &DynamicView<$a, $T, $M>, $at: $M::Natural, offset: isize) -> $item {
                // SAFETY: a walk visits the offsets of coordinates, and the elements may be read.
                let $element = unsafe { view.place().element(offset).as_ref() };
                $take
            }
        }

        impl<$a, $T, $M: Modes> Iterator for $name<$a, $T, $M> {
            type Item = $item;

            #[inline(always)]
            fn next(&mut self) -> Option<$item> {
                let here = self.walk.next()?;
                Some(Self::take(&self.view, here.at, here.offset))
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.walk.len(), Some(self.walk.len()))
            }

            /// In a division for each leaf, by multiplications.
            #[inline]
            fn nth(&mut self, n: usize) -> Option<$item> {
                let here = self.walk.nth(n)?;
                Some(Self::take(&self.view, here.at, here.offset))
            }

            /// In nested loops, where nothing was taken before.
            #[inline(always)]
            fn fold<A, F: FnMut(A, $item) -> A>(self, accumulator: A, mut f: F) -> A {
                let $name { view, walk } = self;
                walk.fold(accumulator, |accumulator, here| {
                    f(accumulator, Self::take(&view, here.at, here.offset))
                })
            }
        }

        impl<$T, $M: Modes> DoubleEndedIterator for $name<'_, $T, $M> {
            #[inline(always)]
            fn next_back(&mut self) -> Option<Self::Item> {
                let here = self.walk.next_back()?;
                Some(Self::take(&self.view, here.at, here.offset))
            }

            #[inline]
            fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
                let here = self.walk.nth_back(n)?;
                Some(Self::take(&self.view, here.at, here.offset))
            }
        }

        impl<$T, $M: Modes> ExactSizeIterator for $name<'_, $T, $M> {}

        impl<$T, $M: Modes> FusedIterator for $name<'_, $T, $M> {}

        impl<$T, $M: Modes> Clone for $name<'_, $T, $M> {
            #[inline]
            fn clone(&self) -> Self {
                $name { walk: self.walk.clone(), ..*self }
            }
        }
    };
}

iterator! {
    /// The elements of a [`DynamicView`](super::DynamicView).
    DynamicIter<'a, T, M> => &'a T,
    |_, element| element
}

iterator! {
    /// The elements of a [`DynamicView`](super::DynamicView), with their natural coordinates.
    DynamicEntries<'a, T, M> => (M::Natural, &'a T),
    |at, element| (at, element)
}

impl<T: fmt::Debug, M: Modes> fmt::Debug for DynamicIter<'_, T, M> {
    /// The layout, and the elements that are left.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self.view.place().modes(), self.clone())
    }
}

impl<T: fmt::Debug, M: Modes<Natural: fmt::Debug>> fmt::Debug for DynamicEntries<'_, T, M> {
    /// The layout, and the elements that are left.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self.view.place().modes(), self.clone())
    }
}
