//! Grows nested expressions, and holds each step against its definition.

use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

use super::ask::{Answer, Found, ask};
use super::case::{Case, Operand, Question};
use super::define::TABLE;
use super::draw::{self, Dice};
use super::known::known;
use super::read::Value;
use layout_laws::function::{Function, Within};
use layout_laws::tree::Tree;

/// Operands, and how each is written.
pub type Words = Vec<(Operand, String)>;

/// Longer than that is a finding.
const SLOW: Duration = Duration::from_secs(2);

/// The most coordinates of a layout that is grown further: definitions are loops over them.
const LARGE: i128 = 256;

/// An expression of which an answer is wrong.
#[derive(Clone, Debug)]
pub struct Finding {
    /// As it was written.
    pub written: String,
    /// The operation that is wrong, of its operands as they are printed.
    pub flat: String,
    /// The reason why it is wrong.
    pub why: String,
}

/// The outcomes of the questions to one operation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    /// Answers that are what they are defined to be.
    pub held: u64,
    /// Answers that no definition here covers.
    pub undefined: u64,
    /// Refusals.
    pub refused: u64,
    /// Refusals that were shown to be right.
    pub shown: u64,
    /// Refusals of a search that ran out of its budget.
    pub undecided: u64,
    /// Answers under conditions that the symbols do not meet.
    pub unmet: u64,
    /// Answers that are wrong.
    pub wrong: u64,
}

/// The outcomes of all expressions.
#[derive(Debug, Default)]
pub struct Tally {
    /// The number of expressions.
    pub expressions: u64,
    /// By operation.
    pub ops: BTreeMap<&'static str, Count>,
    /// The wrong answers.
    pub findings: Vec<Finding>,
    /// The counts of each known kind of difference.
    pub known: BTreeMap<&'static str, u64>,
    /// The longest that one answer took, and to what.
    pub slowest: (Duration, String),
}

impl Tally {
    /// Counts what another tally has.
    pub fn add(&mut self, other: Tally) {
        self.expressions += other.expressions;
        for (name, count) in other.ops {
            let sum = self.ops.entry(name).or_default();
            sum.held += count.held;
            sum.undefined += count.undefined;
            sum.refused += count.refused;
            sum.shown += count.shown;
            sum.undecided += count.undecided;
            sum.unmet += count.unmet;
            sum.wrong += count.wrong;
        }
        for (kind, count) in other.known {
            *self.known.entry(kind).or_default() += count;
        }
        self.findings.extend(other.findings);
        self.slowest = self.slowest.clone().max(other.slowest);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["held", "undefined", "refused", "shown", "undecided", "unmet", "wrong"];
        writeln!(f, "{:20}{}", "", head.map(|word| format!("{word:>11}")).concat())?;
        let mut total = [0; 7];
        for (name, count) in &self.ops {
            let Count { held, undefined, refused, shown, undecided, unmet, wrong } = count;
            let row = [held, undefined, refused, shown, undecided, unmet, wrong].map(|n| *n);
            total = std::array::from_fn(|k| total[k] + row[k]);
            writeln!(f, "{name:20}{}", row.map(|n| format!("{n:>11}")).concat())?;
        }
        writeln!(f, "{:20}{}", "all", total.map(|n| format!("{n:>11}")).concat())?;
        for (kind, count) in &self.known {
            writeln!(f, "known: {count} of {kind}")?;
        }
        let (took, of) = &self.slowest;
        writeln!(f, "slowest: {took:?} for {of}")?;
        let findings = self.findings.len();
        writeln!(f, "{} expressions, {findings} findings", self.expressions)
    }
}

/// An expression and what it is worth.
struct Grown {
    text: String,
    function: Function,
    within: Within,
}

/// Draws expressions.
pub struct Grower<'a> {
    /// The choices.
    pub dice: Dice<'a>,
    padding: bool,
    tally: &'a mut Tally,
}

/// Grows an expression of 3 to 5 operations, as these bytes choose, and counts what becomes of
/// it.
pub fn examine(bytes: &[u8], tally: &mut Tally) {
    tally.expressions += 1;
    let mut dice = Dice::new(bytes);
    let (padding, steps) = (dice.below(4) > 0, dice.of(&[3, 4, 5]));
    Grower { dice, padding, tally }.grow(steps);
}

impl Grower<'_> {
    /// A layout as another operand: a literal, or a short expression.
    pub fn other(&mut self) -> (Operand, String) {
        let steps = self.dice.of(&[0, 0, 1]);
        let grown = self.grow(steps);
        (Operand::Function(grown.function, grown.within), grown.text)
    }

    fn grow(&mut self, steps: usize) -> Grown {
        let mut grown = self.literal();
        let mut tries = 0;
        let mut taken = 0;
        while taken < steps && tries < 2 * steps {
            tries += 1;
            if let Some(next) = self.step(&grown) {
                grown = next;
                taken += 1;
            }
        }
        grown
    }

    fn literal(&mut self) -> Grown {
        let function = draw::function(&mut self.dice);
        let text = match function.layout() {
            Some(layout) if self.dice.once_in(8) => draw::symbolic(&mut self.dice, layout),
            _ => function.to_string(),
        };
        match ask(&text, self.padding) {
            // Symbols stand in a tuple, so that a literal of one leaf has one mode.
            Ok(Answer::Found(Found { value: Value::Function(found), within, .. }))
                if within.is_everywhere() =>
            {
                if found.values() != function.values() {
                    self.wrong(&text, &text, format!("it is {found}"), None);
                }
                Grown { text, function: found, within: Within::EVERYWHERE }
            }
            other => {
                self.wrong(&text, &text, format!("a literal is {other:?}"), None);
                let (text, one) = ("1:0".to_owned(), Tree::Leaf((1, 0)));
                Grown { text, function: one.into(), within: Within::EVERYWHERE }
            }
        }
    }

    fn wrong(&mut self, written: &str, flat: &str, why: String, question: Option<&Question>) {
        if let Some(kind) = question.and_then(known) {
            *self.tally.known.entry(kind).or_default() += 1;
            return;
        }
        let (written, flat) = (written.to_owned(), flat.to_owned());
        self.tally.findings.push(Finding { written, flat, why });
    }

    /// One more operation, if it has an answer that is a layout.
    fn step(&mut self, grown: &Grown) -> Option<Grown> {
        let op = &TABLE[self.dice.below(TABLE.len())];
        let words = (op.draw)(self, &grown.function);
        let (others, mut words): (Vec<Operand>, Vec<String>) = words.into_iter().unzip();
        words.insert(0, grown.text.clone());
        let (layout, within, padding) =
            (grown.function.clone(), grown.within.clone(), self.padding);
        let question = Question { op, layout, within, others, words, padding };
        let text = question.text();
        let start = Instant::now();
        let answer = ask(&text, padding);
        let took = start.elapsed();
        if took > self.tally.slowest.0 {
            self.tally.slowest = (took, text.clone());
        }
        if took > SLOW {
            self.wrong(&text, &question.flat(), format!("it takes {took:?}"), None);
        }
        let count = self.tally.ops.entry(op.name).or_default();
        let answer = match answer {
            Ok(Answer::Found(answer)) => answer,
            Ok(Answer::Unmet) => {
                count.unmet += 1;
                return None;
            }
            Ok(Answer::Refused(message)) => {
                count.refused += 1;
                if message.contains("cannot decide") {
                    count.undecided += 1;
                    return None;
                }
                // What an attribute would let through is not refused, and over symbols what
                // is not known may decide.
                if !padding || question.is_symbolic() {
                    return None;
                }
                match (op.refused)(&question) {
                    Ok(shown) => count.shown += u64::from(shown),
                    Err(why) => {
                        count.wrong += 1;
                        let why = format!("refused: {message}, but {why}");
                        self.wrong(&text, &question.flat(), why, Some(&question));
                    }
                }
                return None;
            }
            Err(why) => {
                count.wrong += 1;
                self.wrong(&text, &question.flat(), why, Some(&question));
                return None;
            }
        };
        let mut case = Case { of: question, answer };
        let held = case.holds();
        let count = self.tally.ops.entry(op.name).or_default();
        match held {
            Ok(true) => count.held += 1,
            Ok(false) => count.undefined += 1,
            Err(why) => {
                count.wrong += 1;
                let printed = shown(&case.answer.value);
                let why = format!("{printed} in bounds {:?}: {why}", case.answer.within);
                self.wrong(&text, &case.of.flat(), why, Some(&case.of));
                return None;
            }
        }
        // The layout of a part is an item of a list.
        let (text, function) = match case.answer.value {
            Value::Function(function) => (text, function),
            Value::List(mut items) => match items.swap_remove(0) {
                Value::Function(function) => (format!("get({text}, 0)"), function),
                _ => return None,
            },
            _ => return None,
        };
        let fits = function.domain.is_some() && function.size() <= LARGE;
        fits.then_some(Grown { text, function, within: case.answer.within })
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Function(function) => function.to_string(),
        other => format!("{other:?}"),
    }
}
