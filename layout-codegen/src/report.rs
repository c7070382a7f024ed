//! `Diagnostic`: one mistake, as a user reads it.

use layout_algebra::CollectVec;
use std::fmt;

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// The tokens that a message underlines, from the first to the last.
#[derive(Clone, Copy, Debug)]
pub struct SpanRange {
    /// The first token.
    pub first: Span,
    /// The last token.
    pub last: Span,
}

impl SpanRange {
    /// The range from the start of this one to the end of another.
    pub fn to(self, end: SpanRange) -> SpanRange {
        SpanRange { first: self.first, last: end.last }
    }
}

/// The expansion that a token's name belongs to, as `#3`: rustc resolves a variable by it
/// and the text. Nothing stable compares it, so it is read from what `Debug` writes; where
/// that says nothing, as outside of rustc, all tokens belong together.
pub(crate) fn expansion_of(span: Span) -> Option<String> {
    let text = format!("{span:?}");
    let number: String = text.split_once('#')?.1.chars().take_while(char::is_ascii_digit).collect();
    if number.is_empty() { None } else { Some(number) }
}

/// The range of a token: of a group, from its opening delimiter to its closing one.
/// Returns whether a token is one of a macro's definition.
pub(crate) fn is_of_macro(span: Span) -> bool {
    matches!(expansion_of(span), Some(expansion) if expansion != "0")
}

impl From<&TokenTree> for SpanRange {
    fn from(token: &TokenTree) -> Self {
        match token {
            TokenTree::Group(group) => {
                SpanRange { first: group.span_open(), last: group.span_close() }
            }
            token => token.span().into(),
        }
    }
}

impl From<Span> for SpanRange {
    fn from(span: Span) -> Self {
        SpanRange { first: span, last: span }
    }
}

/// A lint, which an attribute or `--allow` on the command line allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lint {
    /// Layouts with two coordinates for one offset.
    NonInjective,
    /// Tiles that cover more than their layout, compositions that leave theirs.
    Padding,
}

impl Lint {
    /// Every lint.
    pub const ALL: [Lint; 2] = [Lint::NonInjective, Lint::Padding];

    /// The name in `#[allow(…)]` and `--allow`.
    pub fn name(self) -> &'static str {
        match self {
            Lint::NonInjective => "non_injective",
            Lint::Padding => "padding",
        }
    }
}

/// A help of a message.
#[derive(Clone, Debug)]
pub enum Help {
    /// Advice in words: no tokens that could be tried.
    Write(String),
    /// Other tokens, which are tried before they are printed.
    Patch(Patch),
    /// An attribute to write in front, which is tried before it is printed.
    InFront(InFront),
    /// A lint that may be allowed.
    Allow(Lint),
    /// The modes that are left over may be folded, by the operation or the macro that does it.
    Fold(&'static str),
}

/// An attribute in front of an expression or a definition.
#[derive(Clone, Debug)]
pub struct InFront {
    /// The attribute.
    pub attribute: String,
    /// The remark on it.
    pub says: String,
}

/// Other tokens for those of a range.
#[derive(Clone, Debug)]
pub struct Patch {
    /// The tokens.
    pub range: SpanRange,
    /// The text that replaces the tokens.
    pub text: String,
    /// The remark on it.
    pub says: String,
}

impl Patch {
    /// A text for the tokens of a range, and the reason for it, if there is something to say.
    pub(crate) fn write(range: SpanRange, text: impl Into<String>, reason: &str) -> Self {
        let text = text.into();
        let reason = if reason.is_empty() { String::new() } else { format!(": {reason}") };
        let says = format!("write `{text}`{reason}");
        Patch { range, text, says }
    }
}

/// A text of the user's, short enough for a message.
pub(crate) fn brief(text: &str) -> std::borrow::Cow<'_, str> {
    const LONGEST: usize = 48;
    match text.char_indices().nth(LONGEST) {
        None => text.into(),
        Some((end, _)) => format!("{}…", &text[..end]).into(),
    }
}

/// Words in quotes, one after the other: `` `row`, `col` ``.
pub(crate) fn quoted(words: impl IntoIterator<Item = impl fmt::Display>) -> String {
    words.into_iter().map(|word| format!("`{word}`")).collect_vec().join(", ")
}

/// A line of a message without the middle of what is too long to read: a layout
/// or a tuple of many leaves.
fn clip(line: &str) -> String {
    const HEAD: usize = 240;
    const TAIL: usize = 120;
    let ends: Vec<usize> = line.char_indices().map(|(at, _)| at).collect_vec();
    if ends.len() <= HEAD + TAIL {
        return line.to_owned();
    }
    format!("{} … {}", &line[..ends[HEAD]], &line[ends[ends.len() - TAIL]..])
}

/// An error: its range, its message and its helps.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The tokens at fault.
    pub range: SpanRange,
    /// The fact with its numbers; further lines state the rule.
    pub message: String,
    /// Ways out, each tried before it is offered.
    pub helps: Vec<Help>,
    /// The error of the algebra that it tells of.
    pub(crate) error: Option<Box<layout_algebra::Error>>,
    /// The operation whose name the message begins with, and a colon.
    pub(crate) operation: Option<&'static str>,
    /// The part of the message that a later stage has to add.
    pub(crate) open: Open,
}

/// The part of a message that a later stage has to add.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Open {
    /// No text.
    Nothing,
    /// The tokens at fault are more than there may be: the suggestion is to leave them out.
    Surplus,
    /// The place where the layout of this name is defined.
    DefinitionOf(Box<str>),
}

/// The place of a mistake, given to the result that holds its message: `strided(&shape, &strides).at(range)?`.
pub(crate) trait At<T> {
    fn at(self, range: impl Into<SpanRange>) -> Result<T, Diagnostic>;
}

impl<T, E: fmt::Display> At<T> for Result<T, E> {
    fn at(self, range: impl Into<SpanRange>) -> Result<T, Diagnostic> {
        match self {
            Ok(value) => Ok(value),
            Err(message) => Err(Diagnostic::new(range, message.to_string())),
        }
    }
}

impl Diagnostic {
    /// A message without a help.
    pub fn new(range: impl Into<SpanRange>, message: impl Into<String>) -> Self {
        let message: String = message.into();
        let message = message.lines().map(clip).collect_vec().join("\n");
        Diagnostic {
            range: range.into(),
            message,
            helps: Vec::new(),
            error: None,
            operation: None,
            open: Open::Nothing,
        }
    }

    /// The message of a fact about an operation.
    pub(crate) fn of_operation(
        operation: &'static str,
        range: impl Into<SpanRange>,
        fact: impl fmt::Display,
    ) -> Self {
        let diagnostic = Diagnostic::new(range, format!("{operation}: {fact}"));
        Diagnostic { operation: Some(operation), ..diagnostic }
    }

    /// The message of a fact about an operation, as one about the macro that calls it; none if it is about something else.
    pub(crate) fn of_macro(mut self, operation: &'static str, name: &str) -> Result<Self, Self> {
        if self.operation != Some(operation) {
            return Err(self);
        }
        let fact = self.message.get(operation.len()..).unwrap_or_default();
        self.message = format!("{name}!{fact}");
        Ok(self)
    }

    /// The same message, with the definition of another layout to be shown.
    #[must_use]
    pub(crate) fn with_definition_of(self, other: Option<String>) -> Self {
        let open = other.map_or(Open::Nothing, |name| Open::DefinitionOf(name.into()));
        Diagnostic { open, ..self }
    }

    /// The same message, which tells of an error of the algebra.
    #[must_use]
    pub(crate) fn because(mut self, error: &layout_algebra::Error) -> Self {
        self.error = Some(Box::new(error.clone()));
        self
    }

    /// The same message of tokens that are more than there may be.
    #[must_use]
    pub(crate) fn surplus(self) -> Self {
        Diagnostic { open: Open::Surplus, ..self }
    }

    /// The code of the error of the algebra that it tells of, as `L0008`; a mistake in the language has none.
    pub fn code(&self) -> Option<&'static str> {
        Some(self.kind()?.code())
    }

    /// The kind of the error of the algebra that it tells of.
    pub(crate) fn kind(&self) -> Option<&layout_algebra::ErrorKind> {
        Some(self.error.as_ref()?.kind())
    }

    /// The same message with something to do, in words.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.helps.push(Help::Write(text.into()));
        self
    }

    /// The same message with a text for the tokens at fault, and the reason for it, if there is something to say.
    #[must_use]
    pub(crate) fn write(self, text: impl Into<String>, reason: &str) -> Self {
        let range = self.range;
        self.patch(Patch::write(range, text, reason))
    }

    /// The same message with a text that may be meant by the tokens at fault.
    #[must_use]
    pub(crate) fn meant(self, text: impl Into<String>) -> Self {
        let (range, text) = (self.range, text.into());
        let says = format!("did you mean `{text}`?");
        self.patch(Patch { range, text, says })
    }

    /// The same message with other tokens.
    #[must_use]
    pub(crate) fn patch(mut self, patch: Patch) -> Self {
        self.helps.push(Help::Patch(patch));
        self
    }

    /// The same message with an attribute to write in front, and what it says.
    #[must_use]
    pub(crate) fn in_front(mut self, attribute: &str, reason: &str) -> Self {
        let says = format!("`{attribute}` in front{reason}");
        self.helps.push(Help::InFront(InFront { attribute: attribute.to_owned(), says }));
        self
    }

    /// The same message with a lint to allow.
    #[must_use]
    pub fn allow(mut self, lint: Lint) -> Self {
        self.helps.push(Help::Allow(lint));
        self
    }

    /// Returns whether there is more to do than to allow a lint.
    pub(crate) fn has_suggestion(&self) -> bool {
        self.helps.iter().any(|help| !matches!(help, Help::Allow(_)))
    }

    /// The suggestions, which are other tokens, with the remark on each.
    pub fn patches(&self) -> impl Iterator<Item = Patch> {
        self.helps.iter().filter_map(|help| match help {
            Help::Patch(patch) => Some(patch.clone()),
            Help::Write(_) | Help::InFront(_) | Help::Allow(_) | Help::Fold(_) => None,
        })
    }

    /// The text of the compile error.
    pub fn text(&self) -> String {
        let mut text = self.message.clone();
        for help in &self.helps {
            text.push_str("\nhelp: ");
            match help {
                Help::Write(instead) => text.push_str(instead),
                Help::Patch(patch) => text.push_str(&patch.says),
                Help::InFront(front) => text.push_str(&front.says),
                Help::Fold(by) => text.push_str(by),
                Help::Allow(lint) => {
                    text.push_str(&format!("`#[allow({})]` in front allows it", lint.name()));
                }
            }
        }
        text
    }

    /// `::core::compile_error! { "…" }`, which rustc underlines from the span of
    /// its first token to that of its last.
    pub fn to_compile_error(&self) -> TokenStream {
        let SpanRange { first, last } = self.range;
        let punct = |c, spacing| {
            let mut punct = Punct::new(c, spacing);
            punct.set_span(first);
            TokenTree::Punct(punct)
        };
        let mut text = Literal::string(&self.text());
        text.set_span(last);
        let mut body = Group::new(Delimiter::Brace, TokenStream::from(TokenTree::Literal(text)));
        body.set_span(last);
        TokenStream::from_iter([
            punct(':', Spacing::Joint),
            punct(':', Spacing::Alone),
            TokenTree::Ident(Ident::new("core", first)),
            punct(':', Spacing::Joint),
            punct(':', Spacing::Alone),
            TokenTree::Ident(Ident::new("compile_error", first)),
            punct('!', Spacing::Alone),
            TokenTree::Group(body),
        ])
    }
}
