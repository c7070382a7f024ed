//! Convolution of bf16 images by TMA and `wgmma`, of sizes that are known at run time, with a bias of each channel and an activation: the product
//! of a matrix of windows, which TMA gathers from the images (im2col), and the filters. A tile is of 128 to 256 pixels of the result, from whatever
//! rows and images, and of some of its channels; steps are of 64 channels of one pixel of the windows. Blocks are in clusters of two, which have
//! other pixels and the same filters, or the same pixels and other filters: each loads half of what is the same for both. What is past an edge TMA
//! reads as 0, and does not write.
//!
//! Images and results are by rows, their channels together (NHWC), as are the filters (KRSC). [`choose`](crate::conv_choice::choose) chooses a tile.

use core::num::NonZeroU32;

use layout_gpu::{
    Accumulators, Arena, Bf16, Global, GroupedOrder, Im2col, Pipeline, Shared, TensorMap, Turn,
    accumulators, arena, cluster, commit_stores, fence_stores, give_registers, kernel, pack_bf16,
    publish_barriers, sync_cluster, sync_some, take_registers, thread, tiles_of_cluster, unroll,
    wait_for_stores,
};
use layout_runtime::{NarrowOf, layout};

layout! {
    /// Rows of 128 bytes, as TMA writes them with `SWIZZLE_128B`: CuTe's `GMMA::Layout_K_SW128_Atom`.
    /// A product takes eight rows of 16 bytes at once.
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,8)):(1,(8,64))))]
    struct Atom = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1);
    /// The same of filters: of channels of the result, with modes for the pixel of a window.
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,8)):(1,(8,64))))]
    struct FilterAtom = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_1,_1,_64):(_64,_0,_0,_1);
    /// `stmatrix`: the row of eight elements that a lane gives, of 64x16 for four warps.
    #[covers((64,16))]
    struct RowTV = ((8,2,2,4),8):((1,8,512,16),64);
    /// The row of an image at which the window of a pixel of the result begins, if images have no padding; the pixels are `q` to a row and
    /// `p` rows to an image.
    #[allow(non_injective)]
    pub struct Down<q, p, n, step> = along((q, p, n):(step@0, step@1, 1@2), 1);
    /// Its column.
    #[allow(non_injective)]
    pub struct Across<q, p, n, step> = along((q, p, n):(step@0, step@1, 1@2), 0);
    /// Its image.
    #[allow(non_injective)]
    pub struct Image<q, p, n> = along((q, p, n):(1@0, 1@1, 1@2), 2);
}

/// The pixels of a window, down and across, its padding, and the channels of the images and of the result.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// The pixels of a window, down.
    pub height: u32,
    /// Across.
    pub width: u32,
    /// The pixels of 0 around an image, each way.
    pub padding: u32,
    /// The channels of the images.
    pub channels: u32,
    /// The channels of the result.
    pub filters: u32,
}

/// A step: the pixel of a window, down and across, and the first of 64 channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Down.
    pub row: u32,
    /// Across.
    pub column: u32,
    /// The first channel.
    pub channel: u32,
}

impl Sizes {
    /// The number of steps.
    #[inline(always)]
    #[must_use]
    pub const fn steps(self) -> u32 {
        self.height * self.width * self.channels.div_ceil(64)
    }

    /// A step by its number.
    #[inline(always)]
    #[must_use]
    pub const fn step(self, i: u32) -> Step {
        let (pixel, of_channels) =
            GroupedOrder::<1>::new(self.height * self.width, self.channels.div_ceil(64)).at(i);
        let (row, column) = GroupedOrder::<1>::new(self.height, self.width).at(pixel);
        Step { row, column, channel: 64 * of_channels }
    }

    /// The step after one. It does not divide: the thread that loads has less than a quarter of a microsecond for a step.
    #[inline(always)]
    #[must_use]
    pub const fn after(self, Step { row, column, channel }: Step) -> Step {
        if channel + 64 < self.channels {
            Step { row, column, channel: channel + 64 }
        } else if column + 1 < self.width {
            Step { row, column: column + 1, channel: 0 }
        } else {
            Step { row: row + 1, column: 0, channel: 0 }
        }
    }
}

/// The thread that loads; `attention` says why it is not the first one.
const LOADER: u32 = 96;

/// Defines the convolution by tiles of so many pixels and channels, groups of four warps, threads and stages: the pixels and filters that a block
/// loads, and of how many blocks these are parts; the channels in parts of 64; and the bytes of shared memory.
macro_rules! convolution {
    (
        $module:ident, $name:ident, $pixels:tt, $columns:tt, $groups:tt, $threads:tt, $stages:tt;
        $pixels_loaded:tt of $pixel_parts:tt, $filters_loaded:tt of $filter_parts:tt; $parts:tt, $bytes:literal
    ) => {
        #[doc = concat!("Tiles of ", stringify!($pixels), " pixels and ", stringify!($columns), " channels.")]
        pub mod $module {
            use super::*;

            layout! {
                /// The pixels that a block loads in a step, and the filters.
                pub struct Pixels = tile_to_shape(Atom, ($pixels_loaded,64));
                pub struct Filters = tile_to_shape(FilterAtom, ($filters_loaded,1,1,64));
                struct TilesA = tile_to_shape(Atom, ($pixels,64,$stages));
                struct TilesB = tile_to_shape(Atom, ($columns,64,$stages));
                /// The same in the parts that blocks load.
                struct PartsA = tile_to_shape(Atom, ($pixels_loaded,64,$pixel_parts,$stages));
                struct PartsB = tile_to_shape(FilterAtom, ($filters_loaded,1,1,64,$filter_parts,$stages));
                /// The tile that a group of four warps writes, of 64 pixels.
                pub struct TileC = tile_to_shape(Atom, (64,$columns));
                #[banks(conflicts = 0, bits = 16, bytes = 16, by(RowTV))]
                struct TilesC = tile_to_shape(Atom, (64,$columns,$groups));
                struct Rows = composition(zipped_divide(TilesC, (64,16)), <RowTV, _>);
                /// The accumulators of `wgmma`: CuTe's `CLayout_64xN`.
                #[covers((64,$columns))]
                struct ResultTV = ((4,8,4),(2,2,(8,$parts))):((128,1,16),(64,8,(512,4096)));
                /// The bias of each channel, in all rows of a tile; of at most 65536 channels.
                #[allow(non_injective)]
                struct Bias = composition(zipped_divide((64,65536):(0,1), (64,$columns)), <ResultTV, _>);
            }

            type Memory = (Shared<Bf16, TilesA>, Shared<Bf16, TilesB>, Shared<Bf16, TilesC>, Pipeline<$stages, 2>);
            /// The bytes of shared memory of a block.
            pub const BYTES: u32 = <Memory as Arena>::BYTES;

            /// The parts that blocks load are those of the tiles.
            #[cfg(test)]
            #[test]
            fn parts_are_of_tiles() {
                for (stage, channel) in [(0, 0), (1, 63), ($stages - 1, 17)] {
                    for pixel in 0..$pixels {
                        let (part, within) = (pixel / $pixels_loaded, pixel % $pixels_loaded);
                        assert_eq!(PartsA.crd2idx((within, channel, part, stage)), TilesA.crd2idx((pixel, channel, stage)));
                    }
                    for filter in 0..$columns {
                        let (part, within) = (filter / $filters_loaded, filter % $filters_loaded);
                        assert_eq!(PartsB.crd2idx((within, 0, 0, channel, part, stage)), TilesB.crd2idx((filter, channel, stage)));
                    }
                }
                assert_eq!((PartsA.size(), PartsB.size()), (TilesA.size(), TilesB.size()));
            }

            kernel! {
                /// The results are at least `floor`: 0 (ReLU), or -∞. `down`, `across` and `image` are those of the pixels of the result.
                ///
                /// # Safety
                ///
                #[doc = concat!("Blocks of ", stringify!($threads), " threads and ", stringify!($bytes), " bytes of shared memory, an even number of them along x;")]
                #[doc = concat!("tensor maps of the images with ", stringify!($pixels_loaded), " pixels of 64 channels, of the filters with boxes of 64x",
                    stringify!($filters_loaded), "x1x1")]
                /// and of the result, pixels by channels, with boxes of 64x64, all with `SWIZZLE_128B`, in global memory; a bias for each channel of the
                /// tiles of a cluster, aligned to 16.
                pub unsafe fn $name(
                    x: &Im2col<Bf16, Pixels>,
                    filters: &TensorMap<Bf16, Filters, 4>,
                    y: &TensorMap<Bf16, TileC>,
                    bias: *const f32,
                    floor: f32,
                    down: NarrowOf<Down>,
                    across: NarrowOf<Across>,
                    image: NarrowOf<Image>,
                    sizes: Sizes,
                ) {
                    // Sums of fewer columns need no more than each thread has.
                    const REGISTERS: bool = $columns > 128;
                    const { assert!(BYTES == $bytes) };
                    let Some(steps) = NonZeroU32::new(sizes.steps()) else { return };
                    let (t, rank) = unsafe { (thread::<$threads>(), cluster::<2>()) };
                    let (sa, sb, sc, pipeline) = unsafe { arena::<Memory>() };
                    if t == 0 {
                        unsafe { pipeline.make($groups) };
                        publish_barriers();
                        x.prefetch();
                        filters.prefetch();
                        y.prefetch();
                    }
                    sync_cluster();
                    // The part of the pixels that this block loads, and of the filters. Where those of others are not loaded, too, it has its own.
                    let (part_a, part_b) = (rank % $pixel_parts, rank % $filter_parts);
                    let pixels = image.size();
                    let order = GroupedOrder::<8>::new(pixels.div_ceil($pixels * $filter_parts), sizes.filters.div_ceil($columns * $pixel_parts));
                    // The last tiles end at the last pixel: TMA takes longer for boxes that reach past it.
                    let corner = |at: u32| {
                        let (row, column) = order.at(at);
                        let pixel = $pixels * ($filter_parts * row + part_b);
                        (pixel.min(pixels.saturating_sub($pixels)), $pixel_parts * column + part_a)
                    };
                    let mut turn = Turn::FIRST;
                    if t < 128 {
                        if REGISTERS {
                            unsafe { give_registers::<40>() };
                        }
                        if t == LOADER {
                            for at in tiles_of_cluster::<2>(order.size()) {
                                let (pixel, column) = corner(at);
                                let (pixel, filter) = (pixel + $pixels_loaded * part_a, $columns * column + $filters_loaded * part_b);
                                let in_padded = |at: u32| at.wrapping_sub(sizes.padding);
                                let from = (image.index_u32(pixel), in_padded(down.index_u32(pixel)), in_padded(across.index_u32(pixel)));
                                let mut step = sizes.step(0);
                                for _ in 0..steps.get() {
                                    let Step { row: i, column: j, channel } = step;
                                    let (window, box_of_filters) = ((i as u16, j as u16), (filter, i, j, channel));
                                    let to_a = sa.with_layout(PartsA).slice((.., .., part_a, turn.stage()));
                                    let to_b = sb.with_layout(PartsB).slice((.., .., .., .., part_b, turn.stage()));
                                    unsafe {
                                        let full = pipeline.fill(turn, sa.stage(turn).bytes() + sb.stage(turn).bytes());
                                        if const { $pixel_parts == 1 } {
                                            x.load(to_a, (from, channel), window, full);
                                            filters.load_multicast(to_b, box_of_filters, full, 0b11);
                                        } else {
                                            x.load_multicast(to_a, (from, channel), window, full, 0b11);
                                            filters.load(to_b, box_of_filters, full);
                                        }
                                    }
                                    (step, turn) = (sizes.after(step), turn.next());
                                }
                            }
                        }
                        return;
                    }
                    if REGISTERS {
                        unsafe { take_registers::<232>() };
                    }
                    let (t, group) = (t % 128, t / 128 - 1);
                    let (of_lane, tile_c) = (sc.with_layout(Rows), sc.slice((.., .., group)));
                    let bias = unsafe { Global::<_, Bias>::new(bias) };
                    for at in tiles_of_cluster::<2>(order.size()) {
                        let (pixel, column) = corner(at);
                        let mut acc = accumulators::<{ $columns / 2 }>();
                        let products = |acc: &mut [f32; $columns / 2], turn| {
                            let (rows, columns) = (sa.stage(turn), sb.stage(turn));
                            unroll!(K in 0..4 {
                                unsafe { acc.multiply_add(rows.operand(64 * group, 16 * K as u32), columns.operand(0, 16 * K as u32)) };
                            });
                        };
                        turn = unsafe { pipeline.accumulate(&mut acc, (turn, steps), t, products) };
                        // The tile before is copied: it may be written again.
                        wait_for_stores::<0>();
                        unsafe { sync_some::<128>(1 + group) };
                        unroll!(P in 0..$parts {
                            // Of two columns in each eight: loads of several take as long as one.
                            let bias: [f32; 16] = unsafe { bias.read(((t, (.., 0, (.., P as u32))), (0, column))) };
                            unroll!(N in 0..4 {
                                let pair = |i: usize| {
                                    let (first, of_two) = (32 * P + 8 * N + 2 * i, 4 * N + i / 2 * 2);
                                    pack_bf16((acc[first] + bias[of_two]).max(floor), (acc[first + 1] + bias[of_two + 1]).max(floor))
                                };
                                let four = [pair(0), pair(1), pair(2), pair(3)];
                                unsafe { of_lane.store_matrices(((t, ..), (0, (4 * P + N) as u32, group)), four) };
                            });
                        });
                        fence_stores();
                        unsafe {
                            sync_some::<128>(1 + group);
                            y.store(tile_c, (pixel + 64 * group, $columns * column), t);
                        }
                        commit_stores();
                    }
                    // What is copied is read before the block ends, and the other block is done with this one's barriers.
                    wait_for_stores::<0>();
                    sync_cluster();
                }
            }
        }
    };
}

convolution!(pixels_128_128, conv_128x128, 128, 128, 2, 384, 5; 128 of 1, 64 of 2; 2, 196688);
convolution!(shared_128_128, conv_shared_128x128, 128, 128, 2, 384, 5; 64 of 2, 128 of 1; 2, 196688);

tuned! {
    // Blocks of a cluster share the filters.
    convolution!(pixels_128_64, conv_128x64, 128, 64, 2, 384, 8; 128 of 1, 32 of 2; 1, 213120);
    convolution!(pixels_256_64, conv_256x64, 256, 64, 4, 640, 4; 256 of 1, 32 of 2; 1, 196672);
    convolution!(pixels_192_128, conv_192x128, 192, 128, 3, 512, 4; 192 of 1, 64 of 2; 2, 213056);
    convolution!(pixels_128_256, conv_128x256, 128, 256, 2, 384, 3; 128 of 1, 128 of 2; 4, 213040);
    // They share the pixels.
    convolution!(shared_128_64, conv_shared_128x64, 128, 64, 2, 384, 8; 64 of 2, 64 of 1; 1, 213120);
    convolution!(shared_192_128, conv_shared_192x128, 192, 128, 3, 512, 4; 96 of 2, 128 of 1; 2, 213056);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A convolution by windows and steps, as the kernels take them, is that of the definition.
    #[test]
    fn windows_and_steps_are_those_of_a_convolution() -> Result<(), Box<dyn core::error::Error>> {
        for (n, h, w, window, padding, step) in [
            (2, 5, 7, 3, 1, 1),
            (3, 6, 5, 3, 1, 2),
            (2, 4, 4, 1, 0, 2),
            (1, 1, 2, 3, 1, 1),
            (2, 9, 8, 5, 2, 3),
        ] {
            let [p, q] = [h, w].map(|pixels: usize| (pixels + 2 * padding - window) / step + 1);
            let of = layout_gpu::Windows {
                extents: [window as u32; 2],
                padding: [padding as u32; 2],
                steps: [step as u32; 2],
            };
            assert_eq!(of.of_image([h, w]), [p, q]);
            let (down, across) =
                (Down::new(q, p, n, step)?.narrow()?, Across::new(q, p, n, step)?.narrow()?);
            let image = Image::new(q, p, n)?.narrow()?;
            assert_eq!(image.size() as usize, n * p * q);
            let sizes = Sizes {
                height: window as u32,
                width: window as u32,
                padding: padding as u32,
                channels: 136,
                filters: 8,
            };
            let mut at = sizes.step(0);
            for i in 0..sizes.steps() {
                assert_eq!(at, sizes.step(i));
                at = sizes.after(at);
            }
            let value = |image: usize, row: usize, column: usize, channel: usize| {
                image * 1009 + row * 131 + column * 17 + channel * 3 + 1
            };
            let weight =
                |row: usize, column: usize, channel: usize| row * 7 + column * 5 + channel + 1;
            for pixel in 0..image.size() {
                let here = pixel as usize;
                let (of_image, of_row, of_column) = (here / (p * q), here / q % p, here % q);
                let (mut expected, mut found) = (0, 0);
                for (i, j, c) in (0..window)
                    .flat_map(|i| (0..window).flat_map(move |j| (0..136).map(move |c| (i, j, c))))
                {
                    let (row, column) = (
                        (of_row * step + i).wrapping_sub(padding),
                        (of_column * step + j).wrapping_sub(padding),
                    );
                    if row < h && column < w {
                        expected += value(of_image, row, column, c) * weight(i, j, c);
                    }
                }
                let in_padded = |at: u32| at.wrapping_sub(sizes.padding);
                let from = (
                    image.index_u32(pixel),
                    in_padded(down.index_u32(pixel)),
                    in_padded(across.index_u32(pixel)),
                );
                for Step { row: i, column: j, channel } in (0..sizes.steps()).map(|i| sizes.step(i))
                {
                    let (row, column) =
                        (from.1.wrapping_add(i) as usize, from.2.wrapping_add(j) as usize);
                    // What TMA fills with 0.
                    if row < h && column < w {
                        for c in (channel as usize..136).take(64) {
                            found += value(from.0 as usize, row, column, c)
                                * weight(i as usize, j as usize, c);
                        }
                    }
                }
                assert_eq!(found, expected, "pixel {pixel} of {n}x{h}x{w}, {of:?}");
            }
        }
        Ok(())
    }
}
