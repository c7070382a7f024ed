//! Refusals of `left_inverse`: exactly where no layout is one.

use layout_algebra::{Error, ErrorKind, Layout};

use super::inverses::coordinates_of;
use super::numbers::{EXHAUSTIVE, size_of, value};
use super::{Law, ensure};

/// True if any layout `R` has `L(R(o)) = o` for all offsets `o` of `L` up to `last`,
/// with coordinates `R(o)` of `L`, by trial of all extents that `R` may have.
///
/// More periods are no restriction, so those are tried that have no other between
/// them. For each, the strides are integers that give every offset one of its
/// coordinates.
///
/// # Errors
///
/// More than [`EXHAUSTIVE`] points, or strides over a basis.
pub fn has_left_inverse(layout: &Layout, last: i128) -> Result<bool, String> {
    let size = size_of(layout.shape())?;
    ensure!(size <= EXHAUSTIVE, "{layout} is too large to try all inverses");
    let mut offsets = coordinates_of(layout)?;
    offsets.retain(|(offset, _)| *offset <= last);
    Ok(any_periods(&mut vec![1], last, &offsets))
}

pub(super) fn any_periods(
    periods: &mut Vec<i128>,
    last: i128,
    offsets: &[(i128, Vec<i128>)],
) -> bool {
    let end = periods[periods.len() - 1];
    if 2 * end > last {
        return any_strides(periods, offsets);
    }
    // What is below a period does not depend on it, nor on those after it.
    let below = offsets.partition_point(|(offset, _)| *offset < end);
    if !any_strides(periods, &offsets[..below]) {
        return false;
    }
    for prime in (2..=last / end).filter(|n| (2..*n).all(|d| n % d != 0)) {
        periods.push(end * prime);
        let found = any_periods(periods, last, offsets);
        periods.pop();
        if found {
            return true;
        }
    }
    false
}

fn any_strides(periods: &[i128], offsets: &[(i128, Vec<i128>)]) -> bool {
    // One row for each offset: its digits. Columns are combined until each row has
    // at most one entry after those of the rows before.
    let mut columns: Vec<Vec<i128>> = Vec::new();
    for (k, period) in periods.iter().enumerate() {
        let digit = |offset: i128| match periods.get(k + 1) {
            Some(next) => offset % next / period,
            None => offset / period,
        };
        columns.push(offsets.iter().map(|(offset, _)| digit(*offset)).collect());
    }
    let mut pivots = Vec::new();
    let mut done = 0;
    for row in 0..offsets.len() {
        while let Some(least) = (done..columns.len())
            .filter(|&k| columns[k][row] != 0)
            .min_by_key(|&k| columns[k][row].abs())
        {
            columns.swap(done, least);
            let (head, rest) = columns.split_at_mut(done + 1);
            let pivot = &head[done];
            let mut reduced = true;
            for column in rest {
                let turns = column[row] / pivot[row];
                column.iter_mut().zip(pivot).for_each(|(x, y)| *x -= turns * y);
                reduced &= column[row] == 0;
            }
            if reduced {
                break;
            }
        }
        let pivot = columns.get(done).is_some_and(|column| column[row] != 0);
        pivots.push(pivot);
        done += usize::from(pivot);
    }
    any_values(&columns, &pivots, offsets, 0, &mut Vec::new())
}

/// True if multiples of the columns, as found for the rows so far, go on to give
/// every offset one of its coordinates.
fn any_values(
    columns: &[Vec<i128>],
    pivots: &[bool],
    offsets: &[(i128, Vec<i128>)],
    row: usize,
    multiples: &mut Vec<i128>,
) -> bool {
    let Some((_, coordinates)) = offsets.get(row) else { return true };
    let sum: i128 = multiples.iter().zip(columns).map(|(m, column)| m * column[row]).sum();
    if !pivots[row] {
        let fits = coordinates.contains(&sum);
        return fits && any_values(columns, pivots, offsets, row + 1, multiples);
    }
    let step = columns[multiples.len()][row];
    coordinates.iter().filter(|coordinate| (*coordinate - sum) % step == 0).any(|coordinate| {
        multiples.push((coordinate - sum) / step);
        let found = any_values(columns, pivots, offsets, row + 1, multiples);
        multiples.pop();
        found
    })
}

/// The error is right: no layout is a left inverse up to the offset that it names,
/// or a stride of the layout is negative. Up to [`EXHAUSTIVE`] points.
pub fn no_left_inverse(layout: &Layout, error: &Error) -> Law {
    match error.kind() {
        ErrorKind::NoInverse { offset, .. } => {
            if size_of(layout.shape())? > EXHAUSTIVE {
                return Ok(());
            }
            let offset = value(offset)?;
            let inverse = has_left_inverse(layout, offset)?;
            ensure!(!inverse, "{layout} has an inverse up to {offset}");
        }
        ErrorKind::NegativeStride { stride } => {
            let stride = value(stride)?;
            let mut strides = layout.stride().leaves().into_iter();
            let there = stride < 0 && strides.any(|d| d.scale().known() == Some(stride));
            ensure!(there, "{layout} has no negative stride {stride}");
        }
        _ => return Err(format!("{layout}: {error:?}")),
    }
    Ok(())
}
