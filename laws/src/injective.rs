//! The laws of injectivity and of the range of offsets.

use std::collections::BTreeMap;

use layout_algebra::bounds::Bounds;
use layout_algebra::ops::Collision;
use layout_algebra::{HTuple, Int, IntTuple, Layout, ModePath, ops};

use super::complement::is_one_to_one;
use super::function::{
    EXHAUSTIVE, Function, components, points, size_of, sorted_offsets, value, value_at,
};
use super::{Law, ensure, text};
use crate::check::{Check, Over, always, check, require, together};

/// Two coordinates that are natural ones of `L`, differ, and have the offset
/// told; or, up to [`EXHAUSTIVE`] points, no two points share a value.
pub fn collision(layout: &Layout, answer: Option<&Collision>) -> Law {
    let Some(Collision { first, second, offset }) = answer else {
        let checked = size_of(layout.shape())? > EXHAUSTIVE || is_one_to_one(layout)?;
        ensure!(checked, "{layout} is not injective");
        return Ok(());
    };
    ensure!(first != second, "{first} is no pair");
    let components = components(&[layout]);
    for coordinate in [first, second] {
        ensure!(coordinate.congruent(layout.shape()), "{coordinate} is none of {layout}");
        let mut leaves = coordinate.leaves().into_iter().zip(layout.shape().leaves());
        let inside = leaves.all(|(c, extent)| Int::ZERO <= *c && c < extent);
        ensure!(inside, "{coordinate} is none of {layout}");
    }
    for component in &components {
        let (a, b) = (value_at(first, layout, component)?, value_at(second, layout, component)?);
        ensure!(a == b, "{layout} is {a} at {first} and {b} at {second}");
    }
    if components.iter().all(ModePath::is_root) {
        super::evaluate(first, layout, offset)?;
    }
    Ok(())
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
    let components = components(&[layout]);
    let mut seen = BTreeMap::new();
    for x in points(layout.shape())? {
        let at = HTuple::Leaf(Int::new(x));
        if contains(&at)?.is_true() {
            let offset: Result<Vec<i128>, _> =
                components.iter().map(|component| value_at(&at, layout, component)).collect();
            let before = seen.insert(offset?, x).unwrap_or(x);
            ensure!(before == x, "{layout} at {before} and {x}, in bounds: {bounds}");
        }
    }
    Ok(())
}

/// The smallest and the largest offset on `[0, size)`, for integer strides: no
/// point is outside, and both are taken.
pub fn offset_range(layout: &Layout, (least, most): &(Int, Int)) -> Law {
    let function = Function::of(layout, &ModePath::root())?;
    let (least, most) = (value(least)?, value(most)?);
    for i in points(layout.shape())? {
        let offset = function.at(i);
        let inside = least <= offset && offset <= most;
        ensure!(inside, "{layout} at {i} is {offset}, outside of {least}..={most}");
    }
    let (mut lowest, mut highest, mut place) = (0, 0, 1);
    for &(extent, stride) in &function.leaves {
        let corner = if stride < 0 { &mut lowest } else { &mut highest };
        *corner += place * (extent - 1);
        place *= extent;
    }
    let taken = (function.at(lowest), function.at(highest));
    ensure!(taken == (least, most), "{layout} takes {taken:?}, not {least} and {most}");
    Ok(())
}

/// `cosize(L) = 1 + max L − min L` for integer strides, up to [`EXHAUSTIVE`]
/// points.
pub fn cosize(layout: &Layout, result: &Int) -> Law {
    if size_of(layout.shape())? > EXHAUSTIVE {
        return Ok(());
    }
    let offsets = sorted_offsets(layout)?;
    let span = offsets.last().zip(offsets.first()).map_or(1, |(most, least)| 1 + most - least);
    ensure!(value(result)? == span, "{layout} spans {span} offsets, not {result}");
    Ok(())
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
];
