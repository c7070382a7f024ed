//! Checks of swizzles and composed layouts: the layout under a swizzle and an
//! offset that the number chooses.

use layout_algebra::ops::{self, swizzled};
use layout_algebra::{
    ComposedLayout, Coordinate, Crd, Error, ErrorKind, Function, HTuple, Int, Swizzle, Tiler,
};
use layout_laws::swizzle as law;

use super::{Answer, Check, Operands, Over, Verdict, always, ensure, some_points, text, verdict};
use crate::{leaf, size_of};

const fn check(ops: &'static [&'static str], holds: fn(&Operands) -> Verdict) -> Check {
    Check { ops, over: Over::Swizzle, holds }
}

/// Swizzles with the offset before them: both directions, with a base and without,
/// one bit and several, and none.
const SWIZZLES: [([i128; 3], i128); 8] = [
    ([2, 0, 3], 0),
    ([1, 1, -2], 5),
    ([3, 0, 3], 12),
    ([0, 1, 2], 3),
    ([2, 1, -2], 0),
    ([1, 0, 1], -8),
    ([2, 3, 4], 0),
    ([3, 2, 5], 64),
];

pub(super) const CHECKS: &[Check] = &[
    check(&["swizzled::evaluate", "swizzled::offset_range", "swizzled::cosize"], |x| {
        let layout = composed(x)?;
        let f = Function::from(layout.clone());
        for c in some_points(size_of(x.layout.shape()), 0) {
            always(swizzled::evaluate(&leaf(c), &layout), |r| {
                let expected = law::value_of(&f, c)?;
                ensure(r.known() == Some(expected), || format!("{layout} at {c} is {r}"))
            })?;
        }
        verdict(
            swizzled::offset_range(&layout),
            |r| {
                law::offset_range_composed(&layout, r)?;
                let (least, most) = (r.0.known().unwrap_or(0), r.1.known().unwrap_or(0));
                let cosize = swizzled::cosize(&layout).map_err(text)?;
                let expected = most.max(0) - least.min(0) + 1;
                ensure(cosize.known() == Some(expected), || format!("cosize({layout})"))
            },
            refused,
        )
    }),
    check(&["swizzled::find_collision", "swizzled::check_injective"], |x| {
        let layout = composed(x)?;
        let is_checked = swizzled::check_injective(&layout).is_ok();
        always(swizzled::find_collision(&layout), |r| {
            law::collision_composed(&layout, r.as_ref())?;
            ensure(is_checked == r.is_none(), || format!("check_injective({layout}) differs"))
        })
    }),
    check(&["swizzled::slice", "swizzled::slice_and_offset"], |x| {
        let layout = composed(x)?;
        let shape = x.layout.shape();
        let mut coordinates: Vec<Coordinate> = vec![HTuple::Leaf(Crd::All)];
        for open in 0..if shape.is_tuple() { shape.rank() } else { 0 } {
            let modes = shape.modes().iter().enumerate().map(|(k, mode)| {
                let at = Crd::At(Int::new(size_of(mode) - 1));
                HTuple::Leaf(if k == open { Crd::All } else { at })
            });
            coordinates.push(HTuple::Tuple(modes.collect()));
        }
        for crd in coordinates {
            let slice = swizzled::slice(&crd, &layout);
            verdict(slice, |r| law::slice_composed(&crd, &layout, r), refused)?;
            let both = swizzled::slice_and_offset(&crd, &layout);
            let law = |(r, offset): &(Function, Int)| {
                let offset = offset.known().ok_or("an offset is known")?;
                law::slice_and_offset_composed(&crd, &layout, (r, offset))
            };
            verdict(both, law, refused)?;
        }
        Ok(Answer::Found)
    }),
    check(&["swizzled::composition", "swizzled::make_composed_layout"], |x| {
        let (swizzle, offset) = swizzle(x)?;
        let (layout, plain) = (composed(x)?, Function::from(x.layout.clone()));
        let made = swizzled::make_composed_layout(&swizzle.into(), &offset, &plain);
        always(made, |r| ensure(r.layout == layout, || format!("{} is not {layout}", r.layout)))?;
        let swizzle = Function::from(swizzle);
        let composed = Function::from(layout);
        let pairs = [(&swizzle, &plain), (&plain, &swizzle), (&plain, &composed)];
        for (lhs, rhs) in pairs {
            let result = swizzled::composition(lhs, rhs);
            verdict(result, |r| law::composed(lhs, rhs, &r.layout), refused)?;
        }
        Ok(Answer::Found)
    }),
    check(&["swizzled::on_domain", "swizzled::composition_with"], |x| {
        let layout = composed(x)?;
        let domain = ops::coalesce(x.layout).map_err(text)?;
        let coalesced = swizzled::on_domain(&layout, ops::coalesce);
        always(coalesced, |r| law::on_domain(&layout, &domain, r))?;
        let composed = Function::from(layout.clone());
        let plain = ops::composition_with(x.layout, &Tiler::Size(Int::new(2)));
        let with = swizzled::composition_with(&composed, &Tiler::Size(Int::new(2)));
        match plain {
            Ok(plain) => always(with, |r| match &r.layout {
                Function::Composed(result) => law::on_domain(&layout, &plain.layout, result),
                result => law::composed(
                    &composed,
                    &Function::from(ops::col_major(&leaf(2)).map_err(text)?),
                    result,
                ),
            }),
            Err(error) => {
                ensure(with.is_err(), || format!("{layout} has an answer: {error}"))?;
                Ok(Answer::Refused)
            }
        }
    }),
    check(&["swizzled::inverse"], |x| {
        let layout = composed(x)?;
        let right = ops::right_inverse(x.layout).map_err(text)?;
        let left = ops::left_inverse(x.layout).ok();
        for (inverse, is_left) in [(Some(&right), false), (left.as_ref(), true)] {
            let Some(inverse) = inverse else { continue };
            let result = swizzled::inverse(&layout, inverse);
            let law = |r: &ops::Outcome<Function>| {
                if r.objection.is_some() || ops::size(inverse) != ops::cosize(x.layout) {
                    return Ok(());
                }
                law::inverse_composed(&layout, inverse, &r.layout)?;
                if is_left { law::left_inverse_composed(&layout, &r.layout) } else { Ok(()) }
            };
            verdict(result, law, refused)?;
        }
        Ok(Answer::Found)
    }),
    check(&["swizzled::swizzle_layout", "swizzled::make_swizzle"], |x| {
        let (swizzle, _) = swizzle(x)?;
        let again = swizzled::make_swizzle(swizzle.y_mask(), swizzle.z_mask());
        let found = swizzle.is_identity() || again == Ok(swizzle);
        ensure(found, || format!("the masks of {swizzle} are those of {again:?}"))?;
        always(swizzled::swizzle_layout(&swizzle), |r| {
            let f = Function::from(r.clone());
            ensure(
                ops::size(r.domain().map_err(text)?) == Ok(Int::new(1 << swizzle.reach())),
                || format!("{r} is not one block"),
            )?;
            for c in some_points(1 << swizzle.reach(), 0) {
                let same = law::value_of(&f, c)? == law::swizzle_at(&swizzle, c);
                ensure(same, || format!("{r} is not {swizzle} at {c}"))?;
            }
            Ok(())
        })
    }),
    check(&["swizzled::compose_swizzles"], |x| {
        let (swizzle, _) = swizzle(x)?;
        for ([bits, base, shift], _) in SWIZZLES {
            let other = Swizzle::new(bits, base, shift).map_err(text)?;
            let law = |r: &Swizzle| {
                (0..256).try_for_each(|c| law::compose_swizzles(&swizzle, &other, r, c))
            };
            verdict(swizzled::compose_swizzles(&swizzle, &other), law, refused)?;
        }
        Ok(Answer::Found)
    }),
];

pub(super) fn swizzle(x: &Operands) -> Result<(Swizzle, Int), String> {
    let ([bits, base, shift], offset) = SWIZZLES[super::numbers::place(x, SWIZZLES.len())];
    Ok((Swizzle::new(bits, base, shift).map_err(text)?, Int::new(offset)))
}

pub(super) fn composed(x: &Operands) -> Result<ComposedLayout, String> {
    let (swizzle, offset) = swizzle(x)?;
    ComposedLayout::new(swizzle, offset, x.layout.clone()).map_err(text)
}

/// What needs no further proof: each kind of refusal has tests of its own.
pub(super) fn refused(error: &Error) -> Result<(), String> {
    match error.kind() {
        ErrorKind::NoDomain { .. } => Err(error.to_string()),
        _ => Ok(()),
    }
}
