//! The values of functions with swizzles, from the definitions.

use layout_algebra::{
    ComposedLayout, Function, Int, IntTuple, Layout, ModePath, Step, Swizzle, ops,
};

use crate::check::{Answer, Check, Over, always, check, require, some_points, verdict};
use crate::function::{self, EXHAUSTIVE, size_of, value};
use crate::operands::{composed_of, count_of, leaf, refused, swizzle_of};
use crate::text;
use layout_algebra::ops::swizzled;

/// `Sw(x)` from its definition, bit by bit: bit `M+max(-S,0)+i` is flipped where
/// bit `M+max(S,0)+i` is set, for `i < B`.
pub fn swizzle_at(swizzle: &Swizzle, x: i128) -> i128 {
    let (up, down) = (swizzle.shift().max(0), (-swizzle.shift()).max(0));
    let mut y = x;
    for i in 0..swizzle.bits() {
        let from = swizzle.base() + i + up.unsigned_abs();
        let to = swizzle.base() + i + down.unsigned_abs();
        y ^= (x >> from & 1) << to;
    }
    y
}

/// The value of a function at a 1-D coordinate, from the definitions.
pub fn value_of(f: &Function, x: i128) -> Result<i128, String> {
    match f {
        Function::Swizzle(swizzle) => Ok(swizzle_at(swizzle, x)),
        Function::Layout(layout) => layout_at(layout, x),
        Function::Composed(composed) => composed_at(composed, x),
    }
}

pub(super) fn composed_at(composed: &ComposedLayout, x: i128) -> Result<i128, String> {
    after(composed, step_at(composed.inner(), x)?)
}

fn step_at(step: &Step, x: i128) -> Result<i128, String> {
    match step {
        Step::Swizzle(swizzle) => Ok(swizzle_at(swizzle, x)),
        Step::Layout(layout) => layout_at(layout, x),
    }
}

pub(super) fn layout_at(layout: &Layout, x: i128) -> Result<i128, String> {
    Ok(function::Function::of(layout, &ModePath::root())?.at(x))
}

/// The value of a composed layout where its innermost function has a value.
pub(super) fn after(composed: &ComposedLayout, inner: i128) -> Result<i128, String> {
    composed
        .outer()
        .iter()
        .rev()
        .try_fold(inner, |inner, (step, offset)| step_at(step, inner.wrapping_add(value(offset)?)))
}

/// The shape of a function; none for a swizzle.
pub(super) fn shape_of(f: &Function) -> Option<&IntTuple> {
    match f {
        Function::Layout(layout) => Some(layout.shape()),
        Function::Composed(composed) => composed.shape().ok(),
        Function::Swizzle(_) => None,
    }
}

/// Every value, for a domain small enough.
pub(super) fn all_values(layout: &ComposedLayout) -> Result<Option<Vec<i128>>, String> {
    let size = size_of(layout.shape().map_err(text)?)?;
    if size > EXHAUSTIVE {
        return Ok(None);
    }
    let f = Function::from(layout.clone());
    (0..size).map(|c| value_of(&f, c)).collect::<Result<Vec<_>, _>>().map(Some)
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Swizzle, &["swizzled::infer_layout"], |x| {
        let (f, shape) = (Function::from(composed_of(x)?), x.layout.shape());
        let size = count_of(shape);
        if size > EXHAUSTIVE {
            return Ok(Answer::Undecided);
        }
        let values = (0..size).map(|c| value_of(&f, c).map(Int::new));
        let mut values: Vec<Int> = values.collect::<Result<_, _>>()?;
        let found = swizzled::infer_layout(&values, shape);
        always(found, |r| crate::infer_function(&values, shape, r))?;
        // The law of a refusal tries all swizzles.
        if size > 4 {
            return Ok(Answer::Found);
        }
        let at = values.len() * 2 / 3;
        values[at] = values[at].add(&Int::ONE).map_err(|_| "an overflow".to_owned())?;
        verdict(
            swizzled::infer_layout(&values, shape),
            |r| crate::infer_function(&values, shape, r),
            |error| crate::no_infer_function(&values, shape, error),
        )
    }),
    check(
        Over::Swizzle,
        &["swizzled::evaluate", "swizzled::offset_range", "swizzled::cosize"],
        |x| {
            let layout = composed_of(x)?;
            let f = Function::from(layout.clone());
            for c in some_points(count_of(x.layout.shape()), 0) {
                always(swizzled::evaluate(&leaf(c), &layout), |r| {
                    let expected = value_of(&f, c)?;
                    require(r.known() == Some(expected), || format!("{layout} at {c} is {r}"))
                })?;
            }
            verdict(
                swizzled::offset_range(&layout),
                |r| {
                    crate::swizzle::offset_range_composed(&layout, r)?;
                    let (least, most) = (r.0.known().unwrap_or(0), r.1.known().unwrap_or(0));
                    let cosize = swizzled::cosize(&layout).map_err(text)?;
                    let expected = most.max(0) - least.min(0) + 1;
                    require(cosize.known() == Some(expected), || format!("cosize({layout})"))
                },
                refused,
            )
        },
    ),
    check(Over::Swizzle, &["swizzled::swizzle_layout", "swizzled::make_swizzle"], |x| {
        let (swizzle, _) = swizzle_of(x)?;
        let again = swizzled::make_swizzle(swizzle.y_mask(), swizzle.z_mask());
        let found = swizzle.is_identity() || again == Ok(swizzle);
        require(found, || format!("the masks of {swizzle} are those of {again:?}"))?;
        always(swizzled::swizzle_layout(&swizzle), |r| {
            let f = Function::from(r.clone());
            require(
                ops::size(r.domain().map_err(text)?) == Ok(Int::new(1 << swizzle.reach())),
                || format!("{r} is not one block"),
            )?;
            for c in some_points(1 << swizzle.reach(), 0) {
                let same = value_of(&f, c)? == swizzle_at(&swizzle, c);
                require(same, || format!("{r} is not {swizzle} at {c}"))?;
            }
            Ok(())
        })
    }),
];
