//! Runs: elements that lie side by side in both layouts of a copy.
//!
//! A call of `memcpy` takes more instructions than a short run does. Such a run is copied as two
//! pieces, one from its start and one to its end, whose length is a constant, so that each is a few
//! loads and stores. The pieces may overlap: what is in both is copied twice.

#![allow(unsafe_code)]

use super::nest::Loop;

/// The bytes of a run from which a call of `memcpy` takes fewer instructions.
const LONG: usize = 128;

/// Copies a run of so many elements at each turn of a loop.
///
/// # Safety
///
/// The run is not empty. At each turn, from the loop's offset at `source` on so many elements are to
/// be read, and from its offset at `target` on as many to be written, none of which is one of the
/// source.
#[inline(always)]
pub(super) unsafe fn copy_runs<T: Copy>(run: usize, l: Loop, source: *const T, target: *mut T) {
    // SAFETY: by the caller.
    unsafe { by_length::<T, true>(run, l.extent, l.source(), l.target(), source, target) };
}

/// [`copy_runs`] by functions of their own, with so many turns and steps.
///
/// # Safety
///
/// The same.
#[inline(never)]
pub(super) unsafe fn call_runs<T: Copy>(
    run: usize,
    turns: usize,
    from: isize,
    to: isize,
    source: *const T,
    target: *mut T,
) {
    // SAFETY: by the caller.
    unsafe { by_length::<T, false>(run, turns, from, to, source, target) };
}

/// [`copy_runs`] in the way of runs of this length: of short ones with the loop written out here, or in a
/// function of its own.
///
/// # Safety
///
/// The same.
#[inline(always)]
unsafe fn by_length<T: Copy, const WRITTEN_OUT: bool>(
    run: usize,
    turns: usize,
    from: isize,
    to: isize,
    source: *const T,
    target: *mut T,
) {
    macro_rules! piece {
        ($piece:literal) => {
            if const { WRITTEN_OUT } {
                by_pieces::<T, $piece>(run - $piece, turns, from, to, source, target)
            } else {
                call_pieces::<T, $piece>(run - $piece, turns, from, to, source, target)
            }
        };
    }
    // SAFETY: by the caller. Of elements without a size there are as many as one likes at an address; other
    // short runs have fewer than 128.
    unsafe {
        match run {
            _ if !is_short::<T>(run) => long(run, turns, from, to, source, target),
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

/// [`by_pieces`] as a function of its own.
///
/// # Safety
///
/// The same.
#[inline(never)]
unsafe fn call_pieces<T: Copy, const PIECE: usize>(
    last: usize,
    turns: usize,
    from: isize,
    to: isize,
    source: *const T,
    target: *mut T,
) {
    // SAFETY: by the caller.
    unsafe { by_pieces::<T, PIECE>(last, turns, from, to, source, target) };
}

const fn is_short<T>(run: usize) -> bool {
    size_of::<T>() == 0
        || run < const { LONG.div_ceil(if size_of::<T>() > 0 { size_of::<T>() } else { 1 }) }
}

/// [`copy_runs`] by `memcpy`: a function of its own, so that those of short runs store no registers.
///
/// # Safety
///
/// The same.
#[inline(never)]
unsafe fn long<T: Copy>(
    run: usize,
    turns: usize,
    from: isize,
    to: isize,
    source: *const T,
    target: *mut T,
) {
    each_turn(turns, from, to, source, target, |source, target| {
        // SAFETY: by the caller.
        unsafe { target.copy_from_nonoverlapping(source, run) };
    });
}

/// [`copy_runs`] by pieces of so many elements, the second of which begins so far from the first.
///
/// # Safety
///
/// The same, and the run has as many elements as a piece or more, and as two pieces at most; or the
/// elements have no size.
#[inline(always)]
unsafe fn by_pieces<T: Copy, const PIECE: usize>(
    last: usize,
    turns: usize,
    from: isize,
    to: isize,
    source: *const T,
    target: *mut T,
) {
    // SAFETY: by the caller: both pieces are in the run, and all of it is in one of them.
    let piece = |source: *const T, target: *mut T| unsafe {
        target.copy_from_nonoverlapping(source, PIECE);
    };
    if last > 0 {
        return each_turn(turns, from, to, source, target, |source, target| {
            piece(source, target);
            piece(source.wrapping_add(last), target.wrapping_add(last));
        });
    }
    // Four turns at once: a short piece takes no more instructions than a turn of a loop.
    // Wrapping: of fewer turns these are no offsets.
    let at = |k: isize| (from.wrapping_mul(k), to.wrapping_mul(k));
    let ((from4, to4), fours) = (at(4), turns / 4);
    each_turn(fours, from4, to4, source, target, |source, target| {
        (0..4).map(at).for_each(|(s, t)| {
            piece(source.wrapping_offset(s), target.wrapping_offset(t));
        });
    });
    let (s, t) = at(4 * fours as isize);
    let (source, target) = (source.wrapping_offset(s), target.wrapping_offset(t));
    each_turn(turns % 4, from, to, source, target, piece);
}

/// Calls a function with the addresses at each of so many turns.
#[inline(always)]
pub(super) fn each_turn<T>(
    turns: usize,
    from: isize,
    to: isize,
    mut source: *const T,
    mut target: *mut T,
    f: impl Fn(*const T, *mut T),
) {
    for _ in 0..turns {
        f(source, target);
        // Wrapping: after the last turn these are no addresses of elements.
        (source, target) = (source.wrapping_offset(from), target.wrapping_offset(to));
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::*;

    /// Copies runs of all short lengths, and of some long ones, and compares the whole buffers.
    fn check<T: Copy + PartialEq + core::fmt::Debug>(element: impl Fn(usize) -> T) {
        let most = 2 * LONG / size_of::<T>().max(1) + 6;
        for run in (1..70).chain(most - 4..most).filter(|run| *run < most) {
            let all: Vec<T> = (0..5 * (run + 3)).map(&element).collect();
            let (l, from) = (Loop::new(3, run as isize + 1, -(run as isize) - 2), 2);
            let mut copied: Vec<T> = (0..5 * (run + 3)).map(|i| element(i + 7)).collect();
            let mut expected = copied.clone();
            let to = 2 * (run + 2) + 1;
            for turn in 0..3 {
                let (s, t) = (from + turn * (run + 1), to - turn * (run + 2));
                expected[t..t + run].copy_from_slice(&all[s..s + run]);
            }
            // SAFETY: the runs are in the buffers, as the slices above.
            unsafe { copy_runs(run, l, all[from..].as_ptr(), copied.as_mut_ptr().add(to)) };
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
