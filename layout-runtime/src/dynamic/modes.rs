//! `Modes`: the extents and strides of a layout as a value.

use core::fmt;

use super::narrow::Narrowing;
use super::number::{AnyExtent, AnyStride, Extent};
use super::split::{Flowing, Split};
use super::{DynamicCoordinate, Leaves};

mod tuple;

mod sealed {
    pub trait Sealed {}
}

/// One extent and its stride: a leaf.
///
/// The extent is [`Fixed`](super::Fixed) or an [`Extent`], the stride `Fixed` or an `isize`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode<E = Extent, D = isize> {
    /// The number of coordinates.
    pub extent: E,
    /// What one step adds to the offset.
    pub stride: D,
}

/// What of the notation is written.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Part {
    Shape,
    Stride,
}

/// A [`Mode`], or a tuple of at most 16 of what this trait is implemented for:
/// `(m,(8,k)):(1,(m,ld))` is
/// `(Mode<Extent, Fixed<1>>, (Mode<Fixed<8>, isize>, Mode<Extent, isize>))`.
///
/// Modes are plain numbers; [`Dynamic`](super::Dynamic) is the layout of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the modes of a layout",
    note = "a layout has a `Mode`, or a tuple of at most 16, nested like the shape"
)]
pub trait Modes: sealed::Sealed + Narrowing + Copy + Send + Sync + 'static {
    /// The natural coordinate: an integer for each leaf, nested like the modes.
    type Natural: DynamicCoordinate<Self> + Copy;
    /// A number for each mode: an integer for a leaf, a tuple of integers for a tuple.
    type Extents: Copy;
    /// What a digit takes back from the leaf before, for each leaf.
    #[doc(hidden)]
    type Flow: Copy + Send + Sync;

    /// The number of modes; a leaf has one.
    const RANK: usize;
    /// The levels of nesting; a leaf has none.
    const DEPTH: usize;
    /// The number of leaves.
    const LEAVES: usize;
    /// The number of coordinates, where the compiler knows it.
    #[doc(hidden)]
    const SIZE: Option<usize>;
    /// Whether the compiler knows the stride of the first leaf.
    #[doc(hidden)]
    const IS_HEAD_FIXED: bool;

    /// Visits the leaves in their order.
    #[doc(hidden)]
    fn visit<V: Leaves>(&self, visitor: &mut V);

    /// The number of coordinates, modulo 2⁶⁴.
    #[doc(hidden)]
    fn product(&self) -> usize;

    /// The number of coordinates of the first mode; a leaf is its own.
    #[doc(hidden)]
    fn head(&self) -> usize;

    /// The number of coordinates of each mode.
    #[must_use]
    fn extents(&self) -> Self::Extents;

    #[doc(hidden)]
    fn flow(&self, flowing: &mut Flowing) -> Self::Flow;

    /// Splits a coordinate over the leaves, all of which take their digit.
    #[doc(hidden)]
    fn split(&self, flow: &Self::Flow, split: Split, next_is_fixed: bool) -> Split;

    /// Splits a coordinate over the leaves, of which the last takes what is left.
    #[doc(hidden)]
    fn split_last(&self, flow: &Self::Flow, split: Split) -> isize;

    /// The digits of a coordinate, and what is left.
    #[doc(hidden)]
    fn digits(&self, coordinate: usize) -> (Self::Natural, usize);

    /// The digits of a coordinate, of which the last is what is left.
    #[doc(hidden)]
    fn digits_last(&self, coordinate: usize) -> Self::Natural;

    /// Visits all coordinates with their offsets from `from`, the first leaf fastest.
    #[doc(hidden)]
    fn fold<A, F: FnMut(A, isize, Self::Natural) -> A>(
        &self,
        accumulator: A,
        from: isize,
        visit: &mut F,
    ) -> A;

    /// One step ahead; true if this was the last coordinate, and is the first now.
    #[doc(hidden)]
    fn advance(&self, at: &mut Self::Natural, offset: &mut isize) -> bool;

    /// One step back; true if this was the first coordinate, and is the last now.
    #[doc(hidden)]
    fn retreat(&self, at: &mut Self::Natural, offset: &mut isize) -> bool;

    /// Writes the shape or the stride.
    #[doc(hidden)]
    fn write(&self, f: &mut fmt::Formatter<'_>, part: Part) -> fmt::Result;
}

impl<E: AnyExtent, D: AnyStride> sealed::Sealed for Mode<E, D> {}

impl<E: AnyExtent, D: AnyStride> Mode<E, D> {
    /// From the first offset to the last.
    #[inline(always)]
    fn span(&self) -> isize {
        (self.extent.extent().wrapping_sub(1) as isize).wrapping_mul(self.stride.stride())
    }
}

impl<E: AnyExtent, D: AnyStride> Modes for Mode<E, D> {
    type Natural = usize;
    type Extents = usize;
    type Flow = isize;

    const RANK: usize = 1;
    const DEPTH: usize = 0;
    const LEAVES: usize = 1;
    const SIZE: Option<usize> = E::FIXED;
    const IS_HEAD_FIXED: bool = D::FIXED.is_some();

    #[inline(always)]
    fn visit<V: Leaves>(&self, visitor: &mut V) {
        visitor.leaf(self.extent.extent(), self.stride.stride());
    }

    #[inline(always)]
    fn product(&self) -> usize {
        self.extent.extent()
    }

    #[inline(always)]
    fn head(&self) -> usize {
        self.extent.extent()
    }

    #[inline(always)]
    fn extents(&self) -> usize {
        self.extent.extent()
    }

    #[inline(always)]
    fn flow(&self, flowing: &mut Flowing) -> isize {
        let is_one = const { matches!(E::FIXED, Some(1)) };
        flowing.next(self.extent.extent(), self.stride.stride(), is_one)
    }

    #[inline(always)]
    fn split(&self, flow: &isize, split: Split, next_is_fixed: bool) -> Split {
        let quotient = self.extent.quotient(split.left());
        split.digit::<E, D>(quotient, self.stride.stride(), *flow, next_is_fixed)
    }

    #[inline(always)]
    fn split_last(&self, flow: &isize, split: Split) -> isize {
        split.rest::<D>(self.stride.stride(), *flow)
    }

    #[inline(always)]
    fn digits(&self, coordinate: usize) -> (usize, usize) {
        let quotient = self.extent.quotient(coordinate);
        (coordinate.wrapping_sub(quotient.wrapping_mul(self.extent.extent())), quotient)
    }

    #[inline(always)]
    fn digits_last(&self, coordinate: usize) -> usize {
        coordinate
    }

    #[inline(always)]
    fn fold<A, F: FnMut(A, isize, usize) -> A>(
        &self,
        mut accumulator: A,
        from: isize,
        visit: &mut F,
    ) -> A {
        for c in 0..self.extent.extent() {
            let distance = (c as isize).wrapping_mul(self.stride.stride());
            accumulator = visit(accumulator, from.wrapping_add(distance), c);
        }
        accumulator
    }

    #[inline(always)]
    fn advance(&self, at: &mut usize, offset: &mut isize) -> bool {
        *at += 1;
        if *at < self.extent.extent() {
            *offset = offset.wrapping_add(self.stride.stride());
            return false;
        }
        *at = 0;
        *offset = offset.wrapping_sub(self.span());
        true
    }

    #[inline(always)]
    fn retreat(&self, at: &mut usize, offset: &mut isize) -> bool {
        if *at > 0 {
            *at -= 1;
            *offset = offset.wrapping_sub(self.stride.stride());
            return false;
        }
        *at = self.extent.extent().wrapping_sub(1);
        *offset = offset.wrapping_add(self.span());
        true
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, part: Part) -> fmt::Result {
        match part {
            Part::Shape => write!(f, "{}", self.extent.extent()),
            Part::Stride => write!(f, "{}", self.stride.stride()),
        }
    }
}
