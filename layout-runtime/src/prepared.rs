//! `Prepared`: a geometry with the numbers that are computed from it once.

use crate::geometry::evaluate::Evaluate;
use crate::geometry::{Coordinate, Geometry};
use crate::number::word::Word;
use crate::phase::{Phase, RunTime};

/// A geometry and the flows of its leaves; zero-sized where all numbers are known at compile time.
///
/// Expansions spell the flows of run-time numbers. Views do not believe them: they make their own.
///
/// `K` is the phase of the geometry, except in the fields of a [`Dynamic`](crate::Dynamic): those are
/// `Stored`, so that rustc need not find the phase of each leaf to know their type.
#[derive(Clone, Copy)]
pub struct Prepared<G: Geometry, W: Word = usize, K: Phase = <G as Geometry>::Phase> {
    /// The extents and strides.
    pub modes: G,
    /// The flow of each leaf, by which a 1-D coordinate is split.
    pub flow: K::Stored<G::Flow<W>>,
}

/// A geometry with the flows of all leaves, whatever is known at compile time.
pub(crate) type Stored<G, W = usize> = Prepared<G, W, RunTime>;

impl<G: Geometry> Stored<G> {
    /// The same geometry, with the flows that its phase stores.
    #[inline(always)]
    pub(crate) fn in_phase(&self) -> Prepared<G> {
        Prepared { modes: self.modes, flow: G::Phase::store(|| self.flow) }
    }
}

impl<G: Geometry, W: Word> Prepared<G, W> {
    /// A geometry with the flows that its phase stores.
    #[inline]
    #[must_use]
    pub fn new(modes: G) -> Self {
        Prepared { modes, flow: G::Phase::flow(&modes) }
    }
}

impl<G: Geometry, W: Word, K: Phase> Prepared<G, W, K> {
    /// The offset of a 1-D coordinate. Unoptimised, layouts whose modes split alike share this;
    /// optimised, it is part of whatever calls it.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at(&self, coordinate: W) -> W {
        K::offset(&self.modes, &self.flow, coordinate)
    }

    /// The offset of a coordinate of any kind.
    #[inline(always)]
    pub fn offset<C: Coordinate<G, W>>(&self, coordinate: C) -> W {
        K::offset(&self.modes, &self.flow, coordinate)
    }
}
