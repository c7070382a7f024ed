//! The laws of the inverses and of what is found with them.

use layout_algebra::{Function, Int, IntTuple, Layout, ModePath, ops};

use super::numbers::{EXHAUSTIVE, Steps, size_of, value};
use super::{Law, ensure, text};
use crate::check::{Answer, Check, Over, always, check, require, verdict};
use crate::convert::AsFunction;
use crate::operands::{composed_of, refused};
use crate::tables::is_layout;

/// The steps of a layout of integer strides.
pub(super) fn integers(layout: &Layout) -> Result<Steps, String> {
    let plain = layout.stride().leaves().iter().all(|stride| stride.mode().is_root());
    ensure!(plain, "{layout} is not over the integers");
    Steps::of(layout, &ModePath::root())
}

/// `L(R(i)) = i` for `i < size(R)`, and `R(i)` is a coordinate of `L`; without a shape nothing
/// is promised.
pub fn right_inverse(layout: &impl AsFunction, result: &impl AsFunction) -> Law {
    let (layout, result) = (layout.function()?, result.function()?);
    for i in if result.domain.is_some() { result.points() } else { Vec::new() } {
        let (c, size) = (result.at(i), layout.size());
        ensure!((0..size).contains(&c), "{result} at {i} is {c}, {layout} has {size}");
        ensure!(layout.at(c) == i, "{layout} at {c} is {}, not {i}", layout.at(c));
    }
    Ok(())
}

/// `L(R(L(i))) = L(i)` for `i < size(L)`, where `R(L(i))` is a coordinate of `L`, and `L(i)` one
/// of `R` if that is a layout.
pub fn left_inverse(layout: &impl AsFunction, result: &impl AsFunction) -> Law {
    let (layout, result) = (layout.function()?, result.function()?);
    for i in layout.points() {
        let offset = layout.at(i);
        let (back, size) = (result.at(offset), layout.size());
        ensure!((0..size).contains(&back), "{result} at {offset} is {back}, {layout} has {size}");
        let again = layout.at(back);
        ensure!(again == offset, "{result} at {offset} is {back}, where {layout} is {again}");
        // Negative ones are before the start of a layout.
        let inside = result.layout().is_none() || offset < result.size();
        ensure!(inside, "{result} does not have offset {offset}");
    }
    Ok(())
}

/// `L(R(i)) = L(0)` for `i < size(R)`, all `R(i)` are different coordinates of `L`, and
/// `size(R)` is the product of the extents of stride 0.
pub fn nullspace(layout: &impl AsFunction, result: &impl AsFunction) -> Law {
    let (layout, result) = (layout.function()?, result.function()?);
    let zeros = layout.domain().leaves().into_iter().filter(|leaf| leaf.1 == 0);
    let (found, repeats) = (result.size(), zeros.map(|leaf| leaf.0).product::<i128>());
    ensure!(found == repeats, "{result} has size {found}, {layout} repeats {repeats} times");
    for i in result.points() {
        let (c, size) = (result.at(i), layout.size());
        ensure!((0..size).contains(&c), "{result} at {i} is {c}, {layout} has {size}");
        ensure!(layout.at(c) == layout.at(0), "{layout} at {c} is {}", layout.at(c));
    }
    require(result.is_injective(), || format!("{result} has a coordinate twice"))
}

/// `R(f(c)) = D(L(c))`, where `L` is the domain of `f` and `D` undoes it.
pub fn inverse_composed(
    layout: &impl AsFunction,
    domain: &impl AsFunction,
    result: &impl AsFunction,
) -> Law {
    let (f, undo, result) = (layout.function()?, domain.function()?, result.function()?);
    let inner = f.domain();
    for c in f.points() {
        let (expected, found) = (undo.at(crate::tree::at(&inner, c)), result.at(f.at(c)));
        ensure!(found == expected, "at {c} {result} leads back to {found}, not {expected}");
    }
    Ok(())
}

/// `A(R(i)) = B(R(i)) = i` for `i < size(R)`, and `R(i)` is a coordinate of both. For an
/// injective `B` without negative strides there is no larger layout of that kind.
pub fn max_common_layout(a: &Layout, b: &Layout, result: &Layout) -> Law {
    right_inverse(a, result)?;
    right_inverse(b, result)?;
    let Some(table) = common_run(a, b)? else { return Ok(()) };
    let found = size_of(result.shape())? as usize;
    ensure!(table.len() <= found, "{result} of {a} and {b} could have {} elements", table.len());
    Ok(())
}

/// The coordinates where both have the offsets 0, 1, 2, …, as many as there are in a layout,
/// for a `b` of up to [`EXHAUSTIVE`] different offsets without negative strides.
pub(super) fn common_run(a: &Layout, b: &Layout) -> Result<Option<Vec<i128>>, String> {
    let forward = integers(b)?.leaves.iter().all(|(_, stride)| *stride >= 0);
    if !forward || size_of(b.shape())? > EXHAUSTIVE || size_of(a.shape())? > EXHAUSTIVE {
        return Ok(None);
    }
    let coordinates = coordinates_of(b)?;
    if coordinates.iter().any(|(_, all)| all.len() > 1) {
        return Ok(None);
    }
    let (function, size) = (integers(a)?, size_of(a.shape())?);
    let chain = coordinates.iter().skip_while(|(offset, _)| *offset < 0);
    let chain = (0..).zip(chain).map(|(i, (offset, all))| (i, *offset, all[0]));
    let follows =
        |(i, offset, c): &(i128, i128, i128)| offset == i && *c < size && function.at(*c) == *i;
    let mut table: Vec<i128> = chain.take_while(follows).map(|(_, _, c)| c).collect();
    while !is_layout(&table) {
        table.pop();
    }
    Ok(Some(table))
}

/// The definition: with each offset, all offsets of its element of `n` are offsets of `L`, up to
/// [`EXHAUSTIVE`] points.
pub fn max_alignment(layout: &impl AsFunction, n: &Int) -> Law {
    let (layout, n) = (layout.function()?, value(n)?);
    ensure!(n > 0, "{n} is not positive");
    let Some(offsets) = layout.image() else { return Ok(()) };
    let mut elements = offsets.chunk_by(|a, b| a.div_euclid(n) == b.div_euclid(n));
    let whole = elements.all(|element| element.len() as i128 == n);
    require(whole, || format!("the offsets of {layout} are not whole elements of {n}"))
}

/// `size(R)` divides `count`, the values ascend, and `L∘R` is a layout, within `L`,
/// for the column-major `L` of the shape.
pub fn domain_distribute(shape: &IntTuple, count: &Int, result: &Layout) -> Law {
    let (found, count) = (size_of(result.shape())?, value(count)?);
    ensure!(count % found == 0, "{result} has size {found} of {count}");
    let (mut reach, mut end) = (0, 1);
    for (extent, stride) in result.leaves() {
        let (extent, stride) = (value(extent)?, value(stride.scale())?);
        let ascends = *result == Layout::unit() || stride > reach;
        ensure!(ascends, "{result} does not ascend");
        reach += (extent - 1) * stride;
        end = reach + 1;
    }
    let size = size_of(shape)?;
    ensure!(end <= size, "{result} ends at {end} of {size}");
    let whole = ops::col_major(shape).map_err(text)?;
    ops::composition(&whole, result).map_err(text)?;
    Ok(())
}

/// The offsets of a layout, each with its coordinates, ascending.
pub(super) fn coordinates_of(layout: &Layout) -> Result<Vec<(i128, Vec<i128>)>, String> {
    let function = integers(layout)?;
    let mut all: Vec<(i128, i128)> =
        (0..size_of(layout.shape())?).map(|i| (function.at(i), i)).collect();
    all.sort_unstable();
    let groups = all.chunk_by(|a, b| a.0 == b.0);
    Ok(groups.map(|group| (group[0].0, group.iter().map(|pair| pair.1).collect())).collect())
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Layout, &["right_inverse"], |x| {
        always(ops::right_inverse(x.layout), |r| right_inverse(x.layout, r))
    }),
    check(Over::Layout, &["left_inverse"], |x| {
        verdict(
            ops::left_inverse(x.layout),
            |r| left_inverse(x.layout, r),
            |error| crate::no_left_inverse(x.layout, error),
        )
    }),
    check(Over::Layout, &["nullspace"], |x| {
        always(ops::nullspace(x.layout), |r| nullspace(x.layout, r))
    }),
    check(Over::Layout, &["max_alignment"], |x| {
        always(ops::max_alignment(x.layout), |r| max_alignment(x.layout, r))
    }),
    check(Over::Pair, &["max_common_layout", "max_common_vector"], |x| {
        always(ops::max_common_layout(x.layout, x.other), |r| {
            max_common_layout(x.layout, x.other, r)?;
            let vector = ops::max_common_vector(x.layout, x.other).map_err(text)?;
            require(ops::size(r) == Ok(vector.clone()), || format!("{r} for {vector}"))
        })
    }),
    check(Over::Shape, &["domain_distribute"], |x| {
        let shape = x.layout.shape();
        for count in (1..=30).chain([97, 1 << 20]).map(Int::new) {
            let result = ops::domain_distribute(shape, &count);
            always(result, |r| domain_distribute(shape, &count, r))?;
        }
        Ok(Answer::Found)
    }),
    check(Over::Swizzle, &["swizzled::inverse"], |x| {
        let layout = composed_of(x)?;
        let right = ops::right_inverse(x.layout).map_err(text)?;
        let left = ops::left_inverse(x.layout).ok();
        for (inverse, is_left) in [(Some(&right), false), (left.as_ref(), true)] {
            let Some(inverse) = inverse else { continue };
            let law = |r: &ops::Outcome<Function>| {
                if r.objection.is_some() || ops::size(inverse) != ops::cosize(x.layout) {
                    return Ok(());
                }
                inverse_composed(&layout, inverse, &r.layout)?;
                if is_left { left_inverse(&layout, &r.layout) } else { Ok(()) }
            };
            verdict(ops::swizzled::inverse(&layout, inverse), law, refused)?;
        }
        Ok(Answer::Found)
    }),
];
