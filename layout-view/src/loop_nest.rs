//! `LoopNest`: the loops that visit several operands together, found while the program compiles, or at
//! run time where the numbers are known only then.
//!
//! The first operand is the target, the others are sources. Layouts of one size are cut where any of
//! them has a leaf ending, so that each piece has one stride in all: the common refinement of their
//! coalesced shapes. The pieces are loops that may run in any order. They are interchanged to the [`LoopOrder`] that suits
//! the operands, reversed so that they run upward, and collapsed where one continues another in all.
//!
//! Between a source and a target, the loop with the smallest stride in the target is the innermost. Where the
//! source has a smaller stride in another loop, as in a transpose, that one is the second: the two are
//! tiled. Where runs are short in both, as between rows and Morton order, loops come in an order
//! that uses cache lines of both operands whole.
//!
//! `aligned.rs` makes the loops of operands that have the same extents, `constant.rs` runs the loops that the compiler knows,
//! `run_time.rs` those that are found at run time.

pub(crate) mod aligned;
pub(crate) mod constant;
pub(crate) mod elements;
mod order;
pub(crate) mod run_time;
pub(crate) mod swizzled;
pub(crate) mod tiling;

pub(crate) use order::LoopOrder;

use super::cache::{CRITICAL_STRIDE_ELEMENTS, HALF_L1_LINES, L1_WAYS, fits_l1};
use super::leaves::Leaves;
use layout_runtime::internals::MAX;

/// The elements of a cache line, of 4 bytes each.
const LINE_ELEMENTS: usize = 16;

/// The least elements of a row of elements apart beside which the cost of a row does not count.
const SHORT_ROW: usize = 16;

/// The most rows that are jammed: of so few LLVM spells out all but the longest functions.
const MAX_JAMMED: usize = 4;

/// The index of the target among the operands, and that of the first source.
pub(super) const TARGET: usize = 0;
pub(super) const SOURCE: usize = 1;

/// A loop: its trip count, which is an extent of the layouts, and the step of each operand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Loop<const P: usize = 2> {
    pub(super) extent: usize,
    pub(super) step: [isize; P],
}

impl<const P: usize> Loop<P> {
    /// The loop of one iteration.
    pub(super) const UNIT: Self = Loop { extent: 1, step: [0; P] };

    /// Returns true if `next` goes on where this loop ends, in all operands, so that both collapse to one loop.
    #[inline]
    pub(super) const fn is_continued_by(&self, next: &Self) -> bool {
        let mut operand = 0;
        while operand < P {
            // Checked: it may be no step at all of the layout.
            let end = self.step[operand].checked_mul(self.extent as isize);
            if !matches!(end, Some(end) if end == next.step[operand]) {
                return false;
            }
            operand += 1;
        }
        true
    }

    /// Returns true if iterations are in the same sets of a cache in an operand.
    const fn is_critical(&self) -> bool {
        let (mut is_critical, mut operand) = (false, 0);
        while operand < P {
            is_critical |= self.is_critical_in(operand);
            operand += 1;
        }
        is_critical
    }

    /// Returns true if iterations are in the same sets of a cache in this operand.
    #[inline]
    const fn is_critical_in(&self, operand: usize) -> bool {
        let step = self.step[operand];
        step != 0 && step % CRITICAL_STRIDE_ELEMENTS == 0
    }

    /// Returns true if no line of this operand stays in the first-level cache until the next iteration of the loop around this one: too many are in the
    /// same sets.
    #[inline]
    pub(crate) const fn has_conflicts_in(&self, operand: usize) -> bool {
        self.extent > L1_WAYS && self.is_critical_in(operand)
    }

    /// Makes the last iteration the first one, which begins at the offsets.
    #[inline]
    pub(super) const fn reverse(&mut self, start: &mut [isize; P]) {
        let mut operand = 0;
        while operand < P {
            start[operand] += self.step[operand] * (self.extent as isize - 1);
            self.step[operand] = -self.step[operand];
            operand += 1;
        }
    }

    /// Returns true if the loop is a contiguous run of the target, and one or an element of each source: what vectors are made of.
    #[inline]
    pub(super) const fn is_vectorizable(&self) -> bool {
        let (mut is_vectorizable, mut operand) = (self.step[TARGET] == 1, TARGET + 1);
        while operand < P {
            is_vectorizable &= matches!(self.step[operand], 0 | 1);
            operand += 1;
        }
        is_vectorizable
    }

    /// Returns true if this loop is to be outside of the other, in rows of a function whose elements lie apart: a row costs more than a few elements.
    #[inline]
    const fn has_shorter_rows_than(&self, other: &Self) -> bool {
        !self.is_vectorizable() && self.extent < SHORT_ROW && other.extent >= 2 * self.extent
    }

    /// The cache lines of all iterations in the first `count` operands.
    #[inline]
    const fn lines(&self, count: usize) -> usize {
        let (mut lines, mut operand) = (0, 0);
        while operand < count {
            let step = self.step[operand].unsigned_abs();
            lines += match step {
                0..LINE_ELEMENTS => self.extent * step / LINE_ELEMENTS + 1,
                _ => self.extent,
            };
            operand += 1;
        }
        lines
    }

    /// Returns true if the cache lines of all iterations stay in the first-level cache until the next iteration of the loop around it.
    #[inline]
    const fn has_lines_in_l1(&self) -> bool {
        self.extent <= HALF_L1_LINES
    }

    /// Calls a function with the offsets at each iteration, from some on.
    #[inline(always)]
    pub(super) fn for_each(self, start: [isize; P], mut f: impl FnMut([isize; P])) {
        for iteration in 0..self.extent as isize {
            f(advanced(start, self.step, iteration));
        }
    }
}

/// The loop of a target and one source.
impl Loop {
    #[inline(always)]
    pub(super) const fn new(extent: usize, source: isize, target: isize) -> Self {
        Loop { extent, step: [target, source] }
    }

    /// The stride of the source.
    #[inline(always)]
    pub(super) const fn source(&self) -> isize {
        self.step[SOURCE]
    }

    /// The stride of the target.
    #[inline(always)]
    pub(super) const fn target(&self) -> isize {
        self.step[TARGET]
    }

    /// Returns true if the loop is a contiguous run of both operands.
    #[inline]
    pub(super) const fn is_contiguous(&self) -> bool {
        self.source() == 1 && self.target() == 1
    }

    /// Two loops for the rows of a function, from the innermost.
    #[inline(always)]
    pub(super) const fn in_rows((l0, l1): (Loop, Loop)) -> (Loop, Loop) {
        if l0.has_shorter_rows_than(&l1) && l1.has_lines_in_l1() { (l1, l0) } else { (l0, l1) }
    }

    /// Two loops in the order of the target's strides, collapsed if they are one; `None` where one does not
    /// run upward in both operands.
    #[inline(always)]
    pub(super) fn interchanged(a: Loop, b: Loop) -> Option<(Loop, Loop)> {
        let is_upward = |l: Loop| l.extent == 1 || l.source() > 0 && l.target() > 0;
        if !is_upward(a) || !is_upward(b) {
            return None;
        }
        let is_first = b.extent == 1 || a.extent > 1 && a.target() < b.target();
        let (l0, l1) = if is_first { (a, b) } else { (b, a) };
        if l0.is_continued_by(&l1) {
            // No overflow: a size fits.
            return Some((Loop { extent: l0.extent * l1.extent, ..l0 }, Loop::UNIT));
        }
        Some((l0, l1))
    }

    /// [Interchanged](Loop::interchanged) loops, if they are to run as they are with elements `T`: as contiguous runs, or
    /// within the first-level cache, where tiles and prefetches cost more than they save.
    #[inline(always)]
    pub(super) fn untiled<T>(a: Loop, b: Loop) -> Option<(Loop, Loop)> {
        Loop::interchanged(a, b)
            .filter(|(l0, l1)| l0.is_contiguous() || fits_l1::<T>(l0.extent * l1.extent))
    }
}

/// Offsets `iterations` iterations further.
#[inline(always)]
pub(super) fn advanced<const P: usize>(
    mut offsets: [isize; P],
    step: [isize; P],
    iterations: isize,
) -> [isize; P] {
    for (offset, step) in offsets.iter_mut().zip(step) {
        *offset += iterations * step;
    }
    offsets
}

/// The loops over several operands: the sums of their steps are the offsets, at each
/// coordinate once. Each has two iterations or more, so that a size has fewer loops than bits.
#[derive(Clone, Copy)]
pub(super) struct LoopNest<const N: usize = MAX, const P: usize = 2> {
    /// The loops from the innermost; after `len`, none has a second iteration. The first two are
    /// tiled if `is_tiled`.
    pub(super) loops: [Loop<P>; N],
    pub(super) len: usize,
    pub(super) is_tiled: bool,
    /// The offsets at the first iteration of each loop.
    pub(super) start: [isize; P],
}

impl<const N: usize, const P: usize> LoopNest<N, P> {
    pub(super) const EMPTY: Self =
        LoopNest { loops: [Loop::UNIT; N], len: 0, is_tiled: false, start: [0; P] };

    /// The nest of the common refinement of the operands' leaves, in an order; `None` where there is no common refinement, as of
    /// 2 x 3 and 3 x 2. Of `P` operands the first `count` are there, and a step of 0 stands for the others; sizes are equal.
    #[inline]
    pub(super) const fn refinement(
        operands: &[Leaves<N>; P],
        count: usize,
        order: LoopOrder,
    ) -> Option<Self> {
        let mut nest = Self::EMPTY;
        if nest.set_refinement(operands, count, order) { Some(nest) } else { None }
    }

    /// [`LoopNest::refinement`] in place of an empty nest; false where there is none.
    #[inline]
    pub(super) const fn set_refinement(
        &mut self,
        operands: &[Leaves<N>; P],
        count: usize,
        order: LoopOrder,
    ) -> bool {
        if !self.refine(operands, count) {
            return false;
        }
        self.arrange(order, count);
        true
    }

    /// Puts loops in an order, without those of one iteration, and makes one of those that continue each other.
    #[inline]
    pub(super) const fn arrange(&mut self, order: LoopOrder, count: usize) {
        self.interchange(order, count);
        self.collapse(order);
    }

    /// Takes a few iterations out of the second loop, to be run within the innermost one: unroll and jam. LLVM spells them out, and makes vectors of the
    /// innermost loop, which the target is a run of; what the rows share is read once. Returns the loop of one iteration where they share no elements, where
    /// they are short, so that LLVM spells them out, or where the number of them has no small factor.
    pub(super) const fn jam(&mut self) -> Loop<P> {
        let [first, second, ..] = self.loops.as_slice() else { return Loop::UNIT };
        let (mut is_shared, mut operand) = (false, TARGET + 1);
        while operand < P {
            is_shared |= first.step[operand] != 0 && second.step[operand] == 0;
            operand += 1;
        }
        if !is_shared || first.step[TARGET] != 1 || first.extent < 2 * SHORT_ROW {
            return Loop::UNIT;
        }
        let mut jammed = *second;
        jammed.extent = if second.is_critical() { MAX_JAMMED / 2 } else { MAX_JAMMED };
        while !second.extent.is_multiple_of(jammed.extent) {
            jammed.extent -= 1;
        }
        let (mut rest, mut operand) = (*second, 0);
        rest.extent /= jammed.extent;
        while operand < P {
            // Of one iteration it may be no step of the layout, and is not taken.
            rest.step[operand] = rest.step[operand].wrapping_mul(jammed.extent as isize);
            operand += 1;
        }
        self.loops[1] = rest;
        jammed
    }

    /// The iterations of all loops.
    pub(super) const fn trip_count(&self) -> usize {
        let (mut trip_count, mut k) = (1, 0);
        while k < self.len {
            trip_count *= self.loops[k].extent;
            k += 1;
        }
        trip_count
    }

    /// Cuts the leaves into loops, if that can be.
    #[inline]
    const fn refine(&mut self, operands: &[Leaves<N>; P], count: usize) -> bool {
        let mut leaf = [0; P];
        // The part of the present leaves that earlier loops have run through, and the rest.
        let (mut done, mut rest) = ([1; P], [1; P]);
        loop {
            let (mut extent, mut operand) = (usize::MAX, 0);
            while operand < count {
                if leaf[operand] == operands[operand].len {
                    // Sizes are equal, so that all leaves end here.
                    return true;
                }
                rest[operand] = quotient(operands[operand].extent[leaf[operand]], done[operand]);
                extent = if rest[operand] < extent { rest[operand] } else { extent };
                operand += 1;
            }
            let mut next = Loop { extent, step: [0; P] };
            operand = 0;
            while operand < count {
                if rest[operand] != extent && !rest[operand].is_multiple_of(extent) {
                    return false;
                }
                let stride = operands[operand].stride[leaf[operand]];
                next.step[operand] = stride * done[operand] as isize;
                (leaf[operand], done[operand]) = match rest[operand] == extent {
                    true => (leaf[operand] + 1, 1),
                    false => (leaf[operand], done[operand] * extent),
                };
                operand += 1;
            }
            self.loops[self.len] = next;
            self.len += 1;
        }
    }

    /// Reverses loops so that they run upward, and sorts them; those of one iteration are dropped.
    #[inline]
    pub(super) const fn interchange(&mut self, order: LoopOrder, count: usize) {
        let (mut i, mut sorted, mut keys) = (0, 0, [(0, 0); N]);
        while i < self.len {
            if self.loops[i].extent == 1 {
                i += 1;
                continue;
            }
            if order.is_downward(&self.loops[i]) {
                self.reverse(i);
            }
            let (key, mut at) = (order.key(&self.loops[i], count), sorted);
            // Most are in their order, and stay where they are.
            if sorted < i || at > 0 && is_less(key, keys[at - 1]) {
                let next = self.loops[i];
                while at > 0 && is_less(key, keys[at - 1]) {
                    (self.loops[at], keys[at]) = (self.loops[at - 1], keys[at - 1]);
                    at -= 1;
                }
                self.loops[at] = next;
            }
            keys[at] = key;
            sorted += 1;
            i += 1;
        }
        while self.len > sorted {
            self.len -= 1;
            self.loops[self.len] = Loop::UNIT;
        }
    }

    /// Reverses one of the loops.
    #[inline]
    const fn reverse(&mut self, k: usize) {
        self.loops[k] = self.reversed(self.loops[k]);
    }

    /// A loop of this nest from its last iteration to its first.
    const fn reversed(&mut self, mut l: Loop<P>) -> Loop<P> {
        l.reverse(&mut self.start);
        l
    }

    /// Makes one loop of two that continue each other; of those that are not next to each other, where rows become longer by that.
    #[inline]
    const fn collapse(&mut self, order: LoopOrder) {
        let is_next_alone = !matches!(order, LoopOrder::Cost);
        let mut last = 0;
        while last < self.len {
            let mut i = last + 1;
            while i < self.len {
                if self.loops[last].is_continued_by(&self.loops[i]) {
                    self.loops[last].extent *= self.loops[i].extent;
                    self.remove(i);
                    // What continues the longer loop may be any of those after it.
                    i = last + 1;
                } else if is_next_alone {
                    break;
                } else {
                    i += 1;
                }
            }
            last += 1;
        }
    }

    /// Removes a loop.
    const fn remove(&mut self, mut k: usize) {
        self.len -= 1;
        while k < self.len {
            self.loops[k] = self.loops[k + 1];
            k += 1;
        }
        self.loops[k] = Loop::UNIT;
    }
}

impl<const N: usize, const P: usize> LoopNest<N, P> {
    /// Puts the loop of the most iterations, with no more than `most` lines of `count` operands, innermost where rows are short, as
    /// [`Loop::in_rows`]. Returns true if it does.
    #[inline]
    fn lengthen_rows(&mut self, count: usize, most: usize) -> bool {
        let (mut longest, first) = (0, &self.loops[0]);
        for (k, l) in self.loops.iter().enumerate().take(self.len) {
            let is_longer = first.has_shorter_rows_than(l) && l.lines(count) <= most;
            if is_longer && l.extent > self.loops[longest].extent {
                longest = k;
            }
        }
        if longest > 0 {
            self.loops[..=longest].rotate_right(1);
        }
        longest > 0
    }

    /// [`LoopNest::lengthen_rows`] of loops whose lines stay in the first-level cache, with those of all operands: a function of its own, which is there
    /// once for all layouts.
    #[inline(never)]
    pub(super) fn lengthen_rows_in_cache(&mut self, count: usize) {
        self.lengthen_rows(count, HALF_L1_LINES);
    }
}

/// Returns true if a pair comes before another, in the order of dictionaries.
const fn is_less(a: (usize, usize), b: (usize, usize)) -> bool {
    a.0 < b.0 || a.0 == b.0 && a.1 < b.1
}

/// The nest of a target and one source.
impl<const N: usize> LoopNest<N> {
    /// The nest of a target and a source; its innermost loops are tiled where the order is that of the target. A function of its own, which is there
    /// once for all layouts.
    #[inline(never)]
    pub(super) const fn new(operands: &[Leaves<N>; 2], order: LoopOrder) -> Option<Self> {
        let mut nest = Self::EMPTY;
        if nest.set(operands, order) { Some(nest) } else { None }
    }

    /// [`LoopNest::new`] in place of an empty nest; false where there is none.
    #[inline(never)]
    pub(super) const fn set(&mut self, operands: &[Leaves<N>; 2], order: LoopOrder) -> bool {
        if !self.refine(operands, 2) {
            return false;
        }
        self.arrange_and_tile(order);
        true
    }

    /// [`LoopNest::arrange`], and the innermost loops in tiles where the order is that of the target: a function of its own, which is there once
    /// for all layouts.
    #[inline(never)]
    pub(super) const fn arrange_and_tile(&mut self, order: LoopOrder) {
        self.arrange(order, 2);
        if matches!(order, LoopOrder::Target) {
            self.tile();
        }
    }

    /// Puts the loop with the smallest stride of the source second, running upward there, if
    /// it is not the first, nor the first a run in both.
    const fn tile(&mut self) {
        let mut best = 0;
        let mut i = 1;
        while i < self.len {
            if self.loops[i].source().unsigned_abs() < self.loops[best].source().unsigned_abs() {
                best = i;
            }
            i += 1;
        }
        if best == 0 || self.loops[0].source() == 1 {
            return self.interchange_for_cache_lines();
        }
        let second = self.loops[best];
        while best > 1 {
            self.loops[best] = self.loops[best - 1];
            best -= 1;
        }
        self.loops[1] = second;
        if second.source() < 0 {
            self.loops[1] = self.reversed(second);
        }
        self.is_tiled = true;
    }

    /// [`LoopNest::lengthen_rows`]; in tiles, if its lines do not stay in the first-level cache.
    #[inline]
    pub(super) fn lengthen_rows_in_tiles(&mut self) {
        if self.lengthen_rows(2, usize::MAX) {
            self.is_tiled = !self.loops[0].has_lines_in_l1();
        }
        self.is_tiled &= self.has_long_tiles();
    }

    /// Returns true if the lines of the first two loops do not stay in the first-level cache without tiles.
    pub(super) const fn has_long_tiles(&self) -> bool {
        let (l0, l1) = (self.loops[0].extent, self.loops[1].extent);
        l0 > tiling::TILE && (l1 > tiling::TILE || l0 > HALF_L1_LINES)
    }

    /// Puts the loops within a line of the source after those within a
    /// line of the target, where runs are short, so that lines of both are used whole before others are.
    const fn interchange_for_cache_lines(&mut self) {
        let (mut at, mut elements) = (0, 1);
        while at < self.len && elements < LINE_ELEMENTS {
            elements *= self.loops[at].extent;
            at += 1;
        }
        let mut i = at;
        while i < self.len {
            let next = self.loops[i];
            if next.source().unsigned_abs() < LINE_ELEMENTS {
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

/// The quotient of an extent. Most leaves are a loop each, and a division takes as long as all else of a small nest.
const fn quotient(extent: usize, done: usize) -> usize {
    if done == 1 { extent } else { extent / done }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec;
    use std::vec::Vec;

    use super::*;
    use crate::tests::{layouts, offsets};

    /// The offsets that the loops visit, from the outermost.
    fn visited(nest: &LoopNest) -> Vec<(isize, isize)> {
        assert!(nest.loops[nest.len..].iter().all(|l| *l == Loop::UNIT));
        nest.loops[..nest.len].iter().rev().fold(
            vec![(nest.start[SOURCE], nest.start[TARGET])],
            |all, l| {
                let iterations = |&(s, t): &(isize, isize)| {
                    (0..l.extent as isize).map(move |i| (s + i * l.source(), t + i * l.target()))
                };
                all.iter().flat_map(iterations).collect()
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
                for order in [LoopOrder::Source, LoopOrder::Target] {
                    let operands = [Leaves::EMPTY.then(&target.0, &target.1), leaves];
                    let Some(mut nest) = LoopNest::new(&operands, order) else { continue };
                    // Some of them in rows of a function, too.
                    for _ in 0..1 + usize::from(checked % 8 == 0) {
                        let mut visited = visited(&nest);
                        visited.sort();
                        assert_eq!(visited, expected, "{source:?} {target:?}");
                        nest.lengthen_rows_in_tiles();
                    }
                    checked += 1;
                }
            }
        }
        assert!(checked > 1000, "{checked}");
    }

    #[test]
    fn jammed_rows_are_those_of_the_nest() {
        let mut extents = Vec::new();
        // The last rows are as far apart as elements without bytes may be.
        let far = isize::MAX / 2 + 1;
        for (rows, columns, step, target_step) in [
            (12, 40, 0, 40),
            (7, 32, 0, 32),
            (9, 64, 0, 64),
            (4, 48, 0, 512),
            (31, 33, 0, 33),
            (8, 24, 0, 24),
            (2, 32, 0, far),
            (12, 40, 40, 40),
        ] {
            let target = Leaves::EMPTY.then(&[rows, columns], &[target_step, 1]);
            let source = Leaves::EMPTY.then(&[rows, columns], &[step, 1]);
            let mut nest: LoopNest = LoopNest::new(&[target, source], LoopOrder::Target).unwrap();
            // Rows without a gap are one loop otherwise.
            nest.loops[..2]
                .copy_from_slice(&[iterations(columns, 1, 1), iterations(rows, step, target_step)]);
            nest.len = 2;
            let mut expected = visited(&nest);
            let jammed = nest.jam();
            nest.loops[1] = match nest.loops[1] {
                l if l.extent == 1 => Loop::UNIT,
                l => l,
            };
            let mut all = Vec::new();
            for (s, t) in visited(&nest) {
                jammed.for_each([t, s], |[t, s]| all.push((s, t)));
            }
            all.sort();
            expected.sort();
            assert_eq!(all, expected);
            extents.push(jammed.extent);
        }
        // Rows in the same sets are two at a time; no number of up to 4 divides 7 or 31; short rows, and those that share nothing, stay as they are.
        assert_eq!(extents, [4, 1, 3, 2, 1, 1, 2, 1]);
    }

    fn loops(source: (&[usize], &[isize]), target: (&[usize], &[isize])) -> (Vec<Loop>, bool) {
        let leaves = |(shape, stride)| Leaves::EMPTY.then(shape, stride);
        let nest: LoopNest =
            LoopNest::new(&[leaves(target), leaves(source)], LoopOrder::Target).unwrap();
        (nest.loops[..nest.len].to_vec(), nest.is_tiled)
    }

    fn iterations(extent: usize, source: isize, target: isize) -> Loop {
        Loop::new(extent, source, target)
    }

    #[test]
    fn loops_are_those_one_would_write() {
        // The same order in memory: one run.
        assert_eq!(
            loops((&[4, 2, 8], &[8, 32, 1]), (&[4, 2, 8], &[8, 32, 1])),
            (vec![iterations(64, 1, 1)], false)
        );
        // A transpose.
        assert_eq!(
            loops((&[64, 32], &[32, 1]), (&[64, 32], &[1, 64])),
            (vec![iterations(64, 32, 1), iterations(32, 1, 64)], true)
        );
        // nchw to nChw16c, of 3 x 64 x 10 x 10: 16 channels against all of an image.
        assert_eq!(
            loops(
                (&[3, 64, 10, 10], &[6400, 100, 10, 1]),
                (&[3, 16, 4, 10, 10], &[6400, 1, 1600, 160, 16])
            ),
            (
                vec![iterations(16, 100, 1), iterations(100, 1, 16), iterations(12, 1600, 1600)],
                true
            )
        );
        // Both reversed.
        assert_eq!(loops((&[9], &[-1]), (&[9], &[-1])), (vec![iterations(9, 1, 1)], false));
        // A broadcast.
        assert_eq!(
            loops((&[4, 8], &[1, 0]), (&[4, 8], &[8, 1])),
            (vec![iterations(8, 0, 1), iterations(4, 1, 8)], false)
        );
    }

    #[test]
    fn rows_of_a_function_are_long() {
        let rows = |shape: &[usize], source: &[isize], target: &[isize]| {
            let operands = [target, source].map(|stride| Leaves::EMPTY.then(shape, stride));
            let mut nest: LoopNest = LoopNest::new(&operands, LoopOrder::Target).unwrap();
            nest.lengthen_rows_in_tiles();
            (nest.loops[0].extent, nest.is_tiled)
        };
        // Axes of few elements turned around: along the longest, and no tiles.
        assert_eq!(rows(&[4, 8, 48, 5], &[1920, 240, 5, 1], &[1, 4, 32, 1536]), (48, false));
        // A transpose of long rows keeps its tiles; one of short columns has none.
        assert_eq!(rows(&[64, 32], &[32, 1], &[1, 64]), (64, true));
        assert_eq!(rows(&[64, 8], &[8, 1], &[1, 64]), (64, false));
        // Runs stay as they are, however short.
        assert_eq!(rows(&[4, 48], &[1, 8], &[1, 8]), (4, false));
    }
}
