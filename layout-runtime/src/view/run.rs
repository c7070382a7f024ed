//! Runs: elements that lie side by side in both layouts of a copy.
//!
//! A call of `memcpy` takes more instructions than a short run does. Such a run is copied as two
//! pieces, one from its start and one to its end, whose length is a constant, so that each is a few
//! loads and stores. The pieces may overlap: what is in both is copied twice.

#![allow(unsafe_code)]

use super::nest::Loop;
use super::sweep::turns;

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
    if !is_short::<T>(run) {
        return turns(l, 0, 0, |s, t| {
            // SAFETY: by the caller.
            unsafe { target.offset(t).copy_from_nonoverlapping(source.offset(s), run) };
        });
    }
    // SAFETY: by the caller. Of elements without a size there are as many as one likes at an
    // address; other short runs have fewer than 128, so that the piece is the largest power of two
    // that the run has.
    unsafe {
        match run {
            64.. if const { is_short::<T>(64) } => by_pieces::<T, 64>(run, l, source, target),
            32.. if const { is_short::<T>(32) } => by_pieces::<T, 32>(run, l, source, target),
            16.. if const { is_short::<T>(16) } => by_pieces::<T, 16>(run, l, source, target),
            8.. if const { is_short::<T>(8) } => by_pieces::<T, 8>(run, l, source, target),
            4.. if const { is_short::<T>(4) } => by_pieces::<T, 4>(run, l, source, target),
            2.. if const { is_short::<T>(2) } => by_pieces::<T, 2>(run, l, source, target),
            _ => by_pieces::<T, 1>(run, l, source, target),
        }
    }
}

const fn is_short<T>(run: usize) -> bool {
    run.saturating_mul(size_of::<T>()) < LONG
}

/// [`copy_runs`] by pieces of so many elements.
///
/// # Safety
///
/// The same, and the run has as many elements as a piece or more, and as two pieces at most; or the
/// elements have no size.
#[inline(always)]
unsafe fn by_pieces<T: Copy, const PIECE: usize>(
    run: usize,
    l: Loop,
    source: *const T,
    target: *mut T,
) {
    let last = run - PIECE;
    // SAFETY: by the caller: both pieces are in the run, and all of it is in one of them.
    let piece = |s, t| unsafe {
        target.offset(t).copy_from_nonoverlapping(source.offset(s), PIECE);
    };
    if last == 0 {
        // Four turns at once: a short piece takes no more instructions than a turn of a loop.
        let four = Loop {
            extent: l.extent / 4,
            // Wrapping: of fewer turns these are no offsets.
            source: l.source.wrapping_mul(4),
            target: l.target.wrapping_mul(4),
        };
        turns(four, 0, 0, |s, t| {
            (0..4).for_each(|k| piece(s + k * l.source, t + k * l.target));
        });
        for k in (l.extent - l.extent % 4..l.extent).map(|k| k as isize) {
            piece(k * l.source, k * l.target);
        }
        return;
    }
    turns(l, 0, 0, |s, t| {
        piece(s, t);
        piece(s + last as isize, t + last as isize);
    });
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
            let (l, from) =
                (Loop { extent: 3, source: run as isize + 1, target: -(run as isize) - 2 }, 2);
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
