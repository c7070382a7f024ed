//! The numbers of modes in 32 bits.

use crate::dynamic::number::{AnyExtent, AnyStride};
use crate::dynamic::rank::for_each_rank;
use crate::dynamic::split::{Flowing, SplitU32};
use crate::dynamic::{Mode, Modes};

/// Modes whose numbers have a form of 32 bits: all of them.
#[doc(hidden)]
pub trait Narrowing {
    /// The form, nested like the modes.
    type Numbers: Copy + Send + Sync;

    fn narrowed(&self, flowing: &mut Flowing) -> Self::Numbers;

    /// Splits a coordinate over the leaves, all of which take their digit.
    fn split_u32(numbers: &Self::Numbers, split: SplitU32, next_is_fixed: bool) -> SplitU32;

    /// Splits a coordinate over the leaves, of which the last takes what is left.
    fn split_last_u32(numbers: &Self::Numbers, split: SplitU32) -> u32;

    /// Visits the strides of the leaves in their order.
    fn strides_u32<V: FnMut(u32)>(numbers: &Self::Numbers, visit: &mut V);
}

/// The numbers of a leaf.
#[derive(Clone, Copy, Debug)]
pub struct Leaf<E, D> {
    extent: E,
    stride: D,
    flow: u32,
}

impl<E: AnyExtent, D: AnyStride> Narrowing for Mode<E, D> {
    type Numbers = Leaf<E::Narrow, D::Narrow>;

    #[inline]
    fn narrowed(&self, flowing: &mut Flowing) -> Self::Numbers {
        Leaf {
            extent: self.extent.narrow(),
            stride: self.stride.narrow(),
            flow: self.flow(flowing) as u32,
        }
    }

    #[inline(always)]
    fn split_u32(numbers: &Self::Numbers, split: SplitU32, next_is_fixed: bool) -> SplitU32 {
        let quotient = E::quotient_u32(numbers.extent, split.left());
        let stride = D::stride_u32(numbers.stride);
        split.digit::<E, D>(quotient, stride, numbers.flow, next_is_fixed)
    }

    #[inline(always)]
    fn split_last_u32(numbers: &Self::Numbers, split: SplitU32) -> u32 {
        split.rest::<D>(D::stride_u32(numbers.stride), numbers.flow)
    }

    #[inline(always)]
    fn strides_u32<V: FnMut(u32)>(numbers: &Self::Numbers, visit: &mut V) {
        visit(D::stride_u32(numbers.stride));
    }
}

/// Splits over each mode in turn, the last by the function `$end`.
macro_rules! split {
    ($split:expr, $end:ident $($next:expr)?; $P:ident $n:ident,) => {
        $P::$end($n, $split $(, $next)?)
    };
    ($split:expr, $end:ident $($next:expr)?; $P:ident $n:ident, $Q:ident $m:ident, $($rest:tt)*) => {
        split!(
            $P::split_u32($n, $split, const { $Q::IS_HEAD_FIXED }),
            $end $($next)?; $Q $m, $($rest)*
        )
    };
}

/// Implements the trait for a tuple; after the bar the last mode, which takes what the
/// others leave.
macro_rules! tuple {
    ($($P:ident $p:ident $C:ident $c:ident $f:ident,)*
        | $Q:ident $q:ident $D:ident $d:ident $g:ident) => {
        impl<$($P: Modes,)* $Q: Modes> Narrowing for ($($P,)* $Q,) {
            type Numbers = ($($P::Numbers,)* $Q::Numbers,);

            #[inline]
            fn narrowed(&self, flowing: &mut Flowing) -> Self::Numbers {
                let ($($p,)* $q,) = self;
                ($($p.narrowed(flowing),)* $q.narrowed(flowing),)
            }

            #[inline(always)]
            fn split_u32(
                numbers: &Self::Numbers,
                split: SplitU32,
                next_is_fixed: bool,
            ) -> SplitU32 {
                let ($($p,)* $q,) = numbers;
                split!(split, split_u32 next_is_fixed; $($P $p,)* $Q $q,)
            }

            #[inline(always)]
            fn split_last_u32(numbers: &Self::Numbers, split: SplitU32) -> u32 {
                let ($($p,)* $q,) = numbers;
                split!(split, split_last_u32; $($P $p,)* $Q $q,)
            }

            #[inline(always)]
            fn strides_u32<V: FnMut(u32)>(numbers: &Self::Numbers, visit: &mut V) {
                let ($($p,)* $q,) = numbers;
                $($P::strides_u32($p, visit);)*
                $Q::strides_u32($q, visit);
            }
        }
    };
}

for_each_rank!(tuple);
