//! `turn_lines`: copies a transpose line by line of both layouts, by way of a buffer.
//!
//! Rows that are a large power of two of bytes apart lie in few sets of a cache: there is room for
//! 8 or 12 of their lines at a time, and of the lines of a block to each side some are dropped
//! before they are used whole. So a block of as many rows as a line has elements is turned into a
//! buffer, which has room: four or eight lines of the source are read whole at a time, and then each
//! line of the target is written whole. Lines are the same of all processors, or twice as long.

#![allow(unsafe_code)]

use core::mem::MaybeUninit;

use super::ahead::{LINE, prefetch};
use super::nest::Loop;
use super::plain::squares;
use super::square::{LARGE, SQUARE};
use super::turn::turn_squares;

/// Room for a block of as many lines as a line has bytes.
#[repr(align(64))]
pub(super) struct Buffer(pub(super) MaybeUninit<[u8; LINE * LINE]>);

/// The bytes of a line, whatever they are.
type Line = [MaybeUninit<u8>; LINE];

/// The lines of the source that are read on before the next rows: their pages are met again while
/// their addresses are known.
const ON: usize = 64;

/// So many lines of the source are read whole at a time: they stay in one set of a cache, where rows are a power of
/// two apart. Eight of them fill a set of most first caches, which suits large squares where nothing is asked for ahead.
const fn whole<T>(far: bool) -> usize {
    if size_of::<T>() <= 2 && !far { LARGE } else { SQUARE }
}

/// So many lines to each side are streamed at least, before they are waited for.
const MANY: usize = 8;

/// The alignment of what is stored past the caches.
const STORE: usize = 16;

/// So many lines ahead, those of the source are asked for.
const AHEAD: usize = 2;

/// Whether elements have a size of which a line has many, side by side in the source, and the loops blocks of them.
pub(super) const fn has_lines<T>(l0: Loop, l1: Loop) -> bool {
    is_of_lines::<T>(l1) && l0.extent >= 2 * side::<T>() && l1.extent >= 2 * side::<T>()
}

const fn is_of_lines<T>(l1: Loop) -> bool {
    matches!(size_of::<T>(), 1 | 2 | 4 | 8 | 16) && align_of::<T>() <= LINE && l1.source() == 1
}

/// Whether there are stores past the caches, and lines are written whole: all rows of the target are long and begin
/// at one place in their lines, or each has as many elements as a line and is followed by the next. So it is of the
/// source's rows, which are read.
pub(super) const fn is_streamed<T>(l0: Loop, l1: Loop) -> bool {
    let side = side::<T>() as isize;
    cfg!(all(target_arch = "x86_64", target_feature = "sse2", not(miri)))
        && is_of_lines::<T>(l1)
        && (is_long::<T>(l0) && l1.target() % side == 0 || is_line::<T>(l0, l1.target()))
        && (is_long::<T>(l1) || is_line::<T>(l1, l0.source()))
}

/// Whether the rows of one layout are a line each, one after the other.
pub(super) const fn is_packed<T>(l0: Loop, l1: Loop) -> bool {
    is_line::<T>(l0, l1.target()) || is_line::<T>(l1, l0.source())
}

/// Whether a row has many lines.
const fn is_long<T>(row: Loop) -> bool {
    row.extent >= MANY * side::<T>()
}

/// Whether rows so far apart have as many elements as a line, and one follows the other.
const fn is_line<T>(row: Loop, apart: isize) -> bool {
    row.extent == side::<T>() && apart == side::<T>() as isize
}

/// The elements of a line.
pub(super) const fn side<T>() -> usize {
    if size_of::<T>() == 0 { LINE } else { LINE / size_of::<T>() }
}

/// Copies two loops, the first of which runs along the target and the second along the source.
/// `FAR` is for what is larger than the caches: a line that is stored past them need not be read
/// first, and those of the source are asked for.
///
/// # Safety
///
/// The loops are such that [`has_lines`], or [`is_streamed`] where `FAR`. From `source`, at each of their offsets is an element to
/// be read; from `target`, at each of theirs is one to be written, and none is one of the source.
#[inline(never)]
pub(super) unsafe fn turn_lines<T: Copy, const FAR: bool>(
    l0: Loop,
    l1: Loop,
    source: *const T,
    target: *mut T,
) {
    let (side, whole) = const { (side::<T>(), whole::<T>(FAR)) };
    let mut buffer = Buffer(MaybeUninit::uninit());
    let buffer = buffer.0.as_mut_ptr().cast::<T>();
    // The rows and columns in front of the first line, and those in blocks. Of rows that follow each other, lines are
    // filled one after the other, wherever they begin.
    let is_one = (is_line::<T>(l0, l1.target()), is_line::<T>(l1, l0.source()));
    let rows = if is_one.0 { 0 } else { first(target, l0.extent, l1.target()) };
    let columns = if is_one.1 { 0 } else { first(source, l1.extent, l0.source()) };
    // An element may be anywhere in its line, where its alignment is less than its size.
    let is_whole = target.wrapping_add(rows).addr().is_multiple_of(STORE);
    let (down, across) = ((l0.extent - rows) / side * side, (l1.extent - columns) / side * side);
    let part = |i: usize, along: usize, j: usize, across: usize| {
        let (from, to) = at(l0, l1, source, target, (i, j));
        // SAFETY: by the caller: this is a part of the loops.
        unsafe {
            squares(Loop { extent: along, ..l0 }, Loop { extent: across, ..l1 }, from, to);
        }
    };
    part(0, l0.extent, 0, columns);
    let end = columns + across;
    for jj in (columns..end).step_by(ON * side) {
        let next = end.min(jj + ON * side);
        part(0, rows, jj, next - jj);
        for i in (rows..rows + down).step_by(side) {
            for j in (jj..next).step_by(side) {
                let (from, to) = at(l0, l1, source, target, (i, j));
                if FAR {
                    for k in 0..side as isize {
                        prefetch(
                            from.wrapping_offset(k * l0.source()).wrapping_add(AHEAD * side).cast(),
                            false,
                        );
                    }
                }
                // SAFETY: by the caller: the block is a part of the loops, and the buffer has room
                // for as many elements. It is written before it is read.
                unsafe {
                    for k in (0..side).step_by(whole) {
                        turn_squares(
                            Loop { extent: whole, ..l0 },
                            Loop::new(side, 1, side as isize),
                            from.offset(k as isize * l0.source()),
                            buffer.add(k),
                        );
                    }
                    for k in 0..side {
                        let line = buffer.add(k * side).cast::<Line>();
                        let to = to.offset(k as isize * l1.target()).cast::<Line>();
                        if FAR && is_whole {
                            stream(line, to);
                        } else {
                            to.write(line.read());
                        }
                    }
                }
            }
        }
        part(rows + down, l0.extent - rows - down, jj, next - jj);
    }
    part(0, l0.extent, end, l1.extent - end);
    if FAR {
        streamed();
    }
}

/// Copies a line past the caches; [`streamed`] is to follow before others are to see it.
///
/// # Safety
///
/// At `source` is a line to be read; at `target`, which is a multiple of [`STORE`], is one to be written.
#[inline(always)]
unsafe fn stream(source: *const Line, target: *mut Line) {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(miri)))]
    // SAFETY: by the caller: both have 64 bytes, and the target's have the alignment of a store. Bytes
    // go through registers of no type, whatever they are.
    unsafe {
        core::arch::asm!(
            "movups {a}, [{source}]",
            "movups {b}, [{source} + 16]",
            "movups {c}, [{source} + 32]",
            "movups {d}, [{source} + 48]",
            "movntps [{target}], {a}",
            "movntps [{target} + 16], {b}",
            "movntps [{target} + 32], {c}",
            "movntps [{target} + 48], {d}",
            source = in(reg) source,
            target = in(reg) target,
            a = out(xmm_reg) _,
            b = out(xmm_reg) _,
            c = out(xmm_reg) _,
            d = out(xmm_reg) _,
            options(nostack, preserves_flags),
        );
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2", not(miri))))]
    // SAFETY: by the caller.
    unsafe {
        target.write(source.read());
    }
}

/// Orders what was streamed before whatever this thread does next.
#[inline(always)]
fn streamed() {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(miri)))]
    // SAFETY: the instruction is part of what streams.
    unsafe {
        core::arch::x86_64::_mm_sfence();
    }
}

/// Where the elements of two turns are.
#[inline(always)]
fn at<T>(
    l0: Loop,
    l1: Loop,
    source: *const T,
    target: *mut T,
    (i, j): (usize, usize),
) -> (*const T, *mut T) {
    let (i, j) = (i as isize, j as isize);
    (
        source.wrapping_offset(i * l0.source() + j * l1.source()),
        target.wrapping_offset(i * l0.target() + j * l1.target()),
    )
}

/// The elements in front of the first line, where all rows so far apart have as many, of so many
/// elements.
#[inline(always)]
fn first<T>(element: *const T, extent: usize, apart: isize) -> usize {
    let side = const { side::<T>() };
    let is_same = apart.unsigned_abs().is_multiple_of(side);
    if is_same { ((side - element.addr() % LINE / size_of::<T>()) % side).min(extent) } else { 0 }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use core::fmt::Debug;
    use std::vec;
    use std::vec::Vec;

    use super::*;

    /// Copies the transpose of `m` rows of `n` elements, so far apart in the source and in the target, from the elements
    /// `s` and `t` on, and compares whole buffers; the loops of that transpose.
    fn check_at<T: Copy + PartialEq + Debug, const FAR: bool>(
        of: impl Fn(usize) -> T,
        (m, n): (usize, usize),
        (from, to): (usize, usize),
        (s, t): (usize, usize),
    ) -> (Loop, Loop) {
        let side = side::<T>();
        let numbers: Vec<T> = (0..from * m + side).map(&of).collect();
        let mut copied = vec![of(7); to * n + side];
        let mut expected = copied.clone();
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            expected[t + to * j + i] = numbers[s + from * i + j];
        }
        let l0 = Loop::new(m, from as isize, 1);
        let l1 = Loop::new(n, 1, to as isize);
        let (source, target) = (&numbers[s..], &mut copied[t..]);
        // SAFETY: the offsets of the loops are in the buffers, as those above.
        unsafe { turn_lines::<T, FAR>(l0, l1, source.as_ptr(), target.as_mut_ptr()) };
        assert_eq!(copied, expected, "{m} {n} {from} {to} {s} {t}");
        (l0, l1)
    }

    /// Blocks, and what is left to every side, wherever rows begin in their lines.
    fn check<T: Copy + PartialEq + Debug, const FAR: bool>(of: impl Fn(usize) -> T) {
        let side = side::<T>();
        // In lines of the source and of the target, and not.
        for (from, to) in [(4 * side, 3 * side), (3 * side + 1, 3 * side), (4 * side, 4 * side - 3)]
        {
            if FAR && to % side != 0 {
                continue;
            }
            let sizes = (2 * side + side / 2 + 1, 2 * side + 3);
            for at in (0..side).step_by(side / 8 + 1).map(|k| (k, side - 1 - k)) {
                let (l0, l1) = check_at::<T, FAR>(&of, sizes, (from, to), at);
                assert!(has_lines::<T>(l0, l1));
            }
        }
    }

    fn check_both<T: Copy + PartialEq + Debug>(of: impl Fn(usize) -> T + Copy) {
        check::<T, false>(of);
        check::<T, true>(of);
    }

    /// Rows of the target, or of the source, that are a line each, wherever the first begins.
    fn check_packed<T: Copy + PartialEq + Debug>(of: impl Fn(usize) -> T) {
        let side = side::<T>();
        let many = MANY * side + 3;
        for (m, n) in [(side, many), (many, side), (side, side)] {
            // Longer rows begin where lines do.
            let apart = (n.next_multiple_of(side), m.next_multiple_of(side));
            for at in (0..=side).map(|k| (k, side - k)) {
                let (l0, l1) = check_at::<T, true>(&of, (m, n), apart, at);
                assert!(is_packed::<T>(l0, l1));
                assert_eq!(is_streamed::<T>(l0, l1), cfg!(all(target_arch = "x86_64", not(miri))));
            }
        }
    }

    #[test]
    fn lines_one_after_the_other() {
        check_packed(|i| i as f32);
        check_packed(|i| i as u64);
        check_packed(|i| [i as u64, 5]);
        // Elements that begin anywhere, so that no line of them can be streamed.
        check_packed(|i| [i as u8; 4]);
    }

    #[test]
    fn lines_of_all_sizes_and_places() {
        check_both(|i| i as f64);
        check_both(|i| i as u32);
        check_both(|i| (i as u8, i as u16));
        check_both(|i| [i as f64, 0.5]);
        // Elements that begin anywhere in a line.
        check_both(|i| [i as u8; 4]);
    }

    #[test]
    #[cfg_attr(miri, ignore = "many elements, and no other `unsafe` than larger ones")]
    fn lines_of_small_elements() {
        check_both(|i| i as u8);
        check_both(|i| i as u16);
        check_both(|i| [i as u8; 2]);
    }
}
