//! Loop nests that the compiler knows: their loops are constants.

use super::tiling::for_each_loop_tile;
use super::{Loop, LoopNest, advanced};
use crate::domain::Domain;

/// The loops of a nest that are written out; all further ones are one loop, whose counter is divided.
pub(crate) const MAX_CONSTANT_LOOPS: usize = 8;

/// The loop nest of a domain that the compiler knows.
pub(crate) trait ConstantNest: Domain {
    const HAS_NEST: bool = Self::NEST.is_some();
    /// The nest; without a common refinement there are no loops.
    const LOOP_NEST: LoopNest = match Self::NEST {
        Some(nest) => nest,
        None => LoopNest::EMPTY,
    };
    /// The loops that are written out, from the innermost.
    const LOOPS: [Loop; MAX_CONSTANT_LOOPS] = {
        let (mut loops, mut k) = ([Loop::UNIT; MAX_CONSTANT_LOOPS], 0);
        while k < MAX_CONSTANT_LOOPS {
            loops[k] = Self::LOOP_NEST.loops[k];
            k += 1;
        }
        loops
    };
    /// The iterations of the further loops.
    const REST_TRIP_COUNT: usize = {
        let (mut trip_count, mut k) = (1, MAX_CONSTANT_LOOPS);
        while k < Self::LOOP_NEST.len {
            trip_count *= Self::LOOP_NEST.loops[k].extent;
            k += 1;
        }
        trip_count
    };
    /// The iterations of all loops.
    const TRIP_COUNT: usize = Self::LOOP_NEST.trip_count();

    /// The offsets at an iteration of the further loops, in the source and in the target.
    #[inline(always)]
    fn start(iteration: usize) -> (isize, isize) {
        let nest = const { &Self::LOOP_NEST };
        let (mut rest, mut offsets) = (iteration, nest.start);
        if const { Self::REST_TRIP_COUNT > 1 } {
            for l in &nest.loops[MAX_CONSTANT_LOOPS..nest.len] {
                let digit = (rest % l.extent) as isize;
                offsets = advanced(offsets, l.step, digit);
                rest /= l.extent;
            }
        }
        let [target, source] = offsets;
        (source, target)
    }

    /// Calls a function with the offsets at each iteration of all loops but the first two.
    #[inline(always)]
    fn for_each_outer(f: impl FnMut(isize, isize)) {
        Self::for_each_outer_with_prefetch(|_| (), f);
    }

    /// [`ConstantNest::for_each_outer`] that first calls a function with each next iteration of the further loops.
    #[inline(always)]
    fn for_each_outer_with_prefetch(prefetch: impl Fn(usize), mut f: impl FnMut(isize, isize)) {
        if const { Self::LOOP_NEST.len <= 2 } {
            // Of the function around it there is then no reference, which may not be inlined.
            let [target, source] = const { Self::LOOP_NEST.start };
            return f(source, target);
        }
        let [_, _, l2, l3, l4, l5, l6, l7] = const { Self::LOOPS };
        for iteration in 0..const { Self::REST_TRIP_COUNT } {
            if iteration + 1 < const { Self::REST_TRIP_COUNT } {
                prefetch(iteration + 1);
            }
            let (s, t) = Self::start(iteration);
            for_each_iteration(l7, s, t, |s, t| {
                for_each_iteration(l6, s, t, |s, t| {
                    for_each_iteration(l5, s, t, |s, t| {
                        for_each_iteration(l4, s, t, |s, t| {
                            for_each_iteration(l3, s, t, |s, t| {
                                for_each_iteration(l2, s, t, &mut f);
                            });
                        });
                    });
                });
            });
        }
    }
}

impl<X: Domain> ConstantNest for X {}

impl<const N: usize, const P: usize> LoopNest<N, P> {
    /// Calls a function with the offsets at each iteration of all loops, which the compiler knows: the first few are written out.
    #[inline(always)]
    pub(crate) fn for_each_constant(&self, mut f: impl FnMut([isize; P])) {
        if self.len > 5 {
            return self.for_each_outside::<0>(f);
        }
        let (l0, l1, l2) = (self.loops[0], self.loops[1], self.loops[2]);
        let (l3, l4) = (self.loops[3], self.loops[4]);
        l4.for_each(self.start, |at| {
            l3.for_each(at, |at| {
                l2.for_each(at, |at| l1.for_each(at, |at| l0.for_each(at, &mut f)));
            });
        });
    }
}

/// Calls a function with the offsets at each iteration of a loop, from two offsets on.
#[inline(always)]
pub(crate) fn for_each_iteration(
    l: Loop,
    source: isize,
    target: isize,
    mut f: impl FnMut(isize, isize),
) {
    l.for_each([target, source], |[target, source]| f(source, target));
}

/// Calls a function with the offsets at each coordinate of the source and the target, of a domain
/// that the compiler knows.
#[inline(always)]
pub(crate) fn for_each_constant_offset<X: Domain>(domain: X, mut f: impl FnMut(isize, isize)) {
    for_each_constant_row(domain, |l, s, t| for_each_iteration(l, s, t, &mut f));
}

/// [`for_each_constant_offset`] that leaves the innermost loop to the function, with the offsets where it begins.
#[inline(always)]
pub(crate) fn for_each_constant_row<X: Domain>(domain: X, mut f: impl FnMut(Loop, isize, isize)) {
    if const { !X::HAS_NEST } {
        return domain.for_each_coordinate(|s, t| f(Loop::UNIT, s, t));
    }
    // The loops are named within the functions of the outer ones, so that the compiler knows them where it does not inline such a function, too.
    if const { X::LOOP_NEST.is_tiled && X::LOOP_NEST.has_long_tiles() } {
        X::for_each_outer(|s, t| {
            let [l0, l1, ..] = const { X::LOOPS };
            for_each_loop_tile((l0, l1), s, t, |(l0, l1), s, t| {
                for_each_iteration(l1, s, t, |s, t| f(l0, s, t));
            });
        });
    } else {
        X::for_each_outer(|s, t| {
            let [l0, l1, ..] = const { X::LOOPS };
            for_each_iteration(l1, s, t, |s, t| f(l0, s, t));
        });
    }
}
