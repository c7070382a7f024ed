//! `C = A * B` of bf16 to bf16, of one row: as fast as `B` is read, which more rows read again. A warp has an element of `C`, and reads a row
//! of `B` by 16 bytes a lane. Sizes are known at run time. [`choose`](crate::bf16_choice::choose) says when it takes less time than tiles.
//!
//! `A` is (m,k) and `B` is (n,k), both by rows; `C` is (m,n), by rows.

use layout_gpu::{Bf16, Global, block, fma, kernel, sum, thread, unpack_bf16, unroll};
use layout_runtime::layout;

layout! {
    /// A row in vectors of four words, of two numbers each, as many as 32 bits can count.
    struct Row = (4,67108864):(1,4);
    struct Result = 268435456:1;
    /// The lane and the warp of a thread.
    struct Lanes = make_identity_layout((32,8));
}

kernel! {
    /// # Safety
    ///
    /// Blocks of 256 threads, one for each eight of the `n` columns of `C` along x and each row along y. There is a column at least, `k` is a
    /// multiple of 8 above 0, and `A`, `B` and `C` are aligned to 16, with at most 2^28 elements of `C`.
    pub unsafe fn gemv_bf16(a: *const u32, b: *const u32, c: *mut Bf16, n: u32, k: u32) {
        let (t, (x, y)) = (unsafe { thread::<256>() }, block());
        let (lane, warp) = Lanes.crd2idx(t as usize);
        let (lane, column, vectors) = (lane as u32, 8 * x + warp as u32, k / 8);
        let row_of = |matrix: *const u32, row: u32| unsafe {
            Global::<_, Row>::new(matrix.add(row as usize * (k / 2) as usize))
        };
        // Past the last column and vector the last one is read again, and not used: a warp stays together.
        let (a, b) = (row_of(a, y), row_of(b, column.min(n - 1)));
        let read = |row: Global<u32, Row>, at: u32| -> [u32; 4] { unsafe { row.read((.., at.min(vectors - 1))) } };
        let (mut sums, mut first) = ([0.0f32; 2], lane);
        loop {
            let place = |i: usize| first + 32 * i as u32;
            let (mut of_a, mut of_b) = ([[0; 4]; 8], [[0; 4]; 8]);
            unroll!(I in 0..8 { of_b[I] = read(b, place(I)); });
            unroll!(I in 0..8 { of_a[I] = read(a, place(I)); });
            unroll!(I in 0..8 {
                let mut product = 0.0;
                for j in 0..4 {
                    let ([a, b], [c, d]) = (unpack_bf16(of_a[I][j]), unpack_bf16(of_b[I][j]));
                    product = fma(a, c, fma(b, d, product));
                }
                sums[I % 2] += if place(I) < vectors { product } else { 0.0 };
            });
            first = place(8);
            if first - lane >= vectors {
                break;
            }
        }
        let sum = unsafe { sum(sums[0] + sums[1]) };
        if lane == 0 && column < n {
            unsafe { Global::<_, Result>::new(c).set(y * n + column, Bf16::from_f32(sum)) };
        }
    }
}
