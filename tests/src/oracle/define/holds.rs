//! Printed answers, held against the laws.

use std::collections::HashMap;

use layout_algebra::Int;
use layout_laws as laws;
use layout_laws::function::{Function, Within, same};
use layout_laws::tree::{Layout, Tiler, Tree, refines, shape, size};
use layout_laws::{divide, modes};

use crate::oracle::Law;
use crate::oracle::case::{Case, Operand, Question};
use crate::oracle::read::Value;

/// An operand is of the kind that a law takes, or no law covers the case.
macro_rules! operand {
    ($($pattern:tt)+) => {
        let $($pattern)+ else { return Ok(false) };
    };
}

fn require(holds: bool, why: impl FnOnce() -> String) -> laws::Law {
    if holds { Ok(()) } else { Err(why()) }
}

impl Case {
    fn first(&self) -> Option<&Operand> {
        self.of.others.first()
    }

    /// The integers among the operands after the layout.
    fn numbers(&self) -> Vec<i128> {
        let number = |operand: &Operand| match operand {
            Operand::Tuple(Tree::Leaf(number)) => Some(*number),
            _ => None,
        };
        self.of.others.iter().filter_map(number).collect()
    }

    fn places(&self) -> Vec<usize> {
        self.numbers().into_iter().map(|number| number as usize).collect()
    }

    /// The layout among the operands after the first.
    fn other(&self) -> Option<Layout> {
        self.of.others.iter().find_map(|operand| match operand {
            Operand::Function(function, _) => function.layout().cloned(),
            _ => None,
        })
    }

    fn domain(&self) -> Layout {
        self.of.layout.domain()
    }

    /// A law of the whole; over symbols, where an answer may have more leaves, only that of its
    /// values.
    fn law(&self, law: impl Fn(&Function, &Function) -> laws::Law, values: &Function) -> Law {
        let found = self.function()?;
        if self.of.is_symbolic() || values.steps != found.steps {
            same(values, found)?
        } else {
            law(&self.of.layout, found)?
        }
        Ok(true)
    }
}

/// A law that holds for a printed function.
fn of_function(case: &Case, law: impl Fn(&Function, &Function) -> laws::Law) -> Law {
    law(&case.of.layout, case.function()?).map(|()| true)
}

/// Answers of the same 1-D coordinates have the same padding.
fn same_bounds(case: &Case) -> Law {
    agree(case.of.layout.size(), |c| case.of.within.has(c), |c| case.answer.within.has(c))
}

fn agree(
    end: i128,
    expected: impl Fn(i128) -> Option<bool>,
    found: impl Fn(i128) -> Option<bool>,
) -> Law {
    for c in 0..end {
        let (expected, found) = (expected(c), found(c));
        let agree = expected.is_none() || found.is_none() || expected == found;
        require(agree, || format!("at {c} it is in bounds: {found:?}, not {expected:?}"))?;
    }
    Ok(true)
}

pub(super) fn composition(case: &Case) -> Law {
    let (a, r) = (&case.of.layout, case.function()?);
    match case.first() {
        Some(Operand::Function(b, within)) => {
            laws::composition(a, b, r)?;
            let on_a = |b: &Function| match b.domain {
                Some(_) => b.clone(),
                None => b.on(Tree::Leaf((a.size(), 1))),
            };
            let b = on_a(b);
            let is_there = |c: i128| (0..a.size()).contains(&b.at(c));
            let all = case.of.padding || (0..b.size()).all(is_there);
            require(all, || "a position is outside".to_owned())?;
            let expected = |c| {
                let inside = if is_there(c) { case.of.within.has(b.at(c)) } else { Some(false) };
                within.has(c).zip(inside).map(|(b, a)| a && b)
            };
            agree(b.size(), expected, |c| case.answer.within.has(c))
        }
        Some(Operand::Tiler(tiler)) if case.domains()?.is_some() => {
            laws::composition_with(a, tiler, r).map(|()| true)
        }
        _ => Ok(false),
    }
}

pub(super) fn with_shape(case: &Case) -> Law {
    operand!(Some(Operand::Tuple(target)) = case.first());
    let larger = size(target) > case.of.layout.size();
    require(case.of.padding || !larger, || "it is larger than the layout".to_owned())?;
    of_function(case, |l, r| laws::with_shape(l, target, r))
}

/// A refused composition is none.
pub(super) fn no_composition(question: &Question) -> Law {
    operand!(Some(a) = question.layout.layout().cloned().map(Function::from));
    let b = match &question.others[0] {
        Operand::Function(b, _) if b.domain.is_some() && b.steps.is_empty() => b.clone(),
        Operand::Tiler(tiler) => match tiler.layout() {
            Some(layout) => Function::from(layout),
            None => return Ok(false),
        },
        Operand::Tuple(shape) => laws::runs_of(shape),
        _ => return Ok(false),
    };
    let exists = laws::has_composition(&a, &b)?;
    require(!exists, || "there is a layout".to_owned())?;
    Ok(true)
}

pub(super) fn complement(case: &Case) -> Law {
    operand!(Some(r) = case.function()?.layout());
    let layout = case.domain();
    let cotarget = match case.first() {
        Some(Operand::Tuple(cotarget)) => cotarget.clone(),
        _ => {
            let values = case.of.layout.values().into_iter();
            let (least, most) = values.fold((0, 0), |(a, b), v| (v.min(a), v.max(b)));
            Tree::Leaf(most - least + 1)
        }
    };
    let (hole, last, end) = laws::copies(&layout, &cotarget, r)?;
    // A leaf of which only the value says that it takes no step has a place of its own.
    let is_near = last < end || case.of.is_symbolic();
    require(is_near, || format!("it reaches {last}, past {end}"))?;
    let padded = !case.answer.within.is_everywhere();
    match hole {
        Some(hole) => require(padded, || format!("{hole} is in no copy"))?,
        None => {
            let is_past = last >= size(&cotarget);
            let may = case.of.is_symbolic() || !case.of.within.is_everywhere() || is_past;
            require(!padded || may, || "it leaves no hole".to_owned())?;
        }
    }
    Ok(true)
}

pub(super) fn no_complement(question: &Question) -> Law {
    operand!(Some(domain) = question.layout.layout());
    let has = laws::has_complement(domain) && question.padding;
    require(!has, || "its leaves are apart".to_owned())?;
    Ok(true)
}

/// Together the coordinates in bounds have each value of the layout as often as it does.
pub(super) fn logical_divide(case: &Case) -> Law {
    operand!(Some(Operand::Tiler(tiler)) = case.first());
    operand!(Some((a, r)) = case.domains()?);
    let padded = !case.answer.within.is_everywhere();
    require(case.of.padding || !padded, || "it is padded".to_owned())?;
    if !case.of.is_symbolic() && case.of.within.is_everywhere() {
        let is_past = divide::divide(a, tiler, r)?;
        require(padded || !is_past, || "it goes past the end".to_owned())?;
    } else {
        tiles_of(case, a, tiler, r, padded || !case.of.within.is_everywhere())?;
    }
    let values = |layout: &Layout, within: &Within| {
        let all = 0..size(&shape(layout));
        let inside = all.filter(|&c| within.has(c).unwrap_or(true));
        let f = Function::from(layout.clone());
        let mut values: Vec<i128> = inside.map(|c| f.at(c)).collect();
        values.sort_unstable();
        values
    };
    let (mut before, mut after) = (values(a, &case.of.within), values(r, &case.answer.within));
    if !is_injective(tiler) {
        before.dedup();
        after.dedup();
    }
    let known = case.answer.within.has(0).is_some() && case.of.within.has(0).is_some();
    if known || case.of.within.is_everywhere() {
        let missing = before.iter().find(|value| after.binary_search(value).is_err());
        require(missing.is_none(), || format!("value {missing:?} is in no tile"))?;
        let same = !known || before == after;
        require(same, || format!("its values are {after:?}, not {before:?}"))?;
    }
    Ok(true)
}

fn is_injective(tiler: &Tiler) -> bool {
    match tiler {
        Tiler::Modes(tilers) => tilers.iter().all(is_injective),
        Tiler::Layout(layout) => Function::from(layout.clone()).is_injective(),
        Tiler::All | Tiler::Size(_) => true,
    }
}

/// `zipped_…`, `tiled_…`, `flat_…` are the modes of `logical_…` in another order.
fn packed(case: &Case, logical: &str, pack: fn(Layout, Layout) -> Layout) -> Law {
    let tiler = match case.first() {
        Some(Operand::Tiler(tiler)) => tiler.clone(),
        Some(Operand::Function(_, _)) => Tiler::Size(1),
        _ => return Ok(false),
    };
    let related = case.of.related(logical)?;
    let related = related.ok_or_else(|| format!("{logical} has no answer"))?;
    let logical = related.function()?;
    let halves = divide::unzipped(&logical.domain(), &tiler);
    let (tiles, rests) = halves.ok_or_else(|| format!("the tiles of {logical} are not pairs"))?;
    let expected = logical.on(pack(tiles, rests));
    require(expected == *case.function()?, || format!("it is not {expected}"))?;
    Ok(true)
}

pub(super) fn zipped_divide(case: &Case) -> Law {
    packed(case, "logical_divide", divide::zipped)
}

pub(super) fn tiled_divide(case: &Case) -> Law {
    packed(case, "logical_divide", divide::tiled)
}

pub(super) fn flat_divide(case: &Case) -> Law {
    packed(case, "logical_divide", divide::flat)
}

pub(super) fn zipped_product(case: &Case) -> Law {
    packed(case, "logical_product", divide::zipped)
}

pub(super) fn tiled_product(case: &Case) -> Law {
    packed(case, "logical_product", divide::tiled)
}

pub(super) fn flat_product(case: &Case) -> Law {
    packed(case, "logical_product", divide::flat)
}

pub(super) fn logical_product(case: &Case) -> Law {
    match case.first() {
        // Over symbols, the complement may have other modes than that of their values.
        Some(Operand::Tiler(tiler)) if case.of.is_symbolic() => {
            operand!(Some((a, r)) = case.domains()?);
            repeats_over_symbols(case, a, tiler, r).map(|()| true)
        }
        Some(Operand::Tiler(tiler)) => {
            operand!(Some((a, r)) = case.domains()?);
            laws::product(a, tiler, r).map(|()| true)
        }
        Some(Operand::Function(order, _)) => {
            operand!(Some(a) = case.of.layout.layout());
            let law = if case.of.is_symbolic() { laws::repeats } else { laws::product_by };
            law(a, order, case.function()?).map(|()| true)
        }
        _ => Ok(false),
    }
}

/// A divide or a product mode by mode: holds each tile against its law, and what has none is kept.
fn by_mode(
    case: &Case,
    (a, tiler, r): (&Layout, &Tiler, &Layout),
    law: &dyn Fn(&Layout, &Layout, &Layout) -> laws::Law,
) -> laws::Law {
    if let Some(tile) = tiler.layout() {
        return law(a, &tile, r);
    }
    let Tiler::Modes(tilers) = tiler else { return case.of.keeps(a, r) };
    let (before, after) = (a.modes(), r.modes());
    require(before.len() == after.len(), || "it has another rank".to_owned())?;
    before.iter().zip(&after).enumerate().try_for_each(|(i, (a, r))| match tilers.get(i) {
        Some(tiler) => by_mode(case, (a, tiler, r), law),
        None => case.of.keeps(a, r),
    })
}

/// The modes of a pair.
fn pair(r: &Layout) -> Result<[Layout; 2], String> {
    r.modes().try_into().map_err(|_| "it is no pair".to_owned())
}

/// Mode 0 is the block, mode 1 some places of the shape of the order, at which the blocks do not
/// meet.
fn repeats_over_symbols(case: &Case, a: &Layout, tiler: &Tiler, r: &Layout) -> laws::Law {
    by_mode(case, (a, tiler, r), &|a, order, r| {
        let [block, places] = pair(r)?;
        case.of.keeps(a, &block)?;
        let fits = refines(&shape(&places), &shape(order));
        require(fits, || "mode 1 has another shape".to_owned())?;
        let [a, order, places] = [a, order, &places].map(|of| Function::from(of.clone()));
        if order.is_injective() { laws::are_apart(&a, &places) } else { Ok(()) }
    })
}

/// Mode 0 has the shape of the tile; where nothing is padded it is the tile, and mode 1 goes from
/// tile to tile: there is a position `p` with `R(t, r) = A(T(t) + p)`.
fn tiles_of(case: &Case, a: &Layout, tiler: &Tiler, r: &Layout, is_padded: bool) -> laws::Law {
    by_mode(case, (a, tiler, r), &|a, tile, r| {
        let [first, rest] = pair(r)?;
        let fits = refines(&shape(&first), &shape(tile));
        require(fits, || "its tile has another shape".to_owned())?;
        if is_padded {
            return Ok(());
        }
        let [a, tile, first, rest] = [a, tile, &first, &rest].map(|of| Function::from(of.clone()));
        let at = |p: i128, offset: i128| {
            let differs = |t: &i128| a.at(tile.at(*t) + p) != first.at(*t) + offset;
            let found = (0..tile.size()).find(differs);
            require(found.is_none(), || format!("tile {offset} differs at {found:?}"))
        };
        at(0, 0)?;
        if !a.is_injective() {
            return Ok(());
        }
        let positions: HashMap<i128, i128> = a.values().into_iter().zip(0..).collect();
        rest.values().into_iter().try_for_each(|offset| match positions.get(&offset) {
            Some(p) => at(*p, offset),
            None => Err(format!("no value {offset}")),
        })
    })
}

pub(super) fn blocked_product(case: &Case) -> Law {
    paired(case, false)
}

pub(super) fn raked_product(case: &Case) -> Law {
    paired(case, true)
}

fn paired(case: &Case, is_raked: bool) -> Law {
    if case.of.is_symbolic() {
        let printed = case.of.printed()?.ok_or("the printed operands have no product")?;
        return same(printed.function()?, case.function()?).map(|()| true);
    }
    operand!((Some((a, r)), Some(b)) = (case.domains()?, case.other()));
    laws::product_of_pairs(a, &b, r, is_raked).map(|()| true)
}

pub(super) fn tile_to_shape(case: &Case) -> Law {
    operand!(Some(Operand::Tuple(target)) = case.first());
    operand!(Some((a, r)) = case.domains()?);
    laws::filled(a, target, r)?;
    laws::blocks_apart(a, r).map(|()| true)
}

/// The inverse of a swizzled layout is that of the layout before, as far as it goes; the inverse of
/// another one that takes each offset below its size has all of them.
pub(super) fn right_inverse(case: &Case) -> Law {
    let (l, r) = (&case.of.layout, case.function()?);
    // What leaves the layout is padding, of which nothing is promised.
    if r.domain.is_none() || !case.answer.within.is_everywhere() {
        return Ok(false);
    }
    laws::right_inverse(l, r)?;
    let all = l.steps.is_empty() && l.sorted().is_some_and(|all| all.into_iter().eq(0..l.size()));
    require(!all || r.size() == l.size(), || "it is not the whole inverse".to_owned())?;
    Ok(true)
}

pub(super) fn left_inverse(case: &Case) -> Law {
    of_function(case, |l, r| laws::left_inverse(l, r))
}

pub(super) fn nullspace(case: &Case) -> Law {
    of_function(case, |l, r| laws::nullspace(l, r))
}

/// Coordinates of both at which both go on from their first values by 0, 1, 2, …; under
/// swizzles that move alike, by different values that are as many adjacent ones.
pub(super) fn max_common_layout(case: &Case) -> Law {
    operand!(Some(Operand::Function(b, _)) = case.first());
    let (a, r) = (&case.of.layout, case.function()?);
    if a.steps.is_empty() && b.steps.is_empty() {
        laws::right_inverse(a, r)?;
        laws::right_inverse(b, r)?;
        return Ok(r.domain.is_some());
    }
    let mut values = Vec::new();
    for i in 0..r.size() {
        let c = r.at(i);
        let both = c >= 0 && c < a.size().min(b.size());
        require(both, || format!("{c} at {i} is no coordinate of both"))?;
        let [x, y] = [a.at(c) - a.at(0), b.at(c) - b.at(0)];
        require(x == y, || format!("they differ at {c}"))?;
        values.push(x);
    }
    values.sort_unstable();
    let adjacent = values.windows(2).all(|pair| pair[1] - pair[0] == 1);
    require(adjacent, || format!("{values:?} are not adjacent"))?;
    Ok(r.domain.is_some())
}

pub(super) fn layout_add(case: &Case) -> Law {
    operand!(Some(Operand::Function(b, _)) = case.first());
    of_function(case, |a, r| laws::layout_add(a, b, r))
}

pub(super) fn get_1d_coord(case: &Case) -> Law {
    let Value::Tuple(Tree::Leaf(c)) = &case.answer.value else {
        return Err("no integer".to_owned());
    };
    laws::get_1d_coord(&case.of.layout, case.numbers()[0], *c).map(|()| true)
}

pub(super) fn upcast(case: &Case) -> Law {
    let (n, r) = (Int::new(case.numbers()[0]), case.function()?);
    match (case.of.layout.layout(), r.layout()) {
        (Some(_), Some(_)) => of_function(case, |l, r| laws::upcast(l, &n, r)),
        // After swizzles, the elements that are reached are the same.
        _ => of_function(case, |l, r| laws::recast(l, &Int::ONE, &n, r)),
    }
}

pub(super) fn downcast(case: &Case) -> Law {
    let n = Int::new(case.numbers()[0]);
    match case.of.layout.layout() {
        Some(_) => of_function(case, |l, r| laws::downcast(l, &n, r)),
        // After swizzles, each offset is the first of as many.
        None => of_function(case, |l, r| {
            let n = case.numbers()[0];
            let parts = l.values().into_iter().flat_map(|o| (0..n).map(move |j| n * o + j));
            let mut expected: Vec<i128> = parts.collect();
            expected.sort_unstable();
            let found = r.sorted();
            require(found.as_ref() == Some(&expected), || format!("{found:?}, not {expected:?}"))
        }),
    }
}

pub(super) fn recast(case: &Case) -> Law {
    operand!(&[from, to] = case.numbers().as_slice());
    if case.of.layout.values().iter().any(|value| *value < 0) {
        return Ok(false);
    }
    of_function(case, |l, r| laws::recast(l, &Int::new(from), &Int::new(to), r))
}

/// The profile, or that of the whole.
fn profile(case: &Case) -> Tree<i128> {
    match case.first() {
        Some(Operand::Tuple(profile)) => profile.clone(),
        _ => Tree::Leaf(1),
    }
}

pub(super) fn coalesce(case: &Case) -> Law {
    let profile = profile(case);
    case.law(|l, r| laws::coalesce_by_mode(l, &profile, r), &case.of.layout)?;
    same_bounds(case)
}

/// The modes without those leaves that stand still, as far as a profile goes.
fn moving(layout: &Layout, profile: &Tree<i128>) -> Layout {
    match (layout, profile) {
        (_, Tree::Leaf(_)) => Tree::flat(layout.leaves().into_iter().filter(|leaf| leaf.1 != 0)),
        (_, Tree::Tuple(profiles)) => {
            let modes = layout.modes().into_iter().enumerate();
            let modes = modes.map(|(i, mode)| match profiles.get(i) {
                Some(profile) => moving(&mode, profile),
                None => mode,
            });
            Tree::Tuple(modes.collect())
        }
    }
}

pub(super) fn filter(case: &Case) -> Law {
    let profile = profile(case);
    let values = case.of.layout.on(moving(&case.domain(), &profile));
    case.law(|l, r| laws::filter_by_mode(l, &profile, r), &values)
}

pub(super) fn coalesce_z(case: &Case) -> Law {
    operand!(Some(_) = case.domains()?);
    case.law(|l, r| laws::coalesce_z(l, r), &case.of.layout)
}

pub(super) fn filter_zeros(case: &Case) -> Law {
    case.is(&laws::filter_zeros(&case.domain()))
}

pub(super) fn flatten(case: &Case) -> Law {
    case.is(&modes::flatten(&case.domain()))?;
    same_bounds(case)
}

pub(super) fn sort(case: &Case) -> Law {
    case.is(&modes::sort(&case.domain()))
}

pub(super) fn get(case: &Case) -> Law {
    case.is(&modes::get(&case.domain(), &case.places()))
}

pub(super) fn select(case: &Case) -> Law {
    case.is(&modes::select(&case.domain(), &case.places()))
}

pub(super) fn take(case: &Case) -> Law {
    let range = case.places();
    case.is(&modes::take(&case.domain(), range[0], range[1]))
}

pub(super) fn group(case: &Case) -> Law {
    let range = case.places();
    case.is(&modes::group(&case.domain(), range[0], range[1]))?;
    same_bounds(case)
}

pub(super) fn remove(case: &Case) -> Law {
    case.is(&modes::remove(&case.domain(), case.places()[0]))
}

pub(super) fn reverse(case: &Case) -> Law {
    case.is(&modes::reverse(&case.domain()))
}

pub(super) fn wrap(case: &Case) -> Law {
    case.is(&modes::wrap(&case.domain()))?;
    same_bounds(case)
}

pub(super) fn unwrap(case: &Case) -> Law {
    case.is(&modes::unwrap(&case.domain()))?;
    same_bounds(case)
}

pub(super) fn append(case: &Case) -> Law {
    operand!(Some(other) = case.other());
    case.is(&modes::append(&case.domain(), &other))
}

pub(super) fn prepend(case: &Case) -> Law {
    operand!(Some(other) = case.other());
    case.is(&modes::prepend(&case.domain(), &other))
}

pub(super) fn replace(case: &Case) -> Law {
    operand!(Some(other) = case.other());
    case.is(&modes::replace(&case.domain(), case.places()[0], &other))
}

pub(super) fn concat(case: &Case) -> Law {
    operand!(Some(other) = case.other());
    case.is(&Tree::Tuple(vec![case.domain(), other]))
}

pub(super) fn zip(case: &Case) -> Law {
    let zipped = modes::zip(&case.domain());
    case.is(&zipped.ok_or("a mode is missing")?)
}

pub(super) fn make_layout_like(case: &Case) -> Law {
    operand!((Some(l), Some(r)) = (case.of.layout.layout(), case.function()?.layout()));
    require(shape(l) == shape(r), || "it has another shape".to_owned())?;
    Ok(!case.of.is_symbolic() && !laws::alike(l, r)?)
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

pub(super) fn slice_and_offset(case: &Case) -> Law {
    operand!(Some(Operand::Coordinate(at)) = case.first());
    let (r, offset) = part(case)?;
    laws::slice::sliced(at, &case.of.layout, r, Some(offset)).map(|()| true)
}

pub(super) fn slice(case: &Case) -> Law {
    operand!(Some(Operand::Coordinate(at)) = case.first());
    laws::slice::sliced(at, &case.of.layout, part(case)?.0, None).map(|()| true)
}

pub(super) fn dice(case: &Case) -> Law {
    operand!(Some(Operand::Coordinate(at)) = case.first());
    operand!(Some(layout) = case.of.layout.layout());
    case.is(&laws::slice::dice(at, layout, &Option::is_none))
}

pub(super) fn domain_offset(case: &Case) -> Law {
    operand!(Some(Operand::Coordinate(at)) = case.first());
    let (r, offset) = part(case)?;
    if at.leaves().contains(&None) || laws::slice::against(at, &case.domain()).is_none() {
        return Ok(false);
    }
    laws::domain_offset(at, &case.of.layout, r, offset).map(|()| true)
}

pub(super) fn local_tile(case: &Case) -> Law {
    of_tiles(case, 1)
}

pub(super) fn outer_partition(case: &Case) -> Law {
    of_tiles(case, 0)
}

fn of_tiles(case: &Case, fixed: usize) -> Law {
    operand!([Operand::Tiler(tiler), Operand::Coordinate(at)] = case.of.others.as_slice());
    tiles(case, tiler, at, fixed)
}

/// [`outer_partition`] by the shape of the threads, at the coordinate with the index.
pub(super) fn local_partition(case: &Case) -> Law {
    operand!(
        [Operand::Function(threads, _), Operand::Tuple(Tree::Leaf(index))] =
            case.of.others.as_slice()
    );
    let c = (0..threads.size()).find(|&c| threads.at(c) == *index);
    let Some(c) = c else { return Err(format!("no thread has number {index}")) };
    let sizes = threads.shape();
    let extents: Vec<i128> = sizes.modes().iter().map(size).collect();
    let at = layout_laws::tree::digits(c, &extents).into_iter().map(Some);
    let at = if let Tree::Leaf(_) = sizes { Tree::Leaf(Some(c)) } else { Tree::flat(at) };
    tiles(case, &shape_tiler(&sizes), &at, 0)
}

fn shape_tiler(shape: &Tree<i128>) -> Tiler {
    match shape {
        Tree::Leaf(size) => Tiler::Size(*size),
        Tree::Tuple(modes) => Tiler::Modes(modes.iter().map(shape_tiler).collect()),
    }
}

/// The part of `zipped_divide(L, T)` in which mode `fixed` is at a coordinate.
fn tiles(case: &Case, tiler: &Tiler, at: &Tree<Option<i128>>, fixed: usize) -> Law {
    let mut divided = case.of.clone();
    divided.words.truncate(1);
    divided.words.push(tiler.to_string());
    divided.others = vec![Operand::Tiler(tiler.clone())];
    let divided = divided.related("zipped_divide")?;
    let divided = divided.ok_or("zipped_divide has no answer")?;
    laws::part(divided.function()?, fixed, at, part(case)?)?;
    if at.leaves().contains(&None) || case.of.within != Within::EVERYWHERE {
        return Ok(true);
    }
    // What is padding of the part is padding of the whole.
    let modes = divided.function()?.domain().modes();
    let sizes = [&modes[0], &modes[1]].map(|mode| size(&shape(mode)));
    match position(at, &shape(&modes[fixed])) {
        Some(c) if c < sizes[fixed] => {
            let whole = |x| if fixed == 1 { x + sizes[0] * c } else { c + sizes[0] * x };
            let expected = |x| divided.answer.within.has(whole(x));
            agree(sizes[1 - fixed], expected, |x| case.answer.within.has(x))
        }
        _ => Ok(true),
    }
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

fn is(case: &Case, expected: Value) -> Law {
    let found = &case.answer.value;
    require(*found == expected, || format!("it is {found:?}, not {expected:?}"))?;
    Ok(true)
}

fn number(case: &Case, expected: i128) -> Law {
    is(case, Value::Tuple(Tree::Leaf(expected)))
}

fn truth(case: &Case, law: impl Fn(&Function, bool) -> laws::Law) -> Law {
    match &case.answer.value {
        Value::Bool(answer) => law(&case.of.layout, *answer).map(|()| true),
        other => Err(format!("it is {other:?}")),
    }
}

pub(super) fn size_of(case: &Case) -> Law {
    number(case, case.of.layout.size())
}

/// One more than the largest value, where none is negative.
pub(super) fn cosize(case: &Case) -> Law {
    operand!(
        (Value::Tuple(Tree::Leaf(found)), Some(0..)) =
            (&case.answer.value, case.of.layout.values().into_iter().min())
    );
    laws::cosize(&case.of.layout, &Int::new(*found)).map(|()| true)
}

pub(super) fn rank(case: &Case) -> Law {
    number(case, case.of.layout.shape().modes().len() as i128)
}

pub(super) fn depth(case: &Case) -> Law {
    number(case, case.of.layout.shape().depth() as i128)
}

pub(super) fn eval(case: &Case) -> Law {
    let Value::Tuple(values) = &case.answer.value else { return Err("no table".to_owned()) };
    let same = values.leaves() == case.of.layout.values();
    require(same, || format!("it is {values}"))?;
    Ok(true)
}

pub(super) fn is_one_to_one(case: &Case) -> Law {
    truth(case, |l, answer| laws::is_injective(l, answer))
}

pub(super) fn is_bijective(case: &Case) -> Law {
    truth(case, |l, answer| laws::is_bijective(l, answer))
}

pub(super) fn functionally_equal(case: &Case) -> Law {
    operand!(Some(Operand::Function(other, _)) = case.first());
    truth(case, |l, answer| laws::functionally_equal(l, other, answer))
}

pub(super) fn crd2idx(case: &Case) -> Law {
    number(case, case.of.layout.at(case.numbers()[0]))
}
