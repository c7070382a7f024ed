//! `congruent` and `weakly_congruent`: orders of profiles.

use crate::HTuple;

/// Whether two tuples have the same profile: `(24)` and `24` do not.
pub fn congruent<T, U>(a: &HTuple<T>, b: &HTuple<U>) -> bool {
    a.congruent(b)
}

/// Whether the profile of `b` refines that of `a`: a leaf of `a` may be a tuple
/// in `b`. Every coordinate of profile `a` is one for a shape of profile `b`.
pub fn weakly_congruent<T, U>(a: &HTuple<T>, b: &HTuple<U>) -> bool {
    match (a, b) {
        (HTuple::Leaf(_), _) => true,
        (HTuple::Tuple(a), HTuple::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| weakly_congruent(a, b))
        }
        (HTuple::Tuple(_), HTuple::Leaf(_)) => false,
    }
}
