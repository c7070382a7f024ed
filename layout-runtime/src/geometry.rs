//! `Geometry`: the extents and strides of a layout, each known at compile time or at run time; `Coordinate`: the place to
//! evaluate one at. Each names the other.

mod coordinate;
pub(crate) mod evaluate;
pub(crate) mod leaves;
pub(crate) mod level;
pub(crate) mod mode;
pub(crate) mod nest;
pub(crate) mod out_of_range;
pub(crate) mod parts;
pub(crate) mod range;
pub(crate) mod size_is;
pub(crate) mod split;
pub(crate) mod table;
#[cfg(test)]
mod tests;
mod tuple;

use core::fmt;

use leaves::Leaves;
use level::Level;
use out_of_range::{ModePath, OutOfRange};
use split::{Flowing, Split};
use table::Table;

use crate::bounds::Everywhere;
use crate::layout::Layout;
use crate::map::Identity;
use crate::number::packed::LeafU32;
use crate::number::word::Word;
use crate::phase::{CompileTime, Phase};

mod sealed {
    pub trait Sealed {}

    pub trait Coordinate<G, W> {}
}

/// A part of the notation.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Written {
    Shape,
    Stride,
}

/// The extents and strides of a layout, nested like its shape: a [`Mode`](crate::Mode), or a tuple of at most 8
/// geometries, or 16 with the feature `rank-16`.
///
/// `(m,(8,k)):(1,(m,ld))` is
/// `(Mode<Extent, Fixed<1>>, (Mode<Fixed<8>, isize>, Mode<Extent, isize>))`, and
/// `(4,(2,8)):(16,(8,1))` is `(Leaf<4, 16>, (Leaf<2, 8>, Leaf<8, 1>))`. One of constants alone is a
/// [`Profile`], and its value has no size.
#[cfg_attr(
    feature = "rank-16",
    diagnostic::on_unimplemented(
        message = "`{Self}` is not a layout, nor the modes of one",
        note = "a layout has a `Mode`, or a tuple of at most 16, nested like the shape; one that is checked when it is made, as by `new`, is in a `Result`"
    )
)]
#[cfg_attr(
    not(feature = "rank-16"),
    diagnostic::on_unimplemented(
        message = "`{Self}` is not a layout, nor the modes of one",
        note = "a layout has a `Mode`, or a tuple of at most 8, or 16 with the feature `rank-16` of `layout-view`, nested like the shape; one that is checked when it is made, as by `new`, is in a `Result`"
    )
)]
pub trait Geometry:
    sealed::Sealed
    + Layout<Geometry = Self, Linear = Self, Index = Self, Map = Identity, Bounds = Everywhere>
    + Send
    + Sync
    + 'static
{
    /// The time at which all numbers are known: [`CompileTime`], or [`RunTime`](crate::phase::RunTime).
    type Phase: Phase;
    /// The natural coordinate: an integer for each leaf, nested like the modes.
    type Natural<W: Word>: Coordinate<Self, W>;
    /// A number for each mode: an integer for a leaf, a tuple of integers for a tuple.
    type Extents<W: Word>: Copy;
    /// The same geometry in another word; itself where all is known at compile time.
    #[doc(hidden)]
    type In<W: Word>: Geometry<Phase = Self::Phase>;
    /// The flow of each leaf: the factor of its quotient, less the multiple that the leaf before has added already.
    #[doc(hidden)]
    type Flow<W: Word>: Copy + Send + Sync;
    /// The first mode; a leaf is its own.
    #[doc(hidden)]
    type Head: Geometry;
    /// The modes after the first: the second of two, a tuple of more, or `1:0`.
    #[doc(hidden)]
    type Tail: Geometry;
    /// The geometry if it is a tuple, and the same one for all leaves.
    #[doc(hidden)]
    type Tuple: Geometry;
    /// The same nesting of leaves whose numbers are known at run time, without reciprocals.
    #[doc(hidden)]
    type AtRunTime: Geometry<Natural<usize> = Self::Natural<usize>>;
    /// A loop for each leaf, around `Inner`.
    #[doc(hidden)]
    type Loops<Inner: Level>: Level;

    /// The number of modes; a leaf has one.
    const RANK: usize;
    /// The levels of nesting; a leaf has none.
    const DEPTH: usize;
    /// The number of leaves.
    const LEAVES: usize;
    /// The number of coordinates, where it is known at compile time.
    #[doc(hidden)]
    const KNOWN_SIZE: Option<usize>;
    /// True if the stride of the first leaf is known at compile time.
    #[doc(hidden)]
    const IS_HEAD_FIXED: bool;

    // What follows is of a `Profile`; of other geometries it does not compile where it is used.

    /// The one value.
    #[doc(hidden)]
    const VALUE: Self;
    /// The number of coordinates.
    const SIZE: usize = match Self::KNOWN_SIZE {
        Some(size) => size,
        None => panic!("the compiler does not know the size of this layout"),
    };
    /// The smallest offset.
    const MIN_OFFSET: isize;
    /// The largest offset.
    const MAX_OFFSET: isize;
    /// The number of offsets from the smallest to the largest.
    const COSIZE: usize = Self::MAX_OFFSET.abs_diff(Self::MIN_OFFSET) + 1;
    /// The flattened shape and stride; numbers that are not known at compile time are 0.
    const TABLE: Table;
    /// The one stride, if the offset is a multiple of the 1-D coordinate; 0 for
    /// a single coordinate.
    const STEP: Option<isize>;
    /// The bits of all strides; all bits where one is not known at compile time.
    #[doc(hidden)]
    const STRIDE_BITS: isize;
    /// True if there is one stride.
    #[doc(hidden)]
    const LINEAR: bool = Self::STEP.is_some();
    /// The one stride, and 0 where there is none.
    #[doc(hidden)]
    const SLOPE: isize = match Self::STEP {
        Some(step) => step,
        None => 0,
    };

    /// Visits the leaves in their order.
    #[doc(hidden)]
    fn visit<V: Leaves>(&self, visitor: &mut V);

    /// The number of coordinates, modulo the power of two of the word.
    #[doc(hidden)]
    fn product<W: Word>(&self) -> W;

    /// The first mode.
    #[doc(hidden)]
    fn head(&self) -> Self::Head;

    /// The modes after the first.
    #[doc(hidden)]
    fn tail(&self) -> Self::Tail;

    /// The number of coordinates of each mode.
    #[must_use]
    fn extents<W: Word>(&self) -> Self::Extents<W>;

    /// The leaves of these numbers, one after the other.
    #[doc(hidden)]
    fn at_run_time<F: FnMut() -> (usize, isize)>(next: &mut F) -> Self::AtRunTime;

    /// The same numbers, without what divides by them.
    #[doc(hidden)]
    fn counted(&self) -> Self::AtRunTime;

    /// The same numbers in another word, which holds them.
    #[doc(hidden)]
    fn narrow<W: Word>(&self) -> Self::In<W>;

    #[doc(hidden)]
    fn flow<W: Word>(&self, flowing: &mut Flowing<W>) -> Self::Flow<W>;

    /// Visits the leaves in 32 bits, which hold them, with their flows.
    #[doc(hidden)]
    fn pack<F: FnMut(LeafU32)>(&self, flowing: &mut Flowing<u32>, leaf: &mut F);

    /// The geometry of leaves that were packed, and its flows.
    #[doc(hidden)]
    fn unpack<F: FnMut() -> LeafU32>(leaf: &mut F) -> (Self, Self::Flow<u32>);

    /// Splits a coordinate over the leaves, all of which take their digit.
    #[doc(hidden)]
    fn split<W: Word>(
        &self,
        flow: &Self::Flow<W>,
        split: Split<W>,
        next_is_fixed: bool,
    ) -> Split<W>;

    /// Splits a coordinate over the leaves, of which the last takes what is left.
    #[doc(hidden)]
    fn split_last<W: Word>(&self, flow: &Self::Flow<W>, split: Split<W>) -> W;

    /// The digits of a coordinate, and what is left.
    #[doc(hidden)]
    fn digits<W: Word>(&self, coordinate: W) -> (Self::Natural<W>, W);

    /// The digits of a coordinate, of which the last is what is left.
    #[doc(hidden)]
    fn digits_last<W: Word>(&self, coordinate: W) -> Self::Natural<W>;

    /// The integer of a leaf in a natural coordinate.
    #[doc(hidden)]
    fn digit<W: Word>(natural: &mut Self::Natural<W>, leaf: usize) -> &mut W;

    /// Visits all coordinates with their offsets from `from`, the first leaf fastest.
    #[doc(hidden)]
    fn fold<W: Word, A, F: FnMut(A, W, Self::Natural<W>) -> A>(
        &self,
        accumulator: A,
        from: W,
        visit: &mut F,
    ) -> A;

    /// One step ahead; true if this was the last coordinate, and is the first now.
    #[doc(hidden)]
    fn advance<W: Word>(&self, at: &mut Self::Natural<W>, offset: &mut W) -> bool;

    /// One step back; true if this was the first coordinate, and is the last now.
    #[doc(hidden)]
    fn retreat<W: Word>(&self, at: &mut Self::Natural<W>, offset: &mut W) -> bool;

    /// One step ahead, without an end: the last leaf that may have several coordinates counts on past its extent, so
    /// that a walk that knows how many steps it has left compares nothing for it.
    #[doc(hidden)]
    fn advance_on<W: Word>(&self, at: &mut Self::Natural<W>, offset: &mut W);

    /// One step back, without a begin: the same leaf counts on below 0.
    #[doc(hidden)]
    fn retreat_on<W: Word>(&self, at: &mut Self::Natural<W>, offset: &mut W);

    /// Writes the shape or the stride in CuTe's notation.
    #[doc(hidden)]
    fn write(&self, f: &mut fmt::Formatter<'_>, part: Written) -> fmt::Result;
}

/// A coordinate of the geometry `G`: one integer, or a tuple with a coordinate for each mode.
///
/// An integer is split colexicographically over the leaves below it. So a layout of
/// `(4,(2,8)):(16,(8,1))` takes `1-D` coordinates, `(i, j)`, and `(i, (j0, j1))`. `W` is the word
/// of the layout, `usize`, or `u32` where it is evaluated in 32 bits; integer literals are of that
/// type.
///
/// ```
/// use layout_runtime::{Leaf, Static};
///
/// let layout = Static::<(Leaf<4, 16>, (Leaf<2, 8>, Leaf<8, 1>)), 3>::NEW;
/// assert_eq!(layout.crd2idx(5), 24);
/// assert_eq!(layout.crd2idx((1, 1)), 24);
/// assert_eq!(layout.crd2idx((1, (1, 0))), 24);
/// assert_eq!(layout.crd2idx_u32((1, (1, 0))), 24);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a coordinate of this layout: each mode takes one `{W}`, or a tuple of its rank"
)]
pub trait Coordinate<G: Geometry, W: Word = usize>:
    Copy + Send + Sync + sealed::Coordinate<G, W>
{
    /// The offset by run-time numbers.
    #[doc(hidden)]
    #[must_use]
    fn offset(self, geometry: &G, flow: &G::Flow<W>) -> W;

    /// An integer for each leaf.
    #[doc(hidden)]
    #[must_use]
    fn natural(self, geometry: &G) -> G::Natural<W>;

    /// The first integer that is not below its extent.
    #[doc(hidden)]
    #[must_use]
    fn outside(self, geometry: &G, at: ModePath) -> Option<OutOfRange>;

    /// The offset where all numbers are known at compile time. This and what follows take no
    /// references to what has no size: an unoptimised build would pass them.
    #[doc(hidden)]
    #[must_use]
    fn known(self) -> W;

    /// [`Coordinate::known`] as a sum: the offsets of leaves whose strides have a bit below `reach`, and those of the
    /// others, which are multiples of `2^reach`.
    #[doc(hidden)]
    #[must_use]
    fn known_apart(self, reach: u32) -> (W, W);

    /// Returns true if each integer is below its extent, where all numbers are known at compile time.
    #[doc(hidden)]
    #[must_use]
    fn is_within_known(self) -> bool;
}

/// A [`Geometry`] whose numbers are all known at compile time.
///
/// ```
/// use layout_runtime::{Geometry, Leaf, Profile};
///
/// type P = (Leaf<4, 16>, (Leaf<2, 8>, Leaf<8, 1>));
/// assert_eq!((P::RANK, P::DEPTH, P::SIZE, P::COSIZE), (2, 2, 64, 64));
/// assert_eq!(P::TABLE.shape(), [4, 2, 8]);
/// fn size<P: Profile>() -> usize {
///     P::SIZE
/// }
/// assert_eq!(size::<P>(), 64);
/// ```
#[diagnostic::on_unimplemented(
    message = "the compiler does not know all numbers of `{Self}`",
    note = "layouts without symbols have numbers that the compiler knows"
)]
pub trait Profile: Geometry<Phase = CompileTime> {}

#[diagnostic::do_not_recommend]
impl<G: Geometry<Phase = CompileTime>> Profile for G {}
