//! The layout or swizzled layout of a function that is given by its values or by an
//! index expression.

use layout_algebra::ops::{self, swizzled};
use layout_algebra::{CollectVec, ErrorAddress, HTuple, Int};

use super::operands::{Applied, Operands};
use crate::closure::Refused;
use crate::failure::Failure;
use crate::value::Value;

/// The layout of a table, as one operand or as many, or as one on a shape, or of a closure on a shape.
pub(super) fn infer_layout(x: &Operands<'_>) -> Result<Applied, Failure> {
    match (x.value(0), x.len()) {
        (Value::Closure(closure), 2) => {
            let shape = x.shape(1)?;
            // Its extents are positive.
            ops::col_major(&shape).in_operand(1)?;
            match closure.table("infer_layout", &shape) {
                Ok(table) => Ok(swizzled::infer_layout(&table, &shape)?.into()),
                Err(Refused::Written(diagnostic)) => Err(Failure::Written(diagnostic)),
                Err(Refused::Shape(message)) => Err(Failure::Refused { index: 1, message }),
            }
        }
        (Value::Closure(_), _) => {
            let message = "infer_layout: a closure is evaluated on a shape, its second operand";
            Err(Failure::Refused { index: 0, message: message.to_owned() })
        }
        (Value::List(values), 1 | 2) => of_table(x, values, "a list of integers, not empty"),
        (Value::Tuple(_), 1 | 2) => match x.tuple(0)? {
            HTuple::Tuple(items) => {
                let values = items.into_iter().map(Value::from).collect_vec();
                of_table(x, &values, "a tuple of integers, not empty")
            }
            HTuple::Leaf(offset) => of_table(x, &[offset.into()], "an integer"),
        },
        _ => {
            let values = x.each(0.., Operands::integer)?;
            infer(&values).map_err(|error| {
                // Each value is an operand.
                let index = error.path().indices().first().copied().unwrap_or(0);
                error.in_operand(index).at_path(layout_algebra::ModePath::root()).into()
            })
        }
    }
}

/// The layout of the integers in the first operand, on the shape that is the second, or in one mode.
fn of_table(
    x: &Operands<'_>,
    values: &[Value],
    expected: &'static str,
) -> Result<Applied, Failure> {
    let mut integers = Vec::new();
    for value in values {
        let Value::Int(int) = value else { return Err(Failure::Operand { index: 0, expected }) };
        integers.push(int.clone());
    }
    match x.len() {
        _ if integers.is_empty() => Err(Failure::Operand { index: 0, expected }),
        2 => Ok(swizzled::infer_layout(&integers, &x.extents(1)?)?.into()),
        _ => Ok(infer(&integers)?),
    }
}

fn infer(values: &[Int]) -> Result<Applied, layout_algebra::Error> {
    let shape = HTuple::Leaf(Int::new(values.len() as i128));
    Ok(swizzled::infer_layout(values, &shape)?.into())
}
