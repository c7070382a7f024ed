//! Squares of elements, turned in registers.
//!
//! The compiler makes loads and stores of single elements of a square. The shuffles of
//! `core::arch` are no way out: their vectors are numbers, and an element may have bytes that
//! are none, between its fields. So this moves bytes, whatever they are, by the shuffles that
//! every x86-64 machine has; elsewhere, and for elements of other sizes, the compiler's way
//! is taken.

#![allow(unsafe_code)]

use core::array;

// Addresses are made of whole registers: a pointer or distance of 32 bits, as x32 has, leaves
// the upper half of one undefined.
#[cfg(all(
    target_arch = "x86_64",
    target_pointer_width = "64",
    target_feature = "sse2",
    not(miri)
))]
mod x86_64;

/// Whether there is the module above.
const HAS_SHUFFLES: bool = cfg!(all(
    target_arch = "x86_64",
    target_pointer_width = "64",
    target_feature = "sse2",
    not(miri)
));

/// Statements that are there where [`HAS_SHUFFLES`].
macro_rules! on_x86_64 {
    ($($statements:tt)*) => {
        #[cfg(all(
            target_arch = "x86_64",
            target_pointer_width = "64",
            target_feature = "sse2",
            not(miri)
        ))]
        {
            $($statements)*
        }
    };
}

/// The elements of a square to each side.
pub(super) const SQUARE: usize = 4;

/// The same of a large square, of elements of 1 or 2 bytes: a row of four would fill a part of a
/// register.
pub(super) const LARGE: usize = 8;

/// Whether there are large squares of these elements.
pub(super) const fn is_large<T>() -> bool {
    HAS_SHUFFLES && matches!(size_of::<T>(), 1 | 2)
}

/// [`copy_square`] of a large square, of elements that [have them](is_large).
///
/// # Safety
///
/// The same, for as many rows of as many elements.
#[inline(always)]
pub(super) unsafe fn copy_large<T: Copy>(
    (source, across): (*const T, isize),
    (target, down): (*mut T, isize),
) {
    on_x86_64! {
        // SAFETY: by the caller.
        unsafe { x86_64::copy_large(source, across, target, down) };
    }
    let _ = (source, across, target, down);
}

/// Copies the rows of a square to its columns; with the distance of the source's rows, and
/// of the target's.
///
/// # Safety
///
/// At `source` are `SQUARE` rows of as many elements to be read, those of a row one after
/// the other. At `target` are as many to be written, which share no byte with the source: all
/// rows need not be read before the first is written. Each of the two is of one allocation,
/// in which its pointer may go to all of its rows.
#[inline(always)]
pub(super) unsafe fn copy_square<T: Copy>(
    (source, across): (*const T, isize),
    (target, down): (*mut T, isize),
) {
    on_x86_64! {
        if const { x86_64::has::<T>() } {
            // SAFETY: by the caller; there is one for the size.
            return unsafe { x86_64::copy_square(source, across, target, down) };
        }
    }
    // SAFETY: by the caller.
    unsafe { gather_square((source, across, 1), (target, down)) };
}

/// [`copy_square`] of rows at any offsets.
///
/// # Safety
///
/// The same, of these rows.
#[inline(always)]
pub(super) unsafe fn copy_rows<T: Copy>(
    (source, from): (*const T, [isize; SQUARE]),
    (target, to): (*mut T, [isize; SQUARE]),
) {
    on_x86_64! {
        if const { size_of::<T>() == 4 } {
            // SAFETY: by the caller; elements have this size.
            return unsafe { x86_64::copy_rows_of_4((source.cast(), from), (target.cast(), to)) };
        }
    }
    for (k, to) in to.into_iter().enumerate() {
        for (l, from) in from.into_iter().enumerate() {
            // SAFETY: by the caller.
            unsafe { target.offset(to).add(l).write(source.offset(from).add(k).read()) };
        }
    }
}

/// [`copy_square`] of elements that are steps apart in the rows of the source.
///
/// # Safety
///
/// The same, of these elements.
#[inline(always)]
pub(super) unsafe fn gather_square<T: Copy>(
    (source, across, step): (*const T, isize, isize),
    (target, down): (*mut T, isize),
) {
    on_x86_64! {
        if const { matches!(size_of::<T>(), 4 | 8) } {
            // SAFETY: by the caller; there is one for the size.
            return unsafe { x86_64::gather_square(source, (across, step), target, down) };
        }
    }
    let from = |k: usize, l: usize| {
        source.wrapping_offset(k as isize * step).wrapping_offset(l as isize * across)
    };
    // SAFETY: by the caller; all are read before one is written, and the elements of a row of
    // the target are one after the other, as those of an array.
    unsafe {
        let turned: [[T; SQUARE]; SQUARE] =
            array::from_fn(|k| array::from_fn(|l| from(k, l).read()));
        for (k, row) in turned.into_iter().enumerate() {
            target.wrapping_offset(k as isize * down).cast::<[T; SQUARE]>().write(row);
        }
    }
}
