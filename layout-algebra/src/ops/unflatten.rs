//! `unflatten`: a flat tuple in a profile.

use alloc::vec::Vec;

use crate::{CollectVec, Error, ErrorKind, HTuple, Nested};

const OP: &str = "unflatten";

/// The leaves of a flat tuple in the places of the leaves of `profile`:
/// `congruent(R, profile)` and `flatten(R) = T`. A layout keeps its function.
///
/// # Errors
///
/// [`ErrorKind::Mismatch`] where the tuple is not flat or has another number of
/// leaves than the profile.
///
/// ```
/// use layout_algebra::{HTuple, ops};
/// let flat = HTuple::Tuple(vec![2.into(), 3.into(), 5.into()]);
/// let profile = HTuple::Tuple(vec![HTuple::Tuple(vec![0.into(), 0.into()]), 0.into()]);
/// assert_eq!(ops::unflatten(&flat, &profile).unwrap().to_string(), "((2,3),5)");
/// ```
pub fn unflatten<T: core::fmt::Display, M: Nested>(
    flat: &M,
    profile: &HTuple<T>,
) -> Result<M, Error> {
    let modes = flat.to_modes();
    if modes.len() != profile.leaf_count() || modes.iter().any(Nested::is_tuple) {
        let kind = ErrorKind::Mismatch {
            left: alloc::format!("{flat}"),
            right: alloc::format!("the leaves of {profile}"),
        };
        return Err(Error::new(OP, kind).in_operand(1));
    }
    fill(&mut modes.into_iter(), profile)
}

fn fill<T, M: Nested>(
    leaves: &mut impl Iterator<Item = M>,
    profile: &HTuple<T>,
) -> Result<M, Error> {
    match profile {
        HTuple::Leaf(_) => match leaves.next() {
            Some(leaf) => Ok(leaf),
            None => M::of_modes(Vec::new()),
        },
        HTuple::Tuple(profiles) => {
            let modes: Result<Vec<M>, Error> =
                profiles.iter().map(|profile| fill(leaves, profile)).try_collect_vec();
            M::of_modes(modes?)
        }
    }
}
