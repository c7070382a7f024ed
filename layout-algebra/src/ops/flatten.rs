//! `flatten`: one level of modes.

use alloc::vec::Vec;

use crate::{CollectVec, HTuple, Layout, Terms};

/// The layout of the leaves: the same function, `depth ≤ 1`. A layout of one
/// leaf and no tuple stays as it is.
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let inner: Layout = "(2,2):(4,1)".parse().unwrap();
/// let nested = Layout::from_modes(&["4:8".parse::<Layout>().unwrap(), inner]).unwrap();
/// assert_eq!(ops::flatten(&nested).to_string(), "(4,2,2):(8,4,1)");
/// ```
pub fn flatten<D: Terms>(layout: &Layout<D>) -> Layout<D> {
    let shape = flatten_tuple(layout.shape());
    let stride = flatten_tuple(layout.stride());
    Layout::of(shape, stride).unwrap_or_else(|_| layout.clone())
}

/// The tuple of the leaves; a leaf stays as it is.
pub(crate) fn flatten_tuple<T: Clone>(tuple: &HTuple<T>) -> HTuple<T> {
    if !tuple.is_tuple() {
        return tuple.clone();
    }
    let leaves: Vec<HTuple<T>> =
        tuple.leaves().into_iter().cloned().map(HTuple::Leaf).collect_vec();
    HTuple::Tuple(leaves)
}
