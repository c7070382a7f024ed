//! Injectivity in bounds: coordinates of padding may share offsets.

use alloc::vec::Vec;

use super::merged::{MergedLeaves, limits};
use super::{Bound, Bounds};
use crate::exact::injective;
use crate::exact::{Injectivity, injectivity};
use crate::ops::{self, Collision, assumed, find_by, undecided};
use crate::{CollectVec, ComposedLayout, Error, Int, Layout, Need};

impl Bounds {
    /// Two coordinates in bounds with the same offset, or none if `layout` is injective
    /// there. Where the bounds are not known, all coordinates count.
    ///
    /// Decided exactly, as by [`ops::find_collision`]: if two coordinates in bounds have the
    /// difference `x`, the positive parts of `x` and of `-x` are in bounds, too. Most often nothing is searched: leaves that a bound limits are together one
    /// leaf of as many steps as there are in bounds, so that a padded divide of `A` is `A`
    /// again.
    ///
    /// # Errors
    ///
    /// As [`ops::find_collision`]. Over symbols, the condition is one of the leaves in bounds.
    ///
    /// ```
    /// use layout_algebra::{Tiler, bounds, ops, bounds::Bounds};
    /// let rows = ops::row_major(&(8, 10).into()).unwrap();
    /// let tiler: Tiler = "(2,4)".parse().unwrap();
    /// let tiles = ops::logical_divide(&rows, &tiler).unwrap().layout;
    /// // The last columns of a row are the first of the next, and padding.
    /// assert!(ops::find_collision(&tiles).unwrap().is_some());
    /// let bounds = bounds::logical_divide(&rows, &Bounds::EVERYWHERE, &tiler, &tiles);
    /// assert!(bounds.find_collision(&tiles).unwrap().is_none());
    /// ```
    pub fn find_collision(&self, layout: &Layout) -> Result<Option<Collision>, Error> {
        let mut bounds = Vec::new();
        for bound in self.within().unwrap_or_default() {
            if bound.coordinate.shape() == layout.shape() {
                bounds.push(bound);
            }
        }
        if bounds.is_empty() {
            return ops::find_collision(layout);
        }
        find_by(layout, &|leaves| decide(layout, leaves, &bounds))
    }

    /// Refuses a layout that is not injective in bounds.
    ///
    /// # Errors
    ///
    /// [`crate::ErrorKind::NotInjective`] with two coordinates in bounds that collide, and
    /// those of [`Bounds::find_collision`].
    pub fn check_injective(&self, layout: &Layout) -> Result<(), Error> {
        self.find_collision(layout)?.map_or(Ok(()), |collision| Err(collision.refusal(layout)))
    }

    /// Checks a composed layout, of whose domain these are the bounds.
    ///
    /// # Errors
    ///
    /// As [`ops::swizzled::check_injective`].
    pub fn check_injective_composed(&self, layout: &ComposedLayout) -> Result<(), Error> {
        ops::swizzled::check_injective_in(layout, self)
    }
}

/// The difference of two coordinates with the same offset, of the leaves along one basis
/// element.
fn decide(
    layout: &Layout,
    leaves: &[(Int, Int)],
    bounds: &[&Bound],
) -> Result<Option<Vec<i128>>, Error> {
    let merged = MergedLeaves::merge(leaves, bounds)?;
    // Merged leaves that may collide out of bounds, too, decide nothing.
    let mut condition = None;
    if let Some(merged) = &merged {
        match injectivity(&merged.leaves, &merged.limits)? {
            Injectivity::Shown => return Ok(None),
            Injectivity::If(needed, need) if needed.integers().any(Int::is_symbolic) => {
                let of = [&*merged.leaves, leaves];
                if merged.is_exact {
                    return assumed(layout, (needed, need), &of);
                }
                condition = Some(((needed, Need::Case), of));
            }
            Injectivity::If(..) | Injectivity::Collision(_) => {}
        }
    }
    let limits = limits(bounds);
    let known: Option<Vec<_>> =
        leaves.iter().map(|(extent, stride)| extent.known().zip(stride.known())).collect_some();
    let answer = match known {
        Some(modes) => match injective::collision_within(&modes, &limits) {
            Ok(None) => Injectivity::Shown,
            Ok(Some(difference)) => Injectivity::Collision(difference),
            Err(_) => return Err(undecided(layout)),
        },
        None => injectivity(leaves, &limits)?,
    };
    match (answer, condition) {
        (Injectivity::Shown, _) => Ok(None),
        (_, Some((needed, of))) => assumed(layout, needed, &of),
        (Injectivity::Collision(difference), None) => Ok(Some(difference)),
        (Injectivity::If(needed, need), None) => assumed(layout, (needed, need), &[leaves]),
    }
}
