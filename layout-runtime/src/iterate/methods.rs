//! The sweeps of [`Layout`] as methods, without the trait in scope.

use super::iterators::{Coordinates, Entries, Indices, Offsets};
use super::order::InStorageOrder;
use crate::bounds::Bounds;
use crate::dynamic::Dynamic;
use crate::geometry::{Geometry, Profile};
use crate::layout::{Layout, Map, NotNegative};
use crate::plan::Plan;
use crate::static_layout::Static;

macro_rules! methods {
    ([$($parameters:tt)*] $type:ty) => {
        impl<$($parameters)*> $type {
            /// Calls `f` with every index; see [`Layout::for_each`].
            #[inline(always)]
            pub fn for_each<F: FnMut(usize)>(self, f: F) {
                let () = NotNegative::<<Self as Layout>::Geometry, <Self as Layout>::Map>::SHOWN;
                Layout::for_each(self, f);
            }

            /// Every index; see [`Layout::indices`].
            #[inline(always)]
            pub fn indices(self) -> Indices<Self> {
                let () = NotNegative::<<Self as Layout>::Geometry, <Self as Layout>::Map>::SHOWN;
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
                let () = NotNegative::<<Self as Layout>::Geometry, <Self as Layout>::Map>::SHOWN;
                Layout::entries(self)
            }

            /// The sweeps as it lies in memory; see [`Layout::in_storage_order`].
            #[inline(always)]
            #[must_use]
            pub fn in_storage_order(self) -> InStorageOrder<Self> {
                Layout::in_storage_order(self)
            }
        }
    };
}

methods!(
    [P: Profile, const LEAVES: usize, Linear: Geometry, Index: Plan, At, M: Map, B: Bounds<P>]
    Static<P, LEAVES, Linear, Index, At, M, B>
);
methods!(
    [M: Geometry, const LEAVES: usize, Linear: Geometry, O: Map, B: Bounds<M>]
    Dynamic<M, LEAVES, Linear, O, B>
);
