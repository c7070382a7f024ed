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
mod encoding_error;
mod exact;
mod gcd;
mod injective;
mod limits;
mod mode_offsets;
mod operation;
mod reciprocal;
mod swizzle;
mod swizzle_mode;
mod tensor_box;
mod tensor_element;
mod weight;

pub use canonical::{Canonical, Major};
pub use chain::is_chain;
pub use digit::{Digit, PreviousDigit};
pub use encoding_error::EncodingError;
pub use exact::{Exact, ceil_div, floor_div, modulo};
pub use gcd::{gcd, gcd_u64};
pub use injective::{Collision, Injective, collision, injective};
pub use limits::{MAX_LEAVES, MAX_RANK, MAX_SYMBOLS};
pub use mode_offsets::ModeOffsets;
pub use operation::BinaryOp;
pub use reciprocal::Reciprocal;
pub use swizzle::{MAX_SWIZZLE_BITS, Swizzle};
pub use swizzle_mode::SwizzleMode;
pub use tensor_box::{TensorBox, TensorMatrix};
pub use tensor_element::TensorElement;
pub use weight::{factor_weight, immediate_weight, shift_add_exponent};
