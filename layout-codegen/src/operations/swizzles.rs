//! Swizzles and composed layouts: their own operations, and what the others do
//! with them.

use layout_algebra::ops::{self, swizzled};
use layout_algebra::{ComposedLayout, Function, HTuple, Int, Layout};

use super::{ANY, Failure, Operands, Operation, op, queries};
use crate::value::Value;

/// The operations of this group, by name.
pub(super) const TABLE: &[Operation] = &[
    op("composed_eval", "layout", (1, 1), |x| match x.function(0)? {
        Function::Layout(layout) => queries::table(&layout),
        _ => table(composed(x, 0)?),
    }),
    op("get_nonswizzle_portion", "layout", (1, 1), |x| match x.function(0)? {
        Function::Composed(layout) => Ok(layout.domain()?.clone().into()),
        _ => Ok(x.layout(0)?.into()),
    }),
    op("get_swizzle_portion", "layout", (1, 1), |x| match x.function(0)? {
        Function::Composed(layout) => match layout.as_swizzled() {
            Some((swizzle, _, _)) => Ok(Value::Swizzle(*swizzle)),
            None => Err(Failure::Operand { index: 0, expected: "`Sw<B,M,S> o O o` a layout" }),
        },
        Function::Swizzle(swizzle) => Ok(Value::Swizzle(swizzle)),
        // CuTe's swizzle of a layout without one.
        Function::Layout(_) => Ok(Value::Swizzle(layout_algebra::Swizzle::new(0, 4, 3)?)),
    }),
    op("make_composed_layout", "layout, offset, layout", (3, 3), |x| {
        let Value::Int(offset) = x.value(1) else {
            return Err(Failure::Operand { index: 1, expected: "an integer" });
        };
        x.outcome(swizzled::make_composed_layout(&x.function(0)?, offset, &x.function(2)?)?)
    }),
    op("swizzle", "swizzle, offset, …", (2, ANY), |x| {
        let Value::Swizzle(swizzle) = x.value(0) else {
            return Err(Failure::Operand { index: 0, expected: "a swizzle `Sw<B,M,S>`" });
        };
        let at = |index: usize| match x.value(index) {
            Value::Int(int) => Ok(int.known().map_or(Value::Int(int.clone()), |offset| {
                Value::Int(Int::new(swizzle.apply(offset)))
            })),
            _ => Err(Failure::Operand { index, expected: "an integer" }),
        };
        Ok(Value::List((1..x.len()).map(at).collect::<Result<_, _>>()?))
    }),
];

/// The operations that rearrange the coordinates of their first operand, or ask
/// for its shape: on a composed layout, those of its domain.
const ON_THE_DOMAIN: &[&str] = &[
    "append",
    "blocked_product",
    "coalesce",
    "depth",
    "filter",
    "filter_zeros",
    "flat_divide",
    "flat_product",
    "flatten",
    "get",
    "group",
    "logical_divide",
    "logical_product",
    "prepend",
    "product",
    "raked_product",
    "rank",
    "select",
    "shape",
    "size",
    "take",
    "tile_to_shape",
    "tiled_divide",
    "tiled_product",
    "with_shape",
    "zipped_divide",
    "zipped_product",
];

/// What an operation on layouts does with swizzles and composed layouts, where
/// one of its operands is one.
pub(super) fn special_case(
    operation: &Operation,
    x: &Operands<'_>,
) -> Option<Result<Value, Failure>> {
    let special = |value: &Value| matches!(value, Value::Swizzle(_) | Value::Composed(_));
    if !x.values.iter().any(special) {
        return None;
    }
    if let (Value::Composed(layout), true) = (x.value(0), ON_THE_DOMAIN.contains(&operation.name)) {
        return Some(on_domain(operation, layout, x));
    }
    Some(match operation.name {
        "composition" => compose(x),
        "cosize" => composed(x, 0).and_then(|layout| {
            let layout = mode(layout, x)?;
            Ok(swizzled::cosize(&layout)?.into())
        }),
        "crd2idx" if x.len() == 2 => {
            composed(x, 1).and_then(|layout| Ok(swizzled::evaluate(&x.tuple(0)?, layout)?.into()))
        }
        "eval" => composed(x, 0).and_then(table),
        "eval_crd" => composed(x, 0).and_then(|layout| {
            let at = |i| -> Result<Value, Failure> {
                let value = swizzled::evaluate(&x.tuple(i)?, layout);
                Ok(value.map_err(|error| error.in_operand(i))?.into())
            };
            Ok(Value::List((1..x.len()).map(at).collect::<Result<_, _>>()?))
        }),
        "is_injective" => {
            composed(x, 0).and_then(|layout| Ok(swizzled::find_collision(layout)?.is_none().into()))
        }
        "left_inverse" | "right_inverse" => inverse(operation, x),
        "make_layout" if x.len() == 1 => match x.value(0) {
            Value::Swizzle(swizzle) => {
                swizzled::swizzle_layout(swizzle).map(Value::from).map_err(Failure::from)
            }
            value => Ok(value.clone()),
        },
        "max_common_vector" => max_common_vector(operation, x),
        "slice" => {
            composed(x, 1).and_then(|layout| Ok(swizzled::slice(&x.coordinate(0)?, layout)?.into()))
        }
        "slice_and_offset" => composed(x, 1).and_then(|layout| {
            let (layout, offset) = swizzled::slice_and_offset(&x.coordinate(0)?, layout)?;
            Ok(Value::List(vec![layout.into(), offset.into()]))
        }),
        "upcast" | "downcast" => recast(operation, x),
        _ => return None,
    })
}

/// A composed layout with a shape.
fn composed<'a>(x: &'a Operands<'_>, index: usize) -> Result<&'a ComposedLayout, Failure> {
    match x.value(index) {
        Value::Composed(layout) => Ok(layout),
        _ => Err(Failure::Operand { index, expected: "a layout or a composed layout" }),
    }
}

fn mode(layout: &ComposedLayout, x: &Operands<'_>) -> Result<ComposedLayout, Failure> {
    let path = x.path()?;
    Ok(swizzled::on_domain(layout, |domain| ops::get(domain, &path))?)
}

/// The operation on the domain, and a layout that it answers as the domain of the
/// same functions.
fn on_domain(
    operation: &Operation,
    layout: &ComposedLayout,
    x: &Operands<'_>,
) -> Result<Value, Failure> {
    let domain = layout.domain()?.clone();
    match with_first(operation, domain, x)? {
        Value::Layout(domain) => Ok(layout.with_domain(domain)?.into()),
        value => Ok(value),
    }
}

/// The operation with another first operand.
fn with_first(operation: &Operation, first: Layout, x: &Operands<'_>) -> Result<Value, Failure> {
    let mut values = x.values.to_vec();
    values[0] = first.into();
    operation.apply(&values, x.allow)
}

/// As [`with_first`], of an operation that answers a layout.
fn layout_of(operation: &Operation, first: &Layout, x: &Operands<'_>) -> Result<Layout, Failure> {
    match with_first(operation, first.clone(), x)? {
        Value::Layout(layout) => Ok(layout),
        _ => Err(Failure::Operand { index: 0, expected: "a layout" }),
    }
}

fn compose(x: &Operands<'_>) -> Result<Value, Failure> {
    let lhs = x.function(0)?;
    let outcome = match x.value(1) {
        Value::Swizzle(_) | Value::Composed(_) => swizzled::composition(&lhs, &x.function(1)?)?,
        _ => match lhs {
            // A shape after a swizzle is a layout: there are no modes to tile.
            Function::Swizzle(_) => swizzled::composition(&lhs, &x.layout(1)?.into())?,
            lhs => swizzled::composition_with(&lhs, &x.tiler(1)?)?,
        },
    };
    x.outcome(outcome)
}

/// Every value of a composed layout, in order.
fn table(layout: &ComposedLayout) -> Result<Value, Failure> {
    queries::table_of(
        layout.domain()?,
        |i| Ok(swizzled::evaluate(&HTuple::Leaf(i), layout)?.into()),
    )
}

/// `upcast` and `downcast`, whichever the operation is.
fn recast(operation: &Operation, x: &Operands<'_>) -> Result<Value, Failure> {
    let Value::Int(n) = x.value(1) else {
        return Err(Failure::Operand { index: 1, expected: "an integer" });
    };
    let up = operation.name == "upcast";
    let layout = |layout: &Layout| layout_of(operation, layout, x);
    Ok(match x.value(0) {
        Value::Swizzle(swizzle) if up => Value::Swizzle(swizzled::upcast_swizzle(swizzle, n)?),
        Value::Swizzle(swizzle) => Value::Swizzle(swizzled::downcast_swizzle(swizzle, n)?),
        _ if up => swizzled::upcast(composed(x, 0)?, n, layout)?.into(),
        _ => swizzled::downcast(composed(x, 0)?, n, layout)?.into(),
    })
}

fn inverse(operation: &Operation, x: &Operands<'_>) -> Result<Value, Failure> {
    if let Value::Swizzle(swizzle) = x.value(0) {
        // A swizzle undoes itself.
        return Ok(Value::Swizzle(*swizzle));
    }
    let layout = composed(x, 0)?;
    let domain = layout_of(operation, layout.domain()?, x)?;
    x.outcome(swizzled::inverse(layout, &domain)?)
}

fn max_common_vector(operation: &Operation, x: &Operands<'_>) -> Result<Value, Failure> {
    let mut values = x.values.to_vec();
    let mut layouts = Vec::new();
    for value in &mut values {
        if let Value::Composed(layout) = value {
            let domain = layout.domain()?.clone();
            layouts.push(layout.clone());
            *value = domain.into();
        }
    }
    let Value::Int(common) = operation.apply(&values, x.allow)? else {
        return Err(Failure::Operand { index: 0, expected: "a layout" });
    };
    // The same functions after both leave the elements next to one another.
    if let [a, b] = layouts.as_slice()
        && a.outer() == b.outer()
    {
        return Ok(common.into());
    }
    let mut vector = common;
    for layout in &layouts {
        vector = swizzled::max_common_vector(layout, &vector)?;
    }
    Ok(vector.into())
}
