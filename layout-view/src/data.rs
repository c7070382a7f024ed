//! `Source` and `Target`: whatever has elements with a layout.

use core::ptr::NonNull;

use super::copy::{CopyOf, CopyOfSource};
use super::operand::{Operand, SliceOperand};
use super::place::{At, Elements};
use super::{Array, Ragged, View, ViewBase, ViewMut};
use crate::{Layout, StaticLayout};
use layout_runtime::internals::Prepared;

mod sealed {
    pub trait Sealed {}
}

/// A source, which [`copy!`](crate::copy) reads: a [`View`], a [`ViewMut`], an [`Array`],
/// or a slice, whose layout is `n:1`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no elements with a layout",
    note = "a source is a view, an `Array` or a slice; a tile of `ragged_tiles` has `copy_to`, and is a source by names"
)]
pub trait Source: sealed::Sealed {
    /// The type of the elements.
    type Element;
    #[doc(hidden)]
    type Operand: Operand;
    #[doc(hidden)]
    type Elements: Elements<Self::Element>;

    /// The layout. While this is borrowed, at its offsets are `elements` to be read, in
    /// one allocation.
    #[doc(hidden)]
    fn operand(&self) -> Self::Operand;

    #[doc(hidden)]
    fn elements(&self) -> Self::Elements;
}

/// A target, which [`copy!`](crate::copy) writes: a [`ViewMut`], an [`Array`], or a
/// mutable slice, whose layout is `n:1`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no elements with a layout that can be written",
    note = "a target is a mutable view, an `Array` or a mutable slice, and follows the sources, but in `zip_with!`; a tile of `ragged_tiles_mut` has `copy_from`"
)]
pub trait Target: Source {
    /// The target itself: of what is none there is no such type, so that the compiler says once that it is none.
    #[doc(hidden)]
    type This: Target<Element = Self::Element> + ?Sized;

    #[doc(hidden)]
    fn this(&mut self) -> &mut Self::This;

    /// While this is borrowed, nobody else has the elements.
    #[doc(hidden)]
    fn elements_mut(&mut self) -> Self::Elements;
}

impl<S: Source + ?Sized> sealed::Sealed for &S {}

#[diagnostic::do_not_recommend]
impl<S: Source + ?Sized> Source for &S {
    type Element = S::Element;
    type Operand = S::Operand;
    type Elements = S::Elements;

    #[inline(always)]
    fn operand(&self) -> S::Operand {
        S::operand(self)
    }

    #[inline(always)]
    fn elements(&self) -> S::Elements {
        S::elements(self)
    }
}

/// Implements `Source`: the parameters, the type, what are its elements, its side and where the
/// elements are, and what the latter two are of a value.
macro_rules! source {
    (
        [$($parameters:tt)*] $type:ty: $Element:ty, $Side:ty, $Elements:ty,
        |$this:ident| $side:expr, $elements:expr
    ) => {
        impl<$($parameters)*> sealed::Sealed for $type {}

        #[diagnostic::do_not_recommend]
        impl<$($parameters)*> Source for $type {
            type Element = $Element;
            type Operand = $Side;
            type Elements = $Elements;

            #[inline(always)]
            fn operand(&self) -> $Side {
                let $this = self;
                $side
            }

            #[inline(always)]
            fn elements(&self) -> $Elements {
                let $this = self;
                $elements
            }
        }
    };
}

source! {
    [R, T, L: Layout] ViewBase<R, L, NonNull<T>>: T, Prepared<L::Geometry>, At<NonNull<T>, L::Map>,
    |view| view.place().operand(), view.place().elements()
}

source! {
    [T, L: StaticLayout, const N: usize] Array<T, L, N>: T, Prepared<L::Geometry>, At<NonNull<T>, L::Map>,
    |array| array.as_view().place().operand(), array.as_view().place().elements()
}

source! {
    [T] [T]: T, SliceOperand, NonNull<T>,
    |slice| SliceOperand(slice.len()), NonNull::from(slice).cast()
}

/// Implements `Target`: the parameters, the type, and where the elements are for writing.
macro_rules! target {
    ([$($parameters:tt)*] $type:ty: |$this:ident| $elements:expr) => {
        #[diagnostic::do_not_recommend]
        impl<$($parameters)*> Target for $type {
            type This = Self;

            #[inline(always)]
            fn this(&mut self) -> &mut Self {
                self
            }

            #[inline(always)]
            fn elements_mut(&mut self) -> Self::Elements {
                let $this = self;
                $elements
            }
        }
    };
}

target! { [T, L: Layout] ViewMut<'_, T, L>: |view| view.place().elements() }
target! {
    [T, L: StaticLayout, const N: usize] Array<T, L, N>:
    |array| array.as_view_mut().place().elements()
}
target! { [T] [T]: |slice| NonNull::from(slice).cast() }

/// Names what [`copy!`](crate::copy) is given as a source, by place: the compiler looks for
/// methods through references.
pub trait AsSource {
    #[doc(hidden)]
    #[inline(always)]
    fn __layout_source(&self) -> CopyOfSource<'_, Self>
    where
        Self: Source,
    {
        CopyOf::of(self)
    }
}

impl<S: Source + ?Sized> AsSource for S {}

impl<F, E> AsSource for Ragged<F, E> {}

/// Names what [`copy!`](crate::copy) is given as a target, by place.
pub trait AsTarget {
    #[doc(hidden)]
    #[inline(always)]
    fn __layout_target(&mut self) -> &mut <Self as Target>::This
    where
        Self: Target,
    {
        self.this()
    }
}

impl<D: Target + ?Sized> AsTarget for D {}

// A view and a ragged tile are no targets, as the bound of `Target` tells.
impl<T, L: Layout> AsTarget for View<'_, T, L> {}
impl<F, E> AsTarget for Ragged<F, E> {}
