//! Copies that move bits of coordinates, such as the reversal of bits for an FFT.
//!
//! No loop of such a copy runs far along the target, nor along the source: each has few turns, of which the
//! next elements in memory are many turns of other loops away. But several loops together run along the
//! target, and several others along the source. What they visit is a block, whose rows are at any offsets:
//!
//! - of what stays in the first cache, a square, which is turned in registers;
//! - of what is larger, lines to each side. Each line of the source is read whole, four at a time, which are
//!   in one set of a cache if they are a power of two apart; they are turned into a buffer, of which each
//!   line of the target is written whole.

#![allow(unsafe_code)]

use core::mem::MaybeUninit;

use super::ahead::{LINE, NEAR};
use super::lines::{Buffer, side as elements_of_line};
use super::nest::{Loop, Nest, SOURCE, TARGET};
use super::plain::is_run;
use super::square::{SQUARE, copy_rows};
use super::sweep::Loops;
use layout_runtime::internals::MAX;

/// The most elements to each side of a block: as many bytes as a line has.
const MOST: usize = LINE;

/// Loops that together run along the target and along the source.
pub(super) struct Blocks {
    /// The elements to each side.
    side: usize,
    /// Where the rows begin in the source, of which each row has the elements side by side.
    source: [isize; MOST],
    /// The same in the target.
    target: [isize; MOST],
    /// The other loops, after two of one turn.
    rest: Nest,
}

/// The blocks of a pair that the compiler knows.
pub(super) trait Blocked<T>: Loops {
    /// `None` where a loop runs far enough along the target and another along the source, or none do together.
    const BLOCKS: Option<Blocks> = {
        let (l0, l1) = (Self::AT[0], Self::AT[1]);
        let is_short = l0.extent < SQUARE || l1.extent < SQUARE;
        let has_squares = matches!(size_of::<T>(), 1 | 2 | 4 | 8);
        if has_squares && Self::IS_SOME && Self::LOOPS.blocked && !is_run(l0) && is_short {
            let near = Self::TURNS.saturating_mul(size_of::<T>()) <= NEAR;
            Blocks::new(&Self::LOOPS, if near { SQUARE } else { LINE / size_of::<T>() })
        } else {
            None
        }
    };
}

impl<T, X: Loops> Blocked<T> for X {}

impl Blocks {
    /// The blocks of a nest with so many elements to each side, a power of two.
    const fn new(nest: &Nest, side: usize) -> Option<Blocks> {
        let mut left = *nest;
        let Some(source) = take(&mut left, side, TARGET) else { return None };
        let Some(target) = take(&mut left, side, SOURCE) else { return None };
        let mut rest = Nest { start: nest.start, ..Nest::EMPTY };
        rest.len = 2;
        let mut k = 0;
        while k < left.len {
            if left.loops[k].extent > 1 {
                if rest.len == MAX {
                    return None;
                }
                rest.loops[rest.len] = left.loops[k];
                rest.len += 1;
            }
            k += 1;
        }
        Some(Blocks { side, source, target, rest })
    }
}

/// Takes so many turns out of a nest that together run along one layout, by halves of loops; where they are
/// in the other layout.
const fn take(nest: &mut Nest, side: usize, along: usize) -> Option<[isize; MOST]> {
    let mut offsets = [0; MOST];
    let mut reach = 1;
    while reach < side {
        let mut k = 0;
        loop {
            if k == nest.len {
                return None;
            }
            let l = &nest.loops[k];
            let (step, other) = (l.step[along], l.step[1 - along]);
            if step == reach as isize && l.extent.is_multiple_of(2) {
                let mut i = 0;
                while i < reach {
                    offsets[reach + i] = offsets[i] + other;
                    i += 1;
                }
                break;
            }
            k += 1;
        }
        let l = nest.loops[k];
        // Of two turns no others are left, whose steps would be no offsets.
        nest.loops[k] = if l.extent == 2 {
            Loop::ONCE
        } else {
            Loop::new(l.extent / 2, 2 * l.source(), 2 * l.target())
        };
        reach *= 2;
    }
    Some(offsets)
}

/// Copies a nest by its blocks.
///
/// # Safety
///
/// From `source`, at each offset of the nest is an element to be read, of a size of 1, 2, 4 or 8 bytes; from
/// `target`, at each of its offsets is one to be written, and none is one of the source.
#[inline(never)]
pub(super) unsafe fn copy_blocks<T: Copy>(blocks: &Blocks, source: *const T, target: *mut T) {
    let Blocks { side, source: from, target: to, rest } = blocks;
    // SAFETY: by the caller: each block has elements of the nest.
    unsafe {
        if *side == SQUARE {
            let (from, to) = (*from.first_chunk().unwrap(), *to.first_chunk().unwrap());
            rest.outer(|s, t| copy_rows((source.offset(s), from), (target.offset(t), to)));
        } else {
            rest.outer(|s, t| copy_lines(blocks, source.offset(s), target.offset(t)));
        }
    }
}

/// Copies a block through a buffer.
///
/// # Safety
///
/// As [`copy_blocks`], of one block of a line of elements to each side.
#[inline(always)]
unsafe fn copy_lines<T: Copy>(blocks: &Blocks, source: *const T, target: *mut T) {
    let side = const { elements_of_line::<T>() };
    let mut buffer = Buffer(MaybeUninit::uninit());
    let buffer = buffer.0.as_mut_ptr().cast::<T>();
    let (from, to) = (&blocks.source[..side], &blocks.target[..side]);
    for (i, rows) in from.chunks_exact(SQUARE).enumerate() {
        let rows: [isize; SQUARE] = [rows[0], rows[1], rows[2], rows[3]];
        let step = side as isize;
        for j in (0..side).step_by(SQUARE) {
            // SAFETY: by the caller; the buffer has room for `side` rows of `side` elements.
            unsafe {
                copy_rows(
                    (source.add(j), rows),
                    (buffer.add(j * side + SQUARE * i), [0, step, 2 * step, 3 * step]),
                );
            }
        }
    }
    for (j, row) in to.iter().enumerate() {
        // SAFETY: by the caller; the buffer is written.
        unsafe {
            target.offset(*row).copy_from_nonoverlapping(buffer.add(j * side), side);
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::super::side::Side;
    use super::super::{View, ViewMut};
    use super::*;
    use crate::bounds::Unpadded;
    use crate::pair::{Pair, Whole};
    use crate::{Layout, layout};
    use layout_runtime::internals::Ready;

    /// Copies between two layouts, which is done by blocks of so many elements to each side, and compares the
    /// whole buffer.
    fn check<T, A, B>(from: A, to: B, side: usize, of: impl Fn(usize) -> T)
    where
        T: Copy + PartialEq + core::fmt::Debug,
        A: Layout<Bounds: Unpadded> + Copy,
        B: Layout<Bounds: Unpadded> + Copy,
        Whole<Ready<A::Geometry>, Ready<B::Geometry>>: Pair,
    {
        let blocks = const {
            <Whole<Ready<A::Geometry>, Ready<B::Geometry>> as Blocked<T>>::BLOCKS.as_ref()
        };
        assert_eq!(blocks.map(|blocks| blocks.side), (side > 0).then_some(side));
        let numbers: Vec<T> = (0..from.cosize()).map(&of).collect();
        let mut copied: Vec<T> = (0..to.cosize() + 3).map(|i| of(i + 7)).collect();
        let mut expected = copied.clone();
        let (source, target) = (from.ready(), to.ready());
        let offsets = |side: &dyn Fn(usize) -> isize| -> Vec<usize> {
            let first = (0..from.size()).map(side).min().unwrap().min(0);
            (0..from.size()).map(|i| side(i).abs_diff(first)).collect()
        };
        let sources = offsets(&|i| Side::offset(source, i));
        let targets = offsets(&|i| Side::offset(target, i));
        for (s, t) in sources.into_iter().zip(targets) {
            expected[2 + t] = numbers[s];
        }
        View::new(&numbers, from).copy_to(&mut ViewMut::new(&mut copied[2..], to));
        assert!(copied == expected);
    }

    #[test]
    fn bits_are_moved_by_squares_and_by_lines() {
        let few = layout!((2,2,2,2,2,2,2,2):(128,64,32,16,8,4,2,1));
        check(layout!(256:1), few, 4, |i| i as u8);
        check(layout!(256:1), few, 4, |i| i as f64);
        #[cfg(not(miri))]
        {
            check(layout!(256:1), few, 4, |i| i as u16);
            check(layout!(256:1), few, 4, |i| i as u32);
            check(layout!(256:1), few, 4, |i| [i as u8; 4]);
            check(few, layout!(256:1), 4, |i| i as u32);
        }
        // Of other sizes there are no squares, nor of a copy of fewer bits.
        check(layout!(256:1), few, 0, |i| [i as u8; 3]);
        check(layout!(8:1), layout!((2,2,2):(4,2,1)), 0, |i| i as u32);
        // In Miri there are fewer, and of two sizes: what is `NEAR` is smaller there too.
        #[cfg(miri)]
        {
            let many = layout!((2,2,2,2,2,2,2,2,2,2):(512,256,128,64,32,16,8,4,2,1));
            check(layout!(1024:1), many, 16, |i| i as u32);
            check(layout!(1024:1), many, 8, |i| i as u64);
        }
        #[cfg(not(miri))]
        {
            let many = layout!(
                (2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):
                (16384,8192,4096,2048,1024,512,256,128,64,32,16,8,4,2,1)
            );
            check(layout!(32768:1), many, 64, |i| i as u8);
            check(layout!(32768:1), many, 32, |i| i as u16);
            check(layout!(32768:1), many, 16, |i| i as u32);
            check(layout!(32768:1), many, 8, |i| i as u64);
        }
    }

    /// Loops that are no powers of two are left as they are, longer ones are halved, and gaps stay as they
    /// were.
    #[test]
    fn loops_of_other_extents() {
        check(
            layout!((2,6,3,2,4):(1,2,2000,100,300)),
            layout!((2,6,3,2,4):(100,300,2400,1,2)),
            4,
            |i| i as u32,
        );
        check(layout!((2,2,5,2,2):(8,-16,70,1,2)), layout!((2,2,5,2,2):(1,2,16,8,-4)), 0, |i| i);
        check(layout!((2,2,5,2,2):(8,-16,70,1,2)), layout!((2,2,5,2,2):(1,2,16,8,4)), 4, |i| {
            i as u64
        });
    }
}
