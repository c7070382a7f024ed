//! CuTe layouts, evaluated while the program compiles. A layout `shape:stride` is a function from
//! coordinates to offsets.
//!
//! ```
//! use layout_runtime::{divide, layout};
//!
//! // A layout is a zero-sized value; all about it is a constant.
//! let tile = layout!((4,8):(8,1));
//! assert_eq!((tile.at(3, 1), tile.index(7), tile.crd2idx((3, 1))), (25, 25, 25));
//! assert_eq!(divide!((4,8):(8,1), (2,4)).crd2idx(((1, 1), (0, 1))), 28);
//!
//! // A name can be used in other macros, and is a type.
//! layout! {
//!     pub struct Matrix = (4,8):(8,1);
//!     pub struct Tiles = zipped_divide(Matrix, (2,4));
//!     pub struct Rows<m, n> = (m, n):(n, 1);
//! }
//!
//! // Run-time numbers are symbols; what must hold of them is checked here.
//! let rows = Rows::new(4, 8)?;
//! assert_eq!(rows.at(3, 1), 25);
//! # Ok::<(), layout_runtime::ShapeError>(())
//! ```
//!
//! Data with a layout is the crate `layout-view`, which has all of this crate, too: a program that reads and writes buffers
//! depends on that one alone. This crate is for kernels and for libraries that need index functions and nothing else: it has
//! no `unsafe` and allocates nothing.
//!
//! - **Layouts**: [`layout!`] documents the language: expressions, names, locals, and sizes known at
//!   run time. [`divide!`], [`compose!`], [`complement!`] and [`product!`] are shorthands;
//!   [`infer_layout!`] finds the layout of a table or an index expression.
//! - **Generic code** takes a [`Layout`] and its [`Coordinate`]s. All numbers of a [`StaticLayout`] are
//!   constants. [`bounds`] tells padding from elements in a padded layout.
//! - **Rings**: in the shape `n mod 4`, `n` positions share 4 places. [`ring_pieces`] has the places of a
//!   window of such a stream.
//! - **Run-time numbers**: [`Dynamic`] has the functions of a layout of run-time numbers; the module
//!   [`dynamic`] explains how to make one without a macro.
//! - **Parts**: a [`Slicer`] keeps some modes of a layout, a [`Tiler`] cuts it into tiles. A part has the layout [`Part`].
//!
//! The extents and strides of a layout are a [`Geometry`], nested like the shape, in which each number is
//! known at compile time or at run time. A layout without a name is a [`Static`] of its geometry, or a
//! [`Dynamic`]. A named layout is a type of its own, which dereferences to one of these.
//!
//! # Features
//!
//! None is on by default.
//!
//! - `pictures`: the documentation of a named layout has its picture. It is for builds of documentation.
//! - `rank-16`: layouts have up to 16 modes, in place of 8.
#![no_std]
#![forbid(unsafe_code)]

pub mod bounds;
pub mod dynamic;
mod error;
mod geometry;
mod iterate;
mod layout;
mod macros;
mod map;
mod notation;
mod number;
mod phase;
mod plan;
mod prepared;
mod queries;
mod rank;
mod ring;
mod static_layout;
mod walk;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
#[doc(hidden)]
pub mod internals;

/// The iterators that [`Layout::indices`], [`Layout::offsets`], [`Layout::coordinates`] and [`Layout::entries`] return.
pub mod iterators {
    pub use crate::iterate::iterators::{Coordinates, Entries, Indices, Offsets};
}

pub use dynamic::{Dynamic, Narrow, NarrowOf};
pub use error::ShapeError;
pub use geometry::mode::{Computed, Leaf, Mode};
pub use geometry::size_is::SizeIs;
pub use geometry::table::Table;
pub use geometry::{Coordinate, Geometry, Profile};
pub use iterate::order::{CoordinateOrder, InStorageOrder, StorageOrder};
pub use layout::part::PartLayout;
pub use layout::{Layout, Map, Part, StaticLayout};
#[doc(hidden)]
pub use map::values::mapped_sum;
pub use map::{Identity, OffsetMap, Swizzled};
pub use number::word::Word;
pub use number::{Extent, Fixed, Numbers};
pub use phase::{CompileTime, Phase, RunTime};
pub use plan::{End, Folded, Plan, Term};
pub use queries::slicer::{Slicer, Slices};
pub use queries::tiler::Tiler;
pub use ring::{RingPieces, ring_pieces};
pub use static_layout::Static;

/// The examples of the page of the package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
