//! `Domain`: the iteration domain of a source and a target.

use super::leaves::Leaves;
use super::loop_nest::aligned::AlignedLeaves;
use super::loop_nest::{Loop, LoopNest, LoopOrder, SOURCE, TARGET};
use super::operand::{Operand, least_step};
use layout_runtime::internals::LeafNumbers;

/// The iteration domain of a source and a target: pairs of offsets, one for each coordinate.
pub(super) trait Domain: Copy {
    /// True if the compiler knows both layouts.
    const IS_CONSTANT: bool;
    /// The loop nest, if the compiler knows both layouts and they have a common refinement.
    const NEST: Option<LoopNest>;
    /// An upper bound of the leaves whose common refinement is the nest.
    const LEAVES: usize;
    /// The order of the loops.
    const ORDER: LoopOrder;
    /// A step of the target and one of the source that the compiler knows, other than 0 and 1.
    const STEPS: [Option<isize>; 2];
    /// The extent of the elements that are next to each other in both, where the compiler knows it, and not all numbers.
    const ROW: Option<usize> = None;

    /// Returns true if there are no coordinates: loops are made of extents that are not 0.
    fn is_empty(self) -> bool;

    /// The leaves of the target and of the source, with numbers that are known at run time.
    fn leaves<const N: usize>(self) -> [Leaves<N>; 2];

    /// The loop nest, found at run time; `None` where there is no common refinement.
    #[inline(always)]
    fn nest<const N: usize>(self) -> Option<LoopNest<N>> {
        LoopNest::new(&self.leaves(), Self::ORDER)
    }

    /// The loop, where each layout has one leaf.
    #[inline(always)]
    fn one_loop(self) -> Option<Loop> {
        None
    }

    /// The loops, innermost first, where they are found by a few comparisons, and are to run [as they are](Loop::untiled) with
    /// elements `T` of the target; else [`Domain::nest`] has them.
    #[inline(always)]
    fn untiled_loops<T>(self) -> Option<(Loop, Loop)> {
        None
    }

    /// Calls a function with the offsets at each coordinate, one after the other.
    fn for_each_coordinate(self, f: impl FnMut(isize, isize));
}

/// The elementwise domain: a source and a target at the same coordinates.
#[derive(Clone, Copy)]
pub(super) struct Elementwise<A, B>(pub(super) A, pub(super) B);

impl<A: Operand, B: Operand> Domain for Elementwise<A, B> {
    const IS_CONSTANT: bool = A::CONSTANT.is_some() && B::CONSTANT.is_some();
    const NEST: Option<LoopNest> = match (A::CONSTANT, B::CONSTANT) {
        (Some(a), Some(b)) => LoopNest::new(&[b.leaves(), a.leaves()], Self::ORDER),
        _ => None,
    };
    const LEAVES: usize = A::LEAVES + B::LEAVES;
    const ORDER: LoopOrder = LoopOrder::Target;
    const STEPS: [Option<isize>; 2] = [least_step(&B::KNOWN), least_step(&A::KNOWN)];
    const ROW: Option<usize> = match (A::ROW, B::ROW) {
        (Some(a), Some(b)) if a == b && !Self::IS_CONSTANT => Some(a),
        _ => None,
    };

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.size() == 0
    }

    #[inline(always)]
    fn leaves<const N: usize>(self) -> [Leaves<N>; 2] {
        let mut leaves = [Leaves::EMPTY; 2];
        self.0.visit(&mut leaves[SOURCE]);
        self.1.visit(&mut leaves[TARGET]);
        leaves
    }

    #[inline(always)]
    fn one_loop(self) -> Option<Loop> {
        if const { A::LEAVES != 1 || B::LEAVES != 1 } {
            return None;
        }
        let (l, _) = self.two_loops()?;
        Some(l)
    }

    #[inline(always)]
    fn untiled_loops<T>(self) -> Option<(Loop, Loop)> {
        let (a, b) = self.two_loops()?;
        Loop::untiled::<T>(a, b)
    }

    #[inline(always)]
    fn for_each_coordinate(self, mut f: impl FnMut(isize, isize)) {
        for i in 0..self.0.size() {
            f(self.0.offset(i), self.1.offset(i));
        }
    }
}

impl<A: Operand, B: Operand> Elementwise<A, B> {
    /// The loops of two layouts with two leaves each, or one, of the same extents, in their order.
    #[inline(always)]
    pub(super) fn two_loops(self) -> Option<(Loop, Loop)> {
        if const { A::LEAVES > 2 || A::LEAVES != B::LEAVES } {
            return None;
        }
        let (mut from, mut to) = (LeafNumbers::<2>::EMPTY, LeafNumbers::<2>::EMPTY);
        self.0.visit(&mut from);
        self.1.visit(&mut to);
        if from.shape != to.shape {
            return None;
        }
        let leaf = |k: usize| Loop::new(to.shape[k], from.stride[k], to.stride[k]);
        Some((leaf(0), leaf(1)))
    }
}

/// The domain of a reduction: a source, and a target at its coordinates after the first mode.
#[derive(Clone, Copy)]
pub(super) struct Reduction<A, B>(pub(super) A, pub(super) B);

impl<A: Operand, B: Operand> Domain for Reduction<A, B> {
    const IS_CONSTANT: bool = <Elementwise<A, B>>::IS_CONSTANT;
    const NEST: Option<LoopNest> = match (A::CONSTANT, B::CONSTANT) {
        (Some(a), Some(b)) => {
            let mut target = Leaves::EMPTY;
            target.push(a.head, 0);
            target = target.then(b.table.shape(), b.table.stride());
            LoopNest::new(&[target, a.leaves()], Self::ORDER)
        }
        _ => None,
    };
    const LEAVES: usize = <Elementwise<A, B>>::LEAVES + 1;
    const ORDER: LoopOrder = LoopOrder::Source;
    const STEPS: [Option<isize>; 2] = <Elementwise<A, B>>::STEPS;

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.size() == 0
    }

    #[inline(always)]
    fn leaves<const N: usize>(self) -> [Leaves<N>; 2] {
        let mut leaves = [Leaves::EMPTY; 2];
        self.0.visit(&mut leaves[SOURCE]);
        leaves[TARGET].push(self.0.head(), 0);
        self.1.visit(&mut leaves[TARGET]);
        leaves
    }

    #[inline(always)]
    fn for_each_coordinate(self, mut f: impl FnMut(isize, isize)) {
        let head = self.0.head();
        for i in 0..self.1.size() {
            let target = self.1.offset(i);
            (0..head).for_each(|k| f(self.0.offset(i * head + k), target));
        }
    }
}

impl<A: Operand, B: Operand> Reduction<A, B> {
    /// Sets an empty nest to loops with the leaves of the source, the last one first, if those of the target have the extents of its
    /// last ones, so that there is nothing to refine; else the nest is of no use, and the answer is false.
    #[inline(always)]
    pub(super) fn set_aligned<const N: usize>(self, nest: &mut LoopNest<N>) -> bool {
        if const { A::LEAVES <= B::LEAVES || A::LEAVES > N } {
            return false;
        }
        // The last leaf is mostly the innermost loop.
        let mut leaves = AlignedLeaves::reversed(nest, SOURCE, const { A::LEAVES.wrapping_sub(1) });
        self.0.visit(&mut leaves);
        leaves.go_on(TARGET, const { B::LEAVES.wrapping_sub(1) });
        self.1.visit(&mut leaves);
        let is_aligned = leaves.end(const { A::LEAVES });
        let mut head = 1_usize;
        for l in &nest.loops[const { B::LEAVES }..const { A::LEAVES }] {
            head = head.wrapping_mul(l.extent);
        }
        is_aligned && head == self.0.head()
    }

    /// The loop over the first mode of the source, and the one over its second, if there are no others and they run upward.
    #[inline(always)]
    pub(super) fn reduced_loops(self) -> Option<[Loop; 2]> {
        let mut nest = LoopNest::<2>::EMPTY;
        if const { A::LEAVES != 2 || B::LEAVES != 1 } || !self.set_aligned(&mut nest) {
            return None;
        }
        let [lanes, summed] = nest.loops;
        let is_upward = summed.source() >= 0 && lanes.source() >= 0 && lanes.target() >= 0;
        is_upward.then_some([summed, lanes])
    }
}
