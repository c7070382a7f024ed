//! `Parts`: the loops of a nest that a map takes one by one.
//!
//! A swizzle is linear over GF(2): `Sw(x ^ y) = Sw(x) ^ Sw(y)`. Where `x` and `y` have
//! no bit in common, `x + y = x ^ y`. So the innermost loops, as many as share no bit
//! with each other and with all that is outside of them, need no map of their sum:
//!
//! ```text
//! F(x + y₀ + y₁ + …) = F(x) ^ L(y₀) ^ L(y₁) ^ …
//! ```
//!
//! where `F` is the map, `L` is it without what it adds, `x` is what the loops outside
//! and the start add up to, and `yₖ` is what loop `k` adds. Each loop maps its own part,
//! and `F` is computed once around them.
//!
//! *Proof* by the swizzles of `F`, the first one first. Before any, it is the sum itself.
//! If it holds before `z ↦ Sw(z + offset)`, then it does behind it: with an `offset` of 0
//! since `Sw` is linear; with another if no `yₖ` as it is then shares a bit with what `x`
//! is then, so that `^` is the sum, nor with that and `offset`, so that the new sum is
//! `^`. All that is checked for sets of bits, which are at least those that occur.

#[cfg(test)]
mod tests;

use super::nest::{Counter, Nest};
use crate::map::{OffsetMap, flipping, linear};

/// The most steps that a run has.
const RUN: usize = 8;

/// Loops of a nest, as the map that follows meets them.
#[derive(Clone, Copy)]
pub struct Parts {
    /// The number of innermost loops that are mapped by themselves.
    loops: usize,
    /// The bits that the map makes of what is outside of these.
    outside: isize,
}

/// Part of a loop's offsets that is mapped by itself. It goes by runs, whose first steps are mapped once; the
/// steps of a run are constants where compilers unroll it.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    /// The steps of a run.
    pub(crate) run: usize,
    /// The map of the first step of a run.
    pub(crate) far: Join,
    /// The map of the steps inside a run.
    pub(crate) near: Join,
}

/// The value of a part of an offset, and how it is joined to the rest of the offset.
#[derive(Clone, Copy)]
pub(crate) struct Join {
    /// No swizzle reads its bits: it stays what it is.
    pub(crate) stays: bool,
    /// True if it shares no bit with what is outside: it is added, which an address does for nothing.
    pub(crate) adds: bool,
}

impl Join {
    /// The value of a part that is always 0.
    const OF_NOTHING: Join = Join { stays: true, adds: true };

    /// A part that is mapped and joined to what is outside of it.
    #[inline(always)]
    pub(crate) fn join<M: OffsetMap>(self, outside: isize, part: isize) -> isize {
        let part = if self.stays { part } else { linear::<M>(part) };
        if self.adds { outside.wrapping_add(part) } else { outside ^ part }
    }
}

impl Parts {
    pub(crate) const fn of<M: OffsetMap>(nest: &Nest) -> Parts {
        let none = Parts { loops: 0, outside: 0 };
        let mut loops = if M::IDENTITY { 0 } else { nest.length() };
        while loops > 0 {
            if let Some(outside) = take_apart::<M>(nest, loops) {
                let parts = Parts { loops, outside };
                return if parts.pay::<M>(nest) { parts } else { none };
            }
            loops -= 1;
        }
        none
    }

    /// True unless the innermost loop is long and swizzles each step: to map a sum is as much.
    const fn pay<M: OffsetMap>(&self, nest: &Nest) -> bool {
        let part = self.at::<M>(nest, 0);
        part.run > 1 || part.far.stays
    }

    /// The number of loops that are mapped by themselves.
    pub(crate) const fn loops(&self) -> usize {
        self.loops
    }

    /// The part of one loop, counted from the innermost.
    pub(crate) const fn at<M: OffsetMap>(&self, nest: &Nest, place: usize) -> Part {
        if place >= self.loops {
            // Asked for by no loop, but evaluated for all.
            return Part { run: 1, far: Join::OF_NOTHING, near: Join::OF_NOTHING };
        }
        let mut outside = self.outside;
        let mut outer = place + 1;
        while outer < self.loops {
            outside |= swizzled::<M>(bits(&nest.at(outer)));
            outer += 1;
        }
        let counter = nest.at(place);
        let whole = join::<M>(bits(&counter), outside);
        if place > 0 || (whole.stays && whole.adds) {
            return Part { run: counter.extent, far: Join::OF_NOTHING, near: whole };
        }
        let (run, near, far) = runs(&counter);
        Part {
            run,
            far: join::<M>(far, outside),
            near: join::<M>(near, outside | swizzled::<M>(far)),
        }
    }
}

/// The bits that a map makes of the offsets of all but the innermost `loops` loops, if these can be mapped
/// by themselves.
const fn take_apart<M: OffsetMap>(nest: &Nest, loops: usize) -> Option<isize> {
    let mut outside = nest.start();
    let mut place = nest.length();
    while place > loops {
        place -= 1;
        outside = sum(outside, bits(&nest.at(place)));
    }
    let mut inside = 0;
    while place > 0 {
        place -= 1;
        let part = bits(&nest.at(place));
        if inside & part != 0 {
            return None;
        }
        inside |= part;
    }
    match images::<M>(outside, inside) {
        Some((outside, _)) => Some(outside),
        None => None,
    }
}

/// The bits that a map makes of two parts of an offset, if it can be taken apart.
const fn images<M: OffsetMap>(outside: isize, inside: isize) -> Option<(isize, isize)> {
    if M::IDENTITY {
        return if outside & inside == 0 { Some((outside, inside)) } else { None };
    }
    let Some((outside, inside)) = images::<M::Before>(outside, inside) else { return None };
    let moved = sum(outside, M::OFFSET);
    if M::OFFSET != 0 && (outside | moved) & inside != 0 {
        return None;
    }
    Some((swizzle::<M>(moved), swizzle::<M>(inside)))
}

const fn join<M: OffsetMap>(part: isize, outside: isize) -> Join {
    Join { stays: stays::<M>(part), adds: swizzled::<M>(part) & outside == 0 }
}

/// Returns true if no swizzle reads these bits.
const fn stays<M: OffsetMap>(bits: isize) -> bool {
    M::IDENTITY || (stays::<M::Before>(bits) && bits & flipping::<M>() == 0)
}

/// The bits that all swizzles make of these.
const fn swizzled<M: OffsetMap>(bits: isize) -> isize {
    if M::IDENTITY { bits } else { swizzle::<M>(swizzled::<M::Before>(bits)) }
}

/// The bits that the last swizzle makes of these.
const fn swizzle<M: OffsetMap>(bits: isize) -> isize {
    bits | M::SWIZZLE.flips(bits as i128) as isize
}

/// The longest run whose steps share no bit with the first steps of all runs, and the bits
/// of both. A short loop is one run.
const fn runs(counter: &Counter) -> (usize, isize, isize) {
    if counter.extent <= RUN {
        return (counter.extent, bits(counter), 0);
    }
    let mut run = RUN;
    loop {
        if run == 1 || counter.extent.is_multiple_of(run) {
            let near = Counter { extent: run, ..*counter };
            let step = counter.step.wrapping_mul(run as isize);
            let far = Counter { extent: counter.extent / run, step, ..*counter };
            let (near, far) = (bits(&near), bits(&far));
            if run == 1 || near & far == 0 {
                return (run, near, far);
            }
        }
        run /= 2;
    }
}

/// The bits of what a loop adds to an offset: a digit is a sum of powers of two.
const fn bits(counter: &Counter) -> isize {
    let (mut bits, mut place) = (0, 0);
    while place < usize::BITS && (counter.extent - 1) >> place != 0 {
        bits = sum(bits, counter.step << place);
        place += 1;
    }
    bits
}

/// The bits of a sum: nothing is carried below the first bit in common, and from there
/// on every bit may be.
const fn sum(a: isize, b: isize) -> isize {
    let common = a & b;
    let first = common & common.wrapping_neg();
    a | b | first.wrapping_neg()
}
