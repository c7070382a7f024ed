//! Questions whose answer decides how an operation goes on.
//!
//! For known integers they are comparisons. Over symbols an answer that does not
//! follow from the facts is an error that names the condition under which the
//! operation could go on.

use alloc::vec::Vec;

use crate::{CollectVec, Condition, Error, Int, Truth};

/// Decides `a <= b`. Where that is not known, the error names it as the condition to assume.
pub(crate) fn at_most(op: &'static str, a: &Int, b: &Int) -> Result<bool, Error> {
    settle(op, a.at_most(b), Condition::at_most, a, b)
}

/// Decides `a < b`. Where that is not known, the error names it as the condition to assume.
pub(crate) fn less(op: &'static str, a: &Int, b: &Int) -> Result<bool, Error> {
    match a.less(b) {
        Truth::Unknown => at_most(op, &a.add(&Int::ONE)?, b),
        truth => Ok(truth.is_true()),
    }
}

/// Decides `a | b`. Where that is not known, the error names it as the condition to assume.
pub(crate) fn divides(op: &'static str, a: &Int, b: &Int) -> Result<bool, Error> {
    settle(op, a.divides(b), Condition::divides, a, b)
}

/// Decides `a = b`. Where that is not known, the error names it as the condition to assume.
pub(crate) fn equal(op: &'static str, a: &Int, b: &Int) -> Result<bool, Error> {
    settle(op, a.equals(b), Condition::equal, a, b)
}

/// Decides `int ≥ 1`, a condition of every extent and factor. Where that is not known, the error
/// names it as the condition to assume.
pub(crate) fn positive(op: &'static str, int: &Int) -> Result<bool, Error> {
    let asked = at_most(op, &Int::ONE, int);
    asked.map_err(|error| match error.condition().cloned() {
        Some(condition) => error.unless(condition),
        None => error,
    })
}

/// The first of these integers for which something holds with each other one.
pub(crate) fn first_where(keys: &[&Int], holds: fn(&Int, &Int) -> bool) -> Option<usize> {
    let is_first = |i: &usize| (0..keys.len()).all(|j| *i == j || holds(keys[*i], keys[j]));
    (0..keys.len()).find(is_first)
}

/// Returns true if `a ≤ b` is known.
pub(crate) fn is_at_most(a: &Int, b: &Int) -> bool {
    a.at_most(b).is_true()
}

/// Returns true if `b < a` is not known.
pub(crate) fn may_be_at_most(a: &Int, b: &Int) -> bool {
    !b.less(a).is_true()
}

fn settle(
    op: &'static str,
    truth: Truth,
    condition: fn(&Int, &Int) -> Condition,
    a: &Int,
    b: &Int,
) -> Result<bool, Error> {
    if truth != Truth::Unknown {
        return Ok(truth.is_true());
    }
    let condition = condition(a, b);
    match condition.decide() {
        Truth::Unknown => Err(Error::unproved(op, condition)),
        truth => Ok(truth.is_true()),
    }
}

/// Sorts by `key`, which are all at least 1; where the order of two is not known, the
/// first that may be the smallest is assumed to end before the other begins.
pub(crate) fn sort_ascending<T>(
    op: &'static str,
    items: Vec<T>,
    key: fn(&T) -> &Int,
    end: fn(&T) -> Result<Int, Error>,
) -> Result<Vec<T>, Error> {
    let (mut rest, mut sorted) = (items, Vec::new());
    while !rest.is_empty() {
        let keys = rest.iter().map(key).collect_vec();
        let at = match first_where(&keys, is_at_most) {
            Some(at) => at,
            None => {
                let at = first_where(&keys, may_be_at_most).unwrap_or(0);
                for (j, key) in keys.iter().enumerate() {
                    if j != at
                        && !keys[at].at_most(key).is_true()
                        && !at_most(op, &end(&rest[at])?, key)?
                    {
                        at_most(op, keys[at], key)?;
                    }
                }
                at
            }
        };
        sorted.push(rest.remove(at));
    }
    Ok(sorted)
}
