//! Random copies from one layout to another.

use crate::layouts::Seed;

/// A copy between layouts of the same extents.
pub(crate) struct Copied {
    pub(crate) extents: Vec<u64>,
    pub(crate) source: Vec<i64>,
    pub(crate) target: Vec<i64>,
    /// The swizzles after the offsets in the source and in the target.
    pub(crate) twists: [Twist; 2],
    /// The bytes of an element.
    pub(crate) bytes: usize,
}

/// An offset that is added, and then a swizzle `Sw<bits,base,shift>`; of no bits, there is neither.
#[derive(Clone, Copy, Default)]
pub(crate) struct Twist {
    pub(crate) offset: i64,
    pub(crate) bits: i64,
    pub(crate) base: i64,
    pub(crate) shift: i64,
}

impl Twist {
    fn random(seed: &mut Seed) -> Self {
        if seed.below(3) > 0 {
            return Twist::default();
        }
        let bits = 1 + seed.below(3).cast_signed();
        let shift = bits + seed.below(3).cast_signed();
        Twist {
            offset: (seed.below(3) * seed.below(40)).cast_signed(),
            bits,
            base: seed.below(5).cast_signed(),
            shift: if seed.below(4) == 0 { -shift } else { shift },
        }
    }

    /// The offset after the swizzle.
    pub(crate) fn moved(self, offset: i64) -> i64 {
        let Twist { offset: before, bits, base, shift } = self;
        let x = offset + before;
        let read = x & ((((1 << bits) - 1) << base) << shift.max(0));
        x ^ if shift < 0 { read << -shift } else { read >> shift }
    }

    /// The bits up to the last that is flipped.
    pub(crate) fn changed(self) -> i64 {
        if self.bits == 0 { 0 } else { (1 << (self.bits + self.base + (-self.shift).max(0))) - 1 }
    }
}

impl Copied {
    /// A copy of at most so many elements.
    pub(crate) fn random(seed: &mut Seed, most: u64, bytes: &[usize]) -> Self {
        let mut room = most;
        let mut extents = Vec::new();
        for _ in 0..1 + seed.below(5) {
            let end = [3, 9, 40, 300, most][seed.below(5) as usize].min(room);
            let mut extent = 1 + seed.below(end);
            if seed.below(3) == 0 && extent.next_power_of_two() <= room {
                extent = extent.next_power_of_two();
            }
            room /= extent;
            extents.push(extent);
        }
        let mut source = strides(seed, &extents);
        if seed.below(8) == 0 {
            // What is read again and again.
            source[seed.below(extents.len() as u64) as usize] = 0;
        }
        let target = strides(seed, &extents);
        let twists = [(); 2].map(|()| Twist::random(seed));
        let bytes = bytes[seed.below(bytes.len() as u64) as usize];
        Copied { source, target, twists, bytes, extents }
    }

    /// Both layouts in CuTe's notation.
    pub(crate) fn notations(&self) -> [String; 2] {
        [0, 1].map(|side| {
            let (strides, twist) = ([&self.source, &self.target][side], self.twists[side]);
            let list = |items: Vec<String>| items.join(",");
            let extents = list(self.extents.iter().map(u64::to_string).collect());
            let strides = list(strides.iter().map(i64::to_string).collect());
            let Twist { offset, bits, base, shift } = twist;
            match bits {
                0 => format!("({extents}):({strides})"),
                _ => format!("Sw<{bits},{base},{shift}> o {offset} o ({extents}):({strides})"),
            }
        })
    }
}

/// Strides that are injective, in any order, some with gaps, some negative.
fn strides(seed: &mut Seed, extents: &[u64]) -> Vec<i64> {
    let mut strides = vec![0; extents.len()];
    let mut left: Vec<usize> = (0..extents.len()).collect();
    let mut reach = 1 + seed.below(8) as i64 / 7;
    while !left.is_empty() {
        let k = left.swap_remove(seed.below(left.len() as u64) as usize);
        strides[k] = if seed.below(9) == 0 { -reach } else { reach };
        let gap = if seed.below(6) == 0 { seed.below(5) as i64 } else { 0 };
        reach = reach * extents[k] as i64 + gap;
    }
    strides
}
