//! `--with m=256,n=64`: symbols that have values.

use layout_algebra::{Error, Int, Overflow, Symbol};
use layout_codegen::{Evaluated, SpanRange, Value};

/// The values of symbols.
#[derive(Default)]
pub struct With(pub Vec<(String, i128)>);

/// Why there is no value for these values of the symbols.
pub enum Broken {
    /// An obligation, and what needs it.
    Obligation(String, SpanRange),
    /// The value is none.
    Value(String),
}

impl From<Error> for Broken {
    fn from(error: Error) -> Self {
        Broken::Value(error.to_string())
    }
}

impl From<Overflow> for Broken {
    fn from(overflow: Overflow) -> Self {
        Error::from(overflow).into()
    }
}

/// One `m=256`.
pub fn parse(text: &str) -> Result<(String, i128), String> {
    let (name, value) = text.split_once('=').ok_or("expected `name=integer`")?;
    let value = value.trim().parse().map_err(|_| format!("`{value}` is no integer"))?;
    Ok((name.trim().to_owned(), value))
}

/// A symbol that is given two values, and both.
pub fn twice(values: &[(String, i128)]) -> Option<(&str, i128, i128)> {
    values.iter().enumerate().find_map(|(at, (name, second))| {
        let (_, first) = values[..at].iter().find(|(other, _)| other == name)?;
        Some((name.as_str(), *first, *second))
    })
}

impl With {
    /// The symbols with values, in the order in which they are given.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// Whether a symbol has a value.
    pub fn has(&self, name: &str) -> bool {
        self.value(name).is_some()
    }

    fn value(&self, name: &str) -> Option<i128> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| *value)
    }

    /// The value with these values in the place of symbols, its obligations checked.
    pub fn substituted(&self, evaluated: Evaluated) -> Result<Evaluated, Broken> {
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
            if symbols.iter().all(|symbol| self.has(symbol.name())) {
                if obligation.condition.holds_at(&of)? {
                    continue;
                }
                let values: Vec<_> = symbols
                    .iter()
                    .filter_map(|symbol| Some((symbol.name(), of(symbol)?)))
                    .collect();
                let values: Vec<_> = values.iter().map(|(name, value)| (*name, value)).collect();
                return Err(Broken::Obligation(obligation.broken(&values), obligation.range));
            }
            obligation.condition = obligation.condition.substitute(&of)?;
            left.push(obligation);
        }
        let value = substitute(value, &of)?;
        let bounds = bounds.substitute(&of)?;
        Ok(Evaluated { value, bounds, names, symbols, obligations: left })
    }
}

fn substitute(value: Value, of: &dyn Fn(&Symbol) -> Option<Int>) -> Result<Value, Broken> {
    value.substitute(of).map_err(Broken::from)
}
