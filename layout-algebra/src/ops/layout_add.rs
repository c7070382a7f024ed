//! `layout_add`: the sum of two layouts.

use alloc::vec::Vec;

use super::{coalesce, elem_add, evaluate, size};
use crate::exact::{known, known_operand};
use crate::{Error, ErrorKind, HTuple, Int, Layout, ModePath, Overflow, Stride};

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
/// an index that shows it, [`ErrorKind::SeveralTerms`] where a step of the sum goes along several
/// elements of a basis, [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::ops;
/// let sum = ops::layout_add(&"(4,8):(8,1)".parse().unwrap(), &"32:100".parse().unwrap());
/// assert_eq!(sum.unwrap().to_string(), "(4,8):(108,401)");
/// let sum = ops::layout_add(&"(4,8):(1@0,0)".parse().unwrap(), &"(4,8):(2@0,1@1)".parse().unwrap());
/// assert_eq!(sum.unwrap().to_string(), "(4,8):(3@0,1@1)");
/// ```
pub fn layout_add(a: &Layout, b: &Layout) -> Result<Layout, Error> {
    let (left_size, right_size) = (size(a)?, size(b)?);
    if left_size != right_size {
        let (left, right) = (alloc::format!("{a}"), alloc::format!("{b}"));
        let kind = ErrorKind::Sizes { left, left_size, right, right_size };
        return Err(Error::new(OP, kind).in_operand(1));
    }
    let axes = axes_of(a, b);
    let (slope, steps) = Steps::of(a, &axes, 0)?.plus(Steps::of(b, &axes, 1)?)?;
    let (mut modes, mut before, mut stride) = (Vec::new(), 1, slope);
    for (period, jump) in steps {
        if period % before != 0 {
            return Err(no_layout(a, b, (before, period))?);
        }
        let extent = period / before;
        modes.push(mode(extent, &stride, &axes)?);
        stride = sum(&times(&stride, extent)?, &jump)?;
        before = period;
    }
    // Each period divides the size, as a prefix product of one of the two.
    modes.push(mode(known(&left_size)? / before, &stride, &axes)?);
    coalesce(&Layout::from_modes(&modes)?)
}

/// What the strides of both step along.
fn axes_of(a: &Layout, b: &Layout) -> Vec<ModePath> {
    let mut axes: Vec<ModePath> = Vec::new();
    for (_, stride) in a.leaves().into_iter().chain(b.leaves()) {
        if *stride.scale() != Int::ZERO && !axes.contains(stride.mode()) {
            axes.push(stride.mode().clone());
        }
    }
    axes
}

/// A step: as many as it has along each axis.
type Step = Vec<i128>;

fn sum(a: &Step, b: &Step) -> Result<Step, Overflow> {
    let pairs = a.iter().zip(b);
    pairs.map(|(a, b)| a.checked_add(*b).ok_or(Overflow::Range)).collect()
}

fn times(step: &Step, factor: i128) -> Result<Step, Overflow> {
    step.iter().map(|along| along.checked_mul(factor).ok_or(Overflow::Range)).collect()
}

/// The mode of an extent and a stride, which steps along one axis.
fn mode(extent: i128, stride: &Step, axes: &[ModePath]) -> Result<Layout, Error> {
    let terms = stride.iter().zip(axes).filter(|(scale, _)| **scale != 0);
    let mut terms = terms.map(|(scale, axis)| Stride::basis(Int::new(*scale), axis.clone()));
    let first = terms.next().unwrap_or_else(Stride::zero);
    match terms.next() {
        Some(second) if extent != 1 => {
            let kind = ErrorKind::SeveralTerms { stride: alloc::format!("{first} + {second}") };
            Err(Error::new(OP, kind).in_operand(1))
        }
        _ => Layout::leaf(Int::new(extent), first),
    }
}

/// `slope·i + Σ jump·⌊i/period⌋`, the periods ascending from 2 on.
struct Steps {
    slope: Step,
    jumps: Vec<(i128, Step)>,
}

impl Steps {
    fn of(layout: &Layout, axes: &[ModePath], operand: usize) -> Result<Self, Error> {
        let layout = coalesce(layout)?;
        let mut steps = Steps { slope: alloc::vec![0; axes.len()], jumps: Vec::new() };
        let (mut before, mut period) = (None, 1i128);
        for (extent, stride) in layout.leaves() {
            let scale = known_operand(stride.scale(), operand)?;
            let along = |axis: &ModePath| if axis == stride.mode() { scale } else { 0 };
            let step: Step = axes.iter().map(along).collect();
            let extent = known_operand(extent, operand)?;
            let reached = times(&step, extent)?;
            match before {
                None => steps.slope = step,
                Some(before) => steps.jumps.push((period, sum(&step, &times(&before, -1)?)?)),
            }
            before = Some(reached);
            period = period.checked_mul(extent).ok_or(Overflow::Range)?;
        }
        Ok(steps)
    }

    /// The slope and the jumps of the sum, without those that cancel.
    fn plus(self, other: Steps) -> Result<(Step, Vec<(i128, Step)>), Overflow> {
        let mut jumps = self.jumps;
        for (period, jump) in other.jumps {
            match jumps.binary_search_by_key(&period, |(period, _)| *period) {
                Ok(at) => jumps[at].1 = sum(&jumps[at].1, &jump)?,
                Err(at) => jumps.insert(at, (period, jump)),
            }
        }
        jumps.retain(|(_, jump)| jump.iter().any(|along| *along != 0));
        Ok((sum(&self.slope, &other.slope)?, jumps))
    }
}

/// Runs of `run` steps that are alike, and a jump at `index`, within one.
fn no_layout(a: &Layout, b: &Layout, (run, index): (i128, i128)) -> Result<Error, Error> {
    let at = HTuple::Leaf(Int::new(index));
    let (x, y) = (evaluate(&at, a)?, evaluate(&at, b)?);
    let value = elem_add(&x, &y).map_or(alloc::format!("{x} + {y}"), |sum| alloc::format!("{sum}"));
    let reason = alloc::format!(
        "the sum of {a} and {b} has runs of {run}, and another step at {at}, within a run"
    );
    let at = alloc::format!("index {at}");
    Ok(Error::new(OP, ErrorKind::NoLayout { at, value, reason }).in_operand(1))
}
