//! Queries: sizes and profiles.

use layout_algebra::ops::{self, swizzled};
use layout_algebra::{ComposedLayout, HTuple, Int, Layout};

use super::operand::{BITS, LAYOUT, MODE, SHAPE};
use super::{Applied, Failure, Operands, Operation, number, op};
use crate::value::Value;

/// The most elements of a table that `eval` answers.
const MAX_TABLE: i128 = 1 << 16;

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    number("rank", &[LAYOUT, MODE.any()], |x| Ok(x.mode_of_shape()?.rank().into())),
    number("depth", &[LAYOUT, MODE.any()], |x| Ok(x.mode_of_shape()?.depth().into())),
    number("size", &[LAYOUT, MODE.any()], |x| Ok(ops::product(&x.mode_of_shape()?)?.into())),
    number("cosize", &[LAYOUT, MODE.any()], |x| match x.value(0) {
        Value::Composed(layout) => cosize_of(x, layout),
        _ => Ok(ops::cosize(&x.mode_of_layout()?)?.into()),
    }),
    op("coshape", &[LAYOUT, MODE.any()], |x| match x.value(0) {
        Value::Composed(layout) => cosize_of(x, layout),
        _ => Ok(ops::coshape(&x.mode_of_layout()?)?.into()),
    }),
    op("coprofile", &[LAYOUT, MODE.any()], |x| Ok(ops::coprofile(&x.mode_of_layout()?)?.into())),
    op("shape", &[LAYOUT, MODE.any()], |x| Ok(x.mode_of_shape()?.into())),
    op("stride", &[LAYOUT, MODE.any()], |x| Ok(x.mode_of_layout()?.stride().clone().into())),
    number("product", &[SHAPE], |x| Ok(ops::product(&x.shape(0)?)?.into())),
    op("eval", &[LAYOUT], table),
    number("max_alignment", &[LAYOUT], |x| Ok(swizzled::max_alignment(&x.function(0)?)?.into())),
    op("leading_dim", &[LAYOUT], |x| {
        let path = ops::leading_dim(&x.layout(0)?)?;
        Ok(match path.indices() {
            [] => Int::ZERO.into(),
            [mode] => (*mode).into(),
            modes => HTuple::Tuple(
                modes.iter().map(|&mode| HTuple::Leaf(Int::new(mode as i128))).collect(),
            )
            .into(),
        })
    }),
    number("size_in_bytes", &[LAYOUT, BITS], |x| {
        let cosize = match x.value(0) {
            Value::Composed(layout) => swizzled::cosize(layout)?,
            _ => ops::cosize(&x.layout(0)?)?,
        };
        Ok(ops::size_in_bytes(&cosize, &x.integer(1)?)?.into())
    })
    .note("of the bits of an element"),
];

/// The elements that a mode of a composed layout spans.
fn cosize_of(x: &Operands<'_>, layout: &ComposedLayout) -> Result<Applied, Failure> {
    let path = x.path()?;
    let mode = swizzled::on_domain(layout, |domain| ops::get(domain, &path))?;
    Ok(swizzled::cosize(&mode)?.into())
}

/// The value at every 1-D coordinate, in order.
pub(super) fn table(x: &Operands<'_>) -> Result<Applied, Failure> {
    match x.value(0) {
        Value::Composed(layout) => {
            table_of(layout.domain()?, |i| Ok(swizzled::evaluate(&HTuple::Leaf(i), layout)?.into()))
        }
        _ => {
            let layout = x.layout(0)?;
            table_of(&layout, |i| Ok(ops::evaluate(&HTuple::Leaf(i), &layout)?.into()))
        }
    }
}

/// What a function answers at every 1-D coordinate of a domain, in order.
fn table_of(
    domain: &Layout,
    at: impl Fn(Int) -> Result<Value, Failure>,
) -> Result<Applied, Failure> {
    let size = ops::size(domain)?;
    if Int::new(MAX_TABLE).less(&size).is_true() {
        let expected = "a layout of at most 65536 elements";
        return Err(Failure::Operand { index: 0, expected });
    }
    let Some(size) = size.known() else {
        return Err(Failure::Refused { index: 0, message: super::unknown(&size) });
    };
    let values = (0..size).map(|i| at(Int::new(i)));
    Ok(Value::List(values.collect::<Result<_, _>>()?).into())
}
