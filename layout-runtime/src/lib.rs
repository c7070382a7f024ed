//! What users of CuTe layouts import and what expansions of the macros name.
//!
//! A layout `S:D` is a zero-sized `Copy` value of its own type. Its [`Profile`]
//! spells the extents and strides as a type, nested like the shape;
//! [`Layout`] is the trait of all layouts, for generic code; a [`Coordinate`]
//! is one integer or a tuple of coordinates, nested no deeper than the shape.
//!
//! ```
//! use layout_runtime::{Layout, Leaf};
//!
//! /// `(2,(2,2)):(4,(2,1))`, written by hand as a macro would expand it.
//! #[derive(Clone, Copy)]
//! struct Tile;
//!
//! impl Layout for Tile {
//!     type Profile = (Leaf<2, 4>, (Leaf<2, 2>, Leaf<2, 1>));
//!     type Linear = (Leaf<2, 4>, Leaf<2, 2>, Leaf<2, 1>);
//!     const NOTATION: &'static str = "(2,(2,2)):(4,(2,1))";
//! }
//!
//! fn gather<L: Layout>(layout: L, buffer: &[u8]) -> Vec<u8> {
//!     (0..layout.size()).map(|i| buffer[layout.index(i)]).collect()
//! }
//!
//! assert_eq!(gather(Tile, b"abcdefgh"), b"aecgbfdh");
//! assert_eq!(Tile.crd2idx((1, (0, 1))), 5);
//! assert_eq!(Tile.crd2idx((1, 2)), 5);
//! assert_eq!(Tile.idx2crd(5), (1, (0, 1)));
//! ```
#![no_std]
#![forbid(unsafe_code)]

mod coordinate;
mod entry;
mod layout;
mod macros;
mod profile;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use coordinate::Coordinate;
pub use layout::Layout;
pub use profile::{Leaf, Profile, Table};
