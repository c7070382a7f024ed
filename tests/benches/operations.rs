//! The time that each operation of the language takes on layouts of 16 modes and size 2^40.
//!
//! ```text
//! cargo bench -p layout-tests --bench operations
//! ```
//!
//! Prints a row for every operation: the longest time that it took to an answer, the
//! operands of that, and the longest to a refusal. Every time is the least of several.
//! Fails if an answer took more than 10 ms, or a second where vectors are searched.

use std::hint::black_box;
use std::time::{Duration, Instant};

use layout_algebra::{Int, Layout, Tiler, ops};
use layout_codegen::{GROUPS, Operation};
use layout_tests::samples::{Beside, Sample, beside, calls, layouts, small};
use layout_tests::{layout, tuple};

/// The longest that an answer may take.
const LIMIT: Duration = Duration::from_millis(10);

/// Operations that look at vectors of a swizzled layout one by one, within a budget, and their limit.
const SEARCHES: [&str; 2] = ["max_common_layout", "max_common_vector"];
const SEARCH_LIMIT: Duration = Duration::from_secs(1);

/// The longest time of one kind, and the operands.
#[derive(Default)]
struct Worst(Duration, String);

impl Worst {
    fn see(&mut self, time: Duration, operands: impl FnOnce() -> String) {
        if time > self.0 {
            *self = Worst(time, operands());
        }
    }
}

fn main() {
    let layouts = layouts();
    println!("| operation | answers | ms | with | refusals | ms |");
    println!("|---|---:|---:|---|---:|---:|");
    // Instructions, and what is tiled with them, have sizes of their own.
    let groups = GROUPS.iter().filter(|group| !group.title.starts_with("instructions"));
    let mut operations: Vec<&Operation> = groups.flat_map(|group| group.operations).collect();
    operations.sort_by_key(|operation| operation.name());
    let late = operations.into_iter().filter(|operation| !measure(operation, &layouts));
    let late: Vec<&str> = late.map(Operation::name).collect();
    if !late.is_empty() {
        eprintln!("late, or without an answer: {}", late.join(", "));
        std::process::exit(1);
    }
}

/// Prints the row of an operation; whether it answers in time, to small operands if to no others.
fn measure(operation: &Operation, layouts: &[(&'static str, Layout)]) -> bool {
    measured(operation, layouts).or_else(|| measured(operation, &[small()])).unwrap_or_else(|| {
        eprintln!("{} has no answer", operation.name());
        false
    })
}

/// Prints the row of an operation, if it has an answer; whether that is in time.
fn measured(operation: &Operation, layouts: &[(&'static str, Layout)]) -> Option<bool> {
    let (mut answered, mut refused) = (Worst::default(), Worst::default());
    let (mut answers, mut refusals) = (0, 0);
    for (what, layout) in layouts {
        for (second, other, tiler) in seconds(beside(operation), layout, layouts) {
            let sample = Sample { layout, other: &other, tiler: &tiler };
            for values in calls(operation, &sample) {
                let (time, answer) = least(|| black_box(operation.answer(&values)).is_some());
                let label = || match second.as_str() {
                    "" => (*what).to_owned(),
                    second => format!("{what} by {second}"),
                };
                if answer {
                    answers += 1;
                    answered.see(time, label);
                } else {
                    refusals += 1;
                    refused.see(time, label);
                }
            }
        }
    }
    let name = operation.name();
    if answers == 0 {
        return None;
    }
    let ms = |time: Duration| format!("{:.3}", time.as_secs_f64() * 1e3);
    let refused = if refusals == 0 { String::new() } else { ms(refused.0) };
    println!(
        "| {name} | {answers} | {} | {} | {refusals} | {refused} |",
        ms(answered.0),
        answered.1
    );
    let limit = if SEARCHES.contains(&name) { SEARCH_LIMIT } else { LIMIT };
    Some(answered.0 <= limit)
}

/// The least time of up to five calls, and whether there is an answer.
fn least(mut run: impl FnMut() -> bool) -> (Duration, bool) {
    let mut least = Duration::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        let answer = run();
        least = least.min(start.elapsed());
        if !answer || least > Duration::from_secs(1) {
            return (least, answer);
        }
    }
    (least, true)
}

/// The second operands for one layout, each with its name.
fn seconds(
    beside: Beside,
    of: &Layout,
    layouts: &[(&'static str, Layout)],
) -> Vec<(String, Layout, Tiler)> {
    match beside {
        Beside::Nothing => vec![(String::new(), of.clone(), Tiler::All)],
        Beside::Other => layouts
            .iter()
            .map(|(name, other)| ((*name).to_owned(), other.clone(), Tiler::All))
            .collect(),
        Beside::Tiler => {
            tilers(of, layouts).into_iter().map(|(name, tiler)| (name, of.clone(), tiler)).collect()
        }
    }
}

/// Tilers for one layout: over the whole domain, by a size, by mode, and with 16 modes
/// that halve those of the layout.
fn tilers(of: &Layout, layouts: &[(&'static str, Layout)]) -> Vec<(String, Tiler)> {
    let shape = ops::product_each(of.shape()).expect("a size");
    let extents: Vec<i128> = shape.leaves().into_iter().filter_map(Int::known).collect();
    let halves: Vec<i128> = extents.iter().map(|e| if e % 2 == 0 { e / 2 } else { 1 }).collect();
    let (mut place, mut places) = (1, Vec::new());
    for extent in &extents {
        places.push(place);
        place *= extent;
    }
    let mut tilers: Vec<(String, Tiler)> = layouts
        .iter()
        .map(|(name, layout)| ((*name).to_owned(), Tiler::Layout(layout.clone())))
        .collect();
    tilers.push(("half of each mode".to_owned(), Tiler::Layout(layout(&tuple(&halves), &places))));
    tilers.push(("2^20".to_owned(), Tiler::Size(Int::new(1 << 20))));
    tilers.push(("a shape".to_owned(), Tiler::from_shape(&tuple(&halves)).expect("a shape")));
    tilers
}
