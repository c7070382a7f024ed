//! The copies of the threads of a relayout, one after the other, against a loop over the
//! coordinates.

use layout_algebra::relayout::{Access, Edge, Relayout, Split};
use layout_algebra::{ErrorKind, Function, Swizzle};

/// The bytes that a block shares.
const SHARED: usize = 16 << 10;

/// A layout as extents and strides, and an offset and a swizzle after it, from which expected offsets are computed here.
#[derive(Clone, Debug)]
struct Digits(Vec<(i64, i64)>, Option<(i64, Swizzle)>);

impl Digits {
    fn size(&self) -> i64 {
        self.0.iter().map(|(extent, _)| extent).product()
    }

    fn at(&self, mut coordinate: i64) -> i64 {
        let mut sum = 0;
        for (extent, stride) in &self.0 {
            sum += coordinate % extent * stride;
            coordinate /= extent;
        }
        match self.1 {
            Some((offset, swizzle)) => swizzle.apply(i128::from(sum + offset)) as i64,
            None => sum,
        }
    }

    fn layout(&self) -> Function {
        let list = |of: fn(&(i64, i64)) -> i64| {
            self.0.iter().map(|leaf| of(leaf).to_string()).collect::<Vec<_>>().join(",")
        };
        let layout = format!("({}):({})", list(|leaf| leaf.0), list(|leaf| leaf.1));
        let text = match self.1 {
            Some((offset, swizzle)) => format!("{swizzle} o {offset} o {layout}"),
            None => layout,
        };
        text.parse().unwrap()
    }
}

/// Elements in memory, from the least offset on.
struct Memory {
    first: i64,
    elements: Vec<Option<i64>>,
}

impl Memory {
    fn of(digits: &Digits, unit: i64) -> Memory {
        let mut least: i64 = digits.0.iter().map(|(n, d)| (n - 1) * (*d).min(0)).sum();
        let mut most: i64 = digits.0.iter().map(|(n, d)| (n - 1) * (*d).max(0)).sum();
        if let Some((offset, swizzle)) = digits.1 {
            let changed = swizzle.changed() as i64;
            (least, most) = ((least + offset) & !changed, (most + offset) | changed);
        }
        let first = least.div_euclid(unit) * unit;
        Memory { first, elements: vec![None; (most - first + 1 + unit) as usize] }
    }

    fn get(&self, offset: i64) -> Option<i64> {
        self.elements[(offset - self.first) as usize]
    }

    fn set(&mut self, offset: i64, value: i64) {
        let place = &mut self.elements[(offset - self.first) as usize];
        assert_eq!(*place, None, "{offset} is written twice");
        *place = Some(value);
    }
}

/// The number of coordinates of a side of a tile that are within.
fn within(extent: i64, edge: &Option<Edge>, block: i64) -> i64 {
    edge.as_ref().map_or(extent, |edge| {
        let before = edge.before.numbers().unwrap().offset(block);
        extent.min(edge.inner * (edge.extent - before))
    })
}

/// Runs a plan as its documentation says, and holds every element of the target to its definition.
fn check(source: &Digits, target: &Digits, bytes: usize) -> Relayout {
    let plan = Relayout::new(&source.layout(), &target.layout(), bytes, SHARED).unwrap();
    let name = format!("{} to {}, {bytes} bytes: {plan:?}", source.layout(), target.layout());
    let unit = (plan.unit() / bytes) as i64;
    let mut from = Memory::of(source, unit);
    for c in 0..source.size() {
        let offset = source.at(c);
        from.elements[(offset - from.first) as usize] = Some(offset);
    }
    let mut into = Memory::of(target, unit);
    let [begins, ends] = [plan.source(), plan.target()].map(|grid| grid.numbers().unwrap());
    assert_eq!(begins.size(), ends.size(), "{name}");
    assert!(plan.buffer() * plan.unit() as i64 <= SHARED as i64 && plan.threads() <= 256, "{name}");
    // Where a unit is, after the swizzles of its memory.
    let [reading, writing] = [plan.source_swizzles(), plan.target_swizzles()].map(|swizzles| {
        move |of: i64| {
            swizzles.iter().fold(of, |of, swizzle| {
                swizzle.swizzle.apply(i128::from(of + swizzle.offset)) as i64
            })
        }
    });
    for block in 0..begins.size() {
        let mut shared = vec![None; (plan.buffer() * unit) as usize];
        for (number, pass) in plan.passes().iter().enumerate() {
            let [reads, writes] =
                [&pass.from, &pass.into].map(|side| [0, 1].map(|k| side[k].numbers().unwrap()));
            let [x_end, y_end] = [0, 1].map(|k| within(pass.extents[k], &pass.edges[k], block));
            let [is_first, is_last] = [number == 0, number + 1 == plan.passes().len()];
            for thread in 0..plan.threads() {
                let (x, first) = (thread % pass.extents[0], thread / pass.extents[0]);
                if first >= pass.rows || x >= x_end {
                    continue;
                }
                for turn in 0..pass.turns() {
                    let y = first + turn * pass.rows;
                    if y >= y_end {
                        continue;
                    }
                    let [read, write] =
                        [&reads, &writes].map(|side| side[0].offset(x) + side[1].offset(y));
                    let read = match is_first {
                        true => unit * reading(begins.offset(block) + read),
                        false => unit * read,
                    };
                    let write = match is_last {
                        true => unit * writing(ends.offset(block) + write),
                        false => unit * write,
                    };
                    for k in 0..unit {
                        let value =
                            if is_first { from.get(read + k) } else { shared[(read + k) as usize] };
                        assert!(value.is_some(), "{name}: nothing is at {read}");
                        if is_last {
                            into.set(write + k, value.unwrap());
                        } else {
                            shared[(write + k) as usize] = value;
                        }
                    }
                }
            }
        }
    }
    let mut left = into.elements.iter().flatten().count() as i64;
    for c in 0..target.size() {
        assert_eq!(into.get(target.at(c)), Some(source.at(c)), "{name}");
        left -= 1;
    }
    assert_eq!(left, 0, "{name}");
    plan
}

/// Runs a plan of vectors or squares as its documentation says, and holds every element of the target to its definition.
fn check_vectorized(source: &Digits, target: &Digits, bytes: usize) -> Relayout {
    let plan = Relayout::vectorized(&source.layout(), &target.layout(), bytes, 2 * SHARED).unwrap();
    let name = format!("{} to {}, {bytes} bytes: {plan:?}", source.layout(), target.layout());
    let unit = (plan.unit() / bytes) as i64;
    let [mut from, mut into] = [source, target].map(|digits| Memory::of(digits, unit));
    for c in 0..source.size() {
        let offset = source.at(c);
        from.elements[(offset - from.first) as usize] = Some(offset);
    }
    let [begins, ends] = [plan.source(), plan.target()].map(|grid| grid.numbers().unwrap());
    let mut copy = |read: i64, write: i64| {
        for k in 0..unit {
            into.set(unit * write + k, from.get(unit * read + k).expect(&name));
        }
    };
    for block in 0..begins.size() {
        let [begin, end] = [begins.offset(block), ends.offset(block)];
        let sides = plan.passes().iter().map(|pass| {
            let ends = [0, 1].map(|k| within(pass.extents[k], &pass.edges[k], block));
            let [from, into] =
                [&pass.from, &pass.into].map(|side| [0, 1].map(|k| side[k].numbers().unwrap()));
            (ends, from, into)
        });
        let sides: Vec<_> = sides.collect();
        match plan.access() {
            Access::Units => panic!("{name}: one unit at a time"),
            Access::Squares { units, from, into } => {
                let ([x_end, y_end], reads, writes) = &sides[0];
                for (x, y) in (0..*x_end).flat_map(|x| (0..*y_end).map(move |y| (x, y))) {
                    let [read, write] = [(begin, reads), (end, writes)]
                        .map(|(first, side)| first + side[0].offset(x) + side[1].offset(y));
                    assert_eq!([read % units, write % units, from % units, into % units], [0; 4]);
                    for (i, j) in (0..*units).flat_map(|i| (0..*units).map(move |j| (i, j))) {
                        copy(read + i * from + j, write + j * into + i);
                    }
                }
            }
            Access::Vectors { units, lanes, turned, split } => {
                let mut shared = vec![None; plan.buffer() as usize];
                assert_eq!(plan.threads() % lanes, 0, "{name}");
                assert!(*turned == 0 || *turned == units / 4, "{name}");
                let skew = begin.rem_euclid(*units);
                let ([x_end, y_end], reads, writes) = &sides[0];
                for y in 0..*y_end {
                    let row = begin + reads[1].offset(y);
                    let touched = units * plan.passes()[0].vectors(*units) - row.rem_euclid(*units);
                    assert!(touched >= *x_end, "{name}");
                    for x in 0..*x_end {
                        assert_eq!(reads[0].offset(x), x, "{name}");
                        assert_eq!(writes[0].offset(x), x, "{name}");
                    }
                    // Vectors are moved whole: what is outside of a run, too.
                    let place = skew + writes[1].offset(y);
                    assert_eq!((row - place).rem_euclid(*units), 0, "{name}");
                    let vectors = (row.rem_euclid(*units) + *x_end + units - 1) / units;
                    for x in 0..vectors * units {
                        let x = x - row.rem_euclid(*units);
                        let place = &mut shared[(place + x) as usize];
                        assert_eq!(*place, None, "{name}: two units at a place");
                        *place = Some(row + x);
                    }
                }
                let ([x_end, y_end], reads, writes) = &sides[1];
                for y in 0..*y_end {
                    let (row, place) = (end + writes[1].offset(y), skew + reads[1].offset(y));
                    let (mut low, mut high) = (0, *x_end);
                    if let Some(Split { run, sector, before }) = split {
                        if before.numbers().unwrap().offset(block) > 0 {
                            low = (-row).rem_euclid(*sector);
                        }
                        high = high.min(run + (-(row + run)).rem_euclid(*sector));
                    }
                    for x in low..high {
                        assert_eq!(writes[0].offset(x), x, "{name}");
                        copy(shared[(place + reads[0].offset(x)) as usize].expect(&name), row + x);
                    }
                }
            }
        }
    }
    for c in 0..target.size() {
        assert_eq!(into.get(target.at(c)), Some(source.at(c)), "{name}");
    }
    plan
}

/// Random numbers, by xorshift.
struct Seed(u64);

impl Seed {
    fn below(&mut self, end: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as i64 % end
    }

    fn order(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for k in (1..count).rev() {
            order.swap(k, self.below(k as i64 + 1) as usize);
        }
        order
    }

    /// Strides that are injective for extents, some with gaps, some negative.
    fn strides(&mut self, extents: &[i64]) -> Digits {
        let mut reach = 1 + self.below(8) / 7;
        let mut digits: Vec<_> = extents.iter().map(|&extent| (extent, 0)).collect();
        for k in self.order(extents.len()) {
            let sign = if self.below(9) == 0 { -1 } else { 1 };
            digits[k].1 = sign * reach;
            reach = reach * extents[k] + self.below(12) / 10 * self.below(5);
        }
        Digits(digits, None)
    }

    /// A swizzle of a few low bits, in either direction, after an offset.
    fn swizzle(&mut self) -> (i64, Swizzle) {
        let bits = 1 + self.below(3);
        let shift = (bits + self.below(3)) * (1 - 2 * self.below(2));
        let [bits, base, shift] = [bits, self.below(5), shift].map(i128::from);
        (self.below(3) * self.below(40), Swizzle::new(bits, base, shift).unwrap())
    }
}

#[test]
fn random_layouts() {
    let mut seed = Seed(0x2545_f491_4f6c_dd1d);
    let (mut straight, mut wide) = (0, 0);
    for round in 0..600 {
        let rank = 1 + seed.below(5) as usize;
        let mut room = 60_000;
        let mut extents = Vec::new();
        for _ in 0..rank {
            let most = [3, 8, 40, 300, 20_000][seed.below(5) as usize].min(room);
            let mut extent = 1 + seed.below(most);
            if seed.below(3) == 0 {
                extent = (extent as u64).next_power_of_two() as i64;
                extent = if extent > room { 1 } else { extent };
            }
            room /= extent;
            extents.push(extent);
            if room < 2 {
                break;
            }
        }
        let (mut source, mut target) = (seed.strides(&extents), seed.strides(&extents));
        for side in [&mut source, &mut target] {
            if seed.below(4) == 0 {
                side.1 = Some(seed.swizzle());
            }
        }
        if round % 10 == 0 {
            // What is read again and again.
            let k = seed.below(extents.len() as i64) as usize;
            source.0[k].1 = 0;
        }
        let plan = check(&source, &target, 1 << seed.below(4));
        straight += usize::from(plan.passes().len() == 1);
        wide += usize::from(plan.unit() == 16);
    }
    assert!(straight > 50 && wide > 10, "{straight} {wide}");
}

#[test]
fn digits_of_two_shapes() {
    // (4,6) and (2,12) have the digits 2, 2 and 6.
    let source = Digits(vec![(4, 6), (6, 1)], None);
    let target = Digits(vec![(2, 12), (12, 1)], None);
    check(&source, &target, 4);
    let layout = |digits: &[(i64, i64)]| Digits(digits.to_vec(), None).layout();
    let error = |a: &Function, b: &Function, bytes| Relayout::new(a, b, bytes, SHARED).unwrap_err();
    let rows = layout(&[(4, 6), (6, 1)]);
    let apart = error(&rows, &layout(&[(6, 4), (4, 1)]), 4);
    assert!(matches!(apart.kind(), ErrorKind::Indivisible { .. }), "{apart}");
    let sizes = error(&rows, &layout(&[(4, 5), (5, 1)]), 4);
    assert!(matches!(sizes.kind(), ErrorKind::Sizes { .. }), "{sizes}");
    let twice = error(&rows, &layout(&[(4, 1), (6, 1)]), 4);
    assert!(matches!(twice.kind(), ErrorKind::NotInjective { .. }), "{twice}");
    let bytes = error(&rows, &rows, 3);
    assert!(matches!(bytes.kind(), ErrorKind::NoPowerOfTwo { .. }), "{bytes}");
    let symbols: Function = "(4,6):(1@0,1@1)".parse().unwrap();
    assert!(matches!(error(&symbols, &rows, 4).kind(), ErrorKind::BasisStride { .. }));
    let swizzle: Function = "Sw<1,0,1>".parse().unwrap();
    assert!(matches!(error(&rows, &swizzle, 4).kind(), ErrorKind::NoDomain { .. }));
    let after: Function = "(8,3):(1,8) o 0 o (4,6):(6,1)".parse().unwrap();
    assert!(matches!(error(&rows, &after, 4).kind(), ErrorKind::NotSwizzled { .. }));
}

#[test]
fn a_transpose_has_no_conflicts() {
    for (bytes, extent) in [(2, 1024), (4, 1000), (4, 1024), (8, 1024)] {
        let rows = Digits(vec![(extent, extent), (extent, 1)], None);
        let columns = Digits(vec![(extent, 1), (extent, extent)], None);
        let plan = Relayout::new(&rows.layout(), &columns.layout(), bytes, SHARED).unwrap();
        // A row and a column of the tile begin in other banks than the next.
        let pass = &plan.passes()[1];
        let shared = pass.from[0].numbers().unwrap();
        let words = (0..32).map(|x| shared.offset(x) * bytes as i64 / 4 % 32);
        let mut banks: Vec<i64> = words.take(128 / bytes.max(4)).collect();
        banks.sort_unstable();
        banks.dedup();
        assert_eq!(banks.len(), 128 / bytes.max(4), "{plan:?}");
    }
}

/// Compact strides of modes in an order, the fastest first.
fn compact(extents: &[i64], order: &[usize]) -> Digits {
    let mut digits: Vec<_> = extents.iter().map(|&extent| (extent, 0)).collect();
    let mut reach = 1;
    for &k in order {
        digits[k].1 = reach;
        reach *= extents[k];
    }
    Digits(digits, None)
}

#[test]
fn vectors_and_squares() {
    let mut seed = Seed(0x9e37_79b9_7f4a_7c15);
    let shapes: [(&[i64], &[usize]); 4] = [
        (&[601, 1103], &[1, 4]),
        (&[29, 31, 37, 25], &[2, 4]),
        (&[9, 11, 13, 5, 29], &[8]),
        (&[70, 102, 94], &[4]),
    ];
    let (mut split, mut whole) = (0, 0);
    for (shape, bytes) in shapes {
        for &bytes in bytes {
            let identity: Vec<usize> = (0..shape.len()).collect();
            let order = loop {
                let order = seed.order(shape.len());
                if order[0] != 0 {
                    break order;
                }
            };
            let [source, target] = [identity, order].map(|order| compact(shape, &order));
            let plan = check_vectorized(&source, &target, bytes);
            let Access::Vectors { split: of, .. } = plan.access() else { panic!("{plan:?}") };
            *(if of.is_some() { &mut split } else { &mut whole }) += 1;
        }
    }
    assert!(split > 1 && whole > 0, "{split} {whole}");
    // Neighbours in one memory are neighbours in the other, but few.
    let [source, target] =
        [[0, 1, 2, 3], [0, 2, 1, 3]].map(|order| compact(&[35, 27, 29, 25], &order));
    let plan = check_vectorized(&source, &target, 2);
    assert!(matches!(plan.access(), Access::Vectors { .. }), "{plan:?}");
    for (shape, order, bytes) in [
        (&[1024, 2048][..], &[1, 0][..], 1),
        (&[32, 64, 32, 32], &[3, 1, 2, 0], 2),
        (&[72, 248, 96], &[2, 0, 1], 2),
    ] {
        let identity: Vec<usize> = (0..shape.len()).collect();
        let [source, target] = [&identity, order].map(|order| compact(shape, order));
        let plan = check_vectorized(&source, &target, bytes);
        assert!(matches!(plan.access(), Access::Squares { units: 8, .. }), "{plan:?}");
    }
}

#[test]
fn one_unit_at_a_time() {
    let is_in_units = |source: &Digits, target: &Digits, bytes| {
        let plan = Relayout::vectorized(&source.layout(), &target.layout(), bytes, SHARED).unwrap();
        plan == Relayout::new(&source.layout(), &target.layout(), bytes, SHARED).unwrap()
    };
    // Few blocks; rows that begin at sectors; neighbours in both; vectors of one unit; a swizzle.
    let transpose = |m, n| [[0, 1], [1, 0]].map(|order| compact(&[m, n], &order));
    let [few, aligned, odd] = [transpose(64, 64), transpose(1024, 2048), transpose(1001, 2003)];
    assert!(is_in_units(&few[0], &few[1], 2) && is_in_units(&aligned[0], &aligned[1], 4));
    assert!(!is_in_units(&odd[0], &odd[1], 4) && is_in_units(&odd[0], &odd[1], 16));
    let [rows, planes] = [[0, 1, 2], [0, 2, 1]].map(|order| compact(&[301, 307, 37], &order));
    assert!(is_in_units(&rows, &planes, 4));
    let swizzled = Digits(odd[1].0.clone(), Some((0, Swizzle::new(1, 4, 1).unwrap())));
    assert!(is_in_units(&odd[0], &swizzled, 4));
}

/// Blocks follow each other along the target, or along the source where its tiles would be far apart otherwise.
#[test]
fn order_of_blocks() {
    let next = |shape: &[i64], order: &[usize], bytes| {
        let identity: Vec<usize> = (0..shape.len()).collect();
        let [source, target] = [&identity, order].map(|order| compact(shape, order));
        let [source, target] = [source.layout(), target.layout()];
        let plan = Relayout::vectorized(&source, &target, bytes, 2 * SHARED).unwrap();
        [plan.source(), plan.target()].map(|grid| grid.numbers().unwrap().offset(1))
    };
    let [source, _] = next(&[67, 71, 79, 91], &[3, 2, 1, 0], 8);
    assert!(source < 67, "{source}");
    let [source, target] = next(&[1001, 2003], &[1, 0], 4);
    assert!(source >= 1001 && target < 2003, "{source} {target}");
}

/// Lanes of several rows begin their vectors at different words where elements have 2 bytes, and at the same word where they are wider.
#[test]
fn lanes_of_narrow_elements() {
    let turned = |bytes| {
        let [source, target] =
            [[0, 1, 2], [2, 1, 0]].map(|order| compact(&[301, 307, 37], &order).layout());
        let plan = Relayout::vectorized(&source, &target, bytes, 2 * SHARED).unwrap();
        let Access::Vectors { turned, .. } = plan.access() else { panic!("{plan:?}") };
        *turned
    };
    assert_eq!([turned(2), turned(4)], [2, 0]);
}
