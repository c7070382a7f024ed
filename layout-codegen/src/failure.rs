//! `Failure`: why an operation has no value.

use layout_algebra::Error;
use layout_algebra::pattern::PatternError;

use crate::report::{Diagnostic, Lint};

/// Reason why an operation has no value.
#[derive(Clone)]
pub(crate) enum Failure {
    /// The algebra refuses.
    Algebra(Error),
    /// The algebra objects to a result that a lint would let through.
    Objection(Error, Lint),
    /// An operand is of the wrong kind.
    Operand {
        /// Its number.
        index: usize,
        /// The kind of operand that is expected.
        expected: &'static str,
    },
    /// An operand is no layout.
    NoLayout {
        /// Its number.
        index: usize,
    },
    /// An operand is not of integers, alone or in a tuple.
    NoIntegers {
        /// Its number.
        index: usize,
        /// The kind of operand that is expected.
        expected: &'static str,
    },
    /// An operand cannot be used.
    Refused {
        /// Its number.
        index: usize,
        /// The reason.
        message: String,
    },
    /// A mistake within a closure.
    Written(Diagnostic),
    /// A pattern of axes does not fit.
    Pattern {
        /// The number of the operand that is the pattern.
        index: usize,
        /// The reason, and its place.
        error: Box<PatternError>,
    },
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Algebra(error)
    }
}
