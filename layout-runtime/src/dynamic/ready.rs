//! `Ready`: modes with what is computed from them once.

use super::split::Flowing;
use super::{Coordinate, Modes};

/// Modes and their flows.
#[derive(Clone, Copy)]
pub(super) struct Ready<M: Modes> {
    pub(super) modes: M,
    flow: M::Flow,
}

impl<M: Modes> Ready<M> {
    #[inline]
    pub(super) fn new(modes: M) -> Self {
        Ready { modes, flow: modes.flow(&mut Flowing::start()) }
    }

    #[inline(always)]
    pub(super) fn offset<C: Coordinate<M>>(&self, coordinate: C) -> isize {
        coordinate.offset(&self.modes, &self.flow)
    }
}
