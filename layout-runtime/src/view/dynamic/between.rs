//! What is between two views: copies, elementwise functions, folds.

use super::super::between::{copy, done, fold, zip};
use super::super::data::{Source, Target};
use super::{DynamicView, DynamicViewMut};
use crate::dynamic::{Modes, ShapeError};

impl<T, M: Modes> DynamicView<'_, T, M> {
    /// Copies each element to the same 1-D coordinate of another view, in an order and in
    /// blocks that suit both layouts, as [`View::copy_to`](crate::View::copy_to): the run finds
    /// them once for a copy.
    ///
    /// ```
    /// use layout_runtime::view::DynamicView;
    /// use layout_runtime::{Dynamic, Extent, Fixed, Mode, ViewMut, layout};
    ///
    /// // (m,n):(n,1)
    /// let (m, n) = (3, 4);
    /// let rows = Mode { extent: Extent::new(m), stride: n as isize };
    /// let columns = Mode { extent: Extent::new(n), stride: Fixed::<1> };
    /// let source: Vec<u32> = (0..12).collect();
    /// let mut target = [0; 12];
    /// let v = DynamicView::new(&source, Dynamic::<_, 2>::new((rows, columns))?);
    /// v.copy_to(&mut ViewMut::new(&mut target, layout!((3,4):(1,3))));
    /// assert_eq!(target, [0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11]);
    /// # Ok::<(), layout_runtime::ShapeError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Where the sizes differ, or a stride of the target is not above what the leaves below it
    /// reach, so that two coordinates could share an element.
    #[inline(always)]
    #[track_caller]
    pub fn copy_to<D: Target<Element = T> + ?Sized>(&self, target: &mut D)
    where
        T: Copy,
    {
        done(copy(self, target));
    }

    /// [`DynamicView::copy_to`] where the run may give wrong numbers.
    ///
    /// # Errors
    ///
    /// The sizes differ, or a stride of the target is not above what the leaves below it reach.
    ///
    /// ```
    /// use layout_runtime::view::DynamicView;
    /// use layout_runtime::{Dynamic, Extent, Mode};
    ///
    /// let every_other = Mode { extent: Extent::new(4), stride: 2 };
    /// let v = DynamicView::new(&[1, 2, 3, 4, 5, 6, 7], Dynamic::<_, 1>::new(every_other)?);
    /// let mut target = [0; 4];
    /// v.try_copy_to(&mut target[..])?;
    /// assert_eq!(target, [1, 3, 5, 7]);
    /// assert_eq!(
    ///     v.try_copy_to(&mut target[1..]).unwrap_err().to_string(),
    ///     "source = 4, target = 3 and a source and a target must have the same size"
    /// );
    /// # Ok::<(), layout_runtime::ShapeError>(())
    /// ```
    #[inline(always)]
    pub fn try_copy_to<D: Target<Element = T> + ?Sized>(
        &self,
        target: &mut D,
    ) -> Result<(), ShapeError>
    where
        T: Copy,
    {
        copy(self, target)
    }

    /// Folds the first mode for each coordinate of the others into another view, as
    /// [`View::fold_to`](crate::View::fold_to).
    ///
    /// ```
    /// use layout_runtime::view::DynamicView;
    /// use layout_runtime::{Dynamic, Extent, Fixed, Mode};
    ///
    /// let rows = Mode { extent: Extent::new(2), stride: 3 };
    /// let columns = Mode { extent: Extent::new(3), stride: Fixed::<1> };
    /// let v = DynamicView::new(&[1, 2, 3, 10, 20, 30], Dynamic::<_, 2>::new((rows, columns))?);
    /// let mut sums = [0; 3];
    /// v.fold_to(&mut sums[..], |sum, x| *sum += x);
    /// assert_eq!(sums, [11, 22, 33]);
    /// # Ok::<(), layout_runtime::ShapeError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Where the target has another size than the modes after the first, or a stride of it is
    /// not above what the leaves below it reach.
    #[inline(always)]
    #[track_caller]
    pub fn fold_to<D: Target + ?Sized>(&self, target: &mut D, f: impl FnMut(&mut D::Element, &T)) {
        done(fold(self, target, f));
    }

    /// [`DynamicView::fold_to`] where the run may give wrong numbers.
    ///
    /// # Errors
    ///
    /// The target has another size than the modes after the first, or a stride of it is not above
    /// what the leaves below it reach.
    #[inline(always)]
    pub fn try_fold_to<D: Target + ?Sized>(
        &self,
        target: &mut D,
        f: impl FnMut(&mut D::Element, &T),
    ) -> Result<(), ShapeError> {
        fold(self, target, f)
    }
}

impl<T, M: Modes> DynamicViewMut<'_, T, M> {
    /// Calls a function with each element and that of another view at the same 1-D coordinate,
    /// in an order that suits both layouts and is not specified.
    ///
    /// ```
    /// use layout_runtime::view::DynamicViewMut;
    /// use layout_runtime::{Dynamic, Extent, Fixed, Mode, View, layout};
    ///
    /// let rows = Mode { extent: Extent::new(2), stride: 2 };
    /// let columns = Mode { extent: Extent::new(2), stride: Fixed::<1> };
    /// let mut sum = [1, 2, 3, 4];
    /// let mut v = DynamicViewMut::new(&mut sum, Dynamic::<_, 2>::new((rows, columns))?);
    /// v.zip_with(View::new(&[10, 20, 30, 40], layout!((2,2):(1,2))), |x, y| *x += y);
    /// assert_eq!(sum, [11, 32, 23, 44]);
    /// # Ok::<(), layout_runtime::ShapeError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Where the sizes differ.
    #[inline(always)]
    #[track_caller]
    pub fn zip_with<S: Source>(&mut self, other: S, f: impl FnMut(&mut T, &S::Element)) {
        done(zip(&other, self, f));
    }

    /// [`DynamicViewMut::zip_with`] where the run may give wrong numbers.
    ///
    /// # Errors
    ///
    /// The sizes differ.
    #[inline(always)]
    pub fn try_zip_with<S: Source>(
        &mut self,
        other: S,
        f: impl FnMut(&mut T, &S::Element),
    ) -> Result<(), ShapeError> {
        zip(&other, self, f)
    }
}
