//! The cases that a test takes: a sample, or all of them with `CASES=all`, as `.ci/long laws` says it.

/// Returns true if a test takes all of its cases.
#[must_use]
pub fn all_cases() -> bool {
    std::env::var("CASES").is_ok_and(|cases| cases == "all")
}

/// The step at which a test takes its cases: `step`, or 1 where it takes all.
#[must_use]
pub fn one_in(step: usize) -> usize {
    if all_cases() { 1 } else { step }
}
