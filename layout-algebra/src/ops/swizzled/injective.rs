//! Injectivity of composed layouts.

use alloc::collections::BTreeMap;

use super::agree::{Points, few_points};
use super::evaluate;
use crate::bounds::Bounds;
use crate::explain::says;
use crate::ops::{self, Collision};
use crate::{ComposedLayout, Error, HTuple, Int, Step};

/// Two coordinates with the same value, or none if the layout is injective.
///
/// A swizzle is a bijection, so under swizzles alone the domain decides. A layout
/// applied after it is decided by its bits, by being injective itself, or by a
/// visit of every point.
///
/// # Errors
///
/// [`crate::ErrorKind::Undecided`], [`crate::ErrorKind::NoDomain`].
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops};
/// let swizzle = Swizzle::new(3, 0, 3).unwrap();
/// let layout = ComposedLayout::new(swizzle, Int::ZERO, "4:0".parse::<Layout>().unwrap()).unwrap();
/// assert!(ops::swizzled::find_collision(&layout).unwrap().is_some());
/// ```
pub fn find_collision(layout: &ComposedLayout) -> Result<Option<Collision>, Error> {
    find_in(layout, &Bounds::EVERYWHERE)
}

/// Two coordinates in bounds that share an offset.
fn find_in(layout: &ComposedLayout, bounds: &Bounds) -> Result<Option<Collision>, Error> {
    if matches!(layout.inner(), Step::Swizzle(_)) && layout.only_swizzles() {
        return Ok(None);
    }
    let domain = layout.domain()?;
    if let Some(collision) = bounds.find_collision(domain)? {
        let offset = HTuple::Leaf(evaluate(&collision.first, layout)?);
        return Ok(Some(Collision { offset, ..collision }));
    }
    if layout.only_swizzles() || every_step_injective(layout)? {
        says!("what follows the layout takes different offsets to different ones");
        return Ok(None);
    }
    let points = Points::of(layout)?;
    if points.bitwise().is_some_and(|bitwise| bitwise.is_injective()) {
        return Ok(None);
    }
    let Some(size) = few_points(domain)? else {
        return Err(Error::undecided("make_layout", format_args!("{layout} is injective")));
    };
    let mut seen: BTreeMap<i128, i128> = BTreeMap::new();
    for c in 0..size {
        let is_padding = || Ok::<_, Error>(bounds.contain(&HTuple::Leaf(Int::new(c)))?.is_false());
        if !bounds.is_everywhere() && is_padding()? {
            continue;
        }
        let value = points.at(c)?;
        if let Some(before) = seen.insert(value, c) {
            let at = |c| ops::idx2crd(&HTuple::Leaf(Int::new(c)), domain.shape());
            let offset = HTuple::Leaf(Int::new(value));
            return Ok(Some(Collision { first: at(c)?, second: at(before)?, offset }));
        }
    }
    Ok(None)
}

/// Returns true if every layout after the domain is injective on `[0, size)` and is met there
/// alone.
fn every_step_injective(layout: &ComposedLayout) -> Result<bool, Error> {
    let mut inner = crate::Function::from(layout.inner().clone());
    for (step, offset) in layout.outer().iter().rev() {
        if let Step::Layout(after) = step {
            let size = ops::size(after)?;
            let beyond = super::composition::first_beyond(&inner, offset, &size);
            if !matches!(beyond, Ok(None))
                || ops::find_collision(after).map_err(Error::as_case)?.is_some()
            {
                return Ok(false);
            }
        }
        inner = ComposedLayout::new(step.clone(), offset.clone(), inner)?.into();
    }
    Ok(true)
}

/// Refuses a composed layout that is not injective.
///
/// # Errors
///
/// [`crate::ErrorKind::NotInjective`] with two coordinates that collide, and those of
/// [`find_collision`].
///
/// ```
/// use layout_algebra::{ComposedLayout, ops};
/// let layout: ComposedLayout = "Sw<3,0,3> o 0 o (4,8):(8,1)".parse().unwrap();
/// assert!(ops::swizzled::check_injective(&layout).is_ok());
/// ```
pub fn check_injective(layout: &ComposedLayout) -> Result<(), Error> {
    check_injective_in(layout, &Bounds::EVERYWHERE)
}

/// Checks that no two coordinates in bounds share an offset.
pub(crate) fn check_injective_in(layout: &ComposedLayout, bounds: &Bounds) -> Result<(), Error> {
    // The values at symbols are not known, and no two become one in a swizzle.
    if layout.only_swizzles()
        && let Ok(domain) = layout.domain()
        && domain.is_symbolic()
    {
        return bounds.check_injective(domain);
    }
    match find_in(layout, bounds)? {
        None => Ok(()),
        Some(collision) => Err(collision.refusal_of_whole(layout)),
    }
}
