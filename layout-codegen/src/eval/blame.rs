//! The addresses of the algebra as tokens.

use layout_algebra::{Error, ModePath, Part};

use crate::report::{Diagnostic, SpanRange};
use crate::syntax::{Expr, ExprKind};

/// The diagnostic of an error of a value as it is written, without an operation: whichever
/// it was computed by, the user did not write it.
pub(super) fn blame_value(error: &Error, expr: &Expr) -> Diagnostic {
    let mut diagnostic = blame(&error.clone().in_op("make_layout"), &[expr], expr);
    if let Some(reason) = diagnostic.message.strip_prefix("make_layout: ") {
        diagnostic.message = reason.to_owned();
    }
    diagnostic
}

/// The diagnostic of an error of the algebra: its address becomes a range.
pub(super) fn blame(error: &Error, operands: &[&Expr], whole: &Expr) -> Diagnostic {
    let operand = operands.get(error.operand()).copied().unwrap_or(whole);
    let range = locate(operand, error.part(), error.path()).unwrap_or(operand.range);
    let mut diagnostic = Diagnostic::new(range, error.to_string());
    diagnostic.error = Some(Box::new(error.clone()));
    diagnostic
}

/// The tokens at an address, if the operand was written out.
pub(crate) fn locate(expr: &Expr, part: Part, path: &ModePath) -> Option<SpanRange> {
    let expr = match (&expr.kind, part) {
        (ExprKind::Layout(_, stride), Part::Stride) => stride,
        (ExprKind::Layout(shape, _), Part::Shape) => shape,
        (ExprKind::Layout(shape, _), Part::Whole) if !path.is_root() => shape,
        // A value of a closure is that of its body.
        (ExprKind::Closure(closure), _) => return Some(closure.body.range),
        // One layout in parentheses or angle brackets.
        (ExprKind::Tuple(items) | ExprKind::Tiler(items), _)
            if matches!(items.as_slice(), [Expr { kind: ExprKind::Layout(..), .. }])
                && part != Part::Whole =>
        {
            return locate(&items[0], part, path);
        }
        _ => expr,
    };
    descend(expr, path.indices())
}

fn descend(expr: &Expr, path: &[usize]) -> Option<SpanRange> {
    let Some((&first, rest)) = path.split_first() else { return Some(expr.range) };
    match &expr.kind {
        ExprKind::Tuple(items) | ExprKind::Tiler(items) | ExprKind::List(items) => {
            descend(items.get(first)?, rest)
        }
        ExprKind::Layout(shape, _) => descend(shape, path),
        _ => None,
    }
}
