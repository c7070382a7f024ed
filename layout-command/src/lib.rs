//! The part of the command `layout` that the explorer in the browser shares: it evaluates the text of an expression, and
//! makes its picture, table, steps and plan. `layout-codegen` parses and evaluates; no answer is computed here.
#![forbid(unsafe_code)]

pub mod bindings;
pub mod drawing;
pub mod expression;
pub mod object;
pub mod operands;
pub mod printed_tensor;
#[cfg(feature = "mesh")]
pub mod redistribution;
pub mod session;
pub mod steps;
pub mod views;
