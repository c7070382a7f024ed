//! The swizzled layout of a table: `Sw<B,M,S> o offset o layout`.
//!
//! A swizzle undoes itself, so that a table `f` is `Sw o offset o L` exactly if
//! `Sw∘f` is `offset + L`, where `offset = Sw(f(0))`: given the swizzle, the rest is
//! decided by [`by_leaf`]. What remains is to try the swizzles, of which finitely
//! many differ. Let all values be in `[-2^W, 2^W)`: from bit `W` on, each has its sign.
//!
//! - A bit that no value has flips nothing. Where it is the highest or the lowest
//!   of those that a swizzle looks at, a swizzle of fewer bits does the same.
//! - From bit `W` on all bits are alike, so that no `S > W-M` need be tried but `B`.
//! - A swizzle that flips no bit below `W+2` changes values by multiples of `2^(W+2)`,
//!   which makes up for no sum that is not right: such sums are off by less. If the
//!   table adds up after it, it does so before.
//! - Flipping bits from `W+2` up to `k` by the sign adds the same to all negative
//!   values. For `k ≥ W+6` that is more than what sums are off by, so that the number of
//!   negative values must add up itself, and then any such `k` will do.

use alloc::vec::Vec;

use super::total::{Total, by_leaf};
use crate::exact::step_sum::Mode;
use crate::{SortFew, Swizzle};

/// The number of values that a search looks at before it gives up.
pub(crate) const EVALUATIONS: usize = 1 << 25;

/// The layout or swizzled layout of a table, if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Swizzled {
    /// A layout, as the modes of each extent.
    Layout(Vec<Vec<Mode>>),
    /// `swizzle o offset o` such a layout.
    Composed {
        /// The swizzle; `Sw<0,4,3>`, CuTe's for none, where the offset alone does.
        swizzle: Swizzle,
        /// The offset.
        offset: i128,
        /// The modes of each extent.
        modes: Vec<Vec<Mode>>,
    },
    /// Neither.
    None {
        /// The first index at which every layout that has the values before it, and
        /// the first value for an offset, has another.
        layout: usize,
        /// The value of the layout there; none if that overflows.
        expected: Option<i128>,
        /// The first index up to which no swizzled layout has the values; none if it
        /// was not found within the budget.
        swizzled: Option<usize>,
    },
    /// The search left its budget.
    Undecided,
}

/// The smallest layout or swizzled layout of a table in a shape of the given
/// extents, the first one fastest; the modes refine the extents.
///
/// A layout without a swizzle comes before all others, then a layout with an offset
/// alone. Of swizzles, the one of the fewest bits `B` is the smallest, then that with
/// the smallest `M` and `|S|`, and positive `S` before negative: fewer bits are fewer
/// instructions and leave longer runs of offsets together, and a small distance with a
/// positive sign is how swizzles of shared memory are written.
pub(crate) fn swizzled(values: &[i128], extents: &[usize], budget: usize) -> Swizzled {
    let Some(&first) = values.first() else { return Swizzled::Undecided };
    let Ok(none) = Swizzle::new(0, 4, 3) else { return Swizzled::Undecided };
    let mut search = Search { values, pairs: pairs(extents), extents, left: budget };
    let (layout, expected) = match search.undo(&none) {
        Ok(Total::Found(modes)) if first == 0 => return Swizzled::Layout(modes),
        Ok(Total::Found(modes)) => {
            return Swizzled::Composed { swizzle: none, offset: first, modes };
        }
        Ok(Total::Differs { index, expected: Some(expected) }) => {
            (index, expected.checked_add(first))
        }
        // Its distance from the first value is no integer, nor that of a layout.
        Ok(Total::Differs { index, expected: None }) | Err(Stop::Overflow(index)) => (index, None),
        Err(Stop::Spent) => return Swizzled::Undecided,
    };
    for swizzle in candidates(values) {
        match search.undone(&swizzle) {
            Ok(Some(modes)) => {
                return Swizzled::Composed { swizzle, offset: swizzle.apply(first), modes };
            }
            Ok(None) | Err(Stop::Overflow(_)) => {}
            Err(Stop::Spent) => return Swizzled::Undecided,
        }
    }
    search.left = budget;
    Swizzled::None { layout, expected, swizzled: search.furthest(layout) }
}

/// The reason why a search ends early.
enum Stop {
    /// The budget is used up.
    Spent,
    /// The difference of a value and the first is no integer.
    Overflow(usize),
}

struct Search<'a> {
    values: &'a [i128],
    extents: &'a [usize],
    /// See [`pairs`].
    pairs: Vec<(usize, usize)>,
    left: usize,
}

impl Search<'_> {
    /// The layout of the table before a swizzle, without its offset.
    fn undo(&mut self, swizzle: &Swizzle) -> Result<Total<Vec<Vec<Mode>>>, Stop> {
        let (values, extents) = (self.values, self.extents);
        let offset = swizzle.apply(values[0]);
        by_leaf(extents, &mut |i| {
            self.left = self.left.checked_sub(1).ok_or(Stop::Spent)?;
            swizzle.apply(values[i]).checked_sub(offset).ok_or(Stop::Overflow(i))
        })
    }

    /// The layout before a swizzle, if there is one.
    fn undone(&mut self, swizzle: &Swizzle) -> Result<Option<Vec<Vec<Mode>>>, Stop> {
        if self.unequal(swizzle)?.is_some() {
            return Ok(None);
        }
        Ok(match self.undo(swizzle)? {
            Total::Found(modes) => Some(modes),
            Total::Differs { .. } => None,
        })
    }

    /// The first of the [`pairs`] that does not add up before a swizzle.
    fn unequal(&mut self, swizzle: &Swizzle) -> Result<Option<usize>, Stop> {
        let at = |i: usize| swizzle.apply(self.values[i]);
        for &(low, high) in &self.pairs {
            self.left = self.left.checked_sub(1).ok_or(Stop::Spent)?;
            let steps = at(low).checked_sub(at(0));
            let step = at(low + high).checked_sub(at(high));
            if steps.is_none() || steps != step {
                return Ok(Some(low + high));
            }
        }
        Ok(None)
    }

    /// The last of the indices at which the swizzles fail, and the layout without one,
    /// at `layout`.
    fn furthest(&mut self, layout: usize) -> Option<usize> {
        let mut furthest = layout;
        for swizzle in candidates(self.values) {
            // It fails at this pair or before.
            match self.unequal(&swizzle) {
                Ok(Some(index)) if index <= furthest => continue,
                Ok(_) => {}
                Err(_) => return None,
            }
            match self.undo(&swizzle) {
                Ok(Total::Differs { index, .. }) => furthest = furthest.max(index),
                Ok(Total::Found(_)) | Err(_) => return None,
            }
        }
        Some(furthest)
    }
}

/// Indices `(a, b)`, by their sum, for which every layout of the extents has
/// `L(a+b) = L(a) + L(b)`: along two extents, or two bits of one that is a power
/// of two.
fn pairs(extents: &[usize]) -> Vec<(usize, usize)> {
    // One point for each bit, with the number of its extent.
    let mut points = Vec::new();
    let mut place = 1usize;
    for (k, &extent) in extents.iter().enumerate() {
        let mut bit = 1;
        while bit < extent {
            points.push((bit * place, k));
            bit *= 2;
        }
        place *= extent;
    }
    let mut pairs = Vec::new();
    for (i, &(high, k)) in points.iter().enumerate() {
        for &(low, l) in &points[..i] {
            if k != l || extents[k].is_power_of_two() {
                pairs.push((low, high));
            }
        }
    }
    pairs.sort_few_by_key(|(low, high)| low + high);
    pairs
}

/// The swizzles that act on values, each in its own way, the smallest first.
fn candidates(values: &[i128]) -> impl Iterator<Item = Swizzle> {
    let (mut any, mut magnitude) = (0, 0);
    for value in values {
        any |= value;
        magnitude |= if *value < 0 { !value } else { *value };
    }
    let width = i128::BITS - magnitude.leading_zeros();
    let has = move |bit: u32| bit < i128::BITS && any >> bit & 1 == 1;
    (1..=width + 6).flat_map(move |bits| {
        (0..=(width + 6 - bits).min(width + 1)).flat_map(move |base| {
            (bits..=bits.max(width + 1)).flat_map(move |shift| {
                let top = bits - 1;
                let up = has(base + shift) && has(base + shift + top);
                let up = up && shift <= bits.max(width.saturating_sub(base));
                let down = has(base) && has(base + top) && base + shift <= width + 1;
                let swizzle = move |tried: bool, shift: i128| match tried {
                    true => Swizzle::new(bits.into(), base.into(), shift).ok(),
                    false => None,
                };
                let shift = i128::from(shift);
                swizzle(up, shift).into_iter().chain(swizzle(down, -shift))
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    #[test]
    fn a_swizzle_is_undone() {
        let table = [0, 1, 2, 3, 5, 4, 7, 6];
        let found = swizzled(&table, &[8], EVALUATIONS);
        let swizzle = Swizzle::new(1, 0, 2).unwrap();
        assert_eq!(found, Swizzled::Composed { swizzle, offset: 0, modes: vec![vec![(8, 1)]] });
    }
}
