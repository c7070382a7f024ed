//! Elements at signed coordinates, which may be outside of a view.

#![allow(unsafe_code)]

use crate::strided::assert_plain;
use crate::{Layout, Strided, View, ViewMut};

/// The offset of a coordinate, if it is one of a geometry.
#[inline(always)]
fn offset<G: Strided<RANK>, const RANK: usize>(
    geometry: &G,
    coordinate: [isize; RANK],
) -> Option<isize> {
    let (extents, strides) = geometry.numbers();
    let (mut offset, mut is_inside) = (0isize, true);
    for k in 0..RANK {
        // What is negative is larger than any extent.
        is_inside &= (coordinate[k] as usize) < extents[k];
        offset = offset.wrapping_add(coordinate[k].wrapping_mul(strides[k]));
    }
    is_inside.then_some(offset)
}

impl<'a, T, L: Layout> View<'a, T, L> {
    /// The element at a signed coordinate; `None` outside of the view. Its layout has `RANK` modes that are
    /// integers, see [`Strided`].
    ///
    /// ```
    /// use layout_view::{View, layout};
    ///
    /// let v = View::new(b"abcdef", layout!((2,3):(3,1)));
    /// assert_eq!((v.get_signed([1, 0]), v.get_signed([-1, 0])), (Some(&b'd'), None));
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn get_signed<const RANK: usize>(&self, coordinate: [isize; RANK]) -> Option<&'a T>
    where
        L::Geometry: Strided<RANK>,
    {
        const { assert_plain::<L>() };
        let offset = offset(self.place().geometry(), coordinate)?;
        // SAFETY: the offset of a coordinate within the extents: an element of the view.
        Some(unsafe { self.place().zero().offset(offset).as_ref() })
    }

    /// The value at a signed coordinate, or another one outside of the view: what a gather takes whose border is a
    /// constant. Windows of a view are [`copy_window`](View::copy_window) and
    /// [`zip_windows`](ViewMut::zip_windows), which compare only at the edges.
    ///
    /// ```
    /// use layout_view::{View, layout};
    ///
    /// let v = View::new(&[1, 2, 3, 4], layout!((2,2):(2,1)));
    /// let around = [[-1, 0], [1, 1], [0, 2]].map(|at| v.at_or(at, 0));
    /// assert_eq!(around, [0, 4, 0]);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn at_or<const RANK: usize>(&self, coordinate: [isize; RANK], outside: T) -> T
    where
        T: Copy,
        L::Geometry: Strided<RANK>,
    {
        self.get_signed(coordinate).copied().unwrap_or(outside)
    }
}

impl<T, L: Layout> ViewMut<'_, T, L> {
    /// The element at a signed coordinate; `None` outside of the view, where a scatter has nothing to
    /// write. Its layout has `RANK` modes that are integers, see [`Strided`].
    ///
    /// ```
    /// use layout_view::{ViewMut, layout};
    ///
    /// let mut counts = [0; 4];
    /// let mut v = ViewMut::new(&mut counts, layout!((2,2):(2,1)));
    /// for at in [[0, 1], [-1, 0], [0, 1], [1, 2]] {
    ///     if let Some(count) = v.get_signed_mut(at) {
    ///         *count += 1;
    ///     }
    /// }
    /// assert_eq!(counts, [0, 2, 0, 0]);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn get_signed_mut<const RANK: usize>(&mut self, coordinate: [isize; RANK]) -> Option<&mut T>
    where
        L::Geometry: Strided<RANK>,
    {
        const { assert_plain::<L>() };
        let offset = offset(self.place().geometry(), coordinate)?;
        // SAFETY: the offset of a coordinate within the extents; while `self` is borrowed, nobody else has the
        // element.
        Some(unsafe { self.place().zero().offset(offset).as_mut() })
    }
}
