//! `DynamicSlicer`: which modes of a view to keep, and where to stand in the others.

use core::ops::{Range, RangeFull};

use crate::dynamic::number::{AnyExtent, AnyStride};
use crate::dynamic::rank::for_each_rank;
use crate::dynamic::{DynamicCoordinate, Extent, Mode, Modes, ShapeError};
use crate::outside::{ModePath, Outside};

mod sealed {
    pub trait Sealed<M> {}
}

/// A coordinate in which `..` keeps a mode, CuTe's `_`, and a range keeps a part of a leaf.
///
/// The modes that are kept become the modes of the slice, in their order, those
/// from within a mode too: `(.., 3, (1, ..))` of `(A, B, (C, D))` is `(A, D)`. Views read
/// memory at what the trait answers, so only this crate implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not slice this view",
    label = "not compatible with the shape",
    note = "each mode takes `..`, one integer, or a tuple of its rank; a leaf a range too",
    note = "the shape is nested like `{M}`"
)]
pub trait DynamicSlicer<M: Modes>: sealed::Sealed<M> {
    /// The list `Rest` with the kept modes in front.
    #[doc(hidden)]
    type Before<Rest>;

    #[doc(hidden)]
    fn keep<Rest>(&self, modes: &M, rest: Rest) -> Self::Before<Rest>;

    /// The offset of what is fixed.
    #[doc(hidden)]
    fn fixed(&self, modes: &M, flow: &M::Flow) -> isize;

    /// Whether what is fixed is within the extents.
    #[doc(hidden)]
    fn check(&self, modes: &M) -> Result<(), ShapeError>;
}

/// The modes that the slicer `S` keeps of `M`.
pub type DynamicSlice<S, M> = <<S as DynamicSlicer<M>>::Before<()> as KeptModes>::Modes;

/// A list of modes.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Kept<First, Rest>(First, Rest);

/// The modes of a list.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this slice has no modes, or more than 16",
    note = "keep a mode with `..`; an element is `view[coordinate]`"
)]
pub trait KeptModes {
    type Modes: Modes;

    fn modes(self) -> Self::Modes;
}

impl<M: Modes> sealed::Sealed<M> for RangeFull {}

impl<M: Modes> DynamicSlicer<M> for RangeFull {
    type Before<Rest> = Kept<M, Rest>;

    #[inline(always)]
    fn keep<Rest>(&self, modes: &M, rest: Rest) -> Kept<M, Rest> {
        Kept(*modes, rest)
    }

    #[inline(always)]
    fn fixed(&self, _: &M, _: &M::Flow) -> isize {
        0
    }

    #[inline(always)]
    fn check(&self, _: &M) -> Result<(), ShapeError> {
        Ok(())
    }
}

impl<M: Modes> sealed::Sealed<M> for usize {}

impl<M: Modes> DynamicSlicer<M> for usize {
    type Before<Rest> = Rest;

    #[inline(always)]
    fn keep<Rest>(&self, _: &M, rest: Rest) -> Rest {
        rest
    }

    #[inline(always)]
    fn fixed(&self, modes: &M, flow: &M::Flow) -> isize {
        self.offset(modes, flow)
    }

    #[inline(always)]
    fn check(&self, modes: &M) -> Result<(), ShapeError> {
        let Some(Outside { integer, extent, .. }) = self.outside(modes, ModePath::ALL) else {
            return Ok(());
        };
        let rule = "an integer must be below its extent, in a slice";
        let numbers = [integer as i128, extent as i128];
        Err(ShapeError::broken("", rule, &["integer", "extent"], &numbers))
    }
}

impl<E: AnyExtent, D: AnyStride> sealed::Sealed<Mode<E, D>> for Range<usize> {}

impl<E: AnyExtent, D: AnyStride> DynamicSlicer<Mode<E, D>> for Range<usize> {
    type Before<Rest> = Kept<Mode<Extent, D>, Rest>;

    #[inline(always)]
    fn keep<Rest>(&self, modes: &Mode<E, D>, rest: Rest) -> Self::Before<Rest> {
        let extent = Extent::new(self.end.wrapping_sub(self.start));
        Kept(Mode { extent, stride: modes.stride }, rest)
    }

    #[inline(always)]
    fn fixed(&self, modes: &Mode<E, D>, flow: &isize) -> isize {
        self.start.offset(modes, flow)
    }

    #[inline(always)]
    fn check(&self, modes: &Mode<E, D>) -> Result<(), ShapeError> {
        let extent = modes.extent.extent();
        if self.start < self.end && self.end <= extent {
            return Ok(());
        }
        let rule = "a range must have a coordinate and end within its extent, in a slice";
        let numbers = [self.start as i128, self.end as i128, extent as i128];
        Err(ShapeError::broken("", rule, &["start", "end", "extent"], &numbers))
    }
}

/// The list `Rest` with what each slicer keeps of its modes in front: the type, and the value.
macro_rules! before {
    ($Rest:ident:) => { $Rest };
    ($Rest:ident: $P:ident $C:ident, $($more:tt)*) => {
        <$C as DynamicSlicer<$P>>::Before<before!($Rest: $($more)*)>
    };
}
macro_rules! keep {
    ($rest:ident:) => { $rest };
    ($rest:ident: $p:ident $c:ident, $($more:tt)*) => { $c.keep($p, keep!($rest: $($more)*)) };
}

/// The list of modes: the type, and the pattern of a value.
macro_rules! list {
    () => { () };
    ($P:ident, $($more:tt)*) => { Kept<$P, list!($($more)*)> };
}
macro_rules! pattern {
    () => { () };
    ($p:ident, $($more:tt)*) => { Kept($p, pattern!($($more)*)) };
}

/// Implements the traits for a tuple, and for the list of its modes.
macro_rules! slicer {
    ($($P:ident $p:ident $C:ident $c:ident $f:ident,)*
        | $Q:ident $q:ident $D:ident $d:ident $g:ident) => {
        impl<$($P: Modes,)* $Q: Modes> KeptModes for list!($($P,)* $Q,) {
            type Modes = ($($P,)* $Q,);

            #[inline(always)]
            fn modes(self) -> Self::Modes {
                let pattern!($($p,)* $q,) = self;
                ($($p,)* $q,)
            }
        }

        impl<$($P: Modes, $C: DynamicSlicer<$P>,)* $Q: Modes, $D: DynamicSlicer<$Q>>
            sealed::Sealed<($($P,)* $Q,)> for ($($C,)* $D,)
        {
        }

        impl<$($P: Modes, $C: DynamicSlicer<$P>,)* $Q: Modes, $D: DynamicSlicer<$Q>>
            DynamicSlicer<($($P,)* $Q,)> for ($($C,)* $D,)
        {
            type Before<Rest> = before!(Rest: $($P $C,)* $Q $D,);

            #[inline(always)]
            fn keep<Rest>(&self, modes: &($($P,)* $Q,), rest: Rest) -> Self::Before<Rest> {
                let ($($p,)* $q,) = modes;
                let ($($c,)* $d,) = self;
                keep!(rest: $($p $c,)* $q $d,)
            }

            #[inline(always)]
            fn fixed(
                &self,
                modes: &($($P,)* $Q,),
                flow: &<($($P,)* $Q,) as Modes>::Flow,
            ) -> isize {
                let ($($p,)* $q,) = modes;
                let ($($f,)* $g,) = flow;
                let ($($c,)* $d,) = self;
                let offset = 0isize;
                $(let offset = offset.wrapping_add($c.fixed($p, $f));)*
                offset.wrapping_add($d.fixed($q, $g))
            }

            #[inline(always)]
            fn check(&self, modes: &($($P,)* $Q,)) -> Result<(), ShapeError> {
                let ($($p,)* $q,) = modes;
                let ($($c,)* $d,) = self;
                $($c.check($p)?;)*
                $d.check($q)
            }
        }
    };
}

for_each_rank!(slicer);
