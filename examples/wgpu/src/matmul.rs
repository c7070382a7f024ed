//! A product of matrices, `C = A·B`: tiles in the memory of a group, 4 by 4 sums a thread.

use layout_runtime::{Layout, layout, wgsl};

use crate::kernel::Kernel;

layout! {
    /// Rows of `A`, whose coordinates are `(m, k)`.
    pub struct A = (128,96):(96,1);
    /// Rows of `B`, whose coordinates are `(n, k)`, as those of all operands of products in CuTe.
    pub struct B = (192,96):(1,192);
    /// Rows of `C`, whose coordinates are `(m, n)`.
    pub struct C = (128,192):(192,1);
    /// A tile of `A` or `B` in the memory of a group: the columns of its 64 rows, with room
    /// between them, so that neither what writes it nor what reads it meets in one bank.
    pub struct Shared = (64,16):(1,65);
}

/// The shader. `load_a` and `load_b` answer the coordinates of the elements in the order in which they lie in the
/// memory of a tile, so that neighbours read neighbours.
pub const SHADER: &str = wgsl!(
    a = zipped_divide(A, (64,16)),
    b = zipped_divide(B, (64,16)),
    c = zipped_divide(C, (64,64)),
    load_a = (16,64):(1@1,1@0),
    load_b = (64,16):(1@0,1@1),
    Shared,
    include_str!("matmul.wgsl"),
);

/// The kernel, with matrices of small integers.
pub fn kernel() -> Kernel {
    let filled = |size: usize, by: usize| -> Vec<f32> {
        (0..size).map(|i| ((i * by) % 17) as f32 - 8.0).collect()
    };
    let (a, b) = (filled(A.size(), 5), filled(B.size(), 7));
    let mut answer = vec![0.0; C.size()];
    for (m, n) in (0..128).flat_map(|m| (0..192).map(move |n| (m, n))) {
        answer[C.at(m, n)] = (0..96).map(|k| a[A.at(m, k)] * b[B.at(n, k)]).sum();
    }
    Kernel {
        name: "matmul",
        shader: SHADER,
        by_hand: include_str!("by_hand/matmul.wgsl"),
        inputs: vec![a, b],
        groups: [192 / 64, 128 / 64],
        answer,
    }
}
