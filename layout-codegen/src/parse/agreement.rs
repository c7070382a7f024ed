//! Contracts between layouts: `#[agrees(…)]`; and what may be live of one, `#[live(…)]`.

use proc_macro2::Span;

use super::number::parse_limit;
use super::parser::Parser;
use super::symbol;
use crate::cursor::Cursor;
use crate::report::Diagnostic;
use crate::syntax::{Agreement, Expr, Relayout};

const EXPECTED: &str = "`halo` or `vector`";

/// Parses the parentheses of `#[agrees(…)]`: the other layout, and then a halo, or how many elements a copy between both moves at
/// a time.
pub(super) fn parse_agreement(cursor: &mut Cursor) -> Result<Agreement, Diagnostic> {
    let mut of = Parser::new().expr(cursor)?;
    symbol::agree(&mut of);
    let mut agreement = Agreement { of, halo: None, copied: None };
    if !cursor.eat_punct(',') || cursor.is_done() {
        ends(cursor, "`,` or the end of the contract")?;
        return Ok(agreement);
    }
    if cursor.eat_ident("halo") {
        cursor.punct('=', "`=` after `halo`")?;
        agreement.halo = Some(Parser::of_numbers().expr(cursor)?);
    } else if cursor.eat_ident("vector") {
        let what = "the number of elements that a copy moves at a time";
        let (vector, span) = parse_limit(cursor, "vector", Some('>'), what)?;
        agreement.copied = Some(Relayout { vector: positive(vector, span)?, range: span.into() });
    } else {
        return Err(cursor.refused(EXPECTED));
    }
    cursor.eat_punct(',');
    ends(cursor, "the end of the contract")?;
    Ok(agreement)
}

fn positive(number: i128, span: Span) -> Result<i128, Diagnostic> {
    match number {
        1.. => Ok(number),
        _ => Err(Diagnostic::new(span, "a copy moves at least 1 element at a time")),
    }
}

/// The number of positions of `#[live(…)]`.
pub(super) fn parse_live(cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
    let mut count = Parser::of_numbers().expr(cursor)?;
    symbol::agree(&mut count);
    cursor.eat_punct(',');
    ends(cursor, "the end of the contract")?;
    Ok(count)
}

fn ends(cursor: &mut Cursor, expected: &str) -> Result<(), Diagnostic> {
    cursor.end(expected)?;
    Ok(())
}
