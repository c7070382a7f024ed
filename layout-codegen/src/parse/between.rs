//! `source: Rows, target: Columns, |t, s| …`: two places of Rust with their layouts, and a function.

use proc_macro2::TokenStream;

use super::attributes::{Attributes, parse_attributes};
use super::expression::Parser;
use super::symbol;
use crate::cursor::Cursor;
use crate::report::Diagnostic;
use crate::syntax::{Allowed, Between, Place};

/// Two places; what follows them is a function, where there is one.
pub(crate) fn parse_between(
    macro_name: &str,
    tokens: TokenStream,
    has_function: bool,
) -> Result<Between, Diagnostic> {
    let mut cursor = Cursor::new(tokens);
    let first = place(macro_name, &mut cursor)?;
    comma(&mut cursor, "`,` and the other place")?;
    let second = place(macro_name, &mut cursor)?;
    let mut function = TokenStream::new();
    if has_function {
        comma(&mut cursor, "`,` and a function")?;
        function = cursor.rest();
        if function.is_empty() {
            let token = cursor.next();
            return Err(cursor.unexpected(token, "a function, `|target, source| …`"));
        }
        return Ok(Between { first, second, function });
    }
    cursor.eat_punct(',');
    match cursor.next() {
        extra @ Some(_) => Err(cursor.unexpected(extra, "the end of the places")),
        None => Ok(Between { first, second, function }),
    }
}

fn comma(cursor: &mut Cursor, expected: &str) -> Result<(), Diagnostic> {
    if cursor.eat_punct(',') {
        return Ok(());
    }
    let token = cursor.next();
    Err(cursor.unexpected(token, expected))
}

/// `source: Rows`
fn place(macro_name: &str, cursor: &mut Cursor) -> Result<Place, Diagnostic> {
    let start = cursor.here();
    let mut tokens = TokenStream::new();
    while !cursor.is_done() && !cursor.at_punct(',') {
        if cursor.at_path_separator() {
            tokens.extend([cursor.next(), cursor.next()].into_iter().flatten());
        } else if cursor.at_punct(':') {
            break;
        } else {
            tokens.extend(cursor.next());
        }
    }
    if tokens.is_empty() || !cursor.eat_punct(':') {
        let range = if tokens.is_empty() { cursor.here().into() } else { cursor.since(start) };
        let message = format!("`{macro_name}!` by name: each place has its layout after `:`");
        return Err(Diagnostic::new(range, message)
            .help("as in `source: Rows, target: Columns`, where `Rows` is the layout of the view `source`"));
    }
    let attributes = parse_attributes(cursor)?;
    attributes.reject_others("a layout")?;
    if let Some((lint, range)) = attributes.cost.expects.first() {
        let name = lint.name();
        let message = format!(
            "`#[expect({name})]` stands in front of an expression or a definition\n\
             here `#[allow({name})]` lets the same through"
        );
        return Err(Diagnostic::new(*range, message));
    }
    let mut of = Parser::new().expr(cursor)?;
    symbol::agree(&mut of);
    let Attributes { allow, assume, .. } = attributes;
    Ok(Place { tokens, layout: Allowed { allow, assume, of } })
}
