//! The algebra of CuTe layouts.
//!
//! A layout `S:D` maps the coordinates of a hierarchical shape `S` to offsets
//! by the strides `D`. This crate computes with such functions: [`ops`] holds
//! one operation a file, each with its defining equation. An operation either
//! answers a layout that equals its definition at every point, or an [`Error`]
//! that says where and by how much none does.
//!
//! Nothing here knows tokens or source positions: an error carries the address
//! of the culprit (operation, operand, part, mode), which the macros and the
//! command line turn into an underline.
//!
//! References: *CuTe layout representation and algebra*, arXiv 2603.02298, for
//! the conditions of composition; NVIDIA's CUTLASS 3 for names and semantics.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod ask;
mod composed;
mod condition;
mod coordinate;
mod error;
mod exact;
mod htuple;
mod int;
mod layout;
mod mode;
mod nested;
mod proof;
mod stride;
mod substitute;
mod swizzle;
mod tiler;

pub mod bounds;
pub mod ops;

pub use composed::{ComposedLayout, Function, Step};
pub use condition::{Condition, Need};
pub use coordinate::{Coordinate, Crd};
pub use error::{Error, ErrorKind, Part};
pub use exact::injective;
pub use htuple::HTuple;
pub use int::{BinaryOp, Expression, Facts, Int, Overflow, Refused, Symbol, Truth};
pub use layout::Layout;
pub use mode::ModePath;
pub use nested::Nested;
pub use proof::{Obligation, Proved, prove};
pub use stride::Stride;
pub use swizzle::{MAX_SWIZZLE_BITS, Swizzle};
pub use tiler::Tiler;

/// A hierarchical tuple of integers.
pub type IntTuple = HTuple<Int>;
/// A hierarchical tuple of strides.
pub type StrideTuple = HTuple<Stride>;
