//! Bounds of what divides and compositions answer.

use alloc::vec::Vec;

use super::reindex::{Reindexed, leaves_of, refined};
use super::{Bound, Bounds, Lost, in_mode};
use crate::ops::{Located, Packing, check_bounds, coalesce, padded, rest_of};
use crate::{CollectVec, Coordinate, Crd, Int, Layout, Tiler, ops};

/// The bounds of `result`, which [`ops::logical_divide`] answers for a layout with bounds of
/// its own.
///
/// ```
/// use layout_algebra::{Tiler, bounds, ops, bounds::Bounds};
/// let rows = ops::row_major(&(10, 16).into()).unwrap();
/// let tiler: Tiler = "(4,8)".parse().unwrap();
/// let tiles = ops::logical_divide(&rows, &tiler).unwrap().layout;
/// let bounds = bounds::logical_divide(&rows, &Bounds::EVERYWHERE, &tiler, &tiles);
/// // The columns divide.
/// assert_eq!(bounds.to_string(), "((4,3),(8,2)):((1,4),(0,0)) < 10");
/// ```
#[must_use]
pub fn logical_divide(layout: &Layout, bounds: &Bounds, tiler: &Tiler, result: &Layout) -> Bounds {
    divided(layout, bounds, tiler, result, false).fewest()
}

/// The bounds of the `zipped_divide`, the `tiled_divide` or the `flat_divide`.
#[must_use]
pub fn packed_divide(packing: Packing, layout: &Layout, bounds: &Bounds, tiler: &Tiler) -> Bounds {
    packed(packing, layout, bounds, tiler, false).map_or(Bounds::Unknown, Bounds::fewest)
}

/// The bounds of `result`, which [`ops::composition_with`] answers for a layout with bounds;
/// those of a tiler come on top.
#[must_use]
pub fn composition(layout: &Layout, bounds: &Bounds, tiler: &Tiler, result: &Layout) -> Bounds {
    let Bounds::Within(within) = bounds else { return Bounds::Unknown };
    finished(within, compose(layout, &coordinates(within), tiler, result)).fewest()
}

/// The bounds of the tile at a coordinate, which [`ops::local_tile`] answers. A tile past
/// the last has no coordinate in bounds.
#[must_use]
pub fn local_tile(layout: &Layout, bounds: &Bounds, tiler: &Tiler, at: &Coordinate) -> Bounds {
    let Ok(located) = ops::tile_at(layout, tiler, at) else { return Bounds::Unknown };
    part(layout, bounds, tiler, &located.layout, true).unwrap_or(Bounds::Unknown)
}

/// The bounds of one position in every tile: what [`ops::outer_partition`] answers, or
/// [`ops::local_partition`] where threads are given.
#[must_use]
pub fn partition(layout: &Layout, bounds: &Bounds, by: &Threads<'_>) -> Bounds {
    partitioned(layout, bounds, by).unwrap_or(Bounds::Unknown)
}

fn partitioned(layout: &Layout, bounds: &Bounds, by: &Threads<'_>) -> Result<Bounds, Lost> {
    let (tiler, located) = match by {
        Threads::At(tiler, at) => ((*tiler).clone(), ops::position_at(layout, tiler, at)?),
        Threads::Of(threads, index) => {
            let tiler = Tiler::from_shape(&ops::product_each(threads.shape())?)?;
            (tiler, ops::thread_at(layout, threads, index)?)
        }
    };
    part(layout, bounds, &tiler, &located.layout, false)
}

/// Whose positions in the tiles.
#[derive(Clone, Copy, Debug)]
pub enum Threads<'a> {
    /// The one at a coordinate.
    At(&'a Tiler, &'a Coordinate),
    /// The part of a thread, by its number.
    Of(&'a Layout, &'a Int),
}

fn part(
    layout: &Layout,
    bounds: &Bounds,
    tiler: &Tiler,
    located: &Located,
    may_be_past: bool,
) -> Result<Bounds, Lost> {
    let Located { divided, coordinate, .. } = located;
    let past = check_bounds(coordinate, divided.shape()).is_err();
    let is_natural = |crd: &&Crd| match crd {
        Crd::At(at) => Int::ZERO.at_most(at).is_true(),
        Crd::All => true,
    };
    if past && !(may_be_past && coordinate.leaves().iter().all(is_natural)) {
        return Err(Lost);
    }
    let packed = packed(Packing::Zipped, layout, bounds, tiler, past)?;
    Ok(packed.changed(&|bound| bound.sliced(coordinate)))
}

fn packed(
    packing: Packing,
    layout: &Layout,
    bounds: &Bounds,
    tiler: &Tiler,
    past: bool,
) -> Result<Bounds, Lost> {
    let logical = ops::logical_divide(layout, tiler)?.layout;
    let result = packing.divided(&logical, tiler)?;
    let divided = divided(layout, bounds, tiler, &logical, past);
    Ok(divided.each(&result, |coordinate| packing.divided(coordinate, tiler)))
}

fn divided(layout: &Layout, bounds: &Bounds, tiler: &Tiler, result: &Layout, past: bool) -> Bounds {
    let Bounds::Within(within) = bounds else { return Bounds::Unknown };
    finished(within, divide(layout, &coordinates(within), tiler, result, past))
}

fn coordinates(bounds: &[Bound]) -> Vec<Layout> {
    bounds.iter().map(Bound::coordinate).cloned().collect_vec()
}

/// The bounds of the operand in the coordinates of the result, and those that are new.
struct Followed {
    carried: Vec<Layout>,
    new: Vec<Bound>,
}

/// All of them: what is past the last tile is also out of bounds that no coordinate of the
/// tiles leaves.
fn finished(operand: &[Bound], followed: Result<Followed, Lost>) -> Bounds {
    let Ok(Followed { carried, new }) = followed else { return Bounds::Unknown };
    let mut bounds = new;
    for (bound, coordinate) in operand.iter().zip(carried) {
        bounds.push(bound.at(coordinate));
    }
    Bounds::Within(bounds)
}

/// Follows a divide by mode. `past` says that the coordinates of tiles may be too large:
/// then each mode has a bound.
fn divide(
    layout: &Layout,
    carried: &[Layout],
    tiler: &Tiler,
    result: &Layout,
    past: bool,
) -> Result<Followed, Lost> {
    match tiler {
        Tiler::All => kept(layout, carried, past),
        Tiler::Layout(_) | Tiler::Size(_) => {
            // As the divide spells it, with stride 0 for an extent of 1.
            let tile = match tiler {
                Tiler::Size(size) => ops::col_major(&size.clone().into())?,
                _ => tiler.as_layout().ok_or(Lost)??,
            };
            let of = divided_by(layout, &tile, result, past)?;
            followed(&of, carried)
        }
        Tiler::Modes(tilers) => {
            by_mode(layout, carried, result, &|i, mode, carried, result| match tilers.get(i) {
                Some(tiler) => divide(mode, carried, tiler, result, past),
                None => kept(mode, carried, past),
            })
        }
    }
}

/// Follows a composition by mode.
fn compose(
    layout: &Layout,
    carried: &[Layout],
    tiler: &Tiler,
    result: &Layout,
) -> Result<Followed, Lost> {
    match tiler {
        Tiler::All => kept(layout, carried, false),
        Tiler::Layout(_) | Tiler::Size(_) => {
            let rhs = tiler.as_layout().ok_or(Lost)??;
            let open = ops::composition(layout, &rhs)?.objection.is_some();
            let indices = refined(&rhs, result.shape())?;
            followed(&Reindexed::whole(layout, indices, open)?, carried)
        }
        Tiler::Modes(tilers) => by_mode(layout, carried, result, &|i, mode, carried, result| {
            compose(mode, carried, tilers.get(i).ok_or(Lost)?, result)
        }),
    }
}

fn followed(of: &Reindexed, carried: &[Layout]) -> Result<Followed, Lost> {
    let carried = carried.iter().map(|f| of.carried(f)).try_collect_vec()?;
    Ok(Followed { carried, new: of.bounds()? })
}

/// A mode as it is.
fn kept(layout: &Layout, carried: &[Layout], past: bool) -> Result<Followed, Lost> {
    let mut new = Vec::new();
    if past {
        let crate::HTuple::Leaf(extent) = layout.shape() else { return Err(Lost) };
        new.push(Bound::new(Layout::leaf(extent.clone(), Int::ONE)?, extent.clone()));
    }
    Ok(Followed { carried: carried.to_vec(), new })
}

/// The coordinates of a mode after an operation: of its number, the mode, its coordinates and its result.
type Follow<'a> = dyn Fn(usize, &Layout, &[Layout], &Layout) -> Result<Followed, Lost> + 'a;

/// Applies `follow` to each mode of the result, and joins the answers into layouts and bounds of
/// the whole.
fn by_mode(
    layout: &Layout,
    carried: &[Layout],
    result: &Layout,
    follow: &Follow<'_>,
) -> Result<Followed, Lost> {
    let carried: Vec<Vec<Layout>> = carried.iter().map(Layout::modes).collect_vec();
    let results = result.modes();
    let shapes = results.iter().map(Layout::shape).collect_vec();
    let mut all: Vec<Vec<Layout>> = alloc::vec![Vec::new(); carried.len()];
    let mut new = Vec::new();
    for (i, (mode, result)) in layout.modes().iter().zip(&results).enumerate() {
        let mut modes = Vec::new();
        for coordinate in &carried {
            modes.push(coordinate.get(i).ok_or(Lost)?.clone());
        }
        let part = follow(i, mode, &modes, result)?;
        for (modes, mode) in all.iter_mut().zip(part.carried) {
            modes.push(mode);
        }
        for bound in part.new {
            let coordinate = in_mode(i, bound.coordinate(), &shapes)?;
            new.push(Bound::new(coordinate, bound.extent().clone()));
        }
    }
    let mut carried = Vec::new();
    for modes in all {
        carried.push(Layout::from_modes(&modes)?);
    }
    Ok(Followed { carried, new })
}

/// The positions of the result of a divide by one tile, and the extents of the leaves that they
/// count.
fn divided_by(
    layout: &Layout,
    tile: &Layout,
    result: &Layout,
    past: bool,
) -> Result<Reindexed, Lost> {
    let coalesced = coalesce(layout)?;
    let tiles = Layout::from_modes(&[tile.clone(), rest_of(tile, coalesced.shape())?])?;
    let indices = refined(&tiles, result.shape())?;
    if let Ok(whole) = ops::composition(layout, &tiles)
        && whole.objection.is_none()
        && whole.layout == *result
        && !past
    {
        return Reindexed::whole(layout, indices, false);
    }
    for leaves in [leaves_of(layout)?, leaves_of(&coalesced)?] {
        let continued = padded(&leaves, tile)?;
        let Ok(made) = ops::composition(&continued, &tiles) else { continue };
        if made.layout != *result {
            continue;
        }
        // The one tile of a mode has no stride that leads past it.
        let one = |rests: &Layout| rests.leaves().iter().any(|(extent, _)| **extent == Int::ONE);
        if past && (leaves.len() > 1 || indices.get(&[1]).as_ref().is_none_or(one)) {
            return Err(Lost);
        }
        let mut extents = Vec::new();
        for ((extent, _), (size, _)) in leaves.into_iter().zip(continued.leaves()) {
            extents.push([extent, size.clone()]);
        }
        return Ok(Reindexed { leaves: extents, indices, open: past });
    }
    Err(Lost)
}
