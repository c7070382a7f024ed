//! Text to values, as the targets of text need it.

use layout_codegen::{Allow, Allowed, Lint, Scope, Unevaluated, Value, evaluate, parse_expression};
use proc_macro2::TokenStream;

/// Every lint allowed.
pub fn everything() -> Allow {
    let mut allow = Allow::default();
    Lint::ALL.into_iter().for_each(|lint| allow.permit(lint));
    allow
}

/// The value of an expression, or the text of its error.
///
/// # Errors
///
/// The text of the first error: of a token, of the syntax, or of the evaluation.
pub fn eval(text: &str, allow: Allow) -> Result<Value, String> {
    let tokens: TokenStream = text.parse().map_err(|error| format!("{error}"))?;
    let parsed = parse_expression(tokens).map_err(|diagnostic| diagnostic.text())?;
    let expr = Allowed { allow: allow.or(parsed.allow), ..parsed };
    evaluate(&expr, &Scope::new()).map_err(|error| match error {
        Unevaluated::Wrong(diagnostic) => diagnostic.text(),
        Unevaluated::Tainted(name) => format!("{} is tainted", name.text),
    })
}
