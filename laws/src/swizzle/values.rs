//! The values of functions with swizzles, from the definitions.

use layout_algebra::{Function, Int, IntTuple, Swizzle, ops};

use crate::EXHAUSTIVE;
use crate::check::{Answer, Check, Over, always, check, require, some_points, verdict};
use crate::convert::AsFunction;
use crate::function::Step;
use crate::operands::{composed_of, count_of, leaf, swizzle_of};
use crate::text;
use layout_algebra::ops::swizzled;

/// `Sw(x)` from its definition: bit `M+max(-S,0)+i` is flipped where
/// bit `M+max(S,0)+i` is set, for `i < B`.
pub fn swizzle_at(swizzle: &Swizzle, x: i128) -> i128 {
    Step::Swizzle(swizzle.bits(), swizzle.base(), swizzle.shift()).at(x)
}

/// The value of a function at a 1-D coordinate, from the definitions.
pub fn value_of(f: &Function, x: i128) -> Result<i128, String> {
    Ok(f.function()?.at(x))
}

/// The values of a function at the coordinates below a size.
pub(super) fn values_of(f: &Function, size: i128) -> Result<Vec<i128>, String> {
    (0..size).map(|x| value_of(f, x)).collect()
}

/// The shape of a function; none for a swizzle.
pub(super) fn shape_of(f: &Function) -> Option<&IntTuple> {
    match f {
        Function::Layout(layout) => Some(layout.shape()),
        Function::Composed(composed) => composed.shape().ok(),
        Function::Swizzle(_) => None,
    }
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
    check(Over::Swizzle, &["swizzled::evaluate"], |x| {
        let layout = composed_of(x)?;
        let f = layout.function()?;
        for c in some_points(count_of(x.layout.shape()), 0) {
            always(swizzled::evaluate(&leaf(c), &layout), |r| {
                require(r.known() == Some(f.at(c)), || format!("{layout} at {c} is {r}"))
            })?;
        }
        Ok(Answer::Found)
    }),
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
