//! Times an offset: as a proof, by [`ops::evaluate`], and as a number, by [`Numbers`].
//!
//! ```text
//! cargo bench -p layout-algebra --bench offsets
//! ```
//!
//! Prints nanoseconds an offset, the least of several sweeps over the layout. Fails where a
//! number takes longer than 50 ns.
//!
//! [`Numbers`]: layout_algebra::Numbers

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use layout_algebra::{Function, HTuple, Int, ops};

const LIMIT: f64 = 50.0;

fn main() -> ExitCode {
    println!("| layout | `evaluate` | `offset` | `at` | `offsets` |");
    println!("|---|---:|---:|---:|---:|");
    let mut late = false;
    for text in [
        "(64,64):(64,1)",
        "((8,8),(4,16)):((1,64),(8,512))",
        "((2,2,2),(2,2,2),60):((1,4,16),(2,8,32),64)",
        "Sw<3,3,3> o 0 o (64,64):(64,1)",
    ] {
        let times = times(&text.parse().expect("a function"));
        println!(
            "| `{text}` | {:.0} | {:.1} | {:.1} | {:.1} |",
            times[0], times[1], times[2], times[3]
        );
        late |= times[1..].iter().any(|time| *time > LIMIT);
    }
    if late { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn times(function: &Function) -> [f64; 4] {
    let numbers = function.numbers().expect("numbers");
    let size = numbers.size();
    let evaluate = |i: i64| {
        let at = HTuple::Leaf(Int::new(i.into()));
        match function {
            Function::Composed(composed) => ops::swizzled::evaluate(&at, composed).ok()?.known(),
            Function::Layout(layout) => ops::evaluate(&at, layout).ok()?.leaves()[0].known(),
            Function::Swizzle(_) => None,
        }
    };
    let coordinates: Vec<Vec<i64>> = (0..size).map(|i| numbers.coordinate(i)).collect();
    [
        sweep(size, || (0..size).filter_map(|i| evaluate(black_box(i))).sum::<i128>()),
        sweep(size, || (0..size).map(|i| numbers.offset(black_box(i))).sum::<i64>()),
        sweep(size, || coordinates.iter().filter_map(|c| numbers.at(black_box(c))).sum::<i64>()),
        sweep(size, || numbers.offsets().map(black_box).sum::<i64>()),
    ]
}

/// Nanoseconds for each of `size` steps of a sweep.
fn sweep<T>(size: i64, mut run: impl FnMut() -> T) -> f64 {
    let mut least = f64::MAX;
    for _ in 0..25 {
        let start = Instant::now();
        black_box(run());
        least = least.min(start.elapsed().as_secs_f64() * 1e9 / size as f64);
    }
    least
}
