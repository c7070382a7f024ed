//! Copies of single elements: of loops that neither run along both layouts nor are turned.
//!
//! A turn of a loop takes as many instructions as an element does: short loops are written out, and others
//! take four elements a turn.

#![allow(unsafe_code)]

use super::nest::Loop;
use super::plain::spread;
use super::run::each_turn;

/// Copies three loops element by element, the first the innermost: a function of its own, the same for all
/// layouts.
///
/// # Safety
///
/// From `source`, at each offset of the loops is an element to be read; from `target`, at each of theirs is
/// one to be written, and none is one of the source.
#[inline(never)]
pub(super) unsafe fn copy_three<T: Copy>(
    l0: &Loop,
    l1: &Loop,
    l2: &Loop,
    source: *const T,
    target: *mut T,
) {
    let l0 = *l0;
    macro_rules! rows {
        ($row:expr) => {
            each_turn(l2.extent, l2.source, l2.target, source, target, |source, target| {
                each_turn(l1.extent, l1.source, l1.target, source, target, $row);
            })
        };
    }
    // SAFETY: by the caller, in each case.
    unsafe {
        match l0.extent {
            _ if l0.source == 0 => rows!(|s, t| spread(l0, s, t)),
            1 => rows!(|s: *const T, t: *mut T| *t = *s),
            2 => rows!(|s, t| copy_piece::<T, 2>(l0, s, t)),
            3 => rows!(|s, t| copy_piece::<T, 3>(l0, s, t)),
            4 => rows!(|s, t| copy_piece::<T, 4>(l0, s, t)),
            _ => rows!(|s, t| copy_row(l0, s, t)),
        }
    }
}

/// Copies a loop, four elements a turn.
///
/// # Safety
///
/// As [`copy_three`], of one loop.
#[inline(always)]
pub(super) unsafe fn copy_row<T: Copy>(l: Loop, source: *const T, target: *mut T) {
    // Wrapping: of fewer turns these are no offsets.
    let (from, to) = (l.source.wrapping_mul(4), l.target.wrapping_mul(4));
    let fours = l.extent / 4;
    // SAFETY: by the caller.
    unsafe {
        each_turn(fours, from, to, source, target, |s, t| copy_piece::<T, 4>(l, s, t));
        let done = fours as isize;
        let source = source.wrapping_offset(done.wrapping_mul(from));
        let target = target.wrapping_offset(done.wrapping_mul(to));
        each_turn(l.extent % 4, l.source, l.target, source, target, |s, t| *t = *s);
    }
}

/// Copies so many turns of a loop.
///
/// # Safety
///
/// As [`copy_three`], of these turns.
#[inline(always)]
unsafe fn copy_piece<T: Copy, const N: usize>(l: Loop, source: *const T, target: *mut T) {
    for k in 0..N as isize {
        // SAFETY: by the caller.
        unsafe { *target.offset(k * l.target) = *source.offset(k * l.source) };
    }
}
