//! `choose`: which kernel of [`conv`](crate::conv) and [`conv_parts`](crate::conv_parts) takes the least time for a convolution.
//!
//! The times are measured on a GPU by `tune.py`, which writes `conv_times.in`; Python reads that file, too.

use crate::choice::{kernels, turns};
use crate::conv::Sizes;

kernels! {
    "conv_times.in";
    /// A kernel of convolutions, with its times.
    pub struct Kernel {
        /// Its name.
        pub name: &'static str,
        /// The pixels of a tile.
        pub pixels: u32,
        /// The channels of a tile.
        pub columns: u32,
        /// The blocks of a cluster that divide the steps of a tile; 1 if each has a tile of its own.
        pub parts: u32,
        /// The tiles of a cluster that have the same pixels and other channels: 2, or 1 if they have other pixels.
        pub sharing: u32,
        /// The clusters that 132 multiprocessors run at once.
        pub clusters: u32,
        /// The threads of a block.
        pub threads: u32,
        /// The bytes of shared memory of a block.
        pub bytes: u32,
        /// The nanoseconds of a step, 64 channels of a pixel of the windows: of all, where parts divide them.
        pub step: u32,
        /// The nanoseconds of a tile beside its steps.
        pub turn: u32,
    }
}

impl Kernel {
    /// The clusters that the result takes, of so many pixels and channels.
    #[must_use]
    pub const fn clusters_of(self, pixels: u32, filters: u32) -> u32 {
        // Of two tiles with the same channels, with the same pixels, or one tile in parts.
        let high = if self.parts == 1 && self.sharing == 1 { 2 } else { 1 };
        pixels.div_ceil(high * self.pixels) * filters.div_ceil(self.sharing * self.columns)
    }

    /// The blocks of a launch for so many pixels and channels, on so many multiprocessors: all at once, which go on to the next tiles, or of parts
    /// one cluster for each tile.
    #[must_use]
    pub const fn blocks(self, pixels: u32, filters: u32, processors: u32) -> u32 {
        if self.parts == 1 {
            processors / 2 * 2
        } else {
            self.parts * self.clusters_of(pixels, filters)
        }
    }

    /// The nanoseconds that a convolution takes besides those of a launch: clusters take turns, and in each all steps.
    #[must_use]
    pub const fn time(self, pixels: u32, sizes: Sizes, processors: u32) -> u64 {
        let clusters = self.clusters_of(pixels, sizes.filters) as u64;
        turns(clusters, self.clusters, processors)
            * (sizes.steps() as u64 * self.step as u64 + self.turn as u64)
    }
}

/// The kernel that takes the least time for a result of so many pixels, on so many multiprocessors.
#[must_use]
pub const fn choose(pixels: u32, sizes: Sizes, processors: u32) -> Kernel {
    let (mut best, mut i) = (KERNELS[0], 1);
    while i < KERNELS.len() {
        let kernel = KERNELS[i];
        // Each part has a step.
        let fits = kernel.parts <= sizes.steps();
        if fits && kernel.time(pixels, sizes, processors) < best.time(pixels, sizes, processors) {
            best = kernel;
        }
        i += 1;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{conv, conv_parts};

    #[test]
    fn python_chooses_the_same() {
        type Choice = ((u32, u32, u32, u32), &'static str);
        let choices: &[Choice] = &include!("conv_choices.in");
        for &((pixels, filters, channels, window), name) in choices {
            let (height, width) = (window, window);
            let sizes = Sizes { height, width, padding: window / 2, channels, filters };
            assert_eq!(choose(pixels, sizes, 132).name, name, "{pixels} pixels, {sizes:?}");
        }
    }

    #[test]
    fn rows_have_the_memory_of_their_kernels() {
        let bytes = KERNELS.map(|kernel| (kernel.name, kernel.bytes));
        assert_eq!(
            bytes,
            [
                ("conv_128x64", conv::pixels_128_64::BYTES),
                ("conv_256x64", conv::pixels_256_64::BYTES),
                ("conv_128x128", conv::pixels_128_128::BYTES),
                ("conv_192x128", conv::pixels_192_128::BYTES),
                ("conv_128x256", conv::pixels_128_256::BYTES),
                ("conv_shared_128x64", conv::shared_128_64::BYTES),
                ("conv_shared_128x128", conv::shared_128_128::BYTES),
                ("conv_shared_192x128", conv::shared_192_128::BYTES),
                ("conv_128_by_2", conv_parts::columns_128_by_2::BYTES),
                ("conv_128_by_4", conv_parts::columns_128_by_4::BYTES),
                ("conv_64_by_2", conv_parts::columns_64_by_2::BYTES),
                ("conv_64_by_4", conv_parts::columns_64_by_4::BYTES),
            ]
        );
    }
}
