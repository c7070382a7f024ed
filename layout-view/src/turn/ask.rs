//! Lines that are asked for before they are read or written: those of the next tile, with each square or row of squares of this one.

use super::plan::{Plan, Turned, lines};
use super::squares::Tile;
use crate::ahead::{LINE, prefetch};
use crate::nest::Loop;
use crate::square::SQUARE;

/// Asks for what lines come with a square, if all that is known when the program is compiled.
#[inline(always)]
pub(super) fn ask<T>(
    turned: impl Turned<T>,
    tile: &Tile<T>,
    next: &Tile<T>,
    (i, j): (usize, usize),
) {
    let &Plan { l0, l1, tile: (along, across), is_crowded, .. } = turned.plan();
    let (of_target, of_source) = turned.plan().lines;
    let (target, source) = turned.plan().asked;
    let first = j / SQUARE * source;
    for k in first..(first + source).min(SQUARE * of_source) {
        let row = next.source.wrapping_offset((i + k / of_source) as isize * l0.source());
        prefetch(last(row, k % of_source, across * l1.source() as usize), !is_crowded);
    }
    let first = i / SQUARE * target;
    for k in first..(first + target).min(SQUARE * of_target) {
        let (down, line) = (k / of_target, k % of_target);
        let row = next.target.wrapping_offset((j + down) as isize * l1.target());
        prefetch(last(row, line, along), !is_crowded);
        if is_crowded {
            let row = soon(tile, next, j, l1).wrapping_offset(down as isize * l1.target());
            prefetch(last(row, line, along), true);
        }
    }
}

/// Asks for what lines come with a row of squares. Of numbers that are known at run time, to ask
/// with each square would take more instructions than to copy it.
#[inline(never)]
pub(super) fn ask_row<T>(plan: &Plan, tile: &Tile<T>, next: &Tile<T>, j: usize) {
    let &Plan { l0, l1, is_crowded, rows, .. } = plan;
    if rows == 0 {
        return;
    }
    let first = j / SQUARE * rows;
    for i in first..(first + rows).min(next.along) {
        let row = next.source.wrapping_offset(i as isize * l0.source());
        each_line(row, next.across * l1.source() as usize, !is_crowded);
    }
    for down in 0..SQUARE as isize {
        let row = next.target.wrapping_offset(j as isize * l1.target());
        each_line(row.wrapping_offset(down * l1.target()), next.along, !is_crowded);
        if is_crowded {
            let row = soon(tile, next, j, l1).wrapping_offset(down * l1.target());
            each_line(row, next.along, true);
        }
    }
}

/// Where the squares after the row of squares at `j` are written, or the first of the next tile.
#[inline(always)]
fn soon<T>(tile: &Tile<T>, next: &Tile<T>, j: usize, l1: Loop) -> *const T {
    let (target, j) =
        if j + SQUARE < tile.across { (tile.target, j + SQUARE) } else { (next.target, 0) };
    target.wrapping_offset(j as isize * l1.target())
}

/// Asks for the lines of a row.
#[inline(always)]
fn each_line<T>(row: *const T, elements: usize, soon: bool) {
    for line in 0..lines::<T>(elements) {
        prefetch(last(row, line, elements), soon);
    }
}

/// The last byte of a line's worth of a row: where rows begin within lines, what is before it
/// is the end of the tile beside it.
#[inline(always)]
fn last<T>(row: *const T, line: usize, elements: usize) -> *const u8 {
    let end = (elements * size_of::<T>()).min((line + 1) * LINE);
    row.cast::<u8>().wrapping_add(end).wrapping_sub(1)
}
