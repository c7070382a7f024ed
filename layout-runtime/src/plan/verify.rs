//! Verification of a plan: it is the function of its profile, exactly.
//!
//! *Sums.* A term `(q & mask)·t` of the quotient `q = ⌊c/N⌋` is a sum of step functions:
//! the bits from `a` on and below `b` are `2ᵃ·⌊q/2ᵃ⌋ − 2ᵇ·⌊q/2ᵇ⌋`. So is the layout, whose
//! leaf `S:D` is `D·⌊c/P⌋ − S·D·⌊c/PS⌋`. The functions `⌊c/N⌋` for different `N` below the
//! size are linearly independent, since that of `N` is 1 at `c = N` and those of larger
//! ones are 0 there: sums are equal exactly if their coefficients are.
//!
//! *Exclusive ors.* Terms that move bits are linear over GF(2), as swizzles are, and as
//! a layout is whose steps share no bit: they are equal exactly if they are at 0 and at
//! each bit of the coordinate.

use super::{Plan, value_of};
use crate::geometry::Geometry;
use crate::map::{OffsetMap, mapped};

/// The coefficients of step functions `⌊c/N⌋`, for `N` below a size.
struct Steps {
    size: u64,
    periods: [u64; Steps::MAX],
    coefficients: [i64; Steps::MAX],
    length: usize,
    /// The place of the coefficient that was added last; the next one is mostly there or after it.
    at: usize,
}

impl Steps {
    /// The most terms that a layout of 64 leaves and the plans that are made for it need.
    const MAX: usize = 256;

    const fn none(size: usize) -> Steps {
        let (periods, coefficients) = ([0; Steps::MAX], [0; Steps::MAX]);
        Steps { size: size as u64, periods, coefficients, length: 0, at: 0 }
    }

    const fn add(&mut self, period: u128, coefficient: i64) {
        // Others are 0 below the size.
        if period >= self.size as u128 {
            return;
        }
        let period = period as u64;
        let (mut i, mut seen) = (self.at, 0);
        while seen < self.length && self.periods[i] != period {
            i = if i + 1 < self.length { i + 1 } else { 0 };
            seen += 1;
        }
        if seen == self.length {
            i = self.length;
            assert!(i < Steps::MAX, "this plan has too many terms to be verified");
            self.periods[i] = period;
            self.length += 1;
        }
        self.coefficients[i] = self.coefficients[i].wrapping_add(coefficient);
        self.at = i;
    }

    /// Adds what a profile makes of `⌊c/period⌋`, `sign` times: its digit, or all that is
    /// left where it is the last.
    const fn profile<P: Geometry>(&mut self, sign: i64, period: u128, last: bool) {
        if let Some(step) = P::STEP {
            let step = sign.wrapping_mul(step as i64);
            self.add(period, step);
            if !last {
                let size = P::SIZE;
                self.add(period * size as u128, step.wrapping_mul(size as i64).wrapping_neg());
            }
            return;
        }
        self.profile::<P::Head>(sign, period, last && P::Tail::SIZE == 1);
        self.profile::<P::Tail>(sign, period * P::Head::SIZE as u128, last);
    }

    /// Adds the terms over `⌊c/period⌋`.
    const fn terms<M: Plan>(&mut self, period: u128) {
        let period = period * M::DIVIDE_BY as u128;
        let mask = M::MASK as u64;
        let mut bit = 0;
        while bit < u64::BITS && mask >> bit != 0 {
            bit += (mask >> bit).trailing_zeros();
            self.add(period << bit, M::TIMES.wrapping_shl(bit));
            bit += (mask >> bit).trailing_ones();
            if bit < u64::BITS {
                self.add(period << bit, M::TIMES.wrapping_shl(bit).wrapping_neg());
            }
        }
        if M::MORE && period < self.size as u128 {
            self.terms::<M::Rest>(period);
        }
    }

    const fn are_zero(&self) -> bool {
        let mut i = 0;
        while i < self.length {
            if self.coefficients[i] as isize != 0 {
                return false;
            }
            i += 1;
        }
        true
    }
}

/// Leaves that are one leaf of the coalesced layout: each begins where those before it
/// end. Leaves of one coordinate belong to any run.
///
/// A plan is made for the coalesced layout, which is the same function. Its digits are
/// those of the runs: the digit of a leaf inside of a run need not be one of the plan's.
struct Run {
    extent: usize,
    stride: isize,
    /// The leaf after the run.
    end: usize,
}

impl Run {
    /// The longest run of leaves from `end` on.
    const fn at(shape: &[usize], stride: &[isize], mut end: usize) -> Run {
        let (mut extent, mut first) = (1, 0);
        while end < shape.len() {
            if extent == 1 {
                (extent, first) = (shape[end], stride[end]);
            } else if shape[end] > 1 {
                match first.checked_mul(extent as isize) {
                    Some(next) if next == stride[end] => extent *= shape[end],
                    _ => break,
                }
            }
            end += 1;
        }
        Run { extent, stride: first, end }
    }
}

/// Returns true if two profiles split coordinates alike, so that both are the same function.
const fn same<P: Geometry, Q: Geometry>() -> bool {
    match (P::STEP, Q::STEP) {
        (Some(step), Some(other)) => step == other && P::SIZE == Q::SIZE,
        (None, None) => same::<P::Head, Q::Head>() && same::<P::Tail, Q::Tail>(),
        _ => false,
    }
}

/// Asserts that a plan computes the layout of a profile, or the map of it where the
/// plan is folded.
pub(crate) const fn assert_plan<P: Geometry, M: Plan, O: OffsetMap>() {
    if M::FOLDED {
        return Folding::start::<O>().then::<P, M, O>().end();
    }
    if M::SPLITS && same::<M::Split, P>() {
        return;
    }
    let mut steps = Steps::none(P::SIZE);
    if M::SPLITS {
        steps.profile::<M::Split>(1, 1, true);
    } else {
        steps.terms::<M>(1);
    }
    steps.profile::<P>(-1, 1, true);
    assert!(steps.are_zero(), "this plan is not one of the layout");
}

/// The plans of several modes with a map in them, so far.
#[derive(Clone, Copy)]
pub(crate) struct Folding {
    /// The bits that steps and offsets take.
    taken: i64,
    /// The value at the coordinates 0 beyond that of the plans.
    constant: i64,
}

impl Folding {
    /// Begins with what the map makes of 0.
    pub(crate) const fn start<O: OffsetMap>() -> Folding {
        let taken = offset::<O>();
        assert!(taken >= 0, "a folded plan with a negative offset");
        Folding { taken, constant: mapped::<O>(0) as i64 }
    }

    /// Goes on with a mode: its plan flips the bits that the map makes of its steps.
    pub(crate) const fn then<P: Geometry, M: Plan, O: OffsetMap>(mut self) -> Folding {
        assert!(M::FOLDED, "a plan is folded in all modes or in none");
        assert!(moves_bits::<M>(), "a folded plan moves bits");
        let (shape, stride) = (P::TABLE.shape(), P::TABLE.stride());
        let (mut leaf, mut bit) = (0, 0);
        while leaf < shape.len() {
            let run = Run::at(shape, stride, leaf);
            leaf = run.end;
            let last = leaf == shape.len();
            assert!(run.extent.is_power_of_two() || last, "a folded plan of a digit");
            let end = bit + usize::BITS - (run.extent - 1).leading_zeros();
            let mut step = run.stride as i64;
            while bit < end {
                assert!(step >= 0 && self.taken & step == 0, "a folded plan of a sum");
                self.taken |= step;
                // The step is on its own: adding it flips its bits alone.
                let flipped = mapped::<O>(step as isize) ^ mapped::<O>(0);
                let planned = value_of::<P, M>(1 << bit) ^ M::CONSTANT as isize;
                assert!(flipped == planned, "this plan is not one of the layout");
                step = step.wrapping_mul(2);
                bit += 1;
            }
        }
        self.constant ^= M::CONSTANT;
        self
    }

    /// Asserts that the plans have in them what the map makes of 0.
    pub(crate) const fn end(self) {
        assert!(self.constant == 0, "this plan is not one of the layout");
    }
}

/// The offset that a map adds, before its first swizzle.
const fn offset<O: OffsetMap>() -> i64 {
    if O::IDENTITY || <O::Before as OffsetMap>::IDENTITY {
        return O::OFFSET as i64;
    }
    assert!(O::OFFSET == 0, "a folded plan of several offsets");
    offset::<O::Before>()
}

/// Returns true if a plan divides by, and multiplies by, powers of two alone.
const fn moves_bits<M: Plan>() -> bool {
    let power = M::TIMES > 0 && M::TIMES & (M::TIMES - 1) == 0;
    M::DIVIDE_BY.is_power_of_two() && power && (!M::MORE || moves_bits::<M::Rest>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::mode::Leaf;
    use crate::map::Swizzled;
    use crate::plan::{Folded, Term};

    /// `(3,5):(1,3)`, with a leaf of one coordinate: one digit of 15.
    type Digits = (Leaf<3, 1>, Leaf<1, 7>, Leaf<5, 3>);
    type Swizzle = Swizzled<1, 0, 1, 0, 0, 15>;

    #[test]
    fn leaves_of_one_digit_have_its_plan() {
        // c ^ (c >> 1 & 1)
        type Plan = Folded<Term<1, -1, 1, Term<2, 1, 1>>>;
        assert_plan::<Digits, Plan, Swizzle>();
    }

    #[test]
    #[should_panic(expected = "this plan is not one of the layout")]
    fn leaves_of_one_digit_have_no_other_plan() {
        // The last bit of the digit is flipped, too.
        type Plan = Folded<Term<1, -1, 1, Term<2, 5, 1>>>;
        assert_plan::<Digits, Plan, Swizzle>();
    }

    #[test]
    #[should_panic(expected = "a folded plan of a digit")]
    fn digits_that_do_not_continue_each_other_are_apart() {
        type Plan = Folded<Term<1, -1, 1>>;
        assert_plan::<(Leaf<3, 1>, Leaf<5, 4>), Plan, Swizzle>();
    }
}
