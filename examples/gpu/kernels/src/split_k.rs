//! `C = A * B` of bf16 where there are few tiles and `k` is long: each tile is computed by several blocks, each of a part of `k`, whose
//! sums TMA adds to the result: the first part stores it, the others wait for that. Sizes are known at run time. Tiles are of 128x128 and steps of 64, of which four are in shared memory; what
//! is past an edge TMA reads as 0, and does not write.
//!
//! `A` is (m,k) and `B` is (n,k), both by rows; `C` is of floats, by rows. The order of the sums is not that of another launch.

use core::num::NonZeroU32;

use layout_gpu::{
    Arena, Bf16, Factors, Global, GroupedOrder, Pipeline, Shared, TensorMap, Turn, accumulators,
    arena, block, commit_stores, fence_stores, grid, kernel, publish_barriers, sync, sync_some,
    thread, unroll, wait_for_written,
};
use layout_runtime::layout;

layout! {
    /// Rows of 128 bytes, as TMA writes them with `SWIZZLE_128B`: CuTe's `GMMA::Layout_K_SW128_Atom`.
    /// A product takes eight rows of 16 bytes at once.
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,8)):(1,(8,64))))]
    struct Atom = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1);
    /// Tiles of `A` and `B`.
    pub struct Tile = tile_to_shape(Atom, (128,64));
    struct Tiles = tile_to_shape(Atom, (128,64,4));
    /// The accumulators of `wgmma.m64n128`: CuTe's `CLayout_64x128`.
    #[covers((64,128))]
    struct ResultTV = ((4,8,4),(2,2,16)):((128,1,16),(64,8,512));
    /// The tile that TMA adds at once, of eight columns, and those of two groups of four warps, of 64 rows each.
    pub struct TileC = (64,8):(8,1);
    struct TilesC = (64,8,(16,2)):(8,1,(512,8192));
    /// The same by rows and columns. The pairs of accumulators that a warp writes at once are in all banks.
    #[banks(conflicts = 0, bits = 32, bytes = 8, by(((4,8,4),2):((128,1,16),64)))]
    struct Groups = (64,(8,16),2):(8,(1,512),8192);
    struct Results = composition(zipped_divide(Groups, (64,128)), <ResultTV, _>);
    /// The parts that are in the result, of each group of each tile.
    struct Counters = (2,32768):(1,2);
}

type Memory = (Shared<Bf16, Tiles>, Shared<Bf16, Tiles>, Shared<f32, TilesC>, Pipeline<4>);
/// The bytes of shared memory of a block.
pub const BYTES: u32 = <Memory as Arena>::BYTES;
/// The thread that loads; `attention` says why it is not the first one.
const LOADER: u32 = 96;

kernel! {
    /// The sizes are those of the tensor maps: `rows` and `columns` of tiles, and parts of `steps` of 64 in depth, one for each block along y.
    ///
    /// # Safety
    ///
    /// Blocks of 384 threads and 196672 bytes of shared memory, one along x for each tile, tensor maps of `A` and `B` with boxes of 64x128
    /// and `SWIZZLE_128B`, and of `C` with boxes of 8x64 and none, in global memory; two
    /// counters for each tile, which no other launch has at the same time, and which are 0, as they are at the end.
    pub unsafe fn gemm_split_k(
        a: &TensorMap<Bf16, Tile>,
        b: &TensorMap<Bf16, Tile>,
        c: &TensorMap<f32, TileC>,
        counters: *mut u32,
        rows: u32,
        columns: u32,
        steps: u32,
    ) {
        let Some(steps) = NonZeroU32::new(steps) else { return };
        let (t, (at, part)) = (unsafe { thread::<384>() }, block());
        let (sa, sb, sc, pipeline) = unsafe { arena::<Memory>() };
        if t == 0 {
            unsafe { pipeline.make(2) };
            publish_barriers();
        }
        sync();
        let (bm, bn) = GroupedOrder::<8>::new(rows, columns).at(at);
        let factors = Factors::new((a, sa), (b, sb), pipeline);
        if t < 128 {
            if t == LOADER {
                let first = part * steps.get();
                let part = (Turn::FIRST, first..first + steps.get());
                unsafe { factors.load(part, (128 * bm, 128 * bn)) };
            }
            return;
        }
        let (t, group) = (t % 128, t / 128 - 1);
        let mut acc = accumulators::<64>();
        unsafe {
            factors.accumulate(&mut acc, (Turn::FIRST, steps), (t, 64 * group));
            sc.with_layout(Results).write(((t, ..), (0, 0, group)), acc);
            fence_stores();
            sync_some::<128>(1 + group);
            let counters = Global::<_, Counters>::new(counters);
            if part > 0 && t == 0 {
                counters.wait_for((group, at), 1);
            }
            unroll!(N in 0..16 {
                let (tile, place) = (sc.slice((.., .., (N as u32, group))), (128 * bm + 64 * group, 128 * bn + 8 * N as u32));
                if part == 0 { c.store(tile, place, t) } else { c.add(tile, place, t) }
            });
            commit_stores();
            wait_for_written::<0>();
            if t == 0 {
                let _ = counters.increment((group, at), grid().1 - 1);
            }
        }
    }
}
