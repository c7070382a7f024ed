//! `congruent` and `weakly_congruent`: orders of profiles.

use crate::HTuple;

/// Returns true if two tuples have the same profile: `(24)` and `24` do not.
///
/// ```
/// use layout_algebra::{IntTuple, ops};
/// let pair = IntTuple::from((4, 6));
/// assert!(ops::congruent(&pair, &IntTuple::from((1, 2))));
/// assert!(!ops::congruent(&pair, &IntTuple::from(24)));
/// ```
pub fn congruent<T, U>(a: &HTuple<T>, b: &HTuple<U>) -> bool {
    a.congruent(b)
}

/// Returns true if the profile of `b` refines that of `a`: a leaf of `a` may be a tuple in `b`.
/// Every coordinate of profile `a` is one for a shape of profile `b`.
///
/// ```
/// use layout_algebra::{IntTuple, ops};
/// let (leaf, pair) = (IntTuple::from(5), IntTuple::from((2, 3)));
/// assert!(ops::weakly_congruent(&leaf, &pair) && !ops::weakly_congruent(&pair, &leaf));
/// ```
pub fn weakly_congruent<T, U>(a: &HTuple<T>, b: &HTuple<U>) -> bool {
    match (a, b) {
        (HTuple::Leaf(_), _) => true,
        (HTuple::Tuple(a), HTuple::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| weakly_congruent(a, b))
        }
        (HTuple::Tuple(_), HTuple::Leaf(_)) => false,
    }
}
