//! `right_inverse`: which coordinates lead to the offsets 0, 1, 2, ….

use alloc::vec::Vec;

use super::coalesce;
use crate::axes::by_axis;
use crate::exact::integer_stride;
use crate::explain::{says, step};
use crate::{Error, ErrorAddress, HTuple, Int, Layout, ModePath, SortFew, Stride, decide};

const OP: &str = "right_inverse";

/// A layout `R` into the coordinates of `L` with `L(R(i)) = i` for `i < size(R)`.
///
/// Over a basis, `R` has a mode for each leaf of the values of `L`, and `L(R(x)) = x` for each
/// coordinate `x` of these modes: `R` is the sum of the inverses along each.
///
/// The inverse starts at the leaf of stride 1 of the coalesced `L` and goes on with the
/// first leaf whose stride is where the one before ended, as CuTe does. For an
/// injective `L` without negative strides there is no larger one. For others there may be: the inverse of
/// `(2,8):(1,1)` is `2:1`, as in CuTe, although `8:2` is one, too.
///
/// # Errors
///
/// [`crate::ErrorKind::Unproved`], [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let layout = Layout::new((2, 4), (4, 1)).unwrap();
/// assert_eq!(ops::right_inverse(&layout).unwrap().to_string(), "(4,2):(2,1)");
/// let layout: Layout = "(4,5):(1@1,1@0)".parse().unwrap();
/// assert_eq!(ops::right_inverse(&layout).unwrap().to_string(), "(5,4):(4,1)");
/// ```
pub fn right_inverse(layout: &Layout) -> Result<Layout, Error> {
    step!(("right_inverse({layout})") along_offsets(layout))
}

fn along_offsets(layout: &Layout) -> Result<Layout, Error> {
    let inverse = along_each(layout)?;
    match layout.is_empty() && !inverse.is_empty() {
        true => by_axis(layout, &mut |_| Ok(Layout::nothing())),
        false => Ok(inverse),
    }
}

fn along_each(layout: &Layout) -> Result<Layout, Error> {
    by_axis(layout, &mut |axis| {
        let mut modes = Vec::new();
        for leaf in contiguous(layout, axis)? {
            modes.push((leaf.extent, leaf.place));
        }
        coalesce(&flat_layout(modes)?)
    })
    .in_op(OP)
}

/// A leaf of a coalesced layout.
#[derive(Clone)]
pub(crate) struct Leaf {
    pub(crate) extent: Int,
    pub(crate) stride: Int,
    /// The 1-D coordinate of one step along it: the product of the extents before.
    pub(crate) place: Int,
}

/// The leaves of the coalesced layout that step along an axis, by ascending strides; equal ones in
/// their order. Along the root, the integers, these are all.
pub(crate) fn sorted_leaves(
    layout: &Layout,
    axis: &ModePath,
    op: &'static str,
) -> Result<Vec<Leaf>, Error> {
    let mut place = Int::ONE;
    let mut leaves = Vec::new();
    for (extent, stride) in coalesce(layout)?.leaves() {
        if axis.is_root() {
            integer_stride(stride, op)?;
        }
        let next = place.mul(extent)?;
        if stride.mode() == axis {
            let (extent, stride) = (extent.clone(), stride.scale().clone());
            leaves.push(Leaf { extent, stride, place });
        }
        place = next;
    }
    if leaves.iter().all(|leaf: &Leaf| leaf.stride.known().is_some()) {
        leaves.sort_few_by(&|a, b| a.stride.cmp(&b.stride));
        return Ok(leaves);
    }
    // Negative and still leaves take no part in the order of the others.
    let (moving, mut sorted): (Vec<Leaf>, Vec<Leaf>) =
        leaves.into_iter().partition(|leaf| !leaf.stride.less(&Int::ONE).is_true());
    sorted.sort_few_by(&|a, b| a.stride.cmp(&b.stride));
    for leaf in &moving {
        decide::at_most(op, &Int::ONE, &leaf.stride)?;
    }
    let end = |leaf: &Leaf| Ok(leaf.stride.mul(&leaf.extent)?);
    sorted.extend(decide::sort_ascending(op, moving, |leaf| &leaf.stride, end)?);
    Ok(sorted)
}

/// The leaves along which the offsets from 0 on follow each other, on an axis.
fn contiguous(layout: &Layout, axis: &ModePath) -> Result<Vec<Leaf>, Error> {
    let mut reach = Int::ONE;
    let mut chain = Vec::new();
    for leaf in sorted_leaves(layout, axis, OP)? {
        // Where it is not known whether the next offset follows, it is assumed.
        let follows = leaf.stride == reach
            || !leaf.stride.less(&reach).is_true() && decide::equal(OP, &leaf.stride, &reach)?;
        if follows {
            says!(
                "offset {reach} is one step along the leaf {}:{}, which is at the 1-D coordinate {}: mode {}:{}",
                leaf.extent,
                leaf.stride,
                leaf.place,
                leaf.extent,
                leaf.place
            );
            reach = leaf.stride.mul(&leaf.extent)?;
            chain.push(leaf);
        }
    }
    Ok(chain)
}

/// The layout of one level of `(extent, stride)`; `1:0` if there are none.
pub(crate) fn flat_layout(modes: impl IntoIterator<Item = (Int, Int)>) -> Result<Layout, Error> {
    let (mut shape, mut stride) = (Vec::new(), Vec::new());
    for (extent, step) in modes {
        shape.push(HTuple::Leaf(extent));
        stride.push(HTuple::Leaf(Stride::from(step)));
    }
    if shape.is_empty() {
        return Ok(Layout::unit());
    }
    Layout::new(HTuple::Tuple(shape), HTuple::Tuple(stride))
}

/// [`flat_layout`] of known integers.
pub(crate) fn flat_layout_of(modes: Vec<(i128, i128)>) -> Result<Layout, Error> {
    flat_layout(modes.into_iter().map(|(extent, step)| (Int::new(extent), Int::new(step))))
}
