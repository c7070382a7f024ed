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

/// The function of coordinates that are split over leaves as up to two exchanges.
pub(super) fn exchanges(coordinates: &[Vec<(usize, Leaf)>]) -> Option<BitDeposit> {
    let targets: Vec<u32> =
        lanes(coordinates, |end| end)?.into_iter().flat_map(|lane| lane.targets).collect_vec();
    let bits = u32::try_from(targets.len()).ok()?;
    let all = targets.iter().fold(0u64, |all, &target| all | 1 << target);
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
    let distances = 0..bits.cast_signed();
    let stages = distances.clone().find_map(|first| {
        distances.clone().skip(1).find_map(|second| stages(&moves, first, second))
    })?;
    Some(BitDeposit { copies, mask: None, stages, folds: Vec::new(), last_mask: None })
}

/// An exchange by one distance, none if that is 0, and one by another, that move each bit so
/// far as is given.
fn stages(moves: &[i32], first: i32, second: i32) -> Option<Vec<Stage>> {
    let reached = [0, first, second, first + second, (first - second).abs()];
    if !moves.iter().all(|by| reached.contains(&by.abs())) {
        return None;
    }
    // A bit that has so far to go can go the rest by the second.
    let is_rest = |left: i32| left == 0 || left.abs() == second;
    let mask = match first {
        0 => moves.iter().all(|&by| is_rest(by)).then_some(0)?,
        _ => exchanged(moves, first, is_rest)?,
    };
    let mut rest = moves.to_vec();
    for low in (0..moves.len()).filter(|low| mask >> low & 1 == 1) {
        let high = low + first.unsigned_abs() as usize;
        (rest[low], rest[high]) = (moves[high] + first, moves[low] - first);
    }
    let up = rest.iter().enumerate().filter(|(_, by)| **by > 0);
    let last = up.fold(0, |mask, (low, _)| mask | 1 << low);
    let both = [(first, mask), (second, last)].into_iter().filter(|(_, mask)| *mask != 0);
    Some(both.map(|(by, mask)| Stage::DeltaSwap(by.unsigned_abs(), mask)).collect_vec())
}

/// The bits that change places with those a distance above, if there are some that leave
/// each bit a rest of its way: none is in two pairs.
fn exchanged(moves: &[i32], distance: i32, is_rest: impl Fn(i32) -> bool) -> Option<u64> {
    let step = distance.unsigned_abs() as usize;
    // Entry `i` is true if the bits `i`, `i + step` and so on can all move; past the last bit, they can.
    let mut can = vec![true; moves.len() + 2 * step];
    let stays = |at: usize, can: &[bool]| is_rest(moves[at]) && can[at + step];
    let changes = |low: usize| {
        let high = low + step;
        high < moves.len() && is_rest(moves[low] - distance) && is_rest(moves[high] + distance)
    };
    for at in (0..moves.len()).rev() {
        can[at] = stays(at, &can) || changes(at) && can[at + 2 * step];
    }
    let mut mask = 0u64;
    for at in 0..moves.len() {
        let taken = at >= step && mask >> (at - step) & 1 == 1;
        match (taken, can[at]) {
            (true, _) => {}
            (false, false) => return None,
            (false, true) if stays(at, &can) => {}
            (false, true) => mask |= 1 << at,
        }
    }
    Some(mask)
}
