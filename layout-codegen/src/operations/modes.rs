//! Modes: building layouts and rearranging what they have.

use layout_algebra::ops::{self, swizzled};
use layout_algebra::{Error, ErrorKind, HTuple, Layout};

use super::operand::{LAYOUT, MODE, ORDER, PROFILE, SHAPE, STRIDE, TUPLE};
use super::{Failure, Operands, Operation, bounds, op};
use crate::value::{Major, Value};

/// The operations of this group, by name.
pub(super) const TABLE: &[Operation] = &[
    op("coalesce", &[LAYOUT, PROFILE.maybe()], |x| match x.len() {
        1 => x.on_domain(ops::coalesce),
        _ => {
            let profile = x.profile(1)?;
            x.on_domain(|layout| ops::coalesce_by_mode(layout, &profile))
        }
    })
    .bounded(bounds::rearranged),
    op("coalesce_z", &[LAYOUT], |x| x.on_domain(ops::coalesce_z)),
    op("concat", &[LAYOUT.more()], concat),
    op("filter", &[LAYOUT, PROFILE.maybe()], |x| match x.len() {
        1 => x.on_domain(ops::filter),
        _ => {
            let profile = x.profile(1)?;
            x.on_domain(|layout| ops::filter_by_mode(layout, &profile))
        }
    }),
    op("filter_zeros", &[LAYOUT, PROFILE.maybe()], |x| match (x.value(0), x.len()) {
        (Value::Int(_) | Value::Tuple(_), len) => {
            Ok(ops::filter_zeros_in(&x.tuple(0)?, &x.tuple(len - 1)?)?.into())
        }
        (_, 1) => x.on_domain(ops::filter_zeros),
        _ => {
            let profile = x.tuple(1)?;
            x.on_domain(|layout| ops::filter_zeros_by(layout, &profile))
        }
    }),
    op("flatten", &[LAYOUT], |x| match x.value(0) {
        Value::Layout(_) | Value::Composed(_) => x.on_domain(|layout| Ok(ops::flatten(layout))),
        _ => {
            let leaves = x.tuple(0)?.leaves().into_iter().cloned().map(HTuple::Leaf).collect();
            Ok(match x.tuple(0)? {
                HTuple::Tuple(_) => HTuple::Tuple(leaves).into(),
                leaf => leaf.into(),
            })
        }
    })
    .bounded(bounds::rearranged),
    op("get", &[LAYOUT, MODE.any()], |x| match x.value(0) {
        Value::Layout(_) | Value::Composed(_) => {
            let path = x.path()?;
            x.on_domain(|layout| ops::get(layout, &path))
        }
        Value::List(items) => item(x, items),
        _ => Ok(x.mode_of_shape()?.into()),
    })
    .bounded(bounds::mode),
    op("layout_add", &[LAYOUT, LAYOUT], |x| {
        Ok(ops::layout_add(&x.layout(0)?, &x.layout(1)?)?.into())
    }),
    op("make_layout", &[SHAPE, STRIDE.maybe()], make_layout).open(),
    op("make_ordered_layout", &[TUPLE, ORDER], |x| match x.value(1) {
        Value::Major(Major::Left) => Ok(ops::col_major(&x.tuple(0)?)?.into()),
        Value::Major(Major::Right) => Ok(ops::row_major(&x.tuple(0)?)?.into()),
        _ => x.outcome(ops::make_ordered_layout(&x.tuple(0)?, &x.tuple(1)?)?),
    }),
    op("sort", &[LAYOUT], |x| x.on_domain(ops::sort)),
];

/// An item of a list, such as the layout of `local_tile`, which has its offset beside it.
fn item(x: &Operands<'_>, items: &[Value]) -> Result<Value, Failure> {
    match *x.path()? {
        [] => Ok(x.value(0).clone()),
        [index] => items.get(index).cloned().ok_or_else(|| {
            let kind = ErrorKind::NoSuchMode {
                mode: index.to_string(),
                of: x.value(0).to_string(),
                rank: items.len(),
            };
            Error::new("get", kind).in_operand(1).into()
        }),
        _ => Err(Failure::Operand { index: 2, expected: "nothing, as the item has its own `get`" }),
    }
}

fn concat(x: &Operands<'_>) -> Result<Value, Failure> {
    if x.values.iter().any(|value| matches!(value, Value::Composed(_))) {
        let modes = (0..x.len()).map(|i| x.function(i)).collect::<Result<Vec<_>, _>>()?;
        return Ok(swizzled::concat(&modes)?.into());
    }
    let modes: Vec<Layout> = (0..x.len()).map(|i| x.layout(i)).collect::<Result<_, _>>()?;
    Ok(Layout::from_modes(&modes)?.into())
}

/// `make_layout(shape)`, `(shape, stride)`, `(shape, LayoutRight)`, `(layout, …)`,
/// `(swizzle)`.
fn make_layout(x: &Operands<'_>) -> Result<Value, Failure> {
    match x.values {
        [Value::Layout(_), ..] | [Value::Composed(_), _, ..] => return concat(x),
        [Value::Swizzle(swizzle)] => return Ok(swizzled::swizzle_layout(swizzle)?.into()),
        [Value::Composed(layout)] => return Ok(layout.clone().into()),
        _ => {}
    }
    let shape = x.tuple(0)?;
    let layout = match x.values {
        [_] | [_, Value::Major(Major::Left)] => ops::col_major(&shape)?,
        [_, Value::Major(Major::Right)] => ops::row_major(&shape)?,
        [_, _] => Layout::new(shape, x.strides(1)?).map_err(|error| {
            // The parts of the layout are operands of their own here.
            let operand = usize::from(error.part() == layout_algebra::Part::Stride);
            error.in_operand(operand).in_part(layout_algebra::Part::Whole)
        })?,
        _ => return Err(Failure::Operand { index: 0, expected: "a layout" }),
    };
    Ok(layout.into())
}
