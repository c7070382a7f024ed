//! The laws of layouts that come round.

use layout_algebra::ops::{self, Overwritten};
use layout_algebra::{Function, HTuple, Int, IntTuple, Layout, ModePath};

use crate::check::{Answer, Check, Over, always, check, require, verdict};
use crate::convert::AsFunction;
use crate::function::at_all;
use crate::numbers::{self, points_of, size_of, value, value_at};
use crate::operands::{leaf, refused};
use crate::swizzle::values::value_of;
use crate::{Law, ensure, text};

/// `R(i) = L(i mod size(L))` for `i < count`: a circular layout is the ring, unrolled.
pub fn circular(ring: &impl AsFunction, count: i128, result: &impl AsFunction) -> Law {
    let (ring, stream) = (ring.function()?, result.function()?);
    let (period, size) = (ring.size(), stream.size());
    ensure!(size % period == 0 && size >= count, "{stream} has {size} positions");
    ensure!(size - count < period, "{stream} has a turn too many");
    at_all(&points_of(&[count]), &stream, |i| ring.at(i % period))
}

/// The modes `(…, n):(…, 0)` of which other leaves step, the innermost, with the size of the others.
pub fn circular_modes(layout: &Layout, answer: &[(ModePath, Int)]) -> Law {
    fn walk(
        of: &Layout,
        path: &ModePath,
        found: &mut Vec<(ModePath, i128)>,
    ) -> Result<bool, String> {
        let (HTuple::Tuple(_), modes) = (of.shape(), of.modes()) else { return Ok(false) };
        let mut inside = false;
        for (i, mode) in modes.iter().enumerate() {
            inside |= walk(mode, &path.child(i), found)?;
        }
        let steps = |of: &Layout| of.leaves().iter().any(|(_, d)| *d.scale() != Int::ZERO);
        let Some((last, ring)) = modes.split_last() else { return Ok(inside) };
        if inside || last.shape().is_tuple() || steps(last) || !ring.iter().any(steps) {
            return Ok(inside);
        }
        let sizes = ring.iter().map(|mode| size_of(mode.shape()));
        found.push((path.clone(), sizes.product::<Result<i128, String>>()?));
        Ok(true)
    }
    let mut found = Vec::new();
    walk(layout, &ModePath::root(), &mut found)?;
    let answered = answer.iter().map(|(path, period)| Ok((path.clone(), value(period)?)));
    let answered = answered.collect::<Result<Vec<_>, String>>()?;
    ensure!(answered == found, "{layout} comes round in {found:?}, not {answered:?}");
    Ok(())
}

/// The 1-D coordinate of a natural one.
fn index_of(at: &IntTuple, shape: &IntTuple) -> Result<i128, String> {
    let leaves = at.leaves().into_iter().zip(shape.leaves());
    leaves.rev().try_fold(0, |sum, (at, extent)| Ok(sum * value(extent)? + value(at)?))
}

/// The coordinates of all circular modes, and the turns that they are in, of a 1-D coordinate.
fn positions(
    layout: &Layout,
    modes: &[(ModePath, Int)],
    i: i128,
) -> Result<Vec<(i128, i128)>, String> {
    let natural = ops::idx2crd(&leaf(i), layout.shape()).map_err(text)?;
    let position = |(path, period): &(ModePath, Int)| {
        let (at, of) = (natural.get(path.indices()), layout.shape().get(path.indices()));
        let (at, of) = at.zip(of).ok_or("a circular mode is there")?;
        let place = index_of(at, of)?;
        Ok((place, place / value(period)?))
    };
    modes.iter().map(position).collect()
}

/// True if and only if all of one turn have offsets of their own and each mode has so many positions in it; then any two
/// coordinates of which all positions are less than `count` apart do not share an offset.
pub fn live(layout: &Layout, count: i128, answer: bool) -> Law {
    let modes = ops::circular_modes(layout).map_err(text)?;
    let size = size_of(layout.shape())?;
    if size > 48 {
        return Ok(());
    }
    let f = Function::from(layout.clone());
    let (mut all, mut turn) = (Vec::new(), Vec::new());
    for i in 0..size {
        let places = positions(layout, &modes, i)?;
        if places.iter().all(|(_, turn)| *turn == 0) {
            turn.push(value_of(&f, i)?);
        }
        all.push((places, value_of(&f, i)?));
    }
    let mut long = true;
    for (_, period) in &modes {
        long &= count <= value(period)?;
    }
    let expected = long && numbers::all_different(turn);
    ensure!(answer == expected, "{count} live positions of {layout}: {answer}");
    if !answer {
        return Ok(());
    }
    for (k, (a, x)) in all.iter().enumerate() {
        for (b, y) in &all[k + 1..] {
            let near = a.iter().zip(b).all(|((a, _), (b, _))| (a - b).abs() < count);
            ensure!(!near || x != y, "{layout}: {a:?} and {b:?} share {x} and are both live");
        }
    }
    Ok(())
}

/// The definition: `None` if and only if so many may be live; else what is in the way is there.
pub fn find_overwritten(layout: &Layout, count: i128, answer: Option<&Overwritten>) -> Law {
    live(layout, count, answer.is_none())?;
    match answer {
        None => Ok(()),
        Some(Overwritten::Round { mode, period }) => {
            let modes = ops::circular_modes(layout).map_err(text)?;
            let there = modes.contains(&(mode.clone(), period.clone()));
            require(there && value(period)? < count, || format!("{layout}: {answer:?}"))
        }
        Some(Overwritten::Shared(shared)) => {
            let at = |coordinate| value_at(coordinate, layout, &ModePath::root());
            let (x, y) = (at(&shared.first)?, at(&shared.second)?);
            require(x == y && shared.first != shared.second, || format!("{layout}: {answer:?}"))
        }
    }
}

/// Streams of as many positions as some turns have, and of others.
fn streams(layout: &Layout) -> Result<[i128; 3], String> {
    let period = size_of(layout.shape())?;
    Ok([1, period + 1, 2 * period])
}

pub(crate) const CHECKS: &[Check] =
    &[check(Over::Layout, &["circular", "circular_modes", "live", "find_overwritten"], |x| {
        let is_integer = x.layout.leaves().iter().all(|(_, stride)| stride.as_int().is_some());
        always(ops::circular_modes(x.layout), |r| circular_modes(x.layout, r))?;
        for count in streams(x.layout)? {
            let stream = ops::circular(x.layout, &Int::new(count));
            let stream = match stream {
                Ok(stream) => stream.layout,
                Err(error) => return refused(&error).map(|()| Answer::Refused),
            };
            circular(x.layout, count, &stream)?;
            if !is_integer || size_of(stream.shape())? > 24 {
                continue;
            }
            let beside = Layout::from_modes(&[
                Layout::leaf(2, ops::cosize(x.layout).map_err(text)?).map_err(text)?,
                stream.clone(),
            ]);
            let Ok(beside) = beside else { return Ok(Answer::Undecided) };
            for layout in [&stream, &beside] {
                always(ops::circular_modes(layout), |r| circular_modes(layout, r))?;
                let period = size_of(x.layout.shape())?;
                for count in [2, period, period + 1] {
                    let number = Int::new(count);
                    let refused = |error: &layout_algebra::Error| Err(error.to_string());
                    verdict(ops::live(layout, &number), |r| live(layout, count, *r), refused)?;
                    let found = ops::find_overwritten(layout, &number);
                    verdict(found, |r| find_overwritten(layout, count, r.as_ref()), refused)?;
                }
            }
        }
        Ok(Answer::Found)
    })];
