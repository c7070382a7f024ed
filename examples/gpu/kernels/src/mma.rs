//! `C = A * B` of bf16 by `mma.sync`: tiles of 128x128 and steps of 64, of which three are in shared memory.
//!
//! `A` is (m,k) and `B` is (n,k), both by rows, which BLAS calls TN; `C` is of floats, by rows.

use layout_gpu::{
    Bf16, Global, Shared, arena, block, commit_copies, copy_async, kernel, mma, sync, thread,
    unroll, wait_for_copies,
};
use layout_runtime::layout;

layout! {
    struct Operand = (8192,8192):(8192,1);
    struct Result = (8192,8192):(8192,1);

    /// Rows of 128 bytes, whose parts of 16 bytes are swizzled over all banks.
    struct Atom = Sw<3,3,3> o 0 o (8,64):(64,1);
    // 128 threads copy 16x64 at once, eight elements of a row each, and that eight times.
    #[covers((128,64))]
    struct CopyTV = ((8,16),(8,8)):((1024,1),(128,16));
    // ldmatrix: the row of eight elements that a lane gives, of 32x16 for the warps 2x2: two of them have the same.
    #[allow(non_injective)]
    struct RowsA = (((16,2),2,2),8):(((1,256),16,0),32);
    #[allow(non_injective)]
    struct RowsB = (((8,2,2),2,2),8):(((1,256,8),0,16),32);
    /// Three tiles.
    #[banks(conflicts = 0, bits = 16, bytes = 16, by(CopyTV), by(composition((32,16):(1,128), RowsA)),
        by(composition((32,16):(1,128), RowsB)))]
    struct Tiles = tile_to_shape(Atom, (128,64,3));
    struct GlobalCopy = composition(zipped_divide(Operand, (128,64)), <CopyTV, _>);
    struct SharedCopy = composition(zipped_divide(Tiles, (128,64)), <CopyTV, _>);
    #[allow(non_injective)]
    struct LoadA = composition(zipped_divide(Tiles, (32,16)), <RowsA, _>);
    #[allow(non_injective)]
    struct LoadB = composition(zipped_divide(Tiles, (32,16)), <RowsB, _>);
    /// The block of the result that a block of the grid computes: blocks that run together share rows and columns.
    struct Blocks = zipped_divide(make_identity_layout((64,64)), (16,16));
    struct Grid = (64,64):(1,64);
    /// The accumulators of `mma.m16n8`, CuTe's `SM80_16x8_Row`, of warps 2x2: of each thread, 8x4 products.
    #[covers((128,128))]
    struct ResultTV = (((4,8),2,2),((2,2),(2,4),4)):(((256,1),16,2048),((128,8),(1024,4096),32));
    struct Store = composition(zipped_divide(Result, (128,128)), <ResultTV, _>);
}

const TILES: u32 = 128;

kernel! {
    /// # Safety
    ///
    /// Blocks of 128 threads and 98304 bytes of shared memory, a grid of 64x64, and matrices of 8192x8192, aligned to 16.
    pub unsafe fn mma_gemm(a: *const Bf16, b: *const Bf16, c: *mut f32) {
        let (t, (x, y)) = (unsafe { thread::<128>() }, block());
        let (bm, bn) = Blocks.crd2idx(Grid.crd2idx_u32((x, y)) as usize);
        let (bm, bn) = (bm as u32, bn as u32);
        let (a, b) = unsafe { (Global::<_, GlobalCopy>::new(a), Global::<_, GlobalCopy>::new(b)) };
        let (sa, sb) = unsafe { arena::<(Shared<Bf16, Tiles>, Shared<Bf16, Tiles>)>() };
        let (to_a, to_b) = (sa.with_layout(SharedCopy), sb.with_layout(SharedCopy));
        let (rows, columns) = (sa.with_layout(LoadA), sb.with_layout(LoadB));
        let copy = |tile: u32, stage: u32| unsafe {
            let to = ((t, ..), (0, 0, stage));
            copy_async((a, ((t, ..), (bm, tile))), (to_a, to));
            copy_async((b, ((t, ..), (bn, tile))), (to_b, to));
            commit_copies();
        };
        let fragment = |k: u32, stage: u32| -> ([[u32; 4]; 4], [[u32; 4]; 4]) {
            let at = |i: usize| ((t, ..), (i as u32, k, stage));
            (
                core::array::from_fn(|i| unsafe { rows.load_matrices(at(i)) }),
                core::array::from_fn(|j| unsafe { columns.load_matrices(at(j)) }),
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
                        const M: usize = if J.is_multiple_of(2) { I } else { 3 - I };
                        unsafe { mma::<Bf16>(&mut acc[M][J], rows[M], b) };
                    });
                });
            });
        }
        let c = unsafe { Global::<_, Store>::new(c) };
        unroll!(I in 0..4 {
            for j in 0..8 {
                unsafe { c.write(((t, (.., j, I as u32)), (bm, bn)), acc[I][j as usize]) };
            }
        });
    }
}
