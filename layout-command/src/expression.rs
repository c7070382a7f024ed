//! The evaluation of the text of an expression.

use std::borrow::Cow;
use std::ops::Range;

use crate::bindings::{BindingError, Bindings};
use layout_algebra::explain::untraced;
use layout_codegen::{
    Allow, Diagnostic, Evaluated, Help, Lint, Notation, Patch, SpanRange, Unevaluated, prove_kept,
    with_suggestions,
};
use proc_macro2::{LexError, TokenStream, extra};

/// The longest expression, in bytes.
pub const MAX_SOURCE: usize = 1 << 18;

/// A mistake in an expression.
pub struct Mistake {
    /// The bytes of the expression at fault; empty at its end.
    pub range: Range<usize>,
    /// The fact; further lines state the rule.
    pub message: String,
    /// Ways out.
    pub helps: Vec<String>,
    /// The ways out that replace a part of the expression; each was evaluated and has a value.
    pub repairs: Vec<Repair>,
    /// The code of its kind, of which `layout explain` has a page.
    pub code: Option<&'static str>,
}

/// Other text for a part of an expression.
pub struct Repair {
    /// The bytes of the part.
    pub range: Range<usize>,
    /// The text that replaces the part.
    pub text: String,
    /// The help that says so.
    pub help: String,
}

impl Mistake {
    /// A mistake without a way out.
    pub fn new(range: Range<usize>, message: impl Into<String>) -> Self {
        Mistake {
            range,
            message: message.into(),
            helps: Vec::new(),
            repairs: Vec::new(),
            code: None,
        }
    }

    /// A mistake in all of an expression, without a way out.
    pub fn whole(source: &str, message: impl ToString) -> Self {
        Mistake::new(0..source.len(), message.to_string())
    }

    /// The result, whose error is a mistake in all of an expression.
    pub(crate) fn of<T>(source: &str, result: Result<T, impl ToString>) -> Result<T, Self> {
        result.map_err(|error| Mistake::whole(source, error))
    }

    /// The mistake without helps that allow lints, for what is no way out even so.
    #[must_use]
    pub fn without_allowing(mut self, lints: &[Lint]) -> Self {
        self.helps.retain(|help| lints.iter().all(|&lint| *help != allows(lint)));
        self
    }
}

/// The help that a lint may be allowed.
fn allows(lint: Lint) -> String {
    format!("`--allow {}` allows it", lint.name())
}

/// The settings of a call, which hold for all its expressions.
pub struct Settings {
    /// The lints that are let through.
    pub allow: Allow,
    /// The values of symbols.
    pub bindings: Bindings,
}

/// Evaluates an expression to a value without symbols.
///
/// # Errors
///
/// The errors of [`evaluate_single`], and a symbol without a value.
pub fn evaluate_known(source: &str, settings: &Settings) -> Result<Evaluated, Mistake> {
    known(source, evaluate_single(source, settings)?, settings)
}

/// A value without symbols.
///
/// # Errors
///
/// A symbol without a value.
pub fn known(
    source: &str,
    evaluated: Evaluated,
    settings: &Settings,
) -> Result<Evaluated, Mistake> {
    if !evaluated.is_symbolic() {
        return Ok(evaluated);
    }
    let mut names = evaluated.symbols.iter().map(|symbol| symbol.name.as_str());
    let name = names.find(|name| !settings.bindings.contains(name)).unwrap_or("a symbol");
    let mut mistake = Mistake::whole(source, format!("`{name}` has no value"));
    mistake.helps.push(format!("`--with {name}=…` gives it one"));
    Err(mistake)
}

/// Evaluates the only expression of a call, of which each symbol that has a value in the settings must be one.
///
/// # Errors
///
/// The errors of [`evaluate`], and a value for a symbol that the expression does not have.
pub fn evaluate_single(source: &str, settings: &Settings) -> Result<Evaluated, Mistake> {
    let evaluated = evaluate(source, settings)?;
    match settings.bindings.names().find(|name| !has_symbol(&evaluated, name)) {
        Some(name) => Err(unknown_symbol(source, name, &evaluated)),
        None => Ok(evaluated),
    }
}

/// A value in CuTe's notation, with its bounds, and after `where` the conditions under which it is right.
pub fn text(evaluated: &Evaluated) -> String {
    let mut text = evaluated.notation();
    if !evaluated.bounds.is_everywhere() {
        text.push_str(&format!(" in bounds {}", evaluated.bounds));
    }
    let mut joint = " where ";
    for condition in evaluated.conditions() {
        text = text + joint + &condition.assumption();
        joint = ", ";
    }
    text
}

/// A value in the notation of another library, or as [`text`] writes it, if none is given.
///
/// # Errors
///
/// A value that the notation cannot express.
pub fn format_value(
    source: &str,
    evaluated: &Evaluated,
    notation: Option<Notation>,
) -> Result<String, Mistake> {
    let Some(notation) = notation else { return Ok(text(evaluated)) };
    Mistake::of(source, notation.write(evaluated))
}

/// Returns `true` if the evaluated expression has a symbol of this name.
pub fn has_symbol(evaluated: &Evaluated, name: &str) -> bool {
    evaluated.symbols.iter().any(|symbol| symbol.name == name)
}

/// The mistake of a value for a symbol that an expression does not have.
pub fn unknown_symbol(source: &str, name: &str, evaluated: &Evaluated) -> Mistake {
    let symbols = evaluated.symbols.iter().map(|symbol| format!("`{}`", symbol.name));
    let has = match symbols.collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => "it has no symbols".to_owned(),
        symbols => format!("its symbols: {symbols}"),
    };
    let message = format!("`--with` gives `{name}` a value, which is no symbol here\n{has}");
    Mistake::whole(source, message)
}

/// Evaluates an expression, with its bounds and the conditions under which it is right.
///
/// # Errors
///
/// An expression of more than [`MAX_SOURCE`] bytes, a mistake in it, and values of symbols for which an obligation does not hold.
pub fn evaluate(source: &str, settings: &Settings) -> Result<Evaluated, Mistake> {
    if source.len() > MAX_SOURCE {
        return Err(too_long());
    }
    let value = evaluate_source(source, settings);
    // The tokens are gone, so that nothing needs the source that proc_macro2
    // keeps for their spans.
    extra::invalidate_current_thread_spans();
    value
}

/// The mistake of an expression of more than [`MAX_SOURCE`] bytes.
pub fn too_long() -> Mistake {
    Mistake::new(0..0, format!("an expression has at most {MAX_SOURCE} bytes"))
}

fn evaluate_source(source: &str, settings: &Settings) -> Result<Evaluated, Mistake> {
    let text = with_double_quotes(&with_floor_divisions(source)).into_owned();
    let tokens: TokenStream = match text.parse() {
        Ok(tokens) => tokens,
        Err(error) => return Err(lex_error(source, &error)),
    };
    let value = |tokens: TokenStream| prove_kept(tokens, settings.allow);
    let is_right = |tokens: &TokenStream| value(tokens.clone()).is_ok();
    let (evaluated, range) = match value(tokens.clone()) {
        Ok(found) => found,
        Err(Unevaluated::Wrong(diagnostic)) => {
            let suggested = untraced(|| with_suggestions(diagnostic, &tokens, &is_right));
            return Err(mistake(source, suggested));
        }
        Err(Unevaluated::Tainted(name)) => {
            return Err(Mistake::whole(source, format!("`{}` has no value", name.text)));
        }
    };
    match settings.bindings.apply(evaluated) {
        Ok(evaluated) => Ok(evaluated),
        Err(BindingError::Obligation(rule, at)) => Err(Mistake::new(bytes(source, at), rule)),
        Err(BindingError::Value(reason)) => Err(Mistake::new(bytes(source, range), reason)),
    }
}

/// The text with `/%` for each `//` of Python, which stands in parentheses or brackets: to Rust it begins a comment. Both are two
/// bytes, so that nothing moves. In front of all parentheses and behind them it is a comment.
fn with_floor_divisions(source: &str) -> Cow<'_, str> {
    if !source.contains("//") {
        return source.into();
    }
    let (mut depth, mut in_text, mut in_comment) = (0i32, false, false);
    let mut text = String::with_capacity(source.len());
    for c in source.chars() {
        match c {
            '\n' => in_comment = false,
            _ if in_comment => {}
            '"' => in_text = !in_text,
            _ if in_text => {}
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '/' if text.ends_with('/') && depth > 0 => {
                text.push('%');
                continue;
            }
            '/' if text.ends_with('/') => in_comment = true,
            _ => {}
        }
        text.push(c);
    }
    text.into()
}

/// The text with a double quote for each single one of Python, which begins a character in Rust. Both are a byte, so that nothing
/// moves. A text with a double quote in single ones stays as it is.
fn with_double_quotes(source: &str) -> Cow<'_, str> {
    let is_python = source.matches('\'').count().is_multiple_of(2) && !source.contains('"');
    match is_python && source.contains('\'') {
        true => source.replace('\'', "\"").into(),
        false => source.into(),
    }
}

fn mistake(source: &str, diagnostic: Diagnostic) -> Mistake {
    let code = diagnostic.code();
    let mut repairs = Vec::new();
    for Patch { range, text, says } in diagnostic.patches() {
        repairs.push(Repair { range: bytes(source, range), text, help: says });
    }
    let Diagnostic { range, message, helps, .. } = diagnostic;
    let helps = helps.iter().map(help).collect();
    Mistake { range: bytes(source, range), message, helps, repairs, code }
}

fn help(help: &Help) -> String {
    match help {
        Help::Write(instead) => instead.clone(),
        Help::Patch(patch) => patch.says.clone(),
        Help::InFront(front) => front.says.clone(),
        Help::Fold(by) => (*by).to_owned(),
        Help::Allow(lint) => allows(*lint),
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
fn lex_error(source: &str, error: &LexError) -> Mistake {
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
            let word = rest.len() - rest.trim_start_matches(is_word).len();
            (word, "this is neither an integer nor a name".to_owned())
        }
        _ => (first.len_utf8(), format!("unexpected character {first:?}")),
    };
    Mistake::new(start..start + length, message)
}

/// Returns true for a character of a name or an integer.
pub fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}
