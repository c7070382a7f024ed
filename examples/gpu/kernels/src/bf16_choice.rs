//! `choose`: which kernel of [`bf16`](crate::bf16), [`bf16_few`](crate::bf16_few),
//! [`bf16_multicast`](crate::bf16_multicast) and [`gemv`](crate::gemv) takes the least time for a product.
//!
//! The times are measured on a GPU by `tune.py`, which writes `bf16_times.in`; Python reads that file, too.

use crate::choice::{kernels, turns};

kernels! {
    "bf16_times.in";
    /// A kernel of products of bf16 to bf16, with its times.
    pub struct Kernel {
        /// Its name.
        pub name: &'static str,
        /// The rows of a tile; of a cluster of two blocks of [`bf16`](crate::bf16), those of both.
        pub rows: u32,
        /// The columns of a tile.
        pub columns: u32,
        /// The parts that the depth of a tile is divided into: of [`bf16_few`](crate::bf16_few) the blocks of a cluster; of
        /// [`bf16_multicast`](crate::bf16_multicast) 1, and [`choose`] says how many.
        pub parts: u32,
        /// The blocks of a cluster that share the rows of `A`, each with a tile of its own: of [`bf16_multicast`](crate::bf16_multicast) one to four, of
        /// [`bf16_few`](crate::bf16_few) 1, and of others 0.
        pub beside: u32,
        /// The blocks of a cluster that share the rows of `B`, in the same way.
        pub below: u32,
        /// The clusters that 132 multiprocessors run at once, of [`bf16_few`](crate::bf16_few) mostly two blocks each; of [`gemv`](crate::gemv) one block each,
        /// as they share what memory gives.
        pub clusters: u32,
        /// The bytes of shared memory of a block.
        pub bytes: u32,
        /// The nanoseconds of a step of 64 in depth; of [`bf16_few`](crate::bf16_few) where few blocks run, and neither the cache nor memory bounds them.
        pub step: u32,
        /// The same where rows are no multiple of 128 bytes: loads take longer.
        pub ragged_step: u32,
        /// The nanoseconds of a turn beside its steps: of a launch, where blocks go on to the next tile.
        pub turn: u32,
    }
}

/// The bytes that the cache gives to all multiprocessors in a nanosecond.
const CACHE_RATE: u64 = 7400;
/// The same where rows are no multiple of 128 bytes, and each begins in one line and ends in another.
const RAGGED_CACHE_RATE: u64 = 4600;
/// The bytes that memory gives in a nanosecond.
const MEMORY_RATE: u64 = 4200;
/// The tiles of [`bf16_few`](crate::bf16_few) beside each other that get a quarter of the rows of `A` from the cache each.
const FULL_WIDTH: u64 = 32;
/// The nanoseconds that parts of a tile wait for each other, and the numbers of it that a block adds and writes in a nanosecond.
const SUMS: u64 = 2500;
const SUM_RATE: u32 = 8;
/// The bytes of both factors that stay in the cache from one product to the next.
const CACHED: u64 = 50_000_000;

/// The bytes of both factors.
const fn bytes((m, n, k): (u32, u32, u32)) -> u64 {
    2 * (m as u64 + n as u64) * k as u64
}

impl Kernel {
    /// Returns true for the kernels of [`bf16_few`](crate::bf16_few) and [`bf16_multicast`](crate::bf16_multicast), which compute `Cᵀ`.
    const fn is_transposed(self) -> bool {
        self.beside > 0
    }

    /// Returns true for the kernels of [`bf16_multicast`](crate::bf16_multicast).
    const fn is_multicast(self) -> bool {
        self.beside * self.below > 1
    }

    /// The turns that clusters take: in each as many run at the same time as the multiprocessors hold.
    const fn turns(self, (m, n): (u32, u32), processors: u32) -> u64 {
        let (high, wide) = (m.div_ceil(self.rows) as u64, n.div_ceil(self.columns) as u64);
        let (below, beside) = if self.is_transposed() { (self.below, self.beside) } else { (1, 1) };
        let by_clusters = high.div_ceil(below as u64) * wide.div_ceil(beside as u64);
        let in_clusters = if self.is_multicast() { self.parts as u64 } else { 1 };
        turns(by_clusters * in_clusters, self.clusters, processors)
    }

    /// The nanoseconds that a product takes: clusters take turns, and in each every part of the depth its steps. Loads take as long as the cache takes to
    /// give `B` to each row of tiles, and a quarter of `A` (blocks near each other that ask for the same lines get them by one read; three sixteenths where those of a
    /// cluster share it, and half where fewer than `FULL_WIDTH` tiles of [`bf16_few`](crate::bf16_few) are beside each other), or half of both of large tiles; and what memory takes to give both factors once. An eighth of the shorter of steps and loads is not beside the longer.
    #[must_use]
    pub const fn time(self, (m, n, k): (u32, u32, u32), processors: u32) -> u64 {
        let (high, wide) = (m.div_ceil(self.rows) as u64, n.div_ceil(self.columns) as u64);
        let turns = self.turns((m, n), processors);
        let steps = k.div_ceil(64 * self.parts) as u64;
        let step = if k.is_multiple_of(64) { self.step } else { self.ragged_step };
        let steps_take = turns * steps * step as u64;
        let rows = if m < self.rows { m } else { self.rows };
        let of_a = if self.beside > 1 {
            rows * 3 / 4
        } else if self.is_multicast() || wide >= FULL_WIDTH {
            rows
        } else {
            2 * rows
        };
        let of_step = if self.is_transposed() {
            32 * (4 * self.columns / self.below + of_a)
        } else {
            64 * (self.columns + self.rows)
        };
        let read = high * wide * self.parts as u64 * steps * of_step as u64;
        let by_cache = read / if k.is_multiple_of(64) { CACHE_RATE } else { RAGGED_CACHE_RATE };
        let by_memory = if bytes((m, n, k)) > CACHED { bytes((m, n, k)) / MEMORY_RATE } else { 0 };
        let loads_take = if by_cache > by_memory { by_cache } else { by_memory };
        let (longer, shorter) = if loads_take > steps_take {
            (loads_take, steps_take)
        } else {
            (steps_take, loads_take)
        };
        // Blocks of `bf16` go on to the next tile.
        let launches = if self.is_transposed() { turns } else { 1 };
        let sums = if self.is_multicast() && self.parts > 1 {
            SUMS + (self.rows * self.columns / SUM_RATE) as u64
        } else {
            0
        };
        launches * self.turn as u64 + longer + shorter / 8 + sums
    }
}

/// The most rows for which no tiles of [`bf16_multicast`](crate::bf16_multicast) are chosen: most of their rows would be past the edge.
const FEW_ROWS: u32 = 64;
/// As many rows past the edge are too many for tiles of more than [`FEW_ROWS`] of [`bf16_few`](crate::bf16_few): TMA takes longer for them.
const PAST_EDGE: u32 = 16;
/// The most parts that the depth of a tile of [`bf16_multicast`](crate::bf16_multicast) is divided into.
const MOST_PARTS: u32 = 16;
/// The rows of a block of [`bf16`](crate::bf16): of fewer some are past the edge, and a step takes longer than is measured.
const BLOCK_ROWS: u32 = 128;

/// The kernel that takes the least time for a product of `m` by `n` and `k` in depth on so many multiprocessors.
#[must_use]
pub const fn choose((m, n, k): (u32, u32, u32), processors: u32) -> Kernel {
    let cached = bytes((m, n, k)) <= CACHED;
    // The first kernel is `gemv`: the fastest of one row that stays in the cache.
    if m <= 1 && cached {
        return KERNELS[0];
    }
    let (mut best, mut i): (Option<Kernel>, _) = (None, 1);
    while i < KERNELS.len() {
        let mut kernel = KERNELS[i];
        // Several tiles of few rows would read `B` from memory more than once.
        let fits = match kernel.beside * kernel.below {
            0 => m >= BLOCK_ROWS,
            1 => {
                let past_edge = m.div_ceil(kernel.rows) * kernel.rows - m;
                (cached || m <= FEW_ROWS || m <= kernel.rows)
                    && (kernel.rows <= FEW_ROWS || past_edge < PAST_EDGE)
            }
            _ => m > FEW_ROWS,
        };
        // The parts of a tile run at the same time.
        let most = if kernel.is_multicast() { MOST_PARTS } else { kernel.parts };
        while fits && kernel.parts <= most {
            let in_turn = kernel.is_multicast()
                && kernel.parts > 1
                && (kernel.turns((m, n), processors) > 1 || k <= 64 * (kernel.parts - 1));
            let faster = match best {
                None => true,
                Some(best) => kernel.time((m, n, k), processors) < best.time((m, n, k), processors),
            };
            if faster && !in_turn {
                best = Some(kernel);
            }
            kernel.parts += 1;
        }
        i += 1;
    }
    match best {
        Some(best) => best,
        None => KERNELS[0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{bf16, bf16_few, bf16_multicast};

    #[test]
    fn python_chooses_the_same() {
        let choices: &[((u32, u32, u32), &str, u32)] = &include!("bf16_choices.in");
        for (sizes, name, parts) in choices {
            let chosen = choose(*sizes, 132);
            assert_eq!((chosen.name, chosen.parts), (*name, *parts), "{sizes:?}");
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
                ("gemm_bf16_8x64", bf16_few::tiles_8x64::BYTES),
                ("gemm_bf16_8x64_by_2", bf16_few::tiles_8x64_by_2::BYTES),
                ("gemm_bf16_8x64_by_4", bf16_few::tiles_8x64_by_4::BYTES),
                ("gemm_bf16_16x64", bf16_few::tiles_16x64::BYTES),
                ("gemm_bf16_16x64_by_2", bf16_few::tiles_16x64_by_2::BYTES),
                ("gemm_bf16_16x64_by_4", bf16_few::tiles_16x64_by_4::BYTES),
                ("gemm_bf16_32x64", bf16_few::tiles_32x64::BYTES),
                ("gemm_bf16_32x64_by_2", bf16_few::tiles_32x64_by_2::BYTES),
                ("gemm_bf16_32x64_by_4", bf16_few::tiles_32x64_by_4::BYTES),
                ("gemm_bf16_64x64", bf16_few::tiles_64x64::BYTES),
                ("gemm_bf16_64x64_by_2", bf16_few::tiles_64x64_by_2::BYTES),
                ("gemm_bf16_64x64_by_4", bf16_few::tiles_64x64_by_4::BYTES),
                ("gemm_bf16_64x128", bf16_few::tiles_64x128::BYTES),
                ("gemm_bf16_96x64_by_2", bf16_few::tiles_96x64_by_2::BYTES),
                ("gemm_bf16_128x64_by_2", bf16_few::tiles_128x64_by_2::BYTES),
                ("gemm_bf16_160x64_by_2", bf16_few::tiles_160x64_by_2::BYTES),
                ("gemm_bf16_192x64_by_2", bf16_few::tiles_192x64_by_2::BYTES),
                ("gemm_bf16_208x64_by_2", bf16_few::tiles_208x64_by_2::BYTES),
                ("gemm_bf16_256x64_by_2", bf16_few::tiles_256x64_by_2::BYTES),
                ("gemm_bf16_128x128_by_2", bf16_few::tiles_128x128_by_2::BYTES),
                ("gemm_bf16_64x64_multicast_1x4", bf16_multicast::tiles_64x64_multicast_1x4::BYTES),
                ("gemm_bf16_96x64_multicast_1x4", bf16_multicast::tiles_96x64_multicast_1x4::BYTES),
                (
                    "gemm_bf16_128x64_multicast_1x2",
                    bf16_multicast::tiles_128x64_multicast_1x2::BYTES
                ),
                (
                    "gemm_bf16_128x64_multicast_1x4",
                    bf16_multicast::tiles_128x64_multicast_1x4::BYTES
                ),
                (
                    "gemm_bf16_144x64_multicast_1x2",
                    bf16_multicast::tiles_144x64_multicast_1x2::BYTES
                ),
                (
                    "gemm_bf16_192x64_multicast_1x4",
                    bf16_multicast::tiles_192x64_multicast_1x4::BYTES
                ),
                (
                    "gemm_bf16_64x128_multicast_2x1",
                    bf16_multicast::tiles_64x128_multicast_2x1::BYTES
                ),
                (
                    "gemm_bf16_80x128_multicast_2x1",
                    bf16_multicast::tiles_80x128_multicast_2x1::BYTES
                ),
                (
                    "gemm_bf16_96x128_multicast_1x4",
                    bf16_multicast::tiles_96x128_multicast_1x4::BYTES
                ),
                (
                    "gemm_bf16_96x128_multicast_2x2",
                    bf16_multicast::tiles_96x128_multicast_2x2::BYTES
                ),
                (
                    "gemm_bf16_112x128_multicast_1x2",
                    bf16_multicast::tiles_112x128_multicast_1x2::BYTES
                ),
                (
                    "gemm_bf16_128x128_multicast_1x2",
                    bf16_multicast::tiles_128x128_multicast_1x2::BYTES
                ),
                (
                    "gemm_bf16_128x128_multicast_2x1",
                    bf16_multicast::tiles_128x128_multicast_2x1::BYTES
                ),
                (
                    "gemm_bf16_128x128_multicast_1x4",
                    bf16_multicast::tiles_128x128_multicast_1x4::BYTES
                ),
                (
                    "gemm_bf16_128x128_multicast_2x2",
                    bf16_multicast::tiles_128x128_multicast_2x2::BYTES
                ),
                (
                    "gemm_bf16_144x128_multicast_1x2",
                    bf16_multicast::tiles_144x128_multicast_1x2::BYTES
                ),
                (
                    "gemm_bf16_160x128_multicast_1x2",
                    bf16_multicast::tiles_160x128_multicast_1x2::BYTES
                ),
                (
                    "gemm_bf16_176x128_multicast_1x2",
                    bf16_multicast::tiles_176x128_multicast_1x2::BYTES
                ),
                (
                    "gemm_bf16_192x128_multicast_1x2",
                    bf16_multicast::tiles_192x128_multicast_1x2::BYTES
                ),
                (
                    "gemm_bf16_224x128_multicast_1x2",
                    bf16_multicast::tiles_224x128_multicast_1x2::BYTES
                ),
                (
                    "gemm_bf16_256x128_multicast_1x2",
                    bf16_multicast::tiles_256x128_multicast_1x2::BYTES
                ),
                (
                    "gemm_bf16_176x192_multicast_2x1",
                    bf16_multicast::tiles_176x192_multicast_2x1::BYTES
                ),
            ]
        );
    }
}
