//! `Tensor`: memory with a layout, global or shared.
//!
//! Each access is by a coordinate, or by a slice of what a thread has. The latter is moved by the widest vectors that the
//! layout allows: `vector.rs` finds them while the kernel compiles.

mod ragged;
mod space;
mod vector;

use core::fmt;
use core::marker::PhantomData;
use core::ops::RangeFull;

use layout_runtime::bounds::Unpadded;
use layout_runtime::internals::{Kept, KeptOf, Message, located};
use layout_runtime::{
    Coordinate, Geometry, Layout, OffsetMap, Part, SizeIs, Slicer, Slices, StaticLayout, mapped_sum,
};

use crate::barrier::Turn;
use crate::element::Element;
use crate::refused::require;
use crate::unroll::each_vector;

pub use ragged::Ragged;
pub use space::{InCluster, InGlobal, InShared, Space};
pub(crate) use vector::{is_contiguous, vector_of};

/// Elements `T` in a memory `S`, whose offsets are those of the layout `L`. It is an address, and is copied as one.
pub struct Tensor<S, T, L> {
    at: S,
    of: PhantomData<fn() -> (T, L)>,
}

/// Elements in global memory. It begins at a multiple of 16 bytes.
pub type Global<T, L> = Tensor<InGlobal, T, L>;

/// Elements in the shared memory of a block, by an address of 32 bits: a pointer of Rust's would be a generic one, whose
/// loads are slower. [`arena`](crate::arena()) makes them.
pub type Shared<T, L> = Tensor<InShared, T, L>;

impl<S: Copy, T, L> Clone for Tensor<S, T, L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Copy, T, L> Copy for Tensor<S, T, L> {}

impl<S: fmt::Debug, T, L: StaticLayout> fmt::Debug for Tensor<S, T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} by {}", self.at, L::NOTATION)
    }
}

/// The geometry of what a slicer keeps of a layout.
pub(crate) type KeptBy<K, L> = KeptOf<K, <L as Layout>::Geometry, u32>;

impl<T: Element, L: StaticLayout<Bounds: Unpadded>> Global<T, L> {
    /// Elements from a pointer on.
    ///
    /// # Safety
    ///
    /// The pointer is a multiple of 16, and at each offset of the layout is an element that this kernel may access.
    #[inline(always)]
    pub unsafe fn new(pointer: *const T) -> Self {
        Tensor { at: InGlobal::new(pointer), of: PhantomData }
    }
}

impl<T, L> Shared<T, L> {
    #[inline(always)]
    pub(crate) const fn at_address(address: u32) -> Self {
        Tensor { at: InShared::new(address), of: PhantomData }
    }

    /// The address in bytes.
    #[inline(always)]
    #[must_use]
    pub fn address(self) -> u32 {
        self.at.address()
    }
}

impl<T, L> Shared<T, L> {
    /// The same elements in the shared memory of block `rank` of the cluster (distributed shared memory, `mapa`).
    ///
    /// These elements are read and written between two [`sync_cluster`](crate::sync_cluster): when the other block has begun and made them, and before
    /// it ends.
    #[inline(always)]
    #[must_use]
    pub fn of_block(self, rank: u32) -> Tensor<InCluster, T, L> {
        Tensor { at: self.at.of_block(rank), of: PhantomData }
    }
}

impl<S: Space, T: Element, L: StaticLayout> Tensor<S, T, L> {
    /// The size of the elements, in bytes.
    pub const BYTES: u32 = (L::COSIZE * size_of::<T>()) as u32;

    /// The size of the elements, in bytes.
    #[inline(always)]
    #[must_use]
    pub const fn bytes(self) -> u32 {
        Self::BYTES
    }

    /// The same elements by another layout: threads and values, or transposed. One with offsets that this has not does not compile.
    #[inline(always)]
    #[must_use]
    pub fn with_layout<M: StaticLayout<Bounds: Unpadded>>(self, _: M) -> Tensor<S, T, M> {
        const {
            if M::MIN_OFFSET < L::MIN_OFFSET || M::MAX_OFFSET > L::MAX_OFFSET {
                Message::new("")
                    .layout::<M::Geometry, M::Map>()
                    .text(" has offsets outside of those of ")
                    .layout::<L::Geometry, L::Map>()
                    .text(", the layout of this memory")
                    .panic();
            }
        }
        Tensor { at: self.at, of: PhantomData }
    }

    /// The modes that a slicer keeps, from where it begins on.
    ///
    /// Slices of a swizzled layout compile where the fixed coordinates move by multiples of the swizzle's reach, as a stage of a
    /// pipeline does.
    #[inline(always)]
    #[must_use]
    pub fn slice<K>(
        self,
        slicer: impl Slices<L::Geometry, K, u32>,
    ) -> Tensor<S, T, Part<L, KeptBy<K, L>>>
    where
        K: Slicer<L::Geometry, u32, Before<()>: Kept>,
    {
        const {
            require(
                K::FIXED_BITS.trailing_zeros() >= L::Map::REACH,
                "this slice of a swizzled tile begins within what the swizzle reaches: it has no layout of its own",
            );
            require(
                K::FIXED_BITS.trailing_zeros() >= (16 / size_of::<T>()).trailing_zeros(),
                "a slice that is memory of its own begins at a multiple of 16 bytes",
            );
        }
        Tensor { at: self.at.fixed::<T, L, K>(&slicer.this()).1, of: PhantomData }
    }

    /// The tile of a stage, of tiles whose last mode counts stages: `tile.stage(turn)` is `tile.slice((.., .., turn.stage()))`.
    ///
    /// As many tiles as a pipeline has stages: other numbers do not compile. The last mode may be circular, `n mod STAGES`: the
    /// tile of [`Turn::at(i)`](Turn::at) is that of position `i` of the stream.
    ///
    /// ```compile_fail
    /// # use layout_gpu::{Shared, Turn};
    /// # use layout_runtime::layout;
    /// layout! { struct Tiles = (64,64,3):(64,1,4096); }
    /// fn first(tiles: Shared<f32, Tiles>) -> u32 {
    ///     tiles.stage(Turn::<4>::FIRST).address() // 3 tiles for 4 stages
    /// }
    /// # first as fn(_) -> _;
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn stage<const STAGES: usize>(
        self,
        turn: Turn<STAGES>,
    ) -> Tensor<S, T, Part<L, KeptBy<OfStage, L>>>
    where
        OfStage: Slicer<L::Geometry, u32, Before<()>: Kept>,
        Stages<L>: SizeIs<STAGES>,
    {
        const { assert_stages::<Stages<L>, STAGES>() };
        self.slice((.., .., turn.stage()))
    }

    /// The address of the element at a coordinate.
    #[inline(always)]
    pub(crate) fn place<C: Coordinate<L::Geometry, u32>>(self, coordinate: C) -> S {
        self.at.moved::<T>(located::<L::Map, L::Geometry, _, _>(coordinate))
    }

    /// The element at a coordinate.
    ///
    /// # Safety
    ///
    /// The coordinate is one of the layout, and no other thread writes the element without a barrier between.
    #[inline(always)]
    pub unsafe fn get<C: Coordinate<L::Geometry, u32>>(self, coordinate: C) -> T {
        // SAFETY: an element of the tensor, which is aligned to its size; the rest is the caller's.
        unsafe { self.place(coordinate).load() }
    }

    /// Writes the element at a coordinate.
    ///
    /// # Safety
    ///
    /// The coordinate is one of the layout, and no other thread reads or writes the element without a barrier between.
    #[inline(always)]
    pub unsafe fn set<C: Coordinate<L::Geometry, u32>>(self, coordinate: C, value: T) {
        // SAFETY: as in `get`.
        unsafe { self.place(coordinate).store(value) }
    }

    /// The number of elements of a slice.
    #[must_use]
    pub const fn slice_len<K>() -> usize
    where
        K: Slicer<L::Geometry, u32, Before<()>: Kept>,
    {
        <KeptBy<K, L> as Geometry>::SIZE
    }

    /// The number of elements of a vector, in accesses of a slice: they are next to each other, aligned, and of at most 16 bytes.
    #[must_use]
    pub const fn vector_len<K>() -> usize
    where
        K: Slicer<L::Geometry, u32, Before<()>: Kept>,
    {
        vector_of::<KeptBy<K, L>, L::Map>(size_of::<T>(), K::FIXED_BITS)
    }

    /// The bytes of a vector.
    const fn vector_bytes<K>() -> usize
    where
        K: Slicer<L::Geometry, u32, Before<()>: Kept>,
    {
        Self::vector_len::<K>() * size_of::<T>()
    }

    /// The addresses of the vectors of a slice: what is fixed moves an address once, what is kept is constants.
    #[inline(always)]
    pub(crate) fn places<K>(self, slicer: &K) -> impl Fn(u32) -> S + Copy
    where
        K: Slicer<L::Geometry, u32, Before<()>: Kept>,
    {
        let (within, first) = self.at.fixed::<T, L, K>(slicer);
        move |i| {
            let natural = const { <KeptBy<K, L> as Geometry>::VALUE }.digits_last(i);
            let kept =
                Coordinate::<KeptBy<K, L>, u32>::known_apart(natural, <L::Map as OffsetMap>::REACH);
            let mapped = mapped_sum::<L::Geometry, L::Map>(within, kept.0);
            first.moved::<T>(mapped).moved::<T>(kept.1)
        }
    }

    /// The elements that a slicer keeps, in the order of 1-D coordinates. `N` is their number.
    ///
    /// ```ignore
    /// let values: [f32; 4] = unsafe { tile.read((t, ..)) };
    /// ```
    ///
    /// # Safety
    ///
    /// The integers of the slicer are below their extents, and no other thread writes the elements without a barrier between.
    #[inline(always)]
    pub unsafe fn read<K, const N: usize>(self, slicer: impl Slices<L::Geometry, K, u32>) -> [T; N]
    where
        K: Slicer<L::Geometry, u32, Before<()>: Kept<Geometry: SizeIs<N>>>,
    {
        let () = Values::<KeptBy<K, L>, N>::SHOWN;
        let slicer = slicer.this();
        let at = self.places(&slicer);
        let mut values = [core::mem::MaybeUninit::<T>::uninit(); N];
        each_vector!(N / Self::vector_len::<K>() => |i| {
            let first = i * const { Self::vector_len::<K>() };
            // SAFETY: a vector of elements of the slice; `vector_len` divides their number.
            unsafe { at(first as u32).load_bytes(values.as_mut_ptr().add(first).cast(), const { Self::vector_bytes::<K>() }) };
        });
        // SAFETY: all are written.
        unsafe { (&raw const values).cast::<[T; N]>().read() }
    }

    /// Writes what a slicer keeps, as [`Tensor::read`] reads it.
    ///
    /// # Safety
    ///
    /// The integers of the slicer are below their extents, and no other thread reads or writes the elements without a barrier
    /// between.
    #[inline(always)]
    pub unsafe fn write<K, const N: usize>(
        self,
        slicer: impl Slices<L::Geometry, K, u32>,
        values: [T; N],
    ) where
        K: Slicer<L::Geometry, u32, Before<()>: Kept<Geometry: SizeIs<N>>>,
    {
        let () = Values::<KeptBy<K, L>, N>::SHOWN;
        let slicer = slicer.this();
        let at = self.places(&slicer);
        each_vector!(N / Self::vector_len::<K>() => |i| {
            let first = i * const { Self::vector_len::<K>() };
            // SAFETY: as in `read`.
            unsafe { at(first as u32).store_bytes(values.as_ptr().add(first).cast(), const { Self::vector_bytes::<K>() }) };
        });
    }
}

/// The slicer of a stage of tiles of two modes.
pub(crate) type OfStage = (RangeFull, RangeFull, u32);

/// The mode of stages of tiles.
pub(crate) type Stages<L> = <<<L as Layout>::Geometry as Geometry>::Tail as Geometry>::Tail;

/// The coordinates of a mode before it comes round: of `(4,n):(d,0)`, which `n mod 4` is, 4.
const fn period<G: Geometry>() -> usize {
    let (table, mut period, mut leaf) = (G::TABLE, 1, 0);
    let (shape, stride) = (table.shape(), table.stride());
    let last = shape.len() - 1;
    while leaf < shape.len() {
        if leaf < last || leaf == 0 || stride[leaf] != 0 {
            period *= shape[leaf];
        }
        leaf += 1;
    }
    period
}

/// A pipeline has as many stages as there are tiles.
const fn assert_stages<G: Geometry, const STAGES: usize>() {
    let tiles = period::<G>();
    if tiles != STAGES {
        let message = Message::new("")
            .integer(tiles as isize)
            .text(" tiles for a pipeline of ")
            .integer(STAGES as isize)
            .text(" stages");
        message.panic();
    }
}

/// A slice has `N` values: a constant, so that each function that names it is one error together.
pub(crate) struct Values<G, const N: usize>(PhantomData<G>);

impl<G: Geometry, const N: usize> Values<G, N> {
    pub(crate) const SHOWN: () = assert_values::<G, N>();
}

const fn assert_values<G: Geometry, const N: usize>() {
    if G::SIZE != N {
        let message = Message::new("a slice of ")
            .integer(G::SIZE as isize)
            .text(" values, ")
            .notation::<G>()
            .text(", is no array of ")
            .integer(N as isize);
        message.panic();
    }
}

/// Writes elements that follow each other in global memory, by one instruction.
///
/// # Safety
///
/// The elements may be written, and the pointer is a multiple of what all of them take, which is 1, 2, 4, 8 or 16 bytes.
#[inline(always)]
pub unsafe fn write_vector<T: Element, const N: usize>(pointer: *mut T, values: [T; N]) {
    const {
        let bytes = N * size_of::<T>();
        require(
            bytes.is_power_of_two() && bytes <= 16,
            "an instruction moves 1, 2, 4, 8 or 16 bytes",
        );
    }
    // SAFETY: by the caller.
    unsafe {
        InGlobal::new(pointer).store_bytes(values.as_ptr().cast(), const { N * size_of::<T>() })
    };
}
