//! `elem_add`, `elem_sub`, `elem_min` and `elem_max`: arithmetic leaf by leaf.

use alloc::vec::Vec;

use crate::{Error, ErrorAddress, HTuple, Int, IntTuple, Overflow};

/// Applies an operation to the modes of two tuples, of which there are as many, and blames the mode.
pub(super) fn each_mode(
    a: &[IntTuple],
    b: &[IntTuple],
    op: fn(&IntTuple, &IntTuple) -> Result<IntTuple, Error>,
) -> Result<IntTuple, Error> {
    let mut modes = Vec::new();
    for (i, (a, b)) in a.iter().zip(b).enumerate() {
        modes.push(op(a, b).under_mode(i)?);
    }
    Ok(HTuple::Tuple(modes))
}

/// The sum of two coordinates, CuTe's `ArithmeticTuple` with `+`: leaf by leaf, and
/// what one of them lacks is 0. The integer 0 is any tuple of zeros.
///
/// # Errors
///
/// [`crate::ErrorKind::Mismatch`] where another integer meets a tuple,
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let tuple = |ns: &[i128]| HTuple::Tuple(ns.iter().map(|&n| Int::new(n).into()).collect());
/// let (a, b) = (tuple(&[1, 2]), tuple(&[10, 20, 30]));
/// assert_eq!(ops::elem_add(&a, &b).unwrap().to_string(), "(11,22,30)");
/// assert_eq!(ops::elem_sub(&a, &b).unwrap().to_string(), "(-9,-18,-30)");
/// assert!(ops::elem_add(&a, &Int::ONE.into()).is_err());
/// ```
pub fn elem_add(a: &IntTuple, b: &IntTuple) -> Result<IntTuple, Error> {
    extended("elem_add", a, b, Int::add)
}

/// The difference of two coordinates, CuTe's `ArithmeticTuple` with `-`: as
/// [`elem_add`].
///
/// # Errors
///
/// As [`elem_add`].
///
/// ```
/// use layout_algebra::ops;
/// assert_eq!(ops::elem_sub(&(4, 8).into(), &(1, 2).into()).unwrap().to_string(), "(3,6)");
/// ```
pub fn elem_sub(a: &IntTuple, b: &IntTuple) -> Result<IntTuple, Error> {
    extended("elem_sub", a, b, Int::sub)
}

/// The smaller leaf in each place of two congruent tuples, such as a tile clipped to
/// what is left of a shape.
///
/// # Errors
///
/// [`crate::ErrorKind::Mismatch`] unless they are congruent.
///
/// ```
/// use layout_algebra::ops;
/// assert_eq!(ops::elem_min(&(2, 7).into(), &(4, 4).into()).unwrap().to_string(), "(2,4)");
/// assert_eq!(ops::elem_max(&(2, 7).into(), &(4, 4).into()).unwrap().to_string(), "(4,7)");
/// ```
pub fn elem_min(a: &IntTuple, b: &IntTuple) -> Result<IntTuple, Error> {
    congruent("elem_min", a, b, Int::lesser)
}

/// The larger leaf in each place of two congruent tuples.
///
/// # Errors
///
/// As [`elem_min`].
///
/// ```
/// use layout_algebra::ops;
/// assert_eq!(ops::elem_max(&(2, 7).into(), &(4, 4).into()).unwrap().to_string(), "(4,7)");
/// ```
pub fn elem_max(a: &IntTuple, b: &IntTuple) -> Result<IntTuple, Error> {
    congruent("elem_max", a, b, Int::greater)
}

fn extended(
    op: &'static str,
    a: &IntTuple,
    b: &IntTuple,
    f: fn(&Int, &Int) -> Result<Int, Overflow>,
) -> Result<IntTuple, Error> {
    let zero = HTuple::Leaf(Int::ZERO);
    let (x, y): (&[IntTuple], &[IntTuple]) = match (a, b) {
        (HTuple::Leaf(a), HTuple::Leaf(b)) => return Ok(HTuple::Leaf(f(a, b)?)),
        (HTuple::Tuple(x), HTuple::Tuple(y)) => (x, y),
        (HTuple::Tuple(x), b) if *b == zero => (x, &[]),
        (a, HTuple::Tuple(y)) if *a == zero => (&[], y),
        _ => return Err(Error::mismatch(op, a, b)),
    };
    let mut modes = Vec::new();
    for i in 0..x.len().max(y.len()) {
        let (x, y) = (x.get(i).unwrap_or(&zero), y.get(i).unwrap_or(&zero));
        modes.push(extended(op, x, y, f).under_mode(i)?);
    }
    Ok(HTuple::Tuple(modes))
}

fn congruent(
    op: &'static str,
    a: &IntTuple,
    b: &IntTuple,
    f: fn(&Int, &Int) -> Result<Int, Overflow>,
) -> Result<IntTuple, Error> {
    if !a.congruent(b) {
        return Err(Error::mismatch(op, a, b));
    }
    let mut leaves = Vec::new();
    for (a, b) in a.leaves().into_iter().zip(b.leaves()) {
        leaves.push(f(a, b)?);
    }
    Ok(a.with_leaves(leaves))
}
