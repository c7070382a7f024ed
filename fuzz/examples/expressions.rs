//! Asks the language random expressions and holds each answer against its definition.
//!
//! `cargo run --release --example expressions -- FIRST COUNT`, in this folder: the seeds from
//! the first on.

use std::thread;

use layout_tests::oracle::{Tally, bytes_of, examine};

/// The expressions of a thread: their text is kept until it ends.
const BATCH: u64 = 10_000;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u64>().expect("a number"));
    let (first, count) = (numbers.next().expect("a seed"), numbers.next().expect("a count"));
    let mut tally = Tally::default();
    for start in (first..first + count).step_by(BATCH as usize) {
        let seeds = start..(start + BATCH).min(first + count);
        let batch = thread::spawn(move || {
            let mut tally = Tally::default();
            for seed in seeds {
                let before = tally.findings.len();
                examine(&bytes_of(seed), &mut tally);
                for finding in &tally.findings[before..] {
                    println!(
                        "seed {seed}: {}\n  {}\n  {}",
                        finding.written, finding.flat, finding.why
                    );
                }
            }
            tally
        });
        tally.add(batch.join().unwrap_or_else(|_| panic!("a panic from seed {start} on")));
    }
    print!("{tally}");
}
