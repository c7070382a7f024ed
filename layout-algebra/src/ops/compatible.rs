//! `compatible` and `weakly_compatible`: orders of shapes.

use super::product;
use crate::{Error, HTuple, Int, IntTuple, decide};

/// Returns true if every coordinate of shape `a` is one of shape `b` and their sizes agree: a leaf
/// of `a` equals the size of what stands in its place in `b`.
///
/// A partial order: `24 ≤ (4,6) ≤ ((2,2),6)`, and `24 ≤ (24)` only this way.
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::ops;
/// assert!(ops::compatible(&24.into(), &(4, 6).into()).unwrap());
/// assert!(!ops::compatible(&(4, 6).into(), &24.into()).unwrap());
/// ```
pub fn compatible(a: &IntTuple, b: &IntTuple) -> Result<bool, Error> {
    each_leaf(a, b, |a, size| decide::equal("compatible", a, size))
}

/// Returns true if a leaf of `a` divides the size of the entry in its place in `b`.
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::ops;
/// assert!(ops::weakly_compatible(&8.into(), &(4, 6).into()).unwrap());
/// ```
pub fn weakly_compatible(a: &IntTuple, b: &IntTuple) -> Result<bool, Error> {
    each_leaf(a, b, |a, size| decide::divides("weakly_compatible", a, size))
}

/// Returns true if a condition holds of each leaf of `a` and of the size of the entry in its place in `b`.
fn each_leaf(
    a: &IntTuple,
    b: &IntTuple,
    holds: fn(&Int, &Int) -> Result<bool, Error>,
) -> Result<bool, Error> {
    match (a, b) {
        (HTuple::Leaf(a), b) => holds(a, &product(b)?),
        (HTuple::Tuple(a), HTuple::Tuple(b)) if a.len() == b.len() => {
            a.iter().zip(b).try_fold(true, |so_far, (a, b)| Ok(so_far && each_leaf(a, b, holds)?))
        }
        _ => Ok(false),
    }
}
