//! `Checks`: what views rest on, decided while the program compiles where all numbers are known then,
//! and at run time otherwise.

use super::contains::{Answer, contains, is_block, is_rearranged_block};
use super::contiguous::is_contiguous;
use super::image::{Image, apart};
use super::injective::assert_disjoint;
use super::proofs::{Contains, Injective};
use super::steps::{MAX_LEAVES, MAX_LEAVES_SMALL, Steps, most_leaves};
use super::walk::Count;
use crate::error::ShapeError;
use crate::geometry::Geometry;
use crate::geometry::leaves::numbers;
use crate::geometry::range::Range;
use crate::geometry::table::Table;
use crate::iterate::counters::Counters;
use crate::iterate::sorted::InPlace;
use crate::map::{OffsetMap, blocks};
use crate::notation::notation;
use crate::phase::Phase;

/// The elements that a layout needs.
#[derive(Clone, Copy)]
pub struct Span {
    /// The smallest offset, or 0.
    pub first: isize,
    /// The number of offsets from that to the largest.
    pub length: usize,
}

/// The walk over the coordinates of a geometry.
pub type WalkOf<G> = <<G as Geometry>::Phase as Phase>::Walk<Count<G>, Counters<G>>;

/// An iterator over the coordinates of a geometry.
#[inline(always)]
pub fn walk<G: Geometry>(geometry: &G) -> WalkOf<G> {
    G::Phase::walk(Count::new, || Counters::new(*geometry, geometry.product(), 0, InPlace))
}

/// The answers for layouts of constants, and for those with run-time numbers.
#[doc(hidden)]
pub trait Checks: Phase {
    /// The elements that a layout needs, in checked arithmetic, if its offsets fit.
    #[inline(always)]
    fn span<G: Geometry, O: OffsetMap>(geometry: &G) -> Option<Span> {
        Self::choose(
            || Some(const { Span { first: Image::<G, O>::FIRST, length: Image::<G, O>::SPAN } }),
            || span_at_run_time::<G, O>(geometry),
        )
    }

    /// The rule by which they do not.
    #[inline(always)]
    fn unspanned<G: Geometry, O: OffsetMap>(geometry: &G) -> ShapeError {
        if const { Self::IS_CONSTANT } {
            return ShapeError::broken("", "every offset must fit `isize`", &[], &[]);
        }
        Range::reason(geometry)
    }

    /// Checks that no two coordinates share an offset.
    #[inline]
    fn injective<G: Geometry>(geometry: &G) -> Result<(), ShapeError> {
        let () = Injective::<G>::SHOWN;
        if const { Self::IS_CONSTANT } { Ok(()) } else { assert_disjoint(geometry) }
    }

    /// Checks that each element of the layout `H` with the map `N` is one of `G` with `O`.
    #[inline(always)]
    fn contains<G: Geometry, O: OffsetMap, H: Geometry, N: OffsetMap>(
        outer: &G,
        inner: &H,
    ) -> Result<(), ShapeError> {
        let () = Contains::<G, O, H, N>::SHOWN;
        if const { Self::IS_CONSTANT } {
            return Ok(());
        }
        contains_at_run_time::<G, O, H, N>(outer, inner)
    }

    /// Returns true if the offset is the 1-D coordinate.
    #[inline(always)]
    fn is_contiguous<G: Geometry>(geometry: &G) -> bool {
        Self::choose(
            || const { G::SIZE <= 1 || matches!(G::STEP, Some(1)) },
            || is_contiguous(geometry),
        )
    }

    /// The notation of a layout, where it is known while the program compiles.
    #[inline(always)]
    fn notation<G: Geometry, O: OffsetMap>() -> &'static str {
        Self::choose(|| const { notation::<G, O>() }, || "")
    }

    /// The name of a view of the layout in a panic.
    #[inline(always)]
    fn name<G: Geometry, O: OffsetMap>() -> &'static str {
        Self::choose(|| const { notation::<G, O>() }, || "a view")
    }

    /// Returns true if there are no coordinates.
    #[inline(always)]
    fn is_empty<G: Geometry>(geometry: &G) -> bool {
        Self::choose(|| const { G::SIZE == 0 }, || geometry.product::<usize>() == 0)
    }
}

impl<P: Phase> Checks for P {}

#[inline]
fn span_at_run_time<G: Geometry, O: OffsetMap>(geometry: &G) -> Option<Span> {
    let range = Range::of(geometry)?;
    if range.size == 0 {
        return Some(Span { first: 0, length: 0 });
    }
    if const { O::IDENTITY } {
        // One of the offsets is 0, and LLVM need not find out which is less.
        let length = range.max.wrapping_sub(range.min) as usize + 1;
        return Some(Span { first: range.min, length });
    }
    let (min, max) = blocks::<O>(range.min, range.max)?;
    let first = min.min(0);
    Some(Span { first, length: max.max(0).abs_diff(first) + 1 })
}

// The numbers are read here: a reference to a geometry would have its reciprocals made.
#[inline(always)]
fn contains_at_run_time<G: Geometry, O: OffsetMap, H: Geometry, N: OffsetMap>(
    outer: &G,
    inner: &H,
) -> Result<(), ShapeError> {
    let apart = const { if let Some(apart) = apart::<O, N>() { apart } else { 0 } };
    let Some(range) = Range::of(inner) else { return Err(Range::reason(inner)) };
    if range.size == 0 {
        return Ok(());
    }
    if const { most_leaves::<G, H>() <= 2 } {
        assert_within::<G, H, 2, 2>(outer, inner, apart, range)
    } else if const { most_leaves::<G, H>() <= MAX_LEAVES_SMALL } {
        assert_within::<G, H, MAX_LEAVES_SMALL, LEAVES_OF_MOST>(outer, inner, apart, range)
    } else {
        assert_within::<G, H, MAX_LEAVES, MAX_LEAVES>(outer, inner, apart, range)
    }
}

/// The leaves for which there is room in a search of more than two: LLVM would spell out loops over no more than [`MAX_LEAVES_SMALL`].
const LEAVES_OF_MOST: usize = 2 * MAX_LEAVES_SMALL;

/// The most pairs of leaves that are compared in their place, without a call.
const MOST_PAIRS: usize = 9;

/// The number of leaves but for those that are known to stay.
const fn moving_leaves(table: &Table, leaves: usize) -> usize {
    let (mut moving, mut leaf) = (0, 0);
    while leaf < leaves {
        moving += !matches!(table.known_stride(leaf), Some(0)) as usize;
        leaf += 1;
    }
    moving
}

/// [`contains_at_run_time`] of no more than `N` leaves: the inner offsets have the given range, which is not empty, and are
/// moved by a distance. In a search there is room for `ROOM` leaves.
#[inline(always)]
fn assert_within<G: Geometry, H: Geometry, const N: usize, const ROOM: usize>(
    outer: &G,
    inner: &H,
    apart: isize,
    range: Range,
) -> Result<(), ShapeError> {
    let (outer, inner) = (numbers::<G, N>(outer), numbers::<H, N>(inner));
    let is_few = const { G::LEAVES * moving_leaves(&H::TABLE, H::LEAVES) <= MOST_PAIRS };
    if apart == 0
        && (is_block(&outer, &inner)
            || is_few && is_rearranged_block(outer.slices(), inner.slices()))
    {
        return Ok(());
    }
    // Copies, so that LLVM keeps the numbers of a block in registers.
    let (outer, inner) = ((outer.shape, outer.stride), (inner.shape, inner.stride));
    let outer = (&outer.0[..const { G::LEAVES }], &outer.1[..const { G::LEAVES }]);
    let inner = (&inner.0[..const { H::LEAVES }], &inner.1[..const { H::LEAVES }]);
    search_within::<ROOM>(outer, inner, apart, range)
}

/// A function of its own: the same for all layouts of no more leaves.
#[inline(never)]
fn search_within<const ROOM: usize>(
    outer: (&[usize], &[isize]),
    inner: (&[usize], &[isize]),
    apart: isize,
    range: Range,
) -> Result<(), ShapeError> {
    if outer.0.contains(&0) {
        let rule = "each offset of the new layout must be one of the view's, which has none";
        return Err(ShapeError::broken("", rule, &["size", "view_size"], &[range.size as i128, 0]));
    }
    if apart == 0 && is_rearranged_block(outer, inner) {
        return Ok(());
    }
    let outer = Steps::<ROOM>::new(outer.0, outer.1);
    let (min, max) = (range.min.checked_add(apart), range.max.checked_add(apart));
    if let (Some(min), Some(max)) = (min, max)
        && outer.min <= min
        && max <= outer.max
        && outer.has_no_gaps()
    {
        return Ok(());
    }
    let inner = Steps::<ROOM>::new(inner.0, inner.1).moved(apart);
    let (rule, offset) = match contains(&outer, &inner) {
        Answer::Yes => return Ok(()),
        Answer::No(offset) => ("each offset of the new layout must be one of the view's", offset),
        Answer::Unknown => (
            "it could not be shown that each offset of the new layout is one of the view's",
            inner.min,
        ),
    };
    let numbers = [offset, outer.min, outer.max].map(|number| number as i128);
    Err(ShapeError::broken("", rule, &["offset", "min_offset", "max_offset"], &numbers))
}
