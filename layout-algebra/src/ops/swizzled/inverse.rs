//! `inverse`: what undoes a composed layout, from what undoes its domain.

use super::composition;
use crate::ops::Outcome;
use crate::{ComposedLayout, Error, Function, Int, Layout, Step};

/// `B⁻¹ o -O o A⁻¹` for `A o O o B`, where `domain` undoes `B` from the left or from
/// the right, and a swizzle undoes itself: the left or the right inverse of the
/// whole. Where `O` is 0 the two are composed, as CuTe does.
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops};
/// let leaf = |s| Layout::leaf(s, 1).unwrap();
/// let swizzle = Swizzle::new(3, 1, 3).unwrap();
/// let layout = ComposedLayout::new(swizzle, Int::new(2), leaf(64)).unwrap();
/// let inverse = ops::swizzled::inverse(&layout, &leaf(64)).unwrap();
/// assert_eq!(inverse.layout.to_string(), "64:1 o -2 o Sw<3,1,3>");
/// ```
///
/// # Errors
///
/// The errors of [`composition`]; [`crate::ErrorKind::NoDomain`], [`crate::ErrorKind::NotSwizzled`]
/// unless only swizzles are applied after the domain.
pub fn inverse(layout: &ComposedLayout, domain: &Layout) -> Result<Outcome<Function>, Error> {
    layout.domain()?;
    let mut inverse = Outcome::from(Function::from(domain.clone()));
    for (step, offset) in layout.outer().iter().rev() {
        let Step::Swizzle(swizzle) = step else {
            let kind = crate::ErrorKind::NotSwizzled { function: alloc::format!("{layout}") };
            return Err(Error::new("left_inverse", kind));
        };
        inverse = if *offset == Int::ZERO {
            let next = composition(&inverse.layout, &(*swizzle).into())?;
            Outcome { layout: next.layout, objection: inverse.objection.or(next.objection) }
        } else {
            let back = Int::ZERO.sub(offset)?;
            let layout = ComposedLayout::new(inverse.layout, back, *swizzle)?.into();
            Outcome { layout, objection: inverse.objection }
        };
    }
    Ok(inverse)
}
