//! Squares by the shuffles that every x86-64 machine has, of elements of any bytes.
//!
//! Each function is one block of `asm!` for elements of one size: it reads the rows of a square, and writes its
//! columns, at no other address.

mod eight;
mod four;
mod gather;

pub(super) use eight::copy_large;
pub(super) use four::{copy_rows_of_4, copy_square, has};
pub(super) use gather::gather_square;
