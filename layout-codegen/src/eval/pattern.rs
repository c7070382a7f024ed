//! Operations by a pattern of axes: `rearrange(L, "b (h d) -> h b d", h = 8)`.

use std::ops::Range;

use layout_algebra::Layout;
use layout_algebra::pattern::{Pattern, PatternError};

use super::scope::Evaluator;
use crate::evaluated::Unevaluated;
use crate::mode_names::ModeNames;
use crate::operations;
use crate::report::{Diagnostic, SpanRange};
use crate::syntax::{Expr, ExprKind, OpName, Text};
use crate::value::Value;

/// Returns whether there is a pattern among operands.
pub(super) fn is_one(operands: &[Expr]) -> bool {
    operands.iter().any(|operand| text_of(operand).is_some())
}

fn text_of(expr: &Expr) -> Option<&Text> {
    match &expr.kind {
        ExprKind::Text(text) => Some(text),
        _ => None,
    }
}

impl Evaluator<'_> {
    /// A call with a pattern: fields are sizes of its axes.
    pub(super) fn call_by_pattern(
        &self,
        expr: &Expr,
        op: &OpName,
        operands: &[Expr],
    ) -> Result<Value, Unevaluated> {
        let mut values = Vec::new();
        for operand in operands {
            values.push(match &operand.kind {
                ExprKind::Fields(fields) => {
                    let mut sizes = Vec::new();
                    for (label, of) in fields {
                        sizes.push((label.text.clone(), self.integer(of)?));
                    }
                    Value::Sizes(sizes)
                }
                _ => self.eval(operand)?,
            });
        }
        check_names(op, operands, &values)?;
        self.call_of(op, &values, operands, expr.range)
    }
}

/// Refuses a name that is one mode of a layout and another of its pattern; and, where the pattern has the name of one
/// mode of a layout, a word in the place of another name.
fn check_names(op: &OpName, operands: &[Expr], values: &[Value]) -> Result<(), Diagnostic> {
    let Some((text, pattern)) = operands.iter().find_map(parsed) else { return Ok(()) };
    let Some(operation) = operations::find(&op.text) else { return Ok(()) };
    let Some(used) = operation.pattern() else { return Ok(()) };
    let op = operation.name();
    let (mut layouts, mut named): (Vec<Layout>, Vec<ModeNames>) = (Vec::new(), Vec::new());
    for value in values {
        if let Some(layout) = value.domain() {
            layouts.push(layout.clone());
            named.push(value.parted().1.names);
        }
    }
    let places = pattern.modes(used, &layouts);
    for (operand, mode, name, at) in &places {
        let (operand, mode) = (*operand, *mode);
        let is_first = text_of(&operands[0]).is_some();
        let layout = if is_first { operands.get(1 + operand) } else { None };
        let names = &named[operand];
        let other = names.iter().find(|(path, other)| other == name && *path != [mode]);
        let of = names.notation(&layouts[operand].to_string(), &layouts[operand]);
        let Some((path, _)) = other else {
            let by_name = places.iter().any(|(other, mode, name, _)| {
                *other == operand && names.of(&[*mode]) == Some(name)
            });
            match names.of(&[mode]) {
                Some(own) if by_name && own != name => {
                    let fact = format!("mode {mode} of {of} is `{own}`, not `{name}`");
                    let range = place(text, at.clone(), layout);
                    return Err(Diagnostic::of_operation(op, range, fact)
                        .help("the names of the layout's modes, or other words for all of them"));
                }
                _ => continue,
            }
        };
        let path = layout_algebra::ModePath::from(path);
        let fact = format!(
            "`{name}` is mode {mode} of the pattern, and mode {path} of {of}\n\
             a pattern names the modes by their places"
        );
        return Err(Diagnostic::of_operation(op, place(text, at.clone(), layout), fact)
            .help("another word where another mode is meant; `align_as` goes by the names"));
    }
    Ok(())
}

/// The pattern that an operand is, and its text.
fn parsed(operand: &Expr) -> Option<(&Text, Pattern)> {
    let text = text_of(operand)?;
    Some((text, text.value.parse().ok()?))
}

/// Some bytes of a pattern. Where the compiler has no tokens in a text, what does not fit a pattern in front of several layouts is at the layout.
fn place(text: &Text, at: Range<usize>, layout: Option<&Expr>) -> SpanRange {
    match (text.part(at.clone()), layout) {
        (None, Some(layout)) => layout.range,
        _ => text.range(at),
    }
}

/// The last size of an axis that is given: the number, or its name if the pattern has no such axis.
fn size(operands: &[&Expr], axis: &str) -> Option<SpanRange> {
    let (mut given, mut is_axis) = (None, false);
    for operand in operands {
        match &operand.kind {
            ExprKind::Fields(fields) => {
                given = fields.iter().rfind(|(label, _)| label.text == axis).or(given);
            }
            ExprKind::Text(text) => {
                let mut words = text.value.split(|c: char| !(c.is_alphanumeric() || c == '_'));
                is_axis |= words.any(|word| word == axis);
            }
            _ => {}
        }
    }
    let (label, size) = given?;
    Some(if is_axis { size.range } else { label.range })
}

/// The tokens at fault: the size of an axis, a part of the pattern, or the operand that should be one.
fn fault(operands: &[&Expr], index: usize, error: &PatternError) -> Option<SpanRange> {
    if let Some(axis) = error.size()
        && let Some(size) = size(operands, axis)
    {
        return Some(size);
    }
    let operand = *operands.get(index)?;
    let Some(text) = text_of(operand) else { return Some(operand.range) };
    let layout = match error.operand() {
        Some(layout) if index == 0 => operands.get(1 + layout).copied(),
        _ => None,
    };
    Some(place(text, error.at(), layout))
}

/// The error of the pattern `operands[index]`, at its token.
pub(super) fn refused(
    op: &'static str,
    operands: &[&Expr],
    index: usize,
    whole: SpanRange,
    error: &PatternError,
) -> Diagnostic {
    let range = fault(operands, index, error).unwrap_or(whole);
    let mut diagnostic = Diagnostic::of_operation(op, range, error);
    if let Some(cause) = error.error() {
        diagnostic = diagnostic.because(cause);
    }
    match error.instead() {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}
