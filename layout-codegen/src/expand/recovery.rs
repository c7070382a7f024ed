//! Recovery from tokens that do not parse: the item or the expression that they were probably meant to be.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::Visibility;

use crate::parse::keyword::{is_keyword, meant_keyword};
use crate::parse::{self, rust};
use crate::syntax::{Allowed, Contract, Definition, Expr, ExprKind, Form, Parameter, SymbolKind};

/// The definitions that tokens seem to contain, for their placeholders.
pub(super) fn recovered_definitions(tokens: &TokenStream) -> Vec<Definition> {
    let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut definitions = Vec::new();
    for (i, pair) in trees.windows(2).enumerate() {
        let Some((keyword, name, after)) = named(pair, &trees[..i], &trees[i + 2..]) else {
            continue;
        };
        let form = match keyword {
            "let" => Form::Let,
            _ => Form::Item(visibility_before(&trees[..i])),
        };
        // Nothing can have the name, nor use it.
        if is_keyword(name) {
            continue;
        }
        let range = name.span().into();
        let of = Expr { kind: ExprKind::Underscore, range };
        definitions.push(Definition {
            form,
            attributes: TokenStream::new(),
            name: name.clone(),
            parameters: recovered_parameters(after),
            value: Allowed { allow: crate::Allow::default(), assume: Vec::new(), of },
            cost: Contract::default(),
        });
    }
    definitions
}

/// The keyword of a definition, the name and what follows it, of two tokens that may begin it: the keyword may be misspelt or left out
/// where an item begins.
fn named<'a>(
    pair: &'a [TokenTree],
    before: &[TokenTree],
    after: &'a [TokenTree],
) -> Option<(&'static str, &'a Ident, &'a [TokenTree])> {
    let begins = match before.last() {
        None | Some(TokenTree::Group(_)) => true,
        Some(TokenTree::Punct(mark)) => mark.as_char() == ';',
        Some(TokenTree::Ident(word)) => word == "pub",
        Some(TokenTree::Literal(_)) => false,
    };
    let is = |token: Option<&TokenTree>, character: char| matches!(token, Some(TokenTree::Punct(mark)) if mark.as_char() == character);
    match pair {
        [TokenTree::Ident(keyword), TokenTree::Ident(name)] => {
            let keyword = match keyword.to_string().as_str() {
                "let" => "let",
                "struct" => "struct",
                _ if begins && (is(after.first(), '=') || is(after.first(), '<')) => {
                    meant_keyword(keyword)?
                }
                _ => return None,
            };
            Some(match after {
                [TokenTree::Ident(second), after @ ..] if name == "mut" => (keyword, second, after),
                _ => (keyword, name, after),
            })
        }
        [TokenTree::Ident(name), TokenTree::Punct(mark)]
            if begins && mark.as_char() == '=' && !is(after.first(), '=') =>
        {
            let is_upper = name.to_string().starts_with(char::is_uppercase);
            Some((if is_upper { "struct" } else { "let" }, name, after))
        }
        _ => None,
    }
}

/// The constants that seem to be declared.
fn recovered_parameters(after: &[TokenTree]) -> Vec<Parameter> {
    let is_open = matches!(after.first(), Some(TokenTree::Punct(p)) if p.as_char() == '<');
    let inside = after.iter().take_while(
        |tree| !matches!(tree, TokenTree::Punct(p) if matches!(p.as_char(), '>' | ';')),
    );
    let inside: Vec<&TokenTree> = if is_open { inside.collect() } else { Vec::new() };
    let mut parameters: Vec<Parameter> = Vec::new();
    for pair in inside.windows(2) {
        let [TokenTree::Ident(keyword), TokenTree::Ident(name)] = pair else { continue };
        let new = parameters.iter().all(|parameter| parameter.name != *name);
        if keyword == "const" && new && name != "_" {
            parameters.push(Parameter { name: name.clone(), kind: SymbolKind::Constant });
        }
    }
    parameters
}

/// `pub`, `pub(…)`, or `pub` of one that is wrong, so that uses elsewhere find the placeholder.
fn visibility_before(trees: &[TokenTree]) -> Visibility {
    let end = trees.len();
    let places = [(1, 0), (2, 0), (2, 1)].into_iter();
    let mut places = places.filter_map(|(from, to)| trees.get(end.checked_sub(from)?..end - to));
    let read = |place: &[TokenTree]| rust::read(place.iter().cloned().collect());
    places.find_map(read).unwrap_or(Visibility::Inherited)
}

/// Returns whether tokens begin as an item does, so that the expansion has to be an item.
pub(super) fn starts_item(tokens: &TokenStream) -> bool {
    matches!(tokens.clone().into_iter().next(), Some(TokenTree::Ident(ident))
        if ident == "pub" || ident == "struct" || ident == "let" || parse::is_other_item(&ident))
}
