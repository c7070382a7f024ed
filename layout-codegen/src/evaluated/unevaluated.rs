//! `Unevaluated`: why an expression has no value.

use layout_algebra::{Condition, Error, Lacking};

use crate::report::{Diagnostic, SpanRange};
use crate::syntax::Name;

/// Reason why an expression has no value.
#[derive(Debug)]
pub enum Unevaluated {
    /// A mistake.
    Wrong(Diagnostic),
    /// A name whose own definition is wrong, which is reported already.
    Tainted(Name),
}

impl From<Diagnostic> for Unevaluated {
    fn from(diagnostic: Diagnostic) -> Self {
        Unevaluated::Wrong(diagnostic)
    }
}

impl Lacking for Unevaluated {
    fn condition(&self) -> Option<&Condition> {
        self.algebra()?.condition()
    }
}

impl Unevaluated {
    /// The error of the algebra behind it.
    pub(crate) fn algebra(&self) -> Option<&Error> {
        match self {
            Unevaluated::Wrong(diagnostic) => diagnostic.error.as_deref(),
            Unevaluated::Tainted(_) => None,
        }
    }

    /// The tokens at fault.
    pub(crate) fn range(&self) -> Option<SpanRange> {
        match self {
            Unevaluated::Wrong(diagnostic) => Some(diagnostic.range),
            Unevaluated::Tainted(_) => None,
        }
    }
}
