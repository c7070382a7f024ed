//! The conditions of an instance: what the definition is right under must hold of its integers, which is decided, or an obligation.

use layout_algebra::{Condition, Error, Facts, Int, Lacking, Overflow};

use super::premises::{Premises, bind};
use crate::eval::Instance;
use crate::evaluated::{Obligation, Purpose, Reason, Unevaluated};
use crate::report::{Diagnostic, SpanRange, brief};

/// The integers of the arguments, under what is known.
type Integers<'a> = &'a dyn Fn(&Facts) -> Result<Vec<Int>, Unevaluated>;

impl Instance {
    /// Takes for granted what the definition is right under, and notes it as obligations.
    ///
    /// # Errors
    ///
    /// The condition does not hold of the arguments, or of nothing that is known.
    pub(super) fn take(
        &self,
        integers: Integers<'_>,
        premises: &mut Premises,
    ) -> Result<(), Unevaluated> {
        let declared = premises.facts.clone();
        let integers = self.settled(integers, premises)?;
        for (condition, reason) in &self.given.conditions {
            let range = self.at_fault(condition);
            let facts = &premises.facts;
            let bound = condition.substitute(&|symbol| self.bound(symbol.name(), &integers, facts));
            let bound = match bound {
                Ok(bound) => bound,
                Err(Overflow::Inexact) => return Err(self.broken(condition, reason, &integers)),
                Err(error) => {
                    let error = Error::from(error);
                    let message = format!("`{}`: {condition}, {reason}: {error}", self.name.text);
                    return Err(Diagnostic::new(range, message).into());
                }
            };
            if bound.integers().all(|int| int.known().is_some()) {
                match bound.holds_at(&|_| None) {
                    Ok(true) => continue,
                    Ok(false) => return Err(self.broken(condition, reason, &integers)),
                    Err(_) => {
                        let message = format!("it is not decided whether {}", bound.statement());
                        return Err(Diagnostic::new(range, message).into());
                    }
                }
            }
            let written = bind(&bound, &declared).unwrap_or(bound.clone());
            let reason = reason.of_layout(&self.name.text);
            premises.take(Obligation { condition: bound, reason, range }, &written)?;
        }
        self.take_parameters(&integers, premises)
    }

    /// Takes for granted that the arguments are as parameters are, which have the type `usize`.
    fn take_parameters(
        &self,
        integers: &[Int],
        premises: &mut Premises,
    ) -> Result<(), Unevaluated> {
        let parameters = self.given.parameters().zip(&self.arguments).zip(integers);
        for ((parameter, argument), integer) in parameters {
            let (name, parameter) = (&self.name.text, &parameter.name);
            if let Some(..0) = integer.known() {
                let name = brief(name);
                let message = format!(
                    "`{name}`: {parameter} = {integer} and {parameter} must be at least 0, as a `usize`"
                );
                return Err(Diagnostic::new(argument.range, message).into());
            }
            let condition = Condition::at_most(&Int::ZERO, integer);
            let reason = Reason::must(Purpose::Parameter(parameter.clone())).of_layout(name);
            let rule = Obligation { condition: condition.clone(), reason, range: argument.range };
            premises.take(rule, &condition)?;
        }
        Ok(())
    }

    /// The integers of the arguments; what they need to be integers is taken for granted.
    fn settled(
        &self,
        integers: Integers<'_>,
        premises: &mut Premises,
    ) -> Result<Vec<Int>, Unevaluated> {
        let mut before: Option<Condition> = None;
        loop {
            let unevaluated = match integers(&premises.facts) {
                Ok(integers) => return Ok(integers),
                Err(unevaluated) => unevaluated,
            };
            let condition = match unevaluated.condition() {
                Some(next) if before.as_ref() != Some(next) => next.clone(),
                _ => return Err(unevaluated),
            };
            let range = unevaluated.range().unwrap_or(self.range);
            let reason = Reason::must(Purpose::Divisor);
            let rule = Obligation { condition: condition.clone(), reason, range };
            premises.take(rule, &condition)?;
            before = Some(condition);
        }
    }

    /// The argument of the first parameter in a condition.
    fn at_fault(&self, condition: &Condition) -> SpanRange {
        for (parameter, argument) in self.given.parameters().zip(&self.arguments) {
            if speaks_of(condition, &parameter.name) {
                return argument.range;
            }
        }
        self.range
    }

    /// The error of a condition that does not hold, in the words of the layout.
    fn broken(&self, condition: &Condition, reason: &Reason, integers: &[Int]) -> Unevaluated {
        let mut values = Vec::new();
        for (parameter, value) in self.given.parameters().zip(integers) {
            if speaks_of(condition, &parameter.name) {
                values.push((&*parameter.name, value));
            }
        }
        let broken = reason.broken(condition, &values, "at its definition");
        let message = format!("`{}`: {broken}", brief(&self.name.text));
        Diagnostic::new(self.at_fault(condition), message).into()
    }
}

/// Returns whether a condition has a symbol.
fn speaks_of(condition: &Condition, name: &str) -> bool {
    condition.integers().flat_map(Int::symbols).any(|symbol| symbol.name() == name)
}
