//! Places among the tokens of an input, and other tokens in them.

use layout_algebra::CollectVec;
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};

use crate::parse::spelled;
use crate::report::SpanRange;
use crate::token::{is_comma, is_semicolon, respanned};

/// Tokens that follow each other in one group of an input.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The groups around them, outermost first, each by its index among its siblings.
    pub(super) path: Vec<usize>,
    /// The tokens of the innermost of these groups, or of the input.
    pub(super) among: Vec<TokenTree>,
    /// The first.
    pub(super) from: usize,
    /// Past the last.
    pub(super) to: usize,
    /// True if the first token is a group of which the opening delimiter alone is meant.
    pub(super) open: bool,
}

impl Place {
    /// The place of the tokens of a range.
    pub(super) fn find(input: &TokenStream, range: SpanRange) -> Option<Place> {
        find(input, &key(range.first), &key(range.last), &mut Vec::new())
    }

    /// All tokens of an input.
    pub(super) fn whole(input: &TokenStream) -> Place {
        let among = input.clone().into_iter().collect_vec();
        let to = among.len();
        Place { path: Vec::new(), among, from: 0, to, open: false }
    }

    /// The same siblings, from one to another.
    pub(super) fn over(&self, from: usize, to: usize) -> Place {
        Place { from, to, open: false, ..self.clone() }
    }

    /// The group around them among its siblings.
    pub(super) fn around(&self, input: &TokenStream) -> Option<Place> {
        let (last, path) = self.path.split_last()?;
        let mut among = input.clone().into_iter().collect_vec();
        for index in path {
            let TokenTree::Group(group) = among.get(*index)? else { return None };
            among = group.stream().into_iter().collect_vec();
        }
        let path = path.to_vec();
        Some(Place { path, among, from: *last, to: *last + 1, open: false })
    }

    /// The tokens.
    pub(super) fn tokens(&self) -> &[TokenTree] {
        self.among.get(self.from..self.to).unwrap_or_default()
    }

    /// The only token.
    pub(super) fn single(&self) -> Option<&TokenTree> {
        match self.tokens() {
            [token] => Some(token),
            _ => None,
        }
    }

    /// Their text, without spaces but between words.
    pub(super) fn text(&self) -> String {
        spelled(&self.tokens().iter().cloned().collect())
    }

    /// The range that a message underlines.
    pub(super) fn range(&self) -> Option<SpanRange> {
        let (first, last) = (self.tokens().first()?, self.tokens().last()?);
        let range = SpanRange::from(first).to(last.into());
        Some(if self.open { range.first.into() } else { range })
    }

    /// The input with a text in their place; none if the text is no tokens. An opening delimiter alone stays, and the text
    /// stands in front of it.
    pub(super) fn replaced(&self, input: &TokenStream, text: &str) -> Option<TokenStream> {
        let at = match self.tokens().first() {
            Some(first) => SpanRange::from(first).first,
            None => Span::call_site(),
        };
        let new = respanned(lexed(text)?, at);
        let to = if self.open { self.from } else { self.to };
        let (before, after) = (self.among.get(..self.from)?, self.among.get(to..)?);
        let inside: TokenStream =
            before.iter().cloned().chain(new).chain(after.iter().cloned()).collect();
        rebuilt(input, &self.path, inside)
    }
}

impl Place {
    /// The input with an attribute in front of the definition that they are in, or of the whole.
    pub(super) fn in_front(&self, input: &TokenStream, attribute: &str) -> Option<TokenStream> {
        let tokens = input.clone().into_iter().collect_vec();
        let at = self.path.first().copied().unwrap_or(self.from);
        let before = tokens.get(..at)?;
        let start = before.iter().rposition(is_semicolon).map_or(0, |end| end + 1);
        let new = respanned(lexed(attribute)?, tokens.get(start)?.span());
        let (before, after) = tokens.split_at(start);
        Some(before.iter().cloned().chain(new).chain(after.iter().cloned()).collect())
    }
}

/// The tokens of a text. Those that editions reserve, `rows#` and `##`, are none: rustc reports each as an error of the invocation, though
/// the text is only tried.
fn lexed(text: &str) -> Option<TokenStream> {
    let reserved = |(at, mark): (usize, &str)| match mark {
        "#" => text[..at].ends_with('#') || ends_in_word(&text[..at], &["r"]),
        // The first of two.
        quote => {
            text[..at].matches(quote).count() % 2 == 0
                && ends_in_word(&text[..at], &["b", "c", "r", "br", "cr"])
        }
    };
    let is_reserved = ["#", "\"", "'"].iter().any(|mark| text.match_indices(mark).any(reserved));
    if is_reserved { None } else { text.parse().ok() }
}

/// Returns whether a text ends in a word that is none of some.
fn ends_in_word(text: &str, others: &[&str]) -> bool {
    let word = &text[text.trim_end_matches(is_word_letter).len()..];
    word.starts_with(|c: char| !c.is_ascii_digit()) && !others.contains(&word)
}

/// Returns whether a word may have a letter.
pub(super) fn is_word_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn rebuilt(input: &TokenStream, path: &[usize], inside: TokenStream) -> Option<TokenStream> {
    let Some((&first, rest)) = path.split_first() else { return Some(inside) };
    let mut tokens = input.clone().into_iter().collect_vec();
    let TokenTree::Group(group) = tokens.get(first)? else { return None };
    let mut new = Group::new(group.delimiter(), rebuilt(&group.stream(), rest, inside)?);
    new.set_span(group.span());
    tokens[first] = TokenTree::Group(new);
    Some(tokens.into_iter().collect())
}

fn find(input: &TokenStream, first: &str, last: &str, path: &mut Vec<usize>) -> Option<Place> {
    let among = input.clone().into_iter().collect_vec();
    let begins = |token: &TokenTree| {
        key(SpanRange::from(token).first) == *first || key(token.span()) == *first
    };
    let ends =
        |token: &TokenTree| key(SpanRange::from(token).last) == *last || key(token.span()) == *last;
    if let Some(from) = among.iter().position(begins) {
        let (to, open) = match among[from..].iter().position(ends) {
            Some(length) => (from + length + 1, false),
            None if first == last => (from + 1, true),
            None => return None,
        };
        return Some(Place { path: path.clone(), among, from, to, open });
    }
    for (index, token) in among.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        path.push(index);
        if let Some(place) = find(&group.stream(), first, last, path) {
            return Some(place);
        }
        path.pop();
    }
    None
}

/// Spans cannot be compared: what `Debug` writes of them can.
fn key(span: Span) -> String {
    format!("{span:?}")
}

/// A written integer, negative or not.
pub(super) fn integer(tokens: &[TokenTree]) -> Option<i128> {
    match tokens {
        [TokenTree::Literal(literal)] => literal.to_string().replace('_', "").parse().ok(),
        [TokenTree::Punct(minus), number @ TokenTree::Literal(_)] if minus.as_char() == '-' => {
            Some(-integer(std::slice::from_ref(number))?)
        }
        _ => None,
    }
}

/// The texts between the commas of a group in parentheses.
pub(super) fn items(token: &TokenTree) -> Option<Vec<String>> {
    let TokenTree::Group(group) = token else { return None };
    if group.delimiter() != Delimiter::Parenthesis {
        return None;
    }
    let tokens = group.stream().into_iter().collect_vec();
    let texts = tokens.split(is_comma).map(|part| spelled(&part.iter().cloned().collect()));
    Some(texts.filter(|text| !text.is_empty()).collect_vec())
}
