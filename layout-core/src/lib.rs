//! Rules that the macros and the crate that their expansions name must agree on, each written once.
//!
//! A macro predicts what its expansion computes: which digits are masked, which divisions become
//! multiplications, and how a swizzle changes an offset. A kernel uses the instructions that the algebra
//! proved a layout to fit. Both sides compute this by the functions of this crate, one concept a file, each
//! with its proof. All of them are `const fn` over plain integers, so that
//! rustc evaluates them where an expansion is compiled.
//!
//! No part of the public interface of `layout-runtime`: depend on that crate instead.
#![no_std]
#![forbid(unsafe_code)]

mod canonical;
mod chain;
mod digit;
mod exact;
mod gcd;
mod limits;
mod line;
mod operation;
mod reciprocal;
mod refused;
mod swizzle;
mod swizzle_mode;
mod tensor_box;
mod weight;

pub use canonical::{Canonical, Major};
pub use chain::is_chain;
pub use digit::{After, Digit};
pub use exact::{Exact, ceil_div, floor_div, modulo};
pub use gcd::{gcd, gcd_u64};
pub use limits::{MAX_LEAVES, MAX_RANK, MAX_SYMBOLS};
pub use line::Line;
pub use operation::BinaryOp;
pub use reciprocal::Reciprocal;
pub use refused::Refused;
pub use swizzle::{MAX_SWIZZLE_BITS, Swizzle};
pub use swizzle_mode::SwizzleMode;
pub use tensor_box::{TensorBox, TensorMatrix};
pub use weight::{added_twice, factor_weight, immediate_weight};
