//! `coprofile`: the nesting of what a layout answers.

use super::coshape;
use crate::{Error, Int, IntTuple, Layout, Terms};

/// A tuple of zeros, congruent to the values of `L`: 0 for a layout of integer
/// strides, a tuple where the strides step along a basis. The value at 0, so that
/// `congruent(coprofile(L), coshape(L))`.
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let shape = HTuple::Tuple(vec![Int::new(4).into(), Int::new(8).into()]);
/// let layout = ops::make_identity_layout(&shape).unwrap();
/// assert_eq!(ops::coprofile(&layout).unwrap().to_string(), "(0,0)");
/// ```
pub fn coprofile<D: Terms>(layout: &Layout<D>) -> Result<IntTuple, Error> {
    Ok(coshape(layout)?.map(&mut |_| Int::ZERO))
}
