//! `C = A * B` of bf16 by TMA and `wgmma` of few tiles: as in [`bf16_few`](crate::bf16_few) the columns of `C` are the 64 rows of a product, and its rows
//! the columns, `Cᵀ = B * Aᵀ`. The blocks of a cluster have tiles of the same rows, beside each other, and each loads a part of the rows of `A` for
//! all (TMA's multicast). Sizes are known at run time; what is past an edge TMA reads as 0, and does not write.
//! [`choose`](crate::bf16_choice::choose) says when they take less time than [`bf16`](crate::bf16).
//!
//! `A` is (m,k) and `B` is (n,k), both by rows; `C` is (m,n), by rows.

use core::num::NonZeroU32;

use layout_gpu::{
    Arena, Bf16, Factors, Pipeline, Shared, TensorMap, Turn, accumulators, arena, block,
    bound_launch, cluster, commit_stores, fence_stores, kernel, pack_bf16, publish_barriers,
    sync_cluster, sync_some, thread, unroll, wait_for_stores,
};
use layout_runtime::layout;

layout! {
    /// Rows of 128 bytes, as TMA writes them with `SWIZZLE_128B`: CuTe's `GMMA::Layout_K_SW128_Atom`.
    /// A product takes eight rows of 16 bytes at once.
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,8)):(1,(8,64))))]
    struct Atom = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1);
    /// `stmatrix` of what is transposed: the row of eight elements that a lane gives, of 16 rows of `C` and 64 columns for four warps.
    #[covers((16,64))]
    struct RowTV = ((8,2,2,4),8):((1,128,8,256),16);
}

/// Defines the product by tiles of so many rows and columns of `C`, and clusters of so many blocks: the rows that a block loads, the stages,
/// and the bytes of shared memory; the threads that multiply, and those and a warp; the columns in parts of 64;
/// the rows in parts of 16, and half of them.
macro_rules! product {
    (
        $module:ident, $name:ident, $rows:tt, $columns:tt, $blocks:tt, $loaded:tt, $stages:tt, $bytes:literal;
        $workers:tt, $threads:tt; $groups:tt; $parts:tt, $half:tt
    ) => {
        #[doc = concat!("Tiles of ", stringify!($rows), " rows and ", stringify!($columns), " columns, ", stringify!($blocks), " to a cluster.")]
        pub mod $module {
            use super::*;

            layout! {
                /// The rows that a block loads for all.
                pub struct LoadedA = tile_to_shape(Atom, ($loaded,64));
                struct TileA = tile_to_shape(Atom, ($rows,64));
                pub struct TileB = tile_to_shape(Atom, ($columns,64));
                struct TilesA = tile_to_shape(Atom, ($rows,64,$stages));
                struct TilesB = tile_to_shape(Atom, ($columns,64,$stages));
                /// The tile that a group of four warps writes, of 64 columns.
                pub struct TileC = tile_to_shape(Atom, ($rows,64));
                struct TilesC = tile_to_shape(Atom, ($rows,64,$groups));
                #[banks(conflicts = 0, bits = 16, bytes = 16, by((128,8):(1,128)))]
                struct Rows = composition(zipped_divide(TilesC, (16,64)), <RowTV, _>);
            }

            type Memory = (Shared<Bf16, TilesA>, Shared<Bf16, TilesB>, Pipeline<$stages, $blocks>);
            /// The memory of the same block after the last product.
            type Epilogue = (Shared<Bf16, TilesC>,);
            /// The bytes of shared memory of a block.
            pub const BYTES: u32 = if Memory::BYTES > Epilogue::BYTES { Memory::BYTES } else { Epilogue::BYTES };

            kernel! {
                /// The sizes are those of the tensor maps: `m` rows and `n` columns, and `steps` of 64 in depth.
                ///
                /// # Safety
                ///
                #[doc = concat!("Blocks of ", stringify!($threads), " threads and ", stringify!($bytes), " bytes of shared memory, ", stringify!($blocks))]
                #[doc = concat!("along x for as many tiles along the columns and one along y for each along the rows; tensor maps of `A` with boxes of 64x", stringify!($loaded), ",")]
                #[doc = concat!("of `B` of 64x", stringify!($columns), " and of `C` of 64x", stringify!($rows), ", all with `SWIZZLE_128B`, in global memory.")]
                pub unsafe fn $name(
                    a: &TensorMap<Bf16, LoadedA>,
                    b: &TensorMap<Bf16, TileB>,
                    c: &TensorMap<Bf16, TileC>,
                    m: u32,
                    n: u32,
                    steps: u32,
                ) {
                    const { assert!(BYTES == $bytes) };
                    let Some(steps) = NonZeroU32::new(steps) else { return };
                    let (t, rank, (bn, bm)) = unsafe { (thread::<$threads>(), cluster::<$blocks>(), block()) };
                    unsafe { bound_launch::<$threads, 1>() };
                    // The last tiles end at the edge: TMA takes longer for boxes that reach past it.
                    let row = ($rows * bm).min(m.saturating_sub($rows));
                    let column = ($columns * bn).min(n.saturating_sub($columns));
                    let (sa, sb, pipeline) = unsafe { arena::<Memory>() };
                    if t == 0 {
                        unsafe { pipeline.make($workers / 128) };
                        publish_barriers();
                    }
                    sync_cluster();
                    // The columns of `C` are the rows of the product.
                    let factors = Factors::of_cluster((b, sb), (a, sa), (pipeline, rank), TileA);
                    if t >= $workers {
                        if t == $workers {
                            unsafe { factors.load((Turn::FIRST, 0..steps.get()), (column, row)) };
                        }
                        return;
                    }
                    let (of_group, group) = (t % 128, t / 128);
                    let mut acc = accumulators::<$half>();
                    unsafe { factors.accumulate(&mut acc, (Turn::FIRST, steps), (of_group, 64 * group)) };
                    let (sc,) = unsafe { arena::<Epilogue>() };
                    // All groups have read the stages, which are the memory of the tile.
                    unsafe { sync_some::<$workers>(1) };
                    let of_lane = sc.with_layout(Rows);
                    unroll!(M in 0..$parts {
                        let pair = |i: usize| pack_bf16(acc[8 * M + 2 * i], acc[8 * M + 2 * i + 1]);
                        unsafe { of_lane.store_transposed(((of_group, ..), (M as u32, 0, group)), [pair(0), pair(1), pair(2), pair(3)]) };
                    });
                    fence_stores();
                    unsafe {
                        sync_some::<128>(2 + group);
                        c.store(sc.slice((.., .., group)), (row, column + 64 * group), of_group);
                    }
                    commit_stores();
                    // What is copied is read before the block ends, and the others are done with this one's barriers.
                    wait_for_stores::<0>();
                    sync_cluster();
                }
            }
        }
    };
}

product!(tiles_64x64_multicast_4, gemm_bf16_64x64_multicast_4, 64, 64, 4, 16, 13, 213200; 128, 160; 1; 4, 32);
product!(tiles_96x64_multicast_4, gemm_bf16_96x64_multicast_4, 96, 64, 4, 24, 10, 204960; 128, 160; 1; 6, 48);
product!(tiles_128x64_multicast_2, gemm_bf16_128x64_multicast_2, 128, 64, 2, 64, 9, 221328; 128, 160; 1; 8, 64);
product!(tiles_128x64_multicast_4, gemm_bf16_128x64_multicast_4, 128, 64, 4, 32, 9, 221328; 128, 160; 1; 8, 64);
product!(tiles_96x128_multicast_4, gemm_bf16_96x128_multicast_4, 96, 128, 4, 24, 8, 229504; 256, 288; 2; 6, 48);
product!(tiles_128x128_multicast_2, gemm_bf16_128x128_multicast_2, 128, 128, 2, 64, 7, 229488; 256, 288; 2; 8, 64);
product!(tiles_128x128_multicast_4, gemm_bf16_128x128_multicast_4, 128, 128, 4, 32, 7, 229488; 256, 288; 2; 8, 64);
product!(tiles_160x128_multicast_2, gemm_bf16_160x128_multicast_2, 160, 128, 2, 80, 6, 221280; 256, 288; 2; 10, 80);
product!(tiles_160x128_multicast_4, gemm_bf16_160x128_multicast_4, 160, 128, 4, 40, 6, 221280; 256, 288; 2; 10, 80);
