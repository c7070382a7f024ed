//! Contradictions: conditions that no value meets together.

use layout_algebra::{CollectVec, Condition, Facts, Refused};

use crate::evaluated::Obligation;
use crate::evaluated::Unevaluated;
use crate::report::Diagnostic;

/// Conditions among which those are looked for that matter, at most.
const SEARCHED: usize = 24;
/// Conditions that a message names, at most.
const SHOWN: usize = 4;

/// The diagnostic of a rule that no value meets together with the obligations.
pub(super) fn contradiction(
    facts: &Facts,
    rule: &Obligation,
    written: &Condition,
    others: &[Obligation],
) -> Diagnostic {
    let mut message = format!("no value meets this: {written}, {}", rule.reason);
    let conditions = others.iter().map(|other| &other.condition).collect_vec();
    let against = against(facts, written, &conditions);
    for &at in against.iter().take(SHOWN) {
        let Obligation { condition, reason, .. } = &others[at];
        message.push_str(&format!("\n{}", reason.sentence(condition)));
    }
    let diagnostic = Diagnostic::new(rule.range, message);
    match against.iter().all(|at| others[*at].reason.is_of_extent()) {
        true => diagnostic,
        false => diagnostic.help("change one of these rules, or leave it out"),
    }
}

/// The error of an evaluation that nothing makes possible.
pub(super) fn impossible(unevaluated: Unevaluated, known: &Facts) -> Unevaluated {
    let Unevaluated::Wrong(mut diagnostic) = unevaluated else { return unevaluated };
    let error = diagnostic.error.clone();
    if let Some(error) = error
        && let Some(condition) = error.condition()
        && known.clone().assume(condition) == Err(Refused::Contradiction)
    {
        let op = error.op();
        diagnostic.message = format!("{op}: {condition}, and no value meets that");
        let conditions = known.assumed().iter().collect_vec();
        for at in against(known, condition, &conditions).into_iter().take(SHOWN) {
            diagnostic.message.push_str(&format!("\n{}", conditions[at].statement()));
        }
    }
    Unevaluated::Wrong(diagnostic)
}

/// The places of those conditions that already contradict one without the others.
fn against(facts: &Facts, condition: &Condition, others: &[&Condition]) -> Vec<usize> {
    let mut against: Vec<usize> = (0..others.len()).collect_vec();
    if others.len() > SEARCHED {
        return against;
    }
    let mut at = 0;
    while at < against.len() {
        let mut fewer = against.clone();
        fewer.remove(at);
        let rest = fewer.iter().map(|at| others[*at]).collect_vec();
        if contradict(facts, condition, &rest) { against = fewer } else { at += 1 }
    }
    against
}

/// Returns whether no values of Rust's `usize` meet a condition together with others.
fn contradict(facts: &Facts, condition: &Condition, others: &[&Condition]) -> bool {
    let mut bare = Facts::new();
    for name in facts.names() {
        bare.natural(name);
    }
    others.iter().all(|other| bare.assume(other).is_ok())
        && bare.assume(condition) == Err(Refused::Contradiction)
}
