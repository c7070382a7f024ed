//! `C = A * B` of bf16 by `mma.sync`: tiles of 128x128 and steps of 64, of which three are in shared memory.
//!
//! `A` is (m,k) and `B` is (n,k), both by rows, which BLAS calls TN; `C` is of floats, by rows.

use layout_runtime::layout;

use crate::machine::{
    F2, block, commit_copies, copy_async, global, ldmatrix4, mma_16x8x16_bf16, shared, sync,
    thread, unroll, wait_for_copies,
};

layout! {
    struct Operand = (8192,8192):(8192,1);
    struct Result = (8192,8192):(8192,1);

    /// Rows of 128 bytes, whose parts of 16 bytes are swizzled over all banks.
    struct Atom = Sw<3,3,3> o 0 o (8,64):(64,1);
    /// Three tiles.
    struct Shared = tile_to_shape(Atom, (128,64,3));
    // 128 threads copy 16x64 at once, eight elements each.
    struct CopyTV = with_shape(right_inverse(raked_product((16,8):(8,1), (1,8))), (128,8));
    struct GlobalCopy = composition(zipped_divide(Operand, (16,64)), <CopyTV, _>);
    /// What follows the first block of 16 rows: constants, beside the address of that.
    struct GlobalBlocks = get(GlobalCopy, 1, 0);
    struct SharedCopy = composition(zipped_divide(Shared, (16,64)), <CopyTV, _>);

    // ldmatrix: the row whose address a lane gives, of 16x16 elements.
    struct LoadA = composition(zipped_divide(Shared, (16,16)), <(16,2):(1,128), _>);
    struct LoadB = composition(zipped_divide(Shared, (16,16)), <(8,2,2):(1,128,8), _>);
    /// The block of the result that a block of the grid computes: blocks that run together share rows and columns.
    struct Blocks = zipped_divide(make_identity_layout((64,64)), (16,16));
    struct Grid = (64,64):(1,64);
    /// The accumulators of `mma.m16n8`: CuTe's `SM80_16x8_Row`.
    struct FragmentC = ((4,8),(2,2)):((32,1),(16,8));
    struct Store = composition(zipped_divide(Result, (16,8)), <FragmentC, _>);
}

const TILES: u32 = 128;

/// # Safety
///
/// Blocks of 128 threads and 98304 bytes of shared memory, a grid of 64x64, and matrices of 8192x8192, aligned to 16.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn mma_gemm(a: *const u16, b: *const u16, c: *mut f32) {
    let (t, (x, y)) = (unsafe { thread::<128>() }, block());
    let (bm, bn) = Blocks.crd2idx(Grid.crd2idx_u32((x, y)) as usize);
    let (bm, bn) = (bm as u32, bn as u32);
    let (lane, wm, wn) = (t % 32, t / 32 % 2, t / 64);
    let sa = shared();
    let sb = sa + 2 * Shared::COSIZE as u32;
    let copy = |tile: u32, stage: u32| unsafe {
        let first = |block| GlobalCopy.crd2idx_u32(((t, 0), (8 * block, tile))) as usize;
        let (from_a, from_b) = (global(a.add(first(bm))), global(b.add(first(bn))));
        for i in 0..8 {
            let to = 2 * SharedCopy.crd2idx_u32(((t, 0), (i, 0, stage)));
            let from = 2 * GlobalBlocks.index(i as usize) as u64;
            copy_async(sa + to, from_a + from);
            copy_async(sb + to, from_b + from);
        }
        commit_copies();
    };
    let fragment = |k: u32, stage: u32| -> ([[u32; 4]; 4], [[u32; 4]; 4]) {
        let row = |i: usize| LoadA.crd2idx_u32((lane, (2 * i as u32 + wm, k, stage)));
        let column = |j: usize| LoadB.crd2idx_u32((lane, (2 * j as u32 + wn, k, stage)));
        (
            core::array::from_fn(|i| unsafe { ldmatrix4(sa + 2 * row(i)) }),
            core::array::from_fn(|j| unsafe { ldmatrix4(sb + 2 * column(j)) }),
        )
    };
    copy(0, 0);
    copy(1, 1);
    let mut acc = [[[0.0f32; 4]; 8]; 4];
    let (mut read, mut write, mut stage, mut next) = (0, 2, 0, 2);
    wait_for_copies::<1>();
    sync();
    let mut fragments = [fragment(0, 0), ([[0; 4]; 4], [[0; 4]; 4])];
    for _ in 0..TILES {
        unroll!(K in 0..4 {
            if K == 3 {
                stage = read;
                wait_for_copies::<1>();
                sync();
            }
            fragments[(K + 1) % 2] = fragment((K as u32 + 1) % 4, stage);
            if K == 0 {
                copy(if next < TILES { next } else { TILES - 1 }, write);
                next += 1;
                write = read;
                read = if read == 2 { 0 } else { read + 1 };
            }
            let (rows, columns) = fragments[K % 2];
            // To and fro along the rows: of two products in turn, one has a fragment of the other's.
            unroll!(J in 0..8 {
                let b = [columns[J / 2][J % 2 * 2], columns[J / 2][J % 2 * 2 + 1]];
                unroll!(I in 0..4 {
                    const M: usize = if J % 2 == 0 { I } else { 3 - I };
                    mma_16x8x16_bf16(&mut acc[M][J], rows[M], b);
                });
            });
        });
    }
    unroll!(I in 0..4 {
        for j in 0..8 {
            let (mt, nt) = (2 * I as u32 + wm, 4 * (j as u32 / 2) + 2 * wn + j as u32 % 2);
            for v in 0..2 {
                let at = Store.crd2idx_u32(((lane, (0, v as u32)), (8 * bm + mt, 16 * bn + nt)));
                let values = [acc[I][j][2 * v], acc[I][j][2 * v + 1]];
                unsafe { *c.add(at as usize).cast::<F2>() = F2(values) };
            }
        }
    });
}
