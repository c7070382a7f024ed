//! `Within`: coordinates that are checked against the extents.

use crate::outside::{ModePath, Outside};
use crate::{Coordinate, Profile};

mod sealed {
    pub trait Sealed<P> {}
}

/// A [`Coordinate`] that a view can check: one integer, or a tuple nested like
/// the shape, with every integer below the extent of what it stands for.
///
/// Views read memory at what the trait answers, so only this crate implements it,
/// for all coordinates that integers and tuples make.
///
/// ```
/// use layout_runtime::{Leaf, view::Within};
///
/// type P = (Leaf<2, 4>, (Leaf<2, 2>, Leaf<2, 1>));
/// assert!(Within::<P>::is_within(&(1, (0, 1))));
/// assert!(Within::<P>::is_within(&(1, 3)));
/// assert!(!Within::<P>::is_within(&(1, (0, 2))));
/// assert!(!Within::<P>::is_within(&8));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a coordinate of this view",
    label = "not compatible with the shape",
    note = "each mode takes one integer, or a tuple of its rank",
    note = "the shape is nested like `{P}`"
)]
pub trait Within<P: Profile>: Coordinate<P> + Copy + sealed::Sealed<P> {
    /// Whether each integer is below the extent of what it stands for.
    fn is_within(&self) -> bool;

    /// The first integer that is not below the extent of what it stands for, in the mode `at`.
    #[doc(hidden)]
    fn outside(&self, at: ModePath) -> Option<Outside>;
}

impl<P: Profile> sealed::Sealed<P> for usize {}

impl<P: Profile> Within<P> for usize {
    #[inline(always)]
    fn is_within(&self) -> bool {
        *self < P::SIZE
    }

    #[inline(always)]
    fn outside(&self, at: ModePath) -> Option<Outside> {
        let (integer, extent) = (*self, P::SIZE);
        if integer < extent { None } else { Some(Outside { integer, extent, mode: at }) }
    }
}

/// Implements the trait for a tuple: for each mode its profile, and its
/// coordinate's type and name.
macro_rules! within {
    ($($P:ident $C:ident $c:ident,)+) => {
        impl<$($P: Profile, $C: Within<$P>,)+> sealed::Sealed<($($P,)+)> for ($($C,)+) {}

        impl<$($P: Profile, $C: Within<$P>,)+> Within<($($P,)+)> for ($($C,)+) {
            #[inline(always)]
            fn is_within(&self) -> bool {
                let ($($c,)+) = self;
                $($c.is_within() &)+ true
            }

            #[inline(always)]
            fn outside(&self, at: ModePath) -> Option<Outside> {
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

/// Calls a macro with the modes of every tuple that is a profile.
macro_rules! for_each_rank {
    ($macro:ident) => {
        for_each_rank!($macro []
            P0 C0 c0, P1 C1 c1, P2 C2 c2, P3 C3 c3, P4 C4 c4, P5 C5 c5, P6 C6 c6, P7 C7 c7,
            P8 C8 c8, P9 C9 c9, P10 C10 c10, P11 C11 c11, P12 C12 c12, P13 C13 c13,
            P14 C14 c14, P15 C15 c15,);
    };
    ($macro:ident [$($done:tt)*]) => {};
    ($macro:ident [$($done:tt)*] $P:ident $C:ident $c:ident, $($rest:tt)*) => {
        $macro!($($done)* $P $C $c,);
        for_each_rank!($macro [$($done)* $P $C $c,] $($rest)*);
    };
}

pub(super) use for_each_rank;

for_each_rank!(within);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Leaf;

    #[test]
    fn every_integer_is_compared_with_its_extent() {
        type P = (Leaf<2, 4>, (Leaf<3, 8>, Leaf<5, 1>));
        for i in 0..4 {
            for j in 0..20 {
                assert_eq!(Within::<P>::is_within(&(i, j)), i < 2 && j < 15);
            }
            for j in 0..5 {
                for k in 0..7 {
                    let within = i < 2 && j < 3 && k < 5;
                    assert_eq!(Within::<P>::is_within(&(i, (j, k))), within);
                    assert_eq!(Within::<P>::outside(&(i, (j, k)), ModePath::ALL).is_none(), within);
                }
            }
        }
        let outside = |integer, extent, mode| Some(Outside { integer, extent, mode });
        let all = ModePath::ALL;
        assert_eq!(Within::<P>::outside(&(1, (3, 9)), all), outside(3, 3, all.mode(1).mode(0)));
        assert_eq!(Within::<P>::outside(&(1, 16), all), outside(16, 15, all.mode(1)));
        assert_eq!(Within::<P>::outside(&30, all), outside(30, 30, all));
    }
}
