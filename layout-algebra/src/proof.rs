//! `prove`: a computation, and the conditions under which it is right.

use alloc::vec::Vec;

use crate::{CollectVec, Condition, Error, Facts};

/// A condition that a result needs, and what for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation<E = Error> {
    /// The condition that must hold.
    pub condition: Condition,
    /// The error that there is otherwise.
    pub reason: E,
}

/// A result that is right wherever its obligations hold.
#[derive(Clone, Debug)]
pub struct Proved<T, E = Error> {
    /// The result of the computation, which holds under the conditions.
    pub value: T,
    /// The conditions that must hold of the symbols; none follows from the others.
    pub obligations: Vec<Obligation<E>>,
    /// The facts in the end: those given, and the obligations.
    pub facts: Facts,
}

/// A computation that has no result, whatever is taken for granted.
#[derive(Clone, Debug)]
pub struct Unproved<E> {
    /// The error of the last attempt.
    pub error: E,
    /// The conditions that were taken for granted before it, in that order.
    pub taken: Vec<Obligation<E>>,
    /// The facts in the last attempt.
    pub facts: Facts,
}

/// An error of an attempt to compute.
pub trait Lacking {
    /// The condition for want of which there is no result, if it is that.
    fn condition(&self) -> Option<&Condition>;
}

impl Lacking for Error {
    fn condition(&self) -> Option<&Condition> {
        Error::condition(self)
    }
}

/// Conditions that one computation may come to need, at most.
const ROUNDS: usize = 32;

/// Computes, and takes for granted what a proof lacks, as an obligation.
///
/// `attempt` computes with the symbols of the facts it is given. If it fails for want
/// of a condition, the condition becomes an obligation and a fact, and the attempt is
/// made again. So each attempt is a proof under its facts, and nothing is assumed that
/// is not among the obligations. A condition that no value can meet is no obligation:
/// the error that names it is the answer.
///
/// # Errors
///
/// The error of the last attempt.
///
/// ```
/// use layout_algebra::{Facts, HTuple, Int, Layout, Tiler, ops, prove};
///
/// let mut facts = Facts::new();
/// facts.extent("m");
/// let proved = prove(&facts, |facts| {
///     let vector = Layout::leaf(facts.int("m").unwrap(), Int::ONE)?;
///     ops::logical_divide(&vector, &Tiler::Size(Int::new(128)))?.strict()
/// });
/// let proved = proved.unwrap();
/// assert_eq!(proved.value.to_string(), "(128,m / 128):(1,128)");
/// assert_eq!(proved.obligations[0].condition.to_string(), "m must be a multiple of 128");
/// ```
pub fn prove<T>(
    facts: &Facts,
    attempt: impl FnMut(&Facts) -> Result<T, Error>,
) -> Result<Proved<T>, Error> {
    prove_with(facts, attempt).map_err(|unproved| unproved.error)
}

/// [`prove`] for attempts whose errors say more than the algebra's.
///
/// # Errors
///
/// The error of the last attempt, with what was taken for granted before it.
pub fn prove_with<T, E: Lacking>(
    facts: &Facts,
    mut attempt: impl FnMut(&Facts) -> Result<T, E>,
) -> Result<Proved<T, E>, Unproved<E>> {
    let mut known = facts.clone();
    // Each with what was known before it.
    let mut needs: Vec<(Facts, Obligation<E>)> = Vec::new();
    #[cfg(feature = "explain")]
    let mark = crate::explain::mark();
    loop {
        #[cfg(feature = "explain")]
        crate::explain::restart(mark);
        let reason = match attempt(&known) {
            Ok(value) => {
                return Ok(Proved { value, obligations: needed(needs), facts: known });
            }
            Err(reason) => reason,
        };
        let before = known.clone();
        let condition = reason.condition().cloned().filter(|condition| {
            let again = needs.iter().any(|(_, other)| other.condition == *condition);
            !again && needs.len() < ROUNDS && known.assume(condition).is_ok()
        });
        match condition {
            // Another attempt from the same facts would fail likewise.
            Some(condition) if known != before => {
                needs.push((before, Obligation { condition, reason }));
            }
            _ => {
                let taken = needs.into_iter().map(|(_, need)| need).collect_vec();
                return Err(Unproved { error: reason, taken, facts: before });
            }
        }
    }
}

/// The obligations without those that follow from the others.
fn needed<E>(mut needs: Vec<(Facts, Obligation<E>)>) -> Vec<Obligation<E>> {
    // Each did not follow from those before it: the last one is needed.
    for i in (0..needs.len().saturating_sub(1)).rev() {
        let mut others = needs[i].0.clone();
        let mut behind = needs[i + 1..].iter();
        if !behind.all(|(_, other)| others.assume(&other.condition).is_ok()) {
            break;
        }
        let condition = &needs[i].1.condition;
        if condition.map(&mut |int| others.bind(int)).is_ok_and(|it| it.decide().is_true()) {
            needs.remove(i);
        }
    }
    needs.into_iter().map(|(_, need)| need).collect_vec()
}
