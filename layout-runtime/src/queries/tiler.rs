//! `Tiler`: how a view is cut into tiles, and what of it is ragged.

use core::ops::RangeFull;

use crate::error::ShapeError;
use crate::geometry::Coordinate;
use crate::geometry::Geometry;
use crate::geometry::mode::{AnyMode, Mode};
use crate::number::{AnyExtent, Counted, Extent, Fixed};
use crate::rank::for_each_rank;

mod sealed {
    pub trait Sealed<G> {}
}

/// A tiler of the geometry `G`: the extents of a tile, or a tuple with a tiler for each mode.
///
/// The extents of a leaf are [`Fixed`], [`Size`](crate::dynamic::Size) of a constant, or an
/// [`Extent`]; `..` keeps a mode whole. Mutable tiles rest on what
/// the trait answers, so only this crate implements it.
///
/// ```
/// use layout_view::{Dynamic, Extent, Fixed, Mode, Ragged, View};
///
/// // (5,(2,3)):(6,(3,1))
/// let rows = Mode { extent: Extent::new(5), stride: 6 };
/// let pairs = Mode { extent: Fixed::<2>, stride: Fixed::<3> };
/// let layout = Dynamic::<_, 3>::new((rows, (pairs, Mode { extent: Extent::new(3), stride: 1 })))?;
/// let buffer: Vec<u32> = (0..30).collect();
/// let v = View::new(&buffer, layout);
///
/// let tiles: Vec<_> = v.ragged_tiles((Fixed::<2>, (.., Extent::new(2)))).collect();
/// let (at, last) = &tiles[5];
/// assert_eq!((*at, v[*at]), ((4, (0, 2)), 26));
/// let Ragged::Edge(last) = last else { panic!("a row and a column are left") };
/// assert_eq!(format!("{last:?}"), "(1,(2,1)):(6,(3,1)) [26, 29]");
/// # Ok::<(), layout_view::ShapeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not tile this view: each mode takes `..`, or a tuple of its rank; a leaf an extent too, as `Fixed<8>`, \
               `Size<BM>` and `Extent::new(n)`"
)]
pub trait Tiler<G: Geometry>: Copy + sealed::Sealed<G> {
    /// The modes of a full tile.
    type Full: Geometry;
    /// The modes of a tile at an edge.
    type Edge: Geometry;
    /// The coordinate of the first element of a tile.
    type First: Coordinate<G> + Send + Sync;
    /// The modes of the tiles: how many there are.
    #[doc(hidden)]
    type Grid: Geometry;
    /// The extents at which the modes are cut.
    #[doc(hidden)]
    type Cuts: Copy + Send + Sync;

    /// Cuts modes, of which the first leaf is the `leaf`-th.
    #[doc(hidden)]
    fn cut(self, geometry: &G, leaf: usize) -> Result<Self::Cuts, ShapeError>;

    /// True if no tile ends at an edge, where that is known at compile time.
    #[doc(hidden)]
    const IS_WHOLE: Option<bool>;

    /// # Errors
    ///
    /// A tile ends at an edge, in modes of which the first leaf is the `leaf`-th.
    #[doc(hidden)]
    fn whole(cuts: &Self::Cuts, leaf: usize) -> Result<(), ShapeError>;

    #[doc(hidden)]
    fn grid(cuts: &Self::Cuts) -> Self::Grid;

    /// The coordinate of the first element of the tile at a coordinate of the grid.
    #[doc(hidden)]
    fn first(cuts: &Self::Cuts, tile: <Self::Grid as Geometry>::Natural<usize>) -> Self::First;

    #[doc(hidden)]
    fn is_full(cuts: &Self::Cuts, tile: <Self::Grid as Geometry>::Natural<usize>) -> bool;

    #[doc(hidden)]
    fn full(cuts: &Self::Cuts) -> Self::Full;

    #[doc(hidden)]
    fn edge(cuts: &Self::Cuts, tile: <Self::Grid as Geometry>::Natural<usize>) -> Self::Edge;
}

/// A leaf in pieces of the extent `tile`.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Cut<S, D> {
    tile: S,
    stride: D,
    /// The number of full pieces, and of all.
    full: usize,
    count: usize,
    /// The extents of a full piece and of what is left, which may be none.
    whole: Extent,
    left: Extent,
}

/// True if no tile ends at an edge, where that is known at compile time: tiles of one have none.
const fn divides<E: AnyExtent, S: AnyExtent>() -> Option<bool> {
    match (E::FIXED, S::FIXED) {
        (_, Some(1)) => Some(true),
        (Some(extent), Some(tile)) => Some(tile != 0 && extent % tile == 0),
        _ => None,
    }
}

/// True if both are so, where that is known.
const fn both(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

impl<M: AnyMode, S: AnyExtent> sealed::Sealed<M> for S {}

/// Piece `c` is `[c·S, c·S + S)`, but ends where the leaf ends: no two share a coordinate, and
/// together they have all.
#[diagnostic::do_not_recommend]
impl<M: AnyMode, S: AnyExtent> Tiler<M> for S {
    type Full = Mode<S, M::Stride>;
    type Edge = Mode<Extent, M::Stride>;
    type First = usize;
    type Grid = Mode<Counted, Fixed<0>>;
    type Cuts = Cut<S, M::Stride>;

    #[inline]
    fn cut(self, geometry: &M, leaf: usize) -> Result<Cut<S, M::Stride>, ShapeError> {
        let (tile, extent) = (self.extent(), geometry.extent().extent());
        if tile == 0 {
            let rule = "a tile must have a coordinate in every mode";
            return Err(ShapeError::broken("", rule, &["leaf", "extent"], &[leaf as i128, 0]));
        }
        // The reciprocal of a tile that is larger than any layout is none.
        let full = if tile > extent { 0 } else { self.quotient(extent) };
        let left = extent - full * tile;
        Ok(Cut {
            tile: self,
            stride: geometry.stride(),
            full,
            count: full + usize::from(left > 0),
            whole: Extent::new(tile),
            left: Extent::new(left),
        })
    }

    const IS_WHOLE: Option<bool> = divides::<M::Extent, S>();

    #[inline]
    fn whole(cut: &Cut<S, M::Stride>, leaf: usize) -> Result<(), ShapeError> {
        let left = cut.left.extent();
        if left == 0 {
            return Ok(());
        }
        let tile = cut.tile.extent();
        let rule = "a tile must divide its mode, where no tile is to end at an edge";
        let numbers = [leaf as i128, (cut.full * tile + left) as i128, tile as i128];
        Err(ShapeError::broken("", rule, &["leaf", "extent", "tile"], &numbers))
    }

    #[inline(always)]
    fn grid(cut: &Cut<S, M::Stride>) -> Self::Grid {
        Mode { extent: Counted(cut.count), stride: Fixed }
    }

    #[inline(always)]
    fn first(cut: &Cut<S, M::Stride>, tile: usize) -> usize {
        tile.wrapping_mul(cut.tile.extent())
    }

    #[inline(always)]
    fn is_full(cut: &Cut<S, M::Stride>, tile: usize) -> bool {
        (const { matches!(divides::<M::Extent, S>(), Some(true)) }) || tile < cut.full
    }

    #[inline(always)]
    fn full(cut: &Cut<S, M::Stride>) -> Mode<S, M::Stride> {
        Mode { extent: cut.tile, stride: cut.stride }
    }

    #[inline(always)]
    fn edge(cut: &Cut<S, M::Stride>, tile: usize) -> Mode<Extent, M::Stride> {
        let extent = if tile < cut.full { cut.whole } else { cut.left };
        Mode { extent, stride: cut.stride }
    }
}

impl<G: Geometry> sealed::Sealed<G> for RangeFull {}

/// One piece.
#[diagnostic::do_not_recommend]
impl<G: Geometry> Tiler<G> for RangeFull {
    type Full = G;
    type Edge = G;
    type First = usize;
    type Grid = Mode<Fixed<1>, Fixed<0>>;
    type Cuts = G;

    #[inline(always)]
    fn cut(self, geometry: &G, _: usize) -> Result<G, ShapeError> {
        Ok(*geometry)
    }

    const IS_WHOLE: Option<bool> = Some(true);

    #[inline(always)]
    fn whole(_: &G, _: usize) -> Result<(), ShapeError> {
        Ok(())
    }

    #[inline(always)]
    fn grid(_: &G) -> Self::Grid {
        Mode { extent: Fixed, stride: Fixed }
    }

    #[inline(always)]
    fn first(_: &G, _: usize) -> usize {
        0
    }

    #[inline(always)]
    fn is_full(_: &G, _: usize) -> bool {
        true
    }

    #[inline(always)]
    fn full(geometry: &G) -> G {
        *geometry
    }

    #[inline(always)]
    fn edge(geometry: &G, _: usize) -> G {
        *geometry
    }
}

/// Implements the trait for a tuple: the product of the pieces of its modes.
macro_rules! tuple {
    ($($P:ident $p:ident $C:ident $c:ident $f:ident,)*
        | $Q:ident $q:ident $D:ident $d:ident $g:ident) => {
        impl<$($P: Geometry, $C: Tiler<$P>,)* $Q: Geometry, $D: Tiler<$Q>>
            sealed::Sealed<($($P,)* $Q,)> for ($($C,)* $D,)
        {
        }

        #[diagnostic::do_not_recommend]
        impl<$($P: Geometry, $C: Tiler<$P>,)* $Q: Geometry, $D: Tiler<$Q>>
            Tiler<($($P,)* $Q,)> for ($($C,)* $D,)
        {
            type Full = ($($C::Full,)* $D::Full,);
            type Edge = ($($C::Edge,)* $D::Edge,);
            type First = ($($C::First,)* $D::First,);
            type Grid = ($($C::Grid,)* $D::Grid,);
            type Cuts = ($($C::Cuts,)* $D::Cuts,);

            #[inline(always)]
            #[allow(unused_mut, unused_assignments)]
            fn cut(
                self,
                geometry: &($($P,)* $Q,),
                mut leaf: usize,
            ) -> Result<Self::Cuts, ShapeError> {
                let ($($p,)* $q,) = geometry;
                let ($($c,)* $d,) = self;
                $(
                    let $f = $c.cut($p, leaf)?;
                    leaf += $P::LEAVES;
                )*
                Ok(($($f,)* $d.cut($q, leaf)?,))
            }

            const IS_WHOLE: Option<bool> = {
                let whole = $D::IS_WHOLE;
                $(let whole = both(whole, $C::IS_WHOLE);)*
                whole
            };

            #[inline]
            #[allow(unused_mut, unused_assignments)]
            fn whole(cuts: &Self::Cuts, mut leaf: usize) -> Result<(), ShapeError> {
                let ($($f,)* $g,) = cuts;
                $(
                    $C::whole($f, leaf)?;
                    leaf += $P::LEAVES;
                )*
                $D::whole($g, leaf)
            }

            #[inline(always)]
            fn grid(cuts: &Self::Cuts) -> Self::Grid {
                let ($($f,)* $g,) = cuts;
                ($($C::grid($f),)* $D::grid($g),)
            }

            #[inline(always)]
            fn first(cuts: &Self::Cuts, tile: <Self::Grid as Geometry>::Natural<usize>) -> Self::First {
                let ($($f,)* $g,) = cuts;
                let ($($c,)* $d,) = tile;
                ($($C::first($f, $c),)* $D::first($g, $d),)
            }

            #[inline(always)]
            fn is_full(cuts: &Self::Cuts, tile: <Self::Grid as Geometry>::Natural<usize>) -> bool {
                let ($($f,)* $g,) = cuts;
                let ($($c,)* $d,) = tile;
                $($C::is_full($f, $c) &&)* $D::is_full($g, $d)
            }

            #[inline(always)]
            fn full(cuts: &Self::Cuts) -> Self::Full {
                let ($($f,)* $g,) = cuts;
                ($($C::full($f),)* $D::full($g),)
            }

            #[inline(always)]
            fn edge(cuts: &Self::Cuts, tile: <Self::Grid as Geometry>::Natural<usize>) -> Self::Edge {
                let ($($f,)* $g,) = cuts;
                let ($($c,)* $d,) = tile;
                ($($C::edge($f, $c),)* $D::edge($g, $d),)
            }
        }
    };
}

for_each_rank!(tuple);
