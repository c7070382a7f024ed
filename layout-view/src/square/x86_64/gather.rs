//! Squares of 4 x 4 elements that are steps apart in the rows of the source.

#![allow(unsafe_code)]

use core::arch::asm;

/// [`gather_square`](crate::square::gather_square) of elements of 4 or 8 bytes.
///
/// # Safety
///
/// As that, of these sizes.
#[inline(always)]
pub(in crate::square) unsafe fn gather_square<T>(
    source: *const T,
    (across, step): (isize, isize),
    target: *mut T,
    down: isize,
) {
    let (source, target) = (source.cast::<u8>(), target.cast::<u8>());
    let size = size_of::<T>() as isize;
    let (steps, down) = ((across * size, step * size), down * size);
    // SAFETY: by the caller, as in `copy_square`.
    unsafe {
        if const { size_of::<T>() == 4 } {
            gather_4(source, steps, target, down);
        } else {
            gather_8(source, steps, target, down);
        }
    }
}

/// Rows of the target are made one after the other, of elements of four rows of the source;
/// distances are in bytes.
macro_rules! gather {
    ($(#[$doc:meta])* $name:ident: [$($row:literal)*]) => {
        $(#[$doc])*
        #[inline(always)]
        unsafe fn $name(
            source: *const u8,
            (across, step): (isize, isize),
            target: *mut u8,
            down: isize,
        ) {
            // SAFETY: by the caller. The instructions need no alignment and no stack, and all
            // registers that they write are named.
            unsafe {
                asm!(
                    $($row,)*
                    "add {source}, {step}",
                    "add {target}, {down}",
                    $($row,)*
                    "add {source}, {step}",
                    "add {target}, {down}",
                    $($row,)*
                    "add {source}, {step}",
                    "add {target}, {down}",
                    $($row,)*
                    source = inout(reg) source => _,
                    across = in(reg) across,
                    across3 = in(reg) 3 * across,
                    step = in(reg) step,
                    target = inout(reg) target => _,
                    down = in(reg) down,
                    a = out(xmm_reg) _,
                    b = out(xmm_reg) _,
                    c = out(xmm_reg) _,
                    d = out(xmm_reg) _,
                    options(nostack),
                );
            }
        }
    };
}

gather! {
    /// # Safety
    ///
    /// Four elements of 4 bytes, so many steps apart, can be read of four rows; four rows of 16
    /// bytes can be written.
    gather_4: [
        "movss {a}, [{source}]"
        "movss {b}, [{source} + {across}]"
        "movss {c}, [{source} + 2*{across}]"
        "movss {d}, [{source} + {across3}]"
        "unpcklps {a}, {b}"
        "unpcklps {c}, {d}"
        "movlhps {a}, {c}"
        "movups [{target}], {a}"
    ]
}

gather! {
    /// # Safety
    ///
    /// Four elements of 8 bytes, so many steps apart, can be read of four rows; four rows of 32
    /// bytes can be written.
    gather_8: [
        "movsd {a}, [{source}]"
        "movhps {a}, [{source} + {across}]"
        "movsd {b}, [{source} + 2*{across}]"
        "movhps {b}, [{source} + {across3}]"
        "movups [{target}], {a}"
        "movups [{target} + 16], {b}"
        "/* {c} {d} */"
    ]
}
