//! Contracts of accesses over symbols: they hold where they do for each remainder that the symbols may leave.

use std::collections::BTreeSet;

use layout_algebra::explain::untraced;
use layout_algebra::hardware::{Machine, WorstCase, worst_cases};
use layout_algebra::{ComposedLayout, ErrorKind, Function, Int};

use super::depends_on;
use super::memory::{broken, kept};
use crate::eval::{Scope, Unevaluated};
use crate::report::Diagnostic;
use crate::symbols::{Evaluated, Symbol};
use crate::syntax::{Allowed, Contract, Expr, Memory, Promise};

impl Contract {
    /// Holds the accesses of a layout over symbols to a promise.
    ///
    /// # Errors
    ///
    /// The first case that breaks it, with an assumption under which there is none, or a swizzle; a layout of which not
    /// all cases are known.
    pub(super) fn check_cases(
        &self,
        promise: &Promise,
        function: &Function,
        evaluated: &Evaluated,
        expr: &Allowed<Expr>,
        scope: &Scope,
    ) -> Result<(), Unevaluated> {
        let attribute = promise.memory.attribute();
        let cases = promise.cases(function).map_err(|error| {
            let names = match error.kind() {
                ErrorKind::NotKnown { int } => int.symbols(),
                _ => BTreeSet::new(),
            };
            let is_one = |symbol: &&Symbol| names.iter().any(|name| name.name() == symbol.name);
            match evaluated.symbols.iter().find(is_one) {
                Some(symbol) => depends_on(attribute, symbol),
                None => Diagnostic::new(expr.of.range, broken(attribute, function, &error)),
            }
        })?;
        let mut kept_by = Vec::new();
        let mut first = None;
        for case in &cases {
            match promise.check(&case.layout, scope) {
                Ok(()) => kept_by.push(true),
                Err(Unevaluated::Wrong(diagnostic)) => {
                    kept_by.push(false);
                    first.get_or_insert((case, diagnostic));
                }
                Err(tainted) => return Err(tainted),
            }
        }
        let Some((case, mut diagnostic)) = first else { return Ok(()) };
        let values: Vec<String> =
            case.values.iter().map(|(int, value)| format!("{int} = {value}")).collect();
        if !values.is_empty() {
            let of = format!("\nit is {function} where {}", values.join(", "));
            diagnostic.message.push_str(&of);
        }
        if let Some(assumption) = assumption(&cases, &kept_by) {
            let help = format!("`#[assume({assumption})]` in front keeps it");
            return Err(diagnostic.help(help).into());
        }
        let better = untraced(|| self.swizzled_cases(promise, function, case, scope));
        Err(kept(diagnostic, better).into())
    }

    /// The layout with the best swizzle for one case, where it keeps all promises in all cases.
    fn swizzled_cases(
        &self,
        promise: &Promise,
        function: &Function,
        case: &WorstCase,
        scope: &Scope,
    ) -> Option<String> {
        if promise.memory != Memory::Banks {
            return None;
        }
        let swizzle = promise.best_swizzle(&promise.accesses(&case.layout, scope).ok()?)?;
        let better = ComposedLayout::new(swizzle, Int::ZERO, function.clone()).ok()?.into();
        let keeps = |promise: &Promise| {
            let cases = promise.cases(&better).ok();
            cases.is_some_and(|cases| {
                cases.iter().all(|case| promise.check(&case.layout, scope).is_ok())
            })
        };
        self.promises.iter().all(keeps).then(|| better.to_string())
    }
}

impl Promise {
    /// The cases of a layout over symbols: what it counts repeats after so many elements.
    fn cases(&self, function: &Function) -> Result<Vec<WorstCase>, layout_algebra::Error> {
        let machine = &Machine::SM_90;
        let bytes = match self.memory {
            Memory::Vector => self.limit,
            Memory::Sectors => machine.sector_bytes,
            Memory::Banks => machine.banks * machine.bank_bytes,
        };
        // The fewest elements that are whole multiples of the bytes.
        let bits = bytes.saturating_mul(8).max(1);
        let (mut shared, mut rest) = (bits, self.bits);
        while rest > 0 {
            (shared, rest) = (rest, shared % rest);
        }
        untraced(|| worst_cases(function, bits / shared))
    }
}

/// The weakest assumption of remainders under which all cases keep a promise: those of the least modulus, and of equals the least
/// remainders.
fn assumption(cases: &[WorstCase], kept: &[bool]) -> Option<String> {
    let of = |case: &WorstCase| case.remainders.iter().map(|(_, period, _)| *period).max();
    let most = cases.iter().filter_map(of).max()?;
    for modulus in (2..=most).filter(|modulus| most % modulus == 0) {
        let said = |case: &WorstCase| {
            let conditions = case.conditions(modulus).ok()?;
            let said: Vec<String> = conditions.iter().map(|it| it.assumption()).collect();
            (!said.is_empty()).then(|| said.join(", "))
        };
        let said: Vec<Option<String>> = cases.iter().map(said).collect();
        let holds = |text: &Option<String>| {
            let alike = said.iter().zip(kept).filter(|(other, _)| *other == text);
            text.is_some() && alike.clone().next().is_some() && alike.clone().all(|(_, kept)| *kept)
        };
        if let Some(Some(text)) = said.iter().find(|text| holds(text)) {
            return Some(text.clone());
        }
    }
    None
}
