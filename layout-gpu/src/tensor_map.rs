//! Tensor maps: copies of whole tiles by TMA, whose boxes and swizzles are computed from the layout of the tile.

use core::marker::PhantomData;

use layout_core::{EncodingError, ModeOffsets, TensorBox, TensorMatrix};
use layout_runtime::{Coordinate, Geometry, Layout, StaticLayout, Table};

use crate::atomic::Atomic;
use crate::barrier::Barrier;
use crate::descriptor::{line, swizzle_mode};
use crate::element::Element;
use crate::memory::{InShared, Shared};
use crate::ptx::ptx;
use crate::refused::{check, require, stop};

/// The boxes of a tile of `R` modes, of which there are two to five.
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
/// let found = tensor_box::<Bf16, _, 2>(layout!(tile_to_shape(Atom, (32,128)))).unwrap();
/// assert_eq!((found.extents, found.boxes), ([64, 32], 2));
/// // Of an image: columns, rows and channels, which are together.
/// let found = tensor_box::<Bf16, _, 3>(layout!((8,16,64):(64,512,1))).unwrap();
/// assert_eq!((found.order, found.extents), ([2, 0, 1], [64, 8, 16]));
/// let refused = tensor_box::<Bf16, _, 2>(layout!((32,64):(72,1))).unwrap_err();
/// assert!(refused.to_string().starts_with("row of the box = 1, its offset in bytes = 144: "));
/// ```
pub const fn tensor_box<T: Element, L: StaticLayout, const R: usize>(
    _: L,
) -> Result<TensorBox<R>, EncodingError> {
    box_of::<T, L, R>()
}

const fn box_of<T: Element, L: StaticLayout, const R: usize>() -> Result<TensorBox<R>, EncodingError>
{
    let bytes = size_of::<T>();
    if <L::Geometry as Geometry>::RANK != R {
        return Err(EncodingError::new(
            ("modes", <L::Geometry as Geometry>::RANK as i64),
            ("those of the tensor map", R as i64),
            "a tile has the modes of its tensor map, two or as many as it is told: `TensorMap<T, L, 3>`",
        ));
    }
    if R > MODES {
        return Err(EncodingError::new(
            ("modes", R as i64),
            ("at most", MODES as i64),
            "a tile of a tensor map has from two to five modes",
        ));
    }
    let modes = modes::<L::Geometry>();
    let mut lines = [line(&modes[0], bytes); R];
    let mut k = 0;
    while k < R {
        lines[k] = line(&modes[k], bytes);
        k += 1;
    }
    TensorBox::of_lines(lines, check!(swizzle_mode::<L::Map>(bytes)))
}

/// The most modes of a tensor map.
const MODES: usize = 5;

/// The table of each mode, of a geometry of at most five.
const fn modes<G: Geometry>() -> [Table; MODES] {
    [
        mode::<G>(G::RANK),
        mode::<G::Tail>(G::RANK.saturating_sub(1)),
        mode::<<G::Tail as Geometry>::Tail>(G::RANK.saturating_sub(2)),
        mode::<<<G::Tail as Geometry>::Tail as Geometry>::Tail>(G::RANK.saturating_sub(3)),
        mode::<<<<G::Tail as Geometry>::Tail as Geometry>::Tail as Geometry>::Tail>(
            G::RANK.saturating_sub(4),
        ),
    ]
}

/// The first of `modes` modes.
const fn mode<G: Geometry>(modes: usize) -> Table {
    if modes > 1 { <G::Head as Geometry>::TABLE } else { G::TABLE }
}

/// The arguments of `cuTensorMapEncodeTiled`, besides the address of the matrix and a choice of caching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TensorMapArguments<const R: usize = 2> {
    /// `CUtensorMapDataType`.
    pub data_type: u32,
    /// `globalDim`; their number is the rank.
    pub sizes: [u64; R],
    /// The bytes from each element of a mode to the next: `globalStrides` are those after the first one.
    pub strides: [u64; R],
    /// `boxDim`.
    pub extents: [u32; R],
    /// `elementStrides`.
    pub steps: [u32; R],
    /// `CUtensorMapSwizzle`.
    pub swizzle: u32,
}

/// The instruction for `$R` modes.
macro_rules! by_modes {
    ($R:ident, $at:ident, $way:ident $arguments:tt) => {
        match $R {
            2 => by_modes!(@$way "2d", " {{{}, {}}}", $arguments, $at[0] $at[1]),
            3 => by_modes!(@$way "3d", " {{{}, {}, {}}}", $arguments, $at[0] $at[1] $at[2 % $R]),
            4 => by_modes!(@$way "4d", " {{{}, {}, {}, {}}}", $arguments, $at[0] $at[1] $at[2 % $R] $at[3 % $R]),
            _ => by_modes!(@$way "5d", " {{{}, {}, {}, {}, {}}}", $arguments, $at[0] $at[1] $at[2 % $R] $at[3 % $R] $at[4 % $R]),
        }
    };
    (@load $modes:literal, $list:literal, ($map:expr, $address:expr, $barrier:expr), $($at:ident[$k:expr])*) => {
        // SAFETY: by the caller.
        unsafe {
            ptx!(concat!("cp.async.bulk.tensor.", $modes, ".shared::cluster.global.mbarrier::complete_tx::bytes [{}], [{},", $list, "], [{}];"),
                in(reg32) $address, in(reg64) $map, $(in(reg32) $at[$k],)* in(reg32) $barrier, options(nostack))
        }
    };
    (@multicast $modes:literal, $list:literal, ($map:expr, $address:expr, $barrier:expr, $blocks:expr), $($at:ident[$k:expr])*) => {
        // SAFETY: by the caller.
        unsafe {
            ptx!(concat!("cp.async.bulk.tensor.", $modes,
                    ".shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [{}], [{},", $list, "], [{}], {};"),
                in(reg32) $address, in(reg64) $map, $(in(reg32) $at[$k],)* in(reg32) $barrier, in(reg16) $blocks, options(nostack))
        }
    };
    (@store $modes:literal, $list:literal, $arguments:tt, $($at:tt)*) => {
        by_modes!(@first "cp.async.bulk.tensor.", "", $modes, $list, $arguments, $($at)*)
    };
    (@add $modes:literal, $list:literal, $arguments:tt, $($at:tt)*) => {
        by_modes!(@first "cp.reduce.async.bulk.tensor.", ".add.tile", $modes, $list, $arguments, $($at)*)
    };
    (@first $copy:literal, $operation:literal, $modes:literal, $list:literal, ($map:expr, $address:expr, $thread:expr), $($at:ident[$k:expr])*) => {
        // SAFETY: by the caller.
        unsafe {
            ptx!(concat!("{{ .reg .pred p; setp.eq.u32 p, {}, 0; @p ", $copy, $modes,
                    ".global.shared::cta", $operation, ".bulk_group [{},", $list, "], [{}]; }}"),
                in(reg32) $thread, in(reg64) $map, $(in(reg32) $at[$k],)* in(reg32) $address, options(nostack))
        }
    };
}

mod sealed {
    pub trait Sealed {}
}

/// A number of modes.
#[derive(Clone, Copy, Debug)]
pub struct Modes<const R: usize>;

/// The coordinates of tiles of `R` modes: tuples of `u32`.
pub trait Corner<const R: usize>: sealed::Sealed {
    /// The coordinate in the matrix at which a tile begins.
    type At: Copy;

    #[doc(hidden)]
    fn to_array(at: Self::At) -> [u32; R];

    #[doc(hidden)]
    fn from_array(at: [u32; R]) -> Self::At;
}

macro_rules! corners {
    ($($R:literal: $($x:ident $Word:ident),*;)*) => { $(
        impl sealed::Sealed for Modes<$R> {}

        impl Corner<$R> for Modes<$R> {
            type At = ($($Word),*);

            #[inline(always)]
            fn to_array(($($x),*): Self::At) -> [u32; $R] {
                [$($x),*]
            }

            #[inline(always)]
            fn from_array([$($x),*]: [u32; $R]) -> Self::At {
                ($($x),*)
            }
        }
    )* };
}

corners! {
    2: a u32, b u32;
    3: a u32, b u32, c u32;
    4: a u32, b u32, c u32, d u32;
    5: a u32, b u32, c u32, d u32, e u32;
}

/// A tensor map of CUDA's, of matrices of which tiles `L` of elements `T` are copied, of `R` modes, from two to five. It lies in memory that
/// kernels read and do not write: a kernel takes it by reference.
#[repr(C, align(64))]
pub struct TensorMap<T, L, const R: usize = 2> {
    words: [u64; 16],
    of: PhantomData<fn() -> (T, L)>,
}

impl<T, L, const R: usize> core::fmt::Debug for TensorMap<T, L, R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.words.fmt(f)
    }
}

impl<T: Element, L: StaticLayout, const R: usize> TensorMap<T, L, R>
where
    Modes<R>: Corner<R>,
{
    /// The boxes of the tile; a tile that has none does not compile.
    pub const BOX: TensorBox<R> = match box_of::<T, L, R>() {
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
    /// assert_eq!((arguments.sizes, arguments.strides), ([4096, 1000], [2, 8192]));
    /// assert_eq!((arguments.extents, arguments.swizzle), ([64, 128], 3));
    ///
    /// let refused = TensorMap::<Bf16, Tile>::arguments([1000, 4100], [4100, 1]).unwrap_err();
    /// assert!(refused.to_string().starts_with("stride in bytes = 8200, "));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub const fn arguments(
        extents: [usize; R],
        strides: [isize; R],
    ) -> Result<TensorMapArguments<R>, EncodingError> {
        let found = Self::BOX;
        let TensorMatrix { sizes, strides } =
            check!(found.matrix(extents, strides, size_of::<T>()));
        Ok(TensorMapArguments {
            data_type: T::DATA_TYPE,
            sizes,
            strides,
            extents: found.extents,
            steps: [1; R],
            swizzle: found.swizzle_in_map(),
        })
    }

    /// Each box of a tile: where it is in shared memory, and in the matrix, in the order of the box.
    #[inline(always)]
    fn boxes<M: StaticLayout>(
        tile: Shared<T, M>,
        at: <Modes<R> as Corner<R>>::At,
    ) -> impl Iterator<Item = (u32, [u32; R])>
    where
        <Modes<R> as Corner<R>>::At: Coordinate<M::Geometry, u32>,
    {
        let corner = <Modes<R> as Corner<R>>::to_array(at);
        (0..const { Self::BOX.boxes }).map(move |i| {
            let first = i * const { Self::BOX.extents[0] };
            let mut within = [0; R];
            within[const { Self::BOX.inner() }] = first;
            let place: InShared = tile.place(<Modes<R> as Corner<R>>::from_array(within));
            let mut coordinates = const { Self::BOX.order }.map(|mode| corner[mode]);
            coordinates[0] += first;
            (place.address(), coordinates)
        })
    }

    /// Begins to read the map itself, which the first copy needs before it can begin. One thread calls it, early.
    #[inline(always)]
    pub fn prefetch(&self) {
        prefetch_map(&self.words);
    }

    /// Begins the copy of a tile of the matrix to shared memory, from a coordinate of it on. What is past an edge is filled with 0.
    ///
    /// A tile of another layout than that of the map does not compile.
    ///
    /// # Safety
    ///
    /// The map is one of [`TensorMap::arguments`]. One thread calls it, with a barrier that expects the bytes of the tile, and nobody
    /// reads or writes the tile until the barrier is waited for. Along the mode whose elements are adjacent the coordinate is a multiple of
    /// 16 bytes: from elsewhere on the copy is an illegal instruction.
    #[inline(always)]
    pub unsafe fn load<M: StaticLayout>(
        &self,
        tile: Shared<T, M>,
        at: <Modes<R> as Corner<R>>::At,
        barrier: Barrier,
    ) where
        <Modes<R> as Corner<R>>::At: Coordinate<M::Geometry, u32>,
    {
        const { assert_same::<L, M>() };
        for (address, at) in Self::boxes(tile, at) {
            by_modes!(R, at, load(self, address, barrier.address()));
        }
    }

    /// [`load`](TensorMap::load) to the same place in several blocks of the cluster, by one read of the matrix: bit `i` of `blocks` is block
    /// `i` of the cluster. In each block the bytes arrive at the barrier that is at the place of this one.
    ///
    /// # Safety
    ///
    /// As of [`load`](TensorMap::load), in each of those blocks: the barrier there expects the bytes, too, and its tile is free. No block of
    /// them has ended.
    #[inline(always)]
    pub unsafe fn load_multicast<M: StaticLayout>(
        &self,
        tile: Shared<T, M>,
        at: <Modes<R> as Corner<R>>::At,
        barrier: Barrier,
        blocks: u16,
    ) where
        <Modes<R> as Corner<R>>::At: Coordinate<M::Geometry, u32>,
    {
        const { assert_same::<L, M>() };
        for (address, at) in Self::boxes(tile, at) {
            by_modes!(R, at, multicast(self, address, barrier.address(), blocks));
        }
    }

    /// Begins the copy of a tile of shared memory to the matrix, for a group of threads, of which `t` is the number in it: the first
    /// one does. What is past an edge is left out.
    ///
    /// # Safety
    ///
    /// The map is one of [`TensorMap::arguments`], and the coordinate as of [`load`](TensorMap::load). The group calls it after a [`fence_stores`] of the threads that wrote the tile and a
    /// barrier. Nobody writes the tile until the first thread has waited ([`wait_for_stores`]) and a barrier, or reads it from the matrix
    /// before the kernel ends.
    #[inline(always)]
    pub unsafe fn store<M: StaticLayout>(
        &self,
        tile: Shared<T, M>,
        at: <Modes<R> as Corner<R>>::At,
        t: u32,
    ) where
        <Modes<R> as Corner<R>>::At: Coordinate<M::Geometry, u32>,
    {
        const { assert_same::<L, M>() };
        for (address, at) in Self::boxes(tile, at) {
            by_modes!(R, at, store(self, address, t));
        }
    }
}

impl<T: Atomic, L: StaticLayout, const R: usize> TensorMap<T, L, R>
where
    Modes<R>: Corner<R>,
{
    /// Adds a tile of shared memory to the matrix, as [`store`](TensorMap::store) copies it: each element by an atomic operation.
    ///
    /// # Safety
    ///
    /// As of [`store`](TensorMap::store); others access these elements of the matrix by atomic operations alone.
    #[inline(always)]
    pub unsafe fn add<M: StaticLayout>(
        &self,
        tile: Shared<T, M>,
        at: <Modes<R> as Corner<R>>::At,
        t: u32,
    ) where
        <Modes<R> as Corner<R>>::At: Coordinate<M::Geometry, u32>,
    {
        const { require(size_of::<T>() == 4, "the engine that copies adds numbers of 32 bits") };
        const { assert_same::<L, M>() };
        for (address, at) in Self::boxes(tile, at) {
            by_modes!(R, at, add(self, address, t));
        }
    }
}

/// Begins to read a tensor map.
#[inline(always)]
pub(crate) fn prefetch_map(words: &[u64; 16]) {
    // SAFETY: it changes nothing that is seen.
    unsafe { ptx!("prefetch.tensormap [{}];", in(reg64) words, options(nostack)) };
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

/// Waits until all but the last `GROUPS` groups of stores of this thread are done: it sees what they wrote, and counts itself so that others
/// do.
#[inline(always)]
pub fn wait_for_written<const GROUPS: u32>() {
    // SAFETY: waiting is safe.
    unsafe { ptx!("cp.async.bulk.wait_group {};", const GROUPS, options(nostack)) };
}

/// Two layouts are the same function of their coordinates.
pub(crate) const fn assert_same<L: Layout, M: Layout>() {
    assert_parts::<L, M>(1);
}

/// A tile `M` is `parts` tiles `L`, one after the other in its first mode and in memory.
pub(crate) const fn assert_parts<L: Layout, M: Layout>(parts: usize) {
    use layout_runtime::OffsetMap;
    let (a, b) = (<L::Map as OffsetMap>::SWIZZLE, <M::Map as OffsetMap>::SWIZZLE);
    let mut same = a.bits == b.bits && a.base == b.base && a.shift == b.shift;
    let (l, m) = (modes::<L::Geometry>(), modes::<M::Geometry>());
    let mut k = 0;
    while k < MODES {
        let (l, m) = (line(&l[k], 1), line(&m[k], 1));
        let repeated = if k == 0 { parts } else { 1 };
        same &= same_line(l, m, repeated, <L::Geometry as Geometry>::SIZE);
        k += 1;
    }
    require(
        same && <L::Geometry as Geometry>::RANK == <M::Geometry as Geometry>::RANK,
        "this tile has not the layout of the tensor map's",
    );
}

/// Returns true if `b` is `a`, `times` times, of `size` elements each.
const fn same_line(a: ModeOffsets<'_>, b: ModeOffsets<'_>, times: usize, size: usize) -> bool {
    let mut same = times * a.size == b.size;
    let mut i = 0;
    while same && i < b.size {
        same = a.byte_offset(i % a.size) + (i / a.size * size) as i64 == b.byte_offset(i);
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

    /// Compares the layout with the order in which TMA writes: the boxes one after the other, each by rows, and units of 16
    /// bytes exchanged by the row of 128 bytes.
    fn check<T: Element, L: StaticLayout>(layout: L) -> TensorBox
    where
        (usize, usize): Coordinate<L::Geometry>,
        (u32, u32): Coordinate<L::Geometry, u32>,
    {
        let found = tensor_box::<T, L, 2>(layout).unwrap();
        let [length, rows] = found.extents.map(|extent| extent as usize);
        let width = found.swizzle.row() / 16;
        let tile = Shared::<T, L>::at_address(0);
        for (first, [along, across]) in TensorMap::<T, L, 2>::boxes(tile, (1000, 2000)) {
            let corner = if found.inner() == 0 {
                (along - 1000, across - 2000)
            } else {
                (across - 1000, along - 2000)
            };
            for (row, i) in (0..rows).flat_map(|row| (0..length).map(move |i| (row, i))) {
                let address = first as usize + (row * length + i) * size_of::<T>();
                let written = address ^ ((address >> 7 & (width - 1)) << 4);
                let (a, b) = if found.inner() == 0 { (i, row) } else { (row, i) };
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
        assert_eq!((columns.inner(), columns.boxes, columns.extents), (0, 2, [64, 64]));
        assert_eq!(
            check::<E4m3, _>(layout!(tile_to_shape(K128Of8, (128, 128)))).extents,
            [128, 128]
        );
        assert_eq!(check::<f32, _>(layout!((16,32):(32,1))).swizzle, SwizzleMode::None);
    }

    /// Compares the layout with the order in which TMA writes more modes: the box's elements in the order of its modes.
    fn check_modes<T: Element, L: StaticLayout, const R: usize>(layout: L) -> TensorBox<R>
    where
        Modes<R>: Corner<R>,
        <Modes<R> as Corner<R>>::At: Coordinate<L::Geometry, u32>,
    {
        let found = tensor_box::<T, L, R>(layout).unwrap();
        let width = found.swizzle.row() / 16;
        let tile = Shared::<T, L>::at_address(0);
        let corner: [u32; R] = core::array::from_fn(|mode| 1000 * (mode as u32 + 1));
        let at = <Modes<R> as Corner<R>>::from_array(corner);
        let elements: usize = found.extents.iter().map(|&extent| extent as usize).product();
        for (first, coordinates) in TensorMap::<T, L, R>::boxes(tile, at) {
            for i in 0..elements {
                let address = first as usize + i * size_of::<T>();
                let written = address ^ ((address >> 7 & (width - 1)) << 4);
                let (mut rest, mut place) = (i as u32, [0; R]);
                for (&mode, (&first, &extent)) in
                    found.order.iter().zip(coordinates.iter().zip(&found.extents))
                {
                    place[mode] = first - corner[mode] + rest % extent;
                    rest /= extent;
                }
                let offset = tile.place(<Modes<R> as Corner<R>>::from_array(place)).address();
                assert_eq!(written, offset as usize, "{} at {place:?}", L::NOTATION);
            }
        }
        found
    }

    #[test]
    fn boxes_of_more_modes_write_what_the_layout_has() {
        // Channels of an image together, or its columns; a batch of tiles; a mode of one element.
        assert_eq!(check_modes::<Bf16, _, 3>(layout!((8,16,64):(64,512,1))).order, [2, 0, 1]);
        assert_eq!(check_modes::<f32, _, 3>(layout!((32,4,8):(1,256,32))).order, [0, 2, 1]);
        assert_eq!(
            check_modes::<Bf16, _, 3>(layout!(tile_to_shape(K128, (128, 64, 2)))).extents,
            [64, 128, 2]
        );
        assert_eq!(check_modes::<f32, _, 4>(layout!((1,4,8,4):(7,32,4,1))).order, [3, 2, 1, 0]);
        assert_eq!(
            check_modes::<u8, _, 5>(layout!((2,3,2,2,16):(96,32,16,192,1))).order,
            [4, 2, 1, 0, 3]
        );
        // More than a row of the swizzle, in planes of two boxes.
        let planes = check_modes::<Bf16, _, 3>(layout!(tile_to_shape(K128, (16, 128, 1))));
        assert_eq!((planes.boxes, planes.extents), (2, [64, 16, 1]));
    }

    #[test]
    fn a_tile_is_parts_one_after_the_other_in_its_first_mode() {
        extern crate std;
        layout! {
            struct Half = tile_to_shape(K128, (64, 64));
            struct Whole = tile_to_shape(K128, (128, 64));
            struct Wide = tile_to_shape(K128, (64, 128));
            struct Swizzled = tile_to_shape(K64, (128, 64));
        }
        fn is_parts<L: StaticLayout, M: StaticLayout>(_: L, _: M, parts: usize) -> bool {
            std::panic::catch_unwind(|| assert_parts::<L, M>(parts)).is_ok()
        }
        assert!(is_parts(Half, Whole, 2) && is_parts(Whole, Whole, 1));
        assert!(
            !is_parts(Half, Whole, 1) && !is_parts(Half, Whole, 4) && !is_parts(Whole, Whole, 2)
        );
        assert!(!is_parts(Half, Wide, 2) && !is_parts(Half, Swizzled, 2));
    }

    #[test]
    fn other_tiles_are_refused() {
        fn rule<const R: usize>(result: Result<TensorBox<R>, EncodingError>) -> &'static str {
            result.unwrap_err().rule()
        }
        assert!(rule(tensor_box::<Bf16, _, 2>(layout!((32,64):(72,1)))).contains("padded"));
        assert!(rule(tensor_box::<Bf16, _, 2>(layout!((512,64):(64,1)))).contains("256"));
        assert!(rule(tensor_box::<Bf16, _, 2>(layout!((8,4):(4,1)))).contains("16 bytes"));
        assert!(rule(tensor_box::<Bf16, _, 2>(layout!((8,8):(16,2)))).contains("together"));
        assert!(
            rule(tensor_box::<Bf16, _, 2>(layout!(Sw<3,4,3> o 0 o (8,64):(64,1))))
                .contains("units of 16")
        );
        assert!(
            rule(tensor_box::<Bf16, _, 2>(layout!((8,64,2):(64,1,512))))
                .contains("the modes of its tensor map")
        );
        assert!(
            rule(tensor_box::<Bf16, _, 3>(layout!((8,4,64):(64,1024,1))))
                .contains("one after the other")
        );
        // Atoms one after the other along rows: the rows of a box are not.
        assert!(
            rule(tensor_box::<Bf16, _, 2>(layout!(tile_to_shape(K128, (128, 128), (2, 1)))))
                .contains("one after the other")
        );
    }

    #[test]
    fn matrices_that_cuda_takes_have_arguments() {
        layout! { struct Tile = tile_to_shape(K128, (128,64)); }
        type Map = TensorMap<Bf16, Tile>;
        let arguments = Map::arguments([8192, 4096], [4096, 1]).unwrap();
        assert_eq!((arguments.data_type, arguments.steps), (9, [1, 1]));
        // Images of 56x56 with 64 channels, of which a tile has 8x8 and all channels: `(column, row, image, channel)`.
        layout! { struct Patch = (8,8,1,64):(64,512,4096,1); }
        let images =
            TensorMap::<Bf16, Patch, 4>::arguments([56, 56, 32, 64], [64, 3584, 200_704, 1]);
        let images = images.unwrap();
        assert_eq!((images.sizes, images.extents), ([64, 56, 56, 32], [64, 8, 8, 1]));
        assert_eq!(images.strides, [2, 128, 7168, 401_408]);
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
