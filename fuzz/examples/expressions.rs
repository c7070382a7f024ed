//! Asks the language random expressions and holds each answer against its definition.
//!
//! `cargo run --release --example expressions -- FIRST COUNT`, in this folder: the seeds from the first on. With `padding` as a third
//! word, expressions with padding, of which the bounds are held against loops.

use std::fmt::Display;
use std::thread;

use layout_tests::oracle::{Padded, Tally, bytes_of, examine, examine_padding};

/// The expressions of a thread: their text is kept until it ends.
const BATCH: u64 = 10_000;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| words.get(place).and_then(|word| word.parse::<u64>().ok());
    let (first, count) = (number(0).expect("a seed"), number(1).expect("a count"));
    match words.get(2).map(String::as_str) {
        None => print!("{}", counted(first, count, definitions, Tally::add)),
        Some("padding") => print!("{}", counted(first, count, bounds, Padded::add)),
        Some(word) => panic!("`{word}` is no kind of expressions: `padding` is"),
    }
}

/// Counts the outcomes of the expressions of some seeds, batch by batch.
fn counted<T: Default + Display + Send + 'static>(
    first: u64,
    count: u64,
    examine: fn(u64, &mut T),
    add: fn(&mut T, T),
) -> T {
    let mut tally = T::default();
    for start in (first..first + count).step_by(BATCH as usize) {
        let seeds = start..(start + BATCH).min(first + count);
        let batch = thread::spawn(move || {
            let mut tally = T::default();
            seeds.for_each(|seed| examine(seed, &mut tally));
            tally
        });
        add(&mut tally, batch.join().unwrap_or_else(|_| panic!("a panic from seed {start} on")));
    }
    tally
}

fn definitions(seed: u64, tally: &mut Tally) {
    let before = tally.findings.len();
    examine(&bytes_of(seed), tally);
    for finding in &tally.findings[before..] {
        println!("seed {seed}: {}\n  {}\n  {}", finding.written, finding.flat, finding.why);
    }
}

fn bounds(seed: u64, tally: &mut Padded) {
    let before = tally.findings.len();
    examine_padding(&bytes_of(seed), tally);
    for (text, why) in &tally.findings[before..] {
        println!("seed {seed}: {text}\n  {why}");
    }
}
