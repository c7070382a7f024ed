//! Arithmetic of tuples leaf by leaf, scans, and what two shapes have in common.

use layout_algebra::{Int, ops};

use super::operand::{COUNT, FIRST, LAST, ORDER, SHAPE, TUPLE};
use super::{Failure, Operands, Operation, op};
use crate::value::Value;

/// The operations of this group, by name.
pub(super) const TABLE: &[Operation] = &[
    op("common_coarsening", &[SHAPE, SHAPE], |x| {
        Ok(ops::common_coarsening(&x.shape(0)?, &x.shape(1)?)?.into())
    }),
    op("common_refinement", &[SHAPE, SHAPE], |x| {
        Ok(ops::common_refinement(&x.shape(0)?, &x.shape(1)?)?.into())
    }),
    op("compact_col_major", &[SHAPE, FIRST.maybe()], |x| compact(x, ops::compact_col_major)),
    op("compact_order", &[SHAPE, ORDER], |x| {
        let outcome = ops::make_ordered_layout(&x.extents(0)?, &x.tuple(1)?)?;
        let (layout, objection) = (outcome.layout.stride().clone(), outcome.objection);
        x.outcome(ops::Outcome { layout, objection })
    }),
    op("compact_row_major", &[SHAPE, LAST.maybe()], |x| compact(x, ops::compact_row_major)),
    op("elem_add", &[TUPLE, TUPLE], |x| Ok(ops::elem_add(&x.tuple(0)?, &x.tuple(1)?)?.into())),
    op("elem_max", &[TUPLE, TUPLE], |x| Ok(ops::elem_max(&x.tuple(0)?, &x.tuple(1)?)?.into())),
    op("elem_min", &[TUPLE, TUPLE], |x| Ok(ops::elem_min(&x.tuple(0)?, &x.tuple(1)?)?.into())),
    op("elem_sub", &[TUPLE, TUPLE], |x| Ok(ops::elem_sub(&x.tuple(0)?, &x.tuple(1)?)?.into())),
    op("greatest_common_domain", &[SHAPE, SHAPE], |x| {
        Ok(ops::greatest_common_domain(&x.shape(0)?, &x.shape(1)?)?.into())
    }),
    op("make_basis_like", &[SHAPE], |x| {
        Ok(ops::make_identity_layout(&x.shape(0)?)?.stride().clone().into())
    }),
    op("prefix_product", &[SHAPE, FIRST.maybe()], |x| {
        Ok(ops::prefix_product(&x.shape(0)?, &first(x, Int::ONE)?)?.into())
    }),
    op("prefix_sum", &[SHAPE, FIRST.maybe()], |x| {
        Ok(ops::prefix_sum(&x.shape(0)?, &first(x, Int::ZERO)?)?.into())
    }),
    op("shape_mod", &[TUPLE, COUNT], |x| Ok(ops::shape_mod(&x.tuple(0)?, &x.tuple(1)?)?.into())),
    op("suffix_product", &[SHAPE, LAST.maybe()], |x| {
        Ok(ops::suffix_product(&x.shape(0)?, &first(x, Int::ONE)?)?.into())
    }),
];

/// Compact strides from operand 1 on, an integer or one for each mode.
fn compact(x: &Operands<'_>, compact: ops::Compact) -> Result<Value, Failure> {
    let first = if x.len() > 1 { x.tuple(1)? } else { Int::ONE.into() };
    Ok(ops::compact_by_mode(&x.extents(0)?, &first, compact)?.into())
}

/// Operand 1, or what a scan begins with unless told.
fn first(x: &Operands<'_>, default: Int) -> Result<Int, Failure> {
    if x.len() > 1 { x.integer(1) } else { Ok(default) }
}
