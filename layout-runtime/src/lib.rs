//! What users of CuTe layouts import and what expansions of the macros name.
//!
//! A layout `S:D` is a zero-sized `Copy` value. Its [`Profile`] spells the extents
//! and strides as a type, nested like the shape. A layout without a name is a
//! [`Static`] of its profile; a named one is a type of its own, which dereferences
//! to it. [`Layout`] is the trait of all layouts, for generic code; a [`Coordinate`]
//! is one integer or a tuple of coordinates, nested no deeper than the shape. A [`Dynamic`] has
//! the same functions over extents and strides that only the run knows.
//!
//! ```
//! use layout_runtime::{Layout, Leaf, Static, layout};
//!
//! fn gather<L: Layout>(layout: L, buffer: &[u8]) -> Vec<u8> {
//!     (0..layout.size()).map(|i| buffer[layout.index(i)]).collect()
//! }
//!
//! // By hand, and by macro: the same type, where no plan is cheaper than to split
//! // coordinates over the leaves.
//! let tile = Static::<(Leaf<2, 4>, (Leaf<2, 2>, Leaf<2, 1>)), 3>::NEW;
//! assert!(tile == layout!((2,(2,2)):(4,(2,1))));
//! assert_eq!(gather(tile, b"abcdefgh"), b"aecgbfdh");
//! assert_eq!(tile.crd2idx((1, (0, 1))), 5);
//! assert_eq!(tile.crd2idx((1, 2)), 5);
//! assert_eq!(tile.idx2crd(5), (1, (0, 1)));
//!
//! // Constants are computed by the compiler.
//! const LAST: usize = layout!((4,8):(8,1)).at(3, 7);
//! assert_eq!(LAST, 31);
//! ```
#![no_std]
#![deny(unsafe_code)]

pub mod bounds;
mod coordinate;
pub mod dynamic;
mod iterate;
mod layout;
mod leaf_names;
mod macros;
mod map;
mod notation;
mod offset;
mod plan;
mod profile;
mod reciprocal;
mod static_layout;
pub mod view;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use coordinate::Coordinate;
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
