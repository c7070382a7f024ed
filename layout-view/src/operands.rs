//! The iteration domain of several operands, and the loops that visit them together.
//!
//! The first operand is the target, the others are sources; each has a layout with as many coordinates. Of the loops of their common refinement
//! (`loop_nest.rs`), the innermost is the one whose elements are next to each other, or the same, in most operands.

#![allow(unsafe_code)]

use core::marker::PhantomData;

use super::data::Source;
use super::leaves::Leaves;
use super::loop_nest::aligned::AlignedLeaves;
use super::loop_nest::{Loop, LoopNest, LoopOrder, TARGET};
use super::operand::{ConstantLayout, KnownLeaves, Operand, least_step};
use super::sizes::sizes_differ;
use crate::dynamic::ShapeError;
use layout_runtime::internals::{Leaves as LeafVisitor, MAX, MAX_LEAVES_SMALL, Message};

/// The most operands of one call: a target, and five sources.
pub(super) const MAX_OPERANDS: usize = 6;

/// The most leaves of domains with a mode more than most.
const MAX_LEAVES_MEDIUM: usize = 16;

/// An offset for each operand; 0 for operands that are not there.
pub(super) type Offsets = [isize; MAX_OPERANDS];

/// A loop over all operands.
pub(super) type OperandsLoop = Loop<MAX_OPERANDS>;

/// A loop over all operands, as far as the compiler knows its numbers.
#[derive(Clone, Copy)]
pub(super) struct KnownLoop {
    pub(super) extent: Option<usize>,
    pub(super) step: [Option<isize>; MAX_OPERANDS],
    /// The leaf of all operands that has the numbers at run time.
    pub(super) leaf: usize,
}

/// Stands for an extent that is not known.
const GUESSED_EXTENT: usize = 32;

impl KnownLoop {
    /// The loop of one iteration.
    pub(super) const UNIT: Self = KnownLoop::of(&OperandsLoop::UNIT);

    /// A loop of which no number is known.
    pub(super) const UNKNOWN: Self =
        KnownLoop { extent: None, step: [None; MAX_OPERANDS], leaf: 0 };

    /// A loop whose numbers are all known.
    pub(super) const fn of(l: &OperandsLoop) -> Self {
        let (mut step, mut operand) = ([None; MAX_OPERANDS], 0);
        while operand < MAX_OPERANDS {
            step[operand] = Some(l.step[operand]);
            operand += 1;
        }
        KnownLoop { extent: Some(l.extent), step, leaf: 0 }
    }

    /// The loop with numbers in place of those that are not known: an extent of some size, and elements that are apart, the first leaf's the furthest, and
    /// not in the same sets of a cache.
    const fn guessed(&self) -> OperandsLoop {
        let extent = match self.extent {
            Some(extent) => extent,
            None => GUESSED_EXTENT,
        };
        let (mut l, mut operand) = (OperandsLoop { extent, step: [0; MAX_OPERANDS] }, 0);
        while operand < MAX_OPERANDS {
            l.step[operand] = match self.step[operand] {
                Some(step) => step,
                None => (64 << (MAX_LEAVES_SMALL - self.leaf)) + 16,
            };
            operand += 1;
        }
        l
    }

    /// Returns true if another loop has these numbers, and guesses for those that are not known.
    pub(super) const fn is_guessed_as(&self, l: &OperandsLoop) -> bool {
        let (guessed, mut operand) = (self.guessed(), 0);
        while operand < MAX_OPERANDS && guessed.step[operand] == l.step[operand] {
            operand += 1;
        }
        operand == MAX_OPERANDS && guessed.extent == l.extent
    }

    /// The loop, with the numbers that are not known from the leaves.
    #[inline(always)]
    pub(super) fn at_run_time(&self, leaves: &[OperandsLoop; MAX_LEAVES_SMALL]) -> OperandsLoop {
        self.or(&leaves[self.leaf])
    }

    /// The loop, with the numbers of another one in place of those that are not known.
    #[inline(always)]
    pub(super) fn or(&self, other: &OperandsLoop) -> OperandsLoop {
        // Spelled out, so that LLVM knows the numbers before it unrolls a loop over them.
        let step = |operand: usize| self.step[operand].unwrap_or(other.step[operand]);
        OperandsLoop {
            extent: self.extent.unwrap_or(other.extent),
            step: [step(0), step(1), step(2), step(3), step(4), step(5)],
        }
    }

    /// Returns true if a loop has the steps that are known.
    #[inline(always)]
    pub(super) fn has_steps(&self, l: &OperandsLoop) -> bool {
        let has = |operand: usize| self.step[operand].is_none_or(|step| step == l.step[operand]);
        has(0) && has(1) && has(2) && has(3) && has(4) && has(5)
    }
}

/// The loop nest over all operands.
pub(super) type OperandsNest<const N: usize = MAX> = LoopNest<N, MAX_OPERANDS>;

/// The sources of a call, as a list: `(a, (b, ()))`.
pub trait Sources {
    #[doc(hidden)]
    const COUNT: usize;
    /// The layout of each, from the first on, where the compiler knows it.
    #[doc(hidden)]
    const CONSTANT: [Option<ConstantLayout>; MAX_OPERANDS];
    /// The extents and strides of the leaves of each, as far as the compiler knows them.
    #[doc(hidden)]
    const KNOWN: [KnownLeaves; MAX_OPERANDS];
    #[doc(hidden)]
    const LEAVES: usize;
    /// The leaves of the one with the most.
    #[doc(hidden)]
    const MOST_LEAVES: usize;
    /// The elements of each, in a list as well.
    #[doc(hidden)]
    type Elements: Copy;

    #[doc(hidden)]
    fn elements(&self) -> Self::Elements;

    /// The size of the first source whose size differs from this one.
    #[doc(hidden)]
    fn other_size(&self, size: usize) -> Option<usize>;

    /// Visits the leaves of each, one source after the other.
    #[doc(hidden)]
    fn visit<V: OperandsVisitor>(&self, visitor: &mut V);
}

impl Sources for () {
    const COUNT: usize = 0;
    const CONSTANT: [Option<ConstantLayout>; MAX_OPERANDS] = [None; MAX_OPERANDS];
    const KNOWN: [KnownLeaves; MAX_OPERANDS] = [[(None, None); MAX_LEAVES_SMALL]; MAX_OPERANDS];
    const LEAVES: usize = 0;
    const MOST_LEAVES: usize = 0;
    type Elements = ();

    #[inline(always)]
    fn elements(&self) {}

    #[inline(always)]
    fn other_size(&self, _: usize) -> Option<usize> {
        None
    }

    #[inline(always)]
    fn visit<V: OperandsVisitor>(&self, _: &mut V) {}
}

impl<S: Source, R: Sources> Sources for (S, R) {
    const COUNT: usize = 1 + R::COUNT;
    const CONSTANT: [Option<ConstantLayout>; MAX_OPERANDS] = {
        let [a, b, c, d, e, _] = R::CONSTANT;
        [S::Operand::CONSTANT, a, b, c, d, e]
    };
    const KNOWN: [KnownLeaves; MAX_OPERANDS] = {
        let [a, b, c, d, e, _] = R::KNOWN;
        [S::Operand::KNOWN, a, b, c, d, e]
    };
    const LEAVES: usize = S::Operand::LEAVES + R::LEAVES;
    const MOST_LEAVES: usize =
        if S::Operand::LEAVES > R::MOST_LEAVES { S::Operand::LEAVES } else { R::MOST_LEAVES };
    type Elements = (S::Elements, R::Elements);

    #[inline(always)]
    fn elements(&self) -> Self::Elements {
        (self.0.elements(), self.1.elements())
    }

    #[inline(always)]
    fn other_size(&self, size: usize) -> Option<usize> {
        Some(self.0.operand().size()).filter(|own| *own != size).or(self.1.other_size(size))
    }

    #[inline(always)]
    fn visit<V: OperandsVisitor>(&self, visitor: &mut V) {
        visitor.next_operand();
        self.0.operand().visit(visitor);
        self.1.visit(visitor);
    }
}

/// A visitor of the leaves of several operands.
#[doc(hidden)]
pub trait OperandsVisitor: LeafVisitor {
    /// Goes on to the next operand. The first leaves are those of the target.
    fn next_operand(&mut self);
}

/// The leaves of each operand, coalesced.
struct OperandsLeaves<const N: usize> {
    operands: [Leaves<N>; MAX_OPERANDS],
    operand: usize,
}

impl<const N: usize> LeafVisitor for OperandsLeaves<N> {
    #[inline(always)]
    fn leaf(&mut self, extent: usize, stride: isize) {
        push(&mut self.operands[self.operand], extent, stride);
    }
}

/// [`Leaves::push`] as a function of its own: layouts have many leaves, and this is for those that are not aligned.
#[inline(never)]
fn push<const N: usize>(leaves: &mut Leaves<N>, extent: usize, stride: isize) {
    leaves.push(extent, stride);
}

impl<const N: usize> OperandsVisitor for OperandsLeaves<N> {
    #[inline(always)]
    fn next_operand(&mut self) {
        self.operand += 1;
    }
}

impl<const N: usize> OperandsVisitor for AlignedLeaves<'_, N, MAX_OPERANDS> {
    #[inline(always)]
    fn next_operand(&mut self) {
        self.go_on(self.operand + 1, 0);
    }
}

/// The domain of sources and a target, as far as the compiler knows it.
pub(super) struct OperandsDomain<S, D>(PhantomData<(S, D)>);

impl<S: Sources, D: Operand> OperandsDomain<S, D> {
    const COUNT: usize = {
        assert!(S::COUNT < MAX_OPERANDS, "more sources than loops are found for");
        S::COUNT + 1
    };

    /// True if all have as many leaves, so that they may have the same extents.
    const IS_ALIGNED: bool = S::MOST_LEAVES == D::LEAVES && S::LEAVES == S::COUNT * D::LEAVES;

    /// No fewer than the loops: at the end of each a leaf ends, and at that of the last one in all layouts.
    const MAX_LOOPS: usize = S::LEAVES + D::LEAVES - S::COUNT;

    const CONSTANT: [Option<ConstantLayout>; MAX_OPERANDS] = {
        let [a, b, c, d, e, _] = S::CONSTANT;
        [D::CONSTANT, a, b, c, d, e]
    };

    /// The extents and strides of the leaves of each operand, as far as the compiler knows them.
    const KNOWN_LEAVES: [KnownLeaves; MAX_OPERANDS] = {
        let [a, b, c, d, e, _] = S::KNOWN;
        [D::KNOWN, a, b, c, d, e]
    };

    /// The loops leaf by leaf, of operands with the same extents, as far as the compiler knows their numbers; none that runs downward.
    pub(super) const KNOWN: Option<[KnownLoop; MAX_LEAVES_SMALL]> = {
        let known = Self::KNOWN_LEAVES;
        let (mut loops, mut leaf) = ([KnownLoop::UNIT; MAX_LEAVES_SMALL], 0);
        let mut is_known = Self::IS_ALIGNED && D::LEAVES <= MAX_LEAVES_SMALL;
        while is_known && leaf < D::LEAVES {
            loops[leaf] = KnownLoop { extent: None, leaf, ..KnownLoop::UNIT };
            let mut operand = 0;
            while operand < Self::COUNT {
                let (extent, step) = known[operand][leaf];
                if extent.is_some() {
                    loops[leaf].extent = extent;
                }
                loops[leaf].step[operand] = step;
                is_known &= !matches!(step, Some(..0));
                operand += 1;
            }
            leaf += 1;
        }
        if is_known { Some(loops) } else { None }
    };

    /// The [least step](least_step) of each operand.
    pub(super) const LEAST_STEPS: [Option<isize>; MAX_OPERANDS] = {
        let known = Self::KNOWN_LEAVES;
        let (mut steps, mut operand) = ([None; MAX_OPERANDS], 0);
        while operand < MAX_OPERANDS {
            steps[operand] = least_step(&known[operand]);
            operand += 1;
        }
        steps
    };

    /// The nest of [such loops](Self::KNOWN), with guessed numbers in place of those that are not known. None continues another.
    pub(super) const GUESSED: OperandsNest = {
        let (mut nest, mut leaf) = (OperandsNest::EMPTY, 0);
        if let Some(known) = Self::KNOWN {
            while leaf < D::LEAVES {
                nest.loops[leaf] = known[leaf].guessed();
                leaf += 1;
            }
            nest.len = leaf;
            nest.interchange(LoopOrder::Cost, Self::COUNT);
        }
        nest
    };

    /// The innermost of [such loops](Self::KNOWN), if the steps that the compiler knows decide it: those that it does not know are not
    /// 0 or 1, but for a loop beside one of a single iteration.
    pub(super) const INNERMOST: Option<usize> = match Self::KNOWN {
        Some([l, ..]) if D::LEAVES == 1 && l.step[TARGET].is_none() => None,
        Some(known) if D::LEAVES > 0 => {
            let (mut least, mut is_only, mut leaf) = (0, true, 1);
            while leaf < D::LEAVES {
                let (cost, _) = LoopOrder::Cost.key(&known[leaf].guessed(), Self::COUNT);
                let (least_cost, _) = LoopOrder::Cost.key(&known[least].guessed(), Self::COUNT);
                if cost <= least_cost {
                    (least, is_only) = (leaf, cost < least_cost);
                }
                leaf += 1;
            }
            if is_only { Some(least) } else { None }
        }
        _ => None,
    };

    pub(super) const IS_CONSTANT: bool = {
        let mut operand = 0;
        while operand < Self::COUNT && Self::CONSTANT[operand].is_some() {
            operand += 1;
        }
        operand == Self::COUNT
    };

    /// The leaves, if the compiler knows all layouts.
    const OPERANDS: [Leaves; MAX_OPERANDS] = {
        let (mut operands, mut operand) = ([Leaves::EMPTY; MAX_OPERANDS], 0);
        while operand < Self::COUNT && Self::IS_CONSTANT {
            if let (Some(known), Some(first)) = (Self::CONSTANT[operand], Self::CONSTANT[0]) {
                if known.size != first.size {
                    let message = Message::new("the sizes differ: ")
                        .text(known.notation)
                        .text(" and ")
                        .text(first.notation);
                    message.panic();
                }
                operands[operand] = known.leaves();
            }
            operand += 1;
        }
        operands
    };

    /// The loops, if the compiler knows all layouts and there are common ones.
    const NEST: Option<OperandsNest> = if Self::IS_CONSTANT {
        LoopNest::refinement(&Self::OPERANDS, Self::COUNT, LoopOrder::Cost)
    } else {
        None
    };

    pub(super) const HAS_NEST: bool = Self::NEST.is_some();

    /// No loops at all where there are no common ones.
    pub(super) const LOOP_NEST: OperandsNest = match Self::NEST {
        Some(nest) => nest,
        None => LoopNest::EMPTY,
    };
}

/// A body that is run with the loops over all operands.
pub(super) trait NestBody {
    /// The number of visits of each coordinate where there are no common loops.
    const PASSES: usize = 1;

    /// The leaves of operands with three of the same extents each, from the innermost loop, where their order is known from the types.
    const ORDER: Option<[usize; 3]> = None;

    /// Runs the loops.
    ///
    /// # Safety
    ///
    /// The loops go to offsets of the operands alone.
    unsafe fn run<const N: usize>(&mut self, nest: &OperandsNest<N>);

    /// Runs loops that are found at run time, which are the body's to change.
    ///
    /// # Safety
    ///
    /// As [`NestBody::run`].
    #[inline(always)]
    unsafe fn run_taken<const N: usize>(&mut self, nest: &mut OperandsNest<N>) {
        // SAFETY: by the caller.
        unsafe { self.run(nest) };
    }

    /// Does the same at one coordinate, in one of the passes.
    ///
    /// # Safety
    ///
    /// These are its offsets.
    unsafe fn run_at(&mut self, at: &Offsets, pass: usize);
}

/// Runs a body with the loops that visit each coordinate once, in an order that suits all operands. Returns false where there are no
/// coordinates.
///
/// # Errors
///
/// Sizes differ.
#[inline(always)]
pub(super) fn visit<S: Sources, D: Operand>(
    sources: &S,
    target: D,
    body: &mut impl NestBody,
) -> Result<bool, ShapeError> {
    let size = target.size();
    if let Some(other) = sources.other_size(size) {
        return Err(differ(other, size));
    }
    if size == 0 {
        return Ok(false);
    }
    let count = const { OperandsDomain::<S, D>::COUNT };
    if visit_in_order(sources, target, body) {
        return Ok(true);
    }
    // SAFETY: the loops are those of the operands, and so are the leaves.
    unsafe {
        if const { OperandsDomain::<S, D>::HAS_NEST } {
            body.run(const { &OperandsDomain::<S, D>::LOOP_NEST });
        } else if const { OperandsDomain::<S, D>::IS_CONSTANT } {
            run_at_each(const { &OperandsDomain::<S, D>::OPERANDS }, count, body);
        } else if const { OperandsDomain::<S, D>::MAX_LOOPS <= MAX_LEAVES_SMALL } {
            run_at_run_time::<MAX_LEAVES_SMALL, S, D>(sources, target, body);
        } else if let mut nest = OperandsNest::<MAX_LEAVES_SMALL>::EMPTY
            && aligned(&mut nest, sources, target)
        {
            // Fewer loops than there may be.
            body.run_taken(&mut nest);
        } else if const { OperandsDomain::<S, D>::MAX_LOOPS <= MAX_LEAVES_MEDIUM } {
            run_at_run_time::<MAX_LEAVES_MEDIUM, S, D>(sources, target, body);
        } else {
            run_at_run_time::<MAX, S, D>(sources, target, body);
        }
    }
    Ok(true)
}

/// [`visit`] with loops in the [order](NestBody::ORDER) that is known; false if there is none, or the extents are not the same.
#[inline(always)]
fn visit_in_order<B: NestBody, S: Sources, D: Operand>(
    sources: &S,
    target: D,
    body: &mut B,
) -> bool {
    let Some(order) = (const { B::ORDER }) else { return false };
    let mut leaves = OperandsNest::<3>::EMPTY;
    if !leaf_by_leaf::<3, S, D>(&mut leaves, sources, target) {
        return false;
    }
    let [l0, l1, l2] = order.map(|leaf| leaves.loops[leaf]);
    let mut nest = OperandsNest::<3> { loops: [l0, l1, l2], ..leaves };
    // No overflow in collapsed loops: a size fits.
    if l1.is_continued_by(&l2) {
        nest.loops[1].extent *= l2.extent;
        (nest.loops[2], nest.len) = (OperandsLoop::UNIT, 2);
    }
    if l0.is_continued_by(&l1) {
        nest.loops[0].extent *= nest.loops[1].extent;
        nest.len -= 1;
        (nest.loops[1], nest.loops[2]) = (nest.loops[2], OperandsLoop::UNIT);
    }
    // SAFETY: the loops are those of the operands.
    unsafe { body.run(&nest) };
    true
}

/// Runs a body with loops that are found at run time, or without where there are none.
///
/// # Safety
///
/// As [`NestBody::run`], for all coordinates of the operands.
#[inline(always)]
unsafe fn run_at_run_time<const N: usize, S: Sources, D: Operand>(
    sources: &S,
    target: D,
    body: &mut impl NestBody,
) {
    let count = const { OperandsDomain::<S, D>::COUNT };
    let mut nest = OperandsNest::EMPTY;
    let not_refined = if aligned::<N, S, D>(&mut nest, sources, target) {
        None
    } else {
        let mut leaves =
            OperandsLeaves { operands: [Leaves::EMPTY; MAX_OPERANDS], operand: TARGET };
        target.visit(&mut leaves);
        sources.visit(&mut leaves);
        if refine(&mut nest, &leaves.operands, count) { None } else { Some(leaves.operands) }
    };
    // SAFETY: by the caller.
    unsafe {
        match not_refined {
            None => body.run_taken(&mut nest),
            Some(operands) => run_at_each(&operands, count, body),
        }
    }
}

/// Sets an empty nest to the loops of operands with the same extents, leaf by leaf, in an order; false if they have others.
#[inline(always)]
fn aligned<const N: usize, S: Sources, D: Operand>(
    nest: &mut OperandsNest<N>,
    sources: &S,
    target: D,
) -> bool {
    let is_aligned = leaf_by_leaf::<N, S, D>(nest, sources, target);
    match const { (OperandsDomain::<S, D>::INNERMOST, D::LEAVES) } {
        (Some(_), 1) => {}
        (Some(innermost), 2) if is_aligned => arrange_two(nest, innermost),
        _ if is_aligned => arrange(nest, const { OperandsDomain::<S, D>::COUNT }),
        _ => {}
    }
    is_aligned
}

/// Puts two loops in their order, and makes one of them if they continue each other.
#[inline(always)]
fn arrange_two<const N: usize>(nest: &mut OperandsNest<N>, innermost: usize) {
    let loops = &mut nest.loops;
    if (innermost == 1) != (loops[innermost].extent == 1) {
        loops.swap(0, 1);
    }
    if loops[0].is_continued_by(&loops[1]) {
        // No overflow: a size fits.
        loops[0].extent *= loops[1].extent;
        (loops[1], nest.len) = (OperandsLoop::UNIT, 1);
    }
}

/// Sets an empty nest to the loops of operands with the same extents, leaf by leaf; false if they have others.
#[inline(always)]
pub(super) fn leaf_by_leaf<const N: usize, S: Sources, D: Operand>(
    nest: &mut OperandsNest<N>,
    sources: &S,
    target: D,
) -> bool {
    if const { !OperandsDomain::<S, D>::IS_ALIGNED || D::LEAVES > N } {
        return false;
    }
    let mut leaves = AlignedLeaves::new(nest, TARGET);
    target.visit(&mut leaves);
    sources.visit(&mut leaves);
    leaves.end(const { D::LEAVES })
}

/// The loops, found at run time: a function of its own, which is there once for all layouts.
#[inline(never)]
fn refine<const N: usize>(
    nest: &mut OperandsNest<N>,
    operands: &[Leaves<N>; MAX_OPERANDS],
    count: usize,
) -> bool {
    *nest = OperandsNest::EMPTY;
    nest.set_refinement(operands, count, LoopOrder::Cost)
}

/// The order of loops that are found already: a function of its own, as [`refine`].
#[inline(never)]
fn arrange<const N: usize>(nest: &mut OperandsNest<N>, count: usize) {
    nest.arrange(LoopOrder::Cost, count);
}

/// Runs a body at each coordinate of the first `count` operands.
///
/// # Safety
///
/// As [`NestBody::run_at`], for all coordinates of the operands, which have equally many.
#[cold]
#[inline(never)]
unsafe fn run_at_each<const N: usize, B: NestBody>(
    operands: &[Leaves<N>; MAX_OPERANDS],
    count: usize,
    body: &mut B,
) {
    for pass in 0..B::PASSES {
        let mut digits = operands.each_ref().map(Leaves::start);
        loop {
            let offsets = digits.each_ref().map(|digits| digits.offset);
            // SAFETY: by the caller.
            unsafe { body.run_at(&offsets, pass) };
            let all = operands.iter().zip(&mut digits).take(count);
            // All end at the same coordinate.
            let is_next = all.fold(false, |_, (leaves, digits)| leaves.advance(digits));
            if !is_next {
                break;
            }
        }
    }
}

/// The error of sizes that differ: a function of its own, out of the way of the loops.
#[cold]
fn differ(source: usize, target: usize) -> ShapeError {
    sizes_differ(source, target)
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec;
    use std::vec::Vec;

    use super::*;
    use crate::loop_nest::advanced;
    use crate::tests::{layouts, offsets};
    use crate::{View, ViewMut, layout, zip_with};

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
                let mut operands = [Leaves::<MAX>::EMPTY; MAX_OPERANDS];
                for (operand, of) in operands.iter_mut().zip(three) {
                    *operand = Leaves::EMPTY.then(&of.0, &of.1);
                }
                let Some(mut nest) = OperandsNest::refinement(&operands, 3, LoopOrder::Cost) else {
                    continue;
                };
                let [a, b, c] = three.map(|of| offsets(&of.0, &of.1));
                let mut expected: Vec<_> =
                    (0..a.len()).map(|i| [a[i], b[i], c[i], 0, 0, 0]).collect();
                expected.sort_unstable();
                // As they are, and in long rows.
                for _ in 0..2 {
                    let mut visited = Vec::new();
                    let [l0, l1] = [nest.loops[0], nest.loops[1]];
                    nest.for_each_outside::<2>(|at| {
                        for j in 0..l1.extent {
                            for i in 0..l0.extent {
                                let at = advanced(at, l1.step, j as isize);
                                visited.push(advanced(at, l0.step, i as isize));
                            }
                        }
                    });
                    visited.sort_unstable();
                    assert_eq!(visited, expected, "{three:?}");
                    nest.lengthen_rows_in_cache(3);
                }
                checked += 1;
            }
        }
        assert!(checked > 1000, "{checked}");
    }

    #[test]
    fn rows_of_elements_apart_are_long() {
        let longest = |shape: &[usize], target: &[isize], source: &[isize]| {
            let mut all = [Leaves::<MAX>::EMPTY; MAX_OPERANDS];
            (all[0], all[1]) =
                (Leaves::EMPTY.then(shape, target), Leaves::EMPTY.then(shape, source));
            let mut nest = OperandsNest::refinement(&all, 2, LoopOrder::Cost).expect("loops");
            nest.lengthen_rows_in_cache(2);
            nest.loops[0].extent
        };
        // The row of the target is of four elements, which the source has apart.
        assert_eq!(longest(&[4, 30, 24], &[1, 4, 120], &[720, 24, 1]), 30);
        // A row of more lines than stay in the first-level cache is not taken.
        assert_eq!(longest(&[4, 999, 24], &[1, 4, 3996], &[23976, 24, 1]), 24);
        // Elements next to each other stay together, however few.
        assert_eq!(longest(&[4, 30], &[1, 5], &[1, 5]), 4);
    }

    /// Two modes, of one coordinate, too, in both orders, beside a mode that is broadcast.
    #[test]
    fn two_loops_visit_all_elements() {
        layout! {
            struct Rows<m, n, row> = (m: m, n: n):(row, 1);
            struct Columns<m, n> = (m: m, n: n):(1, m);
            struct Bias<n> = (n: n):(1);
        }
        let x: Vec<i32> = (0..100).collect();
        for (m, n) in [(1, 1), (1, 7), (7, 1), (3, 20), (20, 3), (0, 4), (4, 0)] {
            for row in [n, n + 2] {
                let (rows, columns) = (Rows::new(m, n, row).unwrap(), Columns::new(m, n).unwrap());
                let bias = View::new(&x, Bias::new(n).unwrap());
                let (mut sums, from) = (vec![7; 110], View::new(&x, columns));
                let mut y = ViewMut::new(&mut sums, rows);
                zip_with!(y: Rows<m, n, row>, from: Columns<m, n>, bias: Bias<n>, |y, a, b| *y += 100 * a + b);
                for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                    let expected = 7 + 100 * from[(i, j)] + x[j];
                    assert_eq!(y[(i, j)], expected, "{m} {n} {row} {i} {j}");
                    y[(i, j)] = 7;
                }
                assert!(sums.iter().all(|y| *y == 7));
                // Rows of both, without a gap one loop.
                let (mut y, same) = (ViewMut::new(&mut sums, rows), View::new(&x, rows));
                zip_with!(y: Rows<m, n, row>, same: Rows<m, n, row>, bias: Bias<n>, |y, a, b| *y += a + b);
                for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                    assert_eq!(y[(i, j)], 7 + x[i * row + j] + x[j]);
                }
            }
        }
    }

    fn steps(operands: &[(&[usize], &[isize])]) -> Vec<(usize, Vec<isize>)> {
        let mut all = [Leaves::<MAX>::EMPTY; MAX_OPERANDS];
        for (operand, of) in all.iter_mut().zip(operands) {
            *operand = Leaves::EMPTY.then(of.0, of.1);
        }
        let nest = OperandsNest::refinement(&all, operands.len(), LoopOrder::Cost)
            .expect("a common refinement");
        let loops = nest.loops[..nest.len].iter();
        loops.map(|l| (l.extent, l.step[..operands.len()].to_vec())).collect()
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
