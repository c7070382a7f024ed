//! `C += A * B` of bf16 where there are few tiles and `k` is long: each tile is computed by several blocks, each of a part of `k`, whose
//! sums TMA adds to the result. Sizes are known at run time. Tiles are of 128x128 and steps of 64, of which four are in shared memory; what
//! is past an edge TMA reads as 0, and does not write.
//!
//! `A` is (m,k) and `B` is (n,k), both by rows; `C` is of floats, by rows. The order of the sums is not that of another launch.

use core::num::NonZeroU32;

use layout_gpu::{
    Accumulators, Arena, Bf16, GroupedOrder, Pipeline, Shared, TensorMap, Turn, accumulators,
    arena, block, commit_stores, fence_stores, kernel, publish_barriers, sync, sync_some, thread,
    unroll, wait_for_stores,
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
    /// and `SWIZZLE_128B`, and of `C` with boxes of 8x64 and none, in global memory.
    pub unsafe fn gemm_split_k(
        a: &TensorMap<Bf16, Tile>,
        b: &TensorMap<Bf16, Tile>,
        c: &TensorMap<f32, TileC>,
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
        if t < 128 {
            let (mut turn, first) = (Turn::FIRST, part * steps.get());
            if t == LOADER {
                for step in first..first + steps.get() {
                    let (to_a, to_b) = (sa.stage(turn), sb.stage(turn));
                    unsafe {
                        let full = pipeline.fill(turn, to_a.bytes() + to_b.bytes());
                        a.load(to_a, (128 * bm, 64 * step), full);
                        b.load(to_b, (128 * bn, 64 * step), full);
                    }
                    turn = turn.next();
                }
            }
            return;
        }
        let (t, group) = (t % 128, t / 128 - 1);
        let mut acc = accumulators::<64>();
        let products = |acc: &mut [f32; 64], turn| {
            let (rows, columns) = (sa.stage(turn), sb.stage(turn));
            unroll!(K in 0..4 {
                let (rows, columns) = (rows.operand(64 * group, 16 * K as u32), columns.operand(0, 16 * K as u32));
                unsafe { acc.multiply_add(rows, columns) };
            });
        };
        unsafe {
            pipeline.accumulate(&mut acc, (Turn::FIRST, steps), t, products);
            sc.with_layout(Results).write(((t, ..), (0, 0, group)), acc);
            fence_stores();
            sync_some::<128>(1 + group);
            unroll!(N in 0..16 {
                let (tile, column) = (sc.slice((.., .., (N as u32, group))), 128 * bn + 8 * N as u32);
                c.add(tile, (128 * bm + 64 * group, column), t);
            });
        }
        commit_stores();
        // What is added is read before the block ends.
        wait_for_stores::<0>();
    }
}
