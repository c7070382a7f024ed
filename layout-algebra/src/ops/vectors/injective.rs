//! Injectivity: whether different coordinates have different values.

use super::{coshape, evaluate};
use crate::ops::{self, Collision};
use crate::{Error, ErrorKind, Int, Layout, Stride, VectorLayout};

/// Two coordinates with the same value, or none if the layout is injective.
///
/// Decided as [`ops::find_collision`](crate::ops::find_collision) does, of the layout of integers that numbers the box of values: the
/// coordinate `(v₀, v₁, …)` has the number `v₀ + w₀·(v₁ + w₁·…)`, where `wₑ` is the extent of the box along `e`. Two values differ by
/// less than `wₑ` along each `e`, so that they are equal where their numbers are.
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
            let question = alloc::format!("{layout} is injective");
            Error::new("make_layout", ErrorKind::Undecided { question })
        }
        _ => error,
    };
    let numbers = numbers(layout).map_err(undecided)?;
    let Some(found) = ops::find_collision(&numbers).map_err(undecided)? else { return Ok(None) };
    let offset = evaluate(&found.first, layout)?;
    Ok(Some(Collision { offset, ..found }))
}

/// Whether different coordinates have different values.
///
/// # Errors
///
/// Those of [`find_collision`].
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let [a, b] = ["4:1@0", "4:1@1"].map(|text| text.parse::<Layout>().unwrap().into());
/// assert!(ops::vectors::is_injective(&ops::vectors::layout_add(&a, &b).unwrap()).unwrap());
/// ```
pub fn is_injective(layout: &VectorLayout) -> Result<bool, Error> {
    Ok(find_collision(layout)?.is_none())
}

/// Refuses a layout that is not injective.
///
/// # Errors
///
/// [`ErrorKind::NotInjective`] with two coordinates that collide, and those of [`find_collision`].
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let [a, b] = ["(2,2):(1@0,2@0)", "(2,2):(1@1,2@1)"].map(|text| text.parse::<Layout>().unwrap().into());
/// assert!(ops::vectors::check_injective(&ops::vectors::layout_add(&a, &b).unwrap()).is_ok());
/// ```
pub fn check_injective(layout: &VectorLayout) -> Result<(), Error> {
    find_collision(layout)?.map_or(Ok(()), |collision| Err(collision.refusal(layout)))
}

/// The layout of the numbers of its values in their box.
fn numbers(layout: &VectorLayout) -> Result<Layout, Error> {
    let (axes, reach) = (layout.axes(), coshape(layout)?);
    let mut weights = alloc::vec::Vec::new();
    let mut weight = Int::ONE;
    for axis in axes {
        let width = reach.get(axis.indices()).and_then(|width| width.leaves().first().copied());
        let next = weight.mul(width.unwrap_or(&Int::ONE))?;
        weights.push((axis, core::mem::replace(&mut weight, next)));
    }
    let stride = layout.stride().try_flat_map(&mut |vector| {
        let mut sum = Int::ZERO;
        for (axis, weight) in &weights {
            sum = sum.add(&vector.along(axis).mul(weight)?)?;
        }
        Ok::<_, crate::Overflow>(crate::HTuple::Leaf(Stride::from(sum)))
    })?;
    Layout::new(layout.shape().clone(), stride)
}
