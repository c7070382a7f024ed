//! Answers with swizzles, held against the definitions of their operations.

use layout_algebra::{ComposedLayout, Function};
use layout_codegen::Value;
use layout_laws as laws;
use serde_json::Value as Json;

use crate::conformance::{printed, text};
use crate::language::{eval, everything};

/// An answer of ours equals the definition of its operation at every point.
pub(crate) fn check(record: &Json, answer: &Value) -> Result<(), String> {
    let id = text(record, "id");
    holds(record, answer).map_err(|why| format!("{id}: {answer}: {why}"))
}

/// CuTe's answer does, or the first point at which it does not.
pub(crate) fn check_cute(record: &Json) -> Result<(), String> {
    let value = |json: &Json| eval(&printed(json), everything());
    let answer = match &record["result"] {
        Json::Array(parts) => Value::List(parts.iter().map(value).collect::<Result<_, _>>()?),
        whole => value(whole)?,
    };
    holds(record, &answer)
}

/// The law of an operation with a swizzle, where it has one here.
fn holds(record: &Json, answer: &Value) -> Result<(), String> {
    let forms = record["form"].as_array().into_iter().flatten();
    if !forms.clone().any(|form| form == "swizzle" || form == "composed") {
        return Ok(());
    }
    // A shape and a list of tilers act by mode.
    if forms.clone().any(|form| form == "tiler") {
        return Ok(());
    }
    let argument = |i: usize| match &record["args"][i] {
        Json::String(text) => eval(text, everything()).ok(),
        other => eval(&other.to_string(), everything()).ok(),
    };
    let law = match text(record, "op") {
        "composition" if record["form"][1] != "tuple" => composition(argument, answer),
        "left_inverse" => inverse(argument, answer, laws::left_inverse),
        "right_inverse" => inverse(argument, answer, laws::right_inverse),
        "slice" => slice(argument, answer),
        "slice_and_offset" => slice_and_offset(argument, answer),
        _ => None,
    };
    law.unwrap_or(Ok(()))
}

type Law = Option<Result<(), String>>;

fn composition(argument: impl Fn(usize) -> Option<Value>, answer: &Value) -> Law {
    let (lhs, rhs) = (function(&argument(0)?)?, function(&argument(1)?)?);
    Some(laws::composition(&lhs, &rhs, &function(answer)?))
}

fn inverse(
    argument: impl Fn(usize) -> Option<Value>,
    answer: &Value,
    law: fn(&ComposedLayout, &Function) -> Result<(), String>,
) -> Law {
    let Value::Composed(layout) = argument(0)? else { return None };
    Some(law(&layout, &function(answer)?))
}

fn slice(argument: impl Fn(usize) -> Option<Value>, answer: &Value) -> Law {
    let (coordinate, Value::Composed(layout)) = (argument(0)?, argument(1)?) else { return None };
    Some(laws::slice(&coordinate.as_coordinate()?, &layout, &function(answer)?))
}

fn slice_and_offset(argument: impl Fn(usize) -> Option<Value>, answer: &Value) -> Law {
    let (coordinate, Value::Composed(layout)) = (argument(0)?, argument(1)?) else { return None };
    let Value::List(parts) = answer else { return None };
    let [slice, Value::Int(offset)] = parts.as_slice() else { return None };
    let parts = (&function(slice)?, offset.known()?);
    Some(laws::slice_and_offset(&coordinate.as_coordinate()?, &layout, parts))
}

/// The value as a function that can be composed.
pub(crate) fn function(value: &Value) -> Option<Function> {
    match value {
        Value::Swizzle(swizzle) => Some((*swizzle).into()),
        Value::Layout(layout) => Some(layout.clone().into()),
        Value::Composed(layout) => Some(layout.clone().into()),
        _ => None,
    }
}
