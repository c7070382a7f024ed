//! `Check`: by whom an obligation is checked, and how.

use layout_algebra::{BinaryOp, CollectVec, Condition, Expression, Int};

use super::compile_time::CompileTime;
use super::empty_domain::{EmptyDomain, Left};
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
        match empty_domain.map_or(Left::All, |domain| domain.left(obligation)) {
            Left::All => (obligation.clone(), Check::Value(value(known, condition))),
            Left::Nothing => (obligation.clone(), Check::Nobody),
            Left::Of(condition) => {
                let test = value(known, &condition);
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
    let parts = match int.expression() {
        Expression::Of(BinaryOp::Product, parts) => parts,
        alone => vec![alone],
    };
    let symbol = |part: &Expression| match part {
        Expression::Symbol(symbol) => known.place(symbol).map(NonNegative::Symbol),
        _ => None,
    };
    let symbols = parts.iter().filter(|part| !matches!(part, Expression::Known(1..)));
    let symbols = symbols.map(symbol).collect_some()?;
    (!symbols.is_empty()).then_some(symbols)
}

/// The test of symbols that are known at run time.
fn value(known: &CompileTime<'_>, condition: &Condition) -> Test {
    let natural = |int: &Int| NonNegative::of(known, int);
    let test = match condition {
        Condition::Divides { divisor, of } => {
            let divisor = match divisor.known() {
                Some(..=0) => None,
                Some(_) => natural(divisor),
                None => known.divisor(&divisor.expression()).map(NonNegative::Constant),
            };
            divisor.zip(natural(of)).map(|(divisor, of)| Test::Plain([divisor, of]))
        }
        Condition::AtMost { least, most } => match plain_sides(known, least, most) {
            Some(sides) => Some(Test::Plain(sides)),
            None if least.known() == Some(1) => {
                Product::of(known, most).map(|product| Test::Positive(product.factors))
            }
            None => None,
        },
        Condition::Equal { left, right } => {
            natural(left).zip(natural(right)).map(|(left, right)| Test::Plain([left, right]))
        }
        // Comparisons that prove most layouts injective come first.
        Condition::Injective { leaves } => {
            let links = Condition::injective_links(leaves).unwrap_or_default();
            let link = |link: &Condition| match link {
                Condition::AtMost { least, most } => natural(least).zip(natural(most)),
                _ => None,
            };
            let links = links.iter().map(link).collect_some();
            Some(Test::Injective(links.unwrap_or_default()))
        }
        _ => None,
    };
    test.unwrap_or(Test::Exact)
}

/// The sides of `least <= most` as `usize`: `1 <= m - 2` is `3 <= m`.
fn plain_sides(known: &CompileTime<'_>, least: &Int, most: &Int) -> Option<[NonNegative; 2]> {
    if let Expression::Of(BinaryOp::Sum, parts) = most.expression()
        && let [Expression::Known(less), rest] | [rest, Expression::Known(less)] = parts.as_slice()
        && let Some(least) = least.known()
    {
        let least = Expression::Known(least.checked_sub(*less)?);
        let sides = [&least, rest].map(|side| NonNegative::of_expression(known, side));
        let [Some(least), Some(rest)] = sides else { return None };
        return Some([least, rest]);
    }
    Some([NonNegative::of(known, least)?, NonNegative::of(known, most)?])
}
