//! `sort`: the leaves by their strides.

use alloc::vec::Vec;

use super::{flatten, right_inverse::flat_layout};
use crate::exact::integer_stride;
use crate::{Error, ErrorKind, HTuple, Int, Layout, ModePath, SortFew, Terms, decide};

const OP: &str = "sort";

/// The flat layout of the same leaves in ascending order of stride, and of extent
/// where strides are equal: the same offsets, in another order. Over a basis, the leaves along its
/// first element come first; of a stride of several terms the first decides, then the next.
///
/// Its 1-D coordinates follow the memory of a compact layout:
/// `coalesce(sort(L)) = size(L):1` exactly if all offsets from 0 on have one
/// coordinate each.
///
/// # Errors
///
/// [`crate::ErrorKind::Unproved`] where the order depends on symbols; over a basis,
/// [`crate::ErrorKind::BasisStride`] for these.
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let shape = HTuple::Tuple(vec![Int::new(4).into(), Int::new(8).into()]);
/// let rows = ops::row_major(&shape).unwrap();
/// assert_eq!(ops::sort(&rows).unwrap().to_string(), "(8,4):(1,8)");
/// ```
pub fn sort<D: Terms>(layout: &Layout<D>) -> Result<Layout<D>, Error> {
    if !layout.shape().is_tuple() || layout.leaves().is_empty() {
        return Ok(flatten(layout));
    }
    if !layout.is_symbolic() {
        let mut leaves = Vec::new();
        for (extent, stride) in layout.leaves() {
            let mut key = Vec::new();
            for term in stride.terms() {
                key.push((term.mode(), term.scale()));
            }
            leaves.push((key, extent, stride));
        }
        leaves.sort_few_by(&|(a, s, _), (b, t, _)| a.cmp(b).then(s.cmp(t)));
        let mut modes = Vec::new();
        for (_, extent, stride) in leaves {
            modes.push(Layout::of(HTuple::Leaf(extent.clone()), HTuple::Leaf(stride.clone()))?);
        }
        return Layout::from_modes(&modes);
    }
    let mut leaves = Vec::new();
    for (extent, stride) in layout.leaves() {
        for term in stride.terms() {
            integer_stride(term, OP)?;
        }
        leaves.push((stride.along(&ModePath::root()), extent.clone()));
    }
    let mut modes = Vec::new();
    for (stride, extent) in ascending(leaves)? {
        modes.push((extent, stride));
    }
    Ok(Layout::lifted(&flat_layout(modes)?))
}

/// Sorts `(stride, extent)`. Where the order of two is not known, one that may be the first
/// is assumed to be: that of which most is known, a number rather than a symbol.
fn ascending(leaves: Vec<(Int, Int)>) -> Result<Vec<(Int, Int)>, Error> {
    let (mut rest, mut sorted) = (leaves, Vec::new());
    while !rest.is_empty() {
        let others = |i: usize| (0..rest.len()).filter(move |&j| j != i);
        let may_lead = |i: &usize| others(*i).all(|j| !rest[j].0.less(&rest[*i].0).is_true());
        let known = |i: usize| {
            let (d, s) = &rest[i];
            let is_before = |&j: &usize| {
                let (next, extent) = &rest[j];
                d.less(next).is_true() || d.at_most(next).is_true() && ties(d, s, next, extent)
            };
            (others(i).filter(is_before).count(), d.known().is_some())
        };
        // Among several with as much known, the first.
        let first = (0..rest.len()).rev().filter(may_lead).max_by_key(|&i| known(i)).unwrap_or(0);
        for j in others(first) {
            follows(&rest[first], &rest[j])?;
        }
        sorted.push(rest.remove(first));
    }
    Ok(sorted)
}

/// Asks that the second leaf comes after the first.
fn follows((d, s): &(Int, Int), (next, extent): &(Int, Int)) -> Result<(), Error> {
    let is_before = match ties(d, s, next, extent) {
        true => decide::at_most(OP, d, next)?,
        false if d.equals(next).is_true() => decide::at_most(OP, s, extent)?,
        false => decide::less(OP, d, next)?,
    };
    if is_before { Ok(()) } else { Err(Error::new(OP, ErrorKind::Unproved)) }
}

/// Returns true if two leaves may stand in this order if their strides are the same: by their
/// extents, or since one of them has no second step then.
fn ties(d: &Int, s: &Int, next: &Int, extent: &Int) -> bool {
    let ends = || d.mul(s).is_ok_and(|end| end.at_most(next).is_true());
    s.at_most(extent).is_true()
        || extent.at_most(&Int::ONE).is_true()
        || Int::ONE.at_most(d).is_true() && ends()
}
