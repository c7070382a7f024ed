//! The contract `#[covers(…)]`: a layout has each element of a tile once.

use layout_algebra::explain::untraced;
use layout_algebra::ops::swizzled::{self, Uncovered};
use layout_algebra::{
    CollectVec, Function, HTuple, Int, IntTuple, Layout, ModePath, Need, Part, ops,
};

use super::contract_site::ContractSite;
use super::domain::{domain, with_domain};
use super::memory::{accessed, broken, kept};
use super::{leaf_range, without_symbols};
use crate::allow::Allow;
use crate::eval::Scope;
use crate::evaluated::{Evaluated, Obligation, Unevaluated};
use crate::report::Diagnostic;
use crate::suggestion::{restrided, with_leaf};
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
            let uncovered = match untraced(|| swizzled::find_uncovered(&function, &tile)) {
                Ok(None) => continue,
                Ok(Some(uncovered)) => uncovered,
                Err(error) => return Err(broken("covers", &function, &error, expr.of.range).into()),
            };
            let found = untraced(|| nearest_cover(&function, &tile, &uncovered));
            let (at, better) = match found {
                Some((at, better)) => (Some(at), self.tried(&better.to_string(), expr, scope)),
                None => (None, None),
            };
            let (part, path) = match (at, &better) {
                (Some(at), Some(_)) => at,
                _ => {
                    let mode = uncovered_mode(&function, &uncovered);
                    (Part::Stride, mode.unwrap_or_else(ModePath::root))
                }
            };
            let fact = described(&function, &tile, &uncovered);
            let place = leaf_range(&expr.of, part, &path);
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
            let covers = site.evaluate("covers", "covers", operands, of)?;
            if covers.value != Value::Bool(true) {
                let mut fact = format!(
                    "the layout {function} does not have each element of the tile once, as its contract says"
                );
                // Positive extents go without saying.
                let cases = covers.obligations.iter().filter(|it| it.reason.need() == Need::Case);
                let cases = cases.map(Obligation::assumption).collect_vec();
                if !cases.is_empty() {
                    fact += &format!("\nalso where {}", cases.join(", "));
                }
                return Err(Diagnostic::new(expr.of.range, fact).into());
            }
        }
        Ok(())
    }

    /// Returns whether a layout has each element of all tiles once.
    pub(super) fn is_covered(&self, function: &Function, scope: &Scope) -> bool {
        for written in &self.covers {
            match tile(written, scope) {
                Ok(tile) if swizzled::covers(function, &tile) == Ok(true) => {}
                _ => return false,
            }
        }
        true
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

/// The message of a tile that is not covered, in terms of threads and values.
fn described(function: &Function, tile: &IntTuple, uncovered: &Uncovered) -> String {
    let fact = format!(
        "the layout {function} does not have each element of {tile} once, as its contract says"
    );
    let why = match uncovered {
        Uncovered::Twice(found) if is_inside(&found.offset, tile) => {
            let (first, second) = (lane(&found.first, function), lane(&found.second, function));
            format!("{} is {first} and {second}", element(&found.offset, tile))
        }
        Uncovered::Twice(found) => {
            let (first, second) = (lane(&found.first, function), lane(&found.second, function));
            format!("{first} and {second} are both {}, which is no element", found.offset)
        }
        Uncovered::Outside { coordinate, offset } => {
            format!("{} is {offset}, which is no element", lane(coordinate, function))
        }
        Uncovered::Missing { element: missing } => {
            format!("{} is no value of a thread", element(&HTuple::Leaf(missing.clone()), tile))
        }
    };
    format!("{fact}\n{why}")
}

/// The value and the thread at a coordinate; the coordinate where their numbers are not known.
fn lane(coordinate: &IntTuple, function: &Function) -> String {
    match value_and_thread(coordinate, function) {
        Some((value, thread)) => format!("value {value} of thread {thread}"),
        None => coordinate.to_string(),
    }
}

fn value_and_thread(coordinate: &IntTuple, function: &Function) -> Option<(i128, i128)> {
    let shape = domain(function).map_or(&HTuple::Leaf(Int::ONE), Layout::shape).clone();
    let index = number(&ops::evaluate(coordinate, &ops::col_major(&shape).ok()?).ok()?)?;
    let threads = known_product(shape.modes().first()?)?;
    Some((index / threads, index % threads))
}

/// An element of a tile, by its number and its coordinate.
fn element(number: &IntTuple, tile: &IntTuple) -> String {
    match (tile, ops::idx2crd(number, tile)) {
        (HTuple::Tuple(_), Ok(at)) => format!("element {number}, {at} of the tile,"),
        _ => format!("element {number}"),
    }
}

/// The product of a shape, if it is known.
pub(super) fn known_product(shape: &IntTuple) -> Option<i128> {
    ops::product(shape).ok()?.known()
}

fn number(offset: &IntTuple) -> Option<i128> {
    match offset {
        HTuple::Leaf(offset) => offset.known(),
        HTuple::Tuple(_) => None,
    }
}

fn is_inside(offset: &IntTuple, tile: &IntTuple) -> bool {
    match (number(offset), known_product(tile)) {
        (Some(offset), Some(elements)) => (0..elements).contains(&offset),
        _ => false,
    }
}

/// The mode that causes it: the last that two coordinates differ in, or the one that steps furthest out.
fn uncovered_mode(function: &Function, uncovered: &Uncovered) -> Option<ModePath> {
    match uncovered {
        Uncovered::Twice(found) => {
            let mut last = None;
            for ((path, a), b) in found.first.leaf_paths().into_iter().zip(found.second.leaves()) {
                if a != b {
                    last = Some(path);
                }
            }
            last
        }
        Uncovered::Outside { offset, .. } => furthest(domain(function)?, *offset < Int::ZERO),
        Uncovered::Missing { .. } => None,
    }
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

/// A layout that covers the tile, and the part and mode in which it differs: with another extent or stride, or with the elements that are
/// missing as further values.
fn nearest_cover(
    function: &Function,
    tile: &IntTuple,
    uncovered: &Uncovered,
) -> Option<((Part, ModePath), Function)> {
    let of = domain(function)?;
    if let Some((path, better)) = extended(function, of, tile) {
        return Some(((Part::Shape, path), better));
    }
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
        let better = covering(function, Layout::from_modes(&modes).ok()?, tile)?;
        return Some(((Part::Stride, ModePath::root()), better));
    }
    let better = restrided(of, &|_, better| covering(function, better.clone(), tile).is_some())?;
    Some(((Part::Stride, better.path), covering(function, better.layout, tile)?))
}

/// The layout that covers the tile with another extent of one leaf, and that leaf: where it has not as many elements as the tile, no other
/// stride makes up for that.
fn extended(function: &Function, of: &Layout, tile: &IntTuple) -> Option<(ModePath, Function)> {
    let (size, elements) = (known_product(of.shape())?, known_product(tile)?);
    if size == elements || size == 0 {
        return None;
    }
    for (path, extent) in of.shape().leaf_paths() {
        let sought = extent.known()?.checked_mul(elements)?;
        if sought % size == 0
            && let Some(shape) = with_leaf(of.shape(), path.indices(), Int::new(sought / size))
            && let Ok(better) = Layout::new(shape, of.stride().clone())
            && let Some(better) = covering(function, better, tile)
        {
            return Some((path, better));
        }
    }
    None
}

/// The function of another domain, if it covers a tile.
fn covering(function: &Function, domain: Layout, tile: &IntTuple) -> Option<Function> {
    let function = with_domain(function, domain)?;
    (swizzled::covers(&function, tile) == Ok(true)).then_some(function)
}
