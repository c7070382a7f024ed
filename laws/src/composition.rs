//! The laws of `composition` and `with_shape`: one function after another.

use layout_algebra::{Error, Int, Layout, Terms, ops};

use crate::check::{Check, Over, check, require, verdict};
use crate::convert::{self, AsFunction};
use crate::function::{Function, at_all, same};
use crate::tables::is_layout_of;
use crate::tree::{Tiler, Tree, refines, shape, size};
use crate::{EXHAUSTIVE, Law, ensure, text};

/// `i ↦ A(B(i))`, and the shape that the composition refines. Where `B` steps along modes of
/// `A`, the value is the sum over those modes; where `B` has no coordinates of its own, those
/// of `A` are taken.
pub(crate) struct Composed {
    pub(crate) rhs: Function,
    parts: Vec<(Function, Function)>,
}

impl Composed {
    pub(crate) fn new(lhs: &impl AsFunction, rhs: &impl AsFunction) -> Result<Self, String> {
        let on_lhs = |part: Function| -> Result<Function, String> {
            let domain = lhs.function()?.domain;
            Ok(match (&part.domain, domain) {
                (None, Some(of)) => part.on(Tree::Leaf((size(&shape(&of)), 1))),
                _ => part,
            })
        };
        let parts = rhs.parts()?.into_iter();
        let parts = parts.map(|(place, part)| Ok((lhs.mode(&place)?, on_lhs(part)?)));
        Ok(Composed { rhs: on_lhs(rhs.function()?)?, parts: parts.collect::<Result<_, String>>()? })
    }

    pub(crate) fn at(&self, i: i128) -> i128 {
        self.parts.iter().fold(0, |sum, (lhs, rhs)| sum.wrapping_add(lhs.at(rhs.at(i))))
    }

    /// A position that is no coordinate of `A`.
    pub(crate) fn leaves_lhs(&self) -> bool {
        let outside = |(lhs, rhs): &(Function, Function)| {
            rhs.values().into_iter().any(|at| !(0..lhs.size()).contains(&at))
        };
        self.parts.iter().any(outside)
    }
}

/// `compatible(shape(B), shape(R))` and `R(c) = A(B(c))` for every coordinate `c`
/// of `B`.
///
/// `A` continues past its size by not wrapping its last mode, and below 0 by
/// the digits of `−x`, negated: `A(−x) = −A(x)`. Where a stride of `B` steps along a mode of
/// `A`, `A(B(c))` is the sum over those modes.
pub fn composition(lhs: &impl AsFunction, rhs: &impl AsFunction, result: &impl AsFunction) -> Law {
    let (composed, result) = (Composed::new(lhs, rhs)?, result.function()?);
    let rhs = &composed.rhs;
    if result.domain.is_some() {
        let coarse = if rhs.steps.is_empty() { rhs.shape() } else { Tree::Leaf(rhs.size()) };
        let fits = refines(&result.shape(), &coarse);
        ensure!(fits, "the shape of {result} does not refine {coarse}");
    }
    at_all(&rhs.points(), &result, |c| composed.at(c))
}

/// A layout or a size acts on the whole layout, `_` not at all, and a list mode
/// by mode: mode `i` of `R` is mode `i` of `A` after tiler `i`.
pub fn composition_with(layout: &impl AsFunction, tiler: &Tiler, result: &impl AsFunction) -> Law {
    let (layout, result) = (layout.function()?, result.function()?);
    if let Some(rhs) = tiler.layout() {
        return composition(&layout, &Function::from(rhs), &result);
    }
    let Tiler::Modes(tilers) = tiler else { return same(&layout, &result) };
    let (before, after) = (layout.domain().modes(), result.domain().modes());
    ensure!(layout.steps == result.steps, "{result} has not the steps of {layout}");
    ensure!(after.len() == tilers.len(), "{result} has another rank than {tiler}");
    for ((mode, tiler), result) in before.into_iter().zip(tilers).zip(after) {
        composition_with(&Function::from(mode), tiler, &Function::from(result))?;
    }
    Ok(())
}

/// True where there is any layout `R` with `compatible(shape(B), shape(R))` and
/// `R(c) = A(B(c))`: exactly if `A(B(c))` is the sum of its values along the leaves of
/// `B`, and each of those is a layout of some factorization of the extent.
///
/// # Errors
///
/// More than [`EXHAUSTIVE`] points.
pub fn has_composition(lhs: &impl AsFunction, rhs: &impl AsFunction) -> Result<bool, String> {
    let composed = Composed::new(lhs, rhs)?;
    ensure!(composed.rhs.size() <= EXHAUSTIVE, "{rhs} is too large to try all points");
    let table: Vec<i128> = composed.rhs.points().into_iter().map(|i| composed.at(i)).collect();
    Ok(is_layout_of(&composed.rhs.shape().leaves(), &table))
}

/// `R(i) = L(i)` for the 1-D coordinates of the shape, which that of `R` refines.
pub fn with_shape(layout: &impl AsFunction, target: &Tree<i128>, result: &impl AsFunction) -> Law {
    composition(layout, &runs_of(target), result)
}

/// The layout of a shape that is its 1-D coordinate.
pub fn runs_of(target: &Tree<i128>) -> Function {
    let mut next = 1;
    Function::from(target.map(&mut |&extent| {
        next *= extent;
        (extent, next / extent.max(1))
    }))
}

/// A refusal of a composition of terms: there is no layout.
pub(crate) fn no_composition_of<D: Terms>(lhs: &Layout<D>, rhs: &Layout<D>, error: &Error) -> Law {
    let exists = Composed::new(lhs, rhs).is_ok() && has_composition(lhs, rhs)?;
    require(!exists, || format!("{lhs} o {rhs}: {error}"))
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
        let tiler = convert::tiler(x.tiler)?;
        verdict(
            ops::composition_with(x.layout, x.tiler),
            |r| composition_with(x.layout, &tiler, &r.layout),
            |error| match x.tiler.as_layout() {
                Some(rhs) => crate::no_composition(x.layout, &rhs.map_err(text)?, error),
                None => Ok(()),
            },
        )
    }),
    check(Over::Pair, &["with_shape"], |x| {
        let (shape, target) = (x.other.shape(), convert::tuple(x.other.shape())?);
        verdict(
            ops::with_shape(x.layout, shape),
            |r| {
                with_shape(x.layout, &target, &r.layout)?;
                let is_larger = size(&target) > x.layout.function()?.size();
                require(is_larger == r.objection.is_some(), || format!("{:?}", r.objection))
            },
            |error| {
                let target = ops::col_major(shape).map_err(text)?;
                crate::no_composition(x.layout, &target, error)
            },
        )
    }),
];
