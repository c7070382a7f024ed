//! Algebra: composition, complement, divides and products.

use layout_algebra::ops;

use super::{Operation, op};
use crate::value::Value;

/// The operations of this group, by name.
pub(super) const TABLE: &[Operation] = &[
    op("ceil_div", "shape, divisor", (2, 2), |x| match x.value(1) {
        Value::Layout(tile) => Ok(ops::ceil_div_by_layout(&x.shape(0)?, tile)?.into()),
        _ => Ok(ops::ceil_div(&x.tuple(0)?, &x.tuple(1)?)?.into()),
    }),
    op("complement", "layout, cotarget", (1, 2), |x| match x.len() {
        1 => x.outcome(ops::complement_below(&x.layout(0)?)?),
        _ => x.outcome(ops::complement(&x.layout(0)?, &x.shape(1)?)?),
    }),
    op("composition", "layout, tiler", (2, 2), |x| {
        x.outcome(ops::composition_with(&x.layout(0)?, &x.tiler(1)?)?)
    }),
    op("flat_divide", "layout, tiler", (2, 2), |x| {
        x.outcome(ops::flat_divide(&x.layout(0)?, &x.tiler(1)?)?)
    }),
    op("flat_product", "layout, tiler", (2, 2), |x| {
        Ok(ops::flat_product(&x.layout(0)?, &x.tiler(1)?)?.into())
    }),
    op("logical_divide", "layout, tiler", (2, 2), |x| {
        x.outcome(ops::logical_divide(&x.layout(0)?, &x.tiler(1)?)?)
    }),
    op("logical_product", "layout, tiler", (2, 2), |x| {
        Ok(ops::logical_product(&x.layout(0)?, &x.tiler(1)?)?.into())
    }),
    op("shape_div", "shape, divisor", (2, 2), |x| {
        Ok(ops::shape_div(&x.tuple(0)?, &x.tuple(1)?)?.into())
    }),
    op("tiled_divide", "layout, tiler", (2, 2), |x| {
        x.outcome(ops::tiled_divide(&x.layout(0)?, &x.tiler(1)?)?)
    }),
    op("tiled_product", "layout, tiler", (2, 2), |x| {
        Ok(ops::tiled_product(&x.layout(0)?, &x.tiler(1)?)?.into())
    }),
    op("zipped_divide", "layout, tiler", (2, 2), |x| {
        x.outcome(ops::zipped_divide(&x.layout(0)?, &x.tiler(1)?)?)
    }),
    op("zipped_product", "layout, tiler", (2, 2), |x| {
        Ok(ops::zipped_product(&x.layout(0)?, &x.tiler(1)?)?.into())
    }),
];
