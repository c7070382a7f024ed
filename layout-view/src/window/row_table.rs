//! The rows of a window: for each the address of elements of the image or, at edges, of lines of the image that are copied between values
//! that are as if it went on.
//!
//! A window is then read in one way wherever it is, without a comparison, and the rows of windows one element after the other, too.

#![allow(unsafe_code)]

use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::Range;
use core::ptr::{self, NonNull};

use super::boxes::{Runs, advance, sum};
use super::overlap::within;

/// The most elements of windows that are listed, and the bytes of the largest of them.
const MOST_ELEMENTS: usize = 128;
const MOST_BYTES: usize = 16;

/// The bytes of lines of the image that are copied.
const ROOM_BYTES: usize = 16 << 10;

/// The mode along which the elements of a row are next to each other, by the strides of a window; with none, a row is one element, and
/// this is no mode.
#[inline(always)]
pub(super) fn row_mode<const RANK: usize>(strides: [isize; RANK]) -> usize {
    match strides {
        _ if strides[RANK - 1] == 1 => RANK - 1,
        _ if strides[0] == 1 => 0,
        _ => RANK,
    }
}

/// The elements of windows of such extents, or more than are listed. No overflow, and no branch, so that the compiler knows it of
/// constants.
#[inline(always)]
pub(super) fn element_count<const RANK: usize>(sizes: [usize; RANK]) -> usize {
    let mut count = 1;
    for size in sizes {
        count = (count * size.clamp(1, MOST_ELEMENTS + 1)).min(MOST_ELEMENTS + 1);
    }
    count
}

/// Returns true if the rows of windows of such extents are listed.
#[inline(always)]
pub(super) fn is_listed<T, const RANK: usize>(sizes: [usize; RANK]) -> bool {
    size_of::<T>() <= MOST_BYTES
        && align_of::<T>() <= MOST_BYTES
        && element_count(sizes) <= MOST_ELEMENTS
}

/// The number of elements that there is room for.
#[inline(always)]
const fn room<T>() -> usize {
    let bytes = if size_of::<T>() == 0 { 1 } else { size_of::<T>() };
    ROOM_BYTES / bytes
}

/// Returns true if there is room for all elements of `count` windows, whose rows are listed, one beside the other.
#[inline(always)]
pub(super) fn is_room<T, const RANK: usize>(sizes: [usize; RANK], count: usize) -> bool {
    count <= room::<T>() / element_count(sizes)
}

/// The number of windows, `along` elements after each other, for which there is room for a row of elements along `mode`.
#[inline(always)]
pub(super) fn windows_in_room<T, const RANK: usize>(
    sizes: [usize; RANK],
    mode: usize,
    along: isize,
) -> usize {
    let extent = if mode < RANK { sizes[mode] } else { 1 };
    match usize::try_from(along) {
        Ok(along @ 1..) => room::<T>().saturating_sub(extent) / along + 1,
        _ => 1,
    }
}

/// The number of rows of a window.
#[inline(always)]
#[expect(clippy::needless_range_loop, reason = "a loop of a range is spelled out first")]
pub(super) fn row_count<const RANK: usize>(sizes: [usize; RANK], mode: usize) -> usize {
    let mut count = 1;
    for k in 0..RANK {
        count *= if k == mode { 1 } else { sizes[k] };
    }
    count
}

/// Windows that slide over an image.
#[derive(Clone, Copy)]
pub(super) struct Sliding<const RANK: usize> {
    /// The coordinate of the image at which the first window begins, and the distances from one window to the next.
    pub(super) first: [isize; RANK],
    pub(super) step: [usize; RANK],
    /// The extents and the strides of the image.
    pub(super) of: [usize; RANK],
    pub(super) strides: [isize; RANK],
    /// The extents of a window.
    pub(super) sizes: [usize; RANK],
}

impl<const RANK: usize> Sliding<RANK> {
    /// The coordinate of the image at which a window begins, in one mode. Where the sum saturates, it is past the image.
    #[inline(always)]
    pub(super) fn begin(&self, k: usize, t: usize) -> isize {
        self.first[k].saturating_add_unsigned(self.step[k].saturating_mul(t))
    }

    /// The distance from coordinate 0 of the image to the beginning of a window. It may be outside, and the sum wraps.
    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "a loop of a range is spelled out first")]
    pub(super) fn offset(&self, t: [usize; RANK]) -> isize {
        let mut offset = 0_isize;
        for k in 0..RANK {
            let begin = self.first[k].wrapping_add(self.step[k].wrapping_mul(t[k]) as isize);
            offset = offset.wrapping_add(begin.wrapping_mul(self.strides[k]));
        }
        offset
    }
}

/// Room for elements of at most 16 bytes. It is apart, as it is read where the table is borrowed.
#[repr(C, align(16))]
pub(super) struct Room([MaybeUninit<[u8; MOST_BYTES]>; ROOM_BYTES / MOST_BYTES]);

impl Room {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Room([const { MaybeUninit::uninit() }; ROOM_BYTES / MOST_BYTES])
    }
}

/// Lines of the image that windows are in, as they lie in the room: along the rows of windows, and in one other mode one after the other
/// for several rows of the target.
#[derive(Clone, Copy)]
pub(super) struct Lines<const RANK: usize> {
    /// The mode along lines, and that in which they are one after the other, which is the same if there is one line.
    mode: usize,
    second: usize,
    /// The elements of a line, and the number of all lines.
    len: usize,
    count: usize,
    /// The elements from one window to the next along a line.
    pub(super) along: usize,
    /// The distances in the room from one element of a window to the next, mode by mode.
    strides: [isize; RANK],
    /// The most windows along a line, and the most rows of the target.
    pub(super) most: usize,
    pub(super) most_rows: usize,
}

impl<const RANK: usize> Lines<RANK> {
    /// Lines for windows along a mode of the target, and for runs of its rows, as many as there is room for.
    #[inline(never)]
    pub(super) fn new<T>(
        windows: &Sliding<RANK>,
        (mode, inner): (usize, usize),
        count: usize,
        runs: Runs,
    ) -> Self {
        // A window without coordinates has a row, too.
        let sizes = windows.sizes.map(|size| size.max(1));
        let extent = if mode < RANK { sizes[mode] } else { 1 };
        let (row_count, room) = (row_count(sizes, mode), room::<T>());
        let (mut along, mut most) = (0, 1);
        if mode == inner {
            along = windows.step[mode].min(extent);
            most = ((room / row_count - extent) / along + 1).min(count);
        }
        let len = along * (most - 1) + extent;
        let (second, mut most_rows, mut in_second) = (runs.mode, 1, 1);
        if second != mode {
            let (size, step) = (sizes[second], windows.step[second]);
            if mode == inner {
                most_rows = ((room / (row_count / size) / len - size) / step + 1).min(runs.count);
            }
            // No overflow: of one row no step is taken.
            in_second = step.wrapping_mul(most_rows - 1) + size;
        }
        let mut strides = [1; RANK];
        let mut next = len;
        if second != mode {
            strides[second] = next as isize;
            next *= in_second;
        }
        for k in 0..RANK {
            if k != mode && k != second {
                strides[k] = next as isize;
                next *= sizes[k];
            }
        }
        Lines { mode, second, len, count: next / len, along, strides, most, most_rows }
    }

    /// The elements from the windows of a row of the target to those of the next.
    #[inline(always)]
    pub(super) fn further(&self, windows: &Sliding<RANK>) -> isize {
        match self.second == self.mode {
            true => 0,
            false => self.strides[self.second].wrapping_mul(windows.step[self.second] as isize),
        }
    }
}

/// The addresses of the rows of a window, the last mode fastest.
pub(super) struct RowTable<'a, T> {
    rows: [MaybeUninit<*const T>; MOST_ELEMENTS],
    /// The bytes that each is further in the next row of the target, where they differ.
    steps: [MaybeUninit<isize>; MOST_ELEMENTS],
    /// The elements inside of each line whose other elements are values outside already, and how many lines these are.
    filled: (Range<usize>, usize),
    room: *mut T,
    rooms: PhantomData<&'a mut Room>,
}

impl<'a, T: Copy> RowTable<'a, T> {
    #[inline(always)]
    pub(super) fn new(room: &'a mut Room) -> Self {
        RowTable {
            rows: [const { MaybeUninit::uninit() }; MOST_ELEMENTS],
            steps: [const { MaybeUninit::uninit() }; MOST_ELEMENTS],
            filled: (0..0, 0),
            room: room.0.as_mut_ptr().cast(),
            rooms: PhantomData,
        }
    }

    /// The address of the first row.
    #[inline(always)]
    pub(super) fn first(&mut self) -> NonNull<*const T> {
        NonNull::from(&mut self.rows).cast()
    }

    /// Moves `count` rows, which are listed by [`list_some`](Self::list_some), to those of the next row of the target.
    #[inline(never)]
    pub(super) fn step(&mut self, count: usize) {
        for (row, step) in self.rows.iter_mut().zip(&self.steps).take(count) {
            // SAFETY: both are listed.
            unsafe {
                row.write(row.assume_init().wrapping_byte_offset(step.assume_init()));
            }
        }
    }

    /// Lists the rows of a window whose coordinate 0 has an address.
    ///
    /// # Panics
    ///
    /// Where the rows of such windows are not listed.
    #[inline(never)]
    pub(super) fn list<const RANK: usize>(
        &mut self,
        zero: *const T,
        (sizes, strides): ([usize; RANK], [isize; RANK]),
        mode: usize,
    ) {
        let (mut r, mut count) = ([0; RANK], 0);
        loop {
            self.rows[count].write(zero.wrapping_offset(sum(|k| r[k] as isize, strides)));
            count += 1;
            if !advance(&mut r, sizes, mode) {
                return;
            }
        }
    }

    /// Lists the rows of the windows in lines that are copied.
    #[inline(always)]
    pub(super) fn list_lines<const RANK: usize>(
        &mut self,
        lines: &Lines<RANK>,
        sizes: [usize; RANK],
    ) {
        self.filled = (0..0, 0);
        self.list(self.room.cast_const(), (sizes, lines.strides), lines.mode);
    }

    /// Lists the rows of `count` windows, `along` elements after each other, which are inside of the image along the rows of windows. In
    /// place of rows outside in another mode are values outside. The others are `further` elements further in the next row of the target.
    ///
    /// # Panics
    ///
    /// If there is no room for these rows.
    #[inline(never)]
    pub(super) fn list_some<const RANK: usize>(
        &mut self,
        zero: *const T,
        windows: &Sliding<RANK>,
        (t, count): ([usize; RANK], usize),
        (mode, further, along): (usize, isize, isize),
        outside: T,
    ) {
        let extent = if mode < RANK { windows.sizes[mode] } else { 1 };
        let count = (along as usize).wrapping_mul(count - 1) + extent;
        assert!(count <= room::<T>(), "room for values outside");
        // SAFETY: there is room for them.
        unsafe { fill(self.room, count, outside) };
        let zero = zero.wrapping_offset(windows.offset(t));
        self.list(zero, (windows.sizes, windows.strides), mode);
        let step = further.wrapping_mul(size_of::<T>() as isize);
        let (mut r, mut count) = ([0; RANK], 0);
        loop {
            let mut is_inside = true;
            for k in 0..RANK {
                is_inside &= k == mode || is_at(windows.begin(k, t[k]), r[k], windows.of[k]);
            }
            self.steps[count].write(if is_inside { step } else { 0 });
            if !is_inside {
                self.rows[count].write(self.room.cast_const());
            }
            count += 1;
            if !advance(&mut r, windows.sizes, mode) {
                return;
            }
        }
    }

    /// Copies the lines of the windows of `rows` rows of the target, `count` along each, from an image whose coordinate 0 has an address,
    /// with values outside in place of what is not there.
    ///
    /// # Safety
    ///
    /// The lines are those of such windows, of which there are at least as many. At each coordinate of the image is an element.
    #[inline(never)]
    pub(super) unsafe fn copy<const RANK: usize>(
        &mut self,
        zero: *const T,
        (windows, t, rows, count): (&Sliding<RANK>, [usize; RANK], usize, usize),
        lines: &Lines<RANK>,
        outside: T,
    ) {
        let Sliding { of, strides, step, .. } = *windows;
        let mut sizes = windows.sizes.map(|size| size.max(1));
        let Lines { mode, second, .. } = *lines;
        let mut begin = [0; RANK];
        for k in 0..RANK {
            begin[k] = windows.begin(k, t[k]);
        }
        let (mut inside, mut extent, mut is_apart) = (0..1, 1, false);
        if mode < RANK {
            extent = sizes[mode];
            inside = within(begin[mode], 1, of[mode], lines.along * (count - 1) + extent);
            is_apart = count > 1 && lines.along < step[mode];
        }
        if self.filled != (inside.clone(), lines.count) && !is_apart {
            for line in 0..lines.count {
                let line = self.room.wrapping_add(line * lines.len);
                // SAFETY: there is room for all lines, of which those that are shorter leave some.
                unsafe {
                    fill(line, inside.start, outside);
                    fill(line.wrapping_add(inside.end), lines.len - inside.end, outside);
                }
            }
            self.filled = (inside.clone(), lines.count);
        } else if is_apart {
            self.filled = (0..0, 0);
        }
        let (mut lines_inside, mut in_second, mut next) = (0..1, 1, 0);
        if second != mode {
            in_second = step[second].wrapping_mul(rows - 1) + sizes[second];
            lines_inside = within(begin[second], 1, of[second], in_second);
            next = strides[second];
            sizes[second] = 1;
        }
        let base = zero.wrapping_offset(windows.offset(t));
        // What is filled in lines outside.
        let filled = if is_apart { 0..lines.len } else { inside.clone() };
        let mut r = [0; RANK];
        loop {
            let mut is_inside = is_apart || !inside.is_empty();
            for k in 0..RANK {
                is_inside &= k == mode || k == second || is_at(begin[k], r[k], of[k]);
            }
            let to = self.room.wrapping_offset(sum(|k| r[k] as isize, lines.strides));
            let from = base.wrapping_offset(sum(|k| r[k] as isize, strides));
            let some = if is_inside { lines_inside.clone() } else { 0..0 };
            // SAFETY: there is room for all lines, and those inside are lines of the image.
            unsafe {
                fill_lines(to, 0..some.start, lines.len, &filled, outside);
                fill_lines(to, some.end..in_second, lines.len, &filled, outside);
                let from = from.wrapping_offset(next.wrapping_mul(some.start as isize));
                let to = to.add(some.start * lines.len);
                if is_apart {
                    for line in 0..some.len() {
                        let from = from.wrapping_offset(next.wrapping_mul(line as isize));
                        let to = to.add(line * lines.len);
                        for i in 0..count {
                            let begin = windows.begin(mode, t[mode] + i);
                            let from = from.wrapping_add(i.wrapping_mul(step[mode]));
                            for j in 0..extent {
                                let is_inside = is_at(begin, j, of[mode]);
                                let from = from.wrapping_add(j);
                                let value = if is_inside { from.read() } else { outside };
                                to.add(i * extent + j).write(value);
                            }
                        }
                    }
                } else {
                    let (from, to) = (from.wrapping_add(inside.start), to.add(inside.start));
                    copy_lines((from, next), (to, lines.len), inside.len(), some.len());
                }
            }
            if !advance(&mut r, sizes, mode) {
                return;
            }
        }
    }
}

/// Returns true if the coordinate `more` after `begin` is not negative and below an extent.
#[inline(always)]
pub(super) fn is_at(begin: isize, more: usize, extent: usize) -> bool {
    // What is negative, and what is past the greatest number, is larger than any extent.
    (begin.wrapping_add_unsigned(more) as usize) < extent
}

/// Copies `count` elements of each of `lines` lines, which are `next` elements apart, to lines `len` apart.
///
/// # Safety
///
/// The elements are there, and room for them.
#[inline(always)]
unsafe fn copy_lines<T: Copy>(
    (mut from, next): (*const T, isize),
    (mut to, len): (*mut T, usize),
    count: usize,
    lines: usize,
) {
    for _ in 0..lines {
        // SAFETY: by the caller.
        unsafe { ptr::copy_nonoverlapping(from, to, count) };
        (from, to) = (from.wrapping_offset(next), to.wrapping_add(len));
    }
}

/// Sets a range of the elements of each of some lines of `len` elements, from an address on.
///
/// # Safety
///
/// There is room for them.
#[inline(always)]
unsafe fn fill_lines<T: Copy>(
    first: *mut T,
    lines: Range<usize>,
    len: usize,
    range: &Range<usize>,
    value: T,
) {
    for line in lines {
        // SAFETY: by the caller.
        unsafe { fill(first.add(line * len + range.start), range.len(), value) };
    }
}

/// Sets `count` elements from an address on.
///
/// # Safety
///
/// There is room for them.
#[inline(always)]
unsafe fn fill<T: Copy>(first: *mut T, count: usize, value: T) {
    for i in 0..count {
        // SAFETY: by the caller.
        unsafe { first.add(i).write(value) };
    }
}
