//! `Pair`: two layouts that are visited together.

use super::leaves::Leaves;
use super::nest::{By, Loop, Nest, SOURCE, TARGET};
use super::plain::plain_loops;
use super::side::{Known, Side};
use layout_runtime::internals::LeafNumbers as Numbers;

/// Two layouts that are visited together.
pub(super) trait Pair: Copy {
    /// Whether the compiler knows both.
    const IS_KNOWN: bool;
    /// The loops, if the compiler knows both layouts and there are common ones.
    const NEST: Option<Nest>;
    /// No fewer than the leaves to find common loops of.
    const LEAVES: usize;
    /// How loops are sorted.
    const BY: By;

    /// Whether there is nothing to visit: loops are made of extents that are not 0.
    fn is_empty(self) -> bool;

    /// The leaves of the target and of the source, with numbers that are known at run time.
    fn leaves<const N: usize>(self) -> [Leaves<N>; 2];

    /// The loops, found at run time; `None` where there are no common ones.
    #[inline(always)]
    fn nest<const N: usize>(self) -> Option<Nest<N>> {
        Nest::new(&self.leaves(), Self::BY)
    }

    /// The loop, where each layout has one leaf.
    #[inline(always)]
    fn one_loop(self) -> Option<Loop> {
        None
    }

    /// The loops, where they are found by a few comparisons, and are to run as they are with
    /// elements `T` of the target; else [`Pair::nest`] has them.
    #[inline(always)]
    fn plain<T>(self) -> Option<(Loop, Loop)> {
        None
    }

    /// Calls a function with the offsets at each coordinate, one after the other.
    fn each(self, f: impl FnMut(isize, isize));
}

/// A source and a target at the same coordinates.
#[derive(Clone, Copy)]
pub(super) struct Whole<A, B>(pub(super) A, pub(super) B);

impl<A: Side, B: Side> Pair for Whole<A, B> {
    const IS_KNOWN: bool = A::KNOWN.is_some() && B::KNOWN.is_some();
    const NEST: Option<Nest> = match (A::KNOWN, B::KNOWN) {
        (Some(a), Some(b)) => Nest::new(&[leaves(b), leaves(a)], Self::BY),
        _ => None,
    };
    const LEAVES: usize = A::LEAVES + B::LEAVES;
    const BY: By = By::Target;

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.size() == 0
    }

    #[inline(always)]
    fn leaves<const N: usize>(self) -> [Leaves<N>; 2] {
        let mut places = [Leaves::EMPTY; 2];
        self.0.visit(&mut places[SOURCE]);
        self.1.visit(&mut places[TARGET]);
        places
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
    fn plain<T>(self) -> Option<(Loop, Loop)> {
        plain_loops::<T, A, B>(self)
    }

    #[inline(always)]
    fn each(self, mut f: impl FnMut(isize, isize)) {
        for i in 0..self.0.size() {
            f(self.0.offset(i), self.1.offset(i));
        }
    }
}

/// A source, and a target at its coordinates after the first mode.
#[derive(Clone, Copy)]
pub(super) struct Fold<A, B>(pub(super) A, pub(super) B);

impl<A: Side, B: Side> Pair for Fold<A, B> {
    const IS_KNOWN: bool = A::KNOWN.is_some() && B::KNOWN.is_some();
    const NEST: Option<Nest> = match (A::KNOWN, B::KNOWN) {
        (Some(a), Some(b)) => {
            let mut target = Leaves::EMPTY;
            target.push(a.head, 0);
            target = target.then(b.table.shape(), b.table.stride());
            Nest::new(&[target, leaves(a)], Self::BY)
        }
        _ => None,
    };
    const LEAVES: usize = A::LEAVES + B::LEAVES + 1;
    const BY: By = By::Source;

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.size() == 0
    }

    #[inline(always)]
    fn leaves<const N: usize>(self) -> [Leaves<N>; 2] {
        let mut places = [Leaves::EMPTY; 2];
        self.0.visit(&mut places[SOURCE]);
        places[TARGET].push(self.0.head(), 0);
        self.1.visit(&mut places[TARGET]);
        places
    }

    #[inline(always)]
    fn each(self, mut f: impl FnMut(isize, isize)) {
        let head = self.0.head();
        for i in 0..self.1.size() {
            let target = self.1.offset(i);
            (0..head).for_each(|k| f(self.0.offset(i * head + k), target));
        }
    }
}

impl<A: Side, B: Side> Whole<A, B> {
    /// The loops of two layouts with two leaves each, or one, of the same extents, in their order.
    #[inline(always)]
    pub(super) fn two_loops(self) -> Option<(Loop, Loop)> {
        if const { A::LEAVES > 2 || A::LEAVES != B::LEAVES } {
            return None;
        }
        let (mut from, mut to) = (Numbers::<2>::EMPTY, Numbers::<2>::EMPTY);
        self.0.visit(&mut from);
        self.1.visit(&mut to);
        if from.shape != to.shape {
            return None;
        }
        let at = |k: usize| Loop::new(to.shape[k], from.stride[k], to.stride[k]);
        Some((at(0), at(1)))
    }
}

pub(super) const fn leaves(of: Known) -> Leaves {
    Leaves::EMPTY.then(of.table.shape(), of.table.stride())
}
