//! From the text of an expression to its value.

use std::ops::Range;

use layout_codegen::{
    Allow, Allowed, Diagnostic, Help, Scope, SpanRange, Unevaluated, Value, evaluate,
    parse_expression,
};
use proc_macro2::{LexError, TokenStream, extra};

/// The longest expression, in bytes.
pub(crate) const MAX_SOURCE: usize = 1 << 18;

/// A mistake in an expression.
pub(crate) struct Mistake {
    /// The bytes of the expression at fault; empty at its end.
    pub(crate) range: Range<usize>,
    /// The fact; further lines state the rule.
    pub(crate) message: String,
    /// Ways out.
    pub(crate) helps: Vec<String>,
}

impl Mistake {
    /// A mistake without a way out.
    pub(crate) fn new(range: Range<usize>, message: impl Into<String>) -> Self {
        Mistake { range, message: message.into(), helps: Vec::new() }
    }
}

/// The value of an expression.
pub(crate) fn value_of(source: &str, allow: Allow) -> Result<Value, Mistake> {
    if source.len() > MAX_SOURCE {
        return Err(too_long());
    }
    let value = evaluate_source(source, allow);
    // The tokens are gone, so that nothing needs the source that proc_macro2
    // keeps for their spans.
    extra::invalidate_current_thread_spans();
    value
}

/// The mistake of a longer expression than is read.
pub(crate) fn too_long() -> Mistake {
    Mistake::new(0..0, format!("an expression has at most {MAX_SOURCE} bytes"))
}

fn evaluate_source(source: &str, allow: Allow) -> Result<Value, Mistake> {
    let tokens: TokenStream = source.parse().map_err(|error| no_token(source, &error))?;
    let parsed = parse_expression(tokens).map_err(|diagnostic| mistake(source, diagnostic))?;
    let range = parsed.of.range;
    evaluate(&Allowed { allow: allow.or(parsed.allow), of: parsed.of }, &Scope::new()).map_err(
        |unevaluated| match unevaluated {
            Unevaluated::Wrong(diagnostic) => mistake(source, diagnostic),
            Unevaluated::Tainted(name) => {
                Mistake::new(bytes(source, range), format!("`{}` has no value", name.text))
            }
        },
    )
}

fn mistake(source: &str, diagnostic: Diagnostic) -> Mistake {
    let Diagnostic { range, message, helps } = diagnostic;
    Mistake { range: bytes(source, range), message, helps: helps.iter().map(help).collect() }
}

fn help(help: &Help) -> String {
    match help {
        Help::Write(instead) => instead.clone(),
        Help::Allow(lint) => format!("`--allow {}` allows it", lint.name()),
    }
}

/// The bytes of a range. An empty first span stands for the end.
fn bytes(source: &str, range: SpanRange) -> Range<usize> {
    let (first, last) = (range.first.byte_range(), range.last.byte_range());
    if first.is_empty() {
        return source.len()..source.len();
    }
    first.start..last.end.max(first.end)
}

/// Says what cannot be split into tokens.
fn no_token(source: &str, error: &LexError) -> Mistake {
    let start = error.span().byte_range().start;
    let rest = source.get(start..).unwrap_or_default();
    let Some(first) = rest.chars().next() else {
        return Mistake::new(source.len()..source.len(), "unexpected end");
    };
    let (length, message) = match first {
        '(' | '[' | '{' => (1, format!("this `{first}` is never closed")),
        ')' | ']' | '}' => (1, format!("unexpected closing `{first}`")),
        '/' => (rest.len().min(2), "this comment never ends".to_owned()),
        '"' | '\'' => (1, "this literal never ends".to_owned()),
        _ if is_word(first) => {
            let word = rest.split(|c| !is_word(c)).next().unwrap_or_default();
            (word.len(), "this is neither an integer nor a name".to_owned())
        }
        _ => (first.len_utf8(), format!("unexpected character {first:?}")),
    };
    Mistake::new(start..start + length, message)
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}
