//! The product of [`w4a16`](crate::w4a16) where there are few tiles: each of 256 of `n` is computed by the blocks of a cluster, which
//! divide its groups along `k` and add their sums from each other's shared memory, each those of some of the rows.

use layout_gpu::{
    Arena, F16, Global, Pipeline, Shared, TensorMap, Turn, arena, block, cluster, copy_bulk,
    kernel, launch_dependent_grids, publish_barriers, sync, sync_cluster, sync_some, thread,
    unroll, wait_on_dependent_grids, write_vector,
};
use layout_runtime::layout;

use crate::w4a16::{Atom, ResultTV, RowTV, Scales, Tile, Weights, Words, multiply};

layout! {
    /// Parts in stages, and of those the words, scales and rows of a lane.
    struct WeightStages = (4096,8):(1,4096);
    struct ScaleStages = (128,8):(1,128);
    struct WordsOfLane = make_layout(Words, (8,8):(512,4096));
    #[allow(non_injective)]
    struct ScalesOfLane = (((4,8),2),(8,8)):(((0,2),1),(16,128));
    #[banks(conflicts = 0, bits = 16, bytes = 16, by(RowTV))]
    struct Tiles = tile_to_shape(Atom, (16,128,8));
    struct Rows = composition(zipped_divide(Tiles, (16,16)), <RowTV, _>);
    /// The sums of a block, by rows of `C` that begin four banks apart.
    #[banks(conflicts = 0, bits = 32, bytes = 4, by(ResultTV))]
    struct Sums = (16,256):(260,1);
    struct SumsOfLane = composition(Sums, ResultTV);
}

type Memory =
    (Shared<u32, WeightStages>, Shared<u32, ScaleStages>, Shared<F16, Tiles>, Pipeline<STAGES>);
/// The memory of the same block after the last product.
type Epilogue = (Shared<f32, Sums>,);
/// The bytes of shared memory of a block.
pub const BYTES: u32 = Memory::BYTES;
/// The stages of the pipeline.
const STAGES: usize = 8;
/// The threads that copy weights, and rows of `A`.
const LOADER_OF_B: u32 = 256;
const LOADER_OF_A: u32 = 288;

/// Defines the product by clusters of `$blocks` blocks: what a thread adds in a vector, the vectors, and the threads and values of a block by
/// rows of `C` that it adds.
macro_rules! product {
    ($module:ident, $name:ident, $blocks:tt, $vector:tt, $vectors:tt, $shape:tt : $strides:tt) => {
        #[doc = concat!("By ", stringify!($blocks), " blocks for each tile.")]
        pub mod $module {
            use super::*;

            layout! {
                /// The sums that a block adds, and writes: threads, and vectors of each block.
                #[covers((16,256))]
                struct OwnTV = $shape:$strides;
                struct SumsOfBlock = composition(Sums, OwnTV);
            }

            kernel! {
                /// `k` is `groups` of 128.
                ///
                /// It may be launched before the kernel before it has ended, and loads weights at once: that one does not write them.
                ///
                /// # Safety
                ///
                #[doc = concat!("Blocks of 320 threads and 168064 bytes of shared memory, ", stringify!($blocks), " along x for each 256 of")]
                /// the `n` columns of `C`; a tensor map of `A` with boxes of 64x16 and `SWIZZLE_128B`, in global memory; `C` of `m` rows,
                /// at most 16, aligned to 8; weights and scales of each part; less than 2^18 parts and 2^31 elements of `C`.
                pub unsafe fn $name(
                    a: &TensorMap<F16, Tile>,
                    weights: *const u32,
                    scales: *const u32,
                    c: *mut F16,
                    m: u32,
                    n: u32,
                    groups: u32,
                ) {
                    const { assert!(BYTES == 168064 && Epilogue::BYTES <= BYTES) };
                    let (t, rank) = unsafe { (thread::<320>(), cluster::<$blocks>()) };
                    launch_dependent_grids();
                    let tile = block().0 / $blocks;
                    // The first group of a block, and that of the next.
                    let first = |rank: u32| groups * rank / $blocks;
                    let (begin, end) = (first(rank), first(rank + 1));
                    let (sw, ss, sa, pipeline) = unsafe { arena::<Memory>() };
                    if t == 0 {
                        unsafe { pipeline.make(8) };
                        publish_barriers();
                    }
                    sync();
                    if t == LOADER_OF_B {
                        let (weights, scales) = unsafe { (Global::<_, Weights>::new(weights), Global::<_, Scales>::new(scales)) };
                        let mut turn = Turn::FIRST;
                        for group in begin..end {
                            let (to, at) = ((.., turn.stage()), (.., tile * groups + group));
                            let (words, pairs) = (sw.slice(to), ss.slice(to));
                            unsafe {
                                let full = pipeline.fill(turn, words.bytes() + pairs.bytes() + sa.stage(turn).bytes());
                                copy_bulk((weights, at), words, full);
                                copy_bulk((scales, at), pairs, full);
                            }
                            turn = turn.next();
                        }
                    }
                    if t == LOADER_OF_A {
                        // Of the kernel before this one are the rows of `A`, not the weights.
                        wait_on_dependent_grids();
                        let mut turn = Turn::FIRST;
                        for group in begin..end {
                            unsafe {
                                pipeline.free(turn).wait(turn.phase() ^ 1);
                                a.load(sa.stage(turn), (0, 128 * group), pipeline.full(turn));
                            }
                            turn = turn.next();
                        }
                    }
                    if t >= 256 {
                        return;
                    }
                    let (lane, warp) = (t % 32, t / 32);
                    let (words, scales, rows) = (sw.with_layout(WordsOfLane), ss.with_layout(ScalesOfLane), sa.with_layout(Rows));
                    let (mut turn, mut acc) = (Turn::FIRST, [[[0.0f32; 4]; 2]; 2]);
                    for _ in begin..end {
                        unsafe { pipeline.wait(turn) };
                        let at = ((lane, ..), (warp, turn.stage()));
                        let of_rows = |step: u32| -> [u32; 4] { unsafe { rows.load_matrices(((lane, ..), (0, step, turn.stage()))) } };
                        acc = unsafe { multiply((words.read(at), scales.read(at)), of_rows, || pipeline.release(turn, lane), acc) };
                        turn = turn.next();
                    }
                    let mut values = [0.0; 16];
                    unroll!(I in 0..16 { values[I] = acc[I / 8][I / 4 % 2][I % 4] });
                    let (sums,) = unsafe { arena::<Epilogue>() };
                    // All warps have read the stages, which are the memory of the sums.
                    unsafe {
                        sync_some::<256>(1);
                        sums.with_layout(SumsOfLane).write((t, ..), values);
                    }
                    sync_cluster();
                    let own = sums.with_layout(SumsOfBlock);
                    unroll!(I in 0..$vectors {
                        let mut of_blocks = [[0.0f32; $vector]; $blocks];
                        unroll!(P in 0..$blocks { of_blocks[P] = unsafe { own.of_block(P as u32).read((t, (.., I as u32, rank))) }; });
                        let mut of_row = [F16(0); $vector];
                        unroll!(V in 0..$vector {
                            let mut sum = 0.0;
                            unroll!(P in 0..$blocks { sum += of_blocks[P][V] });
                            of_row[V] = F16::from_f32(sum);
                        });
                        let at = OwnTV.crd2idx_u32((t, (0, I as u32, rank)));
                        let (row, column) = (at % 16, 256 * tile + at / 16);
                        if row < m {
                            unsafe { write_vector(c.add((row * n + column) as usize), of_row) };
                        }
                    });
                    // The others have read the sums before the block ends.
                    sync_cluster();
                }
            }
        }
    };
}

product!(by_2, w4a16_by_2, 2, 4, 2, ((64,4),(4,2,2)):((64,1),(16,4,8)));
product!(by_4, w4a16_by_4, 4, 4, 1, ((64,4),(4,1,4)):((64,1),(16,0,4)));
product!(by_8, w4a16_by_8, 8, 2, 1, ((128,2),(2,1,8)):((32,1),(16,0,2)));
