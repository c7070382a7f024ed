//! `C = A * B` of bf16 by TMA and `wgmma` of few tiles: as in [`bf16_few`](crate::bf16_few) the columns of `C` are the 64 rows of a product, and its rows
//! the columns, `Cᵀ = B * Aᵀ`. The blocks of a cluster have tiles beside and below each other; those of the same rows share the rows of `A`, and those of
//! the same columns those of `B`, of which each loads a part for all of them (TMA's multicast). Sizes are known at run time; what is past an edge TMA reads as 0, and does not write.
//! [`choose`](crate::bf16_choice::choose) says when they take less time than [`bf16`](crate::bf16).
//!
//! `A` is (m,k) and `B` is (n,k), both by rows; `C` is (m,n), by rows.

use core::array;
use core::num::NonZeroU32;

use layout_gpu::{
    Arena, Bf16, Factors, Global, Pipeline, Shared, TensorMap, Turn, accumulators, arena, block,
    block_z, bound_launch, cluster, commit_stores, fence_stores, grid, kernel, pack_bf16,
    publish_barriers, sync_cluster, sync_some, thread, unroll, wait_for_stores,
};
use layout_runtime::layout;

layout! {
    /// Rows of 128 bytes, as TMA writes them with `SWIZZLE_128B`: CuTe's `GMMA::Layout_K_SW128_Atom`.
    /// A product takes eight rows of 16 bytes at once.
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,8)):(1,(8,64))))]
    struct Atom = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1);
    /// The numbers that a block writes at once of a tile whose depth is in parts.
    pub struct PartC = tile_to_shape(Atom, (16,64));
    /// `stmatrix` of what is transposed: the row of eight elements that a lane gives, of 16 rows of `C` and 64 columns for four warps.
    #[covers((16,64))]
    struct RowTV = ((8,2,2,4),8):((1,128,8,256),16);
}

/// Defines the product by tiles of so many rows and columns of `C`, and clusters of so many tiles below and beside each other: the number of both, the rows and
/// the columns that a block loads, the stages, and the bytes of shared memory; the threads that multiply, and those and a warp; the columns in parts of 64;
/// the rows in parts of 16, and half of them.
macro_rules! product {
    (
        $module:ident, $name:ident, $rows:tt, $columns:tt, $below:tt, $beside:tt, $blocks:tt, $rows_loaded:tt, $columns_loaded:tt, $stages:tt, $bytes:literal;
        $workers:tt, $threads:tt; $groups:tt; $parts:tt, $half:tt
    ) => {
        #[doc = concat!("Tiles of ", stringify!($rows), " rows and ", stringify!($columns), " columns, ", stringify!($below), "x", stringify!($beside), " to a cluster.")]
        pub mod $module {
            use super::*;

            layout! {
                /// The rows of `A` that a block loads in a step, and those of `B`.
                pub struct LoadedA = tile_to_shape(Atom, ($rows_loaded,64));
                pub struct LoadedB = tile_to_shape(Atom, ($columns_loaded,64));
                struct TilesA = tile_to_shape(Atom, ($rows,64,$stages));
                struct TilesB = tile_to_shape(Atom, ($columns,64,$stages));
                /// The tile that a group of four warps writes, of 64 columns.
                pub struct TileC = tile_to_shape(Atom, ($rows,64));
                struct TilesC = tile_to_shape(Atom, ($rows,64,$groups));
                /// The same in parts of 16 rows.
                struct PartsC = tile_to_shape(Atom, (16,64,$parts,$groups));
                #[banks(conflicts = 0, bits = 16, bytes = 16, by((128,8):(1,128)))]
                struct Rows = composition(zipped_divide(TilesC, (16,64)), <RowTV, _>);
                /// The sums of blocks in memory: threads, four of each, both columns of eight, of parts of 16 rows.
                struct Sums = select(make_layout((4,$workers,2,$parts,256)), 1, 0, 2, 3, 4);
                /// The blocks that have written the sums of a group of four warps, of each tile.
                struct Counters = ($groups,256):(1,$groups);
            }

            type Memory = (Shared<Bf16, TilesA>, Shared<Bf16, TilesB>, Pipeline<$stages, $blocks>);
            /// The memory of the same block after the last product.
            type Epilogue = (Shared<Bf16, TilesC>,);
            /// The bytes of shared memory of a block.
            pub const BYTES: u32 = if Memory::BYTES > Epilogue::BYTES { Memory::BYTES } else { Epilogue::BYTES };

            kernel! {
                /// The sizes are those of the tensor maps: `m` rows and `n` columns, in `parts` of `steps` of 64 in depth, one for each block along z.
                ///
                /// # Safety
                ///
                #[doc = concat!("Blocks of ", stringify!($threads), " threads and ", stringify!($bytes), " bytes of shared memory, ", stringify!($blocks))]
                #[doc = concat!("along x for ", stringify!($beside), " tiles along the columns and one along y for ", stringify!($below), " along the rows; tensor maps of `A` with boxes of 64x", stringify!($rows_loaded), ",")]
                #[doc = concat!("of `B` of 64x", stringify!($columns_loaded), " and of `C` of 64x", stringify!($rows), " and of 64x16, all with `SWIZZLE_128B`, in global memory.")]
                /// Where there are several parts, all blocks run at the same time; `sums` has room for those of each, and counters for each group of four
                /// warps of each tile: no other launch has them at the same time, and they are 0 before the first one.
                pub unsafe fn $name(
                    a: &TensorMap<Bf16, LoadedA>,
                    b: &TensorMap<Bf16, LoadedB>,
                    c: &TensorMap<Bf16, TileC>,
                    part_of_c: &TensorMap<Bf16, PartC>,
                    sums: *mut f32,
                    counters: *mut u32,
                    m: u32,
                    n: u32,
                    steps: u32,
                    parts: u32,
                ) {
                    const { assert!(BYTES == $bytes) };
                    let Some(steps) = NonZeroU32::new(steps) else { return };
                    let (t, rank, (x, y)) = unsafe { (thread::<$threads>(), cluster::<$blocks>(), block()) };
                    unsafe { bound_launch::<$threads, 1>() };
                    let (bm, bn) = ($below * y + rank % $below, x / $blocks * $beside + rank / $below);
                    // The last tiles end at the edge: TMA takes longer for boxes that reach past it.
                    let row = ($rows * bm).min(m.saturating_sub($rows));
                    let column = ($columns * bn).min(n.saturating_sub($columns));
                    let (sa, sb, pipeline) = unsafe { arena::<Memory>() };
                    if t == 0 {
                        unsafe { pipeline.make($workers / 128) };
                        publish_barriers();
                        c.prefetch();
                    } else if t == $workers {
                        b.prefetch();
                        a.prefetch();
                    }
                    sync_cluster();
                    // The columns of `C` are the rows of the product.
                    let factors = Factors::of_cluster((b, sb), (a, sa), (pipeline, rank));
                    let part = block_z();
                    if t >= $workers {
                        if t == $workers {
                            let first = part * steps.get();
                            unsafe { factors.load((Turn::FIRST, first..first + steps.get()), (column, row)) };
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
                    let write = |i: u32, values: [f32; 8]| {
                        let pair = |i: usize| pack_bf16(values[2 * i], values[2 * i + 1]);
                        unsafe { of_lane.store_transposed(((of_group, ..), (i, 0, group)), [pair(0), pair(1), pair(2), pair(3)]) };
                    };
                    if parts == 1 {
                        unroll!(M in 0..$parts { write(M as u32, array::from_fn(|i| acc[8 * M + i])) });
                        fence_stores();
                        unsafe {
                            sync_some::<128>(2 + group);
                            c.store(sc.slice((.., .., group)), (row, column + 64 * group), of_group);
                        }
                    } else {
                        // Each block adds the sums of all parts for some of the rows, always in the same order.
                        let (wide, high) = grid();
                        let place = |part: u32| x + wide * (y + high * part);
                        let parts_c = sc.with_layout(PartsC);
                        unsafe {
                            let (sums, counters) = (Global::<_, Sums>::new(sums), Global::<_, Counters>::new(counters));
                            sums.write((t, .., .., .., place(part)), acc);
                            sync_some::<128>(2 + group);
                            if of_group == 0 {
                                counters.sync_blocks((group, place(0)), parts);
                            }
                            sync_some::<128>(2 + group);
                            let mut i = part;
                            while i < $parts {
                                // Two parts of the rows and of the depth at once, so that reads do not wait for each other; the last rows twice.
                                let next = if i + parts < $parts { i + parts } else { i };
                                let (mut first, mut second) = ([0.0f32; 8], [0.0f32; 8]);
                                let mut of = 0;
                                while of < parts {
                                    let after = if of + 1 < parts { of + 1 } else { of };
                                    let [a, b]: [[f32; 8]; 2] = [i, next].map(|i| sums.read((t, .., .., i, place(of))));
                                    let [c, d]: [[f32; 8]; 2] = [i, next].map(|i| sums.read((t, .., .., i, place(after))));
                                    let both = after > of;
                                    unroll!(I in 0..8 {
                                        first[I] += a[I] + if both { c[I] } else { 0.0 };
                                        second[I] += b[I] + if both { d[I] } else { 0.0 };
                                    });
                                    of += 2;
                                }
                                write(i, first);
                                write(next, second);
                                i += 2 * parts;
                            }
                            fence_stores();
                            sync_some::<128>(2 + group);
                            let mut i = part;
                            while i < $parts {
                                part_of_c.store(parts_c.slice((.., .., i, group)), (row + 16 * i, column + 64 * group), of_group);
                                i += parts;
                            }
                        }
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

product!(tiles_64x64_multicast_1x4, gemm_bf16_64x64_multicast_1x4, 64, 64, 1, 4, 4, 16, 64, 13, 213200; 128, 160; 1; 4, 32);
product!(tiles_128x128_multicast_2x2, gemm_bf16_128x128_multicast_2x2, 128, 128, 2, 2, 4, 64, 64, 7, 229488; 256, 288; 2; 8, 64);
product!(tiles_176x192_multicast_2x1, gemm_bf16_176x192_multicast_2x1, 176, 192, 2, 1, 2, 176, 96, 4, 188480; 384, 416; 3; 11, 88);

tuned! {
    product!(tiles_96x64_multicast_1x4, gemm_bf16_96x64_multicast_1x4, 96, 64, 1, 4, 4, 24, 64, 11, 225456; 128, 160; 1; 6, 48);
    product!(tiles_128x64_multicast_1x2, gemm_bf16_128x64_multicast_1x2, 128, 64, 1, 2, 2, 64, 64, 9, 221328; 128, 160; 1; 8, 64);
    product!(tiles_128x64_multicast_1x4, gemm_bf16_128x64_multicast_1x4, 128, 64, 1, 4, 4, 32, 64, 9, 221328; 128, 160; 1; 8, 64);
    product!(tiles_144x64_multicast_1x2, gemm_bf16_144x64_multicast_1x2, 144, 64, 1, 2, 2, 72, 64, 8, 213120; 128, 160; 1; 9, 72);
    product!(tiles_192x64_multicast_1x4, gemm_bf16_192x64_multicast_1x4, 192, 64, 1, 4, 4, 48, 64, 7, 229488; 128, 160; 1; 12, 96);
    product!(tiles_64x128_multicast_2x1, gemm_bf16_64x128_multicast_2x1, 64, 128, 2, 1, 2, 64, 64, 9, 221328; 256, 288; 2; 4, 32);
    product!(tiles_80x128_multicast_2x1, gemm_bf16_80x128_multicast_2x1, 80, 128, 2, 1, 2, 80, 64, 8, 213120; 256, 288; 2; 5, 40);
    product!(tiles_96x128_multicast_1x4, gemm_bf16_96x128_multicast_1x4, 96, 128, 1, 4, 4, 24, 128, 8, 229504; 256, 288; 2; 6, 48);
    product!(tiles_96x128_multicast_2x2, gemm_bf16_96x128_multicast_2x2, 96, 128, 2, 2, 4, 48, 64, 8, 229504; 256, 288; 2; 6, 48);
    product!(tiles_112x128_multicast_1x2, gemm_bf16_112x128_multicast_1x2, 112, 128, 1, 2, 2, 56, 128, 7, 215152; 256, 288; 2; 7, 56);
    product!(tiles_128x128_multicast_1x2, gemm_bf16_128x128_multicast_1x2, 128, 128, 1, 2, 2, 64, 128, 7, 229488; 256, 288; 2; 8, 64);
    product!(tiles_128x128_multicast_2x1, gemm_bf16_128x128_multicast_2x1, 128, 128, 2, 1, 2, 128, 64, 7, 229488; 256, 288; 2; 8, 64);
    product!(tiles_128x128_multicast_1x4, gemm_bf16_128x128_multicast_1x4, 128, 128, 1, 4, 4, 32, 128, 7, 229488; 256, 288; 2; 8, 64);
    product!(tiles_144x128_multicast_1x2, gemm_bf16_144x128_multicast_1x2, 144, 128, 1, 2, 2, 72, 128, 6, 208992; 256, 288; 2; 9, 72);
    product!(tiles_160x128_multicast_1x2, gemm_bf16_160x128_multicast_1x2, 160, 128, 1, 2, 2, 80, 128, 6, 221280; 256, 288; 2; 10, 80);
    product!(tiles_176x128_multicast_1x2, gemm_bf16_176x128_multicast_1x2, 176, 128, 1, 2, 2, 88, 128, 5, 194640; 256, 288; 2; 11, 88);
    product!(tiles_192x128_multicast_1x2, gemm_bf16_192x128_multicast_1x2, 192, 128, 1, 2, 2, 96, 128, 5, 204880; 256, 288; 2; 12, 96);
    product!(tiles_224x128_multicast_1x2, gemm_bf16_224x128_multicast_1x2, 224, 128, 1, 2, 2, 112, 128, 5, 225360; 256, 288; 2; 14, 112);
    product!(tiles_256x128_multicast_1x2, gemm_bf16_256x128_multicast_1x2, 256, 128, 1, 2, 2, 128, 128, 4, 196672; 256, 288; 2; 16, 128);
}
