//! Checks of a layout and a tiler.

use layout_algebra::{Error, ErrorKind, HTuple, Int, IntTuple, Layout, Tiler, ops};
use layout_laws::{self as laws, Law};

use super::{Check, Operands, Over, Verdict, ensure, text, verdict};
use crate::{leaf, size_of};

const fn check(ops: &'static [&'static str], holds: fn(&Operands) -> Verdict) -> Check {
    Check { ops, over: Over::Tiler, holds }
}

pub(super) const CHECKS: &[Check] = &[
    check(&["composition_with"], |x| {
        verdict(
            ops::composition_with(x.layout, x.tiler),
            |r| laws::composition_with(x.layout, x.tiler, &r.layout),
            |error| match x.tiler.as_layout() {
                Some(rhs) => laws::no_composition(x.layout, &rhs.map_err(text)?, error),
                None => Ok(()),
            },
        )
    }),
    check(&["logical_divide", "zipped_divide", "tiled_divide", "flat_divide"], |x| {
        verdict(
            ops::logical_divide(x.layout, x.tiler),
            |r| {
                laws::logical_divide(x.layout, x.tiler, r)?;
                let packed = [
                    ops::zipped_divide(x.layout, x.tiler),
                    ops::tiled_divide(x.layout, x.tiler),
                    ops::flat_divide(x.layout, x.tiler),
                ];
                packings(&r.layout, x.tiler, packed.map(|r| r.map(|r| r.layout)))
            },
            |error| no_divide(x.layout, x.tiler, error),
        )
    }),
    check(&["logical_product", "zipped_product", "tiled_product", "flat_product"], |x| {
        verdict(
            ops::logical_product(x.layout, x.tiler),
            |r| {
                laws::logical_product(x.layout, x.tiler, r)?;
                let packed = [
                    ops::zipped_product(x.layout, x.tiler),
                    ops::tiled_product(x.layout, x.tiler),
                    ops::flat_product(x.layout, x.tiler),
                ];
                packings(r, x.tiler, packed)
            },
            |_| Ok(()),
        )
    }),
    check(&["ceil_div_by_tiler"], |x| {
        let shape = x.layout.shape();
        let quotients = ops::ceil_div_by_tiler(shape, x.tiler);
        verdict(
            quotients,
            |r| rests(shape, x.tiler, r),
            |error| match error.kind() {
                ErrorKind::Underscore | ErrorKind::TooManyModes { .. } => Ok(()),
                _ => no_rests(shape, x.tiler),
            },
        )
    }),
    check(&["evenly_divides"], |x| {
        let shape = x.layout.shape();
        let answer = ops::evenly_divides(shape, x.tiler);
        verdict(answer, |r| laws::evenly_divides(shape, x.tiler, *r), |_| Ok(()))
    }),
];

fn packings(logical: &Layout, tiler: &Tiler, answers: [Result<Layout, Error>; 3]) -> Law {
    let [zipped, tiled, flat] = answers;
    let leaves_modes = tiler.to_string().contains('_');
    let zipped = match zipped {
        Ok(zipped) => zipped,
        // Only a mode that `_` leaves whole has no tile and no rest.
        Err(error) => return ensure(leaves_modes, || error.to_string()),
    };
    if !leaves_modes {
        laws::zipped(logical, tiler, &zipped)?;
    }
    laws::tiled(&zipped, &tiled.map_err(text)?)?;
    laws::flat(&zipped, &flat.map_err(text)?)
}

/// A divide may refuse only where a part of it has no answer.
fn no_divide(layout: &Layout, tiler: &Tiler, error: &Error) -> Law {
    let Some(tile) = tiler.as_layout() else { return Ok(()) };
    let (tile, why) = (tile.map_err(text)?, || format!("{layout} by {tiler}: {error}"));
    let whole = ops::coalesce(layout).map_err(text)?;
    let rest = match ops::complement(&tile, whole.shape()) {
        Err(error) => return laws::no_complement(&tile, &error),
        Ok(rest) => rest.layout,
    };
    let tiles = Layout::from_modes(&[tile, rest]).map_err(text)?;
    if size_of(tiles.shape()) > laws::EXHAUSTIVE {
        return Ok(());
    }
    let positions = (0..size_of(tiles.shape())).map(|i| ops::evaluate(&leaf(i), &tiles));
    let positions: Vec<IntTuple> = positions.collect::<Result<_, _>>().map_err(text)?;
    let size: Int = ops::size(layout).map_err(text)?;
    match error.kind() {
        ErrorKind::Uncovered { position, .. } => {
            let left_out = *position < size && !positions.contains(&position.clone().into());
            ensure(left_out, why)
        }
        ErrorKind::Padded { .. } => ensure(positions.iter().any(|at| *at.leaves()[0] >= size), why),
        _ => ensure(!laws::has_composition(layout, &tiles)?, why),
    }
}

/// By mode what the tile of the mode leaves, as for one tile.
fn rests(shape: &IntTuple, tiler: &Tiler, result: &IntTuple) -> Law {
    match tiler {
        Tiler::All => Err("`_` has no tile".to_owned()),
        Tiler::Size(size) => laws::ceil_div(shape, &HTuple::Leaf(size.clone()), result),
        Tiler::Layout(tile) => {
            let rest = ops::complement(tile, shape).map_err(text)?;
            ensure(rest.layout.shape() == result, || format!("{shape} by {tile} is {result}"))
        }
        Tiler::Modes(tilers) if !shape.is_tuple() => rests(shape, &tilers[0], result),
        Tiler::Modes(tilers) => shape.modes().iter().zip(result.modes()).enumerate().try_for_each(
            |(i, (mode, result))| match tilers.get(i) {
                Some(tiler) => rests(mode, tiler, result),
                None => ensure(mode == result, || format!("mode {i} of {shape} is {result}")),
            },
        ),
    }
}

/// A tile of the tiler has no complement in its mode.
fn no_rests(shape: &IntTuple, tiler: &Tiler) -> Law {
    let refused = match tiler {
        Tiler::Layout(tile) => ops::complement(tile, shape).is_err(),
        Tiler::Modes(tilers) => {
            let modes = if shape.is_tuple() { shape.modes() } else { std::slice::from_ref(shape) };
            modes.iter().zip(tilers).any(|(mode, tiler)| no_rests(mode, tiler).is_ok())
        }
        Tiler::Size(_) | Tiler::All => false,
    };
    ensure(refused, || format!("{shape} by {tiler} has quotients"))
}
