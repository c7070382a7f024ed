//! The laws of `logical_divide` and of the packings of divides and products.

use layout_algebra::ops::Outcome;
use layout_algebra::{Error, ErrorKind, Int, IntTuple, Layout, Terms, Tiler, ops};

use super::complement::is_one_to_one;
use super::function::{EXHAUSTIVE, components, size_of, value, values};
use super::{Law, composition, ensure, text};
use crate::check::{Check, Over, check, require, verdict};
use crate::operands::{count_of, leaf};

/// `R = A∘(B, B*)`, of rank 2, with `B*` the complement of `B` in the shape of
/// `coalesce(A)`: mode 0 is the tile `A∘B`, and `R(t, r) = A(B(t) + B*(r))`. `R`
/// has the values of `A`, for an injective `B` each as often as `A`.
///
/// Where `(B, B*)` goes past the size of `A`, and only there, the outcome objects: the
/// tiles cover more. Every value of `A` is one of `R`.
///
/// A list of tilers divides mode by mode and leaves the modes past it; `_`
/// leaves a mode.
pub fn logical_divide(layout: &Layout, tiler: &Tiler, outcome: &Outcome) -> Law {
    let objection = outcome.objection.as_ref();
    if let (Some(tile), Some(objection)) = (tiler.as_layout(), objection) {
        let tile = tile.map_err(text)?;
        let (last, size) = (last_position(layout, &tile)?, size_of(layout.shape())?);
        ensure!(last >= size, "{layout} by {tile} ends at {last}: {objection:?}");
    }
    divide(layout, tiler, &outcome.layout, objection.map(Error::kind))
}

fn divide(layout: &Layout, tiler: &Tiler, result: &Layout, objection: Option<&ErrorKind>) -> Law {
    let Some(tile) = tiler.as_layout() else {
        let Tiler::Modes(tilers) = tiler else {
            ensure!(result == layout, "{layout} by {tiler} is {result}");
            return Ok(());
        };
        ensure!(result.rank() == layout.rank(), "{layout} by {tiler} is {result}");
        for (i, (mode, result)) in layout.modes().iter().zip(&result.modes()).enumerate() {
            match tilers.get(i) {
                Some(tiler) => divide(mode, tiler, result, objection)?,
                None => ensure!(mode == result, "mode {i} of {layout} became {result}"),
            }
        }
        return Ok(());
    };
    let tile = tile.map_err(text)?;
    let modes = result.modes();
    ensure!(modes.len() == 2, "{layout} by {tile} is {result}");
    let refines = ops::compatible(tile.shape(), modes[0].shape()).map_err(text)?;
    ensure!(refines, "the shape of {} does not refine that of {tile}", modes[0]);
    if objection.is_none() {
        composition(layout, &tile, &modes[0])?;
        composition(layout, &tiles_of(layout, &tile)?, result)?;
        let (last, size) = (last_position(layout, &tile)?, size_of(layout.shape())?);
        ensure!(last < size, "{layout} by {tile} ends at {last} without objection");
    }
    same_values(layout, &tile, result, objection.is_some())
}

/// `R` has the values of `A`, and without objection no others, for an injective tile as often.
pub(super) fn same_values(layout: &Layout, tile: &Layout, result: &Layout, objects: bool) -> Law {
    let large = size_of(layout.shape())?.max(size_of(result.shape())?) > EXHAUSTIVE;
    if large {
        return Ok(());
    }
    let components = components(&[layout, result]);
    let (mut before, mut after) = (values(layout, &components)?, values(result, &components)?);
    before.sort_unstable();
    after.sort_unstable();
    if !objects && is_one_to_one(tile)? {
        ensure!(before == after, "{layout} by {tile} has other values: {result}");
    }
    before.dedup();
    after.dedup();
    let covered = before.iter().all(|value| after.binary_search(value).is_ok());
    ensure!(covered, "{layout} by {tile} leaves values out: {result}");
    let more = objects || before == after;
    ensure!(more, "{layout} by {tile} has values too many: {result}");
    Ok(())
}

/// `(B, B*)`.
fn tiles_of(layout: &Layout, tile: &Layout) -> Result<Layout, String> {
    let whole = ops::coalesce(layout).map_err(text)?;
    let rest = ops::complement(tile, whole.shape()).map_err(text)?.layout;
    Layout::from_modes(&[tile.clone(), rest]).map_err(text)
}

/// The largest value of `(B, B*)`.
fn last_position(layout: &Layout, tile: &Layout) -> Result<i128, String> {
    let (_, last) = ops::offset_range(&tiles_of(layout, tile)?).map_err(text)?;
    value(&last)
}

/// `((A,a),(B,b),c)`, the logical result, became `((A,B),(a,b,c))` along a list of
/// tilers, itself along any other.
pub fn zipped<D: Terms>(logical: &Layout<D>, tiler: &Tiler, result: &Layout<D>) -> Law {
    let modes = result.modes();
    ensure!(modes.len() == 2, "{result} is not zipped");
    zip(logical, tiler, &modes[0], &modes[1])
}

fn zip<D: Terms>(logical: &Layout<D>, tiler: &Tiler, tiles: &Layout<D>, rests: &Layout<D>) -> Law {
    let modes = logical.modes();
    let Tiler::Modes(tilers) = tiler else {
        let pair = [tiles.clone(), rests.clone()];
        ensure!(modes == pair, "{logical} has become {tiles} and {rests}");
        return Ok(());
    };
    let ranks = (tiles.rank(), rests.rank());
    ensure!(ranks == (tilers.len(), modes.len()), "{logical} has become {tiles} and {rests}");
    let tiles = tiles.modes();
    for (i, (mode, rest)) in modes.iter().zip(&rests.modes()).enumerate() {
        match (tilers.get(i), tiles.get(i)) {
            (Some(tiler), Some(tile)) => zip(mode, tiler, tile, rest)?,
            _ => ensure!(mode == rest, "mode {i} of {logical} has become {rest}"),
        }
    }
    Ok(())
}

/// `(T,(a,b,…))`, the zipped result, became `(T,a,b,…)`; a second mode of rank 1
/// stays.
pub fn tiled<D: Terms>(zipped: &Layout<D>, result: &Layout<D>) -> Law {
    let modes = zipped.modes();
    ensure!(modes.len() == 2, "{zipped} is not zipped");
    let rests = if modes[1].rank() == 1 { vec![modes[1].clone()] } else { modes[1].modes() };
    let opened = result.modes();
    let same = opened.split_first() == Some((&modes[0], &rests));
    ensure!(same, "{zipped} has become {result}");
    Ok(())
}

/// `((A,B,…),(a,b,…))`, the zipped result, became `(A,B,…,a,b,…)`; a mode of rank 1
/// stays.
pub fn flat<D: Terms>(zipped: &Layout<D>, result: &Layout<D>) -> Law {
    let mut modes = Vec::new();
    for mode in zipped.modes() {
        if mode.rank() == 1 { modes.push(mode) } else { modes.extend(mode.modes()) }
    }
    ensure!(result.modes() == modes, "{zipped} has become {result}");
    Ok(())
}

pub(crate) const CHECKS: &[Check] = &[check(
    Over::Tiler,
    &["logical_divide", "zipped_divide", "tiled_divide", "flat_divide"],
    |x| {
        verdict(
            ops::logical_divide(x.layout, x.tiler),
            |r| {
                logical_divide(x.layout, x.tiler, r)?;
                let packed = [
                    ops::zipped_divide(x.layout, x.tiler),
                    ops::tiled_divide(x.layout, x.tiler),
                    ops::flat_divide(x.layout, x.tiler),
                ];
                packings(&r.layout, x.tiler, packed.map(|r| r.map(|r| r.layout)))
            },
            |error| no_divide(x.layout, x.tiler, error),
        )
    },
)];

pub(crate) fn packings<D: Terms>(
    logical: &Layout<D>,
    tiler: &Tiler,
    answers: [Result<Layout<D>, Error>; 3],
) -> Law {
    let [zipped, tiled, flat] = answers;
    let leaves_modes = tiler.to_string().contains('_');
    let zipped = match zipped {
        Ok(zipped) => zipped,
        // Only a mode that `_` leaves whole has no tile and no rest.
        Err(error) => return require(leaves_modes, || error.to_string()),
    };
    if !leaves_modes {
        self::zipped(logical, tiler, &zipped)?;
    }
    self::tiled(&zipped, &tiled.map_err(text)?)?;
    self::flat(&zipped, &flat.map_err(text)?)
}

/// A divide may refuse only where a part of it has no answer.
fn no_divide(layout: &Layout, tiler: &Tiler, error: &Error) -> Law {
    let Some(tile) = tiler.as_layout() else { return Ok(()) };
    let (tile, why) = (tile.map_err(text)?, || format!("{layout} by {tiler}: {error}"));
    let whole = ops::coalesce(layout).map_err(text)?;
    let rest = match ops::complement(&tile, whole.shape()) {
        Err(error) => return crate::no_complement(&tile, &error),
        Ok(rest) => rest.layout,
    };
    let tiles = Layout::from_modes(&[tile, rest]).map_err(text)?;
    if count_of(tiles.shape()) > EXHAUSTIVE {
        return Ok(());
    }
    let positions = (0..count_of(tiles.shape())).map(|i| ops::evaluate(&leaf(i), &tiles));
    let positions: Vec<IntTuple> = positions.collect::<Result<_, _>>().map_err(text)?;
    let size: Int = ops::size(layout).map_err(text)?;
    match error.kind() {
        ErrorKind::Uncovered { position, .. } => {
            let left_out = *position < size && !positions.contains(&position.clone().into());
            require(left_out, why)
        }
        ErrorKind::Padded { .. } => {
            require(positions.iter().any(|at| *at.leaves()[0] >= size), why)
        }
        _ => require(!crate::has_composition(layout, &tiles)?, why),
    }
}
