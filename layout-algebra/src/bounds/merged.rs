//! `MergedLeaves`: the leaves that a bound limits, merged into one leaf of the values in bounds.

use alloc::vec::Vec;

use super::Bound;
use crate::decide::{first_where, is_at_most};
use crate::exact::injective::Limit;
use crate::{CollectVec, Int, Overflow, SortFew};

/// Leaves `(extent, stride)` that are injective only if the leaves that they were made of are
/// injective in bounds.
pub(super) struct MergedLeaves {
    pub(super) leaves: Vec<(Int, Int)>,
    /// The bounds that the leaves do not imply.
    pub(super) limits: Vec<Limit>,
    /// True if the offsets are just those in bounds, so that the reverse holds too.
    pub(super) is_exact: bool,
}

impl MergedLeaves {
    /// Merges the leaves whose steps are a multiple of those that a bound counts; none if there are
    /// no such leaves.
    pub(super) fn merge(
        leaves: &[(Int, Int)],
        bounds: &[&Bound],
    ) -> Result<Option<Self>, Overflow> {
        // Among bounds that share leaves, the one of the most leaves says the most: the others
        // bound its parts.
        let mut by_size: Vec<usize> = (0..bounds.len()).collect_vec();
        by_size.sort_few_by_key(|&b| core::cmp::Reverse(places(bounds[b], leaves).len()));
        let mut runs: Vec<Option<(Int, Int)>> = alloc::vec![None; bounds.len()];
        let mut rest: Vec<usize> = (0..leaves.len()).collect_vec();
        let (mut others, mut is_exact) = (Vec::new(), true);
        for b in by_size {
            let places = places(bounds[b], leaves);
            let is_free = places.iter().all(|(i, _)| rest.contains(i));
            let Some(run) = (if is_free { Run::new(leaves, &places)? } else { None }) else {
                others.push(bounds[b]);
                continue;
            };
            rest.retain(|i| places.iter().all(|(place, _)| place != i));
            let (extent, is_all) = run.extent(bounds[b])?;
            is_exact &= is_all;
            runs[b] = Some((extent, run.factor));
        }
        let mut merged: Vec<(Int, Int)> = runs.into_iter().flatten().collect_vec();
        if merged.is_empty() {
            return Ok(None);
        }
        // The limit on a part of the leaves of a bound, with the others at 0.
        let mut limits = limits(&others);
        for limit in &mut limits {
            let mut steps = alloc::vec![0; merged.len()];
            steps.extend(rest.iter().map(|&i| limit.steps[i]));
            limit.steps = steps;
        }
        merged.extend(rest.iter().map(|&i| leaves[i].clone()));
        Ok(Some(MergedLeaves { leaves: merged, limits, is_exact: is_exact && others.is_empty() }))
    }
}

/// The bounds whose numbers are known, as limits.
pub(super) fn limits(bounds: &[&Bound]) -> Vec<Limit> {
    let mut limits = Vec::new();
    for bound in bounds {
        // A bound was at most that.
        let Some(extent) = bound.extent.known().or(bound.most.known()) else { continue };
        let Some(most) = extent.checked_sub(1) else { continue };
        let mut steps = Vec::new();
        for step in bound.coordinate.stride().leaves() {
            // Without its step, a leaf is not limited.
            steps.push(step.known().unwrap_or(0).max(0));
        }
        limits.push(Limit { steps, most });
    }
    limits
}

/// The leaves that a bound looks at, each with its step.
fn places<'a>(bound: &'a Bound, leaves: &[(Int, Int)]) -> Vec<(usize, &'a Int)> {
    let mut places = Vec::new();
    for (i, step) in bound.coordinate.stride().leaves().into_iter().enumerate() {
        if *step.scale() != Int::ZERO && leaves[i].0 != Int::ONE {
            places.push((i, step.scale()));
        }
    }
    places
}

/// Leaves `c` with `Σ strideᵢ·cᵢ = factor·coordinate(c)`, and each value of the coordinate
/// at one `c` alone: by one order of its steps, each steps over all before it.
struct Run {
    factor: Int,
    /// One past the last value.
    reach: Int,
    /// True if some value below the reach is the value of no `c`.
    has_gaps: bool,
}

impl Run {
    fn new(leaves: &[(Int, Int)], places: &[(usize, &Int)]) -> Result<Option<Self>, Overflow> {
        let mut places = places.to_vec();
        let mut reach = Int::ONE;
        let (mut factor, mut has_gaps): (Option<Int>, _) = (None, false);
        while !places.is_empty() {
            // The one that continues those before, else the least.
            let next = places.iter().position(|(_, step)| **step == reach);
            let steps = places.iter().map(|(_, step)| *step).collect_vec();
            let least = first_where(&steps, is_at_most);
            let Some(next) = next.or(least) else {
                return Ok(None);
            };
            let (i, step) = places.swap_remove(next);
            let (extent, stride) = &leaves[i];
            let of_all = match &factor {
                Some(factor) => factor.clone(),
                None if step.divides(stride).is_true() => stride.div_floor(step)?,
                None => return Ok(None),
            };
            let is_multiple = of_all.mul(step)?.equals(stride).is_true();
            if !is_multiple || !reach.at_most(step).is_true() {
                return Ok(None);
            }
            has_gaps |= !reach.equals(step).is_true();
            reach = reach.add(&extent.sub(&Int::ONE)?.mul(step)?)?;
            factor = Some(of_all);
        }
        Ok(factor.map(|factor| Run { factor, reach, has_gaps }))
    }

    /// The number of values in bounds, or an upper bound of it; true if it is exact.
    fn extent(&self, bound: &Bound) -> Result<(Int, bool), Overflow> {
        // At least one, as an extent is; and where there is none, no coordinate.
        let positive = |extent: &&Int| Int::ONE.at_most(extent).is_true();
        let extent = match [&bound.extent, &bound.most].into_iter().find(positive) {
            Some(extent) => extent.clone(),
            None => bound.extent.greater(&Int::ONE)?,
        };
        if self.reach.at_most(&extent).is_true() {
            let is_exact = extent == bound.extent;
            return Ok((self.reach.clone(), is_exact && !self.has_gaps));
        }
        let is_exact = extent == bound.extent && extent.at_most(&self.reach).is_true();
        Ok((extent, is_exact && !self.has_gaps))
    }
}
