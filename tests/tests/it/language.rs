//! Expressions of the language as text: what the other tests evaluate.

use layout_codegen::{Allow, Allowed, Lint, Scope, Unevaluated, Value, evaluate, parse_expression};
use proc_macro2::TokenStream;

/// Every lint allowed.
pub(crate) fn everything() -> Allow {
    let mut allow = Allow::default();
    Lint::ALL.into_iter().for_each(|lint| allow.permit(lint));
    allow
}

/// The value of an expression, or the text of its error.
pub(crate) fn eval(text: &str, allow: Allow) -> Result<Value, String> {
    let tokens: TokenStream = text.parse().map_err(|error| format!("{error}"))?;
    let parsed = parse_expression(tokens).map_err(|diagnostic| diagnostic.text())?;
    let expr = Allowed { allow: allow.or(parsed.allow), of: parsed.of };
    evaluate(&expr, &Scope::new()).map_err(|error| match error {
        Unevaluated::Wrong(diagnostic) => diagnostic.text(),
        Unevaluated::Tainted(name) => format!("{} is tainted", name.text),
    })
}

#[test]
fn printed_values_read_back() {
    for text in [
        "(2,(2,2)):(4,(2,1))",
        "24:1",
        "(24):(1)",
        "(4,8):(1@0,1@1)",
        "((4,3),4):((1@0@0,1@1@0),1@1)",
        "(4,(2,3)):(-59,(13,0))",
    ] {
        assert_eq!(eval(text, everything()).unwrap().to_string(), text);
    }
}

#[test]
fn static_integers_of_cute_are_read() {
    let layout = eval("(_2,(_2,_2)):(_4,(_2,_-1))", everything()).unwrap();
    assert_eq!(layout.to_string(), "(2,(2,2)):(4,(2,-1))");
}
