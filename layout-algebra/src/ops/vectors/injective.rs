//! `find_collision`: whether different coordinates have different values.

use alloc::vec::Vec;

use crate::ops::{self, Collision, coshape, evaluate, flat_layout};
use crate::{CollectVec, Error, ErrorKind, Int, Layout, Stride, Terms, VectorLayout};

/// Two coordinates with the same value, or none if the layout is injective: [`ops::find_collision`](crate::ops::find_collision).
///
/// Where the leaves that step along one element `e` of the basis are injective along `e`, two coordinates of one value are the
/// same there, so that the other leaves are left. What no element decides so, is decided of the layout of integers that
/// numbers the box of values: `(v₀, v₁, …)` has the number `v₀ + w₀·(v₁ + w₁·…)`, where `wₑ` is the extent of the box along
/// `e`. Two values differ by less than `wₑ` along each `e`, so that they are equal where their numbers are.
///
/// # Errors
///
/// As [`ops::find_collision`](crate::ops::find_collision); [`ErrorKind::Undecided`] where the box has too many coordinates.
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let add = |a: &str, b: &str| {
///     let [a, b] = [a, b].map(|text| text.parse::<Layout>().unwrap().into());
///     ops::vectors::layout_add(&a, &b).unwrap()
/// };
/// assert!(ops::vectors::find_collision(&add("(2,2):(1@0,0)", "(2,2):(1@1,1@1)")).unwrap().is_none());
/// ```
pub fn find_collision(layout: &VectorLayout) -> Result<Option<Collision>, Error> {
    let undecided = |error: Error| match error.kind() {
        ErrorKind::Overflow | ErrorKind::Undecided { .. } => {
            Error::undecided("make_layout", format_args!("{layout} is injective"))
        }
        _ => error,
    };
    if layout.is_empty() {
        return Ok(None);
    }
    let left = without_decided(layout)?;
    if left.shape().leaves().into_iter().all(|extent| *extent == Int::ONE) {
        return Ok(None);
    }
    let numbers = numbers(&left).map_err(undecided)?;
    let Some(found) = ops::find_collision(&numbers).map_err(undecided)? else { return Ok(None) };
    let offset = evaluate(&found.first, layout)?;
    Ok(Some(Collision { offset, ..found }))
}

/// The layout with extent 1 for each leaf of which two coordinates of one value have the same: those along an element are,
/// where they are injective along it.
fn without_decided(layout: &VectorLayout) -> Result<VectorLayout, Error> {
    let leaves = layout.leaves();
    let mut left: Vec<bool> = leaves.iter().map(|(extent, _)| **extent != Int::ONE).collect_vec();
    let axes = layout.axes();
    loop {
        let before = left.clone();
        for axis in &axes {
            let (mut places, mut along) = (Vec::new(), Vec::new());
            for (k, (extent, stride)) in leaves.iter().enumerate() {
                let step = stride.along(axis);
                if left[k] && step != Int::ZERO {
                    places.push(k);
                    along.push(((*extent).clone(), step));
                }
            }
            // If it is not known along this element, it may be along another.
            if matches!(ops::find_collision(&flat_layout(along)?), Ok(None)) {
                for k in places {
                    left[k] = false;
                }
            }
        }
        if left == before {
            break;
        }
    }
    let mut extents = Vec::new();
    for ((extent, _), is_left) in leaves.iter().zip(left) {
        extents.push(if is_left { (*extent).clone() } else { Int::ONE });
    }
    Layout::of(layout.shape().with_leaves(extents), layout.stride().clone())
}

/// The layout of the numbers of its values in their box.
fn numbers(layout: &VectorLayout) -> Result<Layout, Error> {
    let (axes, reach) = (layout.axes(), coshape(layout)?);
    let mut weights = Vec::new();
    let mut weight = Int::ONE;
    for axis in axes {
        let width = reach.get(axis.indices()).and_then(|width| width.leaves().first().copied());
        let next = weight.mul(width.unwrap_or(&Int::ONE))?;
        weights.push((axis, core::mem::replace(&mut weight, next)));
    }
    let mut strides = Vec::new();
    for vector in layout.stride().leaves() {
        let mut sum = Int::ZERO;
        for (axis, weight) in &weights {
            sum = sum.add(&vector.along(axis).mul(weight)?)?;
        }
        strides.push(Stride::from(sum));
    }
    Layout::new(layout.shape().clone(), layout.shape().with_leaves(strides))
}
