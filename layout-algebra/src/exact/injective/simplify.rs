//! Makes a group of unknowns smaller, or several, without changing the solutions.

use crate::SortFew;
use alloc::vec;
use alloc::vec::Vec;

use super::{GCD, Mode, Work};
use crate::exact::integer::gcd_strides;

/// Passes of [`simplify`]; each is exact, so stopping early only costs work.
const PASSES: usize = 12;

/// Removes what can be removed without changing the solutions, and sorts by
/// stride. With `h_i` the gcd of all strides but `d_i`, and the gcd of all
/// strides divided out:
///
/// * `d_i y_i` is a multiple of `h_i`, and `h_i` is coprime to `d_i`, so `y_i`
///   is a multiple of `h_i`. Put `y_i = h_i y'_i`; then `h_i` divides every
///   term. The `h_i` are pairwise coprime, as a common factor of two of them
///   divides all strides, so all of them can be taken out at once.
/// * `|d_i y_i| <= sum_{j != i} d_j bound_j` bounds `y_i`.
/// * An unknown with bound 0 is 0.
///
/// Two modes are decided by this: they end with strides (1, 1), or with none.
/// So is every layout with `d_k > sum_{i<k} d_i (s_i - 1)` for all `k`: from
/// the largest stride down, each bound becomes 0.
pub(super) fn simplify(mut group: Vec<Mode>, work: &mut Work) -> Vec<Mode> {
    for _ in 0..PASSES {
        group.sort_few_by_key(|mode| (mode.stride, mode.index));
        let count = group.len() as u64;
        if work.spend(count * (4 * count + 4 * GCD)).is_none() {
            break;
        }
        let mut changed = false;
        for index in (0..group.len()).rev() {
            let rest = saturating_span(&group[..index])
                .saturating_add(saturating_span(&group[index + 1..]));
            if let Some(mode) = group.get_mut(index)
                // A saturated sum says nothing.
                && rest < i128::MAX
                && rest / mode.stride < mode.bound
            {
                mode.bound = rest / mode.stride;
                changed = true;
            }
        }
        group.retain(|mode| mode.bound > 0);
        changed |= divide_out(&mut group);
        if !changed {
            break;
        }
    }
    group
}

/// The gcd steps of [`simplify`]; whether anything changed.
fn divide_out(group: &mut Vec<Mode>) -> bool {
    let suffix = suffix_gcds(group);
    let all = suffix.first().copied().unwrap_or(1).max(1);
    // before * after: the gcds of the strides left and right of each.
    let mut before = 0;
    let mut factors = Vec::with_capacity(group.len());
    for (mode, &after) in group.iter().zip(suffix.iter().skip(1)) {
        factors.push(gcd_strides(before, after) / all);
        before = gcd_strides(before, mode.stride);
    }
    let mut changed = all > 1;
    for (index, mode) in group.iter_mut().enumerate() {
        mode.stride /= all;
        for (other, &factor) in factors.iter().enumerate() {
            // A factor of 0: no other mode is left, and d y = 0 makes y = 0;
            // the next pass finds that.
            if factor <= 1 {
                continue;
            }
            changed = true;
            if other == index {
                mode.bound /= factor;
                // A mode whose bound is now 0 goes; for the others the new
                // scale is at most the old bound times the old scale.
                mode.scale = mode.scale.saturating_mul(factor);
            } else {
                mode.stride /= factor;
            }
        }
    }
    group.retain(|mode| mode.bound > 0);
    changed
}

/// The gcd of the strides from each position on, and a last 0.
fn suffix_gcds(group: &[Mode]) -> Vec<i128> {
    let mut gcds = vec![0];
    for mode in group.iter().rev() {
        gcds.push(gcd_strides(gcds.last().copied().unwrap_or(0), mode.stride));
    }
    gcds.reverse();
    gcds
}

/// `sum d_i bound_i`, or `i128::MAX` if it is larger than that.
fn saturating_span(modes: &[Mode]) -> i128 {
    let reaches = modes.iter().map(|mode| mode.stride.saturating_mul(mode.bound));
    reaches.fold(0, i128::saturating_add)
}

/// Cuts the sorted group before each position `k` at which the gcd `G` of the
/// strides from `k` on exceeds the span of the modes before `k`.
///
/// In a solution the modes from `k` on add up to a multiple of `G`, so those
/// before add up to a multiple of `G` too; that is less than `G` in size, so it
/// is 0, and both halves are solutions on their own.
pub(super) fn decompose(group: &[Mode]) -> Vec<Vec<Mode>> {
    let mut parts: Vec<Vec<Mode>> = Vec::new();
    let mut before = 0_i128;
    for (mode, gcd) in group.iter().zip(suffix_gcds(group)) {
        match parts.last_mut() {
            Some(part) if gcd <= before => part.push(mode.clone()),
            _ => parts.push(vec![mode.clone()]),
        }
        before = before.saturating_add(mode.stride.saturating_mul(mode.bound));
    }
    parts
}
