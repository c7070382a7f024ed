//! What is said of memory is what an NVIDIA H200 counted: `data/accesses.txt` has its counters for single accesses,
//! and `data/layouts.txt` for accesses by layouts.

use layout_algebra::Function;
use layout_algebra::hardware::{Accesses, Kind, Machine, sectors, wavefronts};

/// An operation, the bytes of a lane, and what was counted.
struct Measured<'a> {
    kind: &'a str,
    bytes: usize,
    counts: Vec<usize>,
    rest: &'a str,
}

fn measured(text: &str) -> impl Iterator<Item = Measured<'_>> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| {
        let mut words = line.splitn(3, ' ');
        let (operation, counts, rest) = (words.next(), words.next(), words.next());
        let operation = operation.expect("an operation");
        let kind = operation.trim_end_matches(|c: char| c.is_ascii_digit());
        let bytes = operation[kind.len()..].parse().expect("bytes");
        let counts = counts.expect("counts").split(',').map(|n| n.parse().expect("a count"));
        Measured { kind, bytes, counts: counts.collect(), rest: rest.expect("an access") }
    })
}

fn kind(word: &str) -> Kind {
    match word {
        "ld" => Kind::Load,
        "st" => Kind::Store,
        _ => Kind::Ldmatrix,
    }
}

#[test]
fn accesses_are_as_the_hardware_counts_them() {
    let machine = &Machine::SM_90;
    let (mut seen, mut conflicts, mut merged) = (0, 0, 0);
    for Measured { kind: word, bytes, counts, rest } in
        measured(include_str!("../data/accesses.txt"))
    {
        let mut lanes: Vec<Option<i64>> = rest.split(' ').map(|word| word.parse().ok()).collect();
        let counted = match word {
            "gld" | "gst" => {
                let answer = sectors(machine, bytes, &lanes);
                let lines = (word == "gld").then_some(answer.lines);
                [answer.sectors].into_iter().chain(lines).collect()
            }
            _ => {
                let kind = kind(word);
                let bytes = match kind {
                    Kind::Ldmatrix => {
                        lanes.truncate(8 * bytes);
                        16
                    }
                    _ => bytes,
                };
                let answer = wavefronts(machine, kind, bytes, &lanes);
                let plain = wavefronts(machine, Kind::Store, bytes, &lanes);
                merged += usize::from(answer.count < plain.count);
                conflicts += usize::from(answer.count > answer.least);
                vec![answer.count]
            }
        };
        assert_eq!(counted, counts, "{word}{bytes} {rest}");
        seen += 1;
    }
    assert_eq!((seen, conflicts > 300, merged > 20), (1050, true, true), "{conflicts} {merged}");
}

/// `LIST=file cargo test -p layout-tests --test hardware` writes the addresses for `hardware/probe.py`.
#[test]
fn accesses_by_layouts_are_as_the_hardware_counts_them() {
    let machine = &Machine::SM_90;
    let (mut list, mut seen, mut conflicts, mut wrong) = (String::new(), 0, 0, Vec::new());
    for Measured { kind: word, bytes, counts, rest } in
        measured(include_str!("../data/layouts.txt"))
    {
        let (bits, layout) = rest.split_once(' ').expect("bits and a layout");
        let layout: Function = layout.parse().expect("a layout");
        let numbers = layout.numbers().expect("numbers");
        let width = if word == "ldmatrix" { 16 } else { bytes };
        let accesses = Accesses::new(&numbers, machine, bits.parse().expect("bits"), width);
        let accesses = accesses.expect("accesses");
        let lanes = accesses.iter().next().expect("an access");
        let lanes: Vec<String> =
            lanes.iter().map(|lane| lane.map_or("-".to_owned(), |lane| lane.to_string())).collect();
        list += &format!("{word}{bytes} {}\n", lanes.join(" "));
        let count = match word {
            "gld" | "gst" => accesses.sectors().sectors,
            _ => {
                let banks = accesses.banks(kind(word));
                conflicts += usize::from(banks.wavefronts > banks.least);
                banks.wavefronts
            }
        };
        if counts != [count] {
            wrong.push(format!("{word}{bytes} {rest}: {count}, and not {counts:?}"));
        }
        seen += 1;
    }
    if let Ok(path) = std::env::var("LIST") {
        std::fs::write(path, list).expect("a file");
        return;
    }
    assert!(wrong.is_empty(), "{} differ: {}", wrong.len(), wrong[0]);
    assert_eq!((seen, conflicts > 300), (1000, true), "{conflicts}");
}
