//! `layout_add`: the sum of two layouts.

use alloc::vec::Vec;

use super::right_inverse::flat_layout;
use super::{coalesce, evaluate, size};
use crate::exact::{integer_stride, known};
use crate::{Error, ErrorKind, HTuple, Int, Layout, Overflow};

const OP: &str = "layout_add";

/// The coalesced layout `R(i) = A(i) + B(i)` for every `i` below the common size,
/// found wherever it exists.
///
/// A coalesced layout is `i ↦ D₀i + Σ Eⱼ⌊i/Pⱼ⌋` with the prefix products `Pⱼ` of its
/// extents, so the sum of two is one if those `Pⱼ` at which something is left divide
/// one another in order. If not, the steps of the sum change within a run.
///
/// # Errors
///
/// [`ErrorKind::Sizes`] for layouts of different sizes, [`ErrorKind::NoLayout`] with
/// an index that shows it, [`ErrorKind::BasisStride`], [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::ops;
/// let sum = ops::layout_add(&"(4,8):(8,1)".parse().unwrap(), &"32:100".parse().unwrap());
/// assert_eq!(sum.unwrap().to_string(), "(4,8):(108,401)");
/// ```
pub fn layout_add(a: &Layout, b: &Layout) -> Result<Layout, Error> {
    let (left_size, right_size) = (size(a)?, size(b)?);
    if left_size != right_size {
        let (left, right) = (alloc::format!("{a}"), alloc::format!("{b}"));
        let kind = ErrorKind::Sizes { left, left_size, right, right_size };
        return Err(Error::new(OP, kind).in_operand(1));
    }
    let (slope, steps) = Steps::of(a, 0)?.plus(Steps::of(b, 1)?)?;
    let (mut modes, mut before, mut stride) = (Vec::new(), 1, slope);
    for (period, jump) in steps {
        if period % before != 0 {
            return Err(no_layout(a, b, (before, period))?);
        }
        let extent = period / before;
        modes.push((Int::new(extent), Int::new(stride)));
        let reached = extent.checked_mul(stride).ok_or(Overflow::Range)?;
        stride = reached.checked_add(jump).ok_or(Overflow::Range)?;
        before = period;
    }
    // Each period divides the size, as a prefix product of one of the two.
    modes.push((Int::new(known(&left_size)? / before), Int::new(stride)));
    coalesce(&flat_layout(modes)?)
}

/// `slope·i + Σ jump·⌊i/period⌋`, the periods ascending from 2 on.
struct Steps {
    slope: i128,
    jumps: Vec<(i128, i128)>,
}

impl Steps {
    fn of(layout: &Layout, operand: usize) -> Result<Self, Error> {
        let layout = coalesce(layout)?;
        let (mut steps, mut before) = (Steps { slope: 0, jumps: Vec::new() }, None);
        let mut period = 1i128;
        for (extent, stride) in layout.leaves() {
            let stride = integer_stride(stride, OP).map_err(|error| error.in_operand(operand))?;
            let (extent, stride) = (known(extent)?, known(stride)?);
            match before {
                None => steps.slope = stride,
                Some(reached) => {
                    steps.jumps.push((period, stride.checked_sub(reached).ok_or(Overflow::Range)?));
                }
            }
            before = Some(extent.checked_mul(stride).ok_or(Overflow::Range)?);
            period = period.checked_mul(extent).ok_or(Overflow::Range)?;
        }
        Ok(steps)
    }

    /// The slope and the jumps of the sum, without those that cancel.
    fn plus(self, other: Steps) -> Result<(i128, Vec<(i128, i128)>), Overflow> {
        let mut jumps = self.jumps;
        for (period, jump) in other.jumps {
            match jumps.binary_search_by_key(&period, |(period, _)| *period) {
                Ok(at) => jumps[at].1 = jumps[at].1.checked_add(jump).ok_or(Overflow::Range)?,
                Err(at) => jumps.insert(at, (period, jump)),
            }
        }
        jumps.retain(|(_, jump)| *jump != 0);
        Ok((self.slope.checked_add(other.slope).ok_or(Overflow::Range)?, jumps))
    }
}

/// Runs of `run` steps that are alike, and a jump at `index`, within one.
fn no_layout(a: &Layout, b: &Layout, (run, index): (i128, i128)) -> Result<Error, Error> {
    let index = HTuple::Leaf(Int::new(index));
    let (HTuple::Leaf(at), HTuple::Leaf(x), HTuple::Leaf(y)) =
        (index.clone(), evaluate(&index, a)?, evaluate(&index, b)?)
    else {
        return Ok(Overflow::Range.into());
    };
    let reason = alloc::format!(
        "the sum of {a} and {b} has runs of {run}, and another step at {at}, within a run"
    );
    let at = alloc::format!("index {at}");
    Ok(Error::new(OP, ErrorKind::NoLayout { at, value: x.add(&y)?, reason }).in_operand(1))
}
