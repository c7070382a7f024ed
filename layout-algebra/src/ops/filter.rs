//! `filter` and `filter_zeros`: a layout without its repetitions.

use super::coalesce;
use super::coalesce::by_mode;
use crate::{
    Error, ErrorKind, HTuple, Int, IntTuple, Layout, Part, Stride, StrideTuple, Truth, ask,
};

/// The layout with extent 1 wherever the stride is 0: the same image, each
/// broadcast offset once. A stride that is a symbol counts as one that is not 0.
pub fn filter_zeros(layout: &Layout) -> Layout {
    let shape = ones_at_zeros(layout.shape(), layout.stride());
    Layout::new(shape, layout.stride().clone()).unwrap_or_else(|_| layout.clone())
}

/// The layout with extent 1 wherever `profile` is 0.
///
/// # Errors
///
/// [`crate::ErrorKind::Mismatch`] where the profile is not congruent.
pub fn filter_zeros_by(layout: &Layout, profile: &IntTuple) -> Result<Layout, Error> {
    if !profile.congruent(layout.shape()) {
        let kind = ErrorKind::Mismatch {
            left: alloc::format!("profile {profile}"),
            right: alloc::format!("shape {}", layout.shape()),
        };
        return Err(Error::new("filter_zeros", kind).in_operand(1));
    }
    let flags = profile.map(&mut |flag| Stride::from(flag.clone()));
    Layout::new(ones_at_zeros(layout.shape(), &flags), layout.stride().clone())
}

fn ones_at_zeros(shape: &IntTuple, stride: &StrideTuple) -> IntTuple {
    match (shape, stride) {
        (HTuple::Leaf(_), HTuple::Leaf(stride)) if *stride.scale() == Int::ZERO => {
            HTuple::Leaf(Int::ONE)
        }
        (HTuple::Tuple(shapes), HTuple::Tuple(strides)) => {
            let pairs = shapes.iter().zip(strides);
            HTuple::Tuple(pairs.map(|(shape, stride)| ones_at_zeros(shape, stride)).collect())
        }
        _ => shape.clone(),
    }
}

/// Every stride is 0, or is not: a symbol of which neither is known is assumed to be
/// positive.
pub(crate) fn check_moving(op: &'static str, layout: &Layout) -> Result<(), Error> {
    for (path, stride) in layout.stride().leaf_paths() {
        if stride.scale().known().is_none() && stride.scale().equals(&Int::ZERO) == Truth::Unknown {
            ask::positive(op, stride.scale())
                .map_err(|error| error.in_part(Part::Stride).at_path(path))?;
        }
    }
    Ok(())
}

/// The coalesced layout without modes of stride 0: `(2,4):(0,1)` is `4:1`.
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`], [`crate::ErrorKind::Unproved`].
pub fn filter(layout: &Layout) -> Result<Layout, Error> {
    check_moving("filter", layout)?;
    coalesce(&filter_zeros(layout))
}

/// [`filter`] mode by mode, along a profile as in [`super::coalesce_by_mode`].
///
/// # Errors
///
/// As [`super::coalesce_by_mode`].
pub fn filter_by_mode(layout: &Layout, profile: &IntTuple) -> Result<Layout, Error> {
    by_mode("filter", layout, profile, filter)
}
