//! Bits that change places.
//!
//! Where the bits of the coordinates, side by side in one word, are those of the offset
//! in another order, some orders come of exchanges: every bit in a mask changes places
//! with the one `distance` above it, by `t = (w ^ w >> distance) & mask; w ^ t ^ t << distance`.
//! One exchange does for two fields of one length, two for the Morton orders of three and of
//! four bits each.
//!
//! Source: D. E. Knuth, "The Art of Computer Programming" 4A, 7.1.3, where they are δ-swaps.

use super::bit_deposit::{BitDeposit, Stage, lanes, width};
use super::leaf::Leaf;
use layout_algebra::CollectVec;
use std::convert::identity;

/// The function of coordinates that are split over leaves as up to two exchanges.
pub(super) fn exchanges(coordinates: &[Vec<(usize, Leaf)>]) -> Option<BitDeposit> {
    let (mut targets, mut all) = (Vec::new(), 0u64);
    for lane in lanes(coordinates, identity)? {
        for target in lane.targets {
            targets.push(target);
            all |= 1 << target;
        }
    }
    let bits = u32::try_from(targets.len()).ok()?;
    if all != u64::MAX >> (u64::BITS - bits) {
        return None;
    }
    let mut end = 0;
    let mut copies = Vec::new();
    for (coordinate, leaves) in coordinates.iter().enumerate() {
        let width = width(leaves);
        if width > 0 {
            copies.push((coordinate, end));
        }
        end += width;
    }
    let moves: Vec<i32> =
        targets.iter().zip(0..).map(|(target, at)| target.cast_signed() - at).collect_vec();
    // One before two, and near before far: a distance up to 3 is part of an address computation.
    for first in 0..bits.cast_signed() {
        for second in 1..bits.cast_signed() {
            if let Some(stages) = stages(&moves, first, second) {
                let folds = Vec::new();
                return Some(BitDeposit { copies, mask: None, stages, folds, last_mask: None });
            }
        }
    }
    None
}

/// An exchange by one distance, none if that is 0, and one by another, that move each bit so
/// far as is given.
fn stages(moves: &[i32], first: i32, second: i32) -> Option<Vec<Stage>> {
    let reached = [0, first, second, first + second, (first - second).abs()];
    if !moves.iter().all(|by| reached.contains(&by.abs())) {
        return None;
    }
    let mask = match first {
        0 if moves.iter().any(|by| !is_rest(*by, second)) => return None,
        0 => 0,
        _ => exchanged(moves, first, second)?,
    };
    let mut rest = moves.to_vec();
    for low in (0..moves.len()).filter(|low| mask >> low & 1 == 1) {
        let high = low + first.unsigned_abs() as usize;
        (rest[low], rest[high]) = (moves[high] + first, moves[low] - first);
    }
    let last = rest.iter().rev().fold(0, |mask, by| mask << 1 | u64::from(*by > 0));
    let mut stages = Vec::new();
    for (by, mask) in [(first, mask), (second, last)] {
        if mask != 0 {
            stages.push(Stage::DeltaSwap(by.unsigned_abs(), mask));
        }
    }
    Some(stages)
}

/// Returns whether a bit that has so far to go can go the rest by an exchange by this distance.
fn is_rest(left: i32, by: i32) -> bool {
    left == 0 || left.abs() == by
}

/// The bits that change places with those a distance above, if there are some that leave
/// each bit a way that an exchange by `second` goes: none is in two pairs.
fn exchanged(moves: &[i32], distance: i32, second: i32) -> Option<u64> {
    let step = distance.unsigned_abs() as usize;
    // Entry `i` is true if the bits `i`, `i + step` and so on can all move; past the last bit, they can.
    let mut can = vec![true; moves.len() + 2 * step];
    // Entry `i` is true if they can and bit `i` stays.
    let mut stays = vec![false; moves.len()];
    for low in (0..moves.len()).rev() {
        stays[low] = is_rest(moves[low], second) && can[low + step];
        let changes = is_rest(moves[low] - distance, second)
            && moves.get(low + step).is_some_and(|high| is_rest(high + distance, second));
        can[low] = stays[low] || changes && can[low + 2 * step];
    }
    let mut mask = 0u64;
    for at in 0..moves.len() {
        let taken = at >= step && mask >> (at - step) & 1 == 1;
        match (taken, can[at]) {
            (true, _) => {}
            (false, false) => return None,
            (false, true) if stays[at] => {}
            (false, true) => mask |= 1 << at,
        }
    }
    Some(mask)
}
