//! Views as those of ndarray, and back.

#![allow(unsafe_code)]

use core::error::Error;
use core::fmt;

use ::ndarray::{
    ArrayView, ArrayViewMut, Axis, Dimension, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, ShapeBuilder,
};

use super::iter::assert_injective;
use super::message::Message;
use super::place::Place;
use super::steps::Evaluated;
use super::strided::IntegerMode;
use super::{View, ViewMut};
use crate::bounds::Unpadded;
use crate::notation::notation;
use crate::{Identity, Layout, Map, Profile};

/// A profile of one to six modes that are integers: what an array of ndarray can have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no layout of an ndarray",
    note = "an ndarray has one to six axes, each with one extent and one stride"
)]
pub trait Axes: Profile {
    /// The number of axes.
    type Dim: Dimension;
    /// The extents of the axes.
    const EXTENTS: Self::Dim;
    /// The magnitudes of the strides.
    const DISTANCES: Self::Dim;
}

/// Implements the trait: the leaf of each mode, whose one step is its stride.
macro_rules! axes {
    ($Ix:ident: $($A:ident)+) => {
        impl<$($A: IntegerMode),+> Axes for ($($A,)+) {
            type Dim = $Ix;
            const EXTENTS: $Ix = $Ix($($A::SIZE),+);
            const DISTANCES: $Ix = $Ix($($A::SLOPE.unsigned_abs()),+);
        }
    };
}

axes!(Ix1: A0);
axes!(Ix2: A0 A1);
axes!(Ix3: A0 A1 A2);
axes!(Ix4: A0 A1 A2 A3);
axes!(Ix5: A0 A1 A2 A3 A4);
axes!(Ix6: A0 A1 A2 A3 A4 A5);

/// An array has another shape or other strides than the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OtherAxes {
    /// The layout.
    pub layout: &'static str,
}

impl fmt::Display for OtherAxes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the array has another shape or other strides than {}", self.layout)
    }
}

impl Error for OtherAxes {}

/// The axes that run backwards.
fn reversed<P: Profile>() -> impl Iterator<Item = Axis> {
    let leaves = P::TABLE.shape().iter().zip(P::TABLE.stride()).enumerate();
    leaves.filter(|&(_, (&extent, &stride))| extent > 1 && stride < 0).map(|(k, _)| Axis(k))
}

/// Whether an array is the layout.
fn check<P: Axes>(shape: &[usize], strides: &[isize]) -> Result<(), OtherAxes> {
    // No extent is 0: an array without elements has no address to count from.
    let _ = const { P::STEPS.len };
    let (extents, steps) = (P::TABLE.shape(), P::TABLE.stride());
    let is_same = extents == shape
        && extents.iter().zip(steps.iter().zip(strides)).all(|(&e, (a, b))| e == 1 || a == b);
    if is_same { Ok(()) } else { Err(OtherAxes { layout: const { notation::<P, Identity>() } }) }
}

/// An ndarray has strides, and no swizzle.
const fn assert_unswizzled<L: Layout>() {
    if !<L::Map as Map>::IDENTITY {
        let message =
            Message::new("an ndarray has no swizzled layout as ").layout::<L::Profile, L::Map>();
        panic!("{}", message.as_str());
    }
}

impl<'a, T, L: Layout<Profile: Axes>> View<'a, T, L> {
    /// The view as one of ndarray. Does not compile for a swizzled layout.
    ///
    /// ```
    /// use layout_runtime::{View, layout};
    ///
    /// let v = View::new(&[1, 2, 3, 4, 5, 6], layout!((3,2):(-2,1)));
    /// assert_eq!(v.to_ndarray(), ndarray::array![[5, 6], [3, 4], [1, 2]]);
    /// ```
    #[must_use]
    pub fn to_ndarray(self) -> ArrayView<'a, T, <L::Profile as Axes>::Dim> {
        const { assert_unswizzled::<L>() };
        let shape = L::Profile::EXTENTS.strides(L::Profile::DISTANCES);
        // SAFETY: from the element at the smallest offset on, the elements at sums of the
        // magnitudes of the strides are those of the view, which can be read for `'a`.
        let mut array = unsafe { ArrayView::from_shape_ptr(shape, self.place().first().as_ptr()) };
        reversed::<L::Profile>().for_each(|axis| array.invert_axis(axis));
        array
    }

    /// A view of ndarray by its layout, which is not swizzled.
    ///
    /// # Errors
    ///
    /// The array has another shape or other strides.
    ///
    /// ```
    /// use layout_runtime::{View, layout};
    ///
    /// let array = ndarray::array![[1, 2, 3], [4, 5, 6]];
    /// let v = View::from_ndarray(array.view(), layout!((2,3):(3,1)))?;
    /// assert_eq!(v[(1, 0)], 4);
    /// assert!(View::from_ndarray(array.view(), layout!((2,3):(1,2))).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_ndarray(
        array: ArrayView<'a, T, <L::Profile as Axes>::Dim>,
        layout: L,
    ) -> Result<Self, OtherAxes>
    where
        L::Bounds: Unpadded,
    {
        const { assert_unswizzled::<L>() };
        check::<L::Profile>(array.shape(), array.strides())?;
        let Some(zero) = core::ptr::NonNull::new(array.as_ptr().cast_mut()) else {
            unreachable!("an array has elements")
        };
        // SAFETY: an array has its elements at the sums of its strides, in one allocation,
        // and this one may be read for `'a`.
        Ok(unsafe { View::from_place(Place::at_zero(zero), layout) })
    }
}

impl<'a, T, L: Layout<Profile: Axes>> ViewMut<'a, T, L> {
    /// The view as one of ndarray. Does not compile for a swizzled layout, or where two
    /// coordinates share an element.
    #[must_use]
    pub fn into_ndarray(self) -> ArrayViewMut<'a, T, <L::Profile as Axes>::Dim> {
        const { assert_unswizzled::<L>() };
        const { assert_injective::<L::Profile>() };
        let shape = L::Profile::EXTENTS.strides(L::Profile::DISTANCES);
        let first = self.place().first().as_ptr();
        // SAFETY: as in `View::to_ndarray`. Nobody else has the elements for `'a`, this view
        // ends here, and no two coordinates share one.
        let mut array = unsafe { ArrayViewMut::from_shape_ptr(shape, first) };
        reversed::<L::Profile>().for_each(|axis| array.invert_axis(axis));
        array
    }

    /// A view of ndarray by its layout, which is not swizzled.
    ///
    /// # Errors
    ///
    /// The array has another shape or other strides.
    pub fn from_ndarray(
        mut array: ArrayViewMut<'a, T, <L::Profile as Axes>::Dim>,
        layout: L,
    ) -> Result<Self, OtherAxes>
    where
        L::Bounds: Unpadded,
    {
        const { assert_unswizzled::<L>() };
        check::<L::Profile>(array.shape(), array.strides())?;
        let Some(zero) = core::ptr::NonNull::new(array.as_mut_ptr()) else {
            unreachable!("an array has elements")
        };
        // SAFETY: as in `View::from_ndarray`; nobody else has the elements for `'a`.
        Ok(unsafe { ViewMut::from_place(Place::at_zero(zero), layout) })
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
            "the array has another shape or other strides than (4,6,2):(24,4,2)"
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
