//! Types of layouts in MLIR: FlyDSL's `!fly.layout<(3,2):(24,1)>` and CuTe's `!cute.layout<"(4,8):(8,1)">`.

use layout_algebra::{CollectVec, Function, Step, Stride};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::scan::{self, is_mark, word_at};
use crate::cursor::Cursor;
use crate::limits::{is_shallow, too_deep};
use crate::nearest::lookup;
use crate::report::{Diagnostic, SpanRange};
use crate::token::is_ident;

/// The dialects, and their types that are values of the language.
const DIALECTS: [(&str, &[&str]); 2] = [
    ("fly", &["composed_layout", "int_tuple", "layout", "swizzle"]),
    (
        "cute",
        &[
            "composed_layout",
            "coord",
            "int_tuple",
            "layout",
            "memref",
            "shape",
            "stride",
            "swizzle",
            "tile",
        ],
    ),
];

/// Returns whether `!fly.` or `!cute.` comes next, or what FlyDSL prints of a value, `Layout<(3,2):(24,1)>`.
pub(super) fn is_next(cursor: &mut Cursor) -> bool {
    is_value_next(cursor)
        || is_mark(cursor, 0, '!')
            && matches!(word_at(cursor, 1), Some(word) if lookup(&DIALECTS, &word).is_some())
            && is_mark(cursor, 2, '.')
}

/// Returns whether `Layout<` comes next, with a shape and a colon after it.
fn is_value_next(cursor: &mut Cursor) -> bool {
    let is_shape = matches!(cursor.ahead(2), Some(TokenTree::Group(_) | TokenTree::Literal(_)));
    is_ident(cursor.ahead(0), "Layout")
        && is_mark(cursor, 1, '<')
        && is_shape
        && is_mark(cursor, 3, ':')
        && !is_mark(cursor, 4, ':')
}

pub(super) fn read(cursor: &mut Cursor) -> Result<String, Diagnostic> {
    if cursor.eat_ident("Layout") {
        return inside(cursor);
    }
    scan::marks(cursor, "!")?;
    let dialect = cursor.ident("a dialect")?.to_string();
    scan::marks(cursor, ".")?;
    let types = lookup(&DIALECTS, &dialect).copied().unwrap_or_default();
    let what = format!("the types of `!{dialect}` that are values here");
    scan::one_of(cursor, "a type", &what, types)?;
    inside(cursor)
}

/// The value in `<…>`.
fn inside(cursor: &mut Cursor) -> Result<String, Diagnostic> {
    scan::marks(cursor, "<")?;
    let start = cursor.here();
    let inside = scan::angles(cursor)?;
    text(inside, cursor.since(start))
}

/// The value of the tokens of a type: of CuTe's, what stands in quotes.
fn text(tokens: Vec<TokenTree>, range: SpanRange) -> Result<String, Diagnostic> {
    let mut quoted = None;
    for token in &tokens {
        if let TokenTree::Literal(literal) = token
            && let Some(text) = literal.to_string().strip_prefix('"')
        {
            if quoted.is_some() {
                let message = "a type has one layout in quotes, and this is another text";
                return Err(Diagnostic::new(literal.span(), message));
            }
            quoted = Some(text.trim_end_matches('"').to_owned());
        }
    }
    if quoted.is_some()
        && let Some(swizzle) = tokens.iter().find(|token| is_ident(*token, "S"))
    {
        let message = "a swizzle of the pointer moves addresses in bytes, and is not in the layout";
        let help = "write both with the bits of an element: `Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)`";
        return Err(Diagnostic::new(swizzle.span(), message).help(help));
    }
    let tokens: TokenStream = match quoted {
        Some(text) => {
            text.parse().or(Err(Diagnostic::new(range, "the text in quotes has no tokens")))?
        }
        None => tokens.into_iter().collect(),
    };
    if !is_shallow(&tokens) {
        return Err(too_deep(range));
    }
    let mut text = String::new();
    here(tokens, range, &mut text)?;
    Ok(text)
}

/// The tokens in the language: `1E0` is `1@0`, and what is in brackets in parentheses.
fn here(tokens: TokenStream, range: SpanRange, text: &mut String) -> Result<(), Diagnostic> {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Brace => ('{', '}'),
                    _ => ('(', ')'),
                };
                text.push(open);
                here(group.stream(), range, text)?;
                text.push(close);
            }
            TokenTree::Punct(punct) if matches!(punct.as_char(), '?' | '*') => {
                let message =
                    format!("`{}` is an integer that is known at run time", punct.as_char());
                let help = "write a number or a name for it, such as `m`";
                return Err(Diagnostic::new(range, message).help(help));
            }
            TokenTree::Punct(punct) => text.push(punct.as_char()),
            TokenTree::Ident(word) if word == "CS" => {
                let message =
                    "a swizzle `CS<…>` of coordinates is no swizzle of offsets, and is not read";
                return Err(Diagnostic::new(range, message));
            }
            TokenTree::Ident(word) if word == "o" => text.push_str(" o "),
            TokenTree::Ident(word) => text.push_str(&format!("{word} ")),
            // Two in a row are no one number.
            TokenTree::Literal(literal) => {
                text.push_str(&format!("{} ", basis(&literal.to_string())));
            }
        }
    }
    Ok(())
}

/// `1E0E1` as `1@1@0`: the path is outermost first there.
fn basis(literal: &str) -> String {
    let mut parts = literal.split('E');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts.collect_vec().into_iter().rev() {
        text += &format!("@{part}");
    }
    text
}

/// A stride of FlyDSL.
fn along(stride: &Stride) -> String {
    let path = stride.mode().indices().iter().map(|index| format!("E{index}"));
    format!("{}{}", stride.scale(), path.collect::<String>())
}

/// A swizzle, or a layout with strides by a function.
fn step_text(step: &Step, of: fn(&Stride) -> String) -> String {
    match step {
        Step::Swizzle(swizzle) => {
            format!("S<{},{},{}>", swizzle.bits(), swizzle.base(), swizzle.shift())
        }
        Step::Layout(layout) => {
            format!("{}:{}", layout.shape(), layout.stride().map(&mut |stride| of(stride)))
        }
    }
}

/// The layout, the swizzle or the composition, with strides by a function, and `S<…>` for swizzles.
fn written(
    function: &Function,
    of: fn(&Stride) -> String,
) -> Result<(&'static str, String), String> {
    let (kind, text) = match function {
        Function::Layout(layout) => ("layout", step_text(&Step::Layout(layout.clone()), of)),
        Function::Swizzle(swizzle) => ("swizzle", step_text(&Step::Swizzle(*swizzle), of)),
        Function::Composed(composed) => {
            let mut text = step_text(composed.inner(), of);
            for (place, (outer, offset)) in composed.outer().iter().rev().enumerate() {
                let inner = if place == 0 { text } else { format!("[{text}]") };
                text = format!("{} o {offset} o {inner}", step_text(outer, of));
            }
            ("composed_layout", text)
        }
    };
    if text.contains(|c: char| c.is_ascii_lowercase() && c != 'o') {
        return Err("it has sizes that are known at run time: all are numbers in a type".to_owned());
    }
    Ok((kind, text))
}

pub(super) fn write_fly(function: &Function) -> Result<String, String> {
    let (kind, text) = written(function, along)?;
    Ok(format!("!fly.{kind}<{text}>"))
}

pub(super) fn write_cute(function: &Function) -> Result<String, String> {
    let (kind, text) = written(function, Stride::to_string)?;
    if text.contains('[') {
        return Err(format!("{text} has several steps after the layout: one is written there"));
    }
    Ok(format!("!cute.{kind}<\"{text}\">"))
}
