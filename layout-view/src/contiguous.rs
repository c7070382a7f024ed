//! Views whose elements lie one after the other are slices.

#![allow(unsafe_code)]

use core::slice;

use super::{View, ViewMut};
use crate::{Geometry, Layout, OffsetMap};
use layout_runtime::internals::Checks;

/// Returns true if a view of a layout is a slice; one without elements is.
#[inline(always)]
fn is_slice<L: Layout>(geometry: &L::Geometry) -> bool {
    type When<L> = <<L as Layout>::Geometry as Geometry>::Phase;
    (const { <L::Map as OffsetMap>::IDENTITY })
        && (When::<L>::is_contiguous(geometry) || When::<L>::is_empty(geometry))
}

impl<'a, T, L: Layout> View<'a, T, L> {
    /// The elements, where they lie one after the other in the order of the 1-D coordinate;
    /// `None` of a swizzled layout.
    ///
    /// ```
    /// use layout_view::{View, layout};
    ///
    /// let v = View::new(b"abcdefgh", layout!((2,4):(4,1)));
    /// assert_eq!(v.slice((1, ..)).as_slice(), Some(&b"efgh"[..]));
    /// assert_eq!(v.slice((1, 0..3)).as_slice(), Some(&b"efg"[..]));
    /// assert_eq!(v.slice((.., 1)).as_slice(), None);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn as_slice(&self) -> Option<&'a [T]> {
        if !is_slice::<L>(self.place().geometry()) {
            return None;
        }
        // SAFETY: offset `i` is that of coordinate `i`, for each below the size: an element of
        // the view, all in one allocation.
        Some(unsafe { slice::from_raw_parts(self.place().zero().as_ptr(), self.size()) })
    }
}

impl<T, L: Layout> ViewMut<'_, T, L> {
    /// The elements, as [`View::as_slice`].
    ///
    /// ```
    /// use layout_view::{ViewMut, layout};
    ///
    /// let mut buffer = [0; 8];
    /// let mut v = ViewMut::new(&mut buffer, layout!((2,4):(4,1)));
    /// v.slice_mut((1, ..)).as_slice_mut().unwrap().copy_from_slice(&[1, 2, 3, 4]);
    /// assert_eq!(buffer, [0, 0, 0, 0, 1, 2, 3, 4]);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn as_slice_mut(&mut self) -> Option<&mut [T]> {
        if !is_slice::<L>(self.place().geometry()) {
            return None;
        }
        let first = self.place().zero().as_ptr();
        // SAFETY: the same; while `self` is borrowed, nobody else has the elements.
        Some(unsafe { slice::from_raw_parts_mut(first, self.size()) })
    }
}
