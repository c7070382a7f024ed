//! Depth-first search for a small collision.

use alloc::vec;
use alloc::vec::Vec;

use crate::exact::injective::limits::{Side, Sums};
use crate::exact::injective::{Mode, Outcome, Work};
use crate::exact::integer::{ceil_div, floor_div, gcd_strides, inverse, mul_mod};

/// The work of one step of the search, in units of [`Work`].
const NODE: u64 = 40;

/// The data of one mode that the search computes before it starts.
struct Level {
    stride: i128,
    bound: i128,
    /// The largest `|sum d_j y_j|` of the modes below.
    reach: i128,
    /// The gcd of this stride and of those below; it divides every residual
    /// that arrives here.
    gcd: i128,
    /// A residual `r` can be cancelled by the modes below only if
    /// `y = -(r / gcd) * inverse mod modulus`.
    modulus: i128,
    inverse: i128,
}

struct Search<'a> {
    levels: Vec<Level>,
    values: Vec<i128>,
    sides: &'a [Side],
    /// The sums of the values chosen, on each side.
    sums: Vec<Sums>,
    work: &'a mut Work,
}

/// Looks for a `y` with `|y_i| <= bound_i`, `sum d_i y_i = 0`, `y != 0`, that all
/// sides admit, and all of whose coordinates `scale_i |y_i|` are below `limit` if
/// there is one.
///
/// The coordinates are capped at 1, 2, 3, ... so that a collision with small
/// coordinates is met first; the search is complete once the cap excludes
/// nothing more.
pub(super) fn search(
    modes: &[Mode],
    sides: &[Side],
    limit: Option<i128>,
    work: &mut Work,
) -> Outcome {
    smallest(modes, sides, limit, work).unwrap_or(Outcome::Unknown)
}

fn smallest(
    modes: &[Mode],
    sides: &[Side],
    limit: Option<i128>,
    work: &mut Work,
) -> Option<Outcome> {
    let mut largest = 0;
    for mode in modes {
        largest = largest.max(mode.bound.checked_mul(mode.scale)?);
    }
    if let Some(limit) = limit {
        largest = largest.min(limit.checked_sub(1)?);
    }
    let mut cap = 0_i128;
    while cap < largest {
        cap = cap.checked_add(1 + cap / 4)?.min(largest);
        let mut search = Search {
            levels: levels(modes, cap)?,
            values: vec![0; modes.len()],
            sides,
            sums: vec![[0; 2]; sides.len()],
            work: &mut *work,
        };
        if search.descend(modes.len(), 0, true)? {
            return Some(Outcome::Collision(search.values));
        }
    }
    Some(Outcome::Free)
}

fn levels(modes: &[Mode], cap: i128) -> Option<Vec<Level>> {
    let (mut reach, mut below) = (0_i128, 0);
    let mut levels = Vec::with_capacity(modes.len());
    for mode in modes {
        let gcd = gcd_strides(below, mode.stride);
        // With nothing below, the residual itself has to vanish; `descend`
        // treats that level by itself.
        let modulus = (below / gcd).max(1);
        let bound = mode.bound.min(cap / mode.scale);
        levels.push(Level {
            stride: mode.stride,
            bound,
            reach,
            gcd,
            modulus,
            inverse: inverse(mode.stride / gcd, modulus)?,
        });
        reach = reach.checked_add(mode.stride.checked_mul(bound)?)?;
        below = gcd;
    }
    Some(levels)
}

impl Search<'_> {
    /// Chooses the values below `depth` so that their sum cancels `residual`.
    /// `zero` says that every value chosen so far is zero: then only
    /// non-negative values are tried, for `-y` collides as `y` does.
    ///
    /// `None` where the budget ends or a number overflows.
    fn descend(&mut self, depth: usize, residual: i128, zero: bool) -> Option<bool> {
        self.work.spend(NODE * (1 + self.sides.len() as u64))?;
        let Some(index) = depth.checked_sub(1) else {
            return Some(residual == 0 && !zero);
        };
        let level = self.levels.get(index)?;
        let (stride, modulus) = (level.stride, level.modulus);
        let mut low = ceil_div(level.reach.checked_neg()?.checked_sub(residual)?, level.stride)?
            .max(-level.bound);
        let mut high =
            floor_div(level.reach.checked_sub(residual)?, level.stride)?.min(level.bound);
        if zero {
            low = low.max(0);
        }
        for (side, sums) in self.sides.iter().zip(&self.sums) {
            let (least, most) = side.range(index, *sums)?;
            (low, high) = (low.max(least), high.min(most));
        }
        let quotient = (residual / level.gcd).checked_neg()?.rem_euclid(level.modulus);
        let class = mul_mod(quotient, level.inverse, level.modulus);
        let mut value = low.checked_add(class.checked_sub(low)?.rem_euclid(modulus))?;
        while value <= high {
            let rest = residual.checked_add(stride.checked_mul(value)?)?;
            *self.values.get_mut(index)? = value;
            self.add(index, value, 1)?;
            if self.descend(index, rest, zero && value == 0)? {
                return Some(true);
            }
            self.add(index, value, -1)?;
            value = value.checked_add(modulus)?;
        }
        Some(false)
    }

    /// Adds a value to the sums, or takes it away again.
    fn add(&mut self, index: usize, value: i128, times: i128) -> Option<()> {
        for (side, sums) in self.sides.iter().zip(&mut self.sums) {
            *sums = side.sums(index, value, *sums, times)?;
        }
        Some(())
    }
}
