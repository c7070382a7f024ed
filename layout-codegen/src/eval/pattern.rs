//! Operations by a pattern of axes: `rearrange(L, "b (h d) -> h b d", h = 8)`.

use std::ops::Range;

use layout_algebra::pattern::{Pattern, PatternError};
use layout_algebra::{CollectVec, Layout};

use super::scope::Evaluator;
use crate::evaluated::Unevaluated;
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
                    let size = |(label, of): &(crate::syntax::Label, Expr)| {
                        Ok::<_, Unevaluated>((label.text.clone(), self.integer(of)?))
                    };
                    Value::Sizes(fields.iter().map(size).try_collect_vec()?)
                }
                _ => self.eval(operand)?,
            });
        }
        check_names(op, operands, &values)?;
        let operands = operands.iter().collect_vec();
        self.call_of(op, &values, &operands, expr.range)
    }
}

/// Refuses a name that is one mode of a layout and another of its pattern; and, where the pattern has the name of one
/// mode of a layout, a word in the place of another name.
fn check_names(op: &OpName, operands: &[Expr], values: &[Value]) -> Result<(), Diagnostic> {
    let Some((text, pattern)) = operands.iter().find_map(|operand| {
        let text = text_of(operand)?;
        Some((text, text.value.parse::<Pattern>().ok()?))
    }) else {
        return Ok(());
    };
    let Some(operation) = operations::find(&op.text) else { return Ok(()) };
    let Some(used) = operation.pattern() else { return Ok(()) };
    let op = operation.name();
    let layouts = values.iter().filter_map(|value| Some((value.domain()?, value)));
    let (layouts, named): (Vec<Layout>, Vec<_>) =
        layouts.map(|(layout, value)| (layout.clone(), value.parted().1.names)).unzip();
    let places = pattern.modes(used, &layouts);
    let own = |operand: usize, mode: usize| {
        named[operand].iter().find(|(path, _)| **path == [mode]).map(|(_, name)| name)
    };
    for (operand, mode, name, at) in &places {
        let (operand, mode) = (*operand, *mode);
        let layout = operands.get(1 + operand).filter(|_| text_of(&operands[0]).is_some());
        let other = named[operand].iter().find(|(path, other)| other == name && *path != [mode]);
        let of = || named[operand].notation(&layouts[operand].to_string(), &layouts[operand]);
        let Some((path, _)) = other else {
            let by_name =
                places.iter().any(|(o, m, name, _)| *o == operand && own(*o, *m) == Some(name));
            match own(operand, mode).filter(|own| by_name && own != name) {
                Some(own) => {
                    let fact = format!("mode {mode} of {} is `{own}`, not `{name}`", of());
                    return Err(Diagnostic::of_operation(
                        op,
                        place(text, at.clone(), layout),
                        fact,
                    )
                    .help("the names of the layout's modes, or other words for all of them"));
                }
                None => continue,
            }
        };
        let path: layout_algebra::ModePath = path.iter().copied().collect();
        let of = of();
        let fact = format!(
            "`{name}` is mode {mode} of the pattern, and mode {path} of {of}\n\
             a pattern names the modes by their places"
        );
        return Err(Diagnostic::of_operation(op, place(text, at.clone(), layout), fact)
            .help("another word where another mode is meant; `align_as` goes by the names"));
    }
    Ok(())
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
    let fields = operands.iter().filter_map(|operand| match &operand.kind {
        ExprKind::Fields(fields) => Some(fields),
        _ => None,
    });
    let (label, size) = fields.flatten().rfind(|(label, _)| label.text == axis)?;
    let patterns = operands.iter().filter_map(|operand| text_of(operand));
    let mut words =
        patterns.flat_map(|text| text.value.split(|c: char| !(c.is_alphanumeric() || c == '_')));
    Some(if words.any(|word| word == axis) { size.range } else { label.range })
}

/// The error of the pattern `operands[index]`, at its token.
pub(super) fn refused(
    op: &'static str,
    operands: &[&Expr],
    index: usize,
    whole: SpanRange,
    error: &PatternError,
) -> Diagnostic {
    let operand = operands.get(index).copied();
    let text = operand.and_then(text_of);
    let layout = error.operand().filter(|_| index == 0).and_then(|it| operands.get(1 + it));
    let range = text.map(|text| place(text, error.at(), layout.copied()));
    let size = error.size().and_then(|axis| size(operands, axis));
    let range = size.or(range).or(operand.map(|operand| operand.range)).unwrap_or(whole);
    let mut diagnostic = Diagnostic::of_operation(op, range, error);
    if let Some(cause) = error.error() {
        diagnostic = diagnostic.because(cause);
    }
    match error.instead() {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}
