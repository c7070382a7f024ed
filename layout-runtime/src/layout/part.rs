//! `PartLayout`: the layout of a part of a swizzled view.

use core::fmt;
use core::marker::PhantomData;

use crate::bounds::Everywhere;
use crate::geometry::{Geometry, Written};
use crate::layout::{Layout, Map};
use crate::map::{Identity, OffsetMap, Swizzled};
use crate::notation::write_map;
use crate::phase::CompileTime;
use crate::prepared::Prepared;

/// The layout of a geometry that the swizzles `O` follow: that of a tile, a slice or a partition of a
/// swizzled view. A part of another view has its [`Geometry`] as layout.
#[cfg_attr(doc, doc(hidden))]
pub struct PartLayout<G: Geometry, O = Identity> {
    prepared: Prepared<G>,
    map: PhantomData<fn() -> O>,
}

impl<G: Geometry<Phase = CompileTime>, O> PartLayout<G, O> {
    /// The one value, where all numbers are known at compile time.
    pub const NEW: Self =
        PartLayout { prepared: Prepared { modes: G::VALUE, flow: () }, map: PhantomData };
}

impl<G: Geometry, O> PartLayout<G, O> {
    /// The layout of a geometry with the map.
    #[inline(always)]
    pub fn new(geometry: G) -> Self {
        PartLayout { prepared: Prepared::new(geometry), map: PhantomData }
    }
}

impl<G: Geometry, O> Clone for PartLayout<G, O> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Geometry, O> Copy for PartLayout<G, O> {}

impl<G: Geometry, O: OffsetMap> fmt::Debug for PartLayout<G, O> {
    /// The notation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_map::<O>(f)?;
        self.prepared.modes.write(f, Written::Shape)?;
        f.write_str(":")?;
        self.prepared.modes.write(f, Written::Stride)
    }
}

#[diagnostic::do_not_recommend]
impl<G: Geometry, O: Map> Layout for PartLayout<G, O> {
    type Geometry = G;
    type Linear = G;
    type Index = G;
    type Map = O;
    // A view has no padding, and neither has a part of it.
    type Bounds = Everywhere;

    const IS_PART: bool = true;

    #[inline(always)]
    fn geometry(&self) -> G {
        self.prepared.modes
    }

    #[inline(always)]
    fn prepared(&self) -> Prepared<G> {
        self.prepared
    }

    #[inline(always)]
    fn linear(&self) -> Prepared<G> {
        self.prepared
    }
}

impl Map for Identity {
    type Layout<G: Geometry> = G;

    #[inline(always)]
    fn layout<G: Geometry>(geometry: G) -> G {
        geometry
    }
}

impl<
    const BITS: u32,
    const BASE: u32,
    const SHIFT: i32,
    const OFFSET: isize,
    const MIN: isize,
    const MAX: isize,
    Before: OffsetMap,
> Map for Swizzled<BITS, BASE, SHIFT, OFFSET, MIN, MAX, Before>
{
    type Layout<G: Geometry> = PartLayout<G, Self>;

    #[inline(always)]
    fn layout<G: Geometry>(geometry: G) -> PartLayout<G, Self> {
        PartLayout::new(geometry)
    }
}
