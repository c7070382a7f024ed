//! `Atom`: what a polynomial is made of.

use alloc::string::String;
use alloc::sync::Arc;
use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use super::{Facts, Int};

/// An integer known only at run time, by its name.
///
/// A symbol carries the facts under which it was made ([`Facts::int`]), so that
/// comparisons need no other argument. Two symbols are the same if their place
/// and their name are, whatever is known of them.
#[derive(Clone)]
pub struct Symbol {
    /// Its place among the symbols: they are written in this order.
    pub(super) place: usize,
    pub(super) name: Arc<str>,
    pub(super) facts: Facts,
}

impl Symbol {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its place in the order of declaration.
    pub fn place(&self) -> usize {
        self.place
    }

    pub(crate) fn facts(&self) -> &Facts {
        &self.facts
    }

    fn key(&self) -> (usize, &str) {
        (self.place, &self.name)
    }

    fn order(&self, other: &Self) -> Ordering {
        match self.place == other.place {
            // Within one context, it is the same name.
            true if Arc::ptr_eq(&self.name, &other.name) => Ordering::Equal,
            true => self.name.cmp(&other.name),
            false => self.place.cmp(&other.place),
        }
    }
}

impl PartialEq for Symbol {
    fn eq(&self, other: &Self) -> bool {
        self.order(other).is_eq()
    }
}

impl Eq for Symbol {}

impl PartialOrd for Symbol {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Symbol {
    fn cmp(&self, other: &Self) -> Ordering {
        self.order(other)
    }
}

impl Hash for Symbol {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl core::fmt::Debug for Symbol {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.name)
    }
}

/// The rounding of a quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Rounding {
    Floor,
    Ceil,
    Trunc,
}

/// A part of an expression that addition and multiplication do not split.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Node {
    Symbol(Symbol),
    /// A rounded quotient. `proper`: the divisor was shown to be positive.
    Quotient {
        rounding: Rounding,
        dividend: Int,
        divisor: Int,
        proper: bool,
    },
    /// The remainder that the quotient leaves.
    Remainder {
        rounding: Rounding,
        dividend: Int,
        divisor: Int,
        proper: bool,
    },
    Min(Int, Int),
    Max(Int, Int),
}

/// A shared node, and how much it takes to look at it.
#[derive(Clone, Debug, Eq)]
pub(super) struct Atom(Arc<(Node, usize)>);

impl PartialEq for Atom {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Hash for Atom {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.node().hash(state);
    }
}

impl PartialOrd for Atom {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Atom {
    fn cmp(&self, other: &Self) -> Ordering {
        // Most are compared to themselves, or are symbols.
        if Arc::ptr_eq(&self.0, &other.0) {
            return Ordering::Equal;
        }
        match (self.node(), other.node()) {
            (Node::Symbol(a), Node::Symbol(b)) => a.cmp(b),
            (a, b) => a.cmp(b),
        }
    }
}

impl Atom {
    pub(super) fn new(node: Node) -> Self {
        let weight = match &node {
            Node::Symbol(_) => 1,
            Node::Quotient { dividend: a, divisor: b, .. }
            | Node::Remainder { dividend: a, divisor: b, .. }
            | Node::Min(a, b)
            // Whoever compares looks at both operands again: the work doubles at each level.
            | Node::Max(a, b) => {
                a.weight().saturating_add(b.weight()).saturating_mul(2).saturating_add(1)
            }
        };
        Atom(Arc::new((node, weight)))
    }

    pub(super) fn node(&self) -> &Node {
        &self.0.0
    }

    pub(super) fn weight(&self) -> usize {
        self.0.1
    }

    /// The operands of a compound atom.
    pub(super) fn operands(&self) -> Option<(&Int, &Int)> {
        match self.node() {
            Node::Symbol(_) => None,
            Node::Quotient { dividend: a, divisor: b, .. }
            | Node::Remainder { dividend: a, divisor: b, .. }
            | Node::Min(a, b)
            | Node::Max(a, b) => Some((a, b)),
        }
    }

    /// Some symbol in it.
    pub(super) fn symbol(&self) -> Option<&Symbol> {
        match self.node() {
            Node::Symbol(symbol) => Some(symbol),
            _ => {
                let (a, b) = self.operands()?;
                a.some_symbol().or_else(|| b.some_symbol())
            }
        }
    }
}

/// The name of a symbol.
pub(super) fn name(text: &str) -> Arc<str> {
    Arc::from(String::from(text))
}
