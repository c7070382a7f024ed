//! Copies of windows that may reach past a view, where another value stands for the elements.

#![allow(unsafe_code)]

use core::ops::Range;

use super::place::Place;
use super::strided::assert_plain;
use super::{Strided, View, ViewMut};
use crate::geometry::Geometry;
use crate::{Identity, Layout};

/// The same nesting with run-time numbers.
type AtRunTime<L> = <<L as Layout>::Geometry as Geometry>::AtRunTime;

impl<T: Copy, L: Layout> View<'_, T, L> {
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
    /// [`slice`](View::slice).
    ///
    /// ```
    /// use layout_runtime::{View, ViewMut, layout};
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
    /// Where a step is 0, or two coordinates of the target may share an element.
    #[track_caller]
    pub fn copy_window<M: Layout, const RANK: usize>(
        &self,
        first: [isize; RANK],
        step: [usize; RANK],
        target: &mut ViewMut<'_, T, M>,
        outside: T,
    ) where
        L::Geometry: Strided<RANK>,
        M::Geometry: Strided<RANK>,
    {
        const { assert_plain::<L>() };
        const { assert_plain::<M>() };
        let (of, strides) = self.place().geometry().numbers();
        let (extents, target_strides) = target.place().geometry().numbers();
        // What of the target has elements of the view.
        let mut inside: [Range<usize>; RANK] = core::array::from_fn(|_| 0..0);
        for k in 0..RANK {
            assert!(step[k] > 0, "mode {k} of a window: step = 0 and a step must be at least 1");
            inside[k] = within(first[k], step[k], of[k], extents[k]);
        }
        // A part of the target, and the view of it.
        let to = target.place().zero();
        let part = |at: &[Range<usize>; RANK]| {
            let offset = sum(|k| at[k].start as isize, target_strides);
            let mut k = 0;
            let geometry = M::Geometry::at_run_time(&mut || {
                k += 1;
                (at[k - 1].len(), target_strides[k - 1])
            });
            // SAFETY: a box of coordinates of the target, which is borrowed and ends after it; it is not empty.
            unsafe {
                ViewMut::<T, AtRunTime<M>>::from_place(Place::at_zero(to.offset(offset), geometry))
            }
        };
        // Each mode in turn: what is before and behind, of the modes before it only what is inside.
        let mut at: [Range<usize>; RANK] = core::array::from_fn(|k| 0..extents[k]);
        for k in 0..RANK {
            for missing in [0..inside[k].start, inside[k].end..extents[k]] {
                at[k] = missing;
                if at.iter().all(|range| !range.is_empty()) {
                    part(&at).fill(outside);
                }
            }
            at[k] = inside[k].clone();
        }
        if at.iter().any(|range| range.is_empty()) {
            return;
        }
        let begin =
            |k: usize| first[k].wrapping_add(step[k].wrapping_mul(inside[k].start) as isize);
        let offset = sum(begin, strides);
        let mut k = 0;
        let geometry = L::Geometry::at_run_time(&mut || {
            k += 1;
            // Of one coordinate the stride is none.
            (inside[k - 1].len(), strides[k - 1].wrapping_mul(step[k - 1] as isize))
        });
        // SAFETY: `first + step * t` of the coordinates `t` inside are coordinates of the view.
        let from = unsafe {
            View::<T, AtRunTime<L>>::from_place(Place::<_, _, Identity>::at_zero(
                self.place().zero().offset(offset),
                geometry,
            ))
        };
        from.copy_to(&mut part(&at));
    }
}

/// The offset at a coordinate.
fn sum<const RANK: usize>(at: impl Fn(usize) -> isize, strides: [isize; RANK]) -> isize {
    (0..RANK).map(|k| at(k) * strides[k]).sum()
}

/// The coordinates `t` below `extent` with `0 <= first + step * t < of`.
fn within(first: isize, step: usize, of: usize, extent: usize) -> Range<usize> {
    let (first, step, of) = (first as i128, step as i128, of as i128);
    // The number of `t` below a bound of `first + step * t`.
    let below = |bound: i128| {
        let past = (bound - first).max(0);
        // Most windows have steps of 1, and to divide 128 bits is slow.
        if step == 1 { past } else { (past + step - 1) / step }
    };
    let (start, end) = (below(0).min(extent as i128), below(of).min(extent as i128));
    if start < end { start as usize..end as usize } else { 0..0 }
}
