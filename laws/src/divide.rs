//! The laws of the divides and of the packings of divides and products.

use layout_algebra::ops::{self, Outcome};
use layout_algebra::{self as algebra, Error, ErrorKind, Terms};

use crate::check::{Check, Over, check, require, verdict};
use crate::complement::{free_in, has_complement};
use crate::composition::{composition, has_composition};
use crate::convert::{self, AsFunction};
use crate::function::{Function, same};
use crate::reshape::{coalesced, joined};
use crate::tree::{Layout, Tiler, Tree, refines, shape, size_of};
use crate::{EXHAUSTIVE, Law, ensure};

/// `(B, B*)`: the tile and what goes from tile to tile, its complement in the shape of the
/// layout in its fewest leaves.
fn tiles_of(layout: &Layout, tile: &Layout) -> Layout {
    let extents = joined(layout).into_iter().map(|leaf| leaf.0);
    let rest = coalesced(&free_in(tile, &Tree::flat(extents)));
    Tree::Tuple(vec![tile.clone(), rest])
}

/// `R = A∘(B, B*)`, of rank 2, with `B*` the complement of `B` in the shape of
/// `coalesce(A)`: mode 0 is the tile `A∘B`, and `R(t, r) = A(B(t) + B*(r))`. `R`
/// has the values of `A`, for an injective `B` each as often as `A`.
///
/// Where `(B, B*)` goes past the size of `A`, and only there, the outcome objects: the
/// tiles cover more. Every value of `A` is one of `R`.
///
/// A list of tilers divides mode by mode and leaves the modes past it; `_`
/// leaves a mode.
pub fn logical_divide<D: Terms>(
    layout: &algebra::Layout<D>,
    tiler: &algebra::Tiler,
    outcome: &Outcome<algebra::Layout<D>>,
) -> Law {
    let (layout, tiler) = (convert::layout(layout)?, convert::tiler(tiler)?);
    let is_padded = divide(&layout, &tiler, &convert::layout(&outcome.layout)?)?;
    let objection = &outcome.objection;
    require(is_padded == objection.is_some(), || {
        format!("{layout:?} by {tiler} goes past the end: {is_padded}, {objection:?}")
    })
}

/// The law of [`logical_divide`]; true where the tiles go past the end of the layout.
///
/// # Errors
///
/// The part of the law that does not hold.
pub fn divide(layout: &Layout, tiler: &Tiler, result: &Layout) -> Result<bool, String> {
    let Some(tile) = tiler.layout() else {
        let Tiler::Modes(tilers) = tiler else {
            ensure!(result == layout, "{layout:?} by {tiler} is {result:?}");
            return Ok(false);
        };
        let (before, after) = (layout.modes(), result.modes());
        ensure!(before.len() == after.len(), "{layout:?} by {tiler} is {result:?}");
        let mut is_padded = false;
        for (i, (mode, result)) in before.iter().zip(&after).enumerate() {
            match tilers.get(i) {
                Some(tiler) => is_padded |= divide(mode, tiler, result)?,
                None => ensure!(mode == result, "mode {i} of {layout:?} became {result:?}"),
            }
        }
        return Ok(is_padded);
    };
    let modes = result.modes();
    ensure!(modes.len() == 2, "{layout:?} by {tiler} is {result:?}");
    let fits = refines(&shape(&modes[0]), &shape(&tile));
    ensure!(fits, "the shape of {:?} does not refine that of {tile:?}", modes[0]);
    let (tiles, a) = (tiles_of(layout, &tile), Function::from(layout.clone()));
    let last: i128 = tiles.leaves().into_iter().map(|(s, d)| (s - 1) * d.max(0)).sum();
    let is_padded = last >= size_of(layout);
    if !is_padded {
        composition(&a, &Function::from(tiles), &Function::from(result.clone()))?;
    }
    same_values(&a, &Function::from(tile), &Function::from(result.clone()), is_padded)?;
    Ok(is_padded)
}

/// `R` has the values of `A`, and without padding no others, for an injective tile as often.
pub(crate) fn same_values(a: &Function, tile: &Function, r: &Function, is_padded: bool) -> Law {
    let (Some(before), Some(after)) = (a.sorted(), r.sorted()) else { return Ok(()) };
    let is_once = !is_padded && tile.is_injective();
    ensure!(!is_once || before == after, "{a} by {tile} has other values: {r}");
    let covered = before.iter().all(|value| after.binary_search(value).is_ok());
    ensure!(covered, "{a} by {tile} leaves values out: {r}");
    let more = after.iter().find(|value| before.binary_search(value).is_err());
    ensure!(is_padded || more.is_none(), "{a} by {tile} has values too many: {r}");
    Ok(())
}

/// A divide may refuse only where a part of it has no answer.
fn no_divide<D: Terms>(layout: &algebra::Layout<D>, tiler: &algebra::Tiler, error: &Error) -> Law {
    let of_integers = layout.parts()?.iter().all(|(place, _)| place.is_root());
    let (layout, why) = (convert::layout(layout)?, || format!("{layout} by {tiler}: {error}"));
    let Some(tile) = convert::tiler(tiler)?.layout() else { return Ok(()) };
    if !has_complement(&tile) {
        return crate::no_complement(&Function::from(tile), error);
    }
    let tiles = Function::from(tiles_of(&layout, &tile));
    if tiles.size() > EXHAUSTIVE {
        return Ok(());
    }
    let (positions, size) = (tiles.values(), size_of(&layout));
    let goes_past = positions.iter().any(|at| *at >= size);
    match error.kind() {
        ErrorKind::Uncovered { position, .. } => {
            let left_out = |at: i128| at < size && !positions.contains(&at);
            require(position.known().is_some_and(left_out), why)
        }
        ErrorKind::Padded { .. } => require(goes_past, why),
        // In the larger layout of terms there is none, or it is not known which one that is.
        _ => require(
            !of_integers && goes_past || !has_composition(&Function::from(layout), &tiles)?,
            why,
        ),
    }
}

/// `((A,a),(B,b),c)`, the logical result, as `(A,B)` and `(a,b,c)` along a list of
/// tilers; as its two modes along any other. There are none where `_` leaves a mode whole.
pub fn unzipped(logical: &Layout, tiler: &Tiler) -> Option<(Layout, Layout)> {
    let modes = logical.modes();
    let Tiler::Modes(tilers) = tiler else {
        return match modes.as_slice() {
            [tile, rest] => Some((tile.clone(), rest.clone())),
            _ => None,
        };
    };
    let (mut tiles, mut rests) = (Vec::new(), Vec::new());
    for (i, mode) in modes.iter().enumerate() {
        match tilers.get(i) {
            Some(tiler) => {
                let (tile, rest) = unzipped(mode, tiler)?;
                tiles.push(tile);
                rests.push(rest);
            }
            None => rests.push(mode.clone()),
        }
    }
    Some((Tree::Tuple(tiles), Tree::Tuple(rests)))
}

/// The modes that stand in the place of a mode whose parentheses are left out; those of a
/// tuple of one stay.
fn opened(mode: &Layout) -> Vec<Layout> {
    let modes = mode.modes();
    if modes.len() == 1 { vec![mode.clone()] } else { modes }
}

/// `((TileM,TileN),(RestM,RestN,…))`
pub fn zipped(tiles: Layout, rests: Layout) -> Layout {
    Tree::Tuple(vec![tiles, rests])
}

/// `((TileM,TileN),RestM,RestN,…)`
pub fn tiled(tiles: Layout, rests: Layout) -> Layout {
    Tree::Tuple([vec![tiles], opened(&rests)].concat())
}

/// `(TileM,TileN,RestM,RestN,…)`
pub fn flat(tiles: Layout, rests: Layout) -> Layout {
    Tree::Tuple([opened(&tiles), opened(&rests)].concat())
}

pub(crate) const CHECKS: &[Check] = &[check(
    Over::Tiler,
    &["logical_divide", "zipped_divide", "tiled_divide", "flat_divide"],
    |x| divides(x.layout, x.tiler),
)];

/// The divide of a layout of any strides, and its packings.
pub(crate) fn divides<D: Terms>(
    layout: &algebra::Layout<D>,
    tiler: &algebra::Tiler,
) -> crate::check::Verdict {
    verdict(
        ops::logical_divide(layout, tiler),
        |r| {
            logical_divide(layout, tiler, r)?;
            let packed = [
                ops::zipped_divide(layout, tiler),
                ops::tiled_divide(layout, tiler),
                ops::flat_divide(layout, tiler),
            ];
            packings(&r.layout, tiler, packed.map(|r| r.map(|r| r.layout)))
        },
        |error| no_divide(layout, tiler, error),
    )
}

/// The packings are the modes of the logical result in another order.
pub(crate) fn packings<D: Terms>(
    logical: &algebra::Layout<D>,
    tiler: &algebra::Tiler,
    answers: [Result<algebra::Layout<D>, Error>; 3],
) -> Law {
    let halves = match (&answers[0], unzipped(&convert::layout(logical)?, &convert::tiler(tiler)?))
    {
        // A mode that `_` leaves whole may have a tile and a rest of its own.
        (Ok(zipped), None) => match convert::layout(zipped)?.modes().as_slice() {
            [tiles, rests] => Some((tiles.clone(), rests.clone())),
            _ => return Err(format!("{zipped} is not zipped")),
        },
        (_, halves) => halves,
    };
    for (answer, pack) in answers.into_iter().zip([zipped, tiled, flat]) {
        match (answer, &halves) {
            (Ok(answer), Some((tiles, rests))) => {
                let expected = pack(tiles.clone(), rests.clone());
                let same = convert::layout(&answer)? == expected;
                require(same, || format!("{logical} has become {answer}"))?;
            }
            // Only a mode that `_` leaves whole has no tile and no rest.
            (_, None) => {}
            (Err(error), Some(_)) => {
                require(tiler.to_string().contains('_'), || format!("{logical}: {error}"))?;
            }
        }
    }
    Ok(())
}

/// A layout divided along its modes by one tile has what the list of its parts has.
pub(crate) fn same_divide(list: &Outcome, one: &Outcome) -> Law {
    let objects = [list, one].map(|outcome| outcome.objection.is_some());
    require(objects[0] == objects[1], || format!("{list:?} and {one:?}"))?;
    same(&list.layout.function()?, &one.layout.function()?)
}
