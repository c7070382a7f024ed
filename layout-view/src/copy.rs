//! Copies: which loops run, and what is inside of them.

#![allow(unsafe_code)]

use core::ptr::NonNull;

use super::ahead::Ahead;
use super::bits::{Blocked, copy_blocks};
use super::found::{FEW, each_apart, visit_nest};
use super::leaves::Leaves;
use super::nest::{By, Nest, SOURCE, TARGET};
use super::pair::{Pair, Whole};
use super::plain::{copy_loops, copy_plain, is_near, is_run, spread};
use super::side::Side;
use super::single::{copy_row, copy_three};
use super::sweep::{Loops, sweep, turns};
use super::turn::{Constant, Plan, is_turned, turn, turn_squares};
use super::way::Way;
use layout_runtime::internals::{LeafNumbers as Numbers, MAX};

/// Copies what is at each coordinate of one layout to the same of another.
///
/// # Safety
///
/// From `source`, at each offset of the first layout is an element to be read; from `target`, at
/// each of the second is one to be written, and none is one of the source.
#[inline(always)]
pub(super) unsafe fn copy_pair<T: Copy, A: Side, B: Side>(
    pair: Whole<A, B>,
    source: NonNull<T>,
    target: NonNull<T>,
) {
    // SAFETY: by the caller, in each case.
    unsafe {
        if const { <Whole<A, B>>::IS_KNOWN } {
            copy_known(pair, source.as_ptr(), target.as_ptr());
        } else if !copy_plain(pair, source, target) && !pair.is_empty() {
            if const { <Whole<A, B>>::LEAVES <= FEW } {
                copy_found::<T, _, _, FEW>(pair, source, target);
            } else {
                copy_found::<T, _, _, MAX>(pair, source, target);
            }
        }
    }
}

/// [`copy_pair`] by loops that the compiler knows.
///
/// # Safety
///
/// The same.
#[inline(always)]
unsafe fn copy_known<T: Copy, X: Pair>(pair: X, source: *const T, target: *mut T) {
    let [l0, l1, ..] = const { X::AT };
    if const { X::IS_SOME && is_run(X::AT[0]) } {
        let ahead = |turn| <X as Ahead<T>>::ask(source, target, turn);
        X::outer_ahead(ahead, |s, t| {
            turns(l1, s, t, |s, t| {
                // SAFETY: by the caller; the offsets of the first loop are these.
                unsafe {
                    target.offset(t).copy_from_nonoverlapping(source.offset(s), l0.extent);
                }
            });
        });
    } else if let Some(blocks) = const { <X as Blocked<T>>::BLOCKS.as_ref() } {
        // SAFETY: by the caller; the blocks are those of the nest.
        unsafe { copy_blocks(blocks, source, target) };
    } else if const { is_turned(X::LOOPS.blocked, X::AT[0], X::AT[1]) } {
        // SAFETY: by the caller; the first two loops are as they must be.
        unsafe {
            if const { matches!(ways::<T, X>(), (Way::Squares, Way::Squares)) } {
                X::outer(|s, t| turn_squares(l0, l1, source.offset(s), target.offset(t)));
                return;
            }
            match Way::here(const { ways::<T, X>() }) {
                Way::Tiles => turn(<Constant<X>>::NEW, source, target),
                way => X::outer(|s, t| way.copy(l0, l1, source.offset(s), target.offset(t))),
            }
        }
    } else if const { X::IS_SOME && X::AT[0].source() == 0 } {
        X::outer(|s, t| {
            // SAFETY: by the caller; the first loop stays at one element.
            turns(l1, s, t, |s, t| unsafe { spread(l0, source.offset(s), target.offset(t)) });
        });
    } else {
        // SAFETY: by the caller.
        sweep(pair, |s, t| unsafe { *target.offset(t) = *source.offset(s) });
    }
}

/// How the first two loops of a pair that the compiler knows are turned.
const fn ways<T, X: Loops>() -> (Way, Way) {
    Way::of::<T>(X::TURNS, X::AT[0], X::AT[1])
}

/// [`copy_pair`] by loops that are found at run time.
///
/// # Safety
///
/// The same.
#[inline(always)]
unsafe fn copy_found<T: Copy, A: Side, B: Side, const N: usize>(
    Whole(a, b): Whole<A, B>,
    source: NonNull<T>,
    target: NonNull<T>,
) {
    #[inline(never)]
    unsafe fn found<T: Copy, const N: usize>(
        from: &Numbers<N>,
        to: &Numbers<N>,
        source: NonNull<T>,
        target: NonNull<T>,
    ) {
        let mut places = [Leaves::EMPTY; 2];
        places[TARGET].extend(&to.shape, &to.stride);
        places[SOURCE].extend(&from.shape, &from.stride);
        // SAFETY: by the caller.
        unsafe { copy_leaves::<T, N>(&places, source, target) };
    }
    let (mut from, mut to) = (Numbers::<N>::EMPTY, Numbers::<N>::EMPTY);
    a.visit(&mut from);
    b.visit(&mut to);
    // SAFETY: by the caller.
    unsafe { found(&from, &to, source, target) };
}

/// [`copy_pair`] of a target and a source with these leaves.
///
/// # Safety
///
/// The same.
pub(super) unsafe fn copy_leaves<T: Copy, const N: usize>(
    places: &[Leaves<N>; 2],
    source: NonNull<T>,
    target: NonNull<T>,
) {
    // SAFETY: by the caller; the nest visits the offsets of the pair.
    unsafe {
        match Nest::new(places, By::Target) {
            Some(nest) => copy_nest(&nest, source, target),
            None => each_apart(places, |s, t| target.offset(t).write(source.offset(s).read())),
        }
    }
}

/// A function of its own: the same for all layouts.
///
/// # Safety
///
/// As [`copy_pair`], for the offsets that the nest visits.
pub(super) unsafe fn copy_nest<T: Copy, const N: usize>(
    nest: &Nest<N>,
    source: NonNull<T>,
    target: NonNull<T>,
) {
    let (l0, l1) = nest.inner();
    if is_run(l0) || is_near::<T>(nest.turns()) {
        nest.outer(|s, t| {
            // SAFETY: by the caller; the offsets of the first two loops are visited from these.
            unsafe {
                copy_loops(l0, l1, source.offset(s).as_ptr(), target.offset(t).as_ptr());
            }
        });
    } else if is_turned(nest.blocked, l0, l1) {
        let way = Way::here(Way::of::<T>(nest.turns(), l0, l1));
        // SAFETY: by the caller; the first two loops are as they must be.
        unsafe {
            if way == Way::Tiles {
                let plan = Plan::of::<T, N>(nest);
                turn((&plan, nest), source.as_ptr(), target.as_ptr());
            } else {
                nest.outer(|s, t| {
                    way.copy(l0, l1, source.offset(s).as_ptr(), target.offset(t).as_ptr());
                });
            }
        }
    } else if nest.blocked {
        // SAFETY: by the caller.
        unsafe {
            let mut row = |l, s: NonNull<T>, t: NonNull<T>| copy_row(l, s.as_ptr(), t.as_ptr());
            visit_nest(nest, source, target, &mut row);
        }
    } else {
        let [l0, l1, l2, ..] = &nest.loops[..] else { return };
        nest.after::<3>(|[t, s]| {
            // SAFETY: by the caller; the offsets of the first three loops are visited from these.
            unsafe {
                copy_three(l0, l1, l2, source.offset(s).as_ptr(), target.offset(t).as_ptr());
            }
        });
    }
}
