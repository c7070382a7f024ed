//! `LoopOrder`: the order of a nest's loops, and the direction in which each runs.

use super::{LINE_ELEMENTS, Loop, SOURCE, TARGET};

/// The order to which loops are interchanged, the least first, and the direction in which they run.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum LoopOrder {
    /// The strides of the first source.
    Source,
    /// The strides of the target.
    Target,
    /// The cost of an iteration in all operands.
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

    /// The number by which a loop of the first `count` operands is sorted, and a second one among equals: the least comes first, further inside.
    pub(crate) const fn key<const P: usize>(self, l: &Loop<P>, count: usize) -> (usize, usize) {
        match self {
            LoopOrder::Source => (l.step[SOURCE].unsigned_abs(), 0),
            LoopOrder::Target => (l.step[TARGET].unsigned_abs(), 0),
            LoopOrder::Cost => cost(l, count),
        }
    }
}

/// The lines that an element costs which is in another line and in no first-level cache.
const CONFLICT: usize = 4;

/// The cost of an iteration, in elements, where a step to the next element costs 1, one to another cache line a line, and [`CONFLICT`] where lines evict each
/// other; and the sum of the steps. The target counts twice: it is read and written.
const fn cost<const P: usize>(l: &Loop<P>, count: usize) -> (usize, usize) {
    let (mut cost, mut steps, mut operand) = (0, 0usize, 0);
    while operand < count {
        let step = l.step[operand].unsigned_abs();
        let elements = match step {
            0 | 1 => step,
            _ if l.has_conflicts_in(operand) => CONFLICT * LINE_ELEMENTS,
            _ => LINE_ELEMENTS,
        };
        cost += if operand == TARGET { 2 * elements } else { elements };
        steps = steps.saturating_add(step);
        operand += 1;
    }
    (cost, steps)
}
