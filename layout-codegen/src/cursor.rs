//! `Cursor`: token trees, one after the other.

use layout_algebra::CollectVec;
use std::collections::VecDeque;

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};

use crate::limits::is_shallow;
use crate::report::{Diagnostic, SpanRange, brief};
use crate::token::{is_colon, is_group, is_ident, is_punct};

/// Reads token trees and remembers where the last one stood.
///
/// Groups without delimiters, which `macro_rules!` puts around a captured `$e:expr`, are read
/// through where nothing binds in them. One with an operator stays a group: it is one operand.
///
/// A group is opened where it is parsed, not all groups on the stack before any is read: some ten thousand parentheses would end the
/// process.
pub(crate) struct Cursor {
    tokens: VecDeque<TokenTree>,
    last: Span,
    /// The token that an error at the end underlines.
    end: Span,
}

impl Cursor {
    /// The tokens of a whole input.
    pub(crate) fn new(tokens: TokenStream) -> Self {
        let span = Span::call_site();
        let tokens: VecDeque<TokenTree> = tokens.into_iter().collect();
        // A token that is missing at the end is missing after the last one.
        let end = tokens.back().map_or(span, TokenTree::span);
        Cursor { tokens, last: span, end }
    }

    /// The tokens inside a group.
    pub(crate) fn inside(group: &Group) -> Self {
        Cursor {
            tokens: group.stream().into_iter().collect(),
            last: group.span_open(),
            end: group.span_close(),
        }
    }

    /// Opens the groups without delimiters that stand at a place, and bind nothing.
    fn open(&mut self, at: usize) {
        while let Some(TokenTree::Group(group)) = self.tokens.get(at) {
            if group.delimiter() != Delimiter::None || binds(&group.stream()) {
                return;
            }
            let inside = group.stream().into_iter().collect_vec();
            let before = self.tokens.drain(..=at).take(at).collect_vec();
            for token in before.into_iter().chain(inside).rev() {
                self.tokens.push_front(token);
            }
        }
    }

    /// The next token.
    pub(crate) fn peek(&mut self) -> Option<&TokenTree> {
        self.open(0);
        self.tokens.front()
    }

    /// The token after the next.
    fn second(&mut self) -> Option<&TokenTree> {
        self.ahead(1)
    }

    /// The token that comes after `others` others.
    pub(crate) fn ahead(&mut self, others: usize) -> Option<&TokenTree> {
        (0..=others).for_each(|at| self.open(at));
        self.tokens.get(others)
    }

    /// Opens the group that `macro_rules!` puts around a fragment which is more than an operand,
    /// such as a whole condition or an attribute: it stands alone, up to the end or a comma.
    pub(crate) fn open_whole(&mut self) {
        while let Some(TokenTree::Group(group)) = self.peek()
            && group.delimiter() == Delimiter::None
        {
            let inside = group.stream();
            let alone = self.tokens.get(1).is_none_or(|next| {
                matches!(next, TokenTree::Punct(punct) if matches!(punct.as_char(), ',' | ';'))
            });
            if !alone {
                return;
            }
            self.tokens.pop_front();
            for token in inside.into_iter().collect_vec().into_iter().rev() {
                self.tokens.push_front(token);
            }
        }
    }

    /// Returns whether this punctuation mark comes next.
    pub(crate) fn at_punct(&mut self, c: char) -> bool {
        is_punct(self.peek(), c)
    }

    /// Returns whether a mark of two characters comes next, such as `<<`.
    pub(crate) fn at_joint(&mut self, first: char, second: char) -> bool {
        matches!(self.peek(), Some(TokenTree::Punct(punct))
            if punct.as_char() == first && punct.spacing() == Spacing::Joint)
            && is_punct(self.second(), second)
    }

    /// Returns whether one mark, or the two of an operator, come next.
    pub(crate) fn at_marks(&mut self, marks: &str) -> bool {
        match *marks.as_bytes() {
            [mark] => self.at_punct(mark.into()),
            [first, second] => self.at_joint(first.into(), second.into()),
            _ => false,
        }
    }

    /// Returns whether a colon comes next that is no part of `::`.
    pub(crate) fn at_colon(&mut self) -> bool {
        self.at_punct(':') && !self.at_path_separator()
    }

    /// `::<`.
    pub(crate) fn at_turbofish(&mut self) -> bool {
        self.at_path_separator() && is_punct(self.ahead(2), '<')
    }

    /// Returns whether `::` comes next.
    pub(crate) fn at_path_separator(&mut self) -> bool {
        self.at_punct(':') && is_punct(self.second(), ':')
    }

    /// Returns whether a name and `=` come next.
    pub(crate) fn at_assigned(&mut self) -> bool {
        matches!(self.peek(), Some(TokenTree::Ident(_))) && is_punct(self.second(), '=')
    }

    /// Returns whether `#` comes next, without a word after it, as an attribute of MLIR has.
    pub(crate) fn at_attribute(&mut self) -> bool {
        self.at_punct('#') && !matches!(self.second(), Some(TokenTree::Ident(_)))
    }

    /// Returns whether text comes next: a literal in quotes, or the call of a macro.
    pub(crate) fn at_text(&mut self) -> bool {
        match self.peek() {
            Some(TokenTree::Literal(literal)) => literal.to_string().contains('"'),
            Some(TokenTree::Ident(_)) => is_punct(self.second(), '!'),
            _ => false,
        }
    }

    /// Returns whether groups nest no deeper than expressions may in what is left.
    pub(crate) fn is_shallow(&self) -> bool {
        is_shallow(&self.tokens.iter().cloned().collect())
    }

    /// Takes all that is left.
    pub(crate) fn rest(&mut self) -> TokenStream {
        std::mem::take(&mut self.tokens).into_iter().collect()
    }

    /// Returns whether this identifier comes next.
    pub(crate) fn at_ident(&mut self, text: &str) -> bool {
        is_ident(self.peek(), text)
    }

    /// Returns whether `-` comes next, in front of an operand that is no number.
    pub(crate) fn at_negation(&mut self) -> bool {
        self.at_punct('-')
            && match self.second() {
                Some(TokenTree::Ident(ident)) => {
                    // CuTe's static numbers begin with `_`.
                    let text = ident.to_string();
                    !text.starts_with('_') || text.starts_with(|c: char| c.is_alphabetic())
                }
                Some(TokenTree::Group(group)) => group.delimiter() != Delimiter::Bracket,
                _ => false,
            }
    }

    /// Returns whether a name comes next that is not called.
    pub(crate) fn at_name(&mut self) -> bool {
        matches!(self.peek(), Some(TokenTree::Ident(ident)) if ident != "_")
            && !is_group(self.second(), Delimiter::Parenthesis)
    }

    /// Returns whether an empty group of this delimiter comes next.
    pub(crate) fn at_empty(&mut self, delimiter: Delimiter) -> bool {
        matches!(self.peek(), Some(TokenTree::Group(group))
            if group.delimiter() == delimiter && group.stream().is_empty())
    }

    /// Returns whether a group of this delimiter comes next.
    pub(crate) fn at_group(&mut self, delimiter: Delimiter) -> bool {
        is_group(self.peek(), delimiter)
    }

    /// Returns whether two groups of these delimiters come next.
    pub(crate) fn at_groups(&mut self, first: Delimiter, second: Delimiter) -> bool {
        self.at_group(first) && is_group(self.second(), second)
    }

    /// Takes the next token.
    pub(crate) fn next(&mut self) -> Option<TokenTree> {
        self.open(0);
        let token = self.tokens.pop_front()?;
        self.last = token.span();
        Some(token)
    }

    /// Leaves out `count` tokens.
    pub(crate) fn skip(&mut self, count: usize) {
        for _ in 0..count {
            self.next();
        }
    }

    /// Takes the mark if it comes next.
    pub(crate) fn eat_punct(&mut self, c: char) -> bool {
        let found = self.at_punct(c);
        if found {
            self.next();
        }
        found
    }

    /// Takes a mark and the identifier after it, if both come next.
    pub(crate) fn eat_joined(&mut self, mark: char, text: &str) -> bool {
        let found = self.at_punct(mark) && is_ident(self.second(), text);
        if found {
            self.next();
            self.next();
        }
        found
    }

    /// Takes the identifier if it comes next.
    pub(crate) fn eat_ident(&mut self, text: &str) -> bool {
        let found = self.at_ident(text);
        if found {
            self.next();
        }
        found
    }

    /// Takes the next token if it is an identifier.
    pub(crate) fn next_ident(&mut self) -> Option<Ident> {
        self.peek().filter(|token| matches!(token, TokenTree::Ident(_)))?;
        let Some(TokenTree::Ident(ident)) = self.next() else { return None };
        Some(ident)
    }

    /// Takes the next token if it is a group of this delimiter.
    pub(crate) fn next_group(&mut self, delimiter: Delimiter) -> Option<Group> {
        if !self.at_group(delimiter) {
            return None;
        }
        let Some(TokenTree::Group(group)) = self.next() else { return None };
        Some(group)
    }

    /// Takes any identifier.
    pub(crate) fn ident(&mut self, expected: &str) -> Result<Ident, Diagnostic> {
        match self.next() {
            Some(TokenTree::Ident(ident)) => Ok(ident),
            other => Err(self.unexpected(other, expected)),
        }
    }

    /// Takes a mark that must come next.
    pub(crate) fn punct(&mut self, c: char, expected: &str) -> Result<(), Diagnostic> {
        if self.eat_punct(c) { Ok(()) } else { Err(self.refused(expected)) }
    }

    /// Takes an identifier that must come next.
    pub(crate) fn word(&mut self, text: &str, expected: &str) -> Result<(), Diagnostic> {
        if self.eat_ident(text) { Ok(()) } else { Err(self.refused(expected)) }
    }

    /// Fails unless all is read.
    pub(crate) fn end(&mut self, expected: &str) -> Result<(), Diagnostic> {
        if self.is_done() { Ok(()) } else { Err(self.refused(expected)) }
    }

    /// The error of the next token, or of the end, that should be something else.
    pub(crate) fn refused(&mut self, expected: &str) -> Diagnostic {
        let token = self.next();
        self.unexpected(token, expected)
    }

    /// Returns whether all tokens are read.
    pub(crate) fn is_done(&mut self) -> bool {
        self.peek().is_none()
    }

    /// The span of the next token, or of the end.
    pub(crate) fn here(&mut self) -> Span {
        let end = self.end;
        self.peek().map_or(end, TokenTree::span)
    }

    /// The range from `start` to the token read last.
    pub(crate) fn since(&self, start: Span) -> SpanRange {
        SpanRange { first: start, last: self.last }
    }

    /// The error of a token that should be something else.
    pub(crate) fn unexpected(&self, token: Option<TokenTree>, expected: &str) -> Diagnostic {
        match token {
            Some(TokenTree::Punct(first)) => {
                let (marks, last) = self.marks(&first);
                let range = SpanRange { first: first.span(), last };
                Diagnostic::new(range, format!("expected {expected}, found `{marks}`"))
            }
            Some(token) => {
                let found = match &token {
                    TokenTree::Group(group) => match group.delimiter() {
                        Delimiter::Parenthesis => "`(`".to_owned(),
                        Delimiter::Bracket => "`[`".to_owned(),
                        Delimiter::Brace => "`{`".to_owned(),
                        Delimiter::None => format!("`{}`", brief(&group.stream().to_string())),
                    },
                    token => format!("`{}`", brief(&token.to_string())),
                };
                Diagnostic::new(
                    SpanRange::from(&token).first,
                    format!("expected {expected}, found {found}"),
                )
            }
            None => Diagnostic::new(self.end, format!("expected {expected}, found the end")),
        }
    }

    /// A mark that was read and those that stand at it and are one with it, as `..` and `->`, with the last.
    fn marks(&self, first: &Punct) -> (String, Span) {
        let (mut marks, mut last) = (String::from(first.as_char()), first);
        for token in &self.tokens {
            let TokenTree::Punct(next) = token else { break };
            let is_one = next.as_char() == first.as_char()
                || next.as_char() == '>' && matches!(marks.as_str(), "-" | "=");
            if last.spacing() == Spacing::Alone || !is_one {
                break;
            }
            marks.push(next.as_char());
            last = next;
        }
        (marks, last.span())
    }
}

/// Returns whether tokens that `macro_rules!` captured have an operator outside of groups: without
/// the group around them, an operator next to them could bind tighter. A path has none.
fn binds(captured: &TokenStream) -> bool {
    let mut tokens = captured.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        let found = match &token {
            TokenTree::Punct(mark) if mark.as_char() == ':' => tokens.next_if(is_colon).is_none(),
            TokenTree::Punct(mark) => "+-*/%<>=&|^@".contains(mark.as_char()),
            TokenTree::Group(group) => {
                group.delimiter() == Delimiter::None && binds(&group.stream())
            }
            _ => false,
        };
        if found {
            return true;
        }
    }
    false
}
