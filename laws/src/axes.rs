//! The laws over a basis: what operations promise of layouts whose values are coordinates.

use std::collections::BTreeSet;

use layout_algebra::ops::Outcome;
use layout_algebra::{
    Error, ErrorKind, HTuple, Int, IntTuple, Layout, ModePath, Stride, Tiler, ops,
};

use super::divide::{same_divide, same_values};
use super::no_inverse::any_periods;
use super::numbers::{EXHAUSTIVE, Steps, components, points, size_of, value, values};
use super::product::products;
use super::{Law, composition, ensure, text};
use crate::check::{
    Answer, Check, Over, Verdict, always, check, exactly, require, together, verdict,
};
use crate::convert::{self, AsFunction};
use crate::function::{Function, same};
use crate::tree::refines;

/// One leaf of the values of a layout, and the mode of an inverse that stands for it.
struct Part {
    axis: ModePath,
    forward: Steps,
    backward: Steps,
    size: i128,
}

fn parts(layout: &Layout, inverse: &Layout) -> Result<Vec<Part>, String> {
    let profile = ops::coprofile(layout).map_err(text)?;
    let axes = profile.leaf_paths().into_iter().map(|(axis, _)| axis);
    let part = |axis: ModePath| {
        let mode = inverse.get(axis.indices());
        let mode = mode.ok_or_else(|| format!("{inverse} has no mode {axis} for {layout}"))?;
        let forward = Steps::of(layout, &axis)?;
        let backward = Steps::of(&mode, &ModePath::root())?;
        Ok(Part { axis, forward, backward, size: size_of(mode.shape())? })
    };
    axes.map(part).collect()
}

/// `L(R(x)) = x` for each coordinate `x` of `R`, an integer for each leaf of the values of `L`, and
/// `R(x)` is a coordinate of `L`.
pub fn right_inverse_over_basis(layout: &Layout, result: &Layout) -> Law {
    let (parts, size) = (parts(layout, result)?, size_of(layout.shape())?);
    for mut i in points(result.shape())? {
        let at = i;
        let (mut position, mut back) = (Vec::new(), 0);
        for part in &parts {
            position.push(i % part.size);
            back += part.backward.at(i % part.size);
            i /= part.size;
        }
        ensure!((0..size).contains(&back), "{result} at {at} is {back} of {size}");
        for (part, x) in parts.iter().zip(position) {
            let found = part.forward.at(back);
            ensure!(found == x, "{layout} at {back} is {found} along {}, not {x}", part.axis);
        }
    }
    Ok(())
}

/// `L(R(L(i))) = L(i)` for each `i`, where `L(i)` is a coordinate of `R` and `R(L(i))` one of `L`.
pub fn left_inverse_over_basis(layout: &Layout, result: &Layout) -> Law {
    let (parts, size) = (parts(layout, result)?, size_of(layout.shape())?);
    for i in points(layout.shape())? {
        let position: Vec<i128> = parts.iter().map(|part| part.forward.at(i)).collect();
        let mut back = 0;
        for (part, &x) in parts.iter().zip(&position) {
            ensure!((0..part.size).contains(&x), "{result} does not have {x} along {}", part.axis);
            back += part.backward.at(x);
        }
        ensure!((0..size).contains(&back), "{result} leads {i} to {back} of {size}");
        for (part, x) in parts.iter().zip(position) {
            let again = part.forward.at(back);
            ensure!(again == x, "{result} leads {x} along {} to {back}: {again}", part.axis);
        }
    }
    Ok(())
}

/// A stride is negative; or along some axis no layout leads the offsets up to the one that is named
/// back to coordinates that are 0 along the others, as that of `(x, 0, …)` is.
pub fn no_left_inverse_over_basis(layout: &Layout, error: &Error) -> Law {
    let ErrorKind::NoInverse { offset, .. } = error.kind() else {
        return crate::no_left_inverse(layout, error);
    };
    let (last, size) = (value(offset)?, size_of(layout.shape())?);
    if size > EXHAUSTIVE {
        return Ok(());
    }
    let axes = components(&[layout]);
    let table = values(layout, &axes)?;
    for k in 0..axes.len() {
        let mut offsets: Vec<(i128, Vec<i128>)> = Vec::new();
        let mut here: Vec<(i128, i128)> = Vec::new();
        for (i, value) in (0..).zip(&table) {
            if value.iter().enumerate().all(|(j, x)| j == k || *x == 0) && value[k] <= last {
                here.push((value[k], i));
            }
        }
        here.sort_unstable();
        for (x, i) in here {
            match offsets.last_mut() {
                Some((last, all)) if *last == x => all.push(i),
                _ => offsets.push((x, vec![i])),
            }
        }
        if !any_periods(&mut vec![1], last, &offsets) {
            return Ok(());
        }
    }
    Err(format!("{layout} has an inverse up to {last} along each axis"))
}

/// The definition with `L'` the layout without its repetitions, an integer of `cotarget` for each leaf of the
/// values:
///
/// - the strides of `R` are positive, and `L'(c) + R(r)` are all different coordinates;
/// - these are all coordinates of the cotarget, and more, unless the outcome objects to a hole;
/// - along each axis they end with the last copy of `L'` that the cotarget needs.
pub fn complement_over_basis(layout: &Layout, cotarget: &IntTuple, outcome: &Outcome) -> Law {
    let result = &outcome.layout;
    for (extent, stride) in result.leaves() {
        let forward = *extent == Int::ONE || Int::ZERO < *stride.scale();
        ensure!(forward, "{result} has a stride below 1");
    }
    let places = cotarget.leaf_paths();
    let axes: Vec<ModePath> = places.iter().map(|(axis, _)| axis.clone()).collect();
    let sizes = size_of(layout.shape())? * size_of(result.shape())?;
    if sizes.max(size_of(cotarget)?) > EXHAUSTIVE {
        return Ok(());
    }
    let mut own = values(layout, &axes)?;
    own.sort_unstable();
    own.dedup();
    let mut taken: BTreeSet<Vec<i128>> = BTreeSet::new();
    for copy in values(result, &axes)? {
        for offset in &own {
            let sum: Vec<i128> = offset.iter().zip(&copy).map(|(x, y)| x + y).collect();
            ensure!(taken.insert(sum.clone()), "{result} and {layout} meet at {sum:?}");
        }
    }
    let missing = points(cotarget)?.into_iter().find(|i| {
        let (mut rest, mut at) = (*i, Vec::new());
        for (_, extent) in &places {
            let extent = extent.known().unwrap_or(1);
            at.push(rest % extent);
            rest /= extent;
        }
        !taken.contains(&at)
    });
    let objection = outcome.objection.as_ref().map(Error::kind);
    let hole = matches!(objection, Some(ErrorKind::Hole { .. }));
    ensure!(hole == missing.is_some(), "{layout} and {result}: {missing:?} {objection:?}");
    for (k, (axis, extent)) in places.iter().enumerate() {
        let mut period = 1;
        for (extent, stride) in layout.leaves() {
            if stride.mode() == axis && *extent != Int::ONE {
                period = period.max(value(extent)? * value(stride.scale())?);
            }
        }
        let end = (value(extent)? + period - 1) / period * period;
        let last = taken.iter().map(|at| at[k]).max().unwrap_or(0);
        ensure!(last < end, "{layout} and {result} reach {last} along {axis}, past {end}");
    }
    Ok(())
}

/// Along some axis there is no complement.
pub fn no_complement_over_basis(layout: &Layout, error: &Error) -> Law {
    let parts = layout.parts()?;
    let refused = |(_, part): &(ModePath, Function)| crate::no_complement(part, error).is_ok();
    require(parts.iter().any(refused), || format!("{layout}: {error}"))
}

/// Mode 0 is `A∘B`, where nothing is padded, for a tile `B` that steps along modes of `A`; `R` has the
/// values of `A`, for an injective `B` each as often, and others only with an objection.
pub fn divide_along_modes(layout: &Layout, tile: &Layout, outcome: &Outcome) -> Law {
    let (result, objects) = (&outcome.layout, outcome.objection.is_some());
    let modes = result.modes();
    ensure!(modes.len() == 2, "{layout} by {tile} is {result}");
    let fits = refines(&convert::tuple(modes[0].shape())?, &convert::tuple(tile.shape())?);
    ensure!(fits, "the shape of {} does not refine that of {tile}", modes[0]);
    if !objects {
        composition(layout, tile, &modes[0])?;
    }
    same_values(&layout.function()?, &tile.function()?, &result.function()?, objects)
}

/// `R` has the shape of `L`, and its value at each coordinate is what that of `L` has at the path.
pub fn along_path(layout: &Layout, path: &[usize], result: &Layout) -> Law {
    ensure!(result.shape() == layout.shape(), "{result} has not the shape of {layout}");
    let (own, of) = (components(&[result]), components(&[layout]));
    // A part of the values is an integer, or a tuple with the rest of the paths.
    let inner = of.iter().filter_map(|axis| axis.indices().strip_prefix(path));
    let inner: Vec<ModePath> = inner.map(|rest| rest.iter().copied().collect()).collect();
    for axis in own.iter().chain(&inner) {
        let whole = path.iter().chain(axis.indices()).copied().collect();
        let same = convert::along(result, axis)? == convert::along(layout, &whole)?;
        ensure!(same, "{result} is another than {layout} along {whole}");
    }
    Ok(())
}

/// True if the values are coordinates: those of layouts of zeros are integers.
fn is_over_basis(layout: &Layout) -> bool {
    components(&[layout]).iter().all(|axis| !axis.is_root())
}

/// The elements of the basis: coordinates are `(x,(y))`.
const AXES: [&[usize]; 2] = [&[0], &[1, 0]];

/// The layout with its leaves along the elements of the basis in turn, from the `first` on.
fn over_basis(layout: &Layout, first: usize) -> Result<Layout, String> {
    let mut axes = AXES.iter().cycle().skip(first);
    let strides = layout.stride().map(&mut |stride| {
        let axis = axes.next().into_iter().flat_map(|axis| axis.iter().copied());
        Stride::basis(stride.scale().clone(), axis.collect())
    });
    Layout::new(layout.shape().clone(), strides).map_err(text)
}

/// The tile with its leaves along the modes of a layout in turn.
fn along_modes(tile: &Layout, layout: &Layout) -> Result<Layout, String> {
    let mut mode = (0..layout.rank()).cycle();
    let strides = tile.stride().map(&mut |stride| {
        Stride::basis(stride.scale().clone(), mode.next().into_iter().collect())
    });
    Layout::new(tile.shape().clone(), strides).map_err(text)
}

/// A list of layouts as one tile, mode `i` of it along mode `i` of a layout.
fn as_one_tile(tilers: &[Tiler]) -> Result<Option<Layout>, String> {
    let mut modes = Vec::new();
    for (i, tiler) in tilers.iter().enumerate() {
        let Some(tile) = tiler.as_layout() else { return Ok(None) };
        let tile = tile.map_err(text)?;
        let on_mode =
            |stride: &Stride| Stride::basis(stride.scale().clone(), [i].into_iter().collect());
        let strides = tile.stride().map(&mut |stride| on_mode(stride));
        modes.push(Layout::new(tile.shape().clone(), strides).map_err(text)?);
    }
    Layout::from_modes(&modes).map(Some).map_err(text)
}

/// A divide is refused only where some mode has none by its part of the tile.
fn no_divide(layout: &Layout, tile: &Layout, error: &Error) -> Law {
    let refused = |axis: &ModePath| {
        let Some(mode) = layout.get(axis.indices()) else { return Ok(true) };
        let part = tile.along(axis).map_err(text)?;
        Ok(ops::logical_divide(&mode, &Tiler::Layout(part)).is_err())
    };
    let refused: Result<Vec<bool>, String> = components(&[tile]).iter().map(refused).collect();
    require(refused?.contains(&true), || format!("{layout} by {tile}: {error}"))
}

fn sum(a: &Layout, b: &Layout) -> Verdict {
    let sum = ops::layout_add(a, b);
    verdict(sum, |r| crate::layout_add(a, b, r), |error| crate::no_sum(a, b, error))
}

/// A layout composed with the layout of the tiler is what it is composed with the tiler.
pub fn tiler_to_layout(tiler: &Tiler, result: &Layout, layout: &Layout) -> Law {
    let (list, one) = (ops::composition_with(layout, tiler), ops::composition(layout, result));
    let told = || format!("{layout} by {result} is {one:?}, by {tiler}: {list:?}");
    match (&list, &one) {
        (Ok(list), Ok(one)) => {
            require(list.layout.shape() == one.layout.shape(), told)?;
            same(&list.layout.function()?, &one.layout.function()?)
        }
        _ => require(list.is_err() == one.is_err(), told),
    }
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Tiler, &["tiler_to_layout"], |x| {
        let has_all = x.tiler.to_string().contains('_');
        let answer = ops::tiler_to_layout(x.tiler);
        exactly(!has_all, answer, |r| tiler_to_layout(x.tiler, r, x.layout))
    }),
    check(Over::Layout, &["along"], |x| {
        let layout = over_basis(x.layout, 0)?;
        let paths = ops::coprofile(&layout).map_err(text)?.leaf_paths().len();
        let has = |path: &[usize]| match path {
            [] => true,
            // Of an integer, mode 0 is itself.
            [first, rest @ ..] => *first < paths && (rest.is_empty() || is_over_basis(&layout)),
        };
        let paths: [&[usize]; 5] = [&[], &[0], &[1], &[1, 0], &[2]];
        for path in paths {
            let axis = if is_over_basis(&layout) { path } else { &[] };
            let answer = ops::along(&layout, path);
            exactly(has(path), answer, |r| along_path(&layout, axis, r))?;
        }
        Ok(Answer::Found)
    }),
    check(Over::Layout, &["right_inverse", "left_inverse", "sort"], |x| {
        let layout = over_basis(x.layout, 0)?;
        together([
            always(ops::sort(&layout), |r| crate::sort(&layout, r)),
            always(ops::right_inverse(&layout), |r| right_inverse_over_basis(&layout, r)),
            verdict(
                ops::left_inverse(&layout),
                |r| left_inverse_over_basis(&layout, r),
                |error| no_left_inverse_over_basis(&layout, error),
            ),
        ])
    }),
    check(Over::Layout, &["make_layout_like", "make_fragment_like", "complement_below"], |x| {
        let layout = over_basis(x.layout, 1)?;
        let like = |r: &Outcome| crate::make_layout_like(&layout, r);
        let fragment = |r: &Outcome| crate::make_fragment_like(&layout, r);
        together([
            always(ops::make_layout_like(&layout), like),
            always(ops::make_fragment_like(&layout), fragment),
            verdict(
                ops::complement_below(&layout),
                |r| {
                    let moving = ops::filter_zeros(&layout).map_err(text)?;
                    let end = ops::coshape(&moving).map_err(text)?;
                    if end.is_tuple() { complement_over_basis(&moving, &end, r) } else { Ok(()) }
                },
                |error| no_complement_over_basis(&layout, error),
            ),
        ])
    }),
    check(Over::Number, &["complement"], |x| {
        let (layout, target) = (over_basis(x.layout, 0)?, Int::new(x.number % 24 + 1));
        if !is_over_basis(&layout) {
            return Ok(Answer::Refused);
        }
        let target = HTuple::Leaf(target);
        let target = HTuple::Tuple(vec![target.clone(), HTuple::Tuple(vec![target])]);
        verdict(
            ops::complement(&layout, &target),
            |r| complement_over_basis(&layout, &target, r),
            |error| no_complement_over_basis(&layout, error),
        )
    }),
    check(Over::Pair, &["logical_divide"], |x| {
        let tile = along_modes(x.other, x.layout)?;
        verdict(
            ops::logical_divide(x.layout, &Tiler::Layout(tile.clone())),
            |r| divide_along_modes(x.layout, &tile, r),
            |error| no_divide(x.layout, &tile, error),
        )
    }),
    // What a tile does to the modes is what the list of its parts does.
    check(Over::Tiler, &["zipped_divide", "tiled_divide", "flat_divide"], |x| {
        let Tiler::Modes(tilers) = x.tiler else { return Ok(Answer::Refused) };
        let Some(tile) = as_one_tile(tilers)? else { return Ok(Answer::Refused) };
        if !is_over_basis(&tile) || !x.layout.shape().is_tuple() {
            return Ok(Answer::Refused);
        }
        let tile = Tiler::Layout(tile);
        for divide in [ops::zipped_divide, ops::tiled_divide, ops::flat_divide] {
            let (list, one) = (divide(x.layout, x.tiler), divide(x.layout, &tile));
            let told = || format!("{} by {tile} is {one:?}, by {}: {list:?}", x.layout, x.tiler);
            match (&list, &one) {
                // A part of the list that takes no step divides its mode too, which changes how the
                // rest is nested.
                (Ok(list), Ok(one)) => same_divide(list, one)?,
                _ => require(list.is_err() == one.is_err(), told)?,
            }
        }
        Ok(Answer::Found)
    }),
    check(Over::Pair, &["logical_product"], |x| {
        let (block, order) = (over_basis(x.layout, 0)?, over_basis(x.other, 0)?);
        if !is_over_basis(&block) || !is_over_basis(&order) {
            return Ok(Answer::Refused);
        }
        products(&block, &Tiler::Layout(order))
    }),
    check(Over::Pair, &["layout_add"], |x| {
        let (a, b) = (over_basis(x.layout, 0)?, over_basis(x.other, 0)?);
        let (other, still) = (over_basis(x.other, 1)?, ops::row_major(x.layout.shape()));
        let still = over_basis(&still.map_err(text)?, 0)?;
        together([sum(&a, &b), sum(&a, &other), sum(&a, &still)])
    }),
];
