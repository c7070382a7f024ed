//! Strides over bits: `(8,8):(F1,F9)`, as the companion of NVIDIA's whitepaper on CuTe prints them.
//!
//! Multiples of such strides are taken, and added, without carries: that is what `xor_layout` is called for.

use super::number::integer;
use crate::mode_names::ModeNames;
use crate::report::{Diagnostic, SpanRange};
use crate::syntax::{Expr, ExprKind, OpName, Parameter, SymbolName};
use layout_algebra::CollectVec;

/// Returns whether a stride is, or has, one over bits. Names that the definition declares are constants, and so are expressions
/// in braces.
pub(super) fn is_there(stride: &Expr, declared: &[Parameter]) -> bool {
    match &stride.kind {
        ExprKind::Tuple(items) => items.iter().any(|item| is_there(item, declared)),
        ExprKind::Symbol(symbol) => is_one(symbol, declared),
        _ => false,
    }
}

fn is_one(symbol: &SymbolName, declared: &[Parameter]) -> bool {
    symbol.is_xor_stride() && Parameter::place(declared, &symbol.text).is_none()
}

/// The layout of a shape by strides over bits.
pub(super) fn layout(
    shape: Expr,
    names: ModeNames,
    mut stride: Expr,
    declared: &[Parameter],
    range: SpanRange,
) -> Result<ExprKind, Diagnostic> {
    to_integers(&mut stride, declared)?;
    // Modes keep their names in a layout, of whatever strides.
    let shape = match names.is_none() {
        true => shape,
        false => {
            let (range, stride) = (shape.range, zeros(&shape));
            Expr { kind: ExprKind::Layout(Box::new(shape), Box::new(stride), names), range }
        }
    };
    Ok(ExprKind::Call(OpName::new("xor_layout", range), vec![shape, stride]))
}

/// Strides of 0, nested like a shape.
fn zeros(shape: &Expr) -> Expr {
    let kind = match &shape.kind {
        ExprKind::Tuple(items) => ExprKind::Tuple(items.iter().map(zeros).collect_vec()),
        _ => ExprKind::Int(0),
    };
    Expr { kind, range: shape.range }
}

/// The integers of strides over bits. Beside them a power of two is one: its multiples have no carries.
pub(super) fn to_integers(stride: &mut Expr, declared: &[Parameter]) -> Result<(), Diagnostic> {
    match &mut stride.kind {
        ExprKind::Tuple(items) => items.iter_mut().try_for_each(|item| to_integers(item, declared)),
        ExprKind::Symbol(symbol) if is_one(symbol, declared) => {
            stride.kind = ExprKind::Int(integer(&symbol.text[1..], stride.range.first, 1)?);
            Ok(())
        }
        ExprKind::Int(number) if *number >= 0 && number.count_ones() <= 1 => Ok(()),
        ExprKind::Int(number) => {
            let message = format!(
                "`{number}` stands beside strides over bits, and is no power of two\n\
                 its multiples with carries are others than those without"
            );
            Err(Diagnostic::new(stride.range, message))
        }
        _ => {
            let message = "beside strides over bits, such as `F9`, stand those and powers of two";
            Err(Diagnostic::new(stride.range, message))
        }
    }
}
