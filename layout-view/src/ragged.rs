//! Iterators over tiles, in the order of coordinates.

#![allow(unsafe_code)]

use core::iter::FusedIterator;
use core::ptr::NonNull;

use super::argument::Cuts;
use super::place::Address;
use super::ragged_tile::{Divides, Ragged};
use super::{Part, View, ViewBase, ViewMut, WalkOver, walk};
use crate::__private::made;
use crate::dynamic::ShapeError;
use crate::{Coordinate, Geometry, Layout, Tiler};
use layout_runtime::internals::{Checks, ModePath, Walk};

/// The tiles of a [`View`], each with the coordinate of its first element.
pub type RaggedTiles<'a, T, L, S> = RaggedTilesBase<&'a T, L, NonNull<T>, S>;

/// The tiles of a [`ViewMut`], each with the coordinate of its first element.
pub type RaggedTilesMut<'a, T, L, S> = RaggedTilesBase<&'a mut T, L, NonNull<T>, S>;

/// The tiles of a [view](ViewBase), each with the coordinate of its first element: [`RaggedTiles`] and [`RaggedTilesMut`] are
/// names of it.
pub struct RaggedTilesBase<R, L: Layout, A, S: Tiler<L::Geometry>> {
    /// Invariant: if `R` is exclusive, no two coordinates share an element, and the tiles in `left` have not been
    /// handed out.
    view: ViewBase<R, L, A>,
    /// Invariant: the cuts of the view's modes.
    cuts: S::Cuts,
    /// Invariant: a walk over the grid of the cuts.
    left: WalkOver<S::Grid>,
}

/// A full tile of a [`View`], or one at an edge.
pub type RaggedTile<'a, T, L, S> = RaggedTileBase<&'a T, L, NonNull<T>, S>;

/// A full tile of a [`ViewMut`], or one at an edge.
pub type RaggedTileMut<'a, T, L, S> = RaggedTileBase<&'a mut T, L, NonNull<T>, S>;

/// A full tile of a [view](ViewBase), or one at an edge.
pub type RaggedTileBase<R, L, A, S> = Ragged<
    ViewBase<R, Part<L, <S as Tiler<<L as Layout>::Geometry>>::Full>, A>,
    ViewBase<R, Part<L, <S as Tiler<<L as Layout>::Geometry>>::Edge>, A>,
>;

impl<'a, T, L: Layout> View<'a, T, L> {
    /// The tiles, each with the coordinate of its first element, in the order of coordinates:
    /// the first mode runs fastest. Where a tile does not divide a mode, the last ones
    /// have what is left: see [`Ragged`](super::Ragged).
    ///
    /// ```
    /// use layout_view::{Dynamic, Extent, Fixed, Mode, Ragged, View};
    ///
    /// let rows = Mode { extent: Extent::new(4), stride: 5 };
    /// let columns = Mode { extent: Extent::new(5), stride: Fixed::<1> };
    /// let buffer: Vec<u32> = (0..20).collect();
    /// let v = View::new(&buffer, Dynamic::<_, 2>::new((rows, columns))?);
    ///
    /// let mut seen = Vec::new();
    /// for (at, tile) in v.ragged_tiles((Fixed::<2>, Fixed::<3>)) {
    ///     match tile {
    ///         Ragged::Full(tile) => seen.push((at, tile.extents(), tile[(0, 0)])),
    ///         Ragged::Edge(tile) => seen.push((at, tile.extents(), tile[(0, 0)])),
    ///     }
    /// }
    /// assert_eq!(seen[..2], [((0, 0), (2, 3), 0), ((2, 0), (2, 3), 10)]);
    /// assert_eq!(seen[2..], [((0, 3), (2, 2), 3), ((2, 3), (2, 2), 13)]);
    /// # Ok::<(), layout_view::ShapeError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If an extent of the tiler is 0.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn ragged_tiles<S: Tiler<L::Geometry>>(
        &self,
        tiler: impl Cuts<L::Geometry, S>,
    ) -> RaggedTiles<'a, T, L, S> {
        let cuts = made(tiler.this().cut(self.place().geometry(), 0));
        // SAFETY: the cuts of this view.
        unsafe { RaggedTiles::new(*self, cuts) }
    }

    /// [`View::ragged_tiles`] for numbers that may be wrong.
    ///
    /// # Errors
    ///
    /// An extent of the tiler is 0.
    #[inline]
    pub fn try_ragged_tiles<S: Tiler<L::Geometry>>(
        &self,
        tiler: impl Cuts<L::Geometry, S>,
    ) -> Result<RaggedTiles<'a, T, L, S>, ShapeError> {
        let cuts = tiler.this().cut(self.place().geometry(), 0)?;
        // SAFETY: the cuts of this view.
        Ok(unsafe { RaggedTiles::new(*self, cuts) })
    }

    /// The tile of a tiler at a coordinate of the grid, as [`ragged_tiles`](View::ragged_tiles) has
    /// it, with the coordinate of its first element; `None` past the grid.
    ///
    /// ```
    /// use layout_view::{Fixed, Ragged, View, layout};
    ///
    /// let buffer: Vec<u32> = (0..35).collect();
    /// let v = View::new(&buffer, layout!((5,7):(7,1)));
    /// let (first, tile) = v.ragged_tile((Fixed::<2>, Fixed::<4>), (1, 1)).unwrap();
    /// let Ragged::Edge(tile) = tile else { panic!("three columns are left") };
    /// assert_eq!((first, tile.extents(), tile[(1, 2)]), ((2, 4), (2, 3), 27));
    /// assert!(v.ragged_tile((Fixed::<2>, Fixed::<4>), (3, 0)).is_none());
    /// ```
    ///
    /// # Panics
    ///
    /// If an extent of the tiler is 0.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn ragged_tile<S: Tiler<L::Geometry>, C: Coordinate<S::Grid>>(
        &self,
        tiler: impl Cuts<L::Geometry, S>,
        coordinate: C,
    ) -> Option<(S::First, RaggedTile<'a, T, L, S>)> {
        let tiles = self.ragged_tiles(tiler.this());
        let grid = S::grid(&tiles.cuts);
        if coordinate.outside(&grid, ModePath::ALL).is_some() {
            return None;
        }
        // SAFETY: the coordinate is within the extents of the grid.
        Some(unsafe { tiles.tile(coordinate.natural(&grid)) })
    }
}

impl<'a, T, L: Layout> ViewMut<'a, T, L> {
    /// The tiles, as [`View::ragged_tiles`]: each is a view of its own, which another thread may
    /// have.
    ///
    /// No two tiles share a coordinate; that no two coordinates share an element is
    /// decided here, from the strides and extents: in the order of their strides, each leaf
    /// has to step over what those before it reach. So have rows, columns, padded ones, blocks and
    /// what is reversed.
    ///
    /// ```
    /// use layout_view::{Dynamic, Extent, Fixed, Mode, Ragged, ViewMut};
    ///
    /// let rows = Mode { extent: Extent::new(4), stride: 5 };
    /// let columns = Mode { extent: Extent::new(5), stride: Fixed::<1> };
    /// let mut buffer = [0; 20];
    /// let mut v = ViewMut::new(&mut buffer, Dynamic::<_, 2>::new((rows, columns))?);
    /// std::thread::scope(|scope| {
    ///     for (k, (_, tile)) in v.ragged_tiles_mut((Fixed::<2>, Fixed::<3>)).enumerate() {
    ///         scope.spawn(move || match tile {
    ///             Ragged::Full(mut tile) => tile.fill(k),
    ///             Ragged::Edge(mut tile) => tile.fill(k),
    ///         });
    ///     }
    /// });
    /// assert_eq!(buffer[..10], [0, 0, 0, 2, 2, 0, 0, 0, 2, 2]);
    /// assert_eq!(buffer[10..], [1, 1, 1, 3, 3, 1, 1, 1, 3, 3]);
    /// # Ok::<(), layout_view::ShapeError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If an extent of the tiler is 0, or a stride is not above what the leaves below it reach.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn ragged_tiles_mut<S: Tiler<L::Geometry>>(
        &mut self,
        tiler: impl Cuts<L::Geometry, S>,
    ) -> RaggedTilesMut<'_, T, L, S> {
        let cuts = made(RaggedTilesMut::cuts(self, tiler.this()));
        // SAFETY: the cuts of this view.
        unsafe { RaggedTilesMut::new(self.reborrow(), cuts) }
    }

    /// [`ViewMut::ragged_tiles_mut`] for numbers that may be wrong.
    ///
    /// # Errors
    ///
    /// An extent of the tiler is 0, or a stride is not above what the leaves below it reach.
    ///
    /// ```
    /// use layout_view::{Dynamic, Extent, Fixed, Mode, ViewMut};
    ///
    /// // Windows of three elements share some.
    /// let starts = Mode { extent: Extent::new(8), stride: 1 };
    /// let windows = (starts, Mode { extent: Fixed::<3>, stride: Fixed::<1> });
    /// let mut buffer = [0; 10];
    /// let mut v = ViewMut::new(&mut buffer, Dynamic::<_, 2>::new(windows)?);
    /// assert_eq!(
    ///     v.try_ragged_tiles_mut((Fixed::<4>, ..)).err().unwrap().to_string(),
    ///     "leaf = 1, extent = 3, stride = 1, reach = 7 and a stride must be above what the \
    ///      leaves below it reach, for mutable elements that no two coordinates share"
    /// );
    /// # Ok::<(), layout_view::ShapeError>(())
    /// ```
    #[inline]
    pub fn try_ragged_tiles_mut<S: Tiler<L::Geometry>>(
        &mut self,
        tiler: impl Cuts<L::Geometry, S>,
    ) -> Result<RaggedTilesMut<'_, T, L, S>, ShapeError> {
        self.reborrow().try_into_ragged_tiles(tiler.this())
    }

    /// [`ViewMut::try_ragged_tiles_mut`] for as long as this view lives.
    ///
    /// # Errors
    ///
    /// The same.
    #[inline]
    pub fn try_into_ragged_tiles<S: Tiler<L::Geometry>>(
        self,
        tiler: impl Cuts<L::Geometry, S>,
    ) -> Result<RaggedTilesMut<'a, T, L, S>, ShapeError> {
        let cuts = RaggedTilesMut::cuts(&self, tiler.this())?;
        // SAFETY: the cuts of this view.
        Ok(unsafe { RaggedTilesMut::new(self, cuts) })
    }
}

impl<R, L: Layout, A: Address, S: Tiler<L::Geometry>> RaggedTilesBase<R, L, A, S> {
    /// The tiles where none ends at an edge, as views with the extents of the tiler: there is nothing to match.
    /// Does not compile where the tiler is known not to divide the view.
    ///
    /// ```
    /// use layout_view::{Fixed, View, layout};
    ///
    /// let buffer: Vec<u32> = (0..24).collect();
    /// let v = View::new(&buffer, layout!((4,6):(6,1)));
    /// let firsts = v.ragged_tiles((Fixed::<2>, Fixed::<3>)).whole().map(|(_, tile)| tile[(0, 0)]);
    /// assert!(firsts.eq([0, 12, 3, 15]));
    /// ```
    ///
    /// ```compile_fail
    /// # use layout_view::{Fixed, View, layout};
    /// let v = View::new(&[0; 24], layout!((4,6):(6,1)));
    /// let _ = v.ragged_tiles((Fixed::<2>, Fixed::<4>)).whole();   // two columns are left
    /// ```
    ///
    /// # Panics
    ///
    /// If extents that are known at run time leave a rest; `try_whole` returns that as an error.
    #[inline]
    #[track_caller]
    pub fn whole(self) -> WholeTiles<Self> {
        let () = Divides::<L::Geometry, S>::SHOWN;
        made(self.try_whole())
    }

    /// The tiles where none ends at an edge.
    ///
    /// # Errors
    ///
    /// The tiler does not divide the view.
    ///
    /// ```
    /// use layout_view::{Fixed, View, layout};
    ///
    /// layout! { struct Rows<m, n> = (m, n):(n, 1); }
    ///
    /// let v = View::new(&[0; 35], Rows::new(5, 7)?);
    /// let error = v.ragged_tiles((Fixed::<5>, Fixed::<2>)).try_whole().err().unwrap();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "leaf = 1, extent = 7, tile = 2 and a tile must divide its mode, where no tile is to end \
    ///      at an edge"
    /// );
    /// # Ok::<(), layout_view::ShapeError>(())
    /// ```
    #[inline]
    pub fn try_whole(self) -> Result<WholeTiles<Self>, ShapeError> {
        let () = Divides::<L::Geometry, S>::SHOWN;
        S::whole(&self.cuts, 0)?;
        Ok(WholeTiles(self))
    }
}

impl<R, L: Layout, A: Address, S: Tiler<L::Geometry>> Iterator
    for WholeTiles<RaggedTilesBase<R, L, A, S>>
{
    type Item = (S::First, ViewBase<R, Part<L, S::Full>, A>);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(first, tile)| (first, tile.into_full()))
    }

    #[inline(always)]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        self.0.nth(n).map(|(first, tile)| (first, tile.into_full()))
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<R, L: Layout, A: Address, S: Tiler<L::Geometry>> DoubleEndedIterator
    for WholeTiles<RaggedTilesBase<R, L, A, S>>
{
    #[inline(always)]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(|(first, tile)| (first, tile.into_full()))
    }
}

impl<R, L: Layout, A: Address, S: Tiler<L::Geometry>> ExactSizeIterator
    for WholeTiles<RaggedTilesBase<R, L, A, S>>
{
}
impl<R, L: Layout, A: Address, S: Tiler<L::Geometry>> FusedIterator
    for WholeTiles<RaggedTilesBase<R, L, A, S>>
{
}

/// The tiles of an iterator `I`, which are all full: those of [`RaggedTiles::whole`] and [`RaggedTilesMut::whole`].
#[must_use = "iterators are lazy"]
pub struct WholeTiles<I>(I);

/// A coordinate of the grid of tiles.
type InGrid<L, S> = <<S as Tiler<<L as Layout>::Geometry>>::Grid as Geometry>::Natural<usize>;

type PhaseOf<L> = <<L as Layout>::Geometry as Geometry>::Phase;

impl<T, L: Layout, S: Tiler<L::Geometry>> RaggedTilesMut<'_, T, L, S> {
    /// Cuts a view no two coordinates of which share an element.
    #[inline(always)]
    fn cuts(view: &ViewMut<'_, T, L>, tiler: S) -> Result<S::Cuts, ShapeError> {
        PhaseOf::<L>::injective(view.place().geometry())?;
        tiler.cut(view.place().geometry(), 0)
    }
}

impl<R, L: Layout, A: Address, S: Tiler<L::Geometry>> RaggedTilesBase<R, L, A, S> {
    /// The tiles of a view, by its cuts. The cuts, which may be errors, are an argument, and the view is in no
    /// `Result`: LLVM would compare its address with null, and a cold call would take all numbers that are computed from it.
    ///
    /// # Safety
    ///
    /// The cuts are those of the view; if `R` is exclusive, no two coordinates share an element.
    #[inline(always)]
    unsafe fn new(view: ViewBase<R, L, A>, cuts: S::Cuts) -> Self {
        RaggedTilesBase { view, cuts, left: walk(&S::grid(&cuts)) }
    }

    /// The tiles before and from the `n`-th of those that are left.
    ///
    /// # Panics
    ///
    /// If fewer than `n` are left.
    #[must_use]
    pub fn split_at(self, n: usize) -> (Self, Self) {
        let (first, last) = self.left.split_at(n);
        // SAFETY: the two halves have the elements of this view together, and hand out
        // different tiles of them.
        let view = unsafe { ViewBase::from_place(*self.view.place()) };
        let cuts = self.cuts;
        (RaggedTilesBase { view, cuts, left: first }, RaggedTilesBase { left: last, ..self })
    }

    /// # Safety
    ///
    /// A coordinate of the grid, whose tile is not handed out twice if `R` is exclusive.
    #[inline(always)]
    unsafe fn tile(&self, tile: InGrid<L, S>) -> (S::First, RaggedTileBase<R, L, A, S>) {
        // SAFETY: by the caller. The tile has elements that the view has for as long as `R` lives; no other tile has a
        // coordinate of it, so that none has an element of it where no two coordinates share
        // one; and by the caller, this one is then handed out once.
        unsafe {
            let (first, place) = self.view.place().ragged::<S>(&self.cuts, tile);
            let tile = match place {
                Ragged::Full(place) => Ragged::Full(ViewBase::from_place(place)),
                Ragged::Edge(place) => Ragged::Edge(ViewBase::from_place(place)),
            };
            (first, tile)
        }
    }
}

impl<R, L: Layout, A: Address, S: Tiler<L::Geometry>> Iterator for RaggedTilesBase<R, L, A, S> {
    type Item = (S::First, RaggedTileBase<R, L, A, S>);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let here = self.left.next()?;
        // SAFETY: the walk gives each coordinate of the grid once.
        Some(unsafe { self.tile(<WalkOver<S::Grid>>::at(here)) })
    }

    #[inline(always)]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let here = self.left.nth(n)?;
        // SAFETY: the same.
        Some(unsafe { self.tile(<WalkOver<S::Grid>>::at(here)) })
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left.len(), Some(self.left.len()))
    }

    #[inline(always)]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, accumulator: B, mut f: F) -> B {
        let left = self.left.clone();
        // SAFETY: the same.
        left.fold(accumulator, |a, here| f(a, unsafe { self.tile(<WalkOver<S::Grid>>::at(here)) }))
    }
}

impl<R, L: Layout, A: Address, S: Tiler<L::Geometry>> DoubleEndedIterator
    for RaggedTilesBase<R, L, A, S>
{
    #[inline(always)]
    fn next_back(&mut self) -> Option<Self::Item> {
        let here = self.left.next_back()?;
        // SAFETY: the same.
        Some(unsafe { self.tile(<WalkOver<S::Grid>>::at(here)) })
    }

    #[inline(always)]
    fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
        let here = self.left.nth_back(n)?;
        // SAFETY: the same.
        Some(unsafe { self.tile(<WalkOver<S::Grid>>::at(here)) })
    }
}

impl<R, L: Layout, A: Address, S: Tiler<L::Geometry>> ExactSizeIterator
    for RaggedTilesBase<R, L, A, S>
{
}
impl<R, L: Layout, A: Address, S: Tiler<L::Geometry>> FusedIterator
    for RaggedTilesBase<R, L, A, S>
{
}

impl<R: Copy, L: Layout, A: Address, S: Tiler<L::Geometry>> Clone for RaggedTilesBase<R, L, A, S> {
    fn clone(&self) -> Self {
        RaggedTilesBase { left: self.left.clone(), ..*self }
    }
}
