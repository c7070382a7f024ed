//! What the macros and the crate that their expansions name must agree on, once.
//!
//! A macro predicts what its expansion computes: which digits are masked, which divisions are
//! multiplications, what a swizzle makes of an offset. Here is what both sides compute that by,
//! one concept a file, each with its proof. All of it is `const fn` over plain integers, so that
//! rustc evaluates it where an expansion is compiled.
//!
//! No part of the public interface of `layout-runtime`: depend on that crate instead.
#![no_std]
#![forbid(unsafe_code)]

mod chain;
mod digit;
mod exact;
mod gcd;
mod limits;
mod operation;
mod reciprocal;
mod swizzle;
mod weight;

pub use chain::is_chain;
pub use digit::{After, Digit};
pub use exact::{Exact, ceil_div, floor_div, modulo};
pub use gcd::{gcd, gcd_u64};
pub use limits::{MAX_LEAVES, MAX_RANK, MAX_SYMBOLS};
pub use operation::BinaryOp;
pub use reciprocal::Reciprocal;
pub use swizzle::{MAX_SWIZZLE_BITS, Swizzle};
pub use weight::{added_twice, factor_weight, immediate_weight};
