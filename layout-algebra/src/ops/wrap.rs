//! `wrap` and `unwrap`: tuples of one.

use crate::{Error, Nested};

/// A leaf in a tuple of one; a tuple stays.
///
/// # Errors
///
/// None for what exists.
///
/// ```
/// use layout_algebra::{HTuple, ops};
/// let wrapped = ops::wrap(&HTuple::from(7)).unwrap();
/// assert_eq!(wrapped.to_string(), "(7)");
/// assert_eq!(ops::unwrap(&wrapped), HTuple::from(7));
/// ```
pub fn wrap<M: Nested>(of: &M) -> Result<M, Error> {
    if of.is_tuple() { Ok(of.clone()) } else { M::of_modes(alloc::vec![of.clone()]) }
}

/// The only entry of a tuple of one, and the only entry of that, as long as it is such a tuple:
/// `unwrap(((x))) = x`.
///
/// ```
/// use layout_algebra::{HTuple, IntTuple, ops};
/// assert_eq!(ops::unwrap(&HTuple::Tuple(vec![IntTuple::from((2, 3))])).to_string(), "(2,3)");
/// ```
pub fn unwrap<M: Nested>(of: &M) -> M {
    let mut inner = of.clone();
    while inner.is_tuple() {
        match inner.to_modes().as_slice() {
            [only] => inner = only.clone(),
            _ => break,
        }
    }
    inner
}
