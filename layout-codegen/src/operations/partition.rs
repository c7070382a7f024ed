//! Parts of layouts: a tile, or one position in every tile.

use layout_algebra::ops::{self, Outcome};
use layout_algebra::{Coordinate, Error, ModePath, Tiler};

use super::operand::{COORDINATE, INDEX, LAYOUT, PROJECTION, THREADS, TILER};
use super::{Applied, Failure, Operands, Operation, bounds, mode_names, op};
use crate::value::Value;

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    op("local_tile", &[LAYOUT, TILER, COORDINATE, PROJECTION.maybe()], |x| {
        let (tiler, at) = tile(x)?;
        function!(x, 0, |of| part(x, as_written(x, ops::local_tile(of, &tiler, &at))))
    })
    .called(mode_names::local_tile)
    .help(
        "[R, offset] with offset + R(t) = zipped_divide(L, T)(t, c)",
        "local_tile((8,12):(12,1), (2,4), (1,1))",
    )
    .bounded(bounds::local_tile),
    op("outer_partition", &[LAYOUT, TILER, COORDINATE], |x| {
        let (tiler, at) = (x.tiler(1)?, x.coordinate(2)?);
        function!(x, 0, |of| part(x, ops::outer_partition(of, &tiler, &at)))
    })
    .called(mode_names::rests)
    .help(
        "[R, offset] with offset + R(r) = zipped_divide(L, T)(c, r)",
        "outer_partition((8,12):(12,1), (2,4), (1,2))",
    )
    .bounded(bounds::outer_partition),
    op("local_partition", &[LAYOUT, THREADS, INDEX, PROJECTION.maybe()], |x| {
        if let Some((extents, at)) = thread(x)? {
            return function!(x, 0, |of| {
                let found = ops::outer_partition(of, &extents, &at);
                part(x, as_written(x, found.map_err(|error| error.in_op("local_partition"))))
            });
        }
        let (threads, index) = (x.layout(1)?, x.integer(2)?);
        function!(x, 0, |of| part(x, ops::local_partition(of, &threads, &index)))
    })
    .called(mode_names::rests)
    .help(
        "outer_partition(L, shape(threads), c), with threads(c) = index",
        "local_partition((8,12):(12,1), (2,4):(4,1), 5)",
    )
    .bounded(bounds::local_partition),
];

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
pub(super) fn tile(x: &Operands<'_>) -> Result<(Tiler, Coordinate), Failure> {
    let (tiler, at) = (x.tiler(1)?, x.coordinate(2)?);
    if x.len() < 4 {
        return Ok((tiler, at));
    }
    let kept = ops::project(&x.coordinate(3)?, &tiler, &at);
    Ok(kept.map_err(|error| error.in_op("local_tile").in_operand(3))?)
}

/// The extents of threads and the coordinate of one thread, as far as a projection keeps them; `None` without a projection.
pub(super) fn thread(x: &Operands<'_>) -> Result<Option<(Tiler, Coordinate)>, Failure> {
    if x.len() < 4 {
        return Ok(None);
    }
    let (extents, at) = ops::thread_coordinate(&x.layout(1)?, &x.integer(2)?)?;
    let kept = ops::project(&x.coordinate(3)?, &extents, &at);
    Ok(Some(kept.map_err(|error| error.in_op("local_partition").in_operand(3))?))
}

/// A part whose errors are at the modes of the tiler as it was written, of which a projection left some.
fn as_written<T>(x: &Operands<'_>, part: Result<Outcome<T>, Error>) -> Result<Outcome<T>, Failure> {
    if x.len() < 4 {
        return Ok(part?);
    }
    let projection = x.coordinate(3)?;
    let steps = projection.modes().iter().enumerate();
    let kept: Vec<usize> =
        steps.filter(|(_, step)| !step.has_underscore()).map(|(at, _)| at).collect();
    let written = |error: Error| {
        let (path, operand) = (error.path().clone(), error.operand());
        match path.indices() {
            [mode, inner @ ..] if operand == 1 && *mode < kept.len() => {
                let path = inner
                    .iter()
                    .fold(ModePath::root().child(kept[*mode]), |path, at| path.child(*at));
                error.at_path(path)
            }
            _ => error,
        }
    };
    let Outcome { layout, objection } = part.map_err(written)?;
    Ok(Outcome { layout, objection: objection.map(written) })
}
