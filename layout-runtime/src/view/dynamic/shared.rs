//! `DynamicView`: a reference to elements with a layout.

#![allow(unsafe_code)]

use core::fmt;
use core::ops::Index;

use super::iter::{DynamicEntries, DynamicIter};
use super::place::Place;
use super::write;
use crate::dynamic::{Dynamic, DynamicCoordinate, Modes, ShapeError};

/// A reference to elements with a layout whose numbers the run knows.
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
    /// Invariant: as many elements as the layout of the place spans.
    buffer: &'a [T],
    place: Place<M>,
}

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
    pub fn new<const LEAVES: usize, Linear: Modes>(
        buffer: &'a [T],
        layout: Dynamic<M, LEAVES, Linear>,
    ) -> Self {
        match DynamicView::try_new(buffer, layout) {
            Ok(view) => view,
            Err(error) => error.panic(),
        }
    }

    /// [`DynamicView::new`] for a buffer that may be too short.
    ///
    /// # Errors
    ///
    /// The buffer has fewer elements than the layout spans.
    #[inline]
    pub fn try_new<const LEAVES: usize, Linear: Modes>(
        buffer: &'a [T],
        layout: Dynamic<M, LEAVES, Linear>,
    ) -> Result<Self, ShapeError> {
        Ok(DynamicView { place: Place::new(buffer.len(), layout)?, buffer })
    }

    /// The parts of a view whose buffer is long enough.
    #[inline(always)]
    pub(super) fn of(buffer: &'a [T], place: Place<M>) -> Self {
        DynamicView { buffer, place }
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
        // SAFETY: the place answers what is below the cosize.
        self.place.find(coordinate).map(|element| unsafe { self.buffer.get_unchecked(element) })
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
        // SAFETY: by the caller, this is below the cosize.
        unsafe { self.buffer.get_unchecked(self.place.find_within(coordinate)) }
    }

    /// The elements, in the order of the 1-D coordinate.
    #[inline(always)]
    pub fn iter(&self) -> DynamicIter<'a, T, M> {
        DynamicIter::new(self.buffer, self.place)
    }

    /// The elements with their natural coordinates, in the order of the 1-D coordinate.
    #[inline(always)]
    pub fn indexed_iter(&self) -> DynamicEntries<'a, T, M> {
        DynamicEntries::new(self.buffer, self.place)
    }
}

impl<T, M: Modes, C: DynamicCoordinate<M>> Index<C> for DynamicView<'_, T, M> {
    type Output = T;

    #[inline(always)]
    #[track_caller]
    fn index(&self, coordinate: C) -> &T {
        match self.get(coordinate) {
            Some(element) => element,
            None => self.place.refuse(coordinate),
        }
    }
}

impl<T: fmt::Debug, M: Modes> fmt::Debug for DynamicView<'_, T, M> {
    /// The layout, and the elements in the order of the 1-D coordinate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self.place.modes(), self.iter())
    }
}
