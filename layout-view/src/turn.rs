//! `turn`: copies whose two layouts run along different loops, as transposes and packings do.
//!
//! One of the two layouts is then walked across its lines, and what limits the copy is memory,
//! not instructions:
//!
//! - a line holds several elements, and each must be used whole while it is in a cache: the
//!   copy goes by tiles, some lines to each side, which begin where lines do;
//! - hardware prefetches nothing where each line is in another page: the lines of the next
//!   tile are asked for while this one is copied, some with each square;
//! - a store to a line that is not in the first cache holds up all that follow it. Where the
//!   cache has no room for two tiles, or the stride is a power of two, so that all rows are in
//!   a few sets of 8 or 12 lines, lines are asked for twice: those of the next tile into the
//!   second cache, those of the target's next squares into the first;
//! - stores of single elements meet each line many times: squares are turned in registers, and
//!   stored by rows. Where the source leaves out elements, they are loaded one by one.
//!
//! All this is known from the two layouts and the size of an element: a constant, where the
//! compiler knows both.

#![allow(unsafe_code)]

mod ask;
mod plan;
mod squares;

use ask::{ask, ask_row};
pub(super) use plan::{Constant, Plan, Turned, is_turned};
pub(super) use squares::turn_squares;
use squares::{Tile, copy_squares};

use super::ahead::LINE;
use super::sweep::{Cut, blocks};

/// Copies a nest that [`is_turned`].
///
/// # Safety
///
/// From `source`, at each offset of the source that the nest visits is an element to be read;
/// from `target`, at each of the target is one to be written, and none is one of the source.
#[inline]
pub(super) unsafe fn turn<T: Copy>(turned: impl Turned<T>, source: *const T, target: *mut T) {
    let &Plan { l0, l1, start, tile: (along, across), .. } = turned.plan();
    if turned.plan().is_one {
        // SAFETY: by the caller; the nest is one tile.
        return unsafe {
            turn_squares(l0, l1, source.offset(start.0), target.offset(start.1));
        };
    }
    let mut last: Option<Tile<T>> = None;
    turned.outer(|s, t| {
        let aligned = turned.plan().aligned;
        let before0 = if aligned.0 { before(target.wrapping_offset(t)) } else { 0 };
        let before1 = if aligned.1 { before(source.wrapping_offset(s)) } else { 0 };
        let c0 = Cut { extent: along, before: before0 };
        let c1 = Cut { extent: across, before: before1 };
        blocks((l0, c0), (l1, c1), s, t, |along, across, s, t| {
            // Not dereferenced before its turn.
            let (source, target) = (source.wrapping_offset(s), target.wrapping_offset(t));
            let next = Tile { source, target, along, across };
            if let Some(tile) = last.replace(next) {
                // SAFETY: by the caller; the tile is one of the nest's blocks.
                unsafe { copy_tile(turned, &tile, &next) };
            }
        });
    });
    if let Some(tile) = last {
        // SAFETY: the same.
        unsafe { copy_tile(turned, &tile, &tile) };
    }
}

/// The elements of a line in front of one.
#[inline(always)]
fn before<T>(element: *const T) -> usize {
    element.addr() % LINE / size_of::<T>()
}

/// Copies a tile while the lines of the next one are asked for. A function of its own, so that
/// its code is there once.
///
/// # Safety
///
/// As [`turn`], for the elements of the tile.
#[inline(never)]
unsafe fn copy_tile<T: Copy, X: Turned<T>>(turned: X, tile: &Tile<T>, next: &Tile<T>) {
    let &Plan { l0, l1, tile: (along, across), is_even, .. } = turned.plan();
    let row = |j: usize| {
        if const { !X::IS_CONSTANT } {
            ask_row(turned.plan(), tile, next, j);
        }
    };
    let square = |i: usize, j: usize| {
        if const { X::IS_CONSTANT } {
            ask(turned, tile, next, (i, j));
        }
    };
    if is_even || (tile.along, tile.across) == (along, across) {
        // Spelled out, so that the extents of most tiles are constants.
        // SAFETY: by the caller.
        unsafe { copy_squares((l0, l1), Tile { along, across, ..*tile }, row, square) };
    } else {
        // SAFETY: by the caller.
        unsafe { copy_squares((l0, l1), *tile, row, square) };
    }
}
