//! The laws of `complement`: copies of a layout that do not meet.

use std::collections::HashSet;

use layout_algebra::ops::{self, Outcome};
use layout_algebra::{Error, ErrorKind, IntTuple};

use crate::check::{Check, Over, check, require, verdict};
use crate::convert::{self, AsFunction};
use crate::numbers::value;
use crate::operands::leaf;
use crate::reshape::joined;
use crate::tree::{Layout, Tree, size, size_of};
use crate::{EXHAUSTIVE, Law, ensure, text};

/// `(stride, extent)` of the leaves that move, joined, by their strides.
pub(crate) fn moving(layout: &Layout) -> Vec<(i128, i128)> {
    let leaves = joined(&Tree::flat(layout.leaves().into_iter().filter(|leaf| leaf.1 != 0)));
    let mut leaves: Vec<_> = leaves.into_iter().map(|(s, d)| (d, s)).collect();
    leaves.sort_unstable();
    leaves
}

/// The number of times that the last of some leaves is repeated until a cotarget is full, an integer of it
/// after the other.
fn repeats(leaves: &[(i128, i128)], cotarget: &Tree<i128>) -> i128 {
    let mut period = leaves.last().map_or(1, |(d, s)| d * s);
    cotarget.leaves().into_iter().fold(1, |count, extent| {
        let here = (extent + period - 1) / period;
        period = (period + extent - 1) / extent.max(1);
        count * here
    })
}

/// The offsets that a layout leaves free, ascending: those between its leaves, and then the
/// first after its end, `count` times.
pub(crate) fn free(layout: &Layout, count: i128) -> Layout {
    let (mut leaves, mut reach) = (Vec::new(), 1);
    for (stride, extent) in moving(layout) {
        leaves.push((stride / reach, reach));
        reach = stride * extent;
    }
    leaves.push((count, reach));
    Tree::flat(leaves)
}

/// The complement of a layout in a cotarget, with the last mode even if it is of one.
pub(crate) fn free_in(layout: &Layout, cotarget: &Tree<i128>) -> Layout {
    free(layout, repeats(&moving(layout), cotarget))
}

/// True where each leaf begins after the end of the one before it: then there is a complement.
pub fn has_complement(layout: &Layout) -> bool {
    let leaves = moving(layout);
    leaves.windows(2).all(|pair| pair[0].0 * pair[0].1 <= pair[1].0)
        && leaves.first().is_none_or(|leaf| leaf.0 > 0)
}

/// The definition with the leaves of stride 0 left out of `L`:
///
/// - the strides of `R` are positive and ascend;
/// - the sums `L(c) + R(r)` are all different.
///
/// The first offset below the cotarget that is no sum is returned, of up to [`EXHAUSTIVE`] sums,
/// the largest sum, and where the last copy of `L` ends that the cotarget needs.
///
/// # Errors
///
/// The part of the law that does not hold.
pub fn copies(
    layout: &Layout,
    cotarget: &Tree<i128>,
    result: &Layout,
) -> Result<(Option<i128>, i128, i128), String> {
    let (own, rest) = (moving(layout), result.leaves());
    let strides: Vec<i128> = rest.iter().filter(|leaf| leaf.0 > 1).map(|leaf| leaf.1).collect();
    let ascend = strides.windows(2).all(|pair| pair[0] < pair[1]) && strides.iter().all(|&d| d > 0);
    ensure!(ascend, "the strides of {result:?} do not ascend");
    let both = own.iter().map(|&(d, s)| (s, d)).chain(rest);
    let both: Vec<(i128, i128)> = both.filter(|leaf| leaf.0 > 1).collect();
    let last = both.iter().map(|(s, d)| (s - 1) * d).sum();
    let end = repeats(&own, cotarget) * own.last().map_or(1, |(d, s)| d * s);
    let both = Tree::flat(both);
    if size_of(&both) > EXHAUSTIVE {
        let mut leaves: Vec<_> = both.leaves();
        leaves.sort_unstable_by_key(|leaf| leaf.1);
        let apart = leaves.windows(2).all(|pair| pair[0].0 * pair[0].1 <= pair[1].1);
        ensure!(apart, "copies of {layout:?} along {result:?} meet");
        return Ok((None, last, end.max(1)));
    }
    let mut sums = HashSet::new();
    for sum in crate::function::Function::from(both).values() {
        ensure!(sums.insert(sum), "{sum} is taken twice");
    }
    Ok(((0..size(cotarget)).find(|offset| !sums.contains(offset)), last, end.max(1)))
}

/// The law of [`copies`]; the outcome objects to an offset below the cotarget that no sum
/// has, and to sums past `round_up(product(cotarget), e)`, for `e` the largest `extent·stride`
/// of `L`, or 1.
pub fn complement(layout: &impl AsFunction, cotarget: &IntTuple, outcome: &Outcome) -> Law {
    let (layout, result) = (layout.function()?.domain(), &outcome.layout);
    let target = convert::tuple(cotarget)?;
    let (hole, last, end) = copies(&layout, &target, &result.function()?.domain())?;
    ensure!(last < end, "{result} reaches {last}, past {end}");
    let target = size(&target);
    let period = moving(&layout).last().map_or(1, |(d, s)| d * s);
    let is_past = last >= (target + period - 1) / period * period;
    let kind = outcome.objection.as_ref().map(Error::kind);
    let told = || format!("{result} of {layout:?} has the hole {hole:?}, ends at {last}: {kind:?}");
    match kind {
        None => require(hole.is_none() && last + 1 >= target && !is_past, told),
        Some(ErrorKind::Padded { .. }) => require(hole.is_none() && is_past, told),
        Some(ErrorKind::Hole { offset, .. }) => {
            let (offset, small) = (value(offset)?, hole.is_some() || last < EXHAUSTIVE);
            require(!small || hole.is_some_and(|hole| hole <= offset && offset < target), told)
        }
        Some(_) => Err(told()),
    }
}

/// The strides that the error names are those of the layout without its modes of
/// stride 0: a negative one, or one below `extent·stride` of one not larger, so
/// that the two modes interleave.
pub fn no_complement(layout: &impl AsFunction, error: &Error) -> Law {
    let modes = moving(&layout.function()?.domain());
    let holds = match error.kind() {
        ErrorKind::Overlap { stride, reach, .. } => {
            let (stride, reach) = (value(stride)?, value(reach)?);
            let pair =
                |pair: &[(i128, i128)]| pair[0].0 * pair[0].1 == reach && pair[1].0 == stride;
            stride < reach && modes.windows(2).any(pair)
        }
        ErrorKind::NegativeStride { stride } => {
            let stride = value(stride)?;
            stride < 0 && modes.iter().any(|&(d, _)| d == stride)
        }
        _ => false,
    };
    ensure!(holds, "{layout}: {error:?}");
    Ok(())
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Layout, &["complement_below"], |x| {
        let moving = crate::reshape::filter_zeros(&x.layout.function()?.domain());
        let offsets = moving.leaves().into_iter().map(|(s, d)| (s - 1) * d.abs()).sum::<i128>();
        let end = leaf(offsets + 1);
        verdict(
            ops::complement_below(x.layout),
            |r| complement(x.layout, &end, r),
            |error| no_complement(x.layout, error),
        )
    }),
    check(Over::Number, &["complement"], |x| complemented(x.layout, &leaf(x.number + 1))),
    check(Over::Pair, &["complement"], |x| complemented(x.layout, x.other.shape())),
];

fn complemented(layout: &layout_algebra::Layout, target: &IntTuple) -> crate::check::Verdict {
    verdict(
        ops::complement(layout, target),
        |r| {
            complement(layout, target, r)?;
            let rest = ops::ceil_div_by_layout(target, layout).map_err(text)?;
            require(rest == *r.layout.shape(), || format!("{target} by {layout}: {rest}"))
        },
        |error| no_complement(layout, error),
    )
}
