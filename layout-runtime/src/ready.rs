//! `Ready`: a geometry with what is computed from it once.

use crate::coordinate::Coordinate;
use crate::geometry::Geometry;
use crate::phase::Phase;
use crate::word::Word;

/// A geometry and the flows of its leaves; zero-sized where all numbers are known at compile time.
///
/// Expansions spell the flows of run-time numbers. Views do not believe them: they make their own.
#[derive(Clone, Copy)]
pub struct Ready<G: Geometry, W: Word = usize> {
    pub(crate) modes: G,
    pub(crate) flow: <G::Phase as Phase>::Flow<G, W>,
}

impl<G: Geometry, W: Word> Ready<G, W> {
    /// A geometry with its flows.
    #[inline]
    #[must_use]
    pub fn new(modes: G) -> Self {
        Ready { modes, flow: G::Phase::flow(&modes) }
    }

    /// A geometry with these flows, which an expansion spells for each leaf.
    #[inline(always)]
    #[must_use]
    pub fn claimed(modes: G, flow: G::Flow<W>) -> Self {
        Ready { modes, flow: G::Phase::claimed::<G, W>(flow) }
    }

    /// The offset of a 1-D coordinate. Unoptimised, layouts whose modes split alike share this;
    /// optimised, it is part of whatever calls it.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn at(&self, coordinate: W) -> W {
        self.offset(coordinate)
    }

    #[inline(always)]
    pub(crate) fn offset<C: Coordinate<G, W>>(&self, coordinate: C) -> W {
        G::Phase::offset(&self.modes, &self.flow, coordinate)
    }
}
