//! CuTe layouts, evaluated while the program compiles: functions from coordinates to offsets, and
//! views of data by them.
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
//! - **Layouts**: [`layout!`] has the language: expressions, names, locals, and the forms with
//!   symbols. [`divide!`], [`compose!`], [`complement!`] and [`product!`] are shorthands,
//!   [`infer_layout!`] finds the layout of a table or an index expression.
//! - **Generic code** takes a [`Layout`] and its [`Coordinate`]s; of a [`StaticLayout`] all numbers
//!   are constants. [`bounds`] says which coordinates of a padded layout are no padding.
//! - **Contracts between layouts**: [`agree`] and [`assert_agree`] say that what one layout writes is
//!   what another reads.
//! - **Rings**: `n mod 4` in the place of an extent comes round, and [`ring_pieces`] has the places of a
//!   window of the stream.
//! - **Run-time numbers**: [`Dynamic`] has the functions of such a layout, and [`dynamic`] says how
//!   to make one by hand.
//! - **Views**: [`View`] and [`ViewMut`] have slices, tiles, partitions and copies, and [`copy!`]
//!   copies between all of them. [`view`] says what is checked, and when.
//!
//! Extents and strides are a [`Geometry`], nested like the shape, in which each number is known at
//! compile time or at run time. A layout without a name is a [`Static`] of its geometry, or a
//! [`Dynamic`]; a named one is a type of its own, which dereferences to one of these.
//!
//! # Features
//!
//! None is on by default, and the crate allocates nothing without `dlpack`.
//!
//! - `bytemuck`: `recast` of views, the same bytes as other elements.
//! - `dlpack`: tensors of DLPack as views, and views as such tensors.
//! - `ndarray`: views to and from those of ndarray.
//! - `pictures`: the documentation of a named layout has its picture. For builds of documentation.
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
