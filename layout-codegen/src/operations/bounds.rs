//! Which coordinates of a result are padding: what is known of its operands, followed.

use layout_algebra::Layout;
use layout_algebra::bounds::{self, Bounds, Threads};

use super::{Failure, Operands, find};
use crate::Allow;
use crate::value::Value;

/// The operations that rearrange the modes of operand 0, or leave some out, and look at
/// nothing but their extents. To coalesce looks at strides: it may differ in what remains.
const REARRANGES: &[&str] = &[
    "back",
    "coalesce",
    "flatten",
    "front",
    "get",
    "group",
    "remove",
    "reverse",
    "select",
    "take",
    "transpose",
    "unflatten",
    "unwrap",
    "wrap",
];

/// The bounds of the layout in a result, from the operands and those of each. `padded` says
/// that it was let through as padding.
pub(crate) fn follow(
    op: &str,
    operands: &[Value],
    of: &[Bounds],
    padded: bool,
    result: &Value,
) -> Bounds {
    if !padded && of.iter().all(Bounds::is_everywhere) {
        return Bounds::EVERYWHERE;
    }
    let everywhere = |others: &[usize]| {
        of.iter().enumerate().all(|(i, bounds)| others.contains(&i) || bounds.is_everywhere())
    };
    let x = Operands::new(operands, Allow::all());
    let followed = match op {
        "composition" if everywhere(&[0, 1]) => composition(&x, of, padded, result),
        "slice" | "slice_and_offset" if everywhere(&[1]) => slice(&x, &of[1]),
        "make_composed_layout" if everywhere(&[2]) && !padded => refined(&of[2], result),
        _ if !everywhere(&[0]) => None,
        // Those of a list are of its first item.
        "get" if matches!(x.value(0), Value::List(_)) => {
            matches!(x.path(), Ok(path) if path == [0]).then(|| of[0].clone())
        }
        op if REARRANGES.contains(&op) && !padded => rearranged(op, &x, &of[0], result),
        op => divide(op, &x, &of[0], result).unwrap_or(None),
    };
    followed.unwrap_or(Bounds::Unknown)
}

/// The layout of a value that is one, or the domain of a composed one.
fn domain(value: &Value) -> Option<Layout> {
    match value {
        Value::Composed(layout) => layout.domain().ok().cloned(),
        Value::List(values) => values.first().and_then(domain),
        value => value.as_layout()?.ok(),
    }
}

fn divide(
    op: &str,
    x: &Operands<'_>,
    of: &Bounds,
    result: &Value,
) -> Result<Option<Bounds>, Failure> {
    let (Some(layout), Some(result)) = (domain(x.value(0)), domain(result)) else {
        return Ok(None);
    };
    let bounds = match op {
        "logical_divide" => bounds::logical_divide(&layout, of, &x.tiler(1)?, &result),
        "zipped_divide" | "tiled_divide" | "flat_divide" => {
            bounds::packed_divide(op, &layout, of, &x.tiler(1)?)
        }
        "local_tile" => bounds::local_tile(&layout, of, &x.tiler(1)?, &x.coordinate(2)?),
        "outer_partition" => {
            let (tiler, at) = (x.tiler(1)?, x.coordinate(2)?);
            bounds::partition(&layout, of, &Threads::At(&tiler, &at))
        }
        "local_partition" => {
            let (threads, index) = (x.layout(1)?, x.integer(2)?);
            bounds::partition(&layout, of, &Threads::Of(&threads, &index))
        }
        _ => return Ok(None),
    };
    // A composed layout may have become one whose leaves are split.
    Ok(Some(bounds.refined(result.shape())))
}

/// What bounds the coordinates of either layout.
fn composition(x: &Operands<'_>, of: &[Bounds], padded: bool, result: &Value) -> Option<Bounds> {
    let result = domain(result)?;
    let last = match x.value(1) {
        // Everywhere, or unknown where a mode of it is padded.
        Value::Tiler(_) => of[1].clone(),
        _ => of[1].refined(result.shape()),
    };
    let first = match (x.value(0), x.value(1)) {
        (Value::Swizzle(_), _) if !padded => Bounds::EVERYWHERE,
        (Value::Swizzle(_), _) => return None,
        (Value::Composed(_), _) | (_, Value::Swizzle(_) | Value::Composed(_)) if padded => {
            return None;
        }
        (_, Value::Swizzle(_) | Value::Composed(_)) if of[0].is_everywhere() => Bounds::EVERYWHERE,
        (_, Value::Swizzle(_) | Value::Composed(_)) => return None,
        (lhs, _) => bounds::composition(&domain(lhs)?, &of[0], &x.tiler(1).ok()?, &result),
    };
    Some(first.and(last))
}

fn slice(x: &Operands<'_>, of: &Bounds) -> Option<Bounds> {
    Some(of.sliced(&x.coordinate(0).ok()?, &domain(x.value(1))?))
}

fn refined(of: &Bounds, result: &Value) -> Option<Bounds> {
    Some(of.refined(domain(result)?.shape()))
}

fn rearranged(op: &str, x: &Operands<'_>, of: &Bounds, result: &Value) -> Option<Bounds> {
    let operation = find(op)?;
    Some(of.rearranged(&domain(result)?, |coordinate| {
        let mut values = x.values.to_vec();
        values[0] = Value::Layout(coordinate.clone());
        match operation.apply(&values, Allow::all()) {
            Ok(applied) => applied.value.as_layout().and_then(Result::ok).ok_or(()),
            Err(_) => Err(()),
        }
    }))
}
