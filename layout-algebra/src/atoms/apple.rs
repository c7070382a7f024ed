//! Matrix instructions of Apple's GPUs: `simdgroup_multiply_accumulate` of 8 x 8, of 32 threads.

use super::Rows;

/// Metal's documents do not say which thread has which element; Apple's own kernels rely on it.
const MLX: &str = "Apple's MLX, backend/metal/kernels/steel/gemm/mma.h, BaseMMAFrag::get_coord";

pub(super) const TABLE: &[Rows] = &[Rows {
    names: &["simdgroup_float8x8", "simdgroup_half8x8", "simdgroup_bfloat8x8"],
    shape: [8, 8, 8],
    threads: "32:1",
    a: "((2,4,2,2),2):((16,1,32,4),8)",
    b: "((2,4,2,2),2):((2,8,4,32),1)",
    c: "((2,4,2,2),2):((16,1,32,4),8)",
    source: MLX,
}];
