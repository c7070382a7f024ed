//! Times kernels: by views as one writes them first, by safe slices with indices computed by hand, and by other crates.
//! Prints a table.
//!
//! ```text
//! kernels [NAME…]            times the kernels whose names contain one of these, or all
//! kernels list               names them
//! kernels count NAME VARIANT     runs one variant once, for callgrind: --toggle-collect='kernels::case::counted*'
//! ```
//!
//! Every variant is checked at every element before it is timed. The variants are run in turn, and each ratio is of times of the
//! same round.

mod attention;
mod case;
mod convolution;
mod im2col;
#[cfg(feature = "peers")]
mod kernel;
mod lu;
mod orders;
mod packing;
mod q4;
mod reductions;
mod stencils;
mod transposes;

use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs};

use case::Case;

/// The time that a kernel is run on so many threads, and the most and the fewest rounds.
const TIME: Duration = Duration::from_millis(1000);
const ROUNDS: (usize, usize) = (7, 61);

/// The seconds that a round of one variant takes at least, by so many runs.
const ROUND: f64 = 100e-6;

/// Kernels with their names, made when it is their turn.
type Cases = Vec<Box<dyn Fn() -> Box<dyn Case>>>;

fn cases() -> Cases {
    [
        convolution::cases(),
        packing::cases(),
        im2col::cases(),
        attention::cases(),
        q4::cases(),
        stencils::cases(),
        lu::cases(),
        reductions::cases(),
        orders::cases(),
        transposes::cases(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["list"] => {
            for make in cases() {
                let case = make();
                println!("{}\t{}\t{}", case.name(), case.elements(), case.variants().join(" "));
            }
        }
        ["count", name, variant] => {
            let Some(mut case) = cases().iter().map(|make| make()).find(|case| case.name() == name)
            else {
                eprintln!("no kernel `{name}`");
                return ExitCode::FAILURE;
            };
            let Some(variant) = case.variants().iter().position(|w| *w == variant) else {
                eprintln!("no variant `{variant}`");
                return ExitCode::FAILURE;
            };
            case.run(variant);
            println!("{}", case.elements());
        }
        _ => tables(&arguments),
    }
    ExitCode::SUCCESS
}

fn tables(names: &[&str]) {
    println!("{}. Load average at the start: {}.", processor(), load());
    for threads in [1, 2] {
        println!("\n### {threads} thread{}\n", if threads == 1 { "" } else { "s" });
        println!("| kernel | views | of by hand | of others |");
        println!("|---|--:|--:|---|");
        let mut logs = (0.0, 0);
        for make in cases() {
            let mut case = make();
            if names.is_empty() || names.iter().any(|name| case.name().contains(name)) {
                logs.0 += row(&mut *case, threads).ln();
                logs.1 += 1;
            }
        }
        let mean = (logs.0 / f64::from(logs.1)).exp();
        println!("| geometric mean | | {mean:.2} | |");
    }
}

/// Measures a kernel, prints its row, and returns the speed of views by that by hand.
fn row(case: &mut dyn Case, threads: usize) -> f64 {
    case.check();
    let variants = case.variants();
    let once: Vec<f64> = (0..variants.len()).map(|variant| case.time(variant, 1, 1)).collect();
    let runs: Vec<usize> =
        once.iter().map(|once| (ROUND / once).ceil().max(1.0) as usize).collect();
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); variants.len()];
    let start = Instant::now();
    while times[0].len() < ROUNDS.0 || times[0].len() < ROUNDS.1 && start.elapsed() < TIME {
        for (variant, times) in times.iter_mut().enumerate() {
            times.push(case.time(variant, runs[variant], threads));
        }
    }
    // What a variant takes by what views take, in each round.
    let ratio = |variant: usize| {
        let ratios = times[variant].iter().zip(&times[0]).map(|(variant, views)| variant / views);
        quartiles(ratios.collect())
    };
    let cell = |[low, middle, high]: [f64; 3]| format!("{middle:.2} ({low:.2}–{high:.2})");
    let others: Vec<String> = (2..variants.len())
        .map(|variant| format!("{} {}", variants[variant], cell(ratio(variant))))
        .collect();
    let hand = ratio(1);
    let [_, views, _] = quartiles(times[0].clone());
    println!("| {} | {} | {} | {} |", case.name(), seconds(views), cell(hand), others.join(", "));
    hand[1]
}

fn seconds(time: f64) -> String {
    match time {
        t if t < 1e-6 => format!("{:.0} ns", t * 1e9),
        t if t < 1e-3 => format!("{:.1} µs", t * 1e6),
        t => format!("{:.2} ms", t * 1e3),
    }
}

/// A quarter, half and three quarters of the values are below.
fn quartiles(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    [1, 2, 3].map(|k| values[(values.len() - 1) * k / 4])
}

fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split(": ").nth(1));
    name.unwrap_or("a processor without a name").to_string()
}

fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or("unknown").to_string()
}
