//! A register tile of 4 x 4 elements whose rows in the source are contiguous, transposed.

#![allow(unsafe_code)]

use super::gather::gather_4x4;
use super::{Matrix, REGISTER_TILE};

/// Copies the rows of a register tile to its columns.
///
/// # Safety
///
/// At `source` are `REGISTER_TILE` rows of as many elements to be read, those of a row one after
/// the other. At `target` are as many to be written, which share no byte with the source: all
/// rows need not be read before the first is written. Each of the two is of one allocation,
/// in which its pointer may go to all of its rows.
#[inline(always)]
pub(super) unsafe fn transpose_4x4<T: Copy>(source: Matrix<*const T>, target: Matrix<*mut T>) {
    on_x86_64! {
        if const { x86_64::has_shuffles::<T>() } {
            // SAFETY: by the caller; there is one for the size.
            return unsafe { x86_64::transpose_4x4(source, target) };
        }
    }
    // SAFETY: by the caller.
    unsafe { gather_4x4(source, 1, target) };
}

/// [`transpose_4x4`] of rows at any offsets.
///
/// # Safety
///
/// As [`transpose_4x4`], of these rows.
#[inline(always)]
pub(super) unsafe fn transpose_4x4_at_offsets<T: Copy>(
    (source, from): (*const T, [isize; REGISTER_TILE]),
    (target, to): (*mut T, [isize; REGISTER_TILE]),
) {
    on_x86_64! {
        if const { size_of::<T>() == 4 } {
            // SAFETY: by the caller; elements have this size.
            return unsafe {
                x86_64::transpose_4_at_offsets((source.cast(), from), (target.cast(), to))
            };
        }
    }
    for (k, to) in to.into_iter().enumerate() {
        for (l, from) in from.into_iter().enumerate() {
            // SAFETY: by the caller.
            unsafe { target.offset(to).add(l).write(source.offset(from).add(k).read()) };
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
    //! Shuffles that every x86-64 machine has, of elements of any bytes.
    //!
    //! Each function is one block of `asm!` for elements of one size: it reads the rows of a register tile, and writes its columns,
    //! at no other address.

    #![allow(unsafe_code)]

    use core::arch::asm;

    use super::Matrix;

    /// Returns true if elements have a size for which there are shuffles.
    pub(super) const fn has_shuffles<T>() -> bool {
        matches!(size_of::<T>(), 1 | 2 | 4 | 8)
    }

    /// [`transpose_4x4`](super::transpose_4x4) of elements of such a size.
    ///
    /// # Safety
    ///
    /// As that, and [`has_shuffles`] of the size.
    #[inline(always)]
    pub(super) unsafe fn transpose_4x4<T>(source: Matrix<*const T>, target: Matrix<*mut T>) {
        // The first row and the fourth are in one allocation, so that three times a distance
        // is one of its bytes: neither product overflows, nor do those of `kernel!`.
        let (from, to) = (source.leading_bytes(), target.leading_bytes());
        let (source, target) = (source.first.cast::<u8>(), target.first.cast::<u8>());
        // SAFETY: by the caller; each reads and writes four rows of four elements, at no other
        // address, and any bytes go through registers of no type.
        unsafe {
            match const { size_of::<T>() } {
                1 => transpose_1(source, from, target, to),
                2 => transpose_2(source, from, target, to),
                4 => transpose_4(source, from, target, to),
                _ => transpose_8(source, from, target, to),
            }
        }
    }

    /// The shuffles that transpose four rows of four elements of 4 bytes in `a` to `d`, with `e` free, into columns in `a`, `c`,
    /// `e` and `b`.
    macro_rules! transpose_shuffles {
        () => {
            concat!(
                // a0 b0 a1 b1, a2 b2 a3 b3
                "movaps {e}, {a}\n",
                "unpcklps {a}, {b}\n",
                "unpckhps {e}, {b}\n",
                // c0 d0 c1 d1, c2 d2 c3 d3
                "movaps {b}, {c}\n",
                "unpcklps {c}, {d}\n",
                "unpckhps {b}, {d}\n",
                // a0 b0 c0 d0, a1 b1 c1 d1
                "movaps {d}, {a}\n",
                "movlhps {a}, {c}\n",
                "movhlps {c}, {d}\n",
                // a2 b2 c2 d2, a3 b3 c3 d3
                "movaps {d}, {e}\n",
                "movlhps {e}, {b}\n",
                "movhlps {b}, {d}\n",
            )
        };
    }

    /// Rows `a` to `d` are loaded, shuffled with `e` free, and stored from where each column
    /// then is; distances are in bytes.
    macro_rules! kernel {
        (
            $(#[$doc:meta])* $name:ident:
            $load:literal, [$($shuffle:expr)*], [$($store:literal)*]
        ) => {
            $(#[$doc])*
            #[inline(always)]
            unsafe fn $name(source: *const u8, from: isize, target: *mut u8, to: isize) {
                // SAFETY: by the caller. The instructions need no alignment, touch no flags and
                // no stack, and all registers that they write are named.
                unsafe {
                    asm!(
                        concat!($load, " {a}, [{source}]"),
                        concat!($load, " {b}, [{source} + {from}]"),
                        concat!($load, " {c}, [{source} + 2*{from}]"),
                        concat!($load, " {d}, [{source} + {from3}]"),
                        $($shuffle,)*
                        $($store,)*
                        source = in(reg) source,
                        from = in(reg) from,
                        from3 = in(reg) 3 * from,
                        target = in(reg) target,
                        to = in(reg) to,
                        to3 = in(reg) 3 * to,
                        a = out(xmm_reg) _,
                        b = out(xmm_reg) _,
                        c = out(xmm_reg) _,
                        d = out(xmm_reg) _,
                        e = out(xmm_reg) _,
                        options(nostack, preserves_flags),
                    );
                }
            }
        };
    }

    kernel! {
        /// # Safety
        ///
        /// Four rows of 4 bytes can be read, and written.
        transpose_1: "movd", [
            // a0 b0 a1 b1 ..., c0 d0 c1 d1 ..., then a0 b0 c0 d0 a1 b1 c1 d1 ...
            "punpcklbw {a}, {b}"
            "punpcklbw {c}, {d}"
            "punpcklwd {a}, {c}"
            "pshufd {b}, {a}, 0x55"
            "pshufd {c}, {a}, 0xaa"
            "pshufd {e}, {a}, 0xff"
        ], [
            "movd [{target}], {a}"
            "movd [{target} + {to}], {b}"
            "movd [{target} + 2*{to}], {c}"
            "movd [{target} + {to3}], {e}"
        ]
    }

    kernel! {
        /// # Safety
        ///
        /// Four rows of 8 bytes can be read, and written.
        transpose_2: "movq", [
            // a0 b0 a1 b1 ..., c0 d0 c1 d1 ..., then a0 b0 c0 d0 a1 b1 c1 d1, and so 2 and 3
            "punpcklwd {a}, {b}"
            "punpcklwd {c}, {d}"
            "movdqa {e}, {a}"
            "punpckldq {a}, {c}"
            "punpckhdq {e}, {c}"
        ], [
            "movlps [{target}], {a}"
            "movhps [{target} + {to}], {a}"
            "movlps [{target} + 2*{to}], {e}"
            "movhps [{target} + {to3}], {e}"
        ]
    }

    kernel! {
        /// # Safety
        ///
        /// Four rows of 16 bytes can be read, and written.
        transpose_4: "movups", [transpose_shuffles!()
        ], [
            "movups [{target}], {a}"
            "movups [{target} + {to}], {c}"
            "movups [{target} + 2*{to}], {e}"
            "movups [{target} + {to3}], {b}"
        ]
    }

    /// # Safety
    ///
    /// Four rows of 32 bytes can be read, and written.
    #[inline(always)]
    unsafe fn transpose_8(source: *const u8, from: isize, target: *mut u8, to: isize) {
        // SAFETY: by the caller, as in `kernel!`. The second half of the source is read after the first two
        // rows of the target are written, which share no byte with it.
        unsafe {
            asm!(
                "movups {a}, [{source}]",
                "movups {b}, [{source} + {from}]",
                "movups {c}, [{source} + 2*{from}]",
                "movups {d}, [{source} + {from3}]",
                // a0 b0, a1 b1, c0 d0, c1 d1
                "movaps {e}, {a}",
                "unpcklpd {a}, {b}",
                "unpckhpd {e}, {b}",
                "movaps {b}, {c}",
                "unpcklpd {c}, {d}",
                "unpckhpd {b}, {d}",
                "movups [{target}], {a}",
                "movups [{target} + 16], {c}",
                "movups [{target} + {to}], {e}",
                "movups [{target} + {to} + 16], {b}",
                // The same of columns 2 and 3.
                "movups {a}, [{source} + 16]",
                "movups {b}, [{source} + {from} + 16]",
                "movups {c}, [{source} + 2*{from} + 16]",
                "movups {d}, [{source} + {from3} + 16]",
                "movaps {e}, {a}",
                "unpcklpd {a}, {b}",
                "unpckhpd {e}, {b}",
                "movaps {b}, {c}",
                "unpcklpd {c}, {d}",
                "unpckhpd {b}, {d}",
                "movups [{target} + 2*{to}], {a}",
                "movups [{target} + 2*{to} + 16], {c}",
                "movups [{target} + {to3}], {e}",
                "movups [{target} + {to3} + 16], {b}",
                source = in(reg) source,
                from = in(reg) from,
                from3 = in(reg) 3 * from,
                target = in(reg) target,
                to = in(reg) to,
                to3 = in(reg) 3 * to,
                a = out(xmm_reg) _,
                b = out(xmm_reg) _,
                c = out(xmm_reg) _,
                d = out(xmm_reg) _,
                e = out(xmm_reg) _,
                options(nostack, preserves_flags),
            );
        }
    }

    /// [`transpose_4x4_at_offsets`](super::transpose_4x4_at_offsets) of elements of 4 bytes.
    ///
    /// # Safety
    ///
    /// As that; offsets are in elements.
    #[inline(always)]
    pub(super) unsafe fn transpose_4_at_offsets(
        (source, from): (*const [u8; 4], [isize; 4]),
        (target, to): (*mut [u8; 4], [isize; 4]),
    ) {
        let [s0, s1, s2, s3] = from.map(|offset| source.wrapping_offset(offset));
        let [t0, t1, t2, t3] = to.map(|offset| target.wrapping_offset(offset));
        // SAFETY: by the caller, as in `kernel!`.
        unsafe {
            asm!(
                "movups {a}, [{s0}]",
                "movups {b}, [{s1}]",
                "movups {c}, [{s2}]",
                "movups {d}, [{s3}]",
                transpose_shuffles!(),
                "movups [{t0}], {a}",
                "movups [{t1}], {c}",
                "movups [{t2}], {e}",
                "movups [{t3}], {b}",
                s0 = in(reg) s0,
                s1 = in(reg) s1,
                s2 = in(reg) s2,
                s3 = in(reg) s3,
                t0 = in(reg) t0,
                t1 = in(reg) t1,
                t2 = in(reg) t2,
                t3 = in(reg) t3,
                a = out(xmm_reg) _,
                b = out(xmm_reg) _,
                c = out(xmm_reg) _,
                d = out(xmm_reg) _,
                e = out(xmm_reg) _,
                options(nostack, preserves_flags),
            );
        }
    }
}
