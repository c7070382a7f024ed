//! Scalar loops: copies of single elements.
//!
//! An iteration of a loop takes as many instructions as an element does: short loops are unrolled, and others
//! by four.

#![allow(unsafe_code)]

use super::{broadcast, for_each_address};
use crate::loop_nest::Loop;

/// Copies three loops element by element, the first the innermost: a function of its own, the same for all
/// layouts.
///
/// # Safety
///
/// From `source`, at each offset of the loops is an element to be read; from `target`, at each of theirs is
/// one to be written, and none is one of the source.
#[inline(never)]
pub(in crate::copy) unsafe fn copy_three_loops<T: Copy>(
    l0: &Loop,
    l1: &Loop,
    l2: &Loop,
    source: *const T,
    target: *mut T,
) {
    let l0 = *l0;
    macro_rules! outer_loops {
        ($inner:expr) => {
            for_each_address(l2.extent, l2.strides(), source, target, |source, target| {
                for_each_address(l1.extent, l1.strides(), source, target, $inner);
            })
        };
    }
    // SAFETY: by the caller, in each case.
    unsafe {
        match l0.extent {
            _ if l0.source() == 0 => outer_loops!(|s, t| broadcast::copy(l0, s, t)),
            1 => outer_loops!(|s: *const T, t: *mut T| *t = *s),
            2 => outer_loops!(|s, t| copy_unrolled::<T, 2>(l0, s, t)),
            3 => outer_loops!(|s, t| copy_unrolled::<T, 3>(l0, s, t)),
            4 => outer_loops!(|s, t| copy_unrolled::<T, 4>(l0, s, t)),
            _ => outer_loops!(|s, t| copy_loop(l0, s, t)),
        }
    }
}

/// Copies a loop, unrolled by four.
///
/// # Safety
///
/// As [`copy_three_loops`], of one loop.
#[inline(always)]
pub(in crate::copy) unsafe fn copy_loop<T: Copy>(l: Loop, source: *const T, target: *mut T) {
    let strides = l.strides();
    let fours = l.extent / 4;
    // SAFETY: by the caller.
    unsafe {
        for_each_address(fours, strides.times(4), source, target, |s, t| {
            copy_unrolled::<T, 4>(l, s, t);
        });
        let (source, target) = strides.times(4).times(fours as isize).advance(source, target);
        for_each_address(l.extent % 4, strides, source, target, |s, t| *t = *s);
    }
}

/// Copies the first `N` iterations of a loop.
///
/// # Safety
///
/// As [`copy_three_loops`], of these iterations.
#[inline(always)]
unsafe fn copy_unrolled<T: Copy, const N: usize>(l: Loop, source: *const T, target: *mut T) {
    for k in 0..N as isize {
        // SAFETY: by the caller.
        unsafe { *target.offset(k * l.target()) = *source.offset(k * l.source()) };
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec;
    use std::vec::Vec;

    use super::*;

    /// Copies loops of all short extents, forward, backward and with an element that stays, and compares
    /// whole buffers.
    #[test]
    fn loops_of_all_extents() {
        for (m, n, k) in (1..10).flat_map(|m| [1, 3].map(|n| (m, n, 4 - n))) {
            for (from, to) in [(3, 2), (0, 1), (-2, 5), (1, -1)] {
                let l0 = Loop::new(m, from, to);
                let l1 = Loop::new(n, 31, 50);
                let l2 = Loop::new(k, -1, 200);
                let numbers: Vec<usize> = (0..200).collect();
                let mut copied = vec![999; 1000];
                let mut expected = copied.clone();
                for (i, j, l) in (0..m as isize)
                    .flat_map(|i| (0..n as isize).map(move |j| (i, j)))
                    .flat_map(|(i, j)| (0..k as isize).map(move |l| (i, j, l)))
                {
                    let (s, t) = (50 + from * i + 31 * j - l, 100 + to * i + 50 * j + 200 * l);
                    expected[t as usize] = numbers[s as usize];
                }
                // SAFETY: the offsets are those above, within the buffers.
                unsafe {
                    let (source, target) = (numbers.as_ptr().add(50), copied.as_mut_ptr().add(100));
                    copy_three_loops(&l0, &l1, &l2, source, target);
                }
                assert_eq!(copied, expected, "{m} {n} {k} {from} {to}");
            }
        }
    }
}
