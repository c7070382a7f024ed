//! Broadcast: one element of the source to each iteration of a loop of the target.

#![allow(unsafe_code)]

use crate::loop_nest::Loop;
use crate::loop_nest::constant::for_each_iteration;

/// Copies one element to each iteration of a loop.
///
/// # Safety
///
/// The element is to be read; from `target`, at each offset of the loop is one to be written.
#[inline(always)]
pub(in crate::copy) unsafe fn copy<T: Copy>(l: Loop, source: *const T, target: *mut T) {
    // SAFETY: by the caller.
    let value = unsafe { *source };
    // SAFETY: the same.
    for_each_iteration(l, 0, 0, |_, t| unsafe { *target.offset(t) = value });
}
