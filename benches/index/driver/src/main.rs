//! Measures index functions: `run FOLDER all` calls every function of the libraries in a folder at every coordinate
//! and compares its answers with the definition of the layout; `run FOLDER some` calls each as often as a count of
//! instructions needs, to be run by callgrind; `report` makes tables of what callgrind has counted.
//!
//! Only for x86-64 and its C ABI.

mod columns;
mod counts;
mod layouts;
mod report;

use std::path::Path;

use columns::{Column, load};
use layouts::{Codomain, Entry, LAYOUTS, Layout};

/// The elements of a sweep.
const SWEEP: usize = 4096;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["run", folder, "all"] => run(Path::new(folder), usize::MAX),
        ["run", folder, "some"] => run(Path::new(folder), 256),
        ["report", release, debug, nodebug] => {
            report::print([release, debug, nodebug].map(Path::new))
        }
        _ => panic!(
            "usage: index-driver run FOLDER all|some, index-driver report RELEASE DEV NODEBUG"
        ),
    }
}

/// Calls every function at about as many coordinates.
fn run(folder: &Path, samples: usize) {
    for column in load(folder) {
        for layout in LAYOUTS {
            for (entry, narrow) in Entry::ALL.into_iter().flat_map(|e| [(e, false), (e, true)]) {
                call(&column, layout, entry, narrow, samples);
            }
            visit(&column, layout, samples);
        }
    }
}

fn call(column: &Column, layout: &Layout, entry: Entry, narrow: bool, samples: usize) {
    if !layout.has(entry) {
        return;
    }
    let size = layout.size();
    // An odd step visits all kinds of coordinates.
    let step = (size / samples) | 1;
    let points: Vec<(Vec<u64>, [u64; 2])> =
        (0..size).step_by(step).map(|i| (layout.coordinates(entry, i), layout.offset(i))).collect();
    for function in column.entries(layout, entry, if narrow { "_u32" } else { "" }) {
        for (coordinates, offset) in &points {
            let answer = function.call(coordinates, layout.codomain, narrow);
            assert_eq!(answer, *offset, "{} {} at {coordinates:?}", column.name, function.symbol);
        }
    }
}

/// Visits at least as many elements as a sweep has.
fn visit(column: &Column, layout: &Layout, samples: usize) {
    if layout.codomain == Codomain::Pair {
        return;
    }
    let fold = |sum: u64, i| sum.rotate_left(5) ^ layout.offset(i)[0];
    let expected = (0..layout.size()).fold(1, fold);
    let times = if samples == usize::MAX { 1 } else { SWEEP.div_ceil(layout.size()) };
    for function in report::SWEEPS.iter().flat_map(|kind| column.sweeps(layout, kind)) {
        for _ in 0..times {
            let answer = function.call(&[1], layout.codomain, false)[0];
            assert_eq!(answer, expected, "{} {}", column.name, function.symbol);
        }
    }
}
