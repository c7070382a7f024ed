//! The sweeps of [`Layout`], without the trait in scope.

use super::Static;
use crate::bounds::Bounds;
use crate::geometry::{Geometry, Profile};
use crate::{Coordinates, Entries, InStorageOrder, Indices, Map, Offsets, Plan, StaticLayout};

impl<P, const LEAVES: usize, Linear, Index, At, M, B> Static<P, LEAVES, Linear, Index, At, M, B>
where
    P: Profile,
    Linear: Geometry,
    Index: Plan,
    M: Map,
    B: Bounds<P>,
{
    /// Calls `f` with every index; see [`StaticLayout::for_each`].
    #[inline(always)]
    pub fn for_each<F: FnMut(usize)>(self, f: F) {
        StaticLayout::for_each(self, f);
    }

    /// Every index; see [`StaticLayout::indices`].
    #[inline(always)]
    pub fn indices(self) -> Indices<Self> {
        StaticLayout::indices(self)
    }

    /// Every offset; see [`StaticLayout::offsets`].
    #[inline(always)]
    pub fn offsets(self) -> Offsets<Self> {
        StaticLayout::offsets(self)
    }

    /// Every natural coordinate; see [`StaticLayout::coordinates`].
    #[inline(always)]
    pub fn coordinates(self) -> Coordinates<Self> {
        StaticLayout::coordinates(self)
    }

    /// Every natural coordinate with its index; see [`StaticLayout::entries`].
    #[inline(always)]
    pub fn entries(self) -> Entries<Self> {
        StaticLayout::entries(self)
    }

    /// The sweeps as it lies in memory; see [`StaticLayout::in_storage_order`].
    #[inline(always)]
    #[must_use]
    pub fn in_storage_order(self) -> InStorageOrder<Self> {
        InStorageOrder(self)
    }
}
