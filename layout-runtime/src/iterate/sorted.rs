//! Storage order at run time: the loops of the nest as a geometry, and where its counters are in a
//! coordinate.

use layout_core::MAX_LEAVES;

use crate::geometry::Geometry;
use crate::geometry::leaves::{MAX_LEAVES_SMALL, numbers};
use crate::geometry::nest::Nest;

/// The coordinate that belongs to the counters of the loops over `G`.
pub trait Place<G: Geometry>: Copy + Send + Sync {
    type Natural: Copy;

    fn natural(&self, counters: G::Natural<usize>) -> Self::Natural;
}

/// The counters are the coordinate.
#[derive(Clone, Copy)]
pub struct InPlace;

impl<G: Geometry> Place<G> for InPlace {
    type Natural = G::Natural<usize>;

    #[inline(always)]
    fn natural(&self, counters: G::Natural<usize>) -> G::Natural<usize> {
        counters
    }
}

/// Each loop counts a leaf of `G`, up or down.
#[derive(Clone, Copy)]
pub struct Placed<G: Geometry> {
    /// The leaf that a loop counts.
    leaf: G::Natural<usize>,
    /// The coordinate of the leaf where the loop begins, and what a step adds, modulo 2⁶⁴.
    from: G::Natural<usize>,
    count: G::Natural<usize>,
    /// The number of loops; other leaves have one coordinate.
    loops: usize,
    /// The first coordinate.
    zero: G::Natural<usize>,
}

impl<G: Geometry> Place<G::AtRunTime> for Placed<G> {
    type Natural = G::Natural<usize>;

    #[inline]
    fn natural(&self, mut counters: G::Natural<usize>) -> G::Natural<usize> {
        let Placed { mut leaf, mut from, mut count, loops, mut zero } = *self;
        for place in 0..loops.min(G::LEAVES) {
            let steps = digit::<G>(&mut counters, place);
            let distance = steps.wrapping_mul(digit::<G>(&mut count, place));
            let leaf = digit::<G>(&mut leaf, place);
            *G::digit::<usize>(&mut zero, leaf) =
                digit::<G>(&mut from, place).wrapping_add(distance);
        }
        zero
    }
}

#[inline(always)]
fn digit<G: Geometry>(natural: &mut G::Natural<usize>, leaf: usize) -> usize {
    *G::digit::<usize>(natural, leaf)
}

/// The loops over a geometry in storage order.
pub(crate) struct Sorted<G: Geometry> {
    /// The innermost loop is the first leaf; what has no loop is `1:0`.
    pub(crate) loops: G::AtRunTime,
    pub(crate) place: Placed<G>,
    /// The first offset.
    pub(crate) start: isize,
}

/// The fewest loops that visit the offsets, whose counters are in no place.
#[inline]
pub(crate) fn offsets<G: Geometry>(geometry: &G) -> Sorted<G> {
    if const { G::LEAVES <= MAX_LEAVES_SMALL } {
        sorted(geometry, nest::<G, MAX_LEAVES_SMALL>(geometry).coalesced())
    } else {
        sorted(geometry, nest::<G, MAX_LEAVES>(geometry).coalesced())
    }
}

/// A loop for each leaf.
#[inline]
pub(crate) fn coordinates<G: Geometry>(geometry: &G) -> Sorted<G> {
    if const { G::LEAVES <= MAX_LEAVES_SMALL } {
        sorted(geometry, nest::<G, MAX_LEAVES_SMALL>(geometry))
    } else {
        sorted(geometry, nest::<G, MAX_LEAVES>(geometry))
    }
}

/// Returns true if the loops over a geometry visit sorted offsets.
pub(crate) fn is_sorted<G: Geometry>(geometry: &G) -> bool {
    if const { G::LEAVES <= MAX_LEAVES_SMALL } {
        let numbers = numbers::<G, MAX_LEAVES_SMALL>(geometry);
        are_sorted(&numbers.shape[..G::LEAVES], &numbers.stride[..G::LEAVES])
    } else {
        let numbers = numbers::<G, MAX_LEAVES>(geometry);
        are_sorted(&numbers.shape[..G::LEAVES], &numbers.stride[..G::LEAVES])
    }
}

/// Returns true if no offset is below the one before it, where these leaves are swept in storage order: no loop
/// steps less far than all inside it have come.
#[inline(always)]
pub(super) const fn are_sorted(shape: &[usize], stride: &[isize]) -> bool {
    let (mut is_sorted, mut is_empty, mut outer) = (true, false, 0);
    while outer < shape.len() {
        let (extent, step) = (shape[outer], stride[outer].unsigned_abs());
        let (mut inside, mut inner) = (0usize, 0);
        while inner < shape.len() {
            let near = stride[inner].unsigned_abs();
            // Of equal strides the longer loop is outside, and what agrees in both keeps its order.
            let is_inside = near < step
                || (near == step
                    && (shape[inner] < extent || (shape[inner] == extent && inner < outer)));
            if is_inside {
                inside = inside.wrapping_add(near.wrapping_mul(shape[inner].wrapping_sub(1)));
            }
            inner += 1;
        }
        is_sorted &= extent == 1 || step >= inside;
        is_empty |= extent == 0;
        outer += 1;
    }
    is_sorted || is_empty
}

#[inline(always)]
fn nest<G: Geometry, const MAX_LOOPS: usize>(geometry: &G) -> Nest<MAX_LOOPS> {
    const { assert!(G::LEAVES <= MAX_LEAVES, "storage order is of at most 64 leaves") };
    if geometry.product::<usize>() == 0 {
        return Nest::NOTHING;
    }
    let numbers = numbers::<G, MAX_LOOPS>(geometry);
    Nest::colexicographic(&numbers.shape, &numbers.stride).by_stride()
}

#[inline(always)]
fn sorted<G: Geometry, const MAX_LOOPS: usize>(geometry: &G, nest: Nest<MAX_LOOPS>) -> Sorted<G> {
    let zero = geometry.digits_last::<usize>(0);
    let mut place = Placed { leaf: zero, from: zero, count: zero, loops: nest.length(), zero };
    let mut next = 0;
    let loops = G::at_run_time(&mut || {
        let at = next;
        next += 1;
        if at >= nest.length() {
            return (1, 0);
        }
        let counter = nest.at(at);
        *G::digit::<usize>(&mut place.leaf, at) = counter.leaf;
        *G::digit::<usize>(&mut place.from, at) = counter.from();
        *G::digit::<usize>(&mut place.count, at) = counter.count();
        (counter.extent, counter.step)
    });
    Sorted { loops, place, start: nest.start() }
}
