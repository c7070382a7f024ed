//! `Checks`: what views rest on, decided while the program compiles where all numbers are known then,
//! and at run time otherwise.

use super::contains::{contains, is_block};
use super::disjoint::assert_disjoint;
use super::image::{Image, apart, first_offset};
use super::injective::Answer;
use super::message::Message;
use super::proofs::{Contains, Injective};
use super::steps::{Evaluated, MAX_LEAVES, MAX_LEAVES_SMALL, Steps};
use super::walk::Count;
use super::widths::{Recast, Width, check_recast};
use crate::error::ShapeError;
use crate::geometry::phase::{CompileTime, RunTime};
use crate::geometry::{Geometry, LeafNumbers, Range, numbers};
use crate::iterate::{Counters, InPlace, Walk};
use crate::map::{Map, blocks};
use crate::notation::notation;

/// The elements that a layout needs.
#[derive(Clone, Copy)]
pub struct Span {
    /// The smallest offset, or 0.
    pub first: isize,
    /// How many there are from that to the largest offset.
    pub length: usize,
}

/// A function for layouts of constants, and another for those with run-time numbers.
#[doc(hidden)]
pub trait Checks {
    /// An iterator over the coordinates.
    type Walk<G: Geometry>: Walk<Natural = G::Natural<usize>> + Send + Sync;

    fn walk<G: Geometry>(geometry: &G) -> Self::Walk<G>;

    /// The elements that a layout needs, in checked arithmetic, if its offsets fit.
    fn span<G: Geometry, O: Map>(geometry: &G) -> Option<Span>;

    /// Why they do not.
    fn unspanned<G: Geometry, O: Map>(geometry: &G) -> ShapeError;

    /// Checks that no two coordinates share an offset.
    fn injective<G: Geometry>(geometry: &G) -> Result<(), ShapeError>;

    /// Checks that each element of the layout `H` with the map `N` is one of `G` with `O`.
    fn contains<G: Geometry, O: Map, H: Geometry, N: Map>(
        outer: &G,
        inner: &H,
    ) -> Result<(), ShapeError>;

    /// Checks that each bit of the elements `B` by `H` is one of the elements `A` by `G`.
    fn recasts<A: Width, B: Width, G: Geometry, H: Geometry>(
        outer: &G,
        inner: &H,
    ) -> Result<(), ShapeError>;

    /// Returns true if the offset is the 1-D coordinate.
    fn is_contiguous<G: Geometry>(geometry: &G) -> bool;

    /// The notation of a layout, where it is known while the program compiles.
    fn notation<G: Geometry, O: Map>() -> &'static str;

    /// How a panic calls a view of the layout.
    fn name<G: Geometry, O: Map>() -> &'static str;

    /// Returns true if there are no coordinates.
    fn is_empty<G: Geometry>(geometry: &G) -> bool;
}

impl Checks for CompileTime {
    type Walk<G: Geometry> = Count<G>;

    #[inline(always)]
    fn walk<G: Geometry>(_: &G) -> Count<G> {
        Count::new()
    }

    #[inline(always)]
    fn span<G: Geometry, O: Map>(_: &G) -> Option<Span> {
        Some(const { Span { first: Image::<G, O>::FIRST, length: Image::<G, O>::SPAN } })
    }

    #[inline(always)]
    fn unspanned<G: Geometry, O: Map>(_: &G) -> ShapeError {
        ShapeError::broken("", "every offset must fit `isize`", &[], &[])
    }

    #[inline(always)]
    fn injective<G: Geometry>(_: &G) -> Result<(), ShapeError> {
        let () = Injective::<G>::SHOWN;
        Ok(())
    }

    #[inline(always)]
    fn contains<G: Geometry, O: Map, H: Geometry, N: Map>(_: &G, _: &H) -> Result<(), ShapeError> {
        let () = Contains::<G, O, H, N>::SHOWN;
        Ok(())
    }

    #[inline(always)]
    fn recasts<A: Width, B: Width, G: Geometry, H: Geometry>(
        _: &G,
        _: &H,
    ) -> Result<(), ShapeError> {
        let () = Recast::<A, B, G, H>::SHOWN;
        Ok(())
    }

    #[inline(always)]
    fn is_contiguous<G: Geometry>(_: &G) -> bool {
        const { G::SIZE <= 1 || matches!(G::STEP, Some(1)) }
    }

    #[inline(always)]
    fn notation<G: Geometry, O: Map>() -> &'static str {
        const { notation::<G, O>() }
    }

    #[inline(always)]
    fn name<G: Geometry, O: Map>() -> &'static str {
        const { notation::<G, O>() }
    }

    #[inline(always)]
    fn is_empty<G: Geometry>(_: &G) -> bool {
        const { G::SIZE == 0 }
    }
}

impl Checks for RunTime {
    type Walk<G: Geometry> = Counters<G>;

    #[inline(always)]
    fn walk<G: Geometry>(geometry: &G) -> Counters<G> {
        Counters::new(*geometry, geometry.product(), 0, InPlace)
    }

    #[inline]
    fn span<G: Geometry, O: Map>(geometry: &G) -> Option<Span> {
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

    // Of a reference that went to a cold call, all reciprocals would be made before.
    #[inline(always)]
    fn unspanned<G: Geometry, O: Map>(geometry: &G) -> ShapeError {
        match Range::of(geometry) {
            None => Range::reason(geometry),
            Some(range) => {
                let names = &["min_offset", "max_offset"];
                let rule = "every swizzled offset must fit `isize`";
                let numbers = [range.min as i128, range.max as i128];
                ShapeError::broken("", rule, names, &numbers)
            }
        }
    }

    #[inline]
    fn injective<G: Geometry>(geometry: &G) -> Result<(), ShapeError> {
        assert_disjoint(geometry)
    }

    // The numbers are read here: a reference to a geometry would have its reciprocals made.
    #[inline(always)]
    fn contains<G: Geometry, O: Map, H: Geometry, N: Map>(
        outer: &G,
        inner: &H,
    ) -> Result<(), ShapeError> {
        let () = Contains::<G, O, H, N>::SHOWN;
        let apart = const { if let Some(apart) = apart::<O, N>() { apart } else { 0 } };
        let Some(range) = Range::of(inner) else { return Err(Range::reason(inner)) };
        if range.size == 0 {
            return Ok(());
        }
        if const { leaves::<G, H>() <= 2 } {
            assert_within(&numbers::<G, 2>(outer), &numbers::<H, 2>(inner), apart, range)
        } else if const { leaves::<G, H>() <= MAX_LEAVES_SMALL } {
            assert_within(
                &numbers::<G, MAX_LEAVES_SMALL>(outer),
                &numbers::<H, MAX_LEAVES_SMALL>(inner),
                apart,
                range,
            )
        } else {
            assert_within(
                &numbers::<G, MAX_LEAVES>(outer),
                &numbers::<H, MAX_LEAVES>(inner),
                apart,
                range,
            )
        }
    }

    fn recasts<A: Width, B: Width, G: Geometry, H: Geometry>(
        outer: &G,
        inner: &H,
    ) -> Result<(), ShapeError> {
        check_recast::<A, B, G, H>(outer, inner)
    }

    #[inline(always)]
    fn is_contiguous<G: Geometry>(geometry: &G) -> bool {
        super::contiguous::is_contiguous(geometry)
    }

    #[inline(always)]
    fn notation<G: Geometry, O: Map>() -> &'static str {
        ""
    }

    #[inline(always)]
    fn name<G: Geometry, O: Map>() -> &'static str {
        "a view"
    }

    #[inline(always)]
    fn is_empty<G: Geometry>(geometry: &G) -> bool {
        geometry.product::<usize>() == 0
    }
}

/// The most leaves that one of two layouts has.
pub(super) const fn leaves<G: Geometry, H: Geometry>() -> usize {
    let most = if G::LEAVES > H::LEAVES { G::LEAVES } else { H::LEAVES };
    assert!(most <= MAX_LEAVES, "a layout has at most 64 leaves");
    most
}

/// [`Checks::contains`] of run-time numbers. The inner offsets have the given range, which is not empty, and are
/// moved by a distance.
#[inline(always)]
fn assert_within<const LEAVES: usize>(
    outer: &LeafNumbers<LEAVES>,
    inner: &LeafNumbers<LEAVES>,
    apart: isize,
    range: Range,
) -> Result<(), ShapeError> {
    if apart == 0 && is_block(outer, inner) {
        return Ok(());
    }
    search_within(outer, inner, apart, range)
}

/// A function of its own: the same for all layouts of a few leaves.
#[inline(never)]
fn search_within<const LEAVES: usize>(
    outer: &LeafNumbers<LEAVES>,
    inner: &LeafNumbers<LEAVES>,
    apart: isize,
    range: Range,
) -> Result<(), ShapeError> {
    if outer.shape.contains(&0) {
        let rule = "each offset of the new layout must be one of the view's, which has none";
        return Err(ShapeError::broken("", rule, &["size", "view_size"], &[range.size as i128, 0]));
    }
    let outer = Steps::of_numbers(outer);
    let (min, max) = (range.min.checked_add(apart), range.max.checked_add(apart));
    if let (Some(min), Some(max)) = (min, max)
        && outer.min <= min
        && max <= outer.max
        && outer.has_no_gaps()
    {
        return Ok(());
    }
    let inner = Steps::of_numbers(inner).moved(apart);
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

/// Each element of the layout `Q` with the map `N` is one of `P` with `O`.
#[track_caller]
pub(super) const fn assert_contains<P: Geometry, O: Map, Q: Geometry, N: Map>() {
    if Q::SIZE == 0 {
        return;
    }
    if P::SIZE == 0 {
        let message = Message::new("")
            .layout::<Q, N>()
            .text(" has offsets, and ")
            .layout::<P, O>()
            .text(", the view's layout, has none");
        panic!("{}", message.as_str());
    }
    let Some(apart) = apart::<O, N>() else {
        let message = Message::new("")
            .layout::<Q, N>()
            .text(" has other swizzles than ")
            .layout::<P, O>()
            .text(", the view's layout");
        panic!("{}", message.as_str());
    };
    let message = match contains(&P::STEPS, &Q::STEPS.moved(apart)) {
        Answer::Yes => return,
        Answer::No(offset) => Message::new("")
            .layout::<Q, N>()
            .text(" has offset ")
            .integer(offset.wrapping_add(first_offset::<O>()))
            .text(if O::IDENTITY { "" } else { " before the swizzle" })
            .text(", and ")
            .layout::<P, O>()
            .text(", the view's layout, has not"),
        Answer::Unknown => Message::new("it could not be shown that ")
            .layout::<P, O>()
            .text(", the view's layout, has every offset of ")
            .layout::<Q, N>(),
    };
    panic!("{}", message.as_str());
}
