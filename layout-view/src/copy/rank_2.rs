//! Copies of two loops.
//!
//! Most small copies, of tiles and panels, are between layouts of two leaves with the same extents. Their loops are there without a
//! [`LoopNest`](crate::loop_nest::LoopNest), and the strategy is chosen by a few comparisons. What remains goes on as a nest.
//!
//! Functions that are not inlined are the same for all layouts, and keep their numbers in registers: they take them in pairs of an
//! extent and a stride, since a [`Loop`] would be stored and loaded again.

#![allow(unsafe_code)]

use core::ptr::NonNull;

use super::kernels::contiguous::{self, Runs};
use super::kernels::{Axis, REGISTER_TILE, Strides, broadcast, transpose};
use super::pattern::Pattern;
use super::run_time_nest;
use crate::cache::fits_l1;
use crate::leaves::Leaves;
use crate::loop_nest::constant::for_each_iteration;
use crate::loop_nest::{Loop, SOURCE, TARGET};
use layout_runtime::internals::MAX_LEAVES_SMALL;

/// The most elements for which loops are unrolled where they are called, if the compiler knows how many there are.
const MAX_UNROLLED_ELEMENTS: usize = 64;

/// Returns true if loops of a layout of this size are unrolled where they are called.
pub(super) const fn is_unrolled(size: Option<usize>) -> bool {
    matches!(size, Some(1..=MAX_UNROLLED_ELEMENTS))
}

/// Copies two loops of few elements where they are called; `a` is that of the first leaf.
///
/// # Safety
///
/// From `source`, at each offset of the loops is an element to be read; from `target`, at each of
/// theirs is one to be written, and none is one of the source.
#[inline(always)]
pub(super) unsafe fn copy_unrolled<T: Copy>(a: Loop, b: Loop, source: *const T, target: *mut T) {
    // SAFETY: by the caller, in each case.
    unsafe {
        let Some((l0, l1)) = Loop::interchanged(a, b) else { return copy(a, b, source, target) };
        match Pattern::new(true, l0, l1) {
            Pattern::Contiguous => contiguous::copy_inline(l0.extent, l1, source, target),
            Pattern::Transpose => transpose::copy_inline(l0, l1, source, target),
            Pattern::Broadcast => for_each_iteration(l1, 0, 0, |s, t| {
                broadcast::copy(l0, source.offset(s), target.offset(t));
            }),
            Pattern::Strided => for_each_iteration(l1, 0, 0, |s, t| {
                for_each_iteration(l0, s, t, |s, t| *target.offset(t) = *source.offset(s));
            }),
        }
    }
}

/// Copies two loops, of which `a` is that of the first leaf.
///
/// # Safety
///
/// As [`copy_unrolled`].
#[inline(always)]
pub(super) unsafe fn copy<T: Copy>(a: Loop, b: Loop, source: *const T, target: *mut T) {
    // SAFETY: by the caller, in each case.
    unsafe {
        // Rows of both, whose strides the compiler knows in most cases: then it knows these conditions too,
        // and a call less is worth the rest.
        if b.is_contiguous() && b.is_continued_by(&a) {
            target.copy_from_nonoverlapping(source, a.extent * b.extent);
        } else if has_runs(b, a) {
            contiguous::copy(Runs::new(b, a), a.strides(), source, target);
        } else {
            let m = Axis { extent: a.extent, stride: a.source() };
            let n = Axis { extent: b.extent, stride: b.target() };
            let others = Strides { source: b.source(), target: a.target() };
            copy_transpose(m, n, source, target, others);
        }
    }
}

/// Copies two loops of which, in the usual case, `m` runs along the target and `n` along the source: a function of its own.
///
/// `m` has the extent of the first loop and its stride in the source, `n` the extent of the second and its stride in the target.
/// `others` are the second's stride in the source and the first's in the target. The kernel has its numbers in the same registers.
///
/// # Safety
///
/// As [`copy_unrolled`].
#[inline(never)]
unsafe fn copy_transpose<T: Copy>(
    m: Axis,
    n: Axis,
    source: *const T,
    target: *mut T,
    others: Strides,
) {
    // SAFETY: by the caller.
    unsafe {
        let (a, b) = loops(m, n, others);
        if !is_near_transpose::<T>(a, b) {
            copy_runs_or_transposed(m, n, source, target, others);
        } else if m.extent <= 2 * REGISTER_TILE && n.extent <= 2 * REGISTER_TILE {
            transpose::copy_few_tiles(m, n, source, target);
        } else {
            transpose::copy_tiles(m, n, source, target);
        }
    }
}

/// [`copy_transpose`] of what is not the usual case: of functions with fewer registers, each stores fewer.
///
/// # Safety
///
/// As [`copy_transpose`].
#[inline(never)]
unsafe fn copy_runs_or_transposed<T: Copy>(
    m: Axis,
    n: Axis,
    source: *const T,
    target: *mut T,
    others: Strides,
) {
    // SAFETY: by the caller.
    unsafe {
        let (a, b) = loops(m, n, others);
        if has_runs(a, b) {
            contiguous::copy(Runs::new(a, b), b.strides(), source, target);
        } else if is_near_transpose::<T>(b, a) {
            let along = Axis { extent: n.extent, stride: others.source };
            let across = Axis { extent: m.extent, stride: others.target };
            transpose::copy_tiles(along, across, source, target);
        } else {
            copy_any(m, n, source, target, others);
        }
    }
}

/// [`copy_transpose`] of any loops.
///
/// # Safety
///
/// As [`copy_transpose`].
#[inline(never)]
unsafe fn copy_any<T: Copy>(m: Axis, n: Axis, source: *const T, target: *mut T, others: Strides) {
    if m.extent == 0 || n.extent == 0 {
        return;
    }
    let (a, b) = loops(m, n, others);
    // SAFETY: by the caller.
    unsafe {
        if let Some((l0, l1)) = Loop::untiled::<T>(a, b) {
            return run_time_nest::copy_two_loops(l0, l1, source, target);
        }
        let mut leaves = [Leaves::<MAX_LEAVES_SMALL>::EMPTY; 2];
        leaves[TARGET].extend(&[a.extent, b.extent], &[a.target(), b.target()]);
        leaves[SOURCE].extend(&[a.extent, b.extent], &[a.source(), b.source()]);
        let source = NonNull::new_unchecked(source.cast_mut());
        run_time_nest::copy_leaves(&leaves, source, NonNull::new_unchecked(target));
    }
}

/// The loops of the numbers of [`copy_transpose`].
#[inline(always)]
const fn loops(m: Axis, n: Axis, others: Strides) -> (Loop, Loop) {
    let a = Loop::new(m.extent, m.stride, others.target);
    let b = Loop::new(n.extent, others.source, n.stride);
    (a, b)
}

/// Returns true if two loops run along the target and along the source, have a register tile, and fit the first-level cache.
#[inline(always)]
const fn is_near_transpose<T>(l0: Loop, l1: Loop) -> bool {
    (l0.target() == 1 && l1.source() == 1)
        && (l0.source() > 1 && l1.target() > 1)
        && (l0.extent >= REGISTER_TILE && l1.extent >= REGISTER_TILE)
        && fits_l1::<T>(l0.extent * l1.extent)
}

/// Returns true if the first of two loops is a contiguous run that the second does not continue.
#[inline(always)]
const fn has_runs(l0: Loop, l1: Loop) -> bool {
    (l0.is_contiguous() && l0.extent > 1)
        && (l1.source() > 0 && l1.target() > 1)
        && (l1.source() != l0.extent as isize || l1.target() != l0.extent as isize)
}
