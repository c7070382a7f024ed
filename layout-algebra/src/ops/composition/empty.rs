//! Composition of layouts without coordinates.

use alloc::vec::Vec;

use super::{OP, by_leaf, compose, leaf, mode_at};
use crate::explain::says;
use crate::ops::{Outcome, size};
use crate::{Error, HTuple, Int, Layout, Stride, StrideTuple, Terms};

/// `A∘B` where `A` or `B` is empty.
///
/// If `B` is empty, any layout of its shape is `A∘B`. The answer is the layout that a symbol in the
/// place of each 0 has at 0, so that a layout of numbers and one of run-time extents are alike.
pub(super) fn composition(lhs: &Layout, rhs: &Layout) -> Result<Outcome, Error> {
    if !rhs.is_empty() {
        lhs.check_inhabited(OP, 0)?;
    }
    says!("{rhs} has no coordinates, and neither has the composition");
    let (shape, stride) = by_leaf(rhs, &mut |extent, stride, _| {
        let domain = continued(&mode_at(lhs, stride.mode())?)?;
        Ok(match *extent == Int::ZERO {
            true => steps_of_nothing(&domain, stride),
            false => steps(&domain, extent, stride),
        })
    })?;
    // Steps that are right one by one may be along parts of each other.
    let still = |stride: &StrideTuple| stride.map(&mut |_| Stride::zero());
    let layout = Layout::new(shape.clone(), stride.clone());
    Ok(layout.or_else(|_| Layout::new(shape, still(&stride)))?.into())
}

/// The layout up to its first extent of 0, which is a last mode here: no end is reached before it.
fn continued(layout: &Layout) -> Result<Layout, Error> {
    let leaves = layout.leaves();
    let Some(last) = leaves.iter().position(|(extent, _)| **extent == Int::ZERO) else {
        return Ok(layout.clone());
    };
    let (mut shape, mut strides) = (Vec::new(), Vec::new());
    for (extent, stride) in &leaves[..=last] {
        let extent = if **extent == Int::ZERO { &Int::ONE } else { *extent };
        shape.push(HTuple::Leaf(extent.clone()));
        strides.push(HTuple::Leaf((*stride).clone()));
    }
    Layout::new(HTuple::Tuple(shape), HTuple::Tuple(strides))
}

/// A leaf of `B` that has steps, in a mode of `A`.
fn steps(domain: &Layout, extent: &Int, stride: &Stride) -> (HTuple<Int>, StrideTuple) {
    let of = Layout::leaf(extent.clone(), stride.scale().clone());
    match of.and_then(|of| compose(domain, &of)) {
        Ok(composed) => (composed.layout.shape().clone(), composed.layout.stride().clone()),
        Err(_) => leaf(extent, Stride::zero()),
    }
}

/// A leaf of `B` of extent 0: as if it went twice over what it can of the leaves of `A`, and the last of
/// what that becomes had no steps.
fn steps_of_nothing(domain: &Layout, stride: &Stride) -> (HTuple<Int>, StrideTuple) {
    let over = |count: Int| {
        let (mut shape, stride) = steps(domain, &count, stride);
        match &mut shape {
            HTuple::Leaf(extent) => *extent = Int::ZERO,
            HTuple::Tuple(modes) => {
                modes.pop();
                modes.push(HTuple::Leaf(Int::ZERO));
            }
        }
        (shape, stride)
    };
    let Ok(size) = size(domain).and_then(|size| Ok(size.add(&size)?)) else {
        return leaf(&Int::ZERO, Stride::zero());
    };
    let (shape, found) = over(size);
    if !found.leaves().into_iter().all(Stride::is_zero) {
        return (shape, found);
    }
    // Where that is no layout, two steps are one.
    over(Int::new(2))
}
