//! `DynamicViewMut`: the only reference to elements with a layout.

#![allow(unsafe_code)]

use core::fmt;
use core::ops::{Index, IndexMut};

use super::place::Place;
use super::{DynamicView, write};
use crate::dynamic::{Dynamic, DynamicCoordinate, Modes, ShapeError};

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
    /// Invariant: as many elements as the layout of the place spans.
    buffer: &'a mut [T],
    place: Place<M>,
}

impl<'a, T, M: Modes> DynamicViewMut<'a, T, M> {
    /// The elements of a buffer by a layout; the first one has the smallest offset.
    ///
    /// # Panics
    ///
    /// Where the buffer has fewer elements than the layout spans.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn new<const LEAVES: usize, Linear: Modes>(
        buffer: &'a mut [T],
        layout: Dynamic<M, LEAVES, Linear>,
    ) -> Self {
        match DynamicViewMut::try_new(buffer, layout) {
            Ok(view) => view,
            Err(error) => error.panic(),
        }
    }

    /// [`DynamicViewMut::new`] for a buffer that may be too short.
    ///
    /// # Errors
    ///
    /// The buffer has fewer elements than the layout spans.
    #[inline]
    pub fn try_new<const LEAVES: usize, Linear: Modes>(
        buffer: &'a mut [T],
        layout: Dynamic<M, LEAVES, Linear>,
    ) -> Result<Self, ShapeError> {
        Ok(DynamicViewMut { place: Place::new(buffer.len(), layout)?, buffer })
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
        DynamicView::of(self.buffer, self.place)
    }

    /// The view for a shorter time.
    #[inline(always)]
    #[must_use]
    pub fn reborrow(&mut self) -> DynamicViewMut<'_, T, M> {
        DynamicViewMut { buffer: self.buffer, place: self.place }
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
        match self.place.find(coordinate) {
            // SAFETY: the place answers what is below the cosize.
            Some(element) => Some(unsafe { self.buffer.get_unchecked_mut(element) }),
            None => None,
        }
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
        // SAFETY: by the caller, this is below the cosize.
        unsafe { self.buffer.get_unchecked_mut(self.place.find_within(coordinate)) }
    }

    /// Calls a function with every element, in the order of the 1-D coordinate: more than
    /// once with one that several coordinates share.
    #[inline(always)]
    pub fn for_each_mut(&mut self, mut f: impl FnMut(&mut T)) {
        let (place, buffer) = (self.place, &mut *self.buffer);
        place.walk().fold((), |(), cursor| {
            // SAFETY: a walk visits the offsets of coordinates, which are below the cosize.
            f(unsafe { buffer.get_unchecked_mut(place.element(cursor.offset)) });
        });
    }

    /// Writes a value to every element.
    #[inline(always)]
    pub fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        self.for_each_mut(|element| element.clone_from(&value));
    }
}

impl<T, M: Modes, C: DynamicCoordinate<M>> Index<C> for DynamicViewMut<'_, T, M> {
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

impl<T, M: Modes, C: DynamicCoordinate<M>> IndexMut<C> for DynamicViewMut<'_, T, M> {
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, coordinate: C) -> &mut T {
        match self.place.find(coordinate) {
            // SAFETY: the place answers what is below the cosize.
            Some(element) => unsafe { self.buffer.get_unchecked_mut(element) },
            None => self.place.refuse(coordinate),
        }
    }
}

impl<T: fmt::Debug, M: Modes> fmt::Debug for DynamicViewMut<'_, T, M> {
    /// The layout, and the elements in the order of the 1-D coordinate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self.place.modes(), self.as_view().iter())
    }
}
