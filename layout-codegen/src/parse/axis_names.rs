//! Names of the axes of values, after `@` in the strides of a layout: `(8,4):(4@lane,1@warp)`.

use proc_macro2::TokenTree;

use crate::cursor::Cursor;
use crate::report::{Diagnostic, SpanRange};
use crate::syntax::{Expr, ExprKind, Label};

/// The name of an axis, if one comes next; in Python it is `Axis.lane`, too.
pub(super) fn name(cursor: &mut Cursor) -> Option<Label> {
    let start = cursor.here();
    let is_name =
        |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Ident(word)) if word != "_");
    if !is_name(cursor.peek()) {
        return None;
    }
    let mut word = cursor.next_ident()?;
    if word == "Axis" && cursor.at_punct('.') && is_name(cursor.ahead(1)) {
        cursor.next();
        word = cursor.next_ident()?;
    }
    Some(Label { text: word.to_string(), range: cursor.since(start) })
}

/// The names of axes in strides, which have numbers in their places then, in the order in which they are written.
///
/// # Errors
///
/// An axis with a number beside one with a name.
pub(super) fn of_strides(strides: &mut Expr) -> Result<Vec<String>, Diagnostic> {
    let (mut names, mut number) = (Vec::new(), None);
    take(strides, &mut names, &mut number);
    match number {
        Some((axis, range)) if !names.is_empty() => {
            let message = format!("axis {axis} has no name, beside `{}`, which has one", names[0]);
            Err(Diagnostic::new(range, message).help(format!(
                "axes have names, as `1@{}`, or all have numbers, as `1@0`",
                names[0]
            )))
        }
        _ => Ok(names),
    }
}

fn take(expr: &mut Expr, names: &mut Vec<String>, number: &mut Option<(usize, SpanRange)>) {
    match &mut expr.kind {
        ExprKind::Axis(scale, inside, axis) => {
            let number = names.iter().position(|name| *name == axis.text).unwrap_or(names.len());
            if number == names.len() {
                names.push(axis.text.clone());
            }
            let mut path = std::mem::take(inside);
            path.insert(0, number);
            expr.kind = ExprKind::Basis(*scale, path);
        }
        ExprKind::Basis(_, path) => {
            if let (None, Some(axis)) = (&number, path.first()) {
                *number = Some((*axis, expr.range));
            }
        }
        kind => kind.parts_mut().into_iter().for_each(|part| take(part, names, number)),
    }
}
