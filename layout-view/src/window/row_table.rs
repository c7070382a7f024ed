//! The rows of a window: for each the address of elements of the image or, at edges, of values that are as if the image went on.
//!
//! A window is then read in one way wherever it is, without a comparison, and the rows of windows one element after the other, too.

#![allow(unsafe_code)]

use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::Range;
use core::ptr::NonNull;

use super::boxes::{advance, sum};

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

/// Room for elements of at most 16 bytes.
#[repr(C, align(16))]
struct Room<const ELEMENTS: usize>([MaybeUninit<[u8; MOST_BYTES]>; ELEMENTS]);

/// Room for the values that a table has the addresses of. It is apart, as it is read where the table is borrowed.
pub(super) struct Rooms {
    /// Values outside.
    outsides: Room<OUTSIDES>,
    /// Rows of which some elements are not inside.
    cut: Room<MOST_ELEMENTS>,
}

impl Rooms {
    #[inline(always)]
    pub(super) fn new() -> Self {
        let room = const { MaybeUninit::uninit() };
        Rooms { outsides: Room([room; OUTSIDES]), cut: Room([room; MOST_ELEMENTS]) }
    }
}

/// The addresses of the rows of a window, the last mode fastest.
pub(super) struct RowTable<'a, T> {
    /// The addresses of the first window of a box.
    first: [MaybeUninit<*const T>; MOST_ELEMENTS],
    /// All bits of a row that has elements of the image, and moves with the window; 0 of one outside.
    moving: [MaybeUninit<isize>; MOST_ELEMENTS],
    /// The addresses of another window.
    moved: [MaybeUninit<*const T>; MOST_ELEMENTS],
    /// Invariant: so many are there.
    count: usize,
    /// The elements of a row that are inside of the image, and their number where some are not.
    inside: Range<usize>,
    extent: Option<usize>,
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
            count: 0,
            inside: 0..0,
            extent: None,
            outsides: rooms.outsides.0.as_mut_ptr().cast(),
            cut: rooms.cut.0.as_mut_ptr().cast(),
            rooms: PhantomData,
        }
    }

    /// Lists the rows of the windows of a box, the first of which has such extents and strides, and elements of the image in these ranges, from the address
    /// of its coordinate 0. Returns for how many windows one element after the other the rows may be read.
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
    ) -> usize {
        assert!(is_listed::<T, RANK>(sizes), "windows whose rows are listed");
        let mode = row_mode(strides);
        let is_inside = |k: usize, i: usize| inside[k].0 <= i && i < inside[k].1;
        let extent = if mode < RANK { sizes[mode] } else { 1 };
        self.inside = if mode < RANK { inside[mode].0..inside[mode].1 } else { 0..1 };
        let is_row_outside = self.inside.is_empty();
        let is_cut = !is_row_outside && self.inside.len() < extent;
        self.extent = is_cut.then_some(extent);
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
            return usize::MAX;
        }
        // SAFETY: there is room for so many elements, which are as small as those that are listed.
        unsafe { fill(self.outsides, OUTSIDES, outside) };
        if is_cut {
            // SAFETY: the same, of all elements of a window.
            unsafe { fill(self.cut, self.count * extent, outside) };
            let first = self.cut.cast_const();
            for (row, moved) in self.moved[..self.count].iter_mut().enumerate() {
                moved.write(first.wrapping_add(row * extent));
            }
            return 1;
        }
        OUTSIDES - extent + 1
    }

    /// The addresses of the rows of the window that begins so many elements after the first one.
    ///
    /// # Safety
    ///
    /// It is of the box whose rows are listed, which are so many.
    #[inline(always)]
    pub(super) unsafe fn moved(&mut self, distance: isize, count: usize) -> NonNull<*const T> {
        let bytes = distance.wrapping_mul(size_of::<T>() as isize);
        if let Some(extent) = self.extent {
            // SAFETY: by the caller.
            unsafe { self.copy_cut_rows(bytes, extent) };
        } else {
            let listed = self.first.iter().zip(&self.moving).zip(&mut self.moved);
            for ((first, moving), moved) in listed.take(count) {
                // SAFETY: by the caller and the invariant.
                let (first, moving) = unsafe { (first.assume_init(), moving.assume_init()) };
                moved.write(first.wrapping_byte_offset(bytes & moving));
            }
        }
        NonNull::from(&mut self.moved).cast()
    }

    /// Copies the elements that are inside of the image between the values outside, in each row, from a window that begins so many bytes after the first one.
    ///
    /// # Safety
    ///
    /// There are elements in the range of each row that moves.
    #[inline(never)]
    unsafe fn copy_cut_rows(&mut self, bytes: isize, extent: usize) {
        for i in self.inside.clone() {
            let mut to = self.cut.wrapping_add(i);
            for (first, moving) in self.first.iter().zip(&self.moving).take(self.count) {
                // SAFETY: by the invariant; by the caller, the elements are there, and rows outside have as many values. There is room for all rows.
                unsafe {
                    let (first, moving) = (first.assume_init(), moving.assume_init());
                    to.write(*first.wrapping_byte_offset(bytes & moving).wrapping_add(i));
                }
                to = to.wrapping_add(extent);
            }
        }
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
