//! `sort`: the leaves by their strides.

use super::right_inverse::flat_layout;
use crate::exact::integer_stride;
use crate::{Error, Int, Layout};

/// The flat layout of the same leaves in ascending order of stride, and of extent
/// where strides are equal: the same offsets, in another order.
///
/// Its 1-D coordinates follow the memory of a compact layout:
/// `coalesce(sort(L)) = size(L):1` exactly if all offsets from 0 on have one
/// coordinate each.
///
/// # Errors
///
/// [`crate::ErrorKind::BasisStride`].
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let shape = HTuple::Tuple(vec![Int::new(4).into(), Int::new(8).into()]);
/// let rows = ops::row_major(&shape).unwrap();
/// assert_eq!(ops::sort(&rows).unwrap().to_string(), "(8,4):(1,8)");
/// ```
pub fn sort(layout: &Layout) -> Result<Layout, Error> {
    let mut leaves = alloc::vec::Vec::new();
    for (extent, stride) in layout.leaves() {
        leaves.push((integer_stride(stride, "sort")?.clone(), extent.clone()));
    }
    if !layout.shape().is_tuple() || leaves.is_empty() {
        return Ok(layout.clone());
    }
    leaves.sort();
    let leaves: alloc::vec::Vec<(Int, Int)> = leaves.into_iter().map(|(d, s)| (s, d)).collect();
    flat_layout(leaves)
}
