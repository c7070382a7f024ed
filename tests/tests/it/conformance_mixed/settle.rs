//! The case of an expression over symbols of which a record has the values.
//!
//! One expression has one answer, of one structure: where the structure depends on the
//! values, the usual case is the answer and the others are refused by an obligation. An
//! assumption chooses another case. Here what the values say of the obligations that
//! they break is assumed, until the answer is the one for these values.

use std::collections::BTreeMap;

use layout_algebra::{Condition, Facts, Int, Layout, Symbol, ops};

use super::table;

/// The values of the symbols of a record.
pub(super) type Values = BTreeMap<String, i128>;

/// An answer over symbols, and all that must hold for it.
pub(super) struct Answer {
    pub(super) layout: Layout,
    pub(super) obligations: Vec<Condition>,
}

/// The answer under assumptions, or why there is none.
pub(super) type Attempt<'a> = &'a dyn Fn(&[Condition]) -> Result<Answer, String>;

/// An answer whose obligations hold for the values.
pub(super) struct Settled {
    /// The assumptions that are needed.
    pub(super) assumed: Vec<Condition>,
    /// The other obligations.
    pub(super) obligations: Vec<Condition>,
    /// The answer at the values.
    pub(super) layout: Layout,
}

/// Questions that the values may answer otherwise than usual.
const QUESTIONS: usize = 6;
/// Assumptions of which it is tried to leave each out.
const TRIED: usize = 10;

pub(super) fn settle(values: &Values, attempt: Attempt<'_>) -> Result<Settled, String> {
    let mut assumed = Vec::new();
    for _ in 0..QUESTIONS {
        let Ok(answer) = attempt(&assumed) else { break };
        match answer.obligations.iter().find(|condition| !holds(condition, values)) {
            None => return finish(assumed, values, attempt),
            Some(broken) => assumed.push(contrary(broken, values)),
        }
    }
    // What no case answers may be answered where some values are known.
    let known: Vec<Condition> = values.iter().map(|(name, value)| equal(name, *value)).collect();
    finish(known, values, attempt)
}

/// The answer under as few of these assumptions as it needs.
fn finish(
    mut assumed: Vec<Condition>,
    values: &Values,
    attempt: Attempt<'_>,
) -> Result<Settled, String> {
    let (layout, _) = at_values(&assumed, values, attempt)?;
    let expected = table(&layout);
    let tried = if assumed.len() > TRIED { 0 } else { assumed.len() };
    for i in (0..tried).rev() {
        let mut fewer = assumed.clone();
        fewer.remove(i);
        if at_values(&fewer, values, attempt).is_ok_and(|(layout, _)| table(&layout) == expected) {
            assumed = fewer;
        }
    }
    let (layout, mut obligations) = at_values(&assumed, values, attempt)?;
    let stated: Vec<String> = assumed.iter().map(Condition::assumption).collect();
    obligations.retain(|condition| !stated.contains(&condition.assumption()));
    Ok(Settled { assumed, obligations, layout })
}

/// The answer at the values, which meet its obligations.
fn at_values(
    assumed: &[Condition],
    values: &Values,
    attempt: Attempt<'_>,
) -> Result<(Layout, Vec<Condition>), String> {
    let answer = attempt(assumed)?;
    if let Some(broken) = answer.obligations.iter().find(|condition| !holds(condition, values)) {
        return Err(broken.to_string());
    }
    let layout = answer.layout.substitute(&value_of(values)).map_err(|error| error.to_string())?;
    ops::size(&layout).map_err(|error| error.to_string())?;
    Ok((layout, answer.obligations))
}

pub(super) fn value_of(values: &Values) -> impl Fn(&Symbol) -> Option<Int> + '_ {
    |symbol| values.get(symbol.name()).map(|value| Int::new(*value))
}

fn holds(condition: &Condition, values: &Values) -> bool {
    condition.holds_at(&value_of(values)) == Ok(true)
}

/// The condition that the values meet instead of one that they do not meet.
fn contrary(broken: &Condition, values: &Values) -> Condition {
    let one = Int::ONE;
    let above = |a: &Int, b: &Int| b.add(&one).map(|next| Condition::at_most(&next, a));
    let instead = match broken {
        Condition::Divides { divisor, of } => {
            [Ok(Condition::divides(of, divisor)), above(divisor, of)]
        }
        Condition::AtMost { least, most } => [above(least, most), above(least, most)],
        Condition::Equal { left, right } => [above(left, right), above(right, left)],
        other => panic!("{other} has no contrary"),
    };
    let mut instead = instead.into_iter().flatten();
    let name = || {
        let symbol = broken.integers().flat_map(Int::symbols).next().expect("a symbol");
        equal(symbol.name(), values[symbol.name()])
    };
    instead.find(|condition| holds(condition, values)).unwrap_or_else(name)
}

fn equal(name: &str, value: i128) -> Condition {
    let mut facts = Facts::new();
    facts.integer(name);
    Condition::equal(&facts.int(name).expect("a symbol"), &Int::new(value))
}
