//! Inverses, what is found with them, and changes of the element.

use layout_algebra::{Int, ops};

use super::{Failure, Operands, Operation, op};
use crate::value::Value;

/// The operations of this group, by name.
pub(super) const TABLE: &[Operation] = &[
    op("domain_distribute", "shape, count", (2, 2), |x| {
        Ok(ops::domain_distribute(&x.shape(0)?, &integer(x, 1)?)?.into())
    }),
    op("downcast", "layout, factor", (2, 2), |x| {
        Ok(ops::downcast(&x.layout(0)?, &integer(x, 1)?)?.into())
    }),
    op("left_inverse", "layout", (1, 1), |x| Ok(ops::left_inverse(&x.layout(0)?)?.into())),
    op("max_alignment", "layout", (1, 1), |x| Ok(ops::max_alignment(&x.layout(0)?)?.into())),
    op("max_common_layout", "layout, layout", (2, 2), |x| {
        Ok(ops::max_common_layout(&x.layout(0)?, &x.layout(1)?)?.into())
    }),
    op("max_common_vector", "layout, layout", (2, 2), |x| {
        Ok(ops::max_common_vector(&x.layout(0)?, &x.layout(1)?)?.into())
    }),
    op("nullspace", "layout", (1, 1), |x| Ok(ops::nullspace(&x.layout(0)?)?.into())),
    op("recast", "layout, from_bits, to_bits", (3, 3), |x| {
        Ok(ops::recast(&x.layout(0)?, &integer(x, 1)?, &integer(x, 2)?)?.into())
    }),
    op("right_inverse", "layout", (1, 1), |x| Ok(ops::right_inverse(&x.layout(0)?)?.into())),
    op("upcast", "layout, factor", (2, 2), |x| {
        Ok(ops::upcast(&x.layout(0)?, &integer(x, 1)?)?.into())
    }),
];

fn integer(x: &Operands<'_>, index: usize) -> Result<Int, Failure> {
    match x.value(index) {
        Value::Int(int) => Ok(int.clone()),
        _ => Err(Failure::Operand { index, expected: "an integer" }),
    }
}
