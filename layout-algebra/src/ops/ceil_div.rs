//! `ceil_div`: how many tiles cover a shape.

use alloc::vec::Vec;

use super::product;
use crate::{Error, ErrorAddress, ErrorKind, HTuple, Int, IntTuple, Least, decide};

const OP: &str = "ceil_div";

/// `⌈a/b⌉` for shapes: by mode where both are tuples (missing modes of `b` are
/// 1), folded over the modes of `a` where `b` is an integer, by the size of `b`
/// where only `b` is a tuple.
///
/// # Errors
///
/// [`ErrorKind::TooManyModes`] where `b` has more modes than `a`,
/// [`ErrorKind::Overflow`], [`ErrorKind::Extent`] for a divisor below 1.
///
/// ```
/// use layout_algebra::ops;
/// assert_eq!(ops::ceil_div(&(10, 6).into(), &(4, 4).into()).unwrap().to_string(), "(3,2)");
/// ```
pub fn ceil_div(a: &IntTuple, b: &IntTuple) -> Result<IntTuple, Error> {
    for (path, divisor) in b.leaf_paths() {
        if !decide::positive(OP, divisor)? {
            let kind = ErrorKind::Extent { extent: divisor.clone(), least: Least::Divisor };
            return Err(Error::new(OP, kind).in_operand(1).at_path(path));
        }
    }
    match (a, b) {
        (HTuple::Tuple(modes), HTuple::Tuple(divisors)) => {
            if divisors.len() > modes.len() {
                return Err(
                    Error::too_many_modes(OP, (b, divisors.len()), (a, modes.len())).in_operand(1)
                );
            }
            let mut quotients = Vec::with_capacity(modes.len());
            for (i, mode) in modes.iter().enumerate() {
                let one = HTuple::Leaf(Int::ONE);
                let divisor = divisors.get(i).unwrap_or(&one);
                quotients.push(ceil_div(mode, divisor).under_mode(i)?);
            }
            Ok(HTuple::Tuple(quotients))
        }
        (_, HTuple::Leaf(divisor)) => quotients(a, divisor),
        (HTuple::Leaf(a), HTuple::Tuple(_)) => Ok(HTuple::Leaf(a.div_ceil(&product(b)?)?)),
    }
}

/// The modes of `a` divided by `b` from left to right, each by what the modes
/// before have left of it, and what is left at the end.
///
/// # Errors
///
/// [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Int, ops};
/// let (rest, left) = ops::ceil_div_int(&(4, 6).into(), &Int::new(8)).unwrap();
/// assert_eq!((rest.to_string().as_str(), left), ("(1,3)", Int::ONE));
/// ```
pub fn ceil_div_int(a: &IntTuple, b: &Int) -> Result<(IntTuple, Int), Error> {
    let mut left = b.clone();
    match a {
        HTuple::Leaf(extent) => left = rest(b, extent)?,
        HTuple::Tuple(modes) => {
            for (i, mode) in modes.iter().enumerate() {
                left = rest_of_mode(&left, mode).under_mode(i)?;
            }
        }
    }
    Ok((quotients(a, b)?, left))
}

/// The modes of `a` divided by `b` as [`ceil_div_int`] does.
pub(crate) fn quotients(a: &IntTuple, b: &Int) -> Result<IntTuple, Error> {
    match a {
        HTuple::Leaf(extent) => Ok(HTuple::Leaf(extent.div_ceil(b)?)),
        HTuple::Tuple(modes) => {
            let mut left = b.clone();
            let mut divided = Vec::with_capacity(modes.len());
            for (i, mode) in modes.iter().enumerate() {
                divided.push(quotients(mode, &left).under_mode(i)?);
                // Nothing is divided by what the last mode leaves.
                if i + 1 < modes.len() {
                    left = rest_of_mode(&left, mode).under_mode(i)?;
                }
            }
            Ok(HTuple::Tuple(divided))
        }
    }
}

/// The rest of a divisor after a mode.
fn rest_of_mode(divisor: &Int, mode: &IntTuple) -> Result<Int, Error> {
    for (path, extent) in mode.leaf_paths() {
        if *extent == Int::ZERO {
            return rest(divisor, extent).at_path(path);
        }
    }
    rest(divisor, &product(mode)?)
}

/// The rest of a divisor after an extent.
fn rest(divisor: &Int, extent: &Int) -> Result<Int, Error> {
    if *extent == Int::ZERO {
        return Err(Error::new(
            OP,
            ErrorKind::Extent { extent: extent.clone(), least: Least::Divisor },
        ));
    }
    Ok(divisor.div_ceil(extent)?)
}
