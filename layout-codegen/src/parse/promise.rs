//! Contracts of accesses: `#[banks(…)]`, `#[coalesced(…)]`, `#[vector(…)]`, `#[covers(…)]`.

use proc_macro2::TokenTree;

use super::attributes::parse_limit;
use super::expression::Parser;
use super::symbol;
use crate::cursor::Cursor;
use crate::report::{Diagnostic, SpanRange};
use crate::syntax::{Expr, Memory, Promise};

/// The tile of `#[covers(…)]`: a shape, or a layout for its shape.
pub(super) fn parse_tile(cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
    let mut tile = Parser::new().expr(cursor)?;
    symbol::agree(&mut tile);
    let Some(extra) = cursor.next() else { return Ok(tile) };
    let is_list = matches!(&extra, TokenTree::Punct(punct) if punct.as_char() == ',');
    let diagnostic = cursor.unexpected(Some(extra), "the end of the tile");
    Err(match is_list {
        true => diagnostic.help("a tile of several modes is a tuple, as in `#[covers((16,8))]`"),
        false => diagnostic,
    })
}

/// What is in the parentheses of a contract of accesses: its limit and the bits, in any order, and
/// the bytes, which may be left out where they are no limit.
pub(super) fn parse_promise(cursor: &mut Cursor, memory: Memory) -> Result<Promise, Diagnostic> {
    let keys = memory.keys();
    let named: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
    let expected = match named.split_last() {
        Some((last, before)) => format!("{} or {last}", before.join(", ")),
        None => String::new(),
    };
    let mut numbers: [Option<(usize, SpanRange)>; 3] = [None; 3];
    while !cursor.is_done() {
        let start = cursor.here();
        let Some(word) = cursor.next_ident() else {
            let token = cursor.next();
            return Err(cursor.unexpected(token, &expected));
        };
        let Some(place) = keys.iter().position(|key| word == key) else {
            return Err(cursor.unexpected(Some(TokenTree::Ident(word)), &expected));
        };
        if numbers[place].is_some() {
            return Err(Diagnostic::new(word.span(), format!("`{word}` is there twice")));
        }
        // The first is the limit, from above or from below.
        let mark = match (place, memory) {
            (0, Memory::Vector) => Some('>'),
            (0, Memory::Banks | Memory::Sectors) => Some('<'),
            _ => None,
        };
        let (key, what) = (keys[place], format!("the number of `{word}`"));
        let (number, span) = parse_limit(cursor, key, mark, &what)?;
        let number = usize::try_from(number).map_err(|_| {
            let message = format!("{number} {key} are more than there can be");
            Diagnostic::new(span, message)
        })?;
        numbers[place] = Some((number, cursor.since(start)));
        if !cursor.eat_punct(',')
            && let extra @ Some(_) = cursor.next()
        {
            return Err(cursor.unexpected(extra, "`,` or the end of the contract"));
        }
    }
    let [limit, bits, bytes] = numbers;
    let missing = |place: usize| {
        let example = memory.example();
        cursor.unexpected(None, &format!("`{}`, as in `{example}`", keys[place]))
    };
    let (limit, range) = limit.ok_or_else(|| missing(0))?;
    let (bits, _) = bits.ok_or_else(|| missing(1))?;
    Ok(Promise { memory, range, limit, bits, bytes: bytes.map(|(bytes, _)| bytes) })
}
