//! `front` and `back`: the outermost leaves.

use super::get::no_such_mode;
use crate::{Error, Nested};

/// The first leaf: `front(((2,3),4)) = 2`.
///
/// # Errors
///
/// [`crate::ErrorKind::NoSuchMode`] for an empty tuple.
///
/// ```
/// use layout_algebra::{HTuple, ops};
/// let t = HTuple::Tuple(vec![HTuple::Tuple(vec![2.into(), 3.into()]), 4.into()]);
/// assert_eq!(ops::front(&t).unwrap().to_string(), "2");
/// assert_eq!(ops::back(&t).unwrap().to_string(), "4");
/// ```
pub fn front<M: Nested>(of: &M) -> Result<M, Error> {
    end("front", of, |modes| modes.first())
}

/// The last leaf: `back((2,(3,4))) = 4`.
///
/// # Errors
///
/// As [`front`].
///
/// ```
/// use layout_algebra::{HTuple, Int, IntTuple, ops};
/// let t = HTuple::Tuple(vec![HTuple::Leaf(Int::new(4)), IntTuple::from((2, 3))]);
/// assert_eq!(ops::back(&t).unwrap().to_string(), "3");
/// ```
pub fn back<M: Nested>(of: &M) -> Result<M, Error> {
    end("back", of, |modes| modes.last())
}

fn end<M: Nested>(op: &'static str, of: &M, pick: fn(&[M]) -> Option<&M>) -> Result<M, Error> {
    let mut mode = of.clone();
    while mode.is_tuple() {
        let modes = mode.to_modes();
        mode = pick(&modes).cloned().ok_or_else(|| no_such_mode(op, 0, &mode))?;
    }
    Ok(mode)
}
