//! `TilePlan`: the tiles of a transpose, and the lines to prefetch with each part of one, from two loops and the size of an element.

use core::marker::PhantomData;

use crate::cache::{CACHE_LINE, L1_BYTES};
use crate::copy::kernels::REGISTER_TILE;
use crate::copy::pattern::is_transpose;
use crate::loop_nest::constant::ConstantNest;
use crate::loop_nest::{Loop, LoopNest, SOURCE, TARGET};
use crate::prefetch::Level;
use layout_runtime::internals::MAX;

/// The lines of a tile's row in the target, of at most 64 elements, and in the source.
const ROW_LINES: (usize, usize) = (8, 2);

/// The least and the most elements of a tile to each side.
const TILE_SIDE: (usize, usize) = (8, 64);

/// The stride in bytes at which a tile's rows lie in few sets of the first-level cache: each has a fourth of them.
const CRITICAL_STRIDE_BYTES: usize = 16 * CACHE_LINE;

/// The first two loops of a transpose, cut into tiles.
pub(in crate::copy) struct TilePlan {
    pub(super) l0: Loop,
    pub(super) l1: Loop,
    /// The offsets where the loops begin, in the source and in the target.
    pub(super) start: (isize, isize),
    /// The extents of a tile: along the target, and along the source.
    pub(super) tile: (usize, usize),
    /// True if tiles are to begin where lines do in the target, and in the source: where there
    /// are some, and all their rows then do.
    pub(super) is_aligned: (bool, bool),
    /// True if all tiles have these extents.
    pub(super) is_uniform: bool,
    /// True if there is one tile.
    pub(super) is_one_tile: bool,
    /// The lines of a tile's row in the target, and in the source.
    pub(super) row_lines: (usize, usize),
    /// True if the first-level cache has no room for this tile and the next one, or the lines of the
    /// target's rows are in few of its sets.
    pub(super) has_set_conflicts: bool,
    /// The lines of the target and of the source to prefetch with each register tile, so that at
    /// the end of a tile all lines of the next one are: with the register tiles in a row, the target's
    /// of as many rows as those have; with the register tiles in a column, the source's. None of a tile
    /// that has no register tile.
    pub(super) register_tile_lines: (usize, usize),
    /// The rows of the source to prefetch with each row of register tiles.
    pub(super) source_rows: usize,
}

impl TilePlan {
    /// The plan for elements `T`.
    pub(in crate::copy) const fn new<T, const N: usize>(nest: &LoopNest<N>) -> TilePlan {
        let (l0, l1, trip_count) = (nest.loops[0], nest.loops[1], nest.trip_count());
        // Of a nest that is no transpose, there is a plan too.
        let step = if is_transpose(l0, l1) { l1.source().unsigned_abs() } else { 1 };
        let tile = (
            tile_side::<T>(ROW_LINES.0, l0.extent, 1),
            tile_side::<T>(ROW_LINES.1, l1.extent, step),
        );
        let is_aligned = (
            can_align::<T>(l0.extent, tile.0, l1.target()),
            step == 1 && can_align::<T>(l1.extent, tile.1, l0.source()),
        );
        let divides = l0.extent.is_multiple_of(tile.0) && l1.extent.is_multiple_of(tile.1);
        let row_lines = (cache_lines::<T>(tile.0), cache_lines::<T>(tile.1 * step));
        let has_set_conflicts = {
            let lines = tile.1 * (row_lines.0 + 1) + tile.0 * (row_lines.1 + 1);
            let stride = l1.target().unsigned_abs().wrapping_mul(size_of::<T>());
            2 * lines * CACHE_LINE > L1_BYTES || stride.is_multiple_of(CRITICAL_STRIDE_BYTES)
        };
        let (register_tile_lines, source_rows) = if tile.0 < REGISTER_TILE || tile.1 < REGISTER_TILE
        {
            ((0, 0), 0)
        } else {
            let (row, column) = (tile.0 / REGISTER_TILE, tile.1 / REGISTER_TILE);
            let lines = (
                (REGISTER_TILE * row_lines.0).div_ceil(row),
                (REGISTER_TILE * row_lines.1).div_ceil(column),
            );
            (lines, tile.0.div_ceil(column))
        };
        TilePlan {
            l0,
            l1,
            start: (nest.start[SOURCE], nest.start[TARGET]),
            tile,
            is_aligned,
            is_uniform: divides && !is_aligned.0 && !is_aligned.1,
            is_one_tile: trip_count == tile.0 * tile.1,
            row_lines,
            has_set_conflicts,
            register_tile_lines,
            source_rows,
        }
    }

    /// The cache into which the next tile is prefetched.
    #[inline(always)]
    pub(super) fn level(&self) -> Level {
        if self.has_set_conflicts { Level::L2 } else { Level::L1 }
    }
}

/// A nest with its tiles, known while the program compiles or found at run time.
pub(in crate::copy) trait TiledNest<T>: Copy {
    const IS_CONSTANT: bool;

    fn plan(&self) -> &TilePlan;

    /// Calls a function with the offsets at each iteration of all loops but the first two.
    fn for_each_outer(self, f: impl FnMut(isize, isize));
}

/// The plan of a constant nest.
pub(in crate::copy) struct ConstantPlan<X>(PhantomData<X>);

impl<X> ConstantPlan<X> {
    pub(in crate::copy) const NEW: Self = ConstantPlan(PhantomData);
}

impl<X> Clone for ConstantPlan<X> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<X> Copy for ConstantPlan<X> {}

impl<T, X: ConstantNest> TiledNest<T> for ConstantPlan<X> {
    const IS_CONSTANT: bool = true;

    #[inline(always)]
    fn plan(&self) -> &TilePlan {
        const { &TilePlan::new::<T, MAX>(&X::LOOP_NEST) }
    }

    #[inline(always)]
    fn for_each_outer(self, f: impl FnMut(isize, isize)) {
        X::for_each_outer(f);
    }
}

/// The plan of a nest that was found at run time.
impl<T, const N: usize> TiledNest<T> for (&TilePlan, &LoopNest<N>) {
    const IS_CONSTANT: bool = false;

    #[inline(always)]
    fn plan(&self) -> &TilePlan {
        self.0
    }

    #[inline(always)]
    fn for_each_outer(self, f: impl FnMut(isize, isize)) {
        self.1.for_each_outer(f);
    }
}

/// The extent of a tile in a loop, for `row_lines` lines to a row of elements with this step.
const fn tile_side<T>(row_lines: usize, extent: usize, step: usize) -> usize {
    let size = const { if size_of::<T>() > 0 { size_of::<T>() } else { 1 } };
    let elements = row_lines * CACHE_LINE / (size * step);
    let side = if elements < TILE_SIDE.0 {
        TILE_SIDE.0
    } else if elements > TILE_SIDE.1 {
        TILE_SIDE.1
    } else {
        elements
    };
    if extent > side { side } else { extent }
}

/// Returns true if pieces of a loop can all begin where lines do, in rows with this stride.
const fn can_align<T>(extent: usize, piece: usize, stride: isize) -> bool {
    let size = size_of::<T>();
    let is_whole = size.is_power_of_two() && (piece * size).is_multiple_of(CACHE_LINE);
    // Wrapping: a layout that no memory is large enough for compiles too.
    let bytes = stride.unsigned_abs().wrapping_mul(size);
    is_whole && extent > 2 * piece && bytes.is_multiple_of(CACHE_LINE)
}

/// The cache lines of `elements` elements.
pub(super) const fn cache_lines<T>(elements: usize) -> usize {
    (elements * size_of::<T>()).div_ceil(CACHE_LINE)
}
