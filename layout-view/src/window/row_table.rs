//! The rows of a window: for each the address of elements of the image or, at edges, of values that are as if the image went on.
//!
//! A window is then read in one way wherever it is, without a comparison, and the rows of windows one element after the other, too.

#![allow(unsafe_code)]

use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::Range;
use core::ptr::NonNull;

use super::boxes::{Rows, Runs, advance, sum};

/// The most elements of windows that are listed, and the bytes of the largest of them.
const MOST_ELEMENTS: usize = 128;
const MOST_BYTES: usize = 16;

/// The values outside that are next to each other.
const OUTSIDES: usize = 2 * MOST_ELEMENTS;

/// The mode along which the elements of a row are next to each other, by the strides of a window; with none, a row is one element, and this is no mode.
#[inline(always)]
pub(super) fn row_mode<const RANK: usize>(strides: [isize; RANK]) -> usize {
    match strides {
        _ if strides[RANK - 1] == 1 => RANK - 1,
        _ if strides[0] == 1 => 0,
        _ => RANK,
    }
}

/// Returns true if the rows of windows of such extents are listed.
#[inline(always)]
pub(super) fn is_listed<T, const RANK: usize>(sizes: [usize; RANK]) -> bool {
    // No overflow, and no branch, so that the compiler knows it of constants.
    let most = |n: usize| n.min(MOST_ELEMENTS + 1);
    size_of::<T>() <= MOST_BYTES
        && align_of::<T>() <= MOST_BYTES
        && (0..RANK).fold(1, |all, k| most(all * most(sizes[k].max(1)))) <= MOST_ELEMENTS
}

/// The number of rows of a window.
#[inline(always)]
pub(super) fn row_count<const RANK: usize>(sizes: [usize; RANK], strides: [isize; RANK]) -> usize {
    let mode = row_mode(strides);
    (0..RANK).fold(1, |all, k| if k == mode { all } else { all * sizes[k] })
}

/// The bytes of rows of which some elements are not inside.
const CUT_BYTES: usize = 4 * MOST_ELEMENTS * MOST_BYTES;

/// Room for elements of at most 16 bytes.
#[repr(C, align(16))]
struct Room<const ELEMENTS: usize>([MaybeUninit<[u8; MOST_BYTES]>; ELEMENTS]);

/// Room for the values that a table has the addresses of. It is apart, as it is read where the table is borrowed.
pub(super) struct Rooms {
    /// Values outside.
    outsides: Room<OUTSIDES>,
    /// Rows of which some elements are not inside.
    cut: Room<{ CUT_BYTES / MOST_BYTES }>,
}

impl Rooms {
    #[inline(always)]
    pub(super) fn new() -> Self {
        let room = const { MaybeUninit::uninit() };
        Rooms { outsides: Room([room; OUTSIDES]), cut: Room([room; CUT_BYTES / MOST_BYTES]) }
    }
}

/// Rows of the image that are copied between values outside, for a run of rows of the target. The rows of a window that only differ in the mode of the run are
/// those of one strip.
#[derive(Clone, Copy)]
struct CutRows {
    /// The elements of a row.
    extent: usize,
    /// The rows of the image in a strip.
    in_strip: usize,
    /// The rows in a strip from that of a row of the target to that of the next; 0 of one row of the target.
    step: usize,
    /// The rows of a window that are in one strip, and how many rows of the table each is after the one before it.
    together: usize,
    apart: usize,
}

impl CutRows {
    /// The place of a row of a window in its strip, and how many rows after the first one of all strips that is.
    #[inline(always)]
    fn place(&self, row: usize) -> (usize, usize) {
        let (outer, rest) =
            (row / (self.together * self.apart), row % (self.together * self.apart));
        let (in_strip, strip) = (rest / self.apart, outer * self.apart + rest % self.apart);
        (in_strip, strip * self.in_strip + in_strip)
    }
}

/// The addresses of the rows of a window, the last mode fastest.
pub(super) struct RowTable<'a, T> {
    /// The addresses of the first window of a box.
    first: [MaybeUninit<*const T>; MOST_ELEMENTS],
    /// All bits of a row that has elements of the image, and moves with the window; 0 of one outside.
    moving: [MaybeUninit<isize>; MOST_ELEMENTS],
    /// The addresses of another window, and the bytes to those of the same of the next row of the target.
    moved: [MaybeUninit<*const T>; MOST_ELEMENTS],
    steps: [MaybeUninit<isize>; MOST_ELEMENTS],
    /// Invariant: so many are there.
    count: usize,
    /// The elements of a row that are inside of the image.
    inside: Range<usize>,
    /// Where some are not, rows of the image that are copied between values outside.
    cut_rows: Option<CutRows>,
    /// Invariant: room for so many elements.
    outsides: *mut T,
    cut: *mut T,
    rooms: PhantomData<&'a mut Rooms>,
}

impl<'a, T: Copy> RowTable<'a, T> {
    #[inline(always)]
    pub(super) fn new(rooms: &'a mut Rooms) -> Self {
        RowTable {
            first: [const { MaybeUninit::uninit() }; MOST_ELEMENTS],
            moving: [const { MaybeUninit::uninit() }; MOST_ELEMENTS],
            moved: [const { MaybeUninit::uninit() }; MOST_ELEMENTS],
            steps: [const { MaybeUninit::uninit() }; MOST_ELEMENTS],
            count: 0,
            inside: 0..0,
            cut_rows: None,
            outsides: rooms.outsides.0.as_mut_ptr().cast(),
            cut: rooms.cut.0.as_mut_ptr().cast(),
            rooms: PhantomData,
        }
    }

    /// Lists the rows of the windows of a box, the first of which has such extents and strides, and elements of the image in these ranges, from the address
    /// of its coordinate 0. The rows of the target are in runs, whose windows begin so many coordinates of the image after each other. Returns for how many windows one element
    /// after the other the rows may be read, and for how many rows of the target.
    ///
    /// # Panics
    ///
    /// Where the rows of such windows are not listed.
    #[inline(never)]
    pub(super) fn list<const RANK: usize>(
        &mut self,
        zero: *const T,
        (sizes, strides): ([usize; RANK], [isize; RANK]),
        inside: &[(usize, usize); RANK],
        outside: T,
        (runs, step): (Runs, usize),
    ) -> (usize, usize) {
        assert!(is_listed::<T, RANK>(sizes), "windows whose rows are listed");
        let mode = row_mode(strides);
        let is_inside = |k: usize, i: usize| inside[k].0 <= i && i < inside[k].1;
        let extent = if mode < RANK { sizes[mode] } else { 1 };
        self.inside = if mode < RANK { inside[mode].0..inside[mode].1 } else { 0..1 };
        let is_row_outside = self.inside.is_empty();
        let is_cut = !is_row_outside && self.inside.len() < extent;
        self.cut_rows = None;
        self.count = 0;
        let (mut r, mut is_whole) = ([0; RANK], !is_cut && !is_row_outside);
        loop {
            let is_inside = !is_row_outside && (0..RANK).all(|k| k == mode || is_inside(k, r[k]));
            let row = match is_inside {
                true => zero.wrapping_offset(sum(|k| r[k] as isize, strides)),
                false => self.outsides.cast_const(),
            };
            self.first[self.count].write(row);
            self.moving[self.count].write(-isize::from(is_inside));
            self.count += 1;
            is_whole &= is_inside;
            if !advance(&mut r, sizes, mode) {
                break;
            }
        }
        if is_whole {
            return (usize::MAX, usize::MAX);
        }
        if !is_cut {
            // SAFETY: there is room for so many elements, which are as small as those that are listed.
            unsafe { fill(self.outsides, OUTSIDES, outside) };
            return (OUTSIDES - extent + 1, usize::MAX);
        }
        // A window without coordinates has a row, too.
        let size = |k: usize| if k == mode { 1 } else { sizes[k].max(1) };
        let apart = (runs.mode + 1..RANK).fold(1, |all, k| all * size(k));
        let together = size(runs.mode);
        let strips = self.count / together;
        // There is room for all rows of a window.
        let room = CUT_BYTES / size_of::<T>().max(1) / (strips * extent);
        let most = ((room - together) / step + 1).min(runs.count);
        let in_strip = step * (most - 1) + together;
        // No sum of steps overflows, of which there are none for one row.
        let step = if most > 1 { step } else { 0 };
        self.cut_rows = Some(CutRows { extent, in_strip, step, together, apart });
        // SAFETY: there is room for so many elements.
        unsafe { fill(self.cut, strips * in_strip * extent, outside) };
        (1, most)
    }

    /// The addresses of the rows of the window that begins so many elements after the first one, and how many bytes each moves from a row of the target to the next.
    ///
    /// # Safety
    ///
    /// It is of the box whose rows are listed, which are so many, and there are as many rows of the target from there on.
    #[inline(always)]
    pub(super) unsafe fn moved(
        &mut self,
        distance: isize,
        rows: Rows,
        count: usize,
    ) -> (NonNull<*const T>, NonNull<isize>) {
        let bytes = distance.wrapping_mul(size_of::<T>() as isize);
        let step = rows.source.wrapping_mul(size_of::<T>() as isize);
        if let Some(cut_rows) = self.cut_rows {
            // SAFETY: by the caller.
            unsafe { self.copy_cut_rows(cut_rows, (bytes, step), rows.count) };
        } else {
            for k in 0..count {
                // SAFETY: by the caller and the invariant.
                let (first, moving) =
                    unsafe { (self.first[k].assume_init(), self.moving[k].assume_init()) };
                self.moved[k].write(first.wrapping_byte_offset(bytes & moving));
                self.steps[k].write(step & moving);
            }
        }
        (NonNull::from(&mut self.moved).cast(), NonNull::from(&mut self.steps).cast())
    }

    /// Copies the elements that are inside of the image between the values outside, in each row of the windows of some rows of the target, the first of which begins so many
    /// bytes after the first window, and the others so many after each other.
    ///
    /// # Safety
    ///
    /// There are elements in the range of each row that moves, and room for so many rows of the target.
    #[inline(never)]
    unsafe fn copy_cut_rows(&mut self, cut: CutRows, (bytes, step): (isize, isize), rows: usize) {
        let CutRows { extent, step: further, .. } = cut;
        let (low, count) = (self.inside.start, self.inside.len());
        for k in 0..self.count {
            let (place, row) = cut.place(k);
            let to = self.cut.wrapping_add(row * extent);
            self.moved[k].write(to.cast_const());
            self.steps[k].write((further * extent * size_of::<T>()) as isize);
            // SAFETY: by the invariant.
            let (first, moving) =
                unsafe { (self.first[k].assume_init(), self.moving[k].assume_init()) };
            if moving == 0 {
                continue;
            }
            // Rows that the rows of the window before this one have copied, too.
            let done = if further == 1 && place > 0 { rows - 1 } else { 0 };
            let to = to.wrapping_add(done * further * extent + low);
            let from = first.wrapping_add(low).wrapping_byte_offset(bytes);
            let from = from.wrapping_byte_offset(step.wrapping_mul(done as isize));
            let (from, to) = ((from, step), (to, further * extent));
            // SAFETY: by the caller, the elements are there, and there is room for them.
            unsafe {
                match count {
                    1 => copy_rows::<T, 1>(from, to, 1, rows - done),
                    2 => copy_rows::<T, 2>(from, to, 1, rows - done),
                    4 => copy_rows::<T, 4>(from, to, 1, rows - done),
                    _ => copy_rows::<T, 1>(from, to, count, rows - done),
                }
            }
        }
    }
}

/// Copies so many times `N` elements in each of some rows, to rows so many elements apart.
///
/// # Safety
///
/// The elements are there, and room for them.
#[inline(always)]
unsafe fn copy_rows<T: Copy, const N: usize>(
    (mut from, bytes): (*const T, isize),
    (mut to, apart): (*mut T, usize),
    times: usize,
    rows: usize,
) {
    for _ in 0..rows {
        for i in 0..times {
            // SAFETY: by the caller.
            unsafe { to.cast::<[T; N]>().add(i).write(from.cast::<[T; N]>().add(i).read()) };
        }
        from = from.wrapping_byte_offset(bytes);
        to = to.wrapping_add(apart);
    }
}

/// Sets so many elements from an address on.
///
/// # Safety
///
/// There is room for them.
#[inline(always)]
unsafe fn fill<T: Copy>(first: *mut T, count: usize, value: T) {
    // SAFETY: by the caller.
    (0..count).for_each(|i| unsafe { first.add(i).write(value) });
}
