//! The laws of injectivity and of the range of offsets.

use std::collections::BTreeMap;

use layout_algebra::bounds::Bounds;
use layout_algebra::ops::Collision;
use layout_algebra::{HTuple, Int, IntTuple, Layout, ops};

use super::numbers::{EXHAUSTIVE, size_of, value};
use super::{Law, ensure, text};
use crate::check::{Check, Over, always, check, require, together, verdict};
use crate::convert::{self, AsFunction, encoded};
use crate::function::Function;
use crate::operands::{composed_of, refused};
use layout_algebra::ops::swizzled;

/// Two coordinates that are natural ones of `L`, differ, and have the offset
/// told; or, up to [`EXHAUSTIVE`] points, no two points share a value.
pub fn collision(layout: &impl AsFunction, answer: Option<&Collision>) -> Law {
    let f = layout.function()?;
    let Some(Collision { first, second, offset }) = answer else {
        return require(f.is_injective(), || format!("{layout} is not injective"));
    };
    ensure!(first != second, "{first} is no pair");
    for coordinate in [first, second] {
        let found = value_at(coordinate, &f)?;
        ensure!(found == encoded(offset)?, "{layout} at {coordinate} is not {offset}");
        let at = convert::tuple(coordinate)?;
        let mut leaves = at.leaves().into_iter().zip(f.shape().leaves());
        let alike = at.map(&mut |_| ()) == f.shape().map(&mut |_| ());
        let inside = leaves.all(|(c, extent)| (0..extent).contains(&c));
        ensure!(alike && inside, "{coordinate} is none of {layout}");
    }
    Ok(())
}

/// The value of a function at a nested coordinate.
pub(crate) fn value_at(coordinate: &IntTuple, f: &Function) -> Result<i128, String> {
    let at = convert::tuple(coordinate)?.map(&mut |c| Some(*c));
    let value = crate::slice::against(&at, &f.domain()).map(|(_, value)| f.after(value));
    value.ok_or_else(|| format!("{coordinate} is no coordinate of {f}"))
}

/// Two coordinates in bounds that [`collision`] takes for a pair; or, up to [`EXHAUSTIVE`]
/// points, no two in bounds share a value.
pub fn collision_in(layout: &Layout, bounds: &Bounds, answer: Option<&Collision>) -> Law {
    let contains = |coordinate: &IntTuple| bounds.contain(coordinate).map_err(text);
    if let Some(Collision { first, second, .. }) = answer {
        for coordinate in [first, second] {
            ensure!(contains(coordinate)?.is_true(), "{coordinate} is not in bounds: {bounds}");
        }
        return collision(layout, answer);
    }
    if size_of(layout.shape())? > EXHAUSTIVE {
        return Ok(());
    }
    let (f, mut seen) = (layout.function()?, BTreeMap::new());
    for x in f.points() {
        let at = HTuple::Leaf(Int::new(x));
        if contains(&at)?.is_true() {
            let before = seen.insert(f.at(x), x).unwrap_or(x);
            ensure!(before == x, "{layout} at {before} and {x}, in bounds: {bounds}");
        }
    }
    Ok(())
}

/// The smallest and the largest value: no point is outside, and both are taken.
pub fn offset_range(layout: &impl AsFunction, (least, most): &(Int, Int)) -> Law {
    let (least, most, f) = (value(least)?, value(most)?, layout.function()?);
    for i in f.points() {
        let offset = f.at(i);
        let inside = least <= offset && offset <= most;
        ensure!(inside, "{layout} at {i} is {offset}, outside of {least}..={most}");
    }
    let ends = match (f.sorted(), f.layout()) {
        (Some(values), _) => values.first().copied().zip(values.last().copied()),
        (None, Some(layout)) => {
            let ends = |sign: i128| {
                let steps = layout.leaves().into_iter().map(|(s, d)| (s - 1) * d * sign);
                sign * steps.filter(|step| *step > 0).sum::<i128>()
            };
            Some((ends(-1), ends(1)))
        }
        (None, None) => return Ok(()),
    };
    require(ends == Some((least, most)), || format!("{layout} reaches from {ends:?}"))
}

/// `cosize(L) = 1 + max L − min L` for integer strides, up to [`EXHAUSTIVE`] points, the
/// offset 0 among them.
pub fn cosize(layout: &impl AsFunction, result: &Int) -> Law {
    let Some(offsets) = layout.function()?.sorted() else { return Ok(()) };
    let least = offsets.first().map_or(0, |least| *least.min(&0));
    let span = 1 + offsets.last().map_or(0, |most| *most.max(&0)) - least;
    require(value(result)? == span, || format!("{layout} spans {span} offsets, not {result}"))
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Layout, &["find_collision", "check_injective"], |x| {
        let collision = ops::find_collision(x.layout);
        let is_checked = ops::check_injective(x.layout).is_ok();
        always(collision, |r| {
            self::collision(x.layout, r.as_ref())?;
            require(is_checked == r.is_none(), || format!("check_injective({}) differs", x.layout))
        })
    }),
    check(Over::Layout, &["offset_range", "cosize", "coshape"], |x| {
        together([
            always(ops::offset_range(x.layout), |r| offset_range(x.layout, r)),
            always(ops::cosize(x.layout), |r| cosize(x.layout, r)),
            // Of integer strides the shape of the codomain is its size.
            always(ops::coshape(x.layout), |r| match r {
                HTuple::Leaf(size) => cosize(x.layout, size),
                HTuple::Tuple(_) => Err(format!("coshape({}) is {r}", x.layout)),
            }),
        ])
    }),
    check(Over::Swizzle, &["swizzled::offset_range", "swizzled::cosize"], |x| {
        let layout = composed_of(x)?;
        verdict(
            swizzled::offset_range(&layout),
            |r| {
                offset_range(&layout, r)?;
                cosize(&layout, &swizzled::cosize(&layout).map_err(text)?)
            },
            refused,
        )
    }),
    check(Over::Swizzle, &["swizzled::find_collision", "swizzled::check_injective"], |x| {
        let layout = composed_of(x)?;
        let is_checked = swizzled::check_injective(&layout).is_ok();
        always(swizzled::find_collision(&layout), |r| {
            collision(&layout, r.as_ref())?;
            require(is_checked == r.is_none(), || format!("check_injective({layout}) differs"))
        })
    }),
];
