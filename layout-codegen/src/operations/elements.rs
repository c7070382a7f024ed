//! Changes of the element.

use layout_algebra::bounds::{self, Bounds};
use layout_algebra::ops::swizzled;

use super::annotations::shape;
use super::mode_names;
use super::operand::{FACTOR, FROM_BITS, LAYOUT, TO_BITS};
use super::row::{Call, Operation, op};

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    op("upcast", &[LAYOUT, FACTOR], outcome!(swizzled::upcast, function, integer))
        .mode_names(mode_names::same)
        .help(
            "R(⌊c/f⌋) = ⌊L(c)/N⌋, with f = ⌈N/|d|⌉ steps of a leaf in an element: N \
         elements become one",
            "upcast((8,4):(1,8), 4)",
        )
        .bounded(cast_bounds),
    op("downcast", &[LAYOUT, FACTOR], answer!(swizzled::downcast, function, integer))
        .mode_names(mode_names::same)
        .help("R(c') = N·L(c) + j: one element becomes N", "downcast((2,4):(1,2), 4)")
        .bounded(cast_bounds),
    op(
        "recast",
        &[LAYOUT, FROM_BITS, TO_BITS],
        outcome!(swizzled::recast, function, integer, integer),
    )
    .mode_names(mode_names::same)
    .help(
        "upcast by n, then downcast by d, with to_bits/from_bits = n/d in lowest terms",
        "recast((8,4):(4,1), 8, 16)",
    )
    .bounded(recast_bounds),
];

/// Bounds of a layout of larger or smaller elements.
fn cast_bounds(call: &Call<'_>) -> Option<Bounds> {
    Some(bounds::cast(call.unpadded(0)?, &shape(call.result)?))
}

/// Bounds of a layout of elements of another width.
fn recast_bounds(call: &Call<'_>) -> Option<Bounds> {
    let (of, x) = (call.unpadded(0)?, &call.operands);
    let (from, to) = (x.integer(1).ok()?, x.integer(2).ok()?);
    Some(bounds::recast(of, &x.function(0).ok()?, [&from, &to], &shape(call.result)?))
}
