//! `layout_add`: the sum of two layouts.

use alloc::vec::Vec;

use super::{coalesce, evaluate};
use crate::exact::{known, known_operand};
use crate::ops::{elem_add, product};
use crate::{Error, ErrorKind, HTuple, Int, Overflow, Stride, Vector, VectorLayout};

const OP: &str = "layout_add";

/// The coalesced layout `R(i) = A(i) + B(i)` for every `i` below the common size, found wherever it exists.
///
/// A coalesced layout is `i ↦ D₀i + Σ Eⱼ⌊i/Pⱼ⌋` with the prefix products `Pⱼ` of its
/// extents, so the sum of two is one if those `Pⱼ` at which something is left divide
/// one another in order. If not, the steps of the sum change within a run.
///
/// # Errors
///
/// [`ErrorKind::Sizes`] for layouts of different sizes, [`ErrorKind::NoLayout`] with
/// an index that shows it, [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let [a, b] = ["(4,8):(1@0,0)", "32:1@1"].map(|text| text.parse::<Layout>().unwrap().into());
/// assert_eq!(ops::vectors::layout_add(&a, &b).unwrap().to_string(), "(4,8):(1@0+1@1,4@1)");
/// ```
pub fn layout_add(a: &VectorLayout, b: &VectorLayout) -> Result<VectorLayout, Error> {
    let (left_size, right_size) = (product(a.shape())?, product(b.shape())?);
    if left_size != right_size {
        let (left, right) = (alloc::format!("{a}"), alloc::format!("{b}"));
        let kind = ErrorKind::Sizes { left, left_size, right, right_size };
        return Err(Error::new(OP, kind).in_operand(1));
    }
    if left_size == Int::ZERO {
        let nothing = HTuple::Leaf(Stride::zero().into());
        return VectorLayout::new(HTuple::Leaf(Int::ZERO), nothing);
    }
    let (slope, steps) = Steps::of(a, 0)?.plus(Steps::of(b, 1)?)?;
    let (mut shape, mut strides, mut before, mut stride) = (Vec::new(), Vec::new(), 1, slope);
    let mut push = |extent: i128, stride: &Vector| {
        shape.push(HTuple::Leaf(Int::new(extent)));
        strides.push(HTuple::Leaf(stride.clone()));
    };
    for (period, jump) in steps {
        if period % before != 0 {
            return Err(no_layout(a, b, (before, period))?);
        }
        let extent = period / before;
        push(extent, &stride);
        stride = stride.times(&Int::new(extent))?.plus(&jump)?;
        before = period;
    }
    // Each period divides the size, as a prefix product of one of the two.
    push(known(&left_size)? / before, &stride);
    coalesce(&VectorLayout::new(HTuple::Tuple(shape), HTuple::Tuple(strides))?)
}

/// `slope·i + Σ jump·⌊i/period⌋`, the periods ascending from 2 on.
struct Steps {
    slope: Vector,
    jumps: Vec<(i128, Vector)>,
}

impl Steps {
    fn of(layout: &VectorLayout, operand: usize) -> Result<Self, Error> {
        let is_known = |term: &Stride| known_operand(term.scale(), operand).map(drop);
        layout.stride().leaves().into_iter().flat_map(Vector::terms).try_for_each(is_known)?;
        let extents = layout.shape().leaves().into_iter();
        extents.into_iter().try_for_each(|extent| known_operand(extent, operand).map(drop))?;
        let layout = coalesce(layout)?;
        let mut steps = Steps { slope: Stride::zero().into(), jumps: Vec::new() };
        let (mut before, mut period): (Option<Vector>, i128) = (None, 1);
        for (extent, step) in layout.leaves() {
            let reached = step.times(extent)?;
            match before {
                None => steps.slope = step.clone(),
                Some(before) => {
                    steps.jumps.push((period, step.plus(&before.times(&Int::new(-1))?)?));
                }
            }
            before = Some(reached);
            let extent = known_operand(extent, operand)?;
            period = period.checked_mul(extent).ok_or(Overflow::Range)?;
        }
        Ok(steps)
    }

    /// The slope and the jumps of the sum, without those that cancel.
    fn plus(self, other: Steps) -> Result<(Vector, Vec<(i128, Vector)>), Overflow> {
        let mut jumps = self.jumps;
        for (period, jump) in other.jumps {
            match jumps.binary_search_by_key(&period, |(period, _)| *period) {
                Ok(at) => jumps[at].1 = jumps[at].1.plus(&jump)?,
                Err(at) => jumps.insert(at, (period, jump)),
            }
        }
        jumps.retain(|(_, jump)| !jump.is_zero());
        Ok((self.slope.plus(&other.slope)?, jumps))
    }
}

/// Runs of `run` steps that are alike, and a jump at `index`, within one.
fn no_layout(
    a: &VectorLayout,
    b: &VectorLayout,
    (run, index): (i128, i128),
) -> Result<Error, Error> {
    let at = HTuple::Leaf(Int::new(index));
    let (x, y) = (evaluate(&at, a)?, evaluate(&at, b)?);
    let value = elem_add(&x, &y).map_or(alloc::format!("{x} + {y}"), |sum| alloc::format!("{sum}"));
    let reason = alloc::format!(
        "the sum of {a} and {b} has runs of {run}, and another step at {at}, within a run"
    );
    let at = alloc::format!("index {at}");
    Ok(Error::new(OP, ErrorKind::NoLayout { at, value, reason }).in_operand(1))
}
