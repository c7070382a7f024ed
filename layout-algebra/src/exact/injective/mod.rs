//! Decides exactly whether a strided layout is injective.
//!
//! A layout is modes `(s_i, d_i)` and the map `f(c) = sum d_i c_i` on the box
//! `0 <= c_i < s_i`. Two points collide, `f(a) = f(b)`, exactly if `x = a - b`
//! satisfies
//!
//! ```text
//!     sum d_i x_i = 0,   |x_i| <= s_i - 1,
//! ```
//!
//! and every such `x` is the difference of two points of the box. So the layout
//! is injective iff `x = 0` is the only solution. All proofs below are about
//! that system; every number in them is an exact, checked integer.

mod certificate;
#[cfg(test)]
mod cross_check;
mod lattice;
mod limits;
mod search;
mod simplify;

use crate::SortFew;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use layout_core::{Exact, MAX_LEAVES, is_chain};

use crate::exact::{checked_mul_add, gcd, gcd_strides};
pub use limits::Limit;
use limits::{Side, tightened};
use search::search;
use simplify::{decompose, simplify};

/// Units of work for one call; the measured price of a unit is some 20 ns
/// without optimisation.
const WORK: u64 = 2_200_000;
/// The part of the work that the search for a small collision may take: one sixth.
const SEARCH_PART: u64 = 6;
/// The work of a gcd of two large strides.
const GCD: u64 = 120;
/// Modes of one group that are searched, at most: it bounds the recursion.
const DEEPEST: usize = 128;

/// The work budget ended before a proof or a collision was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undecided {
    /// The modes, by position, that may differ in a collision; every other
    /// mode is proven to be the same in both points.
    pub modes: Vec<usize>,
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the work budget ended before modes {:?} were decided", self.modes)
    }
}

impl core::error::Error for Undecided {}

/// A budget of elementary steps: counted, not timed, so that the same input
/// always gets the same answer.
pub(crate) struct Work(pub(crate) u64);

impl Work {
    pub(crate) fn spend(&mut self, units: u64) -> Option<()> {
        self.0 = self.0.checked_sub(units)?;
        Some(())
    }

    /// Takes `units`, or what is left, out of this budget.
    pub(crate) fn split(&mut self, units: u64) -> Work {
        let part = units.min(self.0);
        self.0 -= part;
        Work(part)
    }

    pub(crate) fn join(&mut self, rest: Work) {
        self.0 = self.0.saturating_add(rest.0);
    }
}

pub(crate) enum Outcome {
    Free,
    Collision(Vec<i128>),
    Unknown,
}

/// One unknown: `x[index] = ± scale * y` with `|y| <= bound`. `stride` and
/// `bound` are positive; the sign of the layout's stride is restored last.
#[derive(Clone)]
pub(crate) struct Mode {
    pub(crate) index: usize,
    pub(crate) stride: i128,
    pub(crate) bound: i128,
    pub(crate) scale: i128,
}

/// `sum |d_i| (s_i - 1)`, the distance between the largest and the smallest
/// value of the layout; `None` where it overflows or an extent is below 1.
pub fn span(modes: &[(i128, i128)]) -> Option<i128> {
    let mut sum = 0_i128;
    for (extent, stride) in modes {
        let Some(last @ 0..) = extent.checked_sub(1) else { return None };
        sum = checked_mul_add(stride.checked_abs()?, last, sum)?;
    }
    Some(sum)
}

/// `Ok(None)` if the layout with these `(extent, stride)` modes is injective;
/// else `Ok(Some(x))` with `x != 0`, `|x_i| <= s_i - 1`, `sum d_i x_i = 0`, its
/// first non-zero entry positive.
///
/// An extent below 1 makes the domain empty, and the layout injective.
pub fn collision(modes: &[(i128, i128)]) -> Result<Option<Vec<i128>>, Undecided> {
    collision_within(modes, &[])
}

/// A collision of coordinates within limits: the positive part of `x` and that of `-x` are
/// two of them.
pub fn collision_within(
    modes: &[(i128, i128)],
    limits: &[Limit],
) -> Result<Option<Vec<i128>>, Undecided> {
    let is_empty = limits.iter().any(|limit| limit.most < 0);
    if is_empty || modes.iter().any(|&(extent, _)| extent < 1) {
        return Ok(None);
    }
    if modes.len() <= MAX_LEAVES {
        let mut exact = Vec::new();
        for &(extent, stride) in modes {
            exact.push((Exact::int(extent), Exact::int(stride)));
        }
        if is_chain(&exact) {
            return Ok(None);
        }
    }
    let modes = &*tightened(modes, limits);
    let mut witness = vec![0; modes.len()];
    if let Some(still) = modes.iter().position(|&(extent, d)| extent > 1 && d == 0) {
        witness[still] = 1;
        return Ok(Some(witness));
    }
    let mut pending = vec![unknowns(modes)?];
    let mut work = Work(WORK);
    let mut open = Vec::new();
    while let Some(group) = pending.pop() {
        let group = simplify(group, &mut work);
        let parts = decompose(&group);
        if parts.len() > 1 {
            pending.extend(parts);
            continue;
        }
        let share = work.0 / (pending.len() as u64 + 1);
        let mut part = work.split(share);
        let outcome = match Side::of(&group, modes, limits) {
            Some(sides) if sides.is_empty() => resolve(&group, &mut part),
            Some(sides) => resolve_within(&group, &sides, &mut part),
            None => Outcome::Unknown,
        };
        match outcome {
            Outcome::Free => {}
            Outcome::Collision(y) => {
                for (mode, y) in group.iter().zip(y) {
                    // |scale * y| <= s - 1: neither product overflows.
                    witness[mode.index] = modes[mode.index].1.signum() * mode.scale * y;
                }
                if let Some(..0) = witness.iter().find(|x| **x != 0) {
                    for x in &mut witness {
                        *x = -*x;
                    }
                }
                return Ok(Some(witness));
            }
            Outcome::Unknown => open.extend(indices(&group)),
        }
        work.join(part);
    }
    if open.is_empty() {
        return Ok(None);
    }
    open.sort_few();
    Err(Undecided { modes: open })
}

/// The reason why leaves collide or do not, in words.
#[cfg(feature = "explain")]
pub(crate) fn reason(modes: &[(i128, i128)], found: Option<&[i128]>) -> alloc::string::String {
    let (mut below, mut terms, mut links) = (0u128, Vec::new(), Vec::new());
    if let Some(found) = found {
        for (x, (_, stride)) in found.iter().zip(modes) {
            if *x != 0 {
                terms.push(alloc::format!("{stride} * {x}"));
            }
        }
        let sum = terms.join(" + ");
        return alloc::format!("two coordinates that differ so share an offset: {sum} = 0");
    }
    let mut moving = modes.to_vec();
    moving.retain(|mode| mode.0 > 1);
    moving.sort_few_by_key(|(_, stride)| stride.unsigned_abs());
    for (extent, stride) in moving {
        let step = stride.unsigned_abs();
        if step <= below {
            return "the leaves interleave, but no steps of theirs add up to 0: all were sought"
                .into();
        }
        if !terms.is_empty() {
            links.push(alloc::format!("{step} > {} = {below}", terms.join(" + ")));
        }
        let reach = step.checked_mul((extent - 1).unsigned_abs());
        let Some(sum) = reach.and_then(|reach| below.checked_add(reach)) else {
            return "no steps of the leaves add up to 0; they are too long to list".into();
        };
        below = sum;
        terms.push(alloc::format!("{step} * {}", extent - 1));
    }
    match links.is_empty() {
        true => "at most one extent is above 1, and its stride is not 0".into(),
        false => alloc::format!("each step goes past all smaller ones: {}", links.join(", ")),
    }
}

/// The unknowns of the modes with more than one coordinate, strides divided by
/// their gcd.
fn unknowns(modes: &[(i128, i128)]) -> Result<Vec<Mode>, Undecided> {
    let (mut group, mut all) = (Vec::new(), 0);
    for (index, &(extent, stride)) in modes.iter().enumerate() {
        if extent > 1 {
            all = gcd(all, stride.unsigned_abs());
            group.push(Mode { index, stride, bound: extent - 1, scale: 1 });
        }
    }
    for at in 0..group.len() {
        // Only |d| = 2^127 beside a stride with fewer factors of two does not fit.
        let reduced = group[at].stride.unsigned_abs().checked_div(all).map(i128::try_from);
        let Some(Ok(stride)) = reduced else { return Err(Undecided { modes: indices(&group) }) };
        group[at].stride = stride;
    }
    Ok(group)
}

/// The places of unknowns in the layout.
fn indices(group: &[Mode]) -> Vec<usize> {
    let mut indices = Vec::new();
    for mode in group {
        indices.push(mode.index);
    }
    indices
}

/// The same within limits: as if there were none, and where that finds only what is past
/// them, by the search alone. [`simplify`] and [`decompose`] know of no limit, and need
/// not: each part of a solution within the limits is within them.
fn resolve_within(group: &[Mode], sides: &[Side], work: &mut Work) -> Outcome {
    let mut part = work.split(work.0 / 2);
    let found = resolve(group, &mut part);
    work.join(part);
    match found {
        Outcome::Free => Outcome::Free,
        Outcome::Collision(y) if sides.iter().all(|side| side.admits(&y)) => Outcome::Collision(y),
        _ if group.len() <= DEEPEST => search(group, sides, None, work),
        _ => Outcome::Unknown,
    }
}

/// Decides a simplified group that does not fall apart.
fn resolve(group: &[Mode], work: &mut Work) -> Outcome {
    if group.is_empty() {
        return Outcome::Free;
    }
    let pair = closest_pair(group, work);
    let limit = pair.as_ref().map(|&(size, _)| size);
    let mut part = work.split(work.0 / SEARCH_PART);
    let found = match group.len() {
        ..=DEEPEST => search(group, &[], limit, &mut part),
        _ => Outcome::Unknown,
    };
    work.join(part);
    match (found, pair) {
        (Outcome::Collision(y), _) | (_, Some((_, y))) => Outcome::Collision(y),
        (Outcome::Free, None) => Outcome::Free,
        (Outcome::Unknown, None) if group.len() <= DEEPEST => by_lattice(group, work),
        (Outcome::Unknown, None) => Outcome::Unknown,
    }
}

/// The collision of two modes whose larger coordinate is smallest, after that
/// coordinate. Modes `i` and `j` alone have the solutions that are multiples of
/// `(d_j / g, -d_i / g)`, `g = gcd(d_i, d_j)`.
fn closest_pair(group: &[Mode], work: &mut Work) -> Option<(i128, Vec<i128>)> {
    let mut best: Option<(i128, Vec<i128>)> = None;
    for (i, low) in group.iter().enumerate() {
        for (j, high) in group.iter().enumerate().skip(i + 1) {
            if work.spend(GCD).is_none() {
                return best;
            }
            // g <= d_i, so this much is needed at least.
            if high.stride / low.stride > low.bound {
                continue;
            }
            let gcd = gcd_strides(low.stride, high.stride);
            let (a, b) = (high.stride / gcd, low.stride / gcd);
            if a > low.bound || b > high.bound {
                continue;
            }
            let size = (a * low.scale).max(b * high.scale);
            if best.as_ref().is_none_or(|&(least, _)| size < least) {
                let mut y = vec![0; group.len()];
                (y[i], y[j]) = (a, -b);
                best = Some((size, y));
            }
        }
    }
    best
}

/// The lattice step. Collisions of many modes are cheaper to find among few:
/// first those of the smallest strides that are likely to collide, then those
/// that must, last all.
fn by_lattice(group: &[Mode], work: &mut Work) -> Outcome {
    let (mut strides, mut bounds) = (Vec::new(), Vec::new());
    for mode in group {
        strides.push(mode.stride);
        bounds.push(mode.bound);
    }
    let mut tried = 3;
    for count in [likely(group), certain(group)] {
        if let (true, Some(d), Some(b)) = (count > tried, strides.get(..count), bounds.get(..count))
            && count < group.len()
        {
            tried = count;
            let mut part = work.split(work.0 / 2);
            let found = lattice::decide(d, b, &mut part);
            work.join(part);
            if let Outcome::Collision(mut y) = found {
                y.resize(group.len(), 0);
                return Outcome::Collision(y);
            }
        }
    }
    lattice::decide(&strides, &bounds, work)
}

/// The number of the smallest strides that have 16 times as many difference vectors as there are
/// values `-span..=span` for them.
fn likely(group: &[Mode]) -> usize {
    crowded(group, 2, 32)
}

/// The number of the smallest strides that have more points than there are values `0..=span` for
/// them.
fn certain(group: &[Mode]) -> usize {
    crowded(group, 1, 1)
}

/// The least `n` such that the product of `1 + sides·bound` over the first `n`
/// modes exceeds `times` their span, or all.
fn crowded(group: &[Mode], sides: i128, times: i128) -> usize {
    let (mut points, mut span) = (1_i128, 0_i128);
    for (index, mode) in group.iter().enumerate() {
        points = points.saturating_mul(mode.bound.saturating_mul(sides).saturating_add(1));
        span = span.saturating_add(mode.stride.saturating_mul(mode.bound));
        if points > span.saturating_mul(times) {
            return index + 1;
        }
    }
    group.len()
}
