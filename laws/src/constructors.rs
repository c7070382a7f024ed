//! The laws of the constructors.

use layout_algebra::ops::Outcome;
use layout_algebra::{Int, IntTuple, Layout, ops};

use super::numbers::{all_different, digits, extents, value};
use super::{Law, col_major, ensure, text};
use crate::check::{Check, Over, always, check, require};
use crate::convert::{self, AsFunction, weight};
use crate::function::at_all;
use crate::tree;

/// `L(c) = c`: along each leaf, the layout is the position there.
pub fn make_identity_layout(shape: &IntTuple, layout: &Layout) -> Law {
    ensure!(layout.shape() == shape, "{layout} does not have the shape {shape}");
    let (extents, f) = (extents(shape)?, layout.function()?);
    let weights: Vec<i128> = shape.leaf_paths().iter().map(|(path, _)| weight(path)).collect();
    at_all(&f.points(), &f, |i| {
        let steps = digits(i, &extents).into_iter().zip(&weights);
        steps.fold(0, |sum, (c, weight)| sum.wrapping_add(c.wrapping_mul(*weight)))
    })
}

/// The number of strides of a layout that come before each: those along an earlier element of the basis, and
/// smaller ones along the same.
fn order_of(layout: &Layout) -> Result<Vec<i128>, String> {
    let strides = layout.stride().leaves();
    let mut keys = Vec::new();
    for stride in &strides {
        keys.push((stride.mode(), value(stride.scale())?));
    }
    Ok(keys.iter().map(|key| keys.iter().filter(|other| *other < key).count() as i128).collect())
}

/// `R` has the shape of `L`, is 0 where `L` is broadcast, is otherwise a bijection
/// onto `[0, size)`, and orders its strides as `L`. The outcome objects exactly if two
/// leaves of extent above 1 have the same stride, not 0.
pub fn make_layout_like(layout: &Layout, outcome: &Outcome) -> Law {
    let mut orders = order_of(layout)?.into_iter();
    let mut strides = layout.stride().leaves().into_iter();
    let orders = convert::tuple(layout.shape())?.map(&mut |&extent| {
        let still = strides.next().is_none_or(|stride| *stride.scale() == Int::ZERO);
        let order = orders.next().unwrap_or(0) + 1;
        (extent, if still { 0 } else { order })
    });
    let shared = alike(&orders, &outcome.layout.function()?.domain())?;
    let objects = outcome.objection.is_some();
    require(shared == objects, || format!("{layout} became {}, {objects}", outcome.layout))
}

/// `R` has the shape of `L`, is 0 where `L` is broadcast, is otherwise a bijection
/// onto `[0, size)`, and orders its strides as `L`; true where two leaves of `L` of extent
/// above 1 have the same stride, and no order.
///
/// # Errors
///
/// The part of the law that does not hold.
pub fn alike(layout: &tree::Layout, result: &tree::Layout) -> Result<bool, String> {
    ensure!(tree::shape(layout) == tree::shape(result), "{layout:?} became {result:?}");
    let mut wide = Vec::new();
    for ((extent, before), (_, after)) in layout.leaves().into_iter().zip(result.leaves()) {
        if extent == 1 || before == 0 {
            ensure!(after == 0, "{result:?} is not broadcast as {layout:?}");
        } else {
            wide.push((extent, before, after));
        }
    }
    ordered(&wide, &format!("{layout:?} became {result:?}"))
}

/// Mode 0 of `R` has the shape of mode 0 of `L` and counts its coordinates but for
/// those that are broadcast; the other modes have the extents of those of `L` and
/// repeat it in the order of their strides. A layout of one mode becomes
/// column-major. The outcome objects exactly if two leaves of the modes from 1 on, of
/// extent above 1, have the same stride.
pub fn make_fragment_like(layout: &Layout, outcome: &Outcome) -> Law {
    let result = &outcome.layout;
    if layout.rank() <= 1 {
        return col_major(layout.shape(), result);
    }
    let (from, to) = (layout.modes(), result.modes());
    let rest = Layout::from_modes(&from[1..]).map_err(text)?;
    // One mode more than mode 0 is in a tuple of its own.
    let shapes: Vec<&IntTuple> = match to.as_slice() {
        [_, rest] if from.len() == 2 => rest.shape().modes().iter().collect(),
        _ => to[1..].iter().map(Layout::shape).collect(),
    };
    let same = shapes.iter().copied().eq(rest.shape().modes());
    ensure!(same && to[0].shape() == from[0].shape(), "{layout} became {result}");
    let (mut kept, mut next) = (Vec::new(), 1);
    for ((extent, before), (_, after)) in from[0].leaves().into_iter().zip(to[0].leaves()) {
        let broadcast = *before.scale() == Int::ZERO || *extent == Int::ONE;
        let expected = if broadcast { 0 } else { next };
        ensure!(value(after.scale())? == expected, "mode 0 of {result} is not column-major");
        if !broadcast {
            next *= value(extent)?;
            kept.push((value(extent)?, expected, expected));
        }
    }
    let mut wide = Vec::new();
    let after = to[1..].iter().flat_map(|mode| mode.leaves().into_iter().map(|(_, d)| d.clone()));
    let leaves = rest.leaves().into_iter().zip(order_of(&rest)?);
    for (((extent, _), order), after) in leaves.zip(after.collect::<Vec<_>>()) {
        if *extent != Int::ONE {
            let (after, atom) = (value(after.scale())?, next);
            ensure!(after % atom == 0, "{result} repeats its mode 0 at {after}");
            wide.push((value(extent)?, order, after / atom));
        }
    }
    let shared = ordered(&wide, &format!("{layout} became {result}"))?;
    let objects = outcome.objection.is_some();
    require(shared == objects, || format!("{layout} became {result}, {objects}"))
}

/// Leaves `(extent, order, stride)`: the strides are those of the leaves before in the
/// order, without gaps, unless two have the same order, which is returned.
fn ordered(leaves: &[(i128, i128, i128)], what: &str) -> Result<bool, String> {
    let shared = !all_different(leaves.iter().map(|&(_, order, _)| order).collect());
    for &(_, order, stride) in leaves.iter().filter(|_| !shared) {
        let before = leaves.iter().filter(|&&(_, other, _)| other < order);
        let expected: i128 = before.map(|&(extent, ..)| extent).product();
        ensure!(stride == expected, "{what}: the stride of order {order} is not {expected}");
    }
    Ok(shared)
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Layout, &["make_layout_like"], |x| {
        always(ops::make_layout_like(x.layout), |r| make_layout_like(x.layout, r))
    }),
    check(Over::Layout, &["make_fragment_like"], |x| {
        always(ops::make_fragment_like(x.layout), |r| make_fragment_like(x.layout, r))
    }),
    check(Over::Shape, &["make_identity_layout"], |x| {
        let shape = x.layout.shape();
        always(ops::make_identity_layout(shape), |r| {
            make_identity_layout(shape, r)?;
            let bijective = ops::is_bijective(r);
            require(bijective == Ok(true), || format!("{r} is not bijective: {bijective:?}"))
        })
    }),
];
