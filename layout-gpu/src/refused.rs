//! `Refused`: why a layout does not fit an instruction, with its numbers.

use core::fmt;

use layout_runtime::view::Message;

/// Why a layout does not fit: the numbers, and what must hold of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    numbers: [(&'static str, i64); 2],
    rule: &'static str,
}

impl Refused {
    pub(crate) const fn new(
        first: (&'static str, i64),
        second: (&'static str, i64),
        rule: &'static str,
    ) -> Self {
        Refused { numbers: [first, second], rule }
    }

    /// What must hold.
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        self.rule
    }

    /// Stops the compilation.
    pub(crate) const fn stop(&self, what: &str, notation: &str) -> ! {
        let [(first, a), (second, b)] = self.numbers;
        let message = Message::new(what)
            .text(" of ")
            .text(notation)
            .text(": ")
            .text(first)
            .text(" = ")
            .integer(a as isize)
            .text(", ")
            .text(second)
            .text(" = ")
            .integer(b as isize)
            .text(": ")
            .text(self.rule);
        panic!("{}", message.as_str())
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [(first, a), (second, b)] = self.numbers;
        write!(f, "{first} = {a}, {second} = {b}: {}", self.rule)
    }
}

impl core::error::Error for Refused {}
