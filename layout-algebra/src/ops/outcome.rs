//! `Outcome`: a layout that needs the user's consent.

use crate::{Error, Layout, Terms};

/// The result of an operation whose definition holds, but which may not be what
/// the user meant.
///
/// Tiles that reach past their layout, a complement with holes and modes of the
/// same order all have exact results. `objection` is the error to report unless
/// such a result is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<T = Layout> {
    /// The result, exact also where there are objections to it.
    pub layout: T,
    /// The error to report where the result is not wanted.
    pub objection: Option<Error>,
}

impl<T> Outcome<T> {
    /// The layout, unless there is an objection.
    ///
    /// # Errors
    ///
    /// The objection.
    pub fn strict(self) -> Result<T, Error> {
        match self.objection {
            None => Ok(self.layout),
            Some(error) => Err(error),
        }
    }

    /// The same outcome as one of operation `op`.
    pub(crate) fn in_op(self, op: &'static str) -> Self {
        Outcome { objection: self.objection.map(|error| error.in_op(op)), ..self }
    }

    /// The same outcome with its objection to operand `operand` (from 0).
    pub(crate) fn in_operand(self, operand: usize) -> Self {
        Outcome { objection: self.objection.map(|error| error.in_operand(operand)), ..self }
    }
}

impl<D: Terms> Outcome<Layout<D>> {
    /// The outcomes of the modes of a layout as one, blaming the operand by mode.
    pub(crate) fn join(modes: impl IntoIterator<Item = Self>) -> Result<Self, Error> {
        let mut objection = None;
        let mut layouts = alloc::vec::Vec::new();
        for (i, mode) in modes.into_iter().enumerate() {
            objection = objection.or(mode.objection.map(|error| error.under_mode(i)));
            layouts.push(mode.layout);
        }
        Ok(Outcome { layout: Layout::from_modes(&layouts)?, objection })
    }
}

impl<T> From<T> for Outcome<T> {
    fn from(layout: T) -> Self {
        Outcome { layout, objection: None }
    }
}
