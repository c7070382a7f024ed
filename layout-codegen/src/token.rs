//! Questions of one token tree, which may be missing; tokens at another place.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

/// Returns whether a token is this punctuation mark.
pub(crate) fn is_punct<'a>(token: impl Into<Option<&'a TokenTree>>, mark: char) -> bool {
    matches!(token.into(), Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

/// Returns whether a token is this word.
pub(crate) fn is_ident<'a>(token: impl Into<Option<&'a TokenTree>>, word: &str) -> bool {
    matches!(token.into(), Some(TokenTree::Ident(ident)) if ident == word)
}

/// Returns whether an identifier is one of these words.
pub(crate) fn is_one_of(ident: &Ident, words: &[&str]) -> bool {
    words.iter().any(|word| ident == word)
}

/// Returns whether a token is a group of this delimiter.
pub(crate) fn is_group<'a>(token: impl Into<Option<&'a TokenTree>>, delimiter: Delimiter) -> bool {
    matches!(token.into(), Some(TokenTree::Group(group)) if group.delimiter() == delimiter)
}

/// Tokens at one place, those inside of groups, too.
pub(crate) fn respanned(tokens: TokenStream, at: Span) -> TokenStream {
    let mut placed = TokenStream::new();
    for mut token in tokens {
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), respanned(group.stream(), at)).into();
        }
        token.set_span(at);
        placed.extend([token]);
    }
    placed
}

pub(crate) fn is_comma(token: &TokenTree) -> bool {
    is_punct(token, ',')
}

pub(crate) fn is_colon(token: &TokenTree) -> bool {
    is_punct(token, ':')
}

pub(crate) fn is_semicolon(token: &TokenTree) -> bool {
    is_punct(token, ';')
}
