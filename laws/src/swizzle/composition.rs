//! The laws of what is composed with a swizzle.

use layout_algebra::{ComposedLayout, ErrorKind, Function, Int, Layout, Tiler, ops};

use super::values::{after, composed_at, layout_at, shape_of, value_of};
use crate::check::{Answer, Check, Over, always, check, require, verdict};
use crate::function::points;
use crate::operands::{composed_of, count_of, layout, leaf, refused, swizzle_of};
use crate::{Law, ensure, text};
use layout_algebra::ops::swizzled;

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

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Swizzle, &["swizzled::concat"], |x| {
        let composed = Function::from(composed_of(x)?);
        let size = count_of(x.layout.shape());
        for other in [1i128, 3, 8, 64, 4096].map(|d| layout(&leaf(size.min(5)), &[d])) {
            let other = Function::from(other);
            for modes in [[composed.clone(), other.clone()], [other.clone(), composed.clone()]] {
                let whole = swizzled::concat(&modes);
                verdict(
                    whole,
                    |r| concat(&modes, r),
                    |error| match error.kind() {
                        ErrorKind::NoSum { value, sum, .. } if value != sum => Ok(()),
                        _ => Err(error.to_string()),
                    },
                )?;
            }
        }
        Ok(Answer::Found)
    }),
    check(Over::Swizzle, &["swizzled::composition", "swizzled::make_composed_layout"], |x| {
        let (swizzle, offset) = swizzle_of(x)?;
        let (layout, plain) = (composed_of(x)?, Function::from(x.layout.clone()));
        let made = swizzled::make_composed_layout(&swizzle.into(), &offset, &plain);
        always(made, |r| require(r.layout == layout, || format!("{} is not {layout}", r.layout)))?;
        let swizzle = Function::from(swizzle);
        let composed = Function::from(layout);
        let pairs = [(&swizzle, &plain), (&plain, &swizzle), (&plain, &composed)];
        for (lhs, rhs) in pairs {
            let result = swizzled::composition(lhs, rhs);
            verdict(result, |r| self::composed(lhs, rhs, &r.layout), refused)?;
        }
        Ok(Answer::Found)
    }),
    check(Over::Swizzle, &["swizzled::on_domain", "swizzled::composition_with"], |x| {
        let layout = composed_of(x)?;
        let domain = ops::coalesce(x.layout).map_err(text)?;
        let coalesced = swizzled::on_domain(&layout, ops::coalesce);
        always(coalesced, |r| on_domain(&layout, &domain, r))?;
        let composed = Function::from(layout.clone());
        let plain = ops::composition_with(x.layout, &Tiler::Size(Int::new(2)));
        let with = swizzled::composition_with(&composed, &Tiler::Size(Int::new(2)));
        match plain {
            Ok(plain) => always(with, |r| match &r.layout {
                Function::Composed(result) => on_domain(&layout, &plain.layout, result),
                result => self::composed(
                    &composed,
                    &Function::from(ops::col_major(&leaf(2)).map_err(text)?),
                    result,
                ),
            }),
            Err(error) => {
                require(with.is_err(), || format!("{layout} has an answer: {error}"))?;
                Ok(Answer::Refused)
            }
        }
    }),
];
