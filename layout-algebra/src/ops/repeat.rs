//! `repeat`, `tuple_repeat` and `repeat_like`: the same, several times.

use crate::{CollectVec, Error, HTuple, Nested};

/// `x` itself for `count = 1`, else the tuple of `count` times `x`: of rank `count`
/// for a leaf `x`.
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`], for layouts.
///
/// ```
/// use layout_algebra::{HTuple, ops};
/// let x = HTuple::from(7);
/// assert_eq!(ops::repeat(&x, 3).unwrap().to_string(), "(7,7,7)");
/// assert_eq!(ops::repeat(&x, 1).unwrap().to_string(), "7");
/// assert_eq!(ops::tuple_repeat(&x, 1).unwrap().to_string(), "(7)");
/// ```
pub fn repeat<M: Nested>(x: &M, count: usize) -> Result<M, Error> {
    if count == 1 { Ok(x.clone()) } else { tuple_repeat(x, count) }
}

/// The tuple of `count` times `x`.
///
/// # Errors
///
/// As [`repeat`].
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let one = HTuple::Leaf(Int::ONE);
/// assert_eq!(ops::tuple_repeat(&one, 1).unwrap().to_string(), "(1)");
/// ```
pub fn tuple_repeat<M: Nested>(x: &M, count: usize) -> Result<M, Error> {
    M::of_modes(alloc::vec![x.clone(); count])
}

/// `x` in the place of every leaf of `profile`.
///
/// # Errors
///
/// As [`repeat`].
///
/// ```
/// use layout_algebra::{HTuple, ops};
/// let profile = HTuple::Tuple(vec![0.into(), HTuple::Tuple(vec![0.into(), 0.into()])]);
/// let ones = ops::repeat_like(&profile, &HTuple::from(1)).unwrap();
/// assert_eq!(ones.to_string(), "(1,(1,1))");
/// ```
pub fn repeat_like<T, M: Nested>(profile: &HTuple<T>, x: &M) -> Result<M, Error> {
    match profile {
        HTuple::Leaf(_) => Ok(x.clone()),
        HTuple::Tuple(profiles) => {
            let modes = profiles.iter().map(|profile| repeat_like(profile, x));
            M::of_modes(modes.try_collect_vec()?)
        }
    }
}
