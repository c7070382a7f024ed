//! The laws of the inverses and of what is found with them.

use layout_algebra::{Int, IntTuple, Layout, ModePath, ops};

use super::function::{
    EXHAUSTIVE, Function, all_different, points, size_of, sorted_offsets, value,
};
use super::{Law, ensure, text};
use crate::check::{Answer, Check, Over, always, check, require, verdict};

/// The steps of a layout of integer strides.
pub(super) fn integers(layout: &Layout) -> Result<Function, String> {
    let plain = layout.stride().leaves().iter().all(|stride| stride.mode().is_root());
    ensure!(plain, "{layout} is not over the integers");
    Function::of(layout, &ModePath::root())
}

/// `L(R(i)) = i` for `i < size(R)`, and `R(i)` is a coordinate of `L`.
pub fn right_inverse(layout: &Layout, result: &Layout) -> Law {
    let (function, inverse) = (integers(layout)?, integers(result)?);
    let size = size_of(layout.shape())?;
    for i in points(result.shape())? {
        let coordinate = inverse.at(i);
        ensure!((0..size).contains(&coordinate), "{result} at {i} is {coordinate} of {size}");
        let offset = function.at(coordinate);
        ensure!(offset == i, "{layout} at {coordinate} is {offset}, not {i}");
    }
    Ok(())
}

/// `L(R(L(i))) = L(i)` for `i < size(L)`, where `L(i)` is a coordinate of `R` and
/// `R(L(i))` one of `L`.
pub fn left_inverse(layout: &Layout, result: &Layout) -> Law {
    let (function, inverse) = (integers(layout)?, integers(result)?);
    let (size, covered) = (size_of(layout.shape())?, size_of(result.shape())?);
    for i in points(layout.shape())? {
        let offset = function.at(i);
        let back = inverse.at(offset);
        ensure!((0..size).contains(&back), "{result} at {offset} is {back}, {layout} has {size}");
        let again = function.at(back);
        ensure!(again == offset, "{result} at {offset} is {back}, where {layout} is {again}");
        ensure!((0..covered).contains(&offset), "{result} does not have offset {offset}");
    }
    Ok(())
}

/// `L(R(i)) = 0` for `i < size(R)`, all `R(i)` are different coordinates of `L`, and
/// `size(R)` is the product of the extents of stride 0.
pub fn nullspace(layout: &Layout, result: &Layout) -> Law {
    let inverse = integers(result)?;
    let size = size_of(layout.shape())?;
    let mut repeats = 1;
    for (extent, stride) in layout.leaves() {
        repeats *= if *stride.scale() == Int::ZERO { value(extent)? } else { 1 };
    }
    let found = size_of(result.shape())?;
    ensure!(found == repeats, "{result} has size {found}, {layout} repeats {repeats} times");
    let points = points(result.shape())?;
    for component in super::function::components(&[layout]) {
        let function = Function::of(layout, &component)?;
        for &i in &points {
            let coordinate = inverse.at(i);
            ensure!((0..size).contains(&coordinate), "{result} at {i} is {coordinate}");
            let offset = function.at(coordinate);
            ensure!(offset == 0, "{layout} at {coordinate} is {offset}");
        }
    }
    if found <= EXHAUSTIVE {
        ensure!(all_different(sorted_offsets(result)?), "{result} has a coordinate twice");
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

/// Whether a table that begins with 0 is that of a layout of its size: its first run of
/// equal steps divides it, and so do the values at its multiples.
fn is_layout(table: &[i128]) -> bool {
    let [first, second, ..] = table else { return table.first().is_none_or(|first| *first == 0) };
    let step = second - first;
    let run = 1 + table.windows(2).take_while(|pair| pair[1] - pair[0] == step).count();
    let repeats =
        |chunk: &[i128]| chunk.iter().zip(table).all(|(value, first)| value - chunk[0] == *first);
    let starts: Vec<i128> = table.iter().copied().step_by(run).collect();
    *first == 0
        && table.len().is_multiple_of(run)
        && table.chunks(run).all(repeats)
        && is_layout(&starts)
}

/// With each offset, all offsets of its element of `n` are offsets of `L`, up to
/// [`EXHAUSTIVE`] points.
pub fn max_alignment(layout: &Layout, n: &Int) -> Law {
    let n = value(n)?;
    ensure!(n > 0, "{n} is not positive");
    integers(layout)?;
    if size_of(layout.shape())? > EXHAUSTIVE {
        return Ok(());
    }
    let mut offsets = sorted_offsets(layout)?;
    offsets.dedup();
    ensure!(whole(&offsets, n), "the offsets of {layout} are not whole elements of {n}");
    Ok(())
}

/// Whether ascending offsets are whole elements of `n`.
fn whole(offsets: &[i128], n: i128) -> bool {
    let elements = offsets.chunk_by(|a, b| a.div_euclid(n) == b.div_euclid(n));
    elements.into_iter().all(|element| element.len() as i128 == n)
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
];
