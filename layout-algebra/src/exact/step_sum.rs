//! `StepSum`: a layout as a function on the integers, and what is linear in it.
//!
//! Let `A` have the coalesced leaves `(S₀,…,Sₘ):(D₀,…,Dₘ)` and let
//! `P₁ = S₀, P₂ = S₀S₁, …` be the prefix products of its extents. Since a leaf
//! is the digit `⌊x/Pⱼ⌋ − Sⱼ⌊x/Pⱼ₊₁⌋` and the last leaf is not wrapped,
//!
//! ```text
//! A(x) = D₀·x + Σⱼ Eⱼ·⌊x/Pⱼ⌋,     Eⱼ = Dⱼ − Sⱼ₋₁·Dⱼ₋₁     (j = 1,…,m)
//! ```
//!
//! for every integer `x`, and coalesced means that every `Eⱼ ≠ 0`. A
//! composition `A∘B` is a layout exactly where this function is linear in the
//! coordinates of (a refinement of) `B`, which only the floors can spoil.
//!
//! The strides are vectors: one component for integers, one for each basis
//! element where the strides step along a basis.

use alloc::vec::Vec;

use super::integer::{ceil_div, gcd_strides};
use crate::Overflow;

/// A mode `(extent, stride)` of known integers.
pub type Mode = (i128, i128);

/// An offset: one component for each basis element, or one for integers.
pub type Vector = Vec<i128>;

/// `x ↦ slope·x + Σ jump·⌊x/period⌋`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepSum {
    slope: Vector,
    /// `(period, jump)`: periods ascend, each divides the next, no jump is 0.
    steps: Vec<(i128, Vector)>,
}

/// Points that a comparison may visit before it answers [`Linear::Undecided`].
/// Chosen so that the slowest case stays far below a tenth of a second in an
/// unoptimised proc-macro.
pub const BUDGET: usize = 1 << 16;

/// Whether a function is linear on a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Linear {
    /// At every point.
    Yes,
    /// Not at this coordinate.
    FailsAt(Vec<i128>),
    /// The algebraic condition does not apply and the box exceeds the budget.
    Undecided,
}

/// The layout of a function on `[0, extent)`, if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Runs {
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

impl StepSum {
    /// The function of the leaves `(extent, stride)`, the last one unbounded.
    /// All strides have the same number of components.
    pub fn of_leaves(leaves: &[(i128, Vector)]) -> Result<Self, Overflow> {
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
                // ⌊x/1⌋ = x belongs to the slope.
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
    pub fn at(&self, x: i128) -> Result<Vector, Overflow> {
        let mut value = alloc::vec![0; self.slope.len()];
        add_multiple(&mut value, x, &self.slope)?;
        for (period, jump) in &self.steps {
            add_multiple(&mut value, x.div_euclid(*period), jump)?;
        }
        Ok(value)
    }

    /// The coalesced layout of `c ↦ self(stride·c)` on `[0, extent)`, as modes
    /// of the argument.
    ///
    /// The coalesced layout of a function is unique: its first extent is the
    /// longest run of equal steps, since the next mode begins where they end.
    /// So a run that does not divide the extent proves that there is none.
    pub fn runs(&self, extent: i128, stride: i128) -> Result<Runs, Overflow> {
        let mut modes = Vec::new();
        let (mut left, mut scale) = (extent, stride);
        while left > 1 {
            let run = match self.first_break(left, scale)? {
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

    /// The first `c < extent` where `self(stride·c) ≠ c·self(stride)`.
    ///
    /// With `r = stride mod period`, the floor at `stride·c` exceeds `c` times
    /// the floor at `stride` by `⌊r·c/period⌋`, which is constant between the
    /// multiples of `period/r`. Only at those can the sum leave 0, and after
    /// `period/gcd(stride, period)` of the largest period everything repeats.
    fn first_break(&self, extent: i128, stride: i128) -> Result<Option<Break>, Overflow> {
        let fractions: Vec<Carry<'_>> = self
            .steps
            .iter()
            .map(|(period, jump)| Carry {
                period: *period,
                jump,
                rests: alloc::vec![stride.rem_euclid(*period)],
            })
            .filter(|carry| carry.rests[0] != 0)
            .collect();
        let Some((rest, period)) = fractions.last().map(|last| (last.rests[0], last.period)) else {
            return Ok(None);
        };
        let repeats = period / gcd_strides(rest, period);
        let end = extent.min(repeats.checked_add(1).ok_or(Overflow::Range)?);
        let mut c = 0i128;
        for _ in 0..BUDGET {
            // The next c at which some ⌊rest·c/period⌋ changes.
            let mut next = None;
            for carry in &fractions {
                let rest = carry.rests[0];
                let level = rest.checked_mul(c).ok_or(Overflow::Range)? / carry.period + 1;
                let at = ceil_div(level.checked_mul(carry.period).ok_or(Overflow::Range)?, rest)
                    .ok_or(Overflow::Range)?;
                next = Some(next.map_or(at, |soonest: i128| soonest.min(at)));
            }
            match next {
                Some(at) if at < end => c = at,
                _ => return Ok(None),
            }
            if !is_zero(&excess(&fractions, &[c])?) {
                return Ok(Some(Break::At(c)));
            }
        }
        Ok(Some(Break::Undecided))
    }

    /// Whether `self(Σ dₖcₖ) = Σ cₖ·self(dₖ)` on the box of the modes
    /// `(extent, d)`.
    ///
    /// With `rₖ = dₖ mod period`, the two sides differ by
    /// `Σ jump·⌊Σ rₖcₖ/period⌋`. If no sum `Σ rₖ(extentₖ−1)` reaches its
    /// period, no digit ever carries and the function is linear. This is the
    /// exact form of the divisibility and segregation conditions of
    /// arXiv 2603.02298, section 3.3, and weaker than those: it holds for every
    /// composition that has a result, unless carries of different periods
    /// cancel, which only a visit of the points can tell.
    pub fn linear_on(&self, modes: &[Mode]) -> Result<Linear, Overflow> {
        let mut carrying: Vec<Carry<'_>> = Vec::new();
        for (period, jump) in &self.steps {
            let period = *period;
            let rests: Vec<i128> = modes.iter().map(|&(_, d)| d.rem_euclid(period)).collect();
            let mut reach = 0i128;
            for (&(extent, _), &rest) in modes.iter().zip(&rests) {
                let step = rest.checked_mul(extent - 1).ok_or(Overflow::Range)?;
                reach = reach.checked_add(step).ok_or(Overflow::Range)?;
            }
            if reach >= period {
                carrying.push(Carry { period, jump, rests });
            }
        }
        if carrying.is_empty() {
            return Ok(Linear::Yes);
        }
        // Walk towards the far corner: what carries first is the likeliest witness.
        if let Some(corner) = first_carry(&carrying, modes)? {
            return Ok(Linear::FailsAt(corner));
        }
        visit(&carrying, modes)
    }
}

enum Break {
    At(i128),
    Undecided,
}

/// A digit that carries somewhere in the box.
struct Carry<'a> {
    period: i128,
    jump: &'a Vector,
    /// The strides of the axes modulo the period.
    rests: Vec<i128>,
}

/// `Σ jump·⌊Σ restₖcₖ/period⌋`.
fn excess(carrying: &[Carry<'_>], c: &[i128]) -> Result<Vector, Overflow> {
    let mut excess = alloc::vec![0; carrying.first().map_or(0, |carry| carry.jump.len())];
    for carry in carrying {
        let mut sum = 0i128;
        for (&rest, &c) in carry.rests.iter().zip(c) {
            let step = rest.checked_mul(c).ok_or(Overflow::Range)?;
            sum = sum.checked_add(step).ok_or(Overflow::Range)?;
        }
        add_multiple(&mut excess, sum / carry.period, carry.jump)?;
    }
    Ok(excess)
}

/// `into += factor·vector`.
fn add_multiple(into: &mut Vector, factor: i128, vector: &Vector) -> Result<(), Overflow> {
    for (into, &component) in into.iter_mut().zip(vector) {
        let step = factor.checked_mul(component).ok_or(Overflow::Range)?;
        *into = into.checked_add(step).ok_or(Overflow::Range)?;
    }
    Ok(())
}

fn is_zero(vector: &Vector) -> bool {
    vector.iter().all(|&component| component == 0)
}

/// A coordinate with a non-zero excess on one of two monotone paths from 0 to
/// the far corner, made small axis by axis.
fn first_carry(carrying: &[Carry<'_>], modes: &[Mode]) -> Result<Option<Vec<i128>>, Overflow> {
    let forward: Vec<usize> = (0..modes.len()).collect();
    let backward: Vec<usize> = forward.iter().rev().copied().collect();
    for order in [forward, backward] {
        let mut c = alloc::vec![0i128; modes.len()];
        for &axis in &order {
            c[axis] = modes[axis].0 - 1;
            if !is_zero(&excess(carrying, &c)?) {
                for &axis in &order {
                    lower(carrying, &mut c, axis)?;
                }
                return Ok(Some(c));
            }
        }
    }
    Ok(None)
}

/// Lowers one position of a coordinate that fails as far as bisection finds it
/// still to fail.
fn lower(carrying: &[Carry<'_>], c: &mut [i128], axis: usize) -> Result<(), Overflow> {
    let mut fails = c[axis];
    let mut holds = -1;
    while fails - holds > 1 {
        c[axis] = holds + (fails - holds) / 2;
        if is_zero(&excess(carrying, c)?) { holds = c[axis] } else { fails = c[axis] }
    }
    c[axis] = fails;
    Ok(())
}

/// Compares at every point of a box within the budget.
fn visit(carrying: &[Carry<'_>], modes: &[Mode]) -> Result<Linear, Overflow> {
    let points = modes.iter().try_fold(1i128, |n, &(extent, _)| n.checked_mul(extent));
    if points.is_none_or(|points| points > BUDGET as i128) {
        return Ok(Linear::Undecided);
    }
    let mut c = alloc::vec![0i128; modes.len()];
    loop {
        if !is_zero(&excess(carrying, &c)?) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn layout_at(leaves: &[Mode], mut x: i128) -> i128 {
        let mut value = 0;
        for (k, &(extent, stride)) in leaves.iter().enumerate() {
            if k + 1 == leaves.len() {
                value += x * stride;
            } else {
                value += x.rem_euclid(extent) * stride;
                x = x.div_euclid(extent);
            }
        }
        value
    }

    fn integers(leaves: &[Mode]) -> StepSum {
        let leaves: Vec<_> = leaves.iter().map(|&(s, d)| (s, alloc::vec![d])).collect();
        StepSum::of_leaves(&leaves).unwrap()
    }

    fn value(sum: &StepSum, x: i128) -> i128 {
        sum.at(x).unwrap()[0]
    }

    const LEAVES: [&[Mode]; 9] = [
        &[(4, 3)],
        &[(4, 3), (3, 1)],
        &[(8, 8), (8, 1)],
        &[(4, 2), (6, 3), (8, 5)],
        &[(1, 7), (4, 1), (1, 9), (2, 30)],
        &[(2, -1), (4, 512)],
        &[(3, 1), (2, 3), (5, -2)],
        &[(2, 1), (2, 0), (2, 3)],
        &[(2, 5), (3, 1), (1, 0)],
    ];

    #[test]
    fn step_sum_is_the_layout() {
        for leaves in LEAVES {
            let sum = integers(leaves);
            for x in -100..300 {
                assert_eq!(value(&sum, x), layout_at(leaves, x), "{leaves:?} at {x}");
            }
        }
    }

    /// The coalesced layout of a table, by trial of every divisor.
    fn fold(table: &[i128]) -> Option<Vec<(usize, i128)>> {
        let n = table.len();
        if n == 1 {
            return (table[0] == 0).then(Vec::new);
        }
        (2..=n).rev().filter(|run| n.is_multiple_of(*run)).find_map(|run| {
            let stride = table[1];
            if !(0..run).all(|c| table[c] == c as i128 * stride) {
                return None;
            }
            let outer: Vec<i128> = table.iter().step_by(run).copied().collect();
            let adds = (0..n).all(|c| table[c] == table[c % run] + outer[c / run]);
            let rest = fold(&outer).filter(|_| adds)?;
            Some([(run, stride)].into_iter().chain(rest).collect())
        })
    }

    #[test]
    fn runs_find_the_layout_exactly_where_there_is_one() {
        for leaves in LEAVES {
            let sum = integers(leaves);
            for stride in -9..=20 {
                for extent in 1..=24 {
                    let table: Vec<i128> = (0..extent).map(|c| value(&sum, stride * c)).collect();
                    let found = match sum.runs(extent, stride).unwrap() {
                        Runs::Found(modes) => match sum.linear_on(&modes).unwrap() {
                            Linear::Yes => Some(modes),
                            Linear::FailsAt(_) => None,
                            Linear::Undecided => panic!("undecided"),
                        },
                        Runs::Broken { .. } => None,
                        Runs::Undecided => panic!("undecided"),
                    };
                    let found: Option<Vec<(usize, i128)>> = found.map(|modes| {
                        modes.iter().map(|&(s, d)| (s as usize, value(&sum, d))).collect()
                    });
                    assert_eq!(found, fold(&table), "{leaves:?} o {extent}:{stride}");
                }
            }
        }
    }

    #[test]
    fn linearity_agrees_with_every_point() {
        for leaves in LEAVES {
            let sum = integers(leaves);
            for (s0, s1) in [(2, 2), (2, 3), (3, 4), (4, 2)] {
                for d0 in -3..=12 {
                    for d1 in -3..=12 {
                        let expected = (0..s0).all(|a| {
                            (0..s1).all(|b| {
                                value(&sum, a * d0 + b * d1)
                                    == a * value(&sum, d0) + b * value(&sum, d1)
                            })
                        });
                        match sum.linear_on(&[(s0, d0), (s1, d1)]).unwrap() {
                            Linear::Yes => assert!(expected),
                            Linear::Undecided => panic!("undecided"),
                            Linear::FailsAt(c) => {
                                assert!(!expected);
                                assert_ne!(
                                    value(&sum, c[0] * d0 + c[1] * d1),
                                    c[0] * value(&sum, d0) + c[1] * value(&sum, d1)
                                );
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn huge_domains_answer_at_once() {
        let sum = integers(&[(1 << 40, 1), (1 << 40, 1 << 50)]);
        assert_eq!(sum.linear_on(&[(1 << 20, 1), (1 << 20, 1 << 20)]).unwrap(), Linear::Yes);
        assert_eq!(
            sum.runs(1 << 30, 1 << 20).unwrap(),
            Runs::Found(alloc::vec![(1 << 20, 1 << 20), (1 << 10, 1 << 40)])
        );
    }
}
