//! Iterators over elements, in the order of the 1-D coordinate.

#![allow(unsafe_code)]

use core::fmt;
use core::iter::FusedIterator;

use super::disjoint::assert_disjoint;
use super::{DynamicView, DynamicViewMut, write};
use crate::dynamic::sweeps::walk::Walk;
use crate::dynamic::{Modes, ShapeError};

/// Defines an iterator: its documentation, the view it has, its items, and what it makes of a
/// natural coordinate and the address of an element.
macro_rules! iterator {
    ($(#[$doc:meta])* $name:ident<$a:lifetime, $T:ident, $M:ident> of $View:ident => $item:ty,
     |$at:pat_param, $element:pat_param| $take:expr) => {
        $(#[$doc])*
        #[must_use = "iterators are lazy"]
        pub struct $name<$a, $T, $M: Modes> {
            view: $View<$a, $T, $M>,
            /// Invariant: of the layout of the view.
            walk: Walk<$M>,
        }

        impl<$a, $T, $M: Modes> $name<$a, $T, $M> {
            #[inline(always)]
            fn take(view: &$View<$a, $T, $M>, $at: $M::Natural, offset: isize) -> $item {
                // SAFETY: a walk visits the offset of each coordinate, once. For `'a`, the
                // elements may be read; if they may be written, no two coordinates share one.
                unsafe {
                    let $element = view.place().element(offset);
                    $take
                }
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
    };
}

iterator! {
    /// The elements of a [`DynamicView`](super::DynamicView).
    DynamicIter<'a, T, M> of DynamicView => &'a T,
    |_, element| element.as_ref()
}

iterator! {
    /// The elements of a [`DynamicView`](super::DynamicView), with their natural coordinates.
    DynamicEntries<'a, T, M> of DynamicView => (M::Natural, &'a T),
    |at, element| (at, element.as_ref())
}

iterator! {
    /// The elements of a [`DynamicViewMut`](super::DynamicViewMut).
    DynamicIterMut<'a, T, M> of DynamicViewMut => &'a mut T,
    |_, mut element| element.as_mut()
}

/// Implements what is special to iterators of shared references.
macro_rules! shared {
    ($name:ident) => {
        impl<'a, T, M: Modes> $name<'a, T, M> {
            #[inline(always)]
            pub(super) fn new(view: DynamicView<'a, T, M>) -> Self {
                $name { view, walk: view.place().walk() }
            }
        }

        impl<T, M: Modes> Clone for $name<'_, T, M> {
            #[inline]
            fn clone(&self) -> Self {
                $name { walk: self.walk.clone(), ..*self }
            }
        }
    };
}

shared!(DynamicIter);
shared!(DynamicEntries);

impl<'a, T, M: Modes> DynamicIterMut<'a, T, M> {
    /// # Errors
    ///
    /// Two coordinates may share an element.
    #[inline(always)]
    pub(super) fn new(view: DynamicViewMut<'a, T, M>) -> Result<Self, ShapeError> {
        assert_disjoint(view.place().modes())?;
        let walk = view.place().walk();
        Ok(DynamicIterMut { view, walk })
    }
}

impl<'a, T, M: Modes> IntoIterator for DynamicView<'a, T, M> {
    type Item = &'a T;
    type IntoIter = DynamicIter<'a, T, M>;

    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
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
