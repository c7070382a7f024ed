//! Changes of the element.

use layout_algebra::ops::swizzled;

use super::operand::{FACTOR, FROM_BITS, LAYOUT, TO_BITS};
use super::{Operation, op};

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    op("upcast", &[LAYOUT, FACTOR], |x| {
        x.outcome(swizzled::upcast(&x.function(0)?, &x.integer(1)?)?)
    }),
    op("downcast", &[LAYOUT, FACTOR], |x| {
        Ok(swizzled::downcast(&x.function(0)?, &x.integer(1)?)?.into())
    }),
    op("recast", &[LAYOUT, FROM_BITS, TO_BITS], |x| {
        x.outcome(swizzled::recast(&x.function(0)?, &x.integer(1)?, &x.integer(2)?)?)
    }),
];
