//! `reverse`, `deep_reverse` and `transpose`: the modes from the last to the first.

use crate::{CollectVec, Error, Nested};

/// The tuple of the modes from the last to the first, each as it is:
/// `get(R, i) = get(T, rank(T) − 1 − i)`. A leaf stays.
///
/// # Errors
///
/// None for what exists.
///
/// ```
/// use layout_algebra::{HTuple, ops};
/// let t = HTuple::Tuple(vec![2.into(), HTuple::Tuple(vec![3.into(), 5.into()])]);
/// assert_eq!(ops::reverse(&t).unwrap().to_string(), "((3,5),2)");
/// ```
pub fn reverse<M: Nested>(of: &M) -> Result<M, Error> {
    if !of.is_tuple() {
        return Ok(of.clone());
    }
    let mut modes = of.to_modes();
    modes.reverse();
    M::of_modes(modes)
}

/// The tuple of the modes from the last to the first, and theirs likewise, on every level: the
/// leaves from the last to the first, in the mirror image of the profile.
///
/// # Errors
///
/// None for what exists.
///
/// ```
/// use layout_algebra::{HTuple, ops};
/// let t = HTuple::Tuple(vec![2.into(), HTuple::Tuple(vec![3.into(), 5.into()])]);
/// assert_eq!(ops::deep_reverse(&t).unwrap().to_string(), "((5,3),2)");
/// ```
pub fn deep_reverse<M: Nested>(of: &M) -> Result<M, Error> {
    if !of.is_tuple() {
        return Ok(of.clone());
    }
    let modes = of.to_modes().into_iter().rev();
    M::of_modes(modes.map(|mode| deep_reverse(&mode)).try_collect_vec()?)
}

/// The layout of the modes from the last to the first:
/// `R(cₙ,…,c₀) = L(c₀,…,cₙ)`, CuTe's `select<1,0>` for a matrix.
///
/// # Errors
///
/// None for a layout that exists.
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let matrix: Layout = "(4,8):(8,1)".parse().unwrap();
/// assert_eq!(ops::transpose(&matrix).unwrap().to_string(), "(8,4):(1,8)");
/// ```
pub fn transpose<M: Nested>(layout: &M) -> Result<M, Error> {
    reverse(layout)
}
