//! Parts of layouts: a tile, or one position in every tile.

use layout_algebra::ops::{self, Outcome, swizzled};

use super::operand::{COORDINATE, INDEX, LAYOUT, THREADS, TILER};
use super::{Applied, Failure, Operands, Operation, bounds, op};
use crate::value::Value;

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    op("local_tile", &[LAYOUT, TILER, COORDINATE], |x| {
        let (tiler, at) = (x.tiler(1)?, x.coordinate(2)?);
        match x.value(0) {
            Value::Composed(layout) => part(x, swizzled::local_tile(layout, &tiler, &at)?),
            _ => part(x, ops::local_tile(&x.layout(0)?, &tiler, &at)?),
        }
    })
    .bounded(bounds::local_tile),
    op("outer_partition", &[LAYOUT, TILER, COORDINATE], |x| {
        let (tiler, at) = (x.tiler(1)?, x.coordinate(2)?);
        match x.value(0) {
            Value::Composed(layout) => part(x, swizzled::outer_partition(layout, &tiler, &at)?),
            _ => part(x, ops::outer_partition(&x.layout(0)?, &tiler, &at)?),
        }
    })
    .bounded(bounds::outer_partition),
    op("local_partition", &[LAYOUT, THREADS, INDEX], |x| {
        let (threads, index) = (x.layout(1)?, x.integer(2)?);
        match x.value(0) {
            Value::Composed(layout) => {
                part(x, swizzled::local_partition(layout, &threads, &index)?)
            }
            _ => part(x, ops::local_partition(&x.layout(0)?, &threads, &index)?),
        }
    })
    .bounded(bounds::local_partition),
];

/// A part and where it begins, unless an objection to it is not allowed.
fn part<L: Into<Value>, O: Into<Value>>(
    x: &Operands<'_>,
    outcome: Outcome<(L, O)>,
) -> Result<Applied, Failure> {
    let (layout, offset) = outcome.layout;
    let layout = Value::List(vec![layout.into(), offset.into()]);
    x.outcome(Outcome { layout, objection: outcome.objection })
}
