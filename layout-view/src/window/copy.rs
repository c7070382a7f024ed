//! Copies between views and windows of other views.

#![allow(unsafe_code)]

use core::ops::Range;
use core::ptr::NonNull;

use super::overlap::{Places, inside, is_empty, part};
use crate::checked::Checked;
use crate::place::{Place, PlaceOf};
use crate::strided::assert_plain;
use crate::{Identity, Layout, Strided, View, ViewBase, ViewMut};
use layout_runtime::internals::AtRunTime;

impl<T, L: Layout> View<'_, T, L> {
    /// Copies the window that begins at a coordinate, which may be outside of the view:
    ///
    /// ```text
    /// target[t] = self[first + step * t]      where that is a coordinate of the view
    ///             outside                     elsewhere
    /// ```
    ///
    /// for each coordinate `t` of the target, mode by mode. So a convolution needs no copy of its image with a
    /// border, and a matrix of patches (im2col) is filled by one window for each position in the filter. Both
    /// layouts have `RANK` modes that are integers, see [`Strided`]; more modes are fixed by a
    /// [`slice`](View::slice). [`paste_window`](ViewMut::paste_window) copies the other way.
    ///
    /// ```
    /// use layout_view::{View, ViewMut, layout};
    ///
    /// let image: Vec<u8> = (1..=9).collect();
    /// let image = View::new(&image, layout!((3,3):(3,1)));
    ///
    /// // One row up, one column to the left.
    /// let mut window = [0; 9];
    /// let mut target = ViewMut::new(&mut window, layout!((3,3):(3,1)));
    /// image.copy_window([-1, -1], [1, 1], &mut target, 0);
    /// assert_eq!(window, [0, 0, 0, 0, 1, 2, 0, 4, 5]);
    ///
    /// // Every second element.
    /// let mut window = [0; 4];
    /// image.copy_window([0, 1], [2, 2], &mut ViewMut::new(&mut window, layout!((2,2):(2,1))), 0);
    /// assert_eq!(window, [2, 0, 8, 0]);
    /// ```
    ///
    /// # Panics
    ///
    /// If a step is 0, or two coordinates of the target may share an element.
    #[track_caller]
    pub fn copy_window<M: Layout, const RANK: usize>(
        &self,
        first: [isize; RANK],
        step: [usize; RANK],
        target: &mut ViewMut<'_, T, M>,
        outside: T,
    ) where
        T: Copy,
        L::Geometry: Strided<RANK>,
        M::Geometry: Strided<RANK>,
    {
        let extents = target.place().geometry().numbers().0;
        let inside = inside(Places { first, step }, self.place().geometry().numbers().0, extents);
        // Each mode in turn: what is before and after, of the modes before it only what is inside.
        let mut at: [Range<usize>; RANK] = core::array::from_fn(|k| 0..extents[k]);
        for k in 0..RANK {
            for missing in [0..inside[k].start, inside[k].end..extents[k]] {
                at[k] = missing;
                if !is_empty(&at) {
                    // SAFETY: a box of coordinates of the target, and not empty.
                    unsafe { part_of(target.reborrow(), [0; RANK], [1; RANK], &at) }.fill(outside);
                }
            }
            at[k] = inside[k].clone();
        }
        if !is_empty(&at) {
            // SAFETY: a box that is not empty, of coordinates of the target, and of those `t` whose
            // `first + step * t` are coordinates of the view.
            unsafe {
                let mut to = part_of(target.reborrow(), [0; RANK], [1; RANK], &at);
                part_of(*self, first, step, &at).copy_to(&mut to);
            }
        }
    }
}

impl<T, L: Layout> ViewMut<'_, T, L> {
    /// Copies a view into the window that begins at a coordinate, which may be outside of this view; what would be
    /// outside is left out:
    ///
    /// ```text
    /// self[first + step * t] = source[t]      where that is a coordinate of this view
    /// ```
    ///
    /// for each coordinate `t` of the source, mode by mode: the reverse of
    /// [`copy_window`](View::copy_window).
    ///
    /// ```
    /// use layout_view::{View, ViewMut, layout};
    ///
    /// let mut image = [0; 9];
    /// let stamp = View::new(&[1, 2, 3, 4], layout!((2,2):(2,1)));
    /// let mut v = ViewMut::new(&mut image, layout!((3,3):(3,1)));
    /// v.paste_window([-1, 1], [1, 1], stamp);
    /// v.paste_window([1, 0], [1, 2], stamp);
    /// assert_eq!(image, [0, 3, 4, 1, 0, 2, 3, 0, 4]);
    /// ```
    ///
    /// # Panics
    ///
    /// If a step is 0, or two coordinates of this view may share an element.
    #[track_caller]
    pub fn paste_window<M: Layout, const RANK: usize>(
        &mut self,
        first: [isize; RANK],
        step: [usize; RANK],
        source: View<'_, T, M>,
    ) where
        T: Copy,
        L::Geometry: Strided<RANK>,
        M::Geometry: Strided<RANK>,
    {
        self.window_parts(first, step, source, |mut to, from| from.copy_to(&mut to));
    }

    /// Calls a function with each element of the window that begins at a coordinate, and that of a view which
    /// is there:
    ///
    /// ```text
    /// f(&mut self[first + step * t], &source[t])      where that is a coordinate of this view
    /// ```
    ///
    /// for each coordinate `t` of the source, in an order that suits both layouts and is not specified. So the patches
    /// of an image are added up to the image (col2im), and convolutions are transposed.
    ///
    /// ```
    /// use layout_view::{View, ViewMut, layout};
    ///
    /// // Three elements, each spread by the filter [1, 2, 1] with a step of 2.
    /// let (x, mut y) = ([1, 10, 100], [0; 6]);
    /// let x = View::new(&x, layout!(3:1));
    /// let mut v = ViewMut::new(&mut y, layout!(6:1));
    /// for (r, weight) in [1, 2, 1].into_iter().enumerate() {
    ///     v.zip_window([r as isize - 1], [2], x, |y, x| *y += weight * x);
    /// }
    /// assert_eq!(y, [2, 11, 20, 110, 200, 100]);
    /// ```
    ///
    /// # Panics
    ///
    /// If a step is 0.
    #[track_caller]
    pub fn zip_window<U, M: Layout, const RANK: usize>(
        &mut self,
        first: [isize; RANK],
        step: [usize; RANK],
        source: View<'_, U, M>,
        f: impl FnMut(&mut T, &U),
    ) where
        L::Geometry: Strided<RANK>,
        M::Geometry: Strided<RANK>,
    {
        self.window_parts(first, step, source, |mut to, from| to.zip_with(from, f));
    }

    /// Calls a function with the part of this view that is in a window, and the part of a source that is there, where
    /// there is any.
    #[inline(always)]
    #[track_caller]
    fn window_parts<U, M: Layout, const RANK: usize>(
        &mut self,
        first: [isize; RANK],
        step: [usize; RANK],
        source: View<'_, U, M>,
        f: impl FnOnce(ViewMut<'_, T, AtRunTime<L>>, View<'_, U, AtRunTime<M>>),
    ) where
        L::Geometry: Strided<RANK>,
        M::Geometry: Strided<RANK>,
    {
        let of = self.place().geometry().numbers().0;
        let at = inside(Places { first, step }, of, source.place().geometry().numbers().0);
        if !is_empty(&at) {
            // SAFETY: a box that is not empty, of coordinates of the source, and of those `t` whose
            // `first + step * t` are coordinates of this view.
            unsafe {
                let from = part_of(source, [0; RANK], [1; RANK], &at);
                f(part_of(self.reborrow(), first, step, &at), from);
            }
        }
    }
}

/// The part of a view at `first + step * t` for each `t` in a box; steps are not 0, so that no two coordinates of the part are
/// one of the view.
///
/// # Safety
///
/// The box is not empty, and these are coordinates of the view.
#[inline(always)]
unsafe fn part_of<R, T, L: Layout, const RANK: usize>(
    view: ViewBase<R, L, NonNull<T>>,
    first: [isize; RANK],
    step: [usize; RANK],
    at: &[Range<usize>; RANK],
) -> ViewBase<R, AtRunTime<L>, NonNull<T>>
where
    L::Geometry: Strided<RANK>,
{
    // SAFETY: by the caller; elements of the view, which ends here.
    unsafe { ViewBase::from_place(part(&plain::<T, L>(view.place()), first, step, at)) }
}

/// The elements of a layout without swizzles, whose type says so.
#[inline(always)]
pub(super) fn plain<T, L: Layout>(
    place: &PlaceOf<T, L>,
) -> Place<NonNull<T>, L::Geometry, Identity> {
    const { assert_plain::<L>() };
    // SAFETY: the same elements by the same geometry, after a map that is none.
    unsafe { Place::at_zero(place.zero(), Checked::computed(*place.geometry())) }
}
