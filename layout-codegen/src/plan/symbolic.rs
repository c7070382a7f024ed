//! `SymbolicPlan`: what the expansion of a layout with symbols computes.
//!
//! All that is decided by proof is decided here: the numbers that rustc computes, the arithmetic of
//! the others, the conditions of the symbols and by whom they are checked. The stages after it
//! print the plan.

mod check;
mod compile_time;
mod constructor;
mod display;
mod empty_domain;
mod integers;
mod leaf;
mod mode;
mod non_negative;
mod number;
mod size;

use layout_algebra::bounds::Bounds;
use layout_algebra::{CollectVec, ComposedLayout, HTuple, Int, Layout, ops};
use layout_core::MAX_RANK;

pub use check::{Check, Test};
pub use compile_time::Constant;
pub use constructor::{Constructor, LayoutValue, ValueNumbers};
pub(crate) use integers::{SymbolicIntegers, plan_integers};
pub use leaf::SymbolicLeaf;
pub(crate) use leaf::bound_leaves;
pub use mode::{Flow, Mode, Taken, ValueBound};
pub use non_negative::{NonNegative, Product, Rounding};
pub use number::{Computation, Fits, Number, Source};
pub use size::Size;

use super::bounds::fits;
use super::leaf::check;
use super::program::Twist;
use super::unplannable::Unplannable;
use super::{is_right_nested, twists};
use crate::evaluated::{Evaluated, Obligation};
use crate::syntax::SymbolKind;
use crate::value::Value;

/// All that an expansion says about a layout with symbols.
#[derive(Clone, Debug)]
pub struct SymbolicPlan {
    /// The layout in CuTe's notation.
    pub notation: String,
    /// The number of modes.
    pub rank: usize,
    /// The levels of nesting.
    pub depth: usize,
    /// The symbols that it is made of.
    pub symbols: Vec<(String, SymbolKind)>,
    /// The conditions under which the plan is right, in the order in which they are checked.
    pub obligations: Vec<Obligation>,
    /// The check of each of them: by whom, and how.
    pub checks: Vec<Check>,
    /// The leaves, nested like the shape.
    pub profile: HTuple<SymbolicLeaf>,
    /// The leaves of the coalesced layout: the same function of 1-D coordinates.
    pub linear: HTuple<SymbolicLeaf>,
    /// Bounds of the coordinates that are no padding.
    pub bounds: Bounds,
    /// The swizzles that follow, the first first.
    pub then: Vec<Twist>,
    /// The constructor of the layout.
    pub made: Constructor,
}

/// Plans the expansion of a layout with symbols, or of a shape in the place of one.
///
/// # Errors
///
/// [`Unplannable`] for a layout that has no index functions: also one of which a step after the
/// layout is no swizzle, or has a symbol for its offset.
pub(super) fn plan_symbolic(evaluated: &Evaluated) -> Option<Result<SymbolicPlan, Unplannable>> {
    match &evaluated.value {
        Value::Composed(layout) => {
            let Ok(domain) = layout.domain() else {
                return Some(Err(Unplannable::Steps { layout: layout.to_string() }));
            };
            Some(plan(evaluated, domain, layout.to_string(), Some(layout)))
        }
        value @ (Value::Layout(_) | Value::Tuple(_)) => {
            let layout = value.as_layout()?.ok()?;
            Some(plan(evaluated, &layout, layout.to_string(), None))
        }
        Value::Vectors(layout) => {
            let mut strides = layout.stride().leaf_paths().into_iter();
            let (path, stride) = strides.find(|(_, stride)| !stride.terms().is_empty())?;
            Some(Err(Unplannable::SymbolicBasis { path, stride: stride.to_string() }))
        }
        _ => None,
    }
}

/// The plan of a layout that swizzles follow, if it is the domain of a composed one.
fn plan(
    evaluated: &Evaluated,
    layout: &Layout,
    notation: String,
    composed: Option<&ComposedLayout>,
) -> Result<SymbolicPlan, Unplannable> {
    match check(layout) {
        Err(Unplannable::BasisStride { path, stride }) => {
            return Err(Unplannable::SymbolicBasis { path, stride });
        }
        checked => checked?,
    }
    let leaves = leaves(layout)?;
    let then = composed.map_or(Ok(Vec::new()), twists)?;
    let profile = layout.shape().with_leaves(leaves.clone());
    // A layout whose symbols do not multiply is as it is.
    let linear = match ops::coalesce(layout).as_ref().map(self::leaves) {
        Ok(Ok(merged)) if merged != leaves || !is_right_nested(&profile) => nested(&merged),
        _ => profile.clone(),
    };
    let mut symbols = Vec::new();
    for symbol in &evaluated.symbols {
        symbols.push((symbol.name.clone(), symbol.kind));
    }
    let bounds = super::bounds::planned(evaluated.bounds.clone());
    let leaves = leaf::Leaves {
        symbols: &symbols,
        obligations: &evaluated.obligations,
        profile: &profile,
        linear: separate(&linear, &profile),
        bounds: &bounds,
    };
    let (asked, made) = leaves.made();
    let (obligations, checks) = asked.into_iter().unzip();
    let (rank, depth) = (layout.rank(), layout.depth());
    Ok(SymbolicPlan {
        notation,
        rank,
        depth,
        symbols,
        obligations,
        checks,
        profile,
        linear,
        bounds,
        then,
        made,
    })
}

impl SymbolicPlan {
    /// The coalesced layout, unless it is split over the leaves as they are.
    pub fn separate_linear(&self) -> Option<&HTuple<SymbolicLeaf>> {
        separate(&self.linear, &self.profile)
    }

    /// The conditions of the symbols that are checked where the layout is made.
    pub fn checked_obligations(&self) -> impl Iterator<Item = &Obligation> {
        let all = self.obligations.iter().zip(&self.checks);
        all.filter(|(_, check)| **check != Check::Nobody).map(|(obligation, _)| obligation)
    }

    /// Returns whether an offset may be negative.
    pub fn is_signed(&self) -> bool {
        let mut leaves = self.profile.leaves().into_iter();
        leaves.any(|leaf| !Int::ZERO.at_most(&leaf.stride).is_true())
    }

    /// The place of a symbol among all.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.symbols.iter().position(|(other, _)| other == name)
    }
}

fn separate<'a>(
    linear: &'a HTuple<SymbolicLeaf>,
    profile: &HTuple<SymbolicLeaf>,
) -> Option<&'a HTuple<SymbolicLeaf>> {
    (linear != profile).then_some(linear)
}

/// The leaves, whose numbers fit where they are known.
fn leaves(layout: &Layout) -> Result<Vec<SymbolicLeaf>, Unplannable> {
    let mut leaves = Vec::new();
    for ((path, extent), (_, stride)) in
        layout.shape().leaf_paths().into_iter().zip(layout.leaves())
    {
        let stride = stride.scale().clone();
        if !fits(extent) {
            let size = extent.to_string();
            return Err(Unplannable::Size { layout: layout.to_string(), size });
        }
        if !fits(&stride) {
            return Err(Unplannable::Stride { path, stride: stride.to_string() });
        }
        leaves.push(SymbolicLeaf { extent: extent.clone(), stride });
    }
    Ok(leaves)
}

/// A tuple that is continued in its last mode where it is longer than the traits allow.
fn nested(leaves: &[SymbolicLeaf]) -> HTuple<SymbolicLeaf> {
    match leaves {
        [only] => HTuple::Leaf(only.clone()),
        leaves if leaves.len() <= MAX_RANK => {
            HTuple::Tuple(leaves.iter().cloned().map(HTuple::Leaf).collect_vec())
        }
        leaves => {
            let (first, rest) = leaves.split_at(MAX_RANK - 1);
            let first = first.iter().cloned().map(HTuple::Leaf);
            HTuple::Tuple(first.chain([nested(rest)]).collect_vec())
        }
    }
}
