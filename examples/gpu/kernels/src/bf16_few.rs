//! `C = A * B` of bf16 by TMA and `wgmma` of few rows, or of few tiles: the columns of `C` are the 64 rows of a product, and its rows the columns,
//! `Cᵀ = B * Aᵀ`. So tiles have as few as 8 rows, and what is read is nearly all of `B`, once. Tiles are small and so are their steps, of which several
//! are in shared memory, and most kernels run twice on a multiprocessor. The blocks of a cluster share a tile, each for a part of the depth. Their
//! sums are in their shared memory, from which each block adds those of its rows, always in the same order. Sizes are known at run time; what is past an edge TMA reads as
//! 0, and does not write. [`choose`](crate::bf16_choice::choose) says when they take less time than [`bf16`](crate::bf16).
//!
//! `A` is (m,k) and `B` is (n,k), both by rows; `C` is (m,n), by rows.

use core::num::NonZeroU32;

use layout_gpu::{
    Arena, Bf16, Factors, Pipeline, Shared, TensorMap, Turn, accumulators, arena, block,
    bound_launch, cluster, commit_stores, fence_stores, kernel, publish_barriers, sync,
    sync_cluster, sync_some, thread, unroll, wait_for_stores,
};
use layout_runtime::layout;

layout! {
    /// Rows of 128 bytes, as TMA writes them with `SWIZZLE_128B`: CuTe's `GMMA::Layout_K_SW128_Atom`.
    /// A product takes eight rows of 16 bytes at once.
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,8)):(1,(8,64))))]
    struct Atom = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1);
}

/// Defines the product by tiles of so many rows and columns of `C`, and clusters of so many blocks: the stages, the blocks that a multiprocessor
/// runs at once, and the bytes of shared memory; the threads that multiply, and those and a warp; columns and four, and twice the columns; the rows in eights, and half
/// of them; the rows that a block writes, the threads that do, four times their number, and the numbers of each and those in fours. Of narrow tiles, whose columns are
/// few, rows are for columns and columns for rows: the columns that a block writes, the threads that do, and the numbers of each and those in eights.
macro_rules! product {
    (
        $module:ident, $name:ident, $rows:tt, $columns:tt, $blocks:tt, $stages:tt, $resident:tt, $bytes:literal;
        $workers:tt, $threads:tt; $pitch:tt, $twice:tt; $eights:tt, $half:tt; $own:tt, $writers:tt, $next:tt, $values:tt, $fours:tt
    ) => {
        product! {
            @ concat!("Tiles of ", stringify!($rows), " rows and ", stringify!($columns), " columns, by ", stringify!($blocks), " blocks each.");
            $module, $name, $rows, $columns, $blocks, $stages, $resident, $bytes; $workers, $threads; $pitch, $twice; $eights, $half;
            $own, $writers, $values, [($writers,(4,$fours)):(4,(1,$next))], 16; [(1,$columns)], [select(Places, 1, 0)],
            concat!(stringify!($columns), "x", stringify!($own)), |few, many| (few, many)
        }
    };
    (
        narrow $module:ident, $name:ident, $rows:tt, $columns:tt, $blocks:tt, $stages:tt, $resident:tt, $bytes:literal;
        $workers:tt, $threads:tt; $pitch:tt, $twice:tt; $eights:tt, $half:tt; $own:tt, $writers:tt, $halves:tt, $values:tt, $of_eight:tt
    ) => {
        product! {
            @ concat!("Tiles of ", stringify!($columns), " rows and ", stringify!($rows), " columns, by ", stringify!($blocks), " blocks each. `A` and `B` are exchanged.");
            $module, $name, $rows, $columns, $blocks, $stages, $resident, $bytes; $workers, $threads; $pitch, $twice; $eights, $half;
            $own, $writers, $values, [(($columns,$halves),(8,$of_eight)):((1,512),(64,1024))], 4; [($own,1)], [select(Places, 0, 1)],
            concat!(stringify!($own), "x", stringify!($columns)), |few, many| (many, few)
        }
    };
    (
        @ $doc:expr; $module:ident, $name:ident, $rows:tt, $columns:tt, $blocks:tt, $stages:tt, $resident:tt, $bytes:literal;
        $workers:tt, $threads:tt; $pitch:tt, $twice:tt; $eights:tt, $half:tt;
        $own:tt, $writers:tt, $values:tt, [$($own_tv:tt)*], $own_bytes:tt; [$places:tt], [$($tile_c:tt)*], $box:expr, $order:expr
    ) => {
        #[doc = $doc]
        pub mod $module {
            use super::*;

            layout! {
                pub struct TileA = tile_to_shape(Atom, ($rows,64));
                pub struct TileB = tile_to_shape(Atom, ($columns,64));
                struct TilesA = tile_to_shape(Atom, ($rows,64,$stages));
                struct TilesB = tile_to_shape(Atom, ($columns,64,$stages));
                /// The accumulators of `wgmma`, CuTe's `CLayout_64xN`, of columns and rows of `C`.
                #[covers((64,$rows))]
                struct ResultTV = ((4,8,4),(2,2,$eights)):((128,1,16),(64,8,512));
                /// The columns and rows of `C` that a block writes, of four columns at once; of narrow tiles the rows and eight columns.
                #[covers(($columns,$own))]
                struct OwnTV = $($own_tv)*;
                /// The sums of a block: rows are four further than their columns, so that the accumulators of a warp are in all banks.
                #[banks(conflicts = 0, bits = 32, by(((4,8,4),1):(($twice,1,16),0), bytes = 4), by(OwnTV, bytes = $own_bytes))]
                struct Sums = ($columns,$rows):(1,$pitch);
                struct Results = composition(zipped_divide(Sums, (64,$rows)), <ResultTV, _>);
                struct Own = composition(zipped_divide(Sums, ($columns,$own)), <OwnTV, _>);
                /// The places of the same in the tile of `C` that a block writes, which is by rows.
                struct Places = ($columns,$own):$places;
                struct Written = composition(Places, OwnTV);
                /// The part of `C` that a block writes.
                pub struct TileC = $($tile_c)*;
            }

            type Memory = (Shared<Bf16, TilesA>, Shared<Bf16, TilesB>, Pipeline<$stages>);
            /// The memory of the same block after the last product.
            type Epilogue = (Shared<f32, Sums>, Shared<Bf16, TileC>);
            /// The bytes of shared memory of a block.
            pub const BYTES: u32 = if Memory::BYTES > Epilogue::BYTES { Memory::BYTES } else { Epilogue::BYTES };

            kernel! {
                /// The sizes are those of the tensor maps, in parts of `steps` of 64 in depth, one for each block of a cluster.
                ///
                /// # Safety
                ///
                #[doc = concat!("Blocks of ", stringify!($threads), " threads and ", stringify!($bytes), " bytes of shared memory, ", stringify!($blocks))]
                #[doc = concat!("along x for each tile along the columns and one along y for each along the rows; tensor maps of `A` with boxes of 64x", stringify!($rows))]
                #[doc = concat!("and of `B` of 64x", stringify!($columns), " with `SWIZZLE_128B`, and of `C` with boxes of ", $box)]
                /// and none, in global memory.
                pub unsafe fn $name(
                    a: &TensorMap<Bf16, TileA>,
                    b: &TensorMap<Bf16, TileB>,
                    c: &TensorMap<Bf16, TileC>,
                    steps: u32,
                ) {
                    const { assert!(BYTES == $bytes) };
                    let Some(steps) = NonZeroU32::new(steps) else { return };
                    let (t, rank, (x, bm)) = unsafe { (thread::<$threads>(), cluster::<$blocks>(), block()) };
                    unsafe { bound_launch::<$threads, $resident>() };
                    let bn = x / $blocks;
                    let (sa, sb, pipeline) = unsafe { arena::<Memory>() };
                    if t == 0 {
                        unsafe { pipeline.make($workers / 128) };
                        publish_barriers();
                        c.prefetch();
                    } else if t == $workers {
                        b.prefetch();
                        a.prefetch();
                    }
                    sync();
                    // The columns of `C` are the rows of the product.
                    let factors = Factors::new((b, sb), (a, sa), pipeline);
                    if t >= $workers {
                        if t == $workers {
                            let first = rank * steps.get();
                            unsafe { factors.load((Turn::FIRST, first..first + steps.get()), ($columns * bn, $rows * bm)) };
                        }
                        return;
                    }
                    let (of_group, group) = (t % 128, t / 128);
                    let mut acc = accumulators::<$half>();
                    unsafe { factors.accumulate(&mut acc, (Turn::FIRST, steps), (of_group, 64 * group)) };
                    let (sums, sc) = unsafe { arena::<Epilogue>() };
                    // All groups have read the stages, which are the memory of the sums.
                    unsafe {
                        sync_some::<$workers>(1);
                        sums.with_layout(Results).write(((of_group, ..), (group, 0)), acc);
                        if $blocks > 1 { sync_cluster() } else { sync_some::<$workers>(1) }
                    }
                    if t < $writers {
                        let (sums, mut own) = (sums.with_layout(Own), [0.0f32; $values]);
                        for other in 0..$blocks {
                            let values: [f32; $values] = unsafe { sums.of_block((rank + other) % $blocks).read(((t, ..), (0, rank))) };
                            unroll!(I in 0..$values { own[I] += values[I]; });
                        }
                        let mut results = [Bf16(0); $values];
                        unroll!(I in 0..$values { results[I] = Bf16::from_f32(own[I]) });
                        unsafe { sc.with_layout(Written).write((t, ..), results) };
                        fence_stores();
                    }
                    unsafe {
                        sync_some::<$workers>(1);
                        let order: fn(u32, u32) -> (u32, u32) = $order;
                        c.store(sc, order($rows * bm + $own * rank, $columns * bn), t);
                    }
                    commit_stores();
                    // What is copied is read, and the others have read the sums, before the block ends.
                    wait_for_stores::<0>();
                    if $blocks > 1 {
                        sync_cluster();
                    }
                }
            }
        }
    };
}

product!(tiles_8x64_by_2, gemm_bf16_8x64_by_2, 8, 64, 2, 12, 2, 110784; 128, 160; 68, 128; 1, 4; 4, 64, 256, 4, 1);
product!(narrow tiles_64x16_by_2, gemm_bf16_64x16_by_2, 16, 64, 2, 11, 2, 112816; 128, 160; 68, 128; 2, 8; 8, 64, 1, 8, 1);
product!(tiles_64x128, gemm_bf16_64x128, 64, 128, 1, 9, 1, 221328; 256, 288; 132, 256; 8, 32; 64, 256, 1024, 32, 8);

tuned! {
    product!(tiles_8x64, gemm_bf16_8x64, 8, 64, 1, 12, 2, 110784; 128, 160; 68, 128; 1, 4; 8, 128, 512, 4, 1);
    product!(tiles_8x64_by_4, gemm_bf16_8x64_by_4, 8, 64, 4, 12, 2, 110784; 128, 160; 68, 128; 1, 4; 2, 32, 128, 4, 1);
    product!(tiles_16x64, gemm_bf16_16x64, 16, 64, 1, 11, 2, 112816; 128, 160; 68, 128; 2, 8; 16, 128, 512, 8, 2);
    product!(tiles_16x64_by_2, gemm_bf16_16x64_by_2, 16, 64, 2, 11, 2, 112816; 128, 160; 68, 128; 2, 8; 8, 128, 512, 4, 1);
    product!(tiles_16x64_by_4, gemm_bf16_16x64_by_4, 16, 64, 4, 11, 2, 112816; 128, 160; 68, 128; 2, 8; 4, 64, 256, 4, 1);
    product!(tiles_32x64, gemm_bf16_32x64, 32, 64, 1, 9, 2, 110736; 128, 160; 68, 128; 4, 16; 32, 128, 512, 16, 4);
    product!(tiles_32x64_by_2, gemm_bf16_32x64_by_2, 32, 64, 2, 9, 2, 110736; 128, 160; 68, 128; 4, 16; 16, 128, 512, 8, 2);
    product!(tiles_32x64_by_4, gemm_bf16_32x64_by_4, 32, 64, 4, 9, 2, 110736; 128, 160; 68, 128; 4, 16; 8, 128, 512, 4, 1);
    product!(tiles_64x64, gemm_bf16_64x64, 64, 64, 1, 7, 2, 114800; 128, 160; 68, 128; 8, 32; 64, 128, 512, 32, 8);
    product!(tiles_64x64_by_2, gemm_bf16_64x64_by_2, 64, 64, 2, 7, 2, 114800; 128, 160; 68, 128; 8, 32; 32, 128, 512, 16, 4);
    product!(tiles_64x64_by_4, gemm_bf16_64x64_by_4, 64, 64, 4, 7, 2, 114800; 128, 160; 68, 128; 8, 32; 16, 128, 512, 8, 2);
    product!(narrow tiles_64x8, gemm_bf16_64x8, 8, 64, 1, 12, 2, 110784; 128, 160; 68, 128; 1, 4; 8, 64, 1, 8, 1);
    product!(narrow tiles_64x16, gemm_bf16_64x16, 16, 64, 1, 11, 2, 112816; 128, 160; 68, 128; 2, 8; 16, 128, 2, 8, 1);
    product!(narrow tiles_64x32, gemm_bf16_64x32, 32, 64, 1, 9, 2, 110736; 128, 160; 68, 128; 4, 16; 32, 128, 2, 16, 2);
    product!(narrow tiles_64x32_by_2, gemm_bf16_64x32_by_2, 32, 64, 2, 9, 2, 110736; 128, 160; 68, 128; 4, 16; 16, 128, 2, 8, 1);
    product!(narrow tiles_64x32_by_4, gemm_bf16_64x32_by_4, 32, 64, 4, 9, 2, 110736; 128, 160; 68, 128; 4, 16; 8, 64, 1, 8, 1);
    product!(tiles_96x64_by_2, gemm_bf16_96x64_by_2, 96, 64, 2, 11, 1, 225456; 128, 160; 68, 128; 12, 48; 48, 128, 512, 24, 6);
    product!(tiles_128x64_by_2, gemm_bf16_128x64_by_2, 128, 64, 2, 9, 1, 221328; 128, 160; 68, 128; 16, 64; 64, 128, 512, 32, 8);
    product!(tiles_160x64_by_2, gemm_bf16_160x64_by_2, 160, 64, 2, 8, 1, 229504; 128, 160; 68, 128; 20, 80; 80, 128, 512, 40, 10);
    product!(tiles_192x64_by_2, gemm_bf16_192x64_by_2, 192, 64, 2, 7, 1, 229488; 128, 160; 68, 128; 24, 96; 96, 128, 512, 48, 12);
    product!(tiles_208x64_by_2, gemm_bf16_208x64_by_2, 208, 64, 2, 6, 1, 208992; 128, 160; 68, 128; 26, 104; 104, 128, 512, 52, 13);
    product!(tiles_256x64_by_2, gemm_bf16_256x64_by_2, 256, 64, 2, 5, 1, 204880; 128, 160; 68, 128; 32, 128; 128, 128, 512, 64, 16);
    product!(tiles_128x128_by_2, gemm_bf16_128x128_by_2, 128, 128, 2, 7, 1, 229488; 256, 288; 132, 256; 16, 64; 64, 256, 1024, 32, 8);
}
