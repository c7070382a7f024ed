//! CuTe layouts, evaluated while the program compiles. A layout `shape:stride` is a function from
//! coordinates to offsets, and a view is data with a layout.
//!
//! ```
//! use layout_runtime::{View, divide, layout};
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
//!
//! // Data with a layout is a view.
//! let buffer: Vec<u32> = (0..32).collect();
//! let v = View::new(&buffer, Matrix);
//! assert_eq!(v[(3, 1)], 25);
//! assert!(v.tiles(Tiles).map(|tile| tile[(0, 0)]).eq([0, 16, 4, 20]));
//! # Ok::<(), layout_runtime::ShapeError>(())
//! ```
//!
//! - **Layouts**: [`layout!`] documents the language: expressions, names, locals, and sizes known at
//!   run time. [`divide!`], [`compose!`], [`complement!`] and [`product!`] are shorthands;
//!   [`infer_layout!`] finds the layout of a table or an index expression.
//! - **Generic code** takes a [`Layout`] and its [`Coordinate`]s. All numbers of a [`StaticLayout`] are
//!   constants. [`bounds`] tells padding from elements in a padded layout.
//! - **Contracts between layouts**: [`agree`] and [`assert_agree`] check that one layout reads the
//!   elements where another has written them.
//! - **Rings**: in the shape `n mod 4`, `n` positions share 4 places. [`ring_pieces`] has the places of a
//!   window of such a stream.
//! - **Run-time numbers**: [`Dynamic`] has the functions of a layout of run-time numbers; the module
//!   [`dynamic`] explains how to make one without a macro.
//! - **Views**: [`View`] and [`ViewMut`] have slices, tiles, partitions and copies, and [`copy!`]
//!   copies between all of them. The module [`view`] lists what is checked, and when.
//!
//! The extents and strides of a layout are a [`Geometry`], nested like the shape, in which each number is
//! known at compile time or at run time. A layout without a name is a [`Static`] of its geometry, or a
//! [`Dynamic`]. A named layout is a type of its own, which dereferences to one of these.
//!
//! # Features
//!
//! None is on by default. Without `dlpack` the crate allocates nothing.
//!
//! - `bytemuck`: `recast` of views, the same bytes as other elements.
//! - `dlpack`: views of DLPack's tensors, and the other way round.
//! - `ndarray`: views of ndarray's arrays, and the other way round.
//! - `pictures`: the documentation of a named layout has its picture. It is for builds of documentation.
//! - `rayon`: tiles of views as parallel iterators.
#![no_std]
#![deny(unsafe_code)]

mod agree;
pub mod bounds;
mod coordinate;
pub mod dynamic;
mod geometry;
mod iterate;
mod layout;
mod macros;
mod map;
mod notation;
mod number;
mod offset;
mod outside;
mod phase;
mod plan;
mod rank;
mod ready;
mod reciprocal;
mod ring;
mod split;
mod static_layout;
pub mod view;
mod word;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use agree::{agree, assert_agree};
pub use coordinate::Coordinate;
pub use dynamic::{Dynamic, Narrow, NarrowOf, ShapeError};
pub use geometry::{Computed, Geometry, Leaf, Mode, Profile, Table};
pub use iterate::{
    CoordinateOrder, Coordinates, Entries, InStorageOrder, Indices, Offsets, StorageOrder,
};
pub use layout::{Layout, StaticLayout};
#[doc(hidden)]
pub use map::mapped_sum;
pub use map::{Identity, Map, Swizzled};
pub use number::{Extent, Fixed, Numbers};
pub use phase::{CompileTime, Phase, RunTime};
pub use plan::{End, Folded, Plan, Term};
pub use ring::{RingPieces, ring_pieces};
pub use static_layout::Static;
pub use view::{View, ViewMut};
pub use word::Word;
