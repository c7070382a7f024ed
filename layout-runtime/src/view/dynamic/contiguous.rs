//! Views whose elements lie one after the other are slices.

#![allow(unsafe_code)]

use core::slice;

use super::{DynamicView, DynamicViewMut};
use crate::dynamic::{Leaves, Modes};

/// Whether each leaf steps over the leaves before it, so that the offset is the 1-D coordinate.
#[inline(always)]
fn is_contiguous<M: Modes>(modes: &M) -> bool {
    let mut so_far = Contiguous { is: true, size: 1 };
    modes.visit(&mut so_far);
    so_far.is
}

struct Contiguous {
    is: bool,
    /// The size of the leaves before.
    size: usize,
}

impl Leaves for Contiguous {
    #[inline(always)]
    fn leaf(&mut self, extent: usize, stride: isize) {
        self.is &= extent == 1 || stride == self.size as isize;
        self.size = self.size.wrapping_mul(extent);
    }
}

impl<'a, T, M: Modes> DynamicView<'a, T, M> {
    /// The elements, where they lie one after the other in the order of the 1-D coordinate.
    ///
    /// ```
    /// use layout_runtime::view::DynamicView;
    /// use layout_runtime::{Dynamic, Extent, Fixed, Mode};
    ///
    /// let rows = Mode { extent: Extent::new(2), stride: 4 };
    /// let columns = Mode { extent: Extent::new(4), stride: Fixed::<1> };
    /// let v = DynamicView::new(b"abcdefgh", Dynamic::<_, 2>::new((rows, columns))?);
    /// assert_eq!(v.slice((1, 0..3)).as_slice(), Some(&b"efg"[..]));
    /// assert_eq!(v.slice((.., 1)).as_slice(), None);
    /// # Ok::<(), layout_runtime::ShapeError>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn as_slice(&self) -> Option<&'a [T]> {
        if !is_contiguous(self.place().modes()) {
            return None;
        }
        // SAFETY: offset `i` is that of coordinate `i`, for each below the size: an element of
        // the view, all in one allocation.
        unsafe {
            let first = self.place().element(0);
            Some(slice::from_raw_parts(first.as_ptr(), self.size()))
        }
    }
}

impl<T, M: Modes> DynamicViewMut<'_, T, M> {
    /// The elements, as [`DynamicView::as_slice`].
    ///
    /// ```
    /// use layout_runtime::view::DynamicViewMut;
    /// use layout_runtime::{Dynamic, Extent, Fixed, Mode};
    ///
    /// let rows = Mode { extent: Extent::new(2), stride: 4 };
    /// let columns = Mode { extent: Extent::new(4), stride: Fixed::<1> };
    /// let mut buffer = [0; 8];
    /// let mut v = DynamicViewMut::new(&mut buffer, Dynamic::<_, 2>::new((rows, columns))?);
    /// v.slice_mut((1, ..)).as_slice_mut().unwrap().copy_from_slice(&[1, 2, 3, 4]);
    /// assert_eq!(buffer, [0, 0, 0, 0, 1, 2, 3, 4]);
    /// # Ok::<(), layout_runtime::ShapeError>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn as_slice_mut(&mut self) -> Option<&mut [T]> {
        if !is_contiguous(self.place().modes()) {
            return None;
        }
        // SAFETY: the same; while `self` is borrowed, nobody else has the elements.
        unsafe {
            let first = self.place().element(0);
            Some(slice::from_raw_parts_mut(first.as_ptr(), self.size()))
        }
    }
}
