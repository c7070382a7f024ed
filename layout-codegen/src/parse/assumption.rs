//! Assumptions: `m % 128 == 0`, `1 <= m`, `injective((m,n):(a,b))`, in an attribute or after `where`, as they are printed.

use layout_algebra::CollectVec;

use super::parser::Parser;
use crate::cursor::Cursor;
use crate::report::Diagnostic;
use crate::syntax::{Assumption, Expr, ExprKind, Operator, Relation};

/// Assumptions up to the end.
pub(crate) fn parse_assumptions(cursor: &mut Cursor) -> Result<Vec<Assumption>, Diagnostic> {
    parse_list(cursor, "`,` or `)`", Cursor::is_done)
}

/// `where m % 8 == 0, 1 <= n` after a layout, as it is printed; nothing where there is no `where`. `;` is after a definition.
pub(super) fn parse_where(cursor: &mut Cursor) -> Result<Vec<Assumption>, Diagnostic> {
    if !cursor.eat_ident("where") {
        return Ok(Vec::new());
    }
    if is_end(cursor) {
        return Err(cursor.refused("a condition such as `m % 128 == 0`"));
    }
    let conditions = parse_list(cursor, "`,` or the end of the conditions", is_end)?;
    Ok(conditions.into_iter().map(|it| Assumption { is_printed: true, ..it }).collect_vec())
}

/// Returns whether the conditions after a layout end here.
fn is_end(cursor: &mut Cursor) -> bool {
    cursor.is_done() || cursor.at_punct(';')
}

fn parse_list(
    cursor: &mut Cursor,
    expected: &str,
    is_done: fn(&mut Cursor) -> bool,
) -> Result<Vec<Assumption>, Diagnostic> {
    let mut assumptions = Vec::new();
    let mut parser = Parser::of_numbers();
    while !is_done(cursor) {
        assumptions.push(parse_assumption(&mut parser, cursor)?);
        if !cursor.eat_punct(',') && !is_done(cursor) {
            if cursor.at_joint('&', '&') {
                let start = cursor.here();
                cursor.eat_punct('&');
                cursor.eat_punct('&');
                let message = "conditions stand beside each other";
                return Err(Diagnostic::new(cursor.since(start), message).write(",", ""));
            }
            return Err(cursor.refused(expected));
        }
    }
    Ok(assumptions)
}

fn parse_assumption(parser: &mut Parser, cursor: &mut Cursor) -> Result<Assumption, Diagnostic> {
    cursor.open_whole();
    let start = cursor.here();
    if cursor.at_punct(',') {
        return Err(cursor.refused("a condition such as `m % 128 == 0`"));
    }
    let left = parser.number(cursor)?;
    if let ExprKind::Call(op, operands) = &left.kind
        && op.text == "injective"
    {
        let (relation, operands) = (Relation::Injective, operands.clone());
        return Ok(Assumption { relation, operands, range: left.range, is_printed: false });
    }
    divides_by_0(&left)?;
    let compared = cursor.here();
    let mark = ['<', '>', '='].into_iter().find(|mark| cursor.eat_punct(*mark));
    let or_equal = cursor.eat_punct('=');
    let swapped = match (mark, or_equal) {
        (Some('<'), _) => false,
        (Some('>'), _) => true,
        (Some('='), true) => false,
        (Some(_), false) => {
            let message = "`=` assigns, and a condition compares";
            return Err(Diagnostic::new(compared, message).write("==", ""));
        }
        _ => {
            let token = cursor.next();
            let expected = "a comparison: `==`, `<=`, `>=`, `<` or `>`";
            return Err(cursor.unexpected(token, expected));
        }
    };
    let right = parser.number(cursor)?;
    divides_by_0(&right)?;
    let range = cursor.since(start);
    let (relation, operands) = match (mark, or_equal, left.kind, right.kind) {
        // A remainder of 0 says that it divides.
        (Some('='), _, ExprKind::Arithmetic(infix, operands), ExprKind::Int(0))
        | (Some('='), _, ExprKind::Int(0), ExprKind::Arithmetic(infix, operands))
            if infix.operator == Operator::Rem =>
        {
            (Relation::Multiple, Vec::from(*operands))
        }
        (mark, or_equal, left_kind, right_kind) => {
            let left = Expr { kind: left_kind, range: left.range };
            let right = Expr { kind: right_kind, range: right.range };
            let relation = match (mark, or_equal) {
                (Some('='), _) => Relation::Equal,
                (_, true) => Relation::AtMost,
                _ => Relation::Less,
            };
            (relation, if swapped { vec![right, left] } else { vec![left, right] })
        }
    };
    Ok(Assumption { relation, operands, range, is_printed: false })
}

/// Refuses `m % 0` and `m / 0` as they are written.
fn divides_by_0(side: &Expr) -> Result<(), Diagnostic> {
    match &side.kind {
        ExprKind::Arithmetic(infix, operands)
            if infix.operator.divides() && matches!(operands[1].kind, ExprKind::Int(0)) =>
        {
            Err(Diagnostic::new(operands[1].range, "this divides by 0"))
        }
        _ => Ok(()),
    }
}
