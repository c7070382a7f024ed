//! `group`: several modes as one.

use super::get::no_such_mode;
use crate::{Error, ErrorKind, Nested};

const OP: &str = "group";

/// The tuple with the modes from `begin` up to `end`, which stays outside, in a
/// tuple of their own: `(2,3,5,7)` from 1 to 3 is `(2,(3,5),7)`. An empty range
/// changes nothing. A layout keeps its function.
///
/// # Errors
///
/// [`ErrorKind::EmptyRange`] for `begin > end`, [`ErrorKind::NoSuchMode`] for
/// `end > rank(T)`.
///
/// ```
/// use layout_algebra::{HTuple, ops};
/// let t = HTuple::Tuple(vec![2.into(), 3.into(), 5.into(), 7.into()]);
/// assert_eq!(ops::group(&t, 1, 3).unwrap().to_string(), "(2,(3,5),7)");
/// ```
pub fn group<M: Nested>(of: &M, begin: usize, end: usize) -> Result<M, Error> {
    let mut modes = of.to_modes();
    if begin > end {
        return Err(Error::new(OP, ErrorKind::EmptyRange { begin, end }).in_operand(1));
    }
    if end > modes.len() {
        return Err(no_such_mode(OP, end - 1, of).in_operand(2));
    }
    if begin < end {
        let grouped = M::of_modes(modes[begin..end].to_vec())?;
        modes.splice(begin..end, [grouped]);
    }
    M::of_modes(modes)
}
