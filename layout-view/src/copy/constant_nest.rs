//! Copies between two layouts that the compiler knows: strategy and kernel are chosen while the program compiles.

#![allow(unsafe_code)]

use super::kernels::bit_permutation::{self, BitPermuted};
use super::kernels::{broadcast, transpose};
use super::pattern::Pattern;
use super::strategy::{Strategies, Strategy};
use super::tiles::{self, ConstantPlan};
use crate::cache::ByVendor;
use crate::domain::Domain;
use crate::loop_nest::constant::{ConstantNest, for_each_constant_offset, for_each_iteration};
use crate::prefetch::PrefetchNext;

/// Copies a domain that the compiler knows.
///
/// # Safety
///
/// From `source`, at each offset of the source that the domain visits is an element to be read; from `target`, at each of the target
/// is one to be written, and none is one of the source.
#[inline(always)]
pub(super) unsafe fn copy<T: Copy, X: Domain>(domain: X, source: *const T, target: *mut T) {
    let [l0, l1, ..] = const { X::LOOPS };
    if const { has_pattern::<X>(Pattern::Contiguous) } {
        let prefetch = |iteration| <X as PrefetchNext<T>>::prefetch(source, target, iteration);
        X::for_each_outer_with_prefetch(prefetch, |s, t| {
            for_each_iteration(l1, s, t, |s, t| {
                // SAFETY: by the caller; the offsets of the first loop are these.
                unsafe {
                    target.offset(t).copy_from_nonoverlapping(source.offset(s), l0.extent);
                }
            });
        });
    } else if let Some(permutation) = const { <X as BitPermuted<T>>::PERMUTATION.as_ref() } {
        // SAFETY: by the caller; the permutation is that of the nest.
        unsafe { bit_permutation::copy(permutation, source, target) };
    } else if const { has_pattern::<X>(Pattern::Transpose) } {
        // SAFETY: by the caller; the first two loops are those of a transpose.
        unsafe { copy_transpose::<T, X>(source, target) };
    } else if const { has_pattern::<X>(Pattern::Broadcast) } {
        X::for_each_outer(|s, t| {
            for_each_iteration(l1, s, t, |s, t| {
                // SAFETY: by the caller; the first loop stays at one element.
                unsafe { broadcast::copy(l0, source.offset(s), target.offset(t)) };
            });
        });
    } else {
        // SAFETY: by the caller.
        for_each_constant_offset(domain, |s, t| unsafe { *target.offset(t) = *source.offset(s) });
    }
}

/// [`copy`] of a transpose, by its strategy.
///
/// # Safety
///
/// As [`copy`], and the first two loops are those of a transpose.
#[inline(always)]
unsafe fn copy_transpose<T: Copy, X: Domain>(source: *const T, target: *mut T) {
    let [l0, l1, ..] = const { X::LOOPS };
    // SAFETY: by the caller, in each case.
    unsafe {
        if const { is_by_register_tiles::<T, X>() } {
            X::for_each_outer(|s, t| {
                transpose::copy_inline(l0, l1, source.offset(s), target.offset(t));
            });
            return;
        }
        match Strategy::of_vendor(const { strategies::<T, X>() }) {
            Strategy::TiledPrefetch => tiles::copy(<ConstantPlan<X>>::NEW, source, target),
            strategy => X::for_each_outer(|s, t| {
                strategy.copy(l0, l1, source.offset(s), target.offset(t));
            }),
        }
    }
}

/// Returns true if the first two loops of a domain have a pattern; without a common refinement there are none.
pub(super) const fn has_pattern<X: ConstantNest>(pattern: Pattern) -> bool {
    let [l0, l1, ..] = X::LOOPS;
    X::HAS_NEST && Pattern::new(X::LOOP_NEST.is_tiled, l0, l1) as u8 == pattern as u8
}

/// The strategies of a domain's first two loops, which are a transpose.
const fn strategies<T, X: ConstantNest>() -> Strategies {
    Strategy::choose::<T>(X::TRIP_COUNT, X::LOOPS[0], X::LOOPS[1])
}

/// Returns true if register tiles are the strategy on all processors.
const fn is_by_register_tiles<T, X: ConstantNest>() -> bool {
    matches!(
        strategies::<T, X>(),
        ByVendor { general: Strategy::RegisterTiles, fast_non_temporal: Strategy::RegisterTiles }
    )
}
