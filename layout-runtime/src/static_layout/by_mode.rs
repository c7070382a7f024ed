//! The functions of one coordinate for each mode.

use super::Static;
use crate::geometry::Geometry;
use crate::geometry::mode::AnyMode;
use crate::layout::{Map, NotNegative, assert_u32};
use crate::map::{mapped, mapped_u32};
use crate::plan::verify::{Folding, assert_plan};
use crate::plan::{Plan, planned};

/// The exclusive or of offsets.
macro_rules! flip {
    ($first:expr $(, $rest:expr)*) => { $first $(^ $rest)* };
}

/// True if the first plan of several is folded: then all are.
macro_rules! folded {
    ($first:ident $($rest:ident)*) => {
        $first::FOLDED
    };
}

/// Asserts that the plans of the modes are those of their profiles.
macro_rules! assert_plans {
    ($O:ident: $($M:ty, $A:ident;)+) => {
        const {
            if folded!($($A)+) {
                Folding::start::<$O>()$(.then::<$M, $A, $O>())+.end();
            } else {
                $(
                    assert!(!$A::FOLDED, "a plan is folded in all modes or in none");
                    assert_plan::<$M, $A, $O>();
                )+
            }
        }
    };
}

/// The value at the coordinates together, where the plans hold.
macro_rules! joined {
    ($offset_of:ident, $value_of:ident, $mapped:ident: $O:ident: $($M:ty, $A:ident, $c:ident;)+) => {{
        assert_plans!($O: $($M, $A;)+);
        if const { folded!($($A)+) } {
            flip!($(planned!($offset_of, $value_of: $M, $A; $c)),+)
        } else if const { $O::IDENTITY } {
            sum!($(planned!($offset_of, $value_of: $M, $A; $c)),+)
        } else {
            $mapped::<$O>(sum!($(planned!($offset_of, $value_of: $M, $A; $c)),+))
        }
    }};
}

/// Implements the functions for a profile: the parameters of the implementation,
/// the profile and the plans, then for each mode the type, its plan and the
/// coordinate's name.
macro_rules! by_mode {
    ($(#[$hidden:meta])? [$($parameters:tt)*] $profile:ty, $at:ty: $($M:ty, $A:ident, $c:ident;)+) => {
        $(#[$hidden])?
        impl<$($parameters)*, const LEAVES: usize, Linear, Index, O: Map, B>
            Static<$profile, LEAVES, Linear, Index, $at, O, B>
        {
            /// The index of a 1-D coordinate for each mode, of which there are up to 16.
            #[inline(always)]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub const fn at(self, $($c: usize),+) -> usize {
                let () = NotNegative::<$profile, O>::SHOWN;
                joined!(offset_of, value_of, mapped: O: $($M, $A, $c;)+) as usize
            }

            /// The offset of a 1-D coordinate for each mode, of which there are up to 16.
            #[inline(always)]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub const fn offset_at(self, $($c: usize),+) -> isize {
                joined!(offset_of, value_of, mapped: O: $($M, $A, $c;)+)
            }

            /// The index of a 1-D coordinate for each mode, in 32 bits.
            #[inline(always)]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub const fn at_u32(self, $($c: u32),+) -> u32 {
                const { assert_u32::<$profile, O>() };
                joined!(offset_of_u32, value_of_u32, mapped_u32: O: $($M, $A, $c;)+)
            }
        }
    };
}

/// [`by_mode`] of a tuple. The documentation shows that of two modes.
macro_rules! tuple {
    ($(#[$hidden:meta])? $($M:ident $A:ident $c:ident)+) => {
        by_mode!($(#[$hidden])? [$($M: Geometry, $A: Plan),+] ($($M,)+), ($($A,)+): $($M, $A, $c;)+);
    };
}

by_mode!(#[doc(hidden)] [M0: AnyMode, A0: Plan] M0, A0: M0, A0, c0;);
tuple!(#[doc(hidden)] M0 A0 c0);
tuple!(M0 A0 c0 M1 A1 c1);
tuple!(#[doc(hidden)] M0 A0 c0 M1 A1 c1 M2 A2 c2);
tuple!(#[doc(hidden)] M0 A0 c0 M1 A1 c1 M2 A2 c2 M3 A3 c3);
tuple!(#[doc(hidden)] M0 A0 c0 M1 A1 c1 M2 A2 c2 M3 A3 c3 M4 A4 c4);
tuple!(#[doc(hidden)] M0 A0 c0 M1 A1 c1 M2 A2 c2 M3 A3 c3 M4 A4 c4 M5 A5 c5);
tuple!(#[doc(hidden)] M0 A0 c0 M1 A1 c1 M2 A2 c2 M3 A3 c3 M4 A4 c4 M5 A5 c5 M6 A6 c6);
tuple!(#[doc(hidden)] M0 A0 c0 M1 A1 c1 M2 A2 c2 M3 A3 c3 M4 A4 c4 M5 A5 c5 M6 A6 c6 M7 A7 c7);
#[cfg(feature = "rank-16")]
tuple!(
    #[doc(hidden)] M0 A0 c0 M1 A1 c1 M2 A2 c2 M3 A3 c3 M4 A4 c4 M5 A5 c5 M6 A6 c6 M7 A7 c7
    M8 A8 c8
);
#[cfg(feature = "rank-16")]
tuple!(
    #[doc(hidden)] M0 A0 c0 M1 A1 c1 M2 A2 c2 M3 A3 c3 M4 A4 c4 M5 A5 c5 M6 A6 c6 M7 A7 c7
    M8 A8 c8 M9 A9 c9
);
#[cfg(feature = "rank-16")]
tuple!(
    #[doc(hidden)] M0 A0 c0 M1 A1 c1 M2 A2 c2 M3 A3 c3 M4 A4 c4 M5 A5 c5 M6 A6 c6 M7 A7 c7
    M8 A8 c8 M9 A9 c9 M10 A10 c10
);
#[cfg(feature = "rank-16")]
tuple!(
    #[doc(hidden)] M0 A0 c0 M1 A1 c1 M2 A2 c2 M3 A3 c3 M4 A4 c4 M5 A5 c5 M6 A6 c6 M7 A7 c7
    M8 A8 c8 M9 A9 c9 M10 A10 c10 M11 A11 c11
);
#[cfg(feature = "rank-16")]
tuple!(
    #[doc(hidden)] M0 A0 c0 M1 A1 c1 M2 A2 c2 M3 A3 c3 M4 A4 c4 M5 A5 c5 M6 A6 c6 M7 A7 c7
    M8 A8 c8 M9 A9 c9 M10 A10 c10 M11 A11 c11 M12 A12 c12
);
#[cfg(feature = "rank-16")]
tuple!(
    #[doc(hidden)] M0 A0 c0 M1 A1 c1 M2 A2 c2 M3 A3 c3 M4 A4 c4 M5 A5 c5 M6 A6 c6 M7 A7 c7
    M8 A8 c8 M9 A9 c9 M10 A10 c10 M11 A11 c11 M12 A12 c12 M13 A13 c13
);
#[cfg(feature = "rank-16")]
tuple!(
    #[doc(hidden)] M0 A0 c0 M1 A1 c1 M2 A2 c2 M3 A3 c3 M4 A4 c4 M5 A5 c5 M6 A6 c6 M7 A7 c7
    M8 A8 c8 M9 A9 c9 M10 A10 c10 M11 A11 c11 M12 A12 c12 M13 A13 c13 M14 A14 c14
);
#[cfg(feature = "rank-16")]
tuple!(
    #[doc(hidden)] M0 A0 c0 M1 A1 c1 M2 A2 c2 M3 A3 c3 M4 A4 c4 M5 A5 c5 M6 A6 c6 M7 A7 c7
    M8 A8 c8 M9 A9 c9 M10 A10 c10 M11 A11 c11 M12 A12 c12 M13 A13 c13 M14 A14 c14 M15 A15 c15
);
