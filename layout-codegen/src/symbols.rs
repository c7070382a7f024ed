//! Symbols: the integers of an expression that Rust knows, and what holds of them.
//!
//! An expression with symbols is evaluated as often as its proof lacks something: what
//! it lacks becomes an obligation, which is checked where the layout is made.

mod cases;
mod collect;
mod contradiction;
mod instance;
mod premises;
use layout_algebra::explain::untraced;
use layout_algebra::{Condition, Facts, Int};
use proc_macro2::Ident;

use cases::Failed;
pub(crate) use collect::Used;
use premises::Premises;

use crate::eval::{Evaluator, Scope, evaluate_annotated};
use crate::evaluated::{
    Evaluated, GivenSymbol, Obligation, Purpose, Reason, Unevaluated, name_range,
};
use crate::report::Diagnostic;
use crate::syntax::{Allowed, Assumption, Expr, Parameter, Relation};
use crate::value::Annotations;

/// The owner of symbols.
pub(crate) enum Owner<'a> {
    /// An expression or a local, from the scope.
    Scope,
    /// An item, which declares them.
    Item(&'a Ident, &'a [Parameter]),
    /// The answer of a named layout, which lists them, and what each of its assumptions is for.
    Given(&'a [GivenSymbol], &'a [Reason]),
}

impl Owner<'_> {
    /// The purpose of an assumption, by its number.
    fn reason(&self, assumption: usize) -> Reason {
        let listed = match self {
            Owner::Given(_, reasons) => reasons.get(assumption).cloned(),
            Owner::Scope | Owner::Item(..) => None,
        };
        listed.unwrap_or(Reason::must(Purpose::Assumed))
    }
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
    match prove_once(expr, scope, owner) {
        Ok(evaluated) => Ok(evaluated),
        Err(failed) => Err(untraced(|| failed.in_cases(expr, scope, owner))),
    }
}

fn prove_once(expr: &Allowed<Expr>, scope: &Scope, owner: &Owner<'_>) -> Result<Evaluated, Failed> {
    let used = Used::of(expr, scope, owner)?;
    if used.symbols.is_empty() && used.instances.is_empty() && expr.assume.is_empty() {
        let (value, Annotations { bounds, names }) = evaluate_annotated(expr, scope)?;
        let (symbols, obligations) = (Vec::new(), Vec::new());
        return Ok(Evaluated { value, bounds, names, symbols, obligations });
    }
    let Premises { facts, mut obligations, .. } = premises(expr, scope, owner, &used)?;
    let evaluate = |facts: &Facts| Evaluator::new(scope, expr.allow, Some(facts)).whole(expr);
    let proved = layout_algebra::prove_with(&facts, evaluate).map_err(Failed::of)?;
    let (value, Annotations { bounds, names }) = proved.value;
    obligations.extend(proved.obligations.into_iter().filter_map(Obligation::of));
    if let Some(unused) = used.unused {
        return Err(unused.into());
    }
    Ok(Evaluated { value, bounds, names, symbols: used.symbols, obligations })
}

/// The facts about the symbols before anything is computed.
fn premises(
    expr: &Allowed<Expr>,
    scope: &Scope,
    owner: &Owner<'_>,
    used: &Used,
) -> Result<Premises, Unevaluated> {
    let mut premises = Premises::of(&used.symbols);
    if let Owner::Given(..) = owner {
        // A definition lists its own conditions.
        premises.obligations.clear();
    }
    for (given, name) in &used.given {
        for (condition, reason) in &given.conditions {
            let written = given.renamed(condition, &name.text, &premises.declared);
            let condition = given.renamed(condition, &name.text, &premises.facts);
            let reason = reason.of_layout(&name.text);
            premises.take(Obligation { condition, reason, range: name_range(name) }, &written)?;
        }
    }
    for instance in &used.instances {
        let says =
            |facts: &Facts| instance.integers(&Evaluator::new(scope, expr.allow, Some(facts)));
        instance.take(&says, &mut premises)?;
    }
    for (number, assumption) in expr.assume.iter().enumerate() {
        let evaluator = Evaluator::new(scope, expr.allow, Some(&premises.facts));
        let condition = statement(&evaluator, assumption)?;
        let evaluator = Evaluator::new(scope, expr.allow, Some(&premises.declared));
        let written = statement(&evaluator, assumption).unwrap_or(condition.clone());
        let range = assumption.range;
        if let Condition::Divides { divisor, .. } = &condition
            && divisor.known().is_none()
        {
            let condition = Condition::at_most(&Int::ONE, divisor);
            let (written, reason) = (condition.clone(), Reason::must(Purpose::Divisor));
            premises.take(Obligation { condition, reason, range }, &written)?;
        }
        // As it is printed, that an extent is not 0 is no more than is shown of its coordinates.
        let reason = match &condition {
            Condition::AtMost { least, .. } if assumption.is_printed && *least == Int::ONE => {
                Reason::must(Purpose::Extent)
            }
            _ => owner.reason(number),
        };
        let rule = Obligation { condition, reason, range };
        match owner {
            Owner::Given(..) if rule.condition.decide().is_true() => {
                premises.obligations.push(rule)
            }
            _ => premises.take(rule, &written)?,
        }
    }
    Ok(premises)
}

/// The condition that an assumption states.
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
        let mut leaves = Vec::new();
        for (extent, stride) in layout.leaves() {
            leaves.push((extent.clone(), stride.scale().clone()));
        }
        return Ok(Condition::Injective { leaves });
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
            let next = a.add(&Int::ONE).or(Err(too_large(assumption)))?;
            Condition::at_most(&next, b)
        }
        Relation::Multiple => Condition::divides(b, a),
        Relation::Equal | Relation::Injective => Condition::equal(a, b),
    })
}

fn too_large(assumption: &Assumption) -> Diagnostic {
    Diagnostic::new(assumption.range, "this assumption overflows")
}
