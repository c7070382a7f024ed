//! Layouts as functions: `L(2, 3)` is `crd2idx((2,3), L)`, and `L(_, 3)` is `slice((_,3), L)`.

use proc_macro2::{Delimiter, Group, Ident, TokenTree};

use super::keyword;
use super::parser::Parser;
use crate::cursor::Cursor;
use crate::operations;
use crate::report::{Diagnostic, SpanRange};
use crate::syntax::{Expr, ExprKind, Name, OpName, SymbolKind, is_word};

impl Parser<'_> {
    /// A layout and the coordinates after it, `L(_, 3)(2)`.
    pub(super) fn applied(
        &mut self,
        mut of: Expr,
        cursor: &mut Cursor,
    ) -> Result<Expr, Diagnostic> {
        while is_layout(&of)
            && let Some(group) = cursor.next_group(Delimiter::Parenthesis)
        {
            self.count_call(cursor)?;
            let coordinates = self.coordinates(&group)?;
            let range = SpanRange { first: group.span_open(), last: group.span_close() };
            let whole = of.range.to(range);
            of = Expr { kind: applied(of, coordinates, range), range: whole };
        }
        Ok(of)
    }

    /// The coordinates in parentheses.
    fn coordinates(&mut self, group: &Group) -> Result<Vec<Expr>, Diagnostic> {
        const COORDINATE: &str = "a coordinate: integers, and `_` for a whole mode";
        let mut inside = Cursor::inside(group);
        let items =
            self.nested(group.span_open(), true, |parser| parser.list(&mut inside, COORDINATE))?;
        match inside.next() {
            None if items.is_empty() => {
                let message = format!("expected {COORDINATE}, found `()`");
                Err(Diagnostic::new(group.span(), message))
            }
            None => Ok(items),
            extra => Err(inside.unexpected(extra, "`,` or `)`")),
        }
    }
}

/// Returns whether an expression is certainly a layout, so that coordinates may follow it: a shape with parentheses after it
/// lacks a colon.
fn is_layout(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Layout(..) | ExprKind::Compose(_) => true,
        ExprKind::Instance(name, _) => !name.is_run_time_word(),
        ExprKind::Name(name) => !is_word(&name.text),
        ExprKind::Call(op, _) => operations::find(&op.text).is_some_and(|op| !op.is_number()),
        ExprKind::Tuple(items) => matches!(items.as_slice(), [one] if is_layout(one)),
        _ => false,
    }
}

/// The layout of a word in front of operands, if it names one: it is no operation, has a name as layouts have, and the operands are
/// coordinates.
pub(super) fn named(word: &Ident, operands: &[Expr]) -> Result<Option<Expr>, Diagnostic> {
    let text = word.to_string();
    // A swizzle has its integers between `<` and `>`.
    let is_named = SymbolKind::of(&text) != Some(SymbolKind::RunTime) && text != "Sw";
    if !is_named || operands.is_empty() || !operands.iter().all(is_coordinate) {
        return Ok(None);
    }
    keyword::check_name(word)?;
    let name = Name { text, tokens: TokenTree::Ident(word.clone()).into() };
    Ok(Some(Expr { kind: ExprKind::Name(name), range: word.span().into() }))
}

fn is_coordinate(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_)
        | ExprKind::Underscore
        | ExprKind::Symbol(_)
        | ExprKind::Arithmetic(..)
        | ExprKind::Negate(_) => true,
        ExprKind::Tuple(items) => items.iter().all(is_coordinate),
        ExprKind::Call(op, _) => operations::find(&op.text).is_some_and(|op| op.is_number()),
        _ => false,
    }
}

/// The call of a layout at coordinates, which stand in `range`.
pub(super) fn applied(of: Expr, mut coordinates: Vec<Expr>, range: SpanRange) -> ExprKind {
    let coordinate = match coordinates.len() {
        1 => coordinates.remove(0),
        _ => Expr { kind: ExprKind::Tuple(coordinates), range },
    };
    let op = if is_open(&coordinate) { "slice" } else { "crd2idx" };
    let op = OpName { applied: true, ..OpName::new(op, range) };
    ExprKind::Call(op, vec![coordinate, of])
}

/// Returns whether a coordinate leaves a mode whole.
pub(super) fn is_open(coordinate: &Expr) -> bool {
    match &coordinate.kind {
        ExprKind::Underscore => true,
        ExprKind::Tuple(items) => items.iter().any(is_open),
        _ => false,
    }
}
