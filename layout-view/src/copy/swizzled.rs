//! Copies of swizzled layouts.
//!
//! A swizzle keeps the order of elements within runs of a power of two, which is the use of it: a
//! line of memory stays together, and goes to another bank. Where a run of both layouts is made of
//! such runs, the maps are computed once for each, and its elements move together.

#![allow(unsafe_code)]

use core::ptr::NonNull;

use crate::domain::Domain;
use crate::loop_nest::constant::{ConstantNest, for_each_iteration};
use crate::loop_nest::swizzled::for_each_element;
use crate::loop_nest::{SOURCE, TARGET};
use crate::place::Elements;
use crate::{Map, OffsetMap};
use layout_runtime::internals::{first_offset, kept_bits};

/// A nest over two layouts, which the maps `O` and `N` follow.
trait Mapped<O: Map, N: Map>: ConstantNest {
    /// The elements that stay together, if those at the start of the nest do: a power of two.
    const RUN: usize = {
        let [l0, ..] = Self::LOOPS;
        let (source_bits, target_bits) = (kept_bits::<O>(), kept_bits::<N>());
        let mut bits = if source_bits < target_bits { source_bits } else { target_bits };
        let extent = l0.extent.trailing_zeros();
        bits = if extent < bits { extent } else { bits };
        let mut k = 1;
        while k < Self::LOOP_NEST.len {
            let next = Self::LOOP_NEST.loops[k];
            let (source, target) = (next.source().trailing_zeros(), next.target().trailing_zeros());
            bits = if !O::IDENTITY && source < bits { source } else { bits };
            bits = if !N::IDENTITY && target < bits { target } else { bits };
            k += 1;
        }
        if Self::HAS_NEST && l0.is_contiguous() { 1 << bits } else { 1 }
    };
}

impl<X: Domain, O: Map, N: Map> Mapped<O, N> for X {}

/// Copies the element at each coordinate of one layout to the same coordinate of another, where a map follows
/// one of them.
///
/// # Safety
///
/// The elements of the source can be read, those of the target written, and none is both.
#[inline(always)]
pub(super) unsafe fn copy<T, X, A, B>(domain: X, source: A, target: B)
where
    T: Copy,
    X: Domain,
    A: Elements<T>,
    B: Elements<T>,
{
    let run = const { <X as Mapped<A::Map, B::Map>>::RUN };
    let nest = const { &X::LOOP_NEST };
    if run > 1
        && begins_a_run::<T, A>(source, nest.start[SOURCE], run)
        && begins_a_run::<T, B>(target, nest.start[TARGET], run)
    {
        let [l0, l1, ..] = const { X::LOOPS };
        X::for_each_outer(|s, t| {
            for_each_iteration(l1, s, t, |s, t| {
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
        let mut copy_element = |s: NonNull<T>, t: NonNull<T>| {
            // SAFETY: by the caller; the elements of one coordinate.
            unsafe { t.write(s.read()) };
        };
        // SAFETY: by the caller.
        unsafe { for_each_element(domain, source, target, &mut copy_element) };
    }
}

/// Returns true if the map keeps `run` elements together from an offset on; always without a map.
#[inline(always)]
fn begins_a_run<T, A: Elements<T>>(elements: A, offset: isize, run: usize) -> bool {
    let first = const { first_offset::<A::Map>() };
    let before_map = first.wrapping_add(elements.origin()).wrapping_add(offset);
    (const { <A::Map as OffsetMap>::IDENTITY })
        || before_map.trailing_zeros() >= run.trailing_zeros()
}
