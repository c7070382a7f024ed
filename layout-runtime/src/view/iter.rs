//! Iterators over elements, in the order of the 1-D coordinate.

#![allow(unsafe_code)]

use core::iter::FusedIterator;
use core::ops::Range;

use super::injective::{Answer, injective};
use super::message::Message;
use super::place::Place;
use super::steps::Evaluated;
use super::{View, ViewMut};
use crate::{Layout, Profile};

/// The elements of a [`View`].
pub struct Iter<'a, T, L: Layout> {
    view: View<'a, T, L>,
    /// Invariant: within the size.
    rest: Range<usize>,
}

/// The elements of a [`ViewMut`].
pub struct IterMut<'a, T, L: Layout> {
    /// Invariant: no two coordinates share an element, and those in `rest` have not been
    /// handed out.
    view: ViewMut<'a, T, L>,
    /// Invariant: within the size.
    rest: Range<usize>,
}

/// The elements of a [`View`], with their natural coordinates.
pub struct IndexedIter<'a, T, L: Layout> {
    elements: Iter<'a, T, L>,
}

impl<'a, T, L: Layout> Iter<'a, T, L> {
    #[inline(always)]
    pub(super) fn new(view: View<'a, T, L>) -> Self {
        Iter { view, rest: 0..L::Profile::SIZE }
    }

    /// # Safety
    ///
    /// `i` is below the size.
    #[inline(always)]
    unsafe fn element(&self, i: usize) -> &'a T {
        // SAFETY: by the caller; an element of the view.
        unsafe { self.view.get_unchecked(i) }
    }

    /// Every element, faster than one by one.
    #[inline(always)]
    fn fold_all<A>(self, start: A, mut f: impl FnMut(A, &'a T) -> A) -> A {
        // SAFETY: elements of the view.
        self.view.place().fold(start, |a, element| f(a, unsafe { element.as_ref() }))
    }
}

impl<'a, T, L: Layout> IterMut<'a, T, L> {
    #[inline(always)]
    pub(super) fn new(view: ViewMut<'a, T, L>) -> Self {
        const { assert_injective::<L::Profile>() };
        IterMut { view, rest: 0..L::Profile::SIZE }
    }

    /// # Safety
    ///
    /// `i` is below the size, and its element is not handed out twice.
    #[inline(always)]
    unsafe fn element(&self, i: usize) -> &'a mut T {
        let place: Place<T, L::Profile, L::Map> = self.view.place();
        // SAFETY: by the caller. No other coordinate has the element, and the view has it
        // for `'a`.
        unsafe { place.get_unchecked(i).as_mut() }
    }

    /// Every element, faster than one by one.
    #[inline(always)]
    fn fold_all<A>(self, start: A, mut f: impl FnMut(A, &'a mut T) -> A) -> A {
        // SAFETY: each element of the view once; none has been handed out.
        self.view.place().fold(start, |a, mut element| f(a, unsafe { element.as_mut() }))
    }
}

/// Implements the iterators of one kind of reference.
macro_rules! iterator {
    ($Iter:ident: $Item:ty) => {
        impl<'a, T, L: Layout> Iterator for $Iter<'a, T, L> {
            type Item = $Item;

            #[inline(always)]
            fn next(&mut self) -> Option<$Item> {
                // SAFETY: the range is within the size, and gives each integer once.
                self.rest.next().map(|i| unsafe { self.element(i) })
            }

            #[inline(always)]
            fn nth(&mut self, n: usize) -> Option<$Item> {
                // SAFETY: the same.
                self.rest.nth(n).map(|i| unsafe { self.element(i) })
            }

            #[inline(always)]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.rest.size_hint()
            }

            #[inline(always)]
            fn fold<A, F: FnMut(A, $Item) -> A>(self, start: A, mut f: F) -> A {
                if self.rest == (0..L::Profile::SIZE) {
                    return self.fold_all(start, f);
                }
                // SAFETY: as in `next`.
                self.rest.clone().fold(start, |a, i| f(a, unsafe { self.element(i) }))
            }
        }

        impl<T, L: Layout> DoubleEndedIterator for $Iter<'_, T, L> {
            #[inline(always)]
            fn next_back(&mut self) -> Option<Self::Item> {
                // SAFETY: as in `next`.
                self.rest.next_back().map(|i| unsafe { self.element(i) })
            }
        }

        impl<T, L: Layout> ExactSizeIterator for $Iter<'_, T, L> {}
        impl<T, L: Layout> FusedIterator for $Iter<'_, T, L> {}
    };
}

iterator!(Iter: &'a T);
iterator!(IterMut: &'a mut T);

impl<'a, T, L: Layout> IndexedIter<'a, T, L> {
    #[inline(always)]
    pub(super) fn new(view: View<'a, T, L>) -> Self {
        IndexedIter { elements: view.iter() }
    }
}

impl<'a, T, L: Layout> Iterator for IndexedIter<'a, T, L> {
    type Item = (<L::Profile as Profile>::Natural, &'a T);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let i = self.elements.rest.start;
        self.elements.next().map(|element| (L::Profile::idx2crd(i), element))
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.elements.size_hint()
    }
}

impl<T, L: Layout> DoubleEndedIterator for IndexedIter<'_, T, L> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<Self::Item> {
        let element = self.elements.next_back()?;
        Some((L::Profile::idx2crd(self.elements.rest.end), element))
    }
}

impl<T, L: Layout> ExactSizeIterator for IndexedIter<'_, T, L> {}
impl<T, L: Layout> FusedIterator for IndexedIter<'_, T, L> {}

impl<T, L: Layout> Clone for Iter<'_, T, L> {
    fn clone(&self) -> Self {
        Iter { view: self.view, rest: self.rest.clone() }
    }
}

impl<'a, T, L: Layout> IntoIterator for View<'a, T, L> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T, L>;

    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T, L: Layout> IntoIterator for ViewMut<'a, T, L> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T, L>;

    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        IterMut::new(self)
    }
}

impl<'a, T, L: Layout> IntoIterator for &'a mut ViewMut<'_, T, L> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T, L>;

    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

/// No two coordinates of `P` share an element.
pub(super) const fn assert_injective<P: Profile>() {
    let message = match injective(&P::STEPS) {
        Answer::Yes => return,
        Answer::No(offset) => Message::new("mutable references would overlap: two coordinates of ")
            .notation::<P>()
            .text(" share offset ")
            .integer(offset),
        Answer::Unknown => Message::new(
            "mutable references could overlap: \
            it could not be shown that no two coordinates of ",
        )
        .notation::<P>()
        .text(" share an offset; a layout whose strides divide each other can be decided"),
    };
    panic!("{}", message.as_str());
}
