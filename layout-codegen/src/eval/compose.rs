//! `A o B o …`.

use layout_algebra::{Int, ops};

use super::call::Call;
use super::scope::Evaluator;
use super::spans::spanned_value;
use crate::evaluated::Unevaluated;
use crate::report::{Diagnostic, SpanRange};
use crate::syntax::{Expr, ExprKind, OpName};
use crate::value::Value;

impl Evaluator<'_> {
    /// `A o B o C` is `A o (B o C)`; with an integer in the middle, `A o 2 o C` is the
    /// composed layout `c ↦ A(2 + C(c))`.
    pub(super) fn compose(&self, operands: &[Expr]) -> Result<Value, Unevaluated> {
        let mut values: Vec<Value> = Vec::with_capacity(operands.len());
        for (k, operand) in operands.iter().enumerate() {
            let value = match operand.kind {
                ExprKind::Pointer(bits, at) if k + 1 < operands.len() => {
                    of_elements(values.last_mut(), (bits, at), operand)?
                }
                _ => self.eval(operand)?,
            };
            values.push(value);
        }
        let (Some(mut value), Some(last)) = (values.pop(), operands.last()) else {
            return Ok(Value::List(Vec::new()));
        };
        let mut rhs = last.clone();
        while let Some(middle) = values.pop() {
            let at = &operands[values.len()];
            let range;
            if matches!(middle, Value::Int(_))
                && let Some(outer) = values.pop()
            {
                let lhs = &operands[values.len()];
                range = lhs.range.to(rhs.range);
                let op = &OpName::new("make_composed_layout", range);
                let (values, operands) = (&[outer, middle, value], &[lhs, at, &rhs]);
                let written = Some("composition");
                value = self.apply(Call { op, written, values, operands, range })?;
            } else {
                range = at.range.to(rhs.range);
                let op = &OpName::new("composition", range);
                let (values, operands) = (&[middle, value], &[at, &rhs]);
                value = self.apply(Call { op, written: None, values, operands, range })?;
            }
            // The composition so far is one operand, from here to the end.
            rhs = Expr { kind: ExprKind::Underscore, range };
        }
        Ok(value)
    }
}

/// `smem_ptr[16b](unset)` makes the swizzle before it, which is of addresses, one of elements
/// of 16 bits; then it stands for the offset 0.
fn of_elements(
    before: Option<&mut Value>,
    (bits, at): (i128, SpanRange),
    pointer: &Expr,
) -> Result<Value, Unevaluated> {
    let Some(Value::Swizzle(swizzle)) = before else { return Err(misplaced(bits, pointer).into()) };
    match ops::swizzled::position_independent(swizzle, &Int::new(bits)) {
        Ok(elements) => *swizzle = elements,
        Err(error) => {
            let diagnostic = spanned_value(&error.in_operand(0), pointer);
            return Err(Diagnostic { range: at, ..diagnostic }.into());
        }
    }
    Ok(Value::Int(Int::ZERO))
}

/// The error of a pointer that stands alone.
pub(super) fn misplaced(bits: i128, pointer: &Expr) -> Diagnostic {
    let message = format!("`smem_ptr[{bits}b](unset)` stands between a swizzle and a layout");
    let example =
        format!("as CuTe prints it, `Sw<3,4,3> o smem_ptr[{bits}b](unset) o (8,64):(64,1)`");
    Diagnostic::new(pointer.range, message).help(example)
}
