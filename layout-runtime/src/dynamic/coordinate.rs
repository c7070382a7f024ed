//! `DynamicCoordinate`: where to evaluate a layout with numbers of the run.

use super::modes::Modes;
use super::rank::for_each_rank;
use super::split::Split;
use crate::outside::{ModePath, Outside};

mod sealed {
    pub trait Sealed<M> {}
}

/// A coordinate of the modes `M`: one integer, or a tuple with a coordinate for each
/// mode.
///
/// An integer in the place of a mode is its 1-D coordinate and is split
/// colexicographically; in the place of a leaf, it is multiplied by the stride. Views read
/// memory at what the trait answers, so only this crate implements it.
///
/// ```
/// use layout_runtime::{Dynamic, Extent, Fixed, Mode};
///
/// // (2,(k,2)):(4,(2,1))
/// let k = Mode { extent: Extent::new(2), stride: 2 };
/// let modes = (Mode { extent: Fixed::<2>, stride: 4 }, (k, Mode { extent: Fixed::<2>, stride: 1 }));
/// let layout = Dynamic::<_, 3>::new(modes)?;
/// assert_eq!(layout.crd2idx((1, (0, 1))), 5);
/// assert_eq!(layout.crd2idx((1, 2)), 5);
/// assert_eq!(layout.crd2idx(5), 5);
/// # Ok::<(), layout_runtime::ShapeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a coordinate of this layout",
    label = "not compatible with the shape",
    note = "each mode takes one integer, or a tuple of its rank",
    note = "the shape is nested like `{M}`"
)]
pub trait DynamicCoordinate<M: Modes>: Copy + sealed::Sealed<M> {
    /// The offset at this coordinate.
    #[doc(hidden)]
    #[must_use]
    fn offset(self, modes: &M, flow: &M::Flow) -> isize;

    /// The integer for each leaf, nested like the modes.
    #[doc(hidden)]
    #[must_use]
    fn natural(self, modes: &M) -> M::Natural;

    /// The first integer that is not below the extent of what it stands for, in the mode `at`.
    #[doc(hidden)]
    #[must_use]
    fn outside(self, modes: &M, at: ModePath) -> Option<Outside>;
}

impl<M: Modes> sealed::Sealed<M> for usize {}

impl<M: Modes> DynamicCoordinate<M> for usize {
    #[inline(always)]
    fn offset(self, modes: &M, flow: &M::Flow) -> isize {
        modes.split_last(flow, Split::new(self))
    }

    #[inline(always)]
    fn natural(self, modes: &M) -> M::Natural {
        modes.digits_last(self)
    }

    #[inline(always)]
    fn outside(self, modes: &M, at: ModePath) -> Option<Outside> {
        let extent = modes.product();
        if self < extent { None } else { Some(Outside { integer: self, extent, mode: at }) }
    }
}

/// Implements the trait for a tuple: the sum of what the modes add.
macro_rules! tuple {
    ($($P:ident $p:ident $C:ident $c:ident $f:ident,)*
        | $Q:ident $q:ident $D:ident $d:ident $g:ident) => {
        impl<$($P: Modes, $C: DynamicCoordinate<$P>,)* $Q: Modes, $D: DynamicCoordinate<$Q>>
            sealed::Sealed<($($P,)* $Q,)> for ($($C,)* $D,)
        {
        }

        impl<$($P: Modes, $C: DynamicCoordinate<$P>,)* $Q: Modes, $D: DynamicCoordinate<$Q>>
            DynamicCoordinate<($($P,)* $Q,)> for ($($C,)* $D,)
        {
            #[inline(always)]
            fn offset(
                self,
                modes: &($($P,)* $Q,),
                flow: &<($($P,)* $Q,) as Modes>::Flow,
            ) -> isize {
                let ($($p,)* $q,) = modes;
                let ($($f,)* $g,) = flow;
                let ($($c,)* $d,) = self;
                let offset = 0isize;
                $(let offset = offset.wrapping_add($c.offset($p, $f));)*
                offset.wrapping_add($d.offset($q, $g))
            }

            #[inline(always)]
            fn natural(self, modes: &($($P,)* $Q,)) -> <($($P,)* $Q,) as Modes>::Natural {
                let ($($p,)* $q,) = modes;
                let ($($c,)* $d,) = self;
                ($($c.natural($p),)* $d.natural($q),)
            }

            #[inline(always)]
            fn outside(self, modes: &($($P,)* $Q,), at: ModePath) -> Option<Outside> {
                let ($($p,)* $q,) = modes;
                let ($($c,)* $d,) = self;
                let mode = 0;
                $(
                    if let Some(outside) = $c.outside($p, at.mode(mode)) {
                        return Some(outside);
                    }
                    let mode = mode + 1;
                )*
                $d.outside($q, at.mode(mode))
            }
        }
    };
}

for_each_rank!(tuple);
