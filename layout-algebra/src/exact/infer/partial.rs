//! The layout of a table with gaps, or of one with several values to choose from.
//!
//! The periods are searched and the strides are the integer solutions of a linear
//! system (`strides`).

use alloc::vec::Vec;

use super::strides::Strides;
use crate::Overflow;
use crate::exact::step_sum::Mode;

/// The budget of the steps of a search, before it answers [`Partial::Undecided`].
pub(crate) const BUDGET: usize = 1 << 20;

/// A given value of a partial table: any of `values` at `at`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    /// The index, at least 0.
    pub(crate) at: i128,
    /// The values that it may have.
    pub(crate) values: Vec<i128>,
}

/// A layout that agrees with a partial table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Partial {
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

/// A layout that agrees with a partial table, whose indices ascend, of the size `end`,
/// rounded up to what the periods divide; of those with the fewest modes one with a late first period. Where the
/// values leave a stride open it is 0 if it can be.
///
/// The periods are tried from few to many, and the strides solved for along the
/// way: what is given below a period does not depend on it, so that a period is
/// given up at the first value that it cannot have.
///
/// # Errors
///
/// [`Overflow`].
pub(crate) fn partial(given: &[Given], end: i128, budget: &mut usize) -> Result<Partial, Overflow> {
    let mut search = Search { given, end, left: *budget, most: 1, cut: false, deepest: 0 };
    let found = search.fewest();
    *budget = search.left;
    found
}

struct Search<'a> {
    given: &'a [Given],
    end: i128,
    left: usize,
    /// The modes that a layout may have so far.
    most: usize,
    /// True if a period was left out because of that.
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
    /// Periods from 1 on, each a multiple of the one before.
    periods: Vec<i128>,
    /// One for each period.
    strides: Strides,
}

impl Search<'_> {
    /// Tries more and more modes.
    fn fewest(&mut self) -> Result<Partial, Overflow> {
        loop {
            self.cut = false;
            self.deepest = 0;
            let start = State { periods: alloc::vec![1], strides: Strides::one() };
            match self.run(&start, 0)? {
                Step::Found(state) => return Ok(Partial::Found(state.modes(self.end)?)),
                Step::Undecided => return Ok(Partial::Undecided),
                Step::None if !self.cut => return Ok(Partial::None { at: self.deepest }),
                Step::None => self.most += 1,
            }
        }
    }

    /// Extends a state, which has the values given before `first`, to all.
    fn run(&mut self, state: &State, first: usize) -> Result<Step, Overflow> {
        let mut next = first;
        // As far as the strides are known, the values follow.
        loop {
            if !self.pay(state) {
                return Ok(Step::Undecided);
            }
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

    /// Pays for a look at a state, a number for each period and free stride; false
    /// where nothing is left.
    fn pay(&mut self, state: &State) -> bool {
        let paid = self.left > 0;
        let cost = state.periods.len() * (1 + state.strides.free_count());
        self.left = self.left.saturating_sub(cost);
        paid
    }

    /// Tries each value at `next`, which leave the strides open.
    fn choose(&mut self, state: &State, digits: &[i128], next: usize) -> Result<Step, Overflow> {
        let given = &self.given[next];
        let mut any = false;
        for &value in &given.values {
            if !self.pay(state) {
                return Ok(Step::Undecided);
            }
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
        let last = state.periods.last().copied().unwrap_or(1);
        let before = if next == 0 { 0 } else { self.given[next - 1].at };
        let (least, most) =
            (last.max(before).checked_add(1).ok_or(Overflow::Range)?, self.given[next].at);
        let mut period = most.min(self.end - 1) / last * last;
        while period >= least {
            if state.periods.len() >= self.most {
                self.cut = true;
                break;
            }
            let mut state = state.clone();
            state.periods.push(period);
            state.strides.grow();
            match self.run(&state, next)? {
                Step::None => {}
                step => return Ok(step),
            }
            period -= last;
        }
        Ok(Step::None)
    }
}

impl State {
    fn digits(&self, index: i128) -> Vec<i128> {
        let mut digits = Vec::new();
        for (k, period) in self.periods.iter().enumerate() {
            digits.push(match self.periods.get(k + 1) {
                Some(next) => index % next / period,
                None => index / period,
            });
        }
        digits
    }

    /// Returns true if a stride is the one before times its extent in every solution: then fewer
    /// periods do.
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
        for (k, (&period, &stride)) in self.periods.iter().zip(self.strides.point()).enumerate() {
            let extent = match self.periods.get(k + 1) {
                Some(next) => next / period,
                None => end.checked_add(period - 1).ok_or(Overflow::Range)? / period,
            };
            modes.push((extent, stride));
        }
        Ok(modes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{tables, value};
    use super::*;

    #[test]
    fn values_with_gaps_are_a_layout() {
        let given = [(0, 0), (3, 1), (7, 2), (10, 3)];
        let given = given.map(|(at, value)| Given { at, values: alloc::vec![value] });
        let found = partial(&given, 11, &mut 1000);
        assert_eq!(found, Ok(Partial::Found(alloc::vec![(3, 0), (4, 1)])));
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
                match partial(&given, size, &mut { BUDGET }).unwrap() {
                    Partial::Found(modes) => {
                        let table = (0..size).map(|x| value(&modes, x)).collect();
                        assert!(fits(&table, size), "{given:?}: {modes:?}");
                        let product: i128 = modes.iter().map(|mode| mode.0).product();
                        assert!(product >= size, "{given:?}: {modes:?}");
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
        let found = partial(&given, 4, &mut { BUDGET }).unwrap();
        assert_eq!(found, Partial::Found(alloc::vec![(4, 1)]));
        assert_eq!(partial(&given, 4, &mut 1).unwrap(), Partial::Undecided);
    }

    #[test]
    fn searches_share_a_budget() {
        let given = [(3, 1), (7, 2), (10, 3)].map(|(at, v)| Given { at, values: alloc::vec![v] });
        let mut left = 1000;
        let searched = (0..1000).find(|_| {
            let before = left;
            let found = partial(&given, 11, &mut left).unwrap();
            assert!(left < before || left == 0, "a search costs nothing");
            found == Partial::Undecided
        });
        assert!(searched.is_some_and(|searches| searches > 1), "{searched:?}");
        assert_eq!(left, 0);
    }

    #[test]
    fn every_value_that_is_tried_costs() {
        // Within two elements there is one step, and no value is twice an integer: each is
        // solved for in vain.
        let values: Vec<i128> = (0..1000).map(|k| 2 * k + 1).collect();
        let given = [Given { at: 2, values }];
        let mut left = 1_000_000;
        let found = partial(&given, 2, &mut left).unwrap();
        assert_eq!(found, Partial::None { at: 2 });
        assert!(left < 1_000_000 - 1000, "{left}");
        assert_eq!(partial(&given, 2, &mut 500).unwrap(), Partial::Undecided);
    }
}
