//! `Parts`: memory of which each thread has a part of its own, so that it reads and writes it without `unsafe`.
//!
//! Two facts make that sound. The layout sends no two coordinates to one element, which is proved while the kernel compiles. And no two
//! threads have the same coordinate, because a [`Thread`] and a [`Grid`] are read from the machine and cannot be made up.

use core::marker::PhantomData;
use core::ops::RangeFull;

use layout_runtime::bounds::Unpadded;
use layout_runtime::internals::{Checks, Injective, Kept, Message};
use layout_runtime::{CompileTime, Geometry, SizeIs, Slicer, StaticLayout};

use crate::element::Element;
use crate::memory::{Global, InGlobal, InShared, KeptBy, Shared, Space, Tensor, Values};

/// The number of this thread among `THREADS`, which no other thread of the block has.
#[derive(Clone, Copy, Debug)]
pub struct Thread<const THREADS: usize> {
    index: u32,
    not_send: PhantomData<*mut ()>,
}

impl<const THREADS: usize> Thread<THREADS> {
    /// This thread.
    ///
    /// # Safety
    ///
    /// The block has `THREADS` threads, along x.
    #[inline(always)]
    #[must_use]
    pub unsafe fn this() -> Self {
        // SAFETY: by the caller.
        Thread { index: unsafe { crate::thread::<THREADS>() }, not_send: PhantomData }
    }

    /// Its number.
    #[inline(always)]
    #[must_use]
    pub fn index(self) -> u32 {
        self.index
    }
}

/// The coordinate of this block in a grid of `X` by `Y`, which no other block has.
#[derive(Clone, Copy, Debug)]
pub struct Grid<const X: usize, const Y: usize> {
    x: u32,
    y: u32,
    not_send: PhantomData<*mut ()>,
}

impl<const X: usize, const Y: usize> Grid<X, Y> {
    /// This block.
    ///
    /// # Safety
    ///
    /// The grid has `X` by `Y` blocks.
    #[inline(always)]
    #[must_use]
    pub unsafe fn this() -> Self {
        // Without saying that they are below `X` and `Y`: sums that LLVM makes an `or` of are slower.
        let (x, y) = crate::block();
        Grid { x, y, not_send: PhantomData }
    }

    /// Its coordinate.
    #[inline(always)]
    #[must_use]
    pub fn index(self) -> (u32, u32) {
        (self.x, self.y)
    }
}

/// Memory that is handed out to threads in parts which no two of them share.
///
/// In global memory a layout is `((thread, values), (x, y))`, of the threads and blocks of the grid; in shared memory it is
/// `(thread, values)`. One in which two coordinates share an element does not compile.
pub struct Parts<S, T, L> {
    memory: Tensor<S, T, L>,
}

impl<S: core::fmt::Debug, T, L: StaticLayout> core::fmt::Debug for Parts<S, T, L> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.memory.fmt(f)
    }
}

/// The elements of one thread, those that a slicer keeps: nobody else reads or writes them as long as this is there.
pub struct Part<'a, S, T, L, K> {
    memory: Tensor<S, T, L>,
    slicer: K,
    exclusive: PhantomData<(&'a mut T, *mut ())>,
}

impl<S: core::fmt::Debug, T, L: StaticLayout, K> core::fmt::Debug for Part<'_, S, T, L, K> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.memory.fmt(f)
    }
}

impl<S: Space, T: Element, L: StaticLayout, K> Part<'_, S, T, L, K>
where
    K: Slicer<L::Geometry, u32, Before<()>: Kept>,
{
    /// The elements, in the order of 1-D coordinates of the values.
    #[inline(always)]
    #[must_use]
    pub fn read<const N: usize>(&self) -> [T; N]
    where
        KeptBy<K, L>: SizeIs<N>,
    {
        let () = Values::<KeptBy<K, L>, N>::SHOWN;
        // SAFETY: the integers are below the extents, which are those of the block and the grid; nobody else has the elements.
        unsafe { self.memory.read(self.slicer.clone()) }
    }

    /// Writes the elements.
    #[inline(always)]
    pub fn write<const N: usize>(&mut self, values: [T; N])
    where
        KeptBy<K, L>: SizeIs<N>,
    {
        let () = Values::<KeptBy<K, L>, N>::SHOWN;
        // SAFETY: as in `read`.
        unsafe { self.memory.write(self.slicer.clone(), values) }
    }
}

impl<S: Space, T: Element, L: StaticLayout<Bounds: Unpadded>> Parts<S, T, L> {
    #[inline(always)]
    fn of(memory: Tensor<S, T, L>) -> Self {
        // A swizzle permutes offsets: elements that are apart before it are so after it.
        let proved = CompileTime::injective::<L::Geometry>(&L::Geometry::VALUE);
        debug_assert!(proved.is_ok());
        Parts { memory }
    }
}

/// The slicer of the part of one thread of one block.
type OfThread = ((u32, RangeFull), (u32, u32));

impl<T, L, A, V, X, Y> Parts<InGlobal, T, L>
where
    T: Element,
    L: StaticLayout<Geometry = ((A, V), (X, Y)), Bounds: Unpadded>,
    A: Geometry,
    V: Geometry,
    X: Geometry,
    Y: Geometry,
{
    /// The parts of global memory.
    ///
    /// # Safety
    ///
    /// As of [`Global::new`], for reading and writing, by nobody but parts of this layout, made once in each thread.
    #[inline(always)]
    pub unsafe fn of_global(pointer: *mut T) -> Self {
        // Public functions name the constant: rustc shows their call.
        let () = Injective::<L::Geometry>::SHOWN;
        // SAFETY: by the caller.
        Self::of(unsafe { Global::new(pointer) })
    }

    /// The part of this thread in this block. A block or a grid that is not the layout's does not compile.
    #[inline(always)]
    pub fn part<const N: usize, const GX: usize, const GY: usize>(
        &mut self,
        thread: Thread<N>,
        block: Grid<GX, GY>,
    ) -> Part<'_, InGlobal, T, L, OfThread>
    where
        A: SizeIs<N>,
        X: SizeIs<GX>,
        Y: SizeIs<GY>,
    {
        const {
            if A::SIZE != N || X::SIZE != GX || Y::SIZE != GY {
                Message::new("")
                    .integer(N as isize)
                    .text(" threads and a grid of ")
                    .integer(GX as isize)
                    .text("x")
                    .integer(GY as isize)
                    .text(" blocks: the layout ")
                    .layout::<L::Geometry, L::Map>()
                    .text(" is of ")
                    .integer(A::SIZE as isize)
                    .text(" threads and ")
                    .integer(X::SIZE as isize)
                    .text("x")
                    .integer(Y::SIZE as isize)
                    .text(" blocks")
                    .panic();
            }
        }
        let slicer = ((thread.index, ..), (block.x, block.y));
        Part { memory: self.memory, slicer, exclusive: PhantomData }
    }
}

impl<T, L, A, V> Parts<InShared, T, L>
where
    T: Element,
    L: StaticLayout<Geometry = (A, V), Bounds: Unpadded>,
    A: Geometry,
    V: Geometry,
{
    /// The parts of a tile in shared memory.
    ///
    /// # Safety
    ///
    /// As long as the parts are there, nobody else accesses the tile, and each thread makes them once: barriers are before and after.
    #[inline(always)]
    pub unsafe fn of_shared(tile: Shared<T, L>) -> Self {
        let () = Injective::<L::Geometry>::SHOWN;
        Self::of(tile)
    }

    /// The part of this thread. Another number of threads than the layout's does not compile.
    #[inline(always)]
    pub fn part<const N: usize>(
        &mut self,
        thread: Thread<N>,
    ) -> Part<'_, InShared, T, L, (u32, RangeFull)>
    where
        A: SizeIs<N>,
    {
        const {
            if A::SIZE != N {
                Message::new("")
                    .integer(N as isize)
                    .text(" threads: the layout ")
                    .layout::<L::Geometry, L::Map>()
                    .text(" is of ")
                    .integer(A::SIZE as isize)
                    .panic();
            }
        }
        Part { memory: self.memory, slicer: (thread.index, ..), exclusive: PhantomData }
    }
}
