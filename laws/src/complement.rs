//! The laws of `complement`.

use layout_algebra::ops::Outcome;
use layout_algebra::{Error, ErrorKind, HTuple, Int, IntTuple, Layout, injective, ops};

use super::function::{
    EXHAUSTIVE, all_different, components, size_of, sorted_offsets, value, values,
};
use super::{Law, ensure, text};
use crate::check::{Check, Over, check, require, verdict};
use crate::operands::leaf;

/// With `L'` the layout `L` without its modes of stride 0:
///
/// - the strides of `R` are positive and ascend, or `R` is `1:0`;
/// - `L'(c) + R(r)` are all different;
/// - `(L',R)` takes every offset below `product(cotarget)`, or the outcome objects
///   with one that it leaves free;
/// - `cosize((L',R)) ≤ e·product(ceil_div(cotarget, e))`, for `e` the largest
///   `extent·stride` of `L'`, or 1: it ends with the last copy of `L'` that the
///   cotarget needs. It is at most `round_up(product(cotarget), e)`, or the outcome
///   objects.
pub fn complement(layout: &Layout, cotarget: &IntTuple, outcome: &Outcome) -> Law {
    let result = &outcome.layout;
    let mut previous = 0;
    for (_, stride) in result.leaves() {
        let stride = value(stride.scale())?;
        let ascends = previous < stride || *result == Layout::unit();
        ensure!(ascends, "the strides of {result} do not ascend");
        previous = stride;
    }
    let filtered = ops::filter(layout).map_err(text)?;
    let both = Layout::from_modes(&[filtered.clone(), result.clone()]).map_err(text)?;
    ensure!(is_one_to_one(&both)?, "{result} meets {layout}");

    let mut cosize = 1;
    for (extent, stride) in both.leaves() {
        cosize += (value(extent)? - 1) * value(stride.scale())?;
    }
    let target = size_of(cotarget)?;
    let objection = outcome.objection.as_ref().map(Error::kind);
    match objection {
        None | Some(ErrorKind::Padded { .. }) => {
            ensure!(cosize >= target, "{layout} and {result} reach {cosize}, not {target}");
            if size_of(both.shape())? <= EXHAUSTIVE {
                let taken = sorted_offsets(&both)?;
                let full = (0..target).all(|offset| taken.binary_search(&offset).is_ok());
                ensure!(full, "{layout} and {result} leave holes below {target}");
            }
        }
        Some(ErrorKind::Hole { offset, .. }) => {
            let offset = value(offset)?;
            ensure!(0 < offset && offset < target, "hole {offset} is not below {target}");
            if size_of(both.shape())? <= EXHAUSTIVE {
                let taken = sorted_offsets(&both)?.contains(&offset);
                ensure!(!taken, "{layout} and {result} reach the hole {offset}");
            }
        }
        Some(other) => return Err(format!("objection to {result}: {other:?}")),
    }
    let mut period = 1;
    for (extent, stride) in filtered.leaves() {
        period = period.max(value(extent)? * value(stride.scale())?);
    }
    let hole = matches!(objection, Some(ErrorKind::Hole { .. }));
    let is_past = cosize > (target + period - 1) / period * period;
    let padded = matches!(objection, Some(ErrorKind::Padded { .. }));
    ensure!(hole || is_past == padded, "{layout} and {result} reach {cosize}: {objection:?}");
    let copies = ops::ceil_div(cotarget, &HTuple::Leaf(Int::new(period))).map_err(text)?;
    let end = period * size_of(&copies)?;
    ensure!(cosize <= end, "{layout} and {result} reach {cosize}, past {end}");
    Ok(())
}

/// The strides that the error names are those of the layout without its modes of
/// stride 0: a negative one, or one below `extent·stride` of one not larger, so
/// that the two modes interleave.
pub fn no_complement(layout: &Layout, error: &Error) -> Law {
    let filtered = ops::filter(layout).map_err(text)?;
    let mut modes = Vec::new();
    for (extent, stride) in filtered.leaves() {
        modes.push((value(stride.scale())?, value(extent)?));
    }
    modes.sort_unstable();
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

/// Whether no two points share an offset: by the list of all, or where that is
/// too long by the decision of [`injective`].
pub(super) fn is_one_to_one(layout: &Layout) -> Result<bool, String> {
    if size_of(layout.shape())? <= EXHAUSTIVE {
        return Ok(all_different(values(layout, &components(&[layout]))?));
    }
    let mut modes = Vec::new();
    for (extent, stride) in layout.leaves() {
        modes.push((value(extent)?, value(stride.scale())?));
    }
    Ok(injective::collision(&modes).map_err(text)?.is_none())
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Layout, &["complement_below"], |x| {
        verdict(
            ops::complement_below(x.layout),
            |r| {
                let end = ops::filter(x.layout).and_then(|f| ops::cosize(&f)).map_err(text)?;
                complement(x.layout, &end.into(), r)
            },
            |error| no_complement(x.layout, error),
        )
    }),
    check(Over::Number, &["complement"], |x| {
        let target = leaf(x.number + 1);
        verdict(
            ops::complement(x.layout, &target),
            |r| {
                complement(x.layout, &target, r)?;
                let rest = ops::ceil_div_by_layout(&target, x.layout).map_err(text)?;
                require(rest == *r.layout.shape(), || format!("{target} by {}: {rest}", x.layout))
            },
            |error| no_complement(x.layout, error),
        )
    }),
];
