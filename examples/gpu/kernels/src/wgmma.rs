//! `C = A * B` of bf16 by the tensor cores of Hopper: TMA loads of swizzled tiles and `wgmma`, by tiles of 128x256 and
//! steps of 64, of which four are in shared memory. One thread begins the loads, and two groups of four warps multiply,
//! each 64 rows; a block computes one tile after the other, and its loads run ahead into the next.
//!
//! `A` is (m,k) and `B` is (n,k), both by rows, which BLAS calls TN; `C` is of floats, by rows.

use layout_runtime::layout;

use crate::machine::{
    F2, Turn, arrive_for_all, block, blocks, commit_products, descriptor, expect_bytes,
    fence_products, load_box, make_barrier, publish_barriers, shared, sync, thread, unroll, wait,
    wait_for_products, wgmma_64x256x16,
};

layout! {
    struct Result = (8192,8192):(8192,1);
    /// `GMMA::Layout_K_SW128_Atom` as CuTe prints it: rows of 128 bytes, as TMA writes them with `SWIZZLE_128B`.
    struct Atom = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1);
    struct SharedA = tile_to_shape(Atom, (128,64,4));
    struct SharedB = tile_to_shape(Atom, (256,64,4));
    /// The accumulators of `wgmma.m64n256`: CuTe's `CLayout_64x256`.
    struct Accumulators = ((4,8,4),(2,2,32)):((128,1,16),(64,8,512));
    struct Store = composition(zipped_divide(Result, (64,256)), <Accumulators, _>);
    /// The block of the result that a block of the grid computes: blocks that run together share rows and columns.
    struct Blocks = zipped_divide(make_identity_layout((64,32)), (16,8));
    /// What a thread stores, from its first value on.
    struct StoreValues = get(Store, 0, 1);
}

/// From eight rows of an atom to the next, in bytes.
const ROWS: u32 = 2 * layout!(crd2idx((8, 0, 0), SharedA)) as u32;
const STAGES: u32 = 4;
const TILES: u32 = 128;
/// The thread that loads; `attention` says why it is not the first one.
const LOADER: u32 = 96;
/// What a stage has of both operands.
const BYTES: u32 = 2 * 64 * (128 + 256);

/// # Safety
///
/// Blocks of 384 threads and 196672 bytes of shared memory, any number of them along x, tensor maps of `A` with boxes of
/// 64x128 and of `B` with boxes of 64x256, both with `SWIZZLE_128B`, in global memory, and matrices of 8192x8192.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn wgmma_gemm(a: *const u8, b: *const u8, c: *mut f32) {
    let t = unsafe { thread::<384>() };
    let sa = shared();
    let sb = sa + 2 * SharedA::COSIZE as u32;
    let full = |stage: u32| sb + 2 * SharedB::COSIZE as u32 + 8 * stage;
    let free = |stage: u32| full(STAGES + stage);
    if t == 0 {
        for stage in 0..STAGES {
            unsafe {
                make_barrier(full(stage), 1);
                make_barrier(free(stage), 2);
            }
        }
        publish_barriers();
    }
    sync();
    let mut turn = Turn::FIRST;
    let mut at = block().0;
    if t < 128 {
        while t == LOADER && at < Blocks::SIZE as u32 {
            let (bm, bn) = Blocks.crd2idx(at as usize);
            for tile in 0..TILES {
                let Turn { stage, parity } = turn;
                unsafe {
                    // The first time around, there is nobody to wait for.
                    wait(free(stage), parity ^ 1);
                    expect_bytes(full(stage), BYTES);
                    let to = sa + 2 * SharedA.crd2idx_u32((0, 0, stage));
                    load_box(a, to, full(stage), 64 * tile, 128 * bm as u32);
                    let to = sb + 2 * SharedB.crd2idx_u32((0, 0, stage));
                    load_box(b, to, full(stage), 64 * tile, 256 * bn as u32);
                }
                turn = turn.next::<STAGES>();
            }
            at += blocks();
        }
        return;
    }
    let (t, group) = (t % 128, t / 128 - 1);
    while at < Blocks::SIZE as u32 {
        let (bm, bn) = Blocks.crd2idx(at as usize);
        let mut acc = [0.0f32; 128];
        let mut last = None;
        for _ in 0..TILES {
            let Turn { stage, parity } = turn;
            unsafe { wait(full(stage), parity) };
            fence_products();
            // The first row of an atom is not swizzled.
            unroll!(K in 0..4 {
                let k = 16 * K as u32;
                let at_a = descriptor(sa + 2 * SharedA.crd2idx_u32((64 * group, k, stage)), ROWS, 0);
                let at_b = descriptor(sb + 2 * SharedB.crd2idx_u32((0, k, stage)), ROWS, 0);
                unsafe { wgmma_64x256x16(&mut acc, at_a, at_b) };
            });
            commit_products();
            wait_for_products::<1>();
            // The products of the stage before are done.
            if let Some(stage) = last.replace(stage) {
                unsafe { arrive_for_all(free(stage), t) };
            }
            turn = turn.next::<STAGES>();
        }
        wait_for_products::<0>();
        if let Some(stage) = last {
            unsafe { arrive_for_all(free(stage), t) };
        }
        let first = Store.crd2idx_u32(((t, (0, 0, 0)), (2 * bm as u32 + group, bn as u32)));
        let c = unsafe { c.add(first as usize) };
        unroll!(N in 0..32 {
            for v in 0..2 {
                let values = [acc[4 * N + 2 * v], acc[4 * N + 2 * v + 1]];
                unsafe { *c.add(StoreValues.crd2idx((0, v, N))).cast::<F2>() = F2(values) };
            }
        });
        at += blocks();
    }
}
