//! The arithmetic of an entry point.
//!
//! Each coordinate is divided down to its digits, and these are joined as the plan's sum
//! says, or moved to their places all at once. Offsets and swizzles follow.

use super::node::{Arithmetic, Dividend, Is, Node, Op, Variable, Word};
use super::operand::Operand;
use crate::plan::{
    BitDeposit, Division, Entry, Join, Moved, Multiplicand, Part, Stage, Sum, Term, Twist,
};

/// The arithmetic of an entry of a plan.
pub(super) fn arithmetic(entry: &Entry, word: Word) -> Arithmetic {
    let mut body = Body { word, join: entry.join, variables: Vec::new(), sum: None };
    let mut digits: Vec<Vec<Operand>> = Vec::new();
    // Two digits of one coordinate are joined as well by an or, where no address computation
    // does it. Of what else is known in range alone, nothing is made.
    let bits = match (&entry.programs[..], &entry.sum.0[..]) {
        ([program], [a, b]) if a.is_moved() && b.is_moved() => below(program.size),
        _ => u64::MAX,
    };
    for (place, program) in entry.programs.iter().enumerate() {
        let mut quotient = Quotient { of: Dividend::Coordinate(place), shift: 0, bits };
        let mut own = Vec::new();
        for (term, division) in program.steps() {
            body.divide(&mut quotient, term.divide_by, division);
            own.push(body.digit(&quotient, term));
        }
        digits.push(own);
    }
    let mut then = entry.then.as_slice();
    match (&entry.spread, entry.source, then) {
        (Some(spread), ..) if spread.width() <= word.bits => body.spread(spread),
        (_, Some(source), [first, others @ ..]) => {
            body.sum = body.swizzled(&entry.sum, source, digits, first);
            then = others;
        }
        _ => body.sum = body.joined(&entry.sum, &digits),
    }
    if entry.constant != 0 {
        body.add(entry.constant);
    }
    body.done(then)
}

/// The arithmetic of a sum and the swizzles that are applied to it.
pub(super) fn twisted(
    variables: Vec<Variable>,
    sum: Option<Operand>,
    then: &[Twist],
) -> Arithmetic {
    // No factor is left to be taken modulo what a word holds.
    let word = Word { bits: u64::BITS, is_signed: false };
    Body { word, join: Join::Add, variables, sum }.done(then)
}

/// A function's body as far as it is written.
struct Body {
    word: Word,
    join: Join,
    variables: Vec<Variable>,
    sum: Option<Operand>,
}

/// A quotient: what holds it, and how far that is to be shifted.
struct Quotient {
    of: Dividend,
    shift: u32,
    /// The bits that may be set before that.
    bits: u64,
}

impl Quotient {
    fn operand(&self) -> Operand {
        let of = match self.of {
            Dividend::Coordinate(place) => Node::Coordinate(place),
            Dividend::Variable(place) => Node::Variable(place),
        };
        Operand::new(of).with_bits(self.bits).shifted(self.shift)
    }
}

impl Body {
    /// The value with swizzles applied to it.
    fn done(mut self, then: &[Twist]) -> Arithmetic {
        for twist in then {
            self.twist(twist);
        }
        let value = self.sum.map_or(Node::Number(0), Operand::value);
        Arithmetic { variables: self.variables, value }
    }

    /// Divides a quotient. What is more than a shift takes a variable.
    fn divide(&mut self, quotient: &mut Quotient, by: u64, division: Division) {
        match division {
            Division::None => return,
            Division::Shift(shift) => {
                quotient.shift += shift;
                return;
            }
            Division::Narrow(_) | Division::Wide => {}
        }
        let of = Box::new(quotient.operand().value());
        let is = Is::Quotient { of: quotient.of, by };
        let divided = self.variable(is, Node::Quotient { of, by, division });
        let bits = below((quotient.bits >> quotient.shift) / by + 1);
        *quotient = Quotient { of: Dividend::Variable(divided), shift: 0, bits };
    }

    /// The digit of a term, as an offset.
    fn digit(&self, quotient: &Quotient, term: &Term) -> Operand {
        let mut digit = quotient.operand();
        if let Some(mask) = term.mask {
            digit = digit.masked(mask);
        }
        if self.word.is_signed { digit.offset() } else { digit }
    }

    /// The steps for all bits at once, each a variable.
    fn spread(&mut self, spread: &BitDeposit) {
        let or = |a, b| Node::binary(Op::Or, a, b);
        let copies = spread.copies.iter().map(|&(c, by)| Node::Coordinate(c).shifted_up(by));
        let placed = copies.reduce(or).unwrap_or(Node::Number(0)).masked(spread.mask);
        let mut word = Node::Variable(self.variable(Is::Word, placed));
        for stage in &spread.stages {
            let stage = match *stage {
                Stage::Deposit(by, mask) => {
                    or(word.clone(), word.shifted_up(by)).masked(Some(mask))
                }
                Stage::DeltaSwap(distance, mask) => {
                    let above = word.clone().shifted_down(distance);
                    let flipped = Node::binary(Op::Xor, word.clone(), above).masked(Some(mask));
                    let flipped = Node::Variable(self.variable(Is::Flipped, flipped));
                    // A factor of 3, 5 or 9 is an address computation.
                    let both = Node::Number((1 << distance) + 1);
                    Node::binary(Op::Xor, word, Node::binary(Op::Mul, flipped, both))
                }
            };
            word = Node::Variable(self.variable(Is::Word, stage));
        }
        let mut folded = word.clone();
        for &by in &spread.folds {
            folded = or(folded, word.clone().shifted_down(by));
        }
        self.sum = Some(Operand::new(folded.masked(spread.last_mask)));
    }

    /// The digits of a function, joined from the left: what is multiplied by 2, 4 or 8 is
    /// then added in one instruction.
    fn joined(&self, sum: &Sum, digits: &[Vec<Operand>]) -> Option<Operand> {
        let parts = sum.0.iter().filter_map(|part| self.part(part, digits));
        parts.reduce(|sum, part| sum.joined(self.join, part))
    }

    /// A part of a sum. One that is a sum is joined from the right: LLVM multiplies it out
    /// if an operand of the outermost addition is a product.
    fn part(&self, part: &Part, digits: &[Vec<Operand>]) -> Option<Operand> {
        let times = self.word.factor(part.times);
        if times == 0 {
            return None;
        }
        let of = match &part.of {
            &Multiplicand::Digit { program, term } => digits[program][term].clone(),
            Multiplicand::Sum(sum) => {
                let parts = sum.0.iter().rev().filter_map(|part| self.part(part, digits));
                parts.reduce(|sum, part| part.joined(self.join, sum))?
            }
        };
        Some(of.times(times, part.times < 0))
    }

    /// Moves and swizzles the value so far, which takes a variable.
    fn twist(&mut self, twist: &Twist) {
        if twist.offset != 0 {
            self.join = Join::Add;
            self.add(twist.offset);
        }
        if twist.swizzle.is_identity() {
            return;
        }
        let Some(value) = self.sum.take() else { return };
        let x = Node::Variable(self.variable(Is::Offset, value.value()));
        self.sum = Some(Operand::new(flipped(x.clone(), x, twist.moves(0))));
    }

    /// The digits of a function, swizzled. The swizzle reads the bits of what a part
    /// multiplies, which takes a variable if it is computed.
    fn swizzled(
        &mut self,
        sum: &Sum,
        source: usize,
        mut digits: Vec<Vec<Operand>>,
        twist: &Twist,
    ) -> Option<Operand> {
        let (mut sum, shift) = (sum.clone(), sum.0[source].times.trailing_zeros());
        let read = Multiplicand::Digit { program: digits.len(), term: 0 };
        let of = std::mem::replace(&mut sum.0[source].of, read);
        let of = self.joined(&Sum(vec![Part { times: 1, of }]), &digits)?;
        let x = match of.is_atom() {
            true => of.value(),
            false => Node::Variable(self.variable(Is::Offset, of.value())),
        };
        digits.push(vec![Operand::new(x.clone())]);
        let sum = self.joined(&sum, &digits)?.value();
        Some(Operand::new(flipped(sum, x, twist.moves(shift))))
    }

    /// The place of a new variable.
    fn variable(&mut self, is: Is, value: Node) -> usize {
        self.variables.push(Variable { is, value });
        self.variables.len() - 1
    }

    /// Joins a number to the value so far.
    fn add(&mut self, number: i64) {
        let number = Operand::number(number);
        self.sum = Some(match self.sum.take() {
            Some(sum) => sum.joined(self.join, number),
            None => number,
        });
    }
}

/// The bits of the numbers below another.
fn below(number: u64) -> u64 {
    u64::MAX.checked_shr((number - 1).leading_zeros()).unwrap_or(0)
}

/// A value, whose bits are flipped by bits of another.
fn flipped(value: Node, by: Node, moved: Moved) -> Node {
    let bits = by.masked(Some(moved.mask));
    let moved = match moved.left {
        left @ 0.. => bits.shifted_up(left.unsigned_abs()),
        left => bits.shifted_down(left.unsigned_abs()),
    };
    Node::binary(Op::Xor, value, moved)
}
