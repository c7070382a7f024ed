//! Asks the language, as a user does: text in, what it prints out.

use layout_algebra::Symbol;
use layout_algebra::{Error, Int};
use layout_codegen::{
    Allow, Allowed, Diagnostic, Evaluated, Lint, Scope, Unevaluated, parse_expression, prove,
};
use proc_macro2::TokenStream;

use super::read::{Value, read};
use layout_laws::function::Within;

/// An answer of the language.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A value.
    Found(Found),
    /// A mistake, in its own words.
    Refused(String),
    /// Right under conditions that the values of the symbols do not meet.
    Unmet,
}

/// A value, and what is said of it.
#[derive(Clone, Debug)]
pub struct Found {
    /// The value.
    pub value: Value,
    /// The coordinates of it that are no padding.
    pub within: Within,
    /// The conditions of the symbols under which it is right, as they are assumed.
    pub conditions: Vec<String>,
}

/// The value of a symbol, which its name ends with: that of `n8` is 8.
fn value_of(symbol: &Symbol) -> Option<Int> {
    let digits = symbol.name().trim_start_matches(|c: char| !c.is_ascii_digit());
    digits.parse().ok().map(Int::new)
}

/// The answer to an expression.
///
/// # Errors
///
/// A printed value that cannot be read.
pub fn ask(text: &str, padding: bool) -> Result<Answer, String> {
    let mut allow = Allow::default();
    allow.permit(Lint::NonInjective);
    if padding {
        allow.permit(Lint::Padding);
    }
    let evaluated = match evaluated(text, allow) {
        Ok(evaluated) => evaluated,
        Err(diagnostic) => return Ok(Answer::Refused(diagnostic.message)),
    };
    let Evaluated { value, bounds, obligations, .. } = evaluated;
    for obligation in &obligations {
        match obligation.condition.holds_at(&value_of) {
            Ok(true) => {}
            Ok(false) => return Ok(Answer::Unmet),
            Err(overflow) => return Ok(Answer::Refused(Error::from(overflow).to_string())),
        }
    }
    let (value, bounds) = match (value.substitute(&value_of), bounds.substitute(&value_of)) {
        (Ok(value), Ok(bounds)) => (value, bounds),
        (value, bounds) => {
            let error = value.err().or(bounds.err());
            return Err(format!("no value under its own conditions: {error:?}"));
        }
    };
    let conditions = obligations.iter().map(|o| o.condition.assumption().to_string());
    Ok(Answer::Found(Found {
        value: read(&value.to_string())?,
        within: within(&bounds.to_string())?,
        conditions: conditions.collect(),
    }))
}

fn evaluated(text: &str, allow: Allow) -> Result<Evaluated, Diagnostic> {
    let Ok(tokens) = text.parse::<TokenStream>() else { panic!("no tokens: {text}") };
    let parsed = parse_expression(tokens)?;
    let expr = Allowed { allow: allow.or(parsed.allow), ..parsed };
    prove(&expr, &Scope::new()).map_err(|unevaluated| match unevaluated {
        Unevaluated::Wrong(diagnostic) => diagnostic,
        Unevaluated::Tainted(name) => panic!("{} has no definition", name.text),
    })
}

/// `8:1 < 1 and …`, `everywhere` or `unknown`.
fn within(text: &str) -> Result<Within, String> {
    match text {
        "everywhere" => return Ok(Within::EVERYWHERE),
        "unknown" => return Ok(Within::Unknown),
        _ => {}
    }
    let bounds = text.split(" and ").map(|bound| {
        let (coordinate, end) = bound.split_once(" < ")?;
        match (read(coordinate).ok()?, end.parse().ok()?) {
            (Value::Function(coordinate), end) => Some((coordinate.layout()?.clone(), end)),
            _ => None,
        }
    });
    let bounds: Option<Vec<_>> = bounds.collect();
    bounds.map(Within::Below).ok_or_else(|| format!("cannot read the bounds {text}"))
}
