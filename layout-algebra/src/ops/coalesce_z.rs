//! `coalesce_z`: fewer modes, and the same function beyond the size too.

use alloc::vec::Vec;

use super::coalesce::of_leaves;
use crate::{Error, Int, Layout, Terms};

/// The layout of the fewest leaves with `R(i) = L(i)` for every `i ≥ 0`, and the
/// size of `L`. [`super::coalesce`] keeps the function on `[0, size(L))` only.
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let layout = |d| Layout::new((4, 1), (1, d)).unwrap();
/// assert_eq!(ops::coalesce_z(&layout(4)).unwrap().to_string(), "4:1");
/// assert_eq!(ops::coalesce_z(&layout(0)).unwrap().to_string(), "(4,1):(1,0)");
/// assert_eq!(ops::coalesce(&layout(0)).unwrap().to_string(), "4:1");
/// ```
pub fn coalesce_z<D: Terms>(layout: &Layout<D>) -> Result<Layout<D>, Error> {
    let leaves = layout.leaves();
    let mut modes: Vec<(Int, D)> = Vec::new();
    for (i, (extent, stride)) in leaves.iter().enumerate() {
        // The last leaf counts on past its extent, even past 1.
        let last = i + 1 == leaves.len();
        if **extent == Int::ONE && !last {
            continue;
        }
        match modes.last_mut() {
            Some((before, step)) if step.times(before)? == **stride => {
                *before = before.mul(extent)?;
            }
            _ => modes.push(((*extent).clone(), (*stride).clone())),
        }
    }
    of_leaves(modes)
}
