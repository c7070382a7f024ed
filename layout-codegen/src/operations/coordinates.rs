//! Coordinates: evaluation, its inverse, and slices.

use layout_algebra::ops::{self, swizzled};
use layout_algebra::{Function, HTuple, Int};

use super::operand::{COORDINATE, INDEX, LAYOUT, OFFSET, SHAPE, STRIDES};
use super::{Failure, Operation, bounds, number, op};
use crate::value::Value;

/// The operations of this group, by name.
pub(super) const TABLE: &[Operation] = &[
    op("crd2crd", &[COORDINATE, SHAPE, SHAPE], |x| {
        x.in_bounds(0, &x.shape(1)?)?;
        Ok(ops::crd2crd(&x.tuple(0)?, &x.shape(1)?, &x.shape(2)?)?.into())
    }),
    number("crd2idx", &[COORDINATE, LAYOUT, STRIDES.maybe()], |x| {
        let at = x.tuple(0)?;
        let value = match (x.len(), x.value(1)) {
            (3, _) => ops::crd2idx(&at, &x.tuple(1)?, &x.strides(2)?)?,
            (_, Value::Layout(layout)) => ops::evaluate(&at, layout)?,
            (_, Value::Composed(layout)) => swizzled::evaluate(&at, layout)?.into(),
            _ => HTuple::Leaf(ops::crd2idx_in_shape(&at, &x.tuple(1)?)?),
        };
        x.in_bounds(0, &x.shape(1)?)?;
        Ok(value.into())
    }),
    op("dice", &[COORDINATE, LAYOUT], |x| Ok(ops::dice(&x.coordinate(0)?, &x.layout(1)?)?.into())),
    op("domain_offset", &[COORDINATE, LAYOUT], |x| match x.value(1) {
        Value::Composed(layout) => {
            let layout = swizzled::domain_offset(&x.tuple(0)?, layout)?;
            Ok(Value::List(vec![layout.into(), Value::Int(Int::ZERO)]))
        }
        _ => {
            let (layout, offset) = ops::domain_offset(&x.tuple(0)?, &x.layout(1)?)?;
            Ok(Value::List(vec![layout.into(), offset.into()]))
        }
    }),
    op("eval_crd", &[LAYOUT, COORDINATE.more()], |x| {
        let layout = x.function(0)?;
        let at = |i| -> Result<Value, Failure> {
            let at = x.tuple(i)?;
            let value = match &layout {
                Function::Layout(layout) => ops::evaluate(&at, layout),
                Function::Composed(layout) => swizzled::evaluate(&at, layout).map(HTuple::Leaf),
                Function::Swizzle(_) => {
                    return Err(Failure::Operand { index: 0, expected: "a layout" });
                }
            };
            let value = value.map_err(|error| error.in_operand(i))?;
            x.in_bounds(i, &x.shape(0)?)?;
            Ok(value.into())
        };
        Ok(Value::List((1..x.len()).map(at).collect::<Result<_, _>>()?))
    }),
    number("get_1d_coord", &[LAYOUT, OFFSET], |x| {
        Ok(ops::get_1d_coord(&x.layout(0)?, &x.integer(1)?)?.into())
    }),
    op("get_flat_coord", &[LAYOUT, OFFSET], |x| {
        Ok(ops::get_flat_coord(&x.layout(0)?, &x.integer(1)?)?.into())
    }),
    op("get_hier_coord", &[LAYOUT, OFFSET], |x| {
        Ok(ops::get_hier_coord(&x.layout(0)?, &x.integer(1)?)?.into())
    }),
    op("idx2crd", &[INDEX, SHAPE, STRIDES.maybe()], |x| match x.len() {
        3 => Ok(ops::idx2crd_strided(&x.tuple(0)?, &x.tuple(1)?, &x.strides(2)?)?.into()),
        _ => {
            let coordinate = ops::idx2crd(&x.tuple(0)?, &x.shape(1)?)?;
            x.in_bounds(0, &x.shape(1)?)?;
            Ok(coordinate.into())
        }
    }),
    op("slice", &[COORDINATE, LAYOUT], |x| {
        let at = x.coordinate(0)?;
        let slice: Value = match x.value(1) {
            Value::Composed(layout) => swizzled::slice(&at, layout)?.into(),
            _ => ops::slice(&at, &x.layout(1)?)?.into(),
        };
        x.in_bounds(0, &x.shape(1)?)?;
        Ok(slice)
    })
    .bounded(bounds::slice),
    op("slice_and_offset", &[COORDINATE, LAYOUT], |x| {
        let at = x.coordinate(0)?;
        let parts: [Value; 2] = match x.value(1) {
            Value::Composed(layout) => {
                let (layout, offset) = swizzled::slice_and_offset(&at, layout)?;
                [layout.into(), offset.into()]
            }
            _ => {
                let (layout, offset) = ops::slice_and_offset(&at, &x.layout(1)?)?;
                [layout.into(), offset.into()]
            }
        };
        x.in_bounds(0, &x.shape(1)?)?;
        Ok(Value::List(parts.into()))
    })
    .bounded(bounds::slice),
];
