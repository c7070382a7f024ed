//! The functions of one coordinate for each mode.

use super::Static;
use crate::layout::{assert_index, assert_u32};
use crate::offset::{offset_of, offset_of_u32};
use crate::{Leaf, Profile};

/// Implements the functions for a profile: the parameters of the implementation,
/// the profile, then for each of its modes the type and the coordinate's name.
macro_rules! by_mode {
    ([$($parameters:tt)*] $profile:ty: $($M:ty, $c:ident;)+) => {
        impl<$($parameters)*, const LEAVES: usize, Linear> Static<$profile, LEAVES, Linear> {
            /// The index of a 1-D coordinate for each mode.
            #[inline(always)]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub const fn at(self, $($c: usize),+) -> usize {
                const { assert_index::<$profile>() };
                sum!($(offset_of::<$M>($c)),+) as usize
            }

            /// The offset of a 1-D coordinate for each mode.
            #[inline(always)]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub const fn offset_at(self, $($c: usize),+) -> isize {
                sum!($(offset_of::<$M>($c)),+)
            }

            /// The index of a 1-D coordinate for each mode, in 32 bits.
            #[inline(always)]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub const fn at_u32(self, $($c: u32),+) -> u32 {
                const { assert_u32::<$profile>() };
                sum!($(offset_of_u32::<$M>($c)),+)
            }
        }
    };
}

/// [`by_mode`] of a tuple.
macro_rules! tuple {
    ($($M:ident $c:ident)+) => {
        by_mode!([$($M: Profile),+] ($($M,)+): $($M, $c;)+);
    };
}

by_mode!([const EXTENT: usize, const STRIDE: isize] Leaf<EXTENT, STRIDE>: Leaf<EXTENT, STRIDE>, c0;);
tuple!(M0 c0);
tuple!(M0 c0 M1 c1);
tuple!(M0 c0 M1 c1 M2 c2);
tuple!(M0 c0 M1 c1 M2 c2 M3 c3);
tuple!(M0 c0 M1 c1 M2 c2 M3 c3 M4 c4);
tuple!(M0 c0 M1 c1 M2 c2 M3 c3 M4 c4 M5 c5);
tuple!(M0 c0 M1 c1 M2 c2 M3 c3 M4 c4 M5 c5 M6 c6);
tuple!(M0 c0 M1 c1 M2 c2 M3 c3 M4 c4 M5 c5 M6 c6 M7 c7);
tuple!(M0 c0 M1 c1 M2 c2 M3 c3 M4 c4 M5 c5 M6 c6 M7 c7 M8 c8);
tuple!(M0 c0 M1 c1 M2 c2 M3 c3 M4 c4 M5 c5 M6 c6 M7 c7 M8 c8 M9 c9);
tuple!(M0 c0 M1 c1 M2 c2 M3 c3 M4 c4 M5 c5 M6 c6 M7 c7 M8 c8 M9 c9 M10 c10);
tuple!(M0 c0 M1 c1 M2 c2 M3 c3 M4 c4 M5 c5 M6 c6 M7 c7 M8 c8 M9 c9 M10 c10 M11 c11);
tuple!(M0 c0 M1 c1 M2 c2 M3 c3 M4 c4 M5 c5 M6 c6 M7 c7 M8 c8 M9 c9 M10 c10 M11 c11 M12 c12);
tuple!(M0 c0 M1 c1 M2 c2 M3 c3 M4 c4 M5 c5 M6 c6 M7 c7 M8 c8 M9 c9 M10 c10 M11 c11 M12 c12 M13 c13);
tuple!(
    M0 c0 M1 c1 M2 c2 M3 c3 M4 c4 M5 c5 M6 c6 M7 c7
    M8 c8 M9 c9 M10 c10 M11 c11 M12 c12 M13 c13 M14 c14
);
tuple!(
    M0 c0 M1 c1 M2 c2 M3 c3 M4 c4 M5 c5 M6 c6 M7 c7
    M8 c8 M9 c9 M10 c10 M11 c11 M12 c12 M13 c13 M14 c14 M15 c15
);
