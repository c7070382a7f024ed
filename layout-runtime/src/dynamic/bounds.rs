//! Bounds of layouts with numbers of the run.

use super::modes::Modes;
use super::number::{AnyExtent, AnyStride, Constant, Fixed, Size};
use super::rank::for_each_rank;
use super::{Dynamic, DynamicCoordinate, Mode};
use crate::bounds::{Everywhere, Known, Never, Sealed, Unknown, Within};
use crate::{Map, Numbers};

/// What the coordinates of a layout of the modes `M` must stay below.
pub trait DynamicBounds<M: Modes>: Sealed + Copy {
    /// Whether a natural coordinate is no padding.
    #[doc(hidden)]
    #[must_use]
    fn contain(&self, modes: &M, natural: M::Natural) -> bool;
}

impl<M: Modes> DynamicBounds<M> for Everywhere {
    #[inline(always)]
    fn contain(&self, _: &M, _: M::Natural) -> bool {
        true
    }
}

impl<M: Modes> DynamicBounds<M> for Unknown {
    fn contain(&self, _: &M, _: M::Natural) -> bool {
        const { assert!(Never::<M>::IS, "the bounds of this layout are not known") };
        false
    }
}

impl<M, S, E, Rest> DynamicBounds<M> for Within<S, E, Rest>
where
    M: Modes,
    S: Steps<M>,
    E: AnyStride,
    Rest: DynamicBounds<M>,
{
    #[inline(always)]
    fn contain(&self, modes: &M, natural: M::Natural) -> bool {
        let mut at = At { coordinate: 0, next: 0 };
        self.coordinate.walk(modes, natural, &mut at);
        at.coordinate < self.extent.stride() && self.rest.contain(modes, natural)
    }
}

/// The coordinate so far, and the stride with which the next leaf would go on.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct At {
    coordinate: isize,
    next: isize,
}

/// The strides of a coordinate, nested like the modes.
#[doc(hidden)]
pub trait Steps<M: Modes>: Copy {
    fn walk(&self, modes: &M, natural: M::Natural, at: &mut At);
}

/// The stride with which a leaf goes on where the leaf before it ends. It is computed from
/// the extent of that, so that the compiler sees that both make one progression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Next;

/// A stride of a coordinate.
#[doc(hidden)]
pub trait AnyStep: Copy {
    fn step(self, next: isize) -> isize;
}

impl AnyStep for Next {
    #[inline(always)]
    fn step(self, next: isize) -> isize {
        next
    }
}

impl AnyStep for isize {
    #[inline(always)]
    fn step(self, _: isize) -> isize {
        self
    }
}

impl<const N: isize> AnyStep for Fixed<N> {
    #[inline(always)]
    fn step(self, _: isize) -> isize {
        N
    }
}

impl<const N: usize> AnyStep for Size<N> {
    #[inline(always)]
    fn step(self, _: isize) -> isize {
        self.stride()
    }
}

impl<T: Numbers, const K: usize> AnyStep for Constant<T, K> {
    #[inline(always)]
    fn step(self, _: isize) -> isize {
        self.stride()
    }
}

impl<E: AnyExtent, D: AnyStride, S: AnyStep> Steps<Mode<E, D>> for S {
    #[inline(always)]
    fn walk(&self, mode: &Mode<E, D>, digit: usize, at: &mut At) {
        let step = self.step(at.next);
        at.coordinate = at.coordinate.wrapping_add((digit as isize).wrapping_mul(step));
        at.next = (mode.extent.extent() as isize).wrapping_mul(step);
    }
}

/// Implements the trait for a tuple.
macro_rules! tuple {
    ($($P:ident $p:ident $C:ident $c:ident $f:ident,)*
        | $Q:ident $q:ident $D:ident $d:ident $g:ident) => {
        impl<$($P: Modes, $C: Steps<$P>,)* $Q: Modes, $D: Steps<$Q>> Steps<($($P,)* $Q,)>
            for ($($C,)* $D,)
        {
            #[inline(always)]
            fn walk(
                &self,
                modes: &($($P,)* $Q,),
                natural: <($($P,)* $Q,) as Modes>::Natural,
                at: &mut At,
            ) {
                let ($($p,)* $q,) = modes;
                let ($($c,)* $d,) = self;
                let ($($f,)* $g,) = natural;
                $($c.walk($p, $f, at);)*
                $d.walk($q, $g, at);
            }
        }
    };
}

for_each_rank!(tuple);

impl<M: Modes, const LEAVES: usize, Linear: Modes, O: Map, B> Dynamic<M, LEAVES, Linear, O, B> {
    /// Whether a coordinate is no padding: any coordinate, an integer or a tuple nested like
    /// the shape. A layout without padding answers `true`.
    ///
    /// ```
    /// use layout_runtime::layout;
    ///
    /// let m = 70;
    /// let tiles = layout!(#[allow(padding)] logical_divide(m:1, 32));  // (32,3):(1,32)
    /// assert!(tiles.in_bounds((5, 2)));
    /// assert!(!tiles.in_bounds((6, 2)));
    /// assert!((0..96).all(|i| tiles.in_bounds(i) == (i < m)));
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn in_bounds<C: DynamicCoordinate<M>>(&self, coordinate: C) -> bool
    where
        B: DynamicBounds<M> + Known,
    {
        let modes = &self.modes.modes;
        self.bounds.contain(modes, coordinate.natural(modes))
    }
}
