//! Random copies from one layout to another.

use crate::layouts::Seed;

/// A copy between layouts of the same extents.
pub(crate) struct Copied {
    pub(crate) extents: Vec<u64>,
    pub(crate) source: Vec<i64>,
    pub(crate) target: Vec<i64>,
    /// The bytes of an element.
    pub(crate) bytes: usize,
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
        Copied { source, target, bytes: bytes[seed.below(bytes.len() as u64) as usize], extents }
    }

    /// Both layouts in CuTe's notation.
    pub(crate) fn notations(&self) -> [String; 2] {
        [&self.source, &self.target].map(|strides| {
            let list = |items: Vec<String>| items.join(",");
            let extents = list(self.extents.iter().map(u64::to_string).collect());
            format!("({extents}):({})", list(strides.iter().map(i64::to_string).collect()))
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
