//! `Ragged`: a tile that is full, or one that ends at an edge.

use core::marker::PhantomData;

use crate::{Geometry, Tiler};

/// A full tile of a tiling, or a tile at its edge.
///
/// The extents of a full tile are those of the tiler: constants where it is
/// [`Fixed`](crate::Fixed), so that a loop over them unrolls and its checks are none. A tile at an edge
/// has what is left in a mode that ends there, which is known at run time. A function with the
/// extents as parameters takes both; `AnyExtent` is what they have in common.
///
/// ```
/// use layout_view::dynamic::AnyExtent;
/// use layout_view::{Dynamic, Extent, Fixed, Mode, Ragged, ViewMut};
///
/// /// A mode of the rows, whose extent is `E`, and one of the columns.
/// type Rows<E, F> = (Mode<E, isize>, Mode<F, Fixed<1>>);
///
/// /// Compiled twice: for full tiles with constant bounds, for others with run-time bounds.
/// fn number<E: AnyExtent, F: AnyExtent>(from: usize, mut tile: ViewMut<u32, Rows<E, F>>) {
///     let (m, n) = tile.extents();
///     for i in 0..m {
///         for j in 0..n {
///             tile[(i, j)] = (from + i) as u32;
///         }
///     }
/// }
///
/// let (m, n) = (7, 5);
/// let rows = Mode { extent: Extent::new(m), stride: n as isize };
/// let columns = Mode { extent: Extent::new(n), stride: Fixed::<1> };
/// let mut buffer = vec![0; m * n];
/// let mut v = ViewMut::new(&mut buffer, Dynamic::<_, 2>::new((rows, columns))?);
/// for ((i, _), tile) in v.ragged_tiles_mut((Fixed::<4>, Fixed::<2>)) {
///     match tile {
///         Ragged::Full(tile) => number(i, tile),
///         Ragged::Edge(tile) => number(i, tile),
///     }
/// }
/// assert!(buffer.iter().enumerate().all(|(k, &row)| row as usize == k / n));
/// # Ok::<(), layout_view::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ragged<Full, Edge> {
    /// All extents are those of the tiler.
    Full(Full),
    /// An extent is what is left.
    Edge(Edge),
}

impl<Full, Edge> Ragged<Full, Edge> {
    /// This tile and one of another view, which is cut alike.
    ///
    /// # Panics
    ///
    /// If one of them is full and the other is not.
    #[inline(always)]
    #[track_caller]
    pub fn zip<F, E>(self, other: Ragged<F, E>) -> Ragged<(Full, F), (Edge, E)> {
        match (self, other) {
            (Ragged::Full(this), Ragged::Full(other)) => Ragged::Full((this, other)),
            (Ragged::Edge(this), Ragged::Edge(other)) => Ragged::Edge((this, other)),
            _ => cut_alike(),
        }
    }
}

/// Panics where of two tiles one is full and the other is not.
#[cold]
#[track_caller]
pub(super) fn cut_alike() -> ! {
    panic!("of two tiles, one is full and one at an edge: both must be cut alike")
}

impl<V> Ragged<V, V> {
    /// The tile, full or not, where both are of one type: those of a tiler of
    /// [`Extent`](crate::Extent)s and of `..`.
    ///
    /// ```
    /// use layout_view::{Dynamic, Extent, Mode, View};
    ///
    /// let layout = Dynamic::<_, 1>::new(Mode { extent: Extent::new(5), stride: 1 })?;
    /// let tiles = View::new(&[1, 2, 3, 4, 5], layout).ragged_tiles(Extent::new(2));
    /// assert!(tiles.map(|(_, tile)| tile.into_inner().iter().sum::<i32>()).eq([3, 7, 5]));
    /// # Ok::<(), layout_view::ShapeError>(())
    /// ```
    #[inline(always)]
    pub fn into_inner(self) -> V {
        match self {
            Ragged::Full(tile) | Ragged::Edge(tile) => tile,
        }
    }
}

impl<Full, Edge> Ragged<Full, Edge> {
    /// The tile if it is full.
    #[inline(always)]
    pub fn full(self) -> Option<Full> {
        match self {
            Ragged::Full(tile) => Some(tile),
            Ragged::Edge(_) => None,
        }
    }

    /// The tile where it is known to be full, with its constant extents. Iterators all of whose tiles are full are those of
    /// [`whole`](crate::iterators::RaggedTiles::whole).
    ///
    /// # Panics
    ///
    /// If the tile is at an edge.
    #[inline(always)]
    #[track_caller]
    pub fn into_full(self) -> Full {
        match self {
            Ragged::Full(tile) => tile,
            Ragged::Edge(_) => at_an_edge(),
        }
    }
}

#[cold]
#[track_caller]
fn at_an_edge() -> ! {
    panic!("a tile ends at an edge of its view, and is taken as a full one")
}

/// No tile of `S` in `G` ends at an edge, as far as that is known at compile time: a constant, which fails once.
pub(super) struct Divides<G, S>(PhantomData<(G, S)>);

impl<G: Geometry, S: Tiler<G>> Divides<G, S> {
    pub(super) const SHOWN: () = assert!(
        !matches!(S::IS_WHOLE, Some(false)),
        "a tiler does not divide the view, so that some tiles end at an edge and `whole` has none of them"
    );
}
