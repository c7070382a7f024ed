//! Copies of two loops as they are: of runs, and of what stays in the first cache, where blocks and
//! prefetches cost more than they save.
//!
//! Most small copies, of tiles and panels, are between layouts of two leaves with the same extents.
//! Their loops are found by a few comparisons, without a [`Nest`](super::nest::Nest).

#![allow(unsafe_code)]

use core::ptr::NonNull;

use super::ahead::NEAR;
use super::nest::Loop;
use super::pair::Whole;
use super::run::copy_runs;
use super::side::Side;
use super::sweep::turns;
use super::turn::{is_turned, turn_squares};
use crate::geometry::LeafNumbers as Numbers;

/// The most elements for which loops are written out where they are called, if the compiler knows
/// how many there are.
const FEW: usize = 64;

/// Whether a copy of so many elements stays in the first cache.
pub(super) const fn is_near<T>(elements: usize) -> bool {
    elements.saturating_mul(size_of::<T>()) <= NEAR
}

/// Copies a pair of layouts with two leaves each, or one; false where that is not done here.
///
/// # Safety
///
/// As [`copy_pair`](super::copy::copy_pair).
#[inline(always)]
pub(super) unsafe fn copy_plain<T: Copy, A: Side, B: Side>(
    pair: Whole<A, B>,
    source: NonNull<T>,
    target: NonNull<T>,
) -> bool {
    let Some((l0, l1)) = plain_loops::<T, A, B>(pair) else { return false };
    // SAFETY: by the caller: the offsets of the loops are those of the pair.
    unsafe {
        if const { matches!((A::SIZE, B::SIZE), (Some(..=FEW), _) | (_, Some(..=FEW))) } {
            copy_few(l0, l1, source.as_ptr(), target.as_ptr());
        } else {
            copy_loops(l0, l1, source.as_ptr(), target.as_ptr());
        }
    }
    true
}

/// The loops of layouts with two leaves each, or one, of the same extents, if they are to run as they
/// are: innermost first.
#[inline(always)]
pub(super) fn plain_loops<T, A: Side, B: Side>(Whole(a, b): Whole<A, B>) -> Option<(Loop, Loop)> {
    if const { A::LEAVES > 2 || A::LEAVES != B::LEAVES } {
        return None;
    }
    let (mut from, mut to) = (Numbers::<2>::EMPTY, Numbers::<2>::EMPTY);
    a.visit(&mut from);
    b.visit(&mut to);
    if from.shape != to.shape {
        return None;
    }
    let at = |k: usize| Loop { extent: to.shape[k], source: from.stride[k], target: to.stride[k] };
    sorted(at(0), at(1)).filter(|&(l0, l1)| is_run(l0) || is_near::<T>(l0.extent * l1.extent))
}

/// Two loops in the order of the target's strides, joined if they are one; `None` where one does not
/// run upward in both layouts.
#[inline(always)]
fn sorted(a: Loop, b: Loop) -> Option<(Loop, Loop)> {
    let is_upward = |l: Loop| l.extent == 1 || l.source > 0 && l.target > 0;
    if !is_upward(a) || !is_upward(b) {
        return None;
    }
    let is_first = b.extent == 1 || a.extent > 1 && a.target < b.target;
    let (l0, l1) = if is_first { (a, b) } else { (b, a) };
    if l0.is_continued_by(&l1) {
        // No overflow: a size fits.
        return Some((Loop { extent: l0.extent * l1.extent, ..l0 }, Loop::ONCE));
    }
    Some((l0, l1))
}

/// [`copy_few`] by functions of their own, which are the same for all layouts and keep what they
/// need in registers. They take loops by reference: a loop by value would be copied on the way, by
/// loads that wait until its numbers are stored.
///
/// # Safety
///
/// The same.
#[inline(always)]
pub(super) unsafe fn copy_loops<T: Copy>(l0: Loop, l1: Loop, source: *const T, target: *mut T) {
    #[inline(never)]
    unsafe fn runs<T: Copy>(run: usize, l: &Loop, source: *const T, target: *mut T) {
        // SAFETY: by the caller.
        unsafe { copy_runs(run, *l, source, target) };
    }
    #[inline(never)]
    unsafe fn others<T: Copy>(l0: &Loop, l1: &Loop, source: *const T, target: *mut T) {
        // SAFETY: by the caller.
        unsafe { one_by_one(*l0, *l1, source, target) };
    }
    // SAFETY: by the caller, in each case.
    unsafe {
        if is_run(l0) {
            runs(l0.extent, &l1, source, target);
        } else if is_turned(true, l0, l1) {
            squares(&l0, &l1, source, target);
        } else {
            others(&l0, &l1, source, target);
        }
    }
}

/// [`turn_squares`] as a function of its own.
///
/// # Safety
///
/// The same.
#[inline(never)]
pub(super) unsafe fn squares<T: Copy>(l0: &Loop, l1: &Loop, source: *const T, target: *mut T) {
    // SAFETY: by the caller.
    unsafe { turn_squares(*l0, *l1, source, target) };
}

/// Copies two loops, written out where they are called.
///
/// # Safety
///
/// From `source`, at each offset of the loops is an element to be read; from `target`, at each of
/// theirs is one to be written, and none is one of the source.
#[inline(always)]
unsafe fn copy_few<T: Copy>(l0: Loop, l1: Loop, source: *const T, target: *mut T) {
    // SAFETY: by the caller, in each case.
    unsafe {
        if is_run(l0) {
            copy_runs(l0.extent, l1, source, target);
        } else if is_turned(true, l0, l1) {
            turn_squares(l0, l1, source, target);
        } else {
            one_by_one(l0, l1, source, target);
        }
    }
}

/// Copies two loops element by element.
///
/// # Safety
///
/// As [`copy_few`].
#[inline(always)]
unsafe fn one_by_one<T: Copy>(l0: Loop, l1: Loop, source: *const T, target: *mut T) {
    // SAFETY: by the caller, in each case.
    unsafe {
        if l0.source == 0 {
            turns(l1, 0, 0, |s, t| spread(l0, source.offset(s), target.offset(t)));
        } else {
            turns(l1, 0, 0, |s, t| turns(l0, s, t, |s, t| *target.offset(t) = *source.offset(s)));
        }
    }
}

/// Copies one element to each turn of a loop.
///
/// # Safety
///
/// The element is to be read; from `target`, at each offset of the loop is one to be written.
#[inline(always)]
pub(super) unsafe fn spread<T: Copy>(l: Loop, source: *const T, target: *mut T) {
    // SAFETY: by the caller.
    let value = unsafe { *source };
    // SAFETY: the same.
    turns(l, 0, 0, |_, t| unsafe { *target.offset(t) = value });
}

/// Whether the innermost loop is a run of both layouts.
#[inline]
pub(super) const fn is_run(l0: Loop) -> bool {
    l0.source == 1 && l0.target == 1
}
