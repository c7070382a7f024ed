//! Loops over views of swizzled layouts.
//!
//! The loops are those of the layouts before their maps, at whose offsets the maps are computed. A
//! swizzle keeps the order of elements within runs of a power of two, which is the use of it: a
//! line of memory stays together, and goes to another bank. Where a run of both layouts is made of
//! such runs, the maps are computed once for each, and its elements move together.

#![allow(unsafe_code)]

use core::ptr::NonNull;

use super::nest::{SOURCE, TARGET};
use super::pair::Pair;
use super::place::Elements;
use super::sweep::{Loops, sweep, turns};
use crate::Map;
use layout_runtime::internals::{MAX, first_offset, kept_bits};

/// A nest over two layouts, which the maps `O` and `N` follow.
trait Mapped<O: Map, N: Map>: Loops {
    /// As many elements stay together, if those at the start of the nest do. A power of two.
    const RUN: usize = {
        let [first, ..] = Self::AT;
        let (of_source, of_target) = (kept_bits::<O>(), kept_bits::<N>());
        let mut bits = if of_source < of_target { of_source } else { of_target };
        let extent = first.extent.trailing_zeros();
        bits = if extent < bits { extent } else { bits };
        let mut k = 1;
        while k < Self::LOOPS.len {
            let next = Self::LOOPS.loops[k];
            let (source, target) = (next.source().trailing_zeros(), next.target().trailing_zeros());
            bits = if !O::IDENTITY && source < bits { source } else { bits };
            bits = if !N::IDENTITY && target < bits { target } else { bits };
            k += 1;
        }
        if Self::IS_SOME && first.source() == 1 && first.target() == 1 { 1 << bits } else { 1 }
    };
}

impl<X: Pair, O: Map, N: Map> Mapped<O, N> for X {}

/// Copies what is at each coordinate of one layout to the same of another, where a map follows
/// one of them.
///
/// # Safety
///
/// The elements of the source can be read, those of the target written, and none is both.
#[inline(always)]
pub(super) unsafe fn copy<T, X, A, B>(pair: X, source: A, target: B)
where
    T: Copy,
    X: Pair,
    A: Elements<T>,
    B: Elements<T>,
{
    let run = const { <X as Mapped<A::Map, B::Map>>::RUN };
    let nest = const { &X::LOOPS };
    if run > 1
        && begins_a_run::<T, A>(source, nest.start[SOURCE], run)
        && begins_a_run::<T, B>(target, nest.start[TARGET], run)
    {
        let [l0, l1, ..] = const { X::AT };
        X::outer(|s, t| {
            turns(l1, s, t, |s, t| {
                for i in (0..l0.extent as isize).step_by(run) {
                    // SAFETY: by the caller; the offsets of one coordinate in both layouts. The
                    // low bits of both are 0, so that those of the coordinates after it are
                    // next to it, before the maps and after them.
                    unsafe {
                        let (from, to) = (source.element(s + i), target.element(t + i));
                        to.copy_from_nonoverlapping(from, run);
                    }
                }
            });
        });
    } else {
        // SAFETY: by the caller.
        unsafe { visit(pair, source, target, &mut |s: NonNull<T>, t| t.write(s.read())) };
    }
}

/// Calls a function with the elements at each coordinate of a pair.
///
/// # Safety
///
/// The offsets that the pair visits are those of the source and of the target.
#[inline(always)]
pub(super) unsafe fn visit<T, U, X: Pair>(
    pair: X,
    source: impl Elements<T>,
    target: impl Elements<U>,
    f: &mut impl FnMut(NonNull<T>, NonNull<U>),
) {
    // SAFETY: by the caller: sweeps and nests visit the offsets of the pair.
    let mut at = |s, t| unsafe { f(source.element(s), target.element(t)) };
    if const { X::IS_KNOWN } {
        return sweep(pair, at);
    }
    match pair.nest::<MAX>() {
        None => pair.each(at),
        Some(nest) => {
            let (l0, l1) = nest.inner();
            nest.outer(|s, t| turns(l1, s, t, |s, t| turns(l0, s, t, &mut at)));
        }
    }
}

/// Whether the map keeps so many elements together from an offset on; always where there is none.
#[inline(always)]
fn begins_a_run<T, A: Elements<T>>(elements: A, offset: isize, run: usize) -> bool {
    let moved = const { first_offset::<A::Map>() };
    let before = moved.wrapping_add(elements.origin()).wrapping_add(offset);
    (const { <A::Map as Map>::IDENTITY }) || before.trailing_zeros() >= run.trailing_zeros()
}
