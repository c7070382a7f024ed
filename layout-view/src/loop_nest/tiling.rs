//! Loop tiling: two loops in tiles, and these in larger tiles.

use super::Loop;
use crate::cache::HALF_L1_LINES;

/// The elements of a tile to each side: a cache line, or more, of both operands.
pub(super) const TILE: usize = 16;

/// The extent of tiles along a loop, beside another one. Where all of that one is less than a tile, tiles are as long as half of the first-level cache
/// has lines: a row costs more than a few elements.
const fn tile_extent(other: usize) -> usize {
    if other < TILE { HALF_L1_LINES } else { TILE }
}

/// The tiles of a larger tile to each side, so that the pages of both operands are met again while their addresses are in the TLB.
const TILES_OF_LARGE_TILE: usize = 8;

/// Calls a function with the loops of each tile of two loops, and the offsets where they begin.
#[inline(always)]
pub(crate) fn for_each_loop_tile(
    (l0, l1): (Loop, Loop),
    source: isize,
    target: isize,
    mut f: impl FnMut((Loop, Loop), isize, isize),
) {
    let beside = |other: Loop| Tiling { extent: tile_extent(other.extent), skipped: 0 };
    for_each_tile((l0, beside(l1)), (l1, beside(l0)), source, target, |e0, e1, s, t| {
        f((Loop { extent: e0, ..l0 }, Loop { extent: e1, ..l1 }), s, t);
    });
}

/// The tiling of a loop: pieces of an extent, of which the first one begins before the loop does. Its iterations before the loop are
/// skipped.
#[derive(Clone, Copy)]
pub(crate) struct Tiling {
    pub(crate) extent: usize,
    pub(crate) skipped: usize,
}

/// Calls a function with the extents and the offsets of each tile of two loops.
#[inline(always)]
pub(crate) fn for_each_tile(
    (l0, t0): (Loop, Tiling),
    (l1, t1): (Loop, Tiling),
    source: isize,
    target: isize,
    mut f: impl FnMut(usize, usize, isize, isize),
) {
    let (end0, end1) = (l0.extent + t0.skipped, l1.extent + t1.skipped);
    let (large0, large1) = (TILES_OF_LARGE_TILE * t0.extent, TILES_OF_LARGE_TILE * t1.extent);
    let (mut jj, mut ii) = (0, 0);
    while jj < end1 {
        while ii < end0 {
            let mut j = jj;
            while j < end1.min(jj + large1) {
                let (first1, e1) = piece(j, end1, t1);
                let mut i = ii;
                while i < end0.min(ii + large0) {
                    let (first0, e0) = piece(i, end0, t0);
                    let (k0, k1) = (first0 as isize, first1 as isize);
                    let s = source + k0 * l0.source() + k1 * l1.source();
                    let t = target + k0 * l0.target() + k1 * l1.target();
                    f(e0, e1, s, t);
                    i += t0.extent;
                }
                j += t1.extent;
            }
            ii += large0;
        }
        (jj, ii) = (jj + large1, 0);
    }
}

/// The first iteration of a piece and its extent.
#[inline(always)]
fn piece(start: usize, end: usize, tiling: Tiling) -> (usize, usize) {
    let first = start.max(tiling.skipped);
    (first - tiling.skipped, end.min(start + tiling.extent) - first)
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::super::constant::for_each_iteration;
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "no `unsafe` here, and many tiles")]
    fn tiles_have_each_iteration_once() {
        let tilings =
            || (1..4).flat_map(|e| (0..e).map(move |skipped| Tiling { extent: e, skipped }));
        for (e0, e1) in (1..40).step_by(3).flat_map(|e0| [1, 2, 9, 30].map(|e1| (e0, e1))) {
            for (c0, c1) in tilings().flat_map(|c0| tilings().map(move |c1| (c0, c1))) {
                let l0 = Loop::new(e0, 1, -1);
                let l1 = Loop::new(e1, e0 as isize, -2 * e0 as isize);
                let mut visited = Vec::new();
                for_each_tile((l0, c0), (l1, c1), 5, 7, |a, b, s, t| {
                    assert!((1..=c0.extent).contains(&a) && (1..=c1.extent).contains(&b));
                    // All tiles but the first begin where pieces do.
                    let first = (s - 5) as usize;
                    let aligned =
                        |i: usize, c: Tiling| i == 0 || (i + c.skipped).is_multiple_of(c.extent);
                    assert!(aligned(first % e0, c0) && aligned(first / e0, c1));
                    let (l0, l1) = (Loop { extent: a, ..l0 }, Loop { extent: b, ..l1 });
                    for_each_iteration(l1, s, t, |s, t| {
                        for_each_iteration(l0, s, t, |s, t| visited.push((s, t)))
                    });
                });
                visited.sort();
                let (e0, all) = (e0 as isize, 0..(e0 * e1) as isize);
                let expected = all.map(|k| (5 + k, 7 - k % e0 - 2 * (k / e0) * e0));
                assert!(visited.into_iter().eq(expected));
            }
        }
    }
}
