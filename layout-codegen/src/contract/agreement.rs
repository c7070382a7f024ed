//! The contract `#[agrees(…)]`: the layout is the same function as another one, around which it may have a halo, or a copy
//! between both moves enough elements at a time. And the contract `#[live(…)]`: elements that are live at the same time share no
//! offset.
//!
//! Both are asked as operations of the language, `agrees` and `live`, so that symbols have conditions as everywhere.

use std::fmt;

use layout_algebra::explain::untraced;
use layout_algebra::ops::swizzled::{self, Disagreement, Halo};
use layout_algebra::ops::{self, Overwritten};
use layout_algebra::replicas;
use layout_algebra::{
    CollectVec, Function, HTuple, Int, IntTuple, Layout, ModePath, Part, Truth, VectorLayout,
};

use super::contract_site::ContractSite;
use super::coverage::known_product;
use super::domain::domain;
use super::memory::kept;
use super::{depends_on, no_layout};
use crate::eval::{Scope, locate};
use crate::evaluated::Evaluated;
use crate::evaluated::Unevaluated;
use crate::report::{At, Diagnostic, Patch};
use crate::symbols::{Owner, prove_for};
use crate::syntax::{Agreement, Allowed, Contract, Expr, ExprKind};
use crate::value::Value;

/// The most coordinates of padded layouts that are looked at.
const MAX_COORDINATES: i128 = 1 << 16;

impl Contract {
    /// Holds a layout to the others that it agrees with, and to what is live at once; with the conditions of the symbols under
    /// which it does.
    ///
    /// # Errors
    ///
    /// The first coordinate at which they differ, with the place of the other definition; a contract that depends on symbols
    /// which the layout does not have.
    pub(super) fn check_agreements(
        &self,
        evaluated: &mut Evaluated,
        expr: &Allowed<Expr>,
        site: &ContractSite<'_>,
    ) -> Result<(), Unevaluated> {
        for agreement in &self.agrees {
            agreement.hold(self, evaluated, expr, site)?;
        }
        for count in &self.live {
            hold_live(count, evaluated, expr, site)?;
        }
        Ok(())
    }

    /// Returns whether a layout of numbers agrees with the others, and no two elements that are live at the same time share an
    /// offset.
    pub(super) fn is_agreed(&self, function: &Function, scope: &Scope) -> bool {
        self.agrees.iter().all(|agreement| agreement.is_kept(function, scope) == Some(true))
            && self.live.iter().all(|count| is_live(count, function, scope) == Some(true))
    }
}

fn is_live(count: &Expr, function: &Function, scope: &Scope) -> Option<bool> {
    let count = value_of(count, scope)?.as_int()?.clone();
    ops::live(domain(function)?, &count).ok()
}

/// The value of what a contract names, whatever it is allowed.
fn value_of(of: &Expr, scope: &Scope) -> Option<Value> {
    let of = Allowed { allow: crate::Allow::all(), assume: Vec::new(), of: of.clone() };
    Some(prove_for(&of, scope, &Owner::Scope).ok()?.value)
}

fn function(attribute: &str, evaluated: &Evaluated, expr: &Expr) -> Result<Function, Diagnostic> {
    let value = &evaluated.value;
    match (value.as_plain_function(), value.as_layout()) {
        (Some(function), _) => Ok(function),
        // A shape alone is its column-major layout.
        (None, Some(Ok(layout))) => Ok(layout.into()),
        _ => Err(no_layout(attribute, value, expr)),
    }
}

/// One of two layouts that are compared.
enum Compared {
    Function(Function),
    /// A layout with a stride of several terms.
    Terms(VectorLayout),
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Compared::Function(function) => function.fmt(f),
            Compared::Terms(layout) => layout.fmt(f),
        }
    }
}

impl Compared {
    fn new(evaluated: &Evaluated, expr: &Expr) -> Result<Self, Diagnostic> {
        match &evaluated.value {
            Value::Vectors(layout) => Ok(Compared::Terms(layout.clone())),
            _ => function("agrees", evaluated, expr).map(Compared::Function),
        }
    }

    /// Both as functions, of strides of one term.
    fn functions<'a>(one: &'a Compared, other: &'a Compared) -> Option<[&'a Function; 2]> {
        match (one, other) {
            (Compared::Function(one), Compared::Function(other)) => Some([one, other]),
            _ => None,
        }
    }

    /// Its value as a layout of any number of terms.
    fn terms(&self) -> Option<VectorLayout> {
        match self {
            Compared::Function(Function::Layout(layout)) => Some(layout.into()),
            Compared::Function(_) => None,
            Compared::Terms(layout) => Some(layout.clone()),
        }
    }
}

/// The elements of a layout, its named axes numbered as in a list, and the number of its modes of replicas.
fn elements(evaluated: &Evaluated, axes: &mut Vec<String>) -> Option<(Compared, usize)> {
    let value = evaluated.names.numbered_as(evaluated.value.clone(), axes);
    let replicas = evaluated.names.replicas();
    let elements = match replicas.is_empty() {
        true => value,
        false => {
            let layout = value.as_vector_layout()?.ok()?;
            replicas::split_replicas(&layout, &replicas).ok()?.elements.into()
        }
    };
    let compared = match elements {
        Value::Vectors(layout) => Compared::Terms(layout),
        value => Compared::Function(value.as_function()?.ok()?),
    };
    Some((compared, replicas.len()))
}

/// The first difference between two layouts.
fn disagreement(written: &Compared, read: &Compared, halo: &Halo) -> Option<Disagreement> {
    let found = untraced(|| match Compared::functions(written, read) {
        Some([written, read]) => Some(swizzled::find_disagreement(written, read, halo)),
        None => {
            let (written, read) = (written.terms()?, read.terms()?);
            Some(swizzled::find_disagreement_of_terms(&written, &read, halo))
        }
    });
    found?.ok().flatten()
}

/// The operand in a message: a name comes with its notation.
fn name_and_notation(expr: &Expr, function: &Compared) -> (String, String, Option<String>) {
    match &expr.kind {
        ExprKind::Name(name) | ExprKind::Instance(name, _) => {
            let text = name.text.clone();
            (text.clone(), format!("{text}, {function}"), Some(text))
        }
        _ => (function.to_string(), function.to_string(), None),
    }
}

impl Agreement {
    /// Its halo, once that has been evaluated.
    fn halo(&self, scope: &Scope) -> Halo {
        if let Some(halo) = &self.halo
            && let Some(value) = value_of(halo, scope)
            && let Some(Ok(halo)) = value.as_int_tuple().as_ref().map(Halo::new)
        {
            return halo;
        }
        Halo::NONE
    }

    /// Returns whether a layout of numbers agrees with the other one, or is copied to it as wide as is asked.
    fn is_kept(&self, function: &Function, scope: &Scope) -> Option<bool> {
        let other = value_of(&self.of, scope)?.as_function()?.ok()?;
        match self.copied {
            None => swizzled::agrees(&other, function, &self.halo(scope)).ok(),
            Some(copied) => {
                let vector = swizzled::max_common_vector(&other, function).ok()?;
                Some(vector >= Int::new(copied.vector))
            }
        }
    }

    fn hold(
        &self,
        contract: &Contract,
        evaluated: &mut Evaluated,
        expr: &Allowed<Expr>,
        site: &ContractSite<'_>,
    ) -> Result<(), Unevaluated> {
        let scope = site.scope;
        // Its own symbols are those of the scope, or the owner has them.
        let alone = Allowed { allow: expr.allow, assume: expr.assume.clone(), of: self.of.clone() };
        let other = prove_for(&alone, scope, &Owner::Scope)?;
        let (this, that) = (Compared::new(evaluated, &expr.of)?, Compared::new(&other, &self.of)?);
        let found = Comparison { agreement: self, contract, this, that, expr, scope };
        if !evaluated.bounds.is_everywhere() || !other.bounds.is_everywhere() {
            return found.padded(evaluated, &other);
        }
        if self.copied.is_some() {
            return found.copied(evaluated, &other);
        }
        let operands = [&self.of, &expr.of].into_iter().chain(&self.halo).cloned().collect_vec();
        let mut axes = Vec::new();
        let elements = (elements(evaluated, &mut axes), elements(&other, &mut axes));
        let of = (evaluated, expr, expr.allow);
        if site.evaluate("agrees", "agrees", operands, of)?.value == Value::Bool(true) {
            return Ok(());
        }
        let (this, that, replicas) = match &elements {
            (Some((this, own)), Some((that, other))) => (this, that, own.max(other)),
            _ => (&found.this, &found.that, &0),
        };
        let disagreement = disagreement(that, this, &self.halo(scope));
        if disagreement.is_none() && *replicas > 0 {
            let why = "its elements are at the same places, and their replicas are not";
            return Err(found.error(None, why).into());
        }
        Err(found.refused(disagreement.as_ref()).into())
    }
}

/// A layout and another that it does not agree with.
struct Comparison<'a> {
    agreement: &'a Agreement,
    contract: &'a Contract,
    this: Compared,
    that: Compared,
    expr: &'a Allowed<Expr>,
    scope: &'a Scope,
}

impl Comparison<'_> {
    /// An error at a mode of the layout.
    fn error(&self, path: Option<(Part, ModePath)>, why: &str) -> Diagnostic {
        let (_, full, name) = name_and_notation(&self.agreement.of, &self.that);
        let this = &self.this;
        let fact =
            format!("the layout {this} does not agree with {full}, as its contract says\n{why}");
        let place = path.and_then(|(part, path)| locate(&self.expr.of, part, &path));
        Diagnostic::new(place.unwrap_or(self.expr.of.range), fact).with_definition_of(name)
    }

    fn refused(&self, found: Option<&Disagreement>) -> Diagnostic {
        let (short, ..) = name_and_notation(&self.agreement.of, &self.that);
        let halo = self.agreement.halo.is_some();
        match found {
            None => self.error(None, "they are not the same function"),
            Some(Disagreement::Rank { written, read }) => {
                let why = format!(
                    "it has {}, and {short} has {written}: a coordinate means something else there",
                    counted(read, "mode")
                );
                self.error(None, &why)
            }
            Some(Disagreement::Extent { mode, written, read, halo: (before, after) }) => {
                let mut why = format!(
                    "mode {mode} has {} here and {written} in {short}",
                    counted(read, "coordinate")
                );
                if halo {
                    why += &format!(", around which {before} and {after} are its halo");
                }
                let diagnostic = self.error(Some((Part::Shape, [*mode].into())), &why);
                match self.around() {
                    Some(halo) => {
                        let with = format!("halo = {halo}");
                        self.agreeing(diagnostic, &short, &with, "if so much more is there")
                    }
                    _ => diagnostic,
                }
            }
            Some(Disagreement::Offset { coordinate, written, read }) => {
                let from = if halo { ", from where it begins" } else { "" };
                let why =
                    format!("{coordinate} is at {read} here{from}, and at {written} in {short}");
                let at = match coordinate.leaves().iter().position(|at| **at != Int::ZERO) {
                    Some(mode) if coordinate.is_tuple() => Some((Part::Stride, [mode].into())),
                    _ => None,
                };
                let diagnostic = self.error(at, &why);
                if halo {
                    return diagnostic;
                }
                let Some([that, this]) = Compared::functions(&self.that, &self.this) else {
                    return diagnostic;
                };
                let better = self.contract.tried(&that.to_string(), self.expr, self.scope);
                let diagnostic = kept(diagnostic, better, &self.expr.of);
                match untraced(|| swizzled::max_common_vector(that, this)) {
                    Ok(vector) if self.is_copied() => {
                        let elements = counted(&vector, "element");
                        let reason = format!("if one is copied to the other, {elements} at a time");
                        self.agreeing(diagnostic, &short, &format!("vector >= {vector}"), &reason)
                    }
                    _ => diagnostic,
                }
            }
        }
    }

    /// The same message with another contract of the same layout.
    fn agreeing(&self, of: Diagnostic, short: &str, with: &str, reason: &str) -> Diagnostic {
        let Agreement { of: other, halo, .. } = self.agreement;
        let range = other.range.to(halo.as_ref().unwrap_or(other).range);
        let text = format!("{short}, {with}");
        of.patch(Patch { range, says: format!("`#[agrees({text})]` {reason}"), text })
    }

    /// Returns whether a copy writes each element of this layout once.
    fn is_copied(&self) -> bool {
        match &self.this {
            Compared::Function(Function::Layout(layout)) => ops::is_injective(layout) == Ok(true),
            Compared::Function(Function::Composed(layout)) => {
                matches!(swizzled::find_collision(layout), Ok(None))
            }
            Compared::Function(Function::Swizzle(_)) | Compared::Terms(_) => false,
        }
    }

    /// The halo under which they agree, after the other layout or on both sides of it.
    fn around(&self) -> Option<String> {
        let [this_function, that_function] = Compared::functions(&self.this, &self.that)?;
        let (this, that) = (domain(this_function)?, domain(that_function)?);
        let (mut is_even, mut both, mut after) = (true, Vec::new(), Vec::new());
        for (this, that) in this.modes().iter().zip(that.modes()) {
            let more = known_product(this.shape())?.checked_sub(known_product(that.shape())?)?;
            let [zero, half, all] = [0, more / 2, more].map(Int::new).map(HTuple::Leaf);
            match more {
                ..0 => return None,
                0 => after.push(zero),
                1.. => after.push(HTuple::Tuple(vec![zero, all])),
            }
            both.push(half);
            is_even &= more % 2 == 0 && more > 0;
        }
        // More in each mode is a halo on both sides; more in some is past an edge.
        let tried = if is_even { vec![both, after] } else { vec![after] };
        for halo in tried.into_iter().map(HTuple::Tuple) {
            if let Ok(of) = Halo::new(&halo)
                && untraced(|| swizzled::agrees(that_function, this_function, &of)) == Ok(true)
            {
                return Some(halo.to_string());
            }
        }
        None
    }

    /// Holds a layout to a copy from the other one.
    fn copied(&self, evaluated: &Evaluated, other: &Evaluated) -> Result<(), Unevaluated> {
        let Some(copied) = self.agreement.copied else { return Ok(()) };
        for of in [evaluated, other] {
            if let (true, Some(symbol)) = (of.is_symbolic(), of.symbols.first()) {
                return Err(depends_on("agrees", symbol).into());
            }
        }
        let Some([that, this]) = Compared::functions(&self.that, &self.this) else {
            let why =
                "a stride has several terms: its values are coordinates, and no places of elements";
            return Err(self.error(None, why).into());
        };
        let alike = disagreement(&self.that, &self.this, &Halo::NONE);
        if let Some(found @ (Disagreement::Rank { .. } | Disagreement::Extent { .. })) = alike {
            return Err(self.refused(Some(&found)).into());
        }
        if !self.is_copied() {
            let why = "a copy would write an element twice: this layout is not injective";
            return Err(self.error(None, why).into());
        }
        let vector = untraced(|| swizzled::max_common_vector(that, this));
        let vector = vector.at(self.agreement.of.range)?;
        if matches!(vector.known(), Some(vector) if vector >= copied.vector) {
            return Ok(());
        }
        let (_, full, name) = name_and_notation(&self.agreement.of, &self.that);
        let plural = if vector == Int::ONE { "" } else { "s" };
        let message = format!(
            "a copy from {full} to {} moves {vector} element{plural} at a time, and its contract asks for {}",
            self.this, copied.vector
        );
        let diagnostic = Diagnostic::new(copied.range, message)
            .with_definition_of(name)
            .write(vector.to_string(), "the most that stay together");
        Err(diagnostic.into())
    }

    /// Checks two padded layouts: they agree at the coordinates that are padding in neither, and have the same coordinates as
    /// padding.
    fn padded(&self, evaluated: &Evaluated, other: &Evaluated) -> Result<(), Unevaluated> {
        if self.agreement.halo.is_some() || self.agreement.copied.is_some() {
            let why = "some coordinates are padding: the contract is for all of them alone";
            return Err(self.error(None, why).into());
        }
        let Some([read, written]) = Compared::functions(&self.this, &self.that) else {
            let why = "a stride has several terms, and some coordinates are padding";
            return Err(self.error(None, why).into());
        };
        let found = untraced(|| swizzled::find_disagreement(written, read, &Halo::NONE));
        let (this, that) = (&evaluated.bounds, &other.bounds);
        if found == Ok(None) && this == that {
            return Ok(());
        }
        if let Ok(Some(found @ (Disagreement::Rank { .. } | Disagreement::Extent { .. }))) = &found
        {
            return Err(self.refused(Some(found)).into());
        }
        let (short, ..) = name_and_notation(&self.agreement.of, &self.that);
        let unknown = format!(
            "which of the coordinates are padding is `{this}` here and `{that}` in {short}"
        );
        let shape = domain(read).map(Layout::shape);
        let (Some(shape), Some(size @ ..=MAX_COORDINATES)) = (shape, shape.and_then(known_product))
        else {
            return Err(self.error(None, &unknown).into());
        };
        for at in (0..size).map(Int::new).map(HTuple::Leaf) {
            let within = [this, that].map(|bounds| bounds.contain(&at).unwrap_or(Truth::Unknown));
            let [read, written] = [value_at(read, &at), value_at(written, &at)];
            let shown = ops::idx2crd(&at, shape).unwrap_or(at);
            let why = match within {
                [Truth::True, Truth::True] if read != written => {
                    let [read, written] = [read, written].map(text);
                    format!("{shown} is at {read} here, and at {written} in {short}")
                }
                [Truth::True, Truth::False] => {
                    format!("{shown} is no padding here, and is padding in {short}")
                }
                [Truth::False, Truth::True] => {
                    format!("{shown} is padding here, and is none in {short}")
                }
                [Truth::Unknown, _] | [_, Truth::Unknown] => unknown,
                _ => continue,
            };
            return Err(self.error(None, &why).into());
        }
        Ok(())
    }
}

/// A number of things.
fn counted(n: &dyn fmt::Display, one: &str) -> String {
    match n.to_string().as_str() {
        "1" => format!("1 {one}"),
        n => format!("{n} {one}s"),
    }
}

/// The value of a function at a coordinate.
fn value_at(of: &Function, at: &IntTuple) -> Option<IntTuple> {
    match of {
        Function::Layout(layout) => ops::evaluate(at, layout).ok(),
        Function::Composed(layout) => swizzled::evaluate(at, layout).ok().map(HTuple::Leaf),
        Function::Swizzle(_) => None,
    }
}

/// A value as text; empty where there is none.
fn text(value: Option<IntTuple>) -> String {
    value.as_ref().map(ToString::to_string).unwrap_or_default()
}

/// Holds a layout to what is live of it at once.
fn hold_live(
    count: &Expr,
    evaluated: &mut Evaluated,
    expr: &Allowed<Expr>,
    site: &ContractSite<'_>,
) -> Result<(), Unevaluated> {
    let this = function("live", evaluated, &expr.of)?;
    let layout = domain(&this).cloned();
    let round = match &layout {
        Some(layout) => ops::circular_modes(layout).unwrap_or_default(),
        None => Vec::new(),
    };
    if round.is_empty() {
        let message = format!("no mode of {this} comes round: `#[live]` is for circular modes");
        let help = "`n mod 4` in the place of an extent comes round after 4 positions";
        return Err(Diagnostic::new(expr.of.range, message).help(help).into());
    }
    if let Some(layout) = &layout
        && round.iter().any(|(mode, _)| mode.is_root())
        && !is_circular(&expr.of)
    {
        return Err(unsaid(layout, expr).into());
    }
    let operands = vec![expr.of.clone(), count.clone()];
    let of = (evaluated, expr, expr.allow);
    if let Value::Bool(true) = site.evaluate("live", "live", operands, of)?.value {
        return Ok(());
    }
    let alone = Allowed { allow: expr.allow, assume: Vec::new(), of: count.clone() };
    let number = prove_for(&alone, site.scope, &Owner::Scope)?.value;
    let found = match (&layout, number.as_int()) {
        (Some(layout), Some(number)) => {
            untraced(|| ops::find_overwritten(layout, number)).ok().flatten()
        }
        _ => None,
    };
    let fact = format!("{number} positions of {this} cannot be live at once, as its contract says");
    let (place, why) = match found {
        Some(Overwritten::Round { mode, period }) => {
            let of = if mode.is_root() { "it".to_owned() } else { format!("mode {mode}") };
            let why = format!("{of} comes round after {period}: position {period} is where 0 is");
            (count.range, why)
        }
        Some(Overwritten::Shared(shared)) => {
            let (a, b, offset) = (shared.first, shared.second, shared.offset);
            (expr.of.range, format!("{a} and {b} of one turn share offset {offset}"))
        }
        None => (count.range, "two of them share an offset".to_owned()),
    };
    Err(Diagnostic::new(place, format!("{fact}\n{why}")).into())
}

/// Returns whether a layout is written as a ring, the coordinates of whose last mode are turns.
fn is_circular(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Call(op, _) if op.text == "circular")
}

/// The error of a layout that is a ring if its last mode counts turns. `circular(64:1, 768)` is the same layout as `(64,12):(1,0)`, in which the
/// last mode may be meant as 12 positions: then no two of them are live at once.
fn unsaid(layout: &Layout, expr: &Allowed<Expr>) -> Diagnostic {
    let modes = layout.modes();
    let (last, ring) = (modes.len().saturating_sub(1), &modes[..modes.len().saturating_sub(1)]);
    let message = format!(
        "mode {last} of {layout} has one offset for all its coordinates: they are turns of a ring, or a broadcast\n\
         `#[live]` takes a ring where it is written as one"
    );
    let diagnostic = Diagnostic::new(expr.of.range, message);
    let ring = match ring {
        [one] => Ok(one.clone()),
        several => Layout::from_modes(several),
    };
    match (ring, ops::size(layout)) {
        (Ok(ring), Ok(size)) if size.known().is_some() => {
            let (range, text) = (diagnostic.range, format!("circular({ring}, {size})"));
            let says = format!("write `{text}` if they are turns");
            diagnostic.patch(Patch { range, text, says })
        }
        _ => diagnostic
            .help("`circular` makes a ring; `n mod 4` is the extent of a mode that is one of 4"),
    }
}
