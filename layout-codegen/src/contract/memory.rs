//! The contracts `#[banks(…)]`, `#[coalesced(…)]` and `#[vector(…)]`, checked against the accesses of a layout.
//!
//! The counts are those of the operations `bank_conflicts`, `sectors` and `vector_bytes`, for the same machine unless the contract names another.

use std::cmp::Reverse;

use layout_algebra::hardware::{
    Accesses, Banks, Kind, Machine, find_padded, find_swizzle, in_memory_order, sectors,
};
use layout_algebra::{CollectVec, ComposedLayout, Error, Function, Int, Layout, Swizzle};
use proc_macro2::TokenStream;

use super::contract_site::ContractSite;
use super::domain::{domain, with_domain};
use super::no_layout;
use crate::eval::Scope;
use crate::evaluated::Evaluated;
use crate::evaluated::Unevaluated;
use crate::parse::parse_expr;
use crate::plan::plan_value;
use crate::report::{Diagnostic, Patch, SpanRange};
use crate::suggestion::restrided;
use crate::symbols::prove;
use crate::syntax::{AccessContract, Allowed, Contract, Expr, Memory};

impl Contract {
    /// Holds the accesses of a layout to the contract.
    ///
    /// # Errors
    ///
    /// The first promise that is broken, where its limit is written, with a layout that keeps all of them if one was found;
    /// a contract of what is no layout, or one with padding.
    pub(super) fn check_access_contracts(
        &self,
        evaluated: &mut Evaluated,
        expr: &Allowed<Expr>,
        site: &ContractSite<'_>,
    ) -> Result<(), Unevaluated> {
        let scope = site.scope;
        for promise in &self.access_contracts {
            let function = accessed(promise.memory.attribute(), evaluated, &expr.of)?;
            if promise.has_symbols(site)? {
                self.check_accessors(promise, evaluated, expr, site)?;
                continue;
            }
            if evaluated.is_symbolic() {
                self.check_cases(promise, &function, &evaluated.symbols, expr, scope)?;
                continue;
            }
            match promise.check(&function, scope) {
                Ok(()) => {}
                Err(Unevaluated::Wrong(diagnostic)) => {
                    let better = self.with_suggestions(promise, &function, expr, scope);
                    return Err(kept(diagnostic, better, &expr.of).into());
                }
                Err(tainted) => return Err(tainted),
            }
        }
        Ok(())
    }

    /// Another layout of the same accesses, as text, which was evaluated and keeps the whole contract. Of banks: with the best swizzle of
    /// all, else with the best padding. Of sectors and vectors: the same elements in the order of memory, else another stride.
    fn with_suggestions(
        &self,
        promise: &AccessContract,
        function: &Function,
        expr: &Allowed<Expr>,
        scope: &Scope,
    ) -> Option<String> {
        let tried = |text: String| self.tried(&text, expr, scope);
        if promise.memory != Memory::Banks {
            let ordered = promise.in_memory_order(function).into_iter().find_map(tried);
            return ordered.or_else(|| self.restrided(function, expr, scope));
        }
        let accesses = promise.accesses(function, scope).ok()?;
        let swizzled = promise.swizzled(function, &accesses).and_then(tried);
        swizzled.or_else(|| promise.padded(function, &accesses).and_then(tried))
    }

    /// The layout with another stride, as text.
    fn restrided(
        &self,
        function: &Function,
        expr: &Allowed<Expr>,
        scope: &Scope,
    ) -> Option<String> {
        /// Each stride that is tried counts all accesses.
        const FEW_VALUES: i64 = 1 << 16;
        if function.numbers().ok()?.size() > FEW_VALUES {
            return None;
        }
        let kept = |domain: &Layout| {
            let text = with_domain(function, domain.clone())?.to_string();
            self.tried(&text, expr, scope)
        };
        let found = restrided(domain(function)?, &|_, better| kept(better).is_some())?;
        kept(&found.layout)
    }

    /// The layout of a text, which keeps all of the contract under the lints of an expression.
    pub(super) fn tried(&self, text: &str, expr: &Allowed<Expr>, scope: &Scope) -> Option<String> {
        let evaluated = evaluated(text, expr)?;
        if self.holds(&evaluated, scope) { Some(evaluated.value.to_string()) } else { None }
    }

    /// Returns whether a layout keeps the whole contract.
    fn holds(&self, evaluated: &Evaluated, scope: &Scope) -> bool {
        let Some(Ok(function)) = evaluated.value.as_function() else { return false };
        evaluated.bounds.is_everywhere()
            && self.access_contracts.iter().all(|promise| promise.check(&function, scope).is_ok())
            && self.is_covered(&function, scope)
            && self.is_agreed(&function, scope)
            && matches!(plan_value(&evaluated.value), Some(Ok(plan)) if self.within(&plan))
    }
}

/// The accesses by a layout.
pub(super) struct Accessed {
    /// The layout.
    by: Function,
    accesses: Accesses,
}

/// The accesses of each kind that meets in banks in its own way: `ldmatrix` takes as many wavefronts as stores; where there is none, loads
/// and stores may differ, and either may come.
fn kinds(all: &[Accessed]) -> Vec<(&Accessed, Kind)> {
    let mut kinds = Vec::new();
    for one in all {
        match one.accesses.machine().has_ldmatrix() {
            true => kinds.push((one, Kind::Ldmatrix)),
            false => kinds.extend([(one, Kind::Load), (one, Kind::Store)]),
        }
    }
    kinds
}

/// The wavefronts beyond the fewest.
fn conflicts(banks: &Banks) -> usize {
    banks.wavefronts - banks.least
}

/// The accesses with their kinds, without the accessors.
fn accesses_of_kinds(all: &[Accessed]) -> Vec<(&Accesses, Kind)> {
    kinds(all).into_iter().map(|(one, kind)| (&one.accesses, kind)).collect_vec()
}

impl AccessContract {
    /// The accesses of the layout itself, or of all of its accessors.
    pub(super) fn accesses(
        &self,
        function: &Function,
        scope: &Scope,
    ) -> Result<Vec<Accessed>, Unevaluated> {
        if self.by.is_empty() {
            let bytes = match self.memory {
                Memory::Vector => Some(self.limit),
                Memory::Banks | Memory::Sectors => self.bytes,
            };
            return Ok(vec![self.accesses_by(function.clone(), bytes, self.range)?]);
        }
        let mut each = Vec::new();
        for by in &self.by {
            let function = by.accesses(function, scope)?;
            each.push(self.accesses_by(function, by.bytes.or(self.bytes), by.of.range)?);
        }
        Ok(each)
    }

    fn accesses_by(
        &self,
        by: Function,
        bytes: Option<usize>,
        range: SpanRange,
    ) -> Result<Accessed, Diagnostic> {
        let machine = self.machine;
        let accesses = match (by.numbers(), bytes) {
            (Ok(numbers), Some(bytes)) => Accesses::new(&numbers, machine, self.bits, bytes),
            (Ok(numbers), None) => Accesses::widest(&numbers, machine, self.bits),
            (Err(error), _) => Err(error),
        };
        match accesses {
            Ok(accesses) => Ok(Accessed { by, accesses }),
            Err(error) => Err(broken(self.memory.attribute(), &by, &error, range)),
        }
    }

    /// The wavefronts beyond the fewest.
    pub(super) fn conflicts(&self, function: &Function, scope: &Scope) -> Option<usize> {
        let mut count = 0;
        for (one, kind) in kinds(&self.accesses(function, scope).ok()?) {
            count += conflicts(&one.accesses.banks(kind));
        }
        Some(count)
    }

    /// Refuses what breaks it.
    pub(super) fn check(&self, function: &Function, scope: &Scope) -> Result<(), Unevaluated> {
        let all = self.accesses(function, scope)?;
        let (count, one, why) = match self.memory {
            // It can be moved.
            Memory::Vector => return Ok(()),
            Memory::Banks => {
                let (mut count, mut most, mut worst) = (0, 0, None);
                for (one, kind) in kinds(&all) {
                    let banks = one.accesses.banks(kind);
                    let own = conflicts(&banks);
                    count += own;
                    if own > most {
                        (most, worst) = (own, Some((one, kind, banks)));
                    }
                }
                let (Some((one, kind, banks)), true) = (worst, count > self.limit) else {
                    return Ok(());
                };
                let (machine, kind) = (self.machine.name, kind.name());
                let on = match self.machine.has_ldmatrix() {
                    true if self.machine == &Machine::SM_90 => String::new(),
                    true => format!("on {machine}, "),
                    false => format!("{kind} on {machine}, "),
                };
                let by =
                    if self.by.is_empty() { String::new() } else { format!("of {}, ", one.by) };
                let why = format!("{by}{on}{} bytes a lane: {banks}", one.accesses.bytes());
                (count, "bank conflict", why)
            }
            Memory::Sectors => {
                let Some(Accessed { accesses, .. }) = all.first() else { return Ok(()) };
                let (all, worst) = (accesses.sectors(), worst(accesses));
                if all.sectors <= self.limit {
                    return Ok(());
                }
                let why = format!("{} bytes used of {}; {worst}", all.used, all.moved);
                (all.sectors, "sector", why)
            }
        };
        let (are, plural) = if count == 1 { ("is", "") } else { ("are", "s") };
        let fact = format!("there {are} {count} {one}{plural} of {function}");
        let text = format!("{fact}, and its contract allows {}\n{why}", self.limit);
        Err(Diagnostic::new(self.range, text).into())
    }

    /// The same elements in the order of memory, the widest accesses first.
    fn in_memory_order(&self, function: &Function) -> Vec<String> {
        let widths = match (self.memory, self.bytes) {
            (Memory::Vector, _) => vec![self.limit],
            (_, Some(bytes)) => vec![bytes],
            (_, None) => vec![16, 8, 4, 2, 1],
        };
        let ordered = |bytes: usize| {
            let vector = bytes.checked_mul(8)?.checked_div(self.bits)?;
            let ordered = in_memory_order(domain(function)?, vector).ok()??;
            Some(with_domain(function, ordered)?.to_string())
        };
        widths.into_iter().filter_map(ordered).collect_vec()
    }

    /// The layout with the best swizzle of offsets, as text.
    fn swizzled(&self, function: &Function, accesses: &[Accessed]) -> Option<String> {
        let swizzle = self.best_swizzle(accesses)?;
        let composed = ComposedLayout::new(swizzle, Int::ZERO, function.clone()).ok()?;
        Some(composed.to_string())
    }

    /// The best swizzle of offsets, where it is better than none.
    pub(super) fn best_swizzle(&self, accesses: &[Accessed]) -> Option<Swizzle> {
        let found = find_swizzle(&accesses_of_kinds(accesses), self.bits).ok()?;
        (found.wavefronts < found.before).then_some(found.swizzle)
    }

    /// The layout with the best padding after one of its strides, as text.
    fn padded(&self, function: &Function, accesses: &[Accessed]) -> Option<String> {
        let numbers = function.numbers().ok()?;
        let (padding, _) =
            find_padded(&accesses_of_kinds(accesses), self.bits, &[&numbers]).ok()??;
        Some(format!("composition({padding}, {function})"))
    }
}

/// The layout of accesses that a contract is for, whose threads are the first mode.
pub(super) fn accessed(
    attribute: &str,
    evaluated: &Evaluated,
    expr: &Expr,
) -> Result<Function, Diagnostic> {
    if !evaluated.bounds.is_everywhere() {
        let message = format!(
            "`#[{attribute}]` counts what every lane accesses, and some coordinates of this layout are padding"
        );
        return Err(Diagnostic::new(expr.range, message));
    }
    match evaluated.value.as_plain_function() {
        Some(function) => Ok(function),
        None => Err(no_layout(attribute, &evaluated.value, expr)),
    }
}

/// The error where the algebra refuses to count.
pub(super) fn broken(
    attribute: &str,
    function: &Function,
    error: &Error,
    range: SpanRange,
) -> Diagnostic {
    // The operation is none that the user has written.
    let message = format!("`#[{attribute}]` of {function} is broken: {}", error.fact());
    Diagnostic::new(range, message)
}

/// A mistake with the layout that keeps the contract, if one was found.
pub(super) fn kept(diagnostic: Diagnostic, better: Option<String>, of: &Expr) -> Diagnostic {
    let Some(better) = better else { return diagnostic };
    let says = format!("the layout `{better}` keeps it");
    diagnostic.patch(Patch { range: of.range, text: better, says })
}

/// The value of a text, under the lints of an expression.
fn evaluated(text: &str, expr: &Allowed<Expr>) -> Option<Evaluated> {
    let tokens: TokenStream = text.parse().ok()?;
    let parsed = parse_expr(tokens).ok()?;
    prove(&Allowed { allow: expr.allow, ..parsed }, &Scope::new()).ok()
}

/// The access that moves the most sectors, and the addresses of its first lanes.
fn worst(accesses: &Accesses) -> String {
    /// The most lanes that are named.
    const MAX_NAMED_LANES: usize = 4;
    let count = |lanes: &[Option<i64>]| sectors(accesses.machine(), accesses.bytes(), lanes);
    // The first of equals: `max_by_key` would take the last.
    let most = accesses.iter().enumerate().min_by_key(|(_, lanes)| Reverse(count(lanes).sectors));
    let Some((number, lanes)) = most else { return String::new() };
    let all = count(&lanes);
    let mut shown = Vec::new();
    for (lane, at) in lanes.iter().enumerate() {
        let Some(at) = at else { continue };
        shown.push(format!("{lane} (byte {at})"));
    }
    let more = if shown.len() > MAX_NAMED_LANES { ", …" } else { "" };
    shown.truncate(MAX_NAMED_LANES);
    let lines = if all.lines == 1 { "line" } else { "lines" };
    let sectors = if all.sectors == 1 { "sector" } else { "sectors" };
    format!(
        "access {number} moves {} {sectors} in {} {lines}, {} bytes a lane: {}{more}",
        all.sectors,
        all.lines,
        accesses.bytes(),
        shown.join(", "),
    )
}
