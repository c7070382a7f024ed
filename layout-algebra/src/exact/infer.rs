//! Which layout a table of values is, if it is one.
//!
//! A layout of `n` points with the extents `e₀,e₁,…` has the *periods* `1, e₀, e₀e₁, …`,
//! each a multiple of the one before. The value at `x` is the sum of its digits
//! over the periods times the strides, the last digit unbounded.
//!
//! A full table needs no search ([`total`]): the coalesced layout of a function is
//! unique. Where some values are not given, or may be one of several, the periods
//! are searched and the strides are the integer solutions of a linear system, kept
//! as a lattice ([`partial`]).

use alloc::vec::Vec;

use super::step_sum::Mode;
use crate::Overflow;

/// Steps of a search before it answers [`Partial::Undecided`].
pub const BUDGET: usize = 1 << 18;

/// The layout of a table, or the first index that proves that there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Total {
    /// The modes `(extent, stride)`, the fewest; none for a table of one value.
    Found(Vec<Mode>),
    /// The value at 0 is not 0.
    Origin,
    /// From 0 in steps of `scale`, `run` values step evenly and the next does not;
    /// `run` does not divide the `extent` values in such steps.
    Broken {
        /// The distance of the values.
        scale: usize,
        /// How many of them step evenly.
        run: usize,
        /// How many there are.
        extent: usize,
    },
    /// The value at `index` is not the sum of those of its digits, `expected`.
    NotAdditive {
        /// The index.
        index: usize,
        /// What the values before it add up to.
        expected: i128,
    },
}

/// The layout with the values of a table at `0, 1, …`, and no other size.
///
/// A layout steps evenly over its first mode and differently after it: the first
/// extent is the longest run of equal steps, which must divide the size, and every
/// further value is the sum of one in the run and one at a multiple of it. What
/// fails first is the smallest index up to which no layout of this size agrees
/// with the table.
///
/// # Errors
///
/// [`Overflow`].
///
/// ```
/// use layout_algebra::exact::infer::{Total, total};
/// assert_eq!(total(&[0, 4, 2, 6, 1, 5, 3, 7]), Ok(Total::Found(vec![(2, 4), (2, 2), (2, 1)])));
/// assert_eq!(total(&[0, 1, 2, 4]), Ok(Total::Broken { scale: 1, run: 3, extent: 4 }));
/// assert_eq!(total(&[0, 1, 4, 6]), Ok(Total::NotAdditive { index: 3, expected: 5 }));
/// ```
pub fn total(values: &[i128]) -> Result<Total, Overflow> {
    if values.first().is_some_and(|first| *first != 0) {
        return Ok(Total::Origin);
    }
    let mut modes = Vec::new();
    // The earliest failure to add up, at any level.
    let mut unequal: Option<(usize, i128)> = None;
    let mut scale = 1;
    while scale < values.len() {
        let extent = values.len() / scale;
        let at = |c: usize| values[c * scale];
        let step = at(1);
        let mut run = 1;
        while run < extent && step.checked_mul(run as i128).ok_or(Overflow::Range)? == at(run) {
            run += 1;
        }
        if !extent.is_multiple_of(run) {
            let broken = Total::Broken { scale, run, extent };
            return Ok(match unequal {
                Some((index, expected)) if index < run * scale => {
                    Total::NotAdditive { index, expected }
                }
                _ => broken,
            });
        }
        for c in run..extent {
            let expected = at(c % run).checked_add(at(c - c % run)).ok_or(Overflow::Range)?;
            if expected != at(c) {
                if unequal.is_none_or(|(index, _)| c * scale < index) {
                    unequal = Some((c * scale, expected));
                }
                break;
            }
        }
        modes.push((run as i128, step));
        scale *= run;
    }
    Ok(match unequal {
        Some((index, expected)) => Total::NotAdditive { index, expected },
        None => Total::Found(modes),
    })
}

/// A given value of a partial table: any of `values` at `at`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The index, at least 0.
    pub at: i128,
    /// The values that it may have.
    pub values: Vec<i128>,
}

/// What the size of a layout must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// This number.
    Exactly(i128),
    /// This number, rounded up to what the periods divide.
    AtLeast(i128),
}

/// A layout that agrees with a partial table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Partial {
    /// The modes `(extent, stride)`, as few as there can be.
    Found(Vec<Mode>),
    /// No layout agrees with what is given up to this index.
    None {
        /// The index.
        at: i128,
    },
    /// The search left its budget.
    Undecided,
}

/// A layout of the given size that agrees with a partial table, whose indices
/// ascend; of those with the fewest modes one with a late first period. Where the
/// values leave a stride open it is 0 if it can be.
///
/// The periods are tried from few to many, and the strides solved for along the
/// way: what is given below a period does not depend on it, so that a period is
/// given up at the first value that it cannot have.
///
/// # Errors
///
/// [`Overflow`].
///
/// ```
/// use layout_algebra::exact::infer::{Given, Partial, Size, partial};
/// let given = [(0, 0), (3, 1), (7, 2), (10, 3)].map(|(at, v)| Given { at, values: vec![v] });
/// let found = partial(&given, Size::AtLeast(11), 1000);
/// assert_eq!(found, Ok(Partial::Found(vec![(3, 0), (4, 1)])));
/// ```
pub fn partial(given: &[Given], size: Size, budget: usize) -> Result<Partial, Overflow> {
    let (Size::Exactly(end) | Size::AtLeast(end)) = size;
    let mut search = Search { given, size, left: budget, most: 1, cut: false, deepest: 0 };
    loop {
        search.cut = false;
        search.deepest = 0;
        let start = State { periods: alloc::vec![1], strides: Strides::one() };
        match search.run(&start, 0)? {
            Step::Found(state) => return Ok(Partial::Found(state.modes(end)?)),
            Step::Undecided => return Ok(Partial::Undecided),
            Step::None if !search.cut => return Ok(Partial::None { at: search.deepest }),
            Step::None => search.most += 1,
        }
    }
}

struct Search<'a> {
    given: &'a [Given],
    size: Size,
    left: usize,
    /// The modes that a layout may have so far.
    most: usize,
    /// Whether a period was left out because of that.
    cut: bool,
    /// The largest index at which the search gave up.
    deepest: i128,
}

enum Step {
    Found(State),
    None,
    Undecided,
}

#[derive(Clone)]
struct State {
    /// From 1 on, each a multiple of the one before.
    periods: Vec<i128>,
    /// One for each period.
    strides: Strides,
}

impl Search<'_> {
    /// Extends a state, which has the values given before `first`, to all.
    fn run(&mut self, state: &State, first: usize) -> Result<Step, Overflow> {
        let mut next = first;
        // As far as the strides are known, the values follow.
        loop {
            if self.left == 0 {
                return Ok(Step::Undecided);
            }
            self.left -= 1;
            let Some(given) = self.given.get(next) else { return Ok(Step::Found(state.clone())) };
            let digits = state.digits(given.at);
            match state.strides.fixed(&digits)? {
                Some(value) if given.values.contains(&value) => next += 1,
                Some(_) => {
                    self.deepest = self.deepest.max(given.at);
                    break;
                }
                None => match self.choose(state, &digits, next)? {
                    Step::None => break,
                    step => return Ok(step),
                },
            }
        }
        for next in (first..=next).rev() {
            match self.insert(state, next)? {
                Step::None => {}
                step => return Ok(step),
            }
        }
        Ok(Step::None)
    }

    /// Tries each value at `next`, which leave the strides open.
    fn choose(&mut self, state: &State, digits: &[i128], next: usize) -> Result<Step, Overflow> {
        let given = &self.given[next];
        let mut any = false;
        for &value in &given.values {
            let mut state = state.clone();
            if !state.strides.solve(digits, value)? || state.is_redundant()? {
                continue;
            }
            any = true;
            match self.run(&state, next + 1)? {
                Step::None => {}
                step => return Ok(step),
            }
        }
        if !any {
            self.deepest = self.deepest.max(given.at);
        }
        Ok(Step::None)
    }

    /// Puts a period after the last index before `next`, up to that at `next`.
    fn insert(&mut self, state: &State, next: usize) -> Result<Step, Overflow> {
        let (Size::Exactly(end) | Size::AtLeast(end)) = self.size;
        let last = state.periods.last().copied().unwrap_or(1);
        let before = next.checked_sub(1).map_or(0, |k| self.given[k].at);
        let (least, most) =
            (last.max(before).checked_add(1).ok_or(Overflow::Range)?, self.given[next].at);
        let mut period = most.min(end - 1) / last * last;
        while period >= least {
            let fits = match self.size {
                Size::Exactly(size) => size % period == 0,
                Size::AtLeast(_) => true,
            };
            if fits && state.periods.len() >= self.most {
                self.cut = true;
                break;
            }
            if fits {
                let mut state = state.clone();
                state.periods.push(period);
                state.strides.grow();
                match self.run(&state, next)? {
                    Step::None => {}
                    step => return Ok(step),
                }
            } else if self.left == 0 {
                return Ok(Step::Undecided);
            } else {
                self.left -= 1;
            }
            period -= last;
        }
        Ok(Step::None)
    }
}

impl State {
    fn digits(&self, index: i128) -> Vec<i128> {
        let next = self.periods.iter().skip(1).map(Some).chain([None]);
        let pairs = self.periods.iter().zip(next);
        pairs.map(|(period, next)| next.map_or(index, |next| index % next) / period).collect()
    }

    /// Whether a stride is the one before times its extent in every solution: then
    /// fewer periods do.
    fn is_redundant(&self) -> Result<bool, Overflow> {
        for k in 1..self.periods.len() {
            let mut difference = alloc::vec![0; self.periods.len()];
            difference[k - 1] = self.periods[k] / self.periods[k - 1];
            difference[k] = -1;
            if self.strides.fixed(&difference)? == Some(0) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn modes(mut self, end: i128) -> Result<Vec<Mode>, Overflow> {
        self.strides.reduce()?;
        let mut modes: Vec<Mode> = Vec::new();
        for (k, (&period, &stride)) in self.periods.iter().zip(&self.strides.point).enumerate() {
            let extent = match self.periods.get(k + 1) {
                Some(next) => next / period,
                None => end.checked_add(period - 1).ok_or(Overflow::Range)? / period,
            };
            modes.push((extent, stride));
        }
        Ok(modes)
    }
}

/// The integer solutions of linear equations: a point plus any combination of
/// vectors.
#[derive(Clone)]
struct Strides {
    point: Vec<i128>,
    free: Vec<Vec<i128>>,
}

impl Strides {
    /// One unknown.
    fn one() -> Self {
        Strides { point: alloc::vec![0], free: alloc::vec![alloc::vec![1]] }
    }

    /// One more unknown.
    fn grow(&mut self) {
        self.point.push(0);
        self.free.iter_mut().for_each(|vector| vector.push(0));
        let mut unit = alloc::vec![0; self.point.len()];
        unit[self.point.len() - 1] = 1;
        self.free.push(unit);
    }

    /// The value of a linear form, if all solutions have the same.
    fn fixed(&self, form: &[i128]) -> Result<Option<i128>, Overflow> {
        for vector in &self.free {
            if apply(form, vector)? != 0 {
                return Ok(None);
            }
        }
        apply(form, &self.point).map(Some)
    }

    /// Keeps the solutions with this value of a form; whether there are any.
    fn solve(&mut self, form: &[i128], value: i128) -> Result<bool, Overflow> {
        // Combine the vectors until one alone changes the form, by their divisor.
        let mut steps = Vec::with_capacity(self.free.len());
        for vector in &self.free {
            steps.push(apply(form, vector)?);
        }
        let pivot = gather(&mut self.free, &mut steps)?;
        let rest = value.checked_sub(apply(form, &self.point)?).ok_or(Overflow::Range)?;
        let Some(pivot) = pivot else { return Ok(rest == 0) };
        if rest.checked_rem(steps[pivot]).ok_or(Overflow::Range)? != 0 {
            return Ok(false);
        }
        let vector = self.free.swap_remove(pivot);
        add_multiple(&mut self.point, rest / steps[pivot], &vector)?;
        Ok(true)
    }

    /// Moves the point to strides near 0, the first ones first.
    fn reduce(&mut self) -> Result<(), Overflow> {
        let mut free = core::mem::take(&mut self.free);
        for unknown in 0..self.point.len() {
            let mut heads: Vec<i128> = free.iter().map(|vector| vector[unknown]).collect();
            let Some(pivot) = gather(&mut free, &mut heads)? else { continue };
            let vector = free.swap_remove(pivot);
            let turns =
                self.point[unknown].checked_div_euclid(vector[unknown]).ok_or(Overflow::Range)?;
            add_multiple(&mut self.point, turns.checked_neg().ok_or(Overflow::Range)?, &vector)?;
        }
        Ok(())
    }
}

/// Euclid's algorithm on vectors with the given values: afterwards at most one of
/// the values is not 0.
fn gather(vectors: &mut [Vec<i128>], values: &mut [i128]) -> Result<Option<usize>, Overflow> {
    loop {
        let nonzero = (0..values.len()).filter(|&k| values[k] != 0);
        let Some(pivot) = nonzero.min_by_key(|&k| values[k].unsigned_abs()) else {
            return Ok(None);
        };
        let mut done = true;
        for k in 0..values.len() {
            if k == pivot || values[k] == 0 {
                continue;
            }
            let turns = values[k].checked_div(values[pivot]).ok_or(Overflow::Range)?;
            let vector = vectors[pivot].clone();
            add_multiple(&mut vectors[k], turns.checked_neg().ok_or(Overflow::Range)?, &vector)?;
            values[k] %= values[pivot];
            done &= values[k] == 0;
        }
        if done {
            return Ok(Some(pivot));
        }
    }
}

fn apply(form: &[i128], vector: &[i128]) -> Result<i128, Overflow> {
    super::integer::dot(form, vector).ok_or(Overflow::Range)
}

fn add_multiple(into: &mut [i128], factor: i128, vector: &[i128]) -> Result<(), Overflow> {
    for (into, &component) in into.iter_mut().zip(vector) {
        let step = factor.checked_mul(component).ok_or(Overflow::Range)?;
        *into = into.checked_add(step).ok_or(Overflow::Range)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every layout of up to `modes` modes and the given size.
    fn tables(size: i128, strides: &[i128], modes: usize) -> Vec<Vec<i128>> {
        let mut all = alloc::vec![];
        if size == 1 {
            all.push(alloc::vec![0]);
        }
        if modes == 0 {
            return all;
        }
        for extent in 2..=size {
            if size % extent != 0 {
                continue;
            }
            for inner in tables(size / extent, strides, modes - 1) {
                for stride in strides {
                    let digit = |x: i128| x % extent * stride + inner[(x / extent) as usize];
                    all.push((0..size).map(digit).collect());
                }
            }
        }
        all
    }

    fn value(modes: &[Mode], mut x: i128) -> i128 {
        let mut sum = 0;
        for &(extent, stride) in modes {
            sum += x % extent * stride;
            x /= extent;
        }
        sum
    }

    #[test]
    fn total_finds_every_layout_and_nothing_else() {
        for size in [1, 2, 4, 5, 6, 8, 12] {
            let layouts = tables(size, &[0, 1, 2, 3, 5, -1], 3);
            for table in &layouts {
                let Total::Found(modes) = total(table).unwrap() else { panic!("{table:?}") };
                assert!((0..size).all(|x| value(&modes, x) == table[x as usize]), "{table:?}");
                let coalesced = modes.windows(2).all(|m| m[0].0 * m[0].1 != m[1].1);
                assert!(coalesced, "{table:?} is {modes:?}");
            }
            if size > 6 {
                continue;
            }
            // All tables of small values: a layout has strides of that size.
            let layouts = tables(size, &[0, 1, 2], 3);
            for number in 0..3usize.pow(size as u32) {
                let mut rest = number;
                let table: Vec<i128> = (0..size)
                    .map(|_| {
                        rest /= 3;
                        (rest % 3) as i128
                    })
                    .collect();
                let found = matches!(total(&table).unwrap(), Total::Found(_));
                assert_eq!(found, layouts.contains(&table), "{table:?}");
            }
        }
    }

    #[test]
    fn total_names_the_first_index_that_proves_it() {
        let size = 8;
        let layouts = tables(size, &[-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6], 3);
        for number in 0..3usize.pow(7) {
            let mut table = alloc::vec![0];
            let mut rest = number;
            for _ in 1..size {
                table.push((rest % 3) as i128);
                rest /= 3;
            }
            let index = match total(&table).unwrap() {
                Total::Found(_) => continue,
                Total::Origin => 0,
                Total::Broken { scale, run, .. } => scale * run,
                Total::NotAdditive { index, .. } => index,
            };
            let agree = |count: usize| layouts.iter().any(|l| l[..count] == table[..count]);
            assert!(!agree(index + 1), "{table:?} up to {index}");
            assert!(agree(index), "{table:?} before {index}");
        }
    }

    #[test]
    fn partial_agrees_with_every_layout() {
        let strides = [-3, -2, -1, 0, 1, 2, 3, 4, 5, 6];
        for size in [4i128, 6, 8] {
            let layouts = tables(size, &strides, 3);
            // Some points of a table of small values.
            for number in (0..4usize.pow(size as u32 - 1)).step_by(3) {
                let (mut rest, mut given) = (number, Vec::new());
                for at in 1..size {
                    if rest % 4 != 3 {
                        given.push(Given { at, values: alloc::vec![(rest % 4) as i128] });
                    }
                    rest /= 4;
                }
                let fits = |table: &Vec<i128>, end: i128| {
                    given.iter().all(|g| g.at > end || table[g.at as usize] == g.values[0])
                };
                match partial(&given, Size::Exactly(size), BUDGET).unwrap() {
                    Partial::Found(modes) => {
                        let table = (0..size).map(|x| value(&modes, x)).collect();
                        assert!(fits(&table, size), "{given:?}: {modes:?}");
                        let product: i128 = modes.iter().map(|mode| mode.0).product();
                        assert_eq!(product, size, "{given:?}: {modes:?}");
                    }
                    Partial::None { at } => {
                        assert!(!layouts.iter().any(|table| fits(table, at)), "{given:?} at {at}");
                    }
                    Partial::Undecided => panic!("{given:?}"),
                }
            }
        }
    }

    #[test]
    fn partial_chooses_among_values() {
        let given = [(1, alloc::vec![5, 1]), (2, alloc::vec![7, 2]), (3, alloc::vec![3])];
        let given = given.map(|(at, values)| Given { at, values });
        let found = partial(&given, Size::Exactly(4), BUDGET).unwrap();
        assert_eq!(found, Partial::Found(alloc::vec![(4, 1)]));
        assert_eq!(partial(&given, Size::Exactly(4), 1).unwrap(), Partial::Undecided);
    }
}
