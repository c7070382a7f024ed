//! Tuples: their arithmetic, their orders, scans, and what two shapes have in common.

use layout_algebra::{Error, HTuple, Int, IntTuple, ops};

use super::operand::{COUNT, DIVISOR, FIRST, GUIDE, LAST, ORDER, SHAPE, TILER, TUPLE};
use super::{Applied, Failure, Operands, Operation, number, op};
use crate::value::Value;

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    op("ceil_div", &[TUPLE, DIVISOR], |x| match x.value(1) {
        Value::Layout(_) | Value::Tiler(_) => {
            Ok(ops::ceil_div_by_tiler(&x.shape(0)?, &x.tiler(1)?)?.into())
        }
        _ => Ok(ops::ceil_div(&x.tuple(0)?, &x.tuple(1)?)?.into()),
    }),
    op("shape_div", &[TUPLE, DIVISOR], |x| Ok(ops::shape_div(&x.tuple(0)?, &x.tuple(1)?)?.into())),
    op("shape_mod", &[TUPLE, COUNT], |x| Ok(ops::shape_mod(&x.tuple(0)?, &x.tuple(1)?)?.into())),
    op("round_up", &[TUPLE, TUPLE], |x| Ok(ops::round_up(&x.tuple(0)?, &x.tuple(1)?)?.into())),
    op("evenly_divides", &[SHAPE, TILER], |x| {
        Ok(ops::evenly_divides(&x.shape(0)?, &x.tiler(1)?)?.into())
    }),
    number("inner_product", &[TUPLE, TUPLE], |x| {
        Ok(ops::inner_product(&x.tuple(0)?, &x.tuple(1)?)?.into())
    }),
    op("elem_scale", &[TUPLE, TUPLE], |x| Ok(ops::elem_scale(&x.tuple(0)?, &x.tuple(1)?)?.into())),
    op("elem_add", &[TUPLE, TUPLE], |x| Ok(ops::elem_add(&x.tuple(0)?, &x.tuple(1)?)?.into())),
    op("elem_sub", &[TUPLE, TUPLE], |x| Ok(ops::elem_sub(&x.tuple(0)?, &x.tuple(1)?)?.into())),
    op("elem_min", &[TUPLE, TUPLE], |x| Ok(ops::elem_min(&x.tuple(0)?, &x.tuple(1)?)?.into())),
    op("elem_max", &[TUPLE, TUPLE], |x| Ok(ops::elem_max(&x.tuple(0)?, &x.tuple(1)?)?.into())),
    op("prefix_product", &[SHAPE, FIRST.maybe()], |x| {
        Ok(ops::prefix_product(&x.shape(0)?, &first(x, Int::ONE)?)?.into())
    }),
    op("suffix_product", &[SHAPE, LAST.maybe()], |x| {
        Ok(ops::suffix_product(&x.shape(0)?, &first(x, Int::ONE)?)?.into())
    }),
    op("prefix_sum", &[SHAPE, FIRST.maybe()], |x| {
        Ok(ops::prefix_sum(&x.shape(0)?, &first(x, Int::ZERO)?)?.into())
    }),
    op("compact_col_major", &[SHAPE, FIRST.maybe()], |x| compact(x, ops::compact_col_major)),
    op("compact_row_major", &[SHAPE, LAST.maybe()], |x| compact(x, ops::compact_row_major)),
    op("compact_order", &[SHAPE, ORDER], |x| {
        let outcome = ops::make_ordered_layout(&x.extents(0)?, &x.tuple(1)?)?;
        let (layout, objection) = (outcome.layout.stride().clone(), outcome.objection);
        x.outcome(ops::Outcome { layout, objection })
    }),
    op("make_basis_like", &[SHAPE], |x| {
        Ok(ops::make_identity_layout(&x.shape(0)?)?.stride().clone().into())
    }),
    op("common_refinement", &[SHAPE, SHAPE], |x| {
        Ok(ops::common_refinement(&x.shape(0)?, &x.shape(1)?)?.into())
    }),
    op("common_coarsening", &[SHAPE, SHAPE], |x| {
        Ok(ops::common_coarsening(&x.shape(0)?, &x.shape(1)?)?.into())
    }),
    op("greatest_common_domain", &[SHAPE, SHAPE], |x| {
        Ok(ops::greatest_common_domain(&x.shape(0)?, &x.shape(1)?)?.into())
    }),
    op("product_each", &[SHAPE], |x| Ok(ops::product_each(&x.shape(0)?)?.into())),
    op("product_like", &[SHAPE, GUIDE], |x| {
        Ok(ops::product_like(&x.shape(0)?, &x.shape(1)?)?.into())
    }),
    number("sum", &[TUPLE], |x| Ok(ops::sum(&x.tuple(0)?)?.into())),
    number("max", &[TUPLE.more()], |x| Ok(ops::max(&all(x)?)?.into())),
    number("min", &[TUPLE.more()], |x| Ok(ops::min(&all(x)?)?.into())),
    number("gcd", &[TUPLE.more()], |x| Ok(ops::gcd(&all(x)?)?.into())),
    number("lcm", &[TUPLE.more()], |x| Ok(ops::lcm(&all(x)?)?.into())),
    op("lex_less", &[TUPLE, TUPLE], |x| order(x, "lex_less", ops::lex_less, false, false)),
    op("lex_leq", &[TUPLE, TUPLE], |x| order(x, "lex_leq", ops::lex_less, true, true)),
    op("lex_gtr", &[TUPLE, TUPLE], |x| order(x, "lex_gtr", ops::lex_less, true, false)),
    op("lex_geq", &[TUPLE, TUPLE], |x| order(x, "lex_geq", ops::lex_less, false, true)),
    op("colex_less", &[TUPLE, TUPLE], |x| order(x, "colex_less", ops::colex_less, false, false)),
    op("colex_leq", &[TUPLE, TUPLE], |x| order(x, "colex_leq", ops::colex_less, true, true)),
    op("colex_gtr", &[TUPLE, TUPLE], |x| order(x, "colex_gtr", ops::colex_less, true, false)),
    op("colex_geq", &[TUPLE, TUPLE], |x| order(x, "colex_geq", ops::colex_less, false, true)),
    op("elem_less", &[TUPLE, TUPLE], |x| order(x, "elem_less", ops::elem_less, false, false)),
    op("elem_leq", &[TUPLE, TUPLE], |x| order(x, "elem_leq", ops::elem_less, true, true)),
    op("elem_gtr", &[TUPLE, TUPLE], |x| order(x, "elem_gtr", ops::elem_less, true, false)),
    op("elem_geq", &[TUPLE, TUPLE], |x| order(x, "elem_geq", ops::elem_less, false, true)),
];

/// Compact strides from operand 1 on, an integer or one for each mode.
fn compact(x: &Operands<'_>, compact: ops::Compact) -> Result<Applied, Failure> {
    let first = if x.len() > 1 { x.tuple(1)? } else { Int::ONE.into() };
    Ok(ops::compact_by_mode(&x.extents(0)?, &first, compact)?.into())
}

/// Operand 1, or what a scan begins with unless told.
fn first(x: &Operands<'_>, default: Int) -> Result<Int, Failure> {
    if x.len() > 1 { x.integer(1) } else { Ok(default) }
}

/// A relation of two tuples, by the one that `less` decides.
fn order(
    x: &Operands<'_>,
    op: &'static str,
    less: fn(&IntTuple, &IntTuple) -> Result<bool, Error>,
    swapped: bool,
    negated: bool,
) -> Result<Applied, Failure> {
    let (a, b) = (x.tuple(0)?, x.tuple(1)?);
    let (a, b) = if swapped { (b, a) } else { (a, b) };
    let blame = |error: Error| error.in_op(op).in_operand(usize::from(!swapped));
    Ok((less(&a, &b).map_err(blame)? != negated).into())
}

/// All operands as one tuple.
fn all(x: &Operands<'_>) -> Result<IntTuple, Failure> {
    Ok(HTuple::Tuple((0..x.len()).map(|i| x.tuple(i)).collect::<Result<_, _>>()?))
}
