//! Bits that move far apart, all at once.
//!
//! Where all extents and strides are powers of two, every bit of the coordinates has a
//! place of its own in the offset, as in a Morton order. Bits that keep their order are
//! a *lane*. The lanes are put side by side in one word; then bits whose distance to go has
//! the bit 2ʲ move by 2ʲ, for all j from the largest: `(w | w << 2ʲ) & mask`, where the
//! mask keeps of each bit the copy that is in its place. At last the lanes are
//! folded onto each other. A word of n bits takes some log n steps, where one by one
//! takes n. Steps may also exchange bits (`delta_swap.rs`).
//!
//! Source: the interleaving of bits by "binary magic numbers", in S. E. Anderson, "Bit
//! Twiddling Hacks".

use super::leaf::Leaf;
use super::weight::Cost;
use layout_algebra::CollectVec;
use std::convert::identity;

/// A function of coordinates whose bits move to places of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitDeposit {
    /// The parts of the word: a coordinate, by its number, shifted to the left.
    pub copies: Vec<(usize, u32)>,
    /// The bits that count after that.
    pub mask: Option<u64>,
    /// The steps that are applied to the word, in order.
    pub stages: Vec<Stage>,
    /// Shifts to the right by which the word is joined with itself.
    pub folds: Vec<u32>,
    /// The bits that count in the end.
    pub last_mask: Option<u64>,
}

/// A step for all bits of the word at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// `w = (w | w << shift) & mask`
    Deposit(u32, u64),
    /// `t = (w ^ w >> distance) & mask; w = w ^ t ^ t << distance`
    DeltaSwap(u32, u64),
}

/// Bits of a coordinate whose order is kept: from the bit `from` on, those of the offset.
pub(super) struct Lane {
    coordinate: usize,
    from: u32,
    pub(super) targets: Vec<u32>,
    /// The position of the first bit in the word.
    base: u32,
}

/// A bit of a coordinate, where it is in the word, and how far it has to go.
struct Bit {
    coordinate: usize,
    bit: u32,
    at: u32,
    left: u32,
}

impl Lane {
    fn bits(&self) -> impl Iterator<Item = Bit> {
        self.targets.iter().zip(0..).map(|(target, i)| Bit {
            coordinate: self.coordinate,
            bit: self.from + i,
            at: self.base + i,
            left: target - self.targets[0] - i,
        })
    }

    /// The distance of the lane above its place.
    fn fold(&self) -> u32 {
        self.base - self.targets[0]
    }
}

impl BitDeposit {
    /// The function of coordinates that are split over leaves, if each bit has a place of
    /// its own and the steps do not mix them.
    pub(super) fn of(coordinates: &[Vec<(usize, Leaf)>]) -> Option<Self> {
        // As near to each other as can be, or with room for what is copied beside them.
        for after in [identity, with_room] {
            if let Some(lanes) = lanes(coordinates, after)
                && let Some(found) = BitDeposit::of_lanes(coordinates, &lanes)
            {
                return Some(found);
            }
        }
        None
    }

    fn of_lanes(coordinates: &[Vec<(usize, Leaf)>], lanes: &[Lane]) -> Option<Self> {
        let mut bits = lanes.iter().flat_map(Lane::bits).collect_vec();
        let copies =
            lanes.iter().map(|lane| (lane.coordinate, lane.base - lane.from)).collect_vec();
        let mut word = Word(vec![Vec::new(); u64::BITS as usize]);
        for &(coordinate, shift) in &copies {
            for bit in 0..width(&coordinates[coordinate]) {
                word.0.get_mut((bit + shift) as usize)?.push((coordinate, bit));
            }
        }
        let mask = word.keep(&bits)?;
        let mut stages = Vec::new();
        // A bit has less than 64 to go.
        for shift in [32, 16, 8, 4, 2, 1] {
            if bits.iter().any(|bit| bit.left & shift != 0) {
                for bit in &mut bits {
                    bit.at += bit.left & shift;
                }
                word.join(&word.clone(), shift.cast_signed());
                word.keep(&bits)?;
                stages.push(Stage::Deposit(shift, mask_of(&bits)));
            }
        }
        let mut folds: Vec<u32> =
            lanes.iter().map(Lane::fold).filter(|&fold| fold > 0).collect_vec();
        folds.dedup();
        let before = word.clone();
        for fold in &folds {
            word.join(&before, -fold.cast_signed());
        }
        let mut rest = bits.iter_mut();
        for lane in lanes {
            for bit in rest.by_ref().take(lane.targets.len()) {
                bit.at -= lane.fold();
            }
        }
        let last_mask = word.keep(&bits)?;
        Some(BitDeposit { copies, mask, stages, folds, last_mask })
    }

    /// The number of bits of the word that count.
    pub fn width(&self) -> u32 {
        let masks = self.stages.iter().map(Stage::reach).chain(self.mask).chain(self.last_mask);
        u64::BITS - masks.max().unwrap_or(u64::MAX).leading_zeros()
    }

    pub(super) fn evaluate(&self, coordinates: &[u64]) -> i64 {
        let mut word = 0;
        for &(coordinate, shift) in &self.copies {
            word |= coordinates[coordinate] << shift;
        }
        word &= self.mask.unwrap_or(u64::MAX);
        for stage in &self.stages {
            word = stage.apply(word);
        }
        let mut folded = word;
        for fold in &self.folds {
            folded |= word >> fold;
        }
        (folded & self.last_mask.unwrap_or(u64::MAX)).cast_signed()
    }

    /// Its cost by the weights of the other plans: a shift, a join and a mask each, and a copy.
    pub(super) fn cost(&self) -> Cost {
        let shifted = self.copies.iter().filter(|copy| copy.1 > 0).count() as u32;
        let joins = self.copies.len() as u32 - 1;
        let masks = u32::from(self.mask.is_some()) + u32::from(self.last_mask.is_some());
        let folds = self.folds.len() as u32;
        let mut cost = Cost {
            ops: shifted + joins + masks + 2 * folds,
            div: 0,
            weight: 2 * shifted + 3 * joins + 2 * masks + 5 * folds,
        };
        for stage in &self.stages {
            cost += stage.cost();
        }
        cost
    }
}

/// The next power of two from an end on: room for what is copied beside the lanes.
fn with_room(end: u32) -> u32 {
    if end == 0 { 0 } else { end.next_power_of_two() }
}

impl Stage {
    /// The highest bits of the word that it keeps or exchanges.
    fn reach(&self) -> u64 {
        match *self {
            Stage::Deposit(_, mask) => mask,
            Stage::DeltaSwap(distance, mask) => mask << distance,
        }
    }

    fn apply(&self, word: u64) -> u64 {
        match *self {
            Stage::Deposit(shift, mask) => (word | word << shift) & mask,
            Stage::DeltaSwap(distance, mask) => {
                let flipped = (word ^ word >> distance) & mask;
                word ^ flipped ^ flipped << distance
            }
        }
    }

    /// A shift by up to 3 is part of an address computation, which adds too.
    fn cost(&self) -> Cost {
        let (ops, weight) = match self {
            Stage::Deposit(..4, _) => (3, 4),
            Stage::Deposit(..) => (3, 7),
            Stage::DeltaSwap(..4, _) => (5, 11),
            Stage::DeltaSwap(..) => (6, 15),
        };
        Cost { ops, div: 0, weight }
    }
}

/// Bits of a word: which bit of which coordinate each of them is; several where they meet.
#[derive(Clone)]
struct Word(Vec<Vec<(usize, u32)>>);

impl Word {
    /// Joins another, shifted to the left, or to the right where that is negative.
    fn join(&mut self, other: &Word, shift: i32) {
        for (at, bits) in self.0.iter_mut().enumerate() {
            let from = at.checked_add_signed(-shift as isize).unwrap_or(usize::MAX);
            bits.extend(other.0.get(from).into_iter().flatten());
        }
    }

    /// Keeps bits alone; the mask if that clears any, and nothing if one is not on its own.
    fn keep(&mut self, bits: &[Bit]) -> Option<Option<u64>> {
        let mask = mask_of(bits);
        let mut cleared = false;
        for (at, bits) in self.0.iter_mut().enumerate() {
            if mask >> at & 1 == 0 {
                cleared |= !bits.is_empty();
                bits.clear();
            }
        }
        for bit in bits {
            if self.0[bit.at as usize] != [(bit.coordinate, bit.bit)] {
                return None;
            }
        }
        Some(cleared.then_some(mask))
    }
}

fn mask_of(bits: &[Bit]) -> u64 {
    bits.iter().fold(0, |mask, bit| mask | 1 << bit.at)
}

/// The bits of a coordinate.
pub(super) fn width(leaves: &[(usize, Leaf)]) -> u32 {
    leaves.iter().map(|(_, leaf)| leaf.extent.trailing_zeros()).sum()
}

/// The lanes of coordinates, side by side, each after the end of the one before, and no
/// lower than in the coordinate and in the offset.
pub(super) fn lanes(
    coordinates: &[Vec<(usize, Leaf)>],
    after: fn(u32) -> u32,
) -> Option<Vec<Lane>> {
    let mut lanes: Vec<Lane> = Vec::new();
    for (coordinate, leaves) in coordinates.iter().enumerate() {
        let mut from = 0;
        for (_, leaf) in leaves.iter().filter(|(_, leaf)| leaf.extent > 1) {
            let positive = leaf.stride > 0 && leaf.stride.cast_unsigned().is_power_of_two();
            if !leaf.extent.is_power_of_two() || !positive {
                return None;
            }
            for target in
                (leaf.stride.trailing_zeros()..).take(leaf.extent.trailing_zeros() as usize)
            {
                match lanes.last_mut() {
                    Some(Lane { coordinate: of, targets, .. })
                        if *of == coordinate && targets.last() < Some(&target) =>
                    {
                        targets.push(target);
                    }
                    _ => lanes.push(Lane { coordinate, from, targets: vec![target], base: 0 }),
                }
                from += 1;
            }
        }
    }
    let mut end = 0;
    for lane in &mut lanes {
        let first = lane.targets[0];
        lane.base = after(end).max(lane.from).max(first);
        end = lane.base + lane.targets[lane.targets.len() - 1] - first + 1;
        // Before the next one: with room, an end is as much as twice the one before it.
        if end >= u64::BITS {
            return None;
        }
    }
    (!lanes.is_empty()).then_some(lanes)
}
