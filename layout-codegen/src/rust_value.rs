//! Values as Rust: numbers as literals, layouts as what the plan emits.

use layout_algebra::{HTuple, Part};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::emit;
use crate::eval::locate;
use crate::plan::{Unplannable, plan, plan_composed};
use crate::report::Diagnostic;
use crate::syntax::Expr;
use crate::value::{Atom, Value};

/// A value as Rust.
pub(crate) fn value_tokens(
    krate: &TokenStream,
    value: &Value,
    expr: &Expr,
) -> Result<TokenStream, Diagnostic> {
    match value {
        Value::Int(int) => Ok(int_tokens(int)),
        Value::Bool(truth) => Ok(if *truth { quote!(true) } else { quote!(false) }),
        Value::Layout(layout) => {
            let plan = plan(layout).map_err(|reason| unplannable(&reason, expr))?;
            Ok(emit::expression(krate, &plan))
        }
        Value::Composed(layout) => {
            let plan = plan_composed(layout).map_err(|reason| unplannable(&reason, expr))?;
            Ok(emit::expression(krate, &plan))
        }
        Value::Tuple(tuple) => tuple_tokens(tuple).ok_or_else(|| no_value(value, expr)),
        Value::List(values) => {
            let items = values
                .iter()
                .map(|value| value_tokens(krate, value, expr))
                .collect::<Result<Vec<_>, _>>()?;
            let table = values.iter().all(|value| matches!(value, Value::Int(_)));
            Ok(if table { quote!([#(#items),*]) } else { quote!((#(#items,)*)) })
        }
        Value::Swizzle(_) | Value::Tiler(_) | Value::Major(_) | Value::Closure(_) => {
            Err(no_value(value, expr))
        }
    }
}

/// The diagnostic of a layout without index functions, at the mode at fault.
pub(crate) fn unplannable(reason: &Unplannable, expr: &Expr) -> Diagnostic {
    let part = match reason {
        Unplannable::Stride { .. } | Unplannable::BasisStride { .. } => Part::Stride,
        _ => Part::Shape,
    };
    let path = reason.path();
    let mode = if path.is_root() { None } else { locate(expr, part, &path) };
    Diagnostic::new(mode.unwrap_or(expr.range), reason.to_string())
}

fn no_value(value: &Value, expr: &Expr) -> Diagnostic {
    let message = format!("{} is an operand, not a value of its own", value.describe());
    Diagnostic::new(expr.range, message)
}

fn int_tokens(int: &layout_algebra::Int) -> TokenStream {
    let text = int.to_string();
    match text.strip_prefix('-') {
        None => text.parse::<Literal>().map(|literal| quote!(#literal)).unwrap_or_default(),
        Some(digits) => {
            digits.parse::<Literal>().map(|literal| quote!(-#literal)).unwrap_or_default()
        }
    }
}

fn tuple_tokens(tuple: &HTuple<Atom>) -> Option<TokenStream> {
    match tuple {
        HTuple::Leaf(Atom::Int(int)) => Some(int_tokens(int)),
        HTuple::Leaf(Atom::Basis(_) | Atom::All) => None,
        HTuple::Tuple(items) => {
            let items = items.iter().map(tuple_tokens).collect::<Option<Vec<_>>>()?;
            Some(quote!((#(#items,)*)))
        }
    }
}
