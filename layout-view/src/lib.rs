//! Views: data with a layout. A layout `shape:stride` is a function from coordinates to offsets, which is written in CuTe's
//! notation and evaluated while the program compiles.
//!
//! This crate has all of [`layout_runtime`], macros included, so that a program depends on this one alone:
//!
//! - **Layouts**: [`layout!`] documents the language: expressions, names, locals, and sizes known at run time.
//!   [`layout_runtime`] documents what is of layouts without data.
//! - **Views**: [`View`] and [`ViewMut`] have slices, tiles, partitions and copies, and [`copy!`] copies between all of them.
//!   [`zip_with!`], [`fold!`] and [`einsum!`] compute. The module [`packed`] has elements below a byte.
//! - **Contracts between layouts**: [`agree`] and [`assert_agree`] check that one layout reads the elements where another has
//!   written them.
//!
//! # Views
//!
//! A [`View`] is a reference to elements with a layout, a [`ViewMut`] the only one.
//! Whether the buffer is long enough is checked once, when the view is made; an
//! element is checked for its coordinate to be below the extents, and nothing else.
//!
//! ```
//! use layout_view::{View, layout};
//!
//! let buffer: Vec<u32> = (0..32).collect();
//! let v = View::new(&buffer, layout!((4,8):(8,1)));
//! assert_eq!(v[(3, 1)], 25);              // any coordinate of the layout
//! assert_eq!(v[7], 25);
//! assert_eq!(v.get((4, 0)), None);
//! assert!(v.slice((2, ..)).iter().copied().eq(16..24));
//! ```
//!
//! A layout of tiles has modes `(tile, rest)`, as the divides make it. A view takes it in
//! place of its own with [`with_layout`](View::with_layout), and then has tiles, which are
//! views.
//!
//! ```
//! use layout_view::{ViewMut, layout};
//!
//! layout! {
//!     struct Matrix = (4,8):(8,1);
//!     struct Tiles = zipped_divide(Matrix, (2,4));
//! }
//!
//! let mut buffer = [0; Matrix::COSIZE];
//! let mut v = ViewMut::new(&mut buffer, Matrix);
//! for (k, mut tile) in v.tiles_mut(Tiles).enumerate() {
//!     tile.fill(k);
//! }
//! assert_eq!((v[(0, 0)], v[(3, 3)], v[(0, 4)], v[(3, 7)]), (0, 1, 2, 3));
//! ```
//!
//! A view is of a layout without padding: padding has offsets of other elements, or of none, and
//! a view would read and overwrite these. So a padded layout, or one that may be padded, does not
//! compile here, nor as the new layout or the tiles of a view, and a part of a view has no padding
//! either. Where tiles do not divide a layout, those of
//! [`ragged_tiles`](View::ragged_tiles) end where it ends; [`Unpadded`](crate::bounds::Unpadded)
//! has more.
//!
//! A swizzled layout has views like any other: parts of them keep the swizzle, and know from
//! which offset they count. Copies between row-major memory and a swizzled tile move the runs that
//! the swizzle keeps.
//!
//! ```
//! use layout_view::{View, ViewMut, layout};
//!
//! layout! {
//!     struct Rows = (8,64):(64,1);
//!     struct Banked = Sw<3,3,3> o 0 o Rows;
//!     struct Blocks = zipped_divide(Banked, (8,8));
//! }
//!
//! let source: Vec<usize> = (0..512).collect();
//! let mut tile = [0; Banked::COSIZE];
//! let mut v = ViewMut::new(&mut tile, Banked);
//! View::new(&source, Rows).copy_to(&mut v);
//! assert_eq!(v.as_view().local_tile(Blocks, 2)[(1, 5)], 64 + 2 * 8 + 5);
//! assert_eq!(tile[64 + (2 ^ 1) * 8 + 5], 64 + 2 * 8 + 5);
//! ```
//!
//! Where tiles do not divide a view, [`ragged_tiles`](View::ragged_tiles) are full with constant
//! extents, or end where the view ends: see [`Ragged`]. Slices, tiles, partitions and other layouts of
//! the same elements are there for all layouts, whether their numbers are known at compile time or at
//! run time, swizzled or not.
//!
//! # Inner loops
//!
//! A loop over coordinates is as fast as one over slices if the compiler sees that the coordinates
//! are within the extents, and may use vectors. Figures are instructions for 4096 elements
//! `y += 2.0 * x` of `f32` in 64 rows, of which a loop over two slices takes 6672.
//!
//! - **Bounds** are best those of a view, [`extents`](View::extents), with other views sliced
//!   to the same: nothing is checked then for an element (7810, and 11648 with the same numbers from
//!   elsewhere).
//! - **Two views** may share elements, as far as the compiler knows. In a long inner loop it compares
//!   their addresses first. A short one of constant extent, as of the 8 rows of a panel, it unrolls
//!   before, and then moves single elements (22412).
//!   [`zip_with`](ViewMut::zip_with) (7151), [`copy_to`](View::copy_to) and
//!   [`as_slice`](View::as_slice) of what lies in one piece (6676) use vectors there too.
//!   Of lines that are slices, [`zip_rows`](ViewMut::zip_rows) and
//!   [`zip_columns`](ViewMut::zip_columns) tell the compiler so, however short they are: 6162 for
//!   columns of 8 in lines of 12, where `zip_with` takes 15507.
//!   Pairs of [`iter`](View::iter) and [`iter_mut`](ViewMut::iter_mut) do not: each
//!   iterator counts for itself (99221).
//! - **A layout** with run-time numbers takes some hundreds of instructions to check, a slice or a
//!   tile of a view some tens: make the layout outside of a loop, and slice inside.
//!
//! ```
//! use layout_view::{View, ViewMut, layout};
//!
//! layout! { struct Panel<k> = (8,k):(1,8); }
//!
//! let (x, mut y) = ([1.0; 32], [0.5; 32]);
//! let x = View::new(&x, Panel::new(4)?);
//! ViewMut::new(&mut y, Panel::new(4)?).zip_with(x, |y, x| *y += 2.0 * x);
//! assert_eq!(y, [2.5; 32]);
//! # Ok::<(), layout_view::ShapeError>(())
//! ```
//!
//! # Features
//!
//! None is on by default. Without `dlpack` the crate allocates nothing.
//!
//! - `bytemuck`: `recast` of views, the same bytes as other elements.
//! - `dlpack`: views of DLPack's tensors, and the other way round.
//! - `ndarray`: views of ndarray's arrays, and the other way round.
//! - `pictures`: the documentation of a named layout has its picture. It is for builds of documentation.
//! - `rank-16`: layouts have up to 16 modes, in place of 8.
//! - `rayon`: tiles of views as parallel iterators.
//!
//! # What `unsafe` rests on
//!
//! A layout can be wrong: `Layout` is a safe trait whose functions can be overridden, and
//! the `Linear` of a [`Static`] can be any. Views believe neither. They
//! rest on the layout's [`Geometry`] and its [`Map`] alone, types that only `layout-runtime`
//! can give a meaning and whose values are plain numbers, and on what its queries compute from them,
//! while the program compiles where all numbers are known then, and when a view is made otherwise
//! (`checks.rs`):
//!
//! - the span of the offsets, in checked arithmetic, and of what swizzles make of them (`steps.rs`,
//!   `image.rs`), whose bounds a type could say wrong;
//! - that one layout stays on the elements of another (`contains.rs`);
//! - that no two coordinates share an offset (`injective.rs`).
//!
//! The offset at a coordinate is that of [`Coordinate`], and that of a slice
//! [`Slicer`]'s, which only `layout-runtime` implements. The invariant of a view is then this: *at the
//! offset of each coordinate of the geometry is an element that may be read for `'a`, and in a
//! `ViewMut` nobody else has it.* The functions of `place.rs`, which do all arithmetic on pointers,
//! keep it: a part of a view has fewer coordinates, and the same elements. A swizzle is one to one,
//! and follows the sum of the offset at which a part begins and those of its geometry.
#![no_std]
#![deny(unsafe_code)]
#![deny(unsafe_op_in_unsafe_fn)]

#[cfg(feature = "dlpack")]
extern crate alloc;

mod agree;
mod argument;
mod array;
#[cfg(any(feature = "dlpack", feature = "ndarray"))]
mod axes;
mod base;
mod buffer;
mod cache;
mod checked;
mod contiguous;
mod contraction;
mod copy;
mod data;
#[cfg(feature = "dlpack")]
pub mod dlpack;
mod domain;
mod elementwise;
mod exclusive;
mod fold;
mod inner_loop;
mod iter;
mod leaves;
mod loop_nest;
mod macros;
mod named;
#[cfg(feature = "ndarray")]
mod ndarray;
mod operand;
mod operands;
pub mod packed;
#[cfg(feature = "rayon")]
mod parallel;
mod permute;
mod place;
mod prefetch;
mod proofs;
mod ragged;
mod ragged_methods;
mod ragged_tile;
#[cfg(feature = "bytemuck")]
mod recast;
mod rows;
mod shared;
mod sizes;
mod split;
mod stored;
mod strided;
mod tiles;
mod vendor;
mod widths;
mod window;
mod zip;

#[cfg(test)]
mod base_tests;
#[cfg(test)]
mod copy_tests;
#[cfg(test)]
mod empty_static_tests;
#[cfg(test)]
mod empty_tests;
#[cfg(test)]
mod packed_tests;
#[cfg(test)]
mod permute_tests;
#[cfg(test)]
mod ragged_tests;
#[cfg(test)]
mod run_time_tests;
#[cfg(test)]
mod slices_tests;
#[cfg(test)]
mod swizzled_tests;
#[cfg(test)]
mod tests;

pub use agree::{agree, assert_agree};
pub use argument::{Cuts, Is};
pub use array::Array;
pub use base::ViewBase;
#[doc(hidden)]
pub use copy::{CopyOf, CopyOfSource};
#[doc(hidden)]
pub use data::{AsSource, AsTarget};
pub use data::{Source, Target};
#[doc(hidden)]
pub use elementwise::{fold_1, fold_2, fold_3, fold_4, fold_5, zip_1, zip_2, zip_3, zip_4, zip_5};
pub use exclusive::ViewMut;
#[doc(hidden)]
pub use named::{AsView, AsViewMut, Over, zip_elements};
#[cfg(feature = "ndarray")]
pub use ndarray::Axes;
pub use permute::{HasMode, HasModes, Orders, Permuted};
pub use ragged::{RaggedTile, RaggedTileBase, RaggedTileMut};
pub use ragged_tile::Ragged;
pub use shared::View;
pub use stored::Stored;
pub use strided::Strided;
pub use window::{Window, Windows};

use layout_runtime::internals::{Checks, Image, Message, WalkOf as WalkOver, walk};
pub use layout_runtime::*;
use parts::{Others, Slice, Tile};

/// The iterators of views, and those of [layouts](layout_runtime::iterators). `Rows`, `Columns` and `Tiles` are here alone, because
/// programs have layouts of these names.
pub mod iterators {
    pub use crate::iter::{IndexedIter, Iter, IterMut};
    #[cfg(feature = "rayon")]
    pub use crate::parallel::Par;
    pub use crate::ragged::{RaggedTiles, RaggedTilesBase, RaggedTilesMut, WholeTiles};
    pub use crate::rows::{Columns, ColumnsMut, Rows, RowsMut};
    pub use crate::tiles::{Tiles, TilesBase, TilesMut};
    pub use layout_runtime::iterators::*;
}

/// The layouts of parts of views, which are here alone, too.
pub mod parts {
    use crate::{Geometry, Layout, Part};
    use layout_runtime::internals::KeptOf;

    pub use crate::split::Without;

    /// The layout of what the slicer `S` keeps of a view of `L`.
    pub type Slice<S, L> = Part<L, KeptOf<S, <L as Layout>::Geometry>>;

    /// The layout of a tile of a view of `L`: of its first mode.
    pub type Tile<L> = Part<L, <<L as Layout>::Geometry as Geometry>::Head>;

    /// The layout of a partition of a view of `L`: of the modes after the first.
    pub type Others<L> = Part<L, <<L as Layout>::Geometry as Geometry>::Tail>;
}

#[doc(hidden)]
pub mod __private {
    //! The functions that expansions name. No part of the public interface.

    pub use crate::contraction::{ElementsOf, sum_products};
    pub use crate::data::{AsSource, AsTarget};
    pub use crate::elementwise::{
        fold_1, fold_2, fold_3, fold_4, fold_5, zip_2, zip_3, zip_4, zip_5,
    };
    pub use crate::named::{ByName, zip_elements};
    pub use layout_runtime::__private::*;
}

/// The iterator over the coordinates of `L`.
type WalkOf<L> = WalkOver<<L as Layout>::Geometry>;

/// Panics where an array of `length` elements is too short for a layout.
#[track_caller]
const fn assert_array<L: Layout>(length: usize) {
    let span = Image::<L::Geometry, L::Map>::SPAN;
    if length < span {
        let message = Message::new("an array of ")
            .integer(length as isize)
            .text(" elements is too short: ")
            .layout::<L::Geometry, L::Map>()
            .text(" spans ")
            .integer(span as isize);
        message.panic();
    }
}
