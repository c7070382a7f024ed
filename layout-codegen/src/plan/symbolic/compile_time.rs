//! Compile-time constants beside numbers that are known at run time: symbols that rustc knows, and the numbers that follow from
//! them.

use layout_algebra::{Condition, Expression, Facts, HTuple, Int};

use super::leaf::SymbolicLeaf;
use super::non_negative::NonNegative;
use crate::evaluated::Obligation;
use crate::syntax::SymbolKind;

/// A number that rustc computes of constants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// The number.
    pub of: Int,
    /// True if the number is at least 1 by a condition of the constants, so that it may be a
    /// divisor.
    pub is_divisor: bool,
}

/// The symbols, and the numbers that rustc computes of constants among them.
pub(super) struct CompileTime<'a> {
    symbols: &'a [(String, SymbolKind)],
    /// The conditions that constants must meet.
    demanded: Facts,
    pub(super) constants: Vec<Constant>,
}

impl<'a> CompileTime<'a> {
    pub(super) fn new(symbols: &'a [(String, SymbolKind)], obligations: &[Obligation]) -> Self {
        let mut known = CompileTime { symbols, demanded: Facts::new(), constants: Vec::new() };
        for (name, _) in symbols.iter().filter(|(_, kind)| *kind == SymbolKind::Constant) {
            known.demanded.natural(name);
        }
        for Obligation { condition, .. } in obligations {
            if known.decides(condition) {
                // A condition that cannot be assumed has no effect.
                let _ = known.demanded.assume(condition);
            }
        }
        known
    }

    /// The place of a symbol.
    pub(super) fn place(&self, symbol: &layout_algebra::Symbol) -> Option<usize> {
        self.symbols.iter().position(|(name, _)| name == symbol.name())
    }

    pub(super) fn is_constant(&self, symbol: &layout_algebra::Symbol) -> bool {
        let Some(place) = self.place(symbol) else { return false };
        self.symbols[place].1 == SymbolKind::Constant
    }

    /// Returns whether rustc knows all integers of a condition.
    pub(super) fn decides(&self, condition: &Condition) -> bool {
        condition.integers().all(|int| self.knows(int))
    }

    /// Returns whether rustc knows an integer.
    pub(super) fn knows(&self, int: &Int) -> bool {
        int.known().is_some()
            || self.symbols.iter().any(|(_, kind)| *kind == SymbolKind::Constant)
                && int.symbols().iter().all(|symbol| self.is_constant(symbol))
    }

    /// The place of a number that rustc computes.
    pub(super) fn constant(&self, int: &Int) -> Option<usize> {
        self.constants.iter().position(|constant| constant.of == *int)
    }

    /// The index of an expression that numbers may be divided by.
    pub(super) fn divisor(&self, of: &Expression) -> Option<usize> {
        let is = |constant: &Constant| constant.is_divisor && constant.of.expression() == *of;
        self.constants.iter().position(is)
    }

    /// Notes an integer that rustc computes.
    pub(super) fn note(&mut self, int: &Int) {
        if int.known().is_none() && self.knows(int) {
            self.push(int);
        }
    }

    fn push(&mut self, of: &Int) {
        if self.constant(of).is_none() {
            let demanded = self.demanded.bind(of);
            let is_divisor = matches!(&demanded, Ok(of) if Int::ONE.at_most(of).is_true());
            self.constants.push(Constant { of: of.clone(), is_divisor });
        }
    }

    /// Notes the extents and strides of leaves: of a type, also those that are known.
    pub(super) fn note_leaves(&mut self, profile: &HTuple<SymbolicLeaf>, is_type: bool) {
        for SymbolicLeaf { extent, stride } in profile.leaves() {
            for int in [extent, stride] {
                if is_type { self.push(int) } else { self.note(int) }
            }
        }
    }

    /// Notes what conditions ask of numbers that are known at run time to be multiples of.
    pub(super) fn note_divisors(&mut self, obligations: &[Obligation]) {
        for Obligation { condition, .. } in obligations {
            if let Condition::Divides { divisor, of } = condition
                && !self.decides(condition)
                && NonNegative::of(self, of).is_some()
            {
                self.note(divisor);
            }
        }
    }
}
