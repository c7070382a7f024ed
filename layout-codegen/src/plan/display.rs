//! Plans as text: one line for each fact and each function.

use layout_algebra::CollectVec;
use std::fmt::{self, Write};

use super::Plan;
use super::bit_deposit::{BitDeposit, Stage};
use super::leaf::Leaf;
use super::program::{Entry, Join, Program, Twist};
use super::sum::{Multiplicand, Sum};

impl fmt::Display for Plan {
    /// One line for each fact and each function, with what a call of it costs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.notation)?;
        writeln!(f, "rank {}, depth {}, size {}", self.rank, self.depth, self.size)?;
        writeln!(f, "cosize {}, offsets {}..={}", self.cosize, self.min_offset, self.max_offset)?;
        let linear = self.linear.iter().map(Leaf::to_string).collect_vec();
        writeln!(f, "linear {}", linear.join(", "))?;
        for (k, (name, entry)) in self.names().into_iter().zip(self.entries()).enumerate() {
            let takes = coordinates(k, entry.coordinates());
            let text = entry.text(&takes);
            writeln!(f, "{name}({}) = {text}  [{}]", takes.join(", "), entry.cost())?;
        }
        super::bounds::write(&self.bounds, f)
    }
}

/// The names of the coordinates that a function takes: the first has a 1-D one.
pub(crate) fn coordinates(function: usize, count: usize) -> Vec<String> {
    match function {
        0 => vec!["i".to_owned()],
        _ => (0..count).map(|c| format!("c{c}")).collect_vec(),
    }
}

impl Entry {
    /// The expression of a function of these coordinates.
    pub fn text(&self, coordinates: &[String]) -> String {
        if let Some(spread) = &self.spread {
            return spread.text(coordinates);
        }
        let mut digits = Vec::new();
        for (program, coordinate) in self.programs.iter().zip(coordinates) {
            digits.push(program.digits_text(self.join, coordinate));
        }
        let mut joined = self.sum.text(self.join, &digits);
        let mut then = self.then.as_slice();
        if let (Some(source), [first, others @ ..]) = (self.source, then) {
            joined = self.swizzled_text(source, first, digits);
            then = others;
        }
        if self.constant != 0 {
            let plus = match (joined.is_empty(), self.join) {
                (true, _) => "",
                (false, Join::Add) => " + ",
                (false, Join::Xor) => " ^ ",
            };
            let _ = write!(joined, "{plus}{}", self.constant);
        }
        if joined.is_empty() {
            joined.push('0');
        }
        twisted(joined, then)
    }

    /// The sum, swizzled by what a part multiplies: `x = c0 + c1*8; (c2 + x*64) ^ (x & 14) << 3`.
    fn swizzled_text(&self, source: usize, twist: &Twist, mut digits: Vec<Vec<String>>) -> String {
        let mut sum = self.sum.clone();
        let part = &mut sum.0[source];
        let moved = twist.moves(part.times.trailing_zeros());
        let (mut before, mut x) = (String::new(), "x".to_owned());
        match std::mem::replace(
            &mut part.of,
            Multiplicand::Digit { program: digits.len(), term: 0 },
        ) {
            Multiplicand::Digit { program, term } => x.clone_from(&digits[program][term]),
            Multiplicand::Sum(sum) => before = format!("x = {}; ", sum.text(self.join, &digits)),
        }
        digits.push(vec![x.clone()]);
        let sum = sum.text(self.join, &digits);
        let sign = if moved.left < 0 { ">>" } else { "<<" };
        let (mask, by) = (moved.mask, moved.left.unsigned_abs());
        format!("{before}({sum}) ^ ({x} & {mask}) {sign} {by}")
    }
}

impl BitDeposit {
    /// The steps, the value of the last: `w = c0 | c1 << 8; w = (w | w << 2) & 0x33; w`.
    fn text(&self, coordinates: &[String]) -> String {
        let copies = self.copies.iter();
        let copies = copies.map(|&(c, by)| moved(&coordinates[c], "<<", by)).collect_vec();
        let mut text = format!("w = {}; ", masked(&copies.join(" | "), self.mask));
        for stage in &self.stages {
            let _ = match stage {
                Stage::Deposit(shift, mask) => write!(text, "w = (w | w << {shift}) & {mask:#x}; "),
                Stage::DeltaSwap(by, mask) => {
                    write!(text, "t = (w ^ w >> {by}) & {mask:#x}; w = w ^ t ^ t << {by}; ")
                }
            };
        }
        let folds = std::iter::once(0).chain(self.folds.iter().copied());
        let folds = folds.map(|by| moved("w", ">>", by)).collect_vec();
        text + &masked(&folds.join(" | "), self.last_mask)
    }
}

/// The expression of the bits of a value that count.
fn masked(value: &str, mask: Option<u64>) -> String {
    match mask {
        Some(mask) => format!("({value}) & {mask:#x}"),
        None => value.to_owned(),
    }
}

/// The expression of a shift.
fn moved(of: &str, sign: &str, by: u32) -> String {
    match by {
        0 => of.to_owned(),
        by => format!("{of} {sign} {by}"),
    }
}

/// The expression of swizzles, the first first, at another expression.
pub(super) fn twisted(mut at: String, then: &[Twist]) -> String {
    for Twist { offset, swizzle } in then {
        at = match offset {
            0 => format!("{swizzle}({at})"),
            offset => format!("{swizzle}({at} + {offset})"),
        };
    }
    at
}

impl Program {
    /// The digit of each term: of sums with `/`, of moved bits with shifts.
    fn digits_text(&self, join: Join, coordinate: &str) -> Vec<String> {
        let (mut quotient, mut shift) = (coordinate.to_owned(), 0);
        let mut digits = Vec::new();
        for term in &self.terms {
            match join {
                Join::Add if term.divide_by == 1 => {}
                Join::Add => _ = write!(quotient, "/{}", term.divide_by),
                Join::Xor => shift += term.divide_by.trailing_zeros(),
            }
            let moved = moved(&quotient, ">>", shift);
            digits.push(match term.mask {
                Some(mask) => format!("({moved} & {mask})"),
                None => moved,
            });
        }
        digits
    }
}

impl Sum {
    /// The parts with their factors: products in sums, shifts among exclusive ors.
    fn text(&self, join: Join, digits: &[Vec<String>]) -> String {
        let mut text = String::new();
        for part in &self.0 {
            let of = match &part.of {
                &Multiplicand::Digit { program, term } => digits[program][term].clone(),
                Multiplicand::Sum(sum) => format!("({})", sum.text(join, digits)),
            };
            let of = match (part.times.unsigned_abs(), join) {
                (1, _) => of,
                (times, Join::Add) => format!("{of}*{times}"),
                (times, Join::Xor) if of.contains(' ') && !of.starts_with('(') => {
                    format!("({of}) << {}", times.trailing_zeros())
                }
                (times, Join::Xor) => format!("{of} << {}", times.trailing_zeros()),
            };
            let plus = match (text.is_empty(), join, part.times < 0) {
                (true, _, false) => "",
                (true, _, true) => "-",
                (false, Join::Add, false) => " + ",
                (false, Join::Add, true) => " - ",
                (false, Join::Xor, _) => " ^ ",
            };
            let _ = write!(text, "{plus}{of}");
        }
        text
    }
}
