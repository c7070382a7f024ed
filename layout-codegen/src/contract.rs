//! Contracts: what `#[cost(…)]` access_contracts, held against a plan; and what is promised of accesses, in `memory` and `coverage`.

mod accessor;
mod agreement;
mod contract_site;
mod coverage;
mod domain;
mod expected;
mod memory;
mod symbolic;

use layout_algebra::{ModePath, Part};

pub(crate) use contract_site::ContractSite;

use crate::eval::locate;
use crate::evaluated::Unevaluated;
use crate::evaluated::{Evaluated, Symbol};
use crate::plan::{Cost, Entry, Plan, Planned, plan_value};
use crate::report::{Diagnostic, SpanRange};
use crate::syntax::{Allowed, Bound, Contract, Expr, Function, SymbolKind, Unit};
use crate::value::Value;

impl Function {
    fn entry(self, plan: &Plan) -> &Entry {
        plan.entries()[self as usize]
    }

    /// The number of a unit that it takes, unless that depends on symbols.
    fn count(self, unit: Unit, plan: &Planned) -> Option<u32> {
        Some(unit.of(plan.cost(self as usize)?))
    }
}

impl Unit {
    fn of(self, cost: Cost) -> u32 {
        match self {
            Unit::Div => cost.div,
            Unit::Ops => cost.ops,
        }
    }

    fn count(self, n: u32) -> String {
        let (one, many) = match self {
            Unit::Div => ("division", "divisions"),
            Unit::Ops => ("operation", "operations"),
        };
        format!("{n} {}", if n == 1 { one } else { many })
    }
}

impl Contract {
    /// The first of its attributes, none where it access_contracts nothing.
    pub(crate) fn attribute(&self) -> Option<&'static str> {
        if !self.bounds.is_empty() {
            return Some("cost");
        }
        if let Some(promise) = self.access_contracts.first() {
            return Some(promise.memory.attribute());
        }
        let others = [
            ("covers", self.covers.is_empty()),
            ("agrees", self.agrees.is_empty()),
            ("live", self.live.is_empty()),
        ];
        Some(others.into_iter().find(|(_, none)| !none)?.0)
    }

    /// Holds what is known before there is a plan to the contract: what it agrees with, what is live, accesses and what is covered, and
    /// that no number is a symbol where what is computed depends on it. Under which conditions of its symbols a layout keeps the contract is added to its obligations.
    ///
    /// # Errors
    ///
    /// A cost of a layout whose numbers are not known yet; what is covered, and accesses.
    pub(crate) fn check_before(
        &self,
        evaluated: &mut Evaluated,
        expr: &Allowed<Expr>,
        site: &ContractSite<'_>,
    ) -> Result<(), Unevaluated> {
        self.check_expected(expr, site)?;
        self.check_agreements(evaluated, expr, site)?;
        if !self.bounds.is_empty() {
            without_symbols("cost", evaluated)?;
        }
        match evaluated.is_symbolic() {
            true => self.check_covers_over_symbols(evaluated, expr, site)?,
            false => self.check_covers(evaluated, expr, site.scope)?,
        }
        self.check_access_contracts(evaluated, expr, site)
    }

    /// Holds a value and its functions to the contract.
    ///
    /// # Errors
    ///
    /// As [`check_before`](Self::check_before) and [`check`](Self::check); a contract of what has no functions.
    pub(crate) fn check_value(
        &self,
        evaluated: &mut Evaluated,
        expr: &Allowed<Expr>,
        site: &ContractSite<'_>,
    ) -> Result<(), Unevaluated> {
        self.check_before(evaluated, expr, site)?;
        Ok(self.check_cost(&evaluated.value, &expr.of)?)
    }

    fn check_cost(&self, value: &Value, expr: &Expr) -> Result<(), Diagnostic> {
        if self.bounds.is_empty() {
            return Ok(());
        }
        let plan = match value {
            Value::Tuple(_) => None,
            value => plan_value(value),
        };
        match plan {
            Some(Ok(plan)) => self.check(&plan, expr),
            // It is refused where it is emitted.
            Some(Err(_)) => Ok(()),
            None => Err(no_layout("cost", value, expr)),
        }
    }

    /// Holds a plan to the contract.
    ///
    /// # Errors
    ///
    /// The first bound that is exceeded, at the leaf that costs the most of it.
    pub(crate) fn check(&self, plan: &Planned, expr: &Expr) -> Result<(), Diagnostic> {
        for bound in &self.bounds {
            if let Some((function, count)) = bound.excess(plan) {
                return Err(bound.exceeded(function, count, plan, expr));
            }
        }
        Ok(())
    }

    /// Returns whether a plan stays within all bounds.
    fn within(&self, plan: &Planned) -> bool {
        self.bounds.iter().all(|bound| bound.excess(plan).is_none())
    }
}

/// Refuses a contract of what depends on symbols.
fn without_symbols(attribute: &str, evaluated: &Evaluated) -> Result<(), Diagnostic> {
    let Some(symbol) = evaluated.symbols.first() else { return Ok(()) };
    Err(depends_on(attribute, symbol))
}

/// The error of a contract of what depends on a symbol.
fn depends_on(attribute: &str, symbol: &Symbol) -> Diagnostic {
    let counted = match attribute {
        "cost" => "what is computed",
        _ => "what lanes access",
    };
    let name = &symbol.name;
    let message = match attribute {
        "agrees" | "live" => format!(
            "whether `#[{attribute}]` holds depends on the value of `{name}`, and nothing checks it where this layout is made"
        ),
        _ => format!("`#[{attribute}]` counts {counted}, which depends on the value of `{name}`"),
    };
    let diagnostic = Diagnostic::new(symbol.range, message);
    match symbol.kind {
        SymbolKind::Constant => diagnostic.help("write the number in place of a constant of Rust"),
        _ => diagnostic,
    }
}

/// The error of a contract in front of what is no layout.
fn no_layout(attribute: &str, value: &Value, expr: &Expr) -> Diagnostic {
    let message = format!("`#[{attribute}]` is for a layout, and this is {}", value.describe());
    Diagnostic::new(expr.range, message)
}

impl Bound {
    /// The first function that takes more, and how many.
    fn excess(&self, plan: &Planned) -> Option<(Function, u32)> {
        let functions = self.function.as_ref().map_or(&Function::ALL[..], std::slice::from_ref);
        for &function in functions {
            match function.count(self.unit, plan) {
                Some(count) if count > self.most => return Some((function, count)),
                _ => {}
            }
        }
        None
    }

    fn exceeded(&self, function: Function, count: u32, plan: &Planned, expr: &Expr) -> Diagnostic {
        let unit = self.unit;
        let name = plan.names()[function as usize];
        let fact = format!(
            "`{name}` of {} takes {}, and its contract allows {}",
            plan.notation(),
            unit.count(count),
            self.most
        );
        let (mut worst, mut cost) = (None, 0);
        for part in plan.parts() {
            if let Some((leaf, own)) = worst_leaf(function.entry(part), unit)
                && own > cost
                && let Some((path, leaf)) = part.profile.leaf_paths().into_iter().nth(leaf)
            {
                (worst, cost) = (Some((path, *leaf)), own);
            }
        }
        let Some((path, leaf)) = worst else { return Diagnostic::new(expr.range, fact) };
        let why = match unit {
            Unit::Div => ", by the extents before it",
            Unit::Ops => "",
        };
        let most = format!("{fact}\nmode {path}, {leaf}, takes {}{why}", unit.count(cost));
        let range = leaf_range(expr, Part::Shape, &path).unwrap_or(expr.range);
        let diagnostic = Diagnostic::new(range, most);
        match self.kept_by(plan) {
            None => diagnostic,
            Some(kept) => diagnostic.help(kept),
        }
    }

    /// The contract of the functions that keep a bound which was meant for all.
    fn kept_by(&self, plan: &Planned) -> Option<String> {
        let (unit, most, mut kept) = (self.unit, self.most, Vec::new());
        for (function, name) in Function::ALL.into_iter().zip(plan.names()) {
            if matches!(function.count(unit, plan), Some(count) if count <= most) {
                kept.push(format!("{name}({} <= {most})", unit.name()));
            }
        }
        let holds = self.function.is_none() && !kept.is_empty();
        if holds { Some(format!("`#[cost({})]` holds", kept.join(", "))) } else { None }
    }
}

/// The leaf that costs most of a unit, and how much.
fn worst_leaf(entry: &Entry, unit: Unit) -> Option<(usize, u32)> {
    let mut sums: Vec<(usize, u32)> = Vec::new();
    for share in entry.shares() {
        let cost = unit.of(share.cost);
        match sums.iter_mut().find(|(leaf, _)| *leaf == share.leaf) {
            Some((_, sum)) => *sum += cost,
            None => sums.push((share.leaf, cost)),
        }
    }
    let (mut worst, mut most) = (None, 0);
    for (leaf, cost) in sums {
        if cost > most {
            (worst, most) = (Some(leaf), cost);
        }
    }
    Some((worst?, most))
}

/// The tokens of a mode within a layout, if it was written out.
fn leaf_range(expr: &Expr, part: Part, path: &ModePath) -> Option<SpanRange> {
    if path.is_root() { None } else { locate(expr, part, path) }
}
