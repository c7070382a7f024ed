//! `C = A * B` of bf16 by TMA and `wgmma`, of sizes that are known at run time, by clusters of two blocks: each has a tile of 128 rows, of the
//! same columns, and loads half of the tile of `B` for both. Steps are of 64, of which three to eight are in shared memory; what is past an
//! edge TMA reads as 0, and does not write. Of the last columns, where there are at most 64, a tile has that many products.
//!
//! Tiles have 256, 192, 128 or 64 columns, each width its own kernel; [`width`] chooses one for a size.
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

/// The widths of tiles.
const WIDTHS: [u32; 4] = [256, 192, 128, 64];

/// The width of tiles, in columns, with which a product of `m` by `n` and `k` in depth takes the least time on so many processors.
///
/// Clusters of two blocks take turns, `⌈⌈m / 256⌉ ⌈n / width⌉ / ⌊processors / 2⌋⌉` of them, each of `width + 48`: on an NVIDIA H200 a step of a
/// turn takes 0.68 µs with 256 columns, 0.55 with 192, 0.39 with 128 and 0.27 with 64. Where rows are no multiple of 128 bytes, loads take
/// longer, and a turn is `width + 192`: 0.63, 0.57, 0.41 and 0.39 µs.
#[must_use]
pub const fn width(m: u32, n: u32, k: u32, processors: u32) -> u32 {
    let (mut best, mut least, mut i) = (0, u32::MAX, 0);
    while i < WIDTHS.len() {
        let tiles = m.div_ceil(256) * n.div_ceil(WIDTHS[i]);
        let turn = WIDTHS[i] + if k.is_multiple_of(64) { 48 } else { 192 };
        let time = tiles.div_ceil(processors / 2) * turn;
        if time < least {
            (best, least) = (WIDTHS[i], time);
        }
        i += 1;
    }
    best
}

/// Defines the product by tiles of so many columns: half of them, the stages, parts of 16 columns, and the bytes of shared memory.
macro_rules! product {
    ($module:ident, $name:ident, $columns:tt, $half:tt, $stages:tt, $parts:tt, $bytes:literal) => {
        #[doc = concat!("Tiles of ", stringify!($columns), " columns.")]
        pub mod $module {
            use super::*;

            layout! {
                /// The half that a block loads for both.
                pub struct HalfB = tile_to_shape(Atom, ($half,64));
                struct TileB = tile_to_shape(Atom, ($columns,64));
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
                /// The sizes are those of the tensor maps: `pairs` of tiles along the rows, `n` columns, and `steps` of 64 in depth.
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
                    pairs: u32,
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
                    }
                    sync_cluster();
                    // Tiles of all columns, or of more than 64; and after them those of fewer, which take less time.
                    let wide = (n + COLUMNS - 65) / COLUMNS;
                    let order = GroupedOrder::<8>::new(pairs, wide);
                    let tiles = pairs * n.div_ceil(COLUMNS);
                    let place = |at: u32| if at < order.size() { order.at(at) } else { (at - order.size(), wide) };
                    let factors = Factors::of_cluster((a, sa), (b, sb), (pipeline, rank), TileB);
                    let mut turn = Turn::FIRST;
                    if t < 128 {
                        if REGISTERS {
                            unsafe { give_registers::<40>() };
                        }
                        if t == LOADER {
                            for at in tiles_of_cluster::<2>(tiles) {
                                let (pair, bn) = place(at);
                                turn = unsafe { factors.load((turn, 0..steps.get()), (128 * (2 * pair + rank), COLUMNS * bn)) };
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
                        let (pair, bn) = place(at);
                        let mut acc = accumulators::<{ $columns / 2 }>();
                        if bn < wide {
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
                            c.store(tile_c, (128 * (2 * pair + rank) + 64 * group, COLUMNS * bn), t);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_as_wide_as_turns_of_all_processors_ask_for() {
        for (m, n, k, columns) in [
            // All are in one turn, and the narrowest take least.
            (1024, 1024, 1024, 64),
            // 64 of 66 clusters have a tile.
            (2048, 2048, 2048, 256),
            // Two turns of 256 columns, of which the second has few tiles; two of 192; four of 64, which are full.
            (2000, 2056, 2048, 64),
            (2000, 2056, 2008, 192),
            (1000, 1048, 1032, 128),
            (4000, 4104, 4040, 256),
            (300, 5000, 2048, 192),
            (16384, 16384, 16384, 256),
        ] {
            assert_eq!(width(m, n, k, 132), columns, "{m}x{n}x{k}");
        }
    }
}
