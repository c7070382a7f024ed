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
    let image = |j: usize| {
        let bits = rows.iter().enumerate().filter(|(_, row)| row.get(j) == Some(&true));
        bits.fold(0, |all, (i, _)| all | 1i128 << i)
    };
    let mut images = (0..columns).map(image);
    composed(layout)?.shape()?.try_flat_map(&mut |extent| {
        let bits = known(extent)?.trailing_zeros() as usize;
        let mut images: Vec<i128> = images.by_ref().take(bits).collect_vec();
        // Where no offset has a bit, there are no rows.
        images.resize(bits, 0);
        let first = images.first().copied().unwrap_or(0);
        if images.iter().enumerate().all(|(bit, image)| *image == first << bit) {
            return Ok(HTuple::Leaf(Int::new(first)));
        }
        Ok(HTuple::Tuple(
            images.into_iter().map(|image| HTuple::Leaf(Int::new(image))).collect_vec(),
        ))
    })
}
