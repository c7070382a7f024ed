//! `Entry`: a function of a layout, as what is computed for each coordinate.

use layout_algebra::{CollectVec, Swizzle};
use layout_core::Reciprocal;

use super::bit_deposit::BitDeposit;
use super::delta_swap::exchanges;
use super::leaf::Leaf;
use super::sum::{Multiplicand, Sum};

/// A function of a layout: from a program for each coordinate to an offset.
///
/// The offset is `then(constant ∘ sum)`, where `∘` is the sum, or the exclusive or, and
/// `sum` is that of all terms of all programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// A program for each coordinate that the function takes.
    pub programs: Vec<Program>,
    /// The digits of all terms, joined.
    pub sum: Sum,
    /// The operation that joins terms and what the coordinates give.
    pub join: Join,
    /// The number that is joined to all of them.
    pub constant: i64,
    /// The swizzles of the result, in the order in which they are applied.
    pub then: Vec<Twist>,
    /// The part of the sum that the first of `then` reads its bits of, before it is shifted
    /// to its place; none where it reads those of the whole.
    pub source: Option<usize>,
    /// The same by steps for all bits at once, where that is cheaper.
    pub spread: Option<BitDeposit>,
}

/// The program of one coordinate: terms over a quotient that runs along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The coordinate is below.
    pub size: u64,
    /// The terms; 0 without any.
    pub terms: Vec<Term>,
}

/// `q = q / divide_by; (q & mask) * times`, where `q` is the coordinate at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The divisor of the quotient before the term, at least 1.
    pub divide_by: u64,
    /// The bits of the quotient that count, none where all of them do.
    pub mask: Option<u64>,
    /// The factor, not 0, modulo 2⁶⁴.
    pub times: i64,
    /// The leaf where the first digit of the term is, among those of the layout.
    pub leaf: usize,
}

/// Operation that joins terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// Their sum, modulo 2⁶⁴.
    Add,
    /// Their exclusive or.
    Xor,
}

/// `x ↦ swizzle(x + offset)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Twist {
    /// The number that is added before the swizzle.
    pub offset: i64,
    /// The swizzle, of which no bit reaches the sign.
    pub swizzle: Swizzle,
}

/// Computation of a quotient from the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Division {
    /// No division: it is the one before.
    None,
    /// A shift.
    Shift(u32),
    /// A multiplication and a shift.
    Narrow(Reciprocal),
    /// A division of full width.
    Wide,
}

impl Division {
    /// The division by `divisor` of a quotient up to `max`.
    pub fn of(divisor: u64, max: u64) -> Self {
        match Reciprocal::of(divisor, max) {
            _ if divisor == 1 => Division::None,
            _ if divisor.is_power_of_two() => Division::Shift(divisor.trailing_zeros()),
            Reciprocal { multiplier: 0, .. } => Division::Wide,
            reciprocal => Division::Narrow(reciprocal),
        }
    }
}

impl Program {
    /// The terms with how their quotient is computed.
    pub fn steps(&self) -> impl Iterator<Item = (&Term, Division)> {
        let mut max = self.size - 1;
        self.terms.iter().map(move |term| {
            let division = Division::of(term.divide_by, max);
            max /= term.divide_by;
            (term, division)
        })
    }

    /// A number for each term that its digit does not exceed.
    fn most(&self) -> Vec<u64> {
        let (mut quotient, mut most) = (self.size - 1, Vec::new());
        for term in &self.terms {
            quotient /= term.divide_by;
            most.push(term.mask.unwrap_or(u64::MAX).min(quotient));
        }
        most
    }

    /// The digit of each term at a coordinate.
    fn digits_at(&self, coordinate: u64) -> Vec<i64> {
        let (mut quotient, mut digits) = (coordinate, Vec::new());
        for (term, division) in self.steps() {
            quotient = match division {
                Division::None => quotient,
                Division::Shift(shift) => quotient >> shift,
                Division::Narrow(Reciprocal { multiplier, shift, .. }) => {
                    quotient.wrapping_mul(multiplier) >> shift
                }
                Division::Wide => quotient / term.divide_by,
            };
            digits.push((quotient & term.mask.unwrap_or(u64::MAX)).cast_signed());
        }
        digits
    }
}

impl Sum {
    fn evaluate(&self, join: Join, digits: &[Vec<i64>]) -> i64 {
        let mut sum = 0;
        for part in &self.0 {
            sum = join.apply(sum, part.of.evaluate(join, digits).wrapping_mul(part.times));
        }
        sum
    }

    /// A number that it does not exceed, given those of the digits; none where one is subtracted.
    fn most(&self, digits: &[Vec<u64>]) -> Option<u64> {
        let mut most = 0u64;
        for part in &self.0 {
            let of = match &part.of {
                &Multiplicand::Digit { program, term } => digits[program][term],
                Multiplicand::Sum(sum) => sum.most(digits)?,
            };
            most = most.checked_add(of.checked_mul(u64::try_from(part.times).ok()?)?)?;
        }
        Some(most)
    }
}

impl Multiplicand {
    fn evaluate(&self, join: Join, digits: &[Vec<i64>]) -> i64 {
        match self {
            &Multiplicand::Digit { program, term } => digits[program][term],
            Multiplicand::Sum(sum) => sum.evaluate(join, digits),
        }
    }
}

impl Join {
    fn apply(self, a: i64, b: i64) -> i64 {
        match self {
            Join::Add => a.wrapping_add(b),
            Join::Xor => a ^ b,
        }
    }

    /// The weight of a multiplication by the factor of what it joins: none but an addition is one instruction with it.
    pub(super) fn factor_weight(self, factor: i64) -> u32 {
        match (layout_core::factor_weight(factor), self) {
            (1, Join::Xor) => 2,
            (weight, _) => weight,
        }
    }
}

impl Twist {
    pub(super) fn apply(&self, x: i64) -> i64 {
        let moved = i128::from(x.wrapping_add(self.offset));
        // A swizzle flips bits below the sign alone.
        i64::try_from(self.swizzle.apply(moved)).unwrap_or_default()
    }
}

/// `(x & mask) << left`, or to the right where that is negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The bits that count.
    pub mask: u64,
    /// The number of places by which they move to the left.
    pub left: i32,
}

impl Moved {
    fn apply(self, x: i64) -> i64 {
        let bits = x.cast_unsigned() & self.mask;
        let by = self.left.unsigned_abs();
        (if self.left < 0 { bits >> by } else { bits << by }).cast_signed()
    }
}

impl Twist {
    /// The bits by which the swizzle flips a value, computed from the value shifted to the right.
    pub fn moves(&self, shifted: u32) -> Moved {
        let mask = u64::try_from(self.swizzle.y_mask() >> shifted).unwrap_or_default();
        Moved { mask, left: shifted.cast_signed() - self.swizzle.shift() }
    }
}

impl Entry {
    /// The sum of what the coordinates give.
    pub(super) fn sum(programs: Vec<Program>) -> Self {
        let sum = Sum::flat(&programs);
        let (join, then) = (Join::Add, Vec::new());
        Entry { programs, sum, join, constant: 0, then, source: None, spread: None }
    }

    /// Takes out common factors of its terms, lets a swizzle read what they are multiplied
    /// with, or moves all bits at once, where that is cheaper.
    pub(super) fn factor(&mut self, coordinates: &[Vec<(usize, Leaf)>]) {
        self.sum = std::mem::take(&mut self.sum).factored(self.join);
        self.source = self.source();
        let mut weight = self.cost().weight;
        self.spread = None;
        // Nothing is folded into a sum.
        if self.join == Join::Add && self.then.is_empty() {
            for spread in exchanges(coordinates).into_iter().chain(BitDeposit::of(coordinates)) {
                if spread.cost().weight < weight {
                    weight = spread.cost().weight;
                    self.spread = Some(spread);
                }
            }
        }
    }

    /// Multiplies each digit by its own factor, where that is fewer operations: a product and a sum are one where they are
    /// fused.
    pub(super) fn fuse(&mut self) {
        let mut flat = Entry { sum: Sum::flat(&self.programs), ..self.clone() };
        flat.source = flat.source();
        if self.spread.is_none() && flat.cost().ops < self.cost().ops {
            *self = flat;
        }
    }

    /// The shifted part of the sum in which the first swizzle finds all its bits: the other
    /// parts do not reach that far. Bits of one coordinate are as well masked where they are.
    fn source(&self) -> Option<usize> {
        let (first, several) = (self.then.first()?, self.programs.len() > 1);
        let alone = self.join == Join::Add && self.constant == 0 && first.offset == 0;
        let (place, part) = self.sum.0.iter().enumerate().max_by_key(|(_, part)| part.times)?;
        let from = part.times.trailing_zeros();
        let digits: Vec<Vec<u64>> = self.programs.iter().map(Program::most).collect_vec();
        let mut others = self.sum.clone();
        others.0.remove(place);
        let apart = part.times.count_ones() == 1 && others.most(&digits)? >> from == 0;
        let reads = first.swizzle.y_mask().trailing_zeros() >= from;
        (several && alone && apart && reads).then_some(place)
    }

    /// The number of coordinates that it takes.
    pub fn coordinates(&self) -> usize {
        self.programs.len()
    }

    /// The offset at the given coordinates.
    pub fn evaluate(&self, coordinates: &[u64]) -> i64 {
        if let Some(spread) = &self.spread {
            return spread.evaluate(coordinates);
        }
        let mut digits = Vec::new();
        for (program, coordinate) in self.programs.iter().zip(coordinates) {
            digits.push(program.digits_at(*coordinate));
        }
        let joined = self.join.apply(self.constant, self.sum.evaluate(self.join, &digits));
        let (mut then, mut joined) = (self.then.as_slice(), joined);
        if let (Some(source), [first, others @ ..]) = (self.source, then) {
            let part = &self.sum.0[source];
            let read = first.moves(part.times.trailing_zeros());
            joined ^= read.apply(part.of.evaluate(self.join, &digits));
            then = others;
        }
        for twist in then {
            joined = twist.apply(joined);
        }
        joined
    }

    /// Returns whether the coordinate has an influence.
    pub fn uses(&self, coordinate: usize) -> bool {
        !self.programs[coordinate].terms.is_empty()
    }
}
