//! `coshape`: how far the values reach.

use alloc::vec::Vec;

use crate::{Error, HTuple, Int, IntTuple, VectorLayout};

/// The extents of the box of values, as [`ops::coshape`](crate::ops::coshape): along each element of the basis
/// `1 + Σ (sᵢ−1)·|dᵢ|`.
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let rows: Layout = "4:1@0".parse().unwrap();
/// let columns: Layout = "4:-2@1".parse().unwrap();
/// let both = ops::vectors::layout_add(&rows.into(), &columns.into()).unwrap();
/// assert_eq!(ops::vectors::coshape(&both).unwrap().to_string(), "(4,7)");
/// ```
pub fn coshape(layout: &VectorLayout) -> Result<IntTuple, Error> {
    let last = layout.shape().leaves().into_iter().map(|extent| extent.sub(&Int::ONE));
    let last = last.collect::<Result<Vec<_>, _>>()?;
    let reach = layout.absolute()?.sum(&last)?;
    Ok(reach.try_flat_map(&mut |reach| reach.add(&Int::ONE).map(HTuple::Leaf))?)
}
