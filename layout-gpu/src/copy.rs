//! Copies from global to shared memory that go on while the thread does (`cp.async`).

use layout_runtime::internals::Kept;
use layout_runtime::{Slicer, StaticLayout};

use crate::element::Element;
use crate::memory::{Global, InGlobal, Shared};
use crate::ptx::ptx;
use crate::refused::{require, require_as_many};
use crate::unroll::each_vector;

/// Begins to copy what one slicer keeps of global memory to what another keeps of shared memory, in the order of 1-D coordinates.
///
/// Both slices have as many values, and each 16 bytes of them are next to each other and aligned in both; others do not compile.
///
/// # Safety
///
/// The integers of the slicers are below their extents. Until the group of the copy is waited for, and a barrier for other threads than
/// this one, nobody reads or writes the elements there, or writes them here.
#[inline(always)]
pub unsafe fn copy_async<T: Element, L: StaticLayout, M: StaticLayout, A, B>(
    (from, here): (Global<T, L>, A),
    (to, there): (Shared<T, M>, B),
) where
    A: Slicer<L::Geometry, u32, Before<()>: Kept>,
    B: Slicer<M::Geometry, u32, Before<()>: Kept>,
{
    const {
        require_as_many(Global::<T, L>::slice_len::<A>(), Shared::<T, M>::slice_len::<B>());
        let together = 16 / size_of::<T>();
        require(
            Global::<T, L>::vector_len::<A>() == together
                && Shared::<T, M>::vector_len::<B>() == together,
            "`cp.async` copies 16 bytes, which are next to each other and aligned in both layouts",
        );
    }
    let (source, target) = (from.places(&here), to.places(&there));
    each_vector!(Global::<T, L>::slice_len::<A>() * size_of::<T>() / 16 => |i| {
        let first = (i * const { 16 / size_of::<T>() }) as u32;
        let (from, to) = (source(first).address(), target(first).address());
        // SAFETY: both are aligned; the rest is the caller's.
        unsafe { copy_16(from, to) };
    });
}

/// Begins to copy 16 bytes of global memory, from a pointer on, to what a slicer keeps: for layouts whose numbers are known at run time.
///
/// # Safety
///
/// As of [`copy_async`], and the pointer is a multiple of 16.
#[inline(always)]
pub unsafe fn copy_vector_async<T: Element, M: StaticLayout, B>(
    from: *const T,
    (to, there): (Shared<T, M>, B),
) where
    B: Slicer<M::Geometry, u32, Before<()>: Kept>,
{
    const { assert_vector::<T, M, B>() };
    let (from, to) = (InGlobal::new(from).address(), to.places(&there)(0).address());
    // SAFETY: both are aligned; the rest is the caller's.
    unsafe { copy_16(from, to) };
}

/// Begins to copy the first `count` elements of 16 bytes of global memory to what a slicer keeps, and fills the rest with 0: at an edge,
/// where there are fewer. Of no elements nothing is read.
///
/// ```ignore
/// // Of row `i` of a matrix of `n` columns, eight from column `j` on.
/// let count = if i < m { n.saturating_sub(j).min(8) } else { 0 };
/// unsafe { copy_some_async(row.add(j as usize), count, (tile, ((t, ..), stage))) };
/// ```
///
/// # Safety
///
/// As of [`copy_vector_async`], of `count` elements, which are at most 16 bytes.
#[inline(always)]
pub unsafe fn copy_some_async<T: Element, M: StaticLayout, B>(
    from: *const T,
    count: u32,
    (to, there): (Shared<T, M>, B),
) where
    B: Slicer<M::Geometry, u32, Before<()>: Kept>,
{
    const { assert_vector::<T, M, B>() };
    let (from, to) = (InGlobal::new(from).address(), to.places(&there)(0).address());
    let bytes = count * size_of::<T>() as u32;
    // SAFETY: both are aligned; the rest is the caller's.
    unsafe {
        ptx!("cp.async.cg.shared.global [{}], [{}], 16, {};", in(reg32) to, in(reg64) from, in(reg32) bytes,
            options(nostack));
    }
}

/// A slice is 16 bytes, next to each other and aligned.
const fn assert_vector<T: Element, M: StaticLayout, B>()
where
    B: Slicer<M::Geometry, u32, Before<()>: Kept>,
{
    require(
        Shared::<T, M>::slice_len::<B>() * size_of::<T>() == 16
            && Shared::<T, M>::vector_len::<B>() * size_of::<T>() == 16,
        "`cp.async` copies 16 bytes, which are next to each other and aligned",
    );
}

/// # Safety
///
/// Both are multiples of 16, and as of [`copy_async`].
#[inline(always)]
unsafe fn copy_16(from: u64, to: u32) {
    // SAFETY: by the caller.
    unsafe {
        ptx!("cp.async.cg.shared.global [{}], [{}], 16;", in(reg32) to, in(reg64) from,
            options(nostack));
    }
}

/// Ends a group of copies of this thread.
#[inline(always)]
pub fn commit_copies() {
    // SAFETY: it moves nothing.
    unsafe { ptx!("cp.async.commit_group;", options(nostack)) };
}

/// Waits until all but the last `GROUPS` groups of this thread are there.
#[inline(always)]
pub fn wait_for_copies<const GROUPS: u32>() {
    // SAFETY: waiting is safe.
    unsafe { ptx!("cp.async.wait_group {};", const GROUPS, options(nostack)) };
}
