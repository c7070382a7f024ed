//! `choose`: which kernel of [`bf16`](crate::bf16), [`bf16_parts`](crate::bf16_parts) and [`gemv`](crate::gemv) takes the least time for a product.
//!
//! The times are measured on a GPU by `tune.py`, which writes `bf16_times.in`; Python reads that file, too.

/// A kernel of products of bf16 to bf16, with its times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// Its name.
    pub name: &'static str,
    /// The rows of a tile; of a cluster of two blocks of [`bf16`](crate::bf16), those of both.
    pub rows: u32,
    /// The columns of a tile.
    pub columns: u32,
    /// The parts that the depth of a tile is divided into.
    pub parts: u32,
    /// The clusters that 132 multiprocessors run at once; of [`gemv`](crate::gemv) one block each, as they share what memory gives.
    pub clusters: u32,
    /// The bytes of shared memory of a block.
    pub bytes: u32,
    /// The nanoseconds of a step of 64 in depth.
    pub step: u32,
    /// The same where rows are no multiple of 128 bytes: loads take longer.
    pub ragged_step: u32,
    /// The nanoseconds of a turn beside its steps: of a launch, where blocks go on to the next tile.
    pub turn: u32,
}

/// The numbers of a [`Kernel`], in the order of its fields.
type Row = (&'static str, u32, u32, u32, u32, u32, u32, u32, u32);

const ROWS: &[Row] = &include!("bf16_times.in");

/// All kernels.
pub const KERNELS: [Kernel; ROWS.len()] = {
    let mut all = [kernel(ROWS[0]); ROWS.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = kernel(ROWS[i]);
        i += 1;
    }
    all
};

const fn kernel(row: Row) -> Kernel {
    let (name, rows, columns, parts, clusters, bytes, step, ragged_step, turn) = row;
    Kernel { name, rows, columns, parts, clusters, bytes, step, ragged_step, turn }
}

impl Kernel {
    /// The nanoseconds that a product takes: clusters take turns, and in each every part of the depth its steps.
    #[must_use]
    pub const fn time(self, (m, n, k): (u32, u32, u32), processors: u32) -> u64 {
        let clusters = self.clusters as u64 * processors as u64 / 132;
        let tiles = m.div_ceil(self.rows) as u64 * n.div_ceil(self.columns) as u64;
        let turns = tiles.div_ceil(if clusters > 0 { clusters } else { 1 });
        let steps = k.div_ceil(64 * self.parts) as u64;
        let step = if k.is_multiple_of(64) { self.step } else { self.ragged_step };
        let launches = if self.parts == 1 { 1 } else { turns };
        launches * self.turn as u64 + turns * steps * step as u64
    }
}

/// The most rows of which [`gemv`](crate::gemv) is chosen: memory alone bounds their products, and tiles take twice its time, as nearly all of
/// their rows are past the edge.
const FEW_ROWS: u32 = 2;

/// The kernel that takes the least time for a product of `m` by `n` and `k` in depth on so many multiprocessors.
#[must_use]
pub const fn choose((m, n, k): (u32, u32, u32), processors: u32) -> Kernel {
    if m <= FEW_ROWS {
        // The first kernel is `gemv`.
        return KERNELS[0];
    }
    let (mut best, mut i) = (KERNELS[0], 1);
    while i < KERNELS.len() {
        if KERNELS[i].time((m, n, k), processors) < best.time((m, n, k), processors) {
            best = KERNELS[i];
        }
        i += 1;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{bf16, bf16_parts};

    #[test]
    fn python_chooses_the_same() {
        let choices: &[((u32, u32, u32), &str)] = &include!("bf16_choices.in");
        for (sizes, name) in choices {
            assert_eq!(choose(*sizes, 132).name, *name, "{sizes:?}");
        }
    }

    #[test]
    fn rows_have_the_memory_of_their_kernels() {
        let bytes = KERNELS.map(|kernel| (kernel.name, kernel.bytes));
        assert_eq!(
            bytes,
            [
                ("gemv_bf16", 0),
                ("gemm_bf16", bf16::columns_256::BYTES),
                ("gemm_bf16_192", bf16::columns_192::BYTES),
                ("gemm_bf16_128", bf16::columns_128::BYTES),
                ("gemm_bf16_64", bf16::columns_64::BYTES),
                ("gemm_bf16_256_by_2", bf16_parts::columns_256_by_2::BYTES),
                ("gemm_bf16_256_by_4", bf16_parts::columns_256_by_4::BYTES),
                ("gemm_bf16_128_by_2", bf16_parts::columns_128_by_2::BYTES),
                ("gemm_bf16_128_by_4", bf16_parts::columns_128_by_4::BYTES),
                ("gemm_bf16_64_by_2", bf16_parts::columns_64_by_2::BYTES),
                ("gemm_bf16_64_by_4", bf16_parts::columns_64_by_4::BYTES),
            ]
        );
    }
}
