//! What Python writes of layouts: `cute.make_layout((4, 8), stride=(8, 1))` of CuTe's DSL,
//! `Layout((4, 8), (8, 1))` of pycute and tensor-layouts, `SW_3_4_3`, and `as_strided(x, …)` of arrays.

use proc_macro2::{Ident, TokenTree};

use super::number::integer;
use crate::cursor::Cursor;
use crate::mode_names::ModeNames;
use crate::syntax::{Expr, ExprKind, OpName};

/// The modules whose functions are read.
const MODULES: [&str; 9] =
    ["cute", "einops", "lib", "np", "numpy", "pycute", "stride_tricks", "tensor_layouts", "torch"];

/// The operands that may stand behind their name, each at its place.
const KEYWORDS: [(&str, usize, &[&str]); 11] = [
    ("make_layout", 0, &["shape"]),
    ("make_layout", 1, &["stride"]),
    ("make_ordered_layout", 0, &["shape"]),
    ("make_ordered_layout", 1, &["order"]),
    ("make_composed_layout", 0, &["inner"]),
    ("make_composed_layout", 1, &["offset"]),
    ("make_composed_layout", 2, &["outer"]),
    ("Layout", 1, &["stride"]),
    ("ComposedLayout", 2, &["offset"]),
    ("as_strided", 1, &["shape", "size"]),
    ("as_strided", 2, &["strides", "stride"]),
];

/// Takes the `.` after the name of a module.
pub(super) fn eat_module(word: &Ident, cursor: &mut Cursor) -> bool {
    MODULES.iter().any(|module| word == module) && cursor.eat_punct('.')
}

/// Takes `stride =` in front of an operand.
pub(super) fn eat_keyword(function: &str, place: usize, cursor: &mut Cursor) {
    let named = KEYWORDS.iter().filter(|(of, at, _)| *of == function && *at == place);
    let mut words = named.flat_map(|(_, _, words)| words.iter());
    if cursor.at_assigned() && words.any(|word| cursor.at_ident(word)) {
        cursor.next();
        cursor.next();
    }
}

/// Takes `.itemsize` after the name of an array: strides in bytes are so many of elements.
pub(super) fn eat_item_size(cursor: &mut Cursor) -> bool {
    cursor.eat_joined('.', "itemsize")
}

/// The swizzle `SW_3_4_3` that pycute prints, of which a negative shift stands apart.
pub(super) fn swizzle(word: &str, cursor: &mut Cursor) -> Option<ExprKind> {
    let mut numbers = word.strip_prefix("SW_")?.split('_');
    let (bits, base, shift) = (numbers.next()?, numbers.next()?, numbers.next()?);
    let number = |text: &str| text.parse::<i128>().ok();
    let (bits, base) = (number(bits)?, number(base)?);
    if numbers.next().is_some() {
        return None;
    }
    if !shift.is_empty() || !cursor.at_punct('-') {
        return Some(ExprKind::Swizzle(bits, base, number(shift)?));
    }
    cursor.next();
    match cursor.next() {
        Some(TokenTree::Literal(literal)) => {
            let shift = integer(&literal.to_string(), literal.span(), -1).ok()?;
            Some(ExprKind::Swizzle(bits, base, shift))
        }
        _ => None,
    }
}

/// What a call of a class makes of its operands.
pub(super) fn constructed(function: &OpName, operands: &[Expr]) -> Option<ExprKind> {
    let called = |op: &str, operands: Vec<Expr>| {
        let op = OpName::new(op, function.range);
        Some(ExprKind::Call(op, operands))
    };
    let layout = |shape: &Expr, stride: &Expr| {
        ExprKind::Layout(Box::new(shape.clone()), Box::new(stride.clone()), ModeNames::NONE)
    };
    match (function.text.as_str(), operands) {
        ("Layout", [shape]) => called("make_layout", vec![shape.clone()]),
        ("Layout", [shape, stride]) | ("as_strided", [_, shape, stride]) => {
            Some(layout(shape, stride))
        }
        // pycute has the offset between the two, tensor-layouts behind them.
        ("ComposedLayout", [outer, inner, offset] | [outer, offset, inner])
            if is_number(offset) =>
        {
            called("make_composed_layout", vec![outer.clone(), offset.clone(), inner.clone()])
        }
        ("ScaledBasis", [scale, path]) => basis(scale, path),
        ("E", [path]) => basis(&Expr { kind: ExprKind::Int(1), range: path.range }, path),
        ("Swizzle" | "make_swizzle", [bits, base, shift]) => {
            match (&bits.kind, &base.kind, &shift.kind) {
                (ExprKind::Int(bits), ExprKind::Int(base), ExprKind::Int(shift)) => {
                    Some(ExprKind::Swizzle(*bits, *base, *shift))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn is_number(expr: &Expr) -> bool {
    use ExprKind::{Arithmetic, Int, Negate, Symbol};
    matches!(expr.kind, Int(_) | Symbol(_) | Arithmetic(..) | Negate(_))
}

/// `ScaledBasis(2, [1, 0])`, or `ScaledBasis(2, 1)`.
fn basis(scale: &Expr, path: &Expr) -> Option<ExprKind> {
    let path = match &path.kind {
        ExprKind::List(items) => items.as_slice(),
        _ => std::slice::from_ref(path),
    };
    super::cpp::basis(scale, path)
}
