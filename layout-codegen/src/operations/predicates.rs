//! Predicates: what kind of function a layout is, and what two have in common.

use layout_algebra::ops::{self, swizzled};
use layout_algebra::{ComposedLayout, Error, Layout};

use super::operand::{LAYOUT, MODE, SHAPE};
use super::{Applied, Failure, Operands, Operation, op};
use crate::value::Value;

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    op("congruent", &[SHAPE, SHAPE], |x| Ok(ops::congruent(&x.shape(0)?, &x.shape(1)?).into())),
    op("weakly_congruent", &[SHAPE, SHAPE], |x| {
        Ok((!x.is_layout_against_integer() && ops::weakly_congruent(&x.shape(0)?, &x.shape(1)?))
            .into())
    }),
    op("compatible", &[SHAPE, SHAPE], |x| {
        Ok((!x.is_layout_against_integer() && ops::compatible(&x.shape(0)?, &x.shape(1)?)?).into())
    }),
    op("weakly_compatible", &[SHAPE, SHAPE], |x| {
        Ok(ops::weakly_compatible(&x.shape(0)?, &x.shape(1)?)?.into())
    }),
    op("is_injective", &[LAYOUT], |x| match x.value(0) {
        Value::Composed(layout) => {
            Ok(swizzled::find_collision(layout).map_err(Error::as_case)?.is_none().into())
        }
        _ => Ok(ops::is_injective(&x.layout(0)?)?.into()),
    }),
    op("is_bijective", &[LAYOUT], |x| decide(x, ops::is_bijective, swizzled::is_bijective)),
    op("is_compact", &[LAYOUT], |x| decide(x, ops::is_compact, swizzled::is_compact)),
    op("is_contiguous", &[LAYOUT], |x| decide(x, ops::is_contiguous, swizzled::is_contiguous)),
    op("is_col_major", &[LAYOUT], |x| Ok(ops::is_col_major(&x.layout(0)?)?.into())),
    op("is_row_major", &[LAYOUT], |x| Ok(ops::is_row_major(&x.layout(0)?)?.into())),
    op(
        "is_major",
        &[LAYOUT, MODE.more()],
        |x| Ok(ops::is_major(&x.layout(0)?, &x.path()?)?.into()),
    ),
    op("equal", &[LAYOUT, LAYOUT], |x| {
        let equal = x.value(0) == x.value(1);
        // Forms that differ may be of the same integers.
        if !equal && let Some(index) = (0..2).find(|&index| x.value(index).is_symbolic()) {
            let message = format!("whether {} is {} is not known yet", x.value(0), x.value(1));
            return Err(Failure::Refused { index, message });
        }
        Ok(equal.into())
    }),
    op("functionally_equal", &[LAYOUT, LAYOUT], |x| {
        Ok(swizzled::functionally_equal(&x.function(0)?, &x.function(1)?)?.into())
    }),
];

/// A predicate of a layout, or of a composed one.
fn decide(
    x: &Operands<'_>,
    plain: fn(&Layout) -> Result<bool, Error>,
    composed: fn(&ComposedLayout) -> Result<bool, Error>,
) -> Result<Applied, Failure> {
    Ok(match x.value(0) {
        Value::Composed(layout) => composed(layout)?,
        _ => plain(&x.layout(0)?)?,
    }
    .into())
}
