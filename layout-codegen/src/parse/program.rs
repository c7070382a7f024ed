//! Definitions and an expression that uses their names, as the command and the explorer read them.

use crate::token::{is_punct, is_semicolon};
use layout_algebra::CollectVec;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Definitions, and the expression after them.
pub(crate) struct Program {
    /// The definitions, each of which may use the names of those before it.
    pub(crate) definitions: Vec<Vec<TokenTree>>,
    /// The expression; empty after definitions alone.
    pub(crate) value: Vec<TokenTree>,
}

/// Splits definitions from the expression after them. Definitions may stand in `layout! { … }`, as in a program of Rust.
pub(crate) fn parse_program(tokens: TokenStream) -> Program {
    let mut tokens = tokens.into_iter().collect_vec();
    let mut definitions: Vec<Vec<TokenTree>> = Vec::new();
    loop {
        if let Some(inside) = invocation(&tokens) {
            let mut inside = inside.stream().into_iter().collect_vec();
            while !inside.is_empty() {
                definitions.push(statement(&mut inside));
            }
            let end = if is_punct(tokens.get(3), ';') { 4 } else { 3 };
            tokens.drain(..end);
        } else if starts_definition(&tokens) {
            definitions.push(statement(&mut tokens));
        } else {
            return Program { definitions, value: tokens };
        }
    }
}

/// Takes the tokens up to the first `;`, with it.
fn statement(tokens: &mut Vec<TokenTree>) -> Vec<TokenTree> {
    let last = tokens.iter().position(is_semicolon).unwrap_or(tokens.len());
    tokens.drain(..tokens.len().min(last + 1)).collect_vec()
}

/// The tokens of the value of a definition that has neither attributes nor symbols of its own.
pub(crate) fn plain_value(statement: &[TokenTree]) -> Option<&[TokenTree]> {
    let [TokenTree::Ident(_), TokenTree::Ident(_), mark, value @ ..] = statement else {
        return None;
    };
    let end = value.iter().position(is_semicolon).unwrap_or(value.len());
    is_punct(mark, '=').then_some(&value[..end])
}

/// The group of `layout! { … }` in front, if definitions are in it.
fn invocation(tokens: &[TokenTree]) -> Option<&Group> {
    match tokens {
        [TokenTree::Ident(name), mark, TokenTree::Group(group), ..]
            if name == "layout" && is_punct(mark, '!') =>
        {
            let inside = group.stream().into_iter().collect_vec();
            starts_definition(&inside).then_some(group)
        }
        _ => None,
    }
}

/// Returns true if tokens begin with a definition, behind its attributes.
fn starts_definition(tokens: &[TokenTree]) -> bool {
    match tokens {
        [mark, TokenTree::Group(group), rest @ ..]
            if is_punct(mark, '#') && group.delimiter() == Delimiter::Bracket =>
        {
            starts_definition(rest)
        }
        [TokenTree::Ident(word), TokenTree::Ident(_) | TokenTree::Group(_), ..] => {
            word == "pub" || word == "struct" || word == "let"
        }
        _ => false,
    }
}
