//! A tile, square by square.

#![allow(unsafe_code)]

use crate::nest::Loop;
use crate::single::copy_row;
use crate::square::{LARGE, SQUARE, copy_large, copy_square, gather_square, is_large};

/// A tile of a copy: where it begins, and its extents.
#[derive(Clone, Copy)]
pub(super) struct Tile<T> {
    pub(super) source: *const T,
    pub(super) target: *mut T,
    pub(super) along: usize,
    pub(super) across: usize,
}

impl<T> Tile<T> {
    /// Where the elements of two turns are, of the loops that the tile is of.
    #[inline(always)]
    fn at(&self, (l0, l1): (Loop, Loop), i: usize, j: usize) -> (*const T, *mut T) {
        let (i, j) = (i as isize, j as isize);
        (
            self.source.wrapping_offset(i * l0.source()).wrapping_offset(j * l1.source()),
            self.target.wrapping_offset(j * l1.target()).wrapping_offset(i),
        )
    }
}

/// Copies two loops as [`turn`](super::turn) does one tile, and asks for no lines; by large squares, where there
/// are any.
///
/// # Safety
///
/// As [`turn`](super::turn), for the offsets of the loops, which run along the target and along the source as
/// [`is_turned`](super::is_turned) says.
#[inline(always)]
pub(crate) unsafe fn turn_squares<T: Copy>(l0: Loop, l1: Loop, source: *const T, target: *mut T) {
    // Numbers of their own: what may write memory could change those of a loop, as far as the
    // compiler knows.
    let tile = Tile { source, target, along: l0.extent, across: l1.extent };
    // SAFETY: by the caller.
    unsafe {
        if (const { is_large::<T>() })
            && l1.source() == 1
            && tile.along >= LARGE
            && tile.across >= LARGE
        {
            by_squares::<T, LARGE>((l0, l1), tile, |_| (), |_, _| ());
        } else {
            copy_squares((l0, l1), tile, |_| (), |_, _| ());
        }
    }
}

/// Copies a tile square by square, and calls a function before each row of squares, and one before
/// each square, with the place of its first element.
///
/// # Safety
///
/// As [`turn`](super::turn), for the elements of the tile, in these loops.
#[inline(always)]
pub(super) unsafe fn copy_squares<T: Copy>(
    (l0, l1): (Loop, Loop),
    tile: Tile<T>,
    row: impl Fn(usize),
    square: impl Fn(usize, usize),
) {
    let Tile { along, across, .. } = tile;
    if along < SQUARE || across < SQUARE {
        let one = |i: usize, j: usize| {
            let (from, to) = tile.at((l0, l1), i, j);
            // SAFETY: by the caller, for all `i` below `along` and `j` below `across`.
            unsafe { *to = *from };
        };
        // The longer loop inside.
        if along < across {
            (0..along).for_each(|i| (0..across).for_each(|j| one(i, j)));
        } else {
            (0..across).for_each(|j| (0..along).for_each(|i| one(i, j)));
        }
        return;
    }
    // SAFETY: by the caller; the tile has a square.
    unsafe { by_squares::<T, SQUARE>((l0, l1), tile, row, square) };
}

/// [`copy_squares`] of a tile that has a square of so many elements to each side.
///
/// Where they do not divide an extent, the last squares end where the tile does: what is in those before
/// too is copied twice, which takes less than to copy the rest element by element. Each row of the target
/// is written to its end before the next squares are, while its lines are in the first cache.
///
/// # Safety
///
/// The same; large squares are of elements that have them, side by side in the source.
#[inline(always)]
unsafe fn by_squares<T: Copy, const SIDE: usize>(
    loops: (Loop, Loop),
    tile: Tile<T>,
    row: impl Fn(usize),
    square: impl Fn(usize, usize),
) {
    let Tile { source, target, across, .. } = tile;
    let (_, l1) = loops;
    // Wrapping: after the last rows these are no addresses of elements.
    let (mut from, mut to) = (source, target);
    let rest = across % SIDE;
    // SAFETY: by the caller: all squares are parts of the tile.
    unsafe {
        for j in (0..across - rest).step_by(SIDE) {
            row(j);
            copy_strip::<T, SIDE>(loops, (from, to), tile.along, |i| square(i, j));
            from = from.wrapping_offset(SIDE as isize * l1.source());
            to = to.wrapping_offset((SIDE as isize).wrapping_mul(l1.target()));
        }
        if rest > 0 {
            row(across - SIDE);
            let back = SIDE as isize - rest as isize;
            let at = (
                from.wrapping_offset(-back * l1.source()),
                to.wrapping_offset(-back * l1.target()),
            );
            copy_strip::<T, SIDE>(loops, at, tile.along, |i| square(i, across - SIDE));
        }
    }
}

/// Copies the rows of the target of one row of squares, which begin at these elements.
///
/// # Safety
///
/// As [`by_squares`], of as many rows.
#[inline(always)]
unsafe fn copy_strip<T: Copy, const SIDE: usize>(
    loops: (Loop, Loop),
    (mut source, mut target): (*const T, *mut T),
    along: usize,
    square: impl Fn(usize),
) {
    let (l0, l1) = loops;
    let rest = along % SIDE;
    if const { size_of::<T>() > 8 } {
        // Nothing is turned in registers: each row of the target is written by itself, in the order in which
        // it lies in memory.
        (0..along - rest).step_by(SIDE).for_each(square);
        for _ in 0..SIDE {
            // SAFETY: by the caller.
            unsafe {
                copy_row(Loop::new(along, l0.source(), 1), source, target);
            }
            source = source.wrapping_offset(l1.source());
            target = target.wrapping_offset(l1.target());
        }
        return;
    }
    // SAFETY: by the caller.
    unsafe {
        for i in (0..along - rest).step_by(SIDE) {
            square(i);
            turn_square::<T, SIDE>(loops, (source, target));
            // Wrapping: after the last square these are no addresses of elements.
            source = source.wrapping_offset((SIDE as isize).wrapping_mul(l0.source()));
            target = target.wrapping_add(SIDE);
        }
        if rest > 0 {
            let back = SIDE - rest;
            source = source.wrapping_offset(-(back as isize) * l0.source());
            turn_square::<T, SIDE>(loops, (source, target.wrapping_sub(back)));
        }
    }
}

/// Copies the square of two loops that begins at these elements.
///
/// # Safety
///
/// As [`by_squares`], for the elements of the square.
#[inline(always)]
unsafe fn turn_square<T: Copy, const SIDE: usize>(
    (l0, l1): (Loop, Loop),
    (source, target): (*const T, *mut T),
) {
    // SAFETY: by the caller, in each case.
    unsafe {
        if const { SIDE == LARGE } {
            copy_large((source, l0.source()), (target, l1.target()));
        } else if l1.source() == 1 {
            copy_square((source, l0.source()), (target, l1.target()));
        } else {
            gather_square((source, l0.source(), l1.source()), (target, l1.target()));
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use core::fmt::Debug;
    use std::vec::Vec;

    use super::super::is_turned;
    use super::*;

    /// Copies loops of all small extents, and compares whole buffers.
    fn check<T: Copy + PartialEq + Debug>(of: impl Fn(usize) -> T) {
        // In Miri fewer: tails of all lengths to both sides of each square.
        let most = if cfg!(miri) { 6 } else { 19 };
        for (m, n) in (1..=most).flat_map(|m| (1..=most).map(move |n| (m, n))) {
            for step in [1, 3] {
                let (from, to) = (step * n + 1, m + 2);
                let source: Vec<T> = (0..from * m).map(&of).collect();
                let mut copied: Vec<T> = (0..to * n).map(|k| of(k + 7)).collect();
                let mut expected = copied.clone();
                for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                    expected[to * j + i] = source[from * i + step * j];
                }
                let l0 = Loop::new(m, from as isize, 1);
                let l1 = Loop::new(n, step as isize, to as isize);
                assert!(is_turned(true, l0, l1));
                // SAFETY: the offsets of the loops are in the buffers, as those above.
                unsafe { turn_squares(l0, l1, source.as_ptr(), copied.as_mut_ptr()) };
                assert_eq!(copied, expected, "{m} {n} {step}");
            }
        }
    }

    #[test]
    fn squares_and_tails_of_all_sizes() {
        check(|k| k as u8);
        check(|k| k as u16);
        check(|k| [k as u8; 3]);
        check(|k| k as u32);
        check(|k| k as f64);
        check(|k| [k as u64, !k as u64]);
        check(|_| ());
    }
}
