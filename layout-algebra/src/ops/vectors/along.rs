//! `along`: one number of the values, or a part of them.

use super::coshape;
use crate::ops::path_in_values;
use crate::{Error, Stride, Vector, VectorLayout};

/// What a layout does along one mode of its values, as [`ops::along`](crate::ops::along): `R(c) = get(L(c), path)`.
///
/// # Errors
///
/// As [`ops::along`](crate::ops::along).
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let rows: Layout = "4:1@0".parse().unwrap();
/// let columns: Layout = "4:2@1".parse().unwrap();
/// let both = ops::vectors::layout_add(&rows.into(), &columns.into()).unwrap();
/// assert_eq!(ops::vectors::along(&both, &[1]).unwrap().to_string(), "4:2");
/// ```
pub fn along(layout: &VectorLayout, path: &[usize]) -> Result<VectorLayout, Error> {
    let at = path_in_values(&coshape(layout)?, path)?;
    let strides = layout.stride().try_flat_map(&mut |vector: &Vector| {
        let mut inner = Vector::from(Stride::zero());
        for term in vector.terms() {
            if let Some(rest) = term.mode().indices().strip_prefix(at.indices()) {
                let stride = Stride::basis(term.scale().clone(), rest.iter().copied().collect());
                inner = inner.plus(&stride.into())?;
            }
        }
        Ok::<_, crate::Overflow>(crate::HTuple::Leaf(inner))
    });
    VectorLayout::new(layout.shape().clone(), strides?)
}
