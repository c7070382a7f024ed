//! `C = gelu(A * B + bias)` of f16 by TMA and `wgmma`, of sizes that are known at run time: tiles of 128x256 and steps of 64, of which three
//! are in shared memory. The result goes through a swizzled tile in shared memory, which is copied while the next one is computed; what is
//! past an edge TMA reads as 0, and does not write.
//!
//! `A` is (m,k) and `B` is (n,k), both by rows; `C` is by rows, and has a bias for each column. Of `k` what is past an edge is 0, too.

use core::num::NonZeroU32;

use layout_gpu::{
    Arena, F16, Factors, Global, GroupedOrder, Pipeline, Shared, TensorMap, Turn, accumulators,
    arena, commit_stores, fence_stores, fma, kernel, pack_f16, publish_barriers, sync, sync_some,
    tanh, thread, tiles_of_block, unroll, wait_for_stores,
};
use layout_runtime::layout;

layout! {
    /// Rows of 128 bytes, as TMA writes them with `SWIZZLE_128B`: CuTe's `GMMA::Layout_K_SW128_Atom`.
    /// A product takes eight rows of 16 bytes at once.
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,8)):(1,(8,64))))]
    struct Atom = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1);
    pub struct TileA = tile_to_shape(Atom, (128,64));
    pub struct TileB = tile_to_shape(Atom, (256,64));
    struct TilesA = tile_to_shape(Atom, (128,64,3));
    struct TilesB = tile_to_shape(Atom, (256,64,3));
    /// `stmatrix`: the row of eight elements that a lane gives, of 64x16 for four warps.
    #[covers((64,16))]
    struct RowTV = ((8,2,2,4),8):((1,8,512,16),64);
    /// The part of 64 rows that a group of four warps writes.
    pub struct TileC = tile_to_shape(Atom, (64,256));
    #[banks(conflicts = 0, bits = 16, bytes = 16, by(RowTV))]
    struct TilesC = tile_to_shape(Atom, (64,256,2));
    struct Rows = composition(zipped_divide(TilesC, (64,16)), <RowTV, _>);
    /// The accumulators of `wgmma.m64n256`: CuTe's `CLayout_64x256`.
    #[covers((64,256))]
    struct ResultTV = ((4,8,4),(2,2,32)):((128,1,16),(64,8,512));
    /// The bias of each column, in all rows of a tile; of at most 65536 columns.
    #[allow(non_injective)]
    struct Bias = composition(zipped_divide((64,65536):(0,1), (64,256)), <ResultTV, _>);
}

type Memory = (Shared<F16, TilesA>, Shared<F16, TilesB>, Shared<F16, TilesC>, Pipeline<3>);
/// The bytes of shared memory of a block.
pub const BYTES: u32 = <Memory as Arena>::BYTES;
/// The thread that loads; `attention` says why it is not the first one.
const LOADER: u32 = 96;

kernel! {
    /// The sizes are those of the tensor maps: `rows` and `columns` of tiles, and `steps` of 64 in depth.
    ///
    /// # Safety
    ///
    /// Blocks of 384 threads and 213040 bytes of shared memory, any number of them along x, tensor maps of `A` with boxes of 64x128, of `B`
    /// with boxes of 64x256 and of `C` with boxes of 64x64, all with `SWIZZLE_128B`, in global memory, and 256 times `columns` biases,
    /// aligned to 16.
    pub unsafe fn gemm_gelu(
        a: &TensorMap<F16, TileA>,
        b: &TensorMap<F16, TileB>,
        c: &TensorMap<F16, TileC>,
        bias: *const f32,
        rows: u32,
        columns: u32,
        steps: u32,
    ) {
        let Some(steps) = NonZeroU32::new(steps) else { return };
        let t = unsafe { thread::<384>() };
        let (sa, sb, sc, pipeline) = unsafe { arena::<Memory>() };
        if t == 0 {
            unsafe { pipeline.make(2) };
            publish_barriers();
        }
        sync();
        let order = GroupedOrder::<16>::new(rows, columns);
        let mut turn = Turn::FIRST;
        let factors = Factors::new((a, sa), (b, sb), pipeline);
        if t < 128 {
            if t == LOADER {
                for at in tiles_of_block(order.size()) {
                    let (bm, bn) = order.at(at);
                    turn = unsafe { factors.load((turn, 0..steps.get()), (128 * bm, 256 * bn)) };
                }
            }
            return;
        }
        let (t, group) = (t % 128, t / 128 - 1);
        let (rows, tile_c) = (sc.with_layout(Rows), sc.slice((.., .., group)));
        let bias = unsafe { Global::<_, Bias>::new(bias) };
        for at in tiles_of_block(order.size()) {
            let (bm, bn) = order.at(at);
            let mut acc = accumulators::<128>();
            turn = unsafe { factors.accumulate(&mut acc, (turn, steps), (t, 64 * group)) };
            // The tile before is copied: it may be written again.
            wait_for_stores::<0>();
            unsafe { sync_some::<128>(1 + group) };
            unroll!(N in 0..16 {
                // Two pairs of columns, each in two rows.
                let of = |i: u32| -> [f32; 2] { unsafe { bias.read(((t, (.., 0, 2 * N as u32 + i)), (0, bn))) } };
                let (left, right) = (of(0), of(1));
                let pair = |i: usize, [p, q]: [f32; 2]| pack_f16(gelu(acc[8 * N + 2 * i] + p), gelu(acc[8 * N + 2 * i + 1] + q));
                let four = [pair(0, left), pair(1, left), pair(2, right), pair(3, right)];
                unsafe { rows.store_matrices(((t, ..), (0, N as u32, group)), four) };
            });
            fence_stores();
            unsafe {
                sync_some::<128>(1 + group);
                c.store(tile_c, (128 * bm + 64 * group, 256 * bn), t);
            }
            commit_stores();
        }
        // What is copied is read before the block ends.
        wait_for_stores::<0>();
    }
}

/// `x Φ(x)`, by its approximation with `tanh`.
#[inline(always)]
fn gelu(x: f32) -> f32 {
    const ROOT: f32 = 0.797_884_6; // √(2/π)
    let half = 0.5 * x;
    fma(half, tanh(x * fma(x * x, 0.044_715 * ROOT, ROOT)), half)
}
