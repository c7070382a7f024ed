//! Parts of layouts: a tile, or one position in every tile.

use layout_algebra::Error;
use layout_algebra::ops::{self, Outcome};

use super::operand::{COORDINATE, INDEX, LAYOUT, THREADS, TILER};
use super::{Applied, Failure, Operands, Operation, bounds, op};
use crate::value::Value;

/// A part of operand 0, a layout or a composed one.
macro_rules! part {
    ($x:ident, |$of:ident| $part:expr) => {
        match $x.value(0) {
            Value::Composed($of) => part($x, $part),
            _ => {
                let $of = &$x.layout(0)?;
                part($x, $part)
            }
        }
    };
}

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    op("local_tile", &[LAYOUT, TILER, COORDINATE], |x| {
        let (tiler, at) = (x.tiler(1)?, x.coordinate(2)?);
        part!(x, |of| ops::local_tile(of, &tiler, &at))
    })
    .help(
        "[R, offset] with offset + R(t) = zipped_divide(L, T)(t, c)",
        "local_tile((8,12):(12,1), (2,4), (1,1))",
    )
    .bounded(bounds::local_tile),
    op("outer_partition", &[LAYOUT, TILER, COORDINATE], |x| {
        let (tiler, at) = (x.tiler(1)?, x.coordinate(2)?);
        part!(x, |of| ops::outer_partition(of, &tiler, &at))
    })
    .help(
        "[R, offset] with offset + R(r) = zipped_divide(L, T)(c, r)",
        "outer_partition((8,12):(12,1), (2,4), (1,2))",
    )
    .bounded(bounds::outer_partition),
    op("local_partition", &[LAYOUT, THREADS, INDEX], |x| {
        let (threads, index) = (x.layout(1)?, x.integer(2)?);
        part!(x, |of| ops::local_partition(of, &threads, &index))
    })
    .help(
        "outer_partition(L, shape(threads), c), with threads(c) = index",
        "local_partition((8,12):(12,1), (2,4):(4,1), 5)",
    )
    .bounded(bounds::local_partition),
];

/// A part and where it begins, unless an objection to it is not allowed.
fn part<L: Into<Value>, O: Into<Value>>(
    x: &Operands<'_>,
    part: Result<Outcome<(L, O)>, Error>,
) -> Result<Applied, Failure> {
    let Outcome { layout: (layout, offset), objection } = part?;
    let layout = Value::List(vec![layout.into(), offset.into()]);
    x.outcome(Outcome { layout, objection })
}
