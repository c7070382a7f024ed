//! `Counters`: the walk over a geometry of run-time numbers.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

use super::sorted::{InPlace, Place};
use crate::geometry::split::Flowing;
use crate::geometry::{Coordinate, Geometry, Written};
use crate::map::{Identity, OffsetMap, mapped};
use crate::notation::write_map;
use crate::walk::{Cursor, Walk};

/// The rest of a sweep over `G`, and a cursor at each end of it, before the map `M`. `P` makes the
/// coordinate of a step from the counters.
pub struct Counters<G: Geometry, M = Identity, P: Place<G> = InPlace> {
    modes: G,
    place: P,
    start: isize,
    size: usize,
    left: Range<usize>,
    /// The position after the last steps: what a step leaves behind is not kept beside what it comes to.
    front: Counter<G>,
    back: Counter<G>,
    map: PhantomData<fn() -> M>,
}

type Position<P, G> = Cursor<<P as Place<G>>::Natural>;

/// The counters of the loops, and what they add.
#[derive(Clone, Copy)]
struct Counter<G: Geometry> {
    at: G::Natural<usize>,
    offset: usize,
}

impl<G: Geometry, M: OffsetMap, P: Place<G>> Clone for Counters<G, M, P> {
    #[inline]
    fn clone(&self) -> Self {
        Counters { left: self.left.clone(), ..*self }
    }
}

impl<G: Geometry, M: OffsetMap, P: Place<G>> Counters<G, M, P> {
    /// The walk over a geometry of `size` coordinates, whose first offset is `start`.
    #[inline(always)]
    pub(crate) fn new(modes: G, size: usize, start: isize, place: P) -> Self {
        let mut front = Counter { at: modes.digits_last(0), offset: start as usize };
        let mut back = front;
        // From the first coordinate to the last, and one step past it.
        modes.retreat(&mut back.at, &mut back.offset);
        modes.advance_on(&mut back.at, &mut back.offset);
        // One step before the first.
        modes.retreat_on(&mut front.at, &mut front.offset);
        Counters { modes, place, start, size, left: 0..size, front, back, map: PhantomData }
    }

    /// The counters after `steps` steps.
    #[inline(always)]
    fn counter(&self, steps: usize) -> Counter<G> {
        let at = self.modes.digits_last(steps);
        let offset = at.offset(&self.modes, &self.modes.flow(&mut Flowing::start()));
        let offset = offset.wrapping_add(self.start as usize);
        Counter { at, offset }
    }

    #[inline(always)]
    fn here(&self, counter: Counter<G>) -> Position<P, G> {
        let at = self.place.natural(counter.at);
        Cursor { at, offset: mapped::<M>(counter.offset as isize) }
    }
}

impl<G: Geometry, M: OffsetMap, P: Place<G>> Walk for Counters<G, M, P> {
    type Position = Position<P, G>;
    type Natural = P::Natural;

    #[inline(always)]
    fn offset(here: Self::Position) -> isize {
        here.offset
    }

    #[inline(always)]
    fn at(here: Self::Position) -> P::Natural {
        here.at
    }

    #[inline(always)]
    fn len(&self) -> usize {
        self.left.end - self.left.start
    }

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Position> {
        if self.left.start == self.left.end {
            return None;
        }
        self.left.start += 1;
        self.modes.advance_on(&mut self.front.at, &mut self.front.offset);
        Some(self.here(self.front))
    }

    #[inline(always)]
    fn next_back(&mut self) -> Option<Self::Position> {
        if self.left.start == self.left.end {
            return None;
        }
        self.left.end -= 1;
        self.modes.retreat_on(&mut self.back.at, &mut self.back.offset);
        Some(self.here(self.back))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Self::Position> {
        let n = n.min(self.len());
        self.left.start += n;
        if self.left.start == self.left.end {
            return None;
        }
        self.front = self.counter(self.left.start);
        self.left.start += 1;
        Some(self.here(self.front))
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<Self::Position> {
        let n = n.min(self.len());
        self.left.end -= n;
        if self.left.start == self.left.end {
            return None;
        }
        self.left.end -= 1;
        self.back = self.counter(self.left.end);
        Some(self.here(self.back))
    }

    /// Nested loops where nothing is taken yet, else step by step.
    #[inline(always)]
    fn fold<A>(mut self, accumulator: A, mut visit: impl FnMut(A, Self::Position) -> A) -> A {
        if self.left.start == 0 && self.left.end == self.size {
            let Counters { modes, place, start, .. } = self;
            return modes.fold(
                accumulator,
                start as usize,
                &mut |accumulator, offset, counters| {
                    let offset = mapped::<M>(offset as isize);
                    visit(accumulator, Cursor { at: place.natural(counters), offset })
                },
            );
        }
        let mut accumulator = accumulator;
        while let Some(here) = self.next() {
            accumulator = visit(accumulator, here);
        }
        accumulator
    }
}

impl<G: Geometry, M: OffsetMap, P: Place<G>> fmt::Display for Counters<G, M, P> {
    /// The layout that is swept, and how many coordinates are left.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_map::<M>(f)?;
        self.modes.write(f, Written::Shape)?;
        f.write_str(":")?;
        self.modes.write(f, Written::Stride)?;
        write!(f, ": {} left", self.len())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::*;
    use crate::geometry::mode::Mode;
    use crate::number::{Counted, Fixed};

    type One = Mode<Fixed<1>, Fixed<0>>;

    fn leaf(extent: usize) -> Mode<Counted, Fixed<0>> {
        Mode { extent: Counted(extent), stride: Fixed }
    }

    /// Every way to take coordinates, after some are taken at either end, against those of the geometry.
    fn check<G: Geometry>(modes: G)
    where
        G::Natural<usize>: PartialEq + core::fmt::Debug,
    {
        let size = modes.product::<usize>();
        let all: Vec<_> = (0..size).map(|k| modes.digits_last(k)).collect();
        let (new, at) =
            (|| Counters::new(modes, size, 0, InPlace), |here: Position<InPlace, G>| here.at);
        let folded = |walk: Counters<G>| {
            walk.fold(Vec::new(), |mut all, here| {
                all.push(here.at);
                all
            })
        };
        assert_eq!(folded(new()), all);
        for first in 0..=size {
            for last in first..=size {
                let taken = || {
                    let mut walk = new();
                    (0..first).for_each(|k| assert_eq!(walk.next().map(at), Some(all[k])));
                    (last..size)
                        .rev()
                        .for_each(|k| assert_eq!(walk.next_back().map(at), Some(all[k])));
                    walk
                };
                let left = &all[first..last];
                assert_eq!((taken().len(), folded(taken()).as_slice()), (left.len(), left));
                for n in 0..=left.len() {
                    let (before, after) = taken().split_at(n);
                    assert_eq!([folded(before), folded(after)].concat(), left);
                    let (mut up, mut down) = (taken(), taken());
                    assert_eq!(up.nth(n).map(at), left.get(n).copied());
                    assert_eq!(folded(up), left.get(n + 1..).unwrap_or(&[]));
                    assert_eq!(down.nth_back(n).map(at), left.iter().rev().nth(n).copied());
                    let kept = left.len().saturating_sub(n + 1);
                    assert_eq!(folded(down), left[..kept]);
                }
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "no `unsafe` here, and many steps")]
    fn coordinates_are_taken_once_and_in_order() {
        let one: One = Mode { extent: Fixed, stride: Fixed };
        for n in [0, 1, 3] {
            check(leaf(n));
            check((leaf(n), one));
            check((one, leaf(n)));
            check((one, (leaf(n), one), one));
            for m in [1, 2, 4] {
                check((leaf(m), leaf(n)));
                check((leaf(m), (one, leaf(n)), leaf(2)));
            }
        }
    }
}
