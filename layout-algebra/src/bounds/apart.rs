//! Injectivity in bounds: what padding shares is of no concern.

use alloc::vec::Vec;

use super::{Bound, Bounds, Lost};
use crate::{Int, Layout};

impl Bounds {
    /// A layout that is injective only if different coordinates in bounds of `layout` have
    /// different offsets.
    ///
    /// Where `layout` steps by a multiple of what is bounded, its leaves are together one leaf
    /// of as many steps as there are in bounds: a padded divide of `A` becomes `A` again.
    ///
    /// ```
    /// use layout_algebra::{HTuple, Int, Tiler, bounds, bounds::Bounds, ops};
    /// let pair = |a, b| HTuple::Tuple(vec![HTuple::Leaf(Int::new(a)), HTuple::Leaf(Int::new(b))]);
    /// let rows = ops::row_major(&pair(8, 10)).unwrap();
    /// let tiler = Tiler::from_shape(&pair(2, 4)).unwrap();
    /// let tiles = ops::logical_divide(&rows, &tiler).unwrap().layout;
    /// // The last columns of a row are the first of the next.
    /// assert!(ops::check_injective(&tiles).is_err());
    /// let bounds = bounds::logical_divide(&rows, &Bounds::EVERYWHERE, &tiler, &tiles);
    /// let inside = bounds.inside(&tiles).unwrap();
    /// assert_eq!(inside.to_string(), "(10,2,4):(1,10,20)");
    /// assert!(ops::check_injective(&inside).is_ok());
    /// ```
    pub fn inside(&self, layout: &Layout) -> Option<Layout> {
        let bounds = self.within().filter(|bounds| !bounds.is_empty())?;
        inside(bounds, layout).ok()
    }
}

fn inside(bounds: &[Bound], layout: &Layout) -> Result<Layout, Lost> {
    let leaves = layout.leaves();
    let mut joined = alloc::vec![false; leaves.len()];
    let mut modes = Vec::new();
    for bound in bounds {
        let Ok((extent, factor)) = together(bound, layout, &joined) else { continue };
        modes.push(Layout::leaf(extent, factor)?);
        for (is_joined, (_, step)) in joined.iter_mut().zip(bound.coordinate().leaves()) {
            *is_joined |= *step.scale() != Int::ZERO;
        }
    }
    if modes.is_empty() {
        return Err(Lost);
    }
    for ((extent, stride), _) in leaves.iter().zip(&joined).filter(|(_, joined)| !**joined) {
        modes.push(Layout::leaf((*extent).clone(), (*stride).clone())?);
    }
    Ok(Layout::from_modes(&modes)?)
}

/// The leaf `extent:factor` with `layout(c) = factor·coordinate(c)` along the leaves that a
/// bound looks at, each value of the coordinate at one `c` alone.
fn together(bound: &Bound, layout: &Layout, joined: &[bool]) -> Result<(Int, Int), Lost> {
    let mut factor: Option<Int> = None;
    let mut reach = Int::ONE;
    let steps = bound.coordinate().leaves();
    for ((step, (extent, stride)), joined) in steps.iter().zip(layout.leaves()).zip(joined) {
        let step = step.1.scale();
        if *step == Int::ZERO {
            continue;
        }
        let stride = stride.as_int().ok_or(Lost)?;
        let first = match &factor {
            None if step.divides(stride).is_true() => stride.div_floor(step)?,
            None => return Err(Lost),
            Some(factor) => factor.clone(),
        };
        let is_multiple = first.mul(step)?.equals(stride).is_true();
        if *joined || !is_multiple || !reach.at_most(step).is_true() {
            return Err(Lost);
        }
        reach = reach.add(&extent.sub(&Int::ONE)?.mul(step)?)?;
        factor = Some(first);
    }
    // At least one, so that there is a layout; and where there is none, no coordinate.
    let positive = |extent: &&Int| Int::ONE.at_most(extent).is_true();
    let extent = match [&bound.extent, &bound.most].into_iter().find(positive) {
        Some(extent) => extent.clone(),
        None => bound.extent.greater(&Int::ONE)?,
    };
    Ok((extent, factor.ok_or(Lost)?))
}
