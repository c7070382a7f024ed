//! Contiguous runs: elements that lie side by side in both layouts of a copy.
//!
//! A call of `memcpy` takes more instructions than a short run does. Such a run is copied as two
//! pieces, one from its start and one to its end, whose length is a constant, so that each is a few
//! loads and stores. The pieces may overlap: the elements in both are copied twice.

#![allow(unsafe_code)]

use super::{Strides, for_each_address};
use crate::loop_nest::Loop;

/// The bytes of a run from which a call of `memcpy` takes fewer instructions.
const MEMCPY_BYTES: usize = 128;

/// Contiguous runs: two registers.
#[derive(Clone, Copy)]
pub(in crate::copy) struct Runs {
    /// The elements of a run.
    length: usize,
    /// The number of runs.
    count: usize,
}

impl Runs {
    /// The runs of an innermost loop, one for each iteration of the next one.
    #[inline(always)]
    pub(in crate::copy) const fn new(l0: Loop, l1: Loop) -> Runs {
        Runs { length: l0.extent, count: l1.extent }
    }
}

/// Copies a run of `length` elements at each iteration of a loop, with the loop written out where it is called.
///
/// # Safety
///
/// The run is not empty. At each iteration, from the loop's offset at `source` on `length` elements are to
/// be read, and from its offset at `target` on as many to be written, none of which is one of the
/// source.
#[inline(always)]
pub(in crate::copy) unsafe fn copy_inline<T: Copy>(
    length: usize,
    l: Loop,
    source: *const T,
    target: *mut T,
) {
    let runs = Runs { length, count: l.extent };
    // SAFETY: by the caller.
    unsafe { copy_by_length::<T, true>(runs, l.strides(), source, target) };
}

/// [`copy_inline`] by functions of their own, the same for all layouts; the strides are those from run to run.
///
/// # Safety
///
/// As [`copy_inline`].
#[inline(never)]
pub(in crate::copy) unsafe fn copy<T: Copy>(
    runs: Runs,
    strides: Strides,
    source: *const T,
    target: *mut T,
) {
    // SAFETY: by the caller.
    unsafe { copy_by_length::<T, false>(runs, strides, source, target) };
}

/// Copies runs by the largest piece that is not longer than they are: inline, or by a function of its own.
///
/// # Safety
///
/// As [`copy_inline`].
#[inline(always)]
unsafe fn copy_by_length<T: Copy, const IS_INLINE: bool>(
    runs: Runs,
    strides: Strides,
    source: *const T,
    target: *mut T,
) {
    macro_rules! piece {
        ($piece:literal) => {{
            // The distance of the second piece from the first.
            let pieces = Runs { length: runs.length - $piece, ..runs };
            if const { IS_INLINE } {
                copy_pieces::<T, $piece>(pieces, strides, source, target)
            } else {
                call_pieces::<T, $piece>(pieces, strides, source, target)
            }
        }};
    }
    // SAFETY: by the caller. Of elements without a size there are as many as one likes at an address; other
    // short runs have fewer than 128.
    unsafe {
        match runs.length {
            length if !is_short::<T>(length) => copy_memory(runs, strides, source, target),
            64.. if const { is_short::<T>(64) } => piece!(64),
            32.. if const { is_short::<T>(32) } => piece!(32),
            16.. if const { is_short::<T>(16) } => piece!(16),
            8.. if const { is_short::<T>(8) } => piece!(8),
            4.. if const { is_short::<T>(4) } => piece!(4),
            2.. if const { is_short::<T>(2) } => piece!(2),
            _ => piece!(1),
        }
    }
}

/// [`copy_pieces`] as a function of its own.
///
/// # Safety
///
/// As [`copy_pieces`].
#[inline(never)]
unsafe fn call_pieces<T: Copy, const PIECE: usize>(
    pieces: Runs,
    strides: Strides,
    source: *const T,
    target: *mut T,
) {
    // SAFETY: by the caller.
    unsafe { copy_pieces::<T, PIECE>(pieces, strides, source, target) };
}

const fn is_short<T>(length: usize) -> bool {
    let size = if size_of::<T>() > 0 { size_of::<T>() } else { 1 };
    size_of::<T>() == 0 || length < MEMCPY_BYTES.div_ceil(size)
}

/// Copies runs by `memcpy`: a function of its own, so that those of short runs store no registers.
///
/// # Safety
///
/// As [`copy_inline`].
#[inline(never)]
unsafe fn copy_memory<T: Copy>(runs: Runs, strides: Strides, source: *const T, target: *mut T) {
    for_each_address(runs.count, strides, source, target, |source, target| {
        // SAFETY: by the caller.
        unsafe { target.copy_from_nonoverlapping(source, runs.length) };
    });
}

/// Copies runs by two pieces of `PIECE` elements each; `pieces` has, in place of a length, the distance of the second piece from the
/// first.
///
/// # Safety
///
/// As [`copy_inline`], and a run has as many elements as a piece or more, and as two pieces at most; or the
/// elements have no size.
#[inline(always)]
unsafe fn copy_pieces<T: Copy, const PIECE: usize>(
    Runs { length: last, count }: Runs,
    strides: Strides,
    source: *const T,
    target: *mut T,
) {
    // SAFETY: by the caller: both pieces are in the run, and all of it is in one of them.
    let piece = |source: *const T, target: *mut T| unsafe {
        target.copy_from_nonoverlapping(source, PIECE);
    };
    if last > 0 {
        return for_each_address(count, strides, source, target, |source, target| {
            piece(source, target);
            piece(source.wrapping_add(last), target.wrapping_add(last));
        });
    }
    // Four runs at once: a short piece takes no more instructions than an iteration of a loop.
    let fours = count / 4;
    for_each_address(fours, strides.times(4), source, target, |source, target| {
        (0..4).map(|k| strides.times(k)).for_each(|next| {
            let (source, target) = next.advance(source, target);
            piece(source, target);
        });
    });
    let (source, target) = strides.times(4 * fours as isize).advance(source, target);
    for_each_address(count % 4, strides, source, target, piece);
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::*;

    /// Copies runs of all short lengths, and of some long ones, and compares the whole buffers.
    fn check<T: Copy + PartialEq + core::fmt::Debug>(element: impl Fn(usize) -> T) {
        let most = 2 * MEMCPY_BYTES / size_of::<T>().max(1) + 6;
        // In Miri each third, which have all tails of the powers of two that are copied at once.
        let step = if cfg!(miri) { 3 } else { 1 };
        for run in (1..70).step_by(step).chain(most - 4..most).filter(|run| *run < most) {
            let all: Vec<T> = (0..5 * (run + 3)).map(&element).collect();
            let (l, from) = (Loop::new(3, run as isize + 1, -(run as isize) - 2), 2);
            let mut copied: Vec<T> = (0..5 * (run + 3)).map(|i| element(i + 7)).collect();
            let mut expected = copied.clone();
            let to = 2 * (run + 2) + 1;
            for iteration in 0..3 {
                let (s, t) = (from + iteration * (run + 1), to - iteration * (run + 2));
                expected[t..t + run].copy_from_slice(&all[s..s + run]);
            }
            // SAFETY: the runs are in the buffers, as the slices above.
            unsafe { copy_inline(run, l, all[from..].as_ptr(), copied.as_mut_ptr().add(to)) };
            assert_eq!(copied, expected, "{run}");
        }
    }

    #[test]
    fn runs_of_all_lengths_and_sizes() {
        check(|i| i as u8);
        check(|i| i as u16);
        check(|i| [i as u8; 3]);
        check(|i| i as u32);
        check(|i| [i as u32, 1, !i as u32]);
        check(|i| i as u64);
        check(|i| [i as u64; 5]);
        check(|i| [i as u64; 20]);
        check(|_| ());
    }
}
