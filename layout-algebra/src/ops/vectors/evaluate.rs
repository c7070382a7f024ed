//! `evaluate`: the value at a coordinate.

use alloc::vec::Vec;

use crate::ops::{idx2crd, weakly_congruent};
use crate::{Error, HTuple, Int, IntTuple, VectorLayout};

/// The value of a layout at a coordinate, as [`ops::evaluate`](crate::ops::evaluate): `Σ cᵢ·dᵢ` over the natural coordinate, a
/// tuple.
///
/// # Errors
///
/// As [`ops::evaluate`](crate::ops::evaluate).
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let rows: Layout = "4:1@0".parse().unwrap();
/// let columns: Layout = "4:2@1".parse().unwrap();
/// let both = ops::vectors::layout_add(&rows.into(), &columns.into()).unwrap();
/// assert_eq!(ops::vectors::evaluate(&3.into(), &both).unwrap().to_string(), "(3,6)");
/// ```
pub fn evaluate(coordinate: &IntTuple, layout: &VectorLayout) -> Result<IntTuple, Error> {
    let shape = layout.shape();
    if !weakly_congruent(coordinate, shape) {
        return Err(crate::ops::incompatible("crd2idx", coordinate, shape));
    }
    let natural = natural(coordinate, shape)?;
    let counts: Vec<Int> = natural.leaves().into_iter().cloned().collect();
    layout.sum(&counts)
}

/// An integer in the place of a mode is split over its leaves, the last of which is not wrapped.
fn natural(coordinate: &IntTuple, shape: &IntTuple) -> Result<IntTuple, Error> {
    match (coordinate, shape) {
        (HTuple::Tuple(items), HTuple::Tuple(shapes)) => {
            let items = items.iter().zip(shapes).map(|(item, shape)| natural(item, shape));
            Ok(HTuple::Tuple(items.collect::<Result<_, _>>()?))
        }
        _ => idx2crd(coordinate, shape),
    }
}
