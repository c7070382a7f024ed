//! Slices, tiles and positions: parts of a layout, each with its offset.

use crate::oracle::case::{Case, Operand};
use crate::oracle::draw::Tiler;
use crate::oracle::function::{Function, Within};
use crate::oracle::read::Value;
use crate::oracle::tree::{Layout, Tree, at, at as at_layout, digits, shape, size};
use crate::oracle::{Law, ensure};

/// The modes of a layout that stand against `_`, and those that do not with their position.
fn against(
    coordinate: &Tree<Option<i128>>,
    layout: &Layout,
    open: &mut Vec<Layout>,
    fixed: &mut i128,
) -> Option<()> {
    match (coordinate, layout) {
        (Tree::Leaf(None), mode) => open.push(mode.clone()),
        (Tree::Leaf(Some(c)), mode) => *fixed += at(mode, *c),
        (Tree::Tuple(coordinates), Tree::Tuple(modes)) if coordinates.len() == modes.len() => {
            for (coordinate, mode) in coordinates.iter().zip(modes) {
                against(coordinate, mode, open, fixed)?;
            }
        }
        _ => return None,
    }
    Some(())
}

/// A part and its offset, in a list or alone.
fn part(case: &Case) -> Result<(&Function, i128), String> {
    match &case.answer.value {
        Value::Function(function) => Ok((function, 0)),
        Value::List(items) => match items.as_slice() {
            [Value::Function(function), Value::Tuple(Tree::Leaf(offset))] => {
                Ok((function, *offset))
            }
            other => Err(format!("{other:?} is no part")),
        },
        other => Err(format!("{other:?} is no part")),
    }
}

/// `L(c with x for _) = offset + R(x)`, in the shape of the modes against `_`.
pub(super) fn slice_and_offset(case: &Case) -> Law {
    sliced(case, false)
}

/// The slice alone: up to the offset, which is that of the coordinate without `_`.
pub(super) fn slice(case: &Case) -> Law {
    sliced(case, true)
}

fn sliced(case: &Case, alone: bool) -> Law {
    let Operand::Coordinate(coordinate) = &case.of.others[0] else { return Ok(false) };
    let Some(domain) = &case.of.layout.domain else { return Ok(false) };
    let (r, offset) = part(case)?;
    let (mut open, mut fixed) = (Vec::new(), 0);
    if against(coordinate, domain, &mut open, &mut fixed).is_none() {
        return Err("it is no coordinate".to_owned());
    }
    let open = match (coordinate, open.as_slice()) {
        (Tree::Leaf(None), [whole]) => whole.clone(),
        _ => Tree::Tuple(open),
    };
    let whole = |x| case.of.layout.after(fixed + at(&open, x));
    let count = size(&shape(&open));
    ensure(r.size() == count, || format!("it has {} values, not {count}", r.size()))?;
    let plain = case.of.layout.steps.is_empty();
    let same = r.shape() == shape(&open);
    ensure(!plain || same, || "it has another shape".to_owned())?;
    let start = match (alone, plain) {
        (true, true) => fixed,
        // What the offset of a swizzled slice is, only the two together say.
        (true, false) => whole(0) - r.at(0),
        (false, _) => offset,
    };
    crate::oracle::case::at_all(count, whole, |x| start + r.at(x))
}

/// The modes against positions.
pub(super) fn dice(case: &Case) -> Law {
    fn kept(coordinate: &Tree<Option<i128>>, layout: &Layout, into: &mut Vec<Layout>) {
        match (coordinate, layout) {
            (Tree::Leaf(Some(_)), mode) => into.push(mode.clone()),
            (Tree::Tuple(coordinates), Tree::Tuple(modes)) => {
                coordinates.iter().zip(modes).for_each(|(c, mode)| kept(c, mode, into));
            }
            _ => {}
        }
    }
    let Operand::Coordinate(coordinate) = &case.of.others[0] else { return Ok(false) };
    let Some(layout) = case.of.layout.layout() else { return Ok(false) };
    let mut modes = Vec::new();
    kept(coordinate, layout, &mut modes);
    case.is(&match coordinate {
        Tree::Leaf(Some(_)) => layout.clone(),
        _ => Tree::Tuple(modes),
    })
}

/// `offset + R(x) = L(c + x)` wherever `c + x` is a coordinate of `L`.
pub(super) fn domain_offset(case: &Case) -> Law {
    let Operand::Coordinate(coordinate) = &case.of.others[0] else { return Ok(false) };
    let Some(domain) = &case.of.layout.domain else { return Ok(false) };
    let (mut open, mut fixed) = (Vec::new(), 0);
    let (r, offset) = part(case)?;
    if against(coordinate, domain, &mut open, &mut fixed).is_none() || !open.is_empty() {
        return Ok(false);
    }
    ensure(r.size() == case.of.layout.size(), || "it has another size".to_owned())?;
    let expected = |x| case.of.layout.after(fixed + at(domain, x));
    crate::oracle::case::at_all(r.size(), expected, |x| offset + r.at(x))
}

/// `offset + R(t) = D(t, c)` for `D = zipped_divide(L, T)`; each `_` keeps its mode, and those
/// that `c` lacks stay.
pub(super) fn local_tile(case: &Case) -> Law {
    of_tiles(case, 1)
}

/// `offset + R(r) = D(c, r)` for `D = zipped_divide(L, T)`.
pub(super) fn outer_partition(case: &Case) -> Law {
    of_tiles(case, 0)
}

/// [`outer_partition`] by the shape of the threads, at the coordinate with the index.
pub(super) fn local_partition(case: &Case) -> Law {
    let [Operand::Function(threads, _), Operand::Tuple(Tree::Leaf(index))] =
        case.of.others.as_slice()
    else {
        return Ok(false);
    };
    let c = (0..threads.size()).find(|&c| threads.at(c) == *index);
    let Some(c) = c else { return Err(format!("no thread has number {index}")) };
    let sizes = threads.shape();
    let tiler = match &sizes {
        Tree::Leaf(size) => Tiler::Size(*size),
        Tree::Tuple(modes) => Tiler::Modes(modes.iter().map(shape_tiler).collect()),
    };
    let extents: Vec<i128> = sizes.modes().iter().map(size).collect();
    let at = digits(c, &extents).into_iter().map(|c| Tree::Leaf(Some(c))).collect();
    let at = if let Tree::Leaf(_) = sizes { Tree::Leaf(Some(c)) } else { Tree::Tuple(at) };
    tiles(case, &tiler, &at, 0)
}

fn shape_tiler(shape: &Tree<i128>) -> Tiler {
    match shape {
        Tree::Leaf(size) => Tiler::Size(*size),
        Tree::Tuple(modes) => Tiler::Modes(modes.iter().map(shape_tiler).collect()),
    }
}

fn of_tiles(case: &Case, fixed: usize) -> Law {
    let [Operand::Tiler(tiler), Operand::Coordinate(at)] = case.of.others.as_slice() else {
        return Ok(false);
    };
    tiles(case, tiler, at, fixed)
}

/// The part of `zipped_divide(L, T)` in which mode `fixed` is at a coordinate.
fn tiles(case: &Case, tiler: &Tiler, at: &Tree<Option<i128>>, fixed: usize) -> Law {
    let mut divided = case.of.clone();
    divided.words.truncate(1);
    divided.words.push(tiler.to_string());
    divided.others = vec![Operand::Tiler(tiler.clone())];
    let divided = divided.related("zipped_divide")?;
    let Some(divided) = divided else { return Err("zipped_divide has no answer".to_owned()) };
    let Some(Tree::Tuple(modes)) = &divided.function()?.domain else { return Ok(false) };
    let (whole, chosen) = (&modes[1 - fixed], &modes[fixed]);
    // A coordinate of fewer modes leaves the others open.
    let mut at = at.clone();
    if let (Tree::Tuple(items), Tree::Tuple(modes)) = (&mut at, chosen) {
        items.resize(modes.len().max(items.len()), Tree::Leaf(None));
    }
    let (mut open, mut start) = (Vec::new(), 0);
    if against(&at, chosen, &mut open, &mut start).is_none() {
        return Err("it is no coordinate".to_owned());
    }
    let (r, offset) = part(case)?;
    let rest = Tree::Tuple(open);
    let (first, count) = (size(&shape(whole)), size(&shape(&rest)));
    ensure(r.size() == first * count, || format!("it has {} values", r.size()))?;
    // The modes in the order of the divided layout.
    let divided_at = divided.function()?;
    let value = |x: i128| match fixed {
        1 => divided_at.after(start + at_layout(whole, x % first) + at_layout(&rest, x / first)),
        _ => divided_at.after(start + at_layout(&rest, x % count) + at_layout(whole, x / count)),
    };
    crate::oracle::case::at_all(r.size(), value, |x| offset + r.at(x))?;
    if rest == Tree::Tuple(Vec::new()) && case.of.within == Within::EVERYWHERE {
        bounds(case, &divided, &at, fixed)?;
    }
    Ok(true)
}

/// What is padding of the part is padding of the whole.
fn bounds(case: &Case, divided: &Case, at: &Tree<Option<i128>>, fixed: usize) -> Law {
    let Some(Tree::Tuple(modes)) = &divided.function()?.domain else { return Ok(false) };
    let (tile, tiles) = (size(&shape(&modes[0])), size(&shape(&modes[1])));
    let Some(c) = position(at, &shape(&modes[fixed])) else { return Ok(false) };
    if c >= [tile, tiles][fixed] {
        return Ok(false);
    }
    for x in 0..[tile, tiles][1 - fixed] {
        let whole = if fixed == 1 { x + tile * c } else { c + tile * x };
        let (expected, found) = (divided.answer.within.has(whole), case.answer.within.has(x));
        let agree = expected.is_none() || found.is_none() || expected == found;
        ensure(agree, || format!("at {x} it is in bounds: {found:?}, not {expected:?}"))?;
    }
    Ok(true)
}

/// The 1-D coordinate of a coordinate without `_` inside of a shape.
fn position(at: &Tree<Option<i128>>, of: &Tree<i128>) -> Option<i128> {
    match (at, of) {
        (Tree::Leaf(c), _) => c.filter(|&c| c < size(of)),
        (Tree::Tuple(items), Tree::Tuple(modes)) if items.len() == modes.len() => {
            let mut all = items.iter().zip(modes).rev();
            all.try_fold(0, |sum, (item, mode)| Some(sum * size(mode) + position(item, mode)?))
        }
        _ => None,
    }
}
