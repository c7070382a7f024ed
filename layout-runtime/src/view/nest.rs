//! `Nest`: the loops that visit two layouts together, found while the program compiles, or at
//! run time where the numbers are known only then.
//!
//! Two layouts of one size are cut where either has a leaf ending, so that each piece has
//! one stride in both: the common refinement of their coalesced shapes. The pieces are
//! loops that may run in any order. They are sorted so that the one with the smallest
//! stride in the target is the innermost, turned so that it runs upward there, and joined
//! where one continues another in both. Where the source has a smaller stride in another
//! loop, as in a transpose, that one is the second: the two are run in blocks. Where runs are
//! short in both, as between rows and Morton order, loops come in an order that uses lines of
//! both layouts whole.

use super::steps::MAX;

/// The elements of a line: of 4 bytes, on most machines.
const LINE: usize = 16;

/// A loop: its number of turns, and the step of each layout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Loop {
    pub(super) extent: usize,
    pub(super) source: isize,
    pub(super) target: isize,
}

impl Loop {
    pub(super) const ONCE: Loop = Loop { extent: 1, source: 0, target: 0 };

    /// Whether `next` goes on where this loop ends.
    #[inline]
    pub(super) const fn is_continued_by(&self, next: &Loop) -> bool {
        #[inline]
        const fn continues(step: isize, extent: usize, next: isize) -> bool {
            // Checked: it may be no step at all of the layout.
            matches!(step.checked_mul(extent as isize), Some(end) if end == next)
        }
        continues(self.source, self.extent, next.source)
            && continues(self.target, self.extent, next.target)
    }
}

/// By which layout's strides loops are sorted.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum By {
    Source,
    Target,
}

/// The loops over two layouts: the sums of their steps are the offsets, at each
/// coordinate once. Each has two turns or more, so that a size has fewer loops than bits.
#[derive(Clone, Copy)]
pub(super) struct Nest<const N: usize = MAX> {
    /// From the innermost; after `len`, none has a second turn. The first two are run in
    /// blocks if `blocked`.
    pub(super) loops: [Loop; N],
    pub(super) len: usize,
    pub(super) blocked: bool,
    /// The offsets at the first turn of each loop.
    pub(super) source: isize,
    pub(super) target: isize,
}

impl<const N: usize> Nest<N> {
    pub(super) const EMPTY: Self =
        Nest { loops: [Loop::ONCE; N], len: 0, blocked: false, source: 0, target: 0 };

    /// `None` where the shapes have no common refinement, as 2 x 3 and 3 x 2. Sizes
    /// are equal.
    #[inline]
    pub(super) const fn new(source: &Leaves<N>, target: &Leaves<N>, by: By) -> Option<Self> {
        let mut nest = Self::EMPTY;
        if !nest.refine(source, target) {
            return None;
        }
        nest.sort(by);
        nest.join();
        if matches!(by, By::Target) {
            nest.block();
        }
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
    const fn refine(&mut self, source: &Leaves<N>, target: &Leaves<N>) -> bool {
        let (mut s, mut t) = (0, 0);
        // What earlier loops have run through of the present leaves.
        let (mut s_done, mut t_done) = (1, 1);
        while s < source.len && t < target.len {
            let a = quotient(source.extent[s], s_done);
            let b = quotient(target.extent[t], t_done);
            let (extent, other) = if a < b { (a, b) } else { (b, a) };
            if extent != other && other % extent != 0 {
                return false;
            }
            self.loops[self.len] = Loop {
                extent,
                source: source.stride[s] * s_done as isize,
                target: target.stride[t] * t_done as isize,
            };
            self.len += 1;
            (s, s_done) = if a == extent { (s + 1, 1) } else { (s, s_done * extent) };
            (t, t_done) = if b == extent { (t + 1, 1) } else { (t, t_done * extent) };
        }
        true
    }

    /// Makes the strides positive and puts the smallest first.
    const fn sort(&mut self, by: By) {
        let mut i = 0;
        while i < self.len {
            let next = self.loops[i];
            let key = if matches!(by, By::Target) { next.target } else { next.source };
            let turned = if key < 0 { self.turned_over(next) } else { next };
            let mut at = i;
            while at > 0 && by.stride(&self.loops[at - 1]) > by.stride(&turned) {
                self.loops[at] = self.loops[at - 1];
                at -= 1;
            }
            self.loops[at] = turned;
            i += 1;
        }
    }

    /// A loop of this nest from its last turn to its first.
    const fn turned_over(&mut self, Loop { extent, source, target }: Loop) -> Loop {
        self.source += source * (extent as isize - 1);
        self.target += target * (extent as isize - 1);
        Loop { extent, source: -source, target: -target }
    }

    /// Makes one loop of two that continue each other.
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

    /// Puts the loop with the smallest stride of the source second, running upward there, if
    /// it is not the first, nor the first a run in both.
    const fn block(&mut self) {
        let mut best = 0;
        let mut i = 1;
        while i < self.len {
            if self.loops[i].source.unsigned_abs() < self.loops[best].source.unsigned_abs() {
                best = i;
            }
            i += 1;
        }
        if best == 0 || self.loops[0].source == 1 {
            return self.gather();
        }
        let second = self.loops[best];
        while best > 1 {
            self.loops[best] = self.loops[best - 1];
            best -= 1;
        }
        self.loops[1] = second;
        if second.source < 0 {
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
            if next.source.unsigned_abs() < LINE {
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

impl By {
    const fn stride(self, of: &Loop) -> usize {
        match self {
            By::Source => of.source.unsigned_abs(),
            By::Target => of.target.unsigned_abs(),
        }
    }
}

/// Leaves with more than one coordinate, coalesced.
#[derive(Clone, Copy)]
pub struct Leaves<const N: usize = MAX> {
    pub(super) extent: [usize; N],
    pub(super) stride: [isize; N],
    pub(super) len: usize,
}

impl<const N: usize> Leaves<N> {
    pub(super) const EMPTY: Self = Leaves { extent: [1; N], stride: [0; N], len: 0 };

    /// The leaves of one layout after those of another.
    pub(super) const fn then(mut self, shape: &[usize], stride: &[isize]) -> Self {
        let mut leaf = 0;
        while leaf < shape.len() {
            self.push(shape[leaf], stride[leaf]);
            leaf += 1;
        }
        self
    }

    pub(super) const fn push(&mut self, extent: usize, stride: isize) {
        if extent == 1 {
            return;
        }
        if self.len > 0 {
            let last = self.len - 1;
            let end = self.stride[last].checked_mul(self.extent[last] as isize);
            if matches!(end, Some(end) if end == stride) {
                self.extent[last] *= extent;
                return;
            }
        }
        self.extent[self.len] = extent;
        self.stride[self.len] = stride;
        self.len += 1;
    }
}

/// A coordinate of leaves, as a digit of each, and its offset.
pub(super) struct Digits<const N: usize> {
    digit: [usize; N],
    pub(super) offset: isize,
}

impl<const N: usize> Leaves<N> {
    /// The first coordinate.
    pub(super) fn start(&self) -> Digits<N> {
        Digits { digit: [0; N], offset: 0 }
    }

    /// Goes on to the next coordinate; false, and to the first, at the last.
    pub(super) fn advance(&self, at: &mut Digits<N>) -> bool {
        for k in 0..self.len {
            if at.digit[k] + 1 < self.extent[k] {
                at.digit[k] += 1;
                at.offset += self.stride[k];
                return true;
            }
            at.offset -= self.stride[k] * at.digit[k] as isize;
            at.digit[k] = 0;
        }
        false
    }
}

/// Of a layout whose numbers are known at run time.
impl<const N: usize> crate::dynamic::Leaves for Leaves<N> {
    #[inline]
    fn leaf(&mut self, extent: usize, stride: isize) {
        self.push(extent, stride);
    }
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
        nest.loops[..nest.len].iter().rev().fold(vec![(nest.source, nest.target)], |all, l| {
            let turn = |&(s, t): &(isize, isize)| {
                (0..l.extent as isize).map(move |i| (s + i * l.source, t + i * l.target))
            };
            all.iter().flat_map(turn).collect()
        })
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
                    let leaves = (&leaves, &Leaves::EMPTY.then(&target.0, &target.1));
                    let Some(nest) = Nest::new(leaves.0, leaves.1, by) else { continue };
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
        let nest: Nest = Nest::new(&leaves(source), &leaves(target), By::Target).unwrap();
        (nest.loops[..nest.len].to_vec(), nest.blocked)
    }

    fn turns(extent: usize, source: isize, target: isize) -> Loop {
        Loop { extent, source, target }
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
