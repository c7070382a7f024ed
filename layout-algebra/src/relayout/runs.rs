//! Runs of neighbours in a memory, and tiles that are made of them.

use alloc::vec::Vec;

use super::ceil_div;
use super::loops::Loop;
use crate::{CollectVec, SortFew};

/// A run of neighbours: whole loops, and a piece of the last of them.
pub(super) type Run<'a> = (&'a [usize], i64);

/// Loops by their steps in a memory; those that stay where they are last.
pub(super) fn order(loops: &[Loop], step: fn(&Loop) -> i64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..loops.len()).collect_vec();
    order.sort_few_by_key(|&k| match step(&loops[k]) {
        0 => u64::MAX,
        step => step.unsigned_abs(),
    });
    order
}

/// Pieces of an extent of about a length: equal ones, and ones that begin at multiples of more.
pub(super) fn pieces(extent: i64, length: i64) -> [i64; 3] {
    let length = length.clamp(1, extent);
    let equal = ceil_div(extent, ceil_div(extent, length));
    [equal, (ceil_div(equal, 8) * 8).min(extent), length]
}

/// The tile of a run of the source and one of the target: the piece of each loop, and for the pass to shared memory and the one from there the
/// loops of `x`, which are those of the run, and of `y`, which are the rest.
pub(super) fn spanned(
    loops: &[Loop],
    (read, by_read): Run<'_>,
    (write, by_write): Run<'_>,
) -> (Vec<i64>, [[Vec<usize>; 2]; 2]) {
    let mut pieces = alloc::vec![1; loops.len()];
    for (run, last) in [(read, by_read), (write, by_write)] {
        for (place, &k) in run.iter().enumerate() {
            let piece = if place + 1 == run.len() { last } else { loops[k].extent };
            pieces[k] = piece.max(pieces[k]);
        }
    }
    let passes = [[read.to_vec(), except(write, read)], [write.to_vec(), except(read, write)]];
    (pieces, passes)
}

/// The loops that are not among others.
pub(super) fn except(loops: &[usize], others: &[usize]) -> Vec<usize> {
    let mut rest = Vec::new();
    for k in loops {
        if !others.contains(k) {
            rest.push(*k);
        }
    }
    rest
}

/// Keeps the tile that costs least; of equals, the first.
pub(super) fn keep_cheaper<T>(best: &mut Option<(f64, T)>, cost: f64, tile: T) {
    match best {
        Some((least, _)) if least.total_cmp(&cost).is_le() => {}
        _ => *best = Some((cost, tile)),
    }
}
