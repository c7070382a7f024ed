//! The algebra held against loops over coordinates, brute force and known answers.

/// The step at which a test takes its cases: `step`, or 1 with `CASES=all`.
fn one_in(step: usize) -> usize {
    if std::env::var("CASES").is_ok_and(|cases| cases == "all") { 1 } else { step }
}

mod arranged;
mod assumptions;
mod common;
mod common_vectors;
mod infer_maps;
mod injective_large;
mod injective_small;
mod linear;
mod modules;
mod on_domain;
mod relayout;
mod symbols;
mod worst_cases;
mod xor;
