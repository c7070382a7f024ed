//! The laws of `composition`.

use layout_algebra::{Int, Layout, ModePath, Tiler, ops};

use super::function::{Function, components, points};
use super::{Law, ensure, text};
use crate::check::{Check, Over, check, require, verdict};

/// `compatible(shape(B), shape(R))` and `R(c) = A(B(c))` for every coordinate `c`
/// of `B`.
///
/// `A` continues past its size by not wrapping its last mode, and below 0 by
/// the digits of `−x`, negated: `A(−x) = −A(x)`. Where a stride of `B` steps along a mode of
/// `A`, `A(B(c))` is the sum over those modes.
pub fn composition(lhs: &Layout, rhs: &Layout, result: &Layout) -> Law {
    let refines = ops::compatible(rhs.shape(), result.shape()).map_err(text)?;
    ensure!(refines, "the shape of {result} does not refine that of {rhs}");
    let points = points(rhs.shape())?;
    for component in components(&[lhs, result]) {
        let composed = Composed::new(lhs, rhs, &component)?;
        let function = Function::of(result, &component)?;
        for &i in &points {
            let (expected, found) = (composed.at(i), function.at(i));
            ensure!(found == expected, "{result} at {i} is {found}, {lhs} o {rhs} is {expected}");
        }
    }
    Ok(())
}

/// A layout or a size acts on the whole layout, `_` not at all, and a list mode
/// by mode: mode `i` of `R` is mode `i` of `A` after tiler `i`.
pub fn composition_with(layout: &Layout, tiler: &Tiler, result: &Layout) -> Law {
    match tiler {
        Tiler::All => ensure!(result == layout, "{result} is not {layout}"),
        Tiler::Layout(rhs) => composition(layout, rhs, result)?,
        Tiler::Size(size) => {
            let rhs = Layout::leaf(size.clone(), Int::ONE).map_err(text)?;
            composition(layout, &rhs, result)?;
        }
        Tiler::Modes(tilers) => {
            ensure!(result.rank() == tilers.len(), "{result} has another rank than {tiler}");
            for ((mode, tiler), result) in layout.modes().iter().zip(tilers).zip(&result.modes()) {
                composition_with(mode, tiler, result)?;
            }
        }
    }
    Ok(())
}

/// `i ↦ A(B(i))`, one component of it.
pub(super) struct Composed(Vec<(Function, Function)>);

impl Composed {
    pub(super) fn new(lhs: &Layout, rhs: &Layout, component: &ModePath) -> Result<Self, String> {
        let domains = components(&[rhs]).into_iter().map(|path| {
            let mode = lhs.get(path.indices());
            let mode = mode.ok_or_else(|| format!("{lhs} has no mode {path}"))?;
            Ok((Function::of(&mode, component)?, Function::of(rhs, &path)?))
        });
        domains.collect::<Result<_, String>>().map(Composed)
    }

    pub(super) fn at(&self, i: i128) -> i128 {
        self.0.iter().fold(0i128, |sum, (lhs, rhs)| sum.wrapping_add(lhs.at(rhs.at(i))))
    }
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Pair, &["composition"], |x| {
        verdict(
            ops::composition(x.layout, x.other),
            |r| {
                composition(x.layout, x.other, &r.layout)?;
                let (least, most) = ops::offset_range(x.other).map_err(text)?;
                let inside = Int::ZERO <= least && most < ops::size(x.layout).map_err(text)?;
                require(r.objection.is_none() == inside, || format!("{:?}", r.objection))
            },
            |error| crate::no_composition(x.layout, x.other, error),
        )
    }),
    check(Over::Tiler, &["composition_with"], |x| {
        verdict(
            ops::composition_with(x.layout, x.tiler),
            |r| composition_with(x.layout, x.tiler, &r.layout),
            |error| match x.tiler.as_layout() {
                Some(rhs) => crate::no_composition(x.layout, &rhs.map_err(text)?, error),
                None => Ok(()),
            },
        )
    }),
];
