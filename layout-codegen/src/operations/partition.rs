//! Parts of layouts: a tile, or one position in every tile.

use layout_algebra::ops::{self, Outcome, Part};

use super::{Failure, Operands, Operation, op};
use crate::value::Value;

/// The operations of this group, by name.
pub(super) const TABLE: &[Operation] = &[
    op("local_partition", "layout, threads, index", (3, 3), |x| {
        part(x, ops::local_partition(&x.layout(0)?, &x.layout(1)?, &x.integer(2)?)?)
    }),
    op("local_tile", "layout, tiler, coordinate", (3, 3), |x| {
        part(x, ops::local_tile(&x.layout(0)?, &x.tiler(1)?, &x.coordinate(2)?)?)
    }),
    op("outer_partition", "layout, tiler, coordinate", (3, 3), |x| {
        part(x, ops::outer_partition(&x.layout(0)?, &x.tiler(1)?, &x.coordinate(2)?)?)
    }),
];

/// A part and where it begins, unless an objection to it is not allowed.
fn part(x: &Operands<'_>, outcome: Outcome<Part>) -> Result<Value, Failure> {
    let (layout, offset) = outcome.layout;
    let layout = Value::List(vec![layout.into(), offset.into()]);
    x.outcome(Outcome { layout, objection: outcome.objection })
}
