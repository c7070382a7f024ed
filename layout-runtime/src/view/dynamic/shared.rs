//! `DynamicView`: a reference to elements with a layout.

#![allow(unsafe_code)]

use core::fmt;
use core::marker::PhantomData;
use core::ops::Index;
use core::ptr::NonNull;

use super::iter::{DynamicEntries, DynamicIter};
use super::layout::{DynamicLayout, Unswizzled};
use super::place::Place;
use super::slicer::{DynamicSlice, DynamicSlicer, KeptModes};
use super::tiler::DynamicTiler;
use super::tiles::DynamicTiles;
use super::write;
use crate::__private::made;
use crate::bounds::Unpadded;
use crate::dynamic::{DynamicCoordinate, Modes, ShapeError};

/// A reference to elements with a layout whose numbers the run knows: a named one of the macros,
/// or a [`Dynamic`](crate::Dynamic). It has no padding and no swizzle.
///
/// ```
/// use layout_runtime::layout;
/// use layout_runtime::view::DynamicView;
///
/// layout! { struct Rows<m, n> = (m, n):(n, 1); }
///
/// let v = DynamicView::new(b"abcdef", Rows::new(2, 3)?);
/// assert_eq!((v[(1, 0)], v.get((2, 0))), (b'd', None));
/// # Ok::<(), layout_runtime::ShapeError>(())
/// ```
///
/// Whether the buffer is long enough is checked once, when the view is made; an element is
/// checked for its coordinate to be below the extents, and nothing else.
///
/// ```
/// use layout_runtime::view::DynamicView;
/// use layout_runtime::{Dynamic, Extent, Fixed, Mode};
///
/// let (m, n) = (4, 8);
/// let rows = Mode { extent: Extent::new(m), stride: n as isize };
/// let columns = Mode { extent: Extent::new(n), stride: Fixed::<1> };
/// let layout = Dynamic::<_, 2>::new((rows, columns))?;
///
/// let buffer: Vec<u32> = (0..32).collect();
/// let v = DynamicView::new(&buffer, layout);
/// assert_eq!((v[(3, 1)], v[7], v.get((4, 0))), (25, 25, None));
/// assert!(v.iter().copied().take(5).eq([0, 8, 16, 24, 1]));
///
/// let error = DynamicView::try_new(&buffer[1..], layout).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "length = 31, cosize = 32 and a buffer must have the elements that its layout spans"
/// );
/// # Ok::<(), layout_runtime::ShapeError>(())
/// ```
pub struct DynamicView<'a, T, M: Modes> {
    /// Invariant: the elements may be read for `'a`.
    place: Place<T, M>,
    elements: PhantomData<&'a T>,
}

// SAFETY: a view is no more than a reference to its elements and plain numbers.
unsafe impl<T: Sync, M: Modes> Send for DynamicView<'_, T, M> {}
// SAFETY: the same.
unsafe impl<T: Sync, M: Modes> Sync for DynamicView<'_, T, M> {}

impl<T, M: Modes> Clone for DynamicView<'_, T, M> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, M: Modes> Copy for DynamicView<'_, T, M> {}

impl<'a, T, M: Modes> DynamicView<'a, T, M> {
    /// The elements of a buffer by a layout; the first one has the smallest offset.
    ///
    /// # Panics
    ///
    /// Where the buffer has fewer elements than the layout spans.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn new<L>(buffer: &'a [T], layout: L) -> Self
    where
        L: DynamicLayout<Modes = M, Map: Unswizzled, Bounds: Unpadded>,
    {
        made(DynamicView::try_new(buffer, layout))
    }

    /// [`DynamicView::new`] for a buffer that may be too short.
    ///
    /// # Errors
    ///
    /// The buffer has fewer elements than the layout spans.
    #[inline]
    pub fn try_new<L>(buffer: &'a [T], layout: L) -> Result<Self, ShapeError>
    where
        L: DynamicLayout<Modes = M, Map: Unswizzled, Bounds: Unpadded>,
    {
        // SAFETY: the slice is in one allocation, and is borrowed for `'a`.
        unsafe { Ok(DynamicView::from_place(Place::new(NonNull::from(buffer), &layout)?)) }
    }

    /// The elements at a pointer by a layout; the one at `first` has the smallest offset.
    ///
    /// ```
    /// use layout_runtime::view::DynamicView;
    /// use layout_runtime::{Dynamic, Extent, Mode};
    ///
    /// let buffer = [1, 2, 3, 4, 5, 6];
    /// let every_other = Dynamic::<_, 1>::new(Mode { extent: Extent::new(3), stride: -2 })?;
    /// // SAFETY: the layout spans five of the elements.
    /// let v = unsafe { DynamicView::from_ptr(buffer.as_ptr(), every_other) };
    /// assert!(v.iter().eq(&[5, 3, 1]));
    /// # Ok::<(), layout_runtime::ShapeError>(())
    /// ```
    ///
    /// # Safety
    ///
    /// `first` is not null and aligned. For `'a`, from there on as many elements as the layout's
    /// `cosize` lie in one allocation, and those at its offsets can be read and are written by
    /// nobody.
    #[inline(always)]
    #[must_use]
    pub unsafe fn from_ptr<L>(first: *const T, layout: L) -> Self
    where
        L: DynamicLayout<Modes = M, Map: Unswizzled, Bounds: Unpadded>,
    {
        // SAFETY: by the caller.
        unsafe {
            let first = NonNull::new_unchecked(first.cast_mut());
            DynamicView::from_place(Place::at_first(first, &layout))
        }
    }

    /// # Safety
    ///
    /// The elements may be read for `'a`.
    #[inline(always)]
    pub(in crate::view) unsafe fn from_place(place: Place<T, M>) -> Self {
        DynamicView { place, elements: PhantomData }
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

    /// The element at a coordinate; `None` where an integer of it is not below its
    /// extent.
    #[inline(always)]
    #[must_use]
    pub fn get<C: DynamicCoordinate<M>>(&self, coordinate: C) -> Option<&'a T> {
        // SAFETY: an element of the view.
        self.place.get(coordinate).map(|element| unsafe { element.as_ref() })
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

    /// [`DynamicView::get`] without the check.
    ///
    /// # Safety
    ///
    /// Each integer of the coordinate is below its extent.
    #[inline(always)]
    #[must_use]
    pub unsafe fn get_unchecked<C: DynamicCoordinate<M>>(&self, coordinate: C) -> &'a T {
        // SAFETY: by the caller, this is an element of the view.
        unsafe { self.place.get_unchecked(coordinate).as_ref() }
    }

    /// The elements, in the order of the 1-D coordinate.
    #[inline(always)]
    pub fn iter(&self) -> DynamicIter<'a, T, M> {
        DynamicIter::new(*self)
    }

    /// The elements with their natural coordinates, in the order of the 1-D coordinate.
    #[inline(always)]
    pub fn indexed_iter(&self) -> DynamicEntries<'a, T, M> {
        DynamicEntries::new(*self)
    }

    /// The modes that a slicer keeps: one integer fixes a mode, `..` keeps it, and a range keeps
    /// a part of it.
    ///
    /// ```
    /// use layout_runtime::view::DynamicView;
    /// use layout_runtime::{Dynamic, Extent, Fixed, Mode};
    ///
    /// let rows = Mode { extent: Extent::new(4), stride: 8 };
    /// let columns = Mode { extent: Extent::new(8), stride: Fixed::<1> };
    /// let buffer: Vec<u32> = (0..32).collect();
    /// let v = DynamicView::new(&buffer, Dynamic::<_, 2>::new((rows, columns))?);
    ///
    /// assert!(v.slice((2, ..)).iter().copied().eq(16..24));
    /// assert_eq!(format!("{:?}", v.slice((1..3, 6..8))), "(2,2):(8,1) [14, 22, 15, 23]");
    /// # Ok::<(), layout_runtime::ShapeError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Where an integer is not below its extent, or a range is empty or ends above it.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn slice<S: DynamicSlicer<M>>(&self, slicer: S) -> DynamicView<'a, T, DynamicSlice<S, M>>
    where
        S::Before<()>: KeptModes,
    {
        made(self.try_slice(slicer))
    }

    /// [`DynamicView::slice`] where the run may give wrong numbers.
    ///
    /// # Errors
    ///
    /// An integer is not below its extent, or a range is empty or ends above it.
    #[inline(always)]
    pub fn try_slice<S: DynamicSlicer<M>>(
        &self,
        slicer: S,
    ) -> Result<DynamicView<'a, T, DynamicSlice<S, M>>, ShapeError>
    where
        S::Before<()>: KeptModes,
    {
        // SAFETY: elements of this view.
        self.place.slice(slicer).map(|place| unsafe { DynamicView::from_place(place) })
    }

    /// The tiles, each with the coordinate of its first element, in the order of coordinates:
    /// the first mode runs fastest. Where a tile does not divide a mode, the last ones
    /// have what is left: see [`Ragged`](super::Ragged).
    ///
    /// ```
    /// use layout_runtime::view::{DynamicView, Ragged};
    /// use layout_runtime::{Dynamic, Extent, Fixed, Mode};
    ///
    /// let rows = Mode { extent: Extent::new(4), stride: 5 };
    /// let columns = Mode { extent: Extent::new(5), stride: Fixed::<1> };
    /// let buffer: Vec<u32> = (0..20).collect();
    /// let v = DynamicView::new(&buffer, Dynamic::<_, 2>::new((rows, columns))?);
    ///
    /// let mut seen = Vec::new();
    /// for (at, tile) in v.tiles((Fixed::<2>, Fixed::<3>)) {
    ///     match tile {
    ///         Ragged::Full(tile) => seen.push((at, tile.extents(), tile[(0, 0)])),
    ///         Ragged::Edge(tile) => seen.push((at, tile.extents(), tile[(0, 0)])),
    ///     }
    /// }
    /// assert_eq!(seen[..2], [((0, 0), (2, 3), 0), ((2, 0), (2, 3), 10)]);
    /// assert_eq!(seen[2..], [((0, 3), (2, 2), 3), ((2, 3), (2, 2), 13)]);
    /// # Ok::<(), layout_runtime::ShapeError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Where an extent of the run is 0.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn tiles<S: DynamicTiler<M>>(&self, tiler: S) -> DynamicTiles<'a, T, M, S> {
        made(self.try_tiles(tiler))
    }

    /// [`DynamicView::tiles`] where the run may give wrong numbers.
    ///
    /// # Errors
    ///
    /// An extent is 0.
    #[inline]
    pub fn try_tiles<S: DynamicTiler<M>>(
        &self,
        tiler: S,
    ) -> Result<DynamicTiles<'a, T, M, S>, ShapeError> {
        DynamicTiles::new(*self, tiler)
    }
}

impl<T, M: Modes, C: DynamicCoordinate<M>> Index<C> for DynamicView<'_, T, M> {
    type Output = T;

    #[inline(always)]
    #[track_caller]
    fn index(&self, coordinate: C) -> &T {
        // SAFETY: an element of the view.
        unsafe { self.place.at(coordinate).as_ref() }
    }
}

impl<T: fmt::Debug, M: Modes> fmt::Debug for DynamicView<'_, T, M> {
    /// The layout, and the elements in the order of the 1-D coordinate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self.place.modes(), self.iter())
    }
}
