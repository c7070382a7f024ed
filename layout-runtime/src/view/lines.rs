//! `turn_lines`: copies a transpose line by line of both layouts, by way of a buffer.
//!
//! Rows that are a large power of two of bytes apart lie in few sets of a cache: there is room for
//! 8 or 12 of their lines at a time, and of the lines of a block to each side some are dropped
//! before they are used whole. So a block of as many rows as a line has elements is turned into a
//! buffer, which has room: four or eight lines of the source are read whole at a time, and then each
//! line of the target is written whole. Lines are the same of all processors, or twice as long.

#![allow(unsafe_code)]

use core::mem::MaybeUninit;

use super::ahead::LINE;
use super::nest::Loop;
use super::plain::squares;
use super::turn::turn_squares;

/// Room for a block of elements of a byte each.
#[repr(align(64))]
struct Buffer(MaybeUninit<[u8; LINE * LINE]>);

/// The bytes of a line, whatever they are.
type Line = [MaybeUninit<u8>; LINE];

/// The lines of the source that are read on before the next rows: their pages are met again while
/// their addresses are known.
const ON: usize = 64;

/// Whether elements have a size of which a line has many, and the loops a block of them.
pub(super) const fn has_lines<T>(l0: Loop, l1: Loop) -> bool {
    let side = side::<T>();
    matches!(size_of::<T>(), 1 | 2 | 4 | 8)
        && align_of::<T>() <= LINE
        && l1.source == 1
        && l0.extent >= 2 * side
        && l1.extent >= 2 * side
}

/// The elements of a line.
const fn side<T>() -> usize {
    if size_of::<T>() == 0 { LINE } else { LINE / size_of::<T>() }
}

/// Copies two loops, the first of which runs along the target and the second along the source.
///
/// # Safety
///
/// The loops are such that [`has_lines`]. From `source`, at each of their offsets is an element to
/// be read; from `target`, at each of theirs is one to be written, and none is one of the source.
#[inline(never)]
pub(super) unsafe fn turn_lines<T: Copy>(l0: Loop, l1: Loop, source: *const T, target: *mut T) {
    let side = const { side::<T>() };
    let mut buffer = Buffer(MaybeUninit::uninit());
    let buffer = buffer.0.as_mut_ptr().cast::<T>();
    // The rows and columns in front of the first line, and those in blocks.
    let (rows, columns) =
        (first(target, l0.extent, l1.target), first(source, l1.extent, l0.source));
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
                // SAFETY: by the caller: the block is a part of the loops, and the buffer has room
                // for as many elements. It is written before it is read.
                unsafe {
                    turn_squares(
                        Loop { extent: side, ..l0 },
                        Loop { extent: side, source: 1, target: side as isize },
                        from,
                        buffer,
                    );
                    for k in 0..side {
                        let line = buffer.add(k * side).cast::<Line>();
                        to.offset(k as isize * l1.target).cast::<Line>().write(line.read());
                    }
                }
            }
        }
        part(rows + down, l0.extent - rows - down, jj, next - jj);
    }
    part(0, l0.extent, end, l1.extent - end);
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
        source.wrapping_offset(i * l0.source + j * l1.source),
        target.wrapping_offset(i * l0.target + j * l1.target),
    )
}

/// The elements in front of the first line, where all rows so far apart have as many, of so many
/// elements.
#[inline(always)]
fn first<T>(element: *const T, extent: usize, apart: isize) -> usize {
    let side = const { side::<T>() };
    let is_same = (apart.unsigned_abs() % side) == 0;
    if is_same { ((side - element.addr() % LINE / size_of::<T>()) % side).min(extent) } else { 0 }
}
