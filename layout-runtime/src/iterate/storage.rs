//! The sweeps of a layout as it lies in memory.

use super::iterators::{Coordinates, Entries, Indices, Offsets};
use super::order::{InStorageOrder, StorageOrder, is_sorted};
use super::sorted;
use crate::layout::{Layout, NotNegative, PhaseOf, StaticLayout};
use crate::map::OffsetMap;
use crate::phase::Phase;

impl<L: StaticLayout> InStorageOrder<L> {
    /// [`InStorageOrder::is_sorted`] as a constant.
    pub const SORTED: bool = is_sorted::<L>();
}

impl<L: Layout> InStorageOrder<L> {
    /// Returns true if no offset is below the one before it.
    #[inline(always)]
    #[must_use]
    pub fn is_sorted(self) -> bool {
        PhaseOf::<L>::choose(
            || const { is_sorted::<L>() },
            || <L::Map as OffsetMap>::IDENTITY && sorted::is_sorted(&self.0.geometry()),
        )
    }

    /// [`Layout::for_each`] in storage order.
    #[inline(always)]
    pub fn for_each<F: FnMut(usize)>(self, f: F) {
        let () = NotNegative::<L::Geometry, L::Map>::SHOWN;
        self.indices().for_each(f);
    }

    /// [`Layout::indices`] in storage order.
    #[inline(always)]
    pub fn indices(self) -> Indices<L, StorageOrder> {
        let () = NotNegative::<L::Geometry, L::Map>::SHOWN;
        Indices::new(&self.0)
    }

    /// [`Layout::offsets`] in storage order.
    #[inline(always)]
    pub fn offsets(self) -> Offsets<L, StorageOrder> {
        Offsets::new(&self.0)
    }

    /// [`Layout::coordinates`] in storage order.
    #[inline(always)]
    pub fn coordinates(self) -> Coordinates<L, StorageOrder> {
        Coordinates::new(&self.0)
    }

    /// [`Layout::entries`] in storage order.
    #[inline(always)]
    pub fn entries(self) -> Entries<L, StorageOrder> {
        let () = NotNegative::<L::Geometry, L::Map>::SHOWN;
        Entries::new(&self.0)
    }
}
