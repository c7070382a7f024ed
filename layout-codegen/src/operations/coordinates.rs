//! Coordinates: evaluation, its inverse, and slices.

use layout_algebra::{HTuple, ops};

use super::{ANY, Failure, Operation, op};
use crate::value::Value;

/// The operations of this group, by name.
pub(super) const TABLE: &[Operation] = &[
    op("crd2crd", "coordinate, shape, shape", (3, 3), |x| {
        x.in_bounds(0, &x.shape(1)?)?;
        Ok(ops::crd2crd(&x.tuple(0)?, &x.shape(1)?, &x.shape(2)?)?.into())
    }),
    op("crd2idx", "coordinate, layout", (2, 3), |x| {
        let at = x.tuple(0)?;
        let value = match (x.len(), x.value(1)) {
            (3, _) => ops::crd2idx(&at, &x.tuple(1)?, &x.strides(2)?)?,
            (_, Value::Layout(layout)) => ops::evaluate(&at, layout)?,
            _ => HTuple::Leaf(ops::crd2idx_in_shape(&at, &x.tuple(1)?)?),
        };
        x.in_bounds(0, &x.shape(1)?)?;
        Ok(value.into())
    }),
    op("dice", "coordinate, layout", (2, 2), |x| {
        Ok(ops::dice(&x.coordinate(0)?, &x.layout(1)?)?.into())
    }),
    op("domain_offset", "coordinate, layout", (2, 2), |x| {
        let (layout, offset) = ops::domain_offset(&x.tuple(0)?, &x.layout(1)?)?;
        Ok(Value::List(vec![layout.into(), offset.into()]))
    }),
    op("eval_crd", "layout, coordinate, …", (2, ANY), |x| {
        let layout = x.layout(0)?;
        let at = |i| -> Result<Value, Failure> {
            let value = ops::evaluate(&x.tuple(i)?, &layout).map_err(|e| e.in_operand(i))?;
            x.in_bounds(i, layout.shape())?;
            Ok(value.into())
        };
        Ok(Value::List((1..x.len()).map(at).collect::<Result<_, _>>()?))
    }),
    op("get_1d_coord", "layout, offset", (2, 2), |x| {
        Ok(ops::get_1d_coord(&x.layout(0)?, &x.integer(1)?)?.into())
    }),
    op("get_flat_coord", "layout, offset", (2, 2), |x| {
        Ok(ops::get_flat_coord(&x.layout(0)?, &x.integer(1)?)?.into())
    }),
    op("get_hier_coord", "layout, offset", (2, 2), |x| {
        Ok(ops::get_hier_coord(&x.layout(0)?, &x.integer(1)?)?.into())
    }),
    op("idx2crd", "index, shape", (2, 3), |x| match x.len() {
        3 => Ok(ops::idx2crd_strided(&x.tuple(0)?, &x.tuple(1)?, &x.strides(2)?)?.into()),
        _ => {
            let coordinate = ops::idx2crd(&x.tuple(0)?, &x.shape(1)?)?;
            x.in_bounds(0, &x.shape(1)?)?;
            Ok(coordinate.into())
        }
    }),
    op("slice", "coordinate, layout", (2, 2), |x| {
        let slice = ops::slice(&x.coordinate(0)?, &x.layout(1)?)?;
        x.in_bounds(0, &x.shape(1)?)?;
        Ok(slice.into())
    }),
    op("slice_and_offset", "coordinate, layout", (2, 2), |x| {
        let (layout, offset) = ops::slice_and_offset(&x.coordinate(0)?, &x.layout(1)?)?;
        x.in_bounds(0, &x.shape(1)?)?;
        Ok(Value::List(vec![layout.into(), offset.into()]))
    }),
];
