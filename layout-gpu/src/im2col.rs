//! `Im2col`: tensor maps of images, of which a copy gathers the pixels under windows of a convolution.

use core::marker::PhantomData;

use layout_core::EncodingError;
use layout_runtime::StaticLayout;

use crate::barrier::Barrier;
use crate::element::Element;
use crate::memory::Shared;
use crate::ptx::ptx;
use crate::refused::{check, require};
use crate::tensor_map::{TensorMap, assert_same, prefetch_map};

/// The windows of a convolution: down and across.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Windows {
    /// The pixels of a window.
    pub extents: [u32; 2],
    /// The pixels of 0 around an image.
    pub padding: [u32; 2],
    /// The pixels from each window to the next.
    pub steps: [u32; 2],
}

impl Windows {
    /// The windows down and across an image of these pixels down and across: the extents of the result.
    ///
    /// # Panics
    ///
    /// Steps are 0.
    ///
    /// ```
    /// use layout_gpu::Windows;
    ///
    /// let windows = Windows { extents: [3, 3], padding: [1, 1], steps: [2, 2] };
    /// assert_eq!(windows.of_image([56, 57]), [28, 29]);
    /// ```
    #[must_use]
    pub const fn of_image(self, image: [usize; 2]) -> [usize; 2] {
        [self.along(0, image[0]), self.along(1, image[1])]
    }

    const fn along(self, mode: usize, pixels: usize) -> usize {
        let padded = pixels + 2 * self.padding[mode] as usize;
        match (padded + 1).checked_sub(self.extents[mode] as usize) {
            Some(places) => places.div_ceil(self.steps[mode] as usize),
            None => 0,
        }
    }
}

/// The arguments of `cuTensorMapEncodeIm2col`, besides the address of the images and a choice of caching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Im2colArguments {
    /// `CUtensorMapDataType`.
    pub data_type: u32,
    /// `globalDim`: channels, columns, rows and images.
    pub sizes: [u64; 4],
    /// The bytes from each element of a mode to the next: `globalStrides` are those after the first one.
    pub strides: [u64; 4],
    /// `pixelBoxLowerCorner`: across and down.
    pub lower: [i32; 2],
    /// `pixelBoxUpperCorner`.
    pub upper: [i32; 2],
    /// `channelsPerPixel`.
    pub channels: u32,
    /// `pixelsPerColumn`.
    pub pixels: u32,
    /// `elementStrides`.
    pub steps: [u32; 4],
    /// `CUtensorMapSwizzle`.
    pub swizzle: u32,
}

/// Where a window begins, by image, row and column, and a channel.
pub type WindowAt = ((u32, u32, u32), u32);

/// A tensor map of CUDA's, of images by rows whose channels are together (NHWC), of which tiles `L`, `(pixel, channel)` of elements `T`, are
/// gathered: each row of a tile is one pixel of a window, at the same place in each of the windows that follow each other across, down and
/// from image to image. So a tile is a tile of the matrix of a convolution that is computed as a product (im2col), which is nowhere in memory.
/// Pixels outside of an image are 0. It lies in memory that kernels read and do not write: a kernel takes it by reference.
#[repr(C, align(64))]
pub struct Im2col<T, L> {
    words: [u64; 16],
    of: PhantomData<fn() -> (T, L)>,
}

impl<T, L> core::fmt::Debug for Im2col<T, L> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.words.fmt(f)
    }
}

impl<T: Element, L: StaticLayout> Im2col<T, L> {
    /// The numbers of channels and pixels of a tile; one that is not one box does not compile.
    const TILE: [u32; 2] = {
        let found = TensorMap::<T, L>::BOX;
        require(
            found.inner() == 1,
            "a tile has modes for pixels and for channels, which are together",
        );
        require(found.boxes == 1, "the channels of a tile are those of one row of the swizzle");
        found.extents
    };

    /// The arguments for images with these extents and strides, in elements: image, row, column and channel.
    ///
    /// # Errors
    ///
    /// CUDA takes no such images, or windows.
    ///
    /// ```
    /// use layout_gpu::{Bf16, Im2col, Windows};
    /// use layout_runtime::layout;
    ///
    /// layout! {
    ///     struct Tile = tile_to_shape(Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1), (128,64));
    ///     struct Images<n, h, w, c> = (n, h, w, c):(h * w * c, w * c, c, 1);
    /// }
    ///
    /// let windows = Windows { extents: [3, 3], padding: [1, 1], steps: [1, 1] };
    /// let images = Images::new(32, 56, 57, 72)?;
    /// let arguments = Im2col::<Bf16, Tile>::arguments(images.shape(), images.stride(), windows)?;
    /// assert_eq!((arguments.sizes, arguments.strides), ([72, 57, 56, 32], [2, 144, 8208, 459_648]));
    /// assert_eq!((arguments.channels, arguments.pixels), (64, 128));
    /// // A window begins at a pixel from the first to the last of these, counted from the first and last of the image.
    /// assert_eq!((arguments.lower, arguments.upper), ([-1, -1], [-1, -1]));
    ///
    /// let images = Images::new(32, 56, 57, 70)?;
    /// let refused = Im2col::<Bf16, Tile>::arguments(images.shape(), images.stride(), windows).unwrap_err();
    /// assert!(refused.to_string().starts_with("stride in bytes = 7980, "));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub const fn arguments(
        extents: [usize; 4],
        strides: [isize; 4],
        windows: Windows,
    ) -> Result<Im2colArguments, EncodingError> {
        let [channels, pixels] = Self::TILE;
        let box_of = TensorMap::<T, L>::BOX;
        let (mut sizes, mut bytes) = ([0; 4], [size_of::<T>() as u64; 4]);
        // The rules of each mode are those of a matrix: of pixels by channels.
        let mut mode = 0;
        while mode < 4 {
            let matrix = check!(box_of.matrix(
                [extents[mode], extents[3]],
                [if mode < 3 { strides[mode] } else { strides[2] }, strides[3]],
                size_of::<T>()
            ));
            sizes[3 - mode] = matrix.sizes[1];
            bytes[3 - mode] = if mode < 3 { matrix.strides[1] } else { matrix.strides[0] };
            mode += 1;
        }
        let (mut lower, mut upper, mut steps) = ([0; 2], [0; 2], [1; 4]);
        let mut mode = 0;
        while mode < 2 {
            let (extent, padding) = (windows.extents[mode] as i64, windows.padding[mode] as i64);
            let step = windows.steps[mode];
            if extent < 1
                || extent > 256
                || padding > 128
                || padding + 1 - extent < -128
                || padding + 1 - extent > 127
            {
                return Err(EncodingError::new(
                    ("pixels of a window", extent),
                    ("padding", padding),
                    "a window has at most 256 pixels each way, and begins and ends at most 128 from the edges",
                ));
            }
            if step < 1 || step > 8 || windows.along(mode, extents[1 + mode]) == 0 {
                return Err(EncodingError::new(
                    ("step of windows", step as i64),
                    ("pixels", extents[1 + mode] as i64),
                    "there is a window, and steps are from 1 to 8",
                ));
            }
            lower[1 - mode] = -padding as i32;
            upper[1 - mode] = (padding + 1 - extent) as i32;
            steps[2 - mode] = step;
            mode += 1;
        }
        Ok(Im2colArguments {
            data_type: T::DATA_TYPE,
            sizes,
            strides: bytes,
            lower,
            upper,
            channels,
            pixels,
            steps,
            swizzle: box_of.swizzle_in_map(),
        })
    }

    /// Begins to read the map itself, as [`TensorMap::prefetch`] does.
    #[inline(always)]
    pub fn prefetch(&self) {
        prefetch_map(&self.words);
    }

    /// Begins the copy of a tile to shared memory, from the window that begins at `(image, row, column)` on and from a channel on: of each window
    /// the pixel `(down, across)` of it. Rows and columns wrap around 0: windows begin in the padding. What is outside of an image, past the
    /// last image or the last channel is filled with 0.
    ///
    /// A tile of another layout than that of the map does not compile.
    ///
    /// # Safety
    ///
    /// The map is one of [`Im2col::arguments`], and a window of it begins there, or would in an image past the last one. One thread calls it,
    /// with a barrier that expects the bytes of the tile, and nobody reads or writes the tile until the barrier is waited for. The channel is
    /// a multiple of 16 bytes, and the pixel is one of the window.
    #[inline(always)]
    pub unsafe fn load<M: StaticLayout>(
        &self,
        tile: Shared<T, M>,
        ((image, row, column), channel): WindowAt,
        (down, across): (u16, u16),
        barrier: Barrier,
    ) {
        const { Self::assert_tile::<M>() };
        // SAFETY: by the caller.
        unsafe {
            ptx!("cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [{}], [{}, {{{}, {}, {}, {}}}], [{}], {{{}, {}}};",
                in(reg32) tile.address(), in(reg64) self, in(reg32) channel, in(reg32) column, in(reg32) row, in(reg32) image,
                in(reg32) barrier.address(), in(reg16) across, in(reg16) down, options(nostack));
        }
    }

    /// [`load`](Im2col::load) to the same place in several blocks of the cluster, as [`TensorMap::load_multicast`] does.
    ///
    /// # Safety
    ///
    /// As of [`load`](Im2col::load), in each of those blocks: the barrier there expects the bytes, too, and its tile is free. No block of
    /// them has ended.
    #[inline(always)]
    pub unsafe fn load_multicast<M: StaticLayout>(
        &self,
        tile: Shared<T, M>,
        ((image, row, column), channel): WindowAt,
        (down, across): (u16, u16),
        barrier: Barrier,
        blocks: u16,
    ) {
        const { Self::assert_tile::<M>() };
        // SAFETY: by the caller.
        unsafe {
            ptx!(concat!("cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster",
                    " [{}], [{}, {{{}, {}, {}, {}}}], [{}], {{{}, {}}}, {};"),
                in(reg32) tile.address(), in(reg64) self, in(reg32) channel, in(reg32) column, in(reg32) row, in(reg32) image,
                in(reg32) barrier.address(), in(reg16) across, in(reg16) down, in(reg16) blocks, options(nostack));
        }
    }

    /// The tile is that of the map, and one box.
    const fn assert_tile<M: StaticLayout>() {
        assert_same::<L, M>();
        let _ = Self::TILE;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bf16;
    use layout_runtime::layout;

    layout! {
        struct Tile = tile_to_shape(Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1), (128,64));
    }

    const fn windows(extent: u32, padding: u32, step: u32) -> Windows {
        Windows { extents: [extent; 2], padding: [padding; 2], steps: [step; 2] }
    }

    fn arguments(
        [n, h, w, c]: [usize; 4],
        windows: Windows,
    ) -> Result<Im2colArguments, EncodingError> {
        let strides = [h * w * c, w * c, c, 1].map(|stride| stride as isize);
        Im2col::<Bf16, Tile>::arguments([n, h, w, c], strides, windows)
    }

    /// Compares the windows that the map counts, of steps from its lower corner to its upper one, with those of the definition.
    #[test]
    fn windows_are_those_that_fit_in_the_padded_image() {
        for (h, w) in (1..12).flat_map(|h| (1..12).map(move |w| (h, w))) {
            for (extent, padding, step) in [
                (1, 0, 1),
                (1, 0, 2),
                (3, 1, 1),
                (3, 1, 2),
                (3, 0, 1),
                (7, 3, 2),
                (4, 1, 3),
                (5, 0, 8),
            ] {
                let of = windows(extent, padding, step);
                let fit = |pixels: usize| {
                    let padded = pixels + 2 * padding as usize;
                    (0..padded)
                        .step_by(step as usize)
                        .filter(|first| first + extent as usize <= padded)
                        .count()
                };
                assert_eq!(of.of_image([h, w]), [fit(h), fit(w)], "{h}x{w}, {of:?}");
                let Ok(map) = arguments([2, h, w, 8], of) else {
                    assert!(fit(h) == 0 || fit(w) == 0, "{h}x{w}, {of:?}");
                    continue;
                };
                let counted = |mode: usize, pixels: usize| {
                    let last = pixels as i32 - 1 + map.upper[mode];
                    (map.lower[mode]..=last).step_by(map.steps[1 + mode] as usize).count()
                };
                assert_eq!([counted(1, h), counted(0, w)], [fit(h), fit(w)], "{h}x{w}, {map:?}");
            }
        }
    }

    #[test]
    fn images_that_cuda_takes_have_arguments() {
        let map = arguments([32, 7, 9, 512], windows(3, 1, 2)).unwrap();
        assert_eq!((map.sizes, map.steps), ([512, 9, 7, 32], [1, 2, 2, 1]));
        assert_eq!(map.strides, [2, 1024, 9216, 64512]);
        assert_eq!((map.data_type, map.swizzle, map.channels, map.pixels), (9, 3, 64, 128));
        let rule = |extents, windows| arguments(extents, windows).unwrap_err().rule();
        assert!(rule([1, 7, 7, 12], windows(3, 1, 1)).contains("multiples of 16 bytes"));
        assert!(rule([0, 7, 7, 8], windows(3, 1, 1)).contains("from 1 to"));
        assert!(rule([1, 7, 7, 8], windows(3, 1, 9)).contains("from 1 to 8"));
        assert!(rule([1, 7, 7, 8], windows(3, 1, 0)).contains("from 1 to 8"));
        assert!(rule([1, 2, 7, 8], windows(3, 0, 1)).contains("there is a window"));
        assert!(rule([1, 7, 7, 8], windows(0, 0, 1)).contains("at most 256"));
        assert!(rule([1, 999, 999, 8], windows(3, 129, 1)).contains("at most 128"));
    }
}
