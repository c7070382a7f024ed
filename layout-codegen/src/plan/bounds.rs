//! Bounds of the coordinates of a layout that are no padding, as an expansion says them.

use layout_algebra::bounds::{Bound, Bounds};
use layout_algebra::{CollectVec, Int};

/// Bounds whose numbers fit 64 bits as far as they are known; others are unknown.
pub(super) fn planned(bounds: Bounds) -> Bounds {
    let fits = |int: &Int| int.known().is_none_or(|known| i64::try_from(known).is_ok());
    let all = |bound: &Bound| {
        let strides = bound.coordinate().stride().leaves();
        fits(bound.extent()) && strides.into_iter().all(|stride| fits(stride.scale()))
    };
    match &bounds {
        Bounds::Within(within) if !within.iter().all(all) => Bounds::Unknown,
        _ => bounds,
    }
}

/// Writes `·` in the cells, in the order of 1-D coordinates, that are padding: as wide as all are.
pub(super) fn mark(bounds: &Bounds, width: usize, cells: &mut [String]) {
    let Bounds::Within(within) = bounds else { return };
    for bound in within {
        let leaves = bound.coordinate().leaves().into_iter().map(|(extent, stride)| {
            let stride = stride.as_int()?.known()?.try_into().ok()?;
            Some((extent.known()?.try_into().ok()?, stride))
        });
        let (Some(leaves), Some(extent)) =
            (leaves.collect::<Option<Vec<(u64, i64)>>>(), bound.extent().known())
        else {
            continue;
        };
        let outside = |at: i64| i128::from(at) >= extent;
        for (cell, at) in cells.iter_mut().zip(super::listed(leaves.into_iter())) {
            if outside(at) {
                *cell = format!("{:>width$}", '·');
            }
        }
    }
}

/// The line that says when a coordinate is in bounds; none where all are.
pub(super) fn text(bounds: &Bounds) -> Option<String> {
    let within = match bounds {
        Bounds::Unknown => return Some("in_bounds is not known".to_owned()),
        bounds if bounds.is_everywhere() => return None,
        Bounds::Within(within) => within,
    };
    let leaves = within.first().map_or(0, |bound| bound.coordinate().shape().leaf_count());
    let takes = (0..leaves).map(|c| format!("c{c}")).collect_vec();
    let comparisons = within.iter().map(|bound| {
        let strides = bound.coordinate().leaves().into_iter().map(|(_, stride)| stride.scale());
        let terms = strides.zip(&takes).filter(|(stride, _)| **stride != Int::ZERO);
        let terms = terms.map(|(stride, c)| match stride.to_string() {
            one if one == "1" => c.clone(),
            sum if sum.contains(' ') => format!("{c}*({sum})"),
            stride => format!("{c}*{stride}"),
        });
        let sum = terms.collect_vec().join(" + ");
        let sum = if sum.is_empty() { "0".to_owned() } else { sum };
        format!("{sum} < {}", bound.extent())
    });
    let comparisons = comparisons.collect_vec().join(" && ");
    Some(format!("in_bounds({}) = {comparisons}", takes.join(", ")))
}
