//! `Domain`: the iteration domain of a source and a target.

use super::leaves::Leaves;
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

    /// Sets an empty nest to loops with the leaves of the source, the last one first, if those of the target have the same extents, so that there is nothing
    /// to refine; else it stays empty, and the answer is false.
    #[inline(always)]
    fn set_aligned<const N: usize>(self, _: &mut LoopNest<N>) -> bool {
        false
    }

    /// The loop over the first mode of the source, and the one over its second, if there are no others and they run upward.
    #[inline(always)]
    fn reduced_loops(self) -> Option<[Loop; 2]> {
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
    fn set_aligned<const N: usize>(self, nest: &mut LoopNest<N>) -> bool {
        if const { A::LEAVES <= B::LEAVES || A::LEAVES > N } {
            return false;
        }
        let summed = const { A::LEAVES.saturating_sub(B::LEAVES) };
        let (mut from, mut to) = (LeafNumbers::<N>::EMPTY, LeafNumbers::<N>::EMPTY);
        self.0.visit(&mut from);
        self.1.visit(&mut to);
        let (mut head, mut is_aligned) = (1_usize, true);
        for k in 0..const { A::LEAVES } {
            match k < summed {
                true => head = head.wrapping_mul(from.shape[k]),
                false => is_aligned &= from.shape[k] == to.shape[k - summed],
            }
        }
        if !is_aligned || head != self.0.head() {
            return false;
        }
        for k in 0..const { A::LEAVES } {
            let step = if k < summed { 0 } else { to.stride[k - summed] };
            // The last leaf is mostly the innermost loop.
            nest.loops[const { A::LEAVES } - 1 - k] =
                Loop::new(from.shape[k], from.stride[k], step);
        }
        nest.len = const { A::LEAVES };
        true
    }

    #[inline(always)]
    fn reduced_loops(self) -> Option<[Loop; 2]> {
        if const { A::LEAVES != 2 || B::LEAVES != 1 } {
            return None;
        }
        let (mut from, mut to) = (LeafNumbers::<2>::EMPTY, LeafNumbers::<2>::EMPTY);
        self.0.visit(&mut from);
        self.1.visit(&mut to);
        let ([head, _], [s0, s1]) = (from.shape, from.stride);
        let is_upward = s0 >= 0 && s1 >= 0 && to.stride[0] >= 0;
        (from.shape == [self.0.head(), to.shape[0]] && is_upward)
            .then(|| [Loop::new(head, s0, 0), Loop::new(to.shape[0], s1, to.stride[0])])
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
