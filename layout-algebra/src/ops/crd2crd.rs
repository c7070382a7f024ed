//! `crd2crd`: a coordinate of one shape in another.

use super::{crd2idx_in_shape, idx2crd, product};
use crate::{CollectVec, Error, ErrorAddress, ErrorKind, HTuple, IntTuple, decide};

const OP: &str = "crd2crd";

/// The coordinate of shape `to` at the 1-D coordinate that `coordinate` has in shape
/// `from`: `idx2crd(crd2idx(coordinate, from), to)`.
///
/// Where the modes of both shapes have the same sizes in the same order, that is by mode,
/// and computed so. CuTe goes by mode whatever the sizes: its
/// `crd2crd((3,2), (4,6), (2,12))` is `(3,2)`, which is no coordinate of `(2,12)`.
///
/// # Errors
///
/// [`ErrorKind::Incompatible`] where the coordinate is none of `from`,
/// [`ErrorKind::Sizes`] where the shapes differ in size,
/// [`ErrorKind::Unproved`], [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::ops;
/// let other = ops::crd2crd(&9.into(), &(4, 6).into(), &(6, 4).into()).unwrap();
/// assert_eq!(other.to_string(), "(3,1)");
/// let other = ops::crd2crd(&(3, 2).into(), &(4, 6).into(), &(2, 12).into()).unwrap();
/// assert_eq!(other.to_string(), "(1,5)");
/// ```
pub fn crd2crd(coordinate: &IntTuple, from: &IntTuple, to: &IntTuple) -> Result<IntTuple, Error> {
    let (left_size, right_size) = (product(from)?, product(to)?);
    if !decide::equal(OP, &left_size, &right_size)? {
        let (left, right) = (alloc::format!("{from}"), alloc::format!("{to}"));
        let kind = ErrorKind::Sizes { left, left_size, right, right_size };
        return Err(Error::new(OP, kind).in_operand(2));
    }
    // A part of a coordinate without an extent is a mistake, also where no mode is split.
    crd2idx_in_shape(coordinate, from).in_op(OP)?;
    in_other(coordinate, from, to)
}

/// [`crd2crd`] of shapes of one size.
fn in_other(coordinate: &IntTuple, from: &IntTuple, to: &IntTuple) -> Result<IntTuple, Error> {
    if let (HTuple::Tuple(crds), HTuple::Tuple(froms), HTuple::Tuple(tos)) = (coordinate, from, to)
        && same_sizes(froms, tos)?
    {
        let triples = crds.iter().zip(froms).zip(tos);
        let modes = triples.map(|((crd, from), to)| in_other(crd, from, to));
        return modes.try_collect_vec().map(HTuple::Tuple);
    }
    let index = crd2idx_in_shape(coordinate, from).in_op(OP)?;
    idx2crd(&HTuple::Leaf(index), to).in_op(OP)
}

fn same_sizes(a: &[IntTuple], b: &[IntTuple]) -> Result<bool, Error> {
    if a.len() != b.len() {
        return Ok(false);
    }
    for (a, b) in a.iter().zip(b) {
        if !product(a)?.equals(&product(b)?).is_true() {
            return Ok(false);
        }
    }
    Ok(true)
}
