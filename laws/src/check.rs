//! `Check`: operations, and what holds their answers against the laws.
//!
//! Beside the laws of each group is the list of its checks; [`checks`](crate::checks) has all of
//! them. What is tested on all small layouts, at random and by fuzzing is that list.

use layout_algebra::{Error, ErrorKind, Layout, Tiler};

use crate::Law;

/// The operands to which the operations of a check are applied.
#[derive(Clone, Copy, Debug)]
pub struct Operands<'a> {
    /// The first operand; of operations on tuples, its shape.
    pub layout: &'a Layout,
    /// The second, where it is a layout or a shape.
    pub other: &'a Layout,
    /// The second, where it is a tiler.
    pub tiler: &'a Tiler,
    /// The second, where it is a number from 0 on: a count, a factor, a place.
    pub number: i128,
}

/// The operands that a check looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// The layout.
    Layout,
    /// The layout and the number.
    Number,
    /// The layout, and a swizzle that the number chooses.
    Swizzle,
    /// The layout and the other layout.
    Pair,
    /// The layout and the tiler.
    Tiler,
    /// The shape of the layout.
    Shape,
    /// The shapes of the layout and of the other one.
    Shapes,
}

/// The outcome of the operations of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// An answer that has what the law asks for.
    Found,
    /// A refusal that the law agrees with.
    Refused,
    /// Numbers or a search grew too large.
    Undecided,
}

/// An answer, or the point at which a law fails.
pub type Verdict = Result<Answer, String>;

/// Some operations and the law of each.
pub struct Check {
    /// Their names in `ops`; of those in `ops::swizzled`, with that prefix.
    pub ops: &'static [&'static str],
    /// The operands that they take.
    pub over: Over,
    /// Applies them and holds what they answer against the laws.
    pub holds: fn(&Operands) -> Verdict,
}

pub(crate) const fn check(
    over: Over,
    ops: &'static [&'static str],
    holds: fn(&Operands) -> Verdict,
) -> Check {
    Check { ops, over, holds }
}

/// Holds an answer against a law, or an error against the law of refusals.
pub(crate) fn verdict<T>(
    answer: Result<T, Error>,
    law: impl FnOnce(&T) -> Law,
    refusal: impl FnOnce(&Error) -> Law,
) -> Verdict {
    match answer {
        Ok(answer) => law(&answer).map(|()| Answer::Found),
        Err(error) => match error.kind() {
            ErrorKind::Undecided { .. } | ErrorKind::Overflow => Ok(Answer::Undecided),
            _ => refusal(&error).map(|()| Answer::Refused),
        },
    }
}

/// Holds an answer of an operation that always has one, unless a number
/// overflows, against its law.
pub(crate) fn always<T>(answer: Result<T, Error>, law: impl FnOnce(&T) -> Law) -> Verdict {
    verdict(answer, law, |error| Err(format!("no answer: {error}")))
}

/// Holds an answer against its law, which says whether there should be one.
pub(crate) fn exactly<T>(
    exists: bool,
    answer: Result<T, Error>,
    law: impl FnOnce(&T) -> Law,
) -> Verdict {
    let refused = |error: &Error| require(!exists, || format!("no answer: {error}"));
    verdict(
        answer,
        |answer| {
            require(exists, || "an answer where there is none".to_owned())?;
            law(answer)
        },
        refused,
    )
}

/// The least definite of some verdicts: all must hold.
pub(crate) fn together<const N: usize>(verdicts: [Verdict; N]) -> Verdict {
    let mut all = Answer::Found;
    for verdict in verdicts {
        match verdict? {
            Answer::Found => {}
            Answer::Refused if all == Answer::Found => all = Answer::Refused,
            Answer::Refused => {}
            Answer::Undecided => all = Answer::Undecided,
        }
    }
    Ok(all)
}

/// An error with the reason unless the condition holds.
pub(crate) fn require(holds: bool, why: impl FnOnce() -> String) -> Law {
    if holds { Ok(()) } else { Err(why()) }
}

/// Numbers from `-margin` to `count + margin`: all of them if they are few, or both
/// ends and some between.
pub(crate) fn some_points(count: i128, margin: i128) -> impl Iterator<Item = i128> {
    let end = count + margin;
    let step = (count / 64).max(1);
    let near = (-margin..end.min(margin)).chain((count - margin).max(margin)..end);
    let between = (0..).map(move |k: i128| margin + k * step);
    near.chain(between.take_while(move |point| *point < count - margin))
}
