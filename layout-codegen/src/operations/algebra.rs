//! Algebra: composition, complement, divides and products.

use layout_algebra::ops::{self, Outcome, swizzled};
use layout_algebra::{ComposedLayout, Error, Function, Layout, Tiler};

use super::operand::{COTARGET, DIVISOR, LAYOUT, TILER, TUPLE};
use super::{Failure, Operands, Operation, bounds, op};
use crate::value::Value;

/// The operations of this group, by name.
pub(super) const TABLE: &[Operation] = &[
    op("ceil_div", &[TUPLE, DIVISOR], |x| match x.value(1) {
        Value::Layout(_) | Value::Tiler(_) => {
            Ok(ops::ceil_div_by_tiler(&x.shape(0)?, &x.tiler(1)?)?.into())
        }
        _ => Ok(ops::ceil_div(&x.tuple(0)?, &x.tuple(1)?)?.into()),
    }),
    op("complement", &[LAYOUT, COTARGET.maybe()], |x| match (x.value(0), x.len()) {
        (Value::Composed(layout), 2) => x.outcome(swizzled::complement(layout, &x.shape(1)?)?),
        (Value::Composed(layout), _) => {
            x.outcome(swizzled::complement(layout, &swizzled::cosize(layout)?.into())?)
        }
        (_, 2) => x.outcome(ops::complement(&x.layout(0)?, &x.shape(1)?)?),
        _ => x.outcome(ops::complement_below(&x.layout(0)?)?),
    }),
    op("composition", &[LAYOUT, TILER], |x| match (x.value(0), x.value(1)) {
        (_, Value::Swizzle(_) | Value::Composed(_)) => {
            x.outcome(swizzled::composition(&x.function(0)?, &x.function(1)?)?)
        }
        // A shape after a swizzle is a layout: there are no modes to tile.
        (Value::Swizzle(swizzle), _) => {
            x.outcome(swizzled::composition(&(*swizzle).into(), &x.layout(1)?.into())?)
        }
        (Value::Composed(_), _) => {
            x.outcome(swizzled::composition_with(&x.function(0)?, &x.tiler(1)?)?)
        }
        _ => x.outcome(ops::composition_with(&x.layout(0)?, &x.tiler(1)?)?),
    })
    .bounded(bounds::composition),
    op("flat_divide", &[LAYOUT, TILER], |x| divide(x, ops::flat_divide))
        .bounded(bounds::packed_divide),
    op("flat_product", &[LAYOUT, TILER], |x| product(x, ops::flat_product, swizzled::flat_product)),
    op("logical_divide", &[LAYOUT, TILER], |x| divide(x, ops::logical_divide))
        .bounded(bounds::logical_divide),
    op("logical_product", &[LAYOUT, TILER], |x| {
        product(x, ops::logical_product, swizzled::logical_product)
    }),
    op("shape_div", &[TUPLE, DIVISOR], |x| Ok(ops::shape_div(&x.tuple(0)?, &x.tuple(1)?)?.into())),
    op("tiled_divide", &[LAYOUT, TILER], |x| divide(x, ops::tiled_divide))
        .bounded(bounds::packed_divide),
    op("tiled_product", &[LAYOUT, TILER], |x| {
        product(x, ops::tiled_product, swizzled::tiled_product)
    }),
    op("zipped_divide", &[LAYOUT, TILER], |x| divide(x, ops::zipped_divide))
        .bounded(bounds::packed_divide),
    op("zipped_product", &[LAYOUT, TILER], |x| {
        product(x, ops::zipped_product, swizzled::zipped_product)
    }),
];

fn divide(
    x: &Operands<'_>,
    divide: fn(&Layout, &Tiler) -> Result<Outcome, Error>,
) -> Result<Value, Failure> {
    let tiler = x.tiler(1)?;
    x.on_domain(|layout| divide(layout, &tiler))
}

/// A product by a tiler, which may be swizzled.
fn product(
    x: &Operands<'_>,
    plain: fn(&Layout, &Tiler) -> Result<Layout, Error>,
    by_swizzled: fn(&Layout, &ComposedLayout) -> Result<Function, Error>,
) -> Result<Value, Failure> {
    if let Value::Composed(tiler) = x.value(1) {
        return Ok(by_swizzled(&x.layout(0)?, tiler)?.into());
    }
    let tiler = x.tiler(1)?;
    x.on_domain(|block| plain(block, &tiler))
}
