//! `offset_range` and `cosize` of composed layouts.

use alloc::vec::Vec;

use super::agree::{Points, few_points, leaves};
use crate::exact::known;
use crate::exact::step_sum::{BUDGET, Mode};
use crate::{ComposedLayout, Error, Int, Overflow, SortFew, Swizzle};

const OP: &str = "cosize";

/// The smallest and the largest value, exactly.
///
/// Read off the columns where the function only flips bits. Otherwise for
/// `Sw o O o L`: a swizzle keeps all bits from some place on, so that its largest
/// value comes from one of the largest values of `O + L`, which alone are looked
/// at; where it flips bits above all of `O + L`, from the largest of each remainder by
/// the bits that it reads. Small domains are visited.
///
/// # Errors
///
/// [`crate::ErrorKind::Undecided`] where none of these ends within its budget,
/// [`crate::ErrorKind::NoDomain`], [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops};
/// let swizzle = Swizzle::new(3, 0, 3).unwrap();
/// let layout = ComposedLayout::new(swizzle, Int::ZERO, "9:1".parse::<Layout>().unwrap()).unwrap();
/// assert_eq!(ops::swizzled::offset_range(&layout).unwrap(), (Int::ZERO, Int::new(9)));
/// ```
pub fn offset_range(layout: &ComposedLayout) -> Result<(Int, Int), Error> {
    let domain = layout.domain()?;
    let points = Points::of(layout)?;
    if let Some(bitwise) = points.bitwise() {
        let (least, most) = bitwise.range();
        return Ok((Int::new(least), Int::new(most)));
    }
    if let Some((swizzle, offset, domain)) = layout.as_swizzled() {
        let sums = Sums::of(known(offset)?, &leaves(domain)?)?;
        let range = match sums.by_remainder(swizzle) {
            Some(range) => Some(range),
            None => sums.search(swizzle)?,
        };
        if let Some((least, most)) = range {
            return Ok((Int::new(least), Int::new(most)));
        }
    }
    let Some(size) = few_points(domain)? else {
        return Err(Error::undecided(OP, format_args!("{layout} stays below a bound")));
    };
    let (mut least, mut most) = (i128::MAX, i128::MIN);
    for c in 0..size {
        let value = points.at(c)?;
        (least, most) = (least.min(value), most.max(value));
    }
    Ok((Int::new(least), Int::new(most)))
}

/// The elements that a buffer must hold for every offset and for offset 0:
/// `max(0, largest) − min(0, smallest) + 1`. For a layout without a swizzle this is
/// its [`crate::ops::cosize`]; CuTe answers that of the domain, which is too small.
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops};
/// let layout = Layout::leaf(9, 1).unwrap();
/// assert_eq!(ops::cosize(&layout).unwrap(), Int::new(9));
/// let swizzle = Swizzle::new(3, 0, 3).unwrap();
/// let layout = ComposedLayout::new(swizzle, Int::ZERO, layout).unwrap();
/// assert_eq!(ops::swizzled::cosize(&layout).unwrap(), Int::new(10));
/// ```
///
/// # Errors
///
/// As [`offset_range`].
pub fn cosize(layout: &ComposedLayout) -> Result<Int, Error> {
    let (least, most) = offset_range(layout)?;
    Ok(most.greater(&Int::ZERO)?.sub(&least.lesser(&Int::ZERO)?)?.add(&Int::ONE)?)
}

/// The sums `start + Σ cᵢdᵢ`, up to `start + reach`, of strides from 1 on.
struct Sums {
    start: i128,
    reach: i128,
    modes: Vec<Mode>,
}

impl Sums {
    fn of(offset: i128, leaves: &[Mode]) -> Result<Self, Overflow> {
        let mut sums = Sums { start: offset, reach: 0, modes: Vec::new() };
        for &(extent, stride) in
            leaves.iter().filter(|(extent, stride)| *extent > 1 && *stride != 0)
        {
            // Counting a mode of negative stride backwards visits the same offsets.
            let most = stride.checked_mul(extent - 1).ok_or(Overflow::Range)?;
            sums.start = sums.start.checked_add(most.min(0)).ok_or(Overflow::Range)?;
            sums.reach = sums.reach.checked_add(most.abs()).ok_or(Overflow::Range)?;
            sums.modes.push((extent, stride.abs()));
        }
        sums.modes.sort_few_by_key(|&(_, stride)| core::cmp::Reverse(stride));
        Ok(sums)
    }

    /// The range of the swizzle of all, where it flips no bit in which two of them differ.
    ///
    /// Then among the sums with the same bits to read it adds the same to each, and the
    /// smallest and the largest of them have the smallest and the largest value. These are
    /// found mode by mode, for each remainder by the power of two above the bits to read.
    fn by_remainder(&self, swizzle: &Swizzle) -> Option<(i128, i128)> {
        if swizzle.is_identity() {
            return None;
        }
        let end = self.start.checked_add(self.reach)?;
        let flipped = swizzle.z_mask().trailing_zeros();
        // Below 0 all of these bits are set, from 0 on none: there it subtracts, here it adds.
        let high = (self.start >> flipped, end >> flipped);
        if high.0 != high.1 && high != (-1, 0) {
            return None;
        }
        let period = 2i128 << swizzle.y_mask().ilog2();
        let work = period.checked_mul(period)?.checked_mul(self.modes.len() as i128)?;
        if work > BUDGET as i128 * 16 {
            return None;
        }
        let mut ends: Vec<Option<(i128, i128)>> = alloc::vec![None; period as usize];
        ends[self.start.rem_euclid(period) as usize] = Some((self.start, self.start));
        for &(extent, stride) in &self.modes {
            let mut next = alloc::vec![None; period as usize];
            // After this many steps the remainder is the same again.
            let cycle = period >> stride.trailing_zeros().min(period.trailing_zeros());
            for first in 0..cycle.min(extent) {
                let last = first + (extent - 1 - first) / cycle * cycle;
                for (least, most) in ends.iter().flatten() {
                    let (least, most) = (least + first * stride, most + last * stride);
                    let ends = &mut next[least.rem_euclid(period) as usize];
                    let (low, high) = ends.unwrap_or((least, most));
                    *ends = Some((low.min(least), high.max(most)));
                }
            }
            ends = next;
        }
        let ends = ends.into_iter().flatten();
        let ends = ends.map(|(least, most)| (swizzle.apply(least), swizzle.apply(most)));
        ends.reduce(|(low, high), (least, most)| (low.min(least), high.max(most)))
    }

    /// The range of the swizzle of all, from the sums that agree with the largest, and with
    /// the smallest, in the bits that the swizzle keeps.
    fn search(&self, swizzle: &Swizzle) -> Result<Option<(i128, i128)>, Overflow> {
        let Sums { start, reach, modes } = self;
        let kept = swizzle.z_mask().checked_ilog2().map_or(0, |top| top + 1);
        let window = 1i128 << kept;
        let end = start.checked_add(*reach).ok_or(Overflow::Range)?;
        let (low, high) = (end & -window, start | (window - 1));
        let (mut least, mut most) = (i128::MAX, i128::MIN);
        let mut budget = BUDGET;
        let largest = visit(modes, *start, *reach, (low, end), &mut budget, &mut |x| {
            most = most.max(swizzle.apply(x));
        });
        let smallest = visit(modes, *start, *reach, (*start, high), &mut budget, &mut |x| {
            least = least.min(swizzle.apply(x));
        });
        Ok((largest && smallest).then_some((least, most)))
    }
}

/// Calls `at` with every sum `from + Σ cᵢdᵢ` in a window; false where the budget
/// ends before.
fn visit(
    modes: &[Mode],
    from: i128,
    reach: i128,
    window: (i128, i128),
    budget: &mut usize,
    at: &mut impl FnMut(i128),
) -> bool {
    if *budget == 0 {
        return false;
    }
    *budget -= 1;
    let Some((&(extent, stride), rest)) = modes.split_first() else {
        at(from);
        return true;
    };
    let below = reach - stride * (extent - 1);
    // The digits that can still meet the window.
    let first = window.0.saturating_sub(from).saturating_sub(below);
    let first = if first <= 0 { 0 } else { (first - 1) / stride + 1 };
    let last = ((window.1 - from).max(-1)).div_euclid(stride).min(extent - 1);
    let mut digit = first;
    while digit <= last {
        if !visit(rest, from + digit * stride, below, window, budget, at) {
            return false;
        }
        digit += 1;
    }
    true
}
