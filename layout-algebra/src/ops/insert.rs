//! `insert`, `remove` and `replace`: one mode changed, the others kept.

use super::get::no_such_mode;
use crate::{Error, Nested};

/// The tuple with `x` before mode `at`, or after the last for `at = rank(T)`:
/// `get(R, at) = x` and `remove(R, at) = T`.
///
/// # Errors
///
/// [`crate::ErrorKind::NoSuchMode`] for `at > rank(T)`.
///
/// ```
/// use layout_algebra::{HTuple, ops};
/// let t = HTuple::Tuple(vec![2.into(), 3.into()]);
/// assert_eq!(ops::insert(&t, 1, &7.into()).unwrap().to_string(), "(2,7,3)");
/// assert_eq!(ops::remove(&t, 1).unwrap().to_string(), "(2)");
/// assert_eq!(ops::replace(&t, 1, &7.into()).unwrap().to_string(), "(2,7)");
/// ```
pub fn insert<M: Nested>(of: &M, at: usize, x: &M) -> Result<M, Error> {
    let mut modes = of.to_modes();
    if at > modes.len() {
        return Err(no_such_mode("insert", at, of).in_operand(1));
    }
    modes.insert(at, x.clone());
    M::of_modes(modes)
}

/// The tuple without mode `at`: `get(R, i)` is `get(T, i)` for `i < at`, else
/// `get(T, i + 1)`.
///
/// # Errors
///
/// [`crate::ErrorKind::NoSuchMode`].
pub fn remove<M: Nested>(of: &M, at: usize) -> Result<M, Error> {
    let mut modes = of.to_modes();
    if at >= modes.len() {
        return Err(no_such_mode("remove", at, of).in_operand(1));
    }
    modes.remove(at);
    M::of_modes(modes)
}

/// The tuple with `x` for mode `at`: `get(R, at) = x`, and `get(R, i) = get(T, i)`
/// elsewhere. A leaf, whose mode 0 is itself, becomes `x`.
///
/// # Errors
///
/// [`crate::ErrorKind::NoSuchMode`].
pub fn replace<M: Nested>(of: &M, at: usize, x: &M) -> Result<M, Error> {
    let mut modes = of.to_modes();
    let Some(mode) = modes.get_mut(at) else {
        return Err(no_such_mode("replace", at, of).in_operand(1));
    };
    *mode = x.clone();
    if of.is_tuple() { M::of_modes(modes) } else { Ok(x.clone()) }
}
