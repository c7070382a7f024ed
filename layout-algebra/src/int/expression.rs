//! `Expression`: an integer as a tree, for whoever computes it where symbols have values.

use alloc::vec;
use alloc::vec::Vec;

use layout_core::BinaryOp;

use super::atom::{Atom, Node, Rounding, Symbol};
use super::poly::{Poly, Term, divisors};
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
/// let Expression::Operation(BinaryOp::DivCeil, operands) = tiles else { panic!() };
/// assert_eq!(operands[1], Expression::Known(128));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A number.
    Known(i128),
    /// A symbol.
    Symbol(Symbol),
    /// An operation on two, or a sum or product of two or more.
    Operation(BinaryOp, Vec<Expression>),
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
    let (mut parts, mut rest) = (Vec::new(), Vec::new());
    for term in &poly.terms {
        if term.factor % poly.divisor == 0 && !term.has_divisor() {
            parts.push(product(term.factor / poly.divisor, positive(term)));
        } else {
            rest.push(term.clone());
        }
    }
    if !rest.is_empty() {
        parts.push(fraction(&rest, poly.divisor));
    }
    sum(parts)
}

/// Terms over one divisor, which divides their sum.
fn fraction(terms: &[Term], divisor: i128) -> Expression {
    let below = divisors(terms);
    let mut above = Vec::new();
    for term in terms {
        let mut factors = positive(term);
        for (atom, most) in &below {
            let own = term.powers.iter().find(|(other, power)| other == atom && *power < 0);
            let times = most + own.map_or(0, |(_, power)| *power);
            push_times(&mut factors, atom, times);
        }
        above.push(product(term.factor, factors));
    }
    let mut divisors = Vec::new();
    for (atom, times) in &below {
        push_times(&mut divisors, atom, *times);
    }
    Expression::Operation(BinaryOp::DivExact, vec![sum(above), product(divisor, divisors)])
}

fn push_times(factors: &mut Vec<Expression>, atom: &Atom, times: i32) {
    for _ in 0..times {
        factors.push(of_atom(atom));
    }
}

/// The atoms above the line.
fn positive(term: &Term) -> Vec<Expression> {
    let mut above = Vec::new();
    for (atom, power) in &term.powers {
        push_times(&mut above, atom, *power);
    }
    above
}

fn sum(mut parts: Vec<Expression>) -> Expression {
    match parts.len() {
        0 => Expression::Known(0),
        1 => parts.remove(0),
        _ => Expression::Operation(BinaryOp::Sum, parts),
    }
}

fn product(factor: i128, mut factors: Vec<Expression>) -> Expression {
    if factor != 1 || factors.is_empty() {
        factors.insert(0, Expression::Known(factor));
    }
    match factors.len() {
        1 => factors.remove(0),
        _ => Expression::Operation(BinaryOp::Product, factors),
    }
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
        Some((a, b)) => Expression::Operation(op, vec![a.expression(), b.expression()]),
        None => Expression::Known(0),
    }
}

#[cfg(test)]
mod tests {
    use layout_core::Exact;

    use super::*;
    use crate::Facts;

    /// The value of an expression, as rustc computes it.
    fn value(expression: &Expression, of: &dyn Fn(&str) -> i128) -> Exact {
        match expression {
            Expression::Known(value) => Exact::int(*value),
            Expression::Symbol(symbol) => Exact::int(of(symbol.name())),
            Expression::Operation(op, parts) => {
                let parts = parts.iter().map(|part| value(part, of));
                parts.reduce(|a, b| op.apply(a, b)).unwrap()
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
                assert_eq!(known.known(), value(&form.expression(), &of).0, "{form}");
            }
        }
    }
}
