//! Copies by a loop nest that is found at run time, where a layout is known only then.

#![allow(unsafe_code)]

use core::ptr::NonNull;

use super::kernels::contiguous::{self, Runs};
use super::kernels::{scalar, transpose};
use super::pattern::Pattern;
use super::strategy::Strategy;
use super::tiles::{self, TilePlan};
use crate::cache::fits_l1;
use crate::domain::{Domain, Elementwise};
use crate::leaves::Leaves;
use crate::loop_nest::run_time::{for_each_coordinate, for_each_nest_row};
use crate::loop_nest::{Loop, LoopNest, LoopOrder};
use crate::operand::Operand;
use layout_runtime::internals::{LeafNumbers, MAX, MAX_LEAVES_SMALL};

/// Copies a domain that has coordinates.
///
/// # Safety
///
/// From `source`, at each offset of the first layout is an element to be read; from `target`, at
/// each of the second is one to be written, and none is one of the source.
#[inline(always)]
pub(super) unsafe fn copy<T: Copy, A: Operand, B: Operand>(
    domain: Elementwise<A, B>,
    source: NonNull<T>,
    target: NonNull<T>,
) {
    // SAFETY: by the caller, in each case.
    unsafe {
        if const { <Elementwise<A, B>>::LEAVES <= MAX_LEAVES_SMALL } {
            copy_operands::<T, _, _, MAX_LEAVES_SMALL>(domain, source, target);
        } else {
            copy_operands::<T, _, _, MAX>(domain, source, target);
        }
    }
}

/// [`copy`] of at most `N` leaves.
///
/// # Safety
///
/// As [`copy`].
#[inline(always)]
unsafe fn copy_operands<T: Copy, A: Operand, B: Operand, const N: usize>(
    Elementwise(a, b): Elementwise<A, B>,
    source: NonNull<T>,
    target: NonNull<T>,
) {
    #[inline(never)]
    unsafe fn copy_numbers<T: Copy, const N: usize>(
        from: &LeafNumbers<N>,
        to: &LeafNumbers<N>,
        source: NonNull<T>,
        target: NonNull<T>,
    ) {
        let mut leaves = [Leaves::EMPTY; 2];
        // The target, and the source.
        for (leaves, numbers) in leaves.iter_mut().zip([to, from]) {
            let len = numbers.len();
            leaves.extend(&numbers.shape[..len], &numbers.stride[..len]);
        }
        // SAFETY: by the caller.
        unsafe { copy_leaves::<T, N>(&leaves, source, target) };
    }
    let (mut from, mut to) = (LeafNumbers::<N>::EMPTY, LeafNumbers::<N>::EMPTY);
    a.visit(&mut from);
    b.visit(&mut to);
    // SAFETY: by the caller.
    unsafe {
        // Two leaves of the same extents are loops already.
        let is_copied = const { A::LEAVES == B::LEAVES && A::LEAVES > 2 }
            && copy_aligned(&from, &to, source, target);
        if !is_copied {
            copy_numbers(&from, &to, source, target);
        }
    }
}

/// [`copy`] of a source and a target whose leaves have the same extents, so that there is nothing to refine; of others nothing, and the answer is
/// false.
///
/// # Safety
///
/// As [`copy`].
#[inline(never)]
unsafe fn copy_aligned<T: Copy, const N: usize>(
    from: &LeafNumbers<N>,
    to: &LeafNumbers<N>,
    source: NonNull<T>,
    target: NonNull<T>,
) -> bool {
    let (mut nest, len) = (LoopNest::<N>::EMPTY, to.len());
    if from.len() != len {
        return false;
    }
    for (k, l) in nest.loops.iter_mut().enumerate().take(len) {
        // The last leaf is mostly the innermost loop.
        let leaf = len - 1 - k;
        if from.shape[leaf] != to.shape[leaf] {
            return false;
        }
        *l = Loop::new(to.shape[leaf], from.stride[leaf], to.stride[leaf]);
    }
    nest.len = len;
    nest.arrange_and_tile(LoopOrder::Target);
    // SAFETY: by the caller; the loops visit the offsets of both.
    unsafe { copy_nest(&nest, source, target) };
    true
}

/// [`copy`] of a target and a source with these leaves.
///
/// # Safety
///
/// As [`copy`].
pub(super) unsafe fn copy_leaves<T: Copy, const N: usize>(
    leaves: &[Leaves<N>; 2],
    source: NonNull<T>,
    target: NonNull<T>,
) {
    let mut nest = LoopNest::EMPTY;
    // SAFETY: by the caller; the nest visits the offsets of both layouts.
    unsafe {
        if nest.set(leaves, LoopOrder::Target) {
            copy_nest(&nest, source, target);
        } else {
            for_each_coordinate(leaves, |s, t| {
                target.offset(t).write(source.offset(s).read());
            });
        }
    }
}

/// Copies the elements that a nest visits: a function of its own, the same for all layouts.
///
/// # Safety
///
/// As [`copy`], for the offsets that the nest visits.
pub(crate) unsafe fn copy_nest<T: Copy, const N: usize>(
    nest: &LoopNest<N>,
    source: NonNull<T>,
    target: NonNull<T>,
) {
    let (l0, l1) = nest.innermost();
    let pattern = Pattern::new(nest.is_tiled, l0, l1);
    // SAFETY: by the caller, in each case; the offsets of the first loops are visited from those of the others.
    unsafe {
        if pattern == Pattern::Contiguous || fits_l1::<T>(nest.trip_count()) {
            nest.for_each_outer(|s, t| {
                copy_two_loops(l0, l1, source.offset(s).as_ptr(), target.offset(t).as_ptr());
            });
        } else if pattern == Pattern::Transpose {
            copy_transpose(nest, source.as_ptr(), target.as_ptr());
        } else if nest.is_tiled {
            for_each_nest_row(nest, source, target, &mut |l, s: NonNull<T>, t: NonNull<T>| {
                scalar::copy_loop(l, s.as_ptr(), t.as_ptr());
            });
        } else {
            let [l0, l1, l2, ..] = &nest.loops[..] else { return };
            nest.for_each_outside::<3>(|[t, s]| {
                let (source, target) = (source.offset(s).as_ptr(), target.offset(t).as_ptr());
                scalar::copy_three_loops(l0, l1, l2, source, target);
            });
        }
    }
}

/// [`copy_nest`] of a transpose, by its strategy.
///
/// # Safety
///
/// As [`copy_nest`], and the first two loops are those of a transpose.
#[inline(always)]
unsafe fn copy_transpose<T: Copy, const N: usize>(
    nest: &LoopNest<N>,
    source: *const T,
    target: *mut T,
) {
    let (l0, l1) = nest.innermost();
    let strategy = Strategy::of_vendor(Strategy::choose::<T>(nest.trip_count(), l0, l1));
    // SAFETY: by the caller.
    unsafe {
        if strategy == Strategy::TiledPrefetch {
            tiles::copy((&TilePlan::new::<T, N>(nest), nest), source, target);
        } else {
            nest.for_each_outer(|s, t| {
                strategy.copy(l0, l1, source.offset(s), target.offset(t));
            });
        }
    }
}

/// Copies two loops, innermost first, as they are: by the kernel of their pattern.
///
/// The kernels are functions of their own, which are the same for all layouts and keep what they need in registers.
///
/// # Safety
///
/// As [`copy`], for the offsets of the loops.
#[inline(always)]
pub(crate) unsafe fn copy_two_loops<T: Copy>(l0: Loop, l1: Loop, source: *const T, target: *mut T) {
    // SAFETY: by the caller, in each case.
    unsafe {
        match Pattern::new(true, l0, l1) {
            Pattern::Contiguous => {
                contiguous::copy(Runs::new(l0, l1), l1.strides(), source, target);
            }
            Pattern::Transpose => transpose::copy(l0, l1, source, target),
            Pattern::Broadcast | Pattern::Strided => {
                scalar::copy_three_loops(&l0, &l1, &Loop::UNIT, source, target);
            }
        }
    }
}
