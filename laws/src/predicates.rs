//! The laws of the predicates, of up to [`super::EXHAUSTIVE`] points.

use layout_algebra::{Function as Composable, Layout, ops};

use super::{Law, col_major, ensure, row_major};
use crate::EXHAUSTIVE;
use crate::check::{Answer, Check, Over, always, check, require, together};
use crate::convert::AsFunction;
use crate::function::{Function, same};
use crate::numbers::all_different;
use crate::operands::{after, composed_of, count_of};
use crate::text;
use layout_algebra::ops::swizzled;

/// The sorted values are `0, 1, …, size − 1`.
pub fn is_bijective(layout: &impl AsFunction, answer: bool) -> Law {
    let (layout, size) = (layout.function()?, layout.function()?.size());
    answered(&layout, answer, |values| values.into_iter().eq(0..size))
}

/// No value stands twice among all.
pub fn is_injective(layout: &impl AsFunction, answer: bool) -> Law {
    answered(&layout.function()?, answer, all_different)
}

/// The definition: from one sorted value to the next is at most 1.
pub fn is_contiguous(layout: &impl AsFunction, answer: bool) -> Law {
    answered(&layout.function()?, answer, |values| {
        values.windows(2).all(|pair| pair[1] - pair[0] <= 1)
    })
}

/// The values are `0, 1, …, n − 1`, each as often as there are coordinates along the
/// modes of stride 0.
pub fn is_compact(layout: &impl AsFunction, answer: bool) -> Law {
    let layout = layout.function()?;
    let zeros = layout.domain().leaves().into_iter().filter(|leaf| leaf.1 == 0);
    let copies: i128 = zeros.map(|leaf| leaf.0).product();
    answered(&layout, answer, |values| (0..).zip(values).all(|(i, value)| value == i / copies))
}

/// Both have one size and the same values, of up to [`EXHAUSTIVE`] points.
pub fn functionally_equal(a: &impl AsFunction, b: &impl AsFunction, answer: bool) -> Law {
    let (a, b) = (a.function()?, b.function()?);
    let same = a.size() == b.size() && same(&a, &b).is_ok();
    require(same == answer, || format!("{a} and {b}: functionally_equal is {answer}"))
}

fn answered(layout: &Function, answer: bool, of: impl FnOnce(Vec<i128>) -> bool) -> Law {
    let Some(values) = layout.sorted() else { return Ok(()) };
    require(answer == of(values), || format!("of {layout} it is not {answer}"))
}

/// The law of [`col_major`] holds for the layout and its shape.
pub fn is_col_major(layout: &Layout, answer: bool) -> Law {
    let holds = col_major(layout.shape(), layout).is_ok();
    ensure!(answer == holds, "is_col_major({layout}) is {answer}");
    Ok(())
}

/// The law of [`row_major`] holds for the layout and its shape.
pub fn is_row_major(layout: &Layout, answer: bool) -> Law {
    let holds = row_major(layout.shape(), layout).is_ok();
    ensure!(answer == holds, "is_row_major({layout}) is {answer}");
    Ok(())
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Layout, &["is_injective", "is_bijective", "is_contiguous", "is_compact"], |x| {
        if count_of(x.layout.shape()) > EXHAUSTIVE {
            return Ok(Answer::Undecided);
        }
        together([
            always(ops::is_injective(x.layout), |r| is_injective(x.layout, *r)),
            always(ops::is_bijective(x.layout), |r| is_bijective(x.layout, *r)),
            always(ops::is_contiguous(x.layout), |r| is_contiguous(x.layout, *r)),
            always(ops::is_compact(x.layout), |r| is_compact(x.layout, *r)),
        ])
    }),
    check(Over::Layout, &["is_col_major", "is_row_major"], |x| {
        together([
            always(ops::is_col_major(x.layout), |r| is_col_major(x.layout, *r)),
            always(ops::is_row_major(x.layout), |r| is_row_major(x.layout, *r)),
        ])
    }),
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
        let all = [composed, other.map_err(text)?, coalesced].map(Composable::from);
        let plain = Composable::from(x.layout.clone());
        for (a, b) in all.iter().flat_map(|a| all.iter().chain([&plain]).map(move |b| (a, b))) {
            for (a, b) in [(a, b), (b, a)] {
                let equal = swizzled::functionally_equal(a, b);
                always(equal, |r| functionally_equal(a, b, *r))?;
            }
        }
        Ok(Answer::Found)
    }),
];
