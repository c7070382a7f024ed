//! Counts of accesses to memory, held against those of an NVIDIA H200: `data/accesses.txt` has its counters for single accesses,
//! and `data/layouts.txt` for accesses by layouts.

use layout_algebra::hardware::{Accesses, Kind, Machine, find_swizzle, sectors, wavefronts};
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

/// A layout `(thread, values)` that nobody chose: extents and strides, some of threads, and a swizzle of offsets.
struct Chosen {
    extents: Vec<i64>,
    strides: Vec<i64>,
    /// The number of the leaves that are threads.
    threads: usize,
    swizzle: (u32, u32, u32),
}

impl Chosen {
    fn new(random: &mut Numbers) -> Self {
        let count = 1 + random.below(2);
        let leaves = count + 1 + random.below(2);
        let mut extents: Vec<i64> =
            (0..leaves).map(|_| random.one_of(&[1, 2, 2, 3, 4, 8]) as i64).collect();
        extents[0] = random.one_of(&[4, 8, 8, 16, 7]) as i64;
        let mut strides: Vec<i64> = (0..leaves)
            .map(|_| random.one_of(&[0, 1, 2, 4, 8, 12, 16, 32, 64, 65, 128, 136]) as i64)
            .collect();
        // Values in one piece, as most are.
        if random.below(4) > 0 {
            strides[count] = 1;
        }
        let swizzle = match random.below(2) {
            0 => (0, 0, 0),
            _ => (1 + random.below(3) as u32, random.below(5) as u32, 3),
        };
        Chosen { extents, strides, threads: count, swizzle }
    }

    fn text(&self) -> String {
        let mode = |of: &[i64]| {
            let all: Vec<String> = of.iter().map(i64::to_string).collect();
            format!("({})", all.join(","))
        };
        let both =
            |of: &[i64]| format!("({},{})", mode(&of[..self.threads]), mode(&of[self.threads..]));
        let (bits, base, shift) = self.swizzle;
        let swizzle =
            if bits == 0 { String::new() } else { format!("Sw<{bits},{base},{shift}> o 0 o ") };
        format!("{swizzle}{}:{}", both(&self.extents), both(&self.strides))
    }

    /// The offset of a value of a thread.
    fn at(&self, thread: i64, value: i64) -> i64 {
        let mut offset = 0;
        for (leaves, number) in
            [(0..self.threads, thread), (self.threads..self.extents.len(), value)]
        {
            let mut rest = number;
            for leaf in leaves {
                offset += rest % self.extents[leaf] * self.strides[leaf];
                rest /= self.extents[leaf];
            }
        }
        let (bits, base, shift) = self.swizzle;
        offset ^ (offset >> shift & ((1 << bits) - 1) << base)
    }
}

/// The counts of layouts equal those of loops over threads, values and bytes.
#[test]
fn random_layouts_are_counted_as_byte_by_byte() {
    let mut random = Numbers(100);
    let (mut refused, mut counted, mut conflicts) = (0, 0, 0);
    for _ in 0..100_000 {
        let chosen = Chosen::new(&mut random);
        let banks = random.one_of(&[16, 32, 32, 64]);
        let lanes = random.one_of(&[8, 32, 32, 64]);
        let machine = Machine { banks, lanes, merges: false, ..Machine::SM_90 };
        let (bits, bytes) = (random.one_of(&[8, 16, 32]), random.one_of(&[1, 2, 4, 8, 16]));
        let product = |of: &[i64]| of.iter().product::<i64>();
        let (threads, values) = (
            product(&chosen.extents[..chosen.threads]),
            product(&chosen.extents[chosen.threads..]),
        );
        let each = (8 * bytes / bits) as i64;
        let text = chosen.text();
        let layout: Function = text.parse().expect("a layout");
        let answer = Accesses::new(&layout.numbers().expect("numbers"), &machine, bits, bytes);
        let size = bits as i64 / 8;
        let starts =
            |thread: i64| (0..values / each.max(1)).map(move |k| (thread, k * each.max(1)));
        let is_whole = each > 0
            && values % each == 0
            && (0..threads).flat_map(starts).all(|(thread, first)| {
                let at = chosen.at(thread, first);
                at * size % bytes as i64 == 0
                    && (0..each).all(|k| chosen.at(thread, first + k) == at + k)
            });
        let Ok(accesses) = answer else {
            assert!(!is_whole, "{text} of {bits} bits by {bytes} bytes is refused");
            refused += 1;
            continue;
        };
        assert!(is_whole, "{text} of {bits} bits by {bytes} bytes");
        let group = (banks * machine.bank_bytes / bytes.max(machine.bank_bytes)).max(1);
        let (mut wavefronts, mut least, mut moved) = (0, 0, 0);
        for first in (0..threads).step_by(lanes) {
            for k in 0..values / each {
                let last = threads.min(first + lanes as i64);
                let all = (first..last).map(|thread| Some(chosen.at(thread, k * each) * size));
                let all: Vec<Option<i64>> = all.collect();
                wavefronts +=
                    all.chunks(group).map(|of| by_bytes(&machine, bytes, of)).sum::<usize>();
                least += all.chunks(group).count();
                let sectors =
                    all.iter().flatten().flat_map(|at| (*at..*at + bytes as i64).map(|b| b / 32));
                moved += sectors.collect::<std::collections::BTreeSet<_>>().len();
            }
        }
        let found = accesses.banks(Kind::Store);
        assert_eq!((found.wavefronts, found.least), (wavefronts, least), "{text}, {bits}, {bytes}");
        assert_eq!(accesses.sectors().sectors, moved, "{text}, {bits}, {bytes}");
        counted += 1;
        conflicts += usize::from(wavefronts > least);
    }
    assert!(
        refused > 10_000 && counted > 20_000 && conflicts > 5_000,
        "{refused} {counted} {conflicts}"
    );
}

/// Tiles of CUTLASS (7107b05): the bits of an element, its swizzle, and its accesses, `(thread, values)` to offsets before the swizzle: who
/// writes 16 bytes a lane, and who reads.
const PUBLISHED: [(usize, &str, &[&str]); 8] = [
    // test/unit/gemm/device/default_gemm_configuration.hpp, DefaultGemm_TensorOpSm80_OperandA: of half_t by rows and by columns, by `ldmatrix`.
    (16, "Sw<3,3,3>", &["((8,4),8):((8,64),1)", "(8,(8,8)):(64,(1,8))"]),
    (16, "Sw<2,3,3>", &["((4,8),8):((8,32),1)", "(8,(8,4)):(32,(1,8))"]),
    // Of tfloat32_t by rows, by `ldmatrix`; by columns, by words of `mma.m16n8k8`.
    (32, "Sw<3,2,3>", &["((8,4),4):((4,32),1)", "(8,(4,8)):(32,(1,4))"]),
    (32, "Sw<2,2,3>", &["((4,8),4):((4,16),1)", "(8,(4,4)):(16,(1,4))"]),
    (32, "Sw<3,2,3>", &["((8,4),4):((4,32),1)", "((4,8),(2,2)):((32,1),(8,128))"]),
    // Of 8 bits by rows.
    (8, "Sw<2,4,3>", &["((4,8),16):((16,64),1)", "(8,(16,4)):(64,(1,16))"]),
    // Of doubles: 16 columns of two rows are written, eight rows of four columns read.
    (64, "Sw<2,0,4>", &["((16,2),1):((4,1),0)", "((4,4,2),1):((4,1,64),0)"]),
    // examples/cute/tutorial/sgemm_sm80.cu.
    (16, "Sw<3,3,3>", &["((8,4),8):((64,8),1)", "(8,(8,8)):(8,(1,64))"]),
];

#[test]
fn published_swizzles_are_found_again_or_beaten() {
    let machine = &Machine::SM_90;
    // CuTe's atoms of GMMA: rows, or columns, of 32, 64 and 128 bytes, of which eight are read at once.
    let mut all: Vec<(usize, String, Vec<String>)> = Vec::new();
    for bits in [8usize, 16, 32] {
        for width in 1..=3 {
            let (unit, units) = (128 / bits, 1 << width);
            let row = unit * units;
            let write = format!("(({units},{}),{unit}):(({unit},{row}),1)", 32 / units);
            let read = format!("(8,({unit},{units})):({row},(1,{unit}))");
            let swizzle = format!("Sw<{width},{},3>", unit.ilog2());
            all.push((bits, swizzle, vec![write, read]));
        }
    }
    let published = PUBLISHED.iter().map(|(bits, swizzle, accesses)| {
        (*bits, (*swizzle).to_owned(), accesses.iter().map(|of| (*of).to_owned()).collect())
    });
    all.extend(published);
    let (mut again, mut beaten) = (0, Vec::new());
    for (bits, swizzle, accesses) in &all {
        let of = |text: &str| {
            let layout: Function = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            Accesses::widest(&layout.numbers().expect("numbers"), machine, *bits).expect("accesses")
        };
        let plain: Vec<Accesses> = accesses.iter().map(|access| of(access)).collect();
        let kinds: Vec<_> = plain.iter().map(|one| (one, Kind::Ldmatrix)).collect();
        let found = find_swizzle(&kinds, *bits).expect("a swizzle");
        let theirs: usize = (accesses.iter())
            .map(|access| of(&format!("{swizzle} o 0 o {access}")).banks(Kind::Ldmatrix).wavefronts)
            .sum();
        assert!(found.wavefronts <= theirs, "{swizzle} of {accesses:?} takes {theirs}");
        again += usize::from(found.swizzle.to_string() == *swizzle);
        if found.wavefronts < theirs {
            let (swizzle, better) = (format!("{swizzle} {theirs}"), found.swizzle);
            beaten.push(format!("{swizzle}, {better} {}", found.wavefronts));
        }
    }
    assert_eq!((all.len(), again), (17, AGAIN), "{beaten:?}");
    assert_eq!(beaten, BEATEN);
}

/// The number of those found to the letter.
const AGAIN: usize = 16;
/// Layouts that are better than the published ones: wavefronts of words of `mma.m16n8k8`, and of their writers.
const BEATEN: [&str; 1] = ["Sw<3,2,3> 12, Sw<2,3,2> 8"];

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

/// The groups of lanes whose loads of 16 bytes meet in banks, as they are published: of MI300 and of MI350 (triton-lang/triton#11365).
#[test]
fn lanes_of_amd_meet_in_published_groups() {
    let groups: [(&Machine, &[[u8; 16]]); 2] = [
        (
            &Machine::GFX942,
            &[
                [0, 1, 2, 3, 20, 21, 22, 23, 32, 33, 34, 35, 52, 53, 54, 55],
                [4, 5, 6, 7, 16, 17, 18, 19, 36, 37, 38, 39, 48, 49, 50, 51],
                [8, 9, 10, 11, 28, 29, 30, 31, 40, 41, 42, 43, 60, 61, 62, 63],
                [12, 13, 14, 15, 24, 25, 26, 27, 44, 45, 46, 47, 56, 57, 58, 59],
            ],
        ),
        (
            &Machine::GFX950,
            &[
                [0, 1, 2, 3, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25, 26, 27],
                [32, 33, 34, 35, 44, 45, 46, 47, 52, 53, 54, 55, 56, 57, 58, 59],
                [4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 28, 29, 30, 31],
                [36, 37, 38, 39, 40, 41, 42, 43, 48, 49, 50, 51, 60, 61, 62, 63],
            ],
        ),
    ];
    for (machine, published) in groups {
        // Two groups of MI300 are a line above.
        let lanes = if machine.narrow_banks == 0 { 8 } else { 16 };
        let published: Vec<&[u8]> = published.iter().flat_map(|line| line.chunks(lanes)).collect();
        let group = |lane: u8| published.iter().position(|group| group.contains(&lane)).unwrap();
        for (a, b) in (0..64).flat_map(|a| (0..64).map(move |b| (a, b))).filter(|(a, b)| a < b) {
            // Both in bank 0, in other words.
            let mut addresses = vec![None; 64];
            (addresses[usize::from(a)], addresses[usize::from(b)]) = (Some(0), Some(4096));
            let found = wavefronts(machine, Kind::Load, 16, &addresses);
            let meet = group(a) == group(b);
            assert_eq!((found.count, found.least), (2, if meet { 1 } else { 2 }), "{a} {b}");
        }
    }
}

/// CDNA 4 has 64 banks for loads of 8 and of 16 bytes, and 32 for the rest, as rocRoller's model has it (ROCm/rocm-libraries#2157).
#[test]
fn wide_loads_of_cdna_4_see_all_banks() {
    let machine = &Machine::GFX950;
    let two = |kind, bytes, apart| {
        let mut addresses = vec![None; 64];
        (addresses[0], addresses[1]) = (Some(0), Some(apart));
        wavefronts(machine, kind, bytes, &addresses).count
    };
    for (kind, bytes, apart, count) in [
        (Kind::Load, 4, 128, 2),
        (Kind::Load, 8, 128, 1),
        (Kind::Load, 16, 128, 1),
        (Kind::Load, 8, 256, 2),
        (Kind::Load, 16, 256, 2),
        (Kind::Store, 4, 128, 2),
        (Kind::Store, 8, 128, 2),
        (Kind::Store, 16, 128, 2),
    ] {
        assert_eq!(two(kind, bytes, apart), count, "{} {bytes} {apart}", kind.name());
    }
    // Sixty-four lanes in a row: groups of 32, 32 and 16 for loads, of 32, 16 and 8 for stores.
    for (bytes, loads, stores) in [(4, 2, 2), (8, 2, 4), (16, 4, 8)] {
        let row: Vec<Option<i64>> = (0..64).map(|lane| Some(lane * bytes)).collect();
        let count = |kind| wavefronts(machine, kind, bytes as usize, &row).count;
        assert_eq!((count(Kind::Load), count(Kind::Store)), (loads, stores), "{bytes}");
    }
}

/// A machine says where its numbers are from; names are found again; searches find what their counts say.
#[test]
fn each_machine_is_found_and_searched() {
    let mut names: Vec<&str> = Machine::ALL.iter().map(|machine| machine.name).collect();
    for machine in Machine::ALL {
        assert_eq!(Machine::named(machine.name), Some(machine));
        assert!(!machine.source.is_empty(), "{}", machine.name);
        assert!(machine.order.is_empty() || machine.order.len() == machine.lanes);
        let mut order = machine.order.to_vec();
        order.sort_unstable();
        assert!(order.iter().enumerate().all(|(place, lane)| place == usize::from(*lane)));
        if !machine.has_banks() {
            continue;
        }
        // Rows of 256 bytes, read down by all lanes and written along.
        let lanes = machine.lanes as i64;
        let read: Function = format!("({lanes},8):(128,1)").parse().unwrap();
        let write: Function = format!("((16,{}),8):((8,128),1)", lanes / 16).parse().unwrap();
        let all =
            [read, write].map(|of| Accesses::new(&of.numbers().unwrap(), machine, 16, 16).unwrap());
        let kinds = [(&all[0], Kind::Load), (&all[1], Kind::Store)];
        let found = find_swizzle(&kinds, 16).unwrap();
        assert!(found.before > found.least && found.wavefronts == found.least, "{}", machine.name);
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Machine::ALL.len());
}
