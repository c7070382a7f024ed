//! Which coordinates of a result are padding: what is known of its operands, followed.
//!
//! Most operations answer `R(c) = A(T(c))` for a map `T` of coordinates, and a coordinate of `R` is in bounds where `T(c)` is
//! one of `A` in bounds. [`carried`] finds that for all of them, by the operation itself; the other functions are for what
//! makes padding, or makes something else of coordinates. Each row of the tables names one of these functions, or why the bounds of
//! what it makes of padding are unknown.

use layout_algebra::bounds::{self, Attached, Bound, Bounds, Fragments, Product, Threads};
use layout_algebra::ops::{self, Packing};
use layout_algebra::tiled::{Operand, Side};
use layout_algebra::{Layout, ModePath, Tiler, VectorLayout};

use super::annotations::{Call, domain, shape};
use super::{modes, partition, tiled};
use crate::Allow;
use crate::value::Value;

/// The layout of strides of any number of terms in a value: of a composed one its domain, of a list the first.
fn layout_in(value: &Value) -> Option<VectorLayout> {
    match value {
        Value::List(values) => values.first().and_then(layout_in),
        Value::Composed(layout) => layout.domain().ok().map(VectorLayout::from),
        value => value.as_vector_layout()?.ok(),
    }
}

impl Call<'_> {
    /// The bounds of the only operand that may have any.
    fn only(&self, operand: usize) -> Option<&Bounds> {
        let mut others = self.of.iter().enumerate().filter(|(i, _)| *i != operand);
        let is_alone = others.all(|(_, annotations)| annotations.bounds.is_everywhere());
        is_alone.then_some(&self.of[operand].bounds)
    }

    /// A composed layout may have become one whose leaves are split.
    fn refined(&self, bounds: &Bounds) -> Option<Bounds> {
        Some(bounds.refined(&shape(self.result)?))
    }

    /// The operation of other operands, where it answers that without consent to padding that this did not take.
    fn again(&self, values: &[Value]) -> Option<Value> {
        let applied = self.operation.apply(values, Allow::all()).ok()?;
        (self.padded || !applied.padded).then_some(applied.value)
    }

    /// The operands with their bounds attached, and what the operation answers of them.
    fn attached(&self) -> Option<(Attached, VectorLayout)> {
        let (mut attached, mut values) = (Attached::new(), Vec::new());
        for (i, (value, of)) in self.operands.values.iter().zip(self.of).enumerate() {
            values.push(match value.is_layout() || self.operation.takes_layout(i) {
                true => Value::Vectors(attached.layout(&layout_in(value)?, &of.bounds)?),
                false if of.bounds.is_everywhere() => value.clone(),
                false => return None,
            });
        }
        let answer = layout_in(&self.again(&values)?)?;
        Some((attached, answer))
    }

    /// The bounds that follow from an operand alone: the operation is applied to each coordinate that the operand's bounds look
    /// at, in the place of the layout.
    fn each(&self, operand: usize) -> Option<Bounds> {
        let of = self.only(operand).filter(|_| !self.padded)?;
        self.in_place_of(operand, of, 0)
    }

    /// The same of one of several results.
    fn in_place_of(&self, operand: usize, of: &Bounds, item: usize) -> Option<Bounds> {
        let item_of = |value: &Value| match value {
            Value::List(items) => items.get(item).and_then(layout_in),
            value => layout_in(value),
        };
        Some(of.rearranged(&item_of(self.result)?, |coordinate| {
            let mut values = self.operands.values.to_vec();
            values[operand] = Value::Layout(coordinate.clone());
            let answer = self.again(&values).as_ref().and_then(item_of).ok_or(())?;
            answer.into_layout().map_err(|_| ())
        }))
    }
}

/// `R(c) = A(T(c))`, for whatever `T`: of one operand or of the modes of several.
pub(super) fn carried(call: &Call<'_>) -> Option<Bounds> {
    let (attached, answer) = call.attached().filter(|_| !call.padded)?;
    Some(attached.bounds(&answer, &layout_in(call.result)?))
}

/// `R(c) = A(T(c))` for a `T` that depends on the extents of operand 0 alone, so that it is found where that has
/// strides of one term alone.
pub(super) fn rearranged(call: &Call<'_>) -> Option<Bounds> {
    carried(call).filter(|bounds| *bounds != Bounds::Unknown).or_else(|| call.each(0))
}

/// Bounds of a result with the coordinates of operand 0.
pub(super) fn kept(call: &Call<'_>) -> Option<Bounds> {
    kept_of(call, 0)
}

/// Bounds of a result with the coordinates of an operand, perhaps in a shape that refines its shape.
pub(super) fn kept_of(call: &Call<'_>, operand: usize) -> Option<Bounds> {
    let is_there = !call.padded && operand < call.of.len();
    call.refined(is_there.then(|| call.only(operand)).flatten()?)
}

/// Bounds of a result with the 1-D coordinates of both operands.
pub(super) fn same_index(call: &Call<'_>) -> Option<Bounds> {
    let shape = shape(call.result).filter(|_| !call.padded)?;
    let each = call.of.iter().map(|of| of.bounds.in_shape(&shape));
    Some(each.fold(Bounds::EVERYWHERE, Bounds::and))
}

/// Bounds of several layouts over the coordinates that they share, the operands in their order.
pub(super) fn joint(call: &Call<'_>) -> Option<Bounds> {
    let shapes = match call.result {
        Value::List(items) => items.iter().map(shape).collect::<Option<Vec<_>>>()?,
        value => vec![shape(value)?],
    };
    if call.padded || shapes.iter().any(|shape| *shape != shapes[0]) {
        return None;
    }
    let (mut all, mut item) = (Bounds::EVERYWHERE, 0);
    for (operand, (value, of)) in call.operands.values.iter().zip(call.of).enumerate() {
        if !of.bounds.is_everywhere() {
            all = all.and(call.in_place_of(operand, &of.bounds, item)?);
        }
        item += usize::from(!matches!(value, Value::Text(_) | Value::Sizes(_)));
    }
    Some(all)
}

/// Bounds of copies of an operand, each of which has coordinates of its own.
pub(super) fn repeated(call: &Call<'_>, copies: &[ModePath]) -> Option<Bounds> {
    let (attached, answer) = call.attached().filter(|_| !call.padded)?;
    Some(attached.bounds_of_copies(&answer, &layout_in(call.result)?, copies))
}

/// Bounds of a mode, or of an item of a list, whose bounds are those of its first item.
pub(super) fn mode(call: &Call<'_>) -> Option<Bounds> {
    match call.operands.value(0) {
        Value::List(_) => {
            let of = call.only(0)?;
            matches!(call.operands.path(), Ok(path) if path == [0]).then(|| of.clone())
        }
        _ => rearranged(call),
    }
}

/// Bounds of a result without some leaves of stride 0, each taken at its first coordinate.
pub(super) fn filtered(call: &Call<'_>) -> Option<Bounds> {
    let of = call.only(0).filter(|_| !call.padded)?;
    let moving = modes::moving(&call.operands).ok()?;
    let mut attached = Attached::new();
    let mut values = call.operands.values.to_vec();
    values[0] = Value::Vectors(attached.layout(&moving, &of.restricted(moving.shape()))?);
    let answer = layout_in(&call.again(&values)?)?;
    Some(attached.bounds(&answer, &layout_in(call.result)?))
}

/// Bounds of a result in which some extents became 1.
pub(super) fn restricted(call: &Call<'_>) -> Option<Bounds> {
    Some(call.only(0).filter(|_| !call.padded)?.restricted(&shape(call.result)?))
}

/// Bounds of a result whose offsets are 1-D coordinates of operands: a coordinate is in bounds where these are.
pub(super) fn inverse(call: &Call<'_>) -> Option<Bounds> {
    let Value::Layout(result) = call.result else { return None };
    let each = call.of.iter().filter(|of| !of.bounds.is_everywhere());
    let each = each.map(|of| of.bounds.at_values(result));
    (!call.padded).then(|| each.fold(Bounds::EVERYWHERE, Bounds::and))
}

/// Bounds of a layout of larger or smaller elements.
pub(super) fn cast(call: &Call<'_>) -> Option<Bounds> {
    Some(bounds::cast(call.only(0).filter(|_| !call.padded)?, &shape(call.result)?))
}

/// Bounds of a layout of elements of another width.
pub(super) fn recast(call: &Call<'_>) -> Option<Bounds> {
    let (of, x) = (call.only(0).filter(|_| !call.padded)?, &call.operands);
    let (from, to) = (x.integer(1).ok()?, x.integer(2).ok()?);
    Some(bounds::recast(of, &x.function(0).ok()?, [&from, &to], &shape(call.result)?))
}

/// Bounds of a layout whose origin is moved to a coordinate.
pub(super) fn moved(call: &Call<'_>) -> Option<Bounds> {
    Some(call.only(1)?.moved(&call.operands.tuple(0).ok()?))
}

/// Bounds of a block and its repetitions.
pub(super) fn product(call: &Call<'_>, kind: Product) -> Option<Bounds> {
    if call.padded || matches!(call.operands.value(1), Value::Composed(_)) {
        return None;
    }
    let tiler = match kind {
        Product::Paired(_) => Tiler::Layout(call.operands.layout(1).ok()?),
        _ => call.operands.tiler(1).ok()?,
    };
    let of = [&call.of[0].bounds, &call.of[1].bounds];
    call.refined(&bounds::product(kind, &call.domain(0)?, of, &tiler))
}

/// Bounds of blocks that fill a shape, or go past it.
pub(super) fn tile_to_shape(call: &Call<'_>) -> Option<Bounds> {
    let target = call.operands.shape(1).ok()?;
    Some(bounds::tile_to_shape(&call.of[0].bounds, &target, &domain(call.result)?))
}

/// Bounds of the fragments that threads copy.
pub(super) fn tidfrg(call: &Call<'_>, side: Side) -> Option<Bounds> {
    of_fragments(call, &Fragments::Copy(tiled::copy(&call.operands).ok()?, side))
}

/// Bounds of the fragments that threads have of an operand of a product.
pub(super) fn thrfrg(call: &Call<'_>, operand: Operand) -> Option<Bounds> {
    of_fragments(call, &Fragments::Mma(&tiled::mma(&call.operands, 0).ok()?, operand))
}

/// Bounds of the fragments of all threads, or of the thread that is given.
fn of_fragments(call: &Call<'_>, fragments: &Fragments<'_>) -> Option<Bounds> {
    let (tensor, of) = (call.domain(1)?, call.only(1)?);
    let bounds = match call.operands.len() {
        2 => fragments.bounds(&tensor, of),
        _ => fragments.bounds_of_thread(&tensor, of, &call.operands.integer(2).ok()?),
    };
    call.refined(&bounds)
}

/// Bounds of registers in another order.
pub(super) fn retiled(call: &Call<'_>) -> Option<Bounds> {
    call.each(1)
}

pub(super) fn logical_divide(call: &Call<'_>) -> Option<Bounds> {
    let (of, tiler) = (call.only(0)?, call.operands.tiler(1).ok()?);
    call.refined(&bounds::logical_divide(&call.domain(0)?, of, &tiler, &domain(call.result)?))
}

pub(super) fn packed_divide(call: &Call<'_>, packing: Packing) -> Option<Bounds> {
    let (of, tiler) = (call.only(0)?, call.operands.tiler(1).ok()?);
    call.refined(&bounds::packed_divide(packing, &call.domain(0)?, of, &tiler))
}

pub(super) fn local_tile(call: &Call<'_>) -> Option<Bounds> {
    let (of, (tiler, at)) = (call.only(0)?, partition::tile(&call.operands).ok()?);
    call.refined(&bounds::local_tile(&call.domain(0)?, of, &tiler, &at))
}

pub(super) fn outer_partition(call: &Call<'_>) -> Option<Bounds> {
    let (of, tiler) = (call.only(0)?, call.operands.tiler(1).ok()?);
    let at = call.operands.coordinate(2).ok()?;
    call.refined(&bounds::partition(&call.domain(0)?, of, &Threads::At(&tiler, &at)))
}

pub(super) fn local_partition(call: &Call<'_>) -> Option<Bounds> {
    let of = call.only(0)?;
    if let Some((extents, at)) = partition::thread(&call.operands).ok()? {
        return call.refined(&bounds::partition(&call.domain(0)?, of, &Threads::At(&extents, &at)));
    }
    let threads = call.operands.layout(1).ok()?;
    let index = call.operands.integer(2).ok()?;
    call.refined(&bounds::partition(&call.domain(0)?, of, &Threads::Of(&threads, &index)))
}

/// Bounds of a stream that does not fill its last turn: its positions are below its length.
pub(super) fn circular(call: &Call<'_>) -> Option<Bounds> {
    let (position, count) = (shape(call.result)?, call.operands.integer(1).ok()?);
    let stream = Bounds::of([Bound::new(ops::col_major(&position).ok()?, count)]);
    if call.of[0].bounds.is_everywhere() {
        return Some(stream);
    }
    let (attached, answer) = call.attached()?;
    Some(attached.bounds(&answer, &layout_in(call.result)?).and(stream))
}

/// Bounds of a composition, from the coordinates of both layouts.
pub(super) fn composition(call: &Call<'_>) -> Option<Bounds> {
    let (x, of, padded) = (&call.operands, call.of, call.padded);
    let result = domain(call.result)?;
    let last = match x.value(1) {
        Value::Tiler(_) => of[1].bounds.refined_by_mode(result.shape()),
        _ => of[1].bounds.refined(result.shape()),
    };
    let first = match (x.value(0), x.value(1)) {
        (Value::Swizzle(_), _) if !padded => Bounds::EVERYWHERE,
        (Value::Swizzle(_), _) => return None,
        (Value::Composed(_), _) | (_, Value::Swizzle(_) | Value::Composed(_)) if padded => {
            return None;
        }
        (_, Value::Swizzle(_) | Value::Composed(_)) if of[0].bounds.is_everywhere() => {
            Bounds::EVERYWHERE
        }
        (_, Value::Swizzle(_) | Value::Composed(_)) => return None,
        _ => {
            let (layout, tiler) = (call.domain(0)?, x.tiler(1).ok()?);
            match bounds::composition(&layout, &of[0].bounds, &tiler, &result) {
                // Each coordinate composed by the algebra, where its leaves are not steps of leaves.
                Bounds::Unknown if !padded => {
                    of[0].bounds.rearranged(&result, |coordinate: &Layout| {
                        ops::composition_with(coordinate, &tiler).and_then(ops::Outcome::strict)
                    })
                }
                bounds => bounds,
            }
        }
    };
    Some(first.and(last))
}

pub(super) fn slice(call: &Call<'_>) -> Option<Bounds> {
    Some(call.only(1)?.sliced(&call.operands.coordinate(0).ok()?, &call.domain(1)?))
}

/// Bounds of the function that is applied first, operand 2.
pub(super) fn inner(call: &Call<'_>) -> Option<Bounds> {
    call.refined(call.only(2).filter(|_| !call.padded)?)
}
