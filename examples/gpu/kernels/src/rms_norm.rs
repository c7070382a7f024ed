//! RMSNorm with a residual, of rows of 4096 bf16: the residual becomes `r = residual + x`, and the result `r * weight / √(mean(r²) + eps)`.
//! A block of 256 threads has a row in registers, which is read and written once.

use layout_gpu::{
    Global, Shared, arena, block, kernel, pack_bf16, rsqrt, sum, sync, thread, unpack_bf16,
};
use layout_runtime::layout;

layout! {
    /// Two numbers in each word.
    struct Matrix = (262144,2048):(2048,1);
    /// 256 threads with eight numbers twice, by accesses of 16 bytes.
    #[covers(2048)]
    struct RowTV = (256,(4,2)):(4,(1,1024));
    pub(crate) struct Rows = composition(zipped_divide(Matrix, (1,2048)), <RowTV, _>);
    pub(crate) struct Weights = composition(2048:1, RowTV);
    /// The sums of the warps.
    pub struct Warps = 8:1;
}

kernel! {
    /// # Safety
    ///
    /// A block of 256 threads for each row, at most 262144, with 32 bytes of shared memory, and matrices of 4096 columns, aligned to 16.
    pub unsafe fn rms_norm(x: *const u32, residual: *mut u32, weight: *const u32, out: *mut u32, eps: f32) {
        let (t, (row, _)) = (unsafe { thread::<256>() }, block());
        let (x, residual) = unsafe { (Global::<_, Rows>::new(x), Global::<_, Rows>::new(residual)) };
        let (weight, out) = unsafe { (Global::<_, Weights>::new(weight), Global::<_, Rows>::new(out)) };
        let (warps,) = unsafe { arena::<(Shared<f32, Warps>,)>() };
        let at = ((t, ..), (row, 0));
        unsafe {
            let (x, before): ([u32; 8], [u32; 8]) = (x.read(at), residual.read(at));
            let mut sums = [0; 8];
            let mut squares = 0.0;
            for i in 0..8 {
                let ([a, b], [c, d]) = (unpack_bf16(x[i]), unpack_bf16(before[i]));
                sums[i] = pack_bf16(a + c, b + d);
                // Of what is stored, as another kernel reads it.
                let [a, b] = unpack_bf16(sums[i]);
                squares += a * a + b * b;
            }
            residual.write(at, sums);
            let of_warp = sum(squares);
            if t.is_multiple_of(32) {
                warps.set(t / 32, of_warp);
            }
            sync();
            let squares: [f32; 8] = warps.read(..);
            let scale = rsqrt(squares.iter().sum::<f32>() * (1.0 / 4096.0) + eps);
            let weight: [u32; 8] = weight.read((t, ..));
            let mut results = [0; 8];
            for i in 0..8 {
                let ([a, b], [c, d]) = (unpack_bf16(sums[i]), unpack_bf16(weight[i]));
                results[i] = pack_bf16(a * scale * c, b * scale * d);
            }
            out.write(at, results);
        }
    }
}
