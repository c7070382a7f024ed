//! Random loops by `einsum!`, `zip_with!`, `fold!` and windows beside loops by hand, the best of several.
//!
//! `loops` measures times, `loops list` has the numbers of the cases and how many ways by hand there are, `loops check` runs all ways of all cases
//! once and compares them, and `loops N WAY` runs one once, for callgrind: way 0 is ours.

mod cases {
    #![allow(clippy::all, clippy::pedantic, unused_variables, unused_mut, unused_imports, dead_code)]

    use layout_view::{Fixed, View, ViewMut, Windows, einsum, fold, layout, zip_with};

    use super::Case;

    include!(concat!(env!("OUT_DIR"), "/cases.rs"));
}

use std::hint::black_box;
use std::time::Instant;

use cases::Element;

type Way = fn(&[Vec<Element>], &mut [Element], [usize; 5]);

/// A loop, by layouts and by hand in several ways: with each axis innermost, or of windows row by row and all at once.
pub struct Case {
    name: &'static str,
    /// It adds to the target.
    is_added: bool,
    sources: &'static [usize],
    target: usize,
    extents: [usize; 5],
    ours: Way,
    hands: &'static [Way],
    /// Sums by hand in 16 parts, of a fold, whose function is called in an order of the elements.
    parts: &'static [Way],
}

/// Runs a way once; callgrind counts the instructions of this function.
#[inline(never)]
fn counted(way: Way, sources: &[Vec<Element>], target: &mut [Element], extents: [usize; 5]) {
    black_box(way)(black_box(sources), black_box(target), black_box(extents));
}

impl Case {
    fn sources(&self) -> Vec<Vec<Element>> {
        self.sources.iter().map(|n| (0..*n).map(cases::value).collect()).collect()
    }

    fn ways(&self) -> impl Iterator<Item = Way> {
        [self.ours].into_iter().chain(self.hands.iter().chain(self.parts).copied())
    }

    fn check(&self) {
        let sources = self.sources();
        let mut ours = vec![9 as Element; self.target];
        counted(self.ours, &sources, &mut ours, self.extents);
        for (way, hand) in self.ways().enumerate().skip(1) {
            let before = if self.is_added { 9 } else { 7 };
            let mut by_hand = vec![before as Element; self.target];
            counted(hand, &sources, &mut by_hand, self.extents);
            for (i, (x, y)) in ours.iter().zip(&by_hand).enumerate() {
                assert!(cases::is_same(*x, *y), "{}: {x} at {i}, and {y} by hand, way {way}", self.name);
            }
        }
    }

    /// The median times of all ways in interleaved rounds, in seconds a run.
    fn times(&self) -> Vec<f64> {
        let (sources, mut target) = (self.sources(), vec![0 as Element; self.target]);
        // Short rounds: one that takes as long as the scheduler lets a process run is interrupted nearly each time, where others wait for the core.
        let work: usize = self.extents.iter().product();
        let runs = (10_000 / work).max(1);
        let mut times = vec![Vec::new(); self.ways().count()];
        for _ in 0..31 {
            for (way, times) in self.ways().zip(&mut times) {
                let start = Instant::now();
                (0..runs).for_each(|_| counted(way, &sources, &mut target, self.extents));
                times.push(start.elapsed().as_secs_f64() / runs as f64);
            }
        }
        let median = |mut times: Vec<f64>| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        };
        times.into_iter().map(median).collect()
    }
}

/// Prints the distribution of ratios.
fn print_distribution(kind: &str, mut ratios: Vec<f64>) {
    ratios.sort_by(f64::total_cmp);
    let at = |percent: usize| ratios[percent * (ratios.len() - 1) / 100];
    println!(
        "| {kind} | {} | {:.2} | {:.2} | {:.2} | {:.2} |",
        ratios.len(),
        at(0),
        at(5),
        at(50),
        at(100)
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [list] if list == "list" => {
            for (number, case) in cases::CASES.iter().enumerate() {
                println!("{number}\t{}\t{}\t{}", case.hands.len(), case.parts.len(), case.name);
            }
        }
        [check] if check == "check" => cases::CASES.iter().for_each(Case::check),
        [number, way] => {
            let case = &cases::CASES[number.parse::<usize>().expect("the number of a case")];
            let way = case.ways().nth(way.parse().expect("a way")).expect("a way");
            let (sources, mut target) = (case.sources(), vec![0 as Element; case.target]);
            counted(way, &sources, &mut target, case.extents);
            black_box(target);
        }
        _ => {
            let mut ratios: Vec<(String, Vec<f64>)> = Vec::new();
            let mut add =
                |kind: String, ratio: f64| match ratios.iter_mut().find(|(of, _)| *of == kind) {
                    Some((_, ratios)) => ratios.push(ratio),
                    None => ratios.push((kind, vec![ratio])),
                };
            println!(
                "| loop | ours, µs | by hand ÷ ours | by hand, the axis innermost |\n|---|--:|--:|---|"
            );
            for case in cases::CASES {
                case.check();
                let times = case.times();
                let (inner, best) = (1..=case.hands.len())
                    .map(|way| (way - 1, times[way]))
                    .min_by(|(_, x), (_, y)| x.total_cmp(y))
                    .expect("a way by hand");
                let ratio = best / times[0];
                let axis = (b'a' + inner as u8) as char;
                println!("| {} | {:.2} | {ratio:.2} | {axis} |", case.name, times[0] * 1e6);
                let kind = case.name.split(' ').next().expect("a kind");
                add(kind.to_string(), ratio);
                if kind == "fold" {
                    let best = times[1..].iter().copied().fold(f64::INFINITY, f64::min);
                    add("fold, by hand in parts".to_string(), best / times[0]);
                }
            }
            println!(
                "\n| kind | loops | least | 5th percentile | median | most |\n|---|--:|--:|--:|--:|--:|"
            );
            for (kind, ratios) in ratios {
                print_distribution(&kind, ratios);
            }
        }
    }
}
