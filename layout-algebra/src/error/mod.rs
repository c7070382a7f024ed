//! `Error`: what went wrong, and at which address.
//!
//! The reasons are `kind`, their codes `code`; what an error says is `message`.

mod address;
mod code;
mod kind;
mod message;

use alloc::boxed::Box;
use core::fmt;

use crate::{Condition, IntTuple, ModePath, Need, Overflow};
pub use address::ErrorAddress;
pub use kind::{ErrorKind, Least};

/// The part of an operand that an address starts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The operand itself.
    Whole,
    /// The shape of a layout.
    Shape,
    /// The stride of a layout.
    Stride,
}

/// A failed operation: its name, the operand at fault, the mode, and the reason.
///
/// Boxed, since errors are rare and results are returned everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Fault>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Fault {
    op: &'static str,
    operand: usize,
    part: Part,
    path: ModePath,
    kind: ErrorKind,
    /// A condition under which there is no error.
    unless: Option<(Condition, Need)>,
}

impl Error {
    /// An error of the whole first operand.
    pub fn new(op: &'static str, kind: ErrorKind) -> Self {
        let path = ModePath::root();
        Error(Box::new(Fault { op, operand: 0, part: Part::Whole, path, kind, unless: None }))
    }

    /// The error of an operation that can go on only if a condition holds.
    pub fn unproved(op: &'static str, condition: Condition) -> Self {
        Error::new(op, ErrorKind::Unproved).unless_case(condition)
    }

    /// The same error, which there is if the condition does not hold, and not if it does.
    #[must_use]
    pub(crate) fn unless(mut self, condition: Condition) -> Self {
        self.0.unless = Some((condition, Need::Must));
        self
    }

    /// The same error, which there is not if the condition holds. If it does not, the
    /// operation goes on otherwise, or nothing is known.
    #[must_use]
    pub(crate) fn unless_case(mut self, condition: Condition) -> Self {
        self.0.unless = Some((condition, Need::Case));
        self
    }

    /// The same error, of a question that has an answer either way.
    #[must_use]
    pub fn as_case(mut self) -> Self {
        if let Some((_, need)) = &mut self.0.unless {
            *need = Need::Case;
        }
        self
    }

    /// The condition that is not known: if it holds, there is no such error.
    pub fn condition(&self) -> Option<&Condition> {
        self.0.unless.as_ref().map(|(condition, _)| condition)
    }

    /// The need for that condition: a part of the definition, or one case of several.
    pub fn need(&self) -> Need {
        self.0.unless.as_ref().map_or(Need::Must, |(_, need)| *need)
    }

    /// The error of an operation whose answer hangs on a question that is not decided.
    pub(crate) fn undecided(op: &'static str, question: fmt::Arguments<'_>) -> Self {
        Error::new(op, ErrorKind::Undecided { question: alloc::fmt::format(question) })
    }

    /// The error of `modes`, `found` in number, for an operand of fewer.
    pub(crate) fn too_many_modes(
        op: &'static str,
        (modes, found): (impl fmt::Display, usize),
        (layout, rank): (impl fmt::Display, usize),
    ) -> Self {
        let (modes, layout) = (alloc::format!("{modes}"), alloc::format!("{layout}"));
        Error::new(op, ErrorKind::TooManyModes { modes, found, layout, rank })
    }

    /// The error of a second tuple that is not nested like the first.
    pub(crate) fn mismatch(op: &'static str, a: &IntTuple, b: &IntTuple) -> Self {
        let (left, right) = (alloc::format!("{a}"), alloc::format!("{b}"));
        Error::new(op, ErrorKind::Mismatch { left, right }).in_operand(1)
    }

    /// The same error, blamed on operand `operand` (from 0).
    #[must_use]
    pub fn in_operand(mut self, operand: usize) -> Self {
        self.0.operand = operand;
        self
    }

    /// The same error, in a part of its operand.
    #[must_use]
    pub fn in_part(mut self, part: Part) -> Self {
        self.0.part = part;
        self
    }

    /// The same error, at a mode of its operand.
    #[must_use]
    pub fn at_path(mut self, path: ModePath) -> Self {
        self.0.path = path;
        self
    }

    /// The same error, seen from a tuple whose mode `mode` was the operand.
    #[must_use]
    pub fn under_mode(mut self, mode: usize) -> Self {
        self.0.path = self.0.path.under(mode);
        self
    }

    /// The same error as one of operation `op`, which was computed by another.
    #[must_use]
    pub fn in_op(mut self, op: &'static str) -> Self {
        self.0.op = op;
        self
    }

    /// The operation, by CuTe's name.
    pub fn op(&self) -> &'static str {
        self.0.op
    }

    /// The number of the operand at fault, from 0.
    pub fn operand(&self) -> usize {
        self.0.operand
    }

    /// The part of the operand that the path starts in.
    pub fn part(&self) -> Part {
        self.0.part
    }

    /// The mode within that part.
    pub fn path(&self) -> &ModePath {
        &self.0.path
    }

    /// The reason why there is no result, with its numbers.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }
}

impl From<Overflow> for Error {
    fn from(overflow: Overflow) -> Self {
        let kind = match overflow {
            Overflow::Range => ErrorKind::Overflow,
            Overflow::Terms => ErrorKind::TooManyTerms,
            Overflow::Inexact => ErrorKind::Inexact,
        };
        Error::new("make_layout", kind)
    }
}

impl core::error::Error for Error {}
