//! `select`: some modes, in any order.

use super::get::no_such_mode;
use crate::{CollectVec, Error, Nested};

/// The tuple of the modes of the given numbers: `get(R, i) = get(T, modes[i])`.
/// One mode is a tuple of one.
///
/// # Errors
///
/// [`crate::ErrorKind::NoSuchMode`].
///
/// ```
/// use layout_algebra::{HTuple, ops};
/// let t = HTuple::Tuple(vec![2.into(), 3.into(), 5.into(), 7.into()]);
/// assert_eq!(ops::select(&t, &[3, 1]).unwrap().to_string(), "(7,3)");
/// ```
pub fn select<M: Nested>(of: &M, modes: &[usize]) -> Result<M, Error> {
    let all = of.to_modes();
    let selected = modes.iter().enumerate().map(|(i, &mode)| {
        let selected = all.get(mode).cloned();
        selected.ok_or_else(|| no_such_mode("select", mode, of).in_operand(i + 1))
    });
    M::of_modes(selected.try_collect_vec()?)
}
