//! Copies between pixels, or complex numbers, and planes: transposes with few elements to one side, which are next to each other.

#![allow(unsafe_code)]

use super::Matrix;

/// Copies pixels of `C` elements, one after the other, to `C` rows.
///
/// # Safety
///
/// From `source`, `C * pixels` elements can be read; from `target`, `C` rows of `pixels` elements can be written, which are none of the
/// source.
#[inline(always)]
pub(super) unsafe fn deinterleave<T: Copy, const C: usize>(
    pixels: usize,
    source: *const T,
    target: Matrix<*mut T>,
) {
    for i in 0..pixels {
        // SAFETY: by the caller.
        unsafe {
            let pixel = source.cast::<[T; C]>().add(i).read();
            for (c, element) in pixel.into_iter().enumerate() {
                let row = target.first.wrapping_offset(c as isize * target.leading_dimension);
                row.wrapping_add(i).write(element);
            }
        }
    }
}

/// Copies `C` rows to pixels of `C` elements, one after the other.
///
/// # Safety
///
/// From `source`, `C` rows of `pixels` elements can be read; from `target`, `C * pixels` elements can be written, which are none of
/// the source.
#[inline(always)]
pub(super) unsafe fn interleave<T: Copy, const C: usize>(
    pixels: usize,
    source: Matrix<*const T>,
    target: *mut T,
) {
    for i in 0..pixels {
        // SAFETY: by the caller.
        unsafe {
            let pixel: [T; C] = core::array::from_fn(|c| {
                let row = source.first.wrapping_offset(c as isize * source.leading_dimension);
                row.wrapping_add(i).read()
            });
            target.cast::<[T; C]>().add(i).write(pixel);
        }
    }
}
