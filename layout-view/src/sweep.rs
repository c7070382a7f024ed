//! Sweeps: the loops of a nest, run. Those that the compiler knows are constants; those that the
//! run finds are in `found.rs`.

use super::nest::{Loop, Nest, moved};
use super::pair::Pair;

/// The loops of a nest that are spelled out; what further ones there are is one loop, whose
/// counter is divided.
pub(super) const SPELLED: usize = 8;

/// The loops of a pair that the compiler knows.
pub(super) trait Loops: Pair {
    const IS_SOME: bool = Self::NEST.is_some();
    /// No loops at all where there are no common ones.
    const LOOPS: Nest = match Self::NEST {
        Some(nest) => nest,
        None => Nest::EMPTY,
    };
    const AT: [Loop; SPELLED] = {
        let (mut first, mut k) = ([Loop::ONCE; SPELLED], 0);
        while k < SPELLED {
            first[k] = Self::LOOPS.loops[k];
            k += 1;
        }
        first
    };
    /// The turns of the loops that are not spelled out.
    const MORE: usize = {
        let (mut turns, mut k) = (1, SPELLED);
        while k < Self::LOOPS.len {
            turns *= Self::LOOPS.loops[k].extent;
            k += 1;
        }
        turns
    };
    /// The turns of all loops.
    const TURNS: usize = Self::LOOPS.turns();

    /// The offsets at a turn of the loops that are not spelled out.
    #[inline(always)]
    fn start(turn: usize) -> (isize, isize) {
        let nest = const { &Self::LOOPS };
        let (mut turn, mut at) = (turn, nest.start);
        if const { Self::MORE > 1 } {
            for l in &nest.loops[SPELLED..nest.len] {
                let digit = (turn % l.extent) as isize;
                at = moved(at, l.step, digit);
                turn /= l.extent;
            }
        }
        let [target, source] = at;
        (source, target)
    }

    /// Calls a function with the offsets at each turn of all loops but the first two.
    #[inline(always)]
    fn outer(f: impl FnMut(isize, isize)) {
        Self::outer_ahead(|_| (), f);
    }

    /// [`Loops::outer`] that first calls a function with each next turn of the loops that are
    /// not spelled out.
    #[inline(always)]
    fn outer_ahead(ahead: impl Fn(usize), mut f: impl FnMut(isize, isize)) {
        if const { Self::LOOPS.len <= 2 } {
            // Of the function around it there is then no reference, which may not be inlined.
            let [target, source] = const { Self::LOOPS.start };
            return f(source, target);
        }
        let [_, _, l2, l3, l4, l5, l6, l7] = const { Self::AT };
        for turn in 0..const { Self::MORE } {
            if turn + 1 < const { Self::MORE } {
                ahead(turn + 1);
            }
            let (s, t) = Self::start(turn);
            turns(l7, s, t, |s, t| {
                turns(l6, s, t, |s, t| {
                    turns(l5, s, t, |s, t| {
                        turns(l4, s, t, |s, t| turns(l3, s, t, |s, t| turns(l2, s, t, &mut f)));
                    });
                });
            });
        }
    }
}

impl<X: Pair> Loops for X {}

/// One loop, from two offsets on.
#[inline(always)]
pub(super) fn turns(l: Loop, source: isize, target: isize, mut f: impl FnMut(isize, isize)) {
    l.each([target, source], |[target, source]| f(source, target));
}

/// The elements of a block to each side: a cache line, or more, of both layouts.
const BLOCK: usize = 16;

/// The blocks of a region to each side: blocks are run in regions, so that the pages of both
/// layouts are met again while their addresses are known.
const REGION: usize = 8;

/// Calls a function with the offsets at each coordinate of the source and the target, of a pair
/// that the compiler knows.
#[inline(always)]
pub(super) fn sweep<X: Pair>(pair: X, mut f: impl FnMut(isize, isize)) {
    sweep_rows(pair, |l, s, t| turns(l, s, t, &mut f));
}

/// [`sweep`] that leaves the innermost loop to the function, with the offsets where it begins.
#[inline(always)]
pub(super) fn sweep_rows<X: Pair>(pair: X, mut row: impl FnMut(Loop, isize, isize)) {
    if const { !X::IS_SOME } {
        return pair.each(|s, t| row(Loop::ONCE, s, t));
    }
    let [l0, l1, ..] = const { X::AT };
    if const { X::LOOPS.blocked } {
        X::outer(|s, t| {
            by_blocks((l0, l1), s, t, |(l0, l1), s, t| {
                turns(l1, s, t, |s, t| row(l0, s, t));
            });
        });
    } else {
        X::outer(|s, t| turns(l1, s, t, |s, t| row(l0, s, t)));
    }
}

/// Calls a function with the loops of each block of two loops, and where they begin.
#[inline(always)]
pub(super) fn by_blocks(
    (l0, l1): (Loop, Loop),
    source: isize,
    target: isize,
    mut f: impl FnMut((Loop, Loop), isize, isize),
) {
    let cut = Cut { extent: BLOCK, before: 0 };
    blocks((l0, cut), (l1, cut), source, target, |e0, e1, s, t| {
        f((Loop { extent: e0, ..l0 }, Loop { extent: e1, ..l1 }), s, t);
    });
}

/// How a loop is cut into blocks: into pieces of an extent, the first of which begins so many
/// turns before the loop does. Those turns are left out.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    pub(super) extent: usize,
    pub(super) before: usize,
}

/// Calls a function with the extents and the offsets of each block of two loops.
#[inline(always)]
pub(super) fn blocks(
    (l0, c0): (Loop, Cut),
    (l1, c1): (Loop, Cut),
    source: isize,
    target: isize,
    mut f: impl FnMut(usize, usize, isize, isize),
) {
    let (end0, end1) = (l0.extent + c0.before, l1.extent + c1.before);
    let (region0, region1) = (REGION * c0.extent, REGION * c1.extent);
    for jj in (0..end1).step_by(region1) {
        for ii in (0..end0).step_by(region0) {
            for j in (jj..end1.min(jj + region1)).step_by(c1.extent) {
                let (j, e1) = piece(j, end1, c1);
                for i in (ii..end0.min(ii + region0)).step_by(c0.extent) {
                    let (i, e0) = piece(i, end0, c0);
                    let s = source + i as isize * l0.source() + j as isize * l1.source();
                    let t = target + i as isize * l0.target() + j as isize * l1.target();
                    f(e0, e1, s, t);
                }
            }
        }
    }
}

/// The first turn of a piece and its extent.
#[inline(always)]
fn piece(at: usize, end: usize, cut: Cut) -> (usize, usize) {
    let first = at.max(cut.before);
    (first - cut.before, end.min(at + cut.extent) - first)
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "no `unsafe` here, and many blocks")]
    fn blocks_have_each_turn_once() {
        let cuts = || (1..4).flat_map(|e| (0..e).map(move |before| Cut { extent: e, before }));
        for (e0, e1) in (1..40).step_by(3).flat_map(|e0| [1, 2, 9, 30].map(|e1| (e0, e1))) {
            for (c0, c1) in cuts().flat_map(|c0| cuts().map(move |c1| (c0, c1))) {
                let l0 = Loop::new(e0, 1, -1);
                let l1 = Loop::new(e1, e0 as isize, -2 * e0 as isize);
                let mut visited = Vec::new();
                blocks((l0, c0), (l1, c1), 5, 7, |a, b, s, t| {
                    assert!((1..=c0.extent).contains(&a) && (1..=c1.extent).contains(&b));
                    // All blocks but the first begin where pieces do.
                    let first = (s - 5) as usize;
                    let aligned =
                        |i: usize, c: Cut| i == 0 || (i + c.before).is_multiple_of(c.extent);
                    assert!(aligned(first % e0, c0) && aligned(first / e0, c1));
                    let (l0, l1) = (Loop { extent: a, ..l0 }, Loop { extent: b, ..l1 });
                    turns(l1, s, t, |s, t| turns(l0, s, t, |s, t| visited.push((s, t))));
                });
                visited.sort();
                let (e0, all) = (e0 as isize, 0..(e0 * e1) as isize);
                let expected = all.map(|k| (5 + k, 7 - k % e0 - 2 * (k / e0) * e0));
                assert!(visited.into_iter().eq(expected));
            }
        }
    }
}
