//! `SymbolicPlan`: what the expansion of a layout with symbols computes.

use std::fmt;

use layout_algebra::bounds::Bounds;
use layout_algebra::{ComposedLayout, HTuple, Int, Layout, ops};

use super::leaf::check;
use super::{MAX_RANK, Twist, Unplannable, twists};
use crate::symbols::Obligation;
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
    /// What is checked before it is made, in this order.
    pub obligations: Vec<Obligation>,
    /// The leaves, nested like the shape.
    pub profile: HTuple<SymbolicLeaf>,
    /// The leaves of the coalesced layout: the same function of 1-D coordinates.
    pub linear: HTuple<SymbolicLeaf>,
    /// Which coordinates are padding.
    pub bounds: Bounds,
    /// The swizzles that follow, the first first.
    pub then: Vec<Twist>,
}

/// A leaf, `extent:stride`, of integers over symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolicLeaf {
    /// The extent.
    pub extent: Int,
    /// The stride.
    pub stride: Int,
}

/// What the expansion of a layout with symbols computes.
///
/// # Errors
///
/// [`Unplannable`] for a layout that has no index functions.
pub fn plan_symbolic(
    layout: &Layout,
    symbols: Vec<(String, SymbolKind)>,
    obligations: Vec<Obligation>,
) -> Result<SymbolicPlan, Unplannable> {
    check(layout).map_err(|reason| match reason {
        Unplannable::BasisStride { path, stride } => Unplannable::SymbolicBasis { path, stride },
        reason => reason,
    })?;
    let leaves = leaves(layout)?;
    let mut rest = leaves.iter().cloned();
    let unit = || SymbolicLeaf { extent: Int::ONE, stride: Int::ZERO };
    let profile = layout.shape().map(&mut |_| rest.next().unwrap_or_else(unit));
    // A layout whose symbols do not multiply is as it is.
    let merged = ops::coalesce(layout).ok().and_then(|merged| self::leaves(&merged).ok());
    let linear = match merged {
        Some(merged) if merged != leaves || !is_right_nested(&profile) => nested(&merged),
        _ => profile.clone(),
    };
    Ok(SymbolicPlan {
        notation: layout.to_string(),
        rank: layout.rank(),
        depth: layout.depth(),
        symbols,
        obligations,
        profile,
        linear,
        bounds: Bounds::EVERYWHERE,
        then: Vec::new(),
    })
}

/// What the expansion of a swizzled layout with symbols computes.
///
/// # Errors
///
/// As [`plan_symbolic`]; a step after the layout that is no swizzle, or whose offset is a
/// symbol.
fn plan_symbolic_composed(
    layout: &ComposedLayout,
    symbols: Vec<(String, SymbolKind)>,
    obligations: Vec<Obligation>,
) -> Result<SymbolicPlan, Unplannable> {
    let steps = |_| Unplannable::Steps { layout: layout.to_string() };
    let plan = plan_symbolic(layout.domain().map_err(steps)?, symbols, obligations)?;
    Ok(SymbolicPlan { notation: layout.to_string(), then: twists(layout)?, ..plan })
}

/// The plan of a value that is a layout, or a shape in the place of one.
pub fn plan_symbolic_value(
    value: &Value,
    symbols: Vec<(String, SymbolKind)>,
    obligations: Vec<Obligation>,
) -> Option<Result<SymbolicPlan, Unplannable>> {
    match value {
        Value::Composed(layout) => Some(plan_symbolic_composed(layout, symbols, obligations)),
        Value::Layout(layout) => Some(plan_symbolic(layout, symbols, obligations)),
        Value::Tuple(_) => Some(plan_symbolic(&value.as_layout()?.ok()?, symbols, obligations)),
        _ => None,
    }
}

impl SymbolicPlan {
    /// The plan of a layout of which some coordinates are padding.
    #[must_use]
    pub fn within(self, bounds: Bounds) -> SymbolicPlan {
        SymbolicPlan { bounds: super::bounds::planned(bounds), ..self }
    }

    /// Whether rustc knows all of it.
    pub fn is_constant(&self) -> bool {
        self.symbols.iter().all(|(_, kind)| *kind == SymbolKind::Constant)
    }

    /// The coalesced layout, unless it is split over the leaves as they are.
    pub fn separate_linear(&self) -> Option<&HTuple<SymbolicLeaf>> {
        (self.linear != self.profile).then_some(&self.linear)
    }

    /// The name of each function, its coordinates and what it computes.
    fn functions(&self) -> Vec<(&'static str, Vec<String>, String)> {
        let leaves = |mode: &HTuple<SymbolicLeaf>| mode.leaves().into_iter().cloned().collect();
        let each = |leaf: &SymbolicLeaf| vec![leaf.clone()];
        let modes = match &self.profile {
            HTuple::Leaf(leaf) => vec![each(leaf)],
            HTuple::Tuple(modes) => modes.iter().map(leaves).collect(),
        };
        let split: [(_, Vec<Vec<SymbolicLeaf>>); 3] = [
            ("index", vec![leaves(&self.linear)]),
            ("at", modes),
            ("at_flat", self.profile.leaves().into_iter().map(each).collect()),
        ];
        let function = |(k, (name, split)): (usize, (_, Vec<Vec<SymbolicLeaf>>))| {
            let takes = super::display::coordinates(k, split.len());
            // rustc chooses how digits of constants are taken, once it knows them.
            if self.is_constant() && name != "at_flat" {
                return (
                    name,
                    takes,
                    "what rustc finds cheapest, once it knows the constants".to_owned(),
                );
            }
            let sum = super::flow::sum(takes.iter().map(String::as_str).zip(split));
            let text = match sum {
                Some(sum) => self.then.iter().fold(sum, |text, twist| twist.text(&text)),
                None => "a sum of too many terms to print".to_owned(),
            };
            (name, takes, text)
        };
        split.into_iter().enumerate().map(function).collect()
    }

    /// The place of a symbol among all.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.symbols.iter().position(|(other, _)| other == name)
    }
}

/// The leaves, whose numbers fit where they are known.
fn leaves(layout: &Layout) -> Result<Vec<SymbolicLeaf>, Unplannable> {
    let mut leaves = Vec::new();
    for ((path, extent), (_, stride)) in
        layout.shape().leaf_paths().into_iter().zip(layout.leaves())
    {
        let stride = stride.scale().clone();
        let fits = |int: &Int| int.known().is_none_or(|known| i64::try_from(known).is_ok());
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
    let leaf = |leaf: &SymbolicLeaf| HTuple::Leaf(leaf.clone());
    match leaves {
        [only] => leaf(only),
        leaves if leaves.len() <= MAX_RANK => HTuple::Tuple(leaves.iter().map(leaf).collect()),
        leaves => {
            let (first, rest) = leaves.split_at(MAX_RANK - 1);
            HTuple::Tuple(first.iter().map(leaf).chain([nested(rest)]).collect())
        }
    }
}

/// Whether all modes are leaves but the last, in every tuple.
fn is_right_nested<T>(profile: &HTuple<T>) -> bool {
    let HTuple::Tuple(modes) = profile else { return true };
    let Some((last, others)) = modes.split_last() else { return true };
    others.iter().all(|mode| !mode.is_tuple()) && is_right_nested(last)
}

impl fmt::Display for SymbolicLeaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.extent, self.stride)
    }
}

impl fmt::Display for SymbolicPlan {
    /// One line for each fact and each check.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.notation)?;
        writeln!(f, "rank {}, depth {}", self.rank, self.depth)?;
        let symbols = self.symbols.iter().map(|(name, kind)| match kind {
            SymbolKind::RunTime => name.clone(),
            SymbolKind::Constant => format!("const {name}"),
        });
        writeln!(f, "symbols {}", symbols.collect::<Vec<_>>().join(", "))?;
        for obligation in &self.obligations {
            writeln!(f, "check {}, {}", obligation.condition.assumption(), obligation.reason)?;
        }
        let linear: Vec<String> =
            self.linear.leaves().into_iter().map(SymbolicLeaf::to_string).collect();
        writeln!(f, "linear {}", linear.join(", "))?;
        for (name, takes, text) in self.functions() {
            writeln!(f, "{name}({}) = {text}", takes.join(", "))?;
        }
        super::bounds::text(&self.bounds).map_or(Ok(()), |text| writeln!(f, "{text}"))
    }
}
