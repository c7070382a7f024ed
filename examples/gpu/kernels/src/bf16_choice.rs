//! `choose`: which kernel of [`bf16`](crate::bf16), [`bf16_few`](crate::bf16_few),
//! [`bf16_multicast`](crate::bf16_multicast) and [`gemv`](crate::gemv) takes the least time for a product.
//!
//! The times are measured on a GPU by `tune.py`, which writes `bf16_times.in`, and `bf16_rates.in` by the times of many products; Python reads these files, too.

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

/// The rates of what all kernels share: the cache, memory, and the waits of parts of a tile.
struct Rates {
    /// The bytes that the cache gives to all multiprocessors in a nanosecond.
    cache: u64,
    /// The same where rows are no multiple of 128 bytes, and each begins in one line and ends in another.
    ragged_cache: u64,
    /// The bytes that memory gives in a nanosecond.
    memory: u64,
    /// The rows of tiles past an edge that all multiprocessors get in a nanosecond: TMA has to fill them, and they take longer than others.
    past_edge: u64,
    /// The nanoseconds that parts of a tile wait for each other.
    sums: u64,
    /// The same for each part.
    part: u64,
    /// The numbers of a tile that a block adds and writes in a nanosecond.
    sum: u64,
    /// The nanoseconds of 64 columns of each further tile of [`bf16`](crate::bf16), whose blocks go on to it.
    columns: u64,
    /// The nanoseconds of a first turn that further ones do not have.
    launch: u64,
    /// The nanoseconds to begin a block on each multiprocessor.
    blocks: u64,
}

const RATES: Rates = {
    type Numbers = (u64, u64, u64, u64, u64, u64, u64, u64, u64, u64);
    let (cache, ragged_cache, memory, past_edge, sums, part, sum, columns, launch, blocks): Numbers =
        include!("bf16_rates.in");
    Rates { cache, ragged_cache, memory, past_edge, sums, part, sum, columns, launch, blocks }
};

/// The tiles of [`bf16_few`](crate::bf16_few) beside each other that get a quarter of the rows of `A` from the cache each.
const FULL_WIDTH: u64 = 32;
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

    /// Returns true for the kernels of [`bf16_few`](crate::bf16_few) of few columns, by which rows and columns are exchanged.
    const fn is_narrow(self) -> bool {
        self.beside * self.below == 1 && self.columns < 64
    }

    /// The rows and columns of a tile and of `C`, exchanged for the kernels of few columns.
    const fn sides(self, (m, n): (u32, u32)) -> ((u32, u32), (u32, u32)) {
        if self.is_narrow() {
            ((self.columns, self.rows), (n, m))
        } else {
            ((self.rows, self.columns), (m, n))
        }
    }

    /// The turns that clusters take: in each as many run at the same time as the multiprocessors hold.
    const fn turns(self, sizes: (u32, u32), processors: u32) -> u64 {
        let ((rows, columns), (m, n)) = self.sides(sizes);
        let (high, wide) = (m.div_ceil(rows) as u64, n.div_ceil(columns) as u64);
        let (below, beside) = if self.is_transposed() { (self.below, self.beside) } else { (1, 1) };
        let by_clusters = high.div_ceil(below as u64) * wide.div_ceil(beside as u64);
        let in_clusters = if self.is_multicast() { self.parts as u64 } else { 1 };
        turns(by_clusters * in_clusters, self.clusters, processors)
    }

    /// The nanoseconds that a product takes: clusters take turns, and in each every part of the depth its steps. Loads take as long as the cache takes to
    /// give `B` to each row of tiles, and a quarter of `A` (blocks near each other that ask for the same lines get them by one read; three sixteenths where those of a
    /// cluster share it, and half where fewer than `FULL_WIDTH` tiles of [`bf16_few`](crate::bf16_few) are beside each other), or half of both of large tiles, and rows past an
    /// edge, or all rows of the last step where it ends past one; or what memory takes to give both factors once, and `B` for each turn of tiles in rows where the cache
    /// does not hold it. An eighth of the shorter of steps and memory is not beside the longer.
    #[must_use]
    pub const fn time(self, (m, n, k): (u32, u32, u32), processors: u32) -> u64 {
        let turns = self.turns((m, n), processors);
        let memory = bytes((m, n, k));
        let ((rows, columns), (m, n)) = self.sides((m, n));
        let (high, wide) = (m.div_ceil(rows), n.div_ceil(columns));
        let (tiles, steps) = (high as u64 * wide as u64, k.div_ceil(64 * self.parts) as u64);
        let of_all = tiles * self.parts as u64;
        let (step, cache) = if k.is_multiple_of(64) {
            (self.step, RATES.cache)
        } else {
            (self.ragged_step, RATES.ragged_cache)
        };
        let in_tile = if m < rows { m } else { rows };
        let of_a = if self.beside > 1 {
            in_tile * 3 / 4
        } else if self.is_multicast() || wide as u64 >= FULL_WIDTH {
            in_tile
        } else {
            2 * in_tile
        };
        let of_step = if self.is_transposed() {
            32 * (4 * columns / self.below + of_a)
        } else {
            64 * (columns + rows)
        };
        // Where a tile is not larger than `C`, the last ones of others than `bf16_few` end at its edge.
        let (of_rows, of_columns) = match self.beside * self.below {
            0 => (0, 0),
            1 => (high * rows - m, wide * columns - n),
            _ => (rows.saturating_sub(m), columns.saturating_sub(n)),
        };
        let (beside, below) = if self.is_transposed() { (self.beside, self.below) } else { (1, 1) };
        let past_edge = (of_rows as u64 * wide as u64 / beside as u64
            + of_columns as u64 * high as u64 / below as u64)
            * self.parts as u64
            * steps;
        // Of the last step all rows end past the edge.
        let of_last =
            if k.is_multiple_of(64) { 0 } else { tiles * (rows / beside + columns / below) as u64 };
        let by_cache =
            of_all * steps * of_step as u64 / cache + (past_edge + of_last) / RATES.past_edge;
        // Turns of tiles in rows read `B` anew, where the cache does not hold it.
        let below_others = high.div_ceil(below) as u64;
        let reads = match self.is_transposed() && 2 * n as u64 * k as u64 > CACHED {
            true if turns < below_others => turns,
            true => below_others,
            false => 1,
        };
        let by_memory = if memory > CACHED {
            2 * (m as u64 + n as u64 * reads) * k as u64 / RATES.memory
        } else {
            0
        };
        let steps_take = turns * steps * step as u64;
        let loads_take = if by_cache > by_memory { by_cache } else { by_memory };
        let longest = if loads_take > steps_take { loads_take } else { steps_take };
        let shorter = if by_memory < steps_take { by_memory } else { steps_take };
        let again = if self.is_transposed() {
            (self.turn as u64).saturating_sub(RATES.launch)
        } else {
            columns as u64 * RATES.columns / 64
        };
        let sums = if self.is_multicast() && self.parts > 1 {
            RATES.sums + self.parts as u64 * RATES.part + (rows * columns) as u64 / RATES.sum
        } else {
            0
        };
        let most = 2 * processors as u64;
        let begun = if of_all < most { of_all } else { most };
        self.turn as u64
            + turns.saturating_sub(1) * again
            + longest
            + shorter / 8
            + sums
            + begun * RATES.blocks / processors as u64
    }
}

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
        let fits = kernel.is_transposed() || m >= BLOCK_ROWS;
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
                ("gemm_bf16_64x8", bf16_few::tiles_64x8::BYTES),
                ("gemm_bf16_64x16", bf16_few::tiles_64x16::BYTES),
                ("gemm_bf16_64x16_by_2", bf16_few::tiles_64x16_by_2::BYTES),
                ("gemm_bf16_64x32", bf16_few::tiles_64x32::BYTES),
                ("gemm_bf16_64x32_by_2", bf16_few::tiles_64x32_by_2::BYTES),
                ("gemm_bf16_64x32_by_4", bf16_few::tiles_64x32_by_4::BYTES),
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
