//! Bounds of the coordinates of a layout that are no padding, as an expansion says them.

use layout_algebra::Int;
use layout_algebra::bounds::{Bound, Bounds};

use std::fmt;

use super::display::coordinates;
use super::leaf::leaves;

/// Bounds whose numbers fit 64 bits as far as they are known; others are unknown.
pub(super) fn planned(bounds: Bounds) -> Bounds {
    match &bounds {
        Bounds::Within(within) if !within.iter().all(fits_bound) => Bounds::Unknown,
        _ => bounds,
    }
}

fn fits_bound(bound: &Bound) -> bool {
    let strides = bound.coordinate().stride().leaves();
    fits(bound.extent()) && strides.into_iter().all(|stride| fits(stride.scale()))
}

/// Returns whether an integer fits 64 bits, as far as it is known.
pub(super) fn fits(int: &Int) -> bool {
    int.known().is_none_or(|known| i64::try_from(known).is_ok())
}

/// Writes `·` in the cells, in the order of 1-D coordinates, that are padding: as wide as all are.
pub(super) fn mark(bounds: &Bounds, width: usize, cells: &mut [String]) {
    let Bounds::Within(within) = bounds else { return };
    for bound in within {
        let (Ok(leaves), Some(extent)) = (leaves(bound.coordinate()), bound.extent().known())
        else {
            continue;
        };
        for (cell, at) in cells.iter_mut().zip(super::listed(&leaves)) {
            if i128::from(at) >= extent {
                *cell = format!("{:>width$}", '·');
            }
        }
    }
}

/// Writes the line that says when a coordinate is in bounds; nothing where all are.
pub(super) fn write(bounds: &Bounds, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let within = match bounds {
        Bounds::Unknown => return writeln!(f, "in_bounds is not known"),
        Bounds::Within(within) => within,
    };
    let Some(first) = within.first() else { return Ok(()) };
    let takes = coordinates(1, first.coordinate().shape().leaf_count());
    let mut comparisons = Vec::new();
    for bound in within {
        let mut terms = Vec::new();
        for ((_, stride), c) in bound.coordinate().leaves().into_iter().zip(&takes) {
            match stride.scale().to_string().as_str() {
                "0" => {}
                "1" => terms.push(c.clone()),
                sum if sum.contains(' ') => terms.push(format!("{c}*({sum})")),
                stride => terms.push(format!("{c}*{stride}")),
            }
        }
        let sum = if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") };
        comparisons.push(format!("{sum} < {}", bound.extent()));
    }
    writeln!(f, "in_bounds({}) = {}", takes.join(", "), comparisons.join(" && "))
}
