//! `shape_mod`: the first elements of a shape.

use super::{product, shape_div};
use crate::{CollectVec, Error, ErrorAddress, ErrorKind, HTuple, IntTuple, Least, decide};

/// The part of `a` that [`shape_div`] takes away: an integer `b` keeps the first `b` elements of
/// `a`, counted from the left; two tuples are handled by mode. Leaf by leaf,
///
/// ```text
/// shape_mod(a, b) · shape_div(a, b) = a
/// ```
///
/// # Errors
///
/// The errors of [`shape_div`]: [`ErrorKind::Indivisible`], [`ErrorKind::Extent`],
/// [`ErrorKind::Mismatch`], [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let shape = HTuple::Tuple([4, 5, 6].map(|n| Int::new(n).into()).to_vec());
/// let forty = Int::new(40).into();
/// assert_eq!(ops::shape_mod(&shape, &forty).unwrap().to_string(), "(4,5,2)");
/// assert_eq!(ops::shape_div(&shape, &forty).unwrap().to_string(), "(1,1,3)");
/// ```
pub fn shape_mod(a: &IntTuple, b: &IntTuple) -> Result<IntTuple, Error> {
    let rest = shape_div(a, b).in_op("shape_mod")?;
    let whole = product(&rest)?;
    if !decide::positive("shape_mod", &whole)? {
        let kind = ErrorKind::Extent { extent: whole, least: Least::Divisor };
        return Err(Error::new("shape_mod", kind));
    }
    divided(a, &rest)
}

/// Each leaf of `a` over the one of `rest` in its place, which divides it.
fn divided(a: &IntTuple, rest: &IntTuple) -> Result<IntTuple, Error> {
    match (a, rest) {
        (HTuple::Leaf(a), HTuple::Leaf(rest)) => Ok(HTuple::Leaf(a.div_floor(rest)?)),
        _ => {
            let pairs = a.modes().iter().zip(rest.modes());
            let modes = pairs.map(|(a, rest)| divided(a, rest)).try_collect_vec()?;
            Ok(HTuple::Tuple(modes))
        }
    }
}
