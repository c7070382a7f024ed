//! LayerNorm of rows of 4096 bf16: `(x - mean(x)) / √(mean((x - mean(x))²) + eps) * weight + bias`.
//! A block of 256 threads has a row in registers, which is read and written once.

use layout_gpu::{
    Global, Shared, arena, block, fma, kernel, pack_bf16, rsqrt, sum, sync, thread, unpack_bf16,
};
use layout_runtime::layout;

use crate::rms_norm::{Rows, Weights};

layout! {
    /// The sums of the warps: of the numbers, and of the squares of their distances from the mean.
    pub struct Warps = (8,2):(1,8);
}

kernel! {
    /// # Safety
    ///
    /// A block of 256 threads for each row, at most 262144, with 64 bytes of shared memory, and matrices of 4096 columns, aligned to 16.
    pub unsafe fn layer_norm(x: *const u32, weight: *const u32, bias: *const u32, out: *mut u32, eps: f32) {
        let (t, (row, _)) = (unsafe { thread::<256>() }, block());
        let (x, out) = unsafe { (Global::<_, Rows>::new(x), Global::<_, Rows>::new(out)) };
        let (weight, bias) = unsafe { (Global::<_, Weights>::new(weight), Global::<_, Weights>::new(bias)) };
        let (warps,) = unsafe { arena::<(Shared<f32, Warps>,)>() };
        let mean = |of_thread: f32, pass: u32| unsafe {
            let of_warp = sum(of_thread);
            if t.is_multiple_of(32) {
                warps.set((t / 32, pass), of_warp);
            }
            sync();
            let all: [f32; 8] = warps.read((.., pass));
            all.iter().sum::<f32>() * (1.0 / 4096.0)
        };
        let at = ((t, ..), (row, 0));
        unsafe {
            let x: [u32; 8] = x.read(at);
            let (mut numbers, mut all) = ([0.0f32; 16], 0.0);
            for i in 0..8 {
                [numbers[2 * i], numbers[2 * i + 1]] = unpack_bf16(x[i]);
                all += numbers[2 * i] + numbers[2 * i + 1];
            }
            let middle = mean(all, 0);
            let mut squares = 0.0;
            for number in &mut numbers {
                *number -= middle;
                squares += *number * *number;
            }
            let scale = rsqrt(mean(squares, 1) + eps);
            let (weight, bias): ([u32; 8], [u32; 8]) = (weight.read((t, ..)), bias.read((t, ..)));
            let mut results = [0; 8];
            for i in 0..8 {
                let ([a, b], [c, d]) = (unpack_bf16(weight[i]), unpack_bf16(bias[i]));
                results[i] = pack_bf16(fma(numbers[2 * i] * scale, a, c), fma(numbers[2 * i + 1] * scale, b, d));
            }
            out.write(at, results);
        }
    }
}
