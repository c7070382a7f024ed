//! `Runs`: the layout of a function of one coordinate.

use alloc::vec::Vec;

use super::carry::{Carry, cancel};
use super::{BUDGET, Mode, StepSum};
use crate::Overflow;
use crate::exact::integer::{ceil_div, gcd_strides};

/// The layout of a function on `[0, extent)`, if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Runs {
    /// The refined modes `(extent, stride)` of the argument, outermost last.
    Found(Vec<Mode>),
    /// The function steps evenly `run` times from a multiple of `scale`, and
    /// `run` does not divide the extent that is left.
    Broken {
        /// The stride of the argument at which the run breaks.
        scale: i128,
        /// The length of the run.
        run: i128,
        /// The extent left.
        extent: i128,
    },
    /// The search left its budget.
    Undecided,
}

enum Break {
    At(i128),
    Undecided,
}

impl StepSum {
    /// The coalesced layout of `c ↦ self(stride·c)` on `[0, extent)`, as modes
    /// of the argument.
    ///
    /// The coalesced layout of a function is unique: its first extent is the
    /// longest run of equal steps, since the next mode begins where they end.
    /// So a run that does not divide the extent proves that there is none. A negative
    /// stride has the runs of its absolute value, since the function is odd.
    pub(crate) fn runs(&self, extent: i128, stride: i128) -> Result<Runs, Overflow> {
        let mut modes = Vec::new();
        let (mut left, mut scale) = (extent, stride);
        while left > 1 {
            let run = match self.first_break(left, scale.checked_abs().ok_or(Overflow::Range)?)? {
                Some(Break::At(run)) => run,
                Some(Break::Undecided) => return Ok(Runs::Undecided),
                None => left,
            };
            if left % run != 0 {
                return Ok(Runs::Broken { scale, run, extent: left });
            }
            modes.push((run, scale));
            left /= run;
            scale = scale.checked_mul(run).ok_or(Overflow::Range)?;
        }
        Ok(Runs::Found(modes))
    }

    /// The first `c < extent` where `self(stride·c) ≠ c·self(stride)`, for `stride ≥ 0`.
    ///
    /// With `r = stride mod period`, a digit has carried `⌊r·c/period⌋` times at `c`,
    /// which is constant between the multiples of `period/r`. Only at those can the
    /// sum leave 0, and after `period/gcd(stride, period)` of the largest period
    /// everything repeats.
    fn first_break(&self, extent: i128, stride: i128) -> Result<Option<Break>, Overflow> {
        let mut carries = Vec::new();
        for step in &self.steps {
            let carry = Carry::new(step, &[(extent, stride)]);
            if carry.rests[0] != 0 {
                carries.push(carry);
            }
        }
        let Some(last) = carries.last() else { return Ok(None) };
        let repeats = last.period / gcd_strides(last.rests[0], last.period);
        let end = extent.min(repeats.checked_add(1).ok_or(Overflow::Range)?);
        let mut c = 0i128;
        for _ in 0..BUDGET {
            // The next c at which some ⌊rest·c/period⌋ changes.
            let mut next = end;
            for carry in &carries {
                let rest = carry.rests[0];
                let level = rest.checked_mul(c).ok_or(Overflow::Range)? / carry.period + 1;
                let at = ceil_div(level.checked_mul(carry.period).ok_or(Overflow::Range)?, rest)
                    .ok_or(Overflow::Range)?;
                next = next.min(at);
            }
            if next == end {
                return Ok(None);
            }
            c = next;
            if !cancel(&carries, &[c])? {
                return Ok(Some(Break::At(c)));
            }
        }
        Ok(Some(Break::Undecided))
    }
}
