//! The laws of the predicates of composed layouts, of up to [`crate::EXHAUSTIVE`]
//! points.

use layout_algebra::{ComposedLayout, Function, Int, ops};

use super::values::{all_values, shape_of, value_of};
use crate::check::{Answer, Check, Over, always, check};
use crate::function::{size_of, value};
use crate::operands::{after, composed_of};
use crate::{Law, ensure, text};
use layout_algebra::ops::swizzled;

fn sorted(layout: &ComposedLayout) -> Result<Option<Vec<i128>>, String> {
    let Some(mut values) = all_values(layout)? else { return Ok(None) };
    values.sort_unstable();
    Ok(Some(values))
}

/// The sorted values are `0, 1, …, size − 1`.
pub fn is_bijective(layout: &ComposedLayout, answer: bool) -> Law {
    let Some(values) = sorted(layout)? else { return Ok(()) };
    let holds = values.iter().copied().eq(0..values.len() as i128);
    ensure!(answer == holds, "is_bijective({layout}) is {answer}");
    Ok(())
}

/// From one sorted value to the next is at most 1.
pub fn is_contiguous(layout: &ComposedLayout, answer: bool) -> Law {
    let Some(values) = sorted(layout)? else { return Ok(()) };
    let holds = values.windows(2).all(|pair| pair[1] - pair[0] <= 1);
    ensure!(answer == holds, "is_contiguous({layout}) is {answer}");
    Ok(())
}

/// The values are `0, 1, …, n − 1`, each as often as there are coordinates along the modes
/// of stride 0 of the domain.
pub fn is_compact(layout: &ComposedLayout, answer: bool) -> Law {
    let Some(values) = sorted(layout)? else { return Ok(()) };
    let mut copies = 1;
    for (extent, stride) in layout.domain().map_err(text)?.leaves() {
        copies *= if *stride.scale() == Int::ZERO { value(extent)? } else { 1 };
    }
    let holds = values.iter().enumerate().all(|(i, v)| *v == i as i128 / copies);
    ensure!(answer == holds, "is_compact({layout}) is {answer}");
    Ok(())
}

/// Both have one size, and one value at each of up to [`crate::EXHAUSTIVE`] points.
pub fn functionally_equal(a: &Function, b: &Function, answer: bool) -> Law {
    let (Some(x), Some(y)) = (shape_of(a), shape_of(b)) else { return Ok(()) };
    let (x, y) = (size_of(x)?, size_of(y)?);
    let mut holds = x == y;
    for c in 0..if holds && x <= crate::EXHAUSTIVE { x } else { 0 } {
        holds &= value_of(a, c)? == value_of(b, c)?;
    }
    ensure!(answer == holds || x > crate::EXHAUSTIVE, "{a} equals {b}: {answer}");
    Ok(())
}

pub(crate) const CHECKS: &[Check] = &[
    check(
        Over::Swizzle,
        &["swizzled::is_bijective", "swizzled::is_contiguous", "swizzled::is_compact"],
        |x| {
            let composed = composed_of(x)?;
            let after = after(x.layout, &composed)?;
            for layout in after.iter().chain([&composed]) {
                always(swizzled::is_bijective(layout), |r| is_bijective(layout, *r))?;
                let contiguous = swizzled::is_contiguous(layout);
                always(contiguous, |r| is_contiguous(layout, *r))?;
                always(swizzled::is_compact(layout), |r| is_compact(layout, *r))?;
            }
            Ok(Answer::Found)
        },
    ),
    check(Over::Swizzle, &["swizzled::functionally_equal"], |x| {
        let composed = composed_of(x)?;
        let other = composed.with_domain(ops::row_major(x.layout.shape()).map_err(text)?);
        let coalesced = swizzled::on_domain(&composed, ops::coalesce).map_err(text)?;
        let all = [composed, other.map_err(text)?, coalesced].map(Function::from);
        let plain = Function::from(x.layout.clone());
        for (a, b) in all.iter().flat_map(|a| all.iter().chain([&plain]).map(move |b| (a, b))) {
            for (a, b) in [(a, b), (b, a)] {
                let equal = swizzled::functionally_equal(a, b);
                always(equal, |r| functionally_equal(a, b, *r))?;
            }
        }
        Ok(Answer::Found)
    }),
];
