//! `ViewMut`: the only reference to elements with a layout.

#![allow(unsafe_code)]

use core::fmt;
use core::marker::PhantomData;
use core::ops::{Index, IndexMut};
use core::ptr::NonNull;

use super::buffer::{TooShort, assert_array, check, too_short};
use super::pair::Whole;
use super::place::{Elements, Place};
use super::side::Static;
use super::sweep::sweep;
use super::{IndexedIter, Iter, IterMut, Modes, Of, Others, Slice, Slicer, Tile, View, Within};
use crate::bounds::Unpadded;
use crate::{Layout, Profile};

/// The only reference to elements with a layout, as `&mut [T]` is one without.
///
/// [`as_view`](ViewMut::as_view) has the functions that read; [`reborrow`](ViewMut::reborrow)
/// lends the view to a function that takes one.
///
/// ```
/// use layout_runtime::{ViewMut, layout};
///
/// let mut buffer = [0; 8];
/// let mut v = ViewMut::new(&mut buffer, layout!((2,4):(4,1)));
/// v[(1, 2)] = 7;
/// v.slice_mut((0, ..)).fill(1);
/// assert_eq!(buffer, [1, 1, 1, 1, 0, 0, 7, 0]);
/// ```
pub struct ViewMut<'a, T, L: Layout> {
    /// Invariant: for `'a`, nobody else has the elements.
    place: Place<T, L::Profile, L::Map>,
    layout: L,
    elements: PhantomData<&'a mut T>,
}

// SAFETY: a view is no more than the one reference to its elements and a layout.
unsafe impl<T: Send, L: Layout + Send> Send for ViewMut<'_, T, L> {}
// SAFETY: the same.
unsafe impl<T: Sync, L: Layout + Sync> Sync for ViewMut<'_, T, L> {}

impl<'a, T, L: Layout> ViewMut<'a, T, L> {
    /// The elements of a buffer by a layout; the first one has the smallest offset.
    ///
    /// # Panics
    ///
    /// Where the buffer has fewer elements than the layout spans.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn new(buffer: &'a mut [T], layout: L) -> Self
    where
        L::Bounds: Unpadded,
    {
        match ViewMut::try_new(buffer, layout) {
            Ok(view) => view,
            Err(error) => too_short(error),
        }
    }

    /// [`ViewMut::new`] for a buffer that may be too short.
    ///
    /// # Errors
    ///
    /// The buffer has fewer elements than the layout spans.
    #[inline(always)]
    pub fn try_new(buffer: &'a mut [T], layout: L) -> Result<Self, TooShort>
    where
        L::Bounds: Unpadded,
    {
        check::<L>(buffer.len())?;
        // SAFETY: the slice has so many elements, and is borrowed for `'a`.
        Ok(unsafe { ViewMut::from_place(Place::new(NonNull::from(buffer).cast()), layout) })
    }

    /// [`ViewMut::new`] for an array, whose length is checked while the program
    /// compiles.
    #[inline(always)]
    #[must_use]
    pub fn from_array<const N: usize>(buffer: &'a mut [T; N], layout: L) -> Self
    where
        L::Bounds: Unpadded,
    {
        ViewMut::of_array(buffer, layout)
    }

    /// [`ViewMut::from_array`] of a layout that is a view's already.
    #[inline(always)]
    pub(super) fn of_array<const N: usize>(buffer: &'a mut [T; N], layout: L) -> Self {
        const { assert_array::<L>(N) };
        // SAFETY: the array has so many elements, and is borrowed for `'a`.
        unsafe { ViewMut::from_place(Place::new(NonNull::from(buffer).cast()), layout) }
    }

    /// The elements at a pointer by a layout; the one at `first` has the smallest offset.
    ///
    /// # Safety
    ///
    /// `first` is not null and aligned. For `'a`, from there on `COSIZE` elements lie in one
    /// allocation, and those at the layout's offsets can be read and written, and are by
    /// nobody else.
    #[inline(always)]
    #[must_use]
    pub unsafe fn from_ptr(first: *mut T, layout: L) -> Self
    where
        L::Bounds: Unpadded,
    {
        // SAFETY: by the caller.
        unsafe { ViewMut::from_place(Place::new(NonNull::new_unchecked(first)), layout) }
    }

    /// # Safety
    ///
    /// For `'a`, nobody else has the elements.
    #[inline(always)]
    pub(super) unsafe fn from_place(place: Place<T, L::Profile, L::Map>, layout: L) -> Self {
        ViewMut { place, layout, elements: PhantomData }
    }

    /// The layout, as [`View::layout`].
    #[inline(always)]
    #[must_use]
    pub fn layout(&self) -> L {
        self.layout
    }

    /// The number of coordinates.
    #[inline(always)]
    #[must_use]
    pub fn size(&self) -> usize {
        L::Profile::SIZE
    }

    /// The view for reading.
    #[inline(always)]
    #[must_use]
    pub fn as_view(&self) -> View<'_, T, L> {
        // SAFETY: while `self` is borrowed, nobody writes the elements.
        unsafe { View::from_place(self.place, self.layout) }
    }

    /// The view for reading, for as long as it lives.
    #[inline(always)]
    #[must_use]
    pub fn into_view(self) -> View<'a, T, L> {
        // SAFETY: nobody else has the elements, and this view ends here.
        unsafe { View::from_place(self.place, self.layout) }
    }

    /// The view for a shorter time.
    #[inline(always)]
    #[must_use]
    pub fn reborrow(&mut self) -> ViewMut<'_, T, L> {
        // SAFETY: while `self` is borrowed, only the new view has the elements.
        unsafe { ViewMut::from_place(self.place, self.layout) }
    }

    /// The element at a coordinate; `None` where an integer of it is not below its
    /// extent.
    #[inline(always)]
    #[must_use]
    pub fn get<C: Within<L::Profile>>(&self, coordinate: C) -> Option<&T> {
        self.as_view().get(coordinate)
    }

    /// The element at a coordinate; `None` where an integer of it is not below its
    /// extent.
    #[inline(always)]
    #[must_use]
    pub fn get_mut<C: Within<L::Profile>>(&mut self, coordinate: C) -> Option<&mut T> {
        // SAFETY: while `self` is borrowed, nobody else has the element.
        self.place.get(coordinate).map(|mut element| unsafe { element.as_mut() })
    }

    /// [`ViewMut::get_mut`] for as long as this view lives.
    #[inline(always)]
    #[must_use]
    pub fn into_mut<C: Within<L::Profile>>(self, coordinate: C) -> Option<&'a mut T> {
        // SAFETY: nobody else has the element, and this view ends here.
        self.place.get(coordinate).map(|mut element| unsafe { element.as_mut() })
    }

    /// The value at a coordinate.
    ///
    /// # Panics
    ///
    /// Where an integer of the coordinate is not below its extent.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn at<C: Within<L::Profile>>(&self, coordinate: C) -> T
    where
        T: Copy,
    {
        self[coordinate]
    }

    /// [`ViewMut::get_mut`] without the check.
    ///
    /// # Safety
    ///
    /// Each integer of the coordinate is below its extent.
    #[inline(always)]
    #[must_use]
    pub unsafe fn get_unchecked_mut<C: Within<L::Profile>>(&mut self, coordinate: C) -> &mut T {
        // SAFETY: by the caller; while `self` is borrowed, nobody else has the element.
        unsafe { self.place.get_unchecked(coordinate).as_mut() }
    }

    /// The elements, in the order of the 1-D coordinate.
    #[inline(always)]
    #[must_use]
    pub fn iter(&self) -> Iter<'_, T, L> {
        self.as_view().iter()
    }

    /// The elements with their natural coordinates, in the order of the 1-D coordinate.
    #[inline(always)]
    #[must_use]
    pub fn indexed_iter(&self) -> IndexedIter<'_, T, L> {
        self.as_view().indexed_iter()
    }

    /// The elements, in the order of the 1-D coordinate. Does not compile where two
    /// coordinates share an element.
    ///
    /// ```
    /// use layout_runtime::{ViewMut, layout};
    ///
    /// let mut buffer = [0; 4];
    /// let mut v = ViewMut::new(&mut buffer, layout!((2,2):(2,1)));
    /// for (i, x) in v.iter_mut().enumerate() {
    ///     *x = i;
    /// }
    /// assert_eq!(buffer, [0, 2, 1, 3]);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn iter_mut(&mut self) -> IterMut<'_, T, L> {
        IterMut::new(self.reborrow())
    }

    /// Sets every element, in the order in which they lie in memory.
    #[inline(always)]
    pub fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        let place = self.place;
        let side = <Static<L::Profile>>::NEW;
        sweep(Whole(side, side), |_, offset| {
            // SAFETY: the offset of an element of the view, which is borrowed.
            unsafe { place.element(offset).as_mut() }.clone_from(&value);
        });
    }

    /// The elements, or some of them, by another layout, as [`View::with_layout`].
    #[inline(always)]
    #[must_use]
    pub fn with_layout_mut<M: Layout<Bounds: Unpadded>>(&mut self, layout: M) -> ViewMut<'_, T, M> {
        self.reborrow().into_layout(layout)
    }

    /// [`ViewMut::with_layout_mut`] for as long as this view lives.
    #[inline(always)]
    #[must_use]
    pub fn into_layout<M: Layout<Bounds: Unpadded>>(self, layout: M) -> ViewMut<'a, T, M> {
        // SAFETY: elements of this view, which ends here.
        unsafe { ViewMut::from_place(self.place.with_layout(), layout) }
    }

    /// The modes in which the slicer has `..`, as [`View::slice`].
    ///
    /// # Panics
    ///
    /// Where an integer of the slicer is not below its extent.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn slice_mut<S: Slicer<L::Profile>>(&mut self, slicer: S) -> ViewMut<'_, T, Slice<S, L>>
    where
        S::Before<()>: Modes,
    {
        // SAFETY: elements of this view, which is borrowed.
        unsafe { ViewMut::from_place(self.place.slice(slicer), Of::NEW) }
    }

    /// The tile at a coordinate of the modes after the first, as [`View::tile`].
    ///
    /// # Panics
    ///
    /// Where an integer of the coordinate is not below its extent.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn tile_mut<C>(&mut self, coordinate: C) -> ViewMut<'_, T, Tile<L>>
    where
        C: Within<<L::Profile as Profile>::Tail>,
    {
        // SAFETY: elements of this view, which is borrowed.
        unsafe { ViewMut::from_place(self.place.tile(coordinate), Of::NEW) }
    }

    /// What follows the first mode, with that at a coordinate, as [`View::part`].
    ///
    /// # Panics
    ///
    /// Where an integer of the coordinate is not below its extent.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn part_mut<C>(&mut self, coordinate: C) -> ViewMut<'_, T, Others<L>>
    where
        C: Within<<L::Profile as Profile>::Head>,
    {
        // SAFETY: elements of this view, which is borrowed.
        unsafe { ViewMut::from_place(self.place.part(coordinate), Of::NEW) }
    }

    /// [`ViewMut::into_mut`], or a panic.
    #[inline(always)]
    #[track_caller]
    pub(super) fn element_mut<C: Within<L::Profile>>(self, coordinate: C) -> &'a mut T {
        // SAFETY: nobody else has the element, and this view ends here.
        unsafe { self.place.at(coordinate).as_mut() }
    }

    #[inline(always)]
    pub(super) fn place(&self) -> Place<T, L::Profile, L::Map> {
        self.place
    }
}

impl<T, L: Layout, C: Within<L::Profile>> Index<C> for ViewMut<'_, T, L> {
    type Output = T;

    #[inline(always)]
    #[track_caller]
    fn index(&self, coordinate: C) -> &T {
        self.as_view().element(coordinate)
    }
}

impl<T, L: Layout, C: Within<L::Profile>> IndexMut<C> for ViewMut<'_, T, L> {
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, coordinate: C) -> &mut T {
        self.reborrow().element_mut(coordinate)
    }
}

impl<T: fmt::Debug, L: Layout> fmt::Debug for ViewMut<'_, T, L> {
    /// The layout, and the elements in the order of the 1-D coordinate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_view().fmt(f)
    }
}
