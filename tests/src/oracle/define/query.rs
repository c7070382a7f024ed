//! Queries and predicates: numbers and truths about a layout.

use super::divide::distinct;
use crate::oracle::case::{Case, Operand};
use crate::oracle::read::Value;
use crate::oracle::tree::Tree;
use crate::oracle::{Law, ensure};

fn is(case: &Case, expected: i128) -> Law {
    let right = case.answer.value == Value::Tuple(Tree::Leaf(expected));
    ensure(right, || format!("it is {:?}, not {expected}", case.answer.value))?;
    Ok(true)
}

fn holds(case: &Case, expected: bool) -> Law {
    let right = case.answer.value == Value::Bool(expected);
    ensure(right, || format!("it is {:?}, not {expected}", case.answer.value))?;
    Ok(true)
}

/// The number of coordinates.
pub(super) fn size(case: &Case) -> Law {
    is(case, case.of.layout.size())
}

/// One more than the largest value, where none is negative.
pub(super) fn cosize(case: &Case) -> Law {
    let values = case.of.layout.values();
    if values.iter().any(|&value| value < 0) {
        return Ok(false);
    }
    is(case, 1 + values.into_iter().max().unwrap_or(0))
}

/// The number of modes.
pub(super) fn rank(case: &Case) -> Law {
    is(case, case.of.layout.shape().modes().len() as i128)
}

/// The levels of parentheses.
pub(super) fn depth(case: &Case) -> Law {
    is(case, case.of.layout.shape().depth() as i128)
}

/// The values at all coordinates.
pub(super) fn eval(case: &Case) -> Law {
    let values: Vec<i128> = match &case.answer.value {
        Value::Tuple(values) => values.leaves(),
        other => return Err(format!("{other:?} is no table")),
    };
    let expected = case.of.layout.values();
    ensure(values == expected, || format!("it is {values:?}, not {expected:?}"))?;
    Ok(true)
}

/// Whether all values differ.
pub(super) fn is_injective(case: &Case) -> Law {
    holds(case, distinct(&case.of.layout.values()))
}

/// Whether the values are all numbers below the size.
pub(super) fn is_bijective(case: &Case) -> Law {
    let values = case.of.layout.values();
    let inside = values.iter().all(|value| (0..case.of.layout.size()).contains(value));
    holds(case, inside && distinct(&values))
}

/// Whether two layouts have the same values.
pub(super) fn functionally_equal(case: &Case) -> Law {
    let Operand::Function(other, _) = &case.of.others[0] else { return Ok(false) };
    holds(case, case.of.layout.values() == other.values())
}

/// The value at a 1-D coordinate.
pub(super) fn crd2idx(case: &Case) -> Law {
    match &case.of.others[0] {
        Operand::Tuple(Tree::Leaf(c)) => is(case, case.of.layout.at(*c)),
        _ => Ok(false),
    }
}
