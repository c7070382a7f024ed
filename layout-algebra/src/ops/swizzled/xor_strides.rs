//! `xor_strides`: the strides of a linear layout, added without carries.

use alloc::vec::Vec;

use super::f2_matrix::f2_matrix;
use super::image::composed;
use crate::exact::known;
use crate::{CollectVec, Error, ErrorAddress, Function, HTuple, Int, IntTuple};

/// The strides `d` with `L(c) = ⊕ᵢ cᵢ ⊗ dᵢ`, added and multiplied without carries: what [`xor_layout`](super::xor_layout) makes the layout of.
/// A leaf whose bits add no multiples of one stride has what each of them adds, the lowest first: the bases of a linear layout in Triton.
///
/// # Errors
///
/// The errors of [`f2_matrix`].
///
/// ```
/// use layout_algebra::{Function, ops::swizzled};
///
/// let strides = |layout: &str| {
///     let layout: Function = layout.parse().unwrap();
///     swizzled::xor_strides(&layout).unwrap().to_string()
/// };
/// assert_eq!(strides("Sw<3,0,3> o 0 o (8,8):(1,8)"), "(1,9)");
/// // Of every second row alone the bits of the row are no multiples of one.
/// assert_eq!(strides("Sw<2,0,3> o 0 o (8,8):(1,8)"), "(1,(9,18,32))");
/// ```
pub fn xor_strides(layout: &Function) -> Result<IntTuple, Error> {
    let rows = f2_matrix(layout).in_op("xor_strides")?;
    let columns = rows.first().map_or(0, Vec::len);
    let mut images = alloc::vec![0; columns];
    for (i, row) in rows.iter().enumerate() {
        for (image, is_set) in images.iter_mut().zip(row) {
            *image |= i128::from(*is_set) << i;
        }
    }
    let (composed, mut begin, mut strides) = (composed(layout)?, 0, Vec::new());
    let shape = composed.shape()?;
    for extent in shape.leaves() {
        let end = begin + known(extent)?.trailing_zeros() as usize;
        // Where no offset has a bit, there are no rows.
        images.resize(images.len().max(end), 0);
        let of_leaf = &images[begin..end];
        let first = of_leaf.first().copied().unwrap_or(0);
        let is_run = of_leaf.iter().enumerate().all(|(bit, image)| *image == first << bit);
        strides.push(match is_run {
            true => HTuple::Leaf(Int::new(first)),
            false => {
                HTuple::Tuple(of_leaf.iter().map(|of| HTuple::Leaf(Int::new(*of))).collect_vec())
            }
        });
        begin = end;
    }
    Ok(shape.with_parts(strides))
}
