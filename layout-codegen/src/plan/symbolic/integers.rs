//! `SymbolicIntegers`: what the expansion of integers over symbols computes.

use layout_algebra::Int;

use super::check::Check;
use super::compile_time::CompileTime;
use super::constructor::ValueNumbers;
use super::leaf::are_constant;
use super::number::Numbers;
use crate::evaluated::Obligation;
use crate::syntax::SymbolKind;

/// Integers over symbols, and the checks before they are computed.
#[derive(Clone, Debug)]
pub(crate) struct SymbolicIntegers {
    /// The conditions, in the order in which they are checked.
    pub(crate) obligations: Vec<Obligation>,
    /// The check of each obligation: by whom, and how.
    pub(crate) checks: Vec<Check>,
    /// The integers that are not known, each once.
    pub(crate) integers: Vec<Integer>,
    /// The numbers that are computed where rustc does not know all symbols: the integers, in this order.
    pub(crate) value: Option<ValueNumbers>,
}

/// An integer that is a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Integer {
    pub(crate) of: Int,
    /// True if the integer is proved to be at least 0, so that it is a `usize`.
    pub(crate) is_natural: bool,
}

/// Plans the expansion of integers over symbols.
pub(crate) fn plan_integers(
    integers: impl IntoIterator<Item = Int>,
    symbols: &[(String, SymbolKind)],
    obligations: Vec<Obligation>,
) -> SymbolicIntegers {
    let mut distinct: Vec<Integer> = Vec::new();
    for of in integers {
        if of.known().is_none() && distinct.iter().all(|other| other.of != of) {
            let is_natural = Int::ZERO.at_most(&of).is_true();
            distinct.push(Integer { of, is_natural });
        }
    }
    let mut known = CompileTime::new(symbols, &obligations);
    let is_value = !are_constant(symbols);
    if is_value {
        known.note_divisors(&obligations);
    }
    let (obligations, checks) = obligations.iter().map(|of| Check::of(&known, None, of)).unzip();
    let value = if is_value {
        let mut numbers =
            Numbers { known: &known, size: None, extents: Vec::new(), all: Vec::new() };
        for integer in &distinct {
            numbers.number(&integer.of, false);
        }
        let numbers = numbers.all;
        Some(ValueNumbers { constants: known.constants, size: None, numbers })
    } else {
        None
    };
    SymbolicIntegers { obligations, checks, integers: distinct, value }
}
