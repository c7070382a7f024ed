//! Limits: collisions count only where the coordinates are within them.
//!
//! With no negative step, `sum step_i c_i <= most` holds below every coordinate where it
//! holds. Two coordinates within all limits with the difference `x` are at least the
//! positive part of `x` and that of `-x`, in each mode; so these two are within the
//! limits too, and collide. There is a collision iff there is a solution `x` with both
//! parts within the limits.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::Mode;

/// `sum step_i c_i <= most`; no step is negative.
#[derive(Clone, Debug)]
pub struct Limit {
    /// A step for each mode.
    pub steps: Vec<i128>,
    /// The most that they add up to.
    pub most: i128,
}

/// The modes as far as one coordinate alone is within the limits.
pub(super) fn tightened<'a>(
    modes: &'a [(i128, i128)],
    limits: &[Limit],
) -> Cow<'a, [(i128, i128)]> {
    let mut modes = Cow::Borrowed(modes);
    for limit in limits {
        for (i, &step) in limit.steps.iter().enumerate() {
            if step > 0
                && let Some(&(extent, _)) = modes.get(i)
                && limit.most / step < extent - 1
            {
                modes.to_mut()[i].0 = limit.most / step + 1;
            }
        }
    }
    modes
}

/// A limit for the unknowns of a group: `form_i y_i` is what `y_i` adds to the positive
/// part, or taken negative, to the other.
pub(super) struct Side {
    forms: Vec<i128>,
    most: i128,
}

/// The sums of the two parts of a solution.
pub(super) type Sums = [i128; 2];

impl Side {
    /// The limits that not all `y` within their bounds are within; `None` where a number
    /// overflows.
    pub(super) fn of(
        group: &[Mode],
        modes: &[(i128, i128)],
        limits: &[Limit],
    ) -> Option<Vec<Side>> {
        let mut sides = Vec::new();
        for limit in limits {
            let (mut forms, mut reach) = (Vec::new(), 0_i128);
            for mode in group {
                let step = limit.steps.get(mode.index)?.checked_mul(mode.scale)?;
                reach = reach.checked_add(step.checked_mul(mode.bound)?)?;
                forms.push(step * modes.get(mode.index)?.1.signum());
            }
            if reach > limit.most {
                sides.push(Side { forms, most: limit.most });
            }
        }
        Some(sides)
    }

    /// Returns true if both parts of a solution are within the limit.
    pub(super) fn admits(&self, y: &[i128]) -> bool {
        let mut sums = [0; 2];
        for (index, value) in y.iter().enumerate() {
            let Some(next) = self.sums(index, *value, sums, 1) else { return false };
            sums = next;
        }
        sums[0] <= self.most && sums[1] <= self.most
    }

    /// The sums with `y` of a mode, taken `times`: added or subtracted.
    pub(super) fn sums(&self, index: usize, y: i128, sums: Sums, times: i128) -> Option<Sums> {
        let part = self.forms.get(index)?.checked_mul(y)?;
        let [up, down] = sums;
        Some([up.checked_add(times * part.max(0))?, down.checked_sub(times * part.min(0))?])
    }

    /// The `y` of a mode, from the first to the last, with which the sums stay within.
    pub(super) fn range(&self, index: usize, [up, down]: Sums) -> Option<(i128, i128)> {
        let form = *self.forms.get(index)?;
        let most = |sum: i128| self.most.checked_sub(sum)?.checked_div(form.checked_abs()?);
        match form.signum() {
            0 => Some((i128::MIN + 1, i128::MAX)),
            1 => Some((-most(down)?, most(up)?)),
            _ => Some((-most(up)?, most(down)?)),
        }
    }
}
