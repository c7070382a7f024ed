//! Calls: an operation and its operands, and what it objects to.

use layout_algebra::bounds::Bounds;
use layout_algebra::explain::untraced;

use super::blame::{blame, sole};
use super::{Evaluator, Unevaluated};
use crate::foreign;
use crate::operations::{self, Applied, Failure, Operation};
use crate::repair;
use crate::report::{Diagnostic, SpanRange, brief};
use crate::syntax::{Expr, ExprKind, OpName};
use crate::value::Value;

impl Evaluator<'_> {
    pub(super) fn call(
        &self,
        expr: &Expr,
        op: &OpName,
        operands: &[Expr],
    ) -> Result<Value, Unevaluated> {
        let values = operands.iter().map(|item| self.eval(item)).collect::<Result<Vec<_>, _>>()?;
        self.apply(op, &values, &operands.iter().collect::<Vec<_>>(), expr.range)
    }

    fn apply(
        &self,
        op: &OpName,
        values: &[Value],
        operands: &[&Expr],
        range: SpanRange,
    ) -> Result<Value, Unevaluated> {
        self.apply_as(op, None, values, operands, range)
    }

    /// Applies an operation of which errors speak as of another: what stands there is an
    /// operator, that of the other.
    pub(super) fn apply_as(
        &self,
        op: &OpName,
        written: Option<&'static str>,
        values: &[Value],
        operands: &[&Expr],
        range: SpanRange,
    ) -> Result<Value, Unevaluated> {
        let Some(operation) = operations::find(&op.text) else {
            let message = format!("unknown operation `{}`", brief(&op.text));
            let diagnostic = Diagnostic::new(op.range, message);
            let meant = |name: &str| format!("did you mean `{name}`?");
            let help = foreign::help(&op.text)
                .or_else(|| operations::nearest_operation(&op.text).map(meant));
            let listed = "operations have CuTe's names; the documentation of `layout!` lists them";
            return Err(diagnostic.help(help.unwrap_or_else(|| listed.to_owned())).into());
        };
        check_arity(operation, operands, range)?;
        let (plain, of): (Vec<Value>, Vec<Bounds>) = values.iter().map(Value::bounded).unzip();
        let failure = match explained(operation, &plain, || operation.apply(&plain, self.allow)) {
            Ok(Applied { value, padded }) => {
                let bounds = operation.bounds(&plain, &of, padded, &value);
                return Ok(value.within(bounds));
            }
            Err(failure) => failure,
        };
        let whole = Expr { kind: ExprKind::Underscore, range };
        let written = written.unwrap_or(operation.name());
        // The user called this operation, whichever it is computed by.
        Err(match failure {
            Failure::Algebra(error) => {
                let error = error.in_op(written);
                let mut diagnostic = blame(&error, operands, &whole);
                let repairs = || repair::of_divide(operation, &plain, &error);
                diagnostic.helps.extend(untraced(repairs));
                diagnostic.into()
            }
            Failure::Objection(error, lint) => {
                let error = error.in_op(written);
                let mut diagnostic = blame(&error, operands, &whole);
                let repairs = || repair::of_divide(operation, &plain, &error);
                diagnostic.helps.extend(untraced(repairs));
                diagnostic.allow(lint).into()
            }
            Failure::Written(diagnostic) => diagnostic.into(),
            Failure::Refused { index, message } => {
                let range = operands.get(index).map_or(range, |operand| operand.range);
                Diagnostic::new(range, message).into()
            }
            Failure::Operand { index, expected } => {
                let found = values.get(index).map_or_else(|| "nothing".to_owned(), Value::describe);
                let range = operands.get(index).map_or(range, |operand| operand.range);
                // Of a tuple of integers the one that is none.
                let among = operands.get(index).filter(|_| expected.contains("tuple of integers"));
                let (range, found) = match among.and_then(|tuple| sole(tuple, &is_underscore)) {
                    Some(underscore) => (underscore, "`_`".to_owned()),
                    None => (range, found),
                };
                let message = format!("{written}: expected {expected}, found {found}");
                Diagnostic::new(range, message).into()
            }
        })
    }
}

fn is_underscore(kind: &ExprKind) -> bool {
    matches!(kind, ExprKind::Underscore)
}

/// A call as a step, where steps are asked for.
#[cfg(feature = "explain")]
fn explained(
    operation: &Operation,
    operands: &[Value],
    call: impl FnOnce() -> Result<Applied, Failure>,
) -> Result<Applied, Failure> {
    use layout_algebra::explain::{begin, end};
    begin(&|| {
        let operands: Vec<String> = operands.iter().map(Value::to_string).collect();
        format!("{}({})", operation.name(), operands.join(", "))
    });
    let answer = call();
    end(&|| match &answer {
        Ok(applied) => Ok(applied.value.to_string()),
        Err(Failure::Algebra(error) | Failure::Objection(error, _)) => Err(error.to_string()),
        Err(Failure::Refused { message, .. }) => Err(message.clone()),
        Err(Failure::Written(diagnostic)) => Err(diagnostic.message.clone()),
        Err(Failure::Operand { expected, .. }) => Err(format!("expected {expected}")),
    });
    answer
}

#[cfg(not(feature = "explain"))]
fn explained(
    _: &Operation,
    _: &[Value],
    call: impl FnOnce() -> Result<Applied, Failure>,
) -> Result<Applied, Failure> {
    call()
}

fn check_arity(
    operation: &Operation,
    operands: &[&Expr],
    range: SpanRange,
) -> Result<(), Diagnostic> {
    let (least, most) = operation.arity();
    let found = operands.len();
    if (least..=most).contains(&found) {
        return Ok(());
    }
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    let expected = match (least, most) {
        (least, most) if least == most => format!("{least} operand{}", plural(least)),
        (least, usize::MAX) => format!("at least {least} operand{}", plural(least)),
        (least, most) if least + 1 == most => format!("{least} or {most} operands"),
        (least, most) => format!("{least} to {most} operands"),
    };
    // Those that are too many.
    let range = match (operands.get(most), operands.last()) {
        (Some(first), Some(last)) => first.range.to(last.range),
        _ => range,
    };
    let message =
        format!("{} takes {expected} ({}), not {found}", operation.name(), operation.usage());
    Err(Diagnostic::new(range, message))
}
