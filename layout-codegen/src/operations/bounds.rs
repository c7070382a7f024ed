//! Bounds of a result: which of its coordinates are padding, by those of its operands.
//!
//! Most operations answer `R(c) = A(T(c))` for a map `T` of coordinates, and a coordinate of `R` is in bounds where `T(c)` is
//! one of `A` in bounds. [`carried`] finds that for all of them, by the operation itself; the other functions are for what
//! makes padding, or makes something else of coordinates. Each row of the tables names one of these functions, or why the bounds of
//! what it makes of padding are unknown.

use layout_algebra::bounds::{Attached, Bounds};
use layout_algebra::{CollectVec, ModePath, VectorLayout};

use super::annotations::shape;
use super::operand::Operand;
use super::row::Call;
use crate::allow::Allow;
use crate::value::Value;

/// The layout of strides of any number of terms in a value: of a composed one its domain, of a list the first.
pub(super) fn layout_in(value: &Value) -> Option<VectorLayout> {
    match value {
        Value::List(values) => values.first().and_then(layout_in),
        value => value.domain().map(VectorLayout::from).or_else(|| value.as_vector_layout()?.ok()),
    }
}

/// As [`layout_in`], of a list the layout of an item.
fn layout_of_item(value: &Value, item: usize) -> Option<VectorLayout> {
    match value {
        Value::List(items) => layout_in(items.get(item)?),
        value => layout_in(value),
    }
}

impl Call<'_> {
    /// The bounds of the only operand that may have any.
    pub(super) fn only(&self, operand: usize) -> Option<&Bounds> {
        for (i, annotations) in self.of.iter().enumerate() {
            if i != operand && !annotations.bounds.is_everywhere() {
                return None;
            }
        }
        Some(&self.of[operand].bounds)
    }

    /// The bounds of the only operand that may have any, where the result was not allowed as padding.
    pub(super) fn unpadded(&self, operand: usize) -> Option<&Bounds> {
        if self.padded { None } else { self.only(operand) }
    }

    /// A composed layout may have become one whose leaves are split.
    pub(super) fn refined(&self, bounds: &Bounds) -> Option<Bounds> {
        Some(bounds.refined(&shape(self.result)?))
    }

    /// The operation of other operands, where it answers that without consent to padding that this did not take.
    pub(super) fn again(&self, values: &[Value]) -> Option<Value> {
        let applied = self.operation.apply(values, Allow::all()).ok()?;
        (self.padded || !applied.padded).then_some(applied.value)
    }

    /// The operands with their bounds attached, and what the operation answers of them, where the result was not allowed as padding.
    pub(super) fn attached(&self) -> Option<(Attached, VectorLayout)> {
        if self.padded {
            return None;
        }
        let (mut attached, mut values) = (Attached::new(), Vec::new());
        for (i, (value, of)) in self.operands.values.iter().zip(self.of).enumerate() {
            let takes_layout = self.operation.takes_or_ends_in(i, Operand::is_layout);
            values.push(match value.is_layout() || takes_layout {
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
    pub(super) fn each(&self, operand: usize) -> Option<Bounds> {
        let of = self.unpadded(operand)?;
        self.in_place_of(operand, of, 0)
    }

    /// The bounds of one of several results.
    pub(super) fn in_place_of(&self, operand: usize, of: &Bounds, item: usize) -> Option<Bounds> {
        Some(of.rearranged(&layout_of_item(self.result, item)?, |coordinate| {
            let mut values = self.operands.values.to_vec();
            values[operand] = coordinate.clone().into();
            let answer = self.again(&values).ok_or(())?;
            layout_of_item(&answer, item).ok_or(())?.into_layout().or(Err(()))
        }))
    }
}

/// `R(c) = A(T(c))`, for whatever `T`: of one operand or of the modes of several.
pub(super) fn carried(call: &Call<'_>) -> Option<Bounds> {
    let (attached, answer) = call.attached()?;
    Some(attached.bounds(&answer, &layout_in(call.result)?))
}

/// `R(c) = A(T(c))` for a `T` that depends on the extents of operand 0 alone, so that it is found where that has
/// strides of one term alone.
pub(super) fn rearranged(call: &Call<'_>) -> Option<Bounds> {
    match carried(call) {
        None | Some(Bounds::Unknown) => call.each(0),
        bounds => bounds,
    }
}

/// Bounds of a result with the coordinates of operand 0, perhaps in a shape that refines its shape.
pub(super) fn kept(call: &Call<'_>) -> Option<Bounds> {
    call.refined(call.unpadded(0)?)
}

/// Bounds of a result with the coordinates of operand 1, as [`kept`].
pub(super) fn kept_of_second(call: &Call<'_>) -> Option<Bounds> {
    if call.of.len() > 1 { call.refined(call.unpadded(1)?) } else { None }
}

/// Bounds of a result with the 1-D coordinates of both operands.
pub(super) fn same_index(call: &Call<'_>) -> Option<Bounds> {
    let shape = shape(call.result)?;
    if call.padded {
        return None;
    }
    let mut all = Bounds::EVERYWHERE;
    for of in call.of {
        all = all.and(of.bounds.in_shape(&shape));
    }
    Some(all)
}

/// Bounds of several layouts over the coordinates that they share, the operands in their order.
pub(super) fn joint(call: &Call<'_>) -> Option<Bounds> {
    let shapes = match call.result {
        Value::List(items) => items.iter().map(shape).collect_some()?,
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
    let (attached, answer) = call.attached()?;
    Some(attached.bounds_of_copies(&answer, &layout_in(call.result)?, copies))
}

/// Bounds of a result in which some extents became 1.
pub(super) fn restricted(call: &Call<'_>) -> Option<Bounds> {
    Some(call.unpadded(0)?.restricted(&shape(call.result)?))
}

/// Bounds of a result whose offsets are 1-D coordinates of operands: a coordinate is in bounds where these are.
pub(super) fn inverse(call: &Call<'_>) -> Option<Bounds> {
    let Value::Layout(result) = call.result else { return None };
    if call.padded {
        return None;
    }
    let mut all = Bounds::EVERYWHERE;
    for of in call.of {
        if !of.bounds.is_everywhere() {
            all = all.and(of.bounds.at_values(result));
        }
    }
    Some(all)
}
