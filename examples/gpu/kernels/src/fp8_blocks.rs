//! `C = A * B` of fp8 whose factors have a scale for each block, as DeepSeek-V3 has them: of `A` for 1 row and 128 of `k`, of `B` for 128
//! columns and 128 of `k`. Sizes are known at run time. Tiles are of 128x192 or 128x128 and steps of 128, of which four or five are in shared memory.
//!
//! Sums of a step are scaled and added by `fma`, while the tensor cores compute those of the other group of warps. Two blocks are a cluster: their tiles are below each other, and each loads half of the columns for both.
//!
//! `A` is (m,k) and `B` is (n,k), both by rows; `C` is by rows, of bf16. The scales of `A` are (m,k/128) and those of `B` (n/128,k/128),
//! both by columns, and go through shared memory with the tiles.

use core::num::NonZeroU32;

use layout_gpu::{
    Accumulators, Arena, Bf16, E4m3, GroupedOrder, Pipeline, Shared, TensorMap, Turn, accumulators,
    arena, block, blocks, cluster, commit_products, commit_stores, fence_products, fence_stores,
    fma, give_registers, kernel, pack_bf16, publish_barriers, sync_cluster, sync_some,
    take_registers, thread, unroll, wait_for, wait_for_stores,
};
use layout_runtime::layout;

layout! {
    /// Rows of 128 bytes, as TMA writes them with `SWIZZLE_128B`: CuTe's `GMMA::Layout_K_SW128_Atom`, of 8 and of 16 bits.
    /// A product takes eight rows of 16 bytes at once.
    #[banks(conflicts = 0, bits = 8, bytes = 16, by((8,(16,8)):(1,(8,128))))]
    struct Atom = Sw<3,4,3> o smem_ptr[8b](unset) o (_8,_128):(_128,_1);
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,8)):(1,(8,64))))]
    struct Atom16 = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1);
    pub struct TileA = tile_to_shape(Atom, (128,128));
    /// The scales of the rows of a tile, and of its columns: 192 columns have two scales, of eight from a multiple of 16 bytes on, where
    /// TMA begins.
    pub struct ScalesA = (128,1):(1,128);
    pub struct ScalesB = (8,1):(1,8);
    /// The two rows of the accumulators of a thread, in two groups of four warps; four threads have the same.
    #[allow(non_injective)]
    struct RowsTV = ((4,8,4,2),2):((0,1,16,64),8);
    /// `stmatrix`: the row of eight elements that a lane gives, of 64x16 for four warps.
    #[covers((64,16))]
    struct RowTV = ((8,2,2,4),8):((1,8,512,16),64);
}

/// The thread that loads; `attention` says why it is not the first one.
const LOADER: u32 = 96;

/// Defines the product by tiles of so many columns: half of them, the stages, and twice those, the columns in 64 and in 16, and the bytes of shared memory.
macro_rules! product {
    ($module:ident, $name:ident, $columns:tt, $half:tt, $stages:tt, $halves:tt, $thirds:tt, $parts:tt, $bytes:literal) => {
        #[doc = concat!("Tiles of ", stringify!($columns), " columns.")]
        pub mod $module {
            use super::*;

            layout! {
                /// The half of a tile that one block of a cluster loads for both.
                pub struct HalfB = tile_to_shape(Atom, ($half,128));
                struct TilesA = tile_to_shape(Atom, (128,128,$stages));
                struct TilesB = tile_to_shape(Atom, ($columns,128,$stages));
                struct HalvesB = tile_to_shape(Atom, ($half,128,$halves));
                struct StagesA = (128,1,$stages):(1,128,128);
                struct StagesB = (8,1,$stages):(1,8,32);
                #[allow(non_injective)]
                struct OfRows = composition(zipped_divide((128,$stages):(1,128), (128,1)), <RowsTV, _>);
                /// The scale of each 64 columns: two have one.
                #[allow(non_injective)]
                struct OfColumns = ((2,8),$stages):((0,1),32);
                /// The tile that a group of four warps writes, of 64 rows.
                pub struct TileC = tile_to_shape(Atom16, (64,$columns));
                #[banks(conflicts = 0, bits = 16, bytes = 16, by(RowTV))]
                struct TilesC = tile_to_shape(Atom16, (64,$columns,2));
                struct Rows = composition(zipped_divide(TilesC, (64,16)), <RowTV, _>);
            }

            type Memory = (
                Shared<E4m3, TilesA>,
                Shared<E4m3, TilesB>,
                Shared<Bf16, TilesC>,
                Shared<f32, StagesA>,
                Shared<f32, StagesB>,
                Pipeline<$stages, 2>,
            );
            /// The bytes of shared memory of a block.
            pub const BYTES: u32 = <Memory as Arena>::BYTES;

            kernel! {
                /// The sizes are those of the tensor maps: `rows` pairs of tiles, `columns` of tiles, and `steps` of 128 in depth.
                ///
                /// # Safety
                ///
                #[doc = concat!("Blocks of 384 threads and ", stringify!($bytes), " bytes of shared memory, an even number of them along x.")]
                #[doc = concat!("Tensor maps in global memory: of `A` with boxes of 128x128 and of `B` with boxes of 128x", stringify!($half), ", in bytes,")]
                /// and of `C` with boxes of 64x64, all with `SWIZZLE_128B`; of the scales with boxes of 128x1 and 8x1, without a swizzle.
                pub unsafe fn $name(
                    a: &TensorMap<E4m3, TileA>,
                    b: &TensorMap<E4m3, HalfB>,
                    c: &TensorMap<Bf16, TileC>,
                    of_a: &TensorMap<f32, ScalesA>,
                    of_b: &TensorMap<f32, ScalesB>,
                    rows: u32,
                    columns: u32,
                    steps: u32,
                ) {
                    const { assert!(BYTES == $bytes) };
                    let Some(steps) = NonZeroU32::new(steps) else { return };
                    let (t, rank) = unsafe { (thread::<384>(), cluster::<2>()) };
                    let (sa, sb, sc, scales_a, scales_b, pipeline) = unsafe { arena::<Memory>() };
                    if t == 0 {
                        // Each of the eight warps that multiply.
                        unsafe { pipeline.make(8) };
                        publish_barriers();
                    }
                    sync_cluster();
                    let order = GroupedOrder::<8>::new(rows, columns);
                    let mut turn = Turn::FIRST;
                    let mut at = block().0 / 2;
                    if t < 128 {
                        unsafe { give_registers::<40>() };
                        let halves = sb.with_layout(HalvesB);
                        while t == LOADER && at < order.size() {
                            let (pair, bn) = order.at(at);
                            let row = 128 * (2 * pair + rank);
                            for step in 0..steps.get() {
                                let (to_a, to_b) = (sa.stage(turn), halves.slice((.., .., 2 * turn.stage() + rank)));
                                let (to_of_a, to_of_b) = (scales_a.stage(turn), scales_b.stage(turn));
                                let bytes = to_a.bytes() + 2 * to_b.bytes() + to_of_a.bytes() + to_of_b.bytes();
                                unsafe {
                                    let full = pipeline.fill(turn, bytes);
                                    a.load(to_a, (row, 128 * step), full);
                                    b.load_multicast(to_b, ($columns * bn + $half * rank, 128 * step), full, 0b11);
                                    of_a.load(to_of_a, (row, step), full);
                                    of_b.load(to_of_b, (scale_from($thirds * bn), step), full);
                                }
                                turn = turn.next();
                            }
                            at += blocks() / 2;
                        }
                        return;
                    }
                    unsafe { take_registers::<232>() };
                    let (all, t, group) = (t - 128, t % 128, t / 128 - 1);
                    let (of_lane, tile_c) = (sc.with_layout(Rows), sc.slice((.., .., group)));
                    let (of_rows, of_columns) = (scales_a.with_layout(OfRows), scales_b.with_layout(OfColumns));
                    let mut part = accumulators::<$half>();
                    while at < order.size() {
                        let (pair, bn) = order.at(at);
                        let mut acc = accumulators::<$half>();
                        let mut step = 0;
                        loop {
                            let (left, right) = (sa.stage(turn), sb.stage(turn));
                            unsafe { pipeline.wait(turn) };
                            let [p, q]: [f32; 2] = unsafe { of_rows.read(((all, ..), (0, turn.stage()))) };
                            let of = |i: u32| unsafe { of_columns.get(($thirds * bn - 2 * scale_from($thirds * bn) + i, turn.stage())) };
                            let mut scales = [[0.0f32; 2]; $thirds];
                            unroll!(N in 0..$thirds { let s = of(N as u32); scales[N] = [p * s, q * s]; });
                            fence_products();
                            unroll!(K in 0..4 {
                                let (left, right) = (left.operand(64 * group, 32 * K as u32), right.operand(0, 32 * K as u32));
                                unsafe { if K == 0 { part.multiply(left, right) } else { part.multiply_add(left, right) } };
                            });
                            commit_products();
                            wait_for::<0>(&mut part);
                            unsafe { pipeline.release(turn, t % 32) };
                            unroll!(N in 0..$thirds { unroll!(I in 0..32 {
                        acc[32 * N + I] = fma(part[32 * N + I], scales[N][I / 2 % 2], acc[32 * N + I]);
                    }); });
                            turn = turn.next();
                            step += 1;
                            if step == steps.get() {
                                break;
                            }
                        }
                        // The tile before is copied: it may be written again.
                        wait_for_stores::<0>();
                        unsafe { sync_some::<128>(1 + group) };
                        unroll!(N in 0..$parts {
                            let pair = |i: usize| pack_bf16(acc[8 * N + 2 * i], acc[8 * N + 2 * i + 1]);
                            unsafe { of_lane.store_matrices(((t, ..), (0, N as u32, group)), [pair(0), pair(1), pair(2), pair(3)]) };
                        });
                        fence_stores();
                        unsafe {
                            sync_some::<128>(1 + group);
                            c.store(tile_c, (128 * (2 * pair + rank) + 64 * group, $columns * bn), t);
                        }
                        commit_stores();
                        at += blocks() / 2;
                    }
                    // What is copied is read before the block ends, and the other block is done with this one's barriers.
                    wait_for_stores::<0>();
                    sync_cluster();
                }
            }
        }
    };
}

/// The first scale that is loaded for columns from so many times 64 on.
#[inline(always)]
const fn scale_from(columns: u32) -> u32 {
    columns / 2 / 4 * 4
}

product!(columns_192, fp8_blocks, 192, 96, 4, 8, 3, 12, 215520);
product!(columns_128, fp8_blocks_128, 128, 64, 5, 10, 2, 8, 199792);

/// The columns of the tiles by which a product takes the least time on so many multiprocessors: as many turns of clusters as there are, each as long as tiles have columns and
/// what they take beside.
#[must_use]
pub const fn columns(m: u32, n: u32, processors: u32) -> u32 {
    const fn time(m: u32, n: u32, processors: u32, columns: u32) -> u64 {
        let tiles = m.div_ceil(256) as u64 * n.div_ceil(columns) as u64;
        tiles.div_ceil((processors / 2) as u64) * (columns + BESIDE) as u64
    }
    if time(m, n, processors, 128) < time(m, n, processors, 192) { 128 } else { 192 }
}

/// The columns whose time a tile takes beside those that it has: what it reads of `A`.
const BESIDE: u32 = 32;
