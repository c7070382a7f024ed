//! The addresses of the algebra as tokens.

use layout_algebra::{Error, ErrorKind, Int, ModePath, Part, SortFew};

use crate::report::{Diagnostic, SpanRange};
use crate::syntax::{Expr, ExprKind, Infix, Operator};

/// The diagnostic of an error of a value as it is written, without an operation: whichever
/// it was computed by, the user did not write it.
pub(super) fn spanned_value(error: &Error, expr: &Expr) -> Diagnostic {
    let error = error.clone().in_op("make_layout");
    Diagnostic::new(range_of(&error, &[expr], expr), error.fact().to_string()).because(&error)
}

/// The expression of a value as it is written, given to the result that may hold an error of it.
pub(super) trait Spanned<T> {
    fn spanned(self, expr: &Expr) -> Result<T, Diagnostic>;
}

impl<T, E: Into<Error>> Spanned<T> for Result<T, E> {
    fn spanned(self, expr: &Expr) -> Result<T, Diagnostic> {
        match self {
            Ok(value) => Ok(value),
            Err(error) => Err(spanned_value(&error.into(), expr)),
        }
    }
}

/// The diagnostic of an error of the algebra: its address becomes a range.
pub(super) fn spanned(error: &Error, operands: &[&Expr], whole: &Expr) -> Diagnostic {
    let range = range_of(error, operands, whole);
    Diagnostic::of_operation(error.op(), range, error.fact()).because(error)
}

/// The tokens at the address of an error.
fn range_of(error: &Error, operands: &[&Expr], whole: &Expr) -> SpanRange {
    let operand = operands.get(error.operand()).copied().unwrap_or(whole);
    // Of a named layout and the number of elements in one, the number; and so where no element is that wide.
    if let (ErrorKind::Indivisible { .. }, "upcast", [_, number]) =
        (error.kind(), error.op(), operands)
        && let ExprKind::Int(count) = &number.kind
        && (matches!(operand.kind, ExprKind::Name(_)) || count.count_ones() != 1)
    {
        return number.range;
    }
    if let Some(range) = surplus(error, operand) {
        return range;
    }
    let located = at_fault(error, operand);
    located.or_else(|| locate(operand, error.part(), error.path())).unwrap_or(operand.range)
}

/// The modes of a written tiler that its layout has not.
fn surplus(error: &Error, operand: &Expr) -> Option<SpanRange> {
    let &ErrorKind::TooManyModes { found, rank, .. } = error.kind() else { return None };
    match &operand.kind {
        ExprKind::Tuple(items) | ExprKind::Tiler(items)
            if items.len() == found && error.path().is_root() =>
        {
            Some(items.get(rank)?.range.to(items.last()?.range))
        }
        _ => None,
    }
}

/// The range of the part of a written tuple that an error is about, where the error has the value
/// of the part but not its place, and the tuple has that value once.
fn at_fault(error: &Error, operand: &Expr) -> Option<SpanRange> {
    if let (ErrorKind::Incongruent { .. }, ExprKind::Layout(shape, stride, _)) =
        (error.kind(), &operand.kind)
    {
        let path = error.path().indices();
        let (shape, stride) = (descend(shape, path)?, descend(stride, path)?);
        let is_mode = !error.path().is_root();
        return is_shape_at_fault(shape, stride, is_mode).then_some(shape.range);
    }
    if !error.path().is_root() {
        return None;
    }
    match (error.kind(), &operand.kind) {
        (ErrorKind::NegativeStride { stride: number }, ExprKind::Layout(_, among, _)) => {
            sole_number(among, number)
        }
        (ErrorKind::OutOfBounds { coordinate: number, .. }, ExprKind::Tuple(_)) => {
            sole_number(operand, number)
        }
        (ErrorKind::Beyond { size, .. }, ExprKind::Tuple(_)) if error.op() == "with_shape" => {
            past_end(operand, &mut 1, size.known()?)
        }
        (ErrorKind::Unfit { found, .. }, ExprKind::Tuple(_)) => sole_number(operand, found),
        (ErrorKind::Unfit { found, .. }, ExprKind::Layout(shape, ..)) => sole_number(shape, found),
        (ErrorKind::NotKnown { .. }, ExprKind::Tuple(_)) => {
            sole(operand, &|kind| matches!(kind, ExprKind::Symbol(_)))
        }
        (ErrorKind::NoSuchMode { mode, .. }, ExprKind::Layout(_, among, _)) => sole(
            among,
            &|kind| matches!(kind, ExprKind::Basis(_, path) if path.first().is_some_and(|at| at.to_string() == *mode)),
        ),
        _ => None,
    }
}

/// The range of the extent of a written shape with which there are more positions than `size`: `before` of them are those of the
/// extents before it, none where one of these is no number.
fn past_end(shape: &Expr, before: &mut i128, size: i128) -> Option<SpanRange> {
    match &shape.kind {
        ExprKind::Tuple(items) => items.iter().find_map(|item| past_end(item, before, size)),
        ExprKind::Labelled(_, of) => past_end(of, before, size),
        ExprKind::Int(extent) => {
            *before = before.saturating_mul(*extent);
            (*before > size).then_some(shape.range)
        }
        _ => {
            *before = 0;
            None
        }
    }
}

/// Returns true if of a shape and a stride of different lengths the shape is the one that is probably wrong: without what it has more, the
/// strides are those of rows, as in `(5,7,2):(7,1)`; or it is a single extent in parentheses, as in `(5):(7,1)`, unless one that is missing
/// would step back into it. Within a mode nobody writes a single stride in parentheses, either.
fn is_shape_at_fault(shape: &Expr, stride: &Expr, is_mode: bool) -> bool {
    let (ExprKind::Tuple(extents), ExprKind::Tuple(strides)) = (&shape.kind, &stride.kind) else {
        return false;
    };
    match (extents.as_slice(), strides.as_slice()) {
        ([_, _, ..], [_]) if is_mode => false,
        ([extent], [first, second, ..]) => match (factors(first), factors(second)) {
            (Some(first), _) if first != Factors::ONE => true,
            (Some(mut first), Some(second)) => {
                if let Some(extent) = factors(extent) {
                    first.multiply(extent);
                }
                second.is_symbolic() || !first.is_symbolic() && first.0 <= second.0
            }
            _ => false,
        },
        _ if extents.len() > strides.len() => is_of_rows(&extents[..strides.len()], strides),
        _ => false,
    }
}

/// Returns true if strides are those of rows: the last mode is adjacent, and each other one steps over all after it. Of several, the first
/// may step over more, or by what is known at run time, as the leading dimension of a matrix.
fn is_of_rows(extents: &[Expr], strides: &[Expr]) -> bool {
    let mut after = Factors::ONE;
    for (mode, (extent, stride)) in extents.iter().zip(strides).enumerate().rev() {
        let is_leading = mode == 0 && strides.len() > 1;
        let (extent, stride) = match (factors(extent), factors(stride)) {
            (Some(extent), Some(stride)) => (extent, stride),
            (_, stride) => return is_leading && stride.is_none_or(|stride| stride.is_symbolic()),
        };
        let is_more = stride.is_symbolic() || !after.is_symbolic() && stride.0 >= after.0;
        if stride != after && !(is_leading && is_more) {
            return false;
        }
        after.multiply(extent);
    }
    true
}

/// A product of an integer and symbols, these in the order of their names.
#[derive(PartialEq, Eq)]
struct Factors(i128, Vec<String>);

impl Factors {
    const ONE: Factors = Factors(1, Vec::new());

    fn is_symbolic(&self) -> bool {
        !self.1.is_empty()
    }

    fn multiply(&mut self, other: Factors) {
        self.0 = self.0.saturating_mul(other.0);
        self.1.extend(other.1);
        self.1.sort_few();
    }
}

/// The factors of a written product of integers and symbols.
fn factors(of: &Expr) -> Option<Factors> {
    match &of.kind {
        ExprKind::Int(number) => Some(Factors(*number, Vec::new())),
        ExprKind::Symbol(symbol) => Some(Factors(1, vec![symbol.text.clone()])),
        ExprKind::Labelled(_, of) => factors(of),
        ExprKind::Arithmetic(Infix { operator: Operator::Mul, .. }, operands) => {
            let [one, other] = &**operands;
            let mut product = factors(one)?;
            product.multiply(factors(other)?);
            Some(product)
        }
        _ => None,
    }
}

/// The operand by which the coordinates of a result share offsets: a mode that is taken twice, a `_` that leaves a mode of a product
/// as it is while others are repeated.
pub(super) fn shared(expr: &Expr) -> Option<SpanRange> {
    let ExprKind::Call(op, operands) = &expr.kind else { return None };
    match (op.text.as_str(), operands.as_slice()) {
        ("select", [_, modes @ ..]) => {
            for (at, mode) in modes.iter().enumerate() {
                if modes[..at].iter().any(|other| is_same_mode(other, mode)) {
                    return Some(mode.range);
                }
            }
            None
        }
        ("logical_product" | "zipped_product" | "tiled_product" | "flat_product", [_, tiler]) => {
            let (ExprKind::Tuple(items) | ExprKind::Tiler(items)) = &tiler.kind else {
                return None;
            };
            let mut open = items.iter().filter(|it| matches!(it.kind, ExprKind::Underscore));
            match (open.next(), open.next()) {
                (Some(only), None) => Some(only.range),
                _ => None,
            }
        }
        _ => None,
    }
}

fn is_same_mode(one: &Expr, other: &Expr) -> bool {
    match (&one.kind, &other.kind) {
        (ExprKind::Int(one), ExprKind::Int(other)) => one == other,
        _ => false,
    }
}

/// The range of an expression of a kind, if there is one among the leaves of a written tuple.
pub(super) fn sole(among: &Expr, is: &dyn Fn(&ExprKind) -> bool) -> Option<SpanRange> {
    let mut found = Vec::new();
    collect(among, is, &mut found);
    match found.as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}

/// The range of an integer, if it stands once among the leaves of a written tuple.
fn sole_number(among: &Expr, number: &Int) -> Option<SpanRange> {
    let number = number.known()?;
    sole(among, &|kind| matches!(kind, ExprKind::Int(int) if *int == number))
}

fn collect(expr: &Expr, is: &dyn Fn(&ExprKind) -> bool, found: &mut Vec<SpanRange>) {
    match &expr.kind {
        ExprKind::Tuple(items) => {
            for item in items {
                collect(item, is, found);
            }
        }
        ExprKind::Labelled(_, of) => collect(of, is, found),
        kind if is(kind) => found.push(expr.range),
        _ => {}
    }
}

/// The tokens at an address, if the operand was written out.
pub(crate) fn locate(expr: &Expr, part: Part, path: &ModePath) -> Option<SpanRange> {
    let expr = match (&expr.kind, part) {
        (ExprKind::Layout(_, stride, _), Part::Stride) => stride,
        (ExprKind::Layout(shape, ..), Part::Shape) => shape,
        (ExprKind::Layout(shape, ..), Part::Whole) if !path.is_root() => shape,
        // A value of a closure is that of its body.
        (ExprKind::Closure(closure), _) => return Some(closure.body.range),
        // The domain of a swizzled layout.
        (ExprKind::Compose(operands), _) => match operands.as_slice() {
            [Expr { kind: ExprKind::Swizzle(..), .. }, .., domain]
                if part != Part::Whole || !path.is_root() =>
            {
                return locate(domain, part, path);
            }
            _ => expr,
        },
        // One layout in parentheses or angle brackets.
        (ExprKind::Tuple(items) | ExprKind::Tiler(items), _)
            if matches!(items.as_slice(), [Expr { kind: ExprKind::Layout(..), .. }])
                && part != Part::Whole =>
        {
            return locate(&items[0], part, path);
        }
        _ => expr,
    };
    Some(descend(expr, path.indices())?.range)
}

/// The part at a path, if it was written out.
fn descend<'e>(expr: &'e Expr, path: &[usize]) -> Option<&'e Expr> {
    if let ExprKind::Labelled(_, of) = &expr.kind {
        return descend(of, path);
    }
    let Some((&first, rest)) = path.split_first() else { return Some(expr) };
    match &expr.kind {
        ExprKind::Tuple(items) | ExprKind::Tiler(items) | ExprKind::List(items) => {
            descend(items.get(first)?, rest)
        }
        ExprKind::Layout(shape, ..) => descend(shape, path),
        _ => None,
    }
}
