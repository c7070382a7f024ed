//! `C = A * B` of bf16 by the tensor cores of Hopper: TMA loads of swizzled tiles and `wgmma`, by tiles of 128x256 and
//! steps of 64, of which four are in shared memory. One thread begins the loads, and two groups of four warps multiply,
//! each 64 rows; a block computes one tile after the other, and its loads run ahead into the next. The number of steps is a constant, or
//! an argument.
//!
//! `A` is (m,k) and `B` is (n,k), both by rows, which BLAS calls TN; `C` is of floats, by rows.

use core::num::NonZeroU32;

use layout_gpu::{
    Bf16, Factors, Global, Pipeline, Shared, TensorMap, Turn, accumulators, arena, kernel,
    publish_barriers, sync, thread, tiles_of_block,
};
use layout_runtime::layout;

layout! {
    pub struct Result = (8192,8192):(8192,1);
    /// `GMMA::Layout_K_SW128_Atom` as CuTe prints it: rows of 128 bytes, as TMA writes them with `SWIZZLE_128B`.
    /// A product takes eight rows of 16 bytes at once.
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,8)):(1,(8,64))))]
    struct Atom = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1);
    pub struct TileA = tile_to_shape(Atom, (128,64));
    pub struct TileB = tile_to_shape(Atom, (256,64));
    pub struct TilesA = tile_to_shape(Atom, (128,64,4));
    pub struct TilesB = tile_to_shape(Atom, (256,64,4));
    /// The accumulators of `wgmma.m64n256` in two groups of four warps: CuTe's `CLayout_64x256`.
    #[covers((128,256))]
    struct ResultTV = ((4,8,4,2),(2,2,32)):((256,1,16,64),(128,8,1024));
    struct Store = composition(zipped_divide(Result, (128,256)), <ResultTV, _>);
    /// The block of the result that a block of the grid computes: blocks that run together share rows and columns.
    struct Blocks = zipped_divide(make_identity_layout((64,32)), (16,8));
}

pub type Memory = (Shared<Bf16, TilesA>, Shared<Bf16, TilesB>, Pipeline<4>);

/// `k` in steps of 64.
const STEPS: NonZeroU32 = NonZeroU32::new(8192 / 64).unwrap();
/// The thread that loads; `attention` says why it is not the first one.
const LOADER: u32 = 96;

kernel! {
    /// # Safety
    ///
    /// Blocks of 384 threads and 196672 bytes of shared memory, any number of them along x, tensor maps of `A` with boxes of
    /// 64x128 and of `B` with boxes of 64x256, both with `SWIZZLE_128B`, in global memory, and matrices of 8192x8192.
    pub unsafe fn wgmma_gemm(
        a: &TensorMap<Bf16, TileA>,
        b: &TensorMap<Bf16, TileB>,
        c: *mut f32,
    ) {
        unsafe { multiply(a, b, c, STEPS) }
    }
}

kernel! {
    /// `k` is an argument: 64 times `steps`, of at least 1; of 0 steps nothing is computed.
    ///
    /// # Safety
    ///
    /// As of [`wgmma_gemm`], of `A` and `B` with `k` columns.
    pub unsafe fn wgmma_gemm_steps(
        a: &TensorMap<Bf16, TileA>,
        b: &TensorMap<Bf16, TileB>,
        c: *mut f32,
        steps: u32,
    ) {
        let Some(steps) = NonZeroU32::new(steps) else { return };
        unsafe { multiply(a, b, c, steps) }
    }
}

#[inline(always)]
unsafe fn multiply(
    a: &TensorMap<Bf16, TileA>,
    b: &TensorMap<Bf16, TileB>,
    c: *mut f32,
    steps: NonZeroU32,
) {
    let t = unsafe { thread::<384>() };
    let (sa, sb, pipeline) = unsafe { arena::<Memory>() };
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
                turn = unsafe { factors.load((turn, 0..steps.get()), rows) };
            }
        }
        return;
    }
    let (t, group) = (t % 128, t / 128 - 1);
    let c = unsafe { Global::<_, Store>::new(c) };
    for at in tiles_of_block(Blocks::SIZE as u32) {
        let (bm, bn) = Blocks.crd2idx(at as usize);
        let mut acc = accumulators::<128>();
        turn = unsafe { factors.accumulate(&mut acc, (turn, steps), (t, 64 * group)) };
        unsafe { c.write(((128 * group + t, ..), (bm as u32, bn as u32)), acc) };
    }
}
