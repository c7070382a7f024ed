//! The convolution of [`conv`](crate::conv) where there are few tiles, of 128 pixels: each is computed by the blocks of a cluster, which divide the
//! steps and add their sums from each other's shared memory, each those of some of the channels.

use core::num::NonZeroU32;

use layout_gpu::{
    Accumulators, Arena, Bf16, Global, GroupedOrder, Im2col, Pipeline, Shared, TensorMap, Turn,
    accumulators, arena, block, cluster, commit_stores, fence_stores, kernel, pack_bf16,
    publish_barriers, sync, sync_cluster, sync_some, thread, unroll, wait_for_stores,
};
use layout_runtime::{NarrowOf, layout};

use crate::conv::{Across, Down, Image, Sizes, Step};

layout! {
    /// Rows of 128 bytes, as TMA writes them with `SWIZZLE_128B`: CuTe's `GMMA::Layout_K_SW128_Atom`.
    /// A product takes eight rows of 16 bytes at once.
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,8)):(1,(8,64))))]
    struct Atom = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1);
    pub struct Pixels = tile_to_shape(Atom, (128,64));
    /// The same of filters: of channels of the result, with modes for the pixel of a window.
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,8)):(1,(8,64))))]
    struct FilterAtom = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_1,_1,_64):(_64,_0,_0,_1);
    /// Rows of 32 bytes, as TMA reads them with `SWIZZLE_32B`. `stmatrix` writes eight rows of 16 bytes at once.
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,2)):(1,(8,64))))]
    struct AtomC = Sw<1,4,3> o smem_ptr[16b](unset) o (_8,_16):(_16,_1);
    /// `stmatrix`: the row of eight elements that a lane gives, of 64x16 for four warps.
    #[covers((64,16))]
    struct RowTV = ((8,2,2,4),8):((1,8,512,16),64);
}

/// The thread that loads; `attention` says why it is not the first one.
const LOADER: u32 = 96;

/// Defines the convolution by tiles of so many channels and clusters of so many blocks: the stages, the channels that a block writes, their number
/// in eights, twice that, and in sixteens, and the bytes of shared memory.
macro_rules! convolution {
    ($module:ident, $name:ident, $columns:tt, $blocks:tt, $stages:tt, $own:tt, $eights:tt, $pairs:tt, $parts:tt, $bytes:literal) => {
        #[doc = concat!("Tiles of ", stringify!($columns), " channels, by ", stringify!($blocks), " blocks each.")]
        pub mod $module {
            use super::*;

            layout! {
                pub struct Filters = tile_to_shape(FilterAtom, ($columns,1,1,64));
                struct TilesA = tile_to_shape(Atom, (128,64,$stages));
                struct TilesB = tile_to_shape(Atom, ($columns,64,$stages));
                /// The sums of a block: threads, and of each four of eight channels, of the channels of each block.
                struct Sums = select(make_layout((4,256,$eights,$blocks)), 1, 0, 2, 3);
                /// The tile that a group of four warps writes, of 64 pixels.
                pub struct TileC = tile_to_shape(AtomC, (64,$own));
                #[banks(conflicts = 0, bits = 16, bytes = 16, by(RowTV))]
                struct TilesC = tile_to_shape(AtomC, (64,$own,2));
                struct Rows = composition(zipped_divide(TilesC, (64,16)), <RowTV, _>);
                /// The accumulators of the channels of a block: as of `wgmma`, CuTe's `CLayout_64xN`.
                #[covers((64,$own))]
                struct ResultTV = ((4,8,4),(2,2,$eights)):((128,1,16),(64,8,512));
                /// The bias of each channel, in all rows of a tile; of at most 65536 channels.
                #[allow(non_injective)]
                struct Bias = composition(zipped_divide((64,65536):(0,1), (64,$own)), <ResultTV, _>);
            }

            type Memory = (Shared<Bf16, TilesA>, Shared<Bf16, TilesB>, Pipeline<$stages>);
            /// The memory of the same block after the last product.
            type Epilogue = (Shared<f32, Sums>, Shared<Bf16, TilesC>);
            /// The bytes of shared memory of a block.
            pub const BYTES: u32 = if Memory::BYTES > Epilogue::BYTES { Memory::BYTES } else { Epilogue::BYTES };

            kernel! {
                /// As of [`conv`](crate::conv). There are at least as many steps as blocks in a cluster.
                ///
                /// # Safety
                ///
                #[doc = concat!("Blocks of 384 threads and ", stringify!($bytes), " bytes of shared memory, ", stringify!($blocks), " along x for each tile;")]
                #[doc = concat!("tensor maps of the images with 128 pixels of 64 channels and of the filters with boxes of 64x", stringify!($columns), "x1x1, with")]
                /// `SWIZZLE_128B`, and of the result, pixels by channels, with boxes of 16x64 and `SWIZZLE_32B`, in global memory; a bias for each
                /// channel of the tiles, aligned to 16.
                pub unsafe fn $name(
                    x: &Im2col<Bf16, Pixels>,
                    filters: &TensorMap<Bf16, Filters, 4>,
                    y: &TensorMap<Bf16, TileC>,
                    bias: *const f32,
                    floor: f32,
                    down: NarrowOf<Down>,
                    across: NarrowOf<Across>,
                    image: NarrowOf<Image>,
                    sizes: Sizes,
                ) {
                    const OWN: usize = $own / 2;
                    const { assert!(BYTES == $bytes) };
                    let (t, rank) = unsafe { (thread::<384>(), cluster::<$blocks>()) };
                    // The first step of a block, and that of the next.
                    let first = |rank: u32| sizes.steps() * rank / $blocks;
                    let (begin, end) = (first(rank), first(rank + 1));
                    if sizes.steps() < $blocks {
                        return;
                    }
                    let Some(steps) = NonZeroU32::new(end - begin) else { return };
                    let (sa, sb, pipeline) = unsafe { arena::<Memory>() };
                    if t == 0 {
                        unsafe { pipeline.make(2) };
                        publish_barriers();
                        x.prefetch();
                        filters.prefetch();
                        y.prefetch();
                    }
                    sync();
                    let pixels = image.size();
                    let order = GroupedOrder::<8>::new(pixels.div_ceil(128), sizes.filters.div_ceil($columns));
                    let (row, column) = order.at(block().0 / $blocks);
                    // The last tiles end at the last pixel: TMA takes longer for boxes that reach past it.
                    let pixel = (128 * row).min(pixels.saturating_sub(128));
                    if t < 128 {
                        if t == LOADER {
                            let in_padded = |at: u32| at.wrapping_sub(sizes.padding);
                            let from = (image.index_u32(pixel), in_padded(down.index_u32(pixel)), in_padded(across.index_u32(pixel)));
                            let (mut step, mut turn) = (sizes.step(begin), Turn::FIRST);
                            for _ in 0..steps.get() {
                                let Step { row: i, column: j, channel } = step;
                                let (to_a, to_b) = (sa.stage(turn), sb.stage(turn));
                                unsafe {
                                    let full = pipeline.fill(turn, to_a.bytes() + to_b.bytes());
                                    x.load(to_a, (from, channel), (i as u16, j as u16), full);
                                    filters.load(to_b.with_layout(Filters), ($columns * column, i, j, channel), full);
                                }
                                (step, turn) = (sizes.after(step), turn.next());
                            }
                        }
                        return;
                    }
                    let of_both = t - 128;
                    let (t, group) = (of_both % 128, of_both / 128);
                    let mut acc = accumulators::<{ $columns / 2 }>();
                    let products = |acc: &mut [f32; $columns / 2], turn| {
                        let (rows, columns) = (sa.stage(turn), sb.stage(turn));
                        unroll!(K in 0..4 {
                            unsafe { acc.multiply_add(rows.operand(64 * group, 16 * K as u32), columns.operand(0, 16 * K as u32)) };
                        });
                    };
                    unsafe { pipeline.accumulate(&mut acc, (Turn::FIRST, steps), t, products) };
                    let (sums, sc) = unsafe { arena::<Epilogue>() };
                    // Both groups have read the stages, which are the memory of the sums.
                    unsafe {
                        sync_some::<256>(3);
                        sums.write((of_both, .., .., ..), acc);
                    }
                    let bias: [f32; $pairs] = unsafe { Global::<_, Bias>::new(bias).read(((t, (.., 0, ..)), (0, $blocks * column + rank))) };
                    let mut own = accumulators::<OWN>();
                    unroll!(N in 0..$eights { unroll!(I in 0..4 { own[4 * N + I] = bias[2 * N + I % 2] }); });
                    sync_cluster();
                    for other in 0..$blocks {
                        let values: [f32; OWN] = unsafe { sums.of_block(other).read((of_both, .., .., rank)) };
                        unroll!(N in 0..$eights { unroll!(I in 0..4 { own[4 * N + I] += values[4 * N + I] }); });
                    }
                    let of_lane = sc.with_layout(Rows);
                    unroll!(N in 0..$parts {
                        let pair = |i: usize| pack_bf16(own[8 * N + 2 * i].max(floor), own[8 * N + 2 * i + 1].max(floor));
                        unsafe { of_lane.store_matrices(((t, ..), (0, N as u32, group)), [pair(0), pair(1), pair(2), pair(3)]) };
                    });
                    fence_stores();
                    unsafe {
                        sync_some::<128>(1 + group);
                        y.store(sc.slice((.., .., group)), (pixel + 64 * group, $columns * column + $own * rank), t);
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

convolution!(columns_64_by_4, conv_64_by_4, 64, 4, 8, 16, 2, 4, 1, 196736);

tuned! {
    convolution!(columns_128_by_2, conv_128_by_2, 128, 2, 6, 64, 8, 16, 4, 196704);
    convolution!(columns_128_by_4, conv_128_by_4, 128, 4, 6, 32, 4, 8, 2, 196704);
    convolution!(columns_64_by_2, conv_64_by_2, 64, 2, 8, 32, 4, 8, 2, 196736);
}
