//! `turn`: copies whose two layouts run along different loops, as transposes and packings do.
//!
//! One of the two layouts is then walked across its lines, and what limits the copy is memory,
//! not instructions:
//!
//! - where a line holds 16 elements, each must be used whole while it is in the first cache:
//!   the copy goes by tiles, some lines to each side;
//! - where the stride is a power of two, all lines of a tile's side are in one or two sets of
//!   that cache, which holds no more than 8 or 12 of them at a time; hardware prefetches
//!   nothing, as each line is in another page; and a store to a line that is not there holds
//!   up all that follow it. So the lines of the next tile are asked for while this one is
//!   copied, one of each layout with each square, which hides how long they take;
//! - stores of single elements meet each missing line many times: squares are turned in
//!   registers, and stored by rows.
//!
//! All this is known from the two layouts and the size of an element, and a constant here.

#![allow(unsafe_code)]

use super::ahead::{LINE, NEAR, prefetch};
use super::square::{SQUARE, copy_square};
use super::sweep::{Loops, Target, blocks};

/// The lines of a tile's row.
const ROW: usize = 2;

/// Whether the first loop of a nest runs along the target and the second along the source, so
/// that [`turn`] copies it.
pub(super) const fn is_turned<X: Target>() -> bool {
    let [l0, l1, ..] = X::AT;
    X::LOOPS.blocked && l0.target == 1 && l1.source == 1
}

/// The copy of elements `T` by the first two loops of a nest.
trait Turned<T>: Loops {
    /// The extents of a tile: along the target, and along the source.
    const TILE: (usize, usize) = {
        let [l0, l1, ..] = Self::AT;
        (side::<T>(l0.extent), side::<T>(l1.extent))
    };
    /// Whether all tiles have these extents.
    const IS_EVEN: bool =
        Self::AT[0].extent % Self::TILE.0 == 0 && Self::AT[1].extent % Self::TILE.1 == 0;
    /// The lines of a tile's row in the target, and in the source.
    const LINES: (usize, usize) = (lines::<T>(Self::TILE.0), lines::<T>(Self::TILE.1));
    /// How many lines of each layout to ask for with each square of a tile.
    const ASKED: usize = {
        let (along, across) = Self::TILE;
        let (of_target, of_source) = (across * Self::LINES.0, along * Self::LINES.1);
        let most = if of_target > of_source { of_target } else { of_source };
        let squares = (along / SQUARE) * (across / SQUARE);
        let is_near = Self::TURNS.saturating_mul(size_of::<T>()) <= NEAR;
        if squares == 0 || is_near { 0 } else { most.div_ceil(squares) }
    };
}

impl<T, X: Loops> Turned<T> for X {}

/// The extent of a tile in a loop.
const fn side<T>(extent: usize) -> usize {
    let most = match ROW * LINE / const { if size_of::<T>() > 0 { size_of::<T>() } else { 1 } } {
        few if few < 8 => 8,
        many if many > 64 => 64,
        most => most,
    };
    if extent > most { most } else { extent }
}

const fn lines<T>(elements: usize) -> usize {
    (elements * size_of::<T>()).div_ceil(LINE)
}

/// A tile of a copy: where it begins, and its extents.
#[derive(Clone, Copy)]
struct Tile<T> {
    source: *const T,
    target: *mut T,
    along: usize,
    across: usize,
}

/// Copies a nest that [`is_turned`].
///
/// # Safety
///
/// From `source`, at each offset of the source that the nest visits is an element to be read;
/// from `target`, at each of the target is one to be written, and none is one of the source.
#[inline]
pub(super) unsafe fn turn<T: Copy, X: Target>(source: *const T, target: *mut T) {
    let [l0, l1, ..] = const { X::AT };
    let (along, across) = const { <X as Turned<T>>::TILE };
    let nest = const { &X::LOOPS };
    if const { X::TURNS == <X as Turned<T>>::TILE.0 * <X as Turned<T>>::TILE.1 } {
        // SAFETY: by the caller; the nest is one tile.
        return unsafe {
            let (source, target) = (source.offset(nest.source), target.offset(nest.target));
            let tile = Tile { source, target, along, across };
            copy_squares::<T, X>(tile, tile);
        };
    }
    let mut last: Option<Tile<T>> = None;
    X::outer(|s, t| {
        blocks((l0, along), (l1, across), s, t, |along, across, s, t| {
            // Not dereferenced before its turn.
            let (source, target) = (source.wrapping_offset(s), target.wrapping_offset(t));
            let next = Tile { source, target, along, across };
            if let Some(tile) = last.replace(next) {
                // SAFETY: by the caller; the tile is one of the nest's blocks.
                unsafe { copy_tile::<T, X>(&tile, &next) };
            }
        });
    });
    if let Some(tile) = last {
        // SAFETY: the same.
        unsafe { copy_tile::<T, X>(&tile, &tile) };
    }
}

/// Copies a tile while the lines of the next one are asked for. A function of its own, so that
/// its code is there once.
///
/// # Safety
///
/// As [`turn`], for the elements of the tile.
#[inline(never)]
unsafe fn copy_tile<T: Copy, X: Target>(tile: &Tile<T>, next: &Tile<T>) {
    let (along, across) = const { <X as Turned<T>>::TILE };
    if const { <X as Turned<T>>::IS_EVEN } || (tile.along, tile.across) == (along, across) {
        // Spelled out, so that the extents of most tiles are constants.
        // SAFETY: by the caller.
        unsafe { copy_squares::<T, X>(Tile { along, across, ..*tile }, *next) };
    } else {
        // SAFETY: by the caller.
        unsafe { copy_squares::<T, X>(*tile, *next) };
    }
}

/// # Safety
///
/// As [`copy_tile`].
#[inline(always)]
unsafe fn copy_squares<T: Copy, X: Target>(tile: Tile<T>, next: Tile<T>) {
    let [l0, l1, ..] = const { X::AT };
    let Tile { source, target, along, across } = tile;
    let from = |i: usize, j: usize| source.wrapping_offset(i as isize * l0.source).wrapping_add(j);
    let to = |i: usize, j: usize| target.wrapping_offset(j as isize * l1.target).wrapping_add(i);
    let (along4, across4) = (along - along % SQUARE, across - across % SQUARE);
    let mut square = 0;
    // SAFETY: by the caller, for all `i` below `along` and `j` below `across`.
    unsafe {
        for j in (0..across4).step_by(SQUARE) {
            for i in (0..along4).step_by(SQUARE) {
                ask::<T, X>(next, square);
                square += 1;
                copy_square((from(i, j), l0.source), (to(i, j), l1.target));
            }
            for i in along4..along {
                (j..j + SQUARE).for_each(|j| *to(i, j) = *from(i, j));
            }
        }
        for j in across4..across {
            (0..along).for_each(|i| *to(i, j) = *from(i, j));
        }
    }
}

/// Asks for what lines of a tile come with a square.
#[inline(always)]
fn ask<T, X: Target>(tile: Tile<T>, square: usize) {
    let [l0, l1, ..] = const { X::AT };
    let (along, across) = const { <X as Turned<T>>::TILE };
    let (of_target, of_source) = const { <X as Turned<T>>::LINES };
    let asked = const { <X as Turned<T>>::ASKED };
    for line in square * asked..(square + 1) * asked {
        if line < along * of_source {
            let (row, line) = ((line / of_source) as isize, line % of_source);
            prefetch(last::<T>(tile.source.wrapping_offset(row * l0.source), line, across));
        }
        if line < across * of_target {
            let (row, line) = ((line / of_target) as isize, line % of_target);
            prefetch(last::<T>(tile.target.wrapping_offset(row * l1.target), line, along));
        }
    }
}

/// The last byte of a line's worth of a row: where rows begin within lines, what is before it
/// is the end of the tile beside it.
#[inline(always)]
fn last<T>(row: *const T, line: usize, elements: usize) -> *const u8 {
    let end = (elements * size_of::<T>()).min((line + 1) * LINE);
    row.cast::<u8>().wrapping_add(end).wrapping_sub(1)
}
