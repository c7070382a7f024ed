//! `product_each` and `product_like`: products of modes.

use super::elementwise::each_mode;
use super::product;
use crate::{CollectVec, Error, HTuple, IntTuple};

/// The tuple of the products of the modes: `get(R, i) = product(get(T, i))`. Of a
/// leaf, the tuple of it.
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let tuple = |ns: &[i128]| HTuple::Tuple(ns.iter().map(|&n| Int::new(n).into()).collect());
/// let t = HTuple::Tuple(vec![tuple(&[2, 3]), Int::new(5).into()]);
/// assert_eq!(ops::product_each(&t).unwrap().to_string(), "(6,5)");
/// ```
pub fn product_each(tuple: &IntTuple) -> Result<IntTuple, Error> {
    let products = tuple.modes().iter().map(|mode| product(mode).map(HTuple::Leaf));
    Ok(HTuple::Tuple(products.try_collect_vec()?))
}

/// The product of what stands in the place of each leaf of `guide`: congruent to
/// the guide.
///
/// # Errors
///
/// [`crate::ErrorKind::Mismatch`] where the guide has modes that the tuple has
/// not, [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let tuple = |ns: &[i128]| HTuple::Tuple(ns.iter().map(|&n| Int::new(n).into()).collect());
/// let t = HTuple::Tuple(vec![tuple(&[2, 3]), Int::new(5).into()]);
/// assert_eq!(ops::product_like(&t, &tuple(&[0, 0])).unwrap().to_string(), "(6,5)");
/// assert_eq!(ops::product_like(&t, &0.into()).unwrap().to_string(), "30");
/// ```
pub fn product_like(tuple: &IntTuple, guide: &IntTuple) -> Result<IntTuple, Error> {
    match (tuple, guide) {
        (_, HTuple::Leaf(_)) => product(tuple).map(HTuple::Leaf),
        (HTuple::Tuple(modes), HTuple::Tuple(guides)) if modes.len() == guides.len() => {
            each_mode(modes, guides, product_like)
        }
        _ => Err(Error::mismatch("product_like", tuple, guide)),
    }
}
