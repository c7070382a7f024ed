//! Tiles with software prefetch: a transpose that is larger than the second-level cache.
//!
//! - A line holds several elements, and each must be used whole while it is in a cache: the
//!   copy goes by tiles, some lines to each side, which begin where lines do.
//! - Hardware prefetches nothing where each line is in another page: the lines of the next
//!   tile are prefetched while this one is copied, some with each register tile.
//! - A store to a line that is not in the first-level cache holds up all that follow it. Where the
//!   cache has no room for two tiles, or the stride is a power of two, so that all rows are in
//!   a few sets of 8 or 12 lines, lines are prefetched twice: those of the next tile into the
//!   second-level cache, those of the target's next register tiles into the first.
//!
//! All this is known from the two layouts and the size of an element: a constant, where the
//! compiler knows both.

#![allow(unsafe_code)]

mod plan;
mod prefetch;

use plan::TiledNest;
pub(super) use plan::{ConstantPlan, TilePlan};
use prefetch::{prefetch_with_register_tile, prefetch_with_row};

use super::kernels::transpose::{self, Tile};
use crate::cache::CACHE_LINE;
use crate::loop_nest::tiling::{Tiling, for_each_tile};

/// Copies a nest whose first two loops are a transpose, by tiles.
///
/// # Safety
///
/// From `source`, at each offset of the source that the nest visits is an element to be read;
/// from `target`, at each of the target is one to be written, and none is one of the source.
#[inline]
pub(super) unsafe fn copy<T: Copy, X: TiledNest<T>>(nest: X, source: *const T, target: *mut T) {
    let &TilePlan { l0, l1, start, tile: (along, across), .. } = nest.plan();
    if nest.plan().is_one_tile {
        // SAFETY: by the caller; the nest is one tile.
        return unsafe {
            let (source, target) = (source.offset(start.0), target.offset(start.1));
            if const { X::IS_CONSTANT } {
                transpose::copy_inline(l0, l1, source, target);
            } else {
                transpose::copy(l0, l1, source, target);
            }
        };
    }
    let mut last: Option<Tile<T>> = None;
    nest.for_each_outer(|s, t| {
        let is_aligned = nest.plan().is_aligned;
        let skipped0 = if is_aligned.0 { before_in_line(target.wrapping_offset(t)) } else { 0 };
        let skipped1 = if is_aligned.1 { before_in_line(source.wrapping_offset(s)) } else { 0 };
        let along = Tiling { extent: along, skipped: skipped0 };
        let across = Tiling { extent: across, skipped: skipped1 };
        for_each_tile((l0, along), (l1, across), s, t, |along, across, s, t| {
            // Not dereferenced before it is copied.
            let (source, target) = (source.wrapping_offset(s), target.wrapping_offset(t));
            let next = Tile { source, target, along, across };
            if let Some(tile) = last.replace(next) {
                // SAFETY: by the caller; the tile is one of the nest's tiles.
                unsafe { copy_tile(nest, &tile, &next) };
            }
        });
    });
    if let Some(tile) = last {
        // SAFETY: the same.
        unsafe { copy_tile(nest, &tile, &tile) };
    }
}

/// The elements of a line before one.
#[inline(always)]
fn before_in_line<T>(element: *const T) -> usize {
    element.addr() % CACHE_LINE / size_of::<T>()
}

/// Copies a tile while the lines of the next one are prefetched. A function of its own, so that
/// its code is there once.
///
/// # Safety
///
/// As [`copy`], for the elements of the tile.
#[inline(never)]
unsafe fn copy_tile<T: Copy, X: TiledNest<T>>(nest: X, tile: &Tile<T>, next: &Tile<T>) {
    let &TilePlan { l0, l1, tile: (along, across), is_uniform, .. } = nest.plan();
    let before_row = |j: usize| {
        if const { !X::IS_CONSTANT } {
            prefetch_with_row(nest.plan(), tile, next, j);
        }
    };
    let before_register_tile = |i: usize, j: usize| {
        if const { X::IS_CONSTANT } {
            prefetch_with_register_tile(nest, tile, next, (i, j));
        }
    };
    if const { X::IS_CONSTANT } && (is_uniform || (tile.along, tile.across) == (along, across)) {
        // Spelled out, so that the extents of most tiles are constants.
        let tile = Tile { along, across, ..*tile };
        // SAFETY: by the caller.
        unsafe { transpose::copy_tile((l0, l1), tile, before_row, before_register_tile) };
    } else {
        // SAFETY: by the caller.
        unsafe { transpose::copy_tile((l0, l1), *tile, before_row, before_register_tile) };
    }
}
