//! Software prefetch of the next tile's lines, with each register tile or row of register tiles of this one.

use super::plan::{TilePlan, TiledNest, cache_lines};
use crate::cache::CACHE_LINE;
use crate::copy::kernels::REGISTER_TILE;
use crate::copy::kernels::transpose::Tile;
use crate::loop_nest::Loop;
use crate::prefetch::{Level, prefetch};

/// Prefetches the lines that go with a register tile, if all of them are known while the program compiles.
#[inline(always)]
pub(super) fn prefetch_with_register_tile<T>(
    nest: impl TiledNest<T>,
    tile: &Tile<T>,
    next: &Tile<T>,
    (i, j): (usize, usize),
) {
    let plan = nest.plan();
    let &TilePlan { l0, l1, tile: (along, across), .. } = plan;
    let (target_lines, source_lines) = plan.row_lines;
    let (target_count, source_count) = plan.register_tile_lines;
    let first = j / REGISTER_TILE * source_count;
    for k in first..(first + source_count).min(REGISTER_TILE * source_lines) {
        let row = next.source.wrapping_offset((i + k / source_lines) as isize * l0.source());
        prefetch(last_byte(row, k % source_lines, across * l1.source() as usize), plan.level());
    }
    let first = i / REGISTER_TILE * target_count;
    for k in first..(first + target_count).min(REGISTER_TILE * target_lines) {
        let (down, line) = (k / target_lines, k % target_lines);
        let row = next.target.wrapping_offset((j + down) as isize * l1.target());
        prefetch(last_byte(row, line, along), plan.level());
        if plan.has_set_conflicts {
            let row = next_rows(tile, next, j, l1).wrapping_offset(down as isize * l1.target());
            prefetch(last_byte(row, line, along), Level::L1);
        }
    }
}

/// Prefetches the lines that go with a row of register tiles. Of numbers that are known at run time, to prefetch
/// with each register tile would take more instructions than to copy it.
#[inline(never)]
pub(super) fn prefetch_with_row<T>(plan: &TilePlan, tile: &Tile<T>, next: &Tile<T>, j: usize) {
    let &TilePlan { l0, l1, source_rows, .. } = plan;
    if source_rows == 0 {
        return;
    }
    let first = j / REGISTER_TILE * source_rows;
    for i in first..(first + source_rows).min(next.along) {
        let row = next.source.wrapping_offset(i as isize * l0.source());
        prefetch_row(row, next.across * l1.source() as usize, plan.level());
    }
    for down in 0..REGISTER_TILE as isize {
        let row = next.target.wrapping_offset(j as isize * l1.target());
        prefetch_row(row.wrapping_offset(down * l1.target()), next.along, plan.level());
        if plan.has_set_conflicts {
            let row = next_rows(tile, next, j, l1).wrapping_offset(down * l1.target());
            prefetch_row(row, next.along, Level::L1);
        }
    }
}

/// The target of the register tiles after the row of them at `j`, or of the first of the next tile.
#[inline(always)]
fn next_rows<T>(tile: &Tile<T>, next: &Tile<T>, j: usize, l1: Loop) -> *const T {
    let (target, j) = if j + REGISTER_TILE < tile.across {
        (tile.target, j + REGISTER_TILE)
    } else {
        (next.target, 0)
    };
    target.wrapping_offset(j as isize * l1.target())
}

/// Prefetches the lines of a row: a function of its own, which is there once for all rows.
#[inline(never)]
fn prefetch_row<T>(row: *const T, elements: usize, level: Level) {
    for line in 0..cache_lines::<T>(elements) {
        prefetch(last_byte(row, line, elements), level);
    }
}

/// The last byte of a line's worth of a row: where rows begin within lines, the bytes before it
/// are the end of the tile beside it.
#[inline(always)]
fn last_byte<T>(row: *const T, line: usize, elements: usize) -> *const u8 {
    let end = (elements * size_of::<T>()).min((line + 1) * CACHE_LINE);
    row.cast::<u8>().wrapping_add(end).wrapping_sub(1)
}
