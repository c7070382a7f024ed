//! Copies of contiguous global memory to shared memory by the engine that copies, without a tensor map (`cp.async.bulk`).

use layout_runtime::internals::Kept;
use layout_runtime::{Slicer, StaticLayout};

use crate::barrier::Barrier;
use crate::element::Element;
use crate::memory::{Global, KeptBy, Shared, is_contiguous};
use crate::ptx::ptx;
use crate::refused::{require, require_as_many};

/// Begins to copy what a slicer keeps of global memory to a tile of shared memory: both are contiguous, in the order of 1-D coordinates,
/// and have as many elements, a multiple of 16 bytes. Others do not compile. The bytes arrive at the barrier.
///
/// ```
/// use layout_gpu::{Barrier, Global, Shared, copy_bulk};
/// use layout_runtime::layout;
///
/// layout! {
///     struct Parts = (4096,262144):(1,4096);
///     struct Part = 4096:1;
/// }
///
/// unsafe fn copy(parts: Global<u32, Parts>, i: u32, to: Shared<u32, Part>, barrier: Barrier) {
///     unsafe {
///         barrier.expect(to.bytes());
///         copy_bulk((parts, (.., i)), to, barrier);
///     }
/// }
/// # copy as unsafe fn(_, _, _, _);
/// ```
///
/// Rows are not contiguous in the order of coordinates, in which columns are:
///
/// ```compile_fail,E0080
/// # use layout_gpu::{Barrier, Global, Shared, copy_bulk};
/// # use layout_runtime::layout;
/// layout! { struct Rows = (64,64):(64,1); struct Part = 4096:1; }
///
/// unsafe fn copy(rows: Global<u32, Rows>, to: Shared<u32, Part>, barrier: Barrier) {
///     unsafe { copy_bulk((rows, (.., ..)), to, barrier) };
/// }
/// # copy as unsafe fn(_, _, _);
/// ```
///
/// # Safety
///
/// The integers of the slicer are below their extents. One thread calls it, with a barrier that expects the bytes, and nobody reads or
/// writes the tile until the barrier is waited for.
#[inline(always)]
pub unsafe fn copy_bulk<T: Element, L: StaticLayout, M: StaticLayout, A>(
    (from, here): (Global<T, L>, A),
    to: Shared<T, M>,
    barrier: Barrier,
) where
    A: Slicer<L::Geometry, u32, Before<()>: Kept>,
{
    const {
        assert_contiguous::<T, L, A>();
        require(
            is_contiguous::<M::Geometry, M::Map>(),
            "`cp.async.bulk` writes contiguous shared memory, in the order of 1-D coordinates",
        );
        require_as_many(Global::<T, L>::slice_len::<A>(), M::SIZE);
    }
    let source = from.places(&here)(0).address();
    // SAFETY: both are aligned and contiguous; the rest is the caller's.
    unsafe {
        ptx!("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [{}], [{}], {}, [{}];",
            in(reg32) to.address(), in(reg64) source, in(reg32) to.bytes(), in(reg32) barrier.address(),
            options(nostack));
    }
}

/// A slice of global memory is contiguous, begins at a multiple of 16 bytes and has a multiple of 16.
const fn assert_contiguous<T: Element, L: StaticLayout, A>()
where
    A: Slicer<L::Geometry, u32, Before<()>: Kept>,
{
    require(
        is_contiguous::<KeptBy<A, L>, L::Map>(),
        "`cp.async.bulk` reads contiguous global memory, in the order of 1-D coordinates",
    );
    require(
        A::FIXED_BITS.trailing_zeros() >= (16 / size_of::<T>()).trailing_zeros()
            && (Global::<T, L>::slice_len::<A>() * size_of::<T>()).is_multiple_of(16),
        "`cp.async.bulk` copies multiples of 16 bytes, from a multiple of 16 bytes on",
    );
}
