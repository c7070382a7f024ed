//! Copies whose last leaves the compiler knows, around which are one or two loops that it does not.
//!
//! Slices of a cache or of a blocked format are such: a few rows, whose numbers are known at run time, of blocks that are constants. A nest
//! that is found at run time takes longer there than all moves. Here the nest of the constants is found while the program compiles, and
//! runs at each iteration of the loops around it.

#![allow(unsafe_code)]

use core::marker::PhantomData;
use core::ptr::NonNull;

use super::constant_nest::{self, has_pattern};
use super::pattern::Pattern;
use crate::cache::fits_l1;
use crate::domain::{Domain, Elementwise};
use crate::leaves::Leaves;
use crate::loop_nest::constant::{ConstantNest, for_each_iteration};
use crate::loop_nest::run_time::for_each_coordinate;
use crate::loop_nest::{Loop, LoopNest, LoopOrder, SOURCE, TARGET};
use crate::operand::{KnownLeaves, Operand, least_step};
use layout_runtime::internals::LeafNumbers;

/// The most loops around the constants.
const MAX_LOOPS: usize = 2;
/// The fewest elements of a run, and of all constants: of fewer, a nest has longer loops.
const LEAST_RUN: usize = 4;
const LEAST_ELEMENTS: usize = 16;
/// The most loops of constants that are not runs: their iterations may be written out.
const MOST_RUNS: usize = 64;

/// The last leaves of a source and of a target, of which the compiler knows all numbers: a domain of their own.
#[derive(Clone, Copy)]
struct ConstantTail<A, B>(PhantomData<(A, B)>);

impl<A: Operand, B: Operand> ConstantTail<A, B> {
    /// The number of leaves before them, the same in both layouts; 0 where the last leaves are not as many coordinates in both.
    const FIRST: usize = {
        let mut first = 1;
        loop {
            if first > MAX_LOOPS || first >= A::LEAVES || first >= B::LEAVES {
                break 0;
            }
            match (tail(&A::KNOWN, first, A::LEAVES), tail(&B::KNOWN, first, B::LEAVES)) {
                (Some((_, a)), Some((_, b))) if a == b => break first,
                _ => first += 1,
            }
        }
    };
    /// The leaves of the target and of the source.
    const LEAVES_OF_BOTH: Option<[Leaves; 2]> =
        match (tail(&A::KNOWN, Self::FIRST, A::LEAVES), tail(&B::KNOWN, Self::FIRST, B::LEAVES)) {
            (Some((a, _)), Some((b, _))) if Self::FIRST > 0 => Some([b, a]),
            _ => None,
        };
    /// True if the constants are runs of both, not too short and not too many.
    const IS_RUNS: bool = has_pattern::<Self>(Pattern::Contiguous)
        && Self::LOOPS[0].extent >= LEAST_RUN
        && Self::TRIP_COUNT >= LEAST_ELEMENTS
        && Self::TRIP_COUNT / Self::LOOPS[0].extent <= MOST_RUNS;
}

/// The leaves from one on, and the number of their coordinates, if the compiler knows all of them.
const fn tail(known: &KnownLeaves, first: usize, len: usize) -> Option<(Leaves, usize)> {
    if len > known.len() {
        return None;
    }
    let (mut leaves, mut size, mut leaf) = (Leaves::EMPTY, 1usize, first);
    while leaf < len {
        let (Some(extent @ 1..), Some(stride)) = known[leaf] else { return None };
        leaves.push(extent, stride);
        let Some(product) = size.checked_mul(extent) else { return None };
        (size, leaf) = (product, leaf + 1);
    }
    Some((leaves, size))
}

impl<A: Operand, B: Operand> Domain for ConstantTail<A, B> {
    const IS_CONSTANT: bool = true;
    const NEST: Option<LoopNest> = match &Self::LEAVES_OF_BOTH {
        Some(leaves) => LoopNest::new(leaves, Self::ORDER),
        None => None,
    };
    const LEAVES: usize = A::LEAVES + B::LEAVES;
    const ORDER: LoopOrder = LoopOrder::Target;
    const STEPS: [Option<isize>; 2] = [least_step(&B::KNOWN), least_step(&A::KNOWN)];

    #[inline(always)]
    fn is_empty(self) -> bool {
        false
    }

    #[inline(always)]
    fn leaves<const N: usize>(self) -> [Leaves<N>; 2] {
        let mut leaves = [Leaves::EMPTY; 2];
        if let Some(known) = const { Self::LEAVES_OF_BOTH } {
            for (leaves, known) in leaves.iter_mut().zip(known) {
                leaves.extend(&known.extent[..known.len], &known.stride[..known.len]);
            }
        }
        leaves
    }

    #[inline(always)]
    fn for_each_coordinate(self, f: impl FnMut(isize, isize)) {
        if let Some(leaves) = const { &Self::LEAVES_OF_BOTH } {
            for_each_coordinate(leaves, f);
        }
    }
}

/// Copies a domain whose last leaves are constants, if it is one and has so few elements that the order of the loops around them does not
/// matter; else nothing, and the answer is false.
///
/// # Safety
///
/// From `source`, at each offset of the first layout is an element to be read; from `target`, at
/// each of the second is one to be written, and none is one of the source.
#[inline(always)]
pub(super) unsafe fn copy<T: Copy, A: Operand, B: Operand>(
    Elementwise(a, b): Elementwise<A, B>,
    source: NonNull<T>,
    target: NonNull<T>,
) -> bool {
    if const { !ConstantTail::<A, B>::IS_RUNS } || !fits_l1::<T>(a.size()) {
        return false;
    }
    // The leaves after these are not taken.
    let mut around = [LeafNumbers::<MAX_LOOPS>::EMPTY; 2];
    a.visit(&mut around[SOURCE]);
    b.visit(&mut around[TARGET]);
    let mut loops = [Loop::UNIT; MAX_LOOPS];
    for (k, l) in loops.iter_mut().enumerate().take(const { ConstantTail::<A, B>::FIRST }) {
        if around[SOURCE].shape[k] != around[TARGET].shape[k] {
            return false;
        }
        let extent = around[TARGET].shape[k];
        *l = Loop::new(extent, around[SOURCE].stride[k], around[TARGET].stride[k]);
    }
    let [l0, l1] = loops;
    for_each_iteration(l1, 0, 0, |s, t| {
        for_each_iteration(l0, s, t, |s, t| {
            let tail = ConstantTail::<A, B>(PhantomData);
            // SAFETY: by the caller: an offset of the loops and one of the constants are one of the layout.
            unsafe {
                constant_nest::copy(tail, source.offset(s).as_ptr(), target.offset(t).as_ptr());
            }
        });
    });
    true
}
