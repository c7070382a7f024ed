//! Numbers: integers as Rust writes them, and strides along a basis.

use proc_macro2::{Literal, Punct, Span, TokenTree};

use super::axis_names;
use crate::cursor::Cursor;
use crate::limits::MAX_DEPTH;
use crate::report::{Diagnostic, brief};
use crate::syntax::ExprKind;

/// The number after a `-`.
pub(super) fn negative(cursor: &mut Cursor) -> Result<ExprKind, Diagnostic> {
    match cursor.next() {
        Some(TokenTree::Literal(literal)) => number(cursor, &literal, -1),
        other => Err(cursor.unexpected(other, "a number after `-`")),
    }
}

/// A number, or a stride along a basis that begins with one.
pub(super) fn number(
    cursor: &mut Cursor,
    literal: &Literal,
    sign: i128,
) -> Result<ExprKind, Diagnostic> {
    let value = integer(&literal.to_string(), literal.span(), sign)?;
    basis(cursor, value)
}

/// The digits of decimal numbers.
pub(crate) const DIGITS: [char; 10] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];

/// The suffixes of Rust's integers.
const SUFFIXES: [&str; 12] =
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];

/// The suffixes of C's integers.
const SUFFIXES_OF_C: [&str; 6] = ["u", "l", "ul", "ull", "ll", "uz"];

/// A number of C without its suffix, or of CuTe, `4_c`.
fn without_suffix(text: &str) -> &str {
    if let Some(digits) = text.strip_suffix("_c")
        && !text.starts_with("0x")
    {
        return digits;
    }
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L', 'z', 'Z']);
    let suffix = text[digits.len()..].to_ascii_lowercase();
    if SUFFIXES_OF_C.contains(&suffix.as_str()) { digits } else { text }
}

/// An integer as Rust writes it, without a suffix, or as C does.
pub(super) fn integer(text: &str, span: Span, sign: i128) -> Result<i128, Diagnostic> {
    let digits = without_suffix(text).replace('_', "");
    let (radix, digits) = match digits.get(..2) {
        Some("0x") => (16, &digits[2..]),
        Some("0o") => (8, &digits[2..]),
        Some("0b") => (2, &digits[2..]),
        _ => (10, digits.as_str()),
    };
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        let found = brief(text);
        let suffix = text.find(['u', 'i']).unwrap_or(text.len());
        let (number, suffix) = text.split_at(suffix);
        if SUFFIXES.contains(&suffix) && integer(number, span, sign).is_ok() {
            let message = format!("`{found}` has a suffix: integers of layouts have no type");
            return Err(Diagnostic::new(span, message).write(number, ""));
        }
        return Err(Diagnostic::new(span, format!("expected an integer, found `{found}`")));
    }
    // The least integer has no positive counterpart.
    let value = match u128::from_str_radix(digits, radix) {
        Ok(magnitude) if sign == -1 => 0i128.checked_sub_unsigned(magnitude),
        Ok(magnitude) => magnitude.try_into().ok(),
        Err(_) => None,
    };
    let Some(value) = value else {
        let message = format!("`{}` overflows: integers have 127 bits and a sign", brief(text));
        return Err(Diagnostic::new(span, message));
    };
    Ok(value)
}

/// `@1@0` after the scale of a stride, innermost mode first; the outermost, which is last, may have a name, `@lane`.
pub(super) fn basis(cursor: &mut Cursor, scale: i128) -> Result<ExprKind, Diagnostic> {
    let mut path = Vec::new();
    while cursor.at_punct('@') {
        let mark = cursor.here();
        cursor.next();
        if let Some(axis) = axis_names::name(cursor) {
            if cursor.at_punct('@') {
                let message = format!("`{}` is an axis, and no mode of one", axis.text);
                return Err(Diagnostic::new(axis.range, message).help(
                    "the name of an axis is the last, as in `1@0@lane` for mode 0 of `lane`",
                ));
            }
            return Ok(ExprKind::Axis(scale, path, axis));
        }
        let span = cursor.here();
        let index = match cursor.next() {
            Some(TokenTree::Literal(literal)) => integer(&literal.to_string(), span, 1)?,
            other => {
                let is_operand = other.is_some();
                let diagnostic =
                    cursor.unexpected(other, "the number or the name of an axis after `@`");
                // NumPy's product of matrices: here layouts are composed.
                return Err(match is_operand {
                    true => Diagnostic { range: mark.into(), ..diagnostic }.write("o", ""),
                    false => diagnostic,
                });
            }
        };
        match usize::try_from(index) {
            Ok(index) if index < MAX_DEPTH && path.len() < MAX_DEPTH => path.insert(0, index),
            _ => {
                let message = format!("a stride steps along a mode below {MAX_DEPTH}");
                return Err(Diagnostic::new(span, message));
            }
        }
    }
    Ok(if path.is_empty() { ExprKind::Int(scale) } else { ExprKind::Basis(scale, path) })
}

/// The error of `?`, and of `?{i64 div=8}`: what Python's CuTe prints of an integer that it
/// does not know. Each is its own, so that only its author knows which are the same.
pub(super) fn unnamed(mark: &Punct) -> Diagnostic {
    Diagnostic::new(mark.span(), "`?` has no name: it does not say which integers are the same")
        .help("write a name for each `?`, such as `(m,n):(n,1)` for `(?,?):(?,1)`")
        .help("`?{div=8}` is `n` with `#[assume(n % 8 == 0)]` in front")
}

/// The number after `=`, or after a mark and `=` of a bound from one side, and where it stands.
pub(super) fn parse_limit(
    cursor: &mut Cursor,
    name: &str,
    mark: Option<char>,
    what: &str,
) -> Result<(i128, Span), Diagnostic> {
    let one_sided = match mark {
        Some(mark) if cursor.at_punct(mark) => cursor.next(),
        _ => None,
    };
    if !cursor.eat_punct('=') {
        let expected = match mark {
            Some(mark) => format!("`=` or `{mark}=` after `{name}`"),
            None => format!("`=` after `{name}`"),
        };
        let Some(mark) = one_sided else { return Err(cursor.refused(&expected)) };
        let text = format!("{mark}=");
        return Err(cursor.unexpected(Some(mark), &expected).write(text, ""));
    }
    match cursor.next() {
        Some(TokenTree::Literal(literal)) => {
            let number = integer(&literal.to_string(), literal.span(), 1)?;
            Ok((number, literal.span()))
        }
        other => Err(cursor.unexpected(other, what)),
    }
}
