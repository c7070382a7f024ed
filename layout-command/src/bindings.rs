//! Values of symbols, as `--with m=256,n=64` gives them.

use layout_algebra::{Error, Int, Overflow, Symbol};
use layout_codegen::{Evaluated, SpanRange};

/// The values of symbols.
#[derive(Default)]
pub struct Bindings(pub Vec<(String, i128)>);

/// The error of an expression that has no value where its symbols have these.
pub enum BindingError {
    /// An obligation that does not hold, as text, and the tokens of the operation that needs it.
    Obligation(String, SpanRange),
    /// The error of the value.
    Value(String),
}

impl From<Error> for BindingError {
    fn from(error: Error) -> Self {
        BindingError::Value(error.to_string())
    }
}

impl From<Overflow> for BindingError {
    fn from(overflow: Overflow) -> Self {
        Error::from(overflow).into()
    }
}

/// Parses one binding, such as `m=256`.
///
/// # Errors
///
/// A text without `=`, and a value that is no integer of 128 bits.
pub fn parse(text: &str) -> Result<(String, i128), String> {
    let (name, value) = text.split_once('=').ok_or("expected `name=integer`")?;
    match value.trim().parse() {
        Ok(value) => Ok((name.trim().to_owned(), value)),
        Err(_) => Err(format!("`{value}` is no integer")),
    }
}

/// The first symbol with two values, and both values.
pub fn duplicate(values: &[(String, i128)]) -> Option<(&str, i128, i128)> {
    for (at, (name, second)) in values.iter().enumerate() {
        if let Some((_, first)) = values[..at].iter().find(|(other, _)| other == name) {
            return Some((name, *first, *second));
        }
    }
    None
}

impl Bindings {
    /// The symbols with values, in the order in which they are given.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// Returns `true` if a symbol has a value.
    pub fn contains(&self, name: &str) -> bool {
        self.value(name).is_some()
    }

    fn value(&self, name: &str) -> Option<i128> {
        let (_, value) = self.0.iter().find(|(other, _)| other == name)?;
        Some(*value)
    }

    /// Replaces symbols in a value by these values, and checks the obligations that have no other symbol.
    ///
    /// # Errors
    ///
    /// An obligation that does not hold, and a value that overflows or does not exist for these values.
    pub fn apply(&self, evaluated: Evaluated) -> Result<Evaluated, BindingError> {
        if self.0.is_empty() || evaluated.symbols.is_empty() {
            return Ok(evaluated);
        }
        let of = |symbol: &Symbol| self.value(symbol.name()).map(Int::new);
        let Evaluated { value, bounds, names, symbols, obligations } = evaluated;
        let mut left = Vec::new();
        for mut obligation in obligations {
            let symbols = obligation.condition.integers().flat_map(Int::symbols);
            let mut symbols: Vec<Symbol> = symbols.collect();
            symbols.sort();
            symbols.dedup();
            if symbols.iter().all(|symbol| self.contains(symbol.name())) {
                if obligation.condition.holds_at(&of)? {
                    continue;
                }
                let values: Vec<_> = symbols.iter().filter_map(of).collect();
                let values: Vec<_> = symbols.iter().map(Symbol::name).zip(&values).collect();
                return Err(BindingError::Obligation(obligation.broken(&values), obligation.range));
            }
            obligation.condition = obligation.condition.substitute(&of)?;
            left.push(obligation);
        }
        let value = value.substitute(&of)?;
        let bounds = bounds.substitute(&of)?;
        Ok(Evaluated { value, bounds, names, symbols, obligations: left })
    }
}
