//! `LoopOrder`: the order of a nest's loops, and the direction in which each runs.

use super::{LINE_ELEMENTS, Loop, SOURCE, TARGET};

/// The order to which loops are interchanged, the least first, and the direction in which they run.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum LoopOrder {
    /// By the strides of the first source.
    Source,
    /// By the strides of the target.
    Target,
    /// By the cost of an iteration in all operands.
    Cost,
}

impl LoopOrder {
    /// Returns true if a loop runs downward in the operand that decides.
    pub(super) const fn is_downward<const P: usize>(self, l: &Loop<P>) -> bool {
        let operand = match self {
            LoopOrder::Source => SOURCE,
            LoopOrder::Target => TARGET,
            // The first operand that moves.
            LoopOrder::Cost => {
                let mut operand = 0;
                while operand + 1 < P && l.step[operand] == 0 {
                    operand += 1;
                }
                operand
            }
        };
        l.step[operand] < 0
    }

    /// Returns true if a loop comes before another, further inside.
    pub(super) const fn is_before<const P: usize>(self, a: &Loop<P>, b: &Loop<P>) -> bool {
        match self {
            LoopOrder::Source => a.step[SOURCE].unsigned_abs() < b.step[SOURCE].unsigned_abs(),
            LoopOrder::Target => a.step[TARGET].unsigned_abs() < b.step[TARGET].unsigned_abs(),
            LoopOrder::Cost => {
                let ((a, a_steps), (b, b_steps)) = (cost(a), cost(b));
                a < b || a == b && a_steps < b_steps
            }
        }
    }
}

/// The cost of an iteration, in elements, where a step to the next element costs 1 and one to another cache line a line; and the sum
/// of the steps. The target counts twice: it is read and written.
const fn cost<const P: usize>(l: &Loop<P>) -> (usize, usize) {
    let (mut cost, mut steps, mut operand) = (0, 0usize, 0);
    while operand < P {
        let step = l.step[operand].unsigned_abs();
        let elements = match step {
            0 | 1 => step,
            _ => LINE_ELEMENTS,
        };
        cost += if operand == TARGET { 2 * elements } else { elements };
        steps = steps.saturating_add(step);
        operand += 1;
    }
    (cost, steps)
}
