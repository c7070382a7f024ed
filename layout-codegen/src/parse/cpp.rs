//! CuTe's C++ notation of layouts: types such as `Layout<Shape<_2,_4>,Stride<_4,_1>>`,
//! `make_shape(…)`, and operations with numbers in `<…>`.

use layout_algebra::CollectVec;
use layout_algebra::atoms;
use proc_macro2::{Delimiter, Group, Ident, TokenTree};

use super::number::integer;
use crate::cursor::Cursor;
use crate::limits::MAX_DEPTH;
use crate::mode_names::ModeNames;
use crate::nearest::lookup;
use crate::operations::{self, Operand};
use crate::report::{Diagnostic, SpanRange};
use crate::syntax::{Expr, ExprKind, Name, OpName, SymbolName};
use crate::token::is_group;

/// The tuple that a function of CuTe makes of its operands, the value of a `decltype`, and the shape of a part.
pub(super) fn tuple(function: &OpName, operands: &[Expr]) -> Option<ExprKind> {
    match function.text.as_str() {
        "make_shape" | "make_stride" | "make_coord" | "make_tuple" => {
            Some(ExprKind::Tuple(operands.iter().map(number).collect_vec()))
        }
        "make_step" => Some(ExprKind::Tuple(operands.iter().cloned().map(projected).collect_vec())),
        "make_tile" => Some(ExprKind::Tiler(operands.to_vec())),
        "decltype" => match operands {
            [one] => Some(one.kind.clone()),
            _ => None,
        },
        "partition_shape_A" | "partition_shape_B" | "partition_shape_C" => {
            let [mma, shape] = operands else { return None };
            let part = OpName::new(function.text.replace("shape", "fragment"), mma.range);
            let part = ExprKind::Call(part, vec![mma.clone(), shape.clone()]);
            let part = Expr { kind: part, range: mma.range.to(shape.range) };
            Some(ExprKind::Call(OpName::new("shape", part.range), vec![part]))
        }
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
        ("Int" | "C", [of]) if is_object => Some(of.kind.clone()),
        ("Shape" | "Stride" | "Coord", items) if is_object => {
            Some(ExprKind::Tuple(items.iter().map(number).collect_vec()))
        }
        ("Step", items) if is_object => {
            Some(ExprKind::Tuple(items.iter().map(number).map(projected).collect_vec()))
        }
        (query, arguments) if of_types(query, arguments).is_some() => of_types(query, arguments),
        ("ScaledBasis", [scale, path @ ..]) if is_object => basis(scale, path),
        ("Tile", items) if is_object => {
            Some(ExprKind::Tiler(items.iter().map(function).collect_vec()))
        }
        _ => None,
    }
}

/// `1@1@0`: a number of steps along a basis element, the path outermost first.
pub(super) fn basis(scale: &Expr, path: &[Expr]) -> Option<ExprKind> {
    let ExprKind::Int(scale) = number(scale).kind else { return None };
    let mut places = Vec::new();
    for place in path {
        match place.kind {
            ExprKind::Int(place) if (0..MAX_DEPTH as i128).contains(&place) => {
                places.push(place as usize);
            }
            _ => return None,
        }
    }
    (places.len() <= MAX_DEPTH).then_some(ExprKind::Basis(scale, places))
}

/// Reads `X` as `_` in the operands of a function that are projections, and refuses other words there.
pub(super) fn project(function: &str, operands: &mut [Expr]) -> Result<(), Diagnostic> {
    let Some(operation) = operations::find(function) else { return Ok(()) };
    for (place, operand) in operands.iter_mut().enumerate() {
        if operation.takes(place, Operand::is_projection) {
            let step = Expr { kind: ExprKind::Underscore, range: operand.range };
            *operand = projected(std::mem::replace(operand, step));
            if let ExprKind::Tuple(items) = &operand.kind
                && let Some((range, word)) = items.iter().find_map(word_of)
            {
                let message =
                    format!("`{word}` is no step: `_1` keeps a mode, and `X` leaves it out");
                return Err(Diagnostic::new(range, message).write("X", ""));
            }
        }
    }
    Ok(())
}

/// The word that an expression is.
fn word_of(expr: &Expr) -> Option<(SpanRange, &str)> {
    match &expr.kind {
        ExprKind::Symbol(symbol) => Some((expr.range, &symbol.text)),
        _ => None,
    }
}

/// A step of a projection: `X`, which is CuTe's `_` there and leaves the mode out.
pub(super) fn projected(step: Expr) -> Expr {
    let kind = match step.kind {
        ExprKind::Symbol(symbol) if symbol.text == "X" || symbol.text == "cute::X" => {
            ExprKind::Underscore
        }
        ExprKind::Tuple(items) => ExprKind::Tuple(items.into_iter().map(projected).collect_vec()),
        kind => kind,
    };
    Expr { kind, range: step.range }
}

/// Returns whether a type is an extent, or a tuple of some.
fn is_shape(expr: &Expr) -> bool {
    let shapes = ["Shape", "tuple", "Int", "C"];
    matches!(&expr.kind, ExprKind::Instance(name, _) if shapes.contains(&last(name)))
}

/// Returns whether a type is a layout or a swizzle.
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

/// Returns whether a type is a number or a tuple of some, `cute::C<4>` or `Shape<…>`, which computes nothing.
pub(super) fn is_value(name: &Name) -> bool {
    matches!(last(name), "Shape" | "Stride" | "Coord" | "tuple" | "Int" | "C" | "ScaledBasis")
}

/// The numbers of `Shape<…>` and `Stride<…>`.
fn number(expr: &Expr) -> Expr {
    let kind = match &expr.kind {
        ExprKind::Instance(name, items) => match (last(name), items.as_slice()) {
            ("Shape" | "Stride" | "tuple", items) => {
                ExprKind::Tuple(items.iter().map(number).collect_vec())
            }
            ("Int" | "C", [of]) => number(of).kind,
            ("ScaledBasis", [scale, path @ ..]) => basis(scale, path).unwrap_or(expr.kind.clone()),
            _ => expr.kind.clone(),
        },
        kind => kind.clone(),
    };
    Expr { kind, range: expr.range }
}

/// Reads the types of a shape or of a stride as the numbers that they are: `Int<4>` without `{}`. No layout stands there, so that none is meant.
pub(super) fn read_numbers(expr: &mut Expr) {
    match &mut expr.kind {
        ExprKind::Tuple(items) => items.iter_mut().for_each(read_numbers),
        ExprKind::Instance(..) => *expr = number(expr),
        _ => {}
    }
}

/// Returns whether `<` after a path begins the parameters of a type of CuTe, whose name is none of
/// a layout here: compilers print `cute::tuple<cute::C<4>>`.
pub(super) fn is_type(path: &str) -> bool {
    matches!(path, "cute::tuple" | "cute::C")
}

/// Takes `E<0,1>{}`, an element of a basis. Without `{}`, it is one where an operand ends behind it: else a constant of Rust may stand
/// there, in a comparison.
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
    let length = match cursor.ahead(read + 1) {
        Some(TokenTree::Group(group)) if is_empty(group) => read + 2,
        Some(TokenTree::Punct(mark)) if matches!(mark.as_char(), ',' | ';') => read + 1,
        None => read + 1,
        Some(_) => return None,
    };
    let one = Expr { kind: ExprKind::Int(1), range: ident.span().into() };
    let element = basis(&one, &path)?;
    cursor.skip(length);
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

/// Position of the numbers of a C++ template among the operands here.
#[derive(Clone, Copy)]
enum Numbers {
    /// The end: `size<0>(L)` is `size(L, 0)`.
    Last,
    /// The second operand: `replace<1>(L, M)` is `replace(L, 1, M)`.
    Second,
}

/// The functions of CuTe that take numbers in `<…>`, and the operations that they are.
const TEMPLATES: &[(&str, &str, Numbers)] = &[
    ("append", "append", Numbers::Last),
    ("cosize", "cosize", Numbers::Last),
    ("depth", "depth", Numbers::Last),
    ("downcast", "downcast", Numbers::Last),
    ("get", "get", Numbers::Last),
    ("group", "group", Numbers::Last),
    ("group_modes", "group", Numbers::Last),
    ("insert", "insert", Numbers::Second),
    ("layout", "get", Numbers::Last),
    ("prepend", "prepend", Numbers::Last),
    ("rank", "rank", Numbers::Last),
    ("recast", "recast", Numbers::Last),
    ("recast_layout", "recast", Numbers::Last),
    ("remove", "remove", Numbers::Last),
    ("repeat", "repeat", Numbers::Last),
    ("replace", "replace", Numbers::Second),
    ("select", "select", Numbers::Last),
    ("shape", "shape", Numbers::Last),
    ("size", "size", Numbers::Last),
    ("stride", "stride", Numbers::Last),
    ("take", "take", Numbers::Last),
    ("tile_size", "tile_shape", Numbers::Last),
    ("tuple_repeat", "tuple_repeat", Numbers::Last),
    ("upcast", "upcast", Numbers::Last),
];

/// The queries of a type, `cosize_v<L>`.
const OF_TYPES: [(&str, &str); 4] =
    [("cosize_v", "cosize"), ("depth_v", "depth"), ("rank_v", "rank"), ("size_v", "size")];

/// Returns whether `<` after a word begins the numbers or types of a function of CuTe: with operands behind them, or of a query
/// of a type.
pub(super) fn at_template(word: &str, cursor: &mut Cursor) -> bool {
    let is_query = lookup(&OF_TYPES, word.strip_prefix("cute::").unwrap_or(word)).is_some();
    if is_query || template_of(word).is_none() {
        return is_query;
    }
    let (mut depth, mut read) = (0usize, 0);
    loop {
        match cursor.ahead(read) {
            Some(TokenTree::Punct(mark)) if mark.as_char() == '<' => depth += 1,
            Some(TokenTree::Punct(mark)) if mark.as_char() == '>' => depth -= 1,
            Some(TokenTree::Punct(mark)) if !matches!(mark.as_char(), ',' | ':' | '-') => {
                return false;
            }
            Some(_) => {}
            None => return false,
        }
        read += 1;
        if depth == 0 {
            return is_group(cursor.ahead(read), Delimiter::Parenthesis);
        }
    }
}

impl Cursor {
    /// The operands of a function of CuTe of which the numbers in `<…>` are read.
    pub(super) fn at_template_of(&mut self, word: &str) -> Option<Group> {
        template_of(word)?;
        match self.peek() {
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
                Some(group.clone())
            }
            _ => None,
        }
    }
}

/// `upcast<2>(L)` and the like: parameters of a template in C++ are operands here.
pub(super) fn template(
    name: &Name,
    arguments: &[Expr],
    operands: Vec<Expr>,
    range: SpanRange,
) -> Option<ExprKind> {
    let (_, operation, place) = template_of(&name.text)?;
    let of_types = *operation == "recast";
    let mut numbers = Vec::new();
    for argument in arguments {
        let bits = if of_types { bits(argument) } else { None };
        numbers.push(bits.unwrap_or(number(argument)));
    }
    let at = match place {
        Numbers::Last => operands.len(),
        Numbers::Second => operands.len().min(1),
    };
    let mut all = operands;
    // Of a tiled product: the size of one extent of its tile.
    if let ("tile_shape", [_], [_]) = (*operation, arguments, all.as_slice()) {
        let shape = Expr { kind: ExprKind::Call(OpName::new(*operation, range), all), range };
        numbers.insert(0, shape);
        return Some(ExprKind::Call(OpName::new("get", range), numbers));
    }
    all.splice(at..at, numbers);
    Some(ExprKind::Call(OpName::new(*operation, range), all))
}

/// The operation that the operands of a template are parsed for.
pub(super) fn operation_of(word: &str) -> &str {
    match template_of(word) {
        Some((_, operation, _)) => operation,
        None => word.strip_prefix("cute::").unwrap_or(word),
    }
}

/// The row of a function of CuTe with numbers or types in `<…>`.
fn template_of(word: &str) -> Option<&'static (&'static str, &'static str, Numbers)> {
    let word = word.strip_prefix("cute::").unwrap_or(word);
    TEMPLATES.iter().find(|(of, ..)| *of == word)
}

/// The bits of a type.
fn bits(of: &Expr) -> Option<Expr> {
    let text = match &of.kind {
        ExprKind::Symbol(symbol) => &symbol.text,
        ExprKind::Name(name) => &name.text,
        _ => return None,
    };
    let bits = atoms::bits_of(text)?;
    Some(Expr { kind: ExprKind::Int(bits), range: of.range })
}

/// `cosize_v<L>`
fn of_types(name: &str, arguments: &[Expr]) -> Option<ExprKind> {
    let operation = lookup(&OF_TYPES, name)?;
    let [of] = arguments else { return None };
    let layout = match &of.kind {
        ExprKind::Symbol(SymbolName { text, tokens, .. }) => {
            let name = Name { text: text.clone(), tokens: tokens.clone() };
            Expr { kind: ExprKind::Name(name), range: of.range }
        }
        _ => function(of),
    };
    Some(ExprKind::Call(OpName::new(*operation, of.range), vec![layout]))
}
