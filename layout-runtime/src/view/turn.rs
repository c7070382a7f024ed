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

use core::marker::PhantomData;

use super::ahead::{LINE, prefetch};
use super::nest::{Loop, Nest};
use super::single::copy_row;
use super::square::{LARGE, SQUARE, copy_large, copy_square, gather_square, is_large};
use super::steps::MAX;
use super::sweep::{Cut, Loops, blocks};

/// The lines of a tile's row in the target, of at most 64 elements, and in the source.
const ROW: (usize, usize) = (8, 2);

/// The bytes of the first cache, of most machines or less.
const CACHE: usize = 32 << 10;

/// The most elements from one to the next of the source, so that a line has several.
const STEP: isize = 8;

/// Whether the first loop of a nest runs along the target and the second along the source, there
/// in steps that may leave some elements out, so that [`turn`] copies it.
#[inline]
pub(super) const fn is_turned(blocked: bool, l0: Loop, l1: Loop) -> bool {
    blocked && l0.target == 1 && l1.source >= 1 && l1.source <= STEP
}

/// How a nest is copied: the first two loops by tiles.
pub(super) struct Plan {
    l0: Loop,
    l1: Loop,
    /// The offsets where the loops begin, in the source and in the target.
    start: (isize, isize),
    /// The extents of a tile: along the target, and along the source.
    tile: (usize, usize),
    /// Whether tiles are to begin where lines do in the target, and in the source: where there
    /// are some, and all their rows then do.
    aligned: (bool, bool),
    /// Whether all tiles have these extents.
    is_even: bool,
    /// Whether there is one tile.
    is_one: bool,
    /// The lines of a tile's row in the target, and in the source.
    lines: (usize, usize),
    /// Whether the first cache has no room for this tile and the next one, or the lines of the
    /// target's rows are in few of its sets.
    is_crowded: bool,
    /// How many lines of the target and of the source to ask for with each square, so that at
    /// the end of a tile all lines of the next one are: with the squares in a row, the target's
    /// of as many rows as those have; with the squares in a column, the source's. None of a tile
    /// that has no square.
    asked: (usize, usize),
    /// How many of the source's rows to ask for with each row of squares.
    rows: usize,
}

impl Plan {
    /// The plan for elements `T`.
    pub(super) const fn of<T, const N: usize>(nest: &Nest<N>) -> Plan {
        let (l0, l1, turns) = (nest.loops[0], nest.loops[1], nest.turns());
        // Of a nest that is not copied so, there is a plan too.
        let step = if is_turned(true, l0, l1) { l1.source.unsigned_abs() } else { 1 };
        let tile = (side::<T>(ROW.0, l0.extent, 1), side::<T>(ROW.1, l1.extent, step));
        let aligned = (
            is_aligned::<T>(l0.extent, tile.0, l1.target),
            step == 1 && is_aligned::<T>(l1.extent, tile.1, l0.source),
        );
        let even = l0.extent.is_multiple_of(tile.0) && l1.extent.is_multiple_of(tile.1);
        let lines = (lines::<T>(tile.0), lines::<T>(tile.1 * step));
        let is_crowded = {
            let lines = tile.1 * (lines.0 + 1) + tile.0 * (lines.1 + 1);
            let apart = l1.target.unsigned_abs().wrapping_mul(size_of::<T>());
            2 * lines * LINE > CACHE || apart.is_multiple_of(16 * LINE)
        };
        let (asked, rows) = if tile.0 < SQUARE || tile.1 < SQUARE {
            ((0, 0), 0)
        } else {
            let (row, column) = (tile.0 / SQUARE, tile.1 / SQUARE);
            let asked = ((SQUARE * lines.0).div_ceil(row), (SQUARE * lines.1).div_ceil(column));
            (asked, tile.0.div_ceil(column))
        };
        Plan {
            l0,
            l1,
            start: (nest.source, nest.target),
            tile,
            aligned,
            is_even: even && !aligned.0 && !aligned.1,
            is_one: turns == tile.0 * tile.1,
            lines,
            is_crowded,
            asked,
            rows,
        }
    }
}

/// Whether the plan is known at compile time or at run time.
pub(super) trait Turned<T>: Copy {
    const IS_CONSTANT: bool;
    fn plan(&self) -> &Plan;
    /// Calls a function with the offsets at each turn of all loops but the first two.
    fn outer(self, f: impl FnMut(isize, isize));
}

/// The plan of loops that the compiler knows.
pub(super) struct Constant<X>(PhantomData<X>);

impl<X> Constant<X> {
    pub(super) const NEW: Self = Constant(PhantomData);
}

impl<X> Clone for Constant<X> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<X> Copy for Constant<X> {}

impl<T, X: Loops> Turned<T> for Constant<X> {
    const IS_CONSTANT: bool = true;

    #[inline(always)]
    fn plan(&self) -> &Plan {
        const { &Plan::of::<T, MAX>(&X::LOOPS) }
    }

    #[inline(always)]
    fn outer(self, f: impl FnMut(isize, isize)) {
        X::outer(f);
    }
}

/// The plan of loops that were found at run time.
impl<T, const N: usize> Turned<T> for (&Plan, &Nest<N>) {
    const IS_CONSTANT: bool = false;

    #[inline(always)]
    fn plan(&self) -> &Plan {
        self.0
    }

    #[inline(always)]
    fn outer(self, f: impl FnMut(isize, isize)) {
        self.1.outer(f);
    }
}

/// The extent of a tile in a loop, for so many lines to a row of elements in these steps.
const fn side<T>(row: usize, extent: usize, step: usize) -> usize {
    let size = const { if size_of::<T>() > 0 { size_of::<T>() } else { 1 } };
    let most = match row * LINE / (size * step) {
        few if few < 8 => 8,
        many if many > 64 => 64,
        most => most,
    };
    if extent > most { most } else { extent }
}

/// Whether pieces of a loop can all begin where lines do, in rows so far apart.
const fn is_aligned<T>(extent: usize, piece: usize, apart: isize) -> bool {
    let size = size_of::<T>();
    let whole = size.is_power_of_two() && (piece * size).is_multiple_of(LINE);
    // Wrapping: a layout that no memory is large enough for compiles too.
    whole && extent > 2 * piece && apart.unsigned_abs().wrapping_mul(size).is_multiple_of(LINE)
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

impl<T> Tile<T> {
    /// Where the elements of two turns are, of the loops that the tile is of.
    #[inline(always)]
    fn at(&self, (l0, l1): (Loop, Loop), i: usize, j: usize) -> (*const T, *mut T) {
        let (i, j) = (i as isize, j as isize);
        (
            self.source.wrapping_offset(i * l0.source).wrapping_offset(j * l1.source),
            self.target.wrapping_offset(j * l1.target).wrapping_offset(i),
        )
    }
}

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

/// Copies two loops as [`turn`] does one tile, and asks for no lines; by large squares, where there
/// are any.
///
/// # Safety
///
/// As [`turn`], for the offsets of the loops, which run along the target and along the source as
/// [`is_turned`] says.
#[inline(always)]
pub(super) unsafe fn turn_squares<T: Copy>(l0: Loop, l1: Loop, source: *const T, target: *mut T) {
    // Numbers of their own: what may write memory could change those of a loop, as far as the
    // compiler knows.
    let tile = Tile { source, target, along: l0.extent, across: l1.extent };
    // SAFETY: by the caller.
    unsafe {
        if (const { is_large::<T>() })
            && l1.source == 1
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
/// As [`turn`], for the elements of the tile, in these loops.
#[inline(always)]
unsafe fn copy_squares<T: Copy>(
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
            from = from.wrapping_offset(SIDE as isize * l1.source);
            to = to.wrapping_offset((SIDE as isize).wrapping_mul(l1.target));
        }
        if rest > 0 {
            row(across - SIDE);
            let back = SIDE as isize - rest as isize;
            let at =
                (from.wrapping_offset(-back * l1.source), to.wrapping_offset(-back * l1.target));
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
                copy_row(Loop { extent: along, source: l0.source, target: 1 }, source, target);
            }
            source = source.wrapping_offset(l1.source);
            target = target.wrapping_offset(l1.target);
        }
        return;
    }
    // SAFETY: by the caller.
    unsafe {
        for i in (0..along - rest).step_by(SIDE) {
            square(i);
            turn_square::<T, SIDE>(loops, (source, target));
            // Wrapping: after the last square these are no addresses of elements.
            source = source.wrapping_offset((SIDE as isize).wrapping_mul(l0.source));
            target = target.wrapping_add(SIDE);
        }
        if rest > 0 {
            let back = SIDE - rest;
            source = source.wrapping_offset(-(back as isize) * l0.source);
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
            copy_large((source, l0.source), (target, l1.target));
        } else if l1.source == 1 {
            copy_square((source, l0.source), (target, l1.target));
        } else {
            gather_square((source, l0.source, l1.source), (target, l1.target));
        }
    }
}

/// Asks for what lines come with a square, if all that is known when the program is compiled.
#[inline(always)]
fn ask<T>(turned: impl Turned<T>, tile: &Tile<T>, next: &Tile<T>, (i, j): (usize, usize)) {
    let &Plan { l0, l1, tile: (along, across), is_crowded, .. } = turned.plan();
    let (of_target, of_source) = turned.plan().lines;
    let (target, source) = turned.plan().asked;
    let first = j / SQUARE * source;
    for k in first..(first + source).min(SQUARE * of_source) {
        let row = next.source.wrapping_offset((i + k / of_source) as isize * l0.source);
        prefetch(last(row, k % of_source, across * l1.source as usize), !is_crowded);
    }
    let first = i / SQUARE * target;
    for k in first..(first + target).min(SQUARE * of_target) {
        let (down, line) = (k / of_target, k % of_target);
        let row = next.target.wrapping_offset((j + down) as isize * l1.target);
        prefetch(last(row, line, along), !is_crowded);
        if is_crowded {
            let row = soon(tile, next, j, l1).wrapping_offset(down as isize * l1.target);
            prefetch(last(row, line, along), true);
        }
    }
}

/// Asks for what lines come with a row of squares. Of numbers that are known at run time, to ask
/// with each square would take more instructions than to copy it.
#[inline(never)]
fn ask_row<T>(plan: &Plan, tile: &Tile<T>, next: &Tile<T>, j: usize) {
    let &Plan { l0, l1, is_crowded, rows, .. } = plan;
    if rows == 0 {
        return;
    }
    let first = j / SQUARE * rows;
    for i in first..(first + rows).min(next.along) {
        let row = next.source.wrapping_offset(i as isize * l0.source);
        each_line(row, next.across * l1.source as usize, !is_crowded);
    }
    for down in 0..SQUARE as isize {
        let row = next.target.wrapping_offset(j as isize * l1.target);
        each_line(row.wrapping_offset(down * l1.target), next.along, !is_crowded);
        if is_crowded {
            let row = soon(tile, next, j, l1).wrapping_offset(down * l1.target);
            each_line(row, next.along, true);
        }
    }
}

/// Where the squares after the row of squares at `j` are written, or the first of the next tile.
#[inline(always)]
fn soon<T>(tile: &Tile<T>, next: &Tile<T>, j: usize, l1: Loop) -> *const T {
    let (target, j) =
        if j + SQUARE < tile.across { (tile.target, j + SQUARE) } else { (next.target, 0) };
    target.wrapping_offset(j as isize * l1.target)
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

#[cfg(test)]
mod tests {
    extern crate std;

    use core::fmt::Debug;
    use std::vec::Vec;

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
                let l0 = Loop { extent: m, source: from as isize, target: 1 };
                let l1 = Loop { extent: n, source: step as isize, target: to as isize };
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
