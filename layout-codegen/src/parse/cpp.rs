//! What C++ writes of CuTe: types such as `Layout<Shape<_2,_4>,Stride<_4,_1>>`, `make_shape(…)`,
//! and operations with numbers in `<…>`.

use proc_macro2::Delimiter;

use crate::cursor::Cursor;
use crate::operations;
use crate::report::Diagnostic;
use crate::syntax::{Expr, ExprKind, Name, OpName};

/// The tuple that a function of CuTe makes of its operands.
pub(super) fn tuple(function: &str, operands: &[Expr]) -> Option<ExprKind> {
    let operands = || operands.to_vec();
    match function {
        "make_shape" | "make_stride" | "make_coord" | "make_step" | "make_tuple" => {
            Some(ExprKind::Tuple(operands()))
        }
        "make_tile" => Some(ExprKind::Tiler(operands())),
        _ => None,
    }
}

/// The value of a type: a layout of `Shape<…>`, or `Int<4>` as an object, with `{}` after it.
pub(super) fn of_type(name: &Name, arguments: &[Expr], is_object: bool) -> Option<ExprKind> {
    match (name.text.as_str(), arguments) {
        ("Layout" | "cute::Layout", [shape]) if is_named(shape, "Shape") => {
            let op = OpName { text: "make_layout".to_owned(), range: shape.range };
            Some(ExprKind::Call(op, vec![number(shape)]))
        }
        ("Layout" | "cute::Layout", [shape, stride])
            if is_named(shape, "Shape") && is_named(stride, "Stride") =>
        {
            Some(ExprKind::Layout(Box::new(number(shape)), Box::new(number(stride))))
        }
        ("Int" | "cute::Int", [of]) if is_object => Some(of.kind.clone()),
        _ => None,
    }
}

fn is_named(expr: &Expr, word: &str) -> bool {
    matches!(&expr.kind, ExprKind::Instance(name, _) if last(name) == word)
}

fn last(name: &Name) -> &str {
    name.text.rsplit("::").next().unwrap_or(&name.text)
}

/// The numbers of `Shape<…>` and `Stride<…>`.
fn number(expr: &Expr) -> Expr {
    let kind = match &expr.kind {
        ExprKind::Instance(name, items) => match (last(name), items.as_slice()) {
            ("Shape" | "Stride", items) => ExprKind::Tuple(items.iter().map(number).collect()),
            ("Int", [of]) => number(of).kind,
            _ => expr.kind.clone(),
        },
        kind => kind.clone(),
    };
    Expr { kind, range: expr.range }
}

/// Takes the `{}` of an object.
pub(super) fn eat_object(cursor: &mut Cursor) -> bool {
    let found = cursor.at_empty(Delimiter::Brace);
    if found {
        cursor.next();
    }
    found
}

/// The error of `upcast<2>(layout)`: what C++ gives as parameters of a template are operands.
pub(super) fn template(
    name: &Name,
    arguments: &[Expr],
    start: proc_macro2::Span,
    cursor: &mut Cursor,
) -> Option<Diagnostic> {
    operations::find(&name.text)?;
    let group = cursor.next_group(Delimiter::Parenthesis)?;
    let operation = &name.text;
    let message = format!("`{operation}` takes its numbers as operands, not in `<…>`");
    let diagnostic = Diagnostic::new(cursor.since(start), message);
    let numbers: Option<Vec<String>> = arguments
        .iter()
        .map(|argument| match argument.kind {
            ExprKind::Int(number) => Some(number.to_string()),
            _ => None,
        })
        .collect();
    let Some(numbers) = numbers.map(|numbers| numbers.join(", ")) else {
        return Some(diagnostic);
    };
    let operands = group.stream().to_string();
    let call = match operation.as_str() {
        "get" | "select" | "take" | "group" | "upcast" | "downcast" | "recast" => {
            format!("{operation}({operands}, {numbers})")
        }
        "size" | "rank" | "depth" | "cosize" | "shape" | "stride" => {
            format!("{operation}(get({operands}, {numbers}))")
        }
        _ => return Some(diagnostic),
    };
    Some(diagnostic.help(format!("write `{call}`")))
}
