//! The algebra of CuTe layouts.
//!
//! A layout `S:D` maps the coordinates of a hierarchical shape `S` to offsets
//! by the strides `D`. This crate computes with such functions at run time, for tools; programs
//! use the macros of `layout-view`. [`ops`] has the operations, each with its defining equation. An
//! operation returns a layout that equals its definition at every point, or an [`Error`]
//! with the point at which no layout does.
//!
//! Printed layouts read back: `"(4,8):(8,1)".parse()` is a [`Layout`]. With the feature `serde`, serde's
//! formats have the same text. [`Layout::numbers`] evaluates an offset in nanoseconds. An
//! autotuner needs little more:
//!
//! ```
//! use layout_algebra::{Layout, Tiler, ops};
//!
//! let matrix: Layout = "(64,64):(64,1)".parse()?;
//! // Of the tiles of 64 elements, the one in the fewest lines of 16.
//! let mut tiles = Vec::new();
//! for (m, n) in (0..7).map(|k| (1 << k, 64 >> k)) {
//!     let tiler: Tiler = format!("({m},{n})").parse()?;
//!     let tile = ops::get(&ops::zipped_divide(&matrix, &tiler)?.layout, &[0])?;
//!     let mut lines: Vec<i64> = tile.numbers()?.offsets().map(|offset| offset / 16).collect();
//!     lines.sort();
//!     lines.dedup();
//!     tiles.push((lines.len(), tiler.to_string()));
//! }
//! assert_eq!(tiles.into_iter().min(), Some((4, "(1,64)".to_owned())));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate has no tokens and no source positions. An error has the address
//! of its cause (operation, operand, part, mode), which the macros and the
//! command line turn into an underline.
//!
//! References: *CuTe layout representation and algebra*, arXiv 2603.02298, for
//! the conditions of composition; NVIDIA's CUTLASS 3 for names and semantics.
//!
//! # Features
//!
//! - `explain`: operations record their steps, for tools. It uses `std`.
//! - `serde`: layouts, tilers and swizzles as their notation in serde's formats.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod axes;
mod collect;
mod composed;
mod condition;
mod coordinate;
mod decide;
mod error;
mod exact;
#[cfg_attr(not(feature = "explain"), doc(hidden))]
pub mod explain;
mod htuple;
mod int;
mod layout;
mod mode;
mod nested;
mod notation;
mod numbers;
mod proof;
mod sort;
mod stride;
mod substitute;
mod swizzle;
mod terms;
mod tiler;
mod vector;

pub mod atoms;
pub mod bounds;
pub mod hardware;
pub mod ops;
pub mod pattern;
#[cfg(feature = "relayout")]
pub mod relayout;
pub mod replicas;
pub mod tiled;

pub use layout_core::BinaryOp;

#[doc(hidden)]
pub use collect::CollectVec;
pub use composed::{ComposedLayout, Function, Step};
pub use condition::{Condition, Need};
pub use coordinate::{Coordinate, Crd};
#[doc(hidden)]
pub use error::ErrorAddress;
pub use error::{Error, ErrorKind, Least, Part};
pub use exact::injective;
pub use htuple::HTuple;
pub use int::{Expression, Facts, Int, Overflow, Refused, Symbol, Truth};
pub use layout::Layout;
pub use mode::ModePath;
pub use nested::Nested;
pub use notation::ParseError;
pub use numbers::{Numbers, Offsets};
pub use proof::{Lacking, Obligation, Proved, Unproved, prove, prove_with};
#[doc(hidden)]
pub use sort::SortFew;
pub use stride::Stride;
pub use swizzle::{MAX_SWIZZLE_BITS, Swizzle};
pub use terms::Terms;
pub use tiler::Tiler;
pub use vector::{Vector, VectorLayout};

/// A hierarchical tuple of integers.
pub type IntTuple = HTuple<Int>;
/// A hierarchical tuple of strides.
pub type StrideTuple = HTuple<Stride>;

/// The examples of the page of the package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
