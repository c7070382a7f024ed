//! The laws of what is composed with a swizzle.

use layout_algebra::{ComposedLayout, Function, Layout};

use super::values::{after, composed_at, layout_at, shape_of, value_of};
use crate::function::points;
use crate::{Law, ensure, text};

/// `R(c) = A(B(c))` for every coordinate of `B`; where `B` is a swizzle, of `A`, and
/// of the block that both swizzles permute where `A` is one too.
pub fn composed(lhs: &Function, rhs: &Function, result: &Function) -> Law {
    let points = match (shape_of(rhs).or(shape_of(lhs)), lhs, rhs) {
        (Some(shape), ..) => points(shape)?,
        (_, Function::Swizzle(lhs), Function::Swizzle(rhs)) => {
            (0..lhs.reach().max(rhs.reach())).map(|bit| 1 << bit).collect()
        }
        _ => return Ok(()),
    };
    for c in points {
        let expected = value_of(lhs, value_of(rhs, c)?)?;
        let found = value_of(result, c)?;
        ensure!(found == expected, "at {c} it is {expected}, {result} is {found}");
    }
    Ok(())
}

/// `R(c) = A(O + … op(L)(c))`: what an operation makes of the domain, under the same
/// functions.
pub fn on_domain(layout: &ComposedLayout, domain: &Layout, result: &ComposedLayout) -> Law {
    let shape = result.shape().map_err(text)?;
    ensure!(shape == domain.shape(), "{result} has another shape than {domain}");
    for c in points(shape)? {
        let expected = after(layout, layout_at(domain, c)?)?;
        let found = composed_at(result, c)?;
        ensure!(found == expected, "at {c} it is {expected}, {result} is {found}");
    }
    Ok(())
}

/// `R(c₀,c₁,…) = A₀(c₀) + A₁(c₁) + …` for the modes `A`, the coordinates one after the other.
pub fn concat(modes: &[Function], result: &Function) -> Law {
    let Some(shape) = super::values::shape_of(result) else {
        return Err(format!("{result} has no shape"));
    };
    for c in points(shape)? {
        let (mut rest, mut sum) = (c, 0i128);
        for mode in modes {
            let shape = super::values::shape_of(mode).ok_or("a mode has no shape")?;
            let size = crate::function::size_of(shape)?;
            sum = sum.wrapping_add(value_of(mode, rest % size)?);
            rest /= size;
        }
        let found = value_of(result, c)?;
        ensure!(found == sum, "{result} at {c} is {found}, its modes add up to {sum}");
    }
    Ok(())
}
