//! `layout_add`: the sum of two layouts.

use alloc::vec::Vec;

use crate::ops::{coalesce, elem_add, evaluate, product};
use crate::{
    Condition, Error, ErrorAddress, ErrorKind, HTuple, Int, Layout, Overflow, Terms, Truth, Vector,
    VectorLayout, decide,
};

const OP: &str = "layout_add";

/// The coalesced layout `R(i) = A(i) + B(i)` for every `i` below the common size, found wherever it exists.
///
/// A coalesced layout is `i ↦ D₀i + Σ Eⱼ⌊i/Pⱼ⌋` with the prefix products `Pⱼ` of its
/// extents, so the sum of two is one if those `Pⱼ` at which something is left divide
/// one another in order. If not, the steps of the sum change within a run. Over symbols, the `Pⱼ` are shown
/// to divide one another.
///
/// # Errors
///
/// [`ErrorKind::Sizes`] for layouts of different sizes, [`ErrorKind::NoLayout`] with
/// an index that shows it, [`ErrorKind::Overflow`]; over symbols, [`ErrorKind::Unproved`] with the condition that is
/// missing, and [`ErrorKind::Undecided`].
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let [a, b] = ["(4,8):(1@0,0)", "32:1@1"].map(|text| text.parse::<Layout>().unwrap().into());
/// assert_eq!(ops::vectors::layout_add(&a, &b).unwrap().to_string(), "(4,8):(1@0+1@1,4@1)");
/// ```
pub fn layout_add(a: &VectorLayout, b: &VectorLayout) -> Result<VectorLayout, Error> {
    let (left_size, right_size) = (product(a.shape())?, product(b.shape())?);
    let is_one = left_size.equals(&right_size);
    if !is_one.is_true() {
        let (left, right) = (alloc::format!("{a}"), alloc::format!("{b}"));
        let condition = Condition::equal(&left_size, &right_size);
        let kind = ErrorKind::Sizes { left, left_size, right, right_size };
        let error = Error::new(OP, kind).in_operand(1);
        return Err(if is_one.is_false() { error } else { error.unless(condition) });
    }
    if left_size == Int::ZERO {
        return Layout::of(HTuple::Leaf(Int::ZERO), HTuple::Leaf(Vector::none()));
    }
    let (slope, steps) = Steps::of(a)?.plus(Steps::of(b)?)?;
    let (mut shape, mut strides, mut before, mut stride) =
        (Vec::new(), Vec::new(), Int::ONE, slope);
    for (period, jump) in steps {
        if !divides(&before, &period).in_operand(1)? {
            return Err(no_layout(a, b, (&before, &period))?);
        }
        let extent = period.div_floor(&before)?;
        let next = stride.times(&extent)?.plus(&jump)?;
        strides.push(HTuple::Leaf(core::mem::replace(&mut stride, next)));
        shape.push(HTuple::Leaf(extent));
        before = period;
    }
    // Each period divides the size, as a prefix product of one of the two.
    let size = if before.divides(&left_size).is_true() { left_size } else { right_size };
    shape.push(HTuple::Leaf(size.div_floor(&before)?));
    strides.push(HTuple::Leaf(stride));
    coalesce(&Layout::of(HTuple::Tuple(shape), HTuple::Tuple(strides))?)
}

/// Decides if a period divides the next; over symbols that is a condition.
fn divides(before: &Int, period: &Int) -> Result<bool, Error> {
    decide::divides(OP, before, period).map_err(Error::as_case)
}

/// `slope·i + Σ jump·⌊i/period⌋`, the periods ascending from 2 on.
struct Steps {
    slope: Vector,
    jumps: Vec<(Int, Vector)>,
}

impl Steps {
    fn of(layout: &VectorLayout) -> Result<Self, Error> {
        let layout = coalesce(layout)?;
        let mut steps = Steps { slope: Vector::none(), jumps: Vec::new() };
        let (mut before, mut period): (Option<Vector>, Int) = (None, Int::ONE);
        for (extent, step) in layout.leaves() {
            let reached = step.times(extent)?;
            match before {
                None => steps.slope = step.clone(),
                Some(before) => {
                    let jump = step.plus(&before.times(&Int::new(-1))?)?;
                    steps.jumps.push((period.clone(), jump));
                }
            }
            before = Some(reached);
            period = period.mul(extent)?;
        }
        Ok(steps)
    }

    /// The slope and the jumps of the sum, without those that cancel: each period that is known to divide another comes
    /// before it, or the smaller one.
    fn plus(self, other: Steps) -> Result<(Vector, Vec<(Int, Vector)>), Overflow> {
        let mut jumps: Vec<(Int, Vector)> = Vec::new();
        let (mut left, mut right) = (self.jumps.into_iter(), other.jumps.into_iter());
        let (mut one, mut two) = (left.next(), right.next());
        loop {
            match (one.take(), two.take()) {
                (Some((a, jump)), Some((b, other))) if a.equals(&b).is_true() => {
                    jumps.push((a, jump.plus(&other)?));
                    (one, two) = (left.next(), right.next());
                }
                (Some(a), Some(b)) if is_before(&a.0, &b.0) => {
                    jumps.push(a);
                    (one, two) = (left.next(), Some(b));
                }
                (Some(a), Some(b)) => {
                    jumps.push(b);
                    (one, two) = (Some(a), right.next());
                }
                (Some(a), None) => {
                    jumps.push(a);
                    one = left.next();
                }
                (None, Some(b)) => {
                    jumps.push(b);
                    two = right.next();
                }
                (None, None) => break,
            }
        }
        jumps.retain(|(_, jump)| !jump.is_zero());
        Ok((self.slope.plus(&other.slope)?, jumps))
    }
}

/// Returns true if a period comes before another. If it is not known that one divides the other, a
/// number comes before a symbol, or else the first before the second.
fn is_before(a: &Int, b: &Int) -> bool {
    match (a.at_most(b), a.divides(b), b.divides(a)) {
        (Truth::True, ..) => true,
        (Truth::False, ..) => false,
        (_, Truth::True, _) => true,
        (_, _, Truth::True) => false,
        _ => a.known().is_some() || b.known().is_none(),
    }
}

/// Runs of `run` steps that are alike, and a jump at `index`, within one.
fn no_layout(
    a: &VectorLayout,
    b: &VectorLayout,
    (run, index): (&Int, &Int),
) -> Result<Error, Error> {
    if a.is_symbolic() || b.is_symbolic() {
        return Ok(
            Error::undecided(OP, format_args!("the sum of {a} and {b} is a layout")).in_operand(1)
        );
    }
    let at = HTuple::Leaf(index.clone());
    let (x, y) = (evaluate(&at, a)?, evaluate(&at, b)?);
    let value = elem_add(&x, &y).map_or(alloc::format!("{x} + {y}"), |sum| alloc::format!("{sum}"));
    let reason = alloc::format!(
        "the sum of {a} and {b} has runs of {run}, and another step at {at}, within a run"
    );
    let at = alloc::format!("index {at}");
    Ok(Error::new(OP, ErrorKind::NoLayout { at, value, expected: None, reason }).in_operand(1))
}
