//! `DynamicViewMut`: the only reference to elements with a layout.

#![allow(unsafe_code)]

use core::fmt;
use core::marker::PhantomData;
use core::ops::{Index, IndexMut};
use core::ptr::NonNull;

use super::super::found::visit;
use super::super::pair::Whole;
use super::iter::DynamicIterMut;
use super::layout::{DynamicLayout, Unswizzled};
use super::place::Place;
use super::slicer::{DynamicSlice, DynamicSlicer, KeptModes};
use super::tiler::DynamicTiler;
use super::tiles::DynamicTilesMut;
use super::{DynamicView, write};
use crate::__private::made;
use crate::bounds::Unpadded;
use crate::dynamic::{DynamicCoordinate, Modes, ShapeError};

/// The only reference to elements with a layout whose numbers the run knows.
///
/// [`as_view`](DynamicViewMut::as_view) has the functions that read.
///
/// ```
/// use layout_runtime::view::DynamicViewMut;
/// use layout_runtime::{Dynamic, Extent, Fixed, Mode};
///
/// // (2,3):(1,ld)
/// let rows = Mode { extent: Fixed::<2>, stride: Fixed::<1> };
/// let columns = Mode { extent: Extent::new(3), stride: 4 };
/// let layout = Dynamic::<_, 2>::new((rows, columns))?;
///
/// let mut buffer = [0; 10];
/// let mut v = DynamicViewMut::new(&mut buffer, layout);
/// v.fill(1);
/// v[(1, 2)] = 7;
/// assert_eq!(format!("{v:?}"), "(2,3):(1,4) [1, 1, 1, 1, 1, 7]");
/// assert_eq!(buffer, [1, 1, 0, 0, 1, 1, 0, 0, 1, 7]);
/// # Ok::<(), layout_runtime::ShapeError>(())
/// ```
pub struct DynamicViewMut<'a, T, M: Modes> {
    /// Invariant: for `'a`, nobody else has the elements.
    place: Place<T, M>,
    elements: PhantomData<&'a mut T>,
}

// SAFETY: a view is no more than the one reference to its elements and plain numbers.
unsafe impl<T: Send, M: Modes> Send for DynamicViewMut<'_, T, M> {}
// SAFETY: the same.
unsafe impl<T: Sync, M: Modes> Sync for DynamicViewMut<'_, T, M> {}

impl<'a, T, M: Modes> DynamicViewMut<'a, T, M> {
    /// The elements of a buffer by a layout; the first one has the smallest offset.
    ///
    /// # Panics
    ///
    /// Where the buffer has fewer elements than the layout spans.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn new<L>(buffer: &'a mut [T], layout: L) -> Self
    where
        L: DynamicLayout<Modes = M, Map: Unswizzled, Bounds: Unpadded>,
    {
        made(DynamicViewMut::try_new(buffer, layout))
    }

    /// [`DynamicViewMut::new`] for a buffer that may be too short.
    ///
    /// # Errors
    ///
    /// The buffer has fewer elements than the layout spans.
    #[inline]
    pub fn try_new<L>(buffer: &'a mut [T], layout: L) -> Result<Self, ShapeError>
    where
        L: DynamicLayout<Modes = M, Map: Unswizzled, Bounds: Unpadded>,
    {
        // SAFETY: the slice is in one allocation, and is borrowed for `'a`.
        unsafe { Ok(DynamicViewMut::from_place(Place::new(NonNull::from(buffer), &layout)?)) }
    }

    /// The elements at a pointer by a layout, as [`DynamicView::from_ptr`].
    ///
    /// ```
    /// use layout_runtime::view::DynamicViewMut;
    /// use layout_runtime::{Dynamic, Extent, Mode};
    ///
    /// let mut buffer = [0; 6];
    /// let every_other = Dynamic::<_, 1>::new(Mode { extent: Extent::new(3), stride: 2 })?;
    /// // SAFETY: the layout spans five of the elements, which nobody else has.
    /// unsafe { DynamicViewMut::from_ptr(buffer.as_mut_ptr(), every_other) }.fill(7);
    /// assert_eq!(buffer, [7, 0, 7, 0, 7, 0]);
    /// # Ok::<(), layout_runtime::ShapeError>(())
    /// ```
    ///
    /// # Safety
    ///
    /// As [`DynamicView::from_ptr`], where for `'a` nobody else has the elements.
    #[inline(always)]
    #[must_use]
    pub unsafe fn from_ptr<L>(first: *mut T, layout: L) -> Self
    where
        L: DynamicLayout<Modes = M, Map: Unswizzled, Bounds: Unpadded>,
    {
        // SAFETY: by the caller.
        unsafe {
            let first = NonNull::new_unchecked(first);
            DynamicViewMut::from_place(Place::at_first(first, &layout))
        }
    }

    /// # Safety
    ///
    /// For `'a`, nobody else has the elements.
    #[inline(always)]
    pub(in crate::view) unsafe fn from_place(place: Place<T, M>) -> Self {
        DynamicViewMut { place, elements: PhantomData }
    }

    #[inline(always)]
    pub(in crate::view) fn place(&self) -> &Place<T, M> {
        &self.place
    }

    /// The extents and strides.
    #[inline(always)]
    #[must_use]
    pub fn modes(&self) -> M {
        *self.place.modes()
    }

    /// The number of coordinates of each mode; constants where the compiler knows them.
    #[inline(always)]
    #[must_use]
    pub fn extents(&self) -> M::Extents {
        self.place.modes().extents()
    }

    /// The number of coordinates.
    #[inline(always)]
    #[must_use]
    pub fn size(&self) -> usize {
        self.place.size()
    }

    /// The view for reading.
    #[inline(always)]
    #[must_use]
    pub fn as_view(&self) -> DynamicView<'_, T, M> {
        // SAFETY: while `self` is borrowed, nobody writes the elements.
        unsafe { DynamicView::from_place(self.place) }
    }

    /// The view for a shorter time.
    #[inline(always)]
    #[must_use]
    pub fn reborrow(&mut self) -> DynamicViewMut<'_, T, M> {
        // SAFETY: while `self` is borrowed, only the new view has the elements.
        unsafe { DynamicViewMut::from_place(self.place) }
    }

    /// The element at a coordinate; `None` where an integer of it is not below its
    /// extent.
    #[inline(always)]
    #[must_use]
    pub fn get<C: DynamicCoordinate<M>>(&self, coordinate: C) -> Option<&T> {
        self.as_view().get(coordinate)
    }

    /// The element at a coordinate; `None` where an integer of it is not below its
    /// extent.
    #[inline(always)]
    #[must_use]
    pub fn get_mut<C: DynamicCoordinate<M>>(&mut self, coordinate: C) -> Option<&mut T> {
        // SAFETY: while `self` is borrowed, nobody else has the element.
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
    pub fn at<C: DynamicCoordinate<M>>(&self, coordinate: C) -> T
    where
        T: Copy,
    {
        self[coordinate]
    }

    /// [`DynamicViewMut::get_mut`] without the check.
    ///
    /// # Safety
    ///
    /// Each integer of the coordinate is below its extent.
    #[inline(always)]
    #[must_use]
    pub unsafe fn get_unchecked_mut<C: DynamicCoordinate<M>>(&mut self, coordinate: C) -> &mut T {
        // SAFETY: by the caller; while `self` is borrowed, nobody else has the element.
        unsafe { self.place.get_unchecked(coordinate).as_mut() }
    }

    /// The elements, in the order of the 1-D coordinate.
    ///
    /// ```
    /// use layout_runtime::view::DynamicViewMut;
    /// use layout_runtime::{Dynamic, Extent, Fixed, Mode};
    ///
    /// let rows = Mode { extent: Extent::new(2), stride: 2 };
    /// let columns = Mode { extent: Extent::new(2), stride: Fixed::<1> };
    /// let mut buffer = [0; 4];
    /// let mut v = DynamicViewMut::new(&mut buffer, Dynamic::<_, 2>::new((rows, columns))?);
    /// for (i, x) in v.iter_mut().enumerate() {
    ///     *x = i;
    /// }
    /// assert_eq!(buffer, [0, 2, 1, 3]);
    /// # Ok::<(), layout_runtime::ShapeError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Where a stride is not above what the leaves below it reach, so that two coordinates could
    /// share an element.
    #[inline(always)]
    #[track_caller]
    pub fn iter_mut(&mut self) -> DynamicIterMut<'_, T, M> {
        match self.try_iter_mut() {
            Ok(elements) => elements,
            Err(error) => error.panic(),
        }
    }

    /// [`DynamicViewMut::iter_mut`] where the run may give wrong numbers.
    ///
    /// # Errors
    ///
    /// A stride is not above what the leaves below it reach.
    #[inline(always)]
    pub fn try_iter_mut(&mut self) -> Result<DynamicIterMut<'_, T, M>, ShapeError> {
        DynamicIterMut::new(self.reborrow())
    }

    /// Calls a function with every element, in the order of the 1-D coordinate: more than
    /// once with one that several coordinates share.
    #[inline(always)]
    pub fn for_each_mut(&mut self, mut f: impl FnMut(&mut T)) {
        let place = self.place;
        place.walk().fold((), |(), cursor| {
            // SAFETY: a walk visits the offsets of coordinates. The view is borrowed, and the
            // reference ends before the next.
            f(unsafe { place.element(cursor.offset).as_mut() });
        });
    }

    /// Sets every element, in the order in which they lie in memory.
    #[inline(always)]
    pub fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        let (side, zero) = (self.place.ready(), self.place.zero());
        // SAFETY: elements of the view, which is borrowed, by its layout.
        unsafe {
            visit(Whole(side, side), zero, zero, |_, mut element| {
                element.as_mut().clone_from(&value);
            });
        }
    }

    /// The modes that a slicer keeps, as [`DynamicView::slice`].
    ///
    /// # Panics
    ///
    /// Where an integer is not below its extent, or a range is empty or ends above it.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn slice_mut<S: DynamicSlicer<M>>(
        &mut self,
        slicer: S,
    ) -> DynamicViewMut<'_, T, DynamicSlice<S, M>>
    where
        S::Before<()>: KeptModes,
    {
        made(self.try_slice_mut(slicer))
    }

    /// [`DynamicViewMut::slice_mut`] where the run may give wrong numbers.
    ///
    /// # Errors
    ///
    /// An integer is not below its extent, or a range is empty or ends above it.
    #[inline(always)]
    pub fn try_slice_mut<S: DynamicSlicer<M>>(
        &mut self,
        slicer: S,
    ) -> Result<DynamicViewMut<'_, T, DynamicSlice<S, M>>, ShapeError>
    where
        S::Before<()>: KeptModes,
    {
        // SAFETY: elements of this view, which is borrowed.
        self.place.slice(slicer).map(|place| unsafe { DynamicViewMut::from_place(place) })
    }

    /// The tiles, as [`DynamicView::tiles`]: each is a view of its own, which another thread may
    /// have.
    ///
    /// No two tiles share a coordinate; that no two coordinates share an element is
    /// decided here, from the strides and extents: in the order of their strides, each leaf
    /// has to step over what those before it reach. So have rows, columns, padded ones, blocks and
    /// what is reversed.
    ///
    /// ```
    /// use layout_runtime::view::{DynamicViewMut, Ragged};
    /// use layout_runtime::{Dynamic, Extent, Fixed, Mode};
    ///
    /// let rows = Mode { extent: Extent::new(4), stride: 5 };
    /// let columns = Mode { extent: Extent::new(5), stride: Fixed::<1> };
    /// let mut buffer = [0; 20];
    /// let mut v = DynamicViewMut::new(&mut buffer, Dynamic::<_, 2>::new((rows, columns))?);
    /// std::thread::scope(|scope| {
    ///     for (k, (_, tile)) in v.tiles_mut((Fixed::<2>, Fixed::<3>)).enumerate() {
    ///         scope.spawn(move || match tile {
    ///             Ragged::Full(mut tile) => tile.fill(k),
    ///             Ragged::Edge(mut tile) => tile.fill(k),
    ///         });
    ///     }
    /// });
    /// assert_eq!(buffer[..10], [0, 0, 0, 2, 2, 0, 0, 0, 2, 2]);
    /// assert_eq!(buffer[10..], [1, 1, 1, 3, 3, 1, 1, 1, 3, 3]);
    /// # Ok::<(), layout_runtime::ShapeError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Where an extent of the run is 0, or a stride is not above what the leaves below it reach.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn tiles_mut<S: DynamicTiler<M>>(&mut self, tiler: S) -> DynamicTilesMut<'_, T, M, S> {
        made(self.try_tiles_mut(tiler))
    }

    /// [`DynamicViewMut::tiles_mut`] where the run may give wrong numbers.
    ///
    /// # Errors
    ///
    /// An extent is 0, or a stride is not above what the leaves below it reach.
    ///
    /// ```
    /// use layout_runtime::view::DynamicViewMut;
    /// use layout_runtime::{Dynamic, Extent, Fixed, Mode};
    ///
    /// // Windows of three elements share some.
    /// let starts = Mode { extent: Extent::new(8), stride: 1 };
    /// let windows = (starts, Mode { extent: Fixed::<3>, stride: Fixed::<1> });
    /// let mut buffer = [0; 10];
    /// let mut v = DynamicViewMut::new(&mut buffer, Dynamic::<_, 2>::new(windows)?);
    /// assert_eq!(
    ///     v.try_tiles_mut((Fixed::<4>, ..)).err().unwrap().to_string(),
    ///     "leaf = 1, extent = 3, stride = 1, reach = 7 and a stride must be above what the \
    ///      leaves below it reach, for mutable elements that no two coordinates share"
    /// );
    /// # Ok::<(), layout_runtime::ShapeError>(())
    /// ```
    #[inline]
    pub fn try_tiles_mut<S: DynamicTiler<M>>(
        &mut self,
        tiler: S,
    ) -> Result<DynamicTilesMut<'_, T, M, S>, ShapeError> {
        self.reborrow().try_into_tiles(tiler)
    }

    /// [`DynamicViewMut::try_tiles_mut`] for as long as this view lives.
    ///
    /// # Errors
    ///
    /// The same.
    #[inline]
    pub fn try_into_tiles<S: DynamicTiler<M>>(
        self,
        tiler: S,
    ) -> Result<DynamicTilesMut<'a, T, M, S>, ShapeError> {
        DynamicTilesMut::new(self, tiler)
    }
}

impl<T, M: Modes, C: DynamicCoordinate<M>> Index<C> for DynamicViewMut<'_, T, M> {
    type Output = T;

    #[inline(always)]
    #[track_caller]
    fn index(&self, coordinate: C) -> &T {
        // SAFETY: an element of the view.
        unsafe { self.place.at(coordinate).as_ref() }
    }
}

impl<T, M: Modes, C: DynamicCoordinate<M>> IndexMut<C> for DynamicViewMut<'_, T, M> {
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, coordinate: C) -> &mut T {
        // SAFETY: while `self` is borrowed, nobody else has the element.
        unsafe { self.place.at(coordinate).as_mut() }
    }
}

impl<T: fmt::Debug, M: Modes> fmt::Debug for DynamicViewMut<'_, T, M> {
    /// The layout, and the elements in the order of the 1-D coordinate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self.place.modes(), self.as_view().iter())
    }
}
