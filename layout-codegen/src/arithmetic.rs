//! `Arithmetic`: what a function of a plan computes, in operations that every language has.
//!
//! A plan says which digits a coordinate has and how they come together. This stage writes
//! that down as variables and one expression, for words of a width. What follows prints it:
//! `emit` as tokens of Rust, `languages` as text.

mod body;
mod node;
mod operand;
mod symbolic;

use crate::plan::{Entry, SymbolicPlan, Twist};
pub use node::{Arithmetic, Dividend, Is, Node, Op, Variable, Word};
use operand::Operand;
pub(crate) use symbolic::{apart, known_or_natural, natural_number};

impl Arithmetic {
    /// The arithmetic of an entry of a plan.
    pub fn of(entry: &Entry, word: Word) -> Self {
        body::arithmetic(entry, word)
    }

    /// The arithmetic of swizzles of an offset, in the order in which they are applied.
    pub fn of_twists(twists: &[Twist]) -> Self {
        body::twisted(Vec::new(), Some(Operand::new(Node::Coordinate(0))), twists)
    }

    /// The arithmetic of the functions of a layout with symbols, in the order of [`Plan::entries`];
    /// `None` where a number has no name in arithmetic of words.
    ///
    /// [`Plan::entries`]: crate::Plan::entries
    pub fn of_symbols(plan: &SymbolicPlan) -> Option<[Self; 3]> {
        symbolic::arithmetic(plan)
    }
}

impl Arithmetic {
    /// A name for each variable, different from all others and from those that are taken.
    pub fn names(&self, coordinates: &[String], taken: &[String]) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for variable in &self.variables {
            let stem = match variable.is {
                Is::Quotient { of, by } => {
                    let of = match of {
                        Dividend::Coordinate(place) => &coordinates[place],
                        Dividend::Variable(place) => &names[place],
                    };
                    if by == 0 { format!("{of}_rest") } else { format!("{of}_{by}") }
                }
                Is::Offset => "x".to_owned(),
                Is::Word => "word".to_owned(),
                Is::Flipped => "flipped".to_owned(),
            };
            let (mut name, mut number) = (stem.clone(), 0);
            while [&names, coordinates, taken].iter().any(|of| of.contains(&name)) {
                number += 1;
                name = format!("{stem}_{number}");
            }
            names.push(name);
        }
        names
    }
}
