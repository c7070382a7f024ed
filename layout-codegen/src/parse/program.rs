//! Definitions and an expression that uses their names, as the command and the explorer read them.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::{Input, parse_input, parse_with_contract};
use crate::report::Diagnostic;
use crate::syntax::{Allowed, Contract, Definition, Expr};

/// Definitions, and the expression after them.
pub(crate) struct Program {
    /// The definitions, each of which may use the names of those before it.
    pub(crate) definitions: Vec<Definition>,
    /// The expression; without one, the name that is defined last.
    pub(crate) value: Allowed<Expr>,
    /// The contracts in front of the expression.
    pub(crate) contract: Box<Contract>,
}

/// Parses definitions and the expression after them. Definitions may stand in `layout! { … }`, as in a program of Rust.
///
/// # Errors
///
/// A diagnostic at the token that does not belong there.
pub(crate) fn parse_program(tokens: TokenStream) -> Result<Program, Diagnostic> {
    let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut defining: Vec<TokenTree> = Vec::new();
    loop {
        if let Some(inside) = invocation(&tokens) {
            defining.extend(inside.stream());
            let end = if tokens.get(3).is_some_and(|token| is_punct(token, ';')) { 4 } else { 3 };
            tokens.drain(..end);
        } else if starts_definition(&tokens) {
            let end = tokens.iter().position(|token| is_punct(token, ';'));
            defining.extend(tokens.drain(..end.map_or(tokens.len(), |end| end + 1)));
        } else {
            break;
        }
    }
    let definitions = match defining.is_empty() {
        true => Vec::new(),
        false => match parse_input(TokenStream::from_iter(defining))? {
            Input::Definitions(definitions) => definitions,
            Input::Expr(..) => Vec::new(),
        },
    };
    let value = match (tokens.is_empty(), definitions.last()) {
        (true, Some(last)) => TokenStream::from(TokenTree::from(last.name.clone())),
        _ => TokenStream::from_iter(tokens),
    };
    let (value, contract) = parse_with_contract(value)?;
    Ok(Program { definitions, value, contract })
}

/// The group of `layout! { … }` in front, if definitions are in it.
fn invocation(tokens: &[TokenTree]) -> Option<&Group> {
    match tokens {
        [TokenTree::Ident(name), mark, TokenTree::Group(group), ..]
            if name == "layout" && is_punct(mark, '!') =>
        {
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
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

fn is_punct(token: &TokenTree, c: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == c)
}
