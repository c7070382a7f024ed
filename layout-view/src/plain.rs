//! Copies of two loops as they are: of runs, and of what stays in the first cache, where blocks and
//! prefetches cost more than they save.
//!
//! Most small copies, of tiles and panels, are between layouts of two leaves with the same extents.
//! Their loops are found by a few comparisons, without a [`Nest`](super::nest::Nest).

#![allow(unsafe_code)]

use core::hint;
use core::ptr::NonNull;

use super::ahead::NEAR;
use super::copy::copy_leaves;
use super::found::FEW as SOME;
use super::leaves::Leaves;
use super::nest::{Loop, SOURCE, TARGET};
use super::pair::{Pair, Whole};
use super::run::{call_runs, copy_runs};
use super::side::Side;
use super::single::{copy_row, copy_three};
use super::square::{SQUARE, copy_large, copy_square, is_large};
use super::sweep::turns;
use super::turn::{is_turned, turn_squares};

/// The most elements for which loops are written out where they are called, if the compiler knows
/// how many there are.
const FEW: usize = 64;

/// Whether a copy of so many elements stays in the first cache.
pub(super) const fn is_near<T>(elements: usize) -> bool {
    elements.saturating_mul(size_of::<T>()) <= NEAR
}

/// Copies a pair of layouts with two leaves each, or one, of the same extents; false of others.
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
    if let Some(l) = pair.one_loop() {
        // SAFETY: by the caller: the offsets of the loop are those of the pair.
        unsafe { copy_one(l, source.as_ptr(), target.as_ptr()) };
        return true;
    }
    let Some((a, b)) = pair.two_loops() else { return false };
    if const { matches!((A::SIZE, B::SIZE), (Some(1..=FEW), _) | (_, Some(1..=FEW))) }
        && let Some((l0, l1)) = sorted(a, b)
    {
        // SAFETY: by the caller: the offsets of the loops are those of the pair.
        unsafe { copy_few(l0, l1, source.as_ptr(), target.as_ptr()) };
    } else {
        let (from, to) = (source.as_ptr(), target.as_ptr());
        // SAFETY: the same.
        unsafe {
            // Rows of both, whose strides the compiler knows in most cases: then it knows these conditions too,
            // and a call less is worth the rest.
            if is_run(b) && b.is_continued_by(&a) {
                to.copy_from_nonoverlapping(from, a.extent * b.extent);
                return true;
            }
            if are_runs(b, a) {
                call_runs(b.extent, a.extent, a.source(), a.target(), from, to);
                return true;
            }
            copy_two(a.extent, a.source(), b.extent, b.target(), from, to, a.target(), b.source());
        }
    }
    true
}

/// [`copy_pair`](super::copy::copy_pair) of layouts with one loop.
///
/// # Safety
///
/// The same.
#[inline(always)]
unsafe fn copy_one<T: Copy>(l: Loop, source: *const T, target: *mut T) {
    #[inline(never)]
    unsafe fn apart<T: Copy>(n: usize, from: isize, to: isize, source: *const T, target: *mut T) {
        let l = Loop::new(n, from, to);
        // SAFETY: by the caller.
        unsafe {
            match from {
                0 if n > 0 => spread(l, source, target),
                _ => copy_row(l, source, target),
            }
        }
    }
    // SAFETY: by the caller, in each case.
    unsafe {
        if is_run(l) {
            target.copy_from_nonoverlapping(source, l.extent);
        } else {
            apart(l.extent, l.source(), l.target(), source, target);
        }
    }
}

/// [`copy_pair`](super::copy::copy_pair) of layouts with two loops: a function of its own, the same for all
/// layouts.
///
/// It takes numbers, not loops, which would be stored and loaded again; in an order in which the usual case,
/// [`side_by_side`], has them in the same registers.
///
/// # Safety
///
/// The same. `m` and `n` are the extents of the loops.
#[inline(never)]
#[allow(clippy::too_many_arguments, reason = "numbers in registers")]
unsafe fn copy_two<T: Copy>(
    m: usize,
    from_m: isize,
    n: usize,
    to_n: isize,
    source: *const T,
    target: *mut T,
    to_m: isize,
    from_n: isize,
) {
    let a = Loop::new(m, from_m, to_m);
    let b = Loop::new(n, from_n, to_n);
    // SAFETY: by the caller.
    unsafe {
        if are_squares::<T>(a, b) {
            if m <= 2 * SQUARE && n <= 2 * SQUARE {
                few_squares(m, from_m, n, to_n, source, target);
            } else {
                side_by_side(m, from_m, n, to_n, source, target);
            }
        } else {
            copy_turned_over(m, from_m, n, to_n, source, target, to_m, from_n);
        }
    }
}

/// [`copy_two`] of what is not the usual case: of functions with fewer registers, each stores fewer.
///
/// # Safety
///
/// The same.
#[inline(never)]
#[allow(clippy::too_many_arguments, reason = "numbers in registers")]
unsafe fn copy_turned_over<T: Copy>(
    m: usize,
    from_m: isize,
    n: usize,
    to_n: isize,
    source: *const T,
    target: *mut T,
    to_m: isize,
    from_n: isize,
) {
    let a = Loop::new(m, from_m, to_m);
    let b = Loop::new(n, from_n, to_n);
    // SAFETY: by the caller.
    unsafe {
        if are_runs(a, b) {
            call_runs(m, n, from_n, to_n, source, target);
        } else if are_squares::<T>(b, a) {
            side_by_side(n, from_n, m, to_m, source, target);
        } else {
            copy_others(m, from_m, n, to_n, source, target, to_m, from_n);
        }
    }
}

/// Whether two loops run along the target and along the source, with a square of elements, and stay in the
/// first cache.
#[inline(always)]
const fn are_squares<T>(l0: Loop, l1: Loop) -> bool {
    (l0.target() == 1 && l1.source() == 1)
        && (l0.source() > 1 && l1.target() > 1)
        && (l0.extent >= SQUARE && l1.extent >= SQUARE)
        && is_near::<T>(l0.extent * l1.extent)
}

/// Whether the first of two loops is a run that the second does not continue.
#[inline(always)]
const fn are_runs(l0: Loop, l1: Loop) -> bool {
    (is_run(l0) && l0.extent > 1)
        && (l1.source() > 0 && l1.target() > 1)
        && (l1.source() != l0.extent as isize || l1.target() != l0.extent as isize)
}

/// [`copy_two`] of any loops.
///
/// # Safety
///
/// The same.
#[inline(never)]
#[allow(clippy::too_many_arguments, reason = "numbers in registers")]
unsafe fn copy_others<T: Copy>(
    m: usize,
    from_m: isize,
    n: usize,
    to_n: isize,
    source: *const T,
    target: *mut T,
    to_m: isize,
    from_n: isize,
) {
    if m == 0 || n == 0 {
        return;
    }
    let a = Loop::new(m, from_m, to_m);
    let b = Loop::new(n, from_n, to_n);
    // SAFETY: by the caller.
    unsafe {
        if let Some((l0, l1)) = sorted(a, b).filter(is_plain::<T>) {
            return copy_loops(l0, l1, source, target);
        }
        let mut places = [Leaves::<SOME>::EMPTY; 2];
        places[TARGET].extend(&[m, n], &[to_m, to_n]);
        places[SOURCE].extend(&[m, n], &[from_m, from_n]);
        let source = NonNull::new_unchecked(source.cast_mut());
        copy_leaves(&places, source, NonNull::new_unchecked(target));
    }
}

/// Whether two loops that are sorted run as they are, as far as elements `T` are concerned.
#[inline(always)]
fn is_plain<T>(&(l0, l1): &(Loop, Loop)) -> bool {
    is_run(l0) || is_near::<T>(l0.extent * l1.extent)
}

/// The loops of layouts with two leaves each, or one, of the same extents, if they are to run as they
/// are: innermost first.
#[inline(always)]
pub(super) fn plain_loops<T, A: Side, B: Side>(pair: Whole<A, B>) -> Option<(Loop, Loop)> {
    let (a, b) = pair.two_loops()?;
    sorted(a, b).filter(is_plain::<T>)
}

/// Two loops in the order of the target's strides, joined if they are one; `None` where one does not
/// run upward in both layouts.
#[inline(always)]
fn sorted(a: Loop, b: Loop) -> Option<(Loop, Loop)> {
    let is_upward = |l: Loop| l.extent == 1 || l.source() > 0 && l.target() > 0;
    if !is_upward(a) || !is_upward(b) {
        return None;
    }
    let is_first = b.extent == 1 || a.extent > 1 && a.target() < b.target();
    let (l0, l1) = if is_first { (a, b) } else { (b, a) };
    if l0.is_continued_by(&l1) {
        // No overflow: a size fits.
        return Some((Loop { extent: l0.extent * l1.extent, ..l0 }, Loop::ONCE));
    }
    Some((l0, l1))
}

/// [`copy_few`] by functions of their own, which are the same for all layouts and keep what they
/// need in registers. Most of them take numbers, not loops: those would be stored and loaded again.
///
/// # Safety
///
/// The same.
#[inline(always)]
pub(super) unsafe fn copy_loops<T: Copy>(l0: Loop, l1: Loop, source: *const T, target: *mut T) {
    // SAFETY: by the caller, in each case.
    unsafe {
        if is_run(l0) {
            call_runs(l0.extent, l1.extent, l1.source(), l1.target(), source, target);
        } else if is_turned(true, l0, l1) {
            squares(l0, l1, source, target);
        } else {
            copy_three(&l0, &l1, &Loop::ONCE, source, target);
        }
    }
}

/// [`turn_squares`] as a function of its own.
///
/// # Safety
///
/// The same.
#[inline(always)]
pub(super) unsafe fn squares<T: Copy>(l0: Loop, l1: Loop, source: *const T, target: *mut T) {
    #[inline(never)]
    unsafe fn others<T: Copy>(l0: &Loop, l1: &Loop, source: *const T, target: *mut T) {
        // SAFETY: by the caller.
        unsafe { turn_squares(*l0, *l1, source, target) };
    }
    // SAFETY: by the caller, in each case.
    unsafe {
        if l1.source() == 1 && l0.extent >= SQUARE && l1.extent >= SQUARE {
            side_by_side(l0.extent, l0.source(), l1.extent, l1.target(), source, target);
        } else {
            others(&l0, &l1, source, target);
        }
    }
}

/// [`squares`] of elements that are side by side in the source, with a square of them.
///
/// # Safety
///
/// The same.
#[inline(never)]
unsafe fn side_by_side<T: Copy>(
    along: usize,
    from: isize,
    across: usize,
    to: isize,
    source: *const T,
    target: *mut T,
) {
    let l0 = Loop::new(along, from, 1);
    let l1 = Loop::new(across, 1, to);
    // SAFETY: by the caller.
    unsafe {
        hint::assert_unchecked(along >= SQUARE && across >= SQUARE);
        turn_squares(l0, l1, source, target);
    }
}

/// [`side_by_side`] of one square or two to each side, which may overlap.
///
/// # Safety
///
/// The same, and no extent is above those of two squares.
#[inline(never)]
unsafe fn few_squares<T: Copy>(
    along: usize,
    from: isize,
    across: usize,
    to: isize,
    source: *const T,
    target: *mut T,
) {
    let (right, down) = (along - SQUARE, across - SQUARE);
    // SAFETY: by the caller: all squares are parts of the loops.
    unsafe {
        if const { is_large::<T>() } && right == SQUARE && down == SQUARE {
            return copy_large((source, from), (target, to));
        }
        let row = |source: *const T, target: *mut T| {
            copy_square((source, from), (target, to));
            if right > 0 {
                copy_square((source.offset(right as isize * from), from), (target.add(right), to));
            }
        };
        row(source, target);
        if down > 0 {
            row(source.add(down), target.offset(down as isize * to));
        }
    }
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
        if l0.source() == 0 {
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
    l0.source() == 1 && l0.target() == 1
}
