//! `Nothing`: the conditions that need no check, since a layout of symbols that break them has
//! no coordinates.
//!
//! Proofs take it that extents are at least 1. Where one is 0 at run time, so is the size, and whatever
//! else was shown of the layout's coordinates holds of none. That its numbers fit is still asked.

use layout_algebra::{BinaryOp, CollectVec, Condition, Expression, HTuple, Int, Need};

use super::compile_time::CompileTime;
use super::leaf::Leaves;
use super::leaf::{SymbolicLeaf, bound_leaves};
use super::non_negative::NonNegative;
use crate::evaluated::{Obligation, Purpose};

/// The extents of a layout, and what its numbers are divided by.
pub(super) struct EmptyDomain<'a> {
    known: &'a CompileTime<'a>,
    extents: Vec<Expression>,
    /// The names of symbols.
    divisors: Vec<String>,
}

/// The part of an obligation that is left to check.
pub(super) enum Left {
    /// All coordinates.
    All,
    /// A weaker condition.
    Condition(Condition),
    /// No coordinate.
    Nothing,
}

impl<'a> EmptyDomain<'a> {
    pub(super) fn of(known: &'a CompileTime<'a>, leaves: &Leaves<'_>) -> Self {
        let mut divisors = Vec::new();
        note_leaves(leaves.profile, &mut divisors);
        if let Some(linear) = leaves.linear {
            note_leaves(linear, &mut divisors);
        }
        for bound in leaves.bounds.within().unwrap_or_default() {
            note_leaves(&bound_leaves(bound), &mut divisors);
        }
        for Obligation { condition, .. } in leaves.obligations {
            for int in condition.integers() {
                note_divisors(&int.expression(), &mut divisors);
            }
            if let Condition::Divides { divisor, .. } = condition {
                note_symbols(&divisor.expression(), &mut divisors);
            }
        }
        let extents = leaves.profile.leaves();
        let extents = extents.iter().map(|leaf| leaf.extent.expression()).collect_vec();
        EmptyDomain { known, extents, divisors }
    }

    /// The part of an obligation that is left to check: nothing where the layout has no coordinates
    /// if the obligation is broken; for an extent that may be negative, the condition that it is
    /// not.
    pub(super) fn left(&self, obligation: &Obligation) -> Left {
        match &obligation.condition {
            Condition::AtMost { least, most } if self.may_break(obligation, least, most) => {
                match factors(most).as_slice() {
                    parts if parts.iter().all(|part| self.is_factor(part)) => Left::Nothing,
                    [part] if self.is_in_an_extent(part) => {
                        Left::Condition(Condition::at_most(&Int::ZERO, most))
                    }
                    _ => Left::All,
                }
            }
            _ => Left::All,
        }
    }

    /// Returns whether an obligation asks for a number above 0 for the sake of coordinates alone: in one case of several there
    /// may be another layout then, a condition that the user assumes is checked, and nothing is divided by 0.
    fn may_break(&self, obligation: &Obligation, least: &Int, most: &Int) -> bool {
        let is_open = match obligation.reason.purpose() {
            Purpose::Extent => true,
            Purpose::Assumed => false,
            _ => obligation.reason.need() == Need::Must,
        };
        let mut symbols = most.symbols().into_iter();
        least.known() == Some(1)
            && is_open
            && !symbols.any(|symbol| self.divisors.iter().any(|name| name == symbol.name()))
    }

    /// Returns whether an integer is at least 1, or is not negative and an extent is 0 where it is.
    fn is_factor(&self, part: &Expression) -> bool {
        match part {
            Expression::Known(known) => *known >= 1,
            part => {
                NonNegative::of_expression(self.known, part).is_some() && self.is_in_an_extent(part)
            }
        }
    }

    /// Returns whether an extent is 0 where an integer is.
    fn is_in_an_extent(&self, part: &Expression) -> bool {
        self.extents.iter().any(|extent| vanishes(extent, part))
    }
}

/// Returns whether an integer is 0 where a part of it is.
fn vanishes(of: &Expression, part: &Expression) -> bool {
    of == part
        || match of {
            Expression::Operation(BinaryOp::Product, parts) => {
                parts.iter().any(|of| vanishes(of, part))
            }
            Expression::Operation(op, parts) if divides(*op) => {
                parts.first().is_some_and(|dividend| vanishes(dividend, part))
            }
            _ => false,
        }
}

/// Returns whether the second operand divides the first.
fn divides(op: BinaryOp) -> bool {
    match op {
        BinaryOp::Sum | BinaryOp::Product | BinaryOp::Min | BinaryOp::Max => false,
        BinaryOp::DivExact
        | BinaryOp::DivFloor
        | BinaryOp::DivCeil
        | BinaryOp::DivTrunc
        | BinaryOp::RemFloor
        | BinaryOp::RemTrunc => true,
    }
}

/// The symbols that numbers of leaves are divided by.
fn note_leaves(profile: &HTuple<SymbolicLeaf>, all: &mut Vec<String>) {
    for SymbolicLeaf { extent, stride } in profile.leaves() {
        note_divisors(&extent.expression(), all);
        note_divisors(&stride.expression(), all);
    }
}

/// The symbols that an integer is divided by.
fn note_divisors(of: &Expression, all: &mut Vec<String>) {
    let Expression::Operation(op, operands) = of else { return };
    for (i, of) in operands.iter().enumerate() {
        note_divisors(of, all);
        if i > 0 && divides(*op) {
            note_symbols(of, all);
        }
    }
}

fn note_symbols(of: &Expression, all: &mut Vec<String>) {
    match of {
        Expression::Known(_) => {}
        Expression::Symbol(symbol) => all.push(symbol.name().to_owned()),
        Expression::Operation(_, operands) => {
            for of in operands {
                note_symbols(of, all);
            }
        }
    }
}

/// The factors of an integer.
pub(super) fn factors(int: &Int) -> Vec<Expression> {
    match int.expression() {
        Expression::Operation(BinaryOp::Product, parts) => parts,
        alone => vec![alone],
    }
}
