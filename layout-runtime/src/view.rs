//! Views: data with a layout.
//!
//! A [`View`] is a reference to elements with a layout, a [`ViewMut`] the only one.
//! Whether the buffer is long enough is checked once, when the view is made; an
//! element is checked for its coordinate to be below the extents, and nothing else.
//!
//! ```
//! use layout_runtime::{View, layout};
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
//! use layout_runtime::{ViewMut, layout};
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
//! use layout_runtime::{View, ViewMut, layout};
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
//! A [`DynamicView`] has a layout whose numbers only the run knows, and tiles that need not
//! divide it: see [`Ragged`]. A static one has such tiles by
//! [`ragged_tiles`](View::ragged_tiles).
//!
//! # Inner loops
//!
//! A loop over coordinates is as fast as one over slices if the compiler sees that the coordinates
//! are within the extents, and may use vectors. Figures are instructions for 4096 elements
//! `y += 2.0 * x` of `f32` in 64 rows, of which a loop over two slices takes 6672.
//!
//! - **Bounds** are best those of a view, [`extents`](DynamicView::extents), with other views sliced
//!   to the same: nothing is checked then for an element (7810, and 11648 with the same numbers from
//!   elsewhere).
//! - **Two views** may share elements, as far as the compiler knows. In a long inner loop it compares
//!   their addresses first. A short one of constant extent, as of the 8 rows of a panel, it unrolls
//!   before, and then moves single elements (22412).
//!   [`zip_with`](DynamicViewMut::zip_with) (7151), [`copy_to`](DynamicView::copy_to) and
//!   [`as_slice`](DynamicView::as_slice) of what lies in one piece (6676) use vectors there too.
//!   Pairs of [`iter`](DynamicView::iter) and [`iter_mut`](DynamicViewMut::iter_mut) do not: each
//!   iterator counts for itself (99221).
//! - **A layout** with numbers of the run takes some hundreds of instructions to check, a slice or a
//!   tile of a view some tens: make the layout outside of a loop, and slice inside.
//!
//! ```
//! use layout_runtime::layout;
//! use layout_runtime::view::{DynamicView, DynamicViewMut};
//!
//! layout! { struct Panel<k> = (8,k):(1,8); }
//!
//! let (x, mut y) = ([1.0; 32], [0.5; 32]);
//! let x = DynamicView::new(&x, Panel::new(4)?);
//! DynamicViewMut::new(&mut y, Panel::new(4)?).zip_with(x, |y, x| *y += 2.0 * x);
//! assert_eq!(y, [2.5; 32]);
//! # Ok::<(), layout_runtime::ShapeError>(())
//! ```
//!
//! # What `unsafe` rests on
//!
//! A layout can be wrong: `Layout` is a safe trait with constants that can be overridden, and
//! the `Linear` of a [`Static`](crate::Static) can be any. Views believe neither. They
//! rest on the layout's [`Profile`] and its [`Map`] alone, types that only this crate can
//! give a meaning, and on what this module computes from them while the program compiles:
//!
//! - the span of the offsets, in checked arithmetic, with every extent above 0 (`steps.rs`), and
//!   of what swizzles make of them (`image.rs`), whose bounds a type could say wrong;
//! - that one layout stays on the elements of another (`contains.rs`);
//! - that no two coordinates share an offset (`injective.rs`).
//!
//! The offset at a coordinate is that of [`Within`], and that of a slice [`Slicer`]'s, which
//! only this crate implements. Where something of this does not hold, the program does not
//! compile. The invariant of a view is then this: *at the offset of each coordinate of the
//! profile is an element that may be read for `'a`, and in a `ViewMut` nobody else has it.* The
//! functions of `place.rs`, which do all arithmetic on pointers, keep it: a part of a
//! view has fewer coordinates, and the same elements. A swizzle is one to one, and follows the
//! sum of the offset at which a part begins and those of its profile. Views of a
//! [`Dynamic`](crate::Dynamic) rest on the same, computed from its numbers by the run.

#![deny(unsafe_op_in_unsafe_fn)]

mod ahead;
mod array;
mod between;
mod buffer;
mod contains;
mod contiguous;
mod copy;
mod data;
mod dynamic;
mod exclusive;
mod found;
mod image;
mod injective;
mod iter;
mod message;
#[cfg(feature = "ndarray")]
mod ndarray;
mod nest;
mod pair;
#[cfg(feature = "rayon")]
mod parallel;
mod place;
mod plain;
mod ragged;
#[cfg(feature = "bytemuck")]
mod recast;
mod run;
mod shared;
mod side;
mod slicer;
mod square;
mod steps;
mod stored;
mod strided;
mod sweep;
mod swizzled;
mod tiles;
mod turn;
mod within;

#[cfg(test)]
mod copy_tests;
#[cfg(test)]
mod ragged_tests;
#[cfg(test)]
mod swizzled_tests;
#[cfg(test)]
mod tests;

use core::fmt;
use core::marker::PhantomData;

pub use array::Array;
#[doc(hidden)]
pub use between::copy_elements;
pub use buffer::TooShort;
#[doc(hidden)]
pub use data::{AsSource, AsTarget};
pub use data::{Source, Target};
#[doc(hidden)]
pub use dynamic::{Cut, Evidence, Kept, KeptModes};
pub use dynamic::{
    DynamicEntries, DynamicIter, DynamicIterMut, DynamicLayout, DynamicSlice, DynamicSlicer,
    DynamicTiler, DynamicTiles, DynamicTilesMut, DynamicView, DynamicViewMut, Ragged, RaggedTile,
    RaggedTileMut, Unswizzled,
};
pub use exclusive::ViewMut;
pub use iter::{IndexedIter, Iter, IterMut};
#[cfg(feature = "ndarray")]
pub use ndarray::{Axes, OtherAxes};
#[cfg(feature = "rayon")]
pub use parallel::Par;
#[cfg(feature = "bytemuck")]
pub use recast::Misaligned;
pub use shared::View;
pub use slicer::{Modes, Rest, Slicer};
pub use stored::Stored;
pub use strided::{IntegerMode, Strided, StridedModes};
pub use tiles::{Tiles, TilesMut};
pub use within::Within;

use crate::bounds::Everywhere;
use crate::notation::notation;
use crate::{Identity, Layout, Map, Profile};
use image::Image;

/// The layout of the profile `P` and the map `O`, without padding: that of a part of a view.
///
/// ```
/// use layout_runtime::view::Of;
/// use layout_runtime::{Layout, Leaf};
///
/// type Row = Of<(Leaf<8, 1>,)>;
/// assert_eq!(Row::NEW.index(3), 3);
/// assert_eq!(Row::NOTATION, "(8):(1)");
/// ```
pub struct Of<P, O = Identity>(PhantomData<fn() -> (P, O)>);

impl<P, O> Of<P, O> {
    /// The one value.
    pub const NEW: Self = Of(PhantomData);
}

impl<P, O> Clone for Of<P, O> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, O> Copy for Of<P, O> {}

impl<P: Profile, O: Map> fmt::Debug for Of<P, O> {
    /// The notation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(const { notation::<P, O>() })
    }
}

impl<P: Profile, O: Map> Layout for Of<P, O> {
    type Profile = P;
    type Linear = P;
    type Index = P;
    type Map = O;
    // What a view is of has no padding, and so has no part of it.
    type Bounds = Everywhere;

    // The map may be that of a whole, which says what the whole's are.
    const COSIZE: usize = Image::<P, O>::SPAN;
    const MIN_OFFSET: isize = Image::<P, O>::RANGE.0;
    const MAX_OFFSET: isize = Image::<P, O>::RANGE.1;
}

/// The extents and strides of a layout as a value: those of a [`DynamicView`] in which all are
/// constants.
pub type Constants<L> = <<L as Layout>::Profile as Profile>::Modes;

/// The layout of a tile: the first mode of a layout of tiles.
pub type Tile<L> = Of<<<L as Layout>::Profile as Profile>::Head, <L as Layout>::Map>;

/// The layout of what follows the first mode.
pub type Others<L> = Of<<<L as Layout>::Profile as Profile>::Tail, <L as Layout>::Map>;

/// The layout of what a slicer keeps.
pub type Slice<S, L> = Of<Rest<S, <L as Layout>::Profile>, <L as Layout>::Map>;
