//! `sum`, `max`, `min` and `gcd` of the leaves of a tuple.

use super::get::no_such_mode;
use crate::{Error, ErrorKind, Int, IntTuple, decide};

/// The sum of the leaves: `sum(()) = 0`.
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let t = HTuple::Tuple([12, -4, 18].iter().map(|&n| Int::new(n).into()).collect());
/// assert_eq!(ops::sum(&t).unwrap(), Int::new(26));
/// assert_eq!(ops::max(&t).unwrap(), Int::new(18));
/// assert_eq!(ops::min(&t).unwrap(), Int::new(-4));
/// assert_eq!(ops::gcd(&t).unwrap(), Int::new(2));
/// ```
pub fn sum(tuple: &IntTuple) -> Result<Int, Error> {
    let leaves = tuple.leaves().into_iter();
    Ok(leaves.into_iter().try_fold(Int::ZERO, |sum, leaf| sum.add(leaf))?)
}

/// The largest leaf.
///
/// # Errors
///
/// [`crate::ErrorKind::NoSuchMode`] where there is no leaf.
///
/// ```
/// use layout_algebra::{Int, ops};
/// assert_eq!(ops::max(&(4, 6).into()).unwrap(), Int::new(6));
/// ```
pub fn max(tuple: &IntTuple) -> Result<Int, Error> {
    fold("max", tuple, |a, b| Ok(a.greater(b)?))
}

/// The smallest leaf.
///
/// # Errors
///
/// As [`max`].
///
/// ```
/// use layout_algebra::{Int, ops};
/// assert_eq!(ops::min(&(4, 6).into()).unwrap(), Int::new(4));
/// ```
pub fn min(tuple: &IntTuple) -> Result<Int, Error> {
    fold("min", tuple, |a, b| Ok(a.lesser(b)?))
}

/// The greatest common divisor of the leaves, from 0 on: every leaf is a multiple
/// of it, and it of every other such number.
///
/// # Errors
///
/// As [`max`]; [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Int, ops};
/// assert_eq!(ops::gcd(&(4, 6).into()).unwrap(), Int::new(2));
/// ```
pub fn gcd(tuple: &IntTuple) -> Result<Int, Error> {
    fold("gcd", tuple, |a, b| gcd_of(&a, b))?.abs().map_err(Error::from)
}

fn gcd_of(a: &Int, b: &Int) -> Result<Int, Error> {
    let (mut a, mut b) = (a.abs()?, b.abs()?);
    while b != Int::ZERO {
        // The gcd of symbols is known if one is known to divide the other.
        if a.known().is_none() || b.known().is_none() {
            if a.divides(&b).is_true() {
                return Ok(a);
            }
            if !decide::divides("gcd", &b, &a)? {
                let question =
                    alloc::format!("the greatest common divisor of {a} and {b} is known");
                return Err(Error::new("gcd", ErrorKind::Undecided { question }));
            }
            return Ok(b);
        }
        (a, b) = (b.clone(), a.rem_floor(&b)?);
    }
    Ok(a)
}

fn fold(
    op: &'static str,
    tuple: &IntTuple,
    f: impl Fn(Int, &Int) -> Result<Int, Error>,
) -> Result<Int, Error> {
    let mut leaves = tuple.leaves().into_iter();
    let first = leaves.next().ok_or_else(|| no_such_mode(op, 0, tuple))?;
    leaves.try_fold(first.clone(), f)
}
