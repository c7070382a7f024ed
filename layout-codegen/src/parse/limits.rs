//! The limits of an expression, and the names of its parts in messages.

use crate::report::{Diagnostic, SpanRange};

/// The deepest nesting of an expression.
pub const MAX_DEPTH: usize = 64;
/// The most nodes of an expression.
pub const MAX_NODES: usize = 4096;
/// The most operations of an expression.
pub const MAX_CALLS: usize = 64;

/// The error of what nests deeper than [`MAX_DEPTH`].
pub(crate) fn too_deep(at: impl Into<SpanRange>) -> Diagnostic {
    Diagnostic::new(at, format!("an expression nests at most {MAX_DEPTH} levels deep"))
}

/// An expression, for messages.
pub(super) const EXPRESSION: &str = "a layout such as `(4,8):(8,1)`, an operation or a name";
/// The operands in the body of a closure, for messages.
pub(super) const OPERAND: &str = "a number, an argument, `-` or `(`";
/// The end of an expression, for messages.
pub(super) const EXPRESSION_END: &str = "the end of the expression";
