//! `Reindexed`: a layout `A'∘T`, where `A'` continues leaves of `A`.

use alloc::vec::Vec;

use super::{Bound, Lost};
use crate::ops::merged_leaves;
use crate::{HTuple, Int, IntTuple, Layout, Stride, Terms};

/// The index layout `T` of a result, and the leaves that it counts.
pub(super) struct Reindexed {
    /// The extents of the leaves of `A`, and those of `A'`.
    pub(super) leaves: Vec<[Int; 2]>,
    /// `T`, of integer strides: it is congruent to the result.
    pub(super) indices: Layout,
    /// True if `T` may go past the last leaf of `A'`, which then continues.
    pub(super) open: bool,
}

impl Reindexed {
    /// `A∘T`, where no leaf of `A` is continued.
    pub(super) fn whole(layout: &Layout, indices: Layout, open: bool) -> Result<Self, Lost> {
        let mut leaves = Vec::new();
        for (extent, _) in leaves_of(layout)? {
            leaves.push([extent.clone(), extent]);
        }
        Ok(Reindexed { leaves, indices, open })
    }

    /// Bounds at the ends of the leaves that are continued.
    pub(super) fn bounds(&self) -> Result<Vec<Bound>, Lost> {
        let mut bounds = Vec::new();
        let last = self.leaves.len().saturating_sub(1);
        for (j, [extent, continued]) in self.leaves.iter().enumerate() {
            if extent.equals(continued).is_true() && !(self.open && j == last) {
                continue;
            }
            let mut digits = Vec::new();
            for [_, size] in &self.leaves {
                digits.push((size.clone(), Int::ZERO));
            }
            digits[j].1 = Int::ONE;
            bounds.push(match pull_back(&digits, &self.indices) {
                Ok(coordinate) => Bound::new(coordinate, extent.clone()),
                // The last leaf ends where the 1-D coordinate does.
                Err(Lost) if j == last => {
                    let mut size = extent.clone();
                    for [_, before] in &self.leaves[..last] {
                        size = size.mul(before)?;
                    }
                    check_ascending(&self.indices)?;
                    Bound::new(self.indices.clone(), size)
                }
                Err(Lost) => return Err(Lost),
            });
        }
        Ok(bounds)
    }

    /// `f∘T` for a function `f` of the coordinates of `A`.
    pub(super) fn carried(&self, f: &Layout) -> Result<Layout, Lost> {
        let is_padded = |[extent, continued]: &[Int; 2]| !extent.equals(continued).is_true();
        if !self.leaves.iter().any(is_padded) {
            return pull_back(&integer_leaves(f)?, &self.indices);
        }
        // Along each leaf of `A`, `f` must be linear to be continued with it.
        let (mut place, mut shape, mut stride) = (Int::ONE, Vec::new(), Vec::new());
        for [extent, _] in &self.leaves {
            shape.push(HTuple::Leaf(extent.clone()));
            stride.push(HTuple::Leaf(place.clone().into()));
            place = place.mul(extent)?;
        }
        let places = Layout::new(HTuple::Tuple(shape), HTuple::Tuple(stride))?;
        let along = pull_back(&integer_leaves(f)?, &places)?;
        let mut leaves = Vec::new();
        for ([_, size], step) in self.leaves.iter().zip(along.stride().leaves()) {
            leaves.push((size.clone(), step.scale().clone()));
        }
        pull_back(&leaves, &self.indices)
    }
}

/// The merged leaves. A layout without any has the one position that a leaf of extent 1
/// has, which bounds can speak of.
pub(super) fn leaves_of(layout: &Layout) -> Result<Vec<(Int, Stride)>, Lost> {
    let mut leaves = merged_leaves(layout)?;
    if leaves.is_empty() {
        leaves.push((Int::ONE, Stride::zero()));
    }
    Ok(leaves)
}

fn integer_leaves(f: &Layout) -> Result<Vec<(Int, Int)>, Lost> {
    let mut leaves = Vec::new();
    for (extent, stride) in leaves_of(f)? {
        leaves.push((extent, stride.as_int().ok_or(Lost)?.clone()));
    }
    Ok(leaves)
}

/// `f∘T` for the function `f` of these leaves `(extent, stride)`, of which the last
/// continues: a layout that is congruent to `T`.
///
/// Each leaf of `T` steps by whole steps of one leaf of `f`, and no sum of them goes past
/// the end of that leaf.
fn pull_back(f: &[(Int, Int)], indices: &Layout) -> Result<Layout, Lost> {
    let mut places = alloc::vec![Int::ONE];
    for (extent, _) in f {
        let next = places[places.len() - 1].mul(extent)?;
        places.push(next);
    }
    let mut reach = alloc::vec![Int::ONE; f.len()];
    let mut strides = Vec::new();
    for (extent, stride) in indices.leaves() {
        let step = stride.as_int().ok_or(Lost)?;
        if *extent == Int::ONE || *step == Int::ZERO {
            strides.push(Stride::zero());
            continue;
        }
        if !Int::ONE.at_most(step).is_true() {
            return Err(Lost);
        }
        let span = extent.sub(&Int::ONE)?.mul(step)?;
        let within = |k: &usize| {
            let ends = k + 1 == f.len() || span.less(&places[k + 1]).is_true();
            ends && places[*k].divides(step).is_true()
        };
        let k = (0..f.len()).find(within).ok_or(Lost)?;
        let steps = step.div_floor(&places[k])?;
        reach[k] = reach[k].add(&extent.sub(&Int::ONE)?.mul(&steps)?)?;
        strides.push(steps.mul(&f[k].1)?.into());
    }
    for (reach, (extent, _)) in reach.iter().zip(f).rev().skip(1) {
        if !reach.at_most(extent).is_true() {
            return Err(Lost);
        }
    }
    let stride = indices.shape().with_leaves(strides);
    Ok(Layout::new(indices.shape().clone(), stride)?)
}

fn check_ascending(layout: &Layout) -> Result<(), Lost> {
    for (extent, stride) in layout.leaves() {
        if *extent != Int::ONE && !is_up(stride) {
            return Err(Lost);
        }
    }
    Ok(())
}

/// Returns true for an integer of at least 0.
pub(super) fn is_up(stride: &Stride) -> bool {
    stride.as_int().is_some_and(|step| Int::ZERO.at_most(step).is_true())
}

/// The same function in a shape that splits its leaves.
pub(super) fn refined<D: Terms>(layout: &Layout<D>, shape: &IntTuple) -> Result<Layout<D>, Lost> {
    let stride = split(layout.shape(), layout.stride(), shape)?;
    Ok(Layout::of(shape.clone(), stride)?)
}

fn split<D: Terms>(of: &IntTuple, by: &HTuple<D>, shape: &IntTuple) -> Result<HTuple<D>, Lost> {
    match (of, by, shape) {
        (HTuple::Tuple(of), HTuple::Tuple(by), HTuple::Tuple(shapes)) => {
            if of.len() != shapes.len() {
                return Err(Lost);
            }
            let mut modes = Vec::new();
            for ((of, by), shape) in of.iter().zip(by).zip(shapes) {
                modes.push(split(of, by, shape)?);
            }
            Ok(HTuple::Tuple(modes))
        }
        (HTuple::Leaf(extent), HTuple::Leaf(step), shape) => {
            if !crate::ops::product(shape)?.equals(extent).is_true() {
                return Err(Lost);
            }
            let (mut step, mut steps) = (step.clone(), Vec::new());
            for extent in shape.leaves() {
                let next = step.times(extent)?;
                steps.push(core::mem::replace(&mut step, next));
            }
            Ok(shape.with_leaves(steps))
        }
        _ => Err(Lost),
    }
}
