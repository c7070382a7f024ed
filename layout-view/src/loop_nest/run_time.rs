//! Loop nests that are found at run time, where a layout is known only then.
//!
//! The two innermost loops are a function of its own, which takes addresses: its code is
//! there once for all layouts, and keeps what it needs in registers.

#![allow(unsafe_code)]

use core::ptr::NonNull;

use super::constant::{for_each_constant_offset, for_each_constant_row, for_each_iteration};
use super::tiling::for_each_loop_tile;
use super::{Loop, LoopNest, advanced};
use crate::domain::Domain;
use crate::leaves::Leaves;
use layout_runtime::internals::{MAX, MAX_LEAVES_SMALL};

impl<const N: usize, const P: usize> LoopNest<N, P> {
    /// Calls a function with the offsets at each iteration of all loops but the first few.
    #[inline(always)]
    #[expect(clippy::redundant_closure, reason = "LLVM does not inline a reference to a function")]
    pub(crate) fn for_each_outside<const INNER: usize>(&self, mut f: impl FnMut([isize; P])) {
        let (mut offsets, mut iteration) = (self.start, [0; N]);
        loop {
            self.loops[INNER].for_each(offsets, |offsets| f(offsets));
            // The next iteration of the other loops: a counter with a carry.
            let mut k = INNER + 1;
            loop {
                if k >= self.len.min(N) {
                    return;
                }
                let Loop { extent, step } = self.loops[k];
                iteration[k] += 1;
                if iteration[k] < extent {
                    offsets = advanced(offsets, step, 1);
                    break;
                }
                iteration[k] = 0;
                offsets = advanced(offsets, step, 1 - extent as isize);
                k += 1;
            }
        }
    }
}

/// The nest of a target and one source.
impl<const N: usize> LoopNest<N> {
    /// The two innermost loops.
    #[inline(always)]
    pub(crate) fn innermost(&self) -> (Loop, Loop) {
        (self.loops[0], self.loops[1])
    }

    /// Calls a function with the offsets at each iteration of all loops but the first two.
    #[inline(always)]
    pub(crate) fn for_each_outer(&self, mut f: impl FnMut(isize, isize)) {
        self.for_each_outside::<2>(|[target, source]| f(source, target));
    }
}

/// Calls a function with the innermost loop of a domain and the addresses where it begins, at each
/// iteration of the others.
///
/// # Safety
///
/// From `source`, at each offset of the source is an element, all in one allocation; the same holds from
/// `target`.
#[inline(always)]
pub(crate) unsafe fn for_each_row<T, U, X: Domain>(
    domain: X,
    source: NonNull<T>,
    target: NonNull<U>,
    mut row: impl FnMut(Loop, NonNull<T>, NonNull<U>),
) {
    // SAFETY: by the caller, in each case: a nest visits the offsets of the domain.
    unsafe {
        if const { X::IS_CONSTANT } {
            for_each_constant_row(domain, |l, s, t| row(l, source.offset(s), target.offset(t)));
        } else if let Some(l) = domain.one_loop() {
            // Rows of views are short, so that a call and its checks would take longer than they.
            row(l, source, target);
        } else if let Some(loops) = domain.untiled_loops::<U>() {
            for_each_row_of_two_loops(Loop::in_rows(loops), source, target, &mut row);
        } else if const { X::LEAVES <= MAX_LEAVES_SMALL } {
            for_each_run_time_row::<T, U, X, MAX_LEAVES_SMALL>(domain, source, target, &mut row);
        } else {
            for_each_run_time_row::<T, U, X, MAX>(domain, source, target, &mut row);
        }
    }
}

/// Calls a function with the offsets at each coordinate of a domain, in the order of its nest.
#[inline(always)]
pub(crate) fn for_each_offset<X: Domain>(domain: X, mut f: impl FnMut(isize, isize)) {
    if const { X::IS_CONSTANT } {
        return for_each_constant_offset(domain, f);
    }
    if domain.is_empty() {
        return;
    }
    match domain.nest::<MAX>() {
        Some(nest) => {
            let (l0, l1) = nest.innermost();
            nest.for_each_outer(|s, t| {
                for_each_iteration(l1, s, t, |s, t| for_each_iteration(l0, s, t, &mut f));
            });
        }
        None => domain.for_each_coordinate(f),
    }
}

/// [`for_each_row`] by a nest that is found at run time.
///
/// # Safety
///
/// As [`for_each_row`].
#[inline(always)]
unsafe fn for_each_run_time_row<T, U, X: Domain, const N: usize>(
    domain: X,
    source: NonNull<T>,
    target: NonNull<U>,
    row: &mut impl FnMut(Loop, NonNull<T>, NonNull<U>),
) {
    let leaves = domain.leaves::<N>();
    // SAFETY: by the caller.
    unsafe {
        match LoopNest::new(&leaves, X::ORDER) {
            Some(mut nest) => {
                nest.lengthen_rows_in_tiles();
                for_each_nest_row(&nest, source, target, row);
            }
            None => for_each_coordinate(&leaves, |s, t| {
                row(Loop::UNIT, source.offset(s), target.offset(t));
            }),
        }
    }
}

/// [`Domain::for_each_coordinate`] of numbers alone: the domain has reciprocals, which are not made where nobody asks for
/// them.
#[cold]
pub(crate) fn for_each_coordinate<const N: usize>(
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

/// [`for_each_row`] of a nest.
///
/// # Safety
///
/// As [`for_each_row`], for the offsets that the nest visits.
pub(crate) unsafe fn for_each_nest_row<T, U, const N: usize>(
    nest: &LoopNest<N>,
    source: NonNull<T>,
    target: NonNull<U>,
    row: &mut impl FnMut(Loop, NonNull<T>, NonNull<U>),
) {
    let loops = nest.innermost();
    nest.for_each_outer(|s, t| {
        // SAFETY: by the caller; two loops, or tiles of them, begin at offsets that are visited.
        unsafe {
            if nest.is_tiled {
                for_each_row_of_tiles(loops, source.offset(s), target.offset(t), row);
            } else {
                for_each_row_of_two_loops(loops, source.offset(s), target.offset(t), row);
            }
        }
    });
}

/// [`for_each_row`] of two loops in tiles: a function of its own, so that the loops around it are there once.
///
/// # Safety
///
/// As [`for_each_row`], for the offsets of the loops.
#[inline(never)]
unsafe fn for_each_row_of_tiles<T, U>(
    loops: (Loop, Loop),
    source: NonNull<T>,
    target: NonNull<U>,
    row: &mut impl FnMut(Loop, NonNull<T>, NonNull<U>),
) {
    for_each_loop_tile(loops, 0, 0, |loops, s, t| {
        // SAFETY: by the caller; tiles begin at offsets of the loops.
        unsafe { for_each_row_of_two_loops(loops, source.offset(s), target.offset(t), row) };
    });
}

/// [`for_each_row`] of two loops.
///
/// # Safety
///
/// As [`for_each_row`], for the offsets of the loops.
#[inline(never)]
unsafe fn for_each_row_of_two_loops<T, U>(
    (l0, l1): (Loop, Loop),
    source: NonNull<T>,
    target: NonNull<U>,
    row: &mut impl FnMut(Loop, NonNull<T>, NonNull<U>),
) {
    // SAFETY: by the caller.
    for_each_iteration(l1, 0, 0, |s, t| unsafe { row(l0, source.offset(s), target.offset(t)) });
}
