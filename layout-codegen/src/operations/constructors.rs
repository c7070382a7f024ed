//! Constructors: layouts from shapes, like other layouts, and from blocks.

use layout_algebra::ops::{self, ModeOrder, swizzled};
use layout_algebra::{HTuple, IntTuple};

use super::operand::{BLOCK, LAYOUT, ORDER, SHAPE, TARGET};
use super::{Failure, Operands, Operation, op};
use crate::value::{Major, Value};

/// The operations of this group, by name.
pub(super) const TABLE: &[Operation] = &[
    op("blocked_product", &[BLOCK, LAYOUT], |x| match x.value(1) {
        Value::Composed(order) => Ok(swizzled::blocked_product(&x.layout(0)?, order)?.into()),
        _ => {
            let order = x.layout(1)?;
            x.on_domain(|block| ops::blocked_product(block, &order))
        }
    }),
    op("make_fragment_like", &[LAYOUT], |x| match x.value(0) {
        Value::Layout(layout) => x.outcome(ops::make_fragment_like(layout)?),
        _ => Ok(x.layout(0)?.into()),
    }),
    op("make_identity_layout", &[SHAPE], |x| Ok(ops::make_identity_layout(&x.shape(0)?)?.into())),
    op("make_layout_like", &[LAYOUT], |x| x.outcome(ops::make_layout_like(&x.layout(0)?)?)),
    op("raked_product", &[BLOCK, LAYOUT], |x| match x.value(1) {
        Value::Composed(order) => Ok(swizzled::raked_product(&x.layout(0)?, order)?.into()),
        _ => {
            let order = x.layout(1)?;
            x.on_domain(|block| ops::raked_product(block, &order))
        }
    }),
    op("tile_to_shape", &[BLOCK, TARGET, ORDER.maybe()], |x| {
        let (shape, order) = (x.shape(1)?, mode_order(x)?);
        x.on_domain(|block| ops::tile_to_shape(block, &shape, &order))
    }),
    op("with_shape", &[LAYOUT, SHAPE.more()], |x| {
        let shape = match x.len() {
            2 => x.shape(1)?,
            _ => HTuple::Tuple((1..x.len()).map(|i| x.tuple(i)).collect::<Result<_, _>>()?),
        };
        x.on_domain(|layout| {
            ops::with_shape(layout, &shape).map_err(|error| blame_modes(error, x, &shape))
        })
    }),
];

/// An error in the shape is one in the operand that holds the mode.
fn blame_modes(
    error: layout_algebra::Error,
    x: &Operands<'_>,
    shape: &IntTuple,
) -> layout_algebra::Error {
    match error.path().indices() {
        [mode, path @ ..] if x.len() > 2 && error.operand() == 1 && *mode < shape.rank() => {
            error.clone().in_operand(mode + 1).at_path(path.iter().copied().collect())
        }
        _ => error,
    }
}

fn mode_order(x: &Operands<'_>) -> Result<ModeOrder, Failure> {
    if x.len() < 3 {
        return Ok(ModeOrder::ColMajor);
    }
    match x.value(2) {
        Value::Major(Major::Left) => Ok(ModeOrder::ColMajor),
        Value::Major(Major::Right) => Ok(ModeOrder::RowMajor),
        _ => Ok(ModeOrder::By(x.tuple(2)?)),
    }
}
