//! Squares of elements, turned in registers.

#![allow(unsafe_code)]

use core::array;

/// The elements of a square to each side.
pub(super) const SQUARE: usize = 4;

/// Copies the rows of a square to its columns; with the distance of the source's rows, and
/// of the target's.
///
/// # Safety
///
/// At `source` are `SQUARE` rows of as many elements to be read, at `target` as many to be
/// written, none of which is one of the source.
#[inline(always)]
pub(super) unsafe fn copy_square<T: Copy>(
    (source, across): (*const T, isize),
    (target, down): (*mut T, isize),
) {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(miri)))]
    if size_of::<T>() == 4 {
        // SAFETY: by the caller; rows of 16 bytes.
        return unsafe { copy_square_of_4((source, across), (target, down)) };
    }
    // SAFETY: by the caller.
    unsafe {
        let rows: [[T; SQUARE]; SQUARE] = array::from_fn(|k| {
            source.wrapping_offset(k as isize * across).cast::<[T; SQUARE]>().read()
        });
        let turned: [[T; SQUARE]; SQUARE] = array::from_fn(|k| array::from_fn(|l| rows[l][k]));
        for (k, row) in turned.into_iter().enumerate() {
            target.wrapping_offset(k as isize * down).cast::<[T; SQUARE]>().write(row);
        }
    }
}

/// [`copy_square`] of elements of 4 bytes.
///
/// The compiler makes 16 loads and stores of single elements of it. The shuffles of
/// `core::arch` are no way out: their vectors are numbers, and an element may have bytes
/// that are none. Here bytes are moved, whatever they are.
///
/// # Safety
///
/// As [`copy_square`], and `T` has 4 bytes.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(miri)))]
#[inline(always)]
unsafe fn copy_square_of_4<T>(
    (source, across): (*const T, isize),
    (target, down): (*mut T, isize),
) {
    // SAFETY: by the caller; reads four rows of 16 bytes and writes four.
    unsafe {
        core::arch::asm!(
            "movups {a}, [{source}]",
            "movups {b}, [{source} + {across}]",
            "movups {c}, [{source} + 2*{across}]",
            "movups {d}, [{source} + {across3}]",
            // a0 b0 a1 b1, a2 b2 a3 b3
            "movaps {e}, {a}",
            "unpcklps {a}, {b}",
            "unpckhps {e}, {b}",
            // c0 d0 c1 d1, c2 d2 c3 d3
            "movaps {b}, {c}",
            "unpcklps {c}, {d}",
            "unpckhps {b}, {d}",
            // a0 b0 c0 d0, a1 b1 c1 d1
            "movaps {d}, {a}",
            "movlhps {a}, {c}",
            "movhlps {c}, {d}",
            // a2 b2 c2 d2, a3 b3 c3 d3
            "movaps {d}, {e}",
            "movlhps {e}, {b}",
            "movhlps {b}, {d}",
            "movups [{target}], {a}",
            "movups [{target} + {down}], {c}",
            "movups [{target} + 2*{down}], {e}",
            "movups [{target} + {down3}], {b}",
            source = in(reg) source,
            across = in(reg) 4 * across,
            across3 = in(reg) 12 * across,
            target = in(reg) target,
            down = in(reg) 4 * down,
            down3 = in(reg) 12 * down,
            a = out(xmm_reg) _,
            b = out(xmm_reg) _,
            c = out(xmm_reg) _,
            d = out(xmm_reg) _,
            e = out(xmm_reg) _,
            options(nostack, preserves_flags),
        );
    }
}
