//! `congruent` and `weakly_congruent`: orders of profiles.

use crate::HTuple;

/// Whether two tuples have the same profile: `(24)` and `24` do not.
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let pair = |a, b| HTuple::Tuple(vec![HTuple::Leaf(Int::new(a)), HTuple::Leaf(Int::new(b))]);
/// assert!(ops::congruent(&pair(4, 6), &pair(1, 2)));
/// assert!(!ops::congruent(&pair(4, 6), &HTuple::Leaf(Int::new(24))));
/// ```
pub fn congruent<T, U>(a: &HTuple<T>, b: &HTuple<U>) -> bool {
    a.congruent(b)
}

/// Whether the profile of `b` refines that of `a`: a leaf of `a` may be a tuple
/// in `b`. Every coordinate of profile `a` is one for a shape of profile `b`.
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let pair = |a, b| HTuple::Tuple(vec![HTuple::Leaf(Int::new(a)), HTuple::Leaf(Int::new(b))]);
/// assert!(ops::weakly_congruent(&HTuple::Leaf(Int::new(5)), &pair(2, 3)));
/// assert!(!ops::weakly_congruent(&pair(2, 3), &HTuple::Leaf(Int::new(5))));
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
