//! The laws of what leads the values of a composed layout back.

use layout_algebra::{ComposedLayout, Function, Layout, Step, ops};

use super::values::{shape_of, value_of};
use crate::check::{Answer, Check, Over, check, verdict};
use crate::function::{self, points};
use crate::operands::{composed_of, refused};
use crate::{Law, ensure, text};
use layout_algebra::ops::swizzled;

/// `R(f(c)) = D(L(c))`, where `L` is the domain of `f` and `D` undoes it.
pub fn inverse_composed(layout: &ComposedLayout, domain: &Layout, result: &Function) -> Law {
    let f = Function::from(layout.clone());
    let inner = match layout.inner() {
        Step::Layout(inner) => Function::from(inner.clone()),
        Step::Swizzle(_) => return Ok(()),
    };
    for c in points(layout.shape().map_err(text)?)? {
        let expected = value_of(&domain.clone().into(), value_of(&inner, c)?)?;
        let found = value_of(result, value_of(&f, c)?)?;
        ensure!(found == expected, "at {c} {result} leads back to {found}, not {expected}");
    }
    Ok(())
}

/// `f(R(f(c))) = f(c)` for every coordinate of `f`.
pub fn left_inverse_composed(layout: &ComposedLayout, result: &Function) -> Law {
    let f = Function::from(layout.clone());
    for c in points(layout.shape().map_err(text)?)? {
        let expected = value_of(&f, c)?;
        let found = value_of(&f, value_of(result, expected)?)?;
        ensure!(found == expected, "at {c} it is {expected}, which {result} leads to {found}");
    }
    Ok(())
}

/// `f(R(i)) = i` for every coordinate of `R`, if it has a shape.
pub fn right_inverse_composed(layout: &ComposedLayout, result: &Function) -> Law {
    let f = Function::from(layout.clone());
    let Some(shape) = shape_of(result) else { return Ok(()) };
    for i in points(shape)? {
        let found = value_of(&f, value_of(result, i)?)?;
        ensure!(found == i, "{result} leads {i} to {found}");
    }
    Ok(())
}

/// `f(R(i)) = f(0)` for all `i`, the `R(i)` different.
pub fn nullspace(layout: &ComposedLayout, result: &Layout) -> Law {
    let (f, places) = (Function::from(layout.clone()), Function::from(result.clone()));
    let mut seen = Vec::new();
    for i in points(result.shape())? {
        let at = value_of(&places, i)?;
        ensure!(value_of(&f, at)? == value_of(&f, 0)?, "{layout} at {at} is not as at 0");
        seen.push(at);
    }
    ensure!(function::all_different(seen), "{result} has a coordinate twice");
    Ok(())
}

pub(crate) const CHECKS: &[Check] = &[check(Over::Swizzle, &["swizzled::inverse"], |x| {
    let layout = composed_of(x)?;
    let right = ops::right_inverse(x.layout).map_err(text)?;
    let left = ops::left_inverse(x.layout).ok();
    for (inverse, is_left) in [(Some(&right), false), (left.as_ref(), true)] {
        let Some(inverse) = inverse else { continue };
        let result = swizzled::inverse(&layout, inverse);
        let law = |r: &ops::Outcome<Function>| {
            if r.objection.is_some() || ops::size(inverse) != ops::cosize(x.layout) {
                return Ok(());
            }
            inverse_composed(&layout, inverse, &r.layout)?;
            if is_left { left_inverse_composed(&layout, &r.layout) } else { Ok(()) }
        };
        verdict(result, law, refused)?;
    }
    Ok(Answer::Found)
})];
