//! Layouts as functions and as objects: `L(2, 3)` is `crd2idx((2,3), L)`, and `L(_, 3)` is `slice((_,3), L)`; `L[…]` is the same in CuTe's
//! DSL, `L.compose(M)` is `composition(L, M)`, and `L.shape[1]` is `get(shape(L), 1)`.

use proc_macro2::{Delimiter, Group, Ident, TokenTree};

use super::parser::Parser;
use crate::cursor::Cursor;
use crate::keyword;
use crate::operations::{self, Operation};
use crate::report::{Diagnostic, SpanRange};
use crate::syntax::{Expr, ExprKind, Name, OpName, SymbolKind, is_word};

impl Parser<'_> {
    /// A layout and what follows it: coordinates, `L(_, 3)(2)`, or a member, `L.shape`.
    pub(super) fn applied(
        &mut self,
        mut of: Expr,
        cursor: &mut Cursor,
    ) -> Result<Expr, Diagnostic> {
        loop {
            let is_layout = is_layout(&of);
            if let Some((member, operands)) = member(&of, cursor) {
                self.count_call(cursor)?;
                cursor.skip(2);
                // The layout of a tensor is all that there is of it here.
                if member == "layout" {
                    continue;
                }
                let range = cursor.since(of.range.first);
                let mut all = vec![of];
                if let Some(group) = operands {
                    cursor.next();
                    let mut inside = Cursor::inside(&group);
                    all.extend(
                        self.nested(group.span_open(), false)?.operands(&mut inside, member)?,
                    );
                    inside.end("`)`")?;
                }
                of = Expr { kind: ExprKind::Call(OpName::new(member, range), all), range };
                continue;
            }
            let is_indexed = is_layout || is_tuple(&of);
            let group = match cursor.peek() {
                Some(TokenTree::Group(group)) => group.clone(),
                _ => return Ok(of),
            };
            match group.delimiter() {
                Delimiter::Parenthesis if is_layout => {}
                Delimiter::Bracket if is_indexed && !group.stream().is_empty() => {}
                _ => return Ok(of),
            }
            self.count_call(cursor)?;
            cursor.next();
            let coordinates = self.coordinates(&group)?;
            let range = SpanRange { first: group.span_open(), last: group.span_close() };
            let whole = of.range.to(range);
            let kind = match is_tuple(&of) {
                true => {
                    let get = OpName::new("get", range);
                    ExprKind::Call(get, [vec![of], coordinates].concat())
                }
                false => applied(of, coordinates, range),
            };
            of = Expr { kind, range: whole };
        }
    }

    /// The coordinates in parentheses.
    fn coordinates(&mut self, group: &Group) -> Result<Vec<Expr>, Diagnostic> {
        const COORDINATE: &str = "a coordinate: integers, and `_` for a whole mode";
        let mut inside = Cursor::inside(group);
        let items = self.nested(group.span_open(), true)?.list(&mut inside, COORDINATE)?;
        match inside.next() {
            None if items.is_empty() => {
                Err(Diagnostic::new(group.span(), format!("expected {COORDINATE}, found `()`")))
            }
            None => Ok(items),
            extra => Err(inside.unexpected(extra, "`,` or `)`")),
        }
    }
}

/// The operation that a member of CuTe's classes is, of which the `.` comes next, and the operands behind it.
fn member(of: &Expr, cursor: &mut Cursor) -> Option<(&'static str, Option<Group>)> {
    let is_operand = matches!(of.kind, ExprKind::Symbol(_)) || is_layout(of) || is_tuple(of);
    if !is_operand || !cursor.at_punct('.') {
        return None;
    }
    let Some(TokenTree::Ident(word)) = cursor.ahead(1).cloned() else { return None };
    let group = match cursor.ahead(2) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
            Some(group.clone())
        }
        _ => None,
    };
    match (word.to_string().as_str(), &group) {
        ("compose", Some(_)) => Some(("composition", group)),
        ("shape", None) => Some(("shape", None)),
        ("stride", None) => Some(("stride", None)),
        ("layout", None) => Some(("layout", None)),
        _ => None,
    }
}

/// Returns whether an expression is certainly a tuple, so that the number of an item may follow it in brackets.
fn is_tuple(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Call(op, _) => matches!(op.text.as_str(), "shape" | "stride"),
        _ => false,
    }
}

/// Returns whether an expression is certainly a layout, so that coordinates may follow it: a shape with parentheses after it
/// lacks a colon.
fn is_layout(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Layout(..) | ExprKind::Compose(_) => true,
        ExprKind::Instance(name, _) => !name.is_run_time_word(),
        ExprKind::Name(name) => !is_word(&name.text),
        ExprKind::Call(op, _) => matches!(operations::find(&op.text), Some(op) if !op.is_number()),
        ExprKind::Tuple(items) => matches!(items.as_slice(), [one] if is_layout(one)),
        _ => false,
    }
}

/// The layout of a word in front of operands, if it names one: it is no operation, has a name as layouts have, and the operands are
/// coordinates.
pub(super) fn named(word: &Ident, operands: &[Expr]) -> Result<Option<Expr>, Diagnostic> {
    let text = word.to_string();
    // A swizzle has its integers between `<` and `>`; and no type is written as `Make_layout` is.
    let is_operation = text.contains('_') && operations::find(&text.to_lowercase()).is_some();
    let is_named =
        SymbolKind::of(&text) != Some(SymbolKind::RunTime) && text != "Sw" && !is_operation;
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
        ExprKind::Call(op, _) => {
            op.text == "get" || operations::find(&op.text).is_some_and(Operation::is_number)
        }
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
