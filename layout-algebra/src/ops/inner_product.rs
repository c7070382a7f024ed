//! `inner_product` and `elem_scale`: products of leaves.

use super::elementwise::each_mode;
use super::product;
use crate::{CollectVec, Error, HTuple, Int, IntTuple};

/// The sum of the products of the leaves, `Σ aᵢ·bᵢ`.
///
/// # Errors
///
/// [`crate::ErrorKind::Mismatch`] where the tuples are not congruent,
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let tuple = |ns: &[i128]| HTuple::Tuple(ns.iter().map(|&n| Int::new(n).into()).collect());
/// let sum = ops::inner_product(&tuple(&[2, 3]), &tuple(&[5, 7])).unwrap();
/// assert_eq!(sum, Int::new(31));
/// ```
pub fn inner_product(a: &IntTuple, b: &IntTuple) -> Result<Int, Error> {
    if !a.congruent(b) {
        return Err(Error::mismatch("inner_product", a, b));
    }
    let mut sum = Int::ZERO;
    for (x, y) in a.leaves().into_iter().zip(b.leaves()) {
        sum = sum.add(&x.mul(y)?)?;
    }
    Ok(sum)
}

/// Each leaf of `a` times the product of what stands in its place in `b`, where an
/// integer stands in the place of all that `a` has there: congruent to `a`.
///
/// # Errors
///
/// [`crate::ErrorKind::Mismatch`] where `a` has modes that `b` has not,
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let tuple = |ns: &[i128]| HTuple::Tuple(ns.iter().map(|&n| Int::new(n).into()).collect());
/// let b = HTuple::Tuple(vec![Int::new(6).into(), tuple(&[4, 7])]);
/// assert_eq!(ops::elem_scale(&tuple(&[4, 1]), &b).unwrap().to_string(), "(24,28)");
/// let four = Int::new(4).into();
/// assert_eq!(ops::elem_scale(&tuple(&[2, 3]), &four).unwrap().to_string(), "(8,12)");
/// ```
pub fn elem_scale(a: &IntTuple, b: &IntTuple) -> Result<IntTuple, Error> {
    match (a, b) {
        (HTuple::Leaf(a), b) => Ok(a.mul(&product(b)?)?.into()),
        (HTuple::Tuple(xs), HTuple::Leaf(_)) => {
            let scaled = xs.iter().map(|x| elem_scale(x, b));
            scaled.try_collect_vec().map(HTuple::Tuple)
        }
        (HTuple::Tuple(xs), HTuple::Tuple(ys)) if xs.len() == ys.len() => {
            each_mode(xs, ys, elem_scale)
        }
        _ => Err(Error::mismatch("elem_scale", a, b)),
    }
}
