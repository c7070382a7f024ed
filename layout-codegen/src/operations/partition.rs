//! Parts of layouts: a tile, or one position in every tile.

use layout_algebra::bounds::{self, Bounds, Threads};
use layout_algebra::ops::{self, Outcome};
use layout_algebra::{CollectVec, Coordinate, Crd, Error, ErrorAddress, HTuple, ModePath, Tiler};

use super::annotations::rank;
use super::mode_names::parts::{Names, TILES, part_name};
use super::operand::{COORDINATE, INDEX, LAYOUT, PROJECTION, THREADS, TILER};
use super::operands::{Applied, Operands};
use super::row::{Call, Operation, op};
use crate::failure::Failure;
use crate::mode_names::ModeNames;
use crate::value::Value;

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    op("local_tile", &[LAYOUT, TILER, COORDINATE, PROJECTION.maybe()], |x| {
        let (tiler, at) = tile(x)?;
        function!(x, 0, of => part(x, as_written(x, ops::local_tile(of, &tiler, &at))))
    })
    .mode_names(local_tile_names)
    .help(
        "[R, offset] with offset + R(t) = zipped_divide(L, T)(t, c)",
        "local_tile((8,12):(12,1), (2,4), (1,1))",
    )
    .bounded(local_tile_bounds),
    op("outer_partition", &[LAYOUT, TILER, COORDINATE], |x| {
        let (tiler, at) = (x.tiler(1)?, x.coordinate(2)?);
        function!(x, 0, of => part(x, ops::outer_partition(of, &tiler, &at)))
    })
    .mode_names(outer_partition_names)
    .help(
        "[R, offset] with offset + R(r) = zipped_divide(L, T)(c, r)",
        "outer_partition((8,12):(12,1), (2,4), (1,2))",
    )
    .bounded(outer_partition_bounds),
    op("local_partition", &[LAYOUT, THREADS, INDEX, PROJECTION.maybe()], local_partition)
        .mode_names(local_partition_names)
        .help(
            "outer_partition(L, shape(threads), c), with threads(c) = index",
            "local_partition((8,12):(12,1), (2,4):(4,1), 5)",
        )
        .bounded(local_partition_bounds),
];

/// The position of a thread in every tile, by the modes of the threads that a projection keeps if there is one.
fn local_partition(x: &Operands<'_>) -> Result<Applied, Failure> {
    if let Some((extents, at)) = thread(x)? {
        return function!(x, 0, of => {
            let found = ops::outer_partition(of, &extents, &at);
            part(x, as_written(x, found.in_op("local_partition")))
        });
    }
    let (threads, index) = (x.layout(1)?, x.integer(2)?);
    function!(x, 0, of => part(x, ops::local_partition(of, &threads, &index)))
}

/// A part and where it begins, unless an objection to it is not allowed.
pub(super) fn part<L: Into<Value>, O: Into<Value>>(
    x: &Operands<'_>,
    part: Result<Outcome<(L, O)>, impl Into<Failure>>,
) -> Result<Applied, Failure> {
    let Outcome { layout: (layout, offset), objection } = part.map_err(Into::into)?;
    let layout = Value::List(vec![layout.into(), offset.into()]);
    x.outcome(Outcome { layout, objection })
}

/// The tiler and the coordinate of a tile, or what a projection keeps of them.
fn tile(x: &Operands<'_>) -> Result<(Tiler, Coordinate), Failure> {
    let (tiler, at) = (x.tiler(1)?, x.coordinate(2)?);
    if x.len() < 4 {
        return Ok((tiler, at));
    }
    let kept = ops::project(&x.coordinate(3)?, &tiler, &at);
    Ok(kept.in_op("local_tile").in_operand(3)?)
}

/// The extents of threads and the coordinate of one thread, as far as a projection keeps them; `None` without a projection.
fn thread(x: &Operands<'_>) -> Result<Option<(Tiler, Coordinate)>, Failure> {
    if x.len() < 4 {
        return Ok(None);
    }
    let (extents, at) = ops::thread_coordinate(&x.layout(1)?, &x.integer(2)?)?;
    let kept = ops::project(&x.coordinate(3)?, &extents, &at);
    Ok(Some(kept.in_op("local_partition").in_operand(3)?))
}

/// A part whose errors are at the modes of the tiler and of the coordinate as they were written, of which a projection left some.
fn as_written<T>(x: &Operands<'_>, part: Result<Outcome<T>, Error>) -> Result<Outcome<T>, Failure> {
    if x.len() < 4 {
        return Ok(part?);
    }
    let projection = x.coordinate(3)?;
    let mut kept = Vec::new();
    for (mode, step) in projection.modes().iter().enumerate() {
        if !step.has_underscore() {
            kept.push(mode);
        }
    }
    let written = |error: Error| match (error.operand(), error.path().indices()) {
        (1 | 2, [mode, inner @ ..]) if *mode < kept.len() => {
            let path = ModePath::from(&[&[kept[*mode]], inner].concat()[..]);
            error.at_path(path)
        }
        _ => error,
    };
    let Outcome { layout, objection } = part.map_err(written)?;
    Ok(Outcome { layout, objection: objection.map(written) })
}

fn local_tile_bounds(call: &Call<'_>) -> Option<Bounds> {
    let (of, (tiler, at)) = (call.only(0)?, tile(&call.operands).ok()?);
    call.refined(&bounds::local_tile(&call.domain(0)?, of, &tiler, &at))
}

fn outer_partition_bounds(call: &Call<'_>) -> Option<Bounds> {
    let (of, tiler) = (call.only(0)?, call.operands.tiler(1).ok()?);
    let at = call.operands.coordinate(2).ok()?;
    call.refined(&bounds::partition(&call.domain(0)?, of, &Threads::At(&tiler, &at)))
}

fn local_partition_bounds(call: &Call<'_>) -> Option<Bounds> {
    let of = call.only(0)?;
    if let Some((extents, at)) = thread(&call.operands).ok()? {
        return call.refined(&bounds::partition(&call.domain(0)?, of, &Threads::At(&extents, &at)));
    }
    let threads = call.operands.layout(1).ok()?;
    let index = call.operands.integer(2).ok()?;
    call.refined(&bounds::partition(&call.domain(0)?, of, &Threads::Of(&threads, &index)))
}

/// Names of one position in every tile of a tiler.
fn outer_partition_names(call: &Call<'_>) -> ModeNames {
    rests_names(call, call.operands.tiler(1).as_ref().map_or(0, tiles))
}

/// Names of the position of a thread in every tile.
fn local_partition_names(call: &Call<'_>) -> ModeNames {
    let Value::Layout(threads) = call.operands.value(1) else { return outer_partition_names(call) };
    // A projection leaves some modes of the threads.
    let tiled = match thread(&call.operands) {
        Ok(Some((kept, _))) => tiles(&kept),
        Ok(None) => threads.rank(),
        Err(_) => 0,
    };
    rests_names(call, tiled)
}

/// Names of a result whose modes are the rests of each mode, of which some are tiled.
fn rests_names(call: &Call<'_>, tiled: usize) -> ModeNames {
    let modes = 0..if tiled > 0 { rank(call.result) } else { 0 };
    of_places(modes.map(|mode| rest_name(&call.of[0].names, mode, tiled)).collect_vec())
}

/// The name of the rest of a mode, or of the mode itself if it is after those that are tiled.
fn rest_name(names: &ModeNames, mode: usize, tiled: usize) -> Option<String> {
    let own = names.of(&[mode])?;
    Some(if mode < tiled { part_name(Some(own), TILES[1]) } else { own.to_owned() })
}

/// The names of a result, mode by mode.
fn of_places(modes: Vec<Option<String>>) -> ModeNames {
    let mut named = Names::new();
    for (mode, name) in modes.into_iter().enumerate() {
        named.extend(name.map(|name| (ModePath::from([mode]), name)));
    }
    ModeNames::new(named)
}

/// The number of modes that a tiler divides; none where it takes them together.
fn tiles(tiler: &Tiler) -> usize {
    match tiler {
        Tiler::Modes(tilers) => tilers.len(),
        _ => 0,
    }
}

/// Names of a tile and the rests that are not chosen.
fn local_tile_names(call: &Call<'_>) -> ModeNames {
    let Ok((Tiler::Modes(tilers), HTuple::Tuple(at))) = tile(&call.operands) else {
        return ModeNames::NONE;
    };
    let (names, tiled) = (&call.of[0].names, tilers.len());
    let tiles = (0..tiled).map(|mode| Some(part_name(Some(names.of(&[mode])?), TILES[0])));
    let mut modes = tiles.collect_vec();
    for (mode, at) in at.iter().enumerate() {
        if at.leaves() == [&Crd::All] {
            modes.push(rest_name(names, mode, tiled));
        }
    }
    of_places(modes)
}
