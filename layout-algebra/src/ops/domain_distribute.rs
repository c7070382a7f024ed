//! `domain_distribute`: a given number of elements out of a shape.

use super::right_inverse::flat_layout;
use super::{coalesce, compact_col_major, product};
use crate::exact::{gcd, known, known_operand};
use crate::{Error, ErrorAddress, ErrorKind, HTuple, Int, IntTuple, Layout, decide};

const OP: &str = "domain_distribute";

/// A layout `R` of up to `count` coordinates of a shape: `size(R)` divides `count`,
/// the coordinates ascend, and `L∘R` exists for every layout `L` of the shape.
///
/// Each extent in turn gives the greatest divisor that it shares with what is left
/// of `count`, so that not all of `count` need be found.
///
/// # Errors
///
/// [`ErrorKind::Factor`] for a count below 1, [`ErrorKind::Extent`],
/// [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let shape = HTuple::Tuple(vec![HTuple::Leaf(Int::new(15)), HTuple::Leaf(Int::new(14))]);
/// let six = ops::domain_distribute(&shape, &Int::new(6)).unwrap();
/// assert_eq!(six.to_string(), "(3,2):(1,15)");
/// ```
pub fn domain_distribute(shape: &IntTuple, count: &Int) -> Result<Layout, Error> {
    crate::layout::check_extents(shape).in_op(OP).in_part(crate::Part::Whole)?;
    if !decide::positive(OP, count)? {
        return Err(Error::new(OP, ErrorKind::Factor { factor: count.clone() }).in_operand(1));
    }
    // Every place fits if the size does.
    product(shape)?;
    let mut left = known_operand(count, 1)?;
    let mut modes = alloc::vec::Vec::new();
    let (places, _) = compact_col_major(shape, &Int::ONE)?;
    for (extent, place) in shape.leaves().into_iter().zip(places.leaves()) {
        let shared = gcd(known(extent)?.unsigned_abs(), left.unsigned_abs()) as i128;
        left /= shared;
        modes.push((Int::new(shared), place.scale().clone()));
    }
    match shape {
        HTuple::Tuple(items) if items.is_empty() => Ok(Layout::unit()),
        _ => coalesce(&flat_layout(modes)?),
    }
}
