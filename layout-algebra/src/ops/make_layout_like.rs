//! `make_layout_like` and `make_fragment_like`: the shape of a layout, compact.

use alloc::vec::Vec;

use super::filter::{check_moving, ones_at_zeros};
use super::{Outcome, col_major, compact_col_major, make_ordered_layout, take, tiled_product};
use crate::exact::known;
use crate::{Error, ErrorAddress, Int, IntTuple, Layout, ModePath, Part, SortFew, Tiler};

/// The layout of the same shape without gaps, whose modes follow each other as
/// the strides of `L` do. Strides of 0 stay 0: the result is broadcast where `L`
/// is, and otherwise a bijection onto its offsets `[0, size)`.
///
/// Over a basis, the modes that step along its first element are the fastest.
///
/// Leaves of the same stride would share their offsets; the outcome objects with
/// [`DuplicateOrder`](crate::ErrorKind::DuplicateOrder).
///
/// # Errors
///
/// [`Overflow`](crate::ErrorKind::Overflow), [`Unproved`](crate::ErrorKind::Unproved).
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let layout: Layout = "(2,2,2,2):(0,20,40,10)".parse().unwrap();
/// let like = ops::make_layout_like(&layout).unwrap();
/// assert_eq!(like.layout.to_string(), "(2,2,2,2):(0,2,4,1)");
/// let layout: Layout = "(2,3,4):(1@1,1@2,1@0)".parse().unwrap();
/// let like = ops::make_layout_like(&layout).unwrap();
/// assert_eq!(like.layout.to_string(), "(2,3,4):(4,8,1)");
/// ```
pub fn make_layout_like(layout: &Layout) -> Result<Outcome, Error> {
    let op = "make_layout_like";
    check_moving(op, layout)?;
    let order = order_of(layout, op)?;
    let moving = ones_at_zeros(layout.shape(), layout.stride());
    let ordered = make_ordered_layout(&moving, &order)?;
    let objection = ordered.objection.map(|error| blame_stride(error, op));
    let stride = ordered.layout.stride().clone();
    Ok(Outcome { layout: Layout::new(layout.shape().clone(), stride)?, objection })
}

/// A compact layout for a copy of what `L` addresses: mode 0 is column-major,
/// broadcast where `L` is, and the other modes repeat it, in a tuple of their own
/// if there is one, in the order of their strides. A layout of one mode becomes
/// column-major.
///
/// The outcome objects as that of [`make_layout_like`], for the modes from 1 on.
///
/// # Errors
///
/// As [`make_layout_like`].
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let layout: Layout = "(2,9,3):(31,1,9)".parse().unwrap();
/// let fragment = ops::make_fragment_like(&layout).unwrap();
/// assert_eq!(fragment.layout.to_string(), "(2,9,3):(1,2,18)");
/// ```
pub fn make_fragment_like(layout: &Layout) -> Result<Outcome, Error> {
    let op = "make_fragment_like";
    check_moving(op, layout)?;
    if layout.rank() <= 1 {
        return Ok(col_major(layout.shape())?.into());
    }
    let rest = take(layout, 1, layout.rank())?;
    let order = order_of(&rest, op).map_err(|error| shifted(&error))?;
    let ordered = make_ordered_layout(rest.shape(), &order)?;
    let first = layout.modes().swap_remove(0);
    let moving = ones_at_zeros(first.shape(), first.stride());
    let (stride, _) = compact_col_major(&moving, &Int::ONE)?;
    let atom = Layout::new(first.shape().clone(), stride)?;
    let objection = ordered.objection.map(|error| shifted(&blame_stride(error, op)));
    let layout = tiled_product(&atom, &Tiler::Layout(ordered.layout)).in_op(op).in_operand(0)?;
    Ok(Outcome { layout, objection })
}

/// The integers of the order of a layout's strides: the strides themselves; over a basis, which
/// comes how many before it, along the elements of the basis from the first to the last.
fn order_of(layout: &Layout, op: &'static str) -> Result<IntTuple, Error> {
    let strides = layout.stride();
    if strides.leaves().into_iter().all(|stride| stride.mode().is_root()) {
        return Ok(strides.map(&mut |stride| stride.scale().clone()));
    }
    let mut keys = Vec::new();
    for (path, stride) in strides.leaf_paths() {
        let scale = known(stride.scale());
        keys.push((stride.mode(), scale.in_op(op).in_part(Part::Stride).at_path(path)?));
    }
    keys.sort_few();
    keys.dedup();
    Ok(strides.map(&mut |stride| {
        let before = |key: &&(&ModePath, i128)| {
            let (mode, scale) = key;
            (*mode, Some(*scale)) < (stride.mode(), stride.scale().known())
        };
        Int::new(keys.iter().filter(before).count() as i128)
    }))
}

/// An error of the order is one of the strides that it was read from.
fn blame_stride(error: Error, op: &'static str) -> Error {
    error.in_op(op).in_operand(0).in_part(Part::Stride)
}

/// The address in the whole layout of an error in its modes from 1 on.
fn shifted(error: &Error) -> Error {
    let mut path = error.path().indices().iter().copied();
    let first = path.next().map(|mode| mode + 1);
    error.clone().at_path(first.into_iter().chain(path).collect())
}
