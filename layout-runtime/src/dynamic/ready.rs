//! `Ready`: modes with what is computed from them once.

use super::split::Flowing;
use super::{DynamicCoordinate, Modes};

/// Modes and their flows.
#[derive(Clone, Copy)]
pub struct Ready<M: Modes> {
    /// The modes.
    pub modes: M,
    /// What [`Modes::flow`] makes of them.
    pub flow: M::Flow,
}

impl<M: Modes> Ready<M> {
    /// Modes with their flows.
    #[inline]
    #[must_use]
    pub fn new(modes: M) -> Self {
        Ready { modes, flow: modes.flow(&mut Flowing::start()) }
    }

    /// The offset of a 1-D coordinate. Where nothing is optimised, layouts of the same modes
    /// share it: many do, as what is split is what was divided.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn at(&self, coordinate: usize) -> isize {
        self.offset(coordinate)
    }

    #[inline(always)]
    pub(crate) fn offset<C: DynamicCoordinate<M>>(&self, coordinate: C) -> isize {
        coordinate.offset(&self.modes, &self.flow)
    }
}
