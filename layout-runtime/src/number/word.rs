//! `Word`: the integers that index functions compute in, `usize` and `u32`.

use core::fmt::Debug;

use super::reciprocal::{Reciprocal, ReciprocalU32};
use super::{AnyExtent, AnyStride, Narrowed};
use crate::phase::RunTime;

mod sealed {
    pub trait Sealed {}

    impl Sealed for usize {}
    impl Sealed for u32 {}
}

/// True in code for a GPU, where a kernel runs out of registers first.
pub(crate) const IS_GPU: bool = cfg!(any(target_arch = "nvptx64", target_arch = "amdgpu"));

/// An integer that coordinates and indices are held in: `usize`, or `u32` as a GPU wants it.
///
/// All arithmetic is modulo the power of two of the word, where sums and products of offsets are
/// exact once the last is.
#[doc(hidden)]
pub trait Word: sealed::Sealed + Copy + Ord + Debug + Send + Sync + 'static {
    /// The reciprocal of a number that is not known at compile time.
    #[doc(hidden)]
    type Reciprocal: Copy + Send + Sync + 'static;
    /// A stride that is not known at compile time.
    #[doc(hidden)]
    type Stride: AnyStride<Phase = RunTime>;

    #[doc(hidden)]
    const ZERO: Self;
    #[doc(hidden)]
    const ONE: Self;
    /// True if the word has the bits of a `usize`: functions of constants are `const fn`s of each width.
    #[doc(hidden)]
    const IS_WIDE: bool;

    /// The number modulo the power of two of the word.
    #[doc(hidden)]
    fn of(number: usize) -> Self;

    #[doc(hidden)]
    fn wide(self) -> usize;

    #[doc(hidden)]
    fn plus(self, other: Self) -> Self;

    #[doc(hidden)]
    fn minus(self, other: Self) -> Self;

    #[doc(hidden)]
    fn times(self, other: Self) -> Self;

    #[doc(hidden)]
    fn and(self, other: Self) -> Self;

    #[doc(hidden)]
    fn stride(number: isize) -> Self::Stride;

    /// Compares both as signed numbers of the word.
    #[doc(hidden)]
    fn is_below(self, other: Self) -> bool;

    #[doc(hidden)]
    fn reciprocal(self) -> Self::Reciprocal;

    /// The reciprocal, which is known in 32 bits.
    #[doc(hidden)]
    fn reciprocal_of(self, known: ReciprocalU32) -> Self::Reciprocal;

    #[doc(hidden)]
    fn quotient(self, by: Self::Reciprocal) -> Self;

    /// The quotient by an extent that is known at compile time.
    #[doc(hidden)]
    fn quotient_by<E: AnyExtent>(self) -> Self;
}

/// Implements [`Word`].
macro_rules! word {
    (
        $W:ty, $Stride:ty, |$number:ident| $stride:expr, $Reciprocal:ident,
        |$this:ident, $known:ident| $of_u32:expr
    ) => {
        impl Word for $W {
            type Reciprocal = $Reciprocal;
            type Stride = $Stride;

            const ZERO: Self = 0;
            const ONE: Self = 1;
            const IS_WIDE: bool = <$W>::BITS == usize::BITS;

            #[inline(always)]
            fn of(number: usize) -> Self {
                number as $W
            }

            #[inline(always)]
            fn wide(self) -> usize {
                self as usize
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self & other
            }

            #[inline(always)]
            fn stride($number: isize) -> $Stride {
                $stride
            }

            #[inline(always)]
            fn is_below(self, other: Self) -> bool {
                self.cast_signed() < other.cast_signed()
            }

            #[inline(always)]
            fn reciprocal(self) -> $Reciprocal {
                $Reciprocal::of(self)
            }

            #[inline(always)]
            fn reciprocal_of(self, $known: ReciprocalU32) -> $Reciprocal {
                let $this = self;
                $of_u32
            }

            #[inline(always)]
            fn quotient(self, by: $Reciprocal) -> Self {
                by.quotient(self)
            }

            #[inline(always)]
            fn quotient_by<E: AnyExtent>(self) -> Self {
                if const { E::KNOWN.is_power_of_two() } {
                    self.wrapping_shr(const { E::KNOWN.trailing_zeros() })
                } else {
                    const { $Reciprocal::of(E::KNOWN as $W) }.quotient(self)
                }
            }
        }
    };
}

word!(usize, isize, |number| number, Reciprocal, |this, _known| Reciprocal::of(this));
word!(u32, Narrowed, |number| Narrowed::of(number), ReciprocalU32, |_this, known| known);
