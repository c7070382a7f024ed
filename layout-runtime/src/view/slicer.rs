//! `Slicer`: which modes of a view to keep, and where to stand in the others.

use core::marker::PhantomData;
use core::ops::RangeFull;

use super::within::{Within, for_each_rank};
use crate::outside::{ModePath, Outside};
use crate::{Coordinate, Profile};

mod sealed {
    pub trait Sealed<P> {}
}

/// A coordinate in which `..` keeps a mode: CuTe's `_`.
///
/// The modes that are kept become the modes of the slice, in their order, those
/// from within a mode too: `(.., 3, (1, ..))` of `(A, B, (C, D))` is `(A, D)`.
/// Only this crate implements it, for integers, `..` and tuples of slicers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not slice this view",
    label = "not compatible with the shape",
    note = "each mode takes `..`, one integer, or a tuple of its rank",
    note = "the shape is nested like `{P}`"
)]
pub trait Slicer<P: Profile>: Copy + sealed::Sealed<P> {
    /// The list `Rest` with the kept modes in front.
    #[doc(hidden)]
    type Before<Rest>;

    /// The offset of what is fixed, where its integers are below their extents.
    #[doc(hidden)]
    fn fixed(self) -> isize;

    /// The first integer that is not below the extent of what it stands for, in the mode `at`.
    #[doc(hidden)]
    fn outside(self, at: ModePath) -> Option<Outside>;
}

/// The profile of the modes that the slicer `S` keeps of `P`.
pub type Rest<S, P> = <<S as Slicer<P>>::Before<()> as Modes>::Profile;

/// A list of modes.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Keep<First, Rest>(PhantomData<(First, Rest)>);

/// The profile whose modes are a list.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this slice has no modes, or more than 16",
    note = "keep a mode with `..`; an element is `view[coordinate]`"
)]
pub trait Modes {
    type Profile: Profile;
}

impl<P: Profile> sealed::Sealed<P> for RangeFull {}

impl<P: Profile> Slicer<P> for RangeFull {
    type Before<Rest> = Keep<P, Rest>;

    #[inline(always)]
    fn fixed(self) -> isize {
        0
    }

    #[inline(always)]
    fn outside(self, _: ModePath) -> Option<Outside> {
        None
    }
}

impl<P: Profile> sealed::Sealed<P> for usize {}

impl<P: Profile> Slicer<P> for usize {
    type Before<Rest> = Rest;

    #[inline(always)]
    fn fixed(self) -> isize {
        Coordinate::<P>::offset(self)
    }

    #[inline(always)]
    fn outside(self, at: ModePath) -> Option<Outside> {
        Within::<P>::outside(&self, at)
    }
}

/// The list `Rest` with what each slicer keeps of its profile in front.
macro_rules! before {
    ($Rest:ident:) => { $Rest };
    ($Rest:ident: $P:ident $C:ident $($more:tt)*) => {
        <$C as Slicer<$P>>::Before<before!($Rest: $($more)*)>
    };
}

/// The list of modes.
macro_rules! list {
    () => { () };
    ($P:ident $($more:ident)*) => { Keep<$P, list!($($more)*)> };
}

/// Implements the traits for a tuple, and for the list of its modes.
macro_rules! slicer {
    ($($P:ident $C:ident $c:ident,)+) => {
        impl<$($P: Profile),+> Modes for list!($($P)+) {
            type Profile = ($($P,)+);
        }

        impl<$($P: Profile, $C: Slicer<$P>,)+> sealed::Sealed<($($P,)+)> for ($($C,)+) {}

        impl<$($P: Profile, $C: Slicer<$P>,)+> Slicer<($($P,)+)> for ($($C,)+) {
            type Before<Rest> = before!(Rest: $($P $C)+);

            #[inline(always)]
            fn fixed(self) -> isize {
                let ($($c,)+) = self;
                let offset = 0isize;
                $(let offset = offset.wrapping_add($c.fixed());)+
                offset
            }

            #[inline(always)]
            fn outside(self, at: ModePath) -> Option<Outside> {
                let ($($c,)+) = self;
                let mode = 0;
                $(
                    if let Some(outside) = $c.outside(at.mode(mode)) {
                        return Some(outside);
                    }
                    let mode = mode + 1;
                )+
                let _ = mode;
                None
            }
        }
    };
}

for_each_rank!(slicer);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Leaf;

    type A = Leaf<2, 100>;
    type B = Leaf<3, 10>;
    type C = Leaf<4, -1>;
    type D = Leaf<5, 1000>;
    type P = (A, B, (C, D));

    fn notation<S: Slicer<P>>(slicer: S) -> (&'static str, Option<isize>)
    where
        S::Before<()>: Modes,
    {
        let fixed = slicer.outside(ModePath::ALL).is_none().then(|| slicer.fixed());
        (crate::notation::notation::<Rest<S, P>, crate::Identity>(), fixed)
    }

    #[test]
    fn kept_modes_are_the_slice() {
        assert_eq!(notation((.., 1, ..)), ("(2,(4,5)):(100,(-1,1000))", Some(10)));
        assert_eq!(notation((.., 2, (1, ..))), ("(2,5):(100,1000)", Some(19)));
        assert_eq!(notation((1, .., 7)), ("(3):(10)", Some(1097)));
        assert_eq!(notation((1, 2, (.., 4))), ("(4):(-1)", Some(4120)));
        assert_eq!(notation((.., .., (.., ..))), ("(2,3,4,5):(100,10,-1,1000)", Some(0)));
    }

    #[test]
    fn fixed_integers_are_checked() {
        assert_eq!(notation((2, .., ..)).1, None);
        assert_eq!(notation((1, .., 20)).1, None);
        assert_eq!(notation((.., 2, (.., 5))).1, None);
        assert_eq!(
            Slicer::<P>::outside((.., 2, (.., 5)), ModePath::ALL),
            Some(Outside { integer: 5, extent: 5, mode: ModePath::ALL.mode(2).mode(1) })
        );
    }
}
