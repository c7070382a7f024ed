//! `insert`, `remove` and `replace`: one mode changed, the others kept.

use super::get::no_such_mode;
use crate::{Error, ErrorAddress, Nested};

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
///
/// ```
/// use layout_algebra::{IntTuple, ops};
/// assert_eq!(ops::remove(&IntTuple::from((2, 3)), 0).unwrap().to_string(), "(3)");
/// ```
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
///
/// ```
/// use layout_algebra::{IntTuple, ops};
/// let replaced = ops::replace(&IntTuple::from((2, 3)), 0, &(5, 7).into());
/// assert_eq!(replaced.unwrap().to_string(), "((5,7),3)");
/// ```
pub fn replace<M: Nested>(of: &M, at: usize, x: &M) -> Result<M, Error> {
    let mut modes = of.to_modes();
    let Some(mode) = modes.get_mut(at) else {
        return Err(no_such_mode("replace", at, of).in_operand(1));
    };
    *mode = x.clone();
    if of.is_tuple() { M::of_modes(modes) } else { Ok(x.clone()) }
}

/// The tuple with `x` for its first mode: `replace(T, 0, x)`.
///
/// # Errors
///
/// [`crate::ErrorKind::NoSuchMode`] for an empty tuple.
///
/// ```
/// use layout_algebra::{HTuple, ops};
/// let t = HTuple::Tuple(vec![2.into(), 3.into(), 5.into()]);
/// assert_eq!(ops::replace_front(&t, &7.into()).unwrap().to_string(), "(7,3,5)");
/// assert_eq!(ops::replace_back(&t, &7.into()).unwrap().to_string(), "(2,3,7)");
/// ```
pub fn replace_front<M: Nested>(of: &M, x: &M) -> Result<M, Error> {
    replace(of, 0, x).in_op("replace_front").in_operand(0)
}

/// The tuple with `x` for its last mode: `replace(T, rank(T) - 1, x)`.
///
/// # Errors
///
/// [`crate::ErrorKind::NoSuchMode`] for an empty tuple.
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let nine = HTuple::Leaf(Int::new(9));
/// assert_eq!(ops::replace_back(&(2, 3).into(), &nine).unwrap().to_string(), "(2,9)");
/// ```
pub fn replace_back<M: Nested>(of: &M, x: &M) -> Result<M, Error> {
    let last = of.to_modes().len().saturating_sub(1);
    replace(of, last, x).in_op("replace_back").in_operand(0)
}
