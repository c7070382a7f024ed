//! The laws of evaluation and of coordinates.

use layout_algebra::{Coordinate, Crd, ErrorKind, HTuple, Int, IntTuple, Layout, ModePath, ops};

use super::numbers::{components, digits, extents, size_of, value, value_at};
use super::{Law, ensure, text};
use crate::check::{Answer, Check, Over, always, check, exactly, require, some_points};
use crate::operands::{coordinates, count_of, leaf};

/// The value `v` of `L` at `c` is `Σ cₖ·dₖ` over the natural coordinate, for
/// integer strides; below 0 a 1-D coordinate is split as C++ divides.
pub fn evaluate(coordinate: &IntTuple, layout: &Layout, result: &IntTuple) -> Law {
    let root = components(&[layout]).iter().all(ModePath::is_root);
    ensure!(root, "{layout} has strides over a basis");
    let HTuple::Leaf(found) = result else {
        return Err(format!("{layout} at {coordinate} is no integer: {result}"));
    };
    let expected = value_at(coordinate, layout, &ModePath::root())?;
    let found = value(found)?;
    ensure!(found == expected, "{layout} at {coordinate} is {expected}, not {found}");
    Ok(())
}

/// `c` is congruent to the shape, its digits are `⌊i/Pₖ⌋ mod sₖ` with `Pₖ` the
/// product of the extents before (the last one not wrapped), and
/// `crd2idx(c, shape) = i = Σ cₖ·Pₖ`. The shape has a leaf, or `i` is 0.
pub fn idx2crd(index: &Int, shape: &IntTuple, result: &IntTuple) -> Law {
    ensure!(result.congruent(shape), "{result} is not nested as {shape}");
    let (i, extents) = (value(index)?, extents(shape)?);
    let expected = digits(i, &extents);
    let found: Result<Vec<i128>, String> = result.leaves().into_iter().map(value).collect();
    ensure!(found? == expected, "{i} in {shape} is {expected:?}, not {result}");
    let back = ops::crd2idx_in_shape(result, shape).map_err(text)?;
    ensure!(back == *index, "{result} in {shape} is {back}, not {i}");
    Ok(())
}

/// `L(c) = i`, and `c` is a natural coordinate of `L`: `idx2crd` with strides
/// inverts a layout without gaps.
pub fn idx2crd_strided(offset: &Int, layout: &Layout, result: &IntTuple) -> Law {
    ensure!(result.congruent(layout.shape()), "{result} is not nested as {layout}");
    let leaves = result.leaves().into_iter().zip(layout.shape().leaves());
    for (c, extent) in leaves {
        ensure!(Int::ZERO <= *c && c < extent, "{result} is no coordinate of {layout}");
    }
    let back = value_at(result, layout, &ModePath::root())?;
    ensure!(back == value(offset)?, "{layout} at {result} is {back}, not {offset}");
    Ok(())
}

/// Both shapes have one size; `r` is congruent to the shape `to`, within it where `c` is
/// within `from`, and has there the 1-D coordinate that `c` has in `from`. The shape `to`
/// has a leaf, or the 1-D coordinate is 0.
pub fn crd2crd(coordinate: &IntTuple, from: &IntTuple, to: &IntTuple, result: &IntTuple) -> Law {
    ensure!(size_of(from)? == size_of(to)?, "{from} and {to} differ in size");
    ensure!(result.congruent(to), "{result} is not nested as {to}");
    let (before, after) = (index_of(coordinate, from)?, index_of(result, to)?);
    ensure!(before == after, "{coordinate} in {from} is {before}, {result} in {to} is {after}");
    if within(coordinate, from)? {
        ensure!(within(result, to)?, "{result} is outside of {to}");
    }
    Ok(())
}

/// True if each position is below the size that it stands against, and none below 0.
fn within(coordinate: &IntTuple, shape: &IntTuple) -> Result<bool, String> {
    match (coordinate, shape) {
        (HTuple::Tuple(cs), HTuple::Tuple(modes)) => {
            let mut all = true;
            for (c, mode) in cs.iter().zip(modes) {
                all &= within(c, mode)?;
            }
            Ok(all)
        }
        _ => Ok((0..size_of(shape)?).contains(&index_of(coordinate, shape)?)),
    }
}

/// The 1-D coordinate: the sum of each position times the extents before it.
fn index_of(coordinate: &IntTuple, shape: &IntTuple) -> Result<i128, String> {
    let (HTuple::Tuple(cs), HTuple::Tuple(modes)) = (coordinate, shape) else {
        return coordinate
            .leaves()
            .first()
            .ok_or_else(|| format!("{coordinate} is no coordinate of {shape}"))
            .and_then(|c| value(c));
    };
    let (mut index, mut place) = (0, 1);
    for (c, mode) in cs.iter().zip(modes) {
        index += index_of(c, mode)? * place;
        place *= size_of(mode)?;
    }
    Ok(index)
}

/// The answer is whether the positions of a coordinate are the digits of some index
/// below the size, in radices of the sizes of the modes that they stand against.
pub fn check_bounds(coordinate: &Coordinate, shape: &IntTuple, inside: bool) -> Law {
    let (mut sizes, mut positions) = (Vec::new(), Vec::new());
    for (path, crd) in coordinate.leaf_paths() {
        let mode = shape.get(path.indices());
        sizes.push(size_of(mode.ok_or_else(|| format!("{shape} has no mode {path}"))?)?);
        positions.push(match crd {
            Crd::At(position) => value(position)?,
            Crd::All => 0,
        });
    }
    let (mut index, mut place) = (0i128, 1i128);
    for (position, size) in positions.iter().zip(&sizes) {
        index = index.wrapping_add(position.wrapping_mul(place));
        place = place.wrapping_mul(*size);
    }
    let holds = (0..size_of(shape)?).contains(&index) && digits(index, &sizes) == positions;
    ensure!(holds == inside, "{coordinate} is inside of {shape}: {inside}");
    Ok(())
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Layout, &["check_bounds"], |x| {
        let shape = x.layout.shape();
        // Inside, and one step outside at either end of each leaf.
        for crd in coordinates(shape) {
            let count = crd.leaf_count();
            for (at, step) in (0..count).flat_map(|at| [(at, 0), (at, 1), (at, -1)]) {
                let mut place = 0;
                let moved = crd.map(&mut |crd| {
                    place += 1;
                    match (crd, step) {
                        (Crd::At(_), -1) if place == at + 1 => Crd::At(Int::new(-1)),
                        (Crd::At(i), _) if place == at + 1 => {
                            Crd::At(Int::new(i.known().unwrap_or(0) + step))
                        }
                        (crd, _) => crd.clone(),
                    }
                });
                let inside = ops::check_bounds(&moved, shape);
                if let Err(error) = &inside {
                    let kind = matches!(error.kind(), ErrorKind::OutOfBounds { .. });
                    require(kind, || format!("{moved} in {shape}: {error}"))?;
                }
                check_bounds(&moved, shape, inside.is_ok())?;
            }
        }
        Ok(Answer::Found)
    }),
    check(Over::Shape, &["idx2crd", "idx2crd_strided", "crd2idx_in_shape"], |x| {
        let shape = x.layout.shape();
        let size = count_of(shape);
        let compact = ops::row_major(shape).map_err(text)?;
        for i in some_points(size, 3 + size.min(32)) {
            // Past the end as well, where there is a last mode to continue.
            if i >= 0 && (i == 0 || shape.leaf_count() > 0) {
                // This law has the way back, `crd2idx_in_shape`.
                let index = Int::new(i);
                always(ops::idx2crd(&leaf(i), shape), |r| idx2crd(&index, shape, r))?;
            }
            if (0..size).contains(&i) {
                let crd = ops::idx2crd_strided(&leaf(i), shape, compact.stride());
                always(crd, |r| idx2crd_strided(&Int::new(i), &compact, r))?;
            }
        }
        Ok(Answer::Found)
    }),
    check(Over::Shapes, &["crd2crd"], |x| {
        let (from, to) = (x.layout.shape(), x.other.shape());
        if from.leaf_count() == 0 || to.leaf_count() == 0 {
            return Ok(Answer::Refused);
        }
        let (same, mut all) = (count_of(from) == count_of(to), Answer::Refused);
        for i in some_points(count_of(from), 0) {
            for crd in [Ok(leaf(i)), ops::idx2crd(&leaf(i), from)] {
                let crd = crd.map_err(text)?;
                let result = ops::crd2crd(&crd, from, to);
                all = exactly(same, result, |r| crd2crd(&crd, from, to, r))?;
            }
        }
        Ok(all)
    }),
];
