//! The values of functions with swizzles, from the definitions.

use layout_algebra::{ComposedLayout, Function, IntTuple, Layout, ModePath, Step, Swizzle};

use crate::function::{self, EXHAUSTIVE, size_of, value};
use crate::text;

/// `Sw(x)` from its definition, bit by bit: bit `M+max(-S,0)+i` is flipped where
/// bit `M+max(S,0)+i` is set, for `i < B`.
pub fn swizzle_at(swizzle: &Swizzle, x: i128) -> i128 {
    let (up, down) = (swizzle.shift().max(0), (-swizzle.shift()).max(0));
    let mut y = x;
    for i in 0..swizzle.bits() {
        let from = swizzle.base() + i + up.unsigned_abs();
        let to = swizzle.base() + i + down.unsigned_abs();
        y ^= (x >> from & 1) << to;
    }
    y
}

/// The value of a function at a 1-D coordinate, from the definitions.
pub fn value_of(f: &Function, x: i128) -> Result<i128, String> {
    match f {
        Function::Swizzle(swizzle) => Ok(swizzle_at(swizzle, x)),
        Function::Layout(layout) => layout_at(layout, x),
        Function::Composed(composed) => composed_at(composed, x),
    }
}

pub(super) fn composed_at(composed: &ComposedLayout, x: i128) -> Result<i128, String> {
    after(composed, step_at(composed.inner(), x)?)
}

fn step_at(step: &Step, x: i128) -> Result<i128, String> {
    match step {
        Step::Swizzle(swizzle) => Ok(swizzle_at(swizzle, x)),
        Step::Layout(layout) => layout_at(layout, x),
    }
}

pub(super) fn layout_at(layout: &Layout, x: i128) -> Result<i128, String> {
    Ok(function::Function::of(layout, &ModePath::root())?.at(x))
}

/// The value of a composed layout where its innermost function has a value.
pub(super) fn after(composed: &ComposedLayout, inner: i128) -> Result<i128, String> {
    composed
        .outer()
        .iter()
        .rev()
        .try_fold(inner, |inner, (step, offset)| step_at(step, inner.wrapping_add(value(offset)?)))
}

/// The shape of a function; none for a swizzle.
pub(super) fn shape_of(f: &Function) -> Option<&IntTuple> {
    match f {
        Function::Layout(layout) => Some(layout.shape()),
        Function::Composed(composed) => composed.shape().ok(),
        Function::Swizzle(_) => None,
    }
}

/// Every value, for a domain small enough.
pub(super) fn all_values(layout: &ComposedLayout) -> Result<Option<Vec<i128>>, String> {
    let size = size_of(layout.shape().map_err(text)?)?;
    if size > EXHAUSTIVE {
        return Ok(None);
    }
    let f = Function::from(layout.clone());
    (0..size).map(|c| value_of(&f, c)).collect::<Result<Vec<_>, _>>().map(Some)
}
