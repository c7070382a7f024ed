//! The functions that a full tile and one at an edge share, written once.

use core::iter::FusedIterator;
use core::ops::{Index, IndexMut};
use core::ptr::NonNull;

use super::ragged_tile::Ragged;
use super::{Slice, Slicer, Source, Target, View, ViewBase, ViewMut};
use crate::{Coordinate, Geometry, Layout};
use layout_runtime::internals::Kept;

/// Evaluates an expression for either kind of tile.
macro_rules! either {
    ($ragged:expr, $tile:ident => $of:expr) => {
        either!(Ragged: $ragged, $tile => $of)
    };
    ($Ragged:ident: $ragged:expr, $tile:ident => $of:expr) => {
        match $ragged {
            $Ragged::Full($tile) => $of,
            $Ragged::Edge($tile) => $of,
        }
    };
}

/// The extents of the modes of a layout.
type Extents<L> = <<L as Layout>::Geometry as Geometry>::Extents<usize>;

/// A slice of a tile of either kind.
type RaggedSlice<'a, T, S, A, B> = Ragged<View<'a, T, Slice<S, A>>, View<'a, T, Slice<S, B>>>;

/// A slice of a mutable tile of either kind.
type RaggedSliceMut<'a, T, S, A, B> =
    Ragged<ViewMut<'a, T, Slice<S, A>>, ViewMut<'a, T, Slice<S, B>>>;

/// An iterator over a tile of either kind: not [`Ragged`], whose `zip` is of tiles.
enum Items<I, J> {
    Full(I),
    Edge(J),
}

impl<I: Iterator, J: Iterator<Item = I::Item>> Iterator for Items<I, J> {
    type Item = I::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        either!(Items: self, items => items.next())
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        either!(Items: self, items => items.size_hint())
    }

    #[inline(always)]
    fn nth(&mut self, n: usize) -> Option<I::Item> {
        either!(Items: self, items => items.nth(n))
    }

    /// The whole is one loop, or another.
    #[inline(always)]
    fn fold<B, F: FnMut(B, I::Item) -> B>(self, first: B, f: F) -> B {
        either!(Items: self, items => items.fold(first, f))
    }
}

impl<I: DoubleEndedIterator, J: DoubleEndedIterator<Item = I::Item>> DoubleEndedIterator
    for Items<I, J>
{
    #[inline(always)]
    fn next_back(&mut self) -> Option<I::Item> {
        either!(Items: self, items => items.next_back())
    }
}

impl<I: ExactSizeIterator, J: ExactSizeIterator<Item = I::Item>> ExactSizeIterator for Items<I, J> {}
impl<I: FusedIterator, J: FusedIterator<Item = I::Item>> FusedIterator for Items<I, J> {}

impl<R, T, A: Layout, B: Layout> Ragged<ViewBase<R, A, NonNull<T>>, ViewBase<R, B, NonNull<T>>> {
    /// The number of coordinates.
    #[inline(always)]
    #[must_use]
    pub fn size(&self) -> usize {
        either!(self, tile => tile.size())
    }

    /// The number of coordinates of each mode.
    #[inline(always)]
    #[must_use]
    pub fn extents(&self) -> Extents<A>
    where
        B::Geometry: Geometry<Extents<usize> = Extents<A>>,
    {
        either!(self, tile => tile.extents())
    }
}

impl<R, T, A: Layout, B: Layout, C> Index<C>
    for Ragged<ViewBase<R, A, NonNull<T>>, ViewBase<R, B, NonNull<T>>>
where
    C: Coordinate<A::Geometry> + Coordinate<B::Geometry>,
{
    type Output = T;

    #[inline(always)]
    #[track_caller]
    fn index(&self, coordinate: C) -> &T {
        either!(self, tile => &tile[coordinate])
    }
}

/// The functions of a tile, full or not. A loop that is to be compiled for full tiles with their constant extents
/// matches, or is a generic function; the functions here are compiled so.
///
/// ```
/// use layout_view::{Fixed, View, layout};
///
/// let buffer: Vec<u32> = (0..35).collect();
/// let tiles = View::new(&buffer, layout!((5,7):(7,1))).ragged_tiles((Fixed::<2>, Fixed::<4>));
/// let all: Vec<_> = tiles.map(|(_, tile)| (tile.extents(), tile.iter().sum::<u32>())).collect();
/// assert_eq!(all[0], ((2, 4), 40));
/// assert_eq!(all[5], ((1, 3), 99));
/// ```
impl<'a, T, A: Layout, B: Layout> Ragged<View<'a, T, A>, View<'a, T, B>> {
    /// The element at a coordinate; `None` where an integer of it is not below its extent.
    #[inline(always)]
    #[must_use]
    pub fn get<C>(&self, coordinate: C) -> Option<&'a T>
    where
        C: Coordinate<A::Geometry> + Coordinate<B::Geometry>,
    {
        either!(self, tile => tile.get(coordinate))
    }

    /// The value at a coordinate.
    ///
    /// # Panics
    ///
    /// If an integer of the coordinate is not below its extent.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn at<C>(&self, coordinate: C) -> T
    where
        T: Copy,
        C: Coordinate<A::Geometry> + Coordinate<B::Geometry>,
    {
        either!(self, tile => tile.at(coordinate))
    }

    /// The modes in which the slicer has `..`, as [`View::slice`]: a tile of either kind again.
    ///
    /// # Panics
    ///
    /// If an integer of the slicer is not below its extent, or a range ends past it.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn slice<S>(&self, slicer: S) -> RaggedSlice<'a, T, S, A, B>
    where
        S: Slicer<A::Geometry, Before<()>: Kept> + Slicer<B::Geometry, Before<()>: Kept>,
    {
        match self {
            Ragged::Full(tile) => Ragged::Full(tile.slice(slicer)),
            Ragged::Edge(tile) => Ragged::Edge(tile.slice(slicer)),
        }
    }

    /// Calls a function with every element, in the order in which they lie in memory, see
    /// [`in_storage_order`](View::in_storage_order).
    #[inline(always)]
    pub fn for_each(&self, f: impl FnMut(&T)) {
        either!(self, tile => tile.in_storage_order().for_each(f));
    }

    /// The elements, in the order of the 1-D coordinate.
    #[inline(always)]
    pub fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = &'a T> + ExactSizeIterator + FusedIterator + use<'a, T, A, B>
    {
        match self {
            Ragged::Full(tile) => Items::Full(tile.iter()),
            Ragged::Edge(tile) => Items::Edge(tile.iter()),
        }
    }

    /// [`View::copy_to`].
    ///
    /// # Panics
    ///
    /// If the sizes differ.
    #[inline(always)]
    #[track_caller]
    pub fn copy_to<D: Target<Element = T> + ?Sized>(&self, target: &mut D)
    where
        T: Copy,
    {
        either!(self, tile => tile.copy_to(target));
    }
}

/// The functions of a mutable tile, full or not.
///
/// ```
/// use layout_view::{Fixed, View, ViewMut, layout};
///
/// layout! { struct Rows<m, n> = (m,n):(n,1); struct Columns<m, n> = (m,n); }
///
/// let source: Vec<u32> = (0..35).collect();
/// let mut target = [0; 35];
/// let rows = View::new(&source, Rows::new(5, 7)?);
/// let mut columns = ViewMut::new(&mut target, Columns::new(5, 7)?);
/// let tiler = (Fixed::<2>, Fixed::<4>);
/// for ((_, mut to), (_, from)) in columns.ragged_tiles_mut(tiler).zip(rows.ragged_tiles(tiler)) {
///     to.copy_from(from);
/// }
/// assert!(columns.as_view().iter().eq(rows.iter()));
/// # Ok::<(), layout_view::ShapeError>(())
/// ```
impl<'a, T, A: Layout, B: Layout> Ragged<ViewMut<'a, T, A>, ViewMut<'a, T, B>> {
    /// The tile for reading.
    #[inline(always)]
    #[must_use]
    pub fn as_view(&self) -> Ragged<View<'_, T, A>, View<'_, T, B>> {
        match self {
            Ragged::Full(tile) => Ragged::Full(tile.as_view()),
            Ragged::Edge(tile) => Ragged::Edge(tile.as_view()),
        }
    }

    /// The element at a coordinate; `None` where an integer of it is not below its extent.
    #[inline(always)]
    #[must_use]
    pub fn get_mut<C>(&mut self, coordinate: C) -> Option<&mut T>
    where
        C: Coordinate<A::Geometry> + Coordinate<B::Geometry>,
    {
        either!(self, tile => tile.get_mut(coordinate))
    }

    /// The modes in which the slicer has `..`, as [`ViewMut::slice_mut`]: a tile of either kind again.
    ///
    /// # Panics
    ///
    /// If an integer of the slicer is not below its extent, or a range ends past it.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn slice_mut<S>(&mut self, slicer: S) -> RaggedSliceMut<'_, T, S, A, B>
    where
        S: Slicer<A::Geometry, Before<()>: Kept> + Slicer<B::Geometry, Before<()>: Kept>,
    {
        match self {
            Ragged::Full(tile) => Ragged::Full(tile.slice_mut(slicer)),
            Ragged::Edge(tile) => Ragged::Edge(tile.slice_mut(slicer)),
        }
    }

    /// Sets every element.
    #[inline(always)]
    pub fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        either!(self, tile => tile.fill(value));
    }

    /// The elements, in the order of the 1-D coordinate.
    #[inline(always)]
    #[track_caller]
    pub fn iter_mut(
        &mut self,
    ) -> impl DoubleEndedIterator<Item = &mut T> + ExactSizeIterator + FusedIterator {
        match self {
            Ragged::Full(tile) => Items::Full(tile.iter_mut()),
            Ragged::Edge(tile) => Items::Edge(tile.iter_mut()),
        }
    }

    /// [`ViewMut::for_each_mut`].
    #[inline(always)]
    pub fn for_each_mut(&mut self, f: impl FnMut(&mut T)) {
        either!(self, tile => tile.for_each_mut(f));
    }

    /// [`ViewMut::zip_with`].
    ///
    /// # Panics
    ///
    /// If the sizes differ.
    #[inline(always)]
    #[track_caller]
    pub fn zip_with<S: Source>(&mut self, other: S, f: impl FnMut(&mut T, &S::Element)) {
        either!(self, tile => tile.zip_with(other, f));
    }

    /// [`ViewMut::zip_with`] of a tile that was cut alike.
    ///
    /// # Panics
    ///
    /// If one of the two is full and the other is not, or their sizes differ.
    #[inline(always)]
    #[track_caller]
    pub fn zip_tile<U, F: Layout, E: Layout>(
        &mut self,
        other: Ragged<View<'_, U, F>, View<'_, U, E>>,
        f: impl FnMut(&mut T, &U),
    ) {
        match (self, other) {
            (Ragged::Full(to), Ragged::Full(from)) => to.zip_with(from, f),
            (Ragged::Edge(to), Ragged::Edge(from)) => to.zip_with(from, f),
            _ => super::ragged_tile::cut_alike(),
        }
    }

    /// Copies the elements of a tile that was cut alike: [`View::copy_to`] of full tiles, and of those at an
    /// edge.
    ///
    /// # Panics
    ///
    /// If one of the two is full and the other is not, or their sizes differ.
    #[inline(always)]
    #[track_caller]
    pub fn copy_from<F: Layout, E: Layout>(
        &mut self,
        source: Ragged<View<'_, T, F>, View<'_, T, E>>,
    ) where
        T: Copy,
    {
        match (self, source) {
            (Ragged::Full(to), Ragged::Full(from)) => from.copy_to(to),
            (Ragged::Edge(to), Ragged::Edge(from)) => from.copy_to(to),
            _ => super::ragged_tile::cut_alike(),
        }
    }
}

impl<'a, T, A: Layout, B: Layout, C> IndexMut<C> for Ragged<ViewMut<'a, T, A>, ViewMut<'a, T, B>>
where
    C: Coordinate<A::Geometry> + Coordinate<B::Geometry>,
{
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, coordinate: C) -> &mut T {
        either!(self, tile => &mut tile[coordinate])
    }
}
