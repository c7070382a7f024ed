//! Views as those of ndarray, and back.

#![allow(unsafe_code)]

use ::ndarray::{
    ArrayView, ArrayViewD, ArrayViewMut, ArrayViewMutD, Axis, Dimension, Ix1, Ix2, Ix3, Ix4, Ix5,
    Ix6, ShapeBuilder,
};

use super::axes::each_axis;
use super::checked::Answer;
use super::place::Place;
use super::{View, ViewMut};
use crate::bounds::Unpadded;
use crate::dynamic::ShapeError;
use crate::{Geometry, Layout, OffsetMap, Phase};
use layout_runtime::internals::{AnyExtent, AnyMode, AnyStride, Checks, Message};

/// A geometry of one to six modes that are integers: what an array of ndarray can have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no layout of an ndarray",
    note = "an ndarray has one to six axes, each with one extent and one stride"
)]
pub trait Axes: Geometry {
    /// The number of axes.
    type Dim: Dimension;

    /// The extents of the axes.
    #[doc(hidden)]
    fn lengths(&self) -> Self::Dim;

    /// The magnitudes of the strides.
    #[doc(hidden)]
    fn distances(&self) -> Self::Dim;
}

/// The magnitude of a stride; of a mode of one coordinate it is never taken.
fn distance(mode: impl AnyMode) -> usize {
    if mode.extent().extent() == 1 { 0 } else { mode.stride().stride().unsigned_abs() }
}

/// Implements the trait for a tuple of leaves.
macro_rules! axes {
    ($Ix:ident: $($M:ident $p:ident)+) => {
        #[diagnostic::do_not_recommend]
        impl<$($M: AnyMode),+> Axes for ($($M,)+) {
            type Dim = $Ix;

            fn lengths(&self) -> $Ix {
                let ($($p,)+) = self;
                $Ix($($p.extent().extent()),+)
            }

            fn distances(&self) -> $Ix {
                let ($($p,)+) = *self;
                $Ix($(distance($p)),+)
            }
        }
    };
}

axes!(Ix1: M0 p0);
axes!(Ix2: M0 p0 M1 p1);
axes!(Ix3: M0 p0 M1 p1 M2 p2);
axes!(Ix4: M0 p0 M1 p1 M2 p2 M3 p3);
axes!(Ix5: M0 p0 M1 p1 M2 p2 M3 p3 M4 p4);
axes!(Ix6: M0 p0 M1 p1 M2 p2 M3 p3 M4 p4 M5 p5);

/// Turns the axes that run backwards. An array without elements has no last one to begin at.
fn reverse<G: Axes>(geometry: &G, mut invert: impl FnMut(Axis)) {
    if G::Phase::is_empty(geometry) {
        return;
    }
    each_axis(geometry, |axis, extent, stride| {
        if extent > 1 && stride < 0 {
            invert(Axis(axis));
        }
    });
}

/// An ndarray has strides, and no swizzle.
#[track_caller]
const fn assert_unswizzled<L: Layout>() {
    if <L::Map as OffsetMap>::IDENTITY {
        return;
    }
    assert!(<L::Geometry as Geometry>::Phase::IS_CONSTANT, "an ndarray has no swizzled layout");
    let message =
        Message::new("an ndarray has no swizzled layout as ").layout::<L::Geometry, L::Map>();
    message.panic();
}

impl<'a, T, L: Layout<Geometry: Axes>> View<'a, T, L> {
    /// The view as one of ndarray. Does not compile for a swizzled layout.
    ///
    /// ```
    /// use layout_view::{View, layout};
    ///
    /// let v = View::new(&[1, 2, 3, 4, 5, 6], layout!((3,2):(-2,1)));
    /// assert_eq!(v.to_ndarray(), ndarray::array![[5, 6], [3, 4], [1, 2]]);
    /// ```
    #[must_use]
    pub fn to_ndarray(&self) -> ArrayView<'a, T, <L::Geometry as Axes>::Dim> {
        const { assert_unswizzled::<L>() };
        let geometry = *self.place().geometry();
        let shape = geometry.lengths().strides(geometry.distances());
        // SAFETY: from the element at the smallest offset on, the elements at sums of the
        // magnitudes of the strides are those of the view, which can be read for `'a`.
        let mut array = unsafe { ArrayView::from_shape_ptr(shape, self.place().first().as_ptr()) };
        reverse(&geometry, |axis| array.invert_axis(axis));
        array
    }

    /// A view of ndarray by its layout, which is not swizzled.
    ///
    /// # Errors
    ///
    /// The array has another shape or other strides.
    ///
    /// ```
    /// use layout_view::{View, layout};
    ///
    /// let array = ndarray::array![[1, 2, 3], [4, 5, 6]];
    /// let v = View::from_ndarray(array.view(), layout!((2,3):(3,1)))?;
    /// assert_eq!(v[(1, 0)], 4);
    /// assert!(View::from_ndarray(array.view(), layout!((2,3):(1,2))).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_ndarray(
        array: ArrayView<'a, T, <L::Geometry as Axes>::Dim>,
        layout: L,
    ) -> Result<Self, ShapeError>
    where
        L::Bounds: Unpadded,
    {
        View::from_any_ndarray(array, layout)
    }

    /// A view of ndarray whose rank is known at run time, by its layout, which is not swizzled.
    ///
    /// # Errors
    ///
    /// The array has another rank, another shape or other strides.
    ///
    /// ```
    /// use layout_view::{View, layout};
    ///
    /// let array = ndarray::array![[1, 2, 3], [4, 5, 6]].into_dyn();
    /// let v = View::from_ndarray_dyn(array.view(), layout!((2,3):(3,1)))?;
    /// assert_eq!(v[(1, 0)], 4);
    /// let error = View::from_ndarray_dyn(array.view(), layout!((2,3,1):(3,1,0))).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "(2,3,1):(3,1,0): modes = 3, array_axes = 2 and an array must have an axis for each mode of its layout"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_ndarray_dyn(array: ArrayViewD<'a, T>, layout: L) -> Result<Self, ShapeError>
    where
        L::Bounds: Unpadded,
    {
        View::from_any_ndarray(array, layout)
    }

    fn from_any_ndarray<D: Dimension>(
        array: ArrayView<'a, T, D>,
        layout: L,
    ) -> Result<Self, ShapeError>
    where
        L::Bounds: Unpadded,
    {
        const { assert_unswizzled::<L>() };
        let answer = Answer::of(&layout).with_axes((array.shape(), array.strides()))?;
        let Some(zero) = core::ptr::NonNull::new(array.as_ptr().cast_mut()) else {
            unreachable!("an array has elements")
        };
        // SAFETY: an array has its elements at the sums of its strides, in one allocation,
        // and this one may be read for `'a`.
        Ok(unsafe { View::from_place(Place::at_zero(zero, answer.geometry)) })
    }
}

impl<'a, T, L: Layout<Geometry: Axes>> ViewMut<'a, T, L> {
    /// The view as one of ndarray. Does not compile for a swizzled layout, or where two
    /// coordinates share an element and that is known at compile time.
    ///
    /// # Panics
    ///
    /// If two coordinates may share an element by numbers that are known at run time.
    #[must_use]
    pub fn into_ndarray(self) -> ArrayViewMut<'a, T, <L::Geometry as Axes>::Dim> {
        let () = super::proofs::Injective::<L::Geometry>::SHOWN;
        const { assert_unswizzled::<L>() };
        crate::__private::made(<L::Geometry as Geometry>::Phase::injective(
            self.place().geometry(),
        ));
        let geometry = *self.place().geometry();
        let shape = geometry.lengths().strides(geometry.distances());
        let first = self.place().first().as_ptr();
        // SAFETY: as in `View::to_ndarray`. Nobody else has the elements for `'a`, this view
        // ends here, and no two coordinates share one.
        let mut array = unsafe { ArrayViewMut::from_shape_ptr(shape, first) };
        reverse(&geometry, |axis| array.invert_axis(axis));
        array
    }

    /// A view of ndarray by its layout, which is not swizzled.
    ///
    /// # Errors
    ///
    /// The array has another shape or other strides.
    pub fn from_ndarray(
        array: ArrayViewMut<'a, T, <L::Geometry as Axes>::Dim>,
        layout: L,
    ) -> Result<Self, ShapeError>
    where
        L::Bounds: Unpadded,
    {
        ViewMut::from_any_ndarray(array, layout)
    }

    /// A view of ndarray whose rank is known at run time, by its layout, which is not swizzled.
    ///
    /// # Errors
    ///
    /// The array has another rank, another shape or other strides.
    ///
    /// ```
    /// use layout_view::{ViewMut, layout};
    ///
    /// let mut array = ndarray::array![[1, 2, 3], [4, 5, 6]].into_dyn();
    /// let mut v = ViewMut::from_ndarray_dyn(array.view_mut(), layout!((2,3):(3,1)))?;
    /// v[(1, 0)] = 7;
    /// assert_eq!(array[[1, 0]], 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_ndarray_dyn(array: ArrayViewMutD<'a, T>, layout: L) -> Result<Self, ShapeError>
    where
        L::Bounds: Unpadded,
    {
        ViewMut::from_any_ndarray(array, layout)
    }

    fn from_any_ndarray<D: Dimension>(
        mut array: ArrayViewMut<'a, T, D>,
        layout: L,
    ) -> Result<Self, ShapeError>
    where
        L::Bounds: Unpadded,
    {
        const { assert_unswizzled::<L>() };
        let answer = Answer::of(&layout).with_axes((array.shape(), array.strides()))?;
        let Some(zero) = core::ptr::NonNull::new(array.as_mut_ptr()) else {
            unreachable!("an array has elements")
        };
        // SAFETY: as in `View::from_ndarray`; nobody else has the elements for `'a`.
        Ok(unsafe { ViewMut::from_place(Place::at_zero(zero, answer.geometry)) })
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use ::ndarray::Array3;

    use super::*;
    use crate::layout;

    #[test]
    fn arrays_are_the_view() {
        let mut buffer: Vec<usize> = (0..200).collect();
        let v = View::new(&buffer, layout!((4,3,5):(-1,-20,4)));
        let array = v.to_ndarray();
        assert_eq!(
            (array.shape(), array.strides()),
            ([4, 3, 5].as_slice(), [-1, -20, 4].as_slice())
        );
        assert!(array.indexed_iter().all(|((i, j, k), &x)| x == v[(i, j, k)]));
        let back = View::from_ndarray(array, v.layout()).unwrap();
        assert!(back.iter().eq(v.iter()));

        let v = ViewMut::new(&mut buffer, layout!((4,1,5):(-1,-20,4)));
        let mut array = v.into_ndarray();
        array.fill(1000);
        let mut v = ViewMut::from_ndarray(array, layout!((4,1,5):(-1,7,4))).unwrap();
        v[(3, 0, 0)] = 1001;
        assert_eq!(buffer.iter().filter(|&&x| x == 1000).count(), 19);
        assert_eq!((buffer[0], buffer[19], buffer[20]), (1001, 1000, 20));
    }

    #[test]
    fn tiles_of_arrays_are_views() {
        layout! {
            struct Cube = (4,6,2):(12,2,1);
            struct Tiles = zipped_divide(Cube, (2,3,2));
        }
        let mut array = Array3::<usize>::zeros((4, 6, 2));
        let mut v = ViewMut::from_ndarray(array.view_mut(), Cube).unwrap();
        for (k, tile) in v.tiles_mut(Tiles).enumerate() {
            tile.into_ndarray().fill(k);
        }
        assert_eq!(
            (array[[0, 0, 0]], array[[3, 0, 1]], array[[0, 3, 0]], array[[3, 5, 1]]),
            (0, 1, 2, 3)
        );
    }

    #[test]
    fn other_arrays_are_refused() {
        let array = Array3::<u8>::zeros((4, 6, 2));
        let error = View::from_ndarray(array.view(), layout!((4,6,2):(24,4,2))).unwrap_err();
        assert_eq!(
            std::format!("{error}"),
            "(4,6,2):(24,4,2): axis = 0, extent = 4, stride = 24, \
             array_extent = 4, array_stride = 12 and an array must have the extents and the strides of its \
             layout"
        );
        assert!(
            View::from_ndarray(
                array.slice(::ndarray::s![.., ..;-1, ..]),
                layout!((4,6,2):(12,2,1))
            )
            .is_err()
        );
        assert!(
            View::from_ndarray(
                array.slice(::ndarray::s![.., ..;-1, ..]),
                layout!((4,6,2):(12,-2,1))
            )
            .is_ok()
        );
    }
}
