//! Times copies between layouts: by views, by hand, by ndarray and by the crate `transpose`, beside `memcpy` of the same
//! bytes, on one thread and on two. Prints tables.
//!
//! Every variant is checked at every element before it is timed. The variants are run in turn, and each is compared with the
//! `memcpy` of its own round: how fast memory is changes from second to second where others use it too.

mod blocked;
mod cases;
mod morton;
mod transposes;

use std::fs;
use std::hint::black_box;
use std::thread;
use std::time::{Duration, Instant};

use cases::{Case, Copy};

/// The time that a case is run for, and the most runs.
const TIME: Duration = Duration::from_secs(4);
const ROUNDS: usize = 41;

fn main() {
    // Of a part of the cases: those whose names have this.
    let part = std::env::args().nth(1).unwrap_or_default();
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("Load average at the start: {}.", load.split(' ').next().unwrap_or("unknown"));
    for threads in [1, 2] {
        println!("\n### {threads} thread{}\n", if threads == 1 { "" } else { "s" });
        println!("| f32 | `memcpy`, GB/s | views | by hand | ndarray | `transpose` |");
        println!("|---|--:|--:|--:|--:|--:|");
        for case in [
            transposes::square(),
            transposes::ragged(),
            transposes::small(),
            blocked::pack(),
            blocked::unpack(),
            morton::interleave(),
            morton::separate(),
        ] {
            if case.name.contains(&part) {
                row(&case, threads);
            }
        }
    }
}

/// Measures a case and prints its row.
fn row(case: &Case, threads: usize) {
    let source: Vec<f32> = (0..case.elements).map(|i| i as f32).collect();
    let expected = (case.expected)(&source);
    let mut target = vec![0.0; case.elements];
    for (name, copy) in case.variants(threads) {
        target.fill(-1.0);
        run(copy, &source, &mut target, threads);
        assert!(target == expected, "{}: {name} is wrong", case.name);
    }

    let mut memcpy = Vec::new();
    let mut ratios: Vec<Vec<f64>> = case.variants(threads).map(|_| Vec::new()).collect();
    let start = Instant::now();
    while memcpy.len() < ROUNDS && start.elapsed() < TIME {
        let bytes = time(
            &|source, target, part, parts| copy_bytes(source, target, part, parts),
            &source,
            &mut target,
            threads,
        );
        for ((_, copy), ratios) in case.variants(threads).zip(&mut ratios) {
            ratios.push(bytes / time(copy, &source, &mut target, threads));
        }
        memcpy.push(8.0 * case.elements as f64 / bytes * 1e-9);
    }

    let mut cells = [const { None }; 4];
    for ((name, _), mut ratios) in case.variants(threads).zip(ratios) {
        let column = ["views", "by hand", "ndarray", "transpose"].iter().position(|n| *n == name);
        let cell = &mut cells[column.expect("a column")];
        let quartiles = quartiles(&mut ratios);
        // Of several forms by hand the best counts.
        if cell.is_none_or(|best: [f64; 3]| best[1] < quartiles[1]) {
            *cell = Some(quartiles);
        }
    }
    let cells = cells.map(|cell| match cell {
        Some([low, middle, high]) => format!("{middle:.2} ({low:.2}–{high:.2})"),
        None => "–".to_string(),
    });
    println!("| {} | {:.1} | {} |", case.name, quartiles(&mut memcpy)[1], cells.join(" | "));
}

/// A quarter, half and three quarters of the values are below.
fn quartiles(values: &mut [f64]) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    [1, 2, 3].map(|k| values[(values.len() - 1) * k / 4])
}

fn time(copy: &Copy, source: &[f32], target: &mut [f32], threads: usize) -> f64 {
    let start = Instant::now();
    run(copy, black_box(source), black_box(target), threads);
    start.elapsed().as_secs_f64()
}

/// Copies on so many threads, each of which writes a part of the target.
fn run(copy: &Copy, source: &[f32], target: &mut [f32], threads: usize) {
    if threads == 1 {
        return copy(source, target, 0, 1);
    }
    let length = target.len() / threads;
    thread::scope(|scope| {
        for (part, target) in target.chunks_mut(length).enumerate() {
            scope.spawn(move || copy(source, target, part, threads));
        }
    });
}

fn copy_bytes(source: &[f32], target: &mut [f32], part: usize, _: usize) {
    let start = part * target.len();
    target.copy_from_slice(&source[start..start + target.len()]);
}
