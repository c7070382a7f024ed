//! `ErrorAddress`: the address of the error that a result may hold.

use crate::{Error, ModePath, Part};

/// The address of an error, given to the result that holds it: `divide(a, b).in_op(OP).in_operand(1)?`.
pub trait ErrorAddress {
    /// The same result; its error is one of operation `op`.
    fn in_op(self, op: &'static str) -> Self;

    /// The same result; its error is blamed on operand `operand` (from 0).
    fn in_operand(self, operand: usize) -> Self;

    /// The same result; its error is blamed on a part of the operand.
    fn in_part(self, part: Part) -> Self;

    /// The same result; its error is at a mode of that part.
    fn at_path(self, path: ModePath) -> Self;

    /// The same result; its error is seen from a tuple whose mode `mode` was the operand.
    fn under_mode(self, mode: usize) -> Self;
}

impl<T> ErrorAddress for Result<T, Error> {
    fn in_op(self, op: &'static str) -> Self {
        match self {
            Err(error) => Err(error.in_op(op)),
            ok => ok,
        }
    }

    fn in_operand(self, operand: usize) -> Self {
        match self {
            Err(error) => Err(error.in_operand(operand)),
            ok => ok,
        }
    }

    fn in_part(self, part: Part) -> Self {
        match self {
            Err(error) => Err(error.in_part(part)),
            ok => ok,
        }
    }

    fn at_path(self, path: ModePath) -> Self {
        match self {
            Err(error) => Err(error.at_path(path)),
            ok => ok,
        }
    }

    fn under_mode(self, mode: usize) -> Self {
        match self {
            Err(error) => Err(error.under_mode(mode)),
            ok => ok,
        }
    }
}
