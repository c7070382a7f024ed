//! The decision if tiles hold every position in bounds.
//!
//! The tiles take the positions `Σ cᵢdᵢ` of modes `(sᵢ, dᵢ)` that ascend and do not meet,
//! `dᵢsᵢ ≤ dᵢ₊₁`. A position is in bounds if each of its digits over continued extents is
//! below the extent that was continued. Both have a next one from any position on, and
//! the search goes from the one to the other until it is at both, or past the end.

use alloc::vec::Vec;

use super::step_sum::{BUDGET, Mode};
use crate::{Overflow, SortFew};

/// A position in bounds that no tile holds.
pub(crate) enum Cover {
    /// A cover: nothing is missing.
    Whole,
    /// This one, among those in bounds alone.
    LeavesOut(i128),
    /// The search left its budget.
    Undecided,
}

/// The modes are `(extent, stride)`, in any order, the leaves `(extent, continued)`.
pub(crate) fn cover(modes: &[Mode], leaves: &[(i128, i128)]) -> Result<Cover, Overflow> {
    let holes = Holes::of(modes)?;
    let mut position = 0;
    for _ in 0..BUDGET {
        let Some(next) = next_in_bounds(leaves, position)? else { return Ok(Cover::Whole) };
        position = holes.next(next);
        if position == next {
            return Ok(Cover::LeavesOut(in_bounds_alone(leaves, position)));
        }
    }
    Ok(Cover::Undecided)
}

/// The positions that the tiles do not take.
struct Holes {
    /// The stride and the end of each mode, by ascending strides, and the first hole of
    /// those before.
    modes: Vec<(i128, i128, i128)>,
}

impl Holes {
    fn of(modes: &[Mode]) -> Result<Self, Overflow> {
        let mut ascending: Vec<Mode> = modes.to_vec();
        ascending.sort_few_by_key(|&(_, stride)| stride);
        let (mut first, mut of) = (1, Vec::new());
        for (extent, stride) in ascending {
            let end = stride.checked_mul(extent).ok_or(Overflow::Range)?;
            of.push((stride, end, first));
            first = if first < stride { first } else { end };
        }
        Ok(Holes { modes: of })
    }

    /// The first hole from a position on.
    fn next(&self, position: i128) -> i128 {
        fn from(modes: &[(i128, i128, i128)], position: i128) -> i128 {
            let Some((&(stride, end, first), inner)) = modes.split_last() else {
                return position.max(1);
            };
            if position >= end {
                return position;
            }
            let block = position - position % stride;
            let hole = from(inner, position - block);
            if hole < stride {
                return block + hole;
            }
            // None is left in this block.
            if first < stride && block + stride < end { block + stride + first } else { end }
        }
        from(&self.modes, position)
    }
}

/// The first position in bounds from a position on.
fn next_in_bounds(leaves: &[(i128, i128)], position: i128) -> Result<Option<i128>, Overflow> {
    let Some((&(last, _), before)) = leaves.split_last() else {
        return Ok((position == 0).then_some(0));
    };
    let (mut at, mut place) = (position, 1i128);
    for &(extent, continued) in before {
        let next = place.checked_mul(continued).ok_or(Overflow::Range)?;
        if at % next / place >= extent {
            at = (at / next + 1).checked_mul(next).ok_or(Overflow::Range)?;
        }
        place = next;
    }
    Ok((at / place < last).then_some(at))
}

/// The number of a position in bounds without the others.
fn in_bounds_alone(leaves: &[(i128, i128)], mut position: i128) -> i128 {
    let (mut number, mut place) = (0, 1);
    for (k, &(extent, continued)) in leaves.iter().enumerate() {
        let digit = if k + 1 == leaves.len() { position } else { position % continued };
        number += digit * place;
        place *= extent;
        position /= continued;
    }
    number
}
