//! `composition` with swizzles and composed layouts on either side.

use super::agree::agree;
use super::{compose_swizzles, make_swizzle, offset_range};
use crate::exact::known;
use crate::ops::{self, Outcome};
use crate::{
    ComposedLayout, Error, ErrorAddress, ErrorKind, Function, Int, Layout, Step, Swizzle, Tiler,
    decide,
};

const OP: &str = "composition";

/// `A∘B` for any two functions: `(A∘B)(c) = A(B(c))` for every coordinate `c` of
/// `B`; where `B` is a swizzle, those of `A`.
///
/// | A | B | is |
/// |---|---|---|
/// | swizzle | swizzle | their product, see [`compose_swizzles`] |
/// | swizzle | layout | `A o 0 o B`, or `B` for a swizzle that flips nothing |
/// | layout | `Sw`, `Sw o 0 o L` | `Sw' o 0 o A∘L`, if a swizzle `Sw'` does there what `Sw` does here |
/// | layout | composed | `A o 0 o B` otherwise |
/// | `A' o O o L` | any | `A' o O o L∘B` |
///
/// If a layout meets positions that it does not have, the outcome objects with
/// [`ErrorKind::Beyond`].
///
/// CuTe takes `Sw'` without looking whether it does the same: it answers
/// `Sw<2,0,-2> o 0 o (8,8):(4,1)` for `(8,8):(4,1) o Sw<2,0,3>`, which differs at 20 of
/// the 64 coordinates.
///
/// ```
/// use layout_algebra::ops;
/// let swizzle = "Sw<2,0,3>".parse().unwrap();
/// let compose = |layout: &str| {
///     let composed = ops::swizzled::composition(&layout.parse().unwrap(), &swizzle);
///     composed.unwrap().layout.to_string()
/// };
/// assert_eq!(compose("(8,8):(8,1)"), "Sw<2,0,-3> o 0 o (8,8):(8,1)");
/// assert_eq!(compose("(8,8):(4,1)"), "(8,8):(4,1) o 0 o Sw<2,0,3> o 0 o (8,8):(1,8)");
/// ```
///
/// # Errors
///
/// The errors of [`ops::composition`], [`compose_swizzles`] and [`ComposedLayout::new`].
pub fn composition(lhs: &Function, rhs: &Function) -> Result<Outcome<Function>, Error> {
    match (lhs, rhs) {
        (Function::Swizzle(first), Function::Swizzle(second)) => {
            Ok(Function::from(compose_swizzles(first, second)?).into())
        }
        (Function::Swizzle(swizzle), rhs) if swizzle.is_identity() => Ok(rhs.clone().into()),
        (Function::Swizzle(swizzle), rhs) => {
            let composed = ComposedLayout::new(*swizzle, Int::ZERO, rhs.clone());
            Ok(Function::from(composed.in_op(OP).in_operand(1)?).into())
        }
        (Function::Layout(lhs), Function::Layout(rhs)) => {
            let outcome = ops::composition(lhs, rhs)?;
            Ok(Outcome { layout: outcome.layout.into(), objection: outcome.objection })
        }
        (Function::Layout(lhs), Function::Swizzle(swizzle)) => {
            let domain = ops::col_major(lhs.shape())?;
            let rhs = ComposedLayout::new(*swizzle, Int::ZERO, domain)?;
            after_layout(lhs, &rhs)
        }
        (Function::Layout(lhs), Function::Composed(rhs)) => after_layout(lhs, rhs),
        (Function::Composed(lhs), rhs) => {
            let inner = composition(&lhs.inner().clone().into(), rhs)?;
            let layout = lhs.with_domain(inner.layout)?.into();
            Ok(Outcome { layout, objection: inner.objection })
        }
    }
}

/// [`composition`] with a tiler, which acts by mode as in
/// [`ops::composition_with`].
///
/// # Errors
///
/// As [`composition`], and [`ErrorKind::TooManyModes`].
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops};
/// let rows: Layout = "(4,8):(8,1)".parse().unwrap();
/// let swizzle = Swizzle::new(3, 0, 3).unwrap();
/// let layout = ComposedLayout::new(swizzle, Int::ZERO, rows).unwrap().into();
/// let corner = ops::swizzled::composition_with(&layout, &"4:4".parse().unwrap()).unwrap();
/// assert_eq!(corner.layout.to_string(), "Sw<3,0,3> o 0 o 4:1");
/// ```
pub fn composition_with(lhs: &Function, tiler: &Tiler) -> Result<Outcome<Function>, Error> {
    if let Some(rhs) = tiler.as_layout() {
        return composition(lhs, &rhs?.into());
    }
    match lhs {
        Function::Layout(layout) => {
            let outcome = ops::composition_with(layout, tiler)?;
            Ok(Outcome { layout: outcome.layout.into(), objection: outcome.objection })
        }
        Function::Composed(composed) => {
            let outcome = ops::composition_with(composed.domain()?, tiler)?;
            let layout = composed.with_domain(outcome.layout)?.into();
            Ok(Outcome { layout, objection: outcome.objection })
        }
        Function::Swizzle(swizzle) => {
            let kind = ErrorKind::NoDomain { function: alloc::format!("{swizzle}") };
            Err(Error::new(OP, kind))
        }
    }
}

/// CuTe's `make_composed_layout`: the function `A o O o B` as it is, without an
/// attempt to simplify it. Where a layout `A` meets positions that it does not
/// have, the outcome objects.
///
/// # Errors
///
/// The errors of [`ComposedLayout::new`] and [`offset_range`].
///
/// ```
/// use layout_algebra::{Int, Layout, Swizzle, ops};
/// let rows: Layout = "(4,8):(8,1)".parse().unwrap();
/// let swizzle = Swizzle::new(3, 0, 3).unwrap();
/// let layout = ops::swizzled::make_composed_layout(&swizzle.into(), &Int::new(2), &rows.into());
/// assert_eq!(layout.unwrap().layout.to_string(), "Sw<3,0,3> o 2 o (4,8):(8,1)");
/// ```
pub fn make_composed_layout(
    outer: &Function,
    offset: &Int,
    inner: &Function,
) -> Result<Outcome<ComposedLayout>, Error> {
    let composed = ComposedLayout::new(outer.clone(), offset.clone(), inner.clone())?;
    let last = match outer {
        Function::Layout(layout) => Some(layout),
        Function::Composed(outer) => outer.domain().ok(),
        Function::Swizzle(_) => None,
    };
    let objection = match last {
        Some(layout) => beyond("make_composed_layout", layout, offset, inner)?,
        None => None,
    };
    Ok(Outcome { layout: composed, objection }.in_operand(2))
}

/// `A∘B` for a layout `A`.
fn after_layout(lhs: &Layout, rhs: &ComposedLayout) -> Result<Outcome<Function>, Error> {
    let composed = ComposedLayout::new(lhs.clone(), Int::ZERO, rhs.clone()).in_op(OP)?;
    let objection = beyond(OP, lhs, &Int::ZERO, &rhs.clone().into())?;
    let layout = match passed_through(lhs, rhs, &composed)? {
        Some(swizzled) => swizzled,
        None => composed.into(),
    };
    Ok(Outcome { layout, objection }.in_operand(1))
}

/// `A∘(Sw o 0 o B)` as `Sw'∘(A∘B)`, if that is the same function.
fn passed_through(
    lhs: &Layout,
    rhs: &ComposedLayout,
    composed: &ComposedLayout,
) -> Result<Option<Function>, Error> {
    let Some(((Step::Swizzle(swizzle), offset), rest)) = rhs.outer().split_first() else {
        return Ok(None);
    };
    let Some(image) = image(lhs, swizzle) else { return Ok(None) };
    let mut tail = Function::from(rhs.inner().clone());
    for (step, offset) in rest.iter().rev() {
        tail = ComposedLayout::new(step.clone(), offset.clone(), tail)?.into();
    }
    if *offset != Int::ZERO || rhs.domain().is_err() {
        return Ok(None);
    }
    let Ok(inside) = composition(&lhs.clone().into(), &tail) else { return Ok(None) };
    let swizzled = match inside.layout {
        Function::Layout(inside) if image.is_identity() => {
            // Only as a function to compare: what flips nothing is left out below.
            let plain = ComposedLayout::new(image, Int::ZERO, inside.clone())?;
            let same = agree(composed, 0, &plain)? == Some(true);
            return Ok(same.then_some(inside.into()));
        }
        inside => ComposedLayout::new(image, Int::ZERO, inside)?,
    };
    Ok((agree(composed, 0, &swizzled)? == Some(true)).then_some(swizzled.into()))
}

/// The swizzle of what a layout makes of the bits of another.
fn image(layout: &Layout, swizzle: &Swizzle) -> Option<Swizzle> {
    let leaves = super::agree::leaves(layout).ok()?;
    let at = |mask| crate::exact::bitwise::at(&leaves, mask);
    make_swizzle(at(swizzle.y_mask())?, at(swizzle.z_mask())?).ok()
}

/// The objection to positions that a layout does not have.
fn beyond(
    op: &'static str,
    layout: &Layout,
    offset: &Int,
    inner: &Function,
) -> Result<Option<Error>, Error> {
    let size = ops::size(layout)?;
    let Some(position) = first_beyond(inner, offset, &size)? else { return Ok(None) };
    let kind = ErrorKind::Beyond { layout: alloc::format!("{layout}"), size, position };
    Ok(Some(Error::new(op, kind)))
}

/// A value of `offset + inner` that is not in `[0, size)`.
pub(super) fn first_beyond(
    inner: &Function,
    offset: &Int,
    size: &Int,
) -> Result<Option<Int>, Error> {
    let (least, most) = match inner {
        Function::Swizzle(_) => return Ok(None),
        Function::Layout(layout) => ops::offset_range(layout)?,
        Function::Composed(composed) if composed.domain().is_err() => return Ok(None),
        Function::Composed(composed) => offset_range(composed)?,
    };
    let (least, most) = (least.add(offset)?, most.add(offset)?);
    if known(&least)? < 0 {
        return Ok(Some(least));
    }
    Ok((!decide::less(OP, &most, size)?).then_some(most))
}
