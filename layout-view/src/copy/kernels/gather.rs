//! A register tile of 4 x 4 elements that are a stride apart in the rows of the source, gathered.

#![allow(unsafe_code)]

use core::array;

use super::{Matrix, REGISTER_TILE};

/// Copies the rows of a register tile, of elements `step` apart, to its columns.
///
/// # Safety
///
/// As [`transpose_4x4`](super::transpose_4x4::transpose_4x4), of these elements.
#[inline(always)]
pub(super) unsafe fn gather_4x4<T: Copy>(
    source: Matrix<*const T>,
    step: isize,
    target: Matrix<*mut T>,
) {
    on_x86_64! {
        if const { matches!(size_of::<T>(), 4 | 8) } {
            // SAFETY: by the caller; there is one for the size.
            return unsafe { x86_64::gather_4x4(source, step, target) };
        }
    }
    let element = |k: usize, l: usize| {
        let row = source.first.wrapping_offset(k as isize * step);
        row.wrapping_offset(l as isize * source.leading_dimension)
    };
    // SAFETY: by the caller; all are read before one is written, and the elements of a row of
    // the target are one after the other, as those of an array.
    unsafe {
        let transposed: [[T; REGISTER_TILE]; REGISTER_TILE] =
            array::from_fn(|k| array::from_fn(|l| element(k, l).read()));
        for (k, row) in transposed.into_iter().enumerate() {
            let to = target.first.wrapping_offset(k as isize * target.leading_dimension);
            to.cast::<[T; REGISTER_TILE]>().write(row);
        }
    }
}

#[cfg(all(
    target_arch = "x86_64",
    target_pointer_width = "64",
    target_feature = "sse2",
    not(miri)
))]
mod x86_64 {
    //! Gathers by loads of single elements, each function of one block of `asm!`.

    #![allow(unsafe_code)]

    use core::arch::asm;

    use super::Matrix;

    /// [`gather_4x4`](super::gather_4x4) of elements of 4 or 8 bytes.
    ///
    /// # Safety
    ///
    /// As that, of these sizes.
    #[inline(always)]
    pub(super) unsafe fn gather_4x4<T>(
        source: Matrix<*const T>,
        step: isize,
        target: Matrix<*mut T>,
    ) {
        let steps = (source.leading_bytes(), step * size_of::<T>() as isize);
        let to = target.leading_bytes();
        let (source, target) = (source.first.cast::<u8>(), target.first.cast::<u8>());
        // SAFETY: by the caller, as in `transpose_4x4`.
        unsafe {
            if const { size_of::<T>() == 4 } {
                gather_4(source, steps, target, to);
            } else {
                gather_8(source, steps, target, to);
            }
        }
    }

    /// Rows of the target are made one after the other, of elements of four rows of the source;
    /// distances are in bytes.
    macro_rules! kernel {
        ($(#[$doc:meta])* $name:ident: [$($row:literal)*]) => {
            $(#[$doc])*
            #[inline(always)]
            unsafe fn $name(
                source: *const u8,
                (from, step): (isize, isize),
                target: *mut u8,
                to: isize,
            ) {
                // SAFETY: by the caller. The instructions need no alignment and no stack, and all
                // registers that they write are named.
                unsafe {
                    asm!(
                        $($row,)*
                        "add {source}, {step}",
                        "add {target}, {to}",
                        $($row,)*
                        "add {source}, {step}",
                        "add {target}, {to}",
                        $($row,)*
                        "add {source}, {step}",
                        "add {target}, {to}",
                        $($row,)*
                        source = inout(reg) source => _,
                        from = in(reg) from,
                        from3 = in(reg) 3 * from,
                        step = in(reg) step,
                        target = inout(reg) target => _,
                        to = in(reg) to,
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

    kernel! {
        /// # Safety
        ///
        /// Four elements of 4 bytes, in steps of `from`, can be read of four rows; four rows of 16
        /// bytes can be written.
        gather_4: [
            "movss {a}, [{source}]"
            "movss {b}, [{source} + {from}]"
            "movss {c}, [{source} + 2*{from}]"
            "movss {d}, [{source} + {from3}]"
            "unpcklps {a}, {b}"
            "unpcklps {c}, {d}"
            "movlhps {a}, {c}"
            "movups [{target}], {a}"
        ]
    }

    kernel! {
        /// # Safety
        ///
        /// Four elements of 8 bytes, in steps of `from`, can be read of four rows; four rows of 32
        /// bytes can be written.
        gather_8: [
            "movsd {a}, [{source}]"
            "movhps {a}, [{source} + {from}]"
            "movsd {b}, [{source} + 2*{from}]"
            "movhps {b}, [{source} + {from3}]"
            "movups [{target}], {a}"
            "movups [{target} + 16], {b}"
            "/* {c} {d} */"
        ]
    }
}
