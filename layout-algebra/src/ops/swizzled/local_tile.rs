//! `local_tile`, `outer_partition` and `local_partition` of composed layouts.

use super::slice_and_offset;
use crate::ops::Outcome;
use crate::ops::{Located, position_at, thread_at, tile_at};
use crate::{ComposedLayout, Coordinate, Error, Function, Int, Layout, Tiler};

/// A part of a composed layout, and what is to be added to its values.
pub type Part = (Function, Int);

/// The tile at a coordinate of tiles, as [`crate::ops::local_tile`]: that of the domain, under
/// the same functions.
///
/// # Errors
///
/// Those of [`crate::ops::local_tile`] and [`slice_and_offset`].
///
/// ```
/// use layout_algebra::{ComposedLayout, Tiler, ops};
/// let layout: ComposedLayout = "Sw<3,3,3> o 0 o (8,64):(64,1)".parse().unwrap();
/// let tiler: Tiler = "(8,8)".parse().unwrap();
/// let tile = ops::swizzled::local_tile(&layout, &tiler, &(0, 1).into()).unwrap();
/// // No bit of the columns of one tile is flipped, so that a layout does it.
/// assert_eq!(tile.layout.0.to_string(), "((2,4),8):((56,144),1)");
/// ```
pub fn local_tile(
    layout: &ComposedLayout,
    tiler: &Tiler,
    coordinate: &Coordinate,
) -> Result<Outcome<Part>, Error> {
    sliced(layout, tile_at(layout.domain()?, tiler, coordinate)?)
}

/// One position in every tile, as [`crate::ops::outer_partition`].
///
/// # Errors
///
/// Those of [`crate::ops::outer_partition`] and [`slice_and_offset`].
///
/// ```
/// use layout_algebra::{ComposedLayout, Tiler, ops};
/// let layout: ComposedLayout = "Sw<3,3,3> o 0 o (8,64):(64,1)".parse().unwrap();
/// let tiler: Tiler = "(8,8)".parse().unwrap();
/// let part = ops::swizzled::outer_partition(&layout, &tiler, &(0, 0).into()).unwrap();
/// assert_eq!(part.layout.0.to_string(), "(1,8):(0,8)");
/// ```
pub fn outer_partition(
    layout: &ComposedLayout,
    tiler: &Tiler,
    coordinate: &Coordinate,
) -> Result<Outcome<Part>, Error> {
    sliced(layout, position_at(layout.domain()?, tiler, coordinate)?)
}

/// The elements of one thread, as [`crate::ops::local_partition`].
///
/// # Errors
///
/// Those of [`crate::ops::local_partition`] and [`slice_and_offset`].
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Swizzle, ops};
/// let rows = ops::row_major(&(8, 64).into()).unwrap();
/// let layout = ComposedLayout::new(Swizzle::new(3, 3, 3).unwrap(), Int::ZERO, rows).unwrap();
/// let threads = ops::col_major(&(8, 8).into()).unwrap();
/// let part = ops::swizzled::local_partition(&layout, &threads, &Int::ZERO).unwrap();
/// assert_eq!(part.layout.0.to_string(), "(1,8):(0,8)");
/// ```
pub fn local_partition(
    layout: &ComposedLayout,
    threads: &Layout,
    index: &Int,
) -> Result<Outcome<Part>, Error> {
    sliced(layout, thread_at(layout.domain()?, threads, index)?)
}

fn sliced(layout: &ComposedLayout, located: Outcome<Located>) -> Result<Outcome<Part>, Error> {
    let Outcome { layout: at, objection } = located;
    let divided = layout.with_domain(at.divided.clone())?;
    let part = slice_and_offset(&at.coordinate, &divided).map_err(|error| at.blame(error))?;
    Ok(Outcome { layout: part, objection })
}
