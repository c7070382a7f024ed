//! Transposes, register tile after register tile.
//!
//! Stores of single elements meet each line many times: register tiles are transposed by shuffles, and stored by rows. Where the
//! source leaves out elements, they are gathered one by one.

#![allow(unsafe_code)]

use core::hint;

use super::gather::gather_4x4;
use super::interleave::{deinterleave, interleave};
use super::scalar;
use super::transpose_4x4::transpose_4x4;
use super::transpose_8x8::transpose_8x8;
use super::{Axis, LARGE_REGISTER_TILE, Matrix, REGISTER_TILE, has_large_register_tile};
use crate::loop_nest::Loop;

/// A tile of a transpose: where it begins, and its extents.
#[derive(Clone, Copy)]
pub(in crate::copy) struct Tile<T> {
    pub(in crate::copy) source: *const T,
    pub(in crate::copy) target: *mut T,
    /// The extent of the loop along the target.
    pub(in crate::copy) along: usize,
    /// The extent of the loop along the source.
    pub(in crate::copy) across: usize,
}

impl<T> Tile<T> {
    /// The addresses of the elements of two iterations.
    #[inline(always)]
    fn addresses(&self, (l0, l1): (Loop, Loop), i: usize, j: usize) -> (*const T, *mut T) {
        let (i, j) = (i as isize, j as isize);
        (
            self.source.wrapping_offset(i * l0.source()).wrapping_offset(j * l1.source()),
            self.target.wrapping_offset(j * l1.target()).wrapping_offset(i),
        )
    }
}

/// Copies the two loops of a [transpose](crate::copy::pattern::is_transpose) by functions of their own, the same for all layouts.
///
/// # Safety
///
/// From `source`, at each offset of the loops is an element to be read; from `target`, at each of
/// theirs is one to be written, and none is one of the source.
#[inline(always)]
pub(in crate::copy) unsafe fn copy<T: Copy>(l0: Loop, l1: Loop, source: *const T, target: *mut T) {
    #[inline(never)]
    unsafe fn copy_loops<T: Copy>(l0: &Loop, l1: &Loop, source: *const T, target: *mut T) {
        // SAFETY: by the caller.
        unsafe { copy_inline(*l0, *l1, source, target) };
    }
    // SAFETY: by the caller, in each case.
    unsafe {
        if l1.source() == 1 && l0.extent >= REGISTER_TILE && l1.extent >= REGISTER_TILE {
            let along = Axis { extent: l0.extent, stride: l0.source() };
            let across = Axis { extent: l1.extent, stride: l1.target() };
            copy_tiles(along, across, source, target);
        } else {
            copy_loops(&l0, &l1, source, target);
        }
    }
}

/// [`copy`] of elements that are side by side in the source, with a register tile of them: of the loop along the target with its
/// stride in the source, and the loop along the source with its stride in the target.
///
/// # Safety
///
/// As [`copy`], and no extent is below that of a register tile.
#[inline(never)]
pub(in crate::copy) unsafe fn copy_tiles<T: Copy>(
    along: Axis,
    across: Axis,
    source: *const T,
    target: *mut T,
) {
    let l0 = Loop::new(along.extent, along.stride, 1);
    let l1 = Loop::new(across.extent, 1, across.stride);
    // SAFETY: by the caller.
    unsafe {
        hint::assert_unchecked(along.extent >= REGISTER_TILE && across.extent >= REGISTER_TILE);
        copy_inline(l0, l1, source, target);
    }
}

/// [`copy_tiles`] of one register tile or two to each side, which may overlap.
///
/// # Safety
///
/// As [`copy_tiles`], and no extent is above those of two register tiles.
#[inline(never)]
pub(in crate::copy) unsafe fn copy_few_tiles<T: Copy>(
    along: Axis,
    across: Axis,
    source: *const T,
    target: *mut T,
) {
    let (from, to) = (along.stride, across.stride);
    let (right, down) = (along.extent - REGISTER_TILE, across.extent - REGISTER_TILE);
    // SAFETY: by the caller: all register tiles are parts of the loops.
    unsafe {
        let matrices = |source, target| {
            let source = Matrix { first: source, leading_dimension: from };
            (source, Matrix { first: target, leading_dimension: to })
        };
        if const { has_large_register_tile::<T>() }
            && right == REGISTER_TILE
            && down == REGISTER_TILE
        {
            let (source, target) = matrices(source, target);
            return transpose_8x8(source, target);
        }
        let row = |source: *const T, target: *mut T| {
            let (first, to_first) = matrices(source, target);
            transpose_4x4(first, to_first);
            if right > 0 {
                let last = source.offset(right as isize * from);
                let (last, to_last) = matrices(last, target.add(right));
                transpose_4x4(last, to_last);
            }
        };
        row(source, target);
        if down > 0 {
            row(source.add(down), target.offset(down as isize * to));
        }
    }
}

/// [`copy`] where it is called; by large register tiles, where there are any.
///
/// # Safety
///
/// As [`copy`].
#[inline(always)]
pub(in crate::copy) unsafe fn copy_inline<T: Copy>(
    l0: Loop,
    l1: Loop,
    source: *const T,
    target: *mut T,
) {
    // Numbers of their own: what may write memory could change those of a loop, as far as the
    // compiler knows.
    let tile = Tile { source, target, along: l0.extent, across: l1.extent };
    // SAFETY: by the caller.
    unsafe {
        if (const { has_large_register_tile::<T>() })
            && l1.source() == 1
            && tile.along >= LARGE_REGISTER_TILE
            && tile.across >= LARGE_REGISTER_TILE
        {
            copy_register_tiles::<T, LARGE_REGISTER_TILE>((l0, l1), tile, |_| (), |_, _| ());
        } else {
            copy_tile((l0, l1), tile, |_| (), |_, _| ());
        }
    }
}

/// Copies a tile, and calls a function before each row of register tiles, and one before
/// each register tile, with the coordinates of its first element.
///
/// # Safety
///
/// As [`copy`], for the elements of the tile, in these loops.
#[inline(always)]
pub(in crate::copy) unsafe fn copy_tile<T: Copy>(
    (l0, l1): (Loop, Loop),
    tile: Tile<T>,
    before_row: impl Fn(usize),
    before_register_tile: impl Fn(usize, usize),
) {
    let Tile { along, across, .. } = tile;
    if along < REGISTER_TILE || across < REGISTER_TILE {
        let one = |i: usize, j: usize| {
            let (from, to) = tile.addresses((l0, l1), i, j);
            // SAFETY: by the caller, for all `i` below `along` and `j` below `across`.
            unsafe { *to = *from };
        };
        let rows = Matrix { first: tile.target, leading_dimension: l1.target() };
        let columns = Matrix { first: tile.source, leading_dimension: l0.source() };
        // SAFETY: by the caller: the elements of the source, or of the target, are next to each other.
        unsafe {
            match (along, across) {
                (_, 2) if l1.source() == 1 && l0.source() == 2 => {
                    return deinterleave::<T, 2>(along, tile.source, rows);
                }
                (_, 3) if l1.source() == 1 && l0.source() == 3 => {
                    return deinterleave::<T, 3>(along, tile.source, rows);
                }
                (2, _) if l1.source() == 1 && l1.target() == 2 => {
                    return interleave::<T, 2>(across, columns, tile.target);
                }
                (3, _) if l1.source() == 1 && l1.target() == 3 => {
                    return interleave::<T, 3>(across, columns, tile.target);
                }
                _ => {}
            }
        }
        // The longer loop inside.
        if along < across {
            (0..along).for_each(|i| (0..across).for_each(|j| one(i, j)));
        } else {
            (0..across).for_each(|j| (0..along).for_each(|i| one(i, j)));
        }
        return;
    }
    // SAFETY: by the caller; the tile has a register tile.
    unsafe {
        copy_register_tiles::<T, REGISTER_TILE>((l0, l1), tile, before_row, before_register_tile);
    }
}

/// [`copy_tile`] of a tile that has a register tile of `SIDE` elements to each side.
///
/// If register tiles do not divide an extent, the last ones end where the tile does: the elements of those before
/// too are copied twice, which takes less than to copy the rest element by element. Each row of the target
/// is written to its end before the next register tiles are, while its lines are in the first-level cache.
///
/// # Safety
///
/// As [`copy_tile`]; large register tiles are of elements that have them, side by side in the source.
#[inline(always)]
unsafe fn copy_register_tiles<T: Copy, const SIDE: usize>(
    loops: (Loop, Loop),
    tile: Tile<T>,
    before_row: impl Fn(usize),
    before_register_tile: impl Fn(usize, usize),
) {
    let Tile { source, target, across, .. } = tile;
    let (_, l1) = loops;
    let mut end = SIDE;
    loop {
        let j = end.min(across) - SIDE;
        let from = source.wrapping_offset(j as isize * l1.source());
        let to = target.wrapping_offset(j as isize * l1.target());
        before_row(j);
        // SAFETY: by the caller: all register tiles are parts of the tile.
        unsafe {
            copy_row::<T, SIDE>(loops, (from, to), tile.along, |i| before_register_tile(i, j));
        }
        if end >= across {
            break;
        }
        end += SIDE;
    }
}

/// Copies one row of register tiles, which begin at these elements: `SIDE` rows of the target.
///
/// # Safety
///
/// As [`copy_register_tiles`], of as many rows.
#[inline(always)]
unsafe fn copy_row<T: Copy, const SIDE: usize>(
    loops: (Loop, Loop),
    (mut source, mut target): (*const T, *mut T),
    along: usize,
    before_register_tile: impl Fn(usize),
) {
    let (l0, l1) = loops;
    let rest = along % SIDE;
    if const { size_of::<T>() > 8 } {
        // Nothing is transposed in registers: each row of the target is written by itself, in the order in which
        // it lies in memory.
        (0..along - rest).step_by(SIDE).for_each(before_register_tile);
        for _ in 0..SIDE {
            // SAFETY: by the caller.
            unsafe {
                scalar::copy_loop(Loop::new(along, l0.source(), 1), source, target);
            }
            source = source.wrapping_offset(l1.source());
            target = target.wrapping_offset(l1.target());
        }
        return;
    }
    // SAFETY: by the caller.
    unsafe {
        for i in (0..along - rest).step_by(SIDE) {
            before_register_tile(i);
            copy_register_tile::<T, SIDE>(loops, (source, target));
            // Wrapping: after the last register tile these are no addresses of elements.
            source = source.wrapping_offset((SIDE as isize).wrapping_mul(l0.source()));
            target = target.wrapping_add(SIDE);
        }
        if rest > 0 {
            let back = SIDE - rest;
            source = source.wrapping_offset(-(back as isize) * l0.source());
            copy_register_tile::<T, SIDE>(loops, (source, target.wrapping_sub(back)));
        }
    }
}

/// Copies the register tile of two loops that begins at these elements.
///
/// # Safety
///
/// As [`copy_register_tiles`], for the elements of the register tile.
#[inline(always)]
unsafe fn copy_register_tile<T: Copy, const SIDE: usize>(
    (l0, l1): (Loop, Loop),
    (source, target): (*const T, *mut T),
) {
    let source = Matrix { first: source, leading_dimension: l0.source() };
    let target = Matrix { first: target, leading_dimension: l1.target() };
    // SAFETY: by the caller, in each case.
    unsafe {
        if const { SIDE == LARGE_REGISTER_TILE } {
            transpose_8x8(source, target);
        } else if l1.source() == 1 {
            transpose_4x4(source, target);
        } else {
            gather_4x4(source, l1.source(), target);
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use core::fmt::Debug;
    use std::vec::Vec;

    use super::*;
    use crate::copy::pattern::is_transpose;

    /// Copies loops of all small extents, and compares whole buffers.
    fn check<T: Copy + PartialEq + Debug>(of: impl Fn(usize) -> T) {
        // In Miri fewer: tails of all lengths to both sides of each register tile.
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
                assert!(is_transpose(l0, l1));
                // SAFETY: the offsets of the loops are in the buffers, as those above.
                unsafe { copy_inline(l0, l1, source.as_ptr(), copied.as_mut_ptr()) };
                assert_eq!(copied, expected, "{m} {n} {step}");
            }
        }
    }

    #[test]
    fn register_tiles_and_tails_of_all_sizes() {
        check(|k| k as u8);
        check(|k| k as u16);
        check(|k| [k as u8; 3]);
        check(|k| k as u32);
        check(|k| k as f64);
        check(|k| [k as u64, !k as u64]);
        check(|_| ());
    }
}
