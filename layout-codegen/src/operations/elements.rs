//! Changes of the element.

use layout_algebra::ops::swizzled;

use super::operand::{FACTOR, FROM_BITS, LAYOUT, TO_BITS};
use super::{Operation, bounds, mode_names, op};

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    op("upcast", &[LAYOUT, FACTOR], |x| {
        x.outcome(swizzled::upcast(&x.function(0)?, &x.integer(1)?)?)
    })
    .called(mode_names::same)
    .help(
        "R(⌊c/f⌋) = ⌊L(c)/N⌋, with f = ⌈N/|d|⌉ steps of a leaf in an element: N \
         elements become one",
        "upcast((8,4):(1,8), 4)",
    )
    .bounded(bounds::cast),
    op("downcast", &[LAYOUT, FACTOR], |x| {
        Ok(swizzled::downcast(&x.function(0)?, &x.integer(1)?)?.into())
    })
    .called(mode_names::same)
    .help("R(c') = N·L(c) + j: one element becomes N", "downcast((2,4):(1,2), 4)")
    .bounded(bounds::cast),
    op("recast", &[LAYOUT, FROM_BITS, TO_BITS], |x| {
        x.outcome(swizzled::recast(&x.function(0)?, &x.integer(1)?, &x.integer(2)?)?)
    })
    .called(mode_names::same)
    .help(
        "upcast by n, then downcast by d, with to_bits/from_bits = n/d in lowest \
         terms",
        "recast((8,4):(4,1), 8, 16)",
    )
    .bounded(bounds::recast),
];
