//! Contracts of accesses: `#[banks(…)]`, `#[coalesced(…)]`, `#[vector(…)]`, `#[covers(…)]`.

use layout_algebra::CollectVec;
use layout_algebra::hardware::Machine;
use proc_macro2::{Delimiter, Span, TokenTree};

use super::number::parse_limit;
use super::parser::Parser;
use super::symbol;
use crate::cursor::Cursor;
use crate::nearest::nearest;
use crate::report::{Diagnostic, SpanRange, brief, quoted};
use crate::syntax::{AccessContract, Accessor, Expr, Memory};
use crate::token::is_punct;

fn expression(cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
    let mut expr = Parser::new().expr(cursor)?;
    symbol::agree(&mut expr);
    Ok(expr)
}

/// The tile of `#[covers(…)]`: a shape, or a layout for its shape.
pub(super) fn parse_tile(cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
    let tile = expression(cursor)?;
    let Some(extra) = cursor.next() else { return Ok(tile) };
    let is_list = is_punct(&extra, ',');
    let diagnostic = cursor.unexpected(Some(extra), "the end of the tile");
    Err(match is_list {
        true => diagnostic.help("a tile of several modes is a tuple, as in `#[covers((16,8))]`"),
        false => diagnostic,
    })
}

/// `(layout, bytes = 16)` after `by`: the bytes may be left out.
fn parse_accessor(cursor: &mut Cursor) -> Result<Accessor, Diagnostic> {
    let Some(list) = cursor.next_group(Delimiter::Parenthesis) else {
        return Err(cursor.refused("`(` with the layout of who accesses this one"));
    };
    let mut inside = Cursor::inside(&list);
    let (of, mut bytes) = (expression(&mut inside)?, None);
    if inside.eat_punct(',') && !inside.is_done() {
        inside.word("bytes", "`bytes`")?;
        let (number, span) = parse_limit(&mut inside, "bytes", None, "the number of `bytes`")?;
        bytes = Some(whole(number, span, "bytes")?);
        inside.eat_punct(',');
    }
    inside.end("`, bytes = …` or `)` after the layout")?;
    Ok(Accessor { of, bytes })
}

fn whole(number: i128, span: Span, key: &str) -> Result<usize, Diagnostic> {
    let message = format!("{number} {key} are more than there can be");
    usize::try_from(number).or(Err(Diagnostic::new(span, message)))
}

/// `= "gfx950"` after `machine`.
fn parse_machine(cursor: &mut Cursor) -> Result<&'static Machine, Diagnostic> {
    cursor.punct('=', "`=` after `machine`")?;
    let expected = "the name of a machine, as in `machine = \"sm_100\"`";
    let literal = match cursor.next() {
        Some(TokenTree::Literal(literal)) => literal,
        other => return Err(cursor.unexpected(other, expected)),
    };
    let text = literal.to_string();
    let Some(name) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
        return Err(cursor.unexpected(Some(TokenTree::Literal(literal)), expected));
    };
    if let Some(machine) = Machine::named(name) {
        return Ok(machine);
    }
    let names = Machine::ALL.iter().map(|machine| machine.name).collect_vec();
    let message = format!("there is no machine `{}`", brief(name));
    let diagnostic = Diagnostic::new(literal.span(), message);
    Err(match nearest(name, names.iter().copied()) {
        Some(near) if name.len() < 100 => diagnostic.meant(format!("\"{near}\"")),
        _ => diagnostic.help(format!("the machines are {}", names.join(", "))),
    })
}

/// Parses the parentheses of a contract of accesses: its limit and the bits, in any order, and the
/// bytes, which may be left out where they are no limit; the machine; of banks, the accessors, too.
pub(super) fn parse_access_contract(
    cursor: &mut Cursor,
    memory: Memory,
) -> Result<AccessContract, Diagnostic> {
    let keys = memory.keys();
    let has_accessors = memory == Memory::Banks;
    let expected = match has_accessors {
        true => format!("{}, `machine` or `by`", quoted(keys)),
        false => format!("{} or `machine`", quoted(keys)),
    };
    let (mut numbers, mut accessors) = ([const { None::<(usize, SpanRange)> }; 3], Vec::new());
    let mut machine = None;
    while !cursor.is_done() {
        let start = cursor.here();
        let Some(word) = cursor.next_ident() else {
            return Err(cursor.refused(&expected));
        };
        if has_accessors && word == "by" {
            accessors.push(parse_accessor(cursor)?);
            comma(cursor)?;
            continue;
        }
        if word == "machine" {
            if machine.is_some() {
                return Err(Diagnostic::new(word.span(), "`machine` is there twice"));
            }
            machine = Some(parse_machine(cursor)?);
            comma(cursor)?;
            continue;
        }
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
        let number = whole(number, span, key)?;
        if place > 0 && number == 0 {
            return Err(Diagnostic::new(
                span,
                format!("`{key}` of an element or an access are not 0"),
            ));
        }
        numbers[place] = Some((number, cursor.since(start)));
        comma(cursor)?;
    }
    let [limit, bits, bytes] = numbers;
    let (Some((limit, range)), Some((bits, _))) = (limit, bits) else {
        let (missing, example) = (keys[usize::from(limit.is_some())], memory.example());
        return Err(cursor.unexpected(None, &format!("`{missing}`, as in `{example}`")));
    };
    let bytes = bytes.map(|(bytes, _)| bytes);
    let machine = machine.unwrap_or(&Machine::SM_90);
    if memory == Memory::Banks && !machine.has_banks() {
        let message = format!("{} has no shared memory whose banks are known", machine.name);
        return Err(Diagnostic::new(range, message));
    }
    Ok(AccessContract { memory, range, limit, bits, bytes, machine, by: accessors })
}

/// Takes the comma between the parts of a contract.
fn comma(cursor: &mut Cursor) -> Result<(), Diagnostic> {
    if !cursor.eat_punct(',')
        && let extra @ Some(_) = cursor.next()
    {
        return Err(cursor.unexpected(extra, "`,` or the end of the contract"));
    }
    Ok(())
}
