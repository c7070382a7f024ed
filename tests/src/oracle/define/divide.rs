//! Divides: a layout in tiles.

use std::collections::HashMap;

use crate::oracle::case::{Case, Operand, at_all};
use crate::oracle::draw::Tiler;
use crate::oracle::function::Function;
use crate::oracle::tree::{Layout, Tree, at, refines, shape, size};
use crate::oracle::{Law, ensure};

/// Mode 0 is the tile, `R(t, 0) = A(T(t))`, mode 1 goes from tile to tile: for each `r` there
/// is a position `p` with `R(t, r) = A(T(t) + p)`. Together the coordinates in bounds have
/// each value of `A` as often as `A` does.
pub(super) fn logical_divide(case: &Case) -> Law {
    let Operand::Tiler(tiler) = &case.of.others[0] else { return Ok(false) };
    let Some((a, r)) = case.domains()? else { return Ok(false) };
    let padded = !case.answer.within.is_everywhere();
    ensure(case.of.padding || !padded, || "it is padded".to_owned())?;
    tiles(case, a, tiler, r, padded || !case.of.within.is_everywhere())?;
    let values = |layout: &Layout, within: &crate::oracle::function::Within| {
        let all = 0..size(&shape(layout));
        let inside = all.filter(|&c| within.has(c).unwrap_or(true));
        let mut values: Vec<i128> = inside.map(|c| at(layout, c)).collect();
        values.sort_unstable();
        values
    };
    let (mut before, mut after) = (values(a, &case.of.within), values(r, &case.answer.within));
    if !is_injective(tiler) {
        before.dedup();
        after.dedup();
    }
    if case.answer.within.has(0).is_some() && case.of.within.has(0).is_some() {
        let missing = before.iter().find(|value| after.binary_search(value).is_err());
        ensure(missing.is_none(), || format!("value {missing:?} is in no tile"))?;
        let more = after.iter().find(|value| before.binary_search(value).is_err());
        ensure(more.is_none(), || format!("value {more:?} is none of the layout"))?;
        let (few, many) = (after.len(), before.len());
        ensure(few >= many, || format!("a position is in no tile: {few} of {many} values"))?;
        ensure(before == after, || format!("its values are {after:?}, not {before:?}"))?;
    } else if case.of.within.is_everywhere() {
        let missing = before.iter().find(|value| after.binary_search(value).is_err());
        ensure(missing.is_none(), || format!("value {missing:?} is in no tile"))?;
    }
    Ok(true)
}

fn is_injective(tiler: &Tiler) -> bool {
    match tiler {
        Tiler::Modes(tilers) => tilers.iter().all(is_injective),
        Tiler::Layout(layout) => distinct(&Function::from(layout.clone()).values()),
        Tiler::All | Tiler::Size(_) => true,
    }
}

/// Whether all numbers differ.
pub(super) fn distinct(numbers: &[i128]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}

fn tiles(case: &Case, a: &Layout, tiler: &Tiler, r: &Layout, padded: bool) -> Law {
    let Some(tile) = tiler.layout() else {
        let Tiler::Modes(tilers) = tiler else {
            return case.of.keeps(a, r);
        };
        let (before, after) = (a.modes(), r.modes());
        ensure(before.len() == after.len(), || "it has another rank".to_owned())?;
        for (i, (a, r)) in before.iter().zip(&after).enumerate() {
            match tilers.get(i) {
                Some(tiler) => tiles(case, a, tiler, r, padded)?,
                None => case.of.keeps(a, r)?,
            };
        }
        return Ok(true);
    };
    let Tree::Tuple(modes) = r else { return Err("it is no pair".to_owned()) };
    let [first, rest] = modes.as_slice() else { return Err("it is no pair".to_owned()) };
    ensure(refines(&shape(first), &shape(&tile)), || "its tile has another shape".to_owned())?;
    if padded {
        return Ok(true);
    }
    let count = size(&shape(&tile));
    at_all(count, |t| at(a, at(&tile, t)), |t| at(first, t))?;
    let all = Function::from(a.clone()).values();
    if !distinct(&all) {
        return Ok(true);
    }
    let positions: HashMap<i128, i128> = all.iter().copied().zip(0..).collect();
    for k in 0..size(&shape(rest)) {
        let start = at(rest, k);
        let Some(p) = positions.get(&start) else { return Err(format!("no value {start}")) };
        at_all(count, |t| at(a, at(&tile, t) + p), |t| at(first, t) + start)?;
    }
    Ok(true)
}

/// The modes of a logical divide or product, tiles first and then the rests.
pub(super) fn zipped(logical: &Layout, tiler: &Tiler) -> Option<(Layout, Layout)> {
    let modes = logical.modes();
    let Tiler::Modes(tilers) = tiler else {
        return match modes.as_slice() {
            [first, second] => Some((first.clone(), second.clone())),
            _ => None,
        };
    };
    let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
    for (i, mode) in modes.iter().enumerate() {
        match tilers.get(i) {
            Some(tiler) => {
                let (first, second) = zipped(mode, tiler)?;
                firsts.push(first);
                seconds.push(second);
            }
            None => seconds.push(mode.clone()),
        }
    }
    Some((Tree::Tuple(firsts), Tree::Tuple(seconds)))
}

/// The modes that stand in the place of a mode whose parentheses are left out; those of a
/// tuple of one stay.
fn opened(mode: &Layout) -> Vec<Layout> {
    let modes = mode.modes();
    if modes.len() == 1 { vec![mode.clone()] } else { modes }
}

/// `zipped_…`, `tiled_…`, `flat_…` are the modes of `logical_…` in another order.
fn packed(case: &Case, logical: &str, pack: fn(Layout, Layout) -> Vec<Layout>) -> Law {
    let tiler = match &case.of.others[0] {
        Operand::Tiler(tiler) => tiler.clone(),
        Operand::Function(_, _) => Tiler::Size(1),
        _ => return Ok(false),
    };
    let related = case.of.related(logical)?;
    let related = related.ok_or_else(|| format!("{logical} has no answer"))?;
    let Some(logical) = &related.function()?.domain else { return Ok(false) };
    let Some((first, second)) = zipped(logical, &tiler) else {
        return Err(format!("the tiles of {} are not pairs", related.function()?));
    };
    let expected = Function {
        steps: related.function()?.steps.clone(),
        domain: Some(Tree::Tuple(pack(first, second))),
    };
    let found = case.function()?;
    ensure(expected == *found, || format!("it is not {expected}"))?;
    Ok(true)
}

/// `((TileM,TileN),(RestM,RestN,…))`
pub(super) fn zipped_divide(case: &Case) -> Law {
    packed(case, "logical_divide", |first, second| vec![first, second])
}

/// `((TileM,TileN),RestM,RestN,…)`
pub(super) fn tiled_divide(case: &Case) -> Law {
    packed(case, "logical_divide", |first, second| [vec![first], opened(&second)].concat())
}

/// `(TileM,TileN,RestM,RestN,…)`
pub(super) fn flat_divide(case: &Case) -> Law {
    packed(case, "logical_divide", |first, second| [opened(&first), opened(&second)].concat())
}

/// `((TileM,TileN),(RestM,RestN,…))`
pub(super) fn zipped_product(case: &Case) -> Law {
    packed(case, "logical_product", |first, second| vec![first, second])
}

/// `((TileM,TileN),RestM,RestN,…)`
pub(super) fn tiled_product(case: &Case) -> Law {
    packed(case, "logical_product", |first, second| [vec![first], opened(&second)].concat())
}

/// `(TileM,TileN,RestM,RestN,…)`
pub(super) fn flat_product(case: &Case) -> Law {
    packed(case, "logical_product", |first, second| [opened(&first), opened(&second)].concat())
}
