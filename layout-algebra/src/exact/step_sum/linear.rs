//! `Linear`: whether the layouts of single coordinates add up.

use alloc::vec::Vec;

use super::carry::{Carry, cancel};
use super::{BUDGET, Mode, StepSum};
use crate::exact::integer::size;
use crate::explain::says;
use crate::{CollectVec, Overflow};

/// The answer if a function is linear on a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Linear {
    /// Linear at every point.
    Yes,
    /// Proof that the function is not linear: this coordinate.
    FailsAt(Vec<i128>),
    /// The algebraic condition does not apply and the box exceeds the budget.
    Undecided,
}

impl StepSum {
    /// Decides `self(Σ dₖcₖ) = Σ cₖ·self(dₖ)` on the box of the modes `(extent, d)`.
    ///
    /// The two sides differ by the sum of each jump times how often its digit
    /// carries (`Carry`). If none ever does, the function is linear. For
    /// strides of one sign this is the exact form of the divisibility and
    /// segregation conditions of arXiv 2603.02298, section 3.3, and weaker than
    /// those: it holds for every composition that has a result, unless carries
    /// of different periods cancel, which only a visit of the points can tell.
    /// Of strides of both signs, so can it only if both step past a period.
    pub(crate) fn linear_on(&self, modes: &[Mode]) -> Result<Linear, Overflow> {
        let mut carrying: Vec<Carry<'_>> = Vec::new();
        for step in &self.steps {
            let carry = Carry::new(step, modes);
            if !carry.never(modes)? {
                carrying.push(carry);
            }
        }
        if self.steps.is_empty() {
            says!("the left operand steps evenly: what leaves add, adds up");
        }
        if carrying.is_empty() {
            return Ok(Linear::Yes);
        }
        // Walk towards the far corner: what carries first is the likeliest witness.
        if let Some(corner) = first_carry(&carrying, modes)? {
            #[cfg(feature = "explain")]
            for carry in &carrying {
                let count = carry.count(&corner)?;
                says!(
                    "after {corner:?} of these steps the digit at {} carries {count} times",
                    carry.period
                );
            }
            return Ok(Linear::FailsAt(corner));
        }
        let visited = visit(&carrying, modes)?;
        if visited == Linear::Yes {
            says!("digits carry, and what that adds cancels: seen at every point");
        }
        Ok(visited)
    }
}

/// A coordinate where the carries do not cancel, made small axis by axis: on one of two
/// monotone paths from 0 to the far corner, or one step of an axis and all of those that
/// step the other way.
fn first_carry(carrying: &[Carry<'_>], modes: &[Mode]) -> Result<Option<Vec<i128>>, Overflow> {
    let forward: Vec<usize> = (0..modes.len()).collect_vec();
    let backward: Vec<usize> = forward.iter().rev().copied().collect_vec();
    for order in [&forward, &backward] {
        let mut c = alloc::vec![0i128; modes.len()];
        for &axis in order {
            c[axis] = modes[axis].0 - 1;
            if !cancel(carrying, &c)? {
                return lowered(carrying, c, order).map(Some);
            }
        }
    }
    // One step against all that goes the other way.
    for (axis, &(extent, stride)) in modes.iter().enumerate() {
        let mut c = Vec::new();
        for &(extent, other) in modes {
            c.push(if stride.signum() * other.signum() < 0 { extent - 1 } else { 0 });
        }
        c[axis] = 1.min(extent - 1);
        if !cancel(carrying, &c)? {
            return lowered(carrying, c, &forward).map(Some);
        }
    }
    Ok(None)
}

/// A point at which the carries do not cancel, lowered along each axis in this order.
fn lowered(
    carrying: &[Carry<'_>],
    mut c: Vec<i128>,
    order: &[usize],
) -> Result<Vec<i128>, Overflow> {
    for &axis in order {
        lower(carrying, &mut c, axis)?;
    }
    Ok(c)
}

/// Lowers one position of a coordinate that fails as far as bisection finds it
/// still to fail.
fn lower(carrying: &[Carry<'_>], c: &mut [i128], axis: usize) -> Result<(), Overflow> {
    let mut fails = c[axis];
    let mut holds = -1;
    while fails - holds > 1 {
        c[axis] = holds + (fails - holds) / 2;
        if cancel(carrying, c)? { holds = c[axis] } else { fails = c[axis] }
    }
    c[axis] = fails;
    Ok(())
}

/// Compares at every point of a box within the budget.
fn visit(carrying: &[Carry<'_>], modes: &[Mode]) -> Result<Linear, Overflow> {
    if size(modes).is_none_or(|points| points > BUDGET as i128) {
        return Ok(Linear::Undecided);
    }
    let mut c = alloc::vec![0i128; modes.len()];
    loop {
        if !cancel(carrying, &c)? {
            return Ok(Linear::FailsAt(c));
        }
        let mut axis = 0;
        loop {
            let Some(&(extent, _)) = modes.get(axis) else { return Ok(Linear::Yes) };
            c[axis] += 1;
            if c[axis] < extent {
                break;
            }
            c[axis] = 0;
            axis += 1;
        }
    }
}
