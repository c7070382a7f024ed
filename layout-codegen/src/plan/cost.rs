//! The cost model: what a plan is chosen by.
//!
//! | operation | weight |
//! |---|---|
//! | and, shift | 2 |
//! | joining two terms: add, subtract, exclusive or | 2 |
//! | the negative of a sum without a term that is added | 2 |
//! | times a factor | `factor_weight` of `layout-core` |
//! | division of a quotient below 2³⁰: a multiplication and a shift | 5 |
//! | another division: a constant, a long multiplication, a shift | 9 |
//! | a mask that is no immediate operand | 1 more |
//! | a term after the first: the copy of what it is computed from | 1 |
//! | bits that change places by a distance up to 3, by another | 11, 15 |
//!
//! The weights are half instructions of x86-64, more for multiplications,
//! whose latency is three times that of an addition. Division by a power of two is a shift.

use layout_algebra::CollectVec;
use layout_core::immediate_weight;

use super::program::{Division, Entry, Join, Program, Twist};
use super::sum::{Multiplicand, Sum};
use super::weight::Cost;

/// A part of the cost, by the leaf of the layout that it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The leaf whose digit the operations are for.
    pub leaf: usize,
    /// The cost of these operations.
    pub cost: Cost,
}

impl Program {
    /// The cost of a sum of its terms, each times its own factor: weight and operations.
    pub(super) fn weight(&self) -> (u32, u32) {
        let mut sum = Cost::default();
        for (i, (digit, term)) in self.digit_costs().into_iter().zip(&self.terms).enumerate() {
            sum += digit;
            sum += times(term.times, Join::Add);
            if i > 0 {
                sum += Cost::new(1, 0, 2);
            }
        }
        (sum.weight, sum.ops)
    }

    /// The cost of the digit of each term, without its factor.
    fn digit_costs(&self) -> Vec<Cost> {
        let mut costs = Vec::new();
        for (i, (term, division)) in self.steps().enumerate() {
            let mut cost = Cost::new(0, 0, u32::from(i > 0));
            cost += division.cost();
            if let Some(mask) = term.mask {
                cost += Cost::new(1, 0, 2 + immediate_weight(mask));
            }
            costs.push(cost);
        }
        costs
    }
}

impl Division {
    fn cost(self) -> Cost {
        match self {
            Division::None => Cost::default(),
            Division::Shift(_) => Cost::new(1, 0, 2),
            Division::Narrow(_) => Cost::new(1, 1, 5),
            Division::Wide => Cost::new(1, 1, 9),
        }
    }
}

/// The cost of a multiplication by its factor.
fn times(factor: i64, join: Join) -> Cost {
    match join.factor_weight(factor) {
        0 => Cost::default(),
        weight => Cost::new(1, 0, weight),
    }
}

impl Twist {
    /// Adding the offset, then a mask, a shift, an exclusive or and a copy.
    fn cost(&self) -> Cost {
        let mut cost = Cost::default();
        if self.offset != 0 {
            cost += Cost::new(1, 0, 2);
        }
        if !self.swizzle.is_identity() {
            cost += Cost::new(3, 0, 7);
        }
        cost
    }
}

impl Entry {
    /// The cost of each leaf. Joining a part, and the factor of several digits, count for the leaf of the first; a swizzle that
    /// is applied to the whole counts for none. Steps for all bits at once count for the first leaf.
    pub fn shares(&self) -> Vec<Share> {
        if let Some(spread) = &self.spread {
            let mut terms = self.programs.iter().flat_map(|program| &program.terms);
            let Some(term) = terms.next() else { return Vec::new() };
            return vec![Share { leaf: term.leaf, cost: spread.cost() }];
        }
        let mut digits = self.programs.iter().map(Program::digit_costs).collect_vec();
        let mut shares = Vec::new();
        self.share(&self.sum, &mut digits, &mut shares);
        shares
    }

    fn share(&self, sum: &Sum, digits: &mut [Vec<Cost>], shares: &mut Vec<Share>) {
        for (i, part) in sum.0.iter().enumerate() {
            let mut cost = times(part.times, self.join);
            if i > 0 {
                cost += Cost::new(1, 0, 2);
            }
            let first = match &part.of {
                &Multiplicand::Digit { program, term } => {
                    // One that is added twice is computed once.
                    cost += std::mem::take(&mut digits[program][term]);
                    Some((program, term))
                }
                Multiplicand::Sum(sum) => sum.first(),
            };
            if let Some((program, term)) = first {
                shares.push(Share { leaf: self.programs[program].terms[term].leaf, cost });
            }
            if let Multiplicand::Sum(sum) = &part.of {
                self.share(sum, digits, shares);
            }
        }
    }

    /// The cost of a call.
    pub fn cost(&self) -> Cost {
        let mut sum = Cost::default();
        for share in self.shares() {
            sum += share.cost;
        }
        if self.constant != 0 {
            sum += Cost::new(1, 0, 2);
        }
        for twist in &self.then {
            sum += twist.cost();
        }
        sum += Cost::new(self.negations(), 0, 2 * self.negations());
        sum
    }

    /// The number of negations of a value: where all that is summed up is negative, at the end and
    /// where a swizzle reads its bits. Of other sums, what is negative is subtracted.
    fn negations(&self) -> u32 {
        let is_sum = self.join == Join::Add && self.spread.is_none();
        let mut negative = is_sum && self.sum.is_negative() && self.constant <= 0;
        let mut negations = 0;
        for twist in &self.then {
            negative &= twist.offset <= 0;
            if !twist.swizzle.is_identity() {
                negations += u32::from(negative);
                negative = false;
            }
        }
        negations + u32::from(negative)
    }
}
