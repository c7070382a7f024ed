//! `filter` and `filter_zeros`: a layout without its repetitions.

use alloc::vec::Vec;

use super::coalesce;
use super::coalesce::by_mode;
use crate::explain::untraced;
use crate::{
    CollectVec, Error, ErrorAddress, ErrorKind, HTuple, Int, IntTuple, Layout, Part, Stride,
    StrideTuple, Terms, Truth, decide,
};

/// The layout with extent 1 wherever the stride is 0: the same image, each
/// broadcast offset once.
///
/// # Errors
///
/// [`ErrorKind::Unproved`] where a stride may be 0.
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let broadcast: Layout = "(4,8):(0,1)".parse().unwrap();
/// assert_eq!(ops::filter_zeros(&broadcast).unwrap().to_string(), "(1,8):(0,1)");
/// ```
pub fn filter_zeros<D: Terms>(layout: &Layout<D>) -> Result<Layout<D>, Error> {
    check_moving("filter_zeros", layout)?;
    if layout.leaves().iter().all(|(_, stride)| !stride.is_zero()) {
        return Ok(layout.clone());
    }
    moving(layout, layout.stride())
}

/// The layout with extent 1 wherever a flag is 0, but where there is no coordinate along it.
fn moving<D: Terms, F: Terms>(layout: &Layout<D>, flags: &HTuple<F>) -> Result<Layout<D>, Error> {
    let ones = ones_at_zeros(layout.shape(), flags);
    let shape = match layout.is_empty() {
        true => nothing_stays(layout.shape(), &ones),
        false => ones,
    };
    Layout::of(shape, layout.stride().clone())
}

/// A shape with the extents of 0 that another one of its profile has.
fn nothing_stays(shape: &IntTuple, ones: &IntTuple) -> IntTuple {
    let mut extents = Vec::new();
    for (extent, one) in shape.leaves().into_iter().zip(ones.leaves()) {
        extents.push(if *extent == Int::ZERO { Int::ZERO } else { one.clone() });
    }
    ones.with_leaves(extents)
}

/// The layout with extent 1 wherever `profile` is 0.
///
/// # Errors
///
/// [`crate::ErrorKind::Mismatch`] where the profile is not congruent.
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let rows: Layout = "(4,8):(8,1)".parse().unwrap();
/// let first = ops::filter_zeros_by(&rows, &(1, 0).into()).unwrap();
/// assert_eq!(first.to_string(), "(4,1):(8,1)");
/// ```
pub fn filter_zeros_by<D: Terms>(
    layout: &Layout<D>,
    profile: &IntTuple,
) -> Result<Layout<D>, Error> {
    if !profile.congruent(layout.shape()) {
        let kind = ErrorKind::Mismatch {
            left: alloc::format!("profile {profile}"),
            right: alloc::format!("shape {}", layout.shape()),
        };
        return Err(Error::new("filter_zeros", kind).in_operand(1));
    }
    let flags = flags("filter_zeros", profile)?;
    moving(layout, &flags)
}

pub(crate) fn ones_at_zeros<D: Terms>(shape: &IntTuple, stride: &HTuple<D>) -> IntTuple {
    match (shape, stride) {
        (HTuple::Leaf(_), HTuple::Leaf(stride)) if stride.is_zero() => HTuple::Leaf(Int::ONE),
        (HTuple::Tuple(shapes), HTuple::Tuple(strides)) => {
            let pairs = shapes.iter().zip(strides);
            HTuple::Tuple(pairs.map(|(shape, stride)| ones_at_zeros(shape, stride)).collect_vec())
        }
        _ => shape.clone(),
    }
}

/// Every stride is 0, or is not: a symbol of which neither is known is assumed to be
/// positive, or negative if it cannot be that.
pub(crate) fn check_moving<D: Terms>(op: &'static str, layout: &Layout<D>) -> Result<(), Error> {
    check_nonzero(op, layout.stride()).in_part(Part::Stride)
}

/// Integers that are compared with 0.
fn flags(op: &'static str, tuple: &IntTuple) -> Result<StrideTuple, Error> {
    let flags = tuple.map(&mut |flag| Stride::from(flag.clone()));
    check_nonzero(op, &flags).in_part(Part::Whole)?;
    Ok(flags)
}

fn check_nonzero<D: Terms>(op: &'static str, strides: &HTuple<D>) -> Result<(), Error> {
    for (path, stride) in strides.leaf_paths() {
        // One term that is not 0 is enough.
        let is_zero = |term: &Stride| term.scale().equals(&Int::ZERO);
        if stride.terms().iter().any(|term| is_zero(term).is_false()) {
            continue;
        }
        if let Some(term) = stride.terms().iter().find(|term| is_zero(term) == Truth::Unknown) {
            let scale = term.scale();
            decide::at_most(op, &Int::ONE, scale)
                .and_then(|positive| Ok(positive || decide::at_most(op, scale, &Int::new(-1))?))
                .at_path(path)?;
        }
    }
    Ok(())
}

/// The coalesced layout without modes of stride 0: `(2,4):(0,1)` is `4:1`.
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`], [`crate::ErrorKind::Unproved`].
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let broadcast: Layout = "(4,8):(0,1)".parse().unwrap();
/// assert_eq!(ops::filter(&broadcast).unwrap().to_string(), "8:1");
/// ```
pub fn filter<D: Terms>(layout: &Layout<D>) -> Result<Layout<D>, Error> {
    check_moving("filter", layout)?;
    let moving = filter_zeros(layout)?;
    // Operations ask for it on the way to something else.
    untraced(|| coalesce(&moving))
}

/// [`filter`] mode by mode, along a profile as in [`super::coalesce_by_mode`].
///
/// # Errors
///
/// As [`super::coalesce_by_mode`].
///
/// ```
/// use layout_algebra::{IntTuple, Layout, ops};
/// let broadcast: Layout = "(4,8):(0,1)".parse().unwrap();
/// let filtered = ops::filter_by_mode(&broadcast, &IntTuple::from((1, 1))).unwrap();
/// assert_eq!(filtered.to_string(), "(1,8):(0,1)");
/// ```
pub fn filter_by_mode<D: Terms, T: core::fmt::Display>(
    layout: &Layout<D>,
    profile: &HTuple<T>,
) -> Result<Layout<D>, Error> {
    by_mode("filter", layout, profile, filter)
}

/// The tuple with 1 wherever `strides` has 0: what [`filter_zeros`] does to a shape,
/// on any two congruent tuples.
///
/// # Errors
///
/// [`crate::ErrorKind::Mismatch`] unless they are congruent.
///
/// ```
/// use layout_algebra::ops;
/// assert_eq!(ops::filter_zeros_in(&(0, 1).into(), &(4, 8).into()).unwrap().to_string(), "(1,8)");
/// ```
pub fn filter_zeros_in(strides: &IntTuple, tuple: &IntTuple) -> Result<IntTuple, Error> {
    if !strides.congruent(tuple) {
        return Err(Error::mismatch("filter_zeros", strides, tuple));
    }
    Ok(ones_at_zeros(tuple, &flags("filter_zeros", strides)?))
}
