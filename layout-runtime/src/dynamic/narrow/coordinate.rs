//! `NarrowCoordinate`: where to evaluate a layout in 32 bits.

use crate::dynamic::Modes;
use crate::dynamic::rank::for_each_rank;
use crate::dynamic::split::SplitU32;

mod sealed {
    pub trait Sealed<M> {}
}

/// A coordinate of the modes `M` in 32 bits: one `u32`, or a tuple with a coordinate for each
/// mode, as a [`DynamicCoordinate`](crate::dynamic::DynamicCoordinate) is of `usize`.
///
/// ```
/// use layout_runtime::layout;
///
/// layout! { struct Tiles<m, n> = zipped_divide((m, n):(n, 1), (32, 16)); }
///
/// let narrow = Tiles::new(96, 160)?.narrow()?;
/// assert_eq!(narrow.crd2idx_u32(((2, 3), (1, 4))), (2 + 32) * 160 + 3 + 4 * 16);
/// assert_eq!(narrow.crd2idx_u32((2, (1, 4))), (2 + 32) * 160 + 4 * 16);
/// assert_eq!(narrow.crd2idx_u32(2), 2 * 160);
/// # Ok::<(), layout_runtime::ShapeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a coordinate of this layout in 32 bits",
    label = "not compatible with the shape",
    note = "each mode takes one `u32`, or a tuple of its rank",
    note = "the shape is nested like `{M}`"
)]
pub trait NarrowCoordinate<M: Modes>: Copy + sealed::Sealed<M> {
    /// The offset at this coordinate.
    #[doc(hidden)]
    #[must_use]
    fn offset_u32(self, numbers: &M::Numbers) -> u32;
}

impl<M: Modes> sealed::Sealed<M> for u32 {}

impl<M: Modes> NarrowCoordinate<M> for u32 {
    #[inline(always)]
    fn offset_u32(self, numbers: &M::Numbers) -> u32 {
        M::split_last_u32(numbers, SplitU32::new(self))
    }
}

/// Implements the trait for a tuple: the sum of what the modes add.
macro_rules! tuple {
    ($($P:ident $p:ident $C:ident $c:ident $f:ident,)*
        | $Q:ident $q:ident $D:ident $d:ident $g:ident) => {
        impl<$($P: Modes, $C: NarrowCoordinate<$P>,)* $Q: Modes, $D: NarrowCoordinate<$Q>>
            sealed::Sealed<($($P,)* $Q,)> for ($($C,)* $D,)
        {
        }

        impl<$($P: Modes, $C: NarrowCoordinate<$P>,)* $Q: Modes, $D: NarrowCoordinate<$Q>>
            NarrowCoordinate<($($P,)* $Q,)> for ($($C,)* $D,)
        {
            #[inline(always)]
            fn offset_u32(self, numbers: &($($P::Numbers,)* $Q::Numbers,)) -> u32 {
                let ($($p,)* $q,) = numbers;
                let ($($c,)* $d,) = self;
                let offset = 0u32;
                $(let offset = offset.wrapping_add($c.offset_u32($p));)*
                offset.wrapping_add($d.offset_u32($q))
            }
        }
    };
}

for_each_rank!(tuple);
