//! `abs`: the magnitude of each leaf.

use crate::{Error, HTuple, IntTuple};

/// The tuple of the magnitudes: congruent to `a`, with `|aᵢ|` in the place of `aᵢ`.
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::ops;
/// assert_eq!(ops::abs(&(4, -2).into()).unwrap().to_string(), "(4,2)");
/// ```
pub fn abs(tuple: &IntTuple) -> Result<IntTuple, Error> {
    Ok(tuple.try_flat_map(&mut |leaf| leaf.abs().map(HTuple::Leaf))?)
}
