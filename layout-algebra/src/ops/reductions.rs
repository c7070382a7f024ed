//! `sum`, `max`, `min` and `gcd` of the leaves of a tuple.

use super::get::no_such_mode;
use crate::{Error, Int, IntTuple, decide};

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
    let mut sum = Int::ZERO;
    for leaf in tuple.leaves() {
        sum = sum.add(leaf)?;
    }
    Ok(sum)
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
    fold("max", tuple, Int::greater)
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
    fold("min", tuple, Int::lesser)
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
    Ok(fold("gcd", tuple, gcd_of)?.abs()?)
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
                let question = format_args!("the greatest common divisor of {a} and {b} is known");
                return Err(Error::undecided("gcd", question));
            }
            return Ok(b);
        }
        (a, b) = (b.clone(), a.rem_floor(&b)?);
    }
    Ok(a)
}

fn fold<E>(
    op: &'static str,
    tuple: &IntTuple,
    f: fn(&Int, &Int) -> Result<Int, E>,
) -> Result<Int, Error>
where
    Error: From<E>,
{
    let leaves = tuple.leaves();
    let Some((first, rest)) = leaves.split_first() else { return Err(no_such_mode(op, 0, tuple)) };
    let mut folded = (*first).clone();
    for leaf in rest {
        folded = f(&folded, leaf)?;
    }
    Ok(folded)
}
