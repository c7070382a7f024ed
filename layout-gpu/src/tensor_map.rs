//! Tensor maps: copies of whole tiles by TMA, whose boxes and swizzles are computed from the layout of the tile.

use core::marker::PhantomData;

use layout_core::{EncodingError, ModeOffsets, TensorBox, TensorMatrix};
use layout_runtime::{Coordinate, Geometry, StaticLayout};

use crate::barrier::Barrier;
use crate::descriptor::{line, swizzle_mode};
use crate::element::Element;
use crate::memory::{InShared, Shared};
use crate::ptx::ptx;
use crate::refused::{check, stop};

/// The boxes of a tile of two modes.
///
/// # Errors
///
/// TMA writes no such tile.
///
/// ```
/// use layout_gpu::{Bf16, tensor_box};
/// use layout_runtime::layout;
///
/// layout! { struct Atom = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1); }
///
/// // 128 columns are two rows of the swizzle, hence two boxes.
/// let found = tensor_box::<Bf16, _>(layout!(tile_to_shape(Atom, (32,128)))).unwrap();
/// assert_eq!((found.extents, found.boxes), ([64, 32], 2));
/// let refused = tensor_box::<Bf16, _>(layout!((32,64):(72,1))).unwrap_err();
/// assert!(refused.to_string().starts_with("row of the box = 1, its offset in bytes = 144: "));
/// ```
pub const fn tensor_box<T: Element, L: StaticLayout>(_: L) -> Result<TensorBox, EncodingError> {
    box_of::<T, L>()
}

const fn box_of<T: Element, L: StaticLayout>() -> Result<TensorBox, EncodingError> {
    let bytes = size_of::<T>();
    if <L::Geometry as Geometry>::RANK != 2 {
        return Err(EncodingError::new(
            ("modes", <L::Geometry as Geometry>::RANK as i64),
            ("wanted", 2),
            "a tile has two modes",
        ));
    }
    let head = <<L::Geometry as Geometry>::Head as Geometry>::TABLE;
    let tail = <<L::Geometry as Geometry>::Tail as Geometry>::TABLE;
    let swizzle = check!(swizzle_mode::<L::Map>(bytes));
    TensorBox::of_lines(line(&head, bytes), line(&tail, bytes), swizzle)
}

/// What `cuTensorMapEncodeTiled` is called with, besides the address of the matrix and a choice of caching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TensorMapArguments {
    /// `CUtensorMapDataType`.
    pub data_type: u32,
    /// `globalDim`; their number is the rank, 2.
    pub sizes: [u64; 2],
    /// `globalStrides`, in bytes.
    pub strides: [u64; 1],
    /// `boxDim`.
    pub extents: [u32; 2],
    /// `elementStrides`.
    pub steps: [u32; 2],
    /// `CUtensorMapSwizzle`.
    pub swizzle: u32,
}

/// A tensor map of CUDA's, of matrices of which tiles `L` of elements `T` are copied. It lies in memory that kernels read and do not write:
/// a kernel takes it by reference.
#[repr(C, align(64))]
pub struct TensorMap<T, L> {
    words: [u64; 16],
    of: PhantomData<fn() -> (T, L)>,
}

impl<T, L> core::fmt::Debug for TensorMap<T, L> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.words.fmt(f)
    }
}

impl<T: Element, L: StaticLayout> TensorMap<T, L> {
    /// The boxes of the tile; a tile that has none does not compile.
    pub const BOX: TensorBox = match box_of::<T, L>() {
        Ok(found) => found,
        Err(refused) => stop(&refused, "no tile of a tensor map", L::NOTATION),
    };

    /// The arguments for a matrix with these extents and strides, in elements and in the order of the tile's modes.
    ///
    /// # Errors
    ///
    /// CUDA takes no such matrix.
    ///
    /// ```
    /// use layout_gpu::{Bf16, TensorMap};
    /// use layout_runtime::layout;
    ///
    /// layout! {
    ///     struct Tile = tile_to_shape(Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1), (128,64));
    ///     struct Rows<m, n> = (m, n):(n, 1);
    /// }
    ///
    /// let matrix = Rows::new(1000, 4096)?;
    /// let arguments = TensorMap::<Bf16, Tile>::arguments(matrix.shape(), matrix.stride())?;
    /// assert_eq!((arguments.sizes, arguments.strides), ([4096, 1000], [8192]));
    /// assert_eq!((arguments.extents, arguments.swizzle), ([64, 128], 3));
    ///
    /// let refused = TensorMap::<Bf16, Tile>::arguments([1000, 4100], [4100, 1]).unwrap_err();
    /// assert!(refused.to_string().starts_with("stride in bytes = 8200, "));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub const fn arguments(
        extents: [usize; 2],
        strides: [isize; 2],
    ) -> Result<TensorMapArguments, EncodingError> {
        let found = Self::BOX;
        let TensorMatrix { sizes, strides } =
            check!(found.matrix(extents, strides, size_of::<T>()));
        Ok(TensorMapArguments {
            data_type: T::DATA_TYPE,
            sizes,
            strides,
            extents: found.extents,
            steps: [1, 1],
            swizzle: found.swizzle_in_map(),
        })
    }

    /// Each box of a tile: where it is in shared memory, and in the matrix, the mode that is together first.
    #[inline(always)]
    fn boxes<M: StaticLayout>(
        tile: Shared<T, M>,
        at: (u32, u32),
    ) -> impl Iterator<Item = (u32, u32, u32)>
    where
        (u32, u32): Coordinate<M::Geometry, u32>,
    {
        const { assert_same::<L, M>() };
        let (length, is_head) = const { (Self::BOX.extents[0], Self::BOX.inner == 0) };
        let (along, across) = if is_head { at } else { (at.1, at.0) };
        (0..const { Self::BOX.boxes }).map(move |i| {
            let first = i * length;
            let place: InShared = tile.place(if is_head { (first, 0) } else { (0, first) });
            (place.address(), along + first, across)
        })
    }

    /// Begins the copy of a tile of the matrix to shared memory, from a coordinate of it on. What is past an edge is filled with 0.
    ///
    /// A tile of another layout than that of the map does not compile.
    ///
    /// # Safety
    ///
    /// The map is one of [`TensorMap::arguments`]. One thread calls it, with a barrier that expects the bytes of the tile, and nobody
    /// reads or writes the tile until the barrier is waited for.
    #[inline(always)]
    pub unsafe fn load<M: StaticLayout>(&self, tile: Shared<T, M>, at: (u32, u32), barrier: Barrier)
    where
        (u32, u32): Coordinate<M::Geometry, u32>,
    {
        for (address, along, across) in Self::boxes(tile, at) {
            // SAFETY: by the caller.
            unsafe {
                ptx!("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [{}], [{}, {{{}, {}}}], [{}];",
                    in(reg32) address, in(reg64) self, in(reg32) along, in(reg32) across,
                    in(reg32) barrier.address(), options(nostack));
            }
        }
    }

    /// Begins the copy of a tile of shared memory to the matrix, for a group of threads, of which `t` is the number in it: the first
    /// one does. What is past an edge is left out.
    ///
    /// # Safety
    ///
    /// The map is one of [`TensorMap::arguments`]. The group calls it after a [`fence_stores`] of the threads that wrote the tile and a
    /// barrier. Nobody writes the tile until the first thread has waited ([`wait_for_stores`]) and a barrier, or reads it from the matrix
    /// before the kernel ends.
    #[inline(always)]
    pub unsafe fn store<M: StaticLayout>(&self, tile: Shared<T, M>, at: (u32, u32), t: u32)
    where
        (u32, u32): Coordinate<M::Geometry, u32>,
    {
        for (address, along, across) in Self::boxes(tile, at) {
            // SAFETY: by the caller.
            unsafe {
                ptx!("{{ .reg .pred p; setp.eq.u32 p, {}, 0; @p cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [{}, {{{}, {}}}], [{}]; }}",
                    in(reg32) t, in(reg64) self, in(reg32) along, in(reg32) across, in(reg32) address,
                    options(nostack));
            }
        }
    }
}

/// Shows what this thread wrote to shared memory to the engine that copies.
#[inline(always)]
pub fn fence_stores() {
    // SAFETY: it moves nothing.
    unsafe { ptx!("fence.proxy.async.shared::cta;", options(nostack)) };
}

/// Ends a group of stores of this thread.
#[inline(always)]
pub fn commit_stores() {
    // SAFETY: it moves nothing.
    unsafe { ptx!("cp.async.bulk.commit_group;", options(nostack)) };
}

/// Waits until all but the last `GROUPS` groups of stores of this thread have read shared memory.
#[inline(always)]
pub fn wait_for_stores<const GROUPS: u32>() {
    // SAFETY: waiting is safe.
    unsafe { ptx!("cp.async.bulk.wait_group.read {};", const GROUPS, options(nostack)) };
}

/// Two layouts are the same function of two coordinates.
const fn assert_same<L: StaticLayout, M: StaticLayout>() {
    use layout_runtime::Map;
    let (a, b) = (<L::Map as Map>::SWIZZLE, <M::Map as Map>::SWIZZLE);
    let mut same = a.bits == b.bits && a.base == b.base && a.shift == b.shift;
    let (l, m) = (
        <<L::Geometry as Geometry>::Head as Geometry>::TABLE,
        <<M::Geometry as Geometry>::Head as Geometry>::TABLE,
    );
    same &= same_line(line(&l, 1), line(&m, 1));
    let (l, m) = (
        <<L::Geometry as Geometry>::Tail as Geometry>::TABLE,
        <<M::Geometry as Geometry>::Tail as Geometry>::TABLE,
    );
    same &= same_line(line(&l, 1), line(&m, 1));
    assert!(
        same && <L::Geometry as Geometry>::RANK == <M::Geometry as Geometry>::RANK,
        "this tile has not the layout of the tensor map's"
    );
}

const fn same_line(a: ModeOffsets<'_>, b: ModeOffsets<'_>) -> bool {
    let mut same = a.size == b.size;
    let mut i = 0;
    while same && i < a.size {
        same = a.byte_offset(i) == b.byte_offset(i);
        i += 1;
    }
    same
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bf16, E4m3};
    use layout_core::SwizzleMode;
    use layout_runtime::layout;

    /// What TMA writes: the boxes one after the other, each by rows, and units of 16 bytes exchanged by the row of 128 bytes.
    fn check<T: Element, L: StaticLayout>(layout: L) -> TensorBox
    where
        (usize, usize): Coordinate<L::Geometry>,
        (u32, u32): Coordinate<L::Geometry, u32>,
    {
        let found = tensor_box::<T, L>(layout).unwrap();
        let [length, rows] = found.extents.map(|extent| extent as usize);
        let width = found.swizzle.row() / 16;
        let tile = Shared::<T, L>::at_address(0);
        for (first, along, across) in TensorMap::<T, L>::boxes(tile, (1000, 2000)) {
            let corner = if found.inner == 0 {
                (along - 1000, across - 2000)
            } else {
                (across - 1000, along - 2000)
            };
            for (row, i) in (0..rows).flat_map(|row| (0..length).map(move |i| (row, i))) {
                let address = first as usize + (row * length + i) * size_of::<T>();
                let written = address ^ ((address >> 7 & (width - 1)) << 4);
                let (a, b) = if found.inner == 0 { (i, row) } else { (row, i) };
                let at = (corner.0 as usize + a, corner.1 as usize + b);
                assert_eq!(
                    written,
                    layout.crd2idx(at) * size_of::<T>(),
                    "{} at {at:?}",
                    L::NOTATION
                );
            }
        }
        found
    }

    layout! {
        struct K128 = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1);
        struct K64 = Sw<2,4,3> o smem_ptr[16b](unset) o (_8,_32):(_32,_1);
        struct K32 = Sw<1,4,3> o smem_ptr[16b](unset) o (_8,_16):(_16,_1);
        struct Mn128 = Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_8):(_1,_64);
        struct K128Of8 = Sw<3,4,3> o smem_ptr[8b](unset) o (_8,_128):(_128,_1);
    }

    #[test]
    fn boxes_write_what_the_layout_has() {
        assert_eq!(check::<Bf16, _>(layout!(tile_to_shape(K128, (128, 64)))).boxes, 1);
        assert_eq!(check::<Bf16, _>(layout!(tile_to_shape(K128, (128, 128)))).boxes, 2);
        assert_eq!(check::<Bf16, _>(layout!(tile_to_shape(K64, (64, 64)))).boxes, 2);
        assert_eq!(check::<Bf16, _>(layout!(tile_to_shape(K32, (64, 16)))).boxes, 1);
        // Columns together: the other mode goes first, and atoms are ordered so that a box is.
        let columns = check::<Bf16, _>(layout!(tile_to_shape(Mn128, (128, 64), (2, 1))));
        assert_eq!((columns.inner, columns.boxes, columns.extents), (0, 2, [64, 64]));
        assert_eq!(
            check::<E4m3, _>(layout!(tile_to_shape(K128Of8, (128, 128)))).extents,
            [128, 128]
        );
        assert_eq!(check::<f32, _>(layout!((16,32):(32,1))).swizzle, SwizzleMode::None);
    }

    #[test]
    fn other_tiles_are_refused() {
        let rule = |result: Result<TensorBox, EncodingError>| result.unwrap_err().rule();
        assert!(rule(tensor_box::<Bf16, _>(layout!((32,64):(72,1)))).contains("padded"));
        assert!(rule(tensor_box::<Bf16, _>(layout!((512,64):(64,1)))).contains("256"));
        assert!(rule(tensor_box::<Bf16, _>(layout!((8,4):(4,1)))).contains("16 bytes"));
        assert!(rule(tensor_box::<Bf16, _>(layout!((8,8):(16,2)))).contains("together"));
        assert!(
            rule(tensor_box::<Bf16, _>(layout!(Sw<3,4,3> o 0 o (8,64):(64,1))))
                .contains("units of 16")
        );
        assert!(rule(tensor_box::<Bf16, _>(layout!((8,64,2):(64,1,512)))).contains("two modes"));
        // Atoms one after the other along rows: the rows of a box are not.
        assert!(
            rule(tensor_box::<Bf16, _>(layout!(tile_to_shape(K128, (128, 128), (2, 1)))))
                .contains("one after the other")
        );
    }

    #[test]
    fn matrices_that_cuda_takes_have_arguments() {
        layout! { struct Tile = tile_to_shape(K128, (128,64)); }
        type Map = TensorMap<Bf16, Tile>;
        let arguments = Map::arguments([8192, 4096], [4096, 1]).unwrap();
        assert_eq!((arguments.data_type, arguments.steps), (9, [1, 1]));
        assert!(
            Map::arguments([8192, 4096], [1, 8192])
                .unwrap_err()
                .rule()
                .contains("together in the tile")
        );
        assert!(Map::arguments([0, 4096], [4096, 1]).unwrap_err().rule().contains("from 1 to"));
        assert!(Map::arguments([2, 64], [1 << 40, 1]).unwrap_err().rule().contains("2^40"));
    }
}
