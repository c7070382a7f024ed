//! `StepSum`: a layout as a function on the integers, and what is linear in it.
//!
//! Let `A` have the coalesced leaves `(S₀,…,Sₘ):(D₀,…,Dₘ)` and let
//! `P₁ = S₀, P₂ = S₀S₁, …` be the prefix products of its extents. Since a leaf
//! is the digit `[x/Pⱼ] − Sⱼ[x/Pⱼ₊₁]` and the last leaf is not wrapped,
//!
//! ```text
//! A(x) = D₀·x + Σⱼ Eⱼ·[x/Pⱼ],     Eⱼ = Dⱼ − Sⱼ₋₁·Dⱼ₋₁     (j = 1,…,m)
//! ```
//!
//! for every integer `x`, and coalesced means that every `Eⱼ ≠ 0`. Quotients are truncated,
//! `[−x/P] = −[x/P]`, as a coordinate is split below 0; so `A(−x) = −A(x)`. A
//! composition `A∘B` is a layout exactly where this function is linear in the
//! coordinates of (a refinement of) `B`, which only the quotients can spoil.
//!
//! The strides are vectors: one component for integers, one for each basis
//! element where the strides step along a basis.

mod carry;
mod linear;
mod runs;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use super::integer::{add_multiple, is_zero};
use crate::Overflow;
pub(crate) use linear::Linear;
pub(crate) use runs::Runs;

/// A mode `(extent, stride)` of known integers.
pub(crate) type Mode = (i128, i128);

/// An offset: one component for each basis element, or one for integers.
pub(crate) type Vector = Vec<i128>;

/// `x ↦ slope·x + Σ jump·[x/period]`, truncated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StepSum {
    slope: Vector,
    /// `(period, jump)`: periods ascend, each divides the next, no jump is 0.
    steps: Vec<(i128, Vector)>,
}

/// Points that a comparison may visit before it answers [`Linear::Undecided`].
/// Chosen so that the slowest case stays far below a tenth of a second in an
/// unoptimised proc-macro.
pub(crate) const BUDGET: usize = 1 << 16;

impl StepSum {
    /// The function of the leaves `(extent, stride)`, the last one unbounded.
    /// All strides have the same number of components.
    pub(crate) fn of_leaves(leaves: &[(i128, Vector)]) -> Result<Self, Overflow> {
        let mut leaves = leaves.iter();
        let Some((extent, slope)) = leaves.next() else {
            return Ok(StepSum { slope: Vector::new(), steps: Vec::new() });
        };
        let mut sum = StepSum { slope: slope.clone(), steps: Vec::new() };
        let (mut extent, mut stride, mut period) = (*extent, slope, 1i128);
        for (next_extent, next_stride) in leaves {
            period = period.checked_mul(extent).ok_or(Overflow::Range)?;
            let mut jump = next_stride.clone();
            add_multiple(&mut jump, extent.checked_neg().ok_or(Overflow::Range)?, stride)?;
            match sum.steps.last_mut() {
                // [x/1] = x belongs to the slope.
                _ if period == 1 => add_multiple(&mut sum.slope, 1, &jump)?,
                // A leaf of extent 1 puts two jumps on one period.
                Some(last) if last.0 == period => add_multiple(&mut last.1, 1, &jump)?,
                _ => sum.steps.push((period, jump)),
            }
            (extent, stride) = (*next_extent, next_stride);
        }
        sum.steps.retain(|(_, jump)| !is_zero(jump));
        Ok(sum)
    }

    /// The value at any integer.
    pub(crate) fn at(&self, x: i128) -> Result<Vector, Overflow> {
        let mut value = alloc::vec![0; self.slope.len()];
        add_multiple(&mut value, x, &self.slope)?;
        for (period, jump) in &self.steps {
            add_multiple(&mut value, x / period, jump)?;
        }
        Ok(value)
    }
}
