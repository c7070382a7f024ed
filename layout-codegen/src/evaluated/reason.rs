//! `Reason`: what a condition of the symbols is needed for.

use std::fmt;

use layout_algebra::{CollectVec, Condition, Error, ErrorKind, Int, Need, Part};

use crate::report::Lint;

/// The reason for a condition, as `for logical_divide of Tile`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    purpose: Purpose,
    /// The named layout whose definition needs it, where that is another one.
    of: Option<String>,
    need: Need,
}

/// The purpose of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// An integer is an extent.
    Extent,
    /// An integer is divided by.
    Divisor,
    /// The user has assumed it.
    Assumed,
    /// An integer has the type `usize`.
    Usize,
    /// An integer stands for a parameter of a named layout.
    Parameter(String),
    /// No two coordinates share an offset.
    Apart,
    /// The layout as it is written.
    Layout,
    /// An operation, by its name.
    Operation(String),
}

impl Reason {
    pub(crate) fn new(purpose: Purpose, of: Option<String>, need: Need) -> Self {
        Reason { purpose, of, need }
    }

    /// The reason of a condition that is part of a definition.
    pub(crate) fn must(purpose: Purpose) -> Self {
        Reason::new(purpose, None, Need::Must)
    }

    /// The reason of the condition of an error.
    pub(crate) fn of(error: &Error) -> Self {
        let purpose = match (error.kind(), error.op(), error.part()) {
            (ErrorKind::MayCollide { .. }, ..) => Purpose::Apart,
            (ErrorKind::Unproved, "make_layout", Part::Shape) => Purpose::Extent,
            (_, "make_layout", _) => Purpose::Layout,
            (_, op, _) => Purpose::Operation(op.to_owned()),
        };
        Reason::new(purpose, None, error.need())
    }

    /// The reason where a layout is used by its name: of several, that of the layout whose
    /// definition needs it.
    pub(crate) fn of_layout(&self, name: &str) -> Self {
        let of = self.of.as_deref().unwrap_or(name).to_owned();
        Reason { of: Some(of), ..self.clone() }
    }

    /// The purpose of the condition.
    pub fn purpose(&self) -> &Purpose {
        &self.purpose
    }

    /// The named layout whose definition needs the condition, where that is another one.
    pub fn layout(&self) -> Option<&str> {
        self.of.as_deref()
    }

    /// The need for the condition: without it there is no layout, or only another one.
    pub fn need(&self) -> Need {
        self.need
    }

    /// Returns whether the condition is that a symbol is an extent of the layout itself.
    pub(crate) fn is_of_extent(&self) -> bool {
        self.purpose == Purpose::Extent && self.of.is_none()
    }

    /// The purpose in words, as `for logical_divide of Tile`.
    fn text(&self) -> String {
        match &self.of {
            Some(of) => format!("{} of {of}", self.purpose),
            None => self.purpose.to_string(),
        }
    }

    /// The rule of a condition that does not hold, after the values of its symbols: a demand, with
    /// a way out where a lint is one; or the case, after `it was compiled for`.
    pub(crate) fn rule(&self, condition: &Condition) -> String {
        if self.need == Need::Case {
            return format!("{}, {}", condition.assumption(), self.text());
        }
        let rule = format!("{condition}, {}", self.text());
        match self.purpose == Purpose::Apart {
            true => format!("{rule}; `#[allow({})]` lets them", Lint::NonInjective.name()),
            false => rule,
        }
    }

    /// The message where the symbols have values for which the condition does not hold.
    pub(crate) fn broken(
        &self,
        condition: &Condition,
        values: &[(&str, &Int)],
        at: &str,
    ) -> String {
        let text = format!("{} and {}", equations(values, "="), self.sentence(condition));
        match self.need {
            Need::Must => text,
            Need::Case => {
                let values = equations(values, "==");
                format!("{text}\n`#[assume({values})]` {at} asks for this case")
            }
        }
    }

    /// The rule as a sentence.
    pub(crate) fn sentence(&self, condition: &Condition) -> String {
        match self.need {
            Need::Must => self.rule(condition),
            Need::Case => format!("it was compiled for {}", self.rule(condition)),
        }
    }
}

/// The values of symbols, each behind its name and a sign.
fn equations(values: &[(&str, &Int)], sign: &str) -> String {
    let each = values.iter().map(|(name, value)| format!("{name} {sign} {value}"));
    each.collect_vec().join(", ")
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.need {
            Need::Must => f.write_str(&self.text()),
            Need::Case => write!(f, "{}: the case that is compiled", self.text()),
        }
    }
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Purpose::Extent => f.write_str("as an extent"),
            Purpose::Divisor => f.write_str("as a divisor"),
            Purpose::Assumed => f.write_str("as is assumed"),
            Purpose::Usize => f.write_str("as a `usize`"),
            Purpose::Parameter(name) => write!(f, "as `{name}`"),
            Purpose::Apart => f.write_str("so that no two coordinates share an offset"),
            Purpose::Layout => f.write_str("for this layout"),
            Purpose::Operation(name) => write!(f, "for {name}"),
        }
    }
}
