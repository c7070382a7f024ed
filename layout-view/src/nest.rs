//! `Nest`: the loops that visit several layouts together, found while the program compiles, or at
//! run time where the numbers are known only then.
//!
//! The first place is the target, the others are sources. Layouts of one size are cut where any of
//! them has a leaf ending, so that each piece has one stride in all: the common refinement of their
//! coalesced shapes. The pieces are loops that may run in any order. They are sorted [`By`] what suits
//! the layouts, turned so that they run upward, and joined where one continues another in all.
//!
//! Of a source and a target, the loop with the smallest stride in the target is the innermost. Where the
//! source has a smaller stride in another loop, as in a transpose, that one is the second: the two are
//! run in blocks. Where runs are short in both, as between rows and Morton order, loops come in an order
//! that uses lines of both layouts whole.

use super::leaves::Leaves;
use layout_runtime::internals::MAX;

/// The elements of a line: of 4 bytes, on most machines.
const LINE: usize = 16;

/// The place of the target, and that of the first source.
pub(super) const TARGET: usize = 0;
pub(super) const SOURCE: usize = 1;

/// A loop: its number of turns, and the step of each place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loop<const P: usize = 2> {
    pub(super) extent: usize,
    pub(super) step: [isize; P],
}

impl<const P: usize> Loop<P> {
    pub(super) const ONCE: Self = Loop { extent: 1, step: [0; P] };

    /// Whether `next` goes on where this loop ends, in all places.
    #[inline]
    pub(super) const fn is_continued_by(&self, next: &Self) -> bool {
        let mut place = 0;
        while place < P {
            // Checked: it may be no step at all of the layout.
            let end = self.step[place].checked_mul(self.extent as isize);
            if !matches!(end, Some(end) if end == next.step[place]) {
                return false;
            }
            place += 1;
        }
        true
    }

    /// Calls a function with the offsets at each turn, from some on.
    #[inline(always)]
    pub(super) fn each(self, at: [isize; P], mut f: impl FnMut([isize; P])) {
        for turn in 0..self.extent as isize {
            f(moved(at, self.step, turn));
        }
    }
}

/// Of a target and a source.
impl Loop {
    #[inline(always)]
    pub(super) const fn new(extent: usize, source: isize, target: isize) -> Self {
        Loop { extent, step: [target, source] }
    }

    #[inline(always)]
    pub(super) const fn source(&self) -> isize {
        self.step[SOURCE]
    }

    #[inline(always)]
    pub(super) const fn target(&self) -> isize {
        self.step[TARGET]
    }
}

/// Offsets some steps further.
#[inline(always)]
pub(super) fn moved<const P: usize>(
    mut at: [isize; P],
    step: [isize; P],
    turns: isize,
) -> [isize; P] {
    for (at, step) in at.iter_mut().zip(step) {
        *at += turns * step;
    }
    at
}

/// By what loops are sorted, the least first, and which way they run.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum By {
    /// The strides of the first source.
    Source,
    /// The strides of the target.
    Target,
    /// What a turn costs in all places.
    Cost,
}

impl By {
    const fn is_downward<const P: usize>(self, of: &Loop<P>) -> bool {
        let place = match self {
            By::Source => SOURCE,
            By::Target => TARGET,
            // The first place that moves.
            By::Cost => {
                let mut place = 0;
                while place + 1 < P && of.step[place] == 0 {
                    place += 1;
                }
                place
            }
        };
        of.step[place] < 0
    }

    const fn is_before<const P: usize>(self, a: &Loop<P>, b: &Loop<P>) -> bool {
        match self {
            By::Source => a.step[SOURCE].unsigned_abs() < b.step[SOURCE].unsigned_abs(),
            By::Target => a.step[TARGET].unsigned_abs() < b.step[TARGET].unsigned_abs(),
            By::Cost => {
                let ((a, a_steps), (b, b_steps)) = (cost(a), cost(b));
                a < b || a == b && a_steps < b_steps
            }
        }
    }
}

/// What a turn costs, where a step to the next element costs 1 and one to another line a line, and then the sum of the steps.
/// The target counts twice: it is read and written.
const fn cost<const P: usize>(of: &Loop<P>) -> (usize, usize) {
    let (mut cost, mut steps, mut place) = (0, 0usize, 0);
    while place < P {
        let step = of.step[place].unsigned_abs();
        let line = match step {
            0 | 1 => step,
            _ => LINE,
        };
        cost += if place == TARGET { 2 * line } else { line };
        steps = steps.saturating_add(step);
        place += 1;
    }
    (cost, steps)
}

/// The loops over several layouts: the sums of their steps are the offsets, at each
/// coordinate once. Each has two turns or more, so that a size has fewer loops than bits.
#[derive(Clone, Copy)]
pub(super) struct Nest<const N: usize = MAX, const P: usize = 2> {
    /// From the innermost; after `len`, none has a second turn. The first two are run in
    /// blocks if `blocked`.
    pub(super) loops: [Loop<P>; N],
    pub(super) len: usize,
    pub(super) blocked: bool,
    /// The offsets at the first turn of each loop.
    pub(super) start: [isize; P],
}

impl<const N: usize, const P: usize> Nest<N, P> {
    pub(super) const EMPTY: Self =
        Nest { loops: [Loop::ONCE; N], len: 0, blocked: false, start: [0; P] };

    /// `None` where the shapes have no common refinement, as 2 x 3 and 3 x 2. Of the places, so many
    /// are there, and a step of 0 stands for the others; sizes are equal.
    #[inline]
    pub(super) const fn of(places: &[Leaves<N>; P], count: usize, by: By) -> Option<Self> {
        let mut nest = Self::EMPTY;
        if !nest.refine(places, count) {
            return None;
        }
        nest.sort(by);
        nest.join();
        Some(nest)
    }

    /// The turns of all loops.
    pub(super) const fn turns(&self) -> usize {
        let (mut turns, mut k) = (1, 0);
        while k < self.len {
            turns *= self.loops[k].extent;
            k += 1;
        }
        turns
    }

    /// Cuts the leaves into loops, if that can be.
    #[inline]
    const fn refine(&mut self, places: &[Leaves<N>; P], count: usize) -> bool {
        let mut leaf = [0; P];
        // What earlier loops have run through of the present leaves, and what is left.
        let (mut done, mut rest) = ([1; P], [1; P]);
        loop {
            let (mut extent, mut place) = (usize::MAX, 0);
            while place < count {
                if leaf[place] == places[place].len {
                    // Sizes are equal, so that all leaves end here.
                    return true;
                }
                rest[place] = quotient(places[place].extent[leaf[place]], done[place]);
                extent = if rest[place] < extent { rest[place] } else { extent };
                place += 1;
            }
            let mut next = Loop { extent, step: [0; P] };
            place = 0;
            while place < count {
                if rest[place] != extent && !rest[place].is_multiple_of(extent) {
                    return false;
                }
                next.step[place] = places[place].stride[leaf[place]] * done[place] as isize;
                (leaf[place], done[place]) = match rest[place] == extent {
                    true => (leaf[place] + 1, 1),
                    false => (leaf[place], done[place] * extent),
                };
                place += 1;
            }
            self.loops[self.len] = next;
            self.len += 1;
        }
    }

    /// Makes the loops run upward and puts the least first.
    #[inline]
    const fn sort(&mut self, by: By) {
        let mut i = 0;
        while i < self.len {
            let mut next = self.loops[i];
            if by.is_downward(&next) {
                next = self.turned_over(next);
            }
            let mut at = i;
            while at > 0 && by.is_before(&next, &self.loops[at - 1]) {
                self.loops[at] = self.loops[at - 1];
                at -= 1;
            }
            self.loops[at] = next;
            i += 1;
        }
    }

    /// A loop of this nest from its last turn to its first.
    const fn turned_over(&mut self, mut of: Loop<P>) -> Loop<P> {
        let mut place = 0;
        while place < P {
            self.start[place] += of.step[place] * (of.extent as isize - 1);
            of.step[place] = -of.step[place];
            place += 1;
        }
        of
    }

    /// Makes one loop of two that continue each other.
    #[inline]
    const fn join(&mut self) {
        let mut kept = 0;
        let mut i = 1;
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
            self.loops[self.len] = Loop::ONCE;
        }
    }
}

/// Of a target and a source.
impl<const N: usize> Nest<N> {
    #[inline]
    pub(super) const fn new(places: &[Leaves<N>; 2], by: By) -> Option<Self> {
        let Some(mut nest) = Self::of(places, 2, by) else { return None };
        if matches!(by, By::Target) {
            nest.block();
        }
        Some(nest)
    }

    /// Puts the loop with the smallest stride of the source second, running upward there, if
    /// it is not the first, nor the first a run in both.
    const fn block(&mut self) {
        let mut best = 0;
        let mut i = 1;
        while i < self.len {
            if self.loops[i].source().unsigned_abs() < self.loops[best].source().unsigned_abs() {
                best = i;
            }
            i += 1;
        }
        if best == 0 || self.loops[0].source() == 1 {
            return self.gather();
        }
        let second = self.loops[best];
        while best > 1 {
            self.loops[best] = self.loops[best - 1];
            best -= 1;
        }
        self.loops[1] = second;
        if second.source() < 0 {
            self.loops[1] = self.turned_over(second);
        }
        self.blocked = true;
    }

    /// Where runs are short: puts the loops within a line of the source after those within a
    /// line of the target, so that lines of both are used whole before others are.
    const fn gather(&mut self) {
        let (mut at, mut elements) = (0, 1);
        while at < self.len && elements < LINE {
            elements *= self.loops[at].extent;
            at += 1;
        }
        let mut i = at;
        while i < self.len {
            let next = self.loops[i];
            if next.source().unsigned_abs() < LINE {
                let mut k = i;
                while k > at {
                    self.loops[k] = self.loops[k - 1];
                    k -= 1;
                }
                self.loops[at] = next;
                at += 1;
            }
            i += 1;
        }
    }
}

/// Most leaves are a loop each, and a division takes as long as all else of a small nest.
const fn quotient(extent: usize, done: usize) -> usize {
    if done == 1 { extent } else { extent / done }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec;
    use std::vec::Vec;

    use super::super::tests::{layouts, offsets};
    use super::*;

    /// The offsets that the loops visit, from the outermost.
    fn visited(nest: &Nest) -> Vec<(isize, isize)> {
        assert!(nest.loops[nest.len..].iter().all(|l| *l == Loop::ONCE));
        nest.loops[..nest.len].iter().rev().fold(
            vec![(nest.start[SOURCE], nest.start[TARGET])],
            |all, l| {
                let turn = |&(s, t): &(isize, isize)| {
                    (0..l.extent as isize).map(move |i| (s + i * l.source(), t + i * l.target()))
                };
                all.iter().flat_map(turn).collect()
            },
        )
    }

    #[test]
    #[cfg_attr(miri, ignore = "no `unsafe` here, and many layouts")]
    fn loops_visit_each_coordinate_once() {
        let all: Vec<_> = layouts().collect();
        let mut checked = 0;
        for (i, source) in all.iter().enumerate() {
            let leaves: Leaves = Leaves::EMPTY.then(&source.0, &source.1);
            let from = offsets(&source.0, &source.1);
            for target in all.iter().skip(i % 499).step_by(499) {
                let to = offsets(&target.0, &target.1);
                if from.len() != to.len() {
                    continue;
                }
                let mut expected: Vec<_> = from.iter().copied().zip(to).collect();
                expected.sort();
                for by in [By::Source, By::Target] {
                    let places = [Leaves::EMPTY.then(&target.0, &target.1), leaves];
                    let Some(nest) = Nest::new(&places, by) else { continue };
                    let mut visited = visited(&nest);
                    visited.sort();
                    assert_eq!(visited, expected, "{source:?} {target:?}");
                    checked += 1;
                }
            }
        }
        assert!(checked > 1000, "{checked}");
    }

    fn loops(source: (&[usize], &[isize]), target: (&[usize], &[isize])) -> (Vec<Loop>, bool) {
        let leaves = |(shape, stride)| Leaves::EMPTY.then(shape, stride);
        let nest: Nest = Nest::new(&[leaves(target), leaves(source)], By::Target).unwrap();
        (nest.loops[..nest.len].to_vec(), nest.blocked)
    }

    fn turns(extent: usize, source: isize, target: isize) -> Loop {
        Loop::new(extent, source, target)
    }

    #[test]
    fn loops_are_those_one_would_write() {
        // The same order in memory: one run.
        assert_eq!(
            loops((&[4, 2, 8], &[8, 32, 1]), (&[4, 2, 8], &[8, 32, 1])),
            (vec![turns(64, 1, 1)], false)
        );
        // A transpose.
        assert_eq!(
            loops((&[64, 32], &[32, 1]), (&[64, 32], &[1, 64])),
            (vec![turns(64, 32, 1), turns(32, 1, 64)], true)
        );
        // nchw to nChw16c, of 3 x 64 x 10 x 10: 16 channels against all of an image.
        assert_eq!(
            loops(
                (&[3, 64, 10, 10], &[6400, 100, 10, 1]),
                (&[3, 16, 4, 10, 10], &[6400, 1, 1600, 160, 16])
            ),
            (vec![turns(16, 100, 1), turns(100, 1, 16), turns(12, 1600, 1600)], true)
        );
        // Both reversed.
        assert_eq!(loops((&[9], &[-1]), (&[9], &[-1])), (vec![turns(9, 1, 1)], false));
        // A broadcast.
        assert_eq!(
            loops((&[4, 8], &[1, 0]), (&[4, 8], &[8, 1])),
            (vec![turns(8, 0, 1), turns(4, 1, 8)], false)
        );
    }
}
