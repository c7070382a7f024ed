//! `Order`: which loops sweep a layout.

use core::marker::PhantomData;

use super::counters::Counters;
use super::level::{Body, Level};
use super::nest::Nest;
use super::parts::Parts;
use super::sorted::{self, InPlace, Place, Placed};
use crate::geometry::Geometry;
use crate::layout::Layout;
use crate::map::Map;

/// The order of 1-D coordinates, `0..SIZE`: the first leaf runs fastest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct CoordinateOrder;

/// The order of [`InStorageOrder`](super::InStorageOrder): the leaf with the smallest
/// stride runs fastest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct StorageOrder;

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
    /// How these count coordinates.
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

/// The loops of a sweep, and what becomes of their offsets.
pub trait Order: Sized {
    /// The geometry that is swept; its natural coordinate counts.
    type Geometry: Geometry;
    /// At least as many loops as the nest has.
    type Loops: Level;
    /// The map of the offsets of the loops.
    type Map: Map;
    const NEST: Nest;
    /// Which loops are mapped by themselves.
    const PARTS: Parts = Parts::of::<Self::Map>(&Self::NEST);
    /// True if the counters are to be the natural coordinate.
    const COORDINATES: bool;
}

/// The offsets of a layout: as few loops as may be.
pub struct OffsetsOf<L, O>(PhantomData<(L, O)>);

impl<L: Layout, O: Arrange> Order for OffsetsOf<L, O> {
    type Geometry = O::Offsets<L>;
    type Loops = <O::Offsets<L> as Geometry>::Loops<Body>;
    type Map = L::Map;
    const NEST: Nest = loops::<O::Offsets<L>, O>().coalesced();
    const COORDINATES: bool = false;
}

/// The coordinates of a layout and their offsets: a loop for each leaf.
pub struct CoordinatesOf<L, O>(PhantomData<(L, O)>);

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
    <L::Map as Map>::IDENTITY && sorted::are_sorted(table.shape(), table.stride())
}
