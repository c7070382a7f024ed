//! The laws of `slice`, `dice` and `get`.

use layout_algebra::{Coordinate, Crd, HTuple, Int, IntTuple, Layout, ops};

use super::function::{Function, components, digits, points, size_of, value_at};
use super::{Law, ensure, text};
use crate::check::{Answer, Check, Over, always, check, exactly, together};
use crate::operands::coordinates;

/// `L(c with x for _) = L(c with 0 for _) + slice(x)` for every `x`; the shape of
/// the slice is that of the modes against a `_`.
pub fn slice(coordinate: &Coordinate, layout: &Layout, result: &Layout) -> Law {
    let open = against(coordinate, layout, &|crd| *crd == Crd::All)?;
    if let HTuple::Leaf(Crd::All) = coordinate {
        ensure!(result == layout, "{coordinate} of {layout} is {result}");
        return Ok(());
    }
    let shapes: Vec<&IntTuple> = open.iter().map(Layout::shape).collect();
    let modes: Vec<&IntTuple> = result.shape().modes().iter().collect();
    ensure!(shapes == modes, "{coordinate} of {layout} has another shape than {result}");
    let sizes: Result<Vec<i128>, String> = shapes.iter().map(|shape| size_of(shape)).collect();
    let sizes = sizes?;
    for component in components(&[layout, result]) {
        let origin = value_at(&coordinate.positions(), layout, &component)?;
        let function = Function::of(result, &component)?;
        for x in points(result.shape())? {
            let mut xs = digits(x, &sizes).into_iter();
            let filled = coordinate.map(&mut |crd| match crd {
                Crd::At(position) => position.clone(),
                Crd::All => Int::new(xs.next().unwrap_or(0)),
            });
            let expected = value_at(&filled, layout, &component)? - origin;
            let found = function.at(x);
            ensure!(found == expected, "{result} at {x} is {found}, not {expected}");
        }
    }
    Ok(())
}

/// The law of [`slice()`], and the offset is `L(c with 0 for _)`, for integer strides.
pub fn slice_and_offset(
    coordinate: &Coordinate,
    layout: &Layout,
    (result, offset): &(Layout, IntTuple),
) -> Law {
    super::evaluate(&coordinate.positions(), layout, offset)?;
    slice(coordinate, layout, result)
}

/// The modes of `R` are those of `L` against a position, in their order; a
/// position alone keeps the layout.
pub fn dice(coordinate: &Coordinate, layout: &Layout, result: &Layout) -> Law {
    let kept = against(coordinate, layout, &|crd| *crd != Crd::All)?;
    let whole = matches!(coordinate, HTuple::Leaf(Crd::At(_)));
    let expected = if whole { layout.clone() } else { Layout::from_modes(&kept).map_err(text)? };
    ensure!(*result == expected, "{coordinate} of {layout} keeps {expected}, not {result}");
    Ok(())
}

/// `R(i) = L(0,…,i,…,0)`, with `i` in the place that the path names.
pub fn get(layout: &Layout, path: &[usize], result: &Layout) -> Law {
    ensure!(layout.shape().get(path) == Some(result.shape()), "{layout} has no {result}");
    let coordinate = unit_coordinate(layout.shape(), path);
    for component in components(&[layout, result]) {
        let function = Function::of(result, &component)?;
        for i in points(result.shape())? {
            let at = coordinate.map(&mut |here| Int::new(if *here { i } else { 0 }));
            let (expected, found) = (value_at(&at, layout, &component)?, function.at(i));
            ensure!(found == expected, "{result} at {i} is {found}, {layout} is {expected}");
        }
    }
    Ok(())
}

/// A coordinate that is true in one place.
fn unit_coordinate(shape: &IntTuple, path: &[usize]) -> HTuple<bool> {
    match (shape, path) {
        (HTuple::Tuple(modes), [first, rest @ ..]) => {
            let places = modes.iter().enumerate().map(|(i, mode)| match i == *first {
                true => unit_coordinate(mode, rest),
                false => HTuple::Leaf(false),
            });
            HTuple::Tuple(places.collect())
        }
        _ => HTuple::Leaf(true),
    }
}

/// The modes of a layout that stand against a chosen leaf of a coordinate.
fn against(
    coordinate: &Coordinate,
    layout: &Layout,
    chosen: &dyn Fn(&Crd) -> bool,
) -> Result<Vec<Layout>, String> {
    let mut modes = Vec::new();
    for (path, crd) in coordinate.leaf_paths() {
        let mode = layout.get(path.indices());
        let mode = mode.ok_or_else(|| format!("{layout} has no mode {path}"))?;
        if chosen(crd) {
            modes.push(mode);
        }
    }
    Ok(modes)
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Layout, &["get"], |x| {
        for (path, _) in x.layout.shape().leaf_paths() {
            for depth in 0..=path.indices().len() {
                let path = &path.indices()[..depth];
                always(ops::get(x.layout, path), |r| get(x.layout, path, r))?;
            }
        }
        exactly(false, ops::get(x.layout, &[x.layout.rank()]), |_| Ok(()))?;
        Ok(Answer::Found)
    }),
    check(Over::Layout, &["slice", "slice_and_offset", "dice"], |x| {
        for crd in coordinates(x.layout.shape()) {
            together([
                always(ops::slice(&crd, x.layout), |r| slice(&crd, x.layout, r)),
                always(ops::slice_and_offset(&crd, x.layout), |r| {
                    slice_and_offset(&crd, x.layout, r)
                }),
                always(ops::dice(&crd, x.layout), |r| dice(&crd, x.layout, r)),
            ])?;
        }
        Ok(Answer::Found)
    }),
];
