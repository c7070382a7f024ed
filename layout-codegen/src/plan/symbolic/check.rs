//! `Check`: by whom an obligation is checked, and how.

use layout_algebra::{BinaryOp, Condition, Expression, Int};

use super::compile_time::CompileTime;
use super::empty_domain::{EmptyDomain, Left, factors};
use super::non_negative::{NonNegative, Product};
use crate::evaluated::Obligation;

/// The check of an obligation: by whom, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// Rustc, of constants.
    Constant(Test),
    /// The layout, where it is made.
    Value(Test),
    /// Nobody: where it does not hold, the layout has no coordinates.
    Nobody,
}

/// The test of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// Two sides as `usize`; of those that divide, the first does.
    Plain([NonNegative; 2]),
    /// A test that each is at least 1.
    Positive(Vec<NonNegative>),
    /// A search for a collision, unless the first of each pair is at most the second.
    Injective(Vec<(NonNegative, NonNegative)>),
    /// Exact arithmetic.
    Exact,
}

impl Check {
    /// The check of an obligation, and of what is left of it to ask where a layout may have no
    /// coordinates.
    pub(super) fn of(
        known: &CompileTime<'_>,
        empty_domain: Option<&EmptyDomain<'_>>,
        obligation: &Obligation,
    ) -> (Obligation, Self) {
        let condition = &obligation.condition;
        if known.decides(condition) {
            return (obligation.clone(), Check::Constant(constant(known, condition)));
        }
        let left = match empty_domain {
            Some(domain) => domain.left(obligation),
            None => Left::All,
        };
        match left {
            Left::All => (obligation.clone(), Check::Value(run_time(known, condition))),
            Left::Nothing => (obligation.clone(), Check::Nobody),
            Left::Condition(condition) => {
                let test = run_time(known, &condition);
                (Obligation { condition, ..obligation.clone() }, Check::Value(test))
            }
        }
    }
}

/// The test of constants.
fn constant(known: &CompileTime<'_>, condition: &Condition) -> Test {
    match condition {
        Condition::Injective { .. } => Test::Injective(Vec::new()),
        Condition::AtMost { least, most } if least.known() == Some(1) => {
            positive_symbols(known, most).map_or(Test::Exact, Test::Positive)
        }
        _ => Test::Exact,
    }
}

/// The symbols whose product an integer is, up to factors that are at least 1.
fn positive_symbols(known: &CompileTime<'_>, int: &Int) -> Option<Vec<NonNegative>> {
    let mut symbols = Vec::new();
    for factor in factors(int) {
        match factor {
            Expression::Known(1..) => {}
            Expression::Symbol(symbol) => symbols.push(NonNegative::Symbol(known.place(&symbol)?)),
            _ => return None,
        }
    }
    (!symbols.is_empty()).then_some(symbols)
}

/// The test of symbols that are known at run time.
fn run_time(known: &CompileTime<'_>, condition: &Condition) -> Test {
    let test = match condition {
        Condition::Injective { leaves } => {
            let links = Condition::injective_links(leaves).unwrap_or_default();
            Some(Test::Injective(comparisons(known, &links).unwrap_or_default()))
        }
        condition => machine_word(known, condition),
    };
    test.unwrap_or(Test::Exact)
}

/// The test of a condition by arithmetic of `usize`, if that is right.
fn machine_word(known: &CompileTime<'_>, condition: &Condition) -> Option<Test> {
    match condition {
        Condition::Divides { divisor, of } => {
            let divisor = match divisor.known() {
                Some(..=0) => return None,
                Some(_) => NonNegative::of(known, divisor)?,
                None => NonNegative::Constant(known.divisor(&divisor.expression())?),
            };
            Some(Test::Plain([divisor, NonNegative::of(known, of)?]))
        }
        Condition::AtMost { least, most } => match plain_sides(known, least, most) {
            Some(sides) => Some(Test::Plain(sides)),
            None if least.known() != Some(1) => None,
            None => Some(Test::Positive(Product::of(known, most)?.factors)),
        },
        Condition::Equal { left, right } => {
            Some(Test::Plain([NonNegative::of(known, left)?, NonNegative::of(known, right)?]))
        }
        _ => None,
    }
}

/// Comparisons that prove most layouts injective, as arithmetic of `usize`.
fn comparisons(
    known: &CompileTime<'_>,
    links: &[Condition],
) -> Option<Vec<(NonNegative, NonNegative)>> {
    let mut sides = Vec::new();
    for link in links {
        let Condition::AtMost { least, most } = link else { return None };
        sides.push((NonNegative::of(known, least)?, NonNegative::of(known, most)?));
    }
    Some(sides)
}

/// The sides of `least <= most` as `usize`: `1 <= m - 2` is `3 <= m`.
fn plain_sides(known: &CompileTime<'_>, least: &Int, most: &Int) -> Option<[NonNegative; 2]> {
    if let Expression::Operation(BinaryOp::Sum, parts) = most.expression()
        && let [Expression::Known(less), rest] | [rest, Expression::Known(less)] = parts.as_slice()
        && let Some(least) = least.known()
    {
        let least = Expression::Known(least.checked_sub(*less)?);
        let least = NonNegative::of_expression(known, &least)?;
        return Some([least, NonNegative::of_expression(known, rest)?]);
    }
    Some([NonNegative::of(known, least)?, NonNegative::of(known, most)?])
}
