//! `Plan`: the tiles of a copy, and the lines to ask for with each part of one, from two loops and the size of an element.

use core::marker::PhantomData;

use crate::ahead::LINE;
use crate::nest::{Loop, Nest, SOURCE, TARGET};
use crate::square::SQUARE;
use crate::sweep::Loops;
use layout_runtime::internals::MAX;

/// The lines of a tile's row in the target, of at most 64 elements, and in the source.
const ROW: (usize, usize) = (8, 2);

/// The bytes of the first cache, of most machines or less.
const CACHE: usize = 32 << 10;

/// The most elements from one to the next of the source, so that a line has several.
const STEP: isize = 8;

/// Whether the first loop of a nest runs along the target and the second along the source, there
/// in steps that may leave some elements out, so that [`turn`] copies it.
#[inline]
pub(crate) const fn is_turned(blocked: bool, l0: Loop, l1: Loop) -> bool {
    blocked && l0.target() == 1 && l1.source() >= 1 && l1.source() <= STEP
}

/// How a nest is copied: the first two loops by tiles.
pub(crate) struct Plan {
    pub(super) l0: Loop,
    pub(super) l1: Loop,
    /// The offsets where the loops begin, in the source and in the target.
    pub(super) start: (isize, isize),
    /// The extents of a tile: along the target, and along the source.
    pub(super) tile: (usize, usize),
    /// Whether tiles are to begin where lines do in the target, and in the source: where there
    /// are some, and all their rows then do.
    pub(super) aligned: (bool, bool),
    /// Whether all tiles have these extents.
    pub(super) is_even: bool,
    /// Whether there is one tile.
    pub(super) is_one: bool,
    /// The lines of a tile's row in the target, and in the source.
    pub(super) lines: (usize, usize),
    /// Whether the first cache has no room for this tile and the next one, or the lines of the
    /// target's rows are in few of its sets.
    pub(super) is_crowded: bool,
    /// How many lines of the target and of the source to ask for with each square, so that at
    /// the end of a tile all lines of the next one are: with the squares in a row, the target's
    /// of as many rows as those have; with the squares in a column, the source's. None of a tile
    /// that has no square.
    pub(super) asked: (usize, usize),
    /// How many of the source's rows to ask for with each row of squares.
    pub(super) rows: usize,
}

impl Plan {
    /// The plan for elements `T`.
    pub(crate) const fn of<T, const N: usize>(nest: &Nest<N>) -> Plan {
        let (l0, l1, turns) = (nest.loops[0], nest.loops[1], nest.turns());
        // Of a nest that is not copied so, there is a plan too.
        let step = if is_turned(true, l0, l1) { l1.source().unsigned_abs() } else { 1 };
        let tile = (side::<T>(ROW.0, l0.extent, 1), side::<T>(ROW.1, l1.extent, step));
        let aligned = (
            is_aligned::<T>(l0.extent, tile.0, l1.target()),
            step == 1 && is_aligned::<T>(l1.extent, tile.1, l0.source()),
        );
        let even = l0.extent.is_multiple_of(tile.0) && l1.extent.is_multiple_of(tile.1);
        let lines = (lines::<T>(tile.0), lines::<T>(tile.1 * step));
        let is_crowded = {
            let lines = tile.1 * (lines.0 + 1) + tile.0 * (lines.1 + 1);
            let apart = l1.target().unsigned_abs().wrapping_mul(size_of::<T>());
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
            start: (nest.start[SOURCE], nest.start[TARGET]),
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
pub(crate) trait Turned<T>: Copy {
    const IS_CONSTANT: bool;
    fn plan(&self) -> &Plan;
    /// Calls a function with the offsets at each turn of all loops but the first two.
    fn outer(self, f: impl FnMut(isize, isize));
}

/// The plan of loops that the compiler knows.
pub(crate) struct Constant<X>(PhantomData<X>);

impl<X> Constant<X> {
    pub(crate) const NEW: Self = Constant(PhantomData);
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

pub(super) const fn lines<T>(elements: usize) -> usize {
    (elements * size_of::<T>()).div_ceil(LINE)
}
