//! Integers in the place of the symbols of another.

use super::atom::{Atom, Node, Rounding, Symbol};
use super::poly::Poly;
use super::{Int, Overflow, Repr};

impl Int {
    /// The integer with other integers in the place of its symbols; a symbol without
    /// one stays.
    ///
    /// # Errors
    ///
    /// [`Overflow`]: also a quotient by 0, and [`Overflow::Inexact`] where a condition
    /// does not hold under which the expression was made.
    pub fn substitute(&self, value_of: &dyn Fn(&Symbol) -> Option<Int>) -> Result<Int, Overflow> {
        let Repr::Symbolic(poly) = &self.0 else { return Ok(self.clone()) };
        let mut sum = Poly::constant(0);
        for term in &poly.terms {
            let mut product = Poly::constant(term.factor);
            for (atom, power) in &term.powers {
                let value = substituted(atom, value_of)?;
                let value = value.poly();
                let value = value.power(*power).unwrap_or(Err(match value.is_zero() {
                    true => Overflow::Range,
                    false => Overflow::Terms,
                }));
                product = product.mul(&value?)?;
            }
            sum = sum.add(&product)?;
        }
        let divisor = Poly::constant(poly.divisor);
        match divisor.inverse() {
            Some(inverse) => Int::of(sum.mul(&inverse?)?),
            None => Err(Overflow::Range),
        }
    }
}

fn substituted(atom: &Atom, value_of: &dyn Fn(&Symbol) -> Option<Int>) -> Result<Int, Overflow> {
    if let Node::Symbol(symbol) = atom.node() {
        return Ok(value_of(symbol).unwrap_or_else(|| Int::symbol(symbol.clone())));
    }
    let Some((a, b)) = atom.operands() else { return Err(Overflow::Range) };
    let (a, b) = (a.substitute(value_of)?, b.substitute(value_of)?);
    match atom.node() {
        Node::Symbol(_) => Err(Overflow::Range),
        Node::Min(..) => a.lesser(&b),
        Node::Max(..) => a.greater(&b),
        Node::Quotient { rounding: Rounding::Floor, .. } => a.div_floor(&b),
        Node::Quotient { rounding: Rounding::Ceil, .. } => a.div_ceil(&b),
        Node::Quotient { rounding: Rounding::Trunc, .. } => a.div_trunc(&b),
        Node::Remainder { rounding: Rounding::Trunc, .. } => a.rem_trunc(&b),
        Node::Remainder { .. } => a.rem_floor(&b),
    }
}
