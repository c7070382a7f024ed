//! `source: Rows, target: Columns, |t, s| …`: places of Rust with their layouts, and a function.

use layout_algebra::CollectVec;
use proc_macro2::{TokenStream, TokenTree};

use super::attributes::{Attributes, parse_attributes};
use super::parser::Parser;
use super::rust::TypeBrackets;
use super::{rust, symbol};
use crate::cursor::Cursor;
use crate::report::{Diagnostic, SpanRange};
use crate::syntax::{Allowed, Expr, Place, ViewMacro};
use crate::token::is_punct;

/// The grammar of a view macro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlaceForm {
    /// True if a pattern comes first.
    pub(crate) has_pattern: bool,
    /// The places that there may be; there are at least two.
    pub(crate) most: usize,
    /// The presence of a function after the places.
    pub(crate) function: Function,
}

/// The presence of a function after the places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    None,
    Maybe,
    Always,
}

/// The places; what follows them is a function, where there is one.
pub(crate) fn parse_view_macro(
    macro_name: &str,
    tokens: TokenStream,
    form: PlaceForm,
) -> Result<ViewMacro, Diagnostic> {
    if let Some(doubled) = doubled_comma(&tokens) {
        return Err(doubled);
    }
    let mut cursor = Cursor::new(tokens);
    let pattern = if form.has_pattern { Some(pattern(macro_name, &mut cursor)?) } else { None };
    let mut places = vec![place(macro_name, &mut cursor)?];
    comma(&mut cursor, "`,` and the other place")?;
    places.push(place(macro_name, &mut cursor)?);
    let mut has_comma = cursor.eat_punct(',');
    while has_comma && is_place(&mut cursor) {
        let place = place(macro_name, &mut cursor)?;
        if places.len() == form.most {
            return Err(one_more(macro_name, &place, form));
        }
        places.push(place);
        has_comma = cursor.eat_punct(',');
    }
    let is_function = has_comma && form.function != Function::None;
    let function = if is_function { cursor.rest() } else { TokenStream::new() };
    check_expression(&function)?;
    let expected = match (form.function, has_comma) {
        (Function::Always, false) => "`,` and a function",
        (Function::Always, true) if function.is_empty() => "a function, `|target, source| …`",
        _ if cursor.is_done() => return Ok(ViewMacro { pattern, places, function }),
        _ => "the end of the places",
    };
    Err(cursor.refused(expected))
}

/// The error of a comma after another one.
pub(crate) fn doubled_comma(tokens: &TokenStream) -> Option<Diagnostic> {
    let mut was_comma = false;
    for token in tokens.clone() {
        let is_comma = is_punct(&token, ',');
        if was_comma && is_comma {
            return Some(Diagnostic::new(token.span(), "expected a view, found `,`").surplus());
        }
        was_comma = is_comma;
    }
    None
}

/// `"m k, k n -> m n",`
fn pattern(macro_name: &str, cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
    if !cursor.at_text() {
        let message = format!("`{macro_name}!` begins with a pattern of axes in quotes");
        return Err(Diagnostic::new(cursor.here(), message)
            .help("as in `\"m k, k n -> m n\", a: A, b: B, product: C`"));
    }
    let pattern = Parser::new().expr(cursor)?;
    comma(cursor, "`,` and the places")?;
    Ok(pattern)
}

/// The error of a place more than there may be.
fn one_more(macro_name: &str, place: &Place, form: PlaceForm) -> Diagnostic {
    let sources = form.most - 1;
    let sources = format!("{sources} source{}", if sources == 1 { "" } else { "s" });
    let message = format!("`{macro_name}!` has one target and at most {sources}");
    let first = place.tokens.clone().into_iter().next();
    let range = place.layout.of.range;
    let range = first.map_or(range, |first| SpanRange::from(first.span()).to(range));
    let diagnostic = Diagnostic::new(range, message);
    match form.most {
        2 => diagnostic.help("`einsum!` and `zip_with!` have several sources"),
        _ => diagnostic,
    }
}

/// Returns whether a place comes next, and not a function: it has `:` before the next comma.
fn is_place(cursor: &mut Cursor) -> bool {
    let (mut k, mut types) = (0, TypeBrackets::default());
    loop {
        match cursor.ahead(k) {
            Some(token) if types.read(token) => {}
            Some(TokenTree::Punct(mark)) => match mark.as_char() {
                ',' | '|' => return false,
                ':' => match cursor.ahead(k + 1) {
                    Some(TokenTree::Punct(next)) if next.as_char() == ':' => k += 1,
                    _ => return true,
                },
                _ => {}
            },
            None => return false,
            Some(_) => {}
        }
        k += 1;
    }
}

fn comma(cursor: &mut Cursor, expected: &str) -> Result<(), Diagnostic> {
    if cursor.eat_punct(',') {
        return Ok(());
    }
    Err(cursor.refused(expected))
}

/// `source: Rows`
fn place(macro_name: &str, cursor: &mut Cursor) -> Result<Place, Diagnostic> {
    let start = cursor.here();
    let is_number = cursor.at_punct('-') || matches!(cursor.peek(), Some(TokenTree::Literal(_)));
    let (mut tokens, mut types) = (TokenStream::new(), TypeBrackets::default());
    let mut is_path = false;
    while let Some(token) = cursor.peek().cloned() {
        let is_type = types.read(&token);
        // The second of `::` is behind the first.
        let is_separator = std::mem::take(&mut is_path);
        if !is_type && !is_separator {
            is_path = cursor.at_path_separator();
            if cursor.at_punct(',') || cursor.at_punct(':') && !is_path {
                break;
            }
        }
        tokens.extend(cursor.next());
    }
    if tokens.is_empty() || !cursor.eat_punct(':') {
        let range = if tokens.is_empty() { cursor.here().into() } else { cursor.since(start) };
        let message = format!("`{macro_name}!` by name: each place has its layout after `:`");
        let places = match macro_name {
            "zip_with" => "target: Columns, source: Rows",
            _ => "source: Rows, target: Columns",
        };
        let help = format!("as in `{places}`, where `Rows` is the layout of the view `source`");
        return Err(Diagnostic::new(range, message).help(help));
    }
    check_expression(&tokens)?;
    if is_number {
        check_view(macro_name, &tokens)?;
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

/// Refuses a number in the place of a view.
fn check_view(macro_name: &str, tokens: &TokenStream) -> Result<(), Diagnostic> {
    let tokens = tokens.clone().into_iter().collect_vec();
    let number = match tokens.as_slice() {
        [TokenTree::Literal(number)] => number,
        [minus, TokenTree::Literal(number)] if is_punct(minus, '-') => number,
        _ => return Ok(()),
    };
    let range = SpanRange { first: tokens[0].span(), last: number.span() };
    let message = format!("`{macro_name}!` by name: `{number}` is no view");
    Err(Diagnostic::new(range, message).help("one number for all elements stands in the function"))
}

/// Refuses two operands of Rust next to each other. Rustc would read on after the first, and what it makes of that is wrong in other
/// ways too.
pub(crate) fn check_expression(tokens: &TokenStream) -> Result<(), Diagnostic> {
    let Some([one, other]) = rust::adjacent_operands(tokens) else { return Ok(()) };
    let (first, second) = (one.to_string(), other.to_string());
    let range = SpanRange { first: one.span(), last: other.span() };
    let message = format!(
        "`{first} {second}` is no expression of Rust: `,` or an operator is missing between them"
    );
    let diagnostic = Diagnostic::new(range, message);
    Err(if first == second { diagnostic.write(first, "") } else { diagnostic })
}
