//! `FactSet`: the data of [`Facts`](super::Facts).

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::class::Class;
use super::poly::Poly;
use crate::Condition;

/// Values of the symbols, by their places.
pub(super) type Sample = Vec<i128>;

/// The facts of one context.
#[derive(Clone)]
pub(super) struct FactSet {
    pub(super) symbols: Vec<SymbolFacts>,
    /// The conditions that were assumed, in their words.
    pub(super) assumed: Vec<Condition>,
    /// Polynomials whose values are integers.
    pub(super) integral: Vec<Poly>,
    /// Polynomials that are at least 0, without negative powers.
    pub(super) positive: Vec<Poly>,
    /// Values of the symbols that meet all these facts.
    pub(super) samples: Vec<Sample>,
}

impl Default for FactSet {
    fn default() -> Self {
        FactSet {
            symbols: Vec::new(),
            assumed: Vec::new(),
            integral: Vec::new(),
            positive: Vec::new(),
            samples: alloc::vec![Vec::new(); 3],
        }
    }
}

/// The facts about one symbol alone.
#[derive(Clone)]
pub(super) struct SymbolFacts {
    pub(super) name: Arc<str>,
    /// The least value, if it has one.
    pub(super) least: Option<i128>,
    /// The greatest value, if it has one.
    pub(super) most: Option<i128>,
    /// The class of the integers between them that it may be; both of them are of the class.
    pub(super) class: Class,
}
