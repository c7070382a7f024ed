//! Values as Rust: numbers as literals, layouts as what the plan emits.

use layout_algebra::{CollectVec, HTuple, Int, Part};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::emit::{self, Emitted, Integers};
use crate::eval::locate;
use crate::evaluated::Evaluated;
use crate::plan::{Planned, Unplannable, plan_evaluated, plan_integers};
use crate::report::Diagnostic;
use crate::syntax::{Expr, ExprKind};
use crate::value::Value;

/// The value of an expression as Rust, with what it is right under.
pub(crate) fn evaluated_tokens(
    krate: &TokenStream,
    evaluated: &Evaluated,
    expr: &Expr,
) -> Result<TokenStream, Diagnostic> {
    let Evaluated { value, symbols, obligations, .. } = evaluated;
    match value {
        value if value.is_layout() => {
            let plan = planned(evaluated, expr)?;
            Ok(emit::expression_of(&Emitted { krate, name: "", symbols, plan: &plan }))
        }
        // A slice and its offset, a tile and where it begins: each checks what all need.
        Value::List(values) if values.iter().any(|value| value.domain_shape().is_some()) => {
            let mut items = Vec::new();
            for value in values {
                let item = Evaluated { value: value.parted().0, ..evaluated.clone() };
                items.push(evaluated_tokens(krate, &item, expr)?);
            }
            Ok(quote!((#(#items,)*)))
        }
        value if symbols.is_empty() => plain_tokens(value, expr, &int_tokens),
        value => {
            let names = symbols.iter().map(|symbol| (symbol.name.clone(), symbol.kind));
            let names = names.collect_vec();
            let plan = plan_integers(value.integers(), &names, obligations.clone());
            let integers = Integers::new(krate, symbols, &plan);
            let tokens = plain_tokens(value, expr, &|int| match int.known() {
                Some(_) => int_tokens(int),
                None => integers.integer(int),
            })?;
            Ok(integers.value(&tokens))
        }
    }
}

/// A value without layouts as Rust: integers, truth values and tuples of them.
fn plain_tokens(
    value: &Value,
    expr: &Expr,
    integer: &dyn Fn(&Int) -> TokenStream,
) -> Result<TokenStream, Diagnostic> {
    match value {
        Value::Int(int) => Ok(integer(int)),
        Value::Bool(truth) => Ok(if *truth { quote!(true) } else { quote!(false) }),
        Value::Tuple(HTuple::Tuple(items)) if items.is_empty() => Err(empty(expr)),
        Value::Tuple(_) => match value.as_int_tuple() {
            Some(tuple) => Ok(emit::nested(&tuple, &mut |int| integer(int))),
            None => Err(no_value(value, expr)),
        },
        Value::List(values) => {
            let items = values.iter().map(|value| plain_tokens(value, expr, integer));
            let items = items.try_collect_vec()?;
            let table = values.iter().all(|value| matches!(value, Value::Int(_)));
            Ok(if table { quote!([#(#items),*]) } else { quote!((#(#items,)*)) })
        }
        _ => Err(no_value(value, expr)),
    }
}

/// The plan of a layout.
pub(crate) fn planned(evaluated: &Evaluated, expr: &Expr) -> Result<Planned, Diagnostic> {
    match plan_evaluated(evaluated) {
        Some(Ok(plan)) => Ok(plan),
        Some(Err(reason)) => Err(unplannable(&reason, expr)),
        None => Err(unplannable(&Unplannable::unknown(&evaluated.value), expr)),
    }
}

/// The diagnostic of a layout without index functions, at the mode at fault.
fn unplannable(reason: &Unplannable, expr: &Expr) -> Diagnostic {
    let part = match reason {
        Unplannable::Stride { .. }
        | Unplannable::BasisStride { .. }
        | Unplannable::SymbolicBasis { .. } => Part::Stride,
        _ => Part::Shape,
    };
    let path = reason.path();
    let mode = if path.is_root() { None } else { locate(expr, part, &path) };
    Diagnostic::new(mode.unwrap_or(expr.range), reason.to_string())
}

fn no_value(value: &Value, expr: &Expr) -> Diagnostic {
    let message = format!("{} is an operand, not a value of its own", value.describe());
    let diagnostic = Diagnostic::new(expr.range, message);
    match &expr.kind {
        ExprKind::Tuple(items) if items.iter().any(may_be_name) => diagnostic.help(
            "a word in front of `:` is the name of a mode where strides follow, as in `(row: 4, col: 8):(8,1)`",
        ),
        _ => diagnostic,
    }
}

/// Returns whether a word in front of `:` may be meant as the name of a mode.
fn may_be_name(item: &Expr) -> bool {
    matches!(&item.kind, ExprKind::Layout(shape, ..) if matches!(shape.kind, ExprKind::Symbol(_)))
}

/// The error of `()`, which would be Rust's unit: whoever names a layout in it would read of a
/// type of theirs nowhere.
fn empty(expr: &Expr) -> Diagnostic {
    let message = "this is `()`, the tuple of no integers, which is no value of its own\n\
                   an operation answers a tuple of a shape, and a layout of a layout";
    Diagnostic::new(expr.range, message)
}

fn int_tokens(int: &Int) -> TokenStream {
    let text = int.to_string();
    let digits = text.trim_start_matches('-');
    let Ok(literal) = digits.parse::<Literal>() else { return TokenStream::new() };
    if digits == text { quote!(#literal) } else { quote!(-#literal) }
}
