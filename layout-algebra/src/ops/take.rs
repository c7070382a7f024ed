//! `take`: a range of modes.

use super::get::no_such_mode;
use crate::{Error, ErrorKind, Nested};

const OP: &str = "take";

/// The tuple of the modes from `begin` up to `end`, which is not taken:
/// `get(R, i) = get(T, begin + i)`.
///
/// # Errors
///
/// [`ErrorKind::EmptyRange`] for `begin > end`, of a layout also for
/// `begin = end`; [`ErrorKind::NoSuchMode`] for `end > rank(T)`.
///
/// ```
/// use layout_algebra::{HTuple, ops};
/// let t = HTuple::Tuple(vec![2.into(), 3.into(), 5.into(), 7.into()]);
/// assert_eq!(ops::take(&t, 1, 3).unwrap().to_string(), "(3,5)");
/// assert!(ops::take(&t, 1, 5).is_err());
/// ```
pub fn take<M: Nested>(of: &M, begin: usize, end: usize) -> Result<M, Error> {
    let modes = of.to_modes();
    if begin > end || !M::EMPTY && begin == end {
        return Err(Error::new(OP, ErrorKind::EmptyRange { begin, end }).in_operand(1));
    }
    match modes.get(begin..end) {
        Some(taken) => M::of_modes(taken.to_vec()),
        None => Err(no_such_mode(OP, end - 1, of).in_operand(2)),
    }
}
