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
pub(super) fn pieces(extent: i64, length: i64) -> impl Iterator<Item = i64> {
    let length = length.clamp(1, extent);
    let equal = ceil_div(extent, ceil_div(extent, length));
    [equal, ceil_div(equal, 8) * 8, length].into_iter().map(move |piece| piece.min(extent))
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
    let rest = |of: &[usize], without: &[usize]| {
        of.iter().copied().filter(|k| !without.contains(k)).collect_vec()
    };
    (pieces, [[read.to_vec(), rest(write, read)], [write.to_vec(), rest(read, write)]])
}

/// The tile that costs least; of equals, the first.
pub(super) fn cheapest<T>(tiles: impl Iterator<Item = T>, cost: impl Fn(&T) -> f64) -> Option<T> {
    let costs = tiles.map(|tile| (cost(&tile), tile));
    costs.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, tile)| tile)
}
