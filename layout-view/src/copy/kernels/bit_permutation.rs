//! Bit permutations: copies that move bits of coordinates, such as the bit reversal of an FFT, or a Morton order.
//!
//! No loop of such a copy runs far along the target, nor along the source: each has few iterations, of which the
//! next elements in memory are many iterations of other loops away. But several loops together run along the
//! target, and several others along the source. Together they visit a block, whose rows are at any offsets:
//!
//! - of a copy that fits the first-level cache, a register tile;
//! - of a larger one, lines to each side. Each line of the source is read whole, four at a time, which are
//!   in one set of a cache if they are a power of two apart; they are transposed into a pack buffer, of which each
//!   line of the target is written whole.

#![allow(unsafe_code)]

use core::mem::MaybeUninit;

use super::REGISTER_TILE;
use super::pack_buffer::{PackBuffer, elements_per_line};
use super::transpose_4x4::transpose_4x4_at_offsets;
use crate::cache::{CACHE_LINE, fits_l1};
use crate::loop_nest::constant::ConstantNest;
use crate::loop_nest::{Loop, LoopNest, SOURCE, TARGET};
use layout_runtime::internals::MAX;

/// The most elements to each side of a block: as many bytes as a line has.
const MAX_SIDE: usize = CACHE_LINE;

/// The blocks of a nest whose loops run only together along the target and along the source.
pub(in crate::copy) struct BitPermutation {
    /// The elements to each side.
    side: usize,
    /// The offsets of a block's rows in the source, in each of which elements are side by side.
    source: [isize; MAX_SIDE],
    /// The offsets of a block's rows in the target.
    target: [isize; MAX_SIDE],
    /// The other loops, after two of one iteration.
    rest: LoopNest,
}

/// The bit permutation of a domain that the compiler knows.
pub(in crate::copy) trait BitPermuted<T>: ConstantNest {
    /// `None` where one loop runs far enough along the target and another along the source, or none do together.
    const PERMUTATION: Option<BitPermutation> = {
        let (l0, l1) = (Self::LOOPS[0], Self::LOOPS[1]);
        let is_short = l0.extent < REGISTER_TILE || l1.extent < REGISTER_TILE;
        let has_register_tiles = matches!(size_of::<T>(), 1 | 2 | 4 | 8);
        if has_register_tiles
            && Self::HAS_NEST
            && Self::LOOP_NEST.is_tiled
            && !l0.is_contiguous()
            && is_short
        {
            let is_near = fits_l1::<T>(Self::TRIP_COUNT);
            BitPermutation::new(
                &Self::LOOP_NEST,
                if is_near { REGISTER_TILE } else { CACHE_LINE / size_of::<T>() },
            )
        } else {
            None
        }
    };
}

impl<T, X: ConstantNest> BitPermuted<T> for X {}

impl BitPermutation {
    /// The blocks of a nest with `side` elements to each side, a power of two.
    const fn new(nest: &LoopNest, side: usize) -> Option<BitPermutation> {
        let mut left = *nest;
        let Some(source) = split_off(&mut left, side, TARGET) else { return None };
        let Some(target) = split_off(&mut left, side, SOURCE) else { return None };
        let mut rest = LoopNest { start: nest.start, ..LoopNest::EMPTY };
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
        Some(BitPermutation { side, source, target, rest })
    }
}

/// Splits off as many iterations of a nest as run together along one operand, by halves of loops; their offsets in the other
/// operand.
const fn split_off(nest: &mut LoopNest, side: usize, along: usize) -> Option<[isize; MAX_SIDE]> {
    let mut offsets = [0; MAX_SIDE];
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
        // Of two iterations no others are left, whose steps would be no offsets.
        nest.loops[k] = if l.extent == 2 {
            Loop::UNIT
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
pub(in crate::copy) unsafe fn copy<T: Copy>(
    permutation: &BitPermutation,
    source: *const T,
    target: *mut T,
) {
    let BitPermutation { side, source: from, target: to, rest } = permutation;
    // SAFETY: by the caller: each block has elements of the nest.
    unsafe {
        if *side == REGISTER_TILE {
            let (from, to) = (*from.first_chunk().unwrap(), *to.first_chunk().unwrap());
            rest.for_each_outer(|s, t| {
                transpose_4x4_at_offsets((source.offset(s), from), (target.offset(t), to))
            });
        } else {
            rest.for_each_outer(|s, t| copy_block(permutation, source.offset(s), target.offset(t)));
        }
    }
}

/// Copies a block through a pack buffer.
///
/// # Safety
///
/// As [`copy`], of one block of a line of elements to each side.
#[inline(always)]
unsafe fn copy_block<T: Copy>(permutation: &BitPermutation, source: *const T, target: *mut T) {
    let side = const { elements_per_line::<T>() };
    let mut buffer = PackBuffer(MaybeUninit::uninit());
    let buffer = buffer.0.as_mut_ptr().cast::<T>();
    let (from, to) = (&permutation.source[..side], &permutation.target[..side]);
    for (i, &rows) in from.as_chunks::<REGISTER_TILE>().0.iter().enumerate() {
        let step = side as isize;
        for j in (0..side).step_by(REGISTER_TILE) {
            // SAFETY: by the caller; the buffer has room for `side` rows of `side` elements.
            unsafe {
                transpose_4x4_at_offsets(
                    (source.add(j), rows),
                    (buffer.add(j * side + REGISTER_TILE * i), [0, step, 2 * step, 3 * step]),
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

    use super::*;
    use crate::bounds::Unpadded;
    use crate::domain::{Domain, Elementwise};
    use crate::operand::Operand;
    use crate::{Layout, View, ViewMut, layout};
    use layout_runtime::internals::Prepared;

    /// Copies between two layouts, which is done by blocks of so many elements to each side, and compares the
    /// whole buffer.
    fn check<T, A, B>(from: A, to: B, side: usize, of: impl Fn(usize) -> T)
    where
        T: Copy + PartialEq + core::fmt::Debug,
        A: Layout<Bounds: Unpadded> + Copy,
        B: Layout<Bounds: Unpadded> + Copy,
        Elementwise<Prepared<A::Geometry>, Prepared<B::Geometry>>: Domain,
    {
        let permutation = const {
            <Elementwise<Prepared<A::Geometry>, Prepared<B::Geometry>> as BitPermuted<T>>::PERMUTATION
                .as_ref()
        };
        assert_eq!(permutation.map(|permutation| permutation.side), (side > 0).then_some(side));
        let numbers: Vec<T> = (0..from.cosize()).map(&of).collect();
        let mut copied: Vec<T> = (0..to.cosize() + 3).map(|i| of(i + 7)).collect();
        let mut expected = copied.clone();
        let (source, target) = (from.prepared(), to.prepared());
        let offsets = |side: &dyn Fn(usize) -> isize| -> Vec<usize> {
            let first = (0..from.size()).map(side).min().unwrap().min(0);
            (0..from.size()).map(|i| side(i).abs_diff(first)).collect()
        };
        let sources = offsets(&|i| Operand::offset(source, i));
        let targets = offsets(&|i| Operand::offset(target, i));
        for (s, t) in sources.into_iter().zip(targets) {
            expected[2 + t] = numbers[s];
        }
        View::new(&numbers, from).copy_to(&mut ViewMut::new(&mut copied[2..], to));
        assert!(copied == expected);
    }

    #[test]
    fn bits_are_moved_by_register_tiles_and_by_lines() {
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
        // Of other sizes there are no register tiles, nor of a copy of fewer bits.
        check(layout!(256:1), few, 0, |i| [i as u8; 3]);
        check(layout!(8:1), layout!((2,2,2):(4,2,1)), 0, |i| i as u32);
        // In Miri there are fewer, and of two sizes: `FITS_L1` is smaller there too.
        #[cfg(miri)]
        {
            let many = layout!(((2,2,2,2,2,2,2,2),(2,2)):((512,256,128,64,32,16,8,4),(2,1)));
            check(layout!(1024:1), many, 16, |i| i as u32);
            check(layout!(1024:1), many, 8, |i| i as u64);
        }
        #[cfg(not(miri))]
        {
            let many = layout!(
                ((2,2,2,2,2,2,2,2),(2,2,2,2,2,2,2)):
                ((16384,8192,4096,2048,1024,512,256,128),(64,32,16,8,4,2,1))
            );
            check(layout!(32768:1), many, 64, |i| i as u8);
            check(layout!(32768:1), many, 32, |i| i as u16);
            check(layout!(32768:1), many, 16, |i| i as u32);
            check(layout!(32768:1), many, 8, |i| i as u64);
        }
    }

    /// ConstantNest that are no powers of two are left as they are, longer ones are halved, and gaps stay as they
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
