//! Questions of one token tree, which may be missing; tokens at another place.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

/// Returns whether a token is this punctuation mark.
#[must_use]
pub fn is_punct<'a>(token: impl Into<Option<&'a TokenTree>>, mark: char) -> bool {
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

/// Tokens with other spans, those inside of groups, too: `span_of` computes the span of a token, which it sees with its own one, and with
/// whether it is the last token of its list.
pub(crate) fn with_spans(
    tokens: TokenStream,
    span_of: &dyn Fn(&TokenTree, bool) -> Span,
) -> TokenStream {
    let (mut respanned, mut tokens) = (TokenStream::new(), tokens.into_iter().peekable());
    while let Some(mut token) = tokens.next() {
        let span = span_of(&token, tokens.peek().is_none());
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), with_spans(group.stream(), span_of)).into();
        }
        token.set_span(span);
        respanned.extend([token]);
    }
    respanned
}

/// [`with_spans`], all of which are one.
pub(crate) fn respanned(tokens: TokenStream, at: Span) -> TokenStream {
    with_spans(tokens, &|_, _| at)
}

/// Returns whether a token is a comma.
#[must_use]
pub fn is_comma(token: &TokenTree) -> bool {
    is_punct(token, ',')
}

pub(crate) fn is_colon(token: &TokenTree) -> bool {
    is_punct(token, ':')
}

pub(crate) fn is_semicolon(token: &TokenTree) -> bool {
    is_punct(token, ';')
}
