//! Questions whose answer decides how an operation goes on.
//!
//! For known integers they are comparisons. Over symbols an answer that does not
//! follow from the facts is an error that names the condition under which the
//! operation could go on.

use alloc::vec::Vec;

use crate::{Condition, Error, Int, Truth};

/// Decides `a <= b`. Where that is not known, the error names it as the condition to assume.
pub(crate) fn at_most(op: &'static str, a: &Int, b: &Int) -> Result<bool, Error> {
    settle(op, a.at_most(b), || Condition::at_most(a, b))
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
    settle(op, a.divides(b), || Condition::divides(a, b))
}

/// Decides `a = b`. Where that is not known, the error names it as the condition to assume.
pub(crate) fn equal(op: &'static str, a: &Int, b: &Int) -> Result<bool, Error> {
    settle(op, a.equals(b), || Condition::equal(a, b))
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

fn settle(
    op: &'static str,
    truth: Truth,
    condition: impl FnOnce() -> Condition,
) -> Result<bool, Error> {
    if truth != Truth::Unknown {
        return Ok(truth.is_true());
    }
    let condition = condition();
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
        let first = |i: usize| {
            (0..rest.len()).all(|j| i == j || key(&rest[i]).at_most(key(&rest[j])).is_true())
        };
        let at = match (0..rest.len()).find(|&i| first(i)) {
            Some(at) => at,
            None => {
                let least = |i: usize| {
                    (0..rest.len()).all(|j| !key(&rest[j]).less(key(&rest[i])).is_true())
                };
                let at = (0..rest.len()).find(|&i| least(i)).unwrap_or(0);
                for j in (0..rest.len()).filter(|&j| j != at) {
                    if !key(&rest[at]).at_most(key(&rest[j])).is_true()
                        && !at_most(op, &end(&rest[at])?, key(&rest[j]))?
                    {
                        at_most(op, key(&rest[at]), key(&rest[j]))?;
                    }
                }
                at
            }
        };
        sorted.push(rest.remove(at));
    }
    Ok(sorted)
}
