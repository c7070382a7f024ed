//! `C = A * B` of fp8 by TMA and `wgmma`, as `wgmma_gemm`, by tiles of 128x256 and steps of 128, of which three are in shared memory.
//! The result is of bf16: it goes through a swizzled tile in shared memory, which is copied while the next one is computed.
//!
//! `A` is (m,k) and `B` is (n,k), both by rows; `C` is by rows.

use core::num::NonZeroU32;

use layout_gpu::{
    Bf16, E4m3, Factors, Pipeline, Shared, TensorMap, Turn, accumulators, arena, commit_stores,
    fence_stores, kernel, pack_bf16, publish_barriers, sync, sync_some, thread, tiles_of_block,
    unroll, wait_for_stores,
};
use layout_runtime::layout;

layout! {
    /// Rows of 128 bytes, as TMA writes them with `SWIZZLE_128B`: CuTe's `GMMA::Layout_K_SW128_Atom`, of 8 and of 16 bits.
    /// A product takes eight rows of 16 bytes at once.
    #[banks(conflicts = 0, bits = 8, bytes = 16, by((8,(16,8)):(1,(8,128))))]
    struct Atom = Sw<3,4,3> o smem_ptr[8b](unset) o (_8,_128):(_128,_1);
    struct Atom16 = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1);
    pub struct TileA = tile_to_shape(Atom, (128,128));
    pub struct TileB = tile_to_shape(Atom, (256,128));
    struct TilesA = tile_to_shape(Atom, (128,128,3));
    struct TilesB = tile_to_shape(Atom, (256,128,3));
    /// `stmatrix`: the row of eight elements that a lane gives, of 64x16 for four warps.
    #[covers((64,16))]
    struct RowTV = ((8,2,2,4),8):((1,8,512,16),64);
    /// The tile that a group of four warps writes, of 64 rows.
    pub struct TileC = tile_to_shape(Atom16, (64,256));
    #[banks(conflicts = 0, bits = 16, bytes = 16, by(RowTV))]
    struct TilesC = tile_to_shape(Atom16, (64,256,2));
    struct Rows = composition(zipped_divide(TilesC, (64,16)), <RowTV, _>);
    /// The block of the result that a block of the grid computes: blocks that run together share rows and columns.
    struct Blocks = zipped_divide(make_identity_layout((64,32)), (16,8));
}

type Memory = (Shared<E4m3, TilesA>, Shared<E4m3, TilesB>, Shared<Bf16, TilesC>, Pipeline<3>);

/// `k` in steps of 128.
const STEPS: NonZeroU32 = NonZeroU32::new(8192 / 128).unwrap();
/// The thread that loads; `attention` says why it is not the first one.
const LOADER: u32 = 96;

kernel! {
    /// # Safety
    ///
    /// Blocks of 384 threads and 213040 bytes of shared memory, any number of them along x, tensor maps of `A` with boxes of 128x128 and of
    /// `B` with boxes of 128x256 in bytes, and of `C` with boxes of 64x64, all with `SWIZZLE_128B`, in global memory, and matrices of 8192x8192.
    pub unsafe fn wgmma_fp8(
        a: &TensorMap<E4m3, TileA>,
        b: &TensorMap<E4m3, TileB>,
        c: &TensorMap<Bf16, TileC>,
    ) {
        let t = unsafe { thread::<384>() };
        let (sa, sb, sc, pipeline) = unsafe { arena::<Memory>() };
        if t == 0 {
            unsafe { pipeline.make(2) };
            publish_barriers();
        }
        sync();
        let mut turn = Turn::FIRST;
        let factors = Factors::new((a, sa), (b, sb), pipeline);
        if t < 128 {
            if t == LOADER {
                for at in tiles_of_block(Blocks::SIZE as u32) {
                    let (bm, bn) = Blocks.crd2idx(at as usize);
                    let rows = (128 * bm as u32, 256 * bn as u32);
                    turn = unsafe { factors.load((turn, 0..STEPS.get()), rows) };
                }
            }
            return;
        }
        let (t, group) = (t % 128, t / 128 - 1);
        let (rows, tile_c) = (sc.with_layout(Rows), sc.slice((.., .., group)));
        for at in tiles_of_block(Blocks::SIZE as u32) {
            let (bm, bn) = Blocks.crd2idx(at as usize);
            let mut acc = accumulators::<128>();
            turn = unsafe { factors.accumulate(&mut acc, (turn, STEPS), (t, 64 * group)) };
            // The tile before is copied: it may be written again.
            wait_for_stores::<0>();
            unsafe { sync_some::<128>(1 + group) };
            unroll!(N in 0..16 {
                let pair = |i: usize| pack_bf16(acc[8 * N + 2 * i], acc[8 * N + 2 * i + 1]);
                unsafe { rows.store_matrices(((t, ..), (0, N as u32, group)), [pair(0), pair(1), pair(2), pair(3)]) };
            });
            fence_stores();
            unsafe {
                sync_some::<128>(1 + group);
                c.store(tile_c, (128 * bm as u32 + 64 * group, 256 * bn as u32), t);
            }
            commit_stores();
        }
        // What is copied is read before the block ends.
        wait_for_stores::<0>();
    }
}
