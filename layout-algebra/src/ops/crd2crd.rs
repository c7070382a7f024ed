//! `crd2crd`: a coordinate of one shape in another.

use super::{crd2idx_in_shape, idx2crd};
use crate::{Error, ErrorKind, HTuple, IntTuple};

/// The coordinate of shape `to` with the 1-D coordinate that `coordinate` has in
/// shape `from`; by mode where all three are tuples.
///
/// # Errors
///
/// [`ErrorKind::Incompatible`] where the coordinate is none of `from`,
/// [`ErrorKind::Mismatch`] where the shapes differ in rank.
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let pair = |a, b| HTuple::Tuple(vec![HTuple::Leaf(Int::new(a)), HTuple::Leaf(Int::new(b))]);
/// let other = ops::crd2crd(&Int::new(9).into(), &pair(4, 6), &pair(6, 4)).unwrap();
/// assert_eq!(other.to_string(), "(3,1)");
/// ```
pub fn crd2crd(coordinate: &IntTuple, from: &IntTuple, to: &IntTuple) -> Result<IntTuple, Error> {
    match (coordinate, from, to) {
        (HTuple::Tuple(crds), HTuple::Tuple(froms), HTuple::Tuple(tos)) => {
            if crds.len() != froms.len() {
                return Err(super::crd2idx::incompatible("crd2crd", coordinate, from));
            }
            if froms.len() != tos.len() {
                let kind = ErrorKind::Mismatch {
                    left: alloc::format!("{from}"),
                    right: alloc::format!("{to}"),
                };
                return Err(Error::new("crd2crd", kind).in_operand(2));
            }
            let triples = crds.iter().zip(froms).zip(tos);
            triples
                .map(|((crd, from), to)| crd2crd(crd, from, to))
                .collect::<Result<_, _>>()
                .map(HTuple::Tuple)
        }
        _ => {
            let index = crd2idx_in_shape(coordinate, from).map_err(|e| e.in_op("crd2crd"))?;
            idx2crd(&HTuple::Leaf(index), to).map_err(|e| e.in_op("crd2crd"))
        }
    }
}
