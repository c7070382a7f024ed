//! `Level`: the loops of a nest, unrolled by the types of a profile.
//!
//! A profile makes a [`Loop`] for each of its leaves, one around the other. What a
//! loop counts is looked up in the [`Nest`](super::nest::Nest) of the order when a
//! function is instantiated: each instance has constant bounds and steps. Where a nest
//! has fewer loops, the outermost are gone.

use super::Geometry;
use super::nest::{Counter, Nest};
use super::parts::{Part, Parts};
use crate::map::{OffsetMap, mapped};
use crate::walk::Cursor;

/// The loops of a sweep, and what becomes of their offsets.
pub trait Order: Sized {
    /// The geometry that is swept; its natural coordinate counts.
    type Geometry: Geometry;
    /// A level with at least as many loops as the nest has.
    type Loops: Level;
    /// The map of the offsets of the loops.
    type Map: OffsetMap;
    const NEST: Nest;
    /// The loops that are mapped by themselves.
    const PARTS: Parts = Parts::of::<Self::Map>(&Self::NEST);
    /// True if the counters are to be the natural coordinate.
    const COORDINATES: bool;
}

/// Position of a sweep of an order: a coordinate, or the counters of the loops, and the offset, before the
/// map inside of the loops, and after it in calls of the visitor.
type At<O> = Cursor<<<O as Order>::Geometry as Geometry>::Natural<usize>>;

/// The integer that a leaf is at.
#[inline(always)]
fn digit<O: Order>(cursor: &mut At<O>, leaf: usize) -> &mut usize {
    O::Geometry::digit::<usize>(&mut cursor.at, leaf)
}

/// Applies the map to the offset.
#[inline(always)]
fn map<O: Order>(mut cursor: At<O>) -> At<O> {
    cursor.offset = mapped::<O::Map>(cursor.offset);
    cursor
}

/// The body of a loop: nothing, or another loop.
pub trait Level: 'static {
    /// The number of loops, this one and those inside it.
    const LOOPS: usize;

    /// Visits what the loops run over, from their first offsets; the cursor is
    /// afterwards where it was.
    fn fold<O: Order, A, F: FnMut(A, At<O>) -> A>(
        cursor: &mut At<O>,
        accumulator: A,
        visit: &mut F,
    ) -> A;

    /// One step ahead; true if all loops were at their ends, and are at their
    /// beginnings now.
    fn advance<O: Order>(cursor: &mut At<O>) -> bool;

    /// One step back; true if all loops were at their beginnings, and are at their
    /// ends now.
    fn retreat<O: Order>(cursor: &mut At<O>) -> bool;

    /// Goes `steps` from the beginnings; what is left for the loops outside.
    fn seek<O: Order>(cursor: &mut At<O>, steps: usize) -> usize;
}

/// No loop.
pub(crate) struct Body;

/// A loop around `Inner`.
pub struct Loop<Inner>(Inner);

impl Level for Body {
    const LOOPS: usize = 0;

    #[inline(always)]
    fn fold<O: Order, A, F: FnMut(A, At<O>) -> A>(
        cursor: &mut At<O>,
        accumulator: A,
        visit: &mut F,
    ) -> A {
        if const { <O::Map as OffsetMap>::IDENTITY || O::PARTS.loops() > 0 } {
            return visit(accumulator, *cursor);
        }
        visit(accumulator, map::<O>(*cursor))
    }

    #[inline(always)]
    fn advance<O: Order>(_: &mut At<O>) -> bool {
        true
    }

    #[inline(always)]
    fn retreat<O: Order>(_: &mut At<O>) -> bool {
        true
    }

    #[inline(always)]
    fn seek<O: Order>(_: &mut At<O>, steps: usize) -> usize {
        steps
    }
}

impl<Inner: Level> Loop<Inner> {
    /// Returns true if the nest has fewer loops.
    const fn is_gone<O: Order>() -> bool {
        Inner::LOOPS >= O::NEST.length()
    }

    /// The outermost loop has no end of its own: the iterator counts.
    const fn is_outermost<O: Order>() -> bool {
        Inner::LOOPS + 1 == O::NEST.length()
    }

    const fn counter<O: Order>() -> Counter {
        O::NEST.at(Inner::LOOPS)
    }

    const fn part<O: Order>() -> Part {
        O::PARTS.at::<O::Map>(&O::NEST, Inner::LOOPS)
    }

    /// The coordinate of the next step.
    #[inline(always)]
    fn count<O: Order>(cursor: &mut At<O>) {
        let digit = digit::<O>(cursor, const { Self::counter::<O>().leaf });
        *digit = digit.wrapping_add(const { Self::counter::<O>().count() });
    }

    /// The coordinate of the first step.
    #[inline(always)]
    fn restart<O: Order>(cursor: &mut At<O>) {
        *digit::<O>(cursor, const { Self::counter::<O>().leaf }) =
            const { Self::counter::<O>().from() };
    }

    /// [`Level::fold`] of a loop that is mapped by itself. The outermost of these maps what
    /// is outside.
    #[inline(always)]
    fn fold_apart<O: Order, A, F: FnMut(A, At<O>) -> A>(
        cursor: &mut At<O>,
        mut accumulator: A,
        visit: &mut F,
    ) -> A {
        let (counter, part) = const { (Self::counter::<O>(), Self::part::<O>()) };
        let begin = cursor.offset;
        if const { Inner::LOOPS + 1 == O::PARTS.loops() } {
            *cursor = map::<O>(*cursor);
        }
        let (outside, mut from) = (cursor.offset, 0);
        while from < counter.extent {
            let far = (from as isize).wrapping_mul(counter.step);
            let far = part.far.join::<O::Map>(outside, far);
            let mut step = 0;
            while step < part.run {
                let near = (step as isize).wrapping_mul(counter.step);
                cursor.offset = part.near.join::<O::Map>(far, near);
                accumulator = Inner::fold::<O, _, _>(cursor, accumulator, visit);
                if const { O::COORDINATES } {
                    Self::count::<O>(cursor);
                }
                step += 1;
            }
            from += part.run;
        }
        cursor.offset = begin;
        if const { O::COORDINATES } {
            Self::restart::<O>(cursor);
        }
        accumulator
    }
}

impl<Inner: Level> Level for Loop<Inner> {
    const LOOPS: usize = Inner::LOOPS + 1;

    #[inline(always)]
    fn fold<O: Order, A, F: FnMut(A, At<O>) -> A>(
        cursor: &mut At<O>,
        mut accumulator: A,
        visit: &mut F,
    ) -> A {
        if const { Self::is_gone::<O>() } {
            return Inner::fold::<O, _, _>(cursor, accumulator, visit);
        }
        if const { Inner::LOOPS < O::PARTS.loops() } {
            return Self::fold_apart::<O, _, _>(cursor, accumulator, visit);
        }
        // A multiple of the counter, as one writes it by hand: compilers make
        // additions of it, and better ones than of an offset that is carried along.
        let begin = cursor.offset;
        let mut step = 0;
        while step < const { Self::counter::<O>().extent } {
            let distance = (step as isize).wrapping_mul(const { Self::counter::<O>().step });
            cursor.offset = begin.wrapping_add(distance);
            accumulator = Inner::fold::<O, _, _>(cursor, accumulator, visit);
            if const { O::COORDINATES } {
                Self::count::<O>(cursor);
            }
            step += 1;
        }
        cursor.offset = begin;
        if const { O::COORDINATES } {
            Self::restart::<O>(cursor);
        }
        accumulator
    }

    #[inline(always)]
    fn advance<O: Order>(cursor: &mut At<O>) -> bool {
        if !Inner::advance::<O>(cursor) {
            return false;
        }
        if const { Self::is_gone::<O>() } {
            return true;
        }
        let digit = digit::<O>(cursor, const { Self::counter::<O>().leaf });
        let ends =
            !const { Self::is_outermost::<O>() } && *digit == const { Self::counter::<O>().to() };
        if ends {
            *digit = const { Self::counter::<O>().from() };
            cursor.offset = cursor.offset.wrapping_sub(const { Self::counter::<O>().span() });
        } else {
            *digit = digit.wrapping_add(const { Self::counter::<O>().count() });
            cursor.offset = cursor.offset.wrapping_add(const { Self::counter::<O>().step });
        }
        ends
    }

    #[inline(always)]
    fn retreat<O: Order>(cursor: &mut At<O>) -> bool {
        if !Inner::retreat::<O>(cursor) {
            return false;
        }
        if const { Self::is_gone::<O>() } {
            return true;
        }
        let digit = digit::<O>(cursor, const { Self::counter::<O>().leaf });
        let begins =
            !const { Self::is_outermost::<O>() } && *digit == const { Self::counter::<O>().from() };
        if begins {
            *digit = const { Self::counter::<O>().to() };
            cursor.offset = cursor.offset.wrapping_add(const { Self::counter::<O>().span() });
        } else {
            *digit = digit.wrapping_sub(const { Self::counter::<O>().count() });
            cursor.offset = cursor.offset.wrapping_sub(const { Self::counter::<O>().step });
        }
        begins
    }

    #[inline(always)]
    fn seek<O: Order>(cursor: &mut At<O>, steps: usize) -> usize {
        let steps = Inner::seek::<O>(cursor, steps);
        if const { Self::is_gone::<O>() } {
            return steps;
        }
        let (mine, rest) = if const { Self::is_outermost::<O>() } {
            (steps, 0)
        } else {
            let extent = const { Self::counter::<O>().extent };
            (steps % extent, steps / extent)
        };
        let count = mine.wrapping_mul(const { Self::counter::<O>().count() });
        *digit::<O>(cursor, const { Self::counter::<O>().leaf }) =
            count.wrapping_add(const { Self::counter::<O>().from() });
        let distance = (mine as isize).wrapping_mul(const { Self::counter::<O>().step });
        cursor.offset = cursor.offset.wrapping_add(distance);
        rest
    }
}
