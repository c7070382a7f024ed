//! `SymbolicLeaf`: a leaf of integers over symbols, and the leaves that are planned together.

use layout_algebra::bounds::{Bound, Bounds};
use layout_algebra::{HTuple, Int};

use crate::evaluated::Obligation;
use crate::syntax::SymbolKind;

/// A leaf, `extent:stride`, of integers over symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolicLeaf {
    /// The extent.
    pub extent: Int,
    /// The stride.
    pub stride: Int,
}

/// The leaves of the coordinate of a bound, nested like its shape.
pub(crate) fn bound_leaves(bound: &Bound) -> HTuple<SymbolicLeaf> {
    let mut leaves = Vec::new();
    for (extent, stride) in bound.coordinate().leaves() {
        leaves.push(SymbolicLeaf { extent: extent.clone(), stride: stride.scale().clone() });
    }
    bound.coordinate().shape().with_leaves(leaves)
}

/// Returns whether a leaf goes on where the last one ends, by a stride that is not known.
pub(super) fn goes_on(last: &mut Option<SymbolicLeaf>, leaf: &SymbolicLeaf) -> bool {
    let end = last.as_ref().and_then(|last| last.extent.mul(&last.stride).ok());
    let goes_on =
        leaf.stride.known().is_none() && end.is_some_and(|end| end.equals(&leaf.stride).is_true());
    *last = Some(leaf.clone());
    goes_on
}

/// A layout, its symbols and their obligations, as far as it is planned.
pub(super) struct Leaves<'a> {
    pub(super) symbols: &'a [(String, SymbolKind)],
    pub(super) obligations: &'a [Obligation],
    pub(super) profile: &'a HTuple<SymbolicLeaf>,
    /// The leaves of the linear part, if they are others.
    pub(super) linear: Option<&'a HTuple<SymbolicLeaf>>,
    pub(super) bounds: &'a Bounds,
}

/// Returns whether rustc knows all symbols.
pub(super) fn are_constant(symbols: &[(String, SymbolKind)]) -> bool {
    symbols.iter().all(|(_, kind)| *kind == SymbolKind::Constant)
}
