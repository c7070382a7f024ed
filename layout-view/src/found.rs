//! Loops that are found at run time, where a layout is known only then.
//!
//! What happens in the two innermost is a function of its own, which takes addresses: its code is
//! there once for all layouts, and keeps what it needs in registers.

#![allow(unsafe_code)]

use core::ptr::NonNull;

use super::leaves::Leaves;
use super::nest::{Loop, Nest, moved};
use super::pair::Pair;
use super::sweep::{by_blocks, sweep, sweep_rows, turns};
use layout_runtime::internals::MAX;

/// The leaves that most pairs of layouts have no more of: a nest of many takes longer to
/// find.
pub(super) use layout_runtime::internals::FEW;

impl<const N: usize, const P: usize> Nest<N, P> {
    /// Calls a function with the offsets at each turn of all loops but the first few.
    #[inline(always)]
    #[expect(clippy::redundant_closure, reason = "LLVM does not inline a reference to a function")]
    pub(super) fn after<const FIRST: usize>(&self, mut f: impl FnMut([isize; P])) {
        let (mut at, mut turn) = (self.start, [0; N]);
        loop {
            self.loops[FIRST].each(at, |at| f(at));
            // The next turn of the other loops: a counter with a carry.
            let mut k = FIRST + 1;
            loop {
                if k >= self.len.min(N) {
                    return;
                }
                let Loop { extent, step } = self.loops[k];
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

/// Of a target and a source.
impl<const N: usize> Nest<N> {
    /// The innermost loops.
    #[inline(always)]
    pub(super) fn inner(&self) -> (Loop, Loop) {
        (self.loops[0], self.loops[1])
    }

    /// Calls a function with the offsets at each turn of all loops but the first two.
    #[inline(always)]
    pub(super) fn outer(&self, mut f: impl FnMut(isize, isize)) {
        self.after::<2>(|[target, source]| f(source, target));
    }
}

/// Calls a function with the innermost loop of a pair and the addresses where it begins, at each
/// turn of the others.
///
/// # Safety
///
/// From `source`, at each offset of the source is an element, all in one allocation; so it is from
/// `target`.
#[inline(always)]
pub(super) unsafe fn visit<T, U, X: Pair>(
    pair: X,
    source: NonNull<T>,
    target: NonNull<U>,
    mut row: impl FnMut(Loop, NonNull<T>, NonNull<U>),
) {
    // SAFETY: by the caller, in each case: a sweep and a nest visit the offsets of the pair.
    unsafe {
        if const { X::IS_KNOWN } {
            sweep_rows(pair, |l, s, t| row(l, source.offset(s), target.offset(t)));
        } else if let Some(l) = pair.one_loop() {
            // Rows of views are short, so that a call and its checks would take longer than they.
            row(l, source, target);
        } else if let Some(loops) = pair.plain::<U>() {
            rows(loops, source, target, &mut row);
        } else if const { X::LEAVES <= FEW } {
            by_nest::<T, U, X, FEW>(pair, source, target, &mut row);
        } else {
            by_nest::<T, U, X, MAX>(pair, source, target, &mut row);
        }
    }
}

/// Calls a function with the offsets at each coordinate of a pair, in an order that suits both.
#[inline(always)]
pub(super) fn offsets<X: Pair>(pair: X, mut f: impl FnMut(isize, isize)) {
    if const { X::IS_KNOWN } {
        return sweep(pair, f);
    }
    if pair.is_empty() {
        return;
    }
    match pair.nest::<MAX>() {
        Some(nest) => {
            let (inner, outer) = nest.inner();
            nest.outer(|s, t| turns(outer, s, t, |s, t| turns(inner, s, t, &mut f)));
        }
        None => pair.each(f),
    }
}

/// [`visit`] by loops that are found at run time.
///
/// # Safety
///
/// The same.
#[inline(always)]
unsafe fn by_nest<T, U, X: Pair, const N: usize>(
    pair: X,
    source: NonNull<T>,
    target: NonNull<U>,
    row: &mut impl FnMut(Loop, NonNull<T>, NonNull<U>),
) {
    let places = pair.leaves::<N>();
    // SAFETY: by the caller.
    unsafe {
        match Nest::new(&places, X::BY) {
            Some(nest) => visit_nest(&nest, source, target, row),
            None => {
                each_apart(&places, |s, t| row(Loop::ONCE, source.offset(s), target.offset(t)));
            }
        }
    }
}

/// [`Pair::each`] of numbers alone: the pair has reciprocals, which are not made where nobody asks for
/// them.
#[cold]
pub(super) fn each_apart<const N: usize>(
    [target, source]: &[Leaves<N>; 2],
    mut f: impl FnMut(isize, isize),
) {
    let (mut from, mut to) = (source.start(), target.start());
    loop {
        f(from.offset, to.offset);
        if !source.advance(&mut from) {
            return;
        }
        // As many coordinates, so that this is not at the end either.
        target.advance(&mut to);
    }
}

/// [`visit`] of what a nest does.
///
/// # Safety
///
/// As [`visit`], for the offsets that the nest visits.
pub(super) unsafe fn visit_nest<T, U, const N: usize>(
    nest: &Nest<N>,
    source: NonNull<T>,
    target: NonNull<U>,
    row: &mut impl FnMut(Loop, NonNull<T>, NonNull<U>),
) {
    let loops = nest.inner();
    nest.outer(|s, t| {
        // SAFETY: by the caller; two loops, or blocks of them, begin at offsets that are visited.
        unsafe {
            if nest.blocked {
                by_blocks(loops, s, t, |loops, s, t| {
                    rows(loops, source.offset(s), target.offset(t), row);
                });
            } else {
                rows(loops, source.offset(s), target.offset(t), row);
            }
        }
    });
}

/// Two loops.
///
/// # Safety
///
/// As [`visit`], for the offsets of the loops.
#[inline(never)]
unsafe fn rows<T, U>(
    (l0, l1): (Loop, Loop),
    source: NonNull<T>,
    target: NonNull<U>,
    row: &mut impl FnMut(Loop, NonNull<T>, NonNull<U>),
) {
    // SAFETY: by the caller.
    turns(l1, 0, 0, |s, t| unsafe { row(l0, source.offset(s), target.offset(t)) });
}
