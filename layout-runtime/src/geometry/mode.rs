//! The leaves of a geometry: an extent and a stride, each known at compile time or at run time.

use core::fmt;
use core::marker::PhantomData;

use super::leaves::Leaves;
use super::table::Table;
use super::{Geometry, Written, sealed};
use crate::geometry::level::{Level, Loop};
use crate::geometry::split::{Flowing, Split};
use crate::layout::plain_layout;
use crate::number::packed::LeafU32;
use crate::number::reciprocal::ReciprocalU32;
use crate::number::word::Word;
use crate::number::{
    AnyExtent, AnyStride, Constant, Counted, Extent, Fixed, Numbers, Size, natural,
};
use crate::phase::{CompileTime, Phase};

/// One extent and its stride: a leaf.
///
/// The extent is an [`Extent`], [`Fixed`], [`Size`] or [`Constant`], the stride an `isize`, `Fixed`,
/// `Size` or `Constant`. Where both are known at compile time, the value has no size: [`Leaf`].
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Mode<E = Extent, D = isize> {
    /// The number of coordinates.
    pub extent: E,
    /// The distance that one step adds to the offset.
    pub stride: D,
}

/// A leaf whose numbers are known at compile time: `Leaf<8, 1>` is `8:1`, as a
/// `Mode<Size<8>, Fixed<1>>` is. It is a type of its own since rustc compares types node by node.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Leaf<const EXTENT: usize, const STRIDE: isize>;

/// A leaf whose numbers are constants of a type, `NUMBERS[EXTENT]:NUMBERS[STRIDE]` of `T`: a
/// [`Leaf`] in all but spelling.
///
/// An extent that is negative does not compile:
///
/// ```compile_fail
/// # use layout_runtime::{Computed, Numbers, Static};
/// struct Less;
///
/// impl Numbers for Less {
///     const NUMBERS: &'static [isize] = &[-1, 1];
/// }
///
/// Static::<Computed<Less, 0, 1>, 1>::NEW.size(); // the extent of a leaf is negative
/// ```
#[doc(hidden)]
pub struct Computed<T, const EXTENT: usize, const STRIDE: usize>(PhantomData<fn() -> T>);

impl<T, const EXTENT: usize, const STRIDE: usize> Clone for Computed<T, EXTENT, STRIDE> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const EXTENT: usize, const STRIDE: usize> Copy for Computed<T, EXTENT, STRIDE> {}

/// A geometry of one leaf: [`Mode`], [`Leaf`] or [`Computed`].
#[doc(hidden)]
pub trait AnyMode: Geometry<Natural<usize> = usize> {
    type Extent: AnyExtent;
    type Stride: AnyStride;

    fn extent(&self) -> Self::Extent;

    fn stride(&self) -> Self::Stride;

    /// The one integer of a natural coordinate.
    fn only<W: Word>(natural: Self::Natural<W>) -> W;
}

/// Marks a carry as what happens seldom: without it compilers compute both cases at each step and select.
#[cold]
fn carry() {}

/// The sum of all steps of a leaf.
#[inline(always)]
fn span<M: AnyMode, W: Word>(mode: &M) -> W {
    mode.extent().get::<W>().minus(W::ONE).times(mode.stride().step())
}

/// Implements the traits for a leaf: its numbers as types, their phase, the leaf in another word, the
/// value of one that is known at compile time, and the constants that follow from its numbers.
macro_rules! mode {
    (
        [$($parameters:tt)*] $type:ty: $E:ty, $D:ty, $phase:ty, $In:ty, $new:expr;
        { $($numbers:tt)* }
        $self:ident: $extent_of:expr, $stride_of:expr, $narrow:expr;
        $leaf:ident: $unpack:expr
    ) => {
        impl<$($parameters)*> sealed::Sealed for $type {}

        #[diagnostic::do_not_recommend]
        impl<$($parameters)*> AnyMode for $type {
            type Extent = $E;
            type Stride = $D;

            #[inline(always)]
            fn extent(&$self) -> $E {
                $extent_of
            }

            #[inline(always)]
            fn stride(&$self) -> $D {
                $stride_of
            }

            #[inline(always)]
            fn only<W: Word>(natural: W) -> W {
                natural
            }
        }

        plain_layout!([$($parameters)*] $type);

        impl<$($parameters)*> Geometry for $type {
            type Phase = $phase;
            type Natural<W: Word> = W;
            type Extents<W: Word> = W;
            type In<W: Word> = $In;
            type Flow<W: Word> = W::Stride;
            type Head = Self;
            type Tail = Leaf<1, 0>;
            type Tuple = Leaf<1, 0>;
            type AtRunTime = Mode<Counted, isize>;
            type Loops<Inner: Level> = Loop<Inner>;

            const RANK: usize = 1;
            const DEPTH: usize = 0;
            const LEAVES: usize = 1;
            const IS_HEAD_FIXED: bool = <$D as AnyStride>::FIXED.is_some();
            const VALUE: Self = $new;
            $($numbers)*

            #[inline(always)]
            fn visit<V: Leaves>(&self, visitor: &mut V) {
                visitor.leaf(self.extent().extent(), self.stride().stride());
            }

            #[inline(always)]
            fn product<W: Word>(&self) -> W {
                self.extent().get()
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
                self.extent().get()
            }

            #[inline(always)]
            fn at_run_time<F: FnMut() -> (usize, isize)>(next: &mut F) -> Self::AtRunTime {
                let (extent, stride) = next();
                Mode { extent: Counted(extent), stride }
            }

            #[inline(always)]
            fn counted(&self) -> Self::AtRunTime {
                Mode { extent: Counted(self.extent().extent()), stride: self.stride().stride() }
            }

            #[inline(always)]
            fn narrow<W: Word>(&$self) -> Self::In<W> {
                $narrow
            }

            #[inline(always)]
            fn flow<W: Word>(&self, flowing: &mut Flowing<W>) -> W::Stride {
                let is_one = const { matches!(<$E as AnyExtent>::FIXED, Some(1)) };
                flowing.next(self.extent().get(), self.stride().step(), is_one)
            }

            #[inline(always)]
            fn pack<F: FnMut(LeafU32)>(&self, flowing: &mut Flowing<u32>, leaf: &mut F) {
                let (extent, stride) = (self.extent().get(), self.stride().step());
                let flow = self.flow(flowing).step();
                leaf(LeafU32 { extent, reciprocal: ReciprocalU32::of(extent), stride, flow });
            }

            #[inline(always)]
            fn unpack<F: FnMut() -> LeafU32>($leaf: &mut F) -> (Self, Self::Flow<u32>) {
                let $leaf = $leaf();
                ($unpack, AnyStride::of_i32($leaf.flow as i32))
            }

            #[inline(always)]
            fn split<W: Word>(&self, flow: &W::Stride, split: Split<W>, next_is_fixed: bool) -> Split<W> {
                let quotient = self.extent().quotient(split.left());
                split.digit::<$E, $D>(quotient, self.stride(), *flow, next_is_fixed)
            }

            #[inline(always)]
            fn split_last<W: Word>(&self, flow: &W::Stride, split: Split<W>) -> W {
                split.rest(self.stride(), *flow)
            }

            #[inline(always)]
            fn digits<W: Word>(&self, coordinate: W) -> (W, W) {
                let quotient = self.extent().quotient(coordinate);
                (coordinate.minus(quotient.times(self.extent().get())), quotient)
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
                for c in 0..self.extent().extent() {
                    let c = W::of(c);
                    accumulator = visit(accumulator, from.plus(c.times(self.stride().step())), c);
                }
                accumulator
            }

            #[inline(always)]
            fn advance<W: Word>(&self, at: &mut W, offset: &mut W) -> bool {
                *at = at.plus(W::ONE);
                if *at < self.extent().get() {
                    *offset = offset.plus(self.stride().step());
                    return false;
                }
                carry();
                *at = W::ZERO;
                *offset = offset.minus(span(self));
                true
            }

            #[inline(always)]
            fn retreat<W: Word>(&self, at: &mut W, offset: &mut W) -> bool {
                if *at > W::ZERO {
                    *at = at.minus(W::ONE);
                    *offset = offset.minus(self.stride().step());
                    return false;
                }
                carry();
                *at = self.extent().get::<W>().minus(W::ONE);
                *offset = offset.plus(span(self));
                true
            }

            #[inline(always)]
            fn advance_on<W: Word>(&self, at: &mut W, offset: &mut W) {
                *at = at.plus(W::ONE);
                *offset = offset.plus(self.stride().step());
            }

            #[inline(always)]
            fn retreat_on<W: Word>(&self, at: &mut W, offset: &mut W) {
                *at = at.minus(W::ONE);
                *offset = offset.minus(self.stride().step());
            }

            fn write(&self, f: &mut fmt::Formatter<'_>, part: Written) -> fmt::Result {
                match part {
                    Written::Shape => write!(f, "{}", self.extent().extent()),
                    Written::Stride => write!(f, "{}", self.stride().stride()),
                }
            }
        }

        impl<$($parameters)*> fmt::Debug for $type {
            /// The extent and the stride, as in `8:1`.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}:{}", self.extent().extent(), self.stride().stride())
            }
        }
    };
}

/// The constants of a leaf whose numbers may be known.
const fn size(extent: Option<usize>) -> usize {
    match extent {
        Some(extent) => extent,
        None => panic!("the compiler does not know the size of this layout"),
    }
}

const fn last(extent: Option<usize>, stride: Option<isize>) -> isize {
    match stride {
        // An extent of 0 counts as 1.
        Some(stride) => size(extent).saturating_sub(1) as isize * stride,
        None => panic!("the compiler does not know this stride"),
    }
}

const fn min(a: isize, b: isize) -> isize {
    if a < b { a } else { b }
}

const fn max(a: isize, b: isize) -> isize {
    if a > b { a } else { b }
}

const fn step(extent: Option<usize>, stride: Option<isize>) -> Option<isize> {
    if let Some(0 | 1) = extent { Some(0) } else { stride }
}

mode!(
    [E: AnyExtent, D: AnyStride] Mode<E, D>:
    E, D, <E::Phase as Phase>::And<D::Phase>, Mode<E::In<W>, D::In<W>>,
    Mode { extent: E::VALUE, stride: D::VALUE };
    {
        const KNOWN_SIZE: Option<usize> = E::FIXED;
        const SIZE: usize = size(E::FIXED);
        const MIN_OFFSET: isize = min(last(E::FIXED, D::FIXED), 0);
        const MAX_OFFSET: isize = max(last(E::FIXED, D::FIXED), 0);
        const TABLE: Table = Table::leaf(E::FIXED, D::FIXED);
        const STEP: Option<isize> = step(E::FIXED, D::FIXED);
        const STRIDE_BITS: isize = match step(E::FIXED, D::FIXED) {
            Some(stride) => stride,
            None => -1,
        };
    }
    self: self.extent, self.stride,
    Mode { extent: self.extent.narrow(), stride: self.stride.narrow() };
    leaf: Mode { extent: E::of_u32(&leaf), stride: D::of_i32(leaf.stride as i32) }
);
mode!(
    [const EXTENT: usize, const STRIDE: isize] Leaf<EXTENT, STRIDE>:
    Size<EXTENT>, Fixed<STRIDE>, CompileTime, Self, Leaf;
    // Of the parameters themselves: each constant of another type that rustc evaluates on the way
    // costs the users of layouts time.
    {
        const KNOWN_SIZE: Option<usize> = Some(Self::SIZE);
        const SIZE: usize = natural(EXTENT as isize);
        const MIN_OFFSET: isize =
            if STRIDE < 0 && EXTENT > 0 { (EXTENT as isize - 1) * STRIDE } else { 0 };
        const MAX_OFFSET: isize =
            if STRIDE > 0 && EXTENT > 0 { (EXTENT as isize - 1) * STRIDE } else { 0 };
        const TABLE: Table = Table::leaf(Some(EXTENT), Some(STRIDE));
        const STEP: Option<isize> = Some(if EXTENT <= 1 { 0 } else { STRIDE });
        const STRIDE_BITS: isize = if EXTENT <= 1 { 0 } else { STRIDE };
    }
    self: Size, Fixed, Leaf;
    leaf: Leaf
);
mode!(
    [T: Numbers, const EXTENT: usize, const STRIDE: usize] Computed<T, EXTENT, STRIDE>:
    Constant<T, EXTENT>, Constant<T, STRIDE>, CompileTime, Self, Computed(PhantomData);
    {
        const KNOWN_SIZE: Option<usize> = <Constant<T, EXTENT> as AnyExtent>::FIXED;
        const SIZE: usize = size(Self::KNOWN_SIZE);
        const MIN_OFFSET: isize = min(last(Self::KNOWN_SIZE, Some(T::NUMBERS[STRIDE])), 0);
        const MAX_OFFSET: isize = max(last(Self::KNOWN_SIZE, Some(T::NUMBERS[STRIDE])), 0);
        const TABLE: Table = Table::leaf(Self::KNOWN_SIZE, Some(T::NUMBERS[STRIDE]));
        const STEP: Option<isize> = step(Self::KNOWN_SIZE, Some(T::NUMBERS[STRIDE]));
        const STRIDE_BITS: isize = T::NUMBERS[STRIDE];
    }
    self: Constant::NEW, Constant::NEW, *self;
    leaf: Computed(PhantomData)
);
