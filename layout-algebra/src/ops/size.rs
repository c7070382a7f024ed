//! `size`: the number of coordinates.

use crate::{Error, HTuple, Int, IntTuple, Layout, Overflow, Terms};

/// The product of all leaves of a tuple: `product(()) = 1`.
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Int, ops};
/// assert_eq!(ops::product(&(4, 8).into()).unwrap(), Int::new(32));
/// ```
pub fn product(tuple: &IntTuple) -> Result<Int, Error> {
    fn times(product: Int, tuple: &IntTuple) -> Result<Int, Overflow> {
        match tuple {
            HTuple::Leaf(leaf) => product.mul(leaf),
            HTuple::Tuple(modes) => modes.iter().try_fold(product, times),
        }
    }
    Ok(times(Int::ONE, tuple)?)
}

/// The number of 1-D coordinates of a layout, `size(S:D) = product(S)`.
///
/// # Errors
///
/// None for a layout that exists: its size fits.
///
/// ```
/// use layout_algebra::{Int, ops};
/// assert_eq!(ops::size(&"4:2".parse().unwrap()).unwrap(), Int::new(4));
/// ```
pub fn size<D: Terms>(layout: &Layout<D>) -> Result<Int, Error> {
    product(layout.shape())
}
