//! `Evaluate`: the offset of a coordinate, and whether it is within the extents, by the phase of a geometry.

use core::marker::PhantomData;

use super::out_of_range::ModePath;
use super::split::Flowing;
use super::{Coordinate, Geometry};
use crate::number::word::Word;
use crate::phase::{Computation, Phase};

/// The flows of all leaves, by which a 1-D coordinate is split: of no size where they are constants.
pub(crate) type Flows<G, W = usize> =
    <<G as Geometry>::Phase as Phase>::Stored<<G as Geometry>::Flow<W>>;

/// The computations on a coordinate by constants, and by run-time numbers.
pub trait Evaluate: Phase {
    /// The flows of all leaves.
    #[inline(always)]
    fn flow<G: Geometry, W: Word>(geometry: &G) -> Self::Stored<G::Flow<W>> {
        Self::store(|| geometry.flow(&mut Flowing::start()))
    }

    /// The offset of a coordinate, before the map.
    #[inline(always)]
    fn offset<G: Geometry, W: Word, C: Coordinate<G, W>>(
        geometry: &G,
        flow: &Self::Stored<G::Flow<W>>,
        coordinate: C,
    ) -> W {
        Self::load(flow, OffsetOf { geometry, coordinate, word: PhantomData::<W> })
    }

    /// Returns true if each integer of a coordinate is below its extent.
    #[inline(always)]
    fn is_within<G: Geometry, W: Word, C: Coordinate<G, W>>(geometry: &G, coordinate: C) -> bool {
        Self::choose(
            || coordinate.is_within_known(),
            || coordinate.outside(geometry, ModePath::ALL).is_none(),
        )
    }
}

impl<P: Phase> Evaluate for P {}

/// The offset of a coordinate.
struct OffsetOf<'g, G, W, C> {
    geometry: &'g G,
    coordinate: C,
    word: PhantomData<W>,
}

impl<G: Geometry, W: Word, C: Coordinate<G, W>> Computation<G::Flow<W>> for OffsetOf<'_, G, W, C> {
    type Output = W;

    #[inline(always)]
    fn constant(self) -> W {
        self.coordinate.known()
    }

    #[inline(always)]
    fn run_time(self, flow: &G::Flow<W>) -> W {
        self.coordinate.offset(self.geometry, flow)
    }
}
