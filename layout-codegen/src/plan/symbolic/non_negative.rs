//! `NonNegative`: an integer over symbols as arithmetic of `usize` that never wraps or panics.

use layout_algebra::{BinaryOp, CollectVec, Expression, Int};

use super::compile_time::CompileTime;

/// An integer of at least 0 as arithmetic of `usize` that never wraps or panics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NonNegative {
    /// A number that every `usize` has room for.
    Number(u32),
    /// A symbol, by its place.
    Symbol(usize),
    /// A number of at least 1 that rustc computes, by its place among the constants.
    Constant(usize),
    /// A quotient of two.
    Quotient(Rounding, Box<[NonNegative; 2]>),
}

/// The part of a division that is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// The quotient rounded down.
    Down,
    /// The quotient rounded up.
    Up,
    /// The remainder of the quotient rounded down.
    Rest,
}

/// A product of such integers. One alone never wraps; of several, the product may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    /// The factor that rustc knows to be at least 1.
    pub known: Option<NonNegative>,
    /// One or more.
    pub factors: Vec<NonNegative>,
}

impl NonNegative {
    /// An integer as such arithmetic, if it is.
    pub(super) fn of(known: &CompileTime<'_>, int: &Int) -> Option<Self> {
        NonNegative::of_expression(known, &int.expression())
    }

    pub(super) fn of_expression(known: &CompileTime<'_>, of: &Expression) -> Option<Self> {
        match of {
            Expression::Known(value) => Some(NonNegative::Number(u32::try_from(*value).ok()?)),
            Expression::Symbol(symbol) => Some(NonNegative::Symbol(known.place(symbol)?)),
            Expression::Operation(op, operands) => {
                let rounding = match op {
                    // Neither is negative: all round down.
                    BinaryOp::DivExact | BinaryOp::DivFloor | BinaryOp::DivTrunc => Rounding::Down,
                    BinaryOp::DivCeil => Rounding::Up,
                    BinaryOp::RemFloor | BinaryOp::RemTrunc => Rounding::Rest,
                    BinaryOp::Sum | BinaryOp::Product | BinaryOp::Min | BinaryOp::Max => {
                        return None;
                    }
                };
                let [dividend, divisor] = operands.as_slice() else { return None };
                let dividend = NonNegative::of_expression(known, dividend)?;
                let divisor = match divisor {
                    Expression::Known(..=0) => return None,
                    Expression::Known(value) => NonNegative::Number(u32::try_from(*value).ok()?),
                    of => NonNegative::Constant(known.divisor(of)?),
                };
                Some(NonNegative::Quotient(rounding, Box::new([dividend, divisor])))
            }
        }
    }
}

impl Product {
    /// An integer as such a product, if it is.
    pub(super) fn of(known: &CompileTime<'_>, int: &Int) -> Option<Self> {
        if let Some(natural) = NonNegative::of(known, int) {
            return Some(Product { known: None, factors: vec![natural] });
        }
        let Expression::Operation(BinaryOp::Product, mut parts) = int.expression() else {
            return None;
        };
        let is_constant = |part: &Expression| match part {
            Expression::Known(_) => true,
            Expression::Symbol(symbol) => known.is_constant(symbol),
            _ => false,
        };
        let (mut constants, others): (Vec<_>, Vec<_>) =
            parts.iter().cloned().partition(is_constant);
        let constant = match constants.len() {
            0 | 1 => constants.pop(),
            _ => Some(Expression::Operation(BinaryOp::Product, constants)),
        };
        let first = match (constant.and_then(|of| known.divisor(&of)), parts.first()) {
            (Some(divisor), _) => {
                parts = others;
                Some(NonNegative::Constant(divisor))
            }
            (None, Some(&Expression::Known(value @ 1..))) => {
                parts.remove(0);
                Some(NonNegative::Number(u32::try_from(value).ok()?))
            }
            (None, _) => None,
        };
        let factors = parts.iter().map(|part| NonNegative::of_expression(known, part));
        let factors = factors.collect_some()?;
        (!factors.is_empty()).then_some(Product { known: first, factors })
    }

    /// The integer, if it is one alone.
    pub(crate) fn alone(&self) -> Option<&NonNegative> {
        match (&self.known, self.factors.as_slice()) {
            (None, [alone]) => Some(alone),
            _ => None,
        }
    }

    /// All that is multiplied.
    pub fn all(&self) -> impl Iterator<Item = &NonNegative> {
        self.known.iter().chain(&self.factors)
    }
}
