//! `|target, source| …`: the function of a view macro, which is Rust's own: what is known to be wrong whatever the types are.

use layout_algebra::CollectVec;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::rust::TypeBrackets;
use crate::cursor::Cursor;
use crate::keyword::is_keyword;
use crate::report::{Diagnostic, Patch, SpanRange};
use crate::syntax::SymbolKind;
use crate::token::{is_comma, is_ident, is_punct};

/// Refuses a closure that has not one parameter for each place, the first of them a mutable reference, the others shared ones, or that
/// answers a value, or behind which others stand. Of a function that is no closure, rustc knows the parameters alone.
pub(crate) fn check_function(
    macro_name: &str,
    function: &TokenStream,
    places: usize,
) -> Result<(), Diagnostic> {
    let tokens = function.clone().into_iter().collect_vec();
    check_begin(&tokens)?;
    let Some(closure) = Closure::of(&tokens) else { return Ok(()) };
    let count = closure.parameters.len();
    if count != places {
        let s = if count == 1 { "" } else { "s" };
        let message = format!(
            "{macro_name}!: the function has {count} parameter{s}, and {places} places are given\n\
             it has a parameter for each place, that of the target first"
        );
        // Those that are too many.
        let surplus = closure.parameters.get(places..).unwrap_or_default().concat();
        return Err(match (surplus.first(), surplus.last()) {
            (Some(first), Some(last)) => {
                let range = SpanRange::from(first).to(last.into());
                Diagnostic::new(range, message).help("leave it out, or give it a place")
            }
            _ => Diagnostic::new(closure.head, message),
        });
    }
    for (i, parameter) in closure.parameters.iter().enumerate() {
        check_parameter(macro_name, parameter, i == 0)?;
    }
    check_end(macro_name, closure.body)?;
    check_body(macro_name, closure.body)
}

/// A closure of Rust.
struct Closure<'a> {
    /// From the first `|` to the second.
    head: SpanRange,
    parameters: Vec<&'a [TokenTree]>,
    body: &'a [TokenTree],
}

impl<'a> Closure<'a> {
    fn of(tokens: &'a [TokenTree]) -> Option<Self> {
        let is_move = is_ident(tokens.first(), "move");
        let start = usize::from(is_move);
        let open = if is_punct(tokens.get(start), '|') { &tokens[start] } else { return None };
        let length = bar(&tokens[start + 1..])?;
        let (inside, rest) = tokens[start + 1..].split_at(length);
        let (mut parameters, mut depth, mut begin) = (Vec::new(), 0, 0);
        for (i, token) in inside.iter().enumerate() {
            let is_arrow = i > 0 && is_punct(&inside[i - 1], '-');
            depth += i32::from(is_punct(token, '<')) - i32::from(is_punct(token, '>') && !is_arrow);
            if depth == 0 && is_punct(token, ',') {
                if begin < i {
                    parameters.push(&inside[begin..i]);
                }
                begin = i + 1;
            }
        }
        // A comma may be the last.
        if begin < inside.len() {
            parameters.push(&inside[begin..]);
        }
        let head = SpanRange { first: open.span(), last: rest[0].span() };
        Some(Closure { head, parameters, body: &rest[1..] })
    }
}

/// The place of the first `|`.
fn bar(tokens: &[TokenTree]) -> Option<usize> {
    tokens.iter().position(|token| is_punct(token, '|'))
}

/// Refuses other operands in front of a closure, and its parameters without the first `|`: rustc would take them for arguments.
fn check_begin(function: &[TokenTree]) -> Result<(), Diagnostic> {
    let before = &function[..bar(function).unwrap_or_default()];
    let Some(comma) = before.iter().position(is_comma) else { return Ok(()) };
    let (first, last) = (&before[0], &before[comma.max(1) - 1]);
    let range = SpanRange { first: first.span(), last: last.span() };
    let message = format!("expected a function, `|target, source| …`, found `{first}`");
    // An argument of Python.
    if is_punct(before.get(1), '=') {
        return Err(Diagnostic::new(first.span(), message));
    }
    let diagnostic = Diagnostic::new(range, message);
    Err(if comma == 0 { diagnostic.surplus() } else { diagnostic.write(format!("|{first}"), "") })
}

/// Refuses a parameter whose pattern or type is that of a value, or of the reference that only the other side has.
fn check_parameter(
    macro_name: &str,
    parameter: &[TokenTree],
    is_target: bool,
) -> Result<(), Diagnostic> {
    if let [TokenTree::Ident(_)] = parameter {
        return Ok(());
    }
    let mut cursor = Cursor::new(parameter.iter().cloned().collect());
    let (mut pattern, mut colon) = (Vec::new(), None);
    while !cursor.is_done() && colon.is_none() {
        let is_colon = cursor.at_colon();
        let is_path = cursor.at_path_separator();
        let token = cursor.next();
        if is_colon {
            colon = token
        } else {
            pattern.extend(token)
        }
        if is_path {
            pattern.extend(cursor.next());
        }
    }
    let of_type = cursor.rest().into_iter().collect_vec();
    let (side, mark) = match is_target {
        true => ("the target is a mutable reference", "&mut "),
        false => ("a source is a shared reference", "&"),
    };
    let message = format!("{macro_name}!: the element of {side}, `{mark}_`");
    if let Some(inside) = is_reference(&pattern, !is_target) {
        let first = SpanRange::from(pattern[0].span());
        let all = first.to(pattern[pattern.len() - 1].span().into());
        let inside = inside.iter().cloned().collect::<TokenStream>();
        let wrong = Diagnostic::new(all, message);
        return Err(match is_target {
            true => wrong.help(format!("`{inside}` takes it, and `*{inside} = …` writes it")),
            false => wrong.write(format!("&{inside}"), ""),
        });
    }
    let (Some(first), Some(last)) = (of_type.first(), of_type.last()) else { return Ok(()) };
    let range = SpanRange { first: first.span(), last: last.span() };
    if let Some(inside) = is_reference(&of_type, !is_target) {
        let inside = inside.iter().cloned().collect::<TokenStream>();
        return Err(Diagnostic::new(range, message).write(format!("{mark}{inside}"), ""));
    }
    if !is_value(&of_type) {
        return Ok(());
    }
    let written = of_type.iter().cloned().collect::<TokenStream>();
    Err(match pattern.as_slice() {
        [TokenTree::Ident(name)] if !is_target => {
            let range = SpanRange { first: name.span(), last: last.span() };
            Diagnostic::new(range, message).write(format!("&{name}: &{written}"), "")
        }
        _ => Diagnostic::new(range, message).help(format!("its type is `{mark}{written}`")),
    })
}

/// The tokens after the `&` of a shared reference or the `&mut` of a mutable one, and its lifetime, if they begin so.
fn is_reference(tokens: &[TokenTree], is_mutable: bool) -> Option<&[TokenTree]> {
    let [and, rest @ ..] = tokens else { return None };
    if !is_punct(and, '&') {
        return None;
    }
    let rest = match rest {
        [quote, TokenTree::Ident(_), rest @ ..] if is_punct(quote, '\'') => rest,
        rest => rest,
    };
    match rest {
        [TokenTree::Ident(word), rest @ ..] if word == "mut" => is_mutable.then_some(rest),
        rest => (!is_mutable).then_some(rest),
    }
}

/// Returns whether a type is none of a reference, whatever is declared: a primitive, whose name is a word, an array or a tuple.
fn is_value(of_type: &[TokenTree]) -> bool {
    match of_type {
        [TokenTree::Ident(name)] => {
            SymbolKind::of(&name.to_string()) == Some(SymbolKind::RunTime) && !is_keyword(name)
        }
        [TokenTree::Group(group)] => match group.delimiter() {
            Delimiter::Bracket => true,
            Delimiter::Parenthesis => group.stream().into_iter().any(|it| is_punct(&it, ',')),
            Delimiter::Brace | Delimiter::None => false,
        },
        _ => false,
    }
}

/// Refuses operands behind the function, as `axis = 1` of an array library: rustc would take them for arguments of what is called.
fn check_end(macro_name: &str, body: &[TokenTree]) -> Result<(), Diagnostic> {
    let mut types = TypeBrackets::default();
    for (i, token) in body.iter().enumerate() {
        let is_end = !types.read(token) && is_punct(token, ',');
        let rest = body.get(i + 1..).unwrap_or_default();
        if let (true, [first, .., last] | [first @ last]) = (is_end, rest) {
            let range = SpanRange::from(first).to(last.into());
            let with_comma = SpanRange::from(token).to(range);
            let message = format!("{macro_name}!: the function is the last operand");
            return Err(Diagnostic::new(range, message).patch(Patch {
                range: with_comma,
                text: String::new(),
                says: "leave it out".to_owned(),
            }));
        }
    }
    Ok(())
}

/// Refuses a sum or a product: its value would not be used.
fn check_body(macro_name: &str, body: &[TokenTree]) -> Result<(), Diagnostic> {
    let is_part = |token: &TokenTree| match token {
        TokenTree::Punct(mark) => "+-*/%&.".contains(mark.as_char()),
        TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
        TokenTree::Ident(_) | TokenTree::Literal(_) => true,
    };
    let is_operator = |pair: &[TokenTree]| {
        let is_operand = !matches!(pair[0], TokenTree::Punct(_));
        is_operand && "+-*/%".chars().any(|mark| is_punct(&pair[1], mark))
    };
    // A statement begins with a keyword.
    let is_statement = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if is_keyword(word) && word != "as" && word != "self");
    let (Some(first), Some(last)) = (body.first(), body.last()) else { return Ok(()) };
    if !body.iter().all(is_part)
        || !body.windows(2).any(is_operator)
        || body.iter().any(is_statement)
    {
        return Ok(());
    }
    let range = SpanRange { first: first.span(), last: last.span() };
    let message = format!("{macro_name}!: the value of the function is not used");
    Err(Diagnostic::new(range, message)
        .help("the function writes the element of the target, as in `|t, s| *t += s`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_function_is_the_last_operand() {
        let is_right = |text: &str| check_function("fold", &text.parse().unwrap(), 2).is_ok();
        for right in [
            "|s, x| *s += x",
            "|s, x| *s += x,",
            "|s, x| *s += f::<u8, 2>(*x)",
            "|s, x| *s += *x as Pair<u8, 2>",
            "|s, x| <Pair<u8, 2>>::add(s, x)",
            "|s: &mut HashMap<u8, u16>, x| { s.insert(*x, 1); }",
            "add::<u8, 2>",
            "|s, x| *s = if *x < 2 { a } else { b }",
        ] {
            assert!(is_right(right), "{right}");
        }
        for wrong in
            ["|s, x| *s += x, axis = 1", "|s, x| *s += *x < 2, 3 > 1", "|s, x| { *s += x }, 0"]
        {
            assert!(!is_right(wrong), "{wrong}");
        }
    }
}
