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
//! // Numbers of the run are symbols; what must hold of them is checked here.
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
//! - **Generic code** takes a [`Layout`], which is one that the compiler knows, and its
//!   [`Coordinate`]s; [`bounds`] says which coordinates of a padded layout are no padding.
//! - **Numbers of the run**: [`Dynamic`] has the functions of such a layout, and [`dynamic`] says how
//!   to make one by hand.
//! - **Views**: [`View`] and [`ViewMut`] have slices, tiles, partitions and copies,
//!   [`view::DynamicView`] those of numbers of the run, and [`copy!`] copies between all of them.
//!   [`view`] says what is checked, and when.
//!
//! A layout without a name is a [`Static`] of its [`Profile`], which spells the extents and strides
//! as a type, nested like the shape; a named one is a type of its own, which dereferences to it,
//! or to a [`Dynamic`].
#![no_std]
#![deny(unsafe_code)]

pub mod bounds;
mod coordinate;
pub mod dynamic;
mod iterate;
mod layout;
mod macros;
mod map;
mod notation;
mod offset;
mod outside;
mod plan;
mod profile;
mod reciprocal;
mod static_layout;
pub mod view;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use coordinate::{Coordinate, CoordinateU32};
pub use dynamic::{Dynamic, Extent, Fixed, Mode, Modes, Narrow, ShapeError};
pub use iterate::{
    CoordinateOrder, Coordinates, Entries, InStorageOrder, Indices, Offsets, StorageOrder,
};
pub use layout::Layout;
pub use map::{Identity, Map, Swizzled};
pub use plan::{End, Folded, Plan, Term};
pub use profile::{Computed, Leaf, Numbers, Profile, Table};
pub use static_layout::Static;
pub use view::{View, ViewMut};
