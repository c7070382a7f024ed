//! `logical_divide`: a layout in tiles.

use alloc::vec::Vec;

use super::coalesce::merged_leaves;
use super::complement::{first_hole, rest_of};
use super::composition::{check_rank, mode_at};
use super::{Outcome, coalesce, composition, cosize, filter, size};
use crate::axes::{along, axes, in_place};
use crate::exact::cover::{Cover, cover};
use crate::exact::known;
use crate::explain::{equals, says, step};
use crate::{
    CollectVec, Condition, Error, ErrorAddress, ErrorKind, HTuple, Int, Layout, ModePath, Terms,
    Tiler, Truth, decide,
};

const OP: &str = "logical_divide";

/// The layout `A∘(B, B*)` of rank 2: mode 0 is the tile `A∘B`, mode 1 goes from
/// tile to tile along `B* = complement(B, shape(coalesce(A)))`.
///
/// A list of tilers divides mode by mode and keeps the modes past it, `_` keeps
/// a mode whole. An integer `n` is the tile `n:1` of the whole layout. A tile over a basis takes its
/// steps along modes of `A`, which it divides, each by its part of the tile; mode 1 has the rest of
/// each in its place, and the other modes of `A`.
///
/// Tiles that do not divide `A` cover more: each mode of the coalesced
/// `A` is continued to the next multiple of its share of the tile, and `A` in
/// the equation is that larger layout. The outcome objects with
/// [`ErrorKind::Padded`]. Either way the tiles hold every position of `A`.
///
/// # Errors
///
/// The errors of [`super::complement`] and [`composition`] for `B` and `(B, B*)`;
/// [`ErrorKind::Empty`] for a tile without coordinates, of any layout; [`ErrorKind::Uncovered`]
/// where the tile has gaps that leave positions of `A` out; [`ErrorKind::TooManyModes`];
/// [`ErrorKind::Undecided`]; [`ErrorKind::Unproved`].
///
/// ```
/// use layout_algebra::ops;
/// let tiles = ops::logical_divide(&"24:2".parse().unwrap(), &"4:2".parse().unwrap()).unwrap();
/// assert_eq!(tiles.layout.to_string(), "(4,(2,3)):(4,(2,16))");
/// assert_eq!(tiles.objection, None);
/// ```
pub fn logical_divide<D: Terms>(
    layout: &Layout<D>,
    tiler: &Tiler,
) -> Result<Outcome<Layout<D>>, Error> {
    step!(("logical_divide({layout}, {tiler})") divide_by(layout, tiler))
}

fn divide_by<D: Terms>(layout: &Layout<D>, tiler: &Tiler) -> Result<Outcome<Layout<D>>, Error> {
    match tiler {
        Tiler::All => Ok(layout.clone().into()),
        Tiler::Layout(tile) => divide(layout, tile).in_op(OP),
        Tiler::Size(size) => {
            let tile = super::col_major(&size.clone().into())?;
            divide(layout, &tile).in_op(OP)
        }
        Tiler::Modes(tilers) => {
            check_rank(OP, layout, tiler, tilers.len())?;
            by_mode(layout, tilers, &logical_divide)
        }
    }
}

/// An operation on a layout by a tiler.
type ByTiler<'a, D> = dyn Fn(&Layout<D>, &Tiler) -> Result<Outcome<Layout<D>>, Error> + 'a;

/// Applies an operation to the modes that have a tiler and keeps the others.
pub(crate) fn by_mode<D: Terms>(
    layout: &Layout<D>,
    tilers: &[Tiler],
    op: &ByTiler<'_, D>,
) -> Result<Outcome<Layout<D>>, Error> {
    let mut outcomes = alloc::vec::Vec::new();
    for (i, mode) in layout.modes().into_iter().enumerate() {
        outcomes.push(match tilers.get(i) {
            Some(tiler) => op(&mode, tiler).under_mode(i)?,
            None => mode.into(),
        });
    }
    Outcome::join(outcomes)
}

/// The tile in its modes of `A`: each is divided by its part.
fn divide_modes<D: Terms>(
    layout: &Layout<D>,
    tile: &Layout,
    axes: &[ModePath],
) -> Result<Outcome<Layout<D>>, Error> {
    let (mut tiles, mut rests, mut objection) = (Vec::new(), Vec::new(), None);
    for axis in axes {
        let divided = divide(&mode_at(layout, axis)?, &along(tile, axis)?)?;
        objection = objection.or(divided.objection.map(blame_tiler));
        let mut modes = divided.layout.modes().into_iter();
        tiles.extend(modes.next().map(|tile| (axis.clone(), tile)));
        rests.extend(modes.next().map(|rest| (axis.clone(), rest)));
    }
    let modes = [in_place(tile, tiles)?, rest_of_modes(layout, &ModePath::root(), &rests)?];
    Ok(Outcome { layout: Layout::from_modes(&modes)?, objection })
}

/// The layout with the rests in the places of its modes that were divided.
fn rest_of_modes<D: Terms>(
    layout: &Layout<D>,
    place: &ModePath,
    rests: &[(ModePath, Layout<D>)],
) -> Result<Layout<D>, Error> {
    if let Some((_, rest)) = rests.iter().find(|(axis, _)| axis == place) {
        return Ok(rest.clone());
    }
    if !rests.iter().any(|(axis, _)| axis.indices().starts_with(place.indices())) {
        return Ok(layout.clone());
    }
    let mut modes = Vec::new();
    for (i, mode) in layout.modes().iter().enumerate() {
        modes.push(rest_of_modes(mode, &place.child(i), rests)?);
    }
    Layout::from_modes(&modes)
}

fn divide<D: Terms>(layout: &Layout<D>, tile: &Layout) -> Result<Outcome<Layout<D>>, Error> {
    tile.check_inhabited(OP, 1)?;
    let axes = axes(tile);
    if !axes.is_empty() {
        return divide_modes(layout, tile, &axes).map_err(blame_tiler);
    }
    if layout.is_empty() {
        return of_nothing(layout, tile);
    }
    if layout.is_symbolic() || tile.is_symbolic() {
        return symbolic(layout, tile);
    }
    let coalesced = coalesce(layout)?;
    let rest = rest_of(tile, coalesced.shape()).map_err(blame_tiler)?;
    let tiles = Layout::from_modes(&[tile.clone(), rest])?;
    equals!(("concat({tile}, {})", &tiles.modes()[1]), tiles);
    let (end, size) = (cosize(&filter(&tiles)?)?, size(layout)?);
    let leaves = merged_leaves(layout)?;
    let sizes = leaves.iter().map(|(size, _)| size).collect_vec();
    if !size.less(&end).is_true() {
        check_cover(layout, tile, &tiles, &sizes, &sizes)?;
        says!(
            "the tiles hold each of the {size} positions, and end at {end}: they divide {layout}"
        );
        return Ok(composition(layout, &tiles).map_err(blame_tile)?.layout.into());
    }
    let larger = padded(&leaves, tile)?;
    says!("the tiles end at {end}, past {size} positions: they cover the larger {larger}");
    let kind = ErrorKind::Padded {
        tile: alloc::format!("{tile}"),
        layout: alloc::format!("{layout}"),
        size,
        covered: end,
    };
    let objection = Error::new(OP, kind).in_operand(1);
    // Past its size a layout continues along a last mode of extent 1, if it
    // has one; where the tiles do not fit that, along the mode before.
    let composed = composition(&larger, &tiles)
        .or_else(|_| composition(&padded(&merged_leaves(&coalesced)?, tile)?, &tiles));
    let Ok(composed) = composed else {
        // The tile that does not divide is the news, not the failure in the larger layout: a
        // position of the first leaf, which has its number in any layout, or else how much is
        // covered.
        let hole = first_hole(&filter(&tiles)?)?;
        let is_first = leaves.first().is_some_and(|(extent, _)| hole.less(extent).is_true());
        return Err(if is_first { uncovered(layout, tile, hole) } else { objection });
    };
    check_cover(layout, tile, &tiles, &sizes, &larger.shape().leaves())?;
    Ok(Outcome { layout: composed.layout, objection: Some(objection) })
}

/// A layout without coordinates has no tile: each position of one is a step along the layout, and there
/// are none of them.
fn of_nothing<D: Terms>(layout: &Layout<D>, tile: &Layout) -> Result<Outcome<Layout<D>>, Error> {
    let rest = rest_of(tile, coalesce(layout)?.shape()).map_err(blame_tiler)?;
    let tiles = Layout::from_modes(&[tile.clone(), rest])?;
    Ok(composition(layout, &tiles).map_err(blame_tile)?.layout.into())
}

/// Refuses tiles that leave out a position of the layout with leaves of these extents, each
/// with what it is continued to.
fn check_cover<D: Terms>(
    layout: &Layout<D>,
    tile: &Layout,
    tiles: &Layout,
    extents: &[&Int],
    continued: &[&Int],
) -> Result<(), Error> {
    let mut modes = alloc::vec::Vec::new();
    for (extent, stride) in filter(tiles)?.leaves() {
        let stride = known(crate::exact::integer_stride(stride, OP)?)?;
        if stride != 0 {
            modes.push((known(extent)?, stride));
        }
    }
    let mut covered = Vec::new();
    for (extent, continued) in extents.iter().zip(continued) {
        covered.push((known(extent)?, known(continued)?));
    }
    match cover(&modes, &covered)? {
        Cover::Whole => Ok(()),
        Cover::LeavesOut(position) => Err(uncovered(layout, tile, Int::new(position))),
        Cover::Undecided => {
            Err(Error::undecided(OP, format_args!("tiles {tile} hold every position of {layout}"))
                .in_operand(1))
        }
    }
}

/// The division over symbols: where it is not known whether the tiles divide the layout,
/// the result covers what there may be more, and the objection says what decides.
fn symbolic<D: Terms>(layout: &Layout<D>, tile: &Layout) -> Result<Outcome<Layout<D>>, Error> {
    let coalesced = coalesce(layout)?;
    let rest = rest_of(tile, coalesced.shape()).map_err(blame_tiler)?;
    let tiles = Layout::from_modes(&[tile.clone(), rest])?;
    let cover = filter(&tiles)?;
    let (hole, end, size) = (first_hole(&cover)?, cosize(&cover)?, size(layout)?);
    equals!(("concat({tile}, {})", &tiles.modes()[1]), tiles);
    let open = divides(&coalesced, tile)?;
    let exact = if open.is_some() { Truth::Unknown } else { end.at_most(&size) };
    if !size.at_most(&hole).is_true() && (open.is_none() || hole != end) {
        // It is one of the layout if it is in the first leaf, which comes first of those
        // that are continued.
        let first = coalesced.leaves().first().map_or(Int::ONE, |(extent, _)| (*extent).clone());
        let error = uncovered(layout, tile, hole.clone());
        let is_held = Condition::at_most(&size, &hole);
        return Err(match (hole.less(&first).is_true(), &open) {
            (true, _) => error,
            (_, None) => error.unless(is_held),
            (_, Some(_)) => error.unless_case(is_held),
        });
    }
    let mut objection = None;
    if !exact.is_true() {
        let kind = ErrorKind::Padded {
            tile: alloc::format!("{tile}"),
            layout: alloc::format!("{layout}"),
            size: size.clone(),
            covered: end.clone(),
        };
        let error = Error::new(OP, kind).in_operand(1);
        objection = Some(match exact {
            Truth::False => error,
            _ => match open {
                Some(open) if !decides(&coalesced, tile)? => error.unless_case(open),
                open => error.unless(open.unwrap_or(Condition::at_most(&end, &size))),
            },
        });
    }
    let composed = match &objection {
        None => composition(layout, &tiles).map_err(blame_tile)?,
        Some(objection) => {
            let continued =
                |layout: &Layout<D>| composition(&padded(&merged_leaves(layout)?, tile)?, &tiles);
            // A continuation that is only not known to fail is no reason for the other one.
            let first = continued(layout);
            let either = match &first {
                Err(error) if error.condition().is_none() => continued(&coalesced),
                _ => first,
            };
            // Padded, it may have an answer without that.
            either.map_err(|_| objection.clone().as_case())?
        }
    };
    Ok(Outcome { layout: composed.layout, objection })
}

/// Returns true if there is no divide without that condition: along one leaf the tile's share of it
/// is all there is, unless an extent of 1 leaves out the stride beside it.
fn decides<D: Terms>(layout: &Layout<D>, tile: &Layout) -> Result<bool, Error> {
    let moves = tile.leaves().into_iter().all(|(extent, _)| Int::ONE.less(extent).is_true());
    Ok(layout.leaves().len() <= 1 && (moves || reach(tile)?.equals(&size(tile)?).is_true()))
}

/// The first condition that is not known and that the tile's share of each mode needs,
/// for the tiles to divide the layout.
fn divides<D: Terms>(layout: &Layout<D>, tile: &Layout) -> Result<Option<Condition>, Error> {
    let mut share = reach(tile)?;
    let leaves = layout.leaves();
    let last = leaves.len().saturating_sub(1);
    for (i, (extent, _)) in leaves.into_iter().enumerate() {
        let into = Condition::divides(&share, extent);
        let is_into = into.decide();
        if is_into.is_true() {
            return Ok(None);
        }
        let mut open = (is_into == Truth::Unknown).then_some(into);
        // Nothing is behind the last mode.
        if i < last {
            let whole = Condition::divides(extent, &share);
            let is_whole = whole.decide();
            if is_whole.is_true() {
                share = share.div_floor(extent)?;
                continue;
            }
            // The known operand divides.
            let first = share.known().is_none() && extent.known().is_some();
            if is_whole == Truth::Unknown && (first || open.is_none()) {
                open = Some(whole);
            }
        }
        return Ok(open);
    }
    Ok(None)
}

/// A layout of the given leaves with its modes continued to multiples of a tile: the
/// tile takes what it can of the first mode, what is left of it of the next.
pub(crate) fn padded<D: Terms>(leaves: &[(Int, D)], tile: &Layout) -> Result<Layout<D>, Error> {
    let mut share = reach(tile)?;
    let count = leaves.len();
    let mut modes = alloc::vec::Vec::new();
    for (i, (extent, stride)) in leaves.iter().enumerate() {
        let inside = i + 1 < count && decide::less(OP, extent, &share)?;
        let covered = if inside { extent.clone() } else { extent.div_ceil(&share)?.mul(&share)? };
        if i + 1 < count {
            share = share.div_ceil(extent)?;
        }
        modes.push(Layout::of(HTuple::Leaf(covered), HTuple::Leaf(stride.clone()))?);
    }
    match modes.as_slice() {
        [mode] => Ok(mode.clone()),
        modes => Layout::from_modes(modes),
    }
}

/// The positions that one tile and its gaps take up: extent times stride of the
/// mode of the largest stride.
fn reach(tile: &Layout) -> Result<Int, Error> {
    let mut reach = Int::ONE;
    for (extent, stride) in filter(tile)?.leaves() {
        let end = crate::exact::integer_stride(stride, OP)?.mul(extent)?;
        reach = reach.greater(&end)?;
    }
    Ok(reach)
}

fn uncovered<D: Terms>(layout: &Layout<D>, tile: &Layout, position: Int) -> Error {
    let kind = ErrorKind::Uncovered {
        tile: alloc::format!("{tile}"),
        layout: alloc::format!("{layout}"),
        position,
    };
    Error::new(OP, kind).in_operand(1)
}

/// Errors of the composition are errors of the tiler, in its own addresses: mode 0 of `(B, B*)`, the
/// second operand, is the tiler, and its complement is not the user's.
fn blame_tile(error: Error) -> Error {
    match (error.operand(), error.path().indices()) {
        (1, [0, path @ ..]) => {
            let path = path.into();
            error.in_part(crate::Part::Whole).at_path(path)
        }
        _ => blame_tiler(error),
    }
}

/// Errors of the complement are errors of the whole tiler.
fn blame_tiler(error: Error) -> Error {
    error.in_operand(1).in_part(crate::Part::Whole).at_path(crate::ModePath::root())
}
