//! What is said of memory is what an NVIDIA H200 counted: `data/accesses.txt` has its counters for single accesses,
//! and `data/layouts.txt` for accesses by layouts.

use layout_algebra::hardware::{Accesses, Kind, Machine, sectors, wavefronts};
use layout_algebra::ops::swizzled;
use layout_algebra::{ComposedLayout, Function, Int, Layout, Swizzle};
use layout_laws::swizzle as laws;

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

/// Numbers in no order, the same at each run.
struct Numbers(u64);

impl Numbers {
    /// One below `end`.
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end
    }

    fn one_of(&mut self, of: &[usize]) -> usize {
        of[self.below(of.len())]
    }
}

/// The wavefronts of a group of lanes, byte by byte: as many as there are words of the bank with most.
fn by_bytes(machine: &Machine, bytes: usize, group: &[Option<i64>]) -> usize {
    let mut words: Vec<(i64, i64)> = Vec::new();
    for address in group.iter().flatten() {
        for byte in *address..*address + bytes as i64 {
            let word = byte.div_euclid(machine.bank_bytes as i64);
            words.push((word.rem_euclid(machine.banks as i64), word));
        }
    }
    words.sort_unstable();
    words.dedup();
    words.chunk_by(|a, b| a.0 == b.0).map(<[_]>::len).max().unwrap_or(0)
}

/// 100,000 accesses of machines and lanes that nobody chose.
#[test]
fn random_accesses_are_counted_as_byte_by_byte() {
    let mut random = Numbers(20);
    let (mut merged, mut conflicts) = (0, 0);
    for _ in 0..100_000 {
        let banks = random.one_of(&[1, 3, 16, 24, 32, 32, 32, 64]);
        let bank_bytes = random.one_of(&[2, 4, 4, 8]);
        let lanes = random.one_of(&[1, 7, 16, 32, 32, 64]);
        let (sector_bytes, line_bytes) =
            [(32, 128), (64, 128), (64, 64), (16, 48)][random.below(4)];
        let merges = random.below(2) == 0;
        let machine = Machine {
            lanes,
            banks,
            bank_bytes,
            sector_bytes,
            line_bytes,
            merges,
            ..Machine::SM_90
        };
        let bytes = random.one_of(&[1, 2, 4, 8, 16]);
        let kind = [Kind::Load, Kind::Store, Kind::Ldmatrix][random.below(3)];
        let (step, reach) = (random.below(40), random.one_of(&[4, 64, 4096]));
        let (spread, shared) = (random.below(3), random.one_of(&[0, 1, 2, 5]));
        let addresses: Vec<Option<i64>> = (0..lanes)
            .map(|lane| {
                let lane = lane & !shared;
                let at = match spread {
                    0 => lane * step,
                    1 => random.below(reach),
                    _ => (lane * step) ^ (lane >> 3),
                };
                (random.below(16) > 0).then(|| (at * bytes) as i64 - 1024)
            })
            .collect();
        let alike = |distance: usize| {
            let pair = |lane: usize| Some((addresses[lane]?, (*addresses.get(lane ^ distance)?)?));
            (0..lanes).filter_map(pair).all(|(a, b)| a == b)
        };
        let mut group = (banks * bank_bytes / bytes.max(bank_bytes)).max(1);
        if merges && kind == Kind::Load && bytes > bank_bytes && (alike(1) || alike(2)) {
            group *= 2;
            merged += 1;
        }
        let count: usize = addresses.chunks(group).map(|of| by_bytes(&machine, bytes, of)).sum();
        let answer = wavefronts(&machine, kind, bytes, &addresses);
        assert_eq!(answer.count, count, "{machine:?} {kind:?} {bytes} {addresses:?}");
        let least = addresses.chunks(group).filter(|of| of.iter().any(Option::is_some)).count();
        assert_eq!(answer.least, least, "{machine:?} {kind:?} {bytes} {addresses:?}");
        conflicts += usize::from(count > least);
        if let Some(worst) = &answer.worst {
            let mut lanes_of = worst.words.iter();
            assert!(lanes_of.all(|&(word, lane)| {
                let first = addresses[lane].expect("it takes part");
                let bank = word.rem_euclid(banks as i64) as usize;
                let words = first.div_euclid(bank_bytes as i64)
                    ..=(first + bytes as i64 - 1).div_euclid(bank_bytes as i64);
                bank == worst.bank && words.contains(&word)
            }));
        }
        let touched = |block: usize| {
            let all = addresses.iter().flatten();
            let all = all.flat_map(|a| (*a..*a + bytes as i64).map(|b| b.div_euclid(block as i64)));
            let mut all: Vec<i64> = all.collect();
            all.sort_unstable();
            all.dedup();
            all.len()
        };
        let answer = sectors(&machine, bytes, &addresses);
        let expected = [sector_bytes, line_bytes, 1].map(touched);
        assert_eq!([answer.sectors, answer.lines, answer.used], expected, "{addresses:?}");
    }
    assert!(merged > 1000 && conflicts > 20_000, "{merged} {conflicts}");
}

/// Tiles of shared memory whose strides nobody chose: what is said of them is what the engines do.
#[test]
fn tiles_of_instructions_are_as_the_engines_address_them() {
    let mut random = Numbers(7);
    let (mut canonical, mut boxes) = (0, 0);
    let steps = [1i128, 1, 8, 16, 16, 32, 64, 64, 128, 512, 1024, 4096, 72, -64, -32];
    for _ in 0..6_000 {
        let bits = [8i128, 16, 16, 32][random.below(4)];
        let width = random.below(4) as i128;
        // Rows as the swizzle has them, of which often one stride is another.
        let row = (128 << width) / bits;
        let across = [8 * row, 64 * row][random.below(2)];
        let mut strides = [row, across, 1, 32 * row];
        if random.below(2) == 0 {
            strides[random.below(4)] = steps[random.below(steps.len())];
        }
        let [a, b, c, d] = strides;
        let mut modes = vec![
            Layout::new((8, 4), (a, b)).expect("rows"),
            Layout::new((row, 2), (c, d)).expect("what is summed over"),
        ];
        if random.below(3) == 0 {
            modes.swap(0, 1);
        }
        let layout = Layout::from_modes(&modes).expect("a layout");
        let base = 4 - (bits / 8).ilog2() as i128;
        let exact = Swizzle::new(width, base, 3).expect("a swizzle");
        let layout: Function = match random.below(5) {
            0 => layout.into(),
            1 => ComposedLayout::new(Swizzle::new(2, 2, 3).expect("another"), Int::ZERO, layout)
                .expect("a swizzled layout")
                .into(),
            _ => ComposedLayout::new(exact, Int::ZERO, layout).expect("a swizzled layout").into(),
        };
        let tile = laws::Tile::of(&layout, bits / 8).expect("values").expect("two modes");
        for mn in [8, 16, 32] {
            let answer = swizzled::is_gmma_canonical(&layout, &Int::new(bits), &Int::new(mn));
            let answer = answer.expect("an answer");
            canonical += usize::from(answer);
            laws::is_gmma_canonical(&tile, mn, answer)
                .unwrap_or_else(|why| panic!("{layout}: {why}"));
        }
        let answer = swizzled::is_tma_encodable(&layout, &Int::new(bits), None).expect("an answer");
        boxes += usize::from(answer);
        laws::is_tma_encodable(&tile, answer).unwrap_or_else(|why| panic!("{layout}: {why}"));
    }
    assert!(canonical > 1000 && boxes > 500, "{canonical} {boxes}");
}
