//! `lcm`: the least multiple that the leaves of a tuple have in common.

use super::gcd;
use super::get::no_such_mode;
use crate::{Error, ErrorAddress, HTuple, Int, IntTuple};

/// The least common multiple of the leaves, from 0 on: it is a multiple of every leaf, and every
/// other such number is one of it. So it is the smallest extent that tiles of all these extents
/// divide; 0 where a leaf is 0.
///
/// # Errors
///
/// [`crate::ErrorKind::NoSuchMode`] where there is no leaf, [`crate::ErrorKind::Overflow`]; those of
/// [`gcd`] over symbols.
///
/// ```
/// use layout_algebra::{Int, ops};
/// assert_eq!(ops::lcm(&(4, 6).into()).unwrap(), Int::new(12));
/// assert_eq!(ops::lcm(&(16, (24, 10)).into()).unwrap(), Int::new(240));
/// ```
pub fn lcm(tuple: &IntTuple) -> Result<Int, Error> {
    let mut leaves = tuple.leaves().into_iter();
    let first = leaves.next().ok_or_else(|| no_such_mode("lcm", 0, tuple))?;
    leaves.try_fold(first.abs()?, |multiple, leaf| {
        if multiple == Int::ZERO || *leaf == Int::ZERO {
            return Ok(Int::ZERO);
        }
        let pair = [HTuple::Leaf(multiple.clone()), HTuple::Leaf(leaf.clone())];
        let pair = HTuple::Tuple(pair.into());
        let common = gcd(&pair).in_op("lcm")?;
        Ok(multiple.mul(&leaf.abs()?.div_floor(&common)?)?)
    })
}
