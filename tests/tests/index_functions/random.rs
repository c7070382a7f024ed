//! Random layouts, as expressions of the language.

use layout_algebra::HTuple;

/// splitmix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn of<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// The notation of the numbers of an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Written {
    Numbers,
    /// Some as constants, `N12`.
    Constants,
    /// Some as variables, `n12`.
    Variables,
    /// Some as constants, some as variables.
    Both,
}

/// A number as it is written.
fn number(random: &mut Random, written: Written, number: i128) -> String {
    let sign = if number < 0 { "-" } else { "" };
    let symbol = match written {
        _ if random.one_in(3) => "",
        Written::Numbers => "",
        Written::Constants => "N",
        Written::Variables => "n",
        Written::Both => random.of(&["n", "N"]),
    };
    format!("{sign}{symbol}{}", number.unsigned_abs())
}

/// A tuple of numbers as it is written.
fn tuple(random: &mut Random, written: Written, of: &HTuple<i128>) -> String {
    match of {
        HTuple::Leaf(leaf) => number(random, written, *leaf),
        HTuple::Tuple(modes) => {
            let modes: Vec<String> =
                modes.iter().map(|mode| tuple(random, written, mode)).collect();
            format!("({})", modes.join(","))
        }
    }
}

fn notation(
    random: &mut Random,
    written: Written,
    shape: &HTuple<i128>,
    stride: &[i128],
) -> String {
    let mut strides = stride.iter().copied();
    let stride = shape.map(&mut |_| strides.next().expect("a stride"));
    format!("{}:{}", tuple(random, written, shape), tuple(random, written, &stride))
}

/// A shape of up to 8 leaves and a size up to `most`, of powers of two where `bits`.
fn shape(random: &mut Random, most: i128, bits: bool) -> HTuple<i128> {
    const ANY: [i128; 20] = [1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 8, 9, 12, 15, 16, 17, 24, 31, 48];
    const BITS: [i128; 8] = [1, 2, 2, 2, 2, 4, 4, 8];
    const LARGE: [i128; 8] = [127, 1000, 1024, 4096, 65_535, 65_536, 65_537, 1 << 20];
    let (mut size, mut leaves) = (1, 0);
    let mut leaf = |random: &mut Random| {
        let extent = match random.below(2) {
            0 if most > 1 << 20 => random.of(&LARGE),
            _ if bits => random.of(&BITS),
            _ => random.of(&ANY),
        };
        let extent = if leaves < 8 && size * extent <= most { extent } else { 1 };
        (size, leaves) = (size * extent, leaves + 1);
        HTuple::Leaf(extent)
    };
    if random.one_in(12) {
        return leaf(random);
    }
    let rank = 1 + random.below(3);
    let mut modes = Vec::new();
    for _ in 0..rank {
        modes.push(match random.below(5) {
            0 | 1 => HTuple::Tuple((0..1 + random.below(2)).map(|_| leaf(random)).collect()),
            2 if bits && rank < 3 => HTuple::Tuple((0..4).map(|_| leaf(random)).collect()),
            _ => leaf(random),
        });
    }
    if random.one_in(8) && rank < 3 {
        let inner = HTuple::Tuple(vec![leaf(random), leaf(random)]);
        modes.push(HTuple::Tuple(vec![inner]));
    }
    HTuple::Tuple(modes)
}

/// The numbers below `count` in some order, mostly the one that they have.
fn order(random: &mut Random, count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    if random.one_in(3) {
        return order;
    }
    for k in (1..count).rev() {
        order.swap(k, random.below(k + 1));
    }
    order
}

/// Strides for the extents of a shape: compact ones in some order, with gaps, backwards,
/// repeated, or any. `apart` leaves each extent room to grow to twice as many.
fn strides(random: &mut Random, extents: &[i128], apart: bool) -> Vec<i128> {
    let any = !apart && random.one_in(5);
    let changes = !apart && random.one_in(3);
    let gap: &[i128] = match random.below(8) {
        0..4 => &[1],
        4..7 => &[1, 1, 2, 3, 4],
        _ => &[2, 2, 4, 1 << 35],
    };
    let (mut strides, mut next) = (vec![0; extents.len()], random.of(&[1, 1, 1, 1, 2, 4, 5]));
    for leaf in order(random, extents.len()) {
        strides[leaf] = match random.below(4) {
            _ if any => random.below(60) as i128 - 20,
            0 if changes => -next,
            1 if changes => 0,
            _ => next,
        };
        let gap = if apart { 4 } else { random.of(gap) };
        // What grows past 64 bits is not drawn.
        next = next.saturating_mul(extents[leaf] * gap);
    }
    strides
}

fn extents(shape: &HTuple<i128>) -> Vec<i128> {
    shape.leaves().into_iter().copied().collect()
}

/// `Sw<bits,base,shift> o offset o `
fn swizzle(random: &mut Random, first: bool) -> String {
    let (bits, base) = (random.below(4) as i32, random.below(5));
    let shift = (bits + random.below(3) as i32) * random.of(&[1, 1, 1, -1]);
    let offset = match random.below(8) {
        0 if first => random.below(100) as i32,
        1 if first => 1 << random.below(8),
        2 if first && random.one_in(4) => -(random.below(40) as i32),
        3 if !first && random.one_in(4) => random.below(50) as i32,
        _ => 0,
    };
    format!("Sw<{bits},{base},{shift}> o {offset} o ")
}

/// An expression: as it is written, and of numbers alone. What is padded begins as `origin`,
/// so far apart that no padding has an offset of it.
pub(crate) struct Expression {
    pub(crate) written: String,
    pub(crate) numbers: String,
    pub(crate) origin: Option<String>,
}

fn direct(random: &mut Random, written: Written, most: i128, bits: bool) -> Expression {
    let shape = shape(random, most, bits);
    let stride = strides(random, &extents(&shape), false);
    let numbers = notation(random, Written::Numbers, &shape, &stride);
    let written = notation(random, written, &shape, &stride);
    Expression { written, numbers, origin: None }
}

fn in_swizzles(random: &mut Random, inner: Expression) -> Expression {
    let first = swizzle(random, true);
    let all = if random.one_in(4) { swizzle(random, false) + &first } else { first };
    let Expression { written, numbers, origin } = inner;
    Expression { written: all.clone() + &written, numbers: all + &numbers, origin }
}

/// Extents of a matrix or of three modes, with tiles that divide them, or need not.
fn tiled(random: &mut Random, written: Written, pads: bool) -> Expression {
    let rank = 1 + random.below(3);
    let tile: Vec<i128> = (0..rank).map(|_| random.of(&[2, 2, 3, 4, 5])).collect();
    let grow = |random: &mut Random, tile: i128| match pads {
        true => tile + random.below(5) as i128,
        false => tile * random.of(&[2, 2, 3]),
    };
    let extents: Vec<i128> = tile.iter().map(|&tile| grow(random, tile)).collect();
    let shape = HTuple::Tuple(extents.iter().map(|&extent| HTuple::Leaf(extent)).collect());
    let tiles = HTuple::Tuple(tile.iter().map(|&tile| HTuple::Leaf(tile)).collect());
    let stride = strides(random, &extents, pads);
    let operation = random.of(&["logical_divide", "zipped_divide", "tiled_divide", "flat_divide"]);
    let origin = notation(random, Written::Numbers, &shape, &stride);
    let layout = notation(random, written, &shape, &stride);
    let plain = tuple(random, Written::Numbers, &tiles);
    Expression {
        written: format!("{operation}({layout}, {plain})"),
        numbers: format!("{operation}({origin}, {plain})"),
        origin: pads.then_some(origin),
    }
}

/// Operations whose answers have leaves of all kinds.
fn operation(random: &mut Random) -> Expression {
    let (a, b) =
        (direct(random, Written::Numbers, 24, false), direct(random, Written::Numbers, 8, false));
    let (a, b) = (a.numbers, b.numbers);
    let numbers = match random.below(9) {
        0 => format!("logical_product({a}, {b})"),
        1 => format!("blocked_product({a}, {b})"),
        2 => format!("raked_product({a}, {b})"),
        3 => format!("composition({a}, {b})"),
        4 => format!("complement({a}, {})", 24 + random.below(100)),
        5 => format!("coalesce({a})"),
        6 => format!("right_inverse({a})"),
        7 => format!("logical_divide({a}, {b})"),
        _ => format!("flatten({a})"),
    };
    Expression { written: numbers.clone(), numbers, origin: None }
}

/// A random expression of a layout.
pub(crate) fn expression(random: &mut Random) -> Expression {
    let written = match random.below(20) {
        0..=12 => Written::Numbers,
        13..=15 => Written::Constants,
        16..=18 => Written::Variables,
        _ => Written::Both,
    };
    let inner = match random.below(20) {
        0..=7 => direct(random, written, 200, false),
        8..=10 => direct(random, written, 256, true),
        11 | 12 => {
            let (most, bits) = (1 << random.of(&[33, 40, 62]), random.one_in(2));
            direct(random, written, most, bits)
        }
        13..=15 => tiled(random, written, false),
        16 | 17 => tiled(random, written, true),
        _ if written == Written::Numbers => operation(random),
        _ => direct(random, written, 100, false),
    };
    let swizzled = random.below(5) < 2;
    if swizzled { in_swizzles(random, inner) } else { inner }
}
