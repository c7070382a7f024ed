//! What C++ writes of CuTe: types such as `Layout<Shape<_2,_4>,Stride<_4,_1>>`, `make_shape(…)`,
//! and operations with numbers in `<…>`.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenTree};

use super::MAX_DEPTH;
use super::number::integer;
use crate::cursor::Cursor;
use crate::mode_names::ModeNames;
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
/// A name with `cute::` in front, as compilers print it, is nobody else's.
pub(super) fn of_type(name: &Name, arguments: &[Expr], is_object: bool) -> Option<ExprKind> {
    let is_object = is_object || name.text.starts_with("cute::");
    match (last(name), arguments) {
        _ if name.text.contains("::") && !name.text.starts_with("cute::") => None,
        ("Layout", [shape]) if is_object || is_shape(shape) => {
            let op = OpName::new("make_layout", shape.range);
            Some(ExprKind::Call(op, vec![number(shape)]))
        }
        ("Layout", [shape, stride]) if is_object || is_shape(shape) => Some(ExprKind::Layout(
            Box::new(number(shape)),
            Box::new(number(stride)),
            ModeNames::NONE,
        )),
        ("ComposedLayout", [outer, offset, inner]) if is_function(outer) => {
            let op = OpName::new("make_composed_layout", outer.range);
            let operands = vec![function(outer), number(offset), function(inner)];
            Some(ExprKind::Call(op, operands))
        }
        ("Swizzle", [bits, base, shift]) => {
            match (&number(bits).kind, &number(base).kind, &number(shift).kind) {
                (ExprKind::Int(bits), ExprKind::Int(base), ExprKind::Int(shift)) => {
                    Some(ExprKind::Swizzle(*bits, *base, *shift))
                }
                _ => None,
            }
        }
        ("Int", [of]) if is_object => Some(of.kind.clone()),
        ("Shape" | "Stride" | "Coord" | "Step", items) if is_object => {
            Some(ExprKind::Tuple(items.iter().map(number).collect()))
        }
        ("ScaledBasis", [scale, path @ ..]) if is_object => basis(scale, path),
        ("Tile", items) if is_object => Some(ExprKind::Tiler(items.iter().map(function).collect())),
        _ => None,
    }
}

/// `1@1@0`: so many steps along a basis element, the path outermost first.
pub(super) fn basis(scale: &Expr, path: &[Expr]) -> Option<ExprKind> {
    let ExprKind::Int(scale) = number(scale).kind else { return None };
    let place = |expr: &Expr| match expr.kind {
        ExprKind::Int(place) => usize::try_from(place).ok().filter(|place| *place < MAX_DEPTH),
        _ => None,
    };
    let path: Vec<usize> = path.iter().map(place).collect::<Option<_>>()?;
    (path.len() <= MAX_DEPTH).then_some(ExprKind::Basis(scale, path))
}

/// Whether a type is an extent, or a tuple of some.
fn is_shape(expr: &Expr) -> bool {
    let shapes = ["Shape", "tuple", "Int", "C"];
    matches!(&expr.kind, ExprKind::Instance(name, _) if shapes.contains(&last(name)))
}

/// Whether a type is a layout or a swizzle.
fn is_function(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Swizzle(..) | ExprKind::Layout(..) => true,
        ExprKind::Call(op, _) => op.text == "make_layout" || op.text == "make_composed_layout",
        ExprKind::Instance(name, _) => last(name) == "Layout",
        _ => false,
    }
}

/// A type where a layout stands: `Layout<_8,_2>`.
fn function(expr: &Expr) -> Expr {
    let kind = match &expr.kind {
        ExprKind::Instance(name, items) => of_type(name, items, true),
        _ => None,
    };
    Expr { kind: kind.unwrap_or_else(|| expr.kind.clone()), range: expr.range }
}

fn last(name: &Name) -> &str {
    name.text.rsplit("::").next().unwrap_or(&name.text)
}

/// The numbers of `Shape<…>` and `Stride<…>`.
fn number(expr: &Expr) -> Expr {
    let kind = match &expr.kind {
        ExprKind::Instance(name, items) => match (last(name), items.as_slice()) {
            ("Shape" | "Stride" | "tuple", items) => {
                ExprKind::Tuple(items.iter().map(number).collect())
            }
            ("Int" | "C", [of]) => number(of).kind,
            ("ScaledBasis", [scale, path @ ..]) => {
                basis(scale, path).unwrap_or_else(|| expr.kind.clone())
            }
            _ => expr.kind.clone(),
        },
        kind => kind.clone(),
    };
    Expr { kind, range: expr.range }
}

/// Whether `<` after a path begins the parameters of a type of CuTe, whose name is none of a layout
/// here: compilers print `cute::tuple<cute::C<4>>`.
pub(super) fn is_type(path: &str) -> bool {
    matches!(path, "cute::tuple" | "cute::C")
}

/// Takes `E<0,1>{}`, an element of a basis. Without `{}`, a constant of Rust may stand there, in a comparison.
pub(super) fn eat_basis(ident: &Ident, cursor: &mut Cursor) -> Option<ExprKind> {
    if ident != "E" || !cursor.at_punct('<') {
        return None;
    }
    let (mut path, mut read) = (Vec::new(), 1);
    loop {
        match cursor.ahead(read)? {
            TokenTree::Literal(literal) => {
                let place = integer(&literal.to_string(), literal.span(), 1).ok()?;
                path.push(Expr { kind: ExprKind::Int(place), range: literal.span().into() });
            }
            TokenTree::Punct(mark) if mark.as_char() == ',' => {}
            TokenTree::Punct(mark) if mark.as_char() == '>' => break,
            _ => return None,
        }
        read += 1;
    }
    let is_empty =
        |group: &Group| group.delimiter() == Delimiter::Brace && group.stream().is_empty();
    if !matches!(cursor.ahead(read + 1)?, TokenTree::Group(group) if is_empty(group)) {
        return None;
    }
    let one = Expr { kind: ExprKind::Int(1), range: ident.span().into() };
    let element = basis(&one, &path)?;
    (0..read + 2).for_each(|_| drop(cursor.next()));
    Some(element)
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
    (start, open): (Span, Span),
    cursor: &mut Cursor,
) -> Option<Diagnostic> {
    operations::find(&name.text)?;
    let angles = cursor.since(open);
    let group = cursor.next_group(Delimiter::Parenthesis)?;
    let operation = &name.text;
    let message = format!("`{operation}` takes its numbers as operands, not in `<…>`");
    let diagnostic = Diagnostic::new(angles, message);
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
    // What is to be written is the whole call.
    Some(Diagnostic { range: cursor.since(start), ..diagnostic }.help(format!("write `{call}`")))
}
