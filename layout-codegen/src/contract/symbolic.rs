//! Contracts of accesses over symbols: they hold where they do for each remainder that the symbols may leave.

use std::collections::BTreeSet;

use layout_algebra::explain::untraced;
use layout_algebra::hardware::{WorstCase, worst_cases};
use layout_algebra::{CollectVec, ComposedLayout, Condition, ErrorKind, Function, Int};

use super::contract_site::ContractSite;
use super::depends_on;
use super::memory::{accessed, broken, kept};
use crate::allow::Allow;
use crate::eval::Scope;
use crate::evaluated::Unevaluated;
use crate::evaluated::{Evaluated, Symbol};
use crate::report::Lint;
use crate::symbols::prove;
use crate::syntax::{AccessContract, Allowed, Contract, Expr, ExprKind, Memory, Name, OpName};

impl Contract {
    /// Holds the accesses of a layout over symbols to a promise.
    ///
    /// # Errors
    ///
    /// The first case that breaks it, with an assumption under which there is none, or a swizzle; a layout of which not
    /// all cases are known.
    pub(super) fn check_cases(
        &self,
        promise: &AccessContract,
        function: &Function,
        symbols: &[Symbol],
        expr: &Allowed<Expr>,
        scope: &Scope,
    ) -> Result<(), Unevaluated> {
        let attribute = promise.memory.attribute();
        let cases = match promise.cases(function) {
            Ok(cases) => cases,
            Err(error) => {
                let names = match error.kind() {
                    ErrorKind::NotKnown { int } => int.symbols(),
                    _ => BTreeSet::new(),
                };
                for symbol in symbols {
                    if names.iter().any(|name| name.name() == symbol.name) {
                        return Err(depends_on(attribute, symbol).into());
                    }
                }
                return Err(broken(attribute, function, &error, expr.of.range).into());
            }
        };
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
        let values =
            case.values.iter().map(|(int, value)| format!("{int} = {value}")).collect_vec();
        if !values.is_empty() {
            let of = format!("\nit is {function} where {}", values.join(", "));
            diagnostic.message.push_str(&of);
        }
        if let Some(assumption) = assumption(&cases, &kept_by) {
            let attribute = format!("#[assume({assumption})]");
            return Err(diagnostic.in_front(&attribute, " keeps it").into());
        }
        let better = untraced(|| self.swizzled_cases(promise, function, case, scope));
        Err(kept(diagnostic, better, &expr.of).into())
    }

    /// Checks a promise for accesses by coordinates over symbols: the layout at these coordinates is composed
    /// once for all values, and each case of it is counted. Of several accessors the worst cases are added up, though not the same
    /// values may be the worst of each.
    ///
    /// # Errors
    ///
    /// As of [`check_cases`](Self::check_cases); coordinates of which the composition is no layout.
    pub(super) fn check_accessors(
        &self,
        promise: &AccessContract,
        evaluated: &mut Evaluated,
        expr: &Allowed<Expr>,
        site: &ContractSite<'_>,
    ) -> Result<(), Unevaluated> {
        let attribute = promise.memory.attribute();
        let mut left = promise.limit;
        for by in &promise.by {
            // Several lanes may have one coordinate, and none is past the layout.
            let mut allow = Allow::default();
            allow.permit(Lint::NonInjective);
            let operands = vec![expr.of.clone(), by_layout(&by.of)];
            let of = (&mut *evaluated, expr, allow);
            let composed = site.evaluate(attribute, "composition", operands, of)?;
            let function = accessed(attribute, &composed, &by.of)?;
            let bytes = by.bytes.or(promise.bytes);
            let own = AccessContract { by: Vec::new(), bytes, limit: left, ..promise.clone() };
            let mut checked =
                self.check_cases(&own, &function, &composed.symbols, expr, site.scope);
            if let Err(Unevaluated::Wrong(diagnostic)) = &mut checked {
                let at = format!("\n{function} is what {} has there", evaluated.value);
                diagnostic.message.push_str(&at);
            }
            checked?;
            let mut most = 0;
            for case in own.cases(&function).unwrap_or_default() {
                most = most.max(own.conflicts(&case.layout, site.scope).unwrap_or(0));
            }
            left = left.saturating_sub(most);
        }
        Ok(())
    }

    /// The layout with the best swizzle for one case, where it keeps all access_contracts in all cases.
    fn swizzled_cases(
        &self,
        promise: &AccessContract,
        function: &Function,
        case: &WorstCase,
        scope: &Scope,
    ) -> Option<String> {
        if promise.memory != Memory::Banks {
            return None;
        }
        let swizzle = promise.best_swizzle(&promise.accesses(&case.layout, scope).ok()?)?;
        let better = ComposedLayout::new(swizzle, Int::ZERO, function.clone()).ok()?.into();
        for promise in &self.access_contracts {
            for case in promise.cases(&better).ok()? {
                promise.check(&case.layout, scope).ok()?;
            }
        }
        Some(better.to_string())
    }
}

impl AccessContract {
    /// Returns whether an accessor of the layout has coordinates over symbols.
    pub(super) fn has_symbols(&self, site: &ContractSite<'_>) -> Result<bool, Unevaluated> {
        for by in &self.by {
            let of = Allowed { allow: Allow::all(), assume: Vec::new(), of: by.of.clone() };
            // An error in it is reported where it is read.
            if matches!(prove(&of, site.scope), Ok(evaluated) if evaluated.is_symbolic()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The cases of a layout over symbols: the remainders of its strides, after which the counts repeat.
    fn cases(&self, function: &Function) -> Result<Vec<WorstCase>, layout_algebra::Error> {
        let machine = self.machine;
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

/// A shape is its layout here, and no tiler.
fn by_layout(of: &Expr) -> Expr {
    let range = of.range;
    let ExprKind::Tuple(_) = of.kind else { return of.clone() };
    let text = "LayoutLeft".to_owned();
    let tokens = text.parse().unwrap_or_default();
    let left = Expr { kind: ExprKind::Name(Name { text, tokens }), range };
    Expr { kind: ExprKind::Call(OpName::new("make_layout", range), vec![of.clone(), left]), range }
}

/// The weakest assumption of remainders under which all cases keep a promise: those of the least modulus, and of equals the least
/// remainders.
fn assumption(cases: &[WorstCase], kept: &[bool]) -> Option<String> {
    let mut most = 0;
    for case in cases {
        for (_, period, _) in &case.remainders {
            most = most.max(*period);
        }
    }
    for modulus in (2..=most).filter(|modulus| most % modulus == 0) {
        let said = cases.iter().map(|case| said(case, modulus)).collect_vec();
        for text in said.iter().flatten() {
            if said.iter().zip(kept).all(|(other, kept)| *kept || other.as_ref() != Some(text)) {
                return Some(text.clone());
            }
        }
    }
    None
}

/// The assumption of the remainders of a case by a modulus, if it has any.
fn said(case: &WorstCase, modulus: i128) -> Option<String> {
    let conditions = case.conditions(modulus).ok()?;
    let said = conditions.iter().map(Condition::assumption).collect_vec();
    if said.is_empty() { None } else { Some(said.join(", ")) }
}
