//! Recovery from tokens that do not parse: the item or the expression that they were probably meant to be.

use layout_algebra::CollectVec;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

use crate::keyword::{definition_keyword, is_keyword, meant_keyword, of_typedef};
use crate::nearest::nearest;
use crate::parse::{self, rust};
use crate::syntax::{
    Allowed, Contract, Definition, Expr, ExprKind, Form, Parameter, SymbolKind, Visibility,
};
use crate::token::{is_group, is_punct};

/// The definitions that tokens seem to contain, for their placeholders.
pub(super) fn recovered_definitions(tokens: &TokenStream) -> Vec<Definition> {
    let trees = tokens.clone().into_iter().collect_vec();
    let mut definitions: Vec<Definition> = Vec::new();
    let mut at = 0;
    while at < trees.len() {
        let Some(head) = Head::of(&trees[..at], &trees[at..]) else {
            at += 1;
            continue;
        };
        at += head.length;
        // Nothing can have the name, nor use it; a second item of a name would be a further mistake.
        if is_keyword(&head.name) || Definition::has_item(&definitions, &head.name.to_string()) {
            continue;
        }
        let range = head.name.span().into();
        let of = Expr { kind: ExprKind::Underscore, range };
        definitions.push(Definition {
            form: head.form,
            attributes: TokenStream::new(),
            name: head.name,
            parameters: recovered_parameters(&trees[at..]),
            value: Allowed { allow: crate::Allow::default(), assume: Vec::new(), of },
            cost: Contract::default(),
        });
    }
    definitions
}

/// The tokens up to each `;` that no keyword of a definition stands in front of, and those after the last one.
pub(super) fn ended(tokens: &TokenStream) -> Vec<TokenStream> {
    let mut ended: Vec<TokenStream> = vec![TokenStream::new()];
    let mut is_begun = false;
    for token in tokens.clone() {
        let is_end = is_punct(&token, ';') && !is_begun;
        // `struct ; Name = …`: the keyword is that of what follows.
        is_begun = matches!(&token, TokenTree::Ident(word) if definition_keyword(word).is_some());
        if let Some(last) = ended.last_mut() {
            last.extend([token]);
        }
        if is_end {
            ended.push(TokenStream::new());
        }
    }
    ended.retain(|part| !part.is_empty());
    ended
}

/// The definitions, right or wrong, each with its `;` and with what follows that begins none; all tokens as one if a name is defined
/// twice, which is a mistake of the whole.
pub(super) fn parts(tokens: &TokenStream) -> Vec<TokenStream> {
    let (mut parts, mut names): (Vec<TokenStream>, Vec<Ident>) = (Vec::new(), Vec::new());
    for part in ended(tokens) {
        let found = recovered_definitions(&part);
        let is_headless = found.is_empty() || names.is_empty();
        match parts.last_mut() {
            Some(last) if is_headless => last.extend(part),
            _ => parts.push(part),
        }
        for definition in found {
            if names.contains(&definition.name) {
                return vec![tokens.clone()];
            }
            names.push(definition.name);
        }
    }
    parts
}

/// The beginning of a definition, up to its name or to what follows the words around the name.
struct Head {
    form: Form,
    name: Ident,
    /// The tokens that it takes.
    length: usize,
}

impl Head {
    /// The head that tokens begin with, of which others stand before. `struct` and `let` begin one anywhere, with a mark before the name
    /// at most; where an item begins, words in front of `=` or `<` are one, in whatever order or misspelt, and a word alone in front of `=`.
    fn of(before: &[TokenTree], rest: &[TokenTree]) -> Option<Head> {
        let head = match before.last() {
            None | Some(TokenTree::Group(_)) => Head::where_items_begin(rest),
            Some(token) if is_punct(token, ';') => Head::where_items_begin(rest),
            Some(_) => None,
        };
        if head.is_some() { head } else { Head::behind_keyword(before, rest) }
    }

    fn where_items_begin(rest: &[TokenTree]) -> Option<Head> {
        let head = Head::of_typedef(rest);
        if head.is_some() { head } else { Head::of_words(rest) }
    }

    /// `typedef Layout<…> Name`
    fn of_typedef(rest: &[TokenTree]) -> Option<Head> {
        let (value, name) = of_typedef(rest)?;
        Some(Head { form: form("struct", &[]), name: name.clone(), length: value.len() + 2 })
    }

    fn of_words(rest: &[TokenTree]) -> Option<Head> {
        let (mut length, mut words) = (0, Vec::new());
        for (i, token) in rest.iter().enumerate() {
            match token {
                TokenTree::Ident(word) if !is_pub(token) && word != "mut" => words.push(word),
                TokenTree::Ident(_) => {}
                // `pub(crate)`
                _ if is_group(token, Delimiter::Parenthesis) && i > 0 && is_pub(&rest[i - 1]) => {}
                _ => break,
            }
            length = i + 1;
        }
        let is_list = is_punct(rest.get(length), '<');
        if !is_list && !is_assigned(&rest[length..]) {
            return None;
        }
        let is_name = |word: &&&Ident| match words.len() {
            1 => definition_keyword(word).is_none(),
            _ => keyword_of(word).is_none(),
        };
        let keyword_at = words.iter().position(|word| !is_name(&word)).unwrap_or(words.len());
        let (before, after) = words.split_at(keyword_at);
        let keyword = after.first().and_then(|word| keyword_of(word));
        let name = *after.iter().find(is_name).or_else(|| before.iter().rfind(is_name))?;
        // `Sw<3,4,3>` is none, and `Rows<m> = …` is one.
        let end = rest[length..].iter().position(|token| is_punct(token, '>'));
        let is_defined = matches!(end, Some(end) if is_assigned(&rest[length + end + 1..]));
        let is_list = is_list && !is_defined;
        if keyword.is_none() && (length > 1 || is_list) && !is_pub(&rest[0]) {
            return None;
        }
        let is_upper = name.to_string().starts_with(char::is_uppercase);
        let keyword = keyword.unwrap_or(if is_upper { "struct" } else { "let" });
        Some(Head { form: form(keyword, &rest[..length]), name: name.clone(), length })
    }

    fn behind_keyword(before: &[TokenTree], rest: &[TokenTree]) -> Option<Head> {
        let [TokenTree::Ident(keyword), after @ ..] = rest else { return None };
        let keyword = definition_keyword(keyword)?;
        let (skipped, name) = match after {
            [TokenTree::Ident(name), ..] if name != "mut" => (0, name),
            [TokenTree::Ident(_) | TokenTree::Punct(_), TokenTree::Ident(name), ..] => (1, name),
            _ => return None,
        };
        let before = &before[before.len().saturating_sub(2)..];
        Some(Head { form: form(keyword, before), name: name.clone(), length: 2 + skipped })
    }
}

/// Returns whether tokens begin with `=`, and neither with `==` nor `=>`.
fn is_assigned(tokens: &[TokenTree]) -> bool {
    let after = tokens.get(1);
    is_punct(tokens.first(), '=') && !is_punct(after, '=') && !is_punct(after, '>')
}

/// The keyword of a definition that a word is, or is meant for.
fn keyword_of(word: &Ident) -> Option<&'static str> {
    let keyword = definition_keyword(word);
    if keyword.is_some() { keyword } else { meant_keyword(word) }
}

fn form(keyword: &str, before: &[TokenTree]) -> Form {
    if keyword == "let" { Form::Let } else { Form::Item(visibility_in(before)) }
}

/// Returns whether a token is `pub`, or nearly.
fn is_pub(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(word) if nearest(&word.to_string().to_lowercase(), ["pub"]).is_some())
}

/// The constants that seem to be declared.
fn recovered_parameters(after: &[TokenTree]) -> Vec<Parameter> {
    let is_open = is_punct(after.first(), '<');
    let inside = after.iter().take_while(
        |tree| !matches!(tree, TokenTree::Punct(p) if matches!(p.as_char(), '>' | ';')),
    );
    let inside: Vec<&TokenTree> = if is_open { inside.collect_vec() } else { Vec::new() };
    let mut parameters: Vec<Parameter> = Vec::new();
    for pair in inside.windows(2) {
        let [TokenTree::Ident(keyword), TokenTree::Ident(name)] = pair else { continue };
        let new = Parameter::place(&parameters, &name.to_string()).is_none();
        // `int BM` of C++ is one, too.
        let is_const = nearest(&keyword.to_string(), ["const"]).is_some()
            || SymbolKind::of(&name.to_string()) == Some(SymbolKind::Constant);
        if is_const && new && name != "_" {
            parameters.push(Parameter { name: name.clone(), kind: SymbolKind::Constant });
        }
    }
    parameters
}

/// `pub`, `pub(…)`, or `pub` of one that is wrong among the words of a head, so that uses elsewhere find the placeholder.
fn visibility_in(trees: &[TokenTree]) -> Visibility {
    let Some(at) = trees.iter().rposition(is_pub) else { return Visibility::Inherited };
    let word = Ident::new("pub", trees[at].span());
    let scoped = rust::visibility(word.clone(), trees.get(at + 1).cloned());
    scoped.unwrap_or(Visibility::Public(word))
}

/// Returns whether tokens seem to be definitions, so that the expansion has to be an item.
pub(super) fn is_of_items(tokens: &TokenStream) -> bool {
    for (at, token) in tokens.clone().into_iter().enumerate() {
        let TokenTree::Ident(word) = token else { continue };
        let begins_item = at == 0 && (word == "pub" || parse::is_other_item(&word));
        if begins_item || definition_keyword(&word).is_some() {
            return true;
        }
    }
    false
}
