//! `Sum`: how the digits of a function come together.
//!
//! `a + 15b + 3c + 60d` is `a + 3(c + 5(b + 4d))`: what factors have in common is
//! multiplied once, and a factor of 2, 4 or 8 of what is left is part of an addition.
//! An exclusive or of digits that are shifted is taken apart in the same way.

use layout_algebra::{CollectVec, SortFew};
use layout_core::{gcd_u64, shift_add_exponent};

use super::program::{Join, Program, Term};

/// The sum, or the exclusive or, of its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum(pub Vec<Part>);

/// A multiple of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The factor, not 0, modulo 2⁶⁴.
    pub times: i64,
    /// The value that is multiplied.
    pub of: Multiplicand,
}

/// A value that is multiplied by a factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Multiplicand {
    /// The digit of a term of a program, by their numbers.
    Digit {
        /// The program among those of the function.
        program: usize,
        /// The term among those of the program.
        term: usize,
    },
    /// Several, of which at least one has another factor.
    Sum(Sum),
}

/// The most parts of a sum that are added up in one level. A sum of more parts, all shifted, is
/// nested to the end. LLVM multiplies some of it out, however it is written: counted over random
/// layouts of 8 to 12 digits, this way leaves the fewest instructions on average.
const MAX_PARTS: usize = 7;

impl Part {
    /// Returns whether the part is a digit that no address computation multiplies and adds.
    pub(crate) fn is_moved(&self) -> bool {
        matches!(self.of, Multiplicand::Digit { .. }) && !matches!(self.times, 2 | 4 | 8)
    }

    fn is_negative(&self) -> bool {
        match &self.of {
            Multiplicand::Digit { .. } => self.times < 0,
            Multiplicand::Sum(sum) => (self.times < 0) != sum.is_negative(),
        }
    }
}

impl Sum {
    /// Returns whether all parts are subtracted, and there is none to subtract from.
    pub(super) fn is_negative(&self) -> bool {
        !self.0.is_empty() && self.0.iter().all(Part::is_negative)
    }

    /// Every digit times its own factor.
    pub(super) fn flat(programs: &[Program]) -> Self {
        let mut parts = Vec::new();
        for (program, of) in programs.iter().enumerate() {
            for (term, &Term { times, .. }) in of.terms.iter().enumerate() {
                parts.push(Part { times, of: Multiplicand::Digit { program, term } });
            }
        }
        Sum(parts)
    }

    /// The same value with common factors taken out, where that is cheaper.
    ///
    /// Parts are ordered by their factors: LLVM multiplies a sum out again that has a
    /// shift for one of its two operands. Of several parts, one that is taken `2ᵏ + 1`
    /// times is added twice, which is one instruction less.
    pub(super) fn factored(self, join: Join) -> Self {
        let mut sum = self.taken_out(join);
        sum.order(join);
        sum
    }

    fn order(&mut self, join: Join) {
        let Sum(parts) = self;
        for i in 0..parts.len() {
            let again = if join == Join::Add { shift_add_exponent(parts[i].times) } else { 0 };
            if again > 0 && parts.len() > 1 && matches!(parts[i].of, Multiplicand::Digit { .. }) {
                parts[i].times = 1;
                parts.push(Part { times: 1 << again, of: parts[i].of.clone() });
            }
        }
        // Twice a part is an addition to itself there, and no scaled operand of one.
        parts.sort_few_by_key(|part| match part.times.unsigned_abs() {
            2 => (8, 1),
            times => (times, 0),
        });
        for part in parts {
            if let Multiplicand::Sum(sum) = &mut part.of {
                sum.order(join);
            }
        }
    }

    fn taken_out(self, join: Join) -> Self {
        if join == Join::Add && self.0.len() > MAX_PARTS && self.are_bits() {
            let Sum(mut parts) = self;
            parts.sort_few_by_key(|part| part.times);
            return Sum::nested(parts, 1);
        }
        let Some(factor) = common_factor(&self.0) else { return self };
        let (mut inside, mut outside) = (Vec::new(), Vec::new());
        for mut part in self.0.iter().cloned() {
            if part.times % factor == 0 {
                part.times /= factor;
                inside.push(part);
            } else {
                outside.push(part);
            }
        }
        let inside = Sum(inside).taken_out(join);
        let mut taken_out = Sum(outside).taken_out(join);
        taken_out.0.push(Part { times: factor, of: Multiplicand::Sum(inside) });
        if taken_out.weight(join) < self.weight(join) { taken_out } else { self }
    }

    /// Returns whether the factors are 1 and different powers of two.
    fn are_bits(&self) -> bool {
        let mut all = 0;
        for part in &self.0 {
            if part.times.count_ones() == 1 {
                all |= part.times;
            }
        }
        all & 1 == 1 && all.count_ones() as usize == self.0.len()
    }

    /// Nests a sum: the first parts, which are ordered, and the sum of the others, where that is of
    /// two and the sum of the others, and so on: `a + 2(b + 2c + 4(d + 2e + 4f))`.
    fn nested(mut parts: Vec<Part>, first: usize) -> Self {
        let mut others = parts.split_off(first.min(parts.len() - 1));
        let factor = others[0].times;
        if others.len() == 1 {
            parts.extend(others);
        } else {
            for part in &mut others {
                part.times /= factor;
            }
            parts.push(Part { times: factor, of: Multiplicand::Sum(Sum::nested(others, 2)) });
        }
        Sum(parts)
    }

    /// The cost of the factors; there are as many additions, however they are taken out, and a
    /// factor of 2, 4 or 8 is part of one. The factor of a sum is on the way of all its digits: a
    /// multiplication there is dearer.
    fn weight(&self, join: Join) -> u32 {
        let mut weight = 0;
        for part in &self.0 {
            let factor = match join.factor_weight(part.times) {
                1 => 0,
                weight => weight,
            };
            weight += match &part.of {
                Multiplicand::Digit { .. } => factor,
                Multiplicand::Sum(sum) if factor > 2 => factor + 2 + sum.weight(join),
                Multiplicand::Sum(sum) => factor + sum.weight(join),
            };
        }
        weight
    }

    /// The first digit, as program and term.
    pub(super) fn first(&self) -> Option<(usize, usize)> {
        match &self.0.first()?.of {
            &Multiplicand::Digit { program, term } => Some((program, term)),
            Multiplicand::Sum(sum) => sum.first(),
        }
    }
}

/// A factor above 1 of several parts: of all, of all but those with the least factor, or of
/// as many as possible.
fn common_factor(parts: &[Part]) -> Option<i64> {
    let times = parts.iter().map(|part| part.times.unsigned_abs()).collect_vec();
    let mut others = times.clone();
    let least = times.iter().min()?;
    others.retain(|times| times != least);
    let factor = match (gcd(&times), gcd(&others)) {
        _ if times.len() == 1 => return None,
        (all @ 2.., _) => all,
        (_, of_others @ 2..) if others.len() > 1 => of_others,
        _ => {
            // The number of parts that have it, and a factor of two of them.
            let mut most = (0, 1);
            for (i, a) in times.iter().enumerate() {
                for b in &times[i + 1..] {
                    let factor = gcd_u64(*a, *b);
                    let count = times.iter().filter(|times| *times % factor == 0).count();
                    if factor > 1 {
                        most = most.max((count, factor));
                    }
                }
            }
            most.1
        }
    };
    i64::try_from(factor).ok().filter(|factor| *factor > 1)
}

fn gcd(numbers: &[u64]) -> u64 {
    numbers.iter().copied().fold(0, gcd_u64)
}
