//! `Steps`: the strides of a coordinate that bounds look at.

use crate::geometry::Geometry;
use crate::geometry::mode::AnyMode;
use crate::number::word::Word;
use crate::number::{AnyExtent, AnyStride, Constant, Fixed, Numbers, Size};
use crate::rank::for_each_rank;

/// The coordinate so far, and the stride with which the next leaf would go on.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct At<W> {
    pub(super) coordinate: W,
    next: W,
    /// The sum, were no stride negative; what does not fit 32 bits is more than that.
    pub(super) reach: u64,
}

impl<W: Word> At<W> {
    pub(super) fn start() -> Self {
        At { coordinate: W::ZERO, next: W::ZERO, reach: 0 }
    }
}

/// The strides of a coordinate, nested like the modes.
#[doc(hidden)]
pub trait Steps<G: Geometry>: Copy + 'static {
    const VALUE: Self;

    fn walk<W: Word>(&self, geometry: &G, natural: G::Natural<W>, at: &mut At<W>);

    /// Visits the steps in 32 bits, which hold them; those that are known at compile time are any number.
    fn pack<F: FnMut(i32)>(&self, step: &mut F);

    /// The steps that were packed.
    fn unpack<F: FnMut() -> i32>(step: &mut F) -> Self;
}

/// The stride with which a leaf goes on where the leaf before it ends. It is computed from
/// the extent of that, so that the compiler sees that both make one progression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(doc, doc(hidden))]
pub struct Next;

/// A stride of a coordinate.
#[doc(hidden)]
pub trait AnyStep: Copy + 'static {
    const VALUE: Self;

    fn step<W: Word>(self, next: W) -> W;

    fn of_i32(number: i32) -> Self;
}

impl AnyStep for Next {
    const VALUE: Self = Next;

    #[inline(always)]
    fn step<W: Word>(self, next: W) -> W {
        next
    }

    #[inline(always)]
    fn of_i32(_: i32) -> Self {
        Next
    }
}

/// Implements the trait for a stride of a leaf.
macro_rules! stride {
    ([$($parameters:tt)*] $type:ty: $value:expr) => {
        impl<$($parameters)*> AnyStep for $type {
            const VALUE: Self = $value;

            #[inline(always)]
            fn step<W: Word>(self, _: W) -> W {
                AnyStride::step(self)
            }

            #[inline(always)]
            fn of_i32(number: i32) -> Self {
                AnyStride::of_i32(number)
            }
        }
    };
}

stride!([] isize: panic!("the compiler does not know this stride"));
stride!([const N: isize] Fixed<N>: Fixed);
stride!([const N: usize] Size<N>: Size);
stride!([T: Numbers, const K: usize] Constant<T, K>: Constant::NEW);

/// The stride of a leaf: coordinates that are known at compile time are spelled as geometries.
impl<M: AnyMode> AnyStep for M {
    const VALUE: Self = <M as Geometry>::VALUE;

    #[inline(always)]
    fn step<W: Word>(self, _: W) -> W {
        W::of(self.stride().stride() as usize)
    }

    #[inline(always)]
    fn of_i32(_: i32) -> Self {
        const { <M as Geometry>::VALUE }
    }
}

impl<M: AnyMode, S: AnyStep> Steps<M> for S {
    const VALUE: Self = <S as AnyStep>::VALUE;

    #[inline(always)]
    fn walk<W: Word>(&self, mode: &M, digit: M::Natural<W>, at: &mut At<W>) {
        let step = self.step(at.next);
        let digit: W = M::only(digit);
        at.coordinate = at.coordinate.plus(digit.times(step));
        at.next = mode.extent().get::<W>().times(step);
        let distance = step.wide().cast_signed().unsigned_abs() as u64;
        // Products of numbers that fit 31 bits; of others, more than fits.
        let (digit, most) = (digit.wide() as u64, 1 << 32);
        let product = if (digit | distance) >> 31 == 0 { digit * distance } else { most };
        at.reach += if product < most { product } else { most };
    }

    #[inline(always)]
    fn pack<F: FnMut(i32)>(&self, step: &mut F) {
        step(self.step(0u32) as i32);
    }

    #[inline(always)]
    fn unpack<F: FnMut() -> i32>(step: &mut F) -> Self {
        S::of_i32(step())
    }
}

/// Implements the trait for a tuple.
macro_rules! tuple {
    ($($P:ident $p:ident $C:ident $c:ident $f:ident,)*
        | $Q:ident $q:ident $D:ident $d:ident $g:ident) => {
        impl<$($P: Geometry, $C: Steps<$P>,)* $Q: Geometry, $D: Steps<$Q>> Steps<($($P,)* $Q,)>
            for ($($C,)* $D,)
        {
            const VALUE: Self = ($($C::VALUE,)* $D::VALUE,);

            #[inline(always)]
            fn walk<W: Word>(
                &self,
                geometry: &($($P,)* $Q,),
                natural: <($($P,)* $Q,) as Geometry>::Natural<W>,
                at: &mut At<W>,
            ) {
                let ($($p,)* $q,) = geometry;
                let ($($c,)* $d,) = self;
                let ($($f,)* $g,) = natural;
                $($c.walk($p, $f, at);)*
                $d.walk($q, $g, at);
            }

            #[inline(always)]
            fn pack<F: FnMut(i32)>(&self, step: &mut F) {
                let ($($c,)* $d,) = self;
                $(Steps::<$P>::pack($c, step);)*
                Steps::<$Q>::pack($d, step);
            }

            #[inline(always)]
            fn unpack<F: FnMut() -> i32>(step: &mut F) -> Self {
                ($(<$C as Steps<$P>>::unpack(step),)* <$D as Steps<$Q>>::unpack(step),)
            }
        }
    };
}

for_each_rank!(tuple);
