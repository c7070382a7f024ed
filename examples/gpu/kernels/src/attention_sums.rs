//! The kernels before and after the gradients of attention (`attention_backward`): the sums of rows `rowsum(dO ∘ O)`, and `dQ` rounded to bf16.

use layout_gpu::{Global, block, exchange, fma, kernel, pack_bf16, thread, unpack_bf16, unroll};
use layout_runtime::layout;

layout! {
    /// 256 threads with eight numbers: of the factors in words of two, and of the sums.
    struct Words = select(make_layout((4,256,262144)), 1, 0, 2);
    struct Cleared = select(make_layout((4,256,2,262144)), 1, 0, 2, 3);
    /// All of `dQ`, in the order of the threads that added it: 64x64 of a group of 128, four sums eight times.
    struct Sums = select(make_layout((4,128,8,65536)), 1, 0, 2, 3);
    /// The accumulators of `wgmma.m64n64` in pairs.
    #[covers((64,32))]
    struct PairTV = ((4,8,4),(2,8)):((64,1,16),(8,256));
}

/// Defines the kernels of heads of so many columns: with the words in a row, the parts of 64 columns, the rows of a block of 256 threads, and
/// one over the root of the columns.
macro_rules! sums {
    ($module:ident, $rows_of:ident, $round:ident, $columns:tt, $words:tt, $parts:tt, $rows:tt, $scale:expr) => {
        #[doc = concat!("Heads of ", stringify!($columns), " columns.")]
        pub mod $module {
            use super::*;

            layout! {
                struct Rows = make_layout(($rows,262144));
                struct Out = select(make_layout(($words,64,262144)), 1, 0, 2);
                struct Store = composition(zipped_divide(Out, (64,32)), <PairTV, _>);
            }

            kernel! {
                /// The sums of rows of `dO ∘ O`; `dQ` of f32 is cleared.
                ///
                /// # Safety
                ///
                #[doc = concat!("A block of 256 threads for each ", stringify!($rows), " rows, at most 262144, and matrices aligned to 16.")]
                pub unsafe fn $rows_of(out: *const u32, of_out: *const u32, rows: *mut f32, dq: *mut f32) {
                    const LANES: u32 = 256 / $rows;
                    let (t, (x, _)) = (unsafe { thread::<256>() }, block());
                    unsafe {
                        let (out, of_out) = (Global::<_, Words>::new(out), Global::<_, Words>::new(of_out));
                        let (out, of_out): ([u32; 4], [u32; 4]) = (out.read((t, .., x)), of_out.read((t, .., x)));
                        Global::<_, Cleared>::new(dq).write((t, .., .., x), [0.0f32; 8]);
                        let mut sum = 0.0;
                        for i in 0..4 {
                            let ([a, b], [c, d]) = (unpack_bf16(out[i]), unpack_bf16(of_out[i]));
                            sum = fma(a, c, fma(b, d, sum));
                        }
                        sum += exchange::<1>(sum);
                        sum += exchange::<2>(sum);
                        sum += exchange::<4>(sum);
                        if LANES == 16 {
                            sum += exchange::<8>(sum);
                        }
                        if t.is_multiple_of(LANES) {
                            Global::<f32, Rows>::new(rows).set((t / LANES, x), sum);
                        }
                    }
                }
            }

            kernel! {
                /// `dQ` of bf16.
                ///
                /// # Safety
                ///
                /// A block of 128 threads for each 64x64 of `dQ`, at most 65536.
                pub unsafe fn $round(dq: *const f32, out: *mut u32) {
                    let (t, (x, _)) = (unsafe { thread::<128>() }, block());
                    unsafe {
                        let sums: [f32; 32] = Global::<_, Sums>::new(dq).read((t, .., .., x));
                        let mut pairs = [0; 16];
                        unroll!(N in 0..16 { pairs[N] = pack_bf16(sums[2 * N] * $scale, sums[2 * N + 1] * $scale); });
                        Global::<_, Store>::new(out).write(((t, ..), (0, x % $parts, x / $parts)), pairs);
                    }
                }
            }
        }
    };
}

sums!(columns_128, attention_rows, attention_round, 128, 64, 2, 16, 0.088_388_35); // 1 / √128
sums!(columns_64, attention_64_rows, attention_64_round, 64, 32, 1, 32, 0.125);
