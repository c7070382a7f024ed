//! `Geometry`: the extents and strides of a layout, each known at compile time or at run time.

mod leaves;
mod table;
#[cfg(test)]
mod tests;
mod tuple;

use core::fmt;

pub use leaves::Leaves;
pub(crate) use leaves::Numbers as LeafNumbers;
pub(crate) use leaves::numbers;
pub use table::Table;

use crate::coordinate::Coordinate;
use crate::iterate::{Level, Loop};
use crate::number::{AnyExtent, AnyStride, Constant, Extent, Fixed, Size};
use crate::phase::{CompileTime, Phase};
use crate::split::{Flowing, Split};
use crate::word::Word;

mod sealed {
    pub trait Sealed {}
}

/// One extent and its stride: a leaf.
///
/// The extent is an [`Extent`], [`Fixed`], [`Size`] or [`Constant`], the stride an `isize`, `Fixed`,
/// `Size` or `Constant`. Where both are known at compile time, the value has no size: [`Leaf`].
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Mode<E = Extent, D = isize> {
    /// The number of coordinates.
    pub extent: E,
    /// What one step adds to the offset.
    pub stride: D,
}

/// A leaf whose numbers are known at compile time: `Leaf<8, 1>` is `8:1`.
pub type Leaf<const EXTENT: usize, const STRIDE: isize> = Mode<Size<EXTENT>, Fixed<STRIDE>>;

/// A leaf whose numbers are constants of a type, `NUMBERS[EXTENT]:NUMBERS[STRIDE]` of `T`: a
/// [`Leaf`] in all but spelling.
///
/// An extent that is 0 or negative does not compile:
///
/// ```compile_fail
/// # use layout_runtime::{Computed, Numbers, Static};
/// struct Empty;
///
/// impl Numbers for Empty {
///     const NUMBERS: &'static [isize] = &[0, 1];
/// }
///
/// Static::<Computed<Empty, 0, 1>, 1>::NEW.size(); // the extent of a leaf is not positive
/// ```
pub type Computed<T, const EXTENT: usize, const STRIDE: usize> =
    Mode<Constant<T, EXTENT>, Constant<T, STRIDE>>;

/// What of the notation is written.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Written {
    Shape,
    Stride,
}

/// The extents and strides of a layout, nested like its shape: a [`Mode`], or a tuple of at most 16
/// geometries.
///
/// `(m,(8,k)):(1,(m,ld))` is
/// `(Mode<Extent, Fixed<1>>, (Mode<Fixed<8>, isize>, Mode<Extent, isize>))`, and
/// `(4,(2,8)):(16,(8,1))` is `(Leaf<4, 16>, (Leaf<2, 8>, Leaf<8, 1>))`. One of constants alone is a
/// [`Profile`], and its value has no size.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the modes of a layout",
    note = "a layout has a `Mode`, or a tuple of at most 16, nested like the shape"
)]
pub trait Geometry: sealed::Sealed + Copy + Send + Sync + 'static {
    /// Whether all numbers are known at compile time: [`CompileTime`], or [`RunTime`](crate::phase::RunTime).
    type Phase: Phase;
    /// The natural coordinate: an integer for each leaf, nested like the modes.
    type Natural<W: Word>: Coordinate<Self, W>;
    /// A number for each mode: an integer for a leaf, a tuple of integers for a tuple.
    type Extents<W: Word>: Copy;
    /// The same geometry in another word; itself where all is known at compile time.
    #[doc(hidden)]
    type In<W: Word>: Geometry<Phase = Self::Phase>;
    /// What a 1-D coordinate takes back from the leaf before, for each leaf.
    #[doc(hidden)]
    type Flow<W: Word>: Copy + Send + Sync;
    /// The first mode; a leaf is its own.
    #[doc(hidden)]
    type Head: Geometry;
    /// What follows the first mode: the second of two, a tuple of more, or `1:0`.
    #[doc(hidden)]
    type Tail: Geometry;
    /// The geometry if it is a tuple, and the same one for all leaves.
    #[doc(hidden)]
    type Tuple: Geometry;
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
    /// Whether the stride of the first leaf is known at compile time.
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
    /// Whether there is one stride.
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

    /// What follows the first mode.
    #[doc(hidden)]
    fn tail(&self) -> Self::Tail;

    /// The number of coordinates of each mode.
    #[must_use]
    fn extents<W: Word>(&self) -> Self::Extents<W>;

    /// The same numbers in another word, which holds them.
    #[doc(hidden)]
    fn narrow<W: Word>(&self) -> Self::In<W>;

    #[doc(hidden)]
    fn flow<W: Word>(&self, flowing: &mut Flowing<W>) -> Self::Flow<W>;

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

    /// Writes the shape or the stride in CuTe's notation.
    #[doc(hidden)]
    fn write(&self, f: &mut fmt::Formatter<'_>, part: Written) -> fmt::Result;
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

impl<G: Geometry<Phase = CompileTime>> Profile for G {}

impl<E: AnyExtent, D: AnyStride> sealed::Sealed for Mode<E, D> {}

impl<E: AnyExtent, D: AnyStride> Mode<E, D> {
    /// The offset of the last coordinate, of numbers that are known at compile time.
    const SPAN: isize = match D::FIXED {
        Some(stride) => (E::KNOWN as isize - 1) * stride,
        None => panic!("the compiler does not know this stride"),
    };

    /// What all steps together add.
    #[inline(always)]
    fn span<W: Word>(&self) -> W {
        self.extent.get::<W>().minus(W::ONE).times(self.stride.step())
    }
}

impl<E: AnyExtent, D: AnyStride> Geometry for Mode<E, D> {
    type Phase = <E::Phase as Phase>::And<D::Phase>;
    type Natural<W: Word> = W;
    type Extents<W: Word> = W;
    type In<W: Word> = Mode<E::In<W>, D::In<W>>;
    type Flow<W: Word> = W::Stride;
    type Head = Self;
    type Tail = Leaf<1, 0>;
    type Tuple = Leaf<1, 0>;
    type Loops<Inner: Level> = Loop<Inner>;

    const RANK: usize = 1;
    const DEPTH: usize = 0;
    const LEAVES: usize = 1;
    const KNOWN_SIZE: Option<usize> = E::FIXED;
    const IS_HEAD_FIXED: bool = D::FIXED.is_some();
    const VALUE: Self = Mode { extent: E::VALUE, stride: D::VALUE };
    const MIN_OFFSET: isize = if Self::SPAN < 0 { Self::SPAN } else { 0 };
    const MAX_OFFSET: isize = if Self::SPAN > 0 { Self::SPAN } else { 0 };
    const TABLE: Table = Table::leaf(
        match E::FIXED {
            Some(extent) => extent,
            None => 0,
        },
        match D::FIXED {
            Some(stride) => stride,
            None => 0,
        },
    );
    const STEP: Option<isize> = match (E::FIXED, D::FIXED) {
        (Some(1), _) => Some(0),
        (_, stride) => stride,
    };

    #[inline(always)]
    fn visit<V: Leaves>(&self, visitor: &mut V) {
        visitor.leaf(self.extent.extent(), self.stride.stride());
    }

    #[inline(always)]
    fn product<W: Word>(&self) -> W {
        self.extent.get()
    }

    #[inline(always)]
    fn head(&self) -> Self {
        *self
    }

    #[inline(always)]
    fn tail(&self) -> Leaf<1, 0> {
        Leaf::VALUE
    }

    #[inline(always)]
    fn extents<W: Word>(&self) -> W {
        self.extent.get()
    }

    #[inline(always)]
    fn narrow<W: Word>(&self) -> Self::In<W> {
        Mode { extent: self.extent.narrow(), stride: self.stride.narrow() }
    }

    #[inline(always)]
    fn flow<W: Word>(&self, flowing: &mut Flowing<W>) -> W::Stride {
        let is_one = const { matches!(E::FIXED, Some(1)) };
        flowing.next(self.extent.get(), self.stride.step(), is_one)
    }

    #[inline(always)]
    fn split<W: Word>(&self, flow: &W::Stride, split: Split<W>, next_is_fixed: bool) -> Split<W> {
        let quotient = self.extent.quotient(split.left());
        split.digit::<E, D>(quotient, self.stride, *flow, next_is_fixed)
    }

    #[inline(always)]
    fn split_last<W: Word>(&self, flow: &W::Stride, split: Split<W>) -> W {
        split.rest(self.stride, *flow)
    }

    #[inline(always)]
    fn digits<W: Word>(&self, coordinate: W) -> (W, W) {
        let quotient = self.extent.quotient(coordinate);
        (coordinate.minus(quotient.times(self.extent.get())), quotient)
    }

    #[inline(always)]
    fn digits_last<W: Word>(&self, coordinate: W) -> W {
        coordinate
    }

    #[inline(always)]
    fn digit<W: Word>(natural: &mut W, _: usize) -> &mut W {
        natural
    }

    #[inline(always)]
    fn fold<W: Word, A, F: FnMut(A, W, W) -> A>(
        &self,
        mut accumulator: A,
        from: W,
        visit: &mut F,
    ) -> A {
        for c in 0..self.extent.extent() {
            let c = W::of(c);
            accumulator = visit(accumulator, from.plus(c.times(self.stride.step())), c);
        }
        accumulator
    }

    #[inline(always)]
    fn advance<W: Word>(&self, at: &mut W, offset: &mut W) -> bool {
        *at = at.plus(W::ONE);
        if *at < self.extent.get() {
            *offset = offset.plus(self.stride.step());
            return false;
        }
        *at = W::ZERO;
        *offset = offset.minus(self.span());
        true
    }

    #[inline(always)]
    fn retreat<W: Word>(&self, at: &mut W, offset: &mut W) -> bool {
        if *at > W::ZERO {
            *at = at.minus(W::ONE);
            *offset = offset.minus(self.stride.step());
            return false;
        }
        *at = self.extent.get::<W>().minus(W::ONE);
        *offset = offset.plus(self.span());
        true
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, part: Written) -> fmt::Result {
        match part {
            Written::Shape => write!(f, "{}", self.extent.extent()),
            Written::Stride => write!(f, "{}", self.stride.stride()),
        }
    }
}

impl<E: AnyExtent, D: AnyStride> fmt::Debug for Mode<E, D> {
    /// The extent and the stride, as in `8:1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.extent.extent(), self.stride.stride())
    }
}
