//! `EncodingError`: the error of a layout that does not fit an instruction, with its numbers.

use core::fmt;

/// The error of a layout that does not fit an instruction: two numbers, and the rule that they break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodingError {
    numbers: [(&'static str, i64); 2],
    rule: &'static str,
}

impl EncodingError {
    /// The error of two numbers with their names, and the rule that they break.
    #[must_use]
    pub const fn new(
        first: (&'static str, i64),
        second: (&'static str, i64),
        rule: &'static str,
    ) -> Self {
        EncodingError { numbers: [first, second], rule }
    }

    /// The numbers by their names.
    #[must_use]
    pub const fn numbers(&self) -> [(&'static str, i64); 2] {
        self.numbers
    }

    /// The rule that the numbers break.
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        self.rule
    }
}

impl fmt::Display for EncodingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [(first, a), (second, b)] = self.numbers;
        write!(f, "{first} = {a}, {second} = {b}: {}", self.rule)
    }
}

impl core::error::Error for EncodingError {}

/// `?`, which constants do not have.
macro_rules! check {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(refused) => return Err(refused),
        }
    };
}

pub(crate) use check;
