//! Compile-time errors of layouts that do not fit an instruction.

use layout_core::EncodingError;
use layout_runtime::internals::Message;

/// Stops the compilation.
pub(crate) const fn stop(refused: &EncodingError, what: &str, notation: &str) -> ! {
    let [(first, a), (second, b)] = refused.numbers();
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
        .text(refused.rule());
    message.panic()
}

/// Stops the compilation where a constant calls it, unless the rule holds: of an `assert!` rustc shows lines of `core`.
#[track_caller]
pub(crate) const fn require(holds: bool, rule: &str) {
    if !holds {
        panic!("{}", rule);
    }
}

/// Stops the compilation of a copy between slices of different numbers of values.
#[track_caller]
pub(crate) const fn require_as_many(from: usize, to: usize) {
    if from != to {
        let message = Message::new("a copy of ").integer(from as isize);
        message.text(" values to ").integer(to as isize).text(": it is between as many").panic();
    }
}

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
