//! `offset_range` and `cosize` of composed layouts.

use alloc::vec::Vec;

use super::agree::{Points, few_points, leaves, undecided};
use crate::exact::known;
use crate::exact::step_sum::{BUDGET, Mode};
use crate::{ComposedLayout, Error, Int, Overflow, Swizzle};

const OP: &str = "cosize";

/// The smallest and the largest value, exactly.
///
/// Read off the columns where the function only flips bits. Otherwise for
/// `Sw o O o L`: a swizzle keeps all bits from some place on, so that its largest
/// value comes from one of the largest values of `O + L`, which alone are looked
/// at; small domains are visited.
///
/// # Errors
///
/// [`crate::ErrorKind::Undecided`] where none of these ends within its budget,
/// [`crate::ErrorKind::NoDomain`], [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops};
/// let leaf = |s, d| Layout::leaf(Int::new(s), Int::new(d)).unwrap();
/// let swizzle = Swizzle::new(3, 0, 3).unwrap();
/// let layout = ComposedLayout::new(swizzle, Int::ZERO, leaf(9, 1)).unwrap();
/// assert_eq!(ops::swizzled::offset_range(&layout).unwrap(), (Int::ZERO, Int::new(9)));
/// ```
pub fn offset_range(layout: &ComposedLayout) -> Result<(Int, Int), Error> {
    let domain = layout.domain()?;
    let points = Points::of(layout)?;
    if let Some(bitwise) = points.bitwise() {
        let (least, most) = bitwise.range();
        return Ok((Int::new(least), Int::new(most)));
    }
    if let Some((swizzle, offset, domain)) = layout.as_swizzled()
        && let Some((least, most)) = search(swizzle, known(offset)?, &leaves(domain)?)?
    {
        return Ok((Int::new(least), Int::new(most)));
    }
    let Some(size) = few_points(domain)? else {
        return Err(undecided(OP, alloc::format!("{layout} stays below a bound")));
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
/// let layout = Layout::leaf(Int::new(9), Int::ONE).unwrap();
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

/// The range of `Sw(offset + Σ cᵢdᵢ)`, from the sums that agree with the largest,
/// and with the smallest, in the bits that the swizzle keeps.
fn search(swizzle: &Swizzle, offset: i128, leaves: &[Mode]) -> Result<Option<(i128, i128)>, Error> {
    let mut start = offset;
    let mut modes: Vec<Mode> = Vec::new();
    let mut reach = 0i128;
    for &(extent, stride) in leaves.iter().filter(|(extent, stride)| *extent > 1 && *stride != 0) {
        // Counting a mode of negative stride backwards visits the same offsets.
        let most = stride.checked_mul(extent - 1).ok_or(Overflow::Range)?;
        start = start.checked_add(most.min(0)).ok_or(Overflow::Range)?;
        reach = reach.checked_add(most.abs()).ok_or(Overflow::Range)?;
        modes.push((extent, stride.abs()));
    }
    modes.sort_by_key(|&(_, stride)| core::cmp::Reverse(stride));
    let kept = swizzle.z_mask().checked_ilog2().map_or(0, |top| top + 1);
    let window = 1i128 << kept;
    let end = start.checked_add(reach).ok_or(Overflow::Range)?;
    let (low, high) = (end & -window, start | (window - 1));
    let (mut least, mut most) = (i128::MAX, i128::MIN);
    let mut budget = BUDGET;
    let largest = visit(&modes, start, reach, (low, end), &mut budget, &mut |x| {
        most = most.max(swizzle.apply(x));
    });
    let smallest = visit(&modes, start, reach, (start, high), &mut budget, &mut |x| {
        least = least.min(swizzle.apply(x));
    });
    Ok((largest && smallest).then_some((least, most)))
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
