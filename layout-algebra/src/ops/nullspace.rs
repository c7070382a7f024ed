//! `nullspace`: the coordinates that a layout repeats.

use alloc::vec::Vec;

use super::compact_col_major;
use super::filter::check_moving;
use crate::{Error, HTuple, Int, Layout, Terms};

/// The layout `R` of the coordinates along the leaves of stride 0: `L(R(i)) = 0`
/// for `i < size(R)`, all `R(i)` are different, and
/// `size(R) = size(L) / size(filter_zeros(L))`.
///
/// Only strides that are 0 count, as in CuTe: the nullspace of `(2,2):(1,-1)` is
/// `1:0`, although `L(3) = 0`.
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`]; [`crate::ErrorKind::Unproved`] where a stride may be 0.
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let layout: Layout = "(7,5,16):(3,1,0)".parse().unwrap();
/// assert_eq!(ops::nullspace(&layout).unwrap().to_string(), "16:35");
/// ```
pub fn nullspace<D: Terms>(layout: &Layout<D>) -> Result<Layout, Error> {
    check_moving("nullspace", layout)?;
    let (places, _) = compact_col_major(layout.shape(), &Int::ONE)?;
    let leaves = layout.leaves().into_iter().zip(places.leaves());
    let (shape, stride): (Vec<_>, Vec<_>) = leaves
        .filter(|((_, stride), _)| stride.is_zero())
        .map(|((extent, _), place)| (HTuple::Leaf(extent.clone()), HTuple::Leaf(place.clone())))
        .unzip();
    let has_coordinates = shape.iter().all(|extent| *extent != HTuple::Leaf(Int::ZERO));
    if layout.is_empty() && has_coordinates {
        return Ok(Layout::nothing());
    }
    match shape.is_empty() {
        true => Ok(Layout::unit()),
        false => Layout::new(HTuple::of_modes(shape), HTuple::of_modes(stride)),
    }
}
