//! `Layout` of cubecl-std on a layout that is an argument: its views go through it.

use cubecl::prelude::*;
use cubecl_std::tensor::layout::{Layout as StdLayout, LayoutExpand as StdLayoutExpand};
use layout_runtime::bounds::Known;
use layout_runtime::{Coordinate, Layout};

use crate::expand::{both, widened};
use crate::numbers::Numbers;
use crate::{CubeGeometry, Launched, LaunchedExpand, LaunchedLayout, Number};

/// The number of coordinates of each mode; `ranks` are the numbers of their leaves.
fn sizes<L: LaunchedLayout>(layout: &L, ranks: &[usize]) -> Vec<u32> {
    let leaves = Numbers::of(layout).modes;
    let mut extents = leaves.iter().map(|(extent, _)| extent.number());
    ranks.iter().map(|leaves| extents.by_ref().take(*leaves).product()).collect()
}

/// Returns true if an integer for each mode is below its size, and no padding.
fn is_within<L: LaunchedLayout + Layout<Bounds: Known>>(
    layout: L,
    ranks: &[usize],
    at: &[u32],
) -> bool {
    let sizes = sizes(&layout, ranks);
    let modes = || sizes.iter().zip(at);
    // Modes count from the first to the last.
    let place = modes().rev().fold(0, |place, (size, c)| place * *size as usize + *c as usize);
    modes().all(|(size, c)| c < size) && layout.in_bounds(place)
}

/// Implements the traits for a number of modes: the type of a coordinate, and how it is taken apart.
macro_rules! rank {
    ($Coordinate:ty, $pattern:pat, [$shape:ident => $all:expr]: $($M:ident $c:ident),+) => {
        impl<$($M: CubeGeometry + 'static),+, L> StdLayout for Launched<L, ($($M,)+)>
        where
            L: LaunchedLayout + Layout<Geometry = ($($M,)+), Bounds: Known>,
            ($($M,)+): CubeGeometry,
            ($(rank!(@usize $c),)+): Coordinate<($($M,)+)>,
        {
            /// An integer for each mode.
            type Coordinates = $Coordinate;
            /// An index.
            type SourceCoordinates = usize;

            fn to_source_pos(&self, $pattern: $Coordinate) -> usize {
                self.at_u32($($c),+) as usize
            }

            fn to_source_pos_checked(&self, pos: $Coordinate) -> (usize, bool) {
                (self.to_source_pos(pos), self.is_in_bounds(pos))
            }

            fn shape(&self) -> $Coordinate {
                let $shape = sizes(&self.layout(), &[$($M::LEAVES),+]);
                $all
            }

            fn is_in_bounds(&self, $pattern: $Coordinate) -> bool {
                is_within(self.layout(), &[$($M::LEAVES),+], &[$($c),+])
            }
        }

        impl<$($M: CubeGeometry + 'static),+, L> StdLayoutExpand for LaunchedExpand<L, ($($M,)+)>
        where
            L: LaunchedLayout + Layout<Geometry = ($($M,)+), Bounds: Known>,
            ($($M,)+): CubeGeometry,
        {
            type Coordinates = $Coordinate;
            type SourceCoordinates = usize;

            fn __expand_to_source_pos_method(
                &self,
                scope: &Scope,
                $pattern: <$Coordinate as CubeType>::ExpandType,
            ) -> NativeExpand<usize> {
                widened::expand(scope, self.at(scope, &[$($M::LEAVES),+], &[$($c),+]))
            }

            fn __expand_to_source_pos_checked_method(
                &self,
                scope: &Scope,
                pos: <$Coordinate as CubeType>::ExpandType,
            ) -> (NativeExpand<usize>, NativeExpand<bool>) {
                (
                    self.__expand_to_source_pos_method(scope, pos.clone()),
                    StdLayoutExpand::__expand_is_in_bounds_method(self, scope, pos),
                )
            }

            fn __expand_shape_method(
                &self,
                scope: &Scope,
            ) -> <$Coordinate as CubeType>::ExpandType {
                let $shape = self.sizes(scope, &[$($M::LEAVES),+]);
                $all
            }

            fn __expand_is_in_bounds_method(
                &self,
                scope: &Scope,
                $pattern: <$Coordinate as CubeType>::ExpandType,
            ) -> NativeExpand<bool> {
                let (ranks, modes): (_, [Number; _]) = ([$($M::LEAVES),+], [$($c),+]);
                let within = self.within(scope, &ranks, &modes);
                both::expand(scope, within, self.contains(scope, &ranks, &modes))
            }
        }
    };
    (@usize $c:ident) => { usize };
}

rank!(u32, c0, [s => s[0]]: M0 c0);
rank!((u32, u32), (c0, c1), [s => (s[0], s[1])]: M0 c0, M1 c1);
rank!((u32, u32, u32), (c0, c1, c2), [s => (s[0], s[1], s[2])]: M0 c0, M1 c1, M2 c2);
rank!((u32, u32, u32, u32), (c0, c1, c2, c3), [s => (s[0], s[1], s[2], s[3])]: M0 c0, M1 c1, M2 c2, M3 c3);
rank!((u32, u32, u32, u32, u32), (c0, c1, c2, c3, c4), [s => (s[0], s[1], s[2], s[3], s[4])]:
    M0 c0, M1 c1, M2 c2, M3 c3, M4 c4);
rank!((u32, u32, u32, u32, u32, u32), (c0, c1, c2, c3, c4, c5), [s => (s[0], s[1], s[2], s[3], s[4], s[5])]:
    M0 c0, M1 c1, M2 c2, M3 c3, M4 c4, M5 c5);
