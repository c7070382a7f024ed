//! `sorted`: the leaves of a tuple, ascending.

use alloc::vec::Vec;

use crate::{CollectVec, Error, HTuple, Int, IntTuple, decide};

const OP: &str = "sorted";

/// The leaves in ascending order, on one level; an integer stays one.
///
/// # Errors
///
/// [`crate::ErrorKind::Unproved`] where the order depends on symbols.
///
/// ```
/// use layout_algebra::ops;
/// assert_eq!(ops::sorted(&(8, (2, 4)).into()).unwrap().to_string(), "(2,4,8)");
/// ```
pub fn sorted(tuple: &IntTuple) -> Result<IntTuple, Error> {
    if !tuple.is_tuple() {
        return Ok(tuple.clone());
    }
    let mut leaves: Vec<Int> = Vec::new();
    for leaf in tuple.leaves() {
        // A leaf that is not known to be smaller than another stays behind it.
        let mut at = leaves.len();
        while at > 0 && !decide::at_most(OP, &leaves[at - 1], leaf)? {
            at -= 1;
        }
        leaves.insert(at, leaf.clone());
    }
    Ok(HTuple::Tuple(leaves.into_iter().map(HTuple::Leaf).collect_vec()))
}
