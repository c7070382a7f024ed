//! `Cost`: operations, and the weight by which plans are compared. `cost.rs` has the weight of each operation.

use std::fmt;
use std::ops::AddAssign;

/// The cost of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The operations: and, shift, multiplication, division, joining, negation.
    pub ops: u32,
    /// The divisions among them, by numbers that are no powers of two.
    pub div: u32,
    /// The weight by which plans are compared.
    pub weight: u32,
}

impl Cost {
    pub(super) fn new(ops: u32, div: u32, weight: u32) -> Self {
        Cost { ops, div, weight }
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, more: Cost) {
        self.ops += more.ops;
        self.div += more.div;
        self.weight += more.weight;
    }
}

impl fmt::Display for Cost {
    /// `5 ops`, `7 ops, 1 div`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.ops == 1 { "" } else { "s" };
        write!(f, "{} op{plural}", self.ops)?;
        if self.div > 0 {
            write!(f, ", {} div", self.div)?;
        }
        Ok(())
    }
}
