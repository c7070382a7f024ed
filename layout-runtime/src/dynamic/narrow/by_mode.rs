//! The functions of one coordinate for each mode.

use super::{Narrow, Narrowing};
use crate::dynamic::number::{AnyExtent, AnyStride};
use crate::dynamic::rank::for_each_rank;
use crate::dynamic::split::SplitU32;
use crate::dynamic::{Mode, Modes};
use crate::map::{Map, mapped_u32};

/// Implements the function for a tuple.
macro_rules! by_mode {
    ($($P:ident $p:ident $C:ident $c:ident $f:ident,)*
        | $Q:ident $q:ident $D:ident $d:ident $g:ident) => {
        impl<$($P: Modes,)* $Q: Modes, const LEAVES: usize, Linear: Modes, O: Map>
            Narrow<($($P,)* $Q,), LEAVES, Linear, O>
        {
            /// The index of a 1-D coordinate for each mode.
            #[inline(always)]
            #[must_use]
            #[allow(clippy::too_many_arguments)]
            pub fn at_u32(&self, $($c: u32,)* $d: u32) -> u32 {
                let ($($p,)* $q,) = &self.modes;
                let index = 0u32;
                $(let index = index.wrapping_add($P::split_last_u32($p, SplitU32::new($c)));)*
                let index = index.wrapping_add($Q::split_last_u32($q, SplitU32::new($d)));
                mapped_u32::<O>(index)
            }
        }
    };
}

for_each_rank!(by_mode);

impl<E: AnyExtent, D: AnyStride, const LEAVES: usize, Linear: Modes, O: Map>
    Narrow<Mode<E, D>, LEAVES, Linear, O>
{
    /// The index of the coordinate of the one mode.
    #[inline(always)]
    #[must_use]
    pub fn at_u32(&self, c0: u32) -> u32 {
        mapped_u32::<O>(Mode::<E, D>::split_last_u32(&self.modes, SplitU32::new(c0)))
    }
}
