//! Copies of one loop.

#![allow(unsafe_code)]

use super::kernels::{Strides, broadcast, scalar};
use crate::loop_nest::Loop;

/// Copies one loop.
///
/// # Safety
///
/// From `source`, at each offset of the loop is an element to be read; from `target`, at each of its offsets is one to be written,
/// and none is one of the source.
#[inline(always)]
pub(super) unsafe fn copy<T: Copy>(l: Loop, source: *const T, target: *mut T) {
    // SAFETY: by the caller, in each case.
    unsafe {
        if l.is_contiguous() {
            target.copy_from_nonoverlapping(source, l.extent);
        } else {
            copy_strided(l.extent, l.strides(), source, target);
        }
    }
}

/// Copies a loop that is no contiguous run: a function of its own, the same for all layouts.
///
/// # Safety
///
/// As [`copy`].
#[inline(never)]
unsafe fn copy_strided<T: Copy>(extent: usize, strides: Strides, source: *const T, target: *mut T) {
    let l = Loop::new(extent, strides.source, strides.target);
    // SAFETY: by the caller, in each case.
    unsafe {
        match strides.source {
            0 if extent > 0 => broadcast::copy(l, source, target),
            _ => scalar::copy_loop(l, source, target),
        }
    }
}
