//! Suggestions: tokens to write instead, which are checked before they are offered.

use std::cmp::Reverse;

use layout_algebra::explain::untraced;
use layout_algebra::{
    Error, ErrorKind, HTuple, Int, IntTuple, Layout, ModePath, SortFew, Stride, StrideTuple, Tiler,
    ops,
};

use crate::allow::Allow;
use crate::evaluated::Unevaluated;
use crate::operations::Operation;
use crate::report::{Help, Lint, Patch, SpanRange};
use crate::syntax::{Allowed, Expr, ExprKind};
use crate::value::{TupleLeaf, Value};

/// The most by which another extent, which is sought, differs from the written one.
const REACH: i128 = 64;

/// The most leaves of a layout of which another stride is sought.
const FEW_LEAVES: usize = 8;

/// The result of an expression; an error offers those lints alone that lead to a result if they are allowed, together with others if
/// need be.
///
/// # Errors
///
/// The error of the result.
pub(crate) fn with_lints<T>(
    expr: &Allowed<Expr>,
    result: &dyn Fn(&Allowed<Expr>) -> Result<T, Unevaluated>,
) -> Result<T, Unevaluated> {
    let mut unevaluated = result(expr);
    if let Err(Unevaluated::Wrong(diagnostic)) = &mut unevaluated {
        diagnostic.helps.retain(|help| match help {
            Help::Allow(lint) => leads_out(*lint, expr, result),
            _ => true,
        });
    }
    unevaluated
}

/// Returns whether an expression has a result if a lint is allowed, and those that are missing then.
fn leads_out<T>(
    lint: Lint,
    expr: &Allowed<Expr>,
    result: &dyn Fn(&Allowed<Expr>) -> Result<T, Unevaluated>,
) -> bool {
    let mut expr = expr.clone();
    if expr.allow.permits(lint) {
        return false;
    }
    expr.allow.permit(lint);
    match untraced(|| result(&expr)) {
        Ok(_) | Err(Unevaluated::Tainted(_)) => true,
        Err(Unevaluated::Wrong(next)) => next.helps.iter().any(|help| match help {
            Help::Allow(other) => leads_out(*other, &expr, result),
            _ => false,
        }),
    }
}

/// The most positions of a stream through a ring that may be live at once, if that is what an expression makes.
pub(crate) fn period(value: &Value, expr: &Expr) -> Option<Int> {
    let ExprKind::Call(op, _) = &expr.kind else { return None };
    let layout = match value {
        Value::Layout(layout) => layout,
        Value::Composed(layout) => layout.as_swizzled()?.2,
        _ => return None,
    };
    let (Ok(modes), "circular") = (ops::circular_modes(layout), op.text.as_str()) else {
        return None;
    };
    let least = Int::new(modes.iter().map(|(_, period)| period.known()).min()??);
    (ops::live(layout, &least) == Ok(true)).then_some(least)
}

/// Help for a written layout that is not injective: the place of the stride that differs least from
/// one with which no two coordinates share an offset, and that one.
pub(crate) fn injective(layout: &Layout, expr: &Expr) -> Option<(SpanRange, Help)> {
    let written = match &expr.kind {
        ExprKind::Layout(_, written, _) => &**written,
        ExprKind::Call(op, operands) if op.text == "make_layout" => operands.get(1)?,
        _ => return None,
    };
    let literal = |path: &ModePath| literal_at(written, path.indices());
    let Restrided { path, stride, layout } = restrided(layout, &|path, better| {
        literal(path).is_some() && ops::is_injective(better).is_ok_and(|is| is)
    })?;
    let range = literal(&path)?;
    let reason = format!("no two coordinates of {layout} share an offset");
    // An axis is called as it is written.
    let stride = match &expr.kind {
        ExprKind::Layout(_, _, names) => names.strides(&HTuple::Leaf(stride)),
        _ => stride.to_string(),
    };
    Some((range, Help::Patch(Patch::write(range, stride, &reason))))
}

/// A layout with another stride.
pub(crate) struct Restrided {
    /// The path of the stride.
    pub(crate) path: ModePath,
    /// The stride.
    pub(crate) stride: Stride,
    /// The whole.
    pub(crate) layout: Layout,
}

/// The layout that differs least, among the layouts with another stride of one leaf, from 1 or past the end of a leaf, that are
/// sought.
pub(crate) fn restrided(
    layout: &Layout,
    is_sought: &dyn Fn(&ModePath, &Layout) -> bool,
) -> Option<Restrided> {
    let (mut strides, mut candidates) = (Vec::new(), Vec::new());
    for (extent, stride) in layout.leaves() {
        let (extent, scale) = (extent.known()?, stride.scale().known()?);
        candidates.extend(extent.checked_mul(scale));
        strides.push((scale, stride.mode()));
    }
    if strides.len() > FEW_LEAVES {
        return None;
    }
    candidates.push(1);
    candidates.retain(|stride| *stride > 0);
    let mut tries: Vec<(u128, usize, i128)> = Vec::new();
    for (leaf, (scale, _)) in strides.iter().enumerate().filter(|(_, (scale, _))| *scale >= 0) {
        for candidate in &candidates {
            tries.push((candidate.abs_diff(*scale), leaf, *candidate));
        }
    }
    // The last of equal distance: rows are contiguous more often than columns.
    tries.sort_few_by_key(|(distance, leaf, _)| (*distance, Reverse(*leaf)));
    let paths = layout.stride().leaf_paths();
    for (_, leaf, scale) in tries {
        let path = &paths[leaf].0;
        let stride = Stride::basis(Int::new(scale), strides[leaf].1.clone());
        if let Some(strides) = with_leaf(layout.stride(), path.indices(), stride.clone())
            && let Ok(better) = Layout::new(layout.shape().clone(), strides)
            && is_sought(path, &better)
        {
            return Some(Restrided { path: path.clone(), stride, layout: better });
        }
    }
    None
}

/// Help for a written layout of which one side alone has parentheses around its only mode: where they stand,
/// and the mode. Users write them around an expression, as in `(m - 2):1`.
pub(crate) fn without_parentheses(
    (shape, stride): (&IntTuple, &StrideTuple),
    written: (&Expr, &Expr),
) -> Option<(SpanRange, Help)> {
    let (range, mode) = match (shape, stride) {
        (HTuple::Tuple(modes), HTuple::Leaf(_)) => match modes.as_slice() {
            [HTuple::Leaf(extent)] => (written.0.range, extent.to_string()),
            _ => return None,
        },
        (HTuple::Leaf(_), HTuple::Tuple(modes)) => match modes.as_slice() {
            [HTuple::Leaf(stride)] => (written.1.range, stride.to_string()),
            _ => return None,
        },
        _ => return None,
    };
    let patch = Patch::write(range, mode, "parentheses around one mode make a tuple of it");
    Some((range, Help::Patch(patch)))
}

/// Help for the stride of a shape of one mode with a name, which needs parentheses: where the stride stands, and it in parentheses.
pub(crate) fn with_parentheses(
    (shape, stride): (&IntTuple, &StrideTuple),
    written: &Expr,
) -> Option<(SpanRange, Help)> {
    match (shape, stride) {
        (HTuple::Tuple(modes), HTuple::Leaf(stride)) if modes.len() == 1 => {
            let text = format!("({stride})");
            let patch = Patch::write(written.range, text, "a stride for each mode of the shape");
            Some((written.range, Help::Patch(patch)))
        }
        _ => None,
    }
}

/// The range of the integer, or of the steps along an axis, at a path of a written tuple.
fn literal_at(expr: &Expr, path: &[usize]) -> Option<SpanRange> {
    match (&expr.kind, path.split_first()) {
        (ExprKind::Int(_) | ExprKind::Basis(..), None) => Some(expr.range),
        (ExprKind::Tuple(items), Some((&first, rest))) => literal_at(items.get(first)?, rest),
        _ => None,
    }
}

/// The tuple with another leaf at a path.
pub(crate) fn with_leaf<T: Clone>(tuple: &HTuple<T>, path: &[usize], new: T) -> Option<HTuple<T>> {
    match (tuple, path.split_first()) {
        (HTuple::Leaf(_), None) => Some(HTuple::Leaf(new)),
        (HTuple::Tuple(items), Some((&first, rest))) => {
            let mut items = items.clone();
            let item = items.get_mut(first)?;
            *item = with_leaf(item, rest, new)?;
            Some(HTuple::Tuple(items))
        }
        _ => None,
    }
}

/// The help for a divide whose tiler does not divide: a tiler that does.
pub(crate) fn of_divide(
    operation: &Operation,
    values: &[Value],
    error: &Error,
    (at, operands): (SpanRange, &[&Expr]),
) -> Option<Help> {
    let repairable = matches!(
        error.kind(),
        ErrorKind::Padded { .. }
            | ErrorKind::Uncovered { .. }
            | ErrorKind::NotAdditive { .. }
            | ErrorKind::BrokenRun { .. }
    );
    // A condition that would repair it becomes an obligation: nobody reads the error.
    if error.condition().is_some() {
        return None;
    }
    if !operation.divides() || !repairable || error.operand() != 1 {
        return None;
    }
    let [layout, tiler] = values else { return None };
    let whole = if let [_, tiler, ..] = operands { tiler.range } else { at };
    if let Some(tile) = nearest_tile(operation, layout, tiler, error) {
        // One tile of a tiler of several is underlined.
        let range = if matches!(tiler, Value::Tiler(_)) { at } else { whole };
        let says = format!("the nearest tile that divides is `{tile}`");
        return Some(Help::Patch(Patch { range, text: tile, says }));
    }
    match error.kind() {
        ErrorKind::Padded { .. } => swapped(operation, [layout, tiler], operands),
        _ => None,
    }
}

/// The divide with its operands exchanged, if that one is a layout.
fn swapped(
    operation: &Operation,
    [layout, tiler]: [&Value; 2],
    operands: &[&Expr],
) -> Option<Help> {
    let [first, second] = operands else { return None };
    operation.apply(&[tiler.clone(), layout.clone()], Allow::default()).ok()?;
    let text = format!("{tiler}, {layout}");
    let says = format!("with its operands exchanged it divides: `{text}`");
    Some(Help::Patch(Patch { range: first.range.to(second.range), text, says }))
}

/// The integers that differ from one by no more than a reach, and are no less than a least one; the nearest first.
pub(crate) fn around(written: i128, reach: i128, least: i128) -> Vec<i128> {
    let mut around = Vec::new();
    for step in 1..=reach {
        for integer in [written.checked_sub(step), written.checked_add(step)] {
            around.extend(integer.filter(|integer| *integer >= least));
        }
    }
    around
}

/// The tile nearest to the written one that divides its layout, for a divide
/// that fails at an integer of its tiler.
fn nearest_tile(
    operation: &Operation,
    layout: &Value,
    tiler: &Value,
    error: &Error,
) -> Option<String> {
    let extent = extent_at(tiler, error.path().indices())?.known()?;
    let mut candidates = around(extent, REACH, 2);
    // A tile that is larger than its mode by far may be the mode itself.
    let modes = layout.domain().into_iter().flat_map(Layout::modes);
    let wholes = modes.filter_map(|mode| ops::size(&mode).ok()?.known());
    candidates.extend(wholes.filter(|whole| (2..extent.saturating_sub(REACH)).contains(whole)));
    for candidate in candidates {
        let tiler = with_extent(tiler, error.path().indices(), Int::new(candidate))?;
        let values = [layout.clone(), tiler];
        if operation.apply(&values, Allow::default()).is_ok() {
            return Some(match &values[1] {
                Value::Tiler(_) => candidate.to_string(),
                tiler => tiler.to_string(),
            });
        }
    }
    None
}

/// The integer at a path of a shape tiler, or the extent of a one-leaf layout.
fn extent_at(tiler: &Value, path: &[usize]) -> Option<Int> {
    match tiler {
        Value::Int(int) if path.is_empty() => Some(int.clone()),
        Value::Tuple(tuple) => match tuple.get(path)? {
            HTuple::Leaf(TupleLeaf::Int(int)) => Some(int.clone()),
            _ => None,
        },
        Value::Layout(layout) if path.is_empty() => match layout.shape() {
            HTuple::Leaf(extent) => Some(extent.clone()),
            HTuple::Tuple(_) => None,
        },
        Value::Tiler(modes) => match size_at(&mut modes.clone(), path)? {
            Tiler::Size(size) => Some(size.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// The tiler of a mode.
fn size_at<'a>(modes: &'a mut [Tiler], path: &[usize]) -> Option<&'a mut Tiler> {
    let (first, rest) = path.split_first()?;
    match modes.get_mut(*first)? {
        Tiler::Modes(inside) => size_at(inside, rest),
        tiler => rest.is_empty().then_some(tiler),
    }
}

fn with_extent(tiler: &Value, path: &[usize], extent: Int) -> Option<Value> {
    match tiler {
        Value::Int(_) => Some(Value::Int(extent)),
        Value::Tuple(tuple) => Some(Value::Tuple(with_leaf(tuple, path, TupleLeaf::Int(extent))?)),
        Value::Layout(layout) => {
            let layout = Layout::new(HTuple::Leaf(extent), layout.stride().clone()).ok()?;
            Some(Value::Layout(layout))
        }
        Value::Tiler(modes) => {
            let mut modes = modes.clone();
            *size_at(&mut modes, path)? = Tiler::Size(extent);
            Some(Value::Tiler(modes))
        }
        _ => None,
    }
}
