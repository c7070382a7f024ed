//! `Steps`: the strides of a coordinate that bounds look at.

use crate::geometry::{AnyMode, Geometry};
use crate::number::{AnyExtent, AnyStride, Constant, Fixed, Numbers, Size};
use crate::rank::for_each_rank;

/// The coordinate so far, and the stride with which the next leaf would go on.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct At {
    pub(super) coordinate: isize,
    next: isize,
}

impl At {
    pub(super) const START: At = At { coordinate: 0, next: 0 };
}

/// The strides of a coordinate, nested like the modes.
#[doc(hidden)]
pub trait Steps<G: Geometry>: Copy + 'static {
    const VALUE: Self;

    fn walk(&self, geometry: &G, natural: G::Natural<usize>, at: &mut At);
}

/// The stride with which a leaf goes on where the leaf before it ends. It is computed from
/// the extent of that, so that the compiler sees that both make one progression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Next;

/// A stride of a coordinate.
#[doc(hidden)]
pub trait AnyStep: Copy + 'static {
    const VALUE: Self;

    fn step(self, next: isize) -> isize;
}

impl AnyStep for Next {
    const VALUE: Self = Next;

    #[inline(always)]
    fn step(self, next: isize) -> isize {
        next
    }
}

impl AnyStep for isize {
    const VALUE: Self = panic!("the compiler does not know this stride");

    #[inline(always)]
    fn step(self, _: isize) -> isize {
        self
    }
}

/// Implements the trait for a number that is known at compile time.
macro_rules! known {
    ([$($parameters:tt)*] $type:ty) => {
        impl<$($parameters)*> AnyStep for $type {
            const VALUE: Self = <$type as AnyStride>::VALUE;

            #[inline(always)]
            fn step(self, _: isize) -> isize {
                self.stride()
            }
        }
    };
}

known!([const N: isize] Fixed<N>);
known!([const N: usize] Size<N>);
known!([T: Numbers, const K: usize] Constant<T, K>);

/// The stride of a leaf: coordinates that are known at compile time are spelled as geometries.
impl<M: AnyMode> AnyStep for M {
    const VALUE: Self = <M as Geometry>::VALUE;

    #[inline(always)]
    fn step(self, _: isize) -> isize {
        self.stride().stride()
    }
}

impl<M: AnyMode, S: AnyStep> Steps<M> for S {
    const VALUE: Self = <S as AnyStep>::VALUE;

    #[inline(always)]
    fn walk(&self, mode: &M, digit: usize, at: &mut At) {
        let step = self.step(at.next);
        at.coordinate = at.coordinate.wrapping_add((digit as isize).wrapping_mul(step));
        at.next = (mode.extent().extent() as isize).wrapping_mul(step);
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
            fn walk(
                &self,
                geometry: &($($P,)* $Q,),
                natural: <($($P,)* $Q,) as Geometry>::Natural<usize>,
                at: &mut At,
            ) {
                let ($($p,)* $q,) = geometry;
                let ($($c,)* $d,) = self;
                let ($($f,)* $g,) = natural;
                $($c.walk($p, $f, at);)*
                $d.walk($q, $g, at);
            }
        }
    };
}

for_each_rank!(tuple);
