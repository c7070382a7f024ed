//! Symbols and their arithmetic.

use layout_algebra::{Condition, Error, Int};

use super::blame::blame;
use super::{Evaluator, Unevaluated, blame_value};
use crate::report::{Diagnostic, brief};
use crate::syntax::{Expr, ExprKind, Infix, Name, Operator, SymbolName};
use crate::value::Value;

impl Evaluator<'_> {
    /// An integer that Rust knows, or a local of the invocation.
    pub(super) fn symbol(&self, expr: &Expr, symbol: &SymbolName) -> Result<Value, Unevaluated> {
        if self.scope.contains_key(&symbol.text) {
            let name = Name { text: symbol.text.clone(), tokens: symbol.tokens.clone() };
            return self.name(expr, &name);
        }
        let known = self.facts.and_then(|facts| facts.int(&symbol.text));
        known.map(Value::Int).ok_or_else(|| {
            let message = format!("`{}` is not known here", brief(&symbol.text));
            Diagnostic::new(expr.range, message).into()
        })
    }

    /// The integer of an operand of arithmetic; parentheses group.
    pub(crate) fn integer(&self, expr: &Expr) -> Result<Int, Unevaluated> {
        let value = self.eval(expr)?;
        value.as_int().cloned().ok_or_else(|| {
            let message = format!("expected an integer, found {}", value.describe());
            Diagnostic::new(expr.range, message).into()
        })
    }

    pub(super) fn arithmetic(
        &self,
        Infix { operator, range }: Infix,
        operands: &[Expr; 2],
    ) -> Result<Int, Unevaluated> {
        let [left, right] = operands;
        let (a, b) = (self.integer(left)?, self.integer(right)?);
        if operator.divides() && !Int::ZERO.less(&b).is_true() {
            if b == Int::ZERO {
                return Err(Diagnostic::new(right.range, "this divides by 0").into());
            }
            if b.known().is_none() {
                let condition = Condition::at_most(&Int::ONE, &b);
                return Err(blame(&Error::unproved("division", condition), &[right], right).into());
            }
        }
        let known = a.known().zip(b.known()).map(|(a, b)| operator.apply(a, b));
        let result = match (operator, known) {
            (_, Some(Ok(value))) => Ok(Int::new(value)),
            (Operator::Add, _) => a.add(&b),
            (Operator::Sub, _) => a.sub(&b),
            (Operator::Mul, _) => a.mul(&b),
            (Operator::Div, _) => a.div_trunc(&b),
            (Operator::Rem, _) => a.rem_trunc(&b),
            (Operator::DivFloor, _) => a.div_floor(&b),
            (Operator::RemFloor, _) => a.rem_floor(&b),
            (_, why) => {
                let why = why.and_then(Result::err).unwrap_or("takes numbers, not symbols");
                let written = operator.with(&a.to_string(), &b.to_string());
                return Err(Diagnostic::new(range, format!("{written} {why}")).into());
            }
        };
        let whole = Expr { kind: ExprKind::Underscore, range: left.range.to(right.range) };
        Ok(result.map_err(|error| blame_value(&error.into(), &whole))?)
    }
}
