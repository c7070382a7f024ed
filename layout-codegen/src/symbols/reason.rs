//! `Reason`: what a condition of the symbols is needed for.

use std::fmt;

use layout_algebra::{Condition, Error, ErrorKind, Int, Need, Part};

use crate::report::Lint;

/// What injectivity is for.
const APART: &str = "so that no two coordinates share an offset";

/// What a condition is needed for, as `for logical_divide`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    text: String,
    need: Need,
}

impl Reason {
    /// What extents are at least 1 for.
    pub(crate) const AS_EXTENT: &str = "as an extent";

    pub(crate) fn new(text: impl Into<String>, need: Need) -> Self {
        Reason { text: text.into(), need }
    }

    /// Of what is part of a definition.
    pub(crate) fn must(text: impl Into<String>) -> Self {
        Reason::new(text, Need::Must)
    }

    /// Of the condition of an error.
    pub(crate) fn of(error: &Error) -> Self {
        let text = match (error.kind(), error.op(), error.part()) {
            (ErrorKind::MayCollide { .. }, ..) => APART.into(),
            (ErrorKind::Unproved, "make_layout", Part::Shape) => Reason::AS_EXTENT.into(),
            (_, "make_layout", _) => "for this layout".into(),
            (_, op, _) => format!("for {op}"),
        };
        Reason::new(text, error.need())
    }

    /// The same where a layout is used by its name: of several, that of the layout whose
    /// definition needs it.
    pub(crate) fn of_layout(&self, name: &str) -> Self {
        match self.text.contains(" of ") {
            true => self.clone(),
            false => Reason::new(format!("{} of {name}", self.text), self.need),
        }
    }

    /// What for, as `for logical_divide`.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether there is no layout without the condition, or only another one.
    pub fn need(&self) -> Need {
        self.need
    }

    pub(crate) fn is_of_extent(&self) -> bool {
        self.text == Reason::AS_EXTENT
    }

    /// What is said of a condition that does not hold, after the values of its symbols: a
    /// demand, with a way out where a lint is one; or the case, after `it was compiled for`.
    pub(crate) fn rule(&self, condition: &Condition) -> String {
        if self.need == Need::Case {
            return format!("{}, {}", condition.assumption(), self.text);
        }
        let rule = format!("{condition}, {}", self.text);
        match self.text.starts_with(APART) {
            true => format!("{rule}; `#[allow({})]` lets them", Lint::NonInjective.name()),
            false => rule,
        }
    }

    /// What is said where the symbols have values for which it does not hold.
    pub(crate) fn broken(
        &self,
        condition: &Condition,
        values: &[(&str, &Int)],
        at: &str,
    ) -> String {
        let joined = |sign: &str| {
            let each = values.iter().map(|(name, value)| format!("{name} {sign} {value}"));
            each.collect::<Vec<_>>().join(", ")
        };
        let text = format!("{} and {}", joined("="), self.sentence(condition));
        match self.need {
            Need::Must => text,
            Need::Case => format!("{text}\n`#[assume({})]` {at} asks for this case", joined("==")),
        }
    }

    /// The same as a sentence.
    pub(crate) fn sentence(&self, condition: &Condition) -> String {
        match self.need {
            Need::Must => self.rule(condition),
            Need::Case => format!("it was compiled for {}", self.rule(condition)),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.need {
            Need::Must => f.write_str(&self.text),
            Need::Case => write!(f, "{}: the case that is compiled", self.text),
        }
    }
}
