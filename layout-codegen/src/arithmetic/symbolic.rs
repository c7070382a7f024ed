//! The arithmetic of the functions of a layout with symbols.
//!
//! A coordinate is split over its leaves by divisions: the digit is what the quotient does not
//! take, so that an extent takes one division and no remainder.

use layout_algebra::{BinaryOp, CollectVec, Expression, HTuple, Int};

use super::body;
use super::node::{Arithmetic, Dividend, Is, Node, Op, Variable};
use super::operand::Operand;
use crate::plan::{Join, SymbolicLeaf, SymbolicPlan};

/// The arithmetic of three functions: of a 1-D coordinate, of one coordinate a mode, and of one a leaf.
pub(super) fn arithmetic(plan: &SymbolicPlan) -> Option<[Arithmetic; 3]> {
    let modes = plan.profile.modes().iter().map(HTuple::leaves).collect_vec();
    let flat = plan.profile.leaves().into_iter().map(|leaf| vec![leaf]).collect_vec();
    Some([of(plan, &[plan.linear.leaves()])?, of(plan, &modes)?, of(plan, &flat)?])
}

/// The arithmetic of a function whose coordinates are split over these leaves.
fn of(plan: &SymbolicPlan, coordinates: &[Vec<&SymbolicLeaf>]) -> Option<Arithmetic> {
    let mut variables = Vec::new();
    let mut terms = Vec::new();
    for (place, leaves) in coordinates.iter().enumerate() {
        let (mut of, mut quotient) = (Dividend::Coordinate(place), Node::Coordinate(place));
        let counted = leaves.iter().filter(|leaf| leaf.extent != Int::ONE).collect_vec();
        for (k, leaf) in counted.iter().enumerate() {
            let mut digit = quotient.clone();
            if k + 1 < counted.len() {
                let extent = number(plan, &leaf.extent)?;
                let rest = Node::binary(Op::Div, quotient.clone(), extent.clone());
                variables.push(Variable { is: Is::Quotient { of, by: 0 }, value: rest });
                of = Dividend::Variable(variables.len() - 1);
                let rest = Node::Variable(variables.len() - 1);
                let taken = Node::binary(Op::Mul, rest.clone(), extent);
                digit = Node::binary(Op::Sub, quotient, taken);
                quotient = rest;
            }
            terms.extend(times(plan, digit, &leaf.stride)?);
        }
    }
    let sum = terms.into_iter().reduce(|sum, term| sum.joined(Join::Add, term));
    Some(body::twisted(variables, sum, &plan.then))
}

/// A digit times its stride; none where that is 0.
fn times(plan: &SymbolicPlan, digit: Node, stride: &Int) -> Option<Option<Operand>> {
    if *stride == Int::ZERO {
        return Some(None);
    }
    if let Some(stride) = stride.known() {
        let magnitude = u64::try_from(stride.unsigned_abs()).ok()?;
        return Some(Some(Operand::new(digit).times(magnitude, stride < 0)));
    }
    let product = Node::binary(Op::Mul, digit, number(plan, stride)?);
    Some(Some(Operand::new(product)))
}

/// An integer over the symbols of a plan, modulo what a word holds; none where something is
/// divided, or compared, that is not shown to be 0 or more.
pub(crate) fn number(plan: &SymbolicPlan, int: &Int) -> Option<Node> {
    of_expression(plan, &int.expression()).map(Operand::value)
}

fn of_expression(plan: &SymbolicPlan, of: &Expression) -> Option<Operand> {
    match of {
        Expression::Known(value) => Some(Operand::number(i64::try_from(*value).ok()?)),
        Expression::Symbol(symbol) => Some(Operand::new(Node::Symbol(plan.place(symbol.name())?))),
        Expression::Operation(BinaryOp::Sum, parts) => {
            let (first, others) = parts.split_first()?;
            let mut sum = of_expression(plan, first)?;
            for part in others {
                sum = sum.joined(Join::Add, of_expression(plan, part)?);
            }
            Some(sum)
        }
        Expression::Operation(BinaryOp::Product, parts) => match parts.as_slice() {
            [Expression::Known(factor), rest @ ..] => {
                let factor = i64::try_from(*factor).ok()?;
                let rest = product(plan, rest)?;
                Some(rest.times(factor.unsigned_abs(), factor < 0))
            }
            parts => product(plan, parts),
        },
        Expression::Operation(op, operands) => {
            let [a, b] = operands.as_slice() else { return None };
            let (a, b) = (natural(plan, a)?, natural(plan, b)?);
            let node = match op {
                BinaryOp::Sum => Node::binary(Op::Add, a, b),
                BinaryOp::Product => Node::binary(Op::Mul, a, b),
                // Neither is negative: all round down.
                BinaryOp::DivExact | BinaryOp::DivFloor | BinaryOp::DivTrunc => {
                    Node::binary(Op::Div, a, b)
                }
                BinaryOp::DivCeil => {
                    let up = match &b {
                        Node::Number(by) => Node::binary(Op::Add, a, Node::Number(by - 1)),
                        by => {
                            let sum = Node::binary(Op::Add, a, by.clone());
                            Node::binary(Op::Sub, sum, Node::Number(1))
                        }
                    };
                    Node::binary(Op::Div, up, b)
                }
                BinaryOp::RemFloor | BinaryOp::RemTrunc => Node::binary(Op::Rem, a, b),
                BinaryOp::Min => Node::binary(Op::Min, a, b),
                BinaryOp::Max => Node::binary(Op::Max, a, b),
            };
            Some(Operand::new(node))
        }
    }
}

fn product(plan: &SymbolicPlan, factors: &[Expression]) -> Option<Operand> {
    let (first, others) = factors.split_first()?;
    let mut product = of_expression(plan, first)?.value();
    for factor in others {
        product = Node::binary(Op::Mul, product, of_expression(plan, factor)?.value());
    }
    Some(Operand::new(product))
}

/// The node of an integer in which nothing is subtracted.
pub(crate) fn natural_number(plan: &SymbolicPlan, int: &Int) -> Option<Node> {
    natural(plan, &int.expression())
}

/// The node of an integer that is known, or of one over the symbols of a plan; none if it may be negative.
pub(crate) fn known_or_natural(plan: Option<&SymbolicPlan>, int: &Int) -> Option<Node> {
    match (int.known(), plan) {
        (Some(known), _) => known.try_into().ok().map(Node::Number),
        (None, Some(plan)) => natural_number(plan, int),
        (None, None) => None,
    }
}

/// Two numbers that compare as these do, with nothing subtracted in either.
pub(crate) fn apart(plan: &SymbolicPlan, left: &Int, right: &Int) -> Option<[Node; 2]> {
    if let (Some(left), Some(right)) = (natural_number(plan, left), natural_number(plan, right)) {
        return Some([left, right]);
    }
    let parts = match right.sub(left).ok()?.expression() {
        Expression::Operation(BinaryOp::Sum, parts) => parts,
        alone => vec![alone],
    };
    let mut sides = [Vec::new(), Vec::new()];
    for part in parts {
        match negated(&part) {
            Some(part) => sides[0].push(part),
            None => sides[1].push(part),
        }
    }
    let [left, right] = sides;
    Some([natural_sum(plan, left)?, natural_sum(plan, right)?])
}

/// A sum in which nothing is subtracted.
fn natural_sum(plan: &SymbolicPlan, parts: Vec<Expression>) -> Option<Node> {
    match parts.as_slice() {
        [] => Some(Node::Number(0)),
        [only] => natural(plan, only),
        _ => natural(plan, &Expression::Operation(BinaryOp::Sum, parts)),
    }
}

/// The negative of a part that is subtracted.
fn negated(part: &Expression) -> Option<Expression> {
    match part {
        Expression::Known(number @ ..0) => Some(Expression::Known(-number)),
        Expression::Operation(BinaryOp::Product, factors) => match factors.as_slice() {
            [Expression::Known(factor @ ..0), rest @ ..] => {
                let mut factors = vec![Expression::Known(-factor)];
                factors.extend_from_slice(rest);
                Some(Expression::Operation(BinaryOp::Product, factors))
            }
            _ => None,
        },
        _ => None,
    }
}

/// An expression in which nothing is subtracted.
fn natural(plan: &SymbolicPlan, of: &Expression) -> Option<Node> {
    if is_natural(of) { of_expression(plan, of).map(Operand::value) } else { None }
}

fn is_natural(of: &Expression) -> bool {
    match of {
        Expression::Known(value) => *value >= 0,
        Expression::Symbol(_) => true,
        Expression::Operation(_, operands) => operands.iter().all(is_natural),
    }
}
