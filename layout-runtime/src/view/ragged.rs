//! Ragged tiles of layouts that the compiler knows: those of a dynamic view whose numbers are
//! constants.

#![allow(unsafe_code)]

use core::ptr::NonNull;

use super::dynamic::place::Place;
use super::iter::assert_injective;
use super::message::Message;
use super::place::Elements;
use super::steps::Evaluated;
use super::{
    Constants, DynamicTiler, DynamicTiles, DynamicTilesMut, DynamicView, DynamicViewMut, View,
    ViewMut,
};
use crate::__private::made;
use crate::{Layout, Map, Profile};

impl<'a, T, L: Layout> View<'a, T, L> {
    /// The view as one that takes numbers of the run: in its slices and its tiles. Its own are
    /// constants. Does not compile for a swizzled layout.
    ///
    /// ```
    /// use layout_runtime::{View, layout};
    ///
    /// let buffer: Vec<u32> = (0..32).collect();
    /// let v = View::new(&buffer, layout!((4,8):(8,1))).into_dynamic();
    /// let (from, to) = (1, 3);
    /// assert_eq!(format!("{:?}", v.slice((from..to, 5))), "(2):(8) [13, 21]");
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn into_dynamic(self) -> DynamicView<'a, T, Constants<L>> {
        // SAFETY: elements of this view.
        unsafe { DynamicView::from_place(place::<T, L>(self.place().zero())) }
    }

    /// The tiles of a tiler that need not divide the extents, each with the coordinate of its
    /// first element, as [`DynamicView::tiles`]: full ones have constant extents where those of the
    /// tiler are, those at an edge what is left. Does not compile for a swizzled layout.
    ///
    /// ```
    /// use layout_runtime::view::Ragged;
    /// use layout_runtime::{Fixed, View, layout};
    ///
    /// let buffer: Vec<u32> = (0..35).collect();
    /// let v = View::new(&buffer, layout!((5,7):(7,1)));
    /// let mut sums = Vec::new();
    /// for ((i, j), tile) in v.ragged_tiles((Fixed::<2>, Fixed::<4>)) {
    ///     let (extents, sum) = match tile {
    ///         Ragged::Full(tile) => (tile.extents(), tile.iter().sum::<u32>()),
    ///         Ragged::Edge(tile) => (tile.extents(), tile.iter().sum()),
    ///     };
    ///     sums.push(((i, j), extents, sum));
    /// }
    /// assert_eq!(sums.len(), 6);
    /// assert_eq!(sums[1], ((2, 0), (2, 4), 2 * (14 + 15 + 16 + 17) + 4 * 7));
    /// assert_eq!(sums[5], ((4, 4), (1, 3), 32 + 33 + 34));
    /// ```
    ///
    /// # Panics
    ///
    /// Where an extent of the run is 0.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn ragged_tiles<S: DynamicTiler<Constants<L>>>(
        self,
        tiler: S,
    ) -> DynamicTiles<'a, T, Constants<L>, S> {
        self.into_dynamic().tiles(tiler)
    }
}

impl<'a, T, L: Layout> ViewMut<'a, T, L> {
    /// The view as one that takes numbers of the run, as [`View::into_dynamic`].
    #[inline(always)]
    #[must_use]
    pub fn into_dynamic(self) -> DynamicViewMut<'a, T, Constants<L>> {
        // SAFETY: elements that this view has for `'a`, which ends here.
        unsafe { DynamicViewMut::from_place(place::<T, L>(self.place().zero())) }
    }

    /// The tiles of a tiler that need not divide the extents, as [`View::ragged_tiles`]: each is a
    /// view of its own, which another thread may have. Does not compile where two coordinates
    /// share an element.
    ///
    /// ```
    /// use layout_runtime::dynamic::DynamicCoordinate;
    /// use layout_runtime::view::{DynamicViewMut, Ragged};
    /// use layout_runtime::{Fixed, Modes, ViewMut, layout};
    ///
    /// /// Compiled twice: for full tiles with constant bounds, for others with those of the run.
    /// fn number<M: Modes<Extents = (usize, usize)>>(k: usize, mut tile: DynamicViewMut<usize, M>)
    /// where
    ///     (usize, usize): DynamicCoordinate<M>,
    /// {
    ///     let (m, n) = tile.extents();
    ///     for i in 0..m {
    ///         for j in 0..n {
    ///             tile[(i, j)] = k;
    ///         }
    ///     }
    /// }
    ///
    /// layout! { struct Grid = (3,5):(5,1); }
    ///
    /// let mut grid = [0; Grid::COSIZE];
    /// let mut v = ViewMut::new(&mut grid, Grid);
    /// for (k, (_, tile)) in v.ragged_tiles_mut((Fixed::<2>, Fixed::<3>)).enumerate() {
    ///     match tile {
    ///         Ragged::Full(tile) => number(k, tile),
    ///         Ragged::Edge(tile) => number(k, tile),
    ///     }
    /// }
    /// assert_eq!(grid, [0, 0, 0, 2, 2, 0, 0, 0, 2, 2, 1, 1, 1, 3, 3]);
    /// ```
    ///
    /// # Panics
    ///
    /// Where an extent of the run is 0.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn ragged_tiles_mut<S: DynamicTiler<Constants<L>>>(
        &mut self,
        tiler: S,
    ) -> DynamicTilesMut<'_, T, Constants<L>, S> {
        const { assert_injective::<L::Profile>() };
        // SAFETY: no two coordinates share an element.
        let tiles = unsafe { DynamicTilesMut::of_disjoint(self.reborrow().into_dynamic(), tiler) };
        made(tiles)
    }
}

/// # Safety
///
/// `zero` is the address of offset 0 of a view of `L`.
#[inline(always)]
unsafe fn place<T, L: Layout>(zero: NonNull<T>) -> Place<T, Constants<L>> {
    const { assert_unswizzled::<L>() };
    // What fits was decided where the view was made, by these constants.
    let _ = const { <L::Profile as Evaluated>::STEPS.len };
    // SAFETY: by the caller. The modes have the extents and strides of the profile.
    unsafe { Place::at_zero(zero, <L::Profile as Profile>::MODES) }
}

/// A dynamic view has strides, and no swizzle.
const fn assert_unswizzled<L: Layout>() {
    if !<L::Map as Map>::IDENTITY {
        let message =
            Message::new("a dynamic view, as ragged tiles are, has no swizzled layout as ")
                .layout::<L::Profile, L::Map>();
        panic!("{}", message.as_str());
    }
}
