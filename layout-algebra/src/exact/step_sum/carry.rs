//! `Carry`: what keeps a sum of steps from being linear.
//!
//! Let `dₖ = qₖ·period + rₖ`, truncated, and `Q = Σ qₖcₖ`, `R = Σ rₖcₖ`. The quotient at
//! `Σ dₖcₖ` exceeds `Q`, the sum of those at `dₖ`, by `trunc(Q + R/period) − Q`: that often
//! the digit carries. It does not where `|R| < period` and `Q` and `R` have no opposite
//! signs, and only there.

use alloc::vec::Vec;

use super::{Mode, Vector};
use crate::Overflow;
use crate::exact::integer::{add_multiple, dot, is_zero};
use crate::explain::says;

/// The carries of a digit over some axes.
pub(super) struct Carry<'a> {
    pub(super) period: i128,
    jump: &'a Vector,
    /// The strides of the axes divided by the period, and what that leaves.
    quotients: Vec<i128>,
    pub(super) rests: Vec<i128>,
}

impl<'a> Carry<'a> {
    /// The carries of a step over axes with the strides of these modes.
    pub(super) fn new((period, jump): &'a (i128, Vector), modes: &[Mode]) -> Self {
        let (mut quotients, mut rests) = (Vec::new(), Vec::new());
        for (_, stride) in modes {
            quotients.push(stride / period);
            rests.push(stride % period);
        }
        Carry { period: *period, jump, quotients, rests }
    }

    /// The number of carries of the digit up to a coordinate, below 0 where it borrows.
    pub(super) fn count(&self, c: &[i128]) -> Result<i128, Overflow> {
        let rest = dot(&self.rests, c).ok_or(Overflow::Range)?;
        let carried = rest / self.period;
        let whole = dot(&self.quotients, c).ok_or(Overflow::Range)?;
        let whole = whole.checked_add(carried).ok_or(Overflow::Range)?;
        let towards_zero = match (whole.signum(), rest % self.period) {
            (1, ..=-1) => -1,
            (-1, 1..) => 1,
            _ => 0,
        };
        Ok(carried + towards_zero)
    }

    /// Returns true if the digit is shown to carry nowhere on the box of these modes, which are its
    /// axes.
    ///
    /// Where all strides have one sign, that is `Σ |rₖ|(extentₖ−1) < period`, and exact.
    /// Else `Q` and `R` may have opposite signs. If `Q > 0`, some axis with `qₖ > 0` is at
    /// 1 or further, so that `R` is at least `rₖ` and what all axes may take away.
    pub(super) fn never(&self, modes: &[Mode]) -> Result<bool, Overflow> {
        let (mut low, mut high) = (0i128, 0i128);
        for (&(extent, _), rest) in modes.iter().zip(&self.rests) {
            let reach = rest.checked_mul(extent - 1).ok_or(Overflow::Range)?;
            low = low.checked_add(reach.min(0)).ok_or(Overflow::Range)?;
            high = high.checked_add(reach.max(0)).ok_or(Overflow::Range)?;
        }
        if -self.period >= low || high >= self.period {
            return Ok(false);
        }
        let mut never = true;
        for ((extent, _), (quotient, rest)) in
            modes.iter().zip(self.quotients.iter().zip(&self.rests))
        {
            never &= match quotient.signum() {
                _ if *extent == 1 => true,
                1 => low + rest >= 0,
                -1 => high + rest <= 0,
                _ => true,
            };
        }
        if never {
            says!(
                "no digit carries at {}: the remainders of the steps add up to {}",
                self.period,
                match low {
                    0 => alloc::format!("at most {high}"),
                    low => alloc::format!("{low} to {high}"),
                }
            );
        }
        Ok(never)
    }
}

/// Returns true if the carries at a coordinate cancel: the sum of `jump` times their counts is 0.
pub(super) fn cancel(carries: &[Carry<'_>], c: &[i128]) -> Result<bool, Overflow> {
    let Some(first) = carries.first() else { return Ok(true) };
    let mut excess = alloc::vec![0; first.jump.len()];
    for carry in carries {
        add_multiple(&mut excess, carry.count(c)?, carry.jump)?;
    }
    Ok(is_zero(&excess))
}
