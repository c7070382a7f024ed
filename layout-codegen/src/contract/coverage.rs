//! The contract `#[covers(…)]`: a layout has each element of a tile once.

use layout_algebra::explain::untraced;
use layout_algebra::ops::swizzled::{self, Uncovered};
use layout_algebra::{
    CollectVec, Function, HTuple, Int, IntTuple, Layout, ModePath, Need, Part, ops,
};

use super::contract_site::ContractSite;
use super::memory::{accessed, broken, kept};
use super::without_symbols;
use crate::allow::Allow;
use crate::eval::{Scope, locate};
use crate::evaluated::Evaluated;
use crate::evaluated::Unevaluated;
use crate::report::Diagnostic;
use crate::suggestion::restrided;
use crate::symbols::prove;
use crate::syntax::{Allowed, Contract, Expr};
use crate::value::Value;

impl Contract {
    /// Holds a layout without symbols to the tiles of the contract.
    ///
    /// # Errors
    ///
    /// The first tile of which an element is there twice or not at all, or what is none of its elements, at the mode where
    /// that is, with a layout that keeps all of the contract if one was found.
    pub(super) fn check_covers(
        &self,
        evaluated: &Evaluated,
        expr: &Allowed<Expr>,
        scope: &Scope,
    ) -> Result<(), Unevaluated> {
        for written in &self.covers {
            let function = accessed("covers", evaluated, &expr.of)?;
            let tile = tile(written, scope)?;
            let uncovered = untraced(|| swizzled::find_uncovered(&function, &tile));
            let uncovered = uncovered.map_err(|error| {
                Diagnostic::new(expr.of.range, broken("covers", &function, &error))
            })?;
            let Some(uncovered) = uncovered else { continue };
            let found = untraced(|| nearest_cover(&function, &tile, &uncovered));
            let (path, better) = match found {
                Some((path, better)) => (Some(path), self.tried(&better.to_string(), expr, scope)),
                None => (None, None),
            };
            let path = match path.filter(|_| better.is_some()) {
                Some(path) => path,
                None => uncovered_mode(&function, &uncovered),
            };
            let fact = described(&function, &tile, &uncovered);
            let place = locate(&expr.of, Part::Stride, &path).filter(|_| !path.is_root());
            let diagnostic = Diagnostic::new(place.unwrap_or(expr.of.range), fact);
            return Err(kept(diagnostic, better, &expr.of).into());
        }
        Ok(())
    }

    /// Holds a layout over symbols to the tiles of the contract: the conditions under which it covers them become its obligations.
    ///
    /// # Errors
    ///
    /// A tile that it does not cover, and one of which the algebra does not decide it.
    pub(super) fn check_covers_over_symbols(
        &self,
        evaluated: &mut Evaluated,
        expr: &Allowed<Expr>,
        site: &ContractSite<'_>,
    ) -> Result<(), Unevaluated> {
        for written in &self.covers {
            let function = accessed("covers", evaluated, &expr.of)?;
            let operands = vec![expr.of.clone(), written.clone()];
            let of = (&mut *evaluated, expr, expr.allow);
            let covers = site.asked("covers", "covers", operands, of)?;
            if covers.value != Value::Bool(true) {
                let fact = format!(
                    "the layout {function} does not have each element of the tile once, as its contract says"
                );
                // Positive extents go without saying.
                let cases = covers.obligations.iter().filter(|it| it.reason.need() == Need::Case);
                let cases = cases.map(|it| it.condition.assumption()).collect_vec();
                let fact = match cases.is_empty() {
                    true => fact,
                    false => format!("{fact}\nalso where {}", cases.join(", ")),
                };
                return Err(Diagnostic::new(expr.of.range, fact).into());
            }
        }
        Ok(())
    }

    /// Returns whether a layout has each element of all tiles once.
    pub(super) fn is_covered(&self, function: &Function, scope: &Scope) -> bool {
        self.covers.iter().all(|written| {
            tile(written, scope).is_ok_and(|tile| swizzled::covers(function, &tile) == Ok(true))
        })
    }
}

/// The shape of a tile.
fn tile(written: &Expr, scope: &Scope) -> Result<IntTuple, Unevaluated> {
    let of = Allowed { allow: Allow::default(), assume: Vec::new(), of: written.clone() };
    let evaluated = prove(&of, scope)?;
    without_symbols("covers", &evaluated)?;
    let value = &evaluated.value;
    let shape = match value.domain() {
        Some(layout) => Some(layout.shape().clone()),
        None => value.as_int_tuple(),
    };
    let message = match shape.as_ref().map(ops::col_major) {
        // Its extents are positive.
        Some(Ok(whole)) => return Ok(whole.shape().clone()),
        Some(Err(error)) => error.to_string(),
        None => format!("a tile is a shape or a layout, and this is {}", value.describe()),
    };
    Err(Diagnostic::new(written.range, message).into())
}

/// The layout of its coordinates.
pub(super) fn domain(function: &Function) -> Option<&Layout> {
    match function {
        Function::Layout(layout) => Some(layout),
        Function::Composed(layout) => layout.domain().ok(),
        Function::Swizzle(_) => None,
    }
}

/// The same function of another domain.
pub(super) fn with_domain(function: &Function, domain: Layout) -> Option<Function> {
    match function {
        Function::Composed(layout) => layout.with_domain(domain).ok().map(Function::from),
        _ => Some(domain.into()),
    }
}

/// The message of a tile that is not covered, in terms of threads and values.
fn described(function: &Function, tile: &IntTuple, uncovered: &Uncovered) -> String {
    let shape = domain(function).map_or(&HTuple::Leaf(Int::ONE), |domain| domain.shape()).clone();
    let lane = |coordinate: &IntTuple| {
        let whole = ops::col_major(&shape).and_then(|whole| ops::evaluate(coordinate, &whole));
        let index = whole.ok().and_then(|index| number(&index));
        let threads = shape.modes().first().and_then(|mode| ops::product(mode).ok()?.known());
        match (index, threads) {
            (Some(index), Some(threads)) => {
                format!("value {} of thread {}", index / threads, index % threads)
            }
            _ => coordinate.to_string(),
        }
    };
    let element = |number: &IntTuple| match (tile, ops::idx2crd(number, tile)) {
        (HTuple::Tuple(_), Ok(at)) => format!("element {number}, {at} of the tile,"),
        _ => format!("element {number}"),
    };
    let fact = format!(
        "the layout {function} does not have each element of {tile} once, as its contract says"
    );
    let why = match uncovered {
        Uncovered::Twice(found) if is_inside(&found.offset, tile) => {
            let (first, second) = (lane(&found.first), lane(&found.second));
            format!("{} is {first} and {second}", element(&found.offset))
        }
        Uncovered::Twice(found) => {
            let (first, second) = (lane(&found.first), lane(&found.second));
            format!("{first} and {second} are both {}, which is no element", found.offset)
        }
        Uncovered::Outside { coordinate, offset } => {
            format!("{} is {offset}, which is no element", lane(coordinate))
        }
        Uncovered::Missing { element: missing } => {
            format!("{} is no value of a thread", element(&HTuple::Leaf(missing.clone())))
        }
    };
    format!("{fact}\n{why}")
}

fn number(offset: &IntTuple) -> Option<i128> {
    match offset {
        HTuple::Leaf(offset) => offset.known(),
        HTuple::Tuple(_) => None,
    }
}

fn is_inside(offset: &IntTuple, tile: &IntTuple) -> bool {
    let elements = ops::product(tile).ok().and_then(|elements| elements.known());
    let offset = number(offset);
    offset.zip(elements).is_some_and(|(offset, elements)| (0..elements).contains(&offset))
}

/// The mode that causes it: the last that two coordinates differ in, or the one that steps furthest out.
fn uncovered_mode(function: &Function, uncovered: &Uncovered) -> ModePath {
    let path = match uncovered {
        Uncovered::Twice(found) => {
            let mut pairs = found.first.leaf_paths().into_iter().zip(found.second.leaves());
            pairs.rfind(|((_, a), b)| a != b).map(|((path, _), _)| path)
        }
        Uncovered::Outside { offset, .. } => {
            domain(function).and_then(|domain| furthest(domain, *offset < Int::ZERO))
        }
        Uncovered::Missing { .. } => None,
    };
    path.unwrap_or_else(ModePath::root)
}

/// The mode that steps furthest, down or up.
fn furthest(layout: &Layout, is_down: bool) -> Option<ModePath> {
    let mut furthest = None;
    for (extent, (path, stride)) in
        layout.shape().leaves().into_iter().zip(layout.stride().leaf_paths())
    {
        let (Some(stride), Some(extent)) = (stride.known(), extent.known()) else { continue };
        let Some(reach) = stride.checked_mul(extent - 1) else { continue };
        furthest = furthest.max(Some((if is_down { -reach } else { reach }, path)));
    }
    Some(furthest?.1)
}

/// A layout that covers the tile, and the mode in which it differs: with another stride, or with the elements that are missing
/// as further values.
fn nearest_cover(
    function: &Function,
    tile: &IntTuple,
    uncovered: &Uncovered,
) -> Option<(ModePath, Function)> {
    let of = domain(function)?;
    let covering = |domain: Layout| {
        let function = with_domain(function, domain)?;
        (swizzled::covers(&function, tile) == Ok(true)).then_some(function)
    };
    if let Uncovered::Missing { .. } = uncovered {
        let elements = HTuple::Leaf(ops::product(tile).ok()?);
        let rest = ops::complement(of, &elements).ok()?.layout;
        let (mut modes, mut values) = (of.modes(), Vec::new());
        if modes.len() == 2 {
            values = modes.pop()?.modes();
        }
        values.push(rest);
        modes.push(match values.len() {
            1 => values.pop()?,
            _ => Layout::from_modes(&values).ok()?,
        });
        return Some((ModePath::root(), covering(Layout::from_modes(&modes).ok()?)?));
    }
    let better = restrided(of, &|_, better| covering(better.clone()).is_some())?;
    Some((better.path, covering(better.layout)?))
}
