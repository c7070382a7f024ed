//! Iterators over tiles, in the order of coordinates.

#![allow(unsafe_code)]

use core::iter::FusedIterator;
use core::ops::Range;

use super::disjoint::assert_disjoint;
use super::tiler::{DynamicTiler, Ragged};
use super::{DynamicView, DynamicViewMut};
use crate::dynamic::{Modes, ShapeError};

/// The tiles of a [`DynamicView`], each with the coordinate of its first element.
pub struct DynamicTiles<'a, T, M: Modes, S: DynamicTiler<M>> {
    view: DynamicView<'a, T, M>,
    /// Invariant: the cuts of the view's modes.
    cuts: S::Cuts,
    /// Invariant: within the size of the grid.
    left: Range<usize>,
}

/// The tiles of a [`DynamicViewMut`], each with the coordinate of its first element.
pub struct DynamicTilesMut<'a, T, M: Modes, S: DynamicTiler<M>> {
    /// Invariant: no two coordinates share an element, and the tiles in `left` have not been
    /// handed out.
    view: DynamicViewMut<'a, T, M>,
    /// Invariant: the cuts of the view's modes.
    cuts: S::Cuts,
    /// Invariant: within the size of the grid.
    left: Range<usize>,
}

/// A full tile of a [`DynamicView`], or one at an edge.
pub type RaggedTile<'a, T, M, S> = Ragged<
    DynamicView<'a, T, <S as DynamicTiler<M>>::Full>,
    DynamicView<'a, T, <S as DynamicTiler<M>>::Edge>,
>;

/// A full tile of a [`DynamicViewMut`], or one at an edge.
pub type RaggedTileMut<'a, T, M, S> = Ragged<
    DynamicViewMut<'a, T, <S as DynamicTiler<M>>::Full>,
    DynamicViewMut<'a, T, <S as DynamicTiler<M>>::Edge>,
>;

impl<'a, T, M: Modes, S: DynamicTiler<M>> DynamicTiles<'a, T, M, S> {
    #[inline(always)]
    pub(super) fn new(view: DynamicView<'a, T, M>, tiler: S) -> Result<Self, ShapeError> {
        let cuts = tiler.cut(view.place().modes(), 0)?;
        Ok(DynamicTiles { view, cuts, left: 0..S::grid(&cuts).product() })
    }

    /// The tiles before and from the `n`-th of those that are left.
    ///
    /// # Panics
    ///
    /// Where fewer than `n` are left.
    #[must_use]
    pub fn split_at(self, n: usize) -> (Self, Self) {
        let (first, last) = split(self.left, n);
        (DynamicTiles { left: first, ..self }, DynamicTiles { left: last, ..self })
    }

    /// # Safety
    ///
    /// `k` is below the size of the grid.
    #[inline(always)]
    unsafe fn tile(&self, k: usize) -> (S::First, RaggedTile<'a, T, M, S>) {
        let tile = S::grid(&self.cuts).digits_last(k);
        // SAFETY: the digits of what is below the size are a coordinate of the grid. A tile has
        // elements of the view.
        unsafe {
            let (first, place) = self.view.place().tile::<S>(&self.cuts, tile);
            let tile = match place {
                Ragged::Full(place) => Ragged::Full(DynamicView::from_place(place)),
                Ragged::Edge(place) => Ragged::Edge(DynamicView::from_place(place)),
            };
            (first, tile)
        }
    }
}

impl<'a, T, M: Modes, S: DynamicTiler<M>> DynamicTilesMut<'a, T, M, S> {
    #[inline(always)]
    pub(super) fn new(view: DynamicViewMut<'a, T, M>, tiler: S) -> Result<Self, ShapeError> {
        assert_disjoint(view.place().modes())?;
        // SAFETY: decided just now.
        unsafe { DynamicTilesMut::of_disjoint(view, tiler) }
    }

    /// # Safety
    ///
    /// No two coordinates of the view share an element.
    #[inline(always)]
    pub(in crate::view) unsafe fn of_disjoint(
        view: DynamicViewMut<'a, T, M>,
        tiler: S,
    ) -> Result<Self, ShapeError> {
        let cuts = tiler.cut(view.place().modes(), 0)?;
        Ok(DynamicTilesMut { view, cuts, left: 0..S::grid(&cuts).product() })
    }

    /// The tiles before and from the `n`-th of those that are left.
    ///
    /// # Panics
    ///
    /// Where fewer than `n` are left.
    #[must_use]
    pub fn split_at(self, n: usize) -> (Self, Self) {
        let (first, last) = split(self.left, n);
        // SAFETY: the two halves have the elements of this view together, and hand out
        // different tiles of them.
        let view = unsafe { DynamicViewMut::from_place(*self.view.place()) };
        let cuts = self.cuts;
        (DynamicTilesMut { view, cuts, left: first }, DynamicTilesMut { left: last, ..self })
    }

    /// # Safety
    ///
    /// `k` is below the size of the grid, and its tile is not handed out twice.
    #[inline(always)]
    unsafe fn tile(&self, k: usize) -> (S::First, RaggedTileMut<'a, T, M, S>) {
        let tile = S::grid(&self.cuts).digits_last(k);
        // SAFETY: the digits of what is below the size are a coordinate of the grid, and of no
        // other `k`. Its tile has elements that the view has for `'a`; no other tile has a
        // coordinate of it, so that none has an element of it, since no two coordinates share
        // one; and by the caller, this one is handed out once.
        unsafe {
            let (first, place) = self.view.place().tile::<S>(&self.cuts, tile);
            let tile = match place {
                Ragged::Full(place) => Ragged::Full(DynamicViewMut::from_place(place)),
                Ragged::Edge(place) => Ragged::Edge(DynamicViewMut::from_place(place)),
            };
            (first, tile)
        }
    }
}

/// The first `n` integers of a range, and the others.
fn split(range: Range<usize>, n: usize) -> (Range<usize>, Range<usize>) {
    assert!(n <= range.len(), "{n} of {} tiles", range.len());
    let middle = range.start + n;
    (range.start..middle, middle..range.end)
}

/// Implements the iterators of one kind of view.
macro_rules! iterator {
    ($Tiles:ident: $Tile:ident) => {
        impl<'a, T, M: Modes, S: DynamicTiler<M>> Iterator for $Tiles<'a, T, M, S> {
            type Item = (S::First, $Tile<'a, T, M, S>);

            #[inline(always)]
            fn next(&mut self) -> Option<Self::Item> {
                let k = self.left.next()?;
                // SAFETY: the range gives each integer below the size of the grid once.
                Some(unsafe { self.tile(k) })
            }

            #[inline(always)]
            fn nth(&mut self, n: usize) -> Option<Self::Item> {
                let k = self.left.nth(n)?;
                // SAFETY: the same.
                Some(unsafe { self.tile(k) })
            }

            #[inline(always)]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.left.size_hint()
            }
        }

        impl<T, M: Modes, S: DynamicTiler<M>> DoubleEndedIterator for $Tiles<'_, T, M, S> {
            #[inline(always)]
            fn next_back(&mut self) -> Option<Self::Item> {
                let k = self.left.next_back()?;
                // SAFETY: the same.
                Some(unsafe { self.tile(k) })
            }
        }

        impl<T, M: Modes, S: DynamicTiler<M>> ExactSizeIterator for $Tiles<'_, T, M, S> {}
        impl<T, M: Modes, S: DynamicTiler<M>> FusedIterator for $Tiles<'_, T, M, S> {}
    };
}

iterator!(DynamicTiles: RaggedTile);
iterator!(DynamicTilesMut: RaggedTileMut);

impl<T, M: Modes, S: DynamicTiler<M>> Clone for DynamicTiles<'_, T, M, S> {
    fn clone(&self) -> Self {
        DynamicTiles { left: self.left.clone(), ..*self }
    }
}
