//! Values as Rust: numbers as literals, layouts as what the plan emits.

use layout_algebra::bounds::Bounds;
use layout_algebra::{HTuple, Part};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::emit;
use crate::emit::symbolic::Context;
use crate::eval::locate;
use crate::plan::{SymbolicPlan, Unplannable, plan_composed, plan_layout, plan_symbolic_value};
use crate::report::Diagnostic;
use crate::symbols::Evaluated;
use crate::syntax::Expr;
use crate::value::{Atom, Value};

/// A value as Rust.
pub(crate) fn value_tokens(
    krate: &TokenStream,
    value: &Value,
    bounds: &Bounds,
    expr: &Expr,
) -> Result<TokenStream, Diagnostic> {
    match value {
        Value::Int(int) => Ok(int_tokens(int)),
        Value::Bool(truth) => Ok(if *truth { quote!(true) } else { quote!(false) }),
        Value::Layout(layout) => {
            let plan = plan_layout(layout).map_err(|reason| unplannable(&reason, expr))?;
            Ok(emit::expression_of(krate, &plan.within(bounds.clone())))
        }
        Value::Composed(layout) => {
            let plan = plan_composed(layout).map_err(|reason| unplannable(&reason, expr))?;
            Ok(emit::expression(krate, &plan.within(bounds.clone())))
        }
        Value::Tuple(HTuple::Tuple(items)) if items.is_empty() => Err(empty(expr)),
        Value::Tuple(tuple) => tuple_tokens(tuple).ok_or_else(|| no_value(value, expr)),
        Value::List(values) => {
            let items = values
                .iter()
                .map(|value| value_tokens(krate, value, bounds, expr))
                .collect::<Result<Vec<_>, _>>()?;
            let table = values.iter().all(|value| matches!(value, Value::Int(_)));
            Ok(if table { quote!([#(#items),*]) } else { quote!((#(#items,)*)) })
        }
        // The bounds of a value are apart from it.
        Value::Padded(value, bounds) => value_tokens(krate, value, bounds, expr),
        Value::Swizzle(_) | Value::Tiler(_) | Value::Major(_) | Value::Closure(_) => {
            Err(no_value(value, expr))
        }
    }
}

/// The value of an expression as Rust, with what it is right under.
pub(crate) fn evaluated_tokens(
    krate: &TokenStream,
    evaluated: &Evaluated,
    expr: &Expr,
) -> Result<TokenStream, Diagnostic> {
    let Evaluated { value, bounds, symbols, obligations } = evaluated;
    if symbols.is_empty() {
        return value_tokens(krate, value, bounds, expr);
    }
    let context = Context::of_expression(krate, String::new(), symbols);
    match value {
        Value::Layout(_) | Value::Composed(_) => {
            let plan = symbolic_plan(evaluated, expr)?;
            Ok(emit::symbolic::expression(&context, &plan))
        }
        Value::List(values) if values.iter().any(is_layout) => {
            list_with_layouts(krate, evaluated, values, expr)
        }
        _ => {
            let mut failed = None;
            let tokens = emit::symbolic::integers(&context, obligations, |integer| {
                let tokens = integers(value, integer);
                failed = tokens.is_none().then(|| no_value(value, expr));
                tokens.unwrap_or_default()
            });
            failed.map_or(Ok(tokens), Err)
        }
    }
}

/// A slice and its offset, a tile and where it begins: each checks what all need.
fn list_with_layouts(
    krate: &TokenStream,
    evaluated: &Evaluated,
    values: &[Value],
    expr: &Expr,
) -> Result<TokenStream, Diagnostic> {
    let items = values.iter().map(|value| {
        let Evaluated { bounds, symbols, obligations, .. } = evaluated;
        let (value, bounds) = (value.clone(), bounds.clone());
        let (symbols, obligations) = (symbols.clone(), obligations.clone());
        evaluated_tokens(krate, &Evaluated { value, bounds, symbols, obligations }, expr)
    });
    let items = items.collect::<Result<Vec<_>, _>>()?;
    Ok(quote!((#(#items,)*)))
}

fn is_layout(value: &Value) -> bool {
    matches!(value, Value::Layout(_) | Value::Composed(_))
}

/// The plan of a layout with symbols.
pub(crate) fn symbolic_plan(
    evaluated: &Evaluated,
    expr: &Expr,
) -> Result<SymbolicPlan, Diagnostic> {
    let Evaluated { value, symbols, obligations, bounds } = evaluated;
    let symbols = symbols.iter().map(|symbol| (symbol.name.clone(), symbol.kind));
    plan_symbolic_value(value, symbols.collect(), obligations.clone())
        .unwrap_or_else(|| Err(Unplannable::Unknown { layout: value.to_string() }))
        .map(|plan| plan.within(bounds.clone()))
        .map_err(|reason| unplannable(&reason, expr))
}

/// Integers, truth values and tuples of them.
fn integers(
    value: &Value,
    integer: &dyn Fn(&layout_algebra::Int) -> TokenStream,
) -> Option<TokenStream> {
    let leaf = |int: &layout_algebra::Int| match int.known() {
        Some(_) => int_tokens(int),
        None => integer(int),
    };
    match value {
        Value::Int(int) => Some(leaf(int)),
        Value::Bool(truth) => Some(if *truth { quote!(true) } else { quote!(false) }),
        Value::Tuple(tuple) => tuple_of(tuple, &leaf),
        Value::List(values) => {
            let items = values.iter().map(|value| integers(value, integer));
            let items = items.collect::<Option<Vec<_>>>()?;
            Some(quote!([#(#items),*]))
        }
        _ => None,
    }
}

/// The diagnostic of a layout without index functions, at the mode at fault.
pub(crate) fn unplannable(reason: &Unplannable, expr: &Expr) -> Diagnostic {
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
    Diagnostic::new(expr.range, message)
}

/// The error of `()`, which would be Rust's unit: whoever names a layout in it would read of a
/// type of theirs nowhere.
fn empty(expr: &Expr) -> Diagnostic {
    let message = "this is `()`, the tuple of no integers, which is no value of its own\n\
                   an operation answers a tuple of a shape, and a layout of a layout";
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
    tuple_of(tuple, &int_tokens)
}

fn tuple_of(
    tuple: &HTuple<Atom>,
    integer: &dyn Fn(&layout_algebra::Int) -> TokenStream,
) -> Option<TokenStream> {
    match tuple {
        HTuple::Leaf(Atom::Int(int)) => Some(integer(int)),
        HTuple::Leaf(Atom::Basis(_) | Atom::All) => None,
        HTuple::Tuple(items) => {
            let items = items.iter().map(|item| tuple_of(item, integer));
            let items = items.collect::<Option<Vec<_>>>()?;
            Some(quote!((#(#items,)*)))
        }
    }
}
