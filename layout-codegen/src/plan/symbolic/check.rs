//! `Check`: who asks whether an obligation holds, and how.

use layout_algebra::{BinaryOp, Condition, Expression, Int};

use super::known::Known;
use super::natural::{Natural, Product};
use super::nothing::Nothing;
use crate::symbols::Obligation;

/// Who asks whether an obligation holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// Rustc, of constants.
    Constant(Test),
    /// The layout, where it is made.
    Value(Test),
    /// Nobody: where it does not hold, the layout has no coordinates.
    Nobody,
}

/// How it is asked whether a condition holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// By its two sides as `usize`; of those that divide, the first does.
    Plain([Natural; 2]),
    /// Whether each is at least 1.
    Positive(Vec<Natural>),
    /// A search for a collision, unless each of these is at most the one beside it.
    Injective(Vec<(Natural, Natural)>),
    /// By arithmetic that is exact.
    Exact,
}

impl Check {
    /// The check of an obligation: of a layout, it may be of no coordinates where that is broken.
    pub(super) fn of(
        known: &Known<'_>,
        nothing: Option<&Nothing<'_>>,
        obligation: &Obligation,
    ) -> Self {
        let condition = &obligation.condition;
        match () {
            () if known.decides(condition) => Check::Constant(constant(known, condition)),
            () if nothing.is_some_and(|nothing| nothing.meets(obligation)) => Check::Nobody,
            () => Check::Value(value(known, condition)),
        }
    }
}

/// The test of constants.
fn constant(known: &Known<'_>, condition: &Condition) -> Test {
    match condition {
        Condition::Injective { .. } => Test::Injective(Vec::new()),
        Condition::AtMost { least, most } if least.known() == Some(1) => {
            positive_symbols(known, most).map_or(Test::Exact, Test::Positive)
        }
        _ => Test::Exact,
    }
}

/// The symbols whose product an integer is, beside what is at least 1.
fn positive_symbols(known: &Known<'_>, int: &Int) -> Option<Vec<Natural>> {
    let parts = match int.expression() {
        Expression::Of(BinaryOp::Product, parts) => parts,
        alone => vec![alone],
    };
    let symbol = |part: &Expression| match part {
        Expression::Symbol(symbol) => known.place(symbol).map(Natural::Symbol),
        _ => None,
    };
    let symbols = parts.iter().filter(|part| !matches!(part, Expression::Known(1..)));
    let symbols: Vec<_> = symbols.map(symbol).collect::<Option<_>>()?;
    (!symbols.is_empty()).then_some(symbols)
}

/// The test of symbols that are known at run time.
fn value(known: &Known<'_>, condition: &Condition) -> Test {
    let natural = |int: &Int| Natural::of(known, int);
    let test = match condition {
        Condition::Divides { divisor, of } => {
            let divisor = match divisor.known() {
                Some(..=0) => None,
                Some(_) => natural(divisor),
                None => known.divisor(&divisor.expression()).map(Natural::Constant),
            };
            divisor.zip(natural(of)).map(|(divisor, of)| Test::Plain([divisor, of]))
        }
        Condition::AtMost { least, most } => match natural(least).zip(natural(most)) {
            Some((least, most)) => Some(Test::Plain([least, most])),
            None if least.known() == Some(1) => {
                Product::of(known, most).map(|product| Test::Positive(product.factors))
            }
            None => None,
        },
        Condition::Equal { left, right } => {
            natural(left).zip(natural(right)).map(|(left, right)| Test::Plain([left, right]))
        }
        // What shows it of most layouts is compared first.
        Condition::Injective { leaves } => {
            let links = Condition::injective_links(leaves).unwrap_or_default();
            let link = |link: &Condition| match link {
                Condition::AtMost { least, most } => natural(least).zip(natural(most)),
                _ => None,
            };
            let links = links.iter().map(link).collect::<Option<Vec<_>>>();
            Some(Test::Injective(links.unwrap_or_default()))
        }
        _ => None,
    };
    test.unwrap_or(Test::Exact)
}
