//! `State`: an invocation as far as its names are resolved, and the compiler in which it is expanded.

use std::cell::OnceCell;

use proc_macro2::{Span, TokenStream};

use super::backend::{Backend, Parsed};
use crate::allow::Allow;
use crate::placeholder::Tainted;
use crate::report::Diagnostic;
use crate::syntax::{Allowed, Expr, Name};

/// The services of the compiler in which an expansion runs.
pub trait Compiler {
    /// The next number of a hidden item of this process, with whatever else tells it from those of others.
    fn next(&mut self) -> String;

    /// Notes that there is a layout of this name.
    fn define(&mut self, _name: &str) {}

    /// Returns whether a layout of this name was met so far, in whatever module of the crate.
    fn is_defined(&self, _name: &str) -> bool {
        true
    }

    /// The macro of an invocation, where it is none of the language.
    fn backend(&self) -> Option<&'static dyn Backend> {
        None
    }

    /// The file, the line and the column of a token, `src/tiles.rs:3:16`, where there is a file.
    fn place(&self, _at: Span) -> Option<String> {
        None
    }

    /// The text between two tokens of one file.
    fn between(&self, _before: Span, _after: Span) -> Option<String> {
        None
    }
}

impl<F: FnMut() -> String> Compiler for F {
    fn next(&mut self) -> String {
        self()
    }
}

/// An invocation, and the names that are resolved so far.
pub(super) struct State {
    pub(super) krate: TokenStream,
    pub(super) kind: String,
    /// The resolved names, each with its definition as tokens.
    pub(super) resolved: Vec<(TokenStream, TokenStream)>,
    pub(super) tokens: TokenStream,
    /// True if the tokens are a suggestion that is checked: a way out of a mistake in other tokens.
    pub(super) is_suggestion: bool,
    /// The macro, where it is none of the language.
    pub(super) backend: Option<&'static dyn Backend>,
    /// The invocation as that macro parsed it, once.
    pub(super) invocation: OnceCell<Result<Parsed, Diagnostic>>,
}

pub(super) fn find<'a>(tainted: &'a [(String, Tainted)], name: &Name) -> Option<&'a Tainted> {
    tainted.iter().rev().find(|(text, _)| *text == name.text).map(|(_, tainted)| tainted)
}

/// A layout that is made elsewhere: that of a view, or one whose modes are named. What it was allowed, it was allowed there.
pub(super) fn made(layout: &Allowed<Expr>) -> Allowed<Expr> {
    Allowed { allow: Allow::all(), ..layout.clone() }
}
