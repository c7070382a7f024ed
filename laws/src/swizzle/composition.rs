//! The laws of what is composed with a swizzle.

use layout_algebra::{ErrorKind, Function, Int, Layout, Tiler, ops};

use crate::check::{Answer, Check, Over, always, check, require, verdict};
use crate::convert::{self, AsFunction};
use crate::function::{at_all, same};
use crate::operands::{composed_of, count_of, layout, leaf, refused, swizzle_of};
use crate::{Law, ensure, text};
use layout_algebra::ops::swizzled;

/// `R(c) = A(O + … op(L)(c))`: what an operation makes of the domain, under the same
/// functions.
pub fn on_domain(layout: &impl AsFunction, domain: &Layout, result: &impl AsFunction) -> Law {
    let (expected, result) = (layout.function()?.on(convert::layout(domain)?), result.function()?);
    ensure!(result.shape() == expected.shape(), "{result} has another shape than {domain}");
    same(&expected, &result)
}

/// `R(c₀,c₁,…) = A₀(c₀) + A₁(c₁) + …` for the modes `A`, the coordinates one after the other.
pub fn concat(modes: &[Function], result: &Function) -> Law {
    let modes = modes.iter().map(AsFunction::function).collect::<Result<Vec<_>, _>>()?;
    let result = result.function()?;
    at_all(&result.points(), &result, |c| {
        let mut rest = c;
        modes.iter().fold(0i128, |sum, mode| {
            let at = rest % mode.size();
            rest /= mode.size();
            sum.wrapping_add(mode.at(at))
        })
    })
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
            verdict(result, |r| crate::composition(lhs, rhs, &r.layout), refused)?;
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
                result => crate::composition(
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
