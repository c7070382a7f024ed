//! Symbols: the integers of an expression that Rust knows, and what holds of them.
//!
//! An expression with symbols is evaluated as often as its proof lacks something: what
//! it lacks becomes an obligation, which is checked where the layout is made.

mod cases;
mod collect;
mod contradiction;
mod given;
mod instance;
mod reason;

use std::collections::BTreeSet;

use layout_algebra::bounds::{Bound, Bounds};
use layout_algebra::{Condition, Error, ErrorKind, Facts, Int, Refused};
use proc_macro2::{Ident, TokenStream};

use cases::Failed;
pub(crate) use collect::Used;
use contradiction::{contradiction, impossible};
pub use given::Given;
pub(crate) use given::{GivenSymbol, Source};
pub(crate) use instance::Instance;
pub use reason::Reason;

use crate::eval::{Evaluator, Scope, Unevaluated, evaluate_bounded};
use crate::report::{Diagnostic, SpanRange};
use crate::syntax::{
    Allowed, Assumption, Expr, MAX_SYMBOLS, Name, Parameter, Relation, SymbolKind,
};
use crate::value::Value;

/// The largest `usize` of any target.
const LARGEST: i128 = u64::MAX as i128;

/// A symbol of an expression.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// Its name in notations and messages.
    pub name: String,
    /// When it has a value.
    pub kind: SymbolKind,
    /// The Rust expression that has it.
    pub tokens: TokenStream,
    /// Where it stands first, or is declared.
    pub range: SpanRange,
    /// Whether it stands where an extent does.
    pub(crate) extent: bool,
}

/// A condition of the symbols, checked where the layout is made.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// What must hold.
    pub condition: Condition,
    /// What for.
    pub reason: Reason,
    /// The tokens that need it.
    pub range: SpanRange,
}

impl Obligation {
    /// What is said where it does not hold for values of its symbols.
    pub fn broken(&self, values: &[(&str, &Int)]) -> String {
        self.reason.broken(&self.condition, values, "in front")
    }

    /// The same after the values.
    pub(crate) fn rule(&self) -> String {
        self.reason.rule(&self.condition)
    }
}

/// A value, and what it is right under.
#[derive(Debug)]
pub struct Evaluated {
    /// The value.
    pub value: Value,
    /// Which coordinates of the layout in it are padding.
    pub bounds: Bounds,
    /// The symbols of the expression, in the order in which they are written.
    pub symbols: Vec<Symbol>,
    /// What must hold of them.
    pub obligations: Vec<Obligation>,
}

impl Evaluated {
    /// Whether an integer in the value is not known.
    pub fn is_symbolic(&self) -> bool {
        let unknown = |int: &Int| int.known().is_none();
        let bounds = self.bounds.within().unwrap_or_default();
        let bound = |bound: &Bound| bound.coordinate().is_symbolic() || unknown(bound.extent());
        self.value.is_symbolic() || bounds.iter().any(bound)
    }
}

/// Who takes the symbols.
pub(crate) enum Owner<'a> {
    /// An expression or a local, from the scope.
    Scope,
    /// An item, which declares them.
    Item(&'a Ident, &'a [Parameter]),
    /// The answer of a named layout, which lists them.
    Given(&'a [GivenSymbol]),
}

/// The value of an expression whose symbols are taken from the scope.
///
/// # Errors
///
/// As [`evaluate`](crate::eval::evaluate); an assumption that contradicts the others; a condition that no value
/// can meet.
pub fn prove(expr: &Allowed<Expr>, scope: &Scope) -> Result<Evaluated, Unevaluated> {
    prove_for(expr, scope, &Owner::Scope)
}

/// The value of an expression whose symbols are those of an owner.
pub(crate) fn prove_for(
    expr: &Allowed<Expr>,
    scope: &Scope,
    owner: &Owner<'_>,
) -> Result<Evaluated, Unevaluated> {
    let prove = |expr: &_| prove_once(expr, scope, owner);
    prove(expr).map_err(|failed| failed.in_cases(expr, &prove))
}

fn prove_once(expr: &Allowed<Expr>, scope: &Scope, owner: &Owner<'_>) -> Result<Evaluated, Failed> {
    let used = Used::of(expr, scope, owner)?;
    if used.symbols.is_empty() && used.instances.is_empty() && expr.assume.is_empty() {
        let (value, bounds) = evaluate_bounded(expr, scope)?;
        return Ok(Evaluated { value, bounds, symbols: Vec::new(), obligations: Vec::new() });
    }
    let mut facts = Facts::new();
    let mut obligations = Vec::new();
    for symbol in &used.symbols {
        match symbol.extent {
            true => facts.extent(&symbol.name),
            // Rust's `usize`.
            false => facts.natural(&symbol.name),
        }
    }
    for symbol in used.symbols.iter().filter(|symbol| symbol.extent) {
        if let Some(int) = facts.int(&symbol.name) {
            let condition = Condition::at_most(&Int::ONE, &int);
            obligations.push(Obligation {
                condition,
                reason: Reason::must(Reason::AS_EXTENT),
                range: symbol.range,
            });
        }
    }
    // What is declared alone keeps the words in which a condition is written: no symbol is
    // a number.
    let declared = facts.clone();
    for (given, name) in &used.given {
        for (condition, reason) in &given.conditions {
            let written = given.renamed(condition, &name.text, &declared);
            let condition = given.renamed(condition, &name.text, &facts);
            let reason = reason.of_layout(&name.text);
            let rule = Obligation { condition, reason, range: name_range(name) };
            take(&mut facts, &mut obligations, rule, &written)?;
        }
    }
    for instance in &used.instances {
        let says =
            |facts: &Facts| instance.integers(&Evaluator::new(scope, expr.allow, Some(facts)));
        instance.take(&says, &mut facts, &mut obligations)?;
    }
    for assumption in &expr.assume {
        let says = |facts| statement(&Evaluator::new(scope, expr.allow, Some(facts)), assumption);
        let condition = says(&facts)?;
        let written = says(&declared).unwrap_or_else(|_| condition.clone());
        let range = assumption.range;
        if let Condition::Divides { divisor, .. } = &condition
            && divisor.known().is_none()
        {
            let condition = Condition::at_most(&Int::ONE, divisor);
            let (written, reason) = (condition.clone(), Reason::must("as a divisor"));
            let rule = Obligation { condition, reason, range };
            take(&mut facts, &mut obligations, rule, &written)?;
        }
        let rule = Obligation { condition, reason: Reason::must("as is assumed"), range };
        take(&mut facts, &mut obligations, rule, &written)?;
    }
    let mut needs: Vec<(Condition, SpanRange, Reason)> = Vec::new();
    let mut last = None;
    let mut known = facts.clone();
    let proved = layout_algebra::prove(&facts, |facts| {
        known = facts.clone();
        let evaluator = Evaluator::new(scope, expr.allow, Some(facts));
        evaluator.whole(expr).map_err(|unevaluated| {
            let error = unevaluated.algebra().cloned();
            let range = unevaluated.range();
            if let Some((condition, range, reason)) = error
                .as_ref()
                .and_then(|error| Some((error.condition()?.clone(), range?, Reason::of(error))))
            {
                needs.push((condition, range, reason));
            }
            last = Some(unevaluated);
            error.unwrap_or_else(|| Error::new("", ErrorKind::TooManyTerms))
        })
    });
    let proved = match (proved, last) {
        (Ok(proved), _) => proved,
        (Err(error), Some(unevaluated)) => {
            // It failed for want of the last one.
            let taken = needs.into_iter().filter(|need| error.condition() != Some(&need.0));
            return Err(Failed {
                error: impossible(unevaluated, &error, &known),
                taken: taken.map(|(condition, _, reason)| (condition, reason)).collect(),
            });
        }
        (Err(error), None) => {
            return Err(Diagnostic::new(expr.of.range, error.to_string()).into());
        }
    };
    let (value, bounds) = proved.value;
    for need in proved.obligations {
        let range = needs.iter().find(|(condition, ..)| *condition == need.condition);
        obligations.push(Obligation {
            reason: Reason::of(&need.reason),
            range: range.map_or(expr.of.range, |(_, range, _)| *range),
            condition: need.condition,
        });
    }
    Ok(Evaluated { value, bounds, symbols: used.symbols, obligations })
}

/// Takes a rule for granted, and notes it as an obligation unless it is known.
fn take(
    facts: &mut Facts,
    obligations: &mut Vec<Obligation>,
    rule: Obligation,
    written: &Condition,
) -> Result<(), Diagnostic> {
    let bound = rule.condition.substitute(&|symbol| facts.int(symbol.name()));
    let rule = Obligation { condition: bound.unwrap_or(rule.condition), ..rule };
    if rule.condition.decide().is_true() {
        return Ok(());
    }
    match facts.assume(&rule.condition) {
        Ok(()) => {
            let symbols = rule.condition.integers().flat_map(Int::symbols);
            let names: BTreeSet<String> = symbols.map(|symbol| symbol.name().to_owned()).collect();
            let range = rule.range;
            obligations.push(rule);
            names.iter().try_for_each(|name| check_fits(facts, obligations, name, range))
        }
        Err(Refused::Contradiction) => Err(contradiction(facts, &rule, written, obligations)),
        Err(Refused::TooLarge) => {
            let message = "these are more assumptions than can be used";
            Err(Diagnostic::new(rule.range, message))
        }
    }
}

/// Refuses what makes a symbol larger than any `usize`.
fn check_fits(
    facts: &Facts,
    obligations: &[Obligation],
    name: &str,
    range: SpanRange,
) -> Result<(), Diagnostic> {
    let fits = |facts: &Facts| Some(Condition::at_most(&facts.int(name)?, &Int::new(LARGEST)));
    if !fits(facts).is_some_and(|fits| fits.decide().is_false()) {
        return Ok(());
    }
    let mut bare = Facts::new();
    bare.natural(name);
    let Some(condition) = fits(&bare) else { return Ok(()) };
    let (written, reason) = (condition.clone(), Reason::must("as a `usize`"));
    Err(contradiction(facts, &Obligation { condition, reason, range }, &written, obligations))
}

/// What an assumption says.
fn statement(evaluator: &Evaluator<'_>, assumption: &Assumption) -> Result<Condition, Unevaluated> {
    if assumption.relation == Relation::Injective {
        let layout = match assumption.operands.as_slice() {
            [operand] => evaluator.eval(operand)?.as_layout(),
            _ => None,
        };
        let Some(Ok(layout)) = layout else {
            let message = "`injective` takes one layout";
            return Err(Diagnostic::new(assumption.range, message).into());
        };
        let leaves = layout.leaves().into_iter();
        let leaves = leaves.map(|(extent, stride)| (extent.clone(), stride.scale().clone()));
        return Ok(Condition::Injective { leaves: leaves.collect() });
    }
    let mut operands = Vec::new();
    for operand in &assumption.operands {
        operands.push(evaluator.integer(operand)?);
    }
    let [a, b] = operands.as_slice() else {
        return Err(Diagnostic::new(assumption.range, "a comparison has two operands").into());
    };
    Ok(match assumption.relation {
        Relation::AtMost => Condition::at_most(a, b),
        Relation::Less => {
            let next = a.add(&Int::ONE).map_err(|_| too_large(assumption))?;
            Condition::at_most(&next, b)
        }
        Relation::Multiple => Condition::divides(b, a),
        Relation::Equal | Relation::Injective => Condition::equal(a, b),
    })
}

fn too_large(assumption: &Assumption) -> Diagnostic {
    Diagnostic::new(assumption.range, "this assumption overflows")
}

/// Where a name stands.
pub(crate) fn name_range(name: &Name) -> SpanRange {
    let mut tokens = name.tokens.clone().into_iter();
    let first = tokens.next().map_or_else(proc_macro2::Span::call_site, |token| token.span());
    SpanRange { first, last: tokens.last().map_or(first, |token| token.span()) }
}
