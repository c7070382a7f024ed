//! `C = A * B` of bf16 by TMA and `wgmma` where there are few tiles: the blocks of a cluster share a tile of 128 rows, each for a part of the
//! depth. Their sums are in their shared memory, from which each block adds those of its columns, always in the same order: the last tiles overlap. Sizes are known at
//! run time; what is past an edge TMA reads as 0, and does not write. [`choose`](crate::bf16_choice::choose) says when
//! they take less time than [`bf16`](crate::bf16).
//!
//! `A` is (m,k) and `B` is (n,k), both by rows; `C` is (m,n), by rows.

use core::num::NonZeroU32;

use layout_gpu::{
    Arena, Bf16, Factors, GroupedOrder, Pipeline, Shared, TensorMap, Turn, accumulators, arena,
    block, cluster, commit_stores, fence_stores, give_registers, kernel, pack_bf16,
    publish_barriers, sync, sync_cluster, sync_some, take_registers, thread, unroll,
    wait_for_stores,
};
use layout_runtime::layout;

layout! {
    /// Rows of 128 bytes, as TMA writes them with `SWIZZLE_128B`: CuTe's `GMMA::Layout_K_SW128_Atom`.
    /// A product takes eight rows of 16 bytes at once.
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,8)):(1,(8,64))))]
    struct Atom = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1);
    pub struct TileA = tile_to_shape(Atom, (128,64));
    /// Rows of 32 bytes, as TMA reads them with `SWIZZLE_32B`. `stmatrix` writes eight rows of 16 bytes at once.
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,2)):(1,(8,64))))]
    struct AtomC = Sw<1,4,3> o smem_ptr[16b](unset) o (_8,_16):(_16,_1);
    /// `stmatrix`: the row of eight elements that a lane gives, of 64x16 for four warps.
    #[covers((64,16))]
    struct RowTV = ((8,2,2,4),8):((1,8,512,16),64);
}

/// The thread that loads; `attention` says why it is not the first one.
const LOADER: u32 = 96;

/// Defines the product by tiles of so many columns and clusters of so many blocks: the stages, the columns that a block writes, their number
/// in eights and in sixteens, and the bytes of shared memory.
macro_rules! product {
    ($module:ident, $name:ident, $columns:tt, $blocks:tt, $stages:tt, $own:tt, $eights:tt, $parts:tt, $bytes:literal) => {
        #[doc = concat!("Tiles of ", stringify!($columns), " columns, by ", stringify!($blocks), " blocks each.")]
        pub mod $module {
            use super::*;

            layout! {
                pub struct TileB = tile_to_shape(Atom, ($columns,64));
                struct TilesA = tile_to_shape(Atom, (128,64,$stages));
                struct TilesB = tile_to_shape(Atom, ($columns,64,$stages));
                /// The sums of a block: threads, and of each four of eight columns, of the columns of each block.
                struct Sums = select(make_layout((4,256,$eights,$blocks)), 1, 0, 2, 3);
                /// The tile that a group of four warps writes, of 64 rows.
                pub struct TileC = tile_to_shape(AtomC, (64,$own));
                #[banks(conflicts = 0, bits = 16, bytes = 16, by(RowTV))]
                struct TilesC = tile_to_shape(AtomC, (64,$own,2));
                struct Rows = composition(zipped_divide(TilesC, (64,16)), <RowTV, _>);
            }

            type Memory = (Shared<Bf16, TilesA>, Shared<Bf16, TilesB>, Pipeline<$stages>);
            /// The memory of the same block after the last product.
            type Epilogue = (Shared<f32, Sums>, Shared<Bf16, TilesC>);
            /// The bytes of shared memory of a block.
            pub const BYTES: u32 = if Memory::BYTES > Epilogue::BYTES { Memory::BYTES } else { Epilogue::BYTES };

            kernel! {
                /// The sizes are those of the tensor maps: `m` rows and `n` columns, and parts of `steps` of 64 in depth, one for each block
                /// of a cluster.
                ///
                /// # Safety
                ///
                #[doc = concat!("Blocks of 384 threads and ", stringify!($bytes), " bytes of shared memory, ", stringify!($blocks))]
                #[doc = concat!("along x for each tile; tensor maps of `A` with boxes of 64x128 and of `B` of 64x", stringify!($columns))]
                /// with `SWIZZLE_128B`, and of `C` with boxes of 16x64 and `SWIZZLE_32B`, in global memory.
                pub unsafe fn $name(
                    a: &TensorMap<Bf16, TileA>,
                    b: &TensorMap<Bf16, TileB>,
                    c: &TensorMap<Bf16, TileC>,
                    m: u32,
                    n: u32,
                    steps: u32,
                ) {
                    const COLUMNS: u32 = $columns;
                    const OWN: usize = $own / 2;
                    // Sums of 64 columns need no more than each thread has.
                    const REGISTERS: bool = COLUMNS > 64;
                    const { assert!(BYTES == $bytes) };
                    let Some(steps) = NonZeroU32::new(steps) else { return };
                    let (t, rank) = unsafe { (thread::<384>(), cluster::<$blocks>()) };
                    let (sa, sb, pipeline) = unsafe { arena::<Memory>() };
                    if t == 0 {
                        unsafe { pipeline.make(2) };
                        publish_barriers();
                    }
                    sync();
                    let (bm, bn) = GroupedOrder::<8>::new(m.div_ceil(128), n.div_ceil(COLUMNS)).at(block().0 / $blocks);
                    // The last tiles end at the edge: TMA takes longer for boxes that reach past it.
                    let row = (128 * bm).min(m.saturating_sub(128));
                    let column = (COLUMNS * bn).min(n.saturating_sub(COLUMNS));
                    let factors = Factors::new((a, sa), (b, sb), pipeline);
                    if t < 128 {
                        if REGISTERS {
                            unsafe { give_registers::<40>() };
                        }
                        if t == LOADER {
                            let first = rank * steps.get();
                            unsafe { factors.load((Turn::FIRST, first..first + steps.get()), (row, column)) };
                        }
                        return;
                    }
                    if REGISTERS {
                        unsafe { take_registers::<232>() };
                    }
                    let of_both = t - 128;
                    let (t, group) = (of_both % 128, of_both / 128);
                    let mut acc = accumulators::<{ $columns / 2 }>();
                    unsafe { factors.accumulate(&mut acc, (Turn::FIRST, steps), (t, 64 * group)) };
                    let (sums, sc) = unsafe { arena::<Epilogue>() };
                    // Both groups have read the stages, which are the memory of the sums.
                    unsafe {
                        sync_some::<256>(3);
                        sums.write((of_both, .., .., ..), acc);
                    }
                    sync_cluster();
                    let mut own = [0.0f32; OWN];
                    for other in 0..$blocks {
                        let values: [f32; OWN] = unsafe { sums.of_block(other).read((of_both, .., .., rank)) };
                        unroll!(N in 0..$eights { unroll!(I in 0..4 { own[4 * N + I] += values[4 * N + I] }); });
                    }
                    let of_lane = sc.with_layout(Rows);
                    unroll!(N in 0..$parts {
                        let pair = |i: usize| pack_bf16(own[8 * N + 2 * i], own[8 * N + 2 * i + 1]);
                        unsafe { of_lane.store_matrices(((t, ..), (0, N as u32, group)), [pair(0), pair(1), pair(2), pair(3)]) };
                    });
                    fence_stores();
                    unsafe {
                        sync_some::<128>(1 + group);
                        c.store(sc.slice((.., .., group)), (row + 64 * group, column + $own * rank), t);
                    }
                    commit_stores();
                    // What is copied is read, and the others have read the sums, before the block ends.
                    wait_for_stores::<0>();
                    sync_cluster();
                }
            }
        }
    };
}

product!(columns_256_by_2, gemm_bf16_256_by_2, 256, 2, 4, 128, 16, 8, 196672);
product!(columns_256_by_4, gemm_bf16_256_by_4, 256, 4, 4, 64, 8, 4, 196672);
product!(columns_128_by_2, gemm_bf16_128_by_2, 128, 2, 6, 64, 8, 4, 196704);
product!(columns_128_by_4, gemm_bf16_128_by_4, 128, 4, 6, 32, 4, 2, 196704);
product!(columns_64_by_2, gemm_bf16_64_by_2, 64, 2, 8, 32, 4, 2, 196736);
product!(columns_64_by_4, gemm_bf16_64_by_4, 64, 4, 8, 16, 2, 1, 196736);
