//! The language's answers, held against the definitions of its operations without the
//! algebra.
//!
//! Expressions are drawn at random, written out and asked as a user asks them
//! ([`ask`](mod@ask)). What is printed is read again ([`read`](mod@read)) and evaluated by loops
//! over coordinates ([`layout_laws::function`]). Each operation of an expression is held against
//! its law ([`define`]) on its operands as they are printed; nothing here calls an operation
//! of the algebra.

pub mod ask;
pub mod case;
pub mod define;
pub mod draw;
pub mod grow;
pub mod known;
pub mod padded;
pub mod read;

pub use grow::{Finding, Tally, examine};
pub use padded::{Padded, examine_padding};

use case::{Case, Question};
use layout_laws::function::Function;

/// True if a definition covers the question and holds, false if it does not cover it; or the point at
/// which it fails.
pub type Law = Result<bool, String>;

/// An operation and its definition.
pub struct Operation {
    /// Its name.
    pub name: &'static str,
    /// The place of the layout among the operands.
    pub place: usize,
    /// Draws the other operands.
    pub draw: fn(&mut grow::Grower, &Function) -> grow::Words,
    /// Holds an answer against the definition.
    pub holds: fn(&Case) -> Law,
    /// Holds a refusal against the definition: fails where there is an answer.
    pub refused: fn(&Question) -> Law,
}

/// The bytes that a seed stands for, as many as an expression needs.
pub fn bytes_of(seed: u64) -> Vec<u8> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ z >> 31).to_le_bytes()
    };
    (0..48).flat_map(|_| next()).collect()
}
