//! Every index function of random layouts, through the macros and rustc, against a plain loop
//! over their leaves and the table of the algebra.
//!
//! `batch.rs` is a small batch, which always runs. More are written, compiled and run by
//!
//! ```text
//! LAYOUTS=20000 SEED=1 cargo test -p layout-tests --test index_functions -- --ignored --nocapture
//! ```

#[macro_use]
mod cases;
mod check;
#[allow(dead_code, reason = "a small batch need not sweep in every way")]
mod generic;
#[rustfmt::skip]
mod batch;
mod random;
mod run;
mod write;

use random::Random;
use write::{Drawn, batch as source, draw};

/// A batch of random layouts.
fn cases(seed: u64, count: usize) -> Vec<Drawn> {
    let mut random = Random(seed);
    (0..count).map(|k| draw(&mut random, &format!("c{k}"))).collect()
}

#[test]
fn a_small_batch_is_what_its_layouts_say() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/index_functions/batch.rs");
    let head = "//! Written by `WRITE=1 cargo test -p layout-tests --test index_functions`.\n\n\
        use crate::check::*;\nuse crate::generic::*;\n\n";
    let text = String::from(head) + &source(&cases(7, 40));
    if std::env::var_os("WRITE").is_some() {
        std::fs::write(path, &text).expect("a file");
    }
    assert_eq!(std::fs::read_to_string(path).ok(), Some(text), "WRITE=1 writes {path} anew");
    batch::CASES.iter().for_each(|case| case());
}

#[test]
#[ignore = "takes minutes: LAYOUTS says how many, SEED which"]
fn many_batches_are_what_their_layouts_say() {
    let number = |name: &str, default| {
        std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
    };
    run::batches(number("SEED", 1), number("LAYOUTS", 1000) as usize);
}
