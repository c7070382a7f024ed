//! `Ragged`: global memory with a layout of run-time sizes, some of whose coordinates are padding.

use core::marker::PhantomData;

use layout_runtime::bounds::{Bounds, Known};
use layout_runtime::{Coordinate, Geometry, Map, Narrow};

use super::space::{InGlobal, Space};
use crate::element::Element;

/// Elements in global memory by a layout that is known at run time, and covers more than them: where it is padding there is no element to
/// read, and nothing is written.
///
/// ```
/// use layout_gpu::{Ragged, block, kernel, thread};
/// use layout_runtime::{NarrowOf, layout};
///
/// layout! {
///     struct Numbers<n> = n:1;
///     /// Blocks of 256 threads.
///     #[allow(padding)]
///     struct Blocks<n> = zipped_divide(Numbers, 256);
/// }
///
/// kernel! {
///     /// Doubles `n` numbers.
///     ///
///     /// # Safety
///     ///
///     /// Blocks of 256 threads, `n.div_ceil(256)` of them, and the layout of `n` numbers, which nobody else has.
///     pub unsafe fn double(numbers: *mut f32, blocks: NarrowOf<Blocks>) {
///         let (t, (block, _)) = (unsafe { thread::<256>() }, block());
///         let numbers = unsafe { Ragged::new(numbers, blocks) };
///         if let Some(number) = unsafe { numbers.get((t, block)) } {
///             unsafe { numbers.set((t, block), || 2.0 * number) };
///         }
///     }
/// }
/// # let _ = double as unsafe fn(*mut f32, NarrowOf<Blocks>);
/// // The host makes the layout, and knows whether 32 bits hold it.
/// assert!(Blocks::new(1000).unwrap().narrow().is_ok());
/// assert!(Blocks::new(1 << 31).unwrap().narrow().is_err());
/// ```
///
/// An element that was read is an `Option`, which must be matched:
///
/// ```compile_fail
/// # use layout_gpu::Ragged;
/// # use layout_runtime::{NarrowOf, layout};
/// # layout! { struct Numbers<n> = n:1; #[allow(padding)] struct Blocks<n> = zipped_divide(Numbers, 256); }
/// unsafe fn first(numbers: Ragged<f32, NarrowOf<Blocks>>) -> f32 {
///     unsafe { numbers.get((0, 0)) } // an `Option`
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ragged<T, L> {
    at: InGlobal,
    layout: L,
    of: PhantomData<fn() -> T>,
}

impl<T, M, const LEAVES: usize, Linear, O, B> Ragged<T, Narrow<M, LEAVES, Linear, O, B>>
where
    T: Element,
    M: Geometry,
    Linear: Geometry,
    O: Map,
    B: Bounds<M> + Bounds<M::In<u32>> + Known,
{
    /// Elements from a pointer on.
    ///
    /// # Safety
    ///
    /// At the offset of each coordinate that is no padding is an element that this kernel may access.
    #[inline(always)]
    pub unsafe fn new(pointer: *const T, layout: Narrow<M, LEAVES, Linear, O, B>) -> Self {
        Ragged { at: InGlobal::new(pointer), layout, of: PhantomData }
    }

    /// The element at a coordinate, if that is no padding.
    ///
    /// # Safety
    ///
    /// The integers of the coordinate are below their extents, and no other thread writes the element without a barrier between.
    #[inline(always)]
    #[must_use]
    pub unsafe fn get<C: Coordinate<M::In<u32>, u32>>(&self, coordinate: C) -> Option<T> {
        let place = self.place(coordinate)?;
        // SAFETY: it is an element; the rest is the caller's.
        Some(unsafe { place.load() })
    }

    /// Writes the element at a coordinate, if that is no padding.
    ///
    /// # Safety
    ///
    /// The integers of the coordinate are below their extents, and no other thread reads or writes the element without a barrier
    /// between.
    #[inline(always)]
    pub unsafe fn set<C: Coordinate<M::In<u32>, u32>>(
        &self,
        coordinate: C,
        value: impl FnOnce() -> T,
    ) {
        if let Some(place) = self.place(coordinate) {
            // SAFETY: as in `get`.
            unsafe { place.store(value()) };
        }
    }

    #[inline(always)]
    fn place<C: Coordinate<M::In<u32>, u32>>(&self, coordinate: C) -> Option<InGlobal> {
        let is_inside = self.layout.in_bounds_u32(coordinate);
        is_inside.then(|| self.at.moved::<T>(self.layout.crd2idx_u32(coordinate)))
    }
}
