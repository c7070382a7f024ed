//! `idx2crd`: from an index to a coordinate.

use alloc::vec::Vec;

use super::crd2idx::{incongruent, split};
use super::elementwise::each_mode;
use super::{compact_col_major, product};
use crate::{Error, ErrorAddress, HTuple, Int, IntTuple, StrideTuple};

const OP: &str = "idx2crd";

/// The natural coordinate of a 1-D coordinate, split colexicographically. The
/// last mode is not wrapped: `idx2crd(100, (4,(2,3))) = (0,(1,12))`, as in
/// CuTe. A tuple is split by mode.
///
/// # Errors
///
/// [`crate::ErrorKind::Incompatible`] where a tuple does not fit the shape,
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::ops;
/// let at = ops::idx2crd(&9.into(), &(4, 8).into()).unwrap();
/// assert_eq!(at.to_string(), "(1,2)");
/// ```
pub fn idx2crd(index: &IntTuple, shape: &IntTuple) -> Result<IntTuple, Error> {
    match (index, shape) {
        (_, HTuple::Leaf(_)) if !index.is_tuple() => Ok(index.clone()),
        (HTuple::Leaf(index), HTuple::Tuple(modes)) => {
            let mut rest = index.clone();
            let mut crd = Vec::with_capacity(modes.len());
            for (i, mode) in modes.iter().enumerate() {
                let digit = if i + 1 == modes.len() {
                    rest.clone()
                } else {
                    let (digit, left) = split(&rest, &product(mode)?, shape, OP)?;
                    rest = left;
                    digit
                };
                crd.push(idx2crd(&HTuple::Leaf(digit), mode)?);
            }
            Ok(HTuple::Tuple(crd))
        }
        (HTuple::Tuple(indices), HTuple::Tuple(modes)) if indices.len() == modes.len() => {
            each_mode(indices, modes, idx2crd)
        }
        _ => Err(super::crd2idx::incompatible(OP, index, shape)),
    }
}

/// The coordinate of an offset in a compact layout: `(i / dⱼ) mod sⱼ` for each
/// leaf, 0 for an extent of 1.
///
/// # Errors
///
/// As [`idx2crd`], [`crate::ErrorKind::Incongruent`] for strides that are nested differently
/// than the shape, but for one integer in the place of a tuple, the stride of its first
/// leaf; [`crate::ErrorKind::BasisStride`].
///
/// ```
/// use layout_algebra::ops;
/// let at = ops::idx2crd_strided(&10.into(), &(4, 8).into(), &(8, 1).into()).unwrap();
/// assert_eq!(at.to_string(), "(1,2)");
/// ```
pub fn idx2crd_strided(
    index: &IntTuple,
    shape: &IntTuple,
    stride: &StrideTuple,
) -> Result<IntTuple, Error> {
    match (index, shape, stride) {
        (_, HTuple::Leaf(_), HTuple::Tuple(_)) => Err(incongruent(OP, shape, stride)),
        (_, HTuple::Tuple(modes), HTuple::Tuple(strides)) if modes.len() != strides.len() => {
            Err(incongruent(OP, shape, stride))
        }
        (HTuple::Leaf(index), HTuple::Leaf(extent), HTuple::Leaf(stride)) => {
            let stride = crate::exact::integer_stride(stride, OP).in_operand(2)?;
            if *extent == Int::ONE || *stride == Int::ZERO {
                return Ok(HTuple::Leaf(Int::ZERO));
            }
            Ok(HTuple::Leaf(split(&index.div_trunc(stride)?, extent, shape, OP)?.0))
        }
        (HTuple::Leaf(_), HTuple::Tuple(modes), HTuple::Tuple(strides)) => {
            let mut crd = Vec::new();
            for (i, (mode, stride)) in modes.iter().zip(strides).enumerate() {
                crd.push(match idx2crd_strided(index, mode, stride) {
                    // The index stands against every mode.
                    Err(error) if error.operand() == 2 => return Err(error.under_mode(i)),
                    coordinate => coordinate?,
                });
            }
            Ok(HTuple::Tuple(crd))
        }
        (HTuple::Leaf(_), HTuple::Tuple(_), HTuple::Leaf(first)) => {
            let first = crate::exact::integer_stride(first, OP).in_operand(2)?;
            let (strides, _) = compact_col_major(shape, first)?;
            idx2crd_strided(index, shape, &strides)
        }
        (HTuple::Tuple(indices), HTuple::Tuple(modes), HTuple::Tuple(strides))
            if indices.len() == modes.len() =>
        {
            let mut crd = Vec::new();
            for (i, ((index, mode), stride)) in indices.iter().zip(modes).zip(strides).enumerate() {
                crd.push(idx2crd_strided(index, mode, stride).under_mode(i)?);
            }
            Ok(HTuple::Tuple(crd))
        }
        (HTuple::Tuple(indices), HTuple::Tuple(modes), HTuple::Leaf(_))
            if indices.len() == modes.len() =>
        {
            Err(incongruent(OP, shape, stride))
        }
        _ => Err(super::crd2idx::incompatible(OP, index, shape)),
    }
}
