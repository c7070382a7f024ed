//! `ViewBase`: the type of all views.

#![allow(unsafe_code)]

use core::fmt;
use core::marker::PhantomData;
use core::ops::Index;
use core::ptr::NonNull;

use super::View;
use super::checked::Answer;
use super::place::{Address, Place};
use crate::{Checks, Coordinate, Geometry, Layout, Map, Part, ShapeError};

/// A reference to elements with a layout. [`View`], [`ViewMut`](super::ViewMut),
/// [`PackedView`](super::packed::PackedView) and [`PackedViewMut`](super::packed::PackedViewMut) are names of it.
///
/// `R` is the reference that a view is without its layout: `&'a T`, or `&'a mut T` where nobody else has the elements. A view
/// is `Copy`, `Send` and `Sync` if `R` is, and lives as long. `A` is the address of an element: a pointer, or
/// [`Bits`](super::packed::Bits) for elements below a byte, of which `R` is a reference to the bytes.
///
/// A function that takes views of either kind is generic over `R`:
///
/// ```
/// use core::ptr::NonNull;
/// use layout_view::{Layout, View, ViewBase, ViewMut, layout};
///
/// fn count<R, T, L: Layout>(v: &ViewBase<R, L, NonNull<T>>) -> usize {
///     v.size()
/// }
///
/// let mut buffer = [0; 8];
/// assert_eq!(count(&View::new(&buffer, layout!((2,4):(4,1)))), 8);
/// assert_eq!(count(&ViewMut::new(&mut buffer, layout!((2,3):(4,1)))), 6);
/// ```
pub struct ViewBase<R, L: Layout, A> {
    /// Invariant: for as long as `R` lives, the elements may be read, and if `R` is exclusive, nobody else has their bytes.
    place: Place<A, L::Geometry, L::Map>,
    reference: PhantomData<R>,
    layout: PhantomData<fn() -> L>,
}

// SAFETY: a view is no more than the reference `R` to its elements and plain numbers.
unsafe impl<R: Send, L: Layout, A> Send for ViewBase<R, L, A> {}
// SAFETY: the same.
unsafe impl<R: Sync, L: Layout, A> Sync for ViewBase<R, L, A> {}

impl<R: Copy, L: Layout, A: Copy> Clone for ViewBase<R, L, A> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Copy, L: Layout, A: Copy> Copy for ViewBase<R, L, A> {}

impl<R, L: Layout, A: Address> ViewBase<R, L, A> {
    /// # Safety
    ///
    /// For as long as `R` lives, the elements can be read, and if `R` is exclusive, nobody else has their bytes.
    #[inline(always)]
    pub(super) unsafe fn from_place(place: Place<A, L::Geometry, L::Map>) -> Self {
        ViewBase { place, reference: PhantomData, layout: PhantomData }
    }

    /// The memory of `count` elements by a layout.
    ///
    /// # Errors
    ///
    /// The elements are fewer than the layout spans.
    ///
    /// # Safety
    ///
    /// From `first` on, `count` elements are in one allocation. For as long as `R` lives, they can be read, and if `R` is
    /// exclusive, nobody else has their bytes.
    #[inline(always)]
    pub(super) unsafe fn among(first: A, count: usize, layout: L) -> Result<Self, ShapeError> {
        // SAFETY: by the caller.
        unsafe {
            let place = Place::among(first, count, Answer::of(&layout));
            Ok(ViewBase::from_place(place.map_err(ShapeError::of::<L>)?))
        }
    }

    #[inline(always)]
    pub(super) fn place(&self) -> &Place<A, L::Geometry, L::Map> {
        &self.place
    }

    /// The layout. Where it is swizzled, that of a part is the one that the part would have at
    /// coordinate 0: the view itself knows where the part begins.
    #[inline(always)]
    #[must_use]
    pub fn layout(&self) -> Part<L, L::Geometry> {
        <L::Map as Map>::layout(*self.place.geometry())
    }

    /// The number of coordinates.
    #[inline(always)]
    #[must_use]
    pub fn size(&self) -> usize {
        self.place.size()
    }

    /// The number of coordinates of each mode; constants where they are known at compile time.
    #[inline(always)]
    #[must_use]
    pub fn extents(&self) -> <L::Geometry as Geometry>::Extents<usize> {
        self.place.geometry().extents()
    }
}

impl<R, T, L: Layout> ViewBase<R, L, NonNull<T>> {
    /// The view for reading, while this one is borrowed.
    #[inline(always)]
    pub(super) fn shared(&self) -> View<'_, T, L> {
        // SAFETY: while `self` is borrowed, nobody writes the elements.
        unsafe { View::from_place(self.place) }
    }

    /// The value at a coordinate.
    ///
    /// # Panics
    ///
    /// If an integer of the coordinate is not below its extent.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn at<C: Coordinate<L::Geometry>>(&self, coordinate: C) -> T
    where
        T: Copy,
    {
        self[coordinate]
    }
}

impl<R, T, L: Layout, C: Coordinate<L::Geometry>> Index<C> for ViewBase<R, L, NonNull<T>> {
    type Output = T;

    #[inline(always)]
    #[track_caller]
    fn index(&self, coordinate: C) -> &T {
        // SAFETY: an element of the view.
        unsafe { self.place.at(coordinate).as_ref() }
    }
}

impl<R, T: fmt::Debug, L: Layout> fmt::Debug for ViewBase<R, L, NonNull<T>> {
    /// The layout, and the elements in the order of the 1-D coordinate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.place.write(f)?;
        f.write_str(" ")?;
        f.debug_list().entries(self.shared()).finish()
    }
}

/// The name by which a panic calls a view of the layout: its notation where that is known at compile time.
pub(super) fn name<L: Layout>() -> &'static str {
    <L::Geometry as Geometry>::Phase::name::<L::Geometry, L::Map>()
}
