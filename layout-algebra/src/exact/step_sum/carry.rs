//! `Carry`: what keeps a sum of steps from being linear.
//!
//! With `rₖ = dₖ mod period`, the floor at `Σ dₖcₖ` exceeds the sum of `cₖ` times the
//! floors at `dₖ` by `⌊Σ rₖcₖ/period⌋`: that often the digit carries.

use alloc::vec::Vec;

use super::{Vector, is_zero};
use crate::Overflow;
use crate::exact::integer::{add_multiple, dot};

/// The carries of a digit over some axes.
pub(super) struct Carry<'a> {
    pub(super) period: i128,
    jump: &'a Vector,
    /// The strides of the axes modulo the period.
    pub(super) rests: Vec<i128>,
}

impl<'a> Carry<'a> {
    /// The carries of a step over axes with these strides.
    pub(super) fn new(
        (period, jump): &'a (i128, Vector),
        strides: impl Iterator<Item = i128>,
    ) -> Self {
        let rests = strides.map(|stride| stride.rem_euclid(*period)).collect();
        Carry { period: *period, jump, rests }
    }

    /// How often the digit carries up to a coordinate, `⌊Σ rₖcₖ/period⌋`.
    pub(super) fn count(&self, c: &[i128]) -> Result<i128, Overflow> {
        Ok(dot(&self.rests, c).ok_or(Overflow::Range)? / self.period)
    }
}

/// Whether the carries at a coordinate cancel: `Σ jump·⌊Σ rₖcₖ/period⌋ = 0`.
pub(super) fn cancel(carries: &[Carry<'_>], c: &[i128]) -> Result<bool, Overflow> {
    let mut excess = alloc::vec![0; carries.first().map_or(0, |carry| carry.jump.len())];
    for carry in carries {
        add_multiple(&mut excess, carry.count(c)?, carry.jump)?;
    }
    Ok(is_zero(&excess))
}
