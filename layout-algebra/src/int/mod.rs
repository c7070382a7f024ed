//! `Int`: the one integer type of the algebra.

mod arithmetic;
mod atom;
mod class;
mod compare;
mod congruence;
mod display;
mod divide;
mod expression;
mod fact_set;
mod facts;
mod integral;
mod narrow;
mod poly;
mod range;
mod sample;
mod search;
mod sign;
mod substitute;

use alloc::borrow::Cow;
use alloc::sync::Arc;
use core::fmt;

pub use atom::Symbol;
use atom::{Atom, Node};
pub use compare::Truth;
pub use expression::Expression;
pub use facts::{Facts, Refused};
use poly::Poly;

/// A checked integer: an extent, a stride, a coordinate or an offset.
///
/// An `Int` is known, or an expression over [`Symbol`]s in normal form: a sum of products
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
    /// A number that does not fit, or a quotient by 0.
    Range,
    /// The expression over symbols becomes too large.
    Terms,
    /// A quotient that was known to be exact is not, at these values.
    Inexact,
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

    /// The facts about the symbols of both: integers of one proof carry the same facts.
    fn facts_with(&self, other: &Int) -> Facts {
        let symbol = self.some_symbol().or(other.some_symbol());
        symbol.map_or_else(Facts::new, |symbol| symbol.facts.clone())
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

    /// Returns true if the value is not known.
    pub(crate) const fn is_symbolic(&self) -> bool {
        matches!(self.0, Repr::Symbolic(_))
    }
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
