//! Iterators over elements, in the order of the 1-D coordinate.

#![allow(unsafe_code)]

use core::fmt;
use core::iter::FusedIterator;
use core::ptr::NonNull;

use super::packed::{Bits, PackedElement, PackedView};
use super::place::{Address, At};
use super::{View, ViewMut, WalkOf, walk};
use crate::dynamic::ShapeError;
use crate::proofs::Injective;
use crate::{Geometry, Layout};
use layout_runtime::internals::{Checks, Walk};

type Position<L> = <WalkOf<L> as Walk>::Position;

type Natural<L> = <<L as Layout>::Geometry as Geometry>::Natural<usize>;

/// The element at a step of a walk.
///
/// # Safety
///
/// The walk is over the coordinates of `L`, and the elements are those of a view of it.
#[inline(always)]
unsafe fn element<A: Address, L: Layout>(elements: At<A, L::Map>, here: Position<L>) -> A {
    // SAFETY: by the caller: a walk visits the offsets of coordinates.
    unsafe { elements.at(<WalkOf<L>>::offset(here)) }
}

/// Defines an iterator: the view whose elements it takes, what it takes at each step, and how it is
/// run to its end.
macro_rules! iterator {
    ($(#[$doc:meta])* $name:ident<$a:lifetime, $T:ident $(: $Bound:ident)?, $L:ident> of $View:ident at $A:ty => $item:ty,
     |$here:ident, $element:ident| $take:expr,
     $fold:ident(|$f:ident, $step:ident, $at:ident| $all:expr)) => {
        $(#[$doc])*
        #[must_use = "iterators are lazy"]
        pub struct $name<$a, $T $(: $Bound)?, $L: Layout> {
            /// Invariant: if its elements may be written, no two coordinates share one, and those of
            /// the walk have not been handed out.
            view: $View<$a, $T, $L>,
            /// Invariant: a walk of the view.
            walk: WalkOf<$L>,
        }

        impl<$a, $T $(: $Bound)?, $L: Layout> $name<$a, $T, $L> {
            #[inline(always)]
            fn take(elements: At<$A, $L::Map>, $here: Position<$L>) -> $item {
                // SAFETY: a walk visits the offset of each coordinate, once, of elements that may be
                // read for `'a`, or written and not shared.
                #[allow(unused_mut)]
                unsafe {
                    let mut $element = element::<$A, $L>(elements, $here);
                    $take
                }
            }
        }

        impl<$a, $T $(: $Bound)?, $L: Layout> Iterator for $name<$a, $T, $L> {
            type Item = $item;

            #[inline(always)]
            fn next(&mut self) -> Option<$item> {
                let here = self.walk.next()?;
                Some(Self::take(self.view.place().elements(), here))
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.walk.len(), Some(self.walk.len()))
            }

            #[inline]
            fn nth(&mut self, n: usize) -> Option<$item> {
                let here = self.walk.nth(n)?;
                Some(Self::take(self.view.place().elements(), here))
            }

            #[inline(always)]
            fn fold<A, F: FnMut(A, $item) -> A>(self, accumulator: A, mut $f: F) -> A {
                let elements = self.view.place().elements();
                self.walk.$fold(accumulator, |accumulator, $step| {
                    let $at = elements;
                    // SAFETY: as in `take`.
                    #[allow(unused_unsafe)]
                    let item = unsafe { $all };
                    $f(accumulator, item)
                })
            }
        }

        impl<$T $(: $Bound)?, $L: Layout> DoubleEndedIterator for $name<'_, $T, $L> {
            #[inline(always)]
            fn next_back(&mut self) -> Option<Self::Item> {
                let here = self.walk.next_back()?;
                Some(Self::take(self.view.place().elements(), here))
            }

            #[inline]
            fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
                let here = self.walk.nth_back(n)?;
                Some(Self::take(self.view.place().elements(), here))
            }
        }

        impl<$T $(: $Bound)?, $L: Layout> ExactSizeIterator for $name<'_, $T, $L> {}

        impl<$T $(: $Bound)?, $L: Layout> FusedIterator for $name<'_, $T, $L> {}
    };
}

iterator! {
    /// The elements of a [`View`].
    Iter<'a, T, L> of View at NonNull<T> => &'a T,
    |here, element| element.as_ref(),
    fold_offsets(|f, offset, elements| elements.at(offset).as_ref())
}

iterator! {
    /// The elements of a [`View`], with their natural coordinates.
    IndexedIter<'a, T, L> of View at NonNull<T> => (Natural<L>, &'a T),
    |here, element| (<WalkOf<L>>::at(here), element.as_ref()),
    fold(|f, here, elements| Self::take(elements, here))
}

iterator! {
    /// The elements of a [`ViewMut`].
    IterMut<'a, T, L> of ViewMut at NonNull<T> => &'a mut T,
    |here, element| element.as_mut(),
    fold_offsets(|f, offset, elements| elements.at(offset).as_mut())
}

iterator! {
    /// The values of a [`PackedView`].
    PackedIter<'a, E: PackedElement, L> of PackedView at Bits<E> => E::Value,
    |here, element| element.read(),
    fold_offsets(|f, offset, elements| elements.at(offset).read())
}

macro_rules! shared {
    ($name:ident of $View:ident $(: $Bound:ident)?) => {
        impl<'a, T $(: $Bound)?, L: Layout> $name<'a, T, L> {
            #[inline(always)]
            pub(super) fn new(view: $View<'a, T, L>) -> Self {
                $name { view, walk: walk(view.place().geometry()) }
            }
        }

        impl<T $(: $Bound)?, L: Layout> Clone for $name<'_, T, L> {
            #[inline]
            fn clone(&self) -> Self {
                $name { walk: self.walk.clone(), ..*self }
            }
        }
    };
}

shared!(Iter of View);
shared!(IndexedIter of View);
shared!(PackedIter of PackedView: PackedElement);

impl<'a, T, L: Layout> IterMut<'a, T, L> {
    #[inline(always)]
    pub(super) fn new(view: ViewMut<'a, T, L>) -> Result<Self, ShapeError> {
        <L::Geometry as Geometry>::Phase::injective(view.place().geometry())?;
        let walk = walk(view.place().geometry());
        Ok(IterMut { view, walk })
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

    /// # Panics
    ///
    /// If run-time strides let two coordinates share an element. Between constants, that does not compile.
    #[inline(always)]
    #[track_caller]
    fn into_iter(self) -> Self::IntoIter {
        let () = Injective::<L::Geometry>::SHOWN;
        crate::__private::made(IterMut::new(self))
    }
}

impl<'a, T, L: Layout> IntoIterator for &'a mut ViewMut<'_, T, L> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T, L>;

    /// # Panics
    ///
    /// If run-time strides let two coordinates share an element. Between constants, that does not compile.
    #[inline(always)]
    #[track_caller]
    fn into_iter(self) -> Self::IntoIter {
        let () = Injective::<L::Geometry>::SHOWN;
        self.iter_mut()
    }
}

impl<T: fmt::Debug, L: Layout> fmt::Debug for Iter<'_, T, L> {
    /// The layout, and the elements that are left.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view.place().write(f)?;
        f.write_str(" ")?;
        f.debug_list().entries(self.clone()).finish()
    }
}

impl<T: fmt::Debug, L: Layout> fmt::Debug for IndexedIter<'_, T, L>
where
    Natural<L>: fmt::Debug,
{
    /// The layout, and the elements that are left with their coordinates.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view.place().write(f)?;
        f.write_str(" ")?;
        f.debug_list().entries(self.clone()).finish()
    }
}
