//! How long each operation takes on layouts of 16 modes and size 2^40.
//!
//! ```text
//! cargo bench -p layout-algebra --bench operations
//! ```
//!
//! Prints a row for every operation: the longest time that it took to an answer, the
//! operands of that, and the longest to a refusal. Every time is the least of several.
//! Fails if an answer took more than 10 ms.

mod cases;
mod layouts;

use std::time::{Duration, Instant};

use cases::{CASES, Case, EXCUSED, Operands, With};
use layout_algebra::{Int, Layout, Tiler, ops};
use layouts::{layout, tuple};

/// The longest that an answer may take.
const LIMIT: Duration = Duration::from_millis(10);

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
    let layouts = layouts::all();
    println!("| operation | answers | ms | with | refusals | ms |");
    println!("|---|---:|---:|---|---:|---:|");
    let mut late = Vec::new();
    for case in CASES {
        if let Some(name) = measure(case, &layouts) {
            late.push(name);
        }
    }
    for (name, why) in EXCUSED {
        println!("\nNot measured: `{name}`, which {why}.");
    }
    if !late.is_empty() {
        eprintln!("above {LIMIT:?}, or without an answer: {}", late.join(", "));
        std::process::exit(1);
    }
}

/// Prints the row of a case; its name, if an answer is late.
fn measure(&(name, with, run): &Case, layouts: &[(&'static str, Layout)]) -> Option<&'static str> {
    let (mut answered, mut refused) = (Worst::default(), Worst::default());
    let (mut answers, mut refusals) = (0, 0);
    for (what, layout) in layouts {
        for (second, operands) in operands(with, layout, layouts) {
            let (time, answer) = least(|| run(&operands));
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
    if answers == 0 {
        eprintln!("{name} has no answer");
        return Some(name);
    }
    let ms = |time: Duration| format!("{:.3}", time.as_secs_f64() * 1e3);
    let refused = if refusals == 0 { String::new() } else { ms(refused.0) };
    println!(
        "| {name} | {answers} | {} | {} | {refusals} | {refused} |",
        ms(answered.0),
        answered.1
    );
    (answered.0 > LIMIT).then_some(name)
}

/// The least time of up to five calls, and whether there is an answer.
fn least<E>(mut run: impl FnMut() -> Result<(), E>) -> (Duration, bool) {
    let mut least = Duration::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        let answer = run();
        least = least.min(start.elapsed());
        if answer.is_err() || least > Duration::from_secs(1) {
            return (least, answer.is_ok());
        }
    }
    (least, true)
}

/// The operands for one layout, each with the name of the second.
fn operands(
    with: With,
    of: &Layout,
    layouts: &[(&'static str, Layout)],
) -> Vec<(String, Operands)> {
    let none = Tiler::All;
    match with {
        With::Nothing => [(String::new(), 0), ("offset 37".to_owned(), 37)]
            .map(|(name, offset)| (name, Operands::new(of, of, &none, offset)))
            .into(),
        With::Other => layouts
            .iter()
            .map(|(name, other)| ((*name).to_owned(), Operands::new(of, other, &none, 0)))
            .collect(),
        With::Tiler => tilers(of, layouts)
            .into_iter()
            .map(|(name, tiler)| (name, Operands::new(of, of, &tiler, 0)))
            .collect(),
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
    tilers.push(("half of each mode".to_owned(), Tiler::Layout(layout(&halves, &places))));
    tilers.push(("2^20".to_owned(), Tiler::Size(Int::new(1 << 20))));
    tilers.push(("a shape".to_owned(), Tiler::from_shape(&tuple(&halves)).expect("a shape")));
    tilers
}
