//! Python's notations of layouts: `cute.make_layout((4, 8), stride=(8, 1))` of CuTe's DSL, `Layout((4, 8), (8, 1))` of pycute and
//! tensor-layouts, `SW_3_4_3`, and `as_strided(x, …)` of arrays.

use layout_algebra::CollectVec;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};

use super::applied::is_open;
use super::number::{DIGITS, integer};
use super::symbol::spelled;
use crate::cursor::Cursor;
use crate::mode_names::ModeNames;
use crate::nearest::nearest;
use crate::report::{Diagnostic, Patch, SpanRange};
use crate::syntax::{Expr, ExprKind, Infix, OpName, Operator};
use crate::token::{is_comma, is_one_of, is_punct};

/// The modules whose functions are read.
const MODULES: [&str; 16] = [
    "cute",
    "cutlass",
    "einops",
    "gl",
    "jax",
    "jnp",
    "lib",
    "np",
    "numpy",
    "pycute",
    "stride_tricks",
    "tensor_layouts",
    "tl",
    "torch",
    "triton",
    "ttgl",
];

/// The operands that may stand behind their name, each at its place.
const KEYWORDS: &[(&str, usize, &[&str])] = &[
    ("append", 2, &["up_to_rank"]),
    ("blocked_product", 0, &["block"]),
    ("blocked_product", 1, &["tiler"]),
    ("coalesce", 1, &["target_profile"]),
    ("complement", 1, &["cotarget"]),
    ("composition", 0, &["lhs"]),
    ("composition", 1, &["rhs"]),
    ("crd2idx", 0, &["coord"]),
    ("crd2idx", 1, &["layout"]),
    ("dice_", 0, &["src"]),
    ("dice_", 1, &["dicer"]),
    ("filter_zeros", 1, &["target_profile"]),
    ("flat_divide", 0, &["target"]),
    ("flat_divide", 1, &["tiler"]),
    ("flat_product", 0, &["block"]),
    ("flat_product", 1, &["tiler"]),
    ("group", 1, &["begin"]),
    ("group", 2, &["end"]),
    ("idx2crd", 0, &["idx"]),
    ("idx2crd", 1, &["shape"]),
    ("local_partition", 0, &["target"]),
    ("local_partition", 1, &["tiler"]),
    ("local_partition", 2, &["index"]),
    ("local_partition", 3, &["proj"]),
    ("local_tile", 0, &["input"]),
    ("local_tile", 1, &["tiler"]),
    ("local_tile", 2, &["coord"]),
    ("local_tile", 3, &["proj"]),
    ("logical_divide", 0, &["target"]),
    ("logical_divide", 1, &["tiler"]),
    ("logical_product", 0, &["block"]),
    ("logical_product", 1, &["tiler"]),
    ("make_layout_tv", 0, &["thr_layout"]),
    ("make_layout_tv", 1, &["val_layout"]),
    ("prepend", 2, &["up_to_rank"]),
    ("raked_product", 0, &["block"]),
    ("raked_product", 1, &["tiler"]),
    ("recast_layout", 0, &["new_type_bits"]),
    ("recast_layout", 1, &["old_type_bits"]),
    ("recast_layout", 2, &["src_layout"]),
    ("slice_", 0, &["src"]),
    ("slice_", 1, &["coord"]),
    ("tile_to_shape", 0, &["atom"]),
    ("tile_to_shape", 1, &["trg_shape"]),
    ("tile_to_shape", 2, &["order"]),
    ("tiled_divide", 0, &["target"]),
    ("tiled_divide", 1, &["tiler"]),
    ("tiled_product", 0, &["block"]),
    ("tiled_product", 1, &["tiler"]),
    ("zipped_divide", 0, &["target"]),
    ("zipped_divide", 1, &["tiler"]),
    ("zipped_product", 0, &["block"]),
    ("zipped_product", 1, &["tiler"]),
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
    ("as_strided", 3, &["storage_offset", "subok", "writeable"]),
    ("as_strided", 4, &["subok", "writeable"]),
];

/// Takes the `.` after the name of a module.
pub(super) fn eat_module(word: &Ident, cursor: &mut Cursor) -> bool {
    is_one_of(word, &MODULES) && cursor.eat_punct('.')
}

/// The module that a word is meant for; of those with few letters each word is near to one.
pub(super) fn nearest_module(word: &str) -> Option<&'static str> {
    nearest(word, MODULES.into_iter().filter(|module| module.len() > 3))
}

/// The functions of CuTe's DSL that act on the mode at the path `mode=[0, 1]`, or on such modes.
const OF_MODES: [&str; 8] = ["cosize", "depth", "get", "rank", "select", "shape", "size", "stride"];

/// Takes `stride =` in front of an operand. Whether it was `mode =`, so that the list after it is several operands.
pub(super) fn eat_keyword(function: &str, place: usize, cursor: &mut Cursor) -> bool {
    if place == 1 && cursor.at_ident("mode") && cursor.at_assigned() && OF_MODES.contains(&function)
    {
        cursor.next();
        cursor.next();
        return true;
    }
    if cursor.at_assigned() && keywords(function, place).iter().any(|word| cursor.at_ident(word)) {
        cursor.next();
        cursor.next();
    }
    false
}

/// The names of an operand of a function.
fn keywords(function: &str, place: usize) -> Vec<&'static str> {
    let rows = KEYWORDS.iter().filter(|(of, at, _)| *of == function && *at == place);
    rows.flat_map(|(_, _, words)| *words).copied().collect_vec()
}

/// Returns whether operands of a function may stand behind their names.
pub(super) fn has_keywords(function: &str) -> bool {
    KEYWORDS.iter().any(|(of, _, _)| *of == function)
}

/// The error of an operand behind a name that no operand has at its place: at the name, and of no function at all of it.
pub(super) fn other_keyword(
    function: &str,
    place: usize,
    cursor: &mut Cursor,
) -> Option<Diagnostic> {
    // A comparison has no name in front.
    if !cursor.at_assigned() || is_punct(cursor.ahead(2), '=') {
        return None;
    }
    let start = cursor.here();
    let word = cursor.next_ident()?;
    let meant = nearest(&word.to_string(), keywords(function, place));
    if !function.is_empty() {
        let message = format!("operand {place} of `{function}` has no name `{word}`");
        let diagnostic = Diagnostic::new(start, message);
        if let Some(meant) = meant {
            return Some(diagnostic.meant(meant));
        }
        cursor.next();
        let mut operand = TokenStream::new();
        while !(cursor.is_done() || cursor.at_punct(',')) {
            operand.extend(cursor.next());
        }
        let (range, text) = (cursor.since(start), spelled(&operand));
        let says = format!("write `{text}` for `{word}={text}`");
        return Some(diagnostic.patch(Patch { range, text, says }));
    }
    while !(cursor.is_done() || cursor.at_punct(',')) {
        cursor.next();
    }
    let message = format!("`{word} =` names an operand of a function, and this is none");
    Some(Diagnostic::new(cursor.since(start), message))
}

/// The modes of the list `[0, 1]`, the last operand, as operands.
pub(super) fn splice_path(operands: &mut Vec<Expr>) {
    match operands.pop() {
        Some(Expr { kind: ExprKind::List(modes), .. }) => operands.extend(modes),
        other => operands.extend(other),
    }
}

/// The function that a name of CuTe's is here. In its DSL `dice` has its operands in the order of `slice_`.
pub(super) fn function(name: String, is_dsl: bool) -> String {
    match name.as_str() {
        "compose" => "composition",
        "flatten_to_tuple" => "flatten",
        "group_modes" => "group",
        "inner_partition" => "local_tile",
        "is_compatible" => "compatible",
        "is_congruent" => "congruent",
        "is_weakly_congruent" => "weakly_congruent",
        "make_identity_tensor" => "make_identity_layout",
        "retile_D" | "retile_S" => "retile",
        "tuple_cat" => "concat",
        "dice" if is_dsl => "dice_",
        _ => return name,
    }
    .to_owned()
}

/// The items of a tuple that a coordinate leaves open, or those that it does not: `slice_` and `dice_` of a shape, in CuTe's DSL.
pub(super) fn part_of_tuple(function: &OpName, operands: &[Expr]) -> Option<ExprKind> {
    let is_slice = match function.text.as_str() {
        "slice_" => true,
        "dice_" => false,
        _ => return None,
    };
    let [Expr { kind: ExprKind::Tuple(of), .. }, Expr { kind: ExprKind::Tuple(coordinate), .. }] =
        operands
    else {
        return None;
    };
    if coordinate.len() != of.len() {
        return None;
    }
    let mut part = Vec::new();
    for (at, item) in coordinate.iter().zip(of) {
        match at.kind {
            ExprKind::Underscore if is_slice => part.push(item.clone()),
            ExprKind::Int(_) if !is_slice => part.push(item.clone()),
            ExprKind::Underscore | ExprKind::Int(_) => {}
            _ => return None,
        }
    }
    Some(ExprKind::Tuple(part))
}

/// The bits of a type of CuTe's DSL, `cutlass.Float16`.
fn bits_of(element: &Expr) -> Option<i128> {
    let text = match &element.kind {
        ExprKind::Name(name) => &name.text,
        ExprKind::Symbol(symbol) => &symbol.text,
        _ => return None,
    };
    let words = ["TFloat", "BFloat", "Float", "Uint", "Int"];
    let digits = words.iter().find_map(|word| text.strip_prefix(word))?;
    let rest = digits.trim_start_matches(DIGITS);
    digits[..digits.len() - rest.len()].parse().ok()
}

/// The functions of CuTe's DSL whose operands stand in another order than here.
pub(super) fn in_order(function: &mut OpName, operands: &mut [Expr]) {
    match (function.text.as_str(), operands) {
        (name @ ("slice_" | "dice_"), operands @ [_, _]) => {
            let name = name.trim_end_matches('_').to_owned();
            // A coordinate with `_` shows that it is in front, as in C++.
            if !is_open(&operands[0]) {
                operands.reverse();
            }
            function.text = name;
        }
        // From bits, to bits; the layout is the last.
        ("recast_layout", operands @ [_, _, _]) => {
            function.text = "recast".to_owned();
            operands.reverse();
        }
        _ => {}
    }
}

/// Takes `.itemsize` after the name of an array: strides in bytes are multiples of it.
pub(super) fn eat_item_size(cursor: &mut Cursor) -> bool {
    cursor.eat_joined('.', "itemsize")
}

/// Returns whether a module is one of NumPy, whose strides are in bytes.
pub(super) fn is_numpy(module: &Ident) -> bool {
    is_one_of(module, &["np", "numpy", "stride_tricks"])
}

/// Refuses strides of `as_strided` of which some are bytes alone: those of NumPy, those behind its `strides=`, and those beside multiples
/// of `x.itemsize` are in bytes.
pub(super) fn check_bytes(operands: &Group, is_numpy: bool) -> Result<(), Diagnostic> {
    let tokens = operands.stream().into_iter().collect_vec();
    for (place, operand) in tokens.split(is_comma).enumerate() {
        let (key, of) = match operand {
            [TokenTree::Ident(key), mark, of @ ..] if is_punct(mark, '=') => (key.to_string(), of),
            of => (String::new(), of),
        };
        let is_strides = key == "strides" || key == "stride" || key.is_empty() && place == 2;
        let ([TokenTree::Group(list)], true) = (of, is_strides) else { continue };
        let strides = list.stream().into_iter().collect_vec();
        let is_in_bytes = is_numpy || key == "strides" || has_item_size(&strides);
        for stride in strides.split(is_comma).filter(|_| is_in_bytes) {
            for term in stride.split(|token| is_punct(token, '+') || is_punct(token, '-')) {
                let is_zero = matches!(term, [TokenTree::Literal(zero)] if zero.to_string() == "0");
                let (Some(first), Some(last)) = (term.first(), term.last()) else { continue };
                if is_zero || has_item_size(term) {
                    continue;
                }
                let text = spelled(&term.iter().cloned().collect());
                let message = format!(
                    "the stride `{text}` of NumPy is in bytes: those of a layout are in elements"
                );
                let help = format!(
                    "write how many elements it is: `{text} * x.itemsize` is {text} elements"
                );
                let range = SpanRange { first: first.span(), last: last.span() };
                return Err(Diagnostic::new(range, message).help(help));
            }
        }
    }
    Ok(())
}

/// Returns whether tokens, or those inside one, have `.itemsize`. A variable `itemsize` would be a symbol.
fn has_item_size(tokens: &[TokenTree]) -> bool {
    for (at, token) in tokens.iter().enumerate() {
        let is_or_has = match token {
            TokenTree::Ident(word) => {
                word == "itemsize" && at > 0 && is_punct(&tokens[at - 1], '.')
            }
            TokenTree::Group(group) => has_item_size(&group.stream().into_iter().collect_vec()),
            _ => false,
        };
        if is_or_has {
            return true;
        }
    }
    false
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

/// The operation that the call of a class stands for, applied to its operands.
pub(super) fn constructed(function: &OpName, operands: &[Expr]) -> Option<ExprKind> {
    let called = |op: &str, operands: Vec<Expr>| {
        Some(ExprKind::Call(OpName::new(op, function.range), operands))
    };
    match (function.text.as_str(), operands) {
        ("Layout", [shape]) => called("make_layout", vec![shape.clone()]),
        ("size_in_bytes", [element, layout]) => {
            let number = |of| Expr { kind: ExprKind::Int(of), range: element.range };
            let bits = number(bits_of(element)?);
            let size = ExprKind::Call(OpName::new("cosize", function.range), vec![layout.clone()]);
            let operands = Box::new([Expr { kind: size, range: layout.range }, bits]);
            let infix = Infix { operator: Operator::Mul, range: function.range };
            let bits = Expr { kind: ExprKind::Arithmetic(infix, operands), range: layout.range };
            called("ceil_div", vec![bits, number(8)])
        }
        // The offset of a storage is the pointer's, and what may be written is no matter of a layout.
        ("as_strided", [_, shape, stride, rest @ ..])
            if rest.len() <= 2 && rest.iter().all(|of| is_number(of) || is_bool(of)) =>
        {
            let (shape, stride) = (Box::new(of_list(shape)), Box::new(of_list(stride)));
            Some(ExprKind::Layout(shape, stride, ModeNames::NONE))
        }
        ("Layout", [shape, stride]) => {
            let (shape, stride) = (Box::new(shape.clone()), Box::new(stride.clone()));
            Some(ExprKind::Layout(shape, stride, ModeNames::NONE))
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

/// The tuple that a list of Python is.
fn of_list(expr: &Expr) -> Expr {
    match &expr.kind {
        ExprKind::List(items) => Expr { kind: ExprKind::Tuple(items.clone()), range: expr.range },
        _ => expr.clone(),
    }
}

fn is_number(expr: &Expr) -> bool {
    use ExprKind::{Arithmetic, Int, Negate, Symbol};
    matches!(expr.kind, Int(_) | Symbol(_) | Arithmetic(..) | Negate(_))
}

/// Returns whether an operand is `True` or `False`.
fn is_bool(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Name(name) if matches!(name.text.as_str(), "True" | "False"))
}

/// `ScaledBasis(2, [1, 0])`, or `ScaledBasis(2, 1)`.
fn basis(scale: &Expr, path: &Expr) -> Option<ExprKind> {
    let path = match &path.kind {
        ExprKind::List(items) => items.as_slice(),
        _ => std::slice::from_ref(path),
    };
    super::cpp::basis(scale, path)
}
