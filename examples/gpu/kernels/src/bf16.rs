//! `C = A * B` of bf16 by TMA and `wgmma`, of sizes that are known at run time, by clusters of two blocks: each has a tile of 128 rows, of the
//! same columns, and loads half of the tile of `B` for both. Steps are of 64, of which three to eight are in shared memory; what is past an
//! edge TMA reads as 0, and does not write. Of the last columns, where there are at most 64, a tile has that many products.
//!
//! Tiles have 256, 192, 128 or 64 columns, each width its own kernel; [`choose`](crate::bf16_choice::choose) chooses one for a size.
//!
//! `A` is (m,k) and `B` is (n,k), both by rows; `C` is (m,n), by rows.

use core::num::NonZeroU32;

use layout_gpu::{
    Arena, Bf16, Factors, GroupedOrder, Pipeline, Shared, TensorMap, Turn, accumulators, arena,
    cluster, commit_stores, fence_stores, give_registers, kernel, pack_bf16, publish_barriers,
    sync_cluster, sync_some, take_registers, thread, tiles_of_cluster, unroll, wait_for_stores,
};
use layout_runtime::layout;

layout! {
    /// Rows of 128 bytes, as TMA writes them with `SWIZZLE_128B`: CuTe's `GMMA::Layout_K_SW128_Atom`.
    /// A product takes eight rows of 16 bytes at once.
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,8)):(1,(8,64))))]
    struct Atom = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1);
    pub struct TileA = tile_to_shape(Atom, (128,64));
    /// `stmatrix`: the row of eight elements that a lane gives, of 64x16 for four warps.
    #[covers((64,16))]
    struct RowTV = ((8,2,2,4),8):((1,8,512,16),64);
}

/// The thread that loads; `attention` says why it is not the first one.
const LOADER: u32 = 96;

/// Defines the product by tiles of so many columns: half of them, the stages, parts of 16 columns, and the bytes of shared memory.
macro_rules! product {
    ($module:ident, $name:ident, $columns:tt, $half:tt, $stages:tt, $parts:tt, $bytes:literal) => {
        #[doc = concat!("Tiles of ", stringify!($columns), " columns.")]
        pub mod $module {
            use super::*;

            layout! {
                /// The half that a block loads for both.
                pub struct HalfB = tile_to_shape(Atom, ($half,64));
                struct TilesA = tile_to_shape(Atom, (128,64,$stages));
                struct TilesB = tile_to_shape(Atom, ($columns,64,$stages));
                /// The tile that a group of four warps writes, of 64 rows.
                pub struct TileC = tile_to_shape(Atom, (64,$columns));
                #[banks(conflicts = 0, bits = 16, bytes = 16, by(RowTV))]
                struct TilesC = tile_to_shape(Atom, (64,$columns,2));
                struct Rows = composition(zipped_divide(TilesC, (64,16)), <RowTV, _>);
            }

            type Memory = (Shared<Bf16, TilesA>, Shared<Bf16, TilesB>, Shared<Bf16, TilesC>, Pipeline<$stages, 2>);
            /// The bytes of shared memory of a block.
            pub const BYTES: u32 = <Memory as Arena>::BYTES;

            kernel! {
                /// The sizes are those of the tensor maps: `m` rows, `n` columns, and `steps` of 64 in depth.
                ///
                /// # Safety
                ///
                #[doc = concat!("Blocks of 384 threads and ", stringify!($bytes), " bytes of shared memory, an even number of them along x;")]
                #[doc = concat!("tensor maps of `A` with boxes of 64x128, of `B` of 64x", stringify!($half), " and of `C` of 64x64, all with")]
                /// `SWIZZLE_128B`, in global memory.
                pub unsafe fn $name(
                    a: &TensorMap<Bf16, TileA>,
                    b: &TensorMap<Bf16, HalfB>,
                    c: &TensorMap<Bf16, TileC>,
                    m: u32,
                    n: u32,
                    steps: u32,
                ) {
                    const COLUMNS: u32 = $columns;
                    // Sums of 64 columns need no more than each thread has.
                    const REGISTERS: bool = COLUMNS > 64;
                    const { assert!(BYTES == $bytes) };
                    let Some(steps) = NonZeroU32::new(steps) else { return };
                    let (t, rank) = unsafe { (thread::<384>(), cluster::<2>()) };
                    let (sa, sb, sc, pipeline) = unsafe { arena::<Memory>() };
                    if t == 0 {
                        unsafe { pipeline.make(2) };
                        publish_barriers();
                        c.prefetch();
                    } else if t == LOADER {
                        a.prefetch();
                        b.prefetch();
                    }
                    sync_cluster();
                    // Tiles of all columns, or of more than 64; and after them those of fewer, which take less time.
                    let (pairs, wide) = (m.div_ceil(256), (n + COLUMNS - 65) / COLUMNS);
                    let order = GroupedOrder::<8>::new(pairs, wide);
                    let tiles = pairs * n.div_ceil(COLUMNS);
                    let place = |at: u32| if at < order.size() { order.at(at) } else { (at - order.size(), wide) };
                    // The last tiles end at the edge, where they have all columns: TMA takes longer for boxes that reach past it.
                    let corner = |(pair, bn): (u32, u32)| {
                        let last = if bn < wide { n.saturating_sub(COLUMNS) } else { n };
                        ((128 * (2 * pair + rank)).min(m.saturating_sub(128)), (COLUMNS * bn).min(last))
                    };
                    let factors = Factors::of_cluster((a, sa), (b, sb), (pipeline, rank));
                    let mut turn = Turn::FIRST;
                    if t < 128 {
                        if REGISTERS {
                            unsafe { give_registers::<40>() };
                        }
                        if t == LOADER {
                            for at in tiles_of_cluster::<2>(tiles) {
                                turn = unsafe { factors.load((turn, 0..steps.get()), corner(place(at))) };
                            }
                        }
                        return;
                    }
                    if REGISTERS {
                        unsafe { take_registers::<232>() };
                    }
                    let (t, group) = (t % 128, t / 128 - 1);
                    let (of_lane, tile_c) = (sc.with_layout(Rows), sc.slice((.., .., group)));
                    for at in tiles_of_cluster::<2>(tiles) {
                        let tile = place(at);
                        let mut acc = accumulators::<{ $columns / 2 }>();
                        if tile.1 < wide {
                            turn = unsafe { factors.accumulate(&mut acc, (turn, steps), (t, 64 * group)) };
                        } else {
                            let mut few = accumulators::<32>();
                            turn = unsafe { factors.accumulate(&mut few, (turn, steps), (t, 64 * group)) };
                            unroll!(I in 0..32 { acc[I] = few[I] });
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
                            let (row, column) = corner(tile);
                            c.store(tile_c, (row + 64 * group, column), t);
                        }
                        commit_stores();
                    }
                    // What is copied is read before the block ends, and the other block is done with this one's barriers.
                    wait_for_stores::<0>();
                    sync_cluster();
                }
            }
        }
    };
}

product!(columns_256, gemm_bf16, 256, 128, 3, 16, 213040);
product!(columns_192, gemm_bf16_192, 192, 96, 4, 12, 213056);
product!(columns_128, gemm_bf16_128, 128, 64, 5, 8, 196688);
product!(columns_64, gemm_bf16_64, 64, 32, 8, 4, 213120);
