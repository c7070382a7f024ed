//! `common_refinement` and `common_coarsening`: join and meet of shapes.

use super::elementwise::each_mode;
use super::product;
use crate::{CollectVec, Error, ErrorKind, HTuple, IntTuple};

/// The coarsest shape that has the coordinates of both: `compatible(a, R)` and
/// `compatible(b, R)`, and `compatible(R, S)` for every other `S` of which that is
/// true. The join of the order [`super::compatible`].
///
/// Two layouts of the shapes `a` and `b` take the same coordinates once each has
/// [`super::with_shape`] of it.
///
/// # Errors
///
/// [`ErrorKind::Sizes`] where an integer meets a tuple of another size,
/// [`ErrorKind::Mismatch`] where two tuples differ in rank.
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let tuple = |a: HTuple<Int>, b: HTuple<Int>| HTuple::Tuple(vec![a, b]);
/// let leaf = |n| HTuple::Leaf(Int::new(n));
/// let a = tuple(leaf(4), tuple(leaf(2), leaf(3)));
/// let b = tuple(tuple(leaf(2), leaf(2)), leaf(6));
/// assert_eq!(ops::common_refinement(&a, &b).unwrap().to_string(), "((2,2),(2,3))");
/// assert_eq!(ops::common_coarsening(&a, &b).unwrap().to_string(), "(4,6)");
/// ```
pub fn common_refinement(a: &IntTuple, b: &IntTuple) -> Result<IntTuple, Error> {
    match (a, b) {
        (HTuple::Tuple(x), HTuple::Tuple(y)) if x.len() == y.len() => {
            each_mode(x, y, common_refinement)
        }
        (HTuple::Tuple(_), HTuple::Tuple(_)) => Err(Error::mismatch("common_refinement", a, b)),
        (HTuple::Leaf(_), finer) | (finer, HTuple::Leaf(_)) => {
            same_size("common_refinement", a, b)?;
            Ok(finer.clone())
        }
    }
}

/// The finest shape whose coordinates both have: `compatible(R, a)` and
/// `compatible(R, b)`, and `compatible(S, R)` for every other `S` of which that is
/// true. The meet of the order [`super::compatible`].
///
/// # Errors
///
/// [`ErrorKind::Sizes`] for shapes of different sizes, [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::ops;
/// let common = ops::common_coarsening(&(2, 3).into(), &(3, 2).into()).unwrap();
/// assert_eq!(common.to_string(), "6");
/// ```
pub fn common_coarsening(a: &IntTuple, b: &IntTuple) -> Result<IntTuple, Error> {
    let size = same_size("common_coarsening", a, b)?;
    if let (HTuple::Tuple(x), HTuple::Tuple(y)) = (a, b)
        && x.len() == y.len()
    {
        let modes: Result<_, Error> =
            x.iter().zip(y).map(|(x, y)| common_coarsening(x, y)).try_collect_vec();
        // Modes of different sizes have nothing finer in common than the whole.
        if let Ok(modes) = modes {
            return Ok(HTuple::Tuple(modes));
        }
    }
    Ok(size)
}

fn same_size(op: &'static str, a: &IntTuple, b: &IntTuple) -> Result<IntTuple, Error> {
    let (left_size, right_size) = (product(a)?, product(b)?);
    if left_size == right_size {
        return Ok(HTuple::Leaf(left_size));
    }
    let (left, right) = (alloc::format!("{a}"), alloc::format!("{b}"));
    let kind = ErrorKind::Sizes { left, left_size, right, right_size };
    Err(Error::new(op, kind).in_operand(1))
}
