//! An expression of several operations: each answer is what its operation is defined to be, by
//! loops over coordinates that do not use the algebra.
#![no_main]

use layout_tests::oracle::{Tally, examine};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut tally = Tally::default();
    examine(bytes, &mut tally);
    if let Some(finding) = tally.findings.first() {
        panic!("{}\n  {}\n  {}", finding.written, finding.flat, finding.why);
    }
});
