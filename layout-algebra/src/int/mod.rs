//! `Int`: the one integer type of the algebra.

mod atom;
mod compare;
mod display;
mod divide;
mod expression;
mod facts;
mod integral;
mod poly;
mod sample;
mod search;
mod sign;

use alloc::borrow::Cow;
use alloc::sync::Arc;
use core::fmt;

pub use atom::Symbol;
use atom::{Atom, Node, Rounding};
pub use expression::{BinaryOp, Expression};
pub use facts::{Facts, Refused};
use poly::Poly;

/// A checked integer: an extent, a stride, a coordinate or an offset.
///
/// It is known, or an expression over [`Symbol`]s in normal form: a sum of products
/// of symbols, of quotients and remainders, of minima and maxima. Equal forms are
/// equal integers; whether different forms are equal, or one is less, follows from
/// the [`Facts`] that the symbols carry, and is a [`Truth`].
///
/// Every arithmetic operation answers [`Overflow`] instead of wrapping (CuTe's
/// `65536 * 65536` is 0).
///
/// `==` and the order of `Int` compare forms: for known integers they are those of
/// the numbers, for others [`Int::equals`] and [`Int::less`] are meant.
///
/// ```
/// use layout_algebra::{Facts, Int};
///
/// let mut facts = Facts::new();
/// facts.extent("m");
/// facts.extent("n");
/// let (m, n) = (facts.int("m").unwrap(), facts.int("n").unwrap());
/// let area = m.mul(&n).unwrap();
/// assert_eq!(area.add(&area).unwrap().to_string(), "2 * m * n");
/// assert_eq!(area.div_floor(&n).unwrap(), m);
/// assert!(area.less(&m).is_false());
/// assert!(!m.less(&n).is_true() && !m.less(&n).is_false());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Int(Repr);

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Repr {
    Known(i128),
    /// Never an integer constant.
    Symbolic(Arc<Poly>),
}

/// An integer operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Overflow {
    /// It does not fit, or it is a quotient by 0.
    Range,
    /// The expression over symbols becomes too large.
    Terms,
    /// A quotient that was known to be exact is not, at these values.
    Inexact,
}

/// The three-valued answer to a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// Holds for every value.
    True,
    /// Holds for no value.
    False,
    /// Depends on a value that only the run knows.
    Unknown,
}

impl Truth {
    /// Whether the statement is known to hold.
    pub fn is_true(self) -> bool {
        self == Truth::True
    }

    /// Whether the statement is known not to hold.
    pub fn is_false(self) -> bool {
        self == Truth::False
    }
}

impl From<bool> for Truth {
    fn from(known: bool) -> Self {
        if known { Truth::True } else { Truth::False }
    }
}

impl Int {
    /// The integer 0.
    pub const ZERO: Int = Int(Repr::Known(0));
    /// The integer 1.
    pub const ONE: Int = Int(Repr::Known(1));

    /// The integer of a known value.
    pub const fn new(value: i128) -> Self {
        Int(Repr::Known(value))
    }

    /// The integer of a symbol.
    pub(crate) fn symbol(symbol: Symbol) -> Self {
        Int(Repr::Symbolic(Arc::new(Poly::atom(Atom::new(Node::Symbol(symbol))))))
    }

    fn of(poly: Poly) -> Result<Self, Overflow> {
        match poly.as_constant() {
            Some((value, 1)) => Ok(Int::new(value)),
            Some(_) => Err(Overflow::Inexact),
            None => Ok(Int(Repr::Symbolic(Arc::new(poly)))),
        }
    }

    fn of_node(node: Node) -> Result<Self, Overflow> {
        // The sum of one term checks the weight.
        Int::of(Poly::atom(Atom::new(node)).add(&Poly::constant(0))?)
    }

    fn poly(&self) -> Cow<'_, Poly> {
        match &self.0 {
            Repr::Known(value) => Cow::Owned(Poly::constant(*value)),
            Repr::Symbolic(poly) => Cow::Borrowed(poly),
        }
    }

    fn weight(&self) -> usize {
        match &self.0 {
            Repr::Known(_) => 1,
            Repr::Symbolic(poly) => poly.weight(),
        }
    }

    /// Some symbol that it depends on.
    pub(crate) fn some_symbol(&self) -> Option<&Symbol> {
        match &self.0 {
            Repr::Known(_) => None,
            Repr::Symbolic(poly) => poly.first_atom().and_then(Atom::symbol),
        }
    }

    /// What is known of the symbols of both.
    fn facts_with(&self, other: &Int) -> Facts {
        match (self.some_symbol(), other.some_symbol()) {
            (Some(a), Some(b)) if b.facts.count() > a.facts.count() => b.facts.clone(),
            (Some(a), _) | (None, Some(a)) => a.facts.clone(),
            (None, None) => Facts::new(),
        }
    }

    /// Every symbol that it depends on, by their order.
    pub fn symbols(&self) -> alloc::collections::BTreeSet<Symbol> {
        let mut symbols = alloc::collections::BTreeSet::new();
        self.collect_symbols(&mut symbols);
        symbols
    }

    fn collect_symbols(&self, into: &mut alloc::collections::BTreeSet<Symbol>) {
        let Repr::Symbolic(poly) = &self.0 else { return };
        for atom in poly.atoms() {
            match (atom.node(), atom.operands()) {
                (Node::Symbol(symbol), _) => {
                    into.insert(symbol.clone());
                }
                (_, Some((a, b))) => {
                    a.collect_symbols(into);
                    b.collect_symbols(into);
                }
                (_, None) => {}
            }
        }
    }

    /// The value, where it is known.
    pub const fn known(&self) -> Option<i128> {
        match &self.0 {
            Repr::Known(value) => Some(*value),
            Repr::Symbolic(_) => None,
        }
    }

    /// `self + other`.
    #[inline]
    pub fn add(&self, other: &Int) -> Result<Int, Overflow> {
        match (&self.0, &other.0) {
            (Repr::Known(a), Repr::Known(b)) => checked(a.checked_add(*b)),
            (Repr::Symbolic(_), Repr::Known(0)) => Ok(self.clone()),
            (Repr::Known(0), Repr::Symbolic(_)) => Ok(other.clone()),
            (Repr::Symbolic(poly), Repr::Known(value))
            | (Repr::Known(value), Repr::Symbolic(poly)) => Int::of(poly.plus(*value)?),
            _ => self.of_polys(other, Poly::add),
        }
    }

    /// `self - other`.
    #[inline]
    pub fn sub(&self, other: &Int) -> Result<Int, Overflow> {
        match (&self.0, &other.0) {
            (Repr::Known(a), Repr::Known(b)) => checked(a.checked_sub(*b)),
            (Repr::Symbolic(poly), Repr::Known(value)) => {
                Int::of(poly.plus(value.checked_neg().ok_or(Overflow::Range)?)?)
            }
            _ => self.of_polys(other, Poly::sub),
        }
    }

    /// `self * other`.
    #[inline]
    pub fn mul(&self, other: &Int) -> Result<Int, Overflow> {
        match (&self.0, &other.0) {
            (Repr::Known(a), Repr::Known(b)) => checked(a.checked_mul(*b)),
            (Repr::Known(1), Repr::Symbolic(_)) => Ok(other.clone()),
            (Repr::Symbolic(_), Repr::Known(1)) => Ok(self.clone()),
            _ => self.of_polys(other, Poly::mul),
        }
    }

    #[cold]
    fn of_polys(
        &self,
        other: &Int,
        op: fn(&Poly, &Poly) -> Result<Poly, Overflow>,
    ) -> Result<Int, Overflow> {
        Int::of(op(&self.poly(), &other.poly())?)
    }

    /// `|self|`.
    pub fn abs(&self) -> Result<Int, Overflow> {
        match &self.0 {
            Repr::Known(value) => checked(value.checked_abs()),
            Repr::Symbolic(_) => self.greater(&Int::ZERO.sub(self)?),
        }
    }

    /// The lesser of both.
    pub fn lesser(&self, other: &Int) -> Result<Int, Overflow> {
        match self.at_most(other) {
            Truth::True => Ok(self.clone()),
            Truth::False => Ok(other.clone()),
            Truth::Unknown if other.at_most(self).is_true() => Ok(other.clone()),
            Truth::Unknown => {
                let (a, b) = if self <= other { (self, other) } else { (other, self) };
                Int::of_node(Node::Min(a.clone(), b.clone()))
            }
        }
    }

    /// The greater of both.
    pub fn greater(&self, other: &Int) -> Result<Int, Overflow> {
        match self.at_most(other) {
            Truth::True => Ok(other.clone()),
            Truth::False => Ok(self.clone()),
            Truth::Unknown if other.at_most(self).is_true() => Ok(self.clone()),
            Truth::Unknown => {
                let (a, b) = if self <= other { (self, other) } else { (other, self) };
                Int::of_node(Node::Max(a.clone(), b.clone()))
            }
        }
    }

    /// Whether `self == other`.
    pub fn equals(&self, other: &Int) -> Truth {
        if let (Repr::Known(a), Repr::Known(b)) = (&self.0, &other.0) {
            return (a == b).into();
        }
        if self == other {
            return Truth::True;
        }
        self.equals_by_facts(other).unwrap_or(Truth::Unknown)
    }

    /// Whether `self < other`.
    #[inline]
    pub fn less(&self, other: &Int) -> Truth {
        match (&self.0, &other.0) {
            (Repr::Known(a), Repr::Known(b)) => (a < b).into(),
            _ => self.less_by_facts(other).unwrap_or(Truth::Unknown),
        }
    }

    /// Whether `self <= other`.
    #[inline]
    pub fn at_most(&self, other: &Int) -> Truth {
        match other.less(self) {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            Truth::Unknown => Truth::Unknown,
        }
    }

    /// Whether `self` divides `other` without a remainder.
    pub fn divides(&self, other: &Int) -> Truth {
        match (&self.0, &other.0) {
            (Repr::Known(a), Repr::Known(b)) => (b.checked_rem(*a) == Some(0)).into(),
            _ => self.divides_by_facts(other).unwrap_or(Truth::Unknown),
        }
    }

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

#[inline]
fn checked(value: Option<i128>) -> Result<Int, Overflow> {
    value.map(Int::new).ok_or(Overflow::Range)
}

impl From<i128> for Int {
    fn from(value: i128) -> Self {
        Int::new(value)
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisions_round_as_named() {
        for a in -12..=12 {
            for b in [-5, -3, -1, 1, 2, 3, 7] {
                let (x, y) = (Int::new(a), Int::new(b));
                let floor = x.div_floor(&y).unwrap().known().unwrap();
                let exact = a as f64 / b as f64;
                assert_eq!(floor, exact.floor() as i128, "{a} / {b}");
                assert_eq!(
                    x.div_ceil(&y).unwrap().known().unwrap(),
                    exact.ceil() as i128,
                    "{a} / {b}"
                );
                assert_eq!(x.rem_floor(&y).unwrap().known().unwrap(), a - b * floor, "{a} % {b}");
            }
        }
    }

    #[test]
    fn overflow_is_an_error() {
        let max = Int::new(i128::MAX);
        let min = Int::new(i128::MIN);
        assert_eq!(max.add(&Int::ONE), Err(Overflow::Range));
        assert_eq!(min.sub(&Int::ONE), Err(Overflow::Range));
        assert_eq!(max.mul(&Int::new(2)), Err(Overflow::Range));
        assert_eq!(min.abs(), Err(Overflow::Range));
        assert_eq!(min.div_floor(&Int::new(-1)), Err(Overflow::Range));
        assert_eq!(Int::ONE.div_ceil(&Int::ZERO), Err(Overflow::Range));
        assert!(Int::ZERO.divides(&Int::ONE).is_false());
    }
}
