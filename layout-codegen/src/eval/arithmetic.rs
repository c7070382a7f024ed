//! Symbols and their arithmetic.

use layout_algebra::{HTuple, Int, Terms, Vector};

use super::scope::Evaluator;
use super::spans::{Spanned, spanned, spanned_value};
use crate::evaluated::Unevaluated;
use crate::operator::NoValue;
use crate::report::{Diagnostic, brief};
use crate::syntax::{Expr, ExprKind, Infix, Name, Operator, SymbolName};
use crate::value::{TupleLeaf, Value};

impl Evaluator<'_> {
    /// An integer that Rust knows, or a local of the invocation.
    pub(super) fn symbol(&self, expr: &Expr, symbol: &SymbolName) -> Result<Value, Unevaluated> {
        if self.scope.contains_key(&symbol.text) {
            let name = Name { text: symbol.text.clone(), tokens: symbol.tokens.clone() };
            return self.name(expr, &name);
        }
        if let Some(facts) = self.facts
            && let Some(int) = facts.int(&symbol.text)
        {
            return Ok(Value::Int(int));
        }
        let message = format!("`{}` is not known here", brief(&symbol.text));
        Err(Diagnostic::new(expr.range, message).into())
    }

    /// The integer of an operand of arithmetic; parentheses group.
    pub(crate) fn integer(&self, expr: &Expr) -> Result<Int, Unevaluated> {
        Ok(integer_of(&self.eval(expr)?, expr)?)
    }

    /// Integers, or strides along a basis, which have sums and multiples.
    pub(super) fn arithmetic(
        &self,
        infix: Infix,
        operands: &[Expr; 2],
    ) -> Result<Value, Unevaluated> {
        let [left, right] = operands;
        let values = [self.eval(left)?, self.eval(right)?];
        let minus = Int::new(-1);
        let sum = match (vector_of(&values[0]), vector_of(&values[1]), infix.operator) {
            (None, None, _) => return Ok(Value::Int(of_integers(infix, operands, &values)?)),
            (Some(a), Some(b), Operator::Add) => a.plus(&b),
            (Some(a), Some(b), Operator::Sub) => b.times(&minus).and_then(|b| a.plus(&b)),
            (Some(vector), None, Operator::Mul) => vector.times(&integer_of(&values[1], right)?),
            (None, Some(vector), Operator::Mul) => vector.times(&integer_of(&values[0], left)?),
            (a, b, operator) => {
                // 0 is no step along any basis.
                let [left_zero, right_zero] =
                    values.each_ref().map(|value| value.as_int() == Some(&Int::ZERO));
                match (a, b, operator) {
                    (Some(vector), None, Operator::Add | Operator::Sub) if right_zero => Ok(vector),
                    (None, Some(vector), Operator::Add) if left_zero => Ok(vector),
                    (None, Some(vector), Operator::Sub) if left_zero => vector.times(&minus),
                    _ => {
                        let message = "this is no stride: those along a basis are added to each other, \
                                       and multiplied by integers";
                        return Err(Diagnostic::new(infix.range, message).into());
                    }
                }
            }
        };
        let whole = Expr { kind: ExprKind::Underscore, range: left.range.to(right.range) };
        Ok(HTuple::Leaf(sum.spanned(&whole)?).into())
    }

    /// `-m`, of an integer or of a stride.
    pub(super) fn negative(&self, expr: &Expr, operand: &Expr) -> Result<Value, Unevaluated> {
        let value = self.eval(operand)?;
        Ok(match vector_of(&value) {
            Some(vector) => HTuple::Leaf(vector.times(&Int::new(-1)).spanned(expr)?).into(),
            None => Int::ZERO.sub(&integer_of(&value, operand)?).spanned(expr)?.into(),
        })
    }
}

/// The integer of an operand, also in parentheses of its own.
fn integer_of(value: &Value, expr: &Expr) -> Result<Int, Diagnostic> {
    let Some(int) = value.as_int() else {
        let message = format!("expected an integer, found {}", value.describe());
        return Err(Diagnostic::new(expr.range, message));
    };
    Ok(int.clone())
}

/// The stride of an operand that steps along a basis.
fn vector_of(value: &Value) -> Option<Vector> {
    let Value::Tuple(mut tuple) = value.clone() else { return None };
    // Parentheses group.
    while let HTuple::Tuple(items) = &mut tuple
        && items.len() == 1
    {
        tuple = items.remove(0);
    }
    match tuple {
        HTuple::Leaf(TupleLeaf::Basis(stride)) => Some(stride.into()),
        HTuple::Leaf(TupleLeaf::Vector(vector)) => Some(vector),
        _ => None,
    }
}

fn of_integers(
    Infix { operator, range }: Infix,
    [left, right]: &[Expr; 2],
    values: &[Value; 2],
) -> Result<Int, Diagnostic> {
    let (a, b) = (integer_of(&values[0], left)?, integer_of(&values[1], right)?);
    if operator.divides() && b == Int::ZERO {
        return Err(Diagnostic::new(right.range, "this divides by 0"));
    }
    let whole = Expr { kind: ExprKind::Underscore, range: left.range.to(right.range) };
    Err(match operator.of_integers(&a, &b) {
        Ok(int) => return Ok(int),
        Err(NoValue::Unproved(error)) => spanned(&error, &[right], right),
        Err(NoValue::Overflow(error)) => spanned_value(&error.into(), &whole),
        Err(NoValue::Refused(why)) => {
            let written = operator.with(&a.to_string(), &b.to_string());
            Diagnostic::new(range, format!("{written} {why}"))
        }
    })
}
