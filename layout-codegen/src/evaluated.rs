//! `Evaluated`: a value with its symbols and the conditions that it is right under.

mod given;
mod reason;
mod unevaluated;

use layout_algebra::bounds::{Bound, Bounds};
use layout_algebra::{CollectVec, Condition, Facts, Int};
use proc_macro2::{Span, TokenStream};

pub use given::Given;
pub(crate) use given::{GivenSymbol, Source};
pub use reason::{Purpose, Reason};
pub use unevaluated::Unevaluated;

use crate::mode_names::ModeNames;
use crate::report::SpanRange;
use crate::syntax::{Name, SymbolKind};
use crate::value::Value;

/// A symbol of an expression.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// Its name in notations and messages.
    pub name: String,
    /// The time at which it has a value.
    pub kind: SymbolKind,
    /// The Rust expression that has it.
    pub tokens: TokenStream,
    /// The range where the symbol stands first, or is declared.
    pub range: SpanRange,
    /// True if the symbol stands where an extent does.
    pub(crate) extent: bool,
}

/// A condition of the symbols, checked where the layout is made.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// The condition.
    pub condition: Condition,
    /// The purpose of the condition.
    pub reason: Reason,
    /// The tokens that need it.
    pub range: SpanRange,
}

impl Obligation {
    /// The condition and its purpose.
    pub(crate) fn into_parts(self) -> (Condition, Reason) {
        (self.condition, self.reason)
    }

    /// The condition as it is assumed.
    pub(crate) fn assumption(&self) -> String {
        self.condition.assumption()
    }

    /// The condition that an evaluation could not prove, with the range of the tokens that need it.
    pub(crate) fn of(needed: layout_algebra::Obligation<Unevaluated>) -> Option<Self> {
        let layout_algebra::Obligation { condition, reason } = needed;
        let (range, error) = (reason.range()?, reason.algebra()?);
        Some(Obligation { condition, reason: Reason::of(error), range })
    }

    /// The message where the condition does not hold for values of its symbols.
    pub fn broken(&self, values: &[(&str, &Int)]) -> String {
        self.reason.broken(&self.condition, values, "in front")
    }

    /// The rule as text after the values.
    pub(crate) fn rule(&self) -> String {
        self.reason.rule(&self.condition)
    }
}

/// A value, and what it is right under.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// The value.
    pub value: Value,
    /// The coordinates of the layout in it that are padding.
    pub bounds: Bounds,
    /// The names of its modes.
    pub names: ModeNames,
    /// The symbols of the expression, in the order in which they are written.
    pub symbols: Vec<Symbol>,
    /// The conditions of the symbols.
    pub obligations: Vec<Obligation>,
}

impl Evaluated {
    /// The value without symbols, if all integers in it are known.
    #[must_use]
    pub fn settled(self) -> Self {
        match self.is_symbolic() {
            true => self,
            false => Evaluated { symbols: Vec::new(), obligations: Vec::new(), ..self },
        }
    }

    /// The conditions of the symbols, without those that follow from the rest.
    pub fn conditions(&self) -> Vec<&Condition> {
        let mut kept = self.obligations.iter().map(|it| &it.condition).collect_vec();
        let mut at = 0;
        while at < kept.len() {
            let mut facts = Facts::new();
            self.symbols.iter().for_each(|symbol| facts.natural(&symbol.name));
            let mut are_known = true;
            for (place, other) in kept.iter().enumerate() {
                are_known = are_known && (place == at || facts.assume(other).is_ok());
            }
            match kept[at].substitute(&|symbol| facts.int(symbol.name())) {
                Ok(condition) if are_known && condition.decide().is_true() => {
                    kept.remove(at);
                }
                _ => at += 1,
            }
        }
        kept
    }

    /// The value with the names of its modes, as it is written.
    pub fn notation(&self) -> String {
        self.value.clone().with(self.names.clone()).to_string()
    }

    /// The value with its named axes numbered as in a list; as it is where they have no names.
    ///
    /// # Errors
    ///
    /// The name of an axis that the list lacks.
    pub fn numbered(&self, axes: &[&str]) -> Result<Value, String> {
        let mut list = axes.iter().map(ToString::to_string).collect_vec();
        let value = self.names.numbered_as(self.value.clone(), &mut list);
        match list.get(axes.len()) {
            Some(other) => Err(other.clone()),
            None => Ok(value),
        }
    }

    /// Returns whether an integer in the value is not known.
    pub fn is_symbolic(&self) -> bool {
        let is_symbolic =
            |bound: &Bound| bound.coordinate().is_symbolic() || bound.extent().known().is_none();
        self.value.is_symbolic() || self.bounds.within().unwrap_or_default().iter().any(is_symbolic)
    }
}

/// The tokens of a name.
pub(crate) fn name_range(name: &Name) -> SpanRange {
    let mut tokens = name.tokens.clone().into_iter();
    let first = tokens.next().map_or(Span::call_site(), |token| token.span());
    SpanRange { first, last: tokens.last().map_or(first, |token| token.span()) }
}
