//! Bounds: which coordinates of a padded layout are no padding.
//!
//! Where tiles do not divide a layout, `#[allow(padding)]` takes more of them, and the last
//! ones reach past the end. `in_bounds` says which coordinates do not: it compares what the
//! coordinate is in the layout that was tiled, mode by mode, where the tiles do not divide.
//!
//! ```
//! use layout_runtime::{divide, layout};
//!
//! layout! {
//!     pub struct Rows<m, n> = (m, n):(n, 1);
//!     #[allow(padding)]
//!     pub struct Tiles<m, n> = zipped_divide(Rows, (32, 16));
//! }
//!
//! let tiles = Tiles::new(70, 100)?;                       // 3 x 7 tiles
//! assert!(tiles.in_bounds(((5, 3), (2, 6))));             // row 69, column 99
//! assert!(!tiles.in_bounds(((6, 3), (2, 6))));            // row 70
//! assert!(!tiles.in_bounds(((5, 4), (2, 6))));            // column 100
//! assert!(Rows::of(70, 100).in_bounds((69, 99)));         // nothing is padding
//! let row = divide!(#[allow(padding)] 10, 4);             // (4,3):(1,4)
//! assert!((0..12).all(|i| row.in_bounds(i) == (i < 10)));
//! # Ok::<(), layout_runtime::ShapeError>(())
//! ```
//!
//! A layout without padding answers `true`, so that generic code takes both, as a
//! `Layout<Bounds: Known>`. Divided,
//! composed, sliced or rearranged further, a padded layout keeps its bounds. The few operations
//! that lose them are in the book's chapter of limits; asking then does not compile:
//!
//! ```compile_fail
//! # use layout_runtime::layout;
//! let rest = layout!(#[allow(padding)] complement(logical_divide(10, 4), 48));
//! rest.in_bounds(0); // the bounds of this layout are not known
//! ```
//!
//! Offsets of padding are those of other elements, or of none. So a view is of a layout that is
//! [`Unpadded`], and a sweep visits padding too: filter it by `in_bounds`.

use core::marker::PhantomData;

mod steps;

use crate::geometry::Geometry;
use crate::number::AnyStride;
use crate::number::packed::put;
use crate::number::word::Word;

use steps::At;
pub use steps::{Next, Steps};

mod sealed {
    pub trait Sealed {}
}

pub(crate) use sealed::Sealed;

// What only expansions name is hidden from the documentation alone: rustc spells the whole path of a
// hidden type in messages, and users see these.

/// The limits below which the coordinates of a layout of the geometry `G` must stay.
#[cfg_attr(doc, doc(hidden))]
pub trait Bounds<G: Geometry>: Sealed + Copy + 'static {
    /// The value of bounds that are known at compile time.
    #[doc(hidden)]
    const VALUE: Self;

    /// Returns true if a natural coordinate is no padding. Without a bound, none is.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    fn contain<W: Word>(&self, _: &G, _: G::Natural<W>) -> bool {
        true
    }

    /// Returns true if 32 bits hold the numbers that [`Bounds::contain`] computes with.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    fn fit_u32(&self, _: &G) -> bool {
        true
    }

    /// The bounds in 32 bits, which hold them, of layouts of `LEAVES` leaves: in an order that C has, too.
    #[doc(hidden)]
    type Packed<const LEAVES: usize>: Copy + Send + Sync + 'static;

    #[doc(hidden)]
    #[must_use]
    fn pack<const LEAVES: usize>(&self) -> Self::Packed<LEAVES>;

    #[doc(hidden)]
    #[must_use]
    fn unpack<const LEAVES: usize>(packed: &Self::Packed<LEAVES>) -> Self;

    /// Calls a function for each bound, with what [`Bounds::contain`] compares: a number, and what it must be below. The number is a sum
    /// of multiples of the integers of the coordinate.
    #[doc(hidden)]
    fn each(&self, _: &G, _: G::Natural<usize>, _: &mut dyn FnMut(usize, isize)) {}
}

/// Bounds that are known.
#[diagnostic::on_unimplemented(
    message = "the bounds of this layout are not known",
    label = "which of its coordinates are padding is not known",
    note = "a padded layout that is divided, composed, sliced or rearranged has bounds; ask one of these",
    note = "`layout eval --allow padding` prints the bounds of each step, and the book's chapter of limits lists the operations \
            that lose them",
    note = "with constants or run-time sizes, `#[assume(BM % TY == 0)]` says that tiles divide, so that none is padded"
)]
pub trait Known: Sealed {}

#[diagnostic::do_not_recommend]
impl Known for Everywhere {}
#[diagnostic::do_not_recommend]
impl<C, E, Rest> Known for Within<C, E, Rest> {}

/// Bounds of a layout without padding, which may be that of a view.
///
/// Padding has offsets of other elements, or of none: a view of it would read and write these.
/// Bounds that are not known may be any, and are none of these.
///
/// ```
/// use layout_view::bounds::Unpadded;
/// use layout_view::{Layout, View, layout};
///
/// /// Makes a view, so that it takes layouts without padding.
/// fn sum<L: Layout<Bounds: Unpadded>>(buffer: &[u32], layout: L) -> u32 {
///     View::new(buffer, layout).iter().sum()
/// }
///
/// assert_eq!(sum(&[1; 10], layout!(logical_divide(10, 5))), 10);
/// ```
///
/// ```compile_fail
/// # use layout_view::{View, layout};
/// let _ = View::new(&[1; 12], layout!(#[allow(padding)] logical_divide(10, 4)));
/// ```
///
/// The tiles of a view of the layout itself stop where the layout stops:
///
/// ```
/// use layout_view::{Extent, View, layout};
///
/// let tiles = View::new(&[1; 10], layout!(10:1)).ragged_tiles(Extent::new(4));
/// assert!(tiles.map(|(_, tile)| tile.into_inner().size()).eq([4, 4, 2]));
/// ```
///
/// or the indices of the padded layout, in bounds:
///
/// ```
/// # use layout_runtime::layout;
/// let buffer = [1; 10];
/// let tiles = layout!(#[allow(padding)] logical_divide(10, 4));
/// let inside = (0..tiles.size()).filter(|&i| tiles.in_bounds(i));
/// assert_eq!(inside.map(|i| buffer[tiles.index(i)]).sum::<u32>(), 10);
/// ```
#[diagnostic::on_unimplemented(
    message = "a view is of a layout without padding",
    label = "this layout is padded, or may be: padding has offsets of other elements",
    note = "where tiles do not divide a layout, a view of the layout itself has `ragged_tiles`: \
            those at an edge end where it ends",
    note = "with the padded layout itself, ask `layout.in_bounds(c)` before \
            `buffer[layout.crd2idx(c)]`"
)]
pub trait Unpadded: Sealed {}

#[diagnostic::do_not_recommend]
impl Unpadded for Everywhere {}

/// The bounds of layouts that `agree` of `layout-view` compares: those of a layout without padding.
#[diagnostic::on_unimplemented(
    message = "layouts agree without padding, and this one is padded, or may be",
    label = "this layout is padded, or may be: its padding has offsets of other elements",
    note = "compare the layouts that are tiled, and not their padded tiles: tiles that are cut alike agree where those do",
    note = "with constants or run-time sizes, `#[assume(m % 4 == 0)]` says that tiles divide, so that none is padded"
)]
#[cfg_attr(doc, doc(hidden))]
pub trait Comparable: Unpadded {}

// Otherwise the message would be that of views.
#[diagnostic::do_not_recommend]
impl<B: Unpadded> Comparable for B {}

/// No bounds: no coordinate is padding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Everywhere;

/// Nobody has shown what is padding: asking does not compile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(doc, doc(hidden))]
pub struct Unknown;

/// `C(c) < E`, and the rest.
///
/// In a [`Static`](crate::Static), `C` is the profile of the coordinate, and `E` a
/// [`Fixed`](crate::Fixed) number. In a [`Dynamic`](crate::Dynamic), both are values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(doc, doc(hidden))]
pub struct Within<C, E, Rest = Everywhere> {
    pub(crate) coordinate: C,
    pub(crate) extent: E,
    pub(crate) rest: Rest,
}

impl<C, E, Rest> Within<C, E, Rest> {
    /// The bound of a layout with run-time numbers.
    #[doc(hidden)]
    #[inline]
    pub const fn new(coordinate: C, extent: E, rest: Rest) -> Self {
        Within { coordinate, extent, rest }
    }
}

/// A bound of padding: what the integer of each leaf is multiplied by, what the sum must be below, and the other bounds.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct WithinU32<const LEAVES: usize, Rest> {
    pub(crate) steps: [i32; LEAVES],
    pub(crate) extent: i32,
    pub(crate) rest: Rest,
}

impl Sealed for Everywhere {}
impl Sealed for Unknown {}
impl<C, E, Rest> Sealed for Within<C, E, Rest> {}

impl<G: Geometry> Bounds<G> for Everywhere {
    const VALUE: Self = Everywhere;
    type Packed<const LEAVES: usize> = [u32; 0];

    #[inline(always)]
    fn pack<const LEAVES: usize>(&self) -> [u32; 0] {
        []
    }

    #[inline(always)]
    fn unpack<const LEAVES: usize>(_: &[u32; 0]) -> Self {
        Everywhere
    }
}

impl<G: Geometry> Bounds<G> for Unknown {
    const VALUE: Self = Unknown;
    type Packed<const LEAVES: usize> = [u32; 0];

    fn contain<W: Word>(&self, _: &G, _: G::Natural<W>) -> bool {
        const { assert!(Never::<G>::IS, "the bounds of this layout are not known") };
        false
    }

    #[inline(always)]
    fn pack<const LEAVES: usize>(&self) -> [u32; 0] {
        []
    }

    #[inline(always)]
    fn unpack<const LEAVES: usize>(_: &[u32; 0]) -> Self {
        Unknown
    }
}

/// A constant of a parameter, so that it fails where it is used.
struct Never<P>(PhantomData<P>);

impl<P> Never<P> {
    const IS: bool = false;
}

impl<G, S, E, Rest> Bounds<G> for Within<S, E, Rest>
where
    G: Geometry,
    S: Steps<G>,
    E: AnyStride,
    Rest: Bounds<G>,
{
    const VALUE: Self = Within { coordinate: S::VALUE, extent: E::VALUE, rest: Rest::VALUE };

    #[inline(always)]
    fn contain<W: Word>(&self, geometry: &G, natural: G::Natural<W>) -> bool {
        let mut at = At::start();
        self.coordinate.walk(geometry, natural, &mut at);
        at.coordinate.is_below(W::of(self.extent.stride() as usize))
            && self.rest.contain::<W>(geometry, natural)
    }

    #[inline]
    fn fit_u32(&self, geometry: &G) -> bool {
        let mut at = At::<usize>::start();
        // One step back from the first coordinate is the last one.
        let (mut last, mut offset) = (geometry.digits_last(0), 0usize);
        geometry.retreat(&mut last, &mut offset);
        self.coordinate.walk(geometry, last, &mut at);
        let most = i32::MAX as usize;
        at.reach <= most as u64
            && self.extent.stride().unsigned_abs() <= most
            && self.rest.fit_u32(geometry)
    }

    type Packed<const LEAVES: usize> = WithinU32<LEAVES, Rest::Packed<LEAVES>>;

    #[inline(always)]
    fn pack<const LEAVES: usize>(&self) -> Self::Packed<LEAVES> {
        let (mut steps, mut at) = ([0; LEAVES], 0);
        self.coordinate.pack(&mut |step| put(&mut steps, &mut at, step));
        WithinU32 { steps, extent: self.extent.stride() as i32, rest: self.rest.pack::<LEAVES>() }
    }

    #[inline(always)]
    fn unpack<const LEAVES: usize>(packed: &Self::Packed<LEAVES>) -> Self {
        let mut steps = packed.steps.iter();
        Within {
            coordinate: S::unpack(&mut || steps.next().copied().unwrap_or(0)),
            extent: E::of_i32(packed.extent),
            rest: Rest::unpack::<LEAVES>(&packed.rest),
        }
    }

    fn each(&self, geometry: &G, natural: G::Natural<usize>, f: &mut dyn FnMut(usize, isize)) {
        let mut at = At::start();
        self.coordinate.walk(geometry, natural, &mut at);
        f(at.coordinate, self.extent.stride());
        self.rest.each(geometry, natural, f);
    }
}
