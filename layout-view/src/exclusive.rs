//! `ViewMut`: the only reference to elements with a layout.

#![allow(unsafe_code)]

use core::ops::IndexMut;
use core::ptr::NonNull;

use super::argument::Is;
use super::base::name;
use super::buffer::viewed;
use super::checked::Answer;
use super::domain::Elementwise;
use super::iter::{IndexedIter, Iter, IterMut};
use super::loop_nest::elements::for_each_element;
use super::place::{Address, Elements, Place};
use super::{Others, Slice, Slicer, Tile, ViewBase, walk};
use crate::__private::made;
use crate::bounds::Unpadded;
use crate::dynamic::ShapeError;
use crate::proofs::{Fits, Injective, Modes, Within};
use crate::{Coordinate, Geometry, Layout, Profile};
use layout_runtime::Slices;
use layout_runtime::internals::{Kept, Walk};

/// The only reference to elements with a layout, as `&mut [T]` is one without.
///
/// [`as_view`](ViewMut::as_view) has the functions that read; [`reborrow`](ViewMut::reborrow)
/// lends the view to a function that takes one.
///
/// ```
/// use layout_view::{ViewMut, layout};
///
/// let mut buffer = [0; 8];
/// let mut v = ViewMut::new(&mut buffer, layout!((2,4):(4,1)));
/// v[(1, 2)] = 7;
/// v.slice_mut((0, ..)).fill(1);
/// assert_eq!(buffer, [1, 1, 1, 1, 0, 0, 7, 0]);
/// ```
pub type ViewMut<'a, T, L> = ViewBase<&'a mut T, L, NonNull<T>>;

impl<'a, T, L: Layout> ViewMut<'a, T, L> {
    /// The elements of a buffer by a layout; the first one has the smallest offset.
    ///
    /// # Panics
    ///
    /// If the buffer has fewer elements than the layout spans.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn new(buffer: &'a mut [T], layout: impl Is<L, T, Bounds: Unpadded>) -> Self {
        let layout = layout.this();
        viewed(ViewMut::of_slice(buffer, layout), layout)
    }

    /// [`ViewMut::new`] for a buffer that may be too short.
    ///
    /// # Errors
    ///
    /// The buffer has fewer elements than the layout spans.
    #[inline(always)]
    pub fn try_new(
        buffer: &'a mut [T],
        layout: impl Is<L, T, Bounds: Unpadded>,
    ) -> Result<Self, ShapeError> {
        ViewMut::of_slice(buffer, layout.this())
    }

    #[inline(always)]
    fn of_slice(buffer: &'a mut [T], layout: L) -> Result<Self, ShapeError> {
        let count = buffer.len();
        // SAFETY: the slice is in one allocation, and is borrowed for `'a`.
        unsafe { ViewBase::among(NonNull::from(buffer).cast(), count, layout) }
    }

    /// The elements of a buffer by a layout whose offset 0 is at the element `start`, as a tensor has
    /// it that is a part of its storage: negative strides reach back from there.
    ///
    /// # Errors
    ///
    /// An offset of the layout is before the buffer or past its end. A layout without coordinates has none,
    /// whatever `start` is.
    ///
    /// ```
    /// use layout_view::dynamic::strided;
    /// use layout_view::{ViewMut, layout};
    ///
    /// let mut buffer = *b"abcdefgh";
    /// let mut v = ViewMut::try_from_start(&mut buffer, 5, strided([3], [-2])?)?;
    /// v[1] = b'.';
    /// assert_eq!(&buffer, b"abc.efgh");
    /// assert!(ViewMut::try_from_start(&mut buffer, 5, layout!(4:-2)).is_err());
    /// # Ok::<(), layout_view::ShapeError>(())
    /// ```
    #[inline]
    pub fn try_from_start(
        buffer: &'a mut [T],
        start: usize,
        layout: impl Is<L, T, Bounds: Unpadded>,
    ) -> Result<Self, ShapeError> {
        let layout = layout.this();
        let count = buffer.len();
        let first = NonNull::from(buffer).cast();
        // SAFETY: the slice is in one allocation, and is borrowed for `'a`.
        unsafe {
            let place = Place::around(first, count, start, Answer::of(&layout));
            Ok(ViewMut::from_place(place.map_err(ShapeError::of::<L>)?))
        }
    }

    /// [`ViewMut::new`] for an array, whose length is checked while the program
    /// compiles.
    #[inline(always)]
    #[must_use]
    pub fn from_array<const N: usize>(buffer: &'a mut [T; N], layout: L) -> Self
    where
        L: Layout<Geometry: Profile, Bounds: Unpadded>,
    {
        let () = Fits::<L, N>::SHOWN;
        ViewMut::of_array(buffer, layout)
    }

    /// [`ViewMut::from_array`] of a layout that is a view's already.
    #[inline(always)]
    pub(super) fn of_array<const N: usize>(buffer: &'a mut [T; N], layout: L) -> Self
    where
        L::Geometry: Profile,
    {
        let () = Fits::<L, N>::SHOWN;
        // SAFETY: the array has the elements of the layout, and is borrowed for `'a`.
        unsafe {
            ViewMut::from_place(Place::at_first(NonNull::from(buffer).cast(), Answer::of(&layout)))
        }
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
        unsafe {
            let first = NonNull::new_unchecked(first);
            ViewMut::from_place(Place::at_first(first, Answer::of(&layout)))
        }
    }

    /// The element at a coordinate; `None` where an integer of it is not below its
    /// extent.
    #[inline(always)]
    #[must_use]
    pub fn get<C: Coordinate<L::Geometry>>(&self, coordinate: C) -> Option<&T> {
        self.as_view().get(coordinate)
    }

    /// The element at a coordinate; `None` where an integer of it is not below its
    /// extent.
    #[inline(always)]
    #[must_use]
    pub fn get_mut<C: Coordinate<L::Geometry>>(&mut self, coordinate: C) -> Option<&mut T> {
        // SAFETY: while `self` is borrowed, nobody else has the element.
        self.place().get(coordinate).map(|mut element| unsafe { element.as_mut() })
    }

    /// [`ViewMut::get_mut`] for as long as this view lives.
    #[inline(always)]
    #[must_use]
    pub fn into_mut<C: Coordinate<L::Geometry>>(self, coordinate: C) -> Option<&'a mut T> {
        // SAFETY: nobody else has the element, and this view ends here.
        self.place().get(coordinate).map(|mut element| unsafe { element.as_mut() })
    }

    /// [`ViewMut::get_mut`] without the check.
    ///
    /// # Safety
    ///
    /// Each integer of the coordinate is below its extent.
    #[inline(always)]
    #[must_use]
    pub unsafe fn get_unchecked_mut<C: Coordinate<L::Geometry>>(
        &mut self,
        coordinate: C,
    ) -> &mut T {
        // SAFETY: by the caller; while `self` is borrowed, nobody else has the element.
        unsafe { self.place().get_unchecked(coordinate).as_mut() }
    }

    /// The elements, in the order of the 1-D coordinate.
    #[inline(always)]
    pub fn iter(&self) -> Iter<'_, T, L> {
        self.as_view().iter()
    }

    /// The elements with their natural coordinates, in the order of the 1-D coordinate.
    #[inline(always)]
    pub fn indexed_iter(&self) -> IndexedIter<'_, T, L> {
        self.as_view().indexed_iter()
    }

    /// The elements, in the order of the 1-D coordinate. Does not compile where two
    /// coordinates share an element.
    ///
    /// ```
    /// use layout_view::{ViewMut, layout};
    ///
    /// let mut buffer = [0; 4];
    /// let mut v = ViewMut::new(&mut buffer, layout!((2,2):(2,1)));
    /// for (i, x) in v.iter_mut().enumerate() {
    ///     *x = i;
    /// }
    /// assert_eq!(buffer, [0, 2, 1, 3]);
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn iter_mut(&mut self) -> IterMut<'_, T, L> {
        let () = Injective::<L::Geometry>::SHOWN;
        made(self.try_iter_mut())
    }

    /// [`ViewMut::iter_mut`] for numbers that may be wrong.
    ///
    /// # Errors
    ///
    /// A stride is not above what the leaves below it reach.
    #[inline(always)]
    pub fn try_iter_mut(&mut self) -> Result<IterMut<'_, T, L>, ShapeError> {
        let () = Injective::<L::Geometry>::SHOWN;
        IterMut::new(self.reborrow())
    }

    /// Calls a function with every element, in the order of the 1-D coordinate: more than
    /// once with one that several coordinates share.
    #[inline(always)]
    pub fn for_each_mut(&mut self, mut f: impl FnMut(&mut T)) {
        let place = self.place().elements();
        walk(self.place().geometry()).fold_offsets((), |(), offset| {
            // SAFETY: a walk visits the offsets of coordinates. The view is borrowed, and the
            // reference ends before the next.
            f(unsafe { place.element(offset).as_mut() });
        });
    }

    /// Sets every element, in the order in which they lie in memory.
    #[inline(always)]
    pub fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        if let Some(slice) = self.as_slice_mut() {
            return slice.fill(value);
        }
        let (operand, all) = (self.place().operand(), self.place().elements());
        // SAFETY: elements of the view, which is borrowed, by its layout.
        unsafe {
            for_each_element(Elementwise(operand, operand), all, all, |_, mut element| {
                element.as_mut().clone_from(&value)
            });
        }
    }

    /// [`ViewMut::into_mut`], or a panic.
    #[inline(always)]
    #[track_caller]
    pub(super) fn element_mut<C: Coordinate<L::Geometry>>(self, coordinate: C) -> &'a mut T {
        // SAFETY: nobody else has the element, and this view ends here.
        unsafe { self.place().at(coordinate).as_mut() }
    }
}

impl<'a, T, L: Layout, A: Address> ViewBase<&'a mut T, L, A> {
    /// The view for reading.
    #[inline(always)]
    #[must_use]
    pub fn as_view(&self) -> ViewBase<&T, L, A> {
        // SAFETY: while `self` is borrowed, nobody writes the elements.
        unsafe { ViewBase::from_place(*self.place()) }
    }

    /// The view for reading, for as long as it lives.
    #[inline(always)]
    #[must_use]
    pub fn into_view(self) -> ViewBase<&'a T, L, A> {
        // SAFETY: nobody else has the elements, and this view ends here.
        unsafe { ViewBase::from_place(*self.place()) }
    }

    /// The view for a shorter time.
    #[inline(always)]
    #[must_use]
    pub fn reborrow(&mut self) -> ViewBase<&mut T, L, A> {
        // SAFETY: while `self` is borrowed, only the new view has the elements.
        unsafe { ViewBase::from_place(*self.place()) }
    }

    /// The elements, or some of them, by another layout, as [`View::with_layout`](crate::View::with_layout).
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn with_layout_mut<M: Layout>(
        &mut self,
        layout: impl Is<M, Bounds: Unpadded>,
    ) -> ViewBase<&mut T, M, A> {
        let () = Within::<L, M>::SHOWN;
        made(self.reborrow().into_within(layout.this()))
    }

    /// [`ViewMut::with_layout_mut`] for as long as this view lives.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn into_layout<M: Layout>(
        self,
        layout: impl Is<M, Bounds: Unpadded>,
    ) -> ViewBase<&'a mut T, M, A> {
        let () = Within::<L, M>::SHOWN;
        made(self.into_within(layout.this()))
    }

    /// [`ViewMut::into_layout`] for run-time numbers that may be wrong.
    ///
    /// # Errors
    ///
    /// An offset of the new layout is none of this view's, or it could not be shown that it is one.
    #[inline(always)]
    pub fn try_into_layout<M: Layout>(
        self,
        layout: impl Is<M, Bounds: Unpadded>,
    ) -> Result<ViewBase<&'a mut T, M, A>, ShapeError> {
        let () = Within::<L, M>::SHOWN;
        self.into_within(layout.this())
    }

    /// [`ViewMut::try_into_layout`] for public functions, which name what it rests on themselves.
    #[inline(always)]
    pub(super) fn into_within<M: Layout>(
        self,
        layout: M,
    ) -> Result<ViewBase<&'a mut T, M, A>, ShapeError> {
        // SAFETY: elements of this view, which ends here.
        Ok(unsafe { ViewBase::from_place(self.place().with_layout(Answer::of(&layout))?) })
    }

    /// The modes in which the slicer has `..`, as [`View::slice`](crate::View::slice).
    ///
    /// # Panics
    ///
    /// If an integer of the slicer is not below its extent.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn slice_mut<S: Slicer<L::Geometry>>(
        &mut self,
        slicer: impl Slices<L::Geometry, S>,
    ) -> ViewBase<&mut T, Slice<S, L>, A>
    where
        S::Before<()>: Kept,
    {
        match self.place().slice(slicer.this()) {
            // SAFETY: elements of this view, which is borrowed.
            Ok(place) => unsafe { ViewBase::from_place(place) },
            Err(refused) => refused.panic(name::<L>()),
        }
    }

    /// [`ViewMut::slice_mut`] for numbers that may be wrong.
    ///
    /// # Errors
    ///
    /// An integer is not below its extent, or a range ends before it starts or past its extent.
    #[inline(always)]
    pub fn try_slice_mut<S: Slicer<L::Geometry>>(
        &mut self,
        slicer: impl Slices<L::Geometry, S>,
    ) -> Result<ViewBase<&mut T, Slice<S, L>, A>, ShapeError>
    where
        S::Before<()>: Kept,
    {
        match self.place().slice(slicer.this()) {
            // SAFETY: elements of this view, which is borrowed.
            Ok(place) => Ok(unsafe { ViewBase::from_place(place) }),
            Err(refused) => Err(refused.error()),
        }
    }

    /// The tile at a coordinate of the modes after the first, as [`View::tile`](crate::View::tile).
    ///
    /// # Panics
    ///
    /// If an integer of the coordinate is not below its extent.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn tile_mut<C>(&mut self, coordinate: C) -> ViewBase<&mut T, Tile<L>, A>
    where
        C: Coordinate<<L::Geometry as Geometry>::Tail>,
    {
        let () = Modes::<L::Geometry>::TILES;
        // SAFETY: elements of this view, which is borrowed.
        unsafe { ViewBase::from_place(self.place().tile(coordinate)) }
    }

    /// The modes after the first, with the first at a coordinate, as [`View::part`](crate::View::part).
    ///
    /// # Panics
    ///
    /// If an integer of the coordinate is not below its extent.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn part_mut<C>(&mut self, coordinate: C) -> ViewBase<&mut T, Others<L>, A>
    where
        C: Coordinate<<L::Geometry as Geometry>::Head>,
    {
        let () = Modes::<L::Geometry>::PARTS;
        // SAFETY: elements of this view, which is borrowed.
        unsafe { ViewBase::from_place(self.place().part(coordinate)) }
    }
}

impl<T, L: Layout, C: Coordinate<L::Geometry>> IndexMut<C> for ViewMut<'_, T, L> {
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, coordinate: C) -> &mut T {
        // SAFETY: while `self` is borrowed, nobody else has the element.
        unsafe { self.place().at(coordinate).as_mut() }
    }
}
