//! The orders in which a layout is swept, and the loops of each.

use core::marker::PhantomData;

use super::counters::Counters;
use super::sorted::{self, InPlace, Place, Placed};
use crate::geometry::Geometry;
use crate::geometry::level::{Body, Order};
use crate::geometry::nest::Nest;
use crate::layout::Layout;
use crate::map::OffsetMap;

/// The order of 1-D coordinates, `0..SIZE`: the first leaf runs fastest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct CoordinateOrder;

/// The order of [`InStorageOrder`]: the leaf with the smallest
/// stride runs fastest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct StorageOrder;

/// The sweeps of a layout by increasing offset; see [`Layout::in_storage_order`].
///
/// The order is that of nested loops over the leaves: the smallest stride, whatever
/// its sign, is the innermost, and a negative one is run from its last coordinate to
/// its first. Of equal strides the longer extent is outside; leaves that agree in both
/// keep their order.
///
/// # Leaves that interleave
///
/// When a loop steps, those inside it return to their beginnings: the offset moves by
/// `|dₖ| − Σ (sⱼ − 1)·|dⱼ|`, over the leaves `j` of more than one coordinate inside leaf
/// `k`. So the offsets never decrease exactly if none of these is negative, which is what
/// [`is_sorted`](InStorageOrder::is_sorted) says; they increase if, moreover, the layout is
/// injective.
///
/// If `is_sorted` is false the leaves interleave, as in `(2,3):(3,2)`, and no nest of
/// loops over them visits the offsets by their order. For if one does, then
/// `|dₖ| ≥ (sⱼ − 1)·|dⱼ| ≥ |dⱼ|` for each `j` inside `k`: the strides are sorted. Only
/// equal strides could stand otherwise; unless they are 0, `sⱼ = 2` then, the shortest
/// there is, and no sum changes if they stand by their extents.
///
/// ```
/// use layout_runtime::layout;
///
/// // Row-major: along the rows.
/// let rows = layout!((2,3):(3,1)).in_storage_order();
/// assert!(rows.is_sorted());
/// assert!(rows.indices().eq(0..6));
/// assert_eq!(rows.coordinates().nth(1), Some((0, 1)));
///
/// // What descends is run backwards.
/// let mirror = layout!(4:-1).in_storage_order();
/// assert!(mirror.offsets().eq(-3..=0));
/// assert_eq!(mirror.coordinates().next(), Some(3));
///
/// // Leaves that interleave.
/// let interleaved = layout!((2,3):(3,2)).in_storage_order();
/// assert!(!interleaved.is_sorted());
/// assert!(interleaved.indices().eq([0, 2, 4, 3, 5, 7]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InStorageOrder<L>(pub(crate) L);

/// [`CoordinateOrder`] or [`StorageOrder`].
pub trait Arrange: Sized + 'static {
    /// The profile whose leaves the loops over offsets are made of.
    type Offsets<L: Layout>: Geometry;

    /// True if the loops are sorted by their strides.
    const STORED: bool;

    /// The loops over offsets at run time.
    type Loops<L: Layout>: Geometry;
    /// The loops over coordinates at run time.
    type LoopsOfLeaves<G: Geometry>: Geometry;
    /// The counters of these loops' coordinates.
    type Place<G: Geometry>: Place<Self::LoopsOfLeaves<G>, Natural = G::Natural<usize>>;

    fn counters<L: Layout>(layout: &L) -> Counters<Self::Loops<L>, L::Map>;

    fn counters_of_leaves<L: Layout>(layout: &L) -> CountersOfLeaves<L, Self>;
}

/// The walk over the coordinates of `L` at run time.
pub(super) type CountersOfLeaves<L, O> = Counters<
    <O as Arrange>::LoopsOfLeaves<<L as Layout>::Geometry>,
    <L as Layout>::Map,
    <O as Arrange>::Place<<L as Layout>::Geometry>,
>;

impl Arrange for CoordinateOrder {
    type Offsets<L: Layout> = L::Linear;
    const STORED: bool = false;

    type Loops<L: Layout> = L::Linear;
    type LoopsOfLeaves<G: Geometry> = G;
    type Place<G: Geometry> = InPlace;

    #[inline(always)]
    fn counters<L: Layout>(layout: &L) -> Counters<L::Linear, L::Map> {
        Counters::new(layout.linear().modes, layout.size(), 0, InPlace)
    }

    #[inline(always)]
    fn counters_of_leaves<L: Layout>(layout: &L) -> CountersOfLeaves<L, Self> {
        Counters::new(layout.geometry(), layout.size(), 0, InPlace)
    }
}

/// The strides of the leaves as written decide the order, also of offsets alone:
/// joined to longer leaves, they could interleave differently.
impl Arrange for StorageOrder {
    type Offsets<L: Layout> = L::Geometry;
    const STORED: bool = true;

    type Loops<L: Layout> = <L::Geometry as Geometry>::AtRunTime;
    type LoopsOfLeaves<G: Geometry> = G::AtRunTime;
    type Place<G: Geometry> = Placed<G>;

    #[inline(always)]
    fn counters<L: Layout>(layout: &L) -> Counters<Self::Loops<L>, L::Map> {
        let sorted = sorted::offsets(&layout.geometry());
        Counters::new(sorted.loops, layout.size(), sorted.start, InPlace)
    }

    #[inline(always)]
    fn counters_of_leaves<L: Layout>(layout: &L) -> CountersOfLeaves<L, Self> {
        let sorted = sorted::coordinates(&layout.geometry());
        Counters::new(sorted.loops, layout.size(), sorted.start, sorted.place)
    }
}

/// The offsets of a layout: as few loops as may be.
pub(crate) struct OffsetsOf<L, O>(PhantomData<(L, O)>);

impl<L: Layout, O: Arrange> Order for OffsetsOf<L, O> {
    type Geometry = O::Offsets<L>;
    type Loops = <O::Offsets<L> as Geometry>::Loops<Body>;
    type Map = L::Map;
    const NEST: Nest = loops::<O::Offsets<L>, O>().coalesced();
    const COORDINATES: bool = false;
}

/// The coordinates of a layout and their offsets: a loop for each leaf.
pub(crate) struct CoordinatesOf<L, O>(PhantomData<(L, O)>);

impl<L: Layout, O: Arrange> Order for CoordinatesOf<L, O> {
    type Geometry = L::Geometry;
    type Loops = <L::Geometry as Geometry>::Loops<Body>;
    type Map = L::Map;
    const NEST: Nest = loops::<L::Geometry, O>();
    const COORDINATES: bool = true;
}

const fn loops<P: Geometry, O: Arrange>() -> Nest {
    let nest = Nest::colexicographic(P::TABLE.shape(), P::TABLE.stride());
    if O::STORED { nest.by_stride() } else { nest }
}

/// Returns true if the loops of a layout in storage order visit sorted offsets. The loops of a
/// swizzled one are sorted before the swizzle alone.
pub(crate) const fn is_sorted<L: Layout>() -> bool {
    let table = <L::Geometry as Geometry>::TABLE;
    <L::Map as OffsetMap>::IDENTITY && sorted::are_sorted(table.shape(), table.stride())
}
