//! A record as an expression of the language, over symbols.

use layout_algebra::Condition;
use layout_codegen::{Allowed, Scope, Unevaluated, Value, parse_expression, prove};
use serde_json::Value as Json;

use super::settle::{Answer, Values};
use crate::conformance::text;
use crate::language::everything;

/// The expression, and the values of its symbols.
pub(super) fn written(record: &Json) -> (String, Values) {
    let (mut values, mut operands) = (Values::new(), Vec::new());
    for operand in record["args"].as_array().into_iter().flatten() {
        operands.push(operand_of(operand.as_str().expect("operands are texts"), &mut values));
    }
    (format!("{}({})", text(record, "op"), operands.join(", ")), values)
}

/// An operand with `x0`, `x1`, … for its dynamic integers, counted on.
fn operand_of(operand: &str, values: &mut Values) -> String {
    let (mut written, mut brackets) = (String::new(), Vec::new());
    let mut rest = operand.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '(' | '<' => brackets.push(c),
            ')' | '>' => drop(brackets.pop()),
            _ => {}
        }
        let is_static = c == '_';
        if !(is_static || c.is_ascii_digit()) {
            written.push(c);
            continue;
        }
        let mut digits = if is_static { String::new() } else { String::from(c) };
        while let Some(c) = rest.next_if(|c| c.is_ascii_digit() || is_static && *c == '-') {
            digits.push(c);
        }
        if is_static {
            written.push_str(if digits.is_empty() { "_" } else { &digits });
            continue;
        }
        // Alone, a lower-case word is the name of a layout.
        let in_tuple = brackets.last() == Some(&'(');
        let beside = rest.peek() == Some(&':') || written.ends_with([':', '-']);
        written.push_str(if in_tuple || beside { "" } else { "1 * " });
        let name = format!("x{}", values.len());
        written.push_str(&name);
        // The sign stands before the symbol, which is a `usize`.
        values.insert(name, digits.parse().expect("a number"));
    }
    written
}

/// The answer to the expression under assumptions.
pub(super) fn attempt(expression: &str, assumed: &[Condition]) -> Result<Answer, String> {
    let assumed: Vec<String> = assumed.iter().map(Condition::assumption).collect();
    let whole = match assumed.as_slice() {
        [] => expression.to_owned(),
        _ => format!("#[assume({})] {expression}", assumed.join(", ")),
    };
    let tokens = whole.parse().map_err(|error| format!("{error}"))?;
    let parsed = parse_expression(tokens).map_err(|diagnostic| diagnostic.text())?;
    let expr = Allowed { allow: everything(), ..parsed };
    let evaluated = prove(&expr, &Scope::new()).map_err(|error| match error {
        Unevaluated::Wrong(diagnostic) => diagnostic.text(),
        Unevaluated::Tainted(name) => format!("{} is tainted", name.text),
    })?;
    match evaluated.value {
        Value::Layout(layout) => Ok(Answer {
            layout,
            obligations: evaluated.obligations.into_iter().map(|o| o.condition).collect(),
        }),
        other => Err(format!("{other} is no layout")),
    }
}
