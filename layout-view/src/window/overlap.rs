//! Boxes: the coordinates of a window that are inside of a view, and the part of the view there.

#![allow(unsafe_code)]

use core::ops::Range;
use core::ptr::NonNull;

use crate::checked::Checked;
use crate::place::Place;
use crate::{Identity, Strided};

/// The places of coordinates in a view: `first + step * t` along each mode.
#[derive(Clone, Copy)]
pub(super) struct Places<const RANK: usize> {
    pub(super) first: [isize; RANK],
    pub(super) step: [usize; RANK],
}

/// The coordinates `t` below `extents` whose places are inside of a view of the extents `of`, mode by mode.
///
/// # Panics
///
/// If a step is 0.
#[inline(always)]
#[track_caller]
pub(super) fn inside<const RANK: usize>(
    Places { first, step }: Places<RANK>,
    of: [usize; RANK],
    extents: [usize; RANK],
) -> [Range<usize>; RANK] {
    let mut inside: [Range<usize>; RANK] = core::array::from_fn(|_| 0..0);
    for k in 0..RANK {
        assert_step(k, step[k]);
        inside[k] = within(first[k], step[k], of[k], extents[k]);
    }
    inside
}

/// Panics where the step of a mode is 0.
#[inline(always)]
#[track_caller]
pub(super) fn assert_step(mode: usize, step: usize) {
    assert!(step > 0, "mode {mode} of a window: step = 0 and a step must be at least 1");
}

/// The coordinates `t` below `extent` with `0 <= first + step * t < of`.
#[inline(always)]
pub(super) fn within(first: isize, step: usize, of: usize, extent: usize) -> Range<usize> {
    // Most windows have steps of 1, and 128 bits are slow, to divide above all.
    if let (1, Ok(of), Ok(extent)) = (step, isize::try_from(of), isize::try_from(extent)) {
        // Where the sums saturate, they are past the extent.
        let (start, end) = (first.saturating_neg().max(0), of.saturating_sub(first).min(extent));
        return if start < end { start as usize..end as usize } else { 0..0 };
    }
    let (first, step, of) = (first as i128, step as i128, of as i128);
    // The number of `t` below a bound of `first + step * t`.
    let below = |bound: i128| {
        let past = (bound - first).max(0);
        (past + step - 1) / step
    };
    let (start, end) = (below(0).min(extent as i128), below(of).min(extent as i128));
    if start < end { start as usize..end as usize } else { 0..0 }
}

/// Returns true if a range of coordinates has none in some mode.
#[inline(always)]
pub(super) fn is_empty<const RANK: usize>(at: &[Range<usize>; RANK]) -> bool {
    at.iter().any(|range| range.is_empty())
}

/// The part of a layout at `first + step * t` for each `t` in a box, whose numbers are known at run time.
///
/// # Safety
///
/// The box is not empty, and each `first + step * t` is a coordinate of the layout.
#[inline(always)]
pub(super) unsafe fn part<T, G, const RANK: usize>(
    place: &Place<NonNull<T>, G, Identity>,
    first: [isize; RANK],
    step: [usize; RANK],
    at: &[Range<usize>; RANK],
) -> Place<NonNull<T>, G::AtRunTime, Identity>
where
    G: Strided<RANK>,
{
    let strides = place.geometry().numbers().1;
    let mut offset = 0;
    for k in 0..RANK {
        let begin = first[k].wrapping_add(step[k].wrapping_mul(at[k].start) as isize);
        offset += begin * strides[k];
    }
    let mut k = 0;
    let geometry = G::at_run_time(&mut || {
        k += 1;
        // Where the box has one coordinate, its stride is never taken and may overflow.
        (at[k - 1].len(), strides[k - 1].wrapping_mul(step[k - 1] as isize))
    });
    // SAFETY: by the caller, `begin` is a coordinate of the layout and the offset that of an element; the
    // offset of `t` from there is the sum of `step * stride * (t - start)`, that of the coordinate
    // `first + step * t`, which is an element too.
    unsafe { Place::at_zero(place.zero().offset(offset), Checked::computed(geometry)) }
}
