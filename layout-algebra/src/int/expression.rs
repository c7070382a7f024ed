//! `Expression`: an integer as a tree, for whoever computes it where symbols have values.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::atom::{Atom, Node, Rounding, Symbol};
use super::poly::{Poly, Term};
use super::{Int, Repr};

/// An integer over symbols as the operations that compute it.
///
/// ```
/// use layout_algebra::{BinaryOp, Expression, Facts, Int};
///
/// let mut facts = Facts::new();
/// facts.extent("m");
/// let m = facts.int("m").unwrap();
/// let tiles = m.div_ceil(&Int::new(128)).unwrap().expression();
/// let Expression::Binary(BinaryOp::DivCeil, operands) = tiles else { panic!() };
/// assert_eq!(operands[1], Expression::Known(128));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A number.
    Known(i128),
    /// A symbol.
    Symbol(Symbol),
    /// A sum of two or more.
    Sum(Vec<Expression>),
    /// A product of two or more.
    Product(Vec<Expression>),
    /// An operation on two.
    Binary(BinaryOp, Box<[Expression; 2]>),
}

/// An operation on two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// A quotient that leaves nothing.
    DivExact,
    /// A quotient rounded down.
    DivFloor,
    /// A quotient rounded up.
    DivCeil,
    /// A quotient rounded towards 0.
    DivTrunc,
    /// What the quotient rounded down leaves.
    RemFloor,
    /// What the quotient rounded towards 0 leaves.
    RemTrunc,
    /// The lesser.
    Min,
    /// The greater.
    Max,
}

impl Int {
    /// The operations that compute it.
    pub fn expression(&self) -> Expression {
        match &self.0 {
            Repr::Known(value) => Expression::Known(*value),
            Repr::Symbolic(poly) => of_poly(poly),
        }
    }
}

/// The terms that are integers on their own, and the others over what divides them.
fn of_poly(poly: &Poly) -> Expression {
    let is_whole = |term: &&Term| {
        term.factor % poly.divisor == 0 && term.powers.iter().all(|(_, power)| *power > 0)
    };
    let whole = poly.terms.iter().filter(is_whole);
    let mut parts: Vec<Expression> =
        whole.map(|term| product(term.factor / poly.divisor, positive(term))).collect();
    let rest: Vec<&Term> = poly.terms.iter().filter(|term| !is_whole(term)).collect();
    if !rest.is_empty() {
        parts.push(fraction(&rest, poly.divisor));
    }
    sum(parts)
}

/// Terms over one divisor, which divides their sum.
fn fraction(terms: &[&Term], divisor: i128) -> Expression {
    let mut below: Vec<(&Atom, i32)> = Vec::new();
    for (atom, power) in terms.iter().flat_map(|term| &term.powers).filter(|(_, p)| *p < 0) {
        match below.iter_mut().find(|(other, _)| *other == atom) {
            Some((_, most)) => *most = (*most).max(-power),
            None => below.push((atom, -power)),
        }
    }
    let above = terms.iter().map(|term| {
        let mut factors = positive(term);
        for (atom, most) in &below {
            let own = term.powers.iter().find(|(other, power)| other == *atom && *power < 0);
            let times = most + own.map_or(0, |(_, power)| *power);
            factors.extend((0..times).map(|_| of_atom(atom)));
        }
        product(term.factor, factors)
    });
    let divisors = below.iter().flat_map(|(atom, times)| (0..*times).map(|_| of_atom(atom)));
    let operands = [sum(above.collect()), product(divisor, divisors.collect())];
    Expression::Binary(BinaryOp::DivExact, Box::new(operands))
}

/// The atoms above the line.
fn positive(term: &Term) -> Vec<Expression> {
    let above = term.powers.iter().filter(|(_, power)| *power > 0);
    above.flat_map(|(atom, power)| (0..*power).map(|_| of_atom(atom))).collect()
}

fn sum(mut parts: Vec<Expression>) -> Expression {
    match parts.len() {
        0 => Expression::Known(0),
        1 => parts.remove(0),
        _ => Expression::Sum(parts),
    }
}

fn product(factor: i128, mut factors: Vec<Expression>) -> Expression {
    if factor != 1 || factors.is_empty() {
        factors.insert(0, Expression::Known(factor));
    }
    if factors.len() == 1 { factors.remove(0) } else { Expression::Product(factors) }
}

fn of_atom(atom: &Atom) -> Expression {
    let op = match atom.node() {
        Node::Symbol(symbol) => return Expression::Symbol(symbol.clone()),
        Node::Quotient { rounding: Rounding::Floor, .. } => BinaryOp::DivFloor,
        Node::Quotient { rounding: Rounding::Ceil, .. } => BinaryOp::DivCeil,
        Node::Quotient { rounding: Rounding::Trunc, .. } => BinaryOp::DivTrunc,
        Node::Remainder { rounding: Rounding::Trunc, .. } => BinaryOp::RemTrunc,
        Node::Remainder { .. } => BinaryOp::RemFloor,
        Node::Min(..) => BinaryOp::Min,
        Node::Max(..) => BinaryOp::Max,
    };
    match atom.operands() {
        Some((a, b)) => Expression::Binary(op, Box::new([a.expression(), b.expression()])),
        None => Expression::Known(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Facts;

    /// The value of an expression, in plain arithmetic.
    fn value(expression: &Expression, of: &dyn Fn(&str) -> i128) -> i128 {
        match expression {
            Expression::Known(value) => *value,
            Expression::Symbol(symbol) => of(symbol.name()),
            Expression::Sum(parts) => parts.iter().map(|part| value(part, of)).sum(),
            Expression::Product(parts) => parts.iter().map(|part| value(part, of)).product(),
            Expression::Binary(op, operands) => {
                let [a, b] = &**operands;
                let (a, b) = (value(a, of), value(b, of));
                match op {
                    BinaryOp::DivExact => {
                        assert_eq!(a % b, 0);
                        a / b
                    }
                    BinaryOp::DivFloor => a.div_euclid(b),
                    BinaryOp::DivCeil => -(-a).div_euclid(b),
                    BinaryOp::DivTrunc => a / b,
                    BinaryOp::RemFloor => a.rem_euclid(b),
                    BinaryOp::RemTrunc => a % b,
                    BinaryOp::Min => a.min(b),
                    BinaryOp::Max => a.max(b),
                }
            }
        }
    }

    #[test]
    fn expressions_compute_what_substitution_does() {
        let mut facts = Facts::new();
        facts.extent("m");
        facts.extent("n");
        let m = facts.int("m").unwrap();
        facts.assume(&crate::Condition::divides(&Int::new(12), &m)).unwrap();
        let (m, n) = (facts.int("m").unwrap(), facts.int("n").unwrap());
        let third = m.div_floor(&Int::new(3)).unwrap();
        let sixth = m.div_floor(&Int::new(6)).unwrap();
        let forms = [
            m.mul(&n).unwrap().add(&third).unwrap(),
            third.sub(&n.mul(&sixth).unwrap()).unwrap(),
            n.div_ceil(&Int::new(5)).unwrap().mul(&m).unwrap(),
            n.rem_floor(&Int::new(5)).unwrap(),
            n.div_floor(&m).unwrap(),
            n.lesser(&third).unwrap(),
            n.greater(&m).unwrap().sub(&Int::new(9)).unwrap(),
            n.sub(&m).unwrap().div_trunc(&Int::new(4)).unwrap(),
            n.sub(&m).unwrap().rem_trunc(&Int::new(4)).unwrap(),
            n.mul(&m).unwrap().div_floor(&n).unwrap(),
        ];
        for form in forms {
            for (a, b) in [(12, 1), (24, 7), (36, 40), (120, 3)] {
                let of = |name: &str| if name == "m" { a } else { b };
                let known = form.substitute(&|s| Some(Int::new(of(s.name())))).unwrap();
                assert_eq!(known.known(), Some(value(&form.expression(), &of)), "{form}");
            }
        }
    }
}
