//! `size`: the number of coordinates.

use crate::{Error, Int, IntTuple, Layout, Terms};

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
    let mut product = Int::ONE;
    for leaf in tuple.leaves() {
        product = product.mul(leaf)?;
    }
    Ok(product)
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
