//! `Factors`: the factors of a product in stages of shared memory, which TMA fills and `wgmma` multiplies.

use core::num::NonZeroU32;
use core::ops::Range;

use layout_runtime::internals::Kept;
use layout_runtime::{Coordinate, Geometry, Layout, Part, SizeIs, Slicer, StaticLayout};

use crate::barrier::{Pipeline, Turn};
use crate::element::Element;
use crate::memory::{KeptBy, OfStage, Shared, Stages};
use crate::refused::require;
use crate::tensor_map::{TensorMap, assert_parts};
use crate::thread::{block, blocks};
use crate::unroll;
use crate::wgmma::Accumulators;

/// The tensor map of a factor with parts of a layout `L`, and its stages in shared memory, of a layout `S` whose last mode counts them.
pub type Staged<'a, T, L, S> = (&'a TensorMap<T, L>, Shared<T, S>);

/// The tile of a stage.
type Tile<S> = Part<S, KeptBy<OfStage, S>>;

/// The factors of a product `A * Bᵀ`, both by rows of what is summed over, in the stages of a pipeline (CUTLASS's collective main loop):
/// one thread [loads](Factors::load) them, and groups of four warps [multiply](Factors::accumulate) them.
///
/// `SA` and `SB` are the tiles of all stages, of 128 bytes in depth, and `LA` and `LB` what one block loads of a stage. Without clusters these are its tiles. In a cluster of
/// `BLOCKS` blocks several that follow each other have the same tile of `A`, and those with the same place among these the same tile of `B`. Each of the blocks
/// that share a tile loads a part of its rows for all of them (TMA's multicast): a part of half of the rows is of tiles that two blocks share.
#[derive(Debug)]
pub struct Factors<
    'a,
    T,
    LA,
    LB,
    SA: StaticLayout,
    SB: StaticLayout,
    const STAGES: usize,
    const BLOCKS: u32 = 1,
> {
    a: Staged<'a, T, LA, SA>,
    b: Staged<'a, T, LB, SB>,
    pipeline: Pipeline<STAGES, BLOCKS>,
    /// The block in the cluster.
    rank: u32,
}

impl<'a, T, LA, LB, SA, SB, const STAGES: usize> Factors<'a, T, LA, LB, SA, SB, STAGES>
where
    SA: StaticLayout,
    SB: StaticLayout,
{
    /// The factors, in the stages of this pipeline.
    #[inline(always)]
    #[must_use]
    pub const fn new(
        a: Staged<'a, T, LA, SA>,
        b: Staged<'a, T, LB, SB>,
        pipeline: Pipeline<STAGES>,
    ) -> Self {
        Factors { a, b, pipeline, rank: 0 }
    }
}

impl<'a, T, LA, LB, SA, SB, const STAGES: usize, const BLOCKS: u32>
    Factors<'a, T, LA, LB, SA, SB, STAGES, BLOCKS>
where
    T: Element,
    LA: StaticLayout,
    LB: StaticLayout,
    SA: StaticLayout,
    SB: StaticLayout,
    Tile<SA>: StaticLayout,
    Tile<SB>: StaticLayout,
    OfStage:
        Slicer<SA::Geometry, u32, Before<()>: Kept> + Slicer<SB::Geometry, u32, Before<()>: Kept>,
    Stages<SA>: SizeIs<STAGES>,
    Stages<SB>: SizeIs<STAGES>,
    (u32, u32): Coordinate<LA::Geometry, u32>
        + Coordinate<LB::Geometry, u32>
        + Coordinate<<Tile<SA> as Layout>::Geometry, u32>
        + Coordinate<<Tile<SB> as Layout>::Geometry, u32>,
{
    /// The blocks that share a tile of `A`, each of which loads a part of it.
    const ACROSS: u32 = parts_of::<LA, Tile<SA>>();
    /// The blocks that share a tile of `B`.
    const DOWN: u32 = {
        let down = parts_of::<LB, Tile<SB>>();
        require(
            Self::ACROSS * down == BLOCKS,
            "the blocks of a cluster are those that share a tile of the one factor, as often as those that share one of the other",
        );
        down
    };
    /// The blocks that share a tile of `B` with the first one: a bit for each.
    const FIRST_DOWN: u16 = {
        let (mut blocks, mut i) = (0, 0);
        while i < Self::DOWN {
            blocks |= 1 << (Self::ACROSS * i);
            i += 1;
        }
        blocks
    };

    /// The extent that is summed over in a stage, in elements.
    const DEPTH: u32 = {
        let depth = <<LA::Geometry as Geometry>::Tail as Geometry>::SIZE;
        require(
            depth == <<LB::Geometry as Geometry>::Tail as Geometry>::SIZE,
            "both factors have the same depth in a stage",
        );
        require(depth * size_of::<T>() == 128, "a stage has 128 bytes in depth: four products");
        depth as u32
    };

    /// The factors in a cluster, of which this is block `rank`.
    #[inline(always)]
    #[must_use]
    pub const fn of_cluster(
        a: Staged<'a, T, LA, SA>,
        b: Staged<'a, T, LB, SB>,
        (pipeline, rank): (Pipeline<STAGES, BLOCKS>, u32),
    ) -> Self {
        Factors { a, b, pipeline, rank }
    }

    /// Fills stages from `turn` on with the tiles that begin at these rows of the factors, of the steps in depth, and returns the turn after
    /// them.
    ///
    /// # Safety
    ///
    /// As of [`TensorMap::load`], and in a cluster of [`TensorMap::load_multicast`]. One thread calls it, for all stages of the pipeline in
    /// turn, whose barriers are made; in each block of a cluster with the same steps, and those that share a tile with the same rows of it.
    #[inline(always)]
    pub unsafe fn load(
        &self,
        (mut turn, steps): (Turn<STAGES>, Range<u32>),
        (row_a, row_b): (u32, u32),
    ) -> Turn<STAGES> {
        let (i, j) = (self.rank / Self::ACROSS, self.rank % Self::ACROSS);
        let across = const { (1 << Self::ACROSS) - 1_u16 } << (Self::ACROSS * i);
        let down = Self::FIRST_DOWN << j;
        let row_a = row_a + j * const { rows::<LA>() };
        let row_b = row_b + i * const { rows::<LB>() };
        for step in steps {
            let (tile_a, tile_b) = (self.a.1.stage(turn), self.b.1.stage(turn));
            let (to_a, to_b) = (part::<T, LA, _>(tile_a, j), part::<T, LB, _>(tile_b, i));
            let depth = Self::DEPTH * step;
            // SAFETY: by the caller.
            unsafe {
                let full = self.pipeline.fill(turn, tile_a.bytes() + tile_b.bytes());
                if const { Self::ACROSS == 1 } {
                    self.a.0.load(to_a, (row_a, depth), full);
                } else {
                    self.a.0.load_multicast(to_a, (row_a, depth), full, across);
                }
                if const { Self::DOWN == 1 } {
                    self.b.0.load(to_b, (row_b, depth), full);
                } else {
                    self.b.0.load_multicast(to_b, (row_b, depth), full, down);
                }
            }
            turn = turn.next();
        }
        turn
    }

    /// Adds to accumulators the products of 64 rows of the tiles of `A`, from `row` on, with those of `B`, of `steps` stages from
    /// `turn` on, and returns the turn after them ([`Pipeline::accumulate`]). `t` is the number of the thread in its group of four
    /// warps.
    ///
    /// # Safety
    ///
    /// As of [`Pipeline::accumulate`]: the barriers are made, somebody [loads](Factors::load) as many stages, and all threads of the group
    /// call it with the same steps, row and turn.
    #[inline(always)]
    pub unsafe fn accumulate<A: Accumulators<T, N>, const N: usize>(
        &self,
        acc: &mut A,
        (turn, steps): (Turn<STAGES>, NonZeroU32),
        (t, row): (u32, u32),
    ) -> Turn<STAGES> {
        let products = |acc: &mut A, turn| {
            let (rows, columns) = (self.a.1.stage(turn), self.b.1.stage(turn));
            unroll!(K in 0..4 {
                let depth = const { K as u32 * Self::DEPTH / 4 };
                // SAFETY: by the caller.
                unsafe { acc.multiply_add(rows.operand(row, depth), columns.operand(0, depth)) };
            });
        };
        // SAFETY: by the caller.
        unsafe { self.pipeline.accumulate(acc, (turn, steps), t, products) }
    }
}

/// The rows of a tile.
const fn rows<L: Layout>() -> u32 {
    <<L::Geometry as Geometry>::Head as Geometry>::SIZE as u32
}

/// The number of parts `L` that a tile `M` is, which follow each other in it.
const fn parts_of<L: Layout, M: Layout>() -> u32 {
    let parts = rows::<M>() / rows::<L>();
    assert_parts::<L, M>(parts as usize);
    parts
}

/// A part of a tile by its number.
#[inline(always)]
fn part<T: Element, L: StaticLayout, M: StaticLayout>(tile: Shared<T, M>, i: u32) -> Shared<T, L> {
    Shared::at_address(tile.address() + i * const { Shared::<T, L>::BYTES })
}

/// The numbers of the tiles, of `size` in all, that this block of a persistent grid computes: that of the block, and each as many
/// further as there are blocks along x.
///
/// ```ignore
/// for at in tiles_of_block(order.size()) {
///     let (row, column) = order.at(at);
/// }
/// ```
#[inline(always)]
pub fn tiles_of_block(size: u32) -> impl Iterator<Item = u32> {
    tiles_of_cluster::<1>(size)
}

/// The numbers of the tiles that this cluster of `BLOCKS` blocks along x computes, as of [`tiles_of_block`].
#[inline(always)]
pub fn tiles_of_cluster<const BLOCKS: u32>(size: u32) -> impl Iterator<Item = u32> {
    let mut at = block().0 / BLOCKS;
    core::iter::from_fn(move || {
        let tile = (at < size).then_some(at);
        at += blocks() / BLOCKS;
        tile
    })
}
