//! Patterns of axes, and the sizes that follow them: `"b (h d) -> h b d", h = 8`.

use std::rc::Rc;

use proc_macro2::Literal;

use crate::cursor::Cursor;
use crate::report::Diagnostic;
use crate::syntax::{Expr, ExprKind, Label, SymbolKind, Text};

/// A literal in quotes, if it is one.
///
/// # Errors
///
/// A character that does not print: a pattern stands in messages, which go to terminals.
pub(super) fn text(literal: &Literal) -> Result<Option<ExprKind>, Diagnostic> {
    let Some(value) = unquoted(&literal.to_string()) else { return Ok(None) };
    for c in value.chars() {
        if !matches!(c, '"' | '\'') && c.escape_debug().len() != 1 {
            let shown = if c == '\\' { c.to_string() } else { c.escape_debug().to_string() };
            let message = format!("a pattern has no `{shown}`");
            let help = "write names, numbers, parentheses, `...`, commas, spaces and `->`";
            return Err(Diagnostic::new(literal.span(), message).help(help));
        }
    }
    Ok(Some(ExprKind::Text(Rc::new(Text { value, literal: literal.clone() }))))
}

/// The text between the quotes of a literal, with its escapes as they are written; none of another literal.
fn unquoted(literal: &str) -> Option<String> {
    let quoted = literal.strip_prefix('r').map_or(literal, |raw| raw.trim_matches('#'));
    let text = quoted.strip_prefix('"')?.strip_suffix('"')?;
    Some(text.to_owned())
}

/// Returns whether `h =` comes next, after a text.
pub(super) fn at_size(before: &[Expr], cursor: &mut Cursor) -> bool {
    before.iter().any(|expr| matches!(expr.kind, ExprKind::Text(_))) && cursor.at_assigned()
}

/// A word in Python as the first operand of a function of einops is an array in C order.
pub(super) fn of_array(operands: &mut [Expr]) {
    if let [array, ..] = operands
        && let ExprKind::Name(name) = &array.kind
        && SymbolKind::of(&name.text).is_some()
    {
        array.kind = ExprKind::Underscore;
    }
}

/// The name of an axis.
pub(super) fn axis(cursor: &mut Cursor) -> Result<Label, Diagnostic> {
    let start = cursor.here();
    let word = cursor.ident("the name of an axis, and its size")?;
    Ok(Label { text: word.to_string(), range: cursor.since(start) })
}

/// Takes the `=` after it.
pub(super) fn assigned(cursor: &mut Cursor) -> Result<(), Diagnostic> {
    if cursor.eat_punct('=') {
        return Ok(());
    }
    Err(cursor.refused("`=` and the size of the axis"))
}
