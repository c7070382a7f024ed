//! Packing: a transpose by whole cache lines of both layouts, through a pack buffer.
//!
//! Rows that are a large power of two of bytes apart lie in few sets of a cache: there is room for
//! 8 or 12 of their lines at a time, and of the lines of a block to each side some are evicted
//! before they are used whole. So a block of as many rows as a line has elements is transposed into a
//! buffer, which has room: four or eight lines of the source are read whole at a time, and then each
//! line of the target is written whole. Lines are the same of all processors, or twice as long.

#![allow(unsafe_code)]

use core::hint::black_box;
use core::mem::MaybeUninit;

use super::{LARGE_REGISTER_TILE, REGISTER_TILE, transpose};
use crate::cache::CACHE_LINE;
use crate::loop_nest::Loop;
use crate::prefetch::{Level, prefetch};

/// A pack buffer with room for a block of as many lines as a line has bytes.
#[repr(align(64))]
pub(super) struct PackBuffer(pub(super) MaybeUninit<[u8; CACHE_LINE * CACHE_LINE]>);

/// The bytes of a cache line, whatever they are.
type Line = [MaybeUninit<u8>; CACHE_LINE];

/// The lines along the source that are read before the next rows: their pages are met again while
/// their addresses are in the TLB.
const LINES_BEFORE_NEXT_ROWS: usize = 64;

/// The rows of the source whose lines are read whole at a time: they stay in one set of a cache, where rows are a power of
/// two apart. Eight of them fill a set of most first-level caches, which suits large register tiles where nothing is prefetched.
#[inline(always)]
const fn rows_per_pass<T>(is_non_temporal: bool) -> usize {
    if size_of::<T>() <= 2 && !is_non_temporal { LARGE_REGISTER_TILE } else { REGISTER_TILE }
}

/// The least lines to each side for non-temporal stores: of fewer, they are waited for.
const MIN_NON_TEMPORAL_LINES: usize = 8;

/// The alignment of a non-temporal store, in bytes.
const NON_TEMPORAL_ALIGNMENT: usize = 16;

/// The prefetch distance along the source, in lines.
const PREFETCH_LINES: usize = 2;

/// Returns true if elements have a size of which a line has many, side by side in the source, and the loops have blocks of whole lines.
pub(in crate::copy) const fn has_cache_line_blocks<T>(l0: Loop, l1: Loop) -> bool {
    let least = 2 * elements_per_line::<T>();
    divides_cache_line::<T>(l1) && l0.extent >= least && l1.extent >= least
}

const fn divides_cache_line<T>(l1: Loop) -> bool {
    matches!(size_of::<T>(), 1 | 2 | 4 | 8 | 16)
        && align_of::<T>() <= CACHE_LINE
        && l1.source() == 1
}

/// Returns true if there are non-temporal stores, and lines are written whole: all rows of the target are long and begin
/// at one place in their lines, or each has as many elements as a line and is followed by the next. The same holds of the
/// source's rows, which are read.
pub(in crate::copy) const fn fills_cache_lines<T>(l0: Loop, l1: Loop) -> bool {
    let side = elements_per_line::<T>() as isize;
    cfg!(all(target_arch = "x86_64", target_feature = "sse2", not(miri)))
        && divides_cache_line::<T>(l1)
        && (is_long_row::<T>(l0) && l1.target() % side == 0
            || is_row_of_one_line::<T>(l0, l1.target()))
        && (is_long_row::<T>(l1) || is_row_of_one_line::<T>(l1, l0.source()))
}

/// Returns true if the rows of one layout are a line each, one after the other.
pub(in crate::copy) const fn has_rows_of_one_line<T>(l0: Loop, l1: Loop) -> bool {
    is_row_of_one_line::<T>(l0, l1.target()) || is_row_of_one_line::<T>(l1, l0.source())
}

/// Returns true if a row has many lines.
const fn is_long_row<T>(row: Loop) -> bool {
    row.extent >= MIN_NON_TEMPORAL_LINES * elements_per_line::<T>()
}

/// Returns true if rows so far apart have as many elements as a line, and one follows the other.
const fn is_row_of_one_line<T>(row: Loop, apart: isize) -> bool {
    row.extent == elements_per_line::<T>() && apart == elements_per_line::<T>() as isize
}

/// The elements of a line.
pub(super) const fn elements_per_line<T>() -> usize {
    if size_of::<T>() == 0 { CACHE_LINE } else { CACHE_LINE / size_of::<T>() }
}

/// Copies the two loops of a transpose. `is_non_temporal` is for a copy that is larger than the caches: a line that is stored past them
/// need not be read first, and those of the source are prefetched.
///
/// # Safety
///
/// The loops [have blocks](has_cache_line_blocks), or [fill lines](fills_cache_lines) where `is_non_temporal`. From `source`, at each of
/// their offsets is an element to be read; from `target`, at each of theirs is one to be written, and none is one of the source.
#[inline(never)]
pub(in crate::copy) unsafe fn copy<T: Copy>(
    is_non_temporal: bool,
    l0: Loop,
    l1: Loop,
    source: *const T,
    target: *mut T,
) {
    let side = const { elements_per_line::<T>() };
    let mut buffer = PackBuffer(MaybeUninit::uninit());
    let buffer = buffer.0.as_mut_ptr().cast::<T>();
    // The rows and columns in front of the first line, and those in blocks. Of rows that follow each other, lines are
    // filled one after the other, wherever they begin.
    let has_one_line =
        (is_row_of_one_line::<T>(l0, l1.target()), is_row_of_one_line::<T>(l1, l0.source()));
    let rows =
        if has_one_line.0 { 0 } else { elements_before_line(target, l0.extent, l1.target()) };
    let columns =
        if has_one_line.1 { 0 } else { elements_before_line(source, l1.extent, l0.source()) };
    // An element may be anywhere in its line, where its alignment is less than its size.
    let is_aligned = target.wrapping_add(rows).addr().is_multiple_of(NON_TEMPORAL_ALIGNMENT);
    let (down, across) = ((l0.extent - rows) / side * side, (l1.extent - columns) / side * side);
    let remainder = |i: usize, along: usize, j: usize, across: usize| {
        let (from, to) = addresses(l0, l1, source, target, (i, j));
        let (l0, l1) = (Loop { extent: along, ..l0 }, Loop { extent: across, ..l1 });
        // SAFETY: by the caller: this is a part of the loops.
        unsafe { copy_remainder(&l0, &l1, from, to) };
    };
    remainder(0, l0.extent, 0, columns);
    let end = columns + across;
    for jj in (columns..end).step_by(LINES_BEFORE_NEXT_ROWS * side) {
        let next = end.min(jj + LINES_BEFORE_NEXT_ROWS * side);
        remainder(0, rows, jj, next - jj);
        for i in (rows..rows + down).step_by(side) {
            for j in (jj..next).step_by(side) {
                let (from, to) = addresses(l0, l1, source, target, (i, j));
                // SAFETY: by the caller: the block is a part of the loops, and the buffer has room
                // for as many elements. It is written before it is read.
                unsafe {
                    pack::<T>(is_non_temporal, l0, from, buffer);
                    unpack::<T>(is_non_temporal && is_aligned, buffer, to, l1.target());
                }
            }
        }
        remainder(rows + down, l0.extent - rows - down, jj, next - jj);
    }
    remainder(0, l0.extent, end, l1.extent - end);
    if is_non_temporal {
        order_non_temporal_stores();
    }
}

/// Copies what is left to one side of the blocks: a function of its own, which is there once for all sides.
///
/// # Safety
///
/// As [`copy`], of this part of the loops.
#[inline(never)]
unsafe fn copy_remainder<T: Copy>(l0: &Loop, l1: &Loop, source: *const T, target: *mut T) {
    // SAFETY: by the caller.
    unsafe { transpose::copy(*l0, *l1, source, target) };
}

/// Transposes a block of the source into the pack buffer.
///
/// # Safety
///
/// From `source`, lines can be read at as many steps of the loop as a line has elements; the buffer has room for as many lines.
#[inline(always)]
unsafe fn pack<T: Copy>(is_non_temporal: bool, l0: Loop, source: *const T, buffer: *mut T) {
    let side = const { elements_per_line::<T>() };
    if is_non_temporal {
        for k in 0..side as isize {
            let next = source.wrapping_offset(k * l0.source()).wrapping_add(PREFETCH_LINES * side);
            prefetch(next.cast(), Level::L2);
        }
    }
    // Numbers that the compiler knows, in each case.
    let pass = |k: usize, rows: usize| {
        // SAFETY: by the caller.
        unsafe {
            transpose::copy_inline(
                Loop { extent: rows, ..l0 },
                Loop::new(side, 1, side as isize),
                source.offset(k as isize * l0.source()),
                buffer.add(k),
            );
        }
    };
    let (past, through) = const { (rows_per_pass::<T>(true), rows_per_pass::<T>(false)) };
    // Of instructions by `asm!` LLVM does not see the size, and would spell out all passes.
    let (end, mut k) = (black_box(side), 0);
    if past == through || is_non_temporal {
        while k < end {
            pass(k, past);
            k += past;
        }
    } else {
        while k < end {
            pass(k, through);
            k += through;
        }
    }
}

/// Copies the lines of the pack buffer to the target.
///
/// # Safety
///
/// The buffer has as many lines as a line has elements; from `target`, in steps of `stride`, as many are to be written, which are
/// multiples of [`NON_TEMPORAL_ALIGNMENT`] where `is_non_temporal`.
#[inline(always)]
unsafe fn unpack<T: Copy>(is_non_temporal: bool, buffer: *const T, target: *mut T, stride: isize) {
    let side = const { elements_per_line::<T>() };
    let line = |k: usize| {
        // SAFETY: by the caller, for `k` below `side`.
        unsafe {
            let line = buffer.add(k * side).cast::<Line>();
            let to = target.offset(k as isize * stride).cast::<Line>();
            if is_non_temporal {
                store_non_temporal(line, to);
            } else {
                to.write(line.read());
            }
        }
    };
    // Four at a time, not all of them: as in `pack`. Lines have four elements or more.
    let (end, mut k) = (black_box(side) / 4, 0);
    while k < end {
        (0..4).for_each(|i| line(4 * k + i));
        k += 1;
    }
}

/// Copies a line past the caches; [`order_non_temporal_stores`] is to follow before others are to see it.
///
/// # Safety
///
/// At `source` is a line to be read; at `target`, which is a multiple of [`NON_TEMPORAL_ALIGNMENT`], is one to be written.
#[inline(always)]
unsafe fn store_non_temporal(source: *const Line, target: *mut Line) {
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

/// Orders the non-temporal stores before whatever this thread does next.
#[inline(always)]
fn order_non_temporal_stores() {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(miri)))]
    // SAFETY: the instruction comes with those of the stores.
    unsafe {
        core::arch::x86_64::_mm_sfence();
    }
}

/// The addresses of the elements of two iterations.
#[inline(always)]
fn addresses<T>(
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

/// The elements in front of the first line of a row of `extent` elements, where all rows, `apart` elements from each other, have as
/// many there; else 0.
#[inline(always)]
fn elements_before_line<T>(element: *const T, extent: usize, apart: isize) -> usize {
    let side = const { elements_per_line::<T>() };
    let is_same = apart.unsigned_abs().is_multiple_of(side);
    if !is_same {
        return 0;
    }
    ((side - element.addr() % CACHE_LINE / size_of::<T>()) % side).min(extent)
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
    fn check_at<T: Copy + PartialEq + Debug, const NON_TEMPORAL: bool>(
        of: impl Fn(usize) -> T,
        (m, n): (usize, usize),
        (from, to): (usize, usize),
        (s, t): (usize, usize),
    ) -> (Loop, Loop) {
        let side = elements_per_line::<T>();
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
        unsafe { super::copy::<T>(NON_TEMPORAL, l0, l1, source.as_ptr(), target.as_mut_ptr()) };
        assert_eq!(copied, expected, "{m} {n} {from} {to} {s} {t}");
        (l0, l1)
    }

    /// Blocks, and what is left to every side, wherever rows begin in their lines.
    fn check<T: Copy + PartialEq + Debug, const NON_TEMPORAL: bool>(of: impl Fn(usize) -> T) {
        let side = elements_per_line::<T>();
        // In lines of the source and of the target, and not.
        for (from, to) in [(4 * side, 3 * side), (3 * side + 1, 3 * side), (4 * side, 4 * side - 3)]
        {
            if NON_TEMPORAL && to % side != 0 {
                continue;
            }
            let sizes = (2 * side + side / 2 + 1, 2 * side + 3);
            for at in (0..side).step_by(side / 8 + 1).map(|k| (k, side - 1 - k)) {
                let (l0, l1) = check_at::<T, NON_TEMPORAL>(&of, sizes, (from, to), at);
                assert!(has_cache_line_blocks::<T>(l0, l1));
            }
        }
    }

    fn check_both<T: Copy + PartialEq + Debug>(of: impl Fn(usize) -> T + Copy) {
        check::<T, false>(of);
        check::<T, true>(of);
    }

    /// Rows of the target, or of the source, that are a line each, wherever the first begins.
    fn check_packed<T: Copy + PartialEq + Debug>(of: impl Fn(usize) -> T) {
        let side = elements_per_line::<T>();
        let many = MIN_NON_TEMPORAL_LINES * side + 3;
        for (m, n) in [(side, many), (many, side), (side, side)] {
            // Longer rows begin where lines do.
            let apart = (n.next_multiple_of(side), m.next_multiple_of(side));
            for at in (0..=side).map(|k| (k, side - k)) {
                let (l0, l1) = check_at::<T, true>(&of, (m, n), apart, at);
                assert!(has_rows_of_one_line::<T>(l0, l1));
                assert_eq!(
                    fills_cache_lines::<T>(l0, l1),
                    cfg!(all(target_arch = "x86_64", not(miri)))
                );
            }
        }
    }

    #[test]
    fn lines_one_after_the_other() {
        check_packed(|i| i as f32);
        check_packed(|i| i as u64);
        check_packed(|i| [i as u64, 5]);
        // Elements that begin anywhere, so that there are no non-temporal stores of their lines.
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
