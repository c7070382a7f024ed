//! `size`: the number of coordinates.

use crate::{Error, Int, IntTuple, Layout};

/// The product of all leaves of a tuple: `product(()) = 1`.
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let pair = |a, b| HTuple::Tuple(vec![HTuple::Leaf(Int::new(a)), HTuple::Leaf(Int::new(b))]);
/// assert_eq!(ops::product(&pair(4, 8)).unwrap(), Int::new(32));
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
/// use layout_algebra::{Int, Layout, ops};
/// let leaf = |s, d| Layout::leaf(Int::new(s), Int::new(d)).unwrap();
/// assert_eq!(ops::size(&leaf(4, 2)).unwrap(), Int::new(4));
/// ```
pub fn size(layout: &Layout) -> Result<Int, Error> {
    product(layout.shape())
}
