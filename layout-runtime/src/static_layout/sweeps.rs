//! The sweeps of [`Layout`], without the trait in scope.

use super::Static;
use crate::bounds::Bounds;
use crate::{Coordinates, Entries, InStorageOrder, Indices, Layout, Map, Offsets, Plan, Profile};

impl<P, const LEAVES: usize, Linear, Index, At, M, B> Static<P, LEAVES, Linear, Index, At, M, B>
where
    P: Profile,
    Linear: Profile,
    Index: Plan,
    M: Map,
    B: Bounds<P>,
{
    /// Calls `f` with every index; see [`Layout::for_each`].
    #[inline(always)]
    pub fn for_each<F: FnMut(usize)>(self, f: F) {
        Layout::for_each(self, f);
    }

    /// Every index; see [`Layout::indices`].
    #[inline(always)]
    pub fn indices(self) -> Indices<Self> {
        Layout::indices(self)
    }

    /// Every offset; see [`Layout::offsets`].
    #[inline(always)]
    pub fn offsets(self) -> Offsets<Self> {
        Layout::offsets(self)
    }

    /// Every natural coordinate; see [`Layout::coordinates`].
    #[inline(always)]
    pub fn coordinates(self) -> Coordinates<Self> {
        Layout::coordinates(self)
    }

    /// Every natural coordinate with its index; see [`Layout::entries`].
    #[inline(always)]
    pub fn entries(self) -> Entries<Self> {
        Layout::entries(self)
    }

    /// The sweeps as it lies in memory; see [`Layout::in_storage_order`].
    #[inline(always)]
    #[must_use]
    pub fn in_storage_order(self) -> InStorageOrder<Self> {
        InStorageOrder(self)
    }
}
