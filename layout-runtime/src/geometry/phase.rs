//! `Phase`: whether numbers are known at compile time, as a type.
//!
//! Where a layout of constants and one of run-time numbers need another function, an associated type
//! or function of [`Phase`] is that function, and the other is not instantiated. A branch on a
//! constant would not do: unoptimised, rustc also evaluates the constants of the branch not taken,
//! and those of run-time numbers are none.

use crate::geometry::Geometry;
use crate::geometry::coordinate::Coordinate;
use crate::geometry::out_of_range::{ModePath, OutOfRange};
use crate::geometry::split::Flowing;
use crate::iterate::Sweeps;
use crate::layout::Evaluate;
use crate::number::word::Word;
use crate::queries::{Checks, Slicer};

mod sealed {
    pub trait Sealed {}
}

/// The time at which all numbers of a geometry are known: [`CompileTime`] or [`RunTime`].
#[doc(hidden)]
pub trait Phase:
    sealed::Sealed + Evaluate + Sweeps + Checks + Copy + Send + Sync + 'static
{
    /// [`CompileTime`] if both are.
    #[doc(hidden)]
    type And<O: Phase>: Phase;
    /// The numbers that are computed once to split 1-D coordinates: none where all is known.
    #[doc(hidden)]
    type Flow<G: Geometry, W: Word>: Copy + Send + Sync;

    #[doc(hidden)]
    const IS_CONSTANT: bool;

    #[doc(hidden)]
    fn flow<G: Geometry, W: Word>(geometry: &G) -> Self::Flow<G, W>;

    /// Keeps the flows of all leaves, or drops those that are constants.
    #[doc(hidden)]
    fn kept<G: Geometry, W: Word>(flow: G::Flow<W>) -> Self::Flow<G, W>;

    #[doc(hidden)]
    fn offset<G, W, C>(geometry: &G, flow: &Self::Flow<G, W>, coordinate: C) -> W
    where
        G: Geometry,
        W: Word,
        C: Coordinate<G, W>;

    /// The offset of what a slicer fixes.
    #[doc(hidden)]
    fn fixed<G, S>(geometry: &G, flow: &Self::Flow<G, usize>, slicer: &S) -> usize
    where
        G: Geometry<Phase = Self>,
        S: Slicer<G>;

    #[doc(hidden)]
    fn is_within<G, W, C>(geometry: &G, coordinate: C) -> bool
    where
        G: Geometry<Phase = Self>,
        W: Word,
        C: Coordinate<G, W>;

    #[doc(hidden)]
    fn outside<G, W, C>(geometry: &G, coordinate: C, at: ModePath) -> Option<OutOfRange>
    where
        G: Geometry<Phase = Self>,
        W: Word,
        C: Coordinate<G, W>;
}

/// All numbers are known at compile time.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct CompileTime;

/// Some number is known at run time alone.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct RunTime;

impl sealed::Sealed for CompileTime {}
impl sealed::Sealed for RunTime {}

impl Phase for CompileTime {
    type And<O: Phase> = O;
    type Flow<G: Geometry, W: Word> = ();

    const IS_CONSTANT: bool = true;

    #[inline(always)]
    fn flow<G: Geometry, W: Word>(_: &G) {}

    #[inline(always)]
    fn kept<G: Geometry, W: Word>(_: G::Flow<W>) {}

    #[inline(always)]
    fn offset<G: Geometry, W: Word, C: Coordinate<G, W>>(_: &G, _: &(), coordinate: C) -> W {
        coordinate.known()
    }

    #[inline(always)]
    fn fixed<G: Geometry, S: Slicer<G>>(_: &G, _: &(), slicer: &S) -> usize {
        slicer.fixed_known()
    }

    #[inline(always)]
    fn is_within<G: Geometry, W: Word, C: Coordinate<G, W>>(_: &G, coordinate: C) -> bool {
        coordinate.is_within_known()
    }

    #[inline(always)]
    fn outside<G, W, C>(_: &G, coordinate: C, at: ModePath) -> Option<OutOfRange>
    where
        G: Geometry,
        W: Word,
        C: Coordinate<G, W>,
    {
        coordinate.outside_known(at)
    }
}

impl Phase for RunTime {
    type And<O: Phase> = RunTime;
    type Flow<G: Geometry, W: Word> = G::Flow<W>;

    const IS_CONSTANT: bool = false;

    #[inline(always)]
    fn flow<G: Geometry, W: Word>(geometry: &G) -> G::Flow<W> {
        geometry.flow(&mut Flowing::start())
    }

    #[inline(always)]
    fn kept<G: Geometry, W: Word>(flow: G::Flow<W>) -> G::Flow<W> {
        flow
    }

    #[inline(always)]
    fn offset<G: Geometry, W: Word, C: Coordinate<G, W>>(
        geometry: &G,
        flow: &G::Flow<W>,
        coordinate: C,
    ) -> W {
        coordinate.offset(geometry, flow)
    }

    #[inline(always)]
    fn fixed<G: Geometry, S: Slicer<G>>(geometry: &G, flow: &G::Flow<usize>, slicer: &S) -> usize {
        slicer.fixed(geometry, flow)
    }

    #[inline(always)]
    fn is_within<G: Geometry, W: Word, C: Coordinate<G, W>>(geometry: &G, coordinate: C) -> bool {
        coordinate.outside(geometry, ModePath::ALL).is_none()
    }

    #[inline(always)]
    fn outside<G, W, C>(geometry: &G, coordinate: C, at: ModePath) -> Option<OutOfRange>
    where
        G: Geometry,
        W: Word,
        C: Coordinate<G, W>,
    {
        coordinate.outside(geometry, at)
    }
}
