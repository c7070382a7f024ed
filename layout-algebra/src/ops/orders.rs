//! `lex_…`, `colex_…` and `elem_…`: orders of coordinates.
//!
//! CuTe has no `<` for tuples: each order is right for another kind of layout.
//! The other relations follow from `less` as in CuTe: `leq(a, b)` is
//! `¬less(b, a)`, `gtr(a, b)` is `less(b, a)`, `geq(a, b)` is `¬less(a, b)`.

use crate::{Error, ErrorAddress, HTuple, IntTuple, decide};

/// Returns true if `a` comes before `b` lexicographically: the first leaves that differ decide. A
/// tuple comes before those that it begins. The order of the offsets of a row-major layout.
///
/// # Errors
///
/// [`crate::ErrorKind::Mismatch`] where an integer meets a tuple;
/// [`crate::ErrorKind::Unproved`] where it depends on symbols.
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let tuple = |ns: &[i128]| HTuple::Tuple(ns.iter().map(|&n| Int::new(n).into()).collect());
/// let (a, b) = (tuple(&[1, 3]), tuple(&[2, 0]));
/// assert!(ops::lex_less(&a, &b).unwrap());
/// assert!(!ops::colex_less(&a, &b).unwrap());
/// assert!(!ops::elem_less(&a, &b).unwrap());
/// ```
pub fn lex_less(a: &IntTuple, b: &IntTuple) -> Result<bool, Error> {
    Ok(order("lex_less", a, b, false, false)? == Some(true))
}

/// Returns true if `a` comes before `b` colexicographically: the last leaves that differ decide,
/// tuples aligned at their ends. A tuple comes before those that it ends. The order of the offsets
/// of a column-major layout.
///
/// # Errors
///
/// As [`lex_less`].
///
/// ```
/// use layout_algebra::ops;
/// assert!(ops::colex_less(&(2, 0).into(), &(1, 3).into()).unwrap());
/// ```
pub fn colex_less(a: &IntTuple, b: &IntTuple) -> Result<bool, Error> {
    Ok(order("colex_less", a, b, true, false)? == Some(true))
}

/// Returns true if each leaf of `a` is below that of `b`, and `b` has at least as many modes
/// everywhere: the coordinate `a` is inside of the shape `b`.
///
/// No total order: `elem_leq(a, b)`, which is `¬elem_less(b, a)`, holds if *some*
/// leaf of `b` is not below that of `a`.
///
/// # Errors
///
/// As [`lex_less`].
///
/// ```
/// use layout_algebra::ops;
/// assert!(ops::elem_less(&(1, 2).into(), &(4, 8).into()).unwrap());
/// assert!(!ops::elem_less(&(4, 2).into(), &(4, 8).into()).unwrap());
/// ```
pub fn elem_less(a: &IntTuple, b: &IntTuple) -> Result<bool, Error> {
    match (a, b) {
        (HTuple::Leaf(a), HTuple::Leaf(b)) => decide::less("elem_less", a, b),
        (HTuple::Tuple(xs), HTuple::Tuple(ys)) => {
            let mut less = xs.len() <= ys.len();
            for (i, (x, y)) in xs.iter().zip(ys).enumerate() {
                less &= elem_less(x, y).under_mode(i)?;
            }
            Ok(less)
        }
        _ => Err(Error::mismatch("elem_less", a, b)),
    }
}

/// The order of `a` and `b`: true if `a` comes first, none if they do not differ. Once that is
/// decided, the other modes are only compared in their profile, so that a mismatch is never passed
/// over.
fn order(
    op: &'static str,
    a: &IntTuple,
    b: &IntTuple,
    from_end: bool,
    decided: bool,
) -> Result<Option<bool>, Error> {
    match (a, b) {
        (HTuple::Leaf(a), HTuple::Leaf(b)) => Ok(match () {
            () if decided || a == b => None,
            () if decide::less(op, a, b)? => Some(true),
            () if decide::less(op, b, a)? => Some(false),
            () => None,
        }),
        (HTuple::Tuple(xs), HTuple::Tuple(ys)) => {
            let mut found = None;
            for i in 0..xs.len().min(ys.len()) {
                let (j, k) = if from_end { (xs.len() - 1 - i, ys.len() - 1 - i) } else { (i, i) };
                let decided = decided || found.is_some();
                let next = order(op, &xs[j], &ys[k], from_end, decided).under_mode(k)?;
                found = found.or(next);
            }
            let longer = (xs.len() != ys.len()).then_some(xs.len() < ys.len());
            Ok(found.or(longer))
        }
        _ => Err(Error::mismatch(op, a, b)),
    }
}
