//! `Parser`: what is counted and known while expressions are parsed.

use std::ops::{Deref, DerefMut};

use proc_macro2::Span;

use crate::limits::{MAX_DEPTH, too_deep};
use crate::report::Diagnostic;
use crate::syntax::Parameter;

/// Parses expressions and counts what they cost.
pub(super) struct Parser<'a> {
    pub(super) depth: usize,
    pub(super) nodes: usize,
    pub(super) calls: usize,
    /// Inside a tuple an identifier is an extent, not a layout.
    pub(super) in_tuple: bool,
    /// Inside a shape, before `:`, a word in front of another colon is the name of a mode.
    pub(super) in_shape: bool,
    /// True where the operand of an operation is a shape: a word in front of a colon is so, too.
    pub(super) of_shape: bool,
    /// The symbols that the definition declares, which are extents anywhere.
    pub(super) declared: &'a [Parameter],
    /// The arguments of the closure around it, if there is one, and its variables.
    pub(super) arguments: Option<Vec<String>>,
    /// True if the closure is one of Python, `lambda i: i % 8`.
    pub(super) is_lambda: bool,
}

impl<'a> Parser<'a> {
    pub(super) fn new() -> Self {
        Parser::within(&[])
    }

    /// The parser of a definition that declares these symbols.
    pub(super) fn within(declared: &'a [Parameter]) -> Self {
        Parser {
            depth: 0,
            nodes: 0,
            calls: 0,
            in_tuple: false,
            in_shape: false,
            of_shape: false,
            declared,
            arguments: None,
            is_lambda: false,
        }
    }

    /// A parser where every identifier is an extent.
    pub(super) fn of_numbers() -> Self {
        Parser { in_tuple: true, ..Parser::new() }
    }

    /// The parser one level deeper, until it is dropped.
    pub(super) fn nested(
        &mut self,
        at: Span,
        in_tuple: bool,
    ) -> Result<Nested<'_, 'a>, Diagnostic> {
        if self.depth == MAX_DEPTH {
            return Err(too_deep(at));
        }
        self.depth += 1;
        let outside = (self.in_tuple, self.in_shape, self.of_shape);
        (self.in_tuple, self.in_shape, self.of_shape) = (in_tuple, false, false);
        Ok(Nested { parser: self, outside })
    }
}

/// A parser one level deeper; at its end the parser is outside again.
pub(super) struct Nested<'p, 'a> {
    parser: &'p mut Parser<'a>,
    outside: (bool, bool, bool),
}

impl Drop for Nested<'_, '_> {
    fn drop(&mut self) {
        self.parser.depth -= 1;
        (self.parser.in_tuple, self.parser.in_shape, self.parser.of_shape) = self.outside;
    }
}

impl<'a> Deref for Nested<'_, 'a> {
    type Target = Parser<'a>;

    fn deref(&self) -> &Parser<'a> {
        self.parser
    }
}

impl<'a> DerefMut for Nested<'_, 'a> {
    fn deref_mut(&mut self) -> &mut Parser<'a> {
        self.parser
    }
}
