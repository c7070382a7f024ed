//! `Check`: what an answer is held against.
//!
//! A check is written `KIND, i < N, name = value: FORMULA`.

use std::collections::BTreeSet;
use std::fmt;

use crate::formula::value;
use crate::offsets::{Function, is_layout};

pub(crate) struct Check {
    kind: Kind,
    /// The number of values of `i`.
    points: i128,
    /// The values of symbols.
    names: Vec<(String, i128)>,
    formula: String,
}

/// The claim of a check about its formula.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The answer is it at every point.
    Equals,
    /// No layout is.
    NoLayout,
    /// It has a value twice.
    Shared,
    /// It has no value twice.
    Apart,
    /// The answer leads it back to its point.
    Undone,
    /// It leads the answer back to its point.
    Undoes,
    /// The answer is one more than its largest value.
    Spans,
}

const KINDS: [(&str, Kind); 7] = [
    ("equals", Kind::Equals),
    ("no layout", Kind::NoLayout),
    ("shared", Kind::Shared),
    ("apart", Kind::Apart),
    ("undone", Kind::Undone),
    ("undoes", Kind::Undoes),
    ("spans", Kind::Spans),
];

impl Check {
    /// Reads a check; none if it is not written as one.
    pub(crate) fn read(text: &str) -> Option<Check> {
        let (head, formula) = text.split_once(": ")?;
        let mut parts = head.split(", ");
        let word = parts.next()?;
        let kind = KINDS.iter().find(|(name, _)| *name == word)?.1;
        let points = parts.next()?.strip_prefix("i < ")?.parse().ok().filter(|&n| n > 0)?;
        let names = parts.map(|part| {
            let (name, value) = part.split_once(" = ")?;
            Some((name.to_owned(), value.parse().ok()?))
        });
        let names = names.collect::<Option<Vec<_>>>()?;
        Some(Check { kind, points, names, formula: formula.to_owned() })
    }

    /// The formula at a point.
    fn at(&self, i: i128) -> Result<i128, String> {
        let mut names = self.names.clone();
        names.push(("i".to_owned(), i));
        value(&self.formula, &names)
    }

    /// Holds if the claim is true of an answer; else says why not.
    pub(crate) fn holds(&self, answer: &str) -> Result<(), String> {
        let values: Result<Vec<i128>, String> = (0..self.points).map(|i| self.at(i)).collect();
        let values = values?;
        let differ = values.iter().collect::<BTreeSet<_>>().len() == values.len();
        match self.kind {
            Kind::NoLayout if !answer.starts_with("error: ") => return said(false, "no error"),
            Kind::NoLayout => return said(!is_layout(&values), "a layout has these values"),
            Kind::Shared => return said(!differ, "no value is there twice"),
            Kind::Apart => return said(differ, "a value is there twice"),
            Kind::Equals | Kind::Undone | Kind::Undoes | Kind::Spans => {}
        }
        if let Some(plan) = answer.strip_prefix("index(i) = ") {
            let arithmetic = plan.split("  [").next().unwrap_or_default();
            let same = |i| value(arithmetic, &[("i".to_owned(), i)]) == self.at(i);
            let holds = self.kind == Kind::Equals && (0..self.points).all(same);
            return said(holds, "the arithmetic has other values");
        }
        let found = Function::read(answer, &self.names)?;
        if matches!(self.kind, Kind::Equals | Kind::Undoes) && found.size != self.points {
            return Err(format!("the answer has size {}", found.size));
        }
        let wrong = match self.kind {
            Kind::Undone => (0..self.points).zip(&values).find_map(|(i, &value)| {
                let inside = (0..found.size).contains(&value);
                (!inside || found.at(value) != i).then_some(i)
            }),
            Kind::Undoes => {
                let wrong = |i: &i128| self.at(found.at(*i)).as_ref() != Ok(i);
                (0..self.points).find(wrong)
            }
            Kind::Spans => {
                let span = values.iter().max().map_or(0, |max| max + 1);
                (found.size != 1 || found.at(0) != span).then_some(span)
            }
            _ => (0..self.points).zip(&values).find_map(|(i, &v)| (found.at(i) != v).then_some(i)),
        };
        wrong.map_or(Ok(()), |at| Err(format!("it fails at {at}")))
    }
}

fn said(holds: bool, reason: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(reason.to_owned()) }
}

/// The check as a sentence.
impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Check { kind, points, names, formula } = self;
        let with = names.iter().map(|(name, value)| format!(", `{name} = {value}`"));
        let all = format!("every `i < {points}`{}", with.collect::<String>());
        match kind {
            Kind::Equals if *points == 1 => write!(f, "it is `{formula}`"),
            Kind::Equals => write!(f, "at {all}, it is `{formula}`"),
            Kind::NoLayout => write!(f, "no layout is `{formula}` at {all}: all were tried"),
            Kind::Shared => write!(f, "`{formula}` has a value twice over {all}"),
            Kind::Apart => write!(f, "`{formula}` has no value twice over {all}"),
            Kind::Undone => write!(f, "it leads `{formula}` back to `i`, for {all}"),
            Kind::Undoes => write!(f, "`{formula}` of its values is `i` again, for {all}"),
            Kind::Spans => write!(f, "it is one more than the largest `{formula}` over {all}"),
        }
    }
}

#[test]
fn a_check_sees_what_is_wrong() {
    for (check, right, wrong) in [
        ("equals, i < 6: i % 3 * 24 + i / 3 * 9", "(3,2):(24,9)", "(3,2):(24,1)"),
        ("equals, i < 4, n = 2: i", "2 * n:1 where 1 <= n", "n:1"),
        ("equals, i < 3: i", "3:1", "4:1"),
        ("undone, i < 4: i * 2", "(2,4):(0,1)", "(2,4):(1,2)"),
        ("undoes, i < 8: i % 2 * 4 + i / 2", "(4,2):(2,1)", "(2,4):(4,1)"),
        ("spans, i < 4: i * 3", "10", "9"),
        ("equals, i < 9: i % 3 * 3 + i / 3", "index(i) = i*3 - i/3*8  [4 ops]", "index(i) = i*3"),
    ] {
        let check = Check::read(check).expect("a check");
        assert_eq!(check.holds(right), Ok(()), "{right}");
        assert!(check.holds(wrong).is_err(), "{wrong}");
        assert!(check.holds("error: none").is_err(), "{check}");
    }
    for (check, holds) in [
        ("no layout, i < 3: i * i", true),
        ("no layout, i < 4: i", false),
        ("shared, i < 3: i / 2", true),
        ("shared, i < 3: i", false),
        ("apart, i < 3: i", true),
        ("apart, i < 3: i / 2", false),
    ] {
        let check = Check::read(check).expect("a check");
        assert_eq!(check.holds("error: whatever").is_ok(), holds, "{check}");
    }
    let check = Check::read("no layout, i < 3: i * i").expect("a check");
    assert!(check.holds("3:1").is_err());
    for none in
        ["equals", "equals, i < x: i", "equals, i < 0: i", "likes, i < 3: i", "equals, i < 3, n: i"]
    {
        assert!(Check::read(none).is_none(), "{none}");
    }
}
