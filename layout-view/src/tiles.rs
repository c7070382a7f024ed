//! The tiles of a view, in the order of the 1-D coordinate of the rest.

#![allow(unsafe_code)]

use core::iter::FusedIterator;
use core::ptr::NonNull;

use super::argument::Is;
use super::place::Address;
use super::{Tile, View, ViewBase, ViewMut, WalkOver, walk};
use crate::__private::made;
use crate::bounds::Unpadded;
use crate::dynamic::ShapeError;
use crate::proofs::{Count, Injective, Modes, Within};
use crate::{Geometry, Layout, Profile, SizeIs, StaticLayout};
use layout_runtime::internals::{Checks, Walk};

impl<'a, T, L: Layout> View<'a, T, L> {
    /// All tiles of a layout `(tile, rest)`, in the order of the 1-D coordinate of the
    /// rest. The layout is as in [`with_layout`](View::with_layout).
    ///
    /// ```
    /// use layout_view::{View, layout};
    ///
    /// layout! {
    ///     struct Matrix = (4,8):(8,1);
    ///     struct Tiles = zipped_divide(Matrix, (2,4));
    /// }
    ///
    /// let ones = [1; 32];
    /// let sums = View::new(&ones, Matrix).tiles(Tiles).map(|tile| tile.iter().sum::<u32>());
    /// assert!(sums.eq([8; 4]));
    /// ```
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn tiles<M: Layout>(&self, layout: impl Is<M, Bounds: Unpadded>) -> Tiles<'a, T, M> {
        let () = Within::<L, M>::SHOWN;
        Tiles::new(made(self.within(layout.this())))
    }
}

impl<'a, T, L: Layout> ViewMut<'a, T, L> {
    /// All tiles of a layout `(tile, rest)`, in the order of the 1-D coordinate of the rest:
    /// each is a view of its own, which another thread may have.
    ///
    /// The layout is as in [`View::with_layout`]. Does not compile where two coordinates of
    /// it share an element, as then tiles could overlap.
    ///
    /// ```
    /// use layout_view::{ViewMut, layout};
    ///
    /// layout! {
    ///     struct Matrix = (4,8):(8,1);
    ///     // Every second row and column: tiles may lie between each other.
    ///     struct Raked = zipped_divide(Matrix, <2:2, 4:2>);
    /// }
    ///
    /// let mut buffer = [0; Matrix::COSIZE];
    /// let mut v = ViewMut::new(&mut buffer, Matrix);
    /// std::thread::scope(|scope| {
    ///     for (k, mut tile) in v.tiles_mut(Raked).enumerate() {
    ///         scope.spawn(move || tile.fill(k));
    ///     }
    /// });
    /// assert_eq!(buffer[..8], [0, 2, 0, 2, 0, 2, 0, 2]);
    /// assert_eq!(buffer[8..16], [1, 3, 1, 3, 1, 3, 1, 3]);
    /// ```
    ///
    /// Threads whose tiles have elements in one line of the cache wait for each other. How many such lines there are is a question of the
    /// language, here of lines of 64 bytes: `shared_lines(select(Tiles, 1, 0), bits, 64)`.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn tiles_mut<M: Layout>(
        &mut self,
        layout: impl Is<M, Bounds: Unpadded>,
    ) -> TilesMut<'_, T, M> {
        let () = Within::<L, M>::SHOWN;
        let () = Injective::<M::Geometry>::SHOWN;
        made(self.reborrow().into_within(layout.this()).and_then(TilesMut::new))
    }

    /// [`ViewMut::tiles_mut`] for as long as this view lives.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn into_tiles<M: Layout>(self, layout: impl Is<M, Bounds: Unpadded>) -> TilesMut<'a, T, M> {
        let () = Within::<L, M>::SHOWN;
        let () = Injective::<M::Geometry>::SHOWN;
        made(self.into_within(layout.this()).and_then(TilesMut::new))
    }

    /// [`ViewMut::tiles_mut`] as an array, as many as the rest has coordinates.
    ///
    /// ```
    /// use layout_view::{ViewMut, layout};
    ///
    /// layout! {
    ///     struct Matrix = (4,8):(8,1);
    ///     struct Halves = zipped_divide(Matrix, (4,4));
    /// }
    ///
    /// let mut buffer = [0; Matrix::COSIZE];
    /// let mut v = ViewMut::new(&mut buffer, Matrix);
    /// let [mut left, mut right] = v.split_tiles_mut(Halves);
    /// (left[(0, 0)], right[(0, 0)]) = (1, 2);
    /// assert_eq!((buffer[0], buffer[4]), (1, 2));
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn split_tiles_mut<M: StaticLayout<Bounds: Unpadded>, const N: usize>(
        &mut self,
        layout: M,
    ) -> [ViewMut<'_, T, Tile<M>>; N]
    where
        TailOf<M>: SizeIs<N>,
    {
        let () = Count::<M::Geometry, N>::SHOWN;
        let () = Within::<L, M>::SHOWN;
        let () = Injective::<M::Geometry>::SHOWN;
        made(self.reborrow().into_within(layout).and_then(TilesMut::new)).into_array()
    }
}

/// The walk over the rest of a layout `(tile, rest)`.
type Rest<L> = WalkOver<TailOf<L>>;

type TailOf<L> = <<L as Layout>::Geometry as Geometry>::Tail;

/// The tiles of a [`View`] by a layout `(tile, rest)`.
pub type Tiles<'a, T, L> = TilesBase<&'a T, L, NonNull<T>>;

/// The tiles of a [`ViewMut`] by a layout `(tile, rest)`.
pub type TilesMut<'a, T, L> = TilesBase<&'a mut T, L, NonNull<T>>;

/// The tiles of a [view](ViewBase) by a layout `(tile, rest)`: [`Tiles`] and [`TilesMut`] are names of it.
pub struct TilesBase<R, L: Layout, A> {
    /// Invariant: if `R` is exclusive, no two coordinates share an element, and the tiles in `rest` have not been
    /// handed out.
    view: ViewBase<R, L, A>,
    /// Invariant: a walk over the rest.
    rest: Rest<L>,
}

impl<'a, T, L: Layout> Tiles<'a, T, L> {
    #[inline(always)]
    fn new(view: View<'a, T, L>) -> Self {
        TilesBase { view, rest: rest::<L>(view.place().geometry()) }
    }
}

impl<'a, T, L: Layout> TilesMut<'a, T, L> {
    #[inline(always)]
    fn new(view: ViewMut<'a, T, L>) -> Result<Self, ShapeError> {
        <L::Geometry as Geometry>::Phase::injective(view.place().geometry())?;
        let rest = rest::<L>(view.place().geometry());
        Ok(TilesBase { view, rest })
    }

    #[inline(always)]
    fn into_array<const N: usize>(mut self) -> [ViewMut<'a, T, Tile<L>>; N]
    where
        L::Geometry: Profile,
    {
        let () = Count::<L::Geometry, N>::SHOWN;
        core::array::from_fn(|_| match self.next() {
            Some(tile) => tile,
            None => unreachable!("there are as many tiles"),
        })
    }
}

impl<R, L: Layout, A: Address> TilesBase<R, L, A> {
    /// The tiles before and from the `n`-th of those that are left.
    ///
    /// # Panics
    ///
    /// If fewer than `n` are left.
    #[must_use]
    pub fn split_at(self, n: usize) -> (Self, Self) {
        let (first, last) = self.rest.split_at(n);
        // SAFETY: the two halves have the elements of this view together, and hand out
        // different tiles of them.
        let view = unsafe { ViewBase::from_place(*self.view.place()) };
        (TilesBase { view, rest: first }, TilesBase { view: self.view, rest: last })
    }

    /// # Safety
    ///
    /// A step over the rest, whose tile is not handed out twice if `R` is exclusive.
    #[inline(always)]
    unsafe fn tile(&self, here: <Rest<L> as Walk>::Position) -> ViewBase<R, Tile<L>, A> {
        // SAFETY: elements that the view has for as long as `R` lives. If that is exclusive, no two coordinates share an
        // element, so that no other tile has them; and by the caller, not this one either.
        unsafe { ViewBase::from_place(self.view.place().head_from(Rest::<L>::offset(here))) }
    }
}

/// The walk over all tiles of a layout `(tile, rest)`.
#[inline(always)]
fn rest<L: Layout>(geometry: &L::Geometry) -> Rest<L> {
    walk(&geometry.tail())
}

impl<R, L: Layout, A: Address> Iterator for TilesBase<R, L, A> {
    type Item = ViewBase<R, Tile<L>, A>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let () = Modes::<L::Geometry>::TILES;
        let here = self.rest.next()?;
        // SAFETY: the walk gives each coordinate of the rest once.
        Some(unsafe { self.tile(here) })
    }

    #[inline(always)]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let here = self.rest.nth(n)?;
        // SAFETY: the same.
        Some(unsafe { self.tile(here) })
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.rest.len(), Some(self.rest.len()))
    }

    #[inline(always)]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, accumulator: B, mut f: F) -> B {
        let rest = self.rest.clone();
        // SAFETY: the same.
        rest.fold(accumulator, |a, here| f(a, unsafe { self.tile(here) }))
    }
}

impl<R, L: Layout, A: Address> DoubleEndedIterator for TilesBase<R, L, A> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<Self::Item> {
        let () = Modes::<L::Geometry>::TILES;
        let here = self.rest.next_back()?;
        // SAFETY: the same.
        Some(unsafe { self.tile(here) })
    }

    #[inline(always)]
    fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
        let here = self.rest.nth_back(n)?;
        // SAFETY: the same.
        Some(unsafe { self.tile(here) })
    }
}

impl<R, L: Layout, A: Address> ExactSizeIterator for TilesBase<R, L, A> {}
impl<R, L: Layout, A: Address> FusedIterator for TilesBase<R, L, A> {}

impl<R: Copy, L: Layout, A: Address> Clone for TilesBase<R, L, A> {
    fn clone(&self) -> Self {
        TilesBase { view: self.view, rest: self.rest.clone() }
    }
}
