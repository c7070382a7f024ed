//! The weights of attention in registers: the running softmax of rows of scores, and weights as factors of products.

use layout_gpu::{exchange, exp2, fma, log2, pack_bf16, reciprocal, unroll};

/// `log2(e)`: weights are powers of two.
pub(crate) const LOG2_E: f32 = core::f32::consts::LOG2_E;

/// The running maxima and sums of the two rows of a thread, which four lanes share: of each four scores in turn, two
/// are of the first row, two of the second.
pub(crate) struct Rows {
    pub(crate) most: [f32; 2],
    /// The sums of the weights of this thread.
    pub(crate) sum: [f32; 2],
}

impl Rows {
    /// Makes weights of scores, `2^(scale * score)` over that of the greatest, and says by what the weights before become less.
    #[inline(always)]
    pub(crate) fn weigh<const N: usize>(&mut self, scores: &mut [f32; N], scale: f32) -> [f32; 2] {
        let mut less = [0.0; 2];
        unroll!(ROW in 0..2 {
            let mut most = self.most[ROW];
            unroll!(I in 0..32 {
                if const { 2 * I < N } {
                    most = most.max(scores[const { 4 * (I / 2) + 2 * ROW + I % 2 }]);
                }
            });
            unsafe {
                most = most.max(exchange::<1>(most));
                most = most.max(exchange::<2>(most));
            }
            less[ROW] = exp2((self.most[ROW] - most) * scale);
            self.most[ROW] = most;
            let mut sum = self.sum[ROW] * less[ROW];
            unroll!(I in 0..32 {
                if const { 2 * I < N } {
                    const AT: usize = 4 * (I / 2) + 2 * ROW + I % 2;
                    scores[AT] = exp2(fma(scores[AT], scale, -most * scale));
                    sum += scores[AT];
                }
            });
            self.sum[ROW] = sum;
        });
        less
    }

    /// The factors of the weights, one over the sum of each row, and the logarithms of the sums of `2^(scale * score)`.
    #[inline(always)]
    pub(crate) fn shares(self, scale: f32) -> ([f32; 2], [f32; 2]) {
        let sums = self.sum.map(|sum| unsafe {
            let sum = sum + exchange::<1>(sum);
            sum + exchange::<2>(sum)
        });
        let logs = [0, 1].map(|row| fma(self.most[row], scale, log2(sums[row])));
        (sums.map(reciprocal), logs)
    }
}

/// The accumulators of weights, of each 64x16 those of four words, are the left factors of products, as they are.
#[inline(always)]
pub(crate) fn packed<const N: usize, const FACTORS: usize>(
    weights: &[f32; N],
) -> [[u32; 4]; FACTORS] {
    const { assert!(8 * FACTORS == N, "a factor has eight weights of each thread") };
    let mut factors = [[0; 4]; FACTORS];
    unroll!(I in 0..32 {
        if const { 2 * I < N } {
            factors[const { I / 4 % FACTORS }][I % 4] = pack_bf16(weights[const { 2 * I % N }], weights[const { (2 * I + 1) % N }]);
        }
    });
    factors
}
