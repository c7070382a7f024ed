//! Exact decisions about the functions behind layouts.
//!
//! Every decision here is exact. Where a search has a budget, running out of it
//! is an answer of its own and never a guess.

pub(crate) mod bitwise;
pub(crate) mod cover;
pub(crate) mod gf2;
pub(crate) mod infer;
pub mod injective;
mod integer;
pub(crate) mod step_sum;
mod symbolic;

pub(crate) use integer::{checked_mul_add, gcd_strides, size};
pub(crate) use layout_core::gcd;
pub(crate) use symbolic::{Injectivity, injectivity, is_injective, is_part, links};

use crate::{Error, ErrorAddress, ErrorKind, Int, Stride};

/// The value of an integer that must be known.
pub(crate) fn known(int: &Int) -> Result<i128, Error> {
    match int.known() {
        Some(value) => Ok(value),
        None => Err(Error::new("make_layout", ErrorKind::NotKnown { int: int.clone() })),
    }
}

/// The value of an operand that must be known.
pub(crate) fn known_operand(int: &Int, operand: usize) -> Result<i128, Error> {
    known(int).in_operand(operand)
}

/// The integer of a stride that must not step along a basis.
pub(crate) fn integer_stride<'a>(stride: &'a Stride, op: &'static str) -> Result<&'a Int, Error> {
    match stride.as_int() {
        Some(step) => Ok(step),
        None => Err(Error::new(op, ErrorKind::BasisStride { stride: alloc::format!("{stride}") })),
    }
}
