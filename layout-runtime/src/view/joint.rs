//! Several layouts of one index space, and the loops that visit them together.
//!
//! The first place is the target, the others are sources; each has a layout with as many coordinates. As `nest.rs` does with two
//! layouts, the leaves are cut where any of the layouts has a leaf ending, so that each piece has one stride in all: a loop. The
//! loops may run in any order. The innermost is the one whose elements are next to each other, or the same, in most places.

use core::marker::PhantomData;

use super::data::Source;
use super::message::Message;
use super::nest::Leaves;
use super::pair::leaves;
use super::side::{Known, Side};
use super::steps::MAX;
use crate::dynamic::ShapeError;

/// The places of one call: a target, and up to four sources.
pub(super) const PLACES: usize = 5;

/// The loops that most calls have no more of: a nest of many takes longer to find.
const FEW: usize = 8;

/// The loops of calls with a mode more.
const SOME: usize = 16;

/// The cost of a step to another line of memory, where one to the next element costs 1.
const LINE: usize = 16;

/// An offset for each place; 0 for places that are not there.
pub(super) type Offsets = [isize; PLACES];

/// A loop: its number of turns, and the step of each place.
#[derive(Clone, Copy)]
pub struct JointLoop {
    pub(super) extent: usize,
    pub(super) step: Offsets,
}

impl JointLoop {
    pub(super) const ONCE: JointLoop = JointLoop { extent: 1, step: [0; PLACES] };

    /// What a turn costs, and then the sum of the steps, by which loops are sorted. The target counts twice: it is read and
    /// written.
    const fn cost(&self) -> (usize, usize) {
        let (mut cost, mut steps, mut place) = (0, 0usize, 0);
        while place < PLACES {
            let step = self.step[place].unsigned_abs();
            let line = match step {
                0 | 1 => step,
                _ => LINE,
            };
            cost += if place == 0 { 2 * line } else { line };
            steps = steps.saturating_add(step);
            place += 1;
        }
        (cost, steps)
    }

    const fn is_cheaper(&self, other: &JointLoop) -> bool {
        let ((cost, steps), (other_cost, other_steps)) = (self.cost(), other.cost());
        cost < other_cost || cost == other_cost && steps < other_steps
    }

    /// Whether `next` goes on where this loop ends, in all places.
    const fn is_continued_by(&self, next: &JointLoop) -> bool {
        let mut place = 0;
        while place < PLACES {
            // Checked: it may be no step at all of the layout.
            let end = self.step[place].checked_mul(self.extent as isize);
            if !matches!(end, Some(end) if end == next.step[place]) {
                return false;
            }
            place += 1;
        }
        true
    }

    /// Whether the first place that moves goes downward.
    const fn is_downward(&self) -> bool {
        let mut place = 0;
        while place + 1 < PLACES && self.step[place] == 0 {
            place += 1;
        }
        self.step[place] < 0
    }
}

/// The loops over several layouts: the sums of their steps are the offsets, at each coordinate once.
#[derive(Clone, Copy)]
pub(super) struct JointNest<const N: usize = MAX> {
    /// From the innermost; after `len`, none has a second turn.
    loops: [JointLoop; N],
    len: usize,
    /// The offsets at the first turn of each loop.
    start: Offsets,
}

impl<const N: usize> JointNest<N> {
    const EMPTY: Self = JointNest { loops: [JointLoop::ONCE; N], len: 0, start: [0; PLACES] };

    /// `None` where the shapes have no common refinement, as 2 x 3 and 3 x 2, or one of more than `N` loops. Of the places, so
    /// many are there; sizes are equal.
    #[inline]
    const fn new(places: &[Leaves<N>; PLACES], count: usize) -> Option<Self> {
        let mut nest = Self::EMPTY;
        if !nest.refine(places, count) {
            return None;
        }
        nest.sort();
        nest.join();
        Some(nest)
    }

    /// Cuts the leaves into loops, if that can be.
    const fn refine(&mut self, places: &[Leaves<N>; PLACES], count: usize) -> bool {
        let mut leaf = [0; PLACES];
        // What earlier loops have run through of the present leaves.
        let mut done = [1; PLACES];
        loop {
            let (mut extent, mut place) = (usize::MAX, 0);
            while place < count {
                if leaf[place] == places[place].len {
                    // Sizes are equal, so that all leaves end here.
                    return true;
                }
                let rest = places[place].extent[leaf[place]] / done[place];
                extent = if rest < extent { rest } else { extent };
                place += 1;
            }
            if self.len == N {
                return false;
            }
            let mut next = JointLoop { extent, step: [0; PLACES] };
            place = 0;
            while place < count {
                let of = &places[place];
                let rest = of.extent[leaf[place]] / done[place];
                if !rest.is_multiple_of(extent) {
                    return false;
                }
                next.step[place] = of.stride[leaf[place]] * done[place] as isize;
                (leaf[place], done[place]) = match rest == extent {
                    true => (leaf[place] + 1, 1),
                    false => (leaf[place], done[place] * extent),
                };
                place += 1;
            }
            self.loops[self.len] = next;
            self.len += 1;
        }
    }

    /// Makes loops run upward and puts the cheapest first.
    const fn sort(&mut self) {
        let mut i = 0;
        while i < self.len {
            let mut next = self.loops[i];
            if next.is_downward() {
                let mut place = 0;
                while place < PLACES {
                    self.start[place] += next.step[place] * (next.extent as isize - 1);
                    next.step[place] = -next.step[place];
                    place += 1;
                }
            }
            let mut at = i;
            while at > 0 && next.is_cheaper(&self.loops[at - 1]) {
                self.loops[at] = self.loops[at - 1];
                at -= 1;
            }
            self.loops[at] = next;
            i += 1;
        }
    }

    /// Makes one loop of two that continue each other.
    const fn join(&mut self) {
        let (mut kept, mut i) = (0, 1);
        while i < self.len {
            if self.loops[kept].is_continued_by(&self.loops[i]) {
                self.loops[kept].extent *= self.loops[i].extent;
            } else {
                kept += 1;
                self.loops[kept] = self.loops[i];
            }
            i += 1;
        }
        while self.len > kept + 1 {
            self.len -= 1;
            self.loops[self.len] = JointLoop::ONCE;
        }
    }

    /// Calls a function with the two innermost loops and the offsets where they begin, at each turn of the others.
    #[inline(always)]
    fn visit(&self, mut f: impl FnMut([JointLoop; 2], Offsets)) {
        let (inner, l2) = ([self.loops[0], self.loops[1]], self.loops[2]);
        let (mut at, mut turn) = (self.start, [0; N]);
        loop {
            let mut here = at;
            for _ in 0..l2.extent {
                f(inner, here);
                here = moved(here, l2.step, 1);
            }
            // The next turn of the other loops: a counter with a carry.
            let mut k = 3;
            loop {
                if k >= self.len.min(N) {
                    return;
                }
                let JointLoop { extent, step } = self.loops[k];
                turn[k] += 1;
                if turn[k] < extent {
                    at = moved(at, step, 1);
                    break;
                }
                turn[k] = 0;
                at = moved(at, step, 1 - extent as isize);
                k += 1;
            }
        }
    }
}

/// Offsets some steps further.
#[inline(always)]
pub(super) fn moved(mut at: Offsets, step: Offsets, turns: isize) -> Offsets {
    for (at, step) in at.iter_mut().zip(step) {
        *at += turns * step;
    }
    at
}

/// The sources of a call, as a list: `(a, (b, ()))`.
pub trait Sources {
    #[doc(hidden)]
    const COUNT: usize;
    /// What the compiler knows of each, from the first on.
    #[doc(hidden)]
    const KNOWN: [Option<Known>; PLACES];
    #[doc(hidden)]
    const LEAVES: usize;
    /// Where the elements are, in a list as well.
    #[doc(hidden)]
    type Elements: Copy;

    #[doc(hidden)]
    fn elements(&self) -> Self::Elements;

    /// The size of the first one that has another one.
    #[doc(hidden)]
    fn other_size(&self, size: usize) -> Option<usize>;

    /// The leaves of each, the first of which is at a place.
    #[doc(hidden)]
    fn leaves<const N: usize>(&self, places: &mut [Leaves<N>; PLACES], place: usize);

    /// The offsets at a 1-D coordinate.
    #[doc(hidden)]
    fn offsets(&self, i: usize, at: &mut Offsets, place: usize);
}

impl Sources for () {
    const COUNT: usize = 0;
    const KNOWN: [Option<Known>; PLACES] = [None; PLACES];
    const LEAVES: usize = 0;
    type Elements = ();

    #[inline(always)]
    fn elements(&self) {}

    #[inline(always)]
    fn other_size(&self, _: usize) -> Option<usize> {
        None
    }

    #[inline(always)]
    fn leaves<const N: usize>(&self, _: &mut [Leaves<N>; PLACES], _: usize) {}

    #[inline(always)]
    fn offsets(&self, _: usize, _: &mut Offsets, _: usize) {}
}

impl<S: Source, R: Sources> Sources for (S, R) {
    const COUNT: usize = 1 + R::COUNT;
    const KNOWN: [Option<Known>; PLACES] = {
        let [a, b, c, d, _] = R::KNOWN;
        [S::Side::KNOWN, a, b, c, d]
    };
    const LEAVES: usize = S::Side::LEAVES + R::LEAVES;
    type Elements = (S::Elements, R::Elements);

    #[inline(always)]
    fn elements(&self) -> Self::Elements {
        (self.0.elements(), self.1.elements())
    }

    #[inline(always)]
    fn other_size(&self, size: usize) -> Option<usize> {
        Some(self.0.side().size()).filter(|own| *own != size).or(self.1.other_size(size))
    }

    #[inline(always)]
    fn leaves<const N: usize>(&self, places: &mut [Leaves<N>; PLACES], place: usize) {
        self.0.side().visit(&mut places[place]);
        self.1.leaves(places, place + 1);
    }

    #[inline(always)]
    fn offsets(&self, i: usize, at: &mut Offsets, place: usize) {
        at[place] = self.0.side().offset(i);
        self.1.offsets(i, at, place + 1);
    }
}

/// What the compiler knows of sources and a target.
struct Joint<S, D>(PhantomData<(S, D)>);

impl<S: Sources, D: Side> Joint<S, D> {
    const COUNT: usize = {
        assert!(S::COUNT < PLACES, "more sources than loops are found for");
        S::COUNT + 1
    };

    /// No fewer than the loops: at the end of each a leaf ends, and at that of the last one in all layouts.
    const MOST: usize = S::LEAVES + D::LEAVES - S::COUNT;

    const KNOWN: [Option<Known>; PLACES] = {
        let [a, b, c, d, _] = S::KNOWN;
        [D::KNOWN, a, b, c, d]
    };

    const IS_KNOWN: bool = {
        let mut place = 0;
        while place < Self::COUNT && Self::KNOWN[place].is_some() {
            place += 1;
        }
        place == Self::COUNT
    };

    /// The loops, if the compiler knows all layouts and there are common ones.
    const NEST: Option<JointNest> = if Self::IS_KNOWN {
        let (mut places, mut place) = ([Leaves::EMPTY; PLACES], 0);
        while place < Self::COUNT {
            if let (Some(known), Some(first)) = (Self::KNOWN[place], Self::KNOWN[0]) {
                if known.size != first.size {
                    let message = Message::new("the sizes differ: ")
                        .text(known.notation)
                        .text(" and ")
                        .text(first.notation);
                    panic!("{}", message.as_str());
                }
                places[place] = leaves(known);
            }
            place += 1;
        }
        JointNest::new(&places, Self::COUNT)
    } else {
        None
    };

    const IS_SOME: bool = Self::NEST.is_some();

    /// No loops at all where there are no common ones.
    const LOOPS: JointNest = match Self::NEST {
        Some(nest) => nest,
        None => JointNest::EMPTY,
    };
}

/// Calls a function with two loops and the offsets where they begin, so that together they visit each coordinate once, in an order
/// that suits all places.
///
/// # Errors
///
/// Sizes differ.
#[inline(always)]
pub(super) fn visit<S: Sources, D: Side>(
    sources: &S,
    target: D,
    mut f: impl FnMut([JointLoop; 2], Offsets),
) -> Result<(), ShapeError> {
    let size = target.size();
    if let Some(other) = sources.other_size(size) {
        return Err(differ(other, size));
    }
    if size == 0 {
        return Ok(());
    }
    if const { Joint::<S, D>::IS_KNOWN } {
        if const { Joint::<S, D>::IS_SOME } {
            let nest = const { &Joint::<S, D>::LOOPS };
            nest.visit(f);
            return Ok(());
        }
    } else {
        let is_visited = if const { Joint::<S, D>::MOST <= FEW } {
            found::<FEW, S, D>(sources, target).map(|nest| nest.visit(&mut f))
        } else if const { Joint::<S, D>::MOST <= SOME } {
            found::<SOME, S, D>(sources, target).map(|nest| nest.visit(&mut f))
        } else {
            found::<MAX, S, D>(sources, target).map(|nest| nest.visit(&mut f))
        };
        if is_visited.is_some() {
            return Ok(());
        }
    }
    for i in 0..size {
        let mut at = [0; PLACES];
        at[0] = target.offset(i);
        sources.offsets(i, &mut at, 1);
        f([JointLoop::ONCE; 2], at);
    }
    Ok(())
}

/// The loops, found at run time.
#[inline(always)]
fn found<const N: usize, S: Sources, D: Side>(sources: &S, target: D) -> Option<JointNest<N>> {
    let mut places = [Leaves::<N>::EMPTY; PLACES];
    target.visit(&mut places[0]);
    sources.leaves(&mut places, 1);
    JointNest::new(&places, const { Joint::<S, D>::COUNT })
}

#[cold]
fn differ(source: usize, target: usize) -> ShapeError {
    let rule = "a source and a target must have the same size";
    ShapeError::broken("", rule, &["source", "target"], &[source as i128, target as i128])
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec;
    use std::vec::Vec;

    use super::super::tests::{layouts, offsets};
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "no `unsafe` here, and many layouts")]
    fn loops_visit_each_coordinate_once() {
        let all: Vec<_> = layouts().collect();
        let mut checked = 0;
        for (i, first) in all.iter().enumerate() {
            let same = |other: &&(Vec<usize>, Vec<isize>)| {
                other.0.iter().product::<usize>() == first.0.iter().product()
            };
            let of_size: Vec<_> = all.iter().skip(i % 997).step_by(997).filter(same).collect();
            for pair in of_size.windows(2) {
                let three = [first, pair[0], pair[1]];
                let mut places = [Leaves::<MAX>::EMPTY; PLACES];
                for (place, of) in places.iter_mut().zip(three) {
                    *place = Leaves::EMPTY.then(&of.0, &of.1);
                }
                let Some(nest) = JointNest::new(&places, 3) else { continue };
                let mut visited = Vec::new();
                nest.visit(|[l0, l1], at| {
                    for j in 0..l1.extent {
                        for i in 0..l0.extent {
                            let at = moved(moved(at, l1.step, j as isize), l0.step, i as isize);
                            visited.push(at);
                        }
                    }
                });
                let [a, b, c] = three.map(|of| offsets(&of.0, &of.1));
                let mut expected: Vec<_> = (0..a.len()).map(|i| [a[i], b[i], c[i], 0, 0]).collect();
                visited.sort_unstable();
                expected.sort_unstable();
                assert_eq!(visited, expected, "{three:?}");
                checked += 1;
            }
        }
        assert!(checked > 1000, "{checked}");
    }

    fn steps(places: &[(&[usize], &[isize])]) -> Vec<(usize, Vec<isize>)> {
        let mut all = [Leaves::<MAX>::EMPTY; PLACES];
        for (place, of) in all.iter_mut().zip(places) {
            *place = Leaves::EMPTY.then(of.0, of.1);
        }
        let nest = JointNest::new(&all, places.len()).expect("a common refinement");
        let loops = nest.loops[..nest.len].iter();
        loops.map(|l| (l.extent, l.step[..places.len()].to_vec())).collect()
    }

    #[test]
    fn loops_are_those_one_would_write() {
        // A product of rows, over (k, m, n): rows of the target innermost, and one of them after the other last.
        let shape: &[usize] = &[50, 37, 41];
        assert_eq!(
            steps(&[(shape, &[0, 41, 1]), (shape, &[1, 50, 0]), (shape, &[41, 0, 1])]),
            [(41, vec![1, 0, 1]), (50, vec![0, 1, 41]), (37, vec![41, 50, 0])]
        );
        // With the second matrix turned: sums of rows innermost.
        assert_eq!(
            steps(&[(shape, &[0, 41, 1]), (shape, &[1, 50, 0]), (shape, &[1, 0, 50])]),
            [(50, vec![0, 1, 1]), (41, vec![1, 0, 50]), (37, vec![41, 50, 0])]
        );
        // All elements in their order: one run.
        assert_eq!(
            steps(&[(shape, &[2050, 1, 37]), (shape, &[2050, 1, 37])]),
            [(1517, vec![1, 1]), (50, vec![2050, 2050])]
        );
    }
}
