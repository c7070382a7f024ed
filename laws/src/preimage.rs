//! The laws of the way back from offsets to coordinates.

use layout_algebra::{ErrorKind, Int, IntTuple, Layout, ModePath, ops};

use super::numbers::{EXHAUSTIVE, Steps, points, size_of, value, value_at};
use super::{Law, ensure};
use crate::check::{Answer, Check, Over, check, require, some_points, verdict};
use crate::convert::AsFunction;
use crate::text;

/// `L(c) = offset` and `c` is a natural coordinate of `L`.
pub fn get_hier_coord(layout: &Layout, offset: &Int, result: &IntTuple) -> Law {
    super::idx2crd_strided(offset, layout, result)
}

/// `L(c) = offset` with a 1-D coordinate inside of each mode, an integer for one mode.
pub fn get_flat_coord(layout: &Layout, offset: &Int, result: &IntTuple) -> Law {
    let modes = layout.modes();
    let flat: Vec<i128> = result.leaves().into_iter().map(value).collect::<Result<_, _>>()?;
    let one = modes.len() == 1;
    ensure!(flat.len() == modes.len() && result.is_tuple() != one, "{result} in {layout}");
    for (crd, mode) in flat.iter().zip(&modes) {
        let size = size_of(mode.shape())?;
        ensure!((0..size).contains(crd), "{result} is outside of {layout}");
    }
    if one {
        return get_1d_coord(layout, value(offset)?, flat[0]);
    }
    let found = value_at(result, layout, &ModePath::root())?;
    ensure!(found == value(offset)?, "{layout} at {result} is {found}, not {offset}");
    Ok(())
}

/// `L(i) = offset` and `i` is in `[0, size)`.
pub fn get_1d_coord(layout: &impl AsFunction, offset: i128, i: i128) -> Law {
    let layout = layout.function()?;
    let holds = (0..layout.size()).contains(&i) && layout.at(i) == offset;
    require(holds, || format!("{offset} is not at {i} of {layout}"))
}

/// No point has the offset, of layouts of up to [`EXHAUSTIVE`] points.
pub fn no_coordinate(layout: &Layout, offset: &Int) -> Law {
    if size_of(layout.shape())? > EXHAUSTIVE {
        return Ok(());
    }
    let (function, offset) = (Steps::of(layout, &ModePath::root())?, value(offset)?);
    for i in points(layout.shape())? {
        ensure!(function.at(i) != offset, "{layout} at {i} is {offset}");
    }
    Ok(())
}

pub(crate) const CHECKS: &[Check] =
    &[check(Over::Layout, &["get_hier_coord", "get_flat_coord", "get_1d_coord"], |x| {
        if x.layout.rank() == 0 {
            return Ok(Answer::Refused);
        }
        let (least, most) = ops::offset_range(x.layout).map_err(text)?;
        let (least, most) = (least.known().unwrap_or(0), most.known().unwrap_or(0));
        for past in some_points(most - least + 1, 2) {
            has_coordinate(x.layout, &Int::new(least + past))?;
        }
        Ok(Answer::Found)
    })];

/// The way back from one offset, in its three forms.
fn has_coordinate(layout: &Layout, offset: &Int) -> Law {
    let none = |error: &layout_algebra::Error| {
        let kind = matches!(error.kind(), ErrorKind::NoCoordinate { .. });
        require(kind, || error.to_string())?;
        no_coordinate(layout, offset)
    };
    let hier = ops::get_hier_coord(layout, offset);
    verdict(hier, |r| get_hier_coord(layout, offset, r), none)?;
    let flat = ops::get_flat_coord(layout, offset);
    verdict(flat, |r| get_flat_coord(layout, offset, r), none)?;
    let index = ops::get_1d_coord(layout, offset);
    verdict(index, |r| get_1d_coord(layout, value(offset)?, value(r)?), none).map(drop)
}
