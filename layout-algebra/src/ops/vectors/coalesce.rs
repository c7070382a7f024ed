//! `coalesce` and `functionally_equal`: the fewest modes of the same function.

use crate::ops::fewest_leaves;
use crate::{Error, HTuple, VectorLayout};

/// The layout of fewest leaves with the same values on `[0, size)`, as [`ops::coalesce`](crate::ops::coalesce): `s₀:d, s₁:s₀d` becomes
/// `s₀s₁:d`, where all terms of the stride go on.
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let add = |a: &str, b: &str| {
///     let [a, b] = [a, b].map(|text| text.parse::<Layout>().unwrap().into());
///     ops::vectors::layout_add(&a, &b).unwrap()
/// };
/// assert_eq!(add("(2,2):(1@0,2@0)", "4:1@1").to_string(), "4:1@0+1@1");
/// ```
pub fn coalesce(layout: &VectorLayout) -> Result<VectorLayout, Error> {
    if !layout.shape().is_tuple()
        && layout.leaves().iter().all(|(extent, _)| **extent != crate::Int::ONE)
    {
        return Ok(layout.clone());
    }
    let leaves = fewest_leaves(&layout.leaves())?;
    let (shape, stride): (alloc::vec::Vec<_>, alloc::vec::Vec<_>) =
        leaves.into_iter().map(|(s, d)| (HTuple::Leaf(s), HTuple::Leaf(d))).unzip();
    let whole = VectorLayout::new(HTuple::Tuple(shape), HTuple::Tuple(stride))?;
    Ok(if whole.leaves().len() == 1 { whole.get(&[0]).unwrap_or(whole) } else { whole })
}

/// Whether two layouts have one size and one value at every 1-D coordinate: whether both have the same
/// [`coalesce`].
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, VectorLayout, ops};
/// let [a, b] = ["(2,2):(1@0,2@0)", "4:1@0"].map(|text| text.parse::<Layout>().unwrap());
/// assert!(ops::vectors::functionally_equal(&a.into(), &b.into()).unwrap());
/// ```
pub fn functionally_equal(a: &VectorLayout, b: &VectorLayout) -> Result<bool, Error> {
    Ok(coalesce(a)? == coalesce(b)?)
}
