//! `Slicer`: which modes of a view to keep, and where to stand in the others.

use core::ops::{Range, RangeFull};

use crate::error::ShapeError;
use crate::geometry::evaluate::Flows;
use crate::geometry::mode::{AnyMode, Mode};
use crate::geometry::out_of_range::{ModePath, OutOfRange};
use crate::geometry::{Coordinate, Geometry};
use crate::map::{Identity, OffsetMap};
use crate::number::word::Word;
use crate::number::{AnyExtent, AnyStride, Extent};
use crate::phase::{Computation, Phase};
use crate::rank::for_each_rank;

mod sealed {
    pub trait Sealed<G, W> {}
}

/// A coordinate in which `..` keeps a mode, CuTe's `_`, and a range of integers a part of a leaf.
///
/// One integer in the place of a nested mode is its 1-D coordinate, as everywhere: of a mode `(2,3)`, 5 is `(1,2)`. A
/// coordinate of fewer modes is therefore no error where modes are nested; `((1, 2), ..)` is one of its profile.
///
/// The modes that are kept become the modes of the slice, in their order, those
/// from within a mode too: `(.., 3, (1, ..))` of `(A, B, (C, D))` is `(A, D)`. A range is an extent
/// that is known at run time, and may be empty. Views read memory at what the trait answers, so only
/// this crate implements it, for integers, `..`, ranges, and tuples of slicers. `W` is the word of the
/// integers, as of a [`Coordinate`].
///
/// ```
/// use layout_view::{View, layout};
///
/// let buffer: Vec<u32> = (0..24).collect();
/// let v = View::new(&buffer, layout!((4,6):(6,1)));
/// assert!(v.slice((2, ..)).iter().copied().eq(12..18));
/// assert!(v.slice((1..3, 5)).iter().eq(&[11, 17]));
/// assert_eq!(v.slice((.., 3..3)).size(), 0);
///
/// let nested = View::new(&buffer, layout!(((2,3),4):((1,2),6)));
/// assert!(nested.slice((5, ..)).iter().eq(nested.slice(((1, 2), ..)).iter()));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not slice this layout: each mode takes `..`, one integer, or a tuple of its rank; a leaf a range too"
)]
pub trait Slicer<G: Geometry, W: Word = usize>: Clone + sealed::Sealed<G, W> {
    /// The list `Rest` with the modes that are kept in front.
    #[doc(hidden)]
    type Before<Rest>;

    /// The bits of all strides by which what is fixed moves.
    #[doc(hidden)]
    const FIXED_BITS: isize;

    #[doc(hidden)]
    fn keep<Rest>(&self, geometry: &G, rest: Rest) -> Self::Before<Rest>;

    /// The offset of what is fixed, where its integers are below their extents.
    #[doc(hidden)]
    fn fixed(&self, geometry: &G, flow: &G::Flow<W>) -> W;

    /// [`Slicer::fixed`] where all numbers are known at compile time, as a sum: what the map looks at, and multiples of its reach, `times` a
    /// number. Each is added to what is there mode by mode, so that a compiler sees a sum that begins with an address.
    #[doc(hidden)]
    fn fixed_onto<M: OffsetMap>(&self, onto: (W, W), times: W) -> (W, W);

    /// The first integer or range that is not within the extent of what it stands for, in the mode
    /// `at`.
    #[doc(hidden)]
    fn refused(&self, geometry: &G, at: ModePath) -> Option<Refused>;
}

/// The slicer `S` of the geometry `G`, as an argument: the bound is on the argument itself, so that rustc says there, once, what is wrong. Each
/// slicer is itself, and nothing else is one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not slice this layout: each mode takes `..`, one integer, or a tuple of its rank; a leaf a range too"
)]
pub trait Slices<G: Geometry, S, W: Word = usize>: Sized {
    #[doc(hidden)]
    fn this(self) -> S;
}

#[diagnostic::do_not_recommend]
impl<G: Geometry, S: Slicer<G, W>, W: Word> Slices<G, S, W> for S {
    #[inline(always)]
    fn this(self) -> S {
        self
    }
}

/// A second implementation, of no type: of a single one rustc would take the argument for the slicer before it asks whether it is one.
#[diagnostic::do_not_recommend]
impl<G: Geometry, N: Nothing, W: Word> Slices<G, RangeFull, W> for N {
    fn this(self) -> RangeFull {
        self.never()
    }
}

/// No type is nothing, which rustc knows of a trait of the crate that asks.
#[doc(hidden)]
pub trait Nothing {
    fn never<T>(self) -> T;
}

/// The offset of the coordinates that a slicer fixes, before the map.
#[doc(hidden)]
#[inline(always)]
pub fn fixed_offset<G: Geometry, S: Slicer<G>>(geometry: &G, flow: &Flows<G>, slicer: &S) -> usize {
    G::Phase::load(flow, FixedOf { geometry, slicer })
}

/// The offset that a slicer fixes.
struct FixedOf<'s, G, S> {
    geometry: &'s G,
    slicer: &'s S,
}

impl<G: Geometry, S: Slicer<G>> Computation<G::Flow<usize>> for FixedOf<'_, G, S> {
    type Output = usize;

    #[inline(always)]
    fn constant(self) -> usize {
        let (_, offset) = self.slicer.fixed_onto::<Identity>((0, 0), 1);
        offset
    }

    #[inline(always)]
    fn run_time(self, flow: &G::Flow<usize>) -> usize {
        self.slicer.fixed(self.geometry, flow)
    }
}

/// The geometry of the modes that the slicer `S` keeps of `G`.
#[doc(hidden)]
pub type KeptOf<S, G, W = usize> = <<S as Slicer<G, W>>::Before<()> as Kept>::Geometry;

/// The part of a slice that is not within the extents.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    Integer(OutOfRange),
    Range { start: usize, end: usize, extent: usize },
}

impl Refused {
    #[cold]
    pub fn error(self) -> ShapeError {
        match self {
            Refused::Integer(OutOfRange { integer, extent, .. }) => {
                let rule = "an integer must be below its extent, in a slice";
                let numbers = [integer as i128, extent as i128];
                ShapeError::broken("", rule, &["integer", "extent"], &numbers)
            }
            Refused::Range { start, end, extent } => {
                let rule = "a range must not end before it starts, nor past its extent, in a slice";
                let numbers = [start as i128, end as i128, extent as i128];
                ShapeError::broken("", rule, &["start", "end", "extent"], &numbers)
            }
        }
    }

    /// Panics, of a view of a layout.
    #[cold]
    #[inline(never)]
    #[track_caller]
    pub fn panic(self, layout: &'static str) -> ! {
        match self {
            Refused::Integer(outside) => outside.refuse(layout),
            Refused::Range { .. } => self.error().panic(),
        }
    }
}

/// A list of modes.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Keep<First, Rest>(First, Rest);

/// The geometry whose modes are a list.
#[doc(hidden)]
#[cfg_attr(
    feature = "rank-16",
    diagnostic::on_unimplemented(
        message = "this slice has no modes, or more than 16: keep one with `..`; an element is `view[coordinate]`"
    )
)]
#[cfg_attr(
    not(feature = "rank-16"),
    diagnostic::on_unimplemented(
        message = "this slice has no modes, or more than 8 (16 with the feature `rank-16` of `layout-view`): keep one with `..`; \
                   an element is `view[coordinate]`"
    )
)]
pub trait Kept {
    type Geometry: Geometry;

    fn geometry(self) -> Self::Geometry;
}

impl<G: Geometry, W: Word> sealed::Sealed<G, W> for RangeFull {}

#[diagnostic::do_not_recommend]
impl<G: Geometry, W: Word> Slicer<G, W> for RangeFull {
    type Before<Rest> = Keep<G, Rest>;

    const FIXED_BITS: isize = 0;

    #[inline(always)]
    fn keep<Rest>(&self, geometry: &G, rest: Rest) -> Keep<G, Rest> {
        Keep(*geometry, rest)
    }

    #[inline(always)]
    fn fixed(&self, _: &G, _: &G::Flow<W>) -> W {
        W::ZERO
    }

    #[inline(always)]
    fn fixed_onto<M: OffsetMap>(&self, onto: (W, W), _: W) -> (W, W) {
        onto
    }

    #[inline(always)]
    fn refused(&self, _: &G, _: ModePath) -> Option<Refused> {
        None
    }
}

impl<G: Geometry, W: Word> sealed::Sealed<G, W> for W {}

#[diagnostic::do_not_recommend]
impl<G: Geometry, W: Word> Slicer<G, W> for W {
    type Before<Rest> = Rest;

    const FIXED_BITS: isize = G::STRIDE_BITS;

    #[inline(always)]
    fn keep<Rest>(&self, _: &G, rest: Rest) -> Rest {
        rest
    }

    #[inline(always)]
    fn fixed(&self, geometry: &G, flow: &G::Flow<W>) -> W {
        Coordinate::<G, W>::offset(*self, geometry, flow)
    }

    #[inline(always)]
    fn fixed_onto<M: OffsetMap>(&self, onto: (W, W), times: W) -> (W, W) {
        let (within, beyond) = Coordinate::<G, W>::known_apart(*self, M::REACH);
        (onto.0.plus(within), onto.1.plus(beyond.times(times)))
    }

    #[inline(always)]
    fn refused(&self, geometry: &G, at: ModePath) -> Option<Refused> {
        Coordinate::outside(*self, geometry, at).map(Refused::Integer)
    }
}

impl<M: AnyMode> sealed::Sealed<M, usize> for Range<usize> {}

#[diagnostic::do_not_recommend]
impl<M: AnyMode> Slicer<M> for Range<usize> {
    type Before<Rest> = Keep<Mode<Extent, M::Stride>, Rest>;

    const FIXED_BITS: isize = M::STRIDE_BITS;

    #[inline(always)]
    fn keep<Rest>(&self, mode: &M, rest: Rest) -> Self::Before<Rest> {
        let extent = Extent::new(self.end.wrapping_sub(self.start));
        Keep(Mode { extent, stride: mode.stride() }, rest)
    }

    #[inline(always)]
    fn fixed(&self, mode: &M, _: &<M as Geometry>::Flow<usize>) -> usize {
        self.start.wrapping_mul(mode.stride().stride() as usize)
    }

    #[inline(always)]
    fn fixed_onto<N: OffsetMap>(&self, onto: (usize, usize), times: usize) -> (usize, usize) {
        Slicer::<M>::fixed_onto::<N>(&self.start, onto, times)
    }

    #[inline(always)]
    fn refused(&self, mode: &M, _: ModePath) -> Option<Refused> {
        let (start, end, extent) = (self.start, self.end, mode.extent().extent());
        if start <= end && end <= extent {
            return None;
        }
        Some(Refused::Range { start, end, extent })
    }
}

/// The list `Rest` with what each slicer keeps of its mode in front, as a type and as a value.
macro_rules! before {
    ($Rest:ident:) => { $Rest };
    ($Rest:ident: $P:ident $C:ident, $($more:tt)*) => {
        <$C as Slicer<$P, W>>::Before<before!($Rest: $($more)*)>
    };
}
macro_rules! keep {
    ($rest:ident:) => { $rest };
    ($rest:ident: $p:ident $c:ident, $($more:tt)*) => { $c.keep($p, keep!($rest: $($more)*)) };
}

/// The list of modes, as a type and as a pattern.
macro_rules! list {
    () => { () };
    ($P:ident, $($more:tt)*) => { Keep<$P, list!($($more)*)> };
}
macro_rules! pattern {
    () => { () };
    ($p:ident, $($more:tt)*) => { Keep($p, pattern!($($more)*)) };
}

/// Implements the traits for a tuple, and for the list of its modes.
macro_rules! slicer {
    ($($P:ident $p:ident $C:ident $c:ident $f:ident,)*
        | $Q:ident $q:ident $D:ident $d:ident $g:ident) => {
        #[diagnostic::do_not_recommend]
        impl<$($P: Geometry,)* $Q: Geometry> Kept for list!($($P,)* $Q,) {
            type Geometry = ($($P,)* $Q,);

            #[inline(always)]
            fn geometry(self) -> Self::Geometry {
                let pattern!($($p,)* $q,) = self;
                ($($p,)* $q,)
            }
        }

        impl<W: Word, $($P: Geometry, $C: Slicer<$P, W>,)* $Q: Geometry, $D: Slicer<$Q, W>>
            sealed::Sealed<($($P,)* $Q,), W> for ($($C,)* $D,)
        {
        }

        #[diagnostic::do_not_recommend]
        impl<W: Word, $($P: Geometry, $C: Slicer<$P, W>,)* $Q: Geometry, $D: Slicer<$Q, W>>
            Slicer<($($P,)* $Q,), W> for ($($C,)* $D,)
        {
            type Before<Rest> = before!(Rest: $($P $C,)* $Q $D,);

            const FIXED_BITS: isize = $($C::FIXED_BITS |)* $D::FIXED_BITS;

            #[inline(always)]
            fn keep<Rest>(&self, geometry: &($($P,)* $Q,), rest: Rest) -> Self::Before<Rest> {
                let ($($p,)* $q,) = geometry;
                let ($($c,)* $d,) = self;
                keep!(rest: $($p $c,)* $q $d,)
            }

            #[inline(always)]
            fn fixed(
                &self,
                geometry: &($($P,)* $Q,),
                flow: &<($($P,)* $Q,) as Geometry>::Flow<W>,
            ) -> W {
                let ($($p,)* $q,) = geometry;
                let ($($f,)* $g,) = flow;
                let ($($c,)* $d,) = self;
                let offset = W::ZERO;
                $(let offset = offset.plus($c.fixed($p, $f));)*
                offset.plus($d.fixed($q, $g))
            }

            #[inline(always)]
            fn fixed_onto<M: OffsetMap>(&self, onto: (W, W), times: W) -> (W, W) {
                let ($($c,)* $d,) = self;
                $(let onto = $c.fixed_onto::<M>(onto, times);)*
                $d.fixed_onto::<M>(onto, times)
            }

            #[inline(always)]
            fn refused(&self, geometry: &($($P,)* $Q,), at: ModePath) -> Option<Refused> {
                let ($($p,)* $q,) = geometry;
                let ($($c,)* $d,) = self;
                let mode = 0;
                $(
                    if let Some(refused) = $c.refused($p, at.mode(mode)) {
                        return Some(refused);
                    }
                    let mode = mode + 1;
                )*
                $d.refused($q, at.mode(mode))
            }
        }
    };
}

for_each_rank!(slicer);

#[cfg(test)]
mod tests {
    extern crate std;

    use std::format;
    use std::string::String;

    use super::*;
    use crate::geometry::mode::Leaf;
    use crate::layout::part::PartLayout;
    use crate::prepared::Prepared;

    type P = (Leaf<2, 100>, Leaf<3, 10>, (Leaf<4, -1>, Leaf<5, 1000>));
    type Q = (Mode, Leaf<3, 10>, (Mode, Mode));

    /// The layout of a slice, and where it begins.
    fn sliced<G: Geometry, S: Slicer<G>>(g: G, slicer: S) -> (String, Option<isize>)
    where
        S::Before<()>: Kept,
    {
        let within = slicer.refused(&g, ModePath::ALL).is_none();
        let fixed = || fixed_offset(&g, &Prepared::<G>::new(g).flow, &slicer) as isize;
        (format!("{:?}", PartLayout::<_>::new(slicer.keep(&g, ()).geometry())), within.then(fixed))
    }

    fn both<S: Slicer<P, Before<()>: Kept> + Slicer<Q, Before<()>: Kept>>(
        slicer: S,
    ) -> (String, Option<isize>) {
        let mode = |extent, stride| Mode { extent: Extent::new(extent), stride };
        let known = sliced(P::VALUE, slicer.clone());
        let open = (mode(2, 100), Leaf::VALUE, (mode(4, -1), mode(5, 1000)));
        assert_eq!(sliced::<Q, S>(open, slicer), known);
        known
    }

    #[test]
    fn kept_modes_are_the_slice() {
        let is = |text, fixed| (String::from(text), Some(fixed));
        assert_eq!(both((.., 1, ..)), is("(2,(4,5)):(100,(-1,1000))", 10));
        assert_eq!(both((.., 2, (1, ..))), is("(2,5):(100,1000)", 19));
        assert_eq!(both((1, .., 7)), is("(3):(10)", 1097));
        assert_eq!(both((1, 2, (.., 4))), is("(4):(-1)", 4120));
        assert_eq!(both((.., .., (.., ..))), is("(2,3,4,5):(100,10,-1,1000)", 0));
        assert_eq!(both((1, 1..3, (2..2, ..))), is("(2,0,5):(10,-1,1000)", 108));
    }

    #[test]
    fn fixed_integers_and_ranges_are_checked() {
        assert_eq!(both((2, .., ..)).1, None);
        assert_eq!(both((1, .., 20)).1, None);
        assert_eq!(both((.., 2, (.., 5))).1, None);
        assert_eq!(both((.., 2..4, ..)).1, None);
        #[allow(clippy::reversed_empty_ranges)]
        let reversed = both((.., 2..1, ..));
        assert_eq!(reversed.1, None);
        let mode = ModePath::ALL.mode(2).mode(1);
        let outside = Refused::Integer(OutOfRange { integer: 5, extent: 5, mode });
        let slicer = (.., 2usize, (.., 5usize));
        assert_eq!(Slicer::<P>::refused(&slicer, &P::VALUE, ModePath::ALL), Some(outside));
    }
}
