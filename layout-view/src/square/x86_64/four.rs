//! Squares of 4 x 4 elements, whose rows have their elements side by side.

#![allow(unsafe_code)]

use core::arch::asm;

/// Whether elements have a size for which there are shuffles.
pub(in crate::square) const fn has<T>() -> bool {
    matches!(size_of::<T>(), 1 | 2 | 4 | 8)
}

/// [`copy_square`](crate::square::copy_square) of elements of such a size.
///
/// # Safety
///
/// As that, and [`has`] the size.
#[inline(always)]
pub(in crate::square) unsafe fn copy_square<T>(
    source: *const T,
    across: isize,
    target: *mut T,
    down: isize,
) {
    let (source, target) = (source.cast::<u8>(), target.cast::<u8>());
    let size = size_of::<T>() as isize;
    // The first row and the fourth are in one allocation, so that three times a distance
    // is one of its bytes: neither product overflows, nor do those of `turn!`.
    let (across, down) = (across * size, down * size);
    // SAFETY: by the caller; each reads and writes four rows of four elements, at no other
    // address, and any bytes go through registers of no type.
    unsafe {
        match const { size_of::<T>() } {
            1 => of_1(source, across, target, down),
            2 => of_2(source, across, target, down),
            4 => of_4(source, across, target, down),
            _ => of_8(source, across, target, down),
        }
    }
}

/// The shuffles that turn four elements of 4 bytes in `a` to `d`, with `e` free, into columns in `a`, `c`,
/// `e` and `b`.
macro_rules! turned_4 {
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
macro_rules! turn {
    (
        $(#[$doc:meta])* $name:ident:
        $load:literal, [$($shuffle:expr)*], [$($store:literal)*]
    ) => {
        $(#[$doc])*
        #[inline(always)]
        unsafe fn $name(source: *const u8, across: isize, target: *mut u8, down: isize) {
            // SAFETY: by the caller. The instructions need no alignment, touch no flags and
            // no stack, and all registers that they write are named.
            unsafe {
                asm!(
                    concat!($load, " {a}, [{source}]"),
                    concat!($load, " {b}, [{source} + {across}]"),
                    concat!($load, " {c}, [{source} + 2*{across}]"),
                    concat!($load, " {d}, [{source} + {across3}]"),
                    $($shuffle,)*
                    $($store,)*
                    source = in(reg) source,
                    across = in(reg) across,
                    across3 = in(reg) 3 * across,
                    target = in(reg) target,
                    down = in(reg) down,
                    down3 = in(reg) 3 * down,
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

turn! {
    /// # Safety
    ///
    /// Four rows of 4 bytes can be read, and written.
    of_1: "movd", [
        // a0 b0 a1 b1 ..., c0 d0 c1 d1 ..., then a0 b0 c0 d0 a1 b1 c1 d1 ...
        "punpcklbw {a}, {b}"
        "punpcklbw {c}, {d}"
        "punpcklwd {a}, {c}"
        "pshufd {b}, {a}, 0x55"
        "pshufd {c}, {a}, 0xaa"
        "pshufd {e}, {a}, 0xff"
    ], [
        "movd [{target}], {a}"
        "movd [{target} + {down}], {b}"
        "movd [{target} + 2*{down}], {c}"
        "movd [{target} + {down3}], {e}"
    ]
}

turn! {
    /// # Safety
    ///
    /// Four rows of 8 bytes can be read, and written.
    of_2: "movq", [
        // a0 b0 a1 b1 ..., c0 d0 c1 d1 ..., then a0 b0 c0 d0 a1 b1 c1 d1, and so 2 and 3
        "punpcklwd {a}, {b}"
        "punpcklwd {c}, {d}"
        "movdqa {e}, {a}"
        "punpckldq {a}, {c}"
        "punpckhdq {e}, {c}"
    ], [
        "movlps [{target}], {a}"
        "movhps [{target} + {down}], {a}"
        "movlps [{target} + 2*{down}], {e}"
        "movhps [{target} + {down3}], {e}"
    ]
}

turn! {
    /// # Safety
    ///
    /// Four rows of 16 bytes can be read, and written.
    of_4: "movups", [turned_4!()
    ], [
        "movups [{target}], {a}"
        "movups [{target} + {down}], {c}"
        "movups [{target} + 2*{down}], {e}"
        "movups [{target} + {down3}], {b}"
    ]
}

/// # Safety
///
/// Four rows of 32 bytes can be read, and written.
#[inline(always)]
unsafe fn of_8(source: *const u8, across: isize, target: *mut u8, down: isize) {
    // SAFETY: by the caller, as in `turn!`. The second half of the source is read after the first two
    // rows of the target are written, which share no byte with it.
    unsafe {
        asm!(
            "movups {a}, [{source}]",
            "movups {b}, [{source} + {across}]",
            "movups {c}, [{source} + 2*{across}]",
            "movups {d}, [{source} + {across3}]",
            // a0 b0, a1 b1, c0 d0, c1 d1
            "movaps {e}, {a}",
            "unpcklpd {a}, {b}",
            "unpckhpd {e}, {b}",
            "movaps {b}, {c}",
            "unpcklpd {c}, {d}",
            "unpckhpd {b}, {d}",
            "movups [{target}], {a}",
            "movups [{target} + 16], {c}",
            "movups [{target} + {down}], {e}",
            "movups [{target} + {down} + 16], {b}",
            // The same of columns 2 and 3.
            "movups {a}, [{source} + 16]",
            "movups {b}, [{source} + {across} + 16]",
            "movups {c}, [{source} + 2*{across} + 16]",
            "movups {d}, [{source} + {across3} + 16]",
            "movaps {e}, {a}",
            "unpcklpd {a}, {b}",
            "unpckhpd {e}, {b}",
            "movaps {b}, {c}",
            "unpcklpd {c}, {d}",
            "unpckhpd {b}, {d}",
            "movups [{target} + 2*{down}], {a}",
            "movups [{target} + 2*{down} + 16], {c}",
            "movups [{target} + {down3}], {e}",
            "movups [{target} + {down3} + 16], {b}",
            source = in(reg) source,
            across = in(reg) across,
            across3 = in(reg) 3 * across,
            target = in(reg) target,
            down = in(reg) down,
            down3 = in(reg) 3 * down,
            a = out(xmm_reg) _,
            b = out(xmm_reg) _,
            c = out(xmm_reg) _,
            d = out(xmm_reg) _,
            e = out(xmm_reg) _,
            options(nostack, preserves_flags),
        );
    }
}

/// [`copy_rows`](crate::square::copy_rows) of elements of 4 bytes.
///
/// # Safety
///
/// As that; offsets are in elements.
#[inline(always)]
pub(in crate::square) unsafe fn copy_rows_of_4(
    (source, from): (*const [u8; 4], [isize; 4]),
    (target, to): (*mut [u8; 4], [isize; 4]),
) {
    let [s0, s1, s2, s3] = from.map(|offset| source.wrapping_offset(offset));
    let [t0, t1, t2, t3] = to.map(|offset| target.wrapping_offset(offset));
    // SAFETY: by the caller, as in `turn!`.
    unsafe {
        asm!(
            "movups {a}, [{s0}]",
            "movups {b}, [{s1}]",
            "movups {c}, [{s2}]",
            "movups {d}, [{s3}]",
            turned_4!(),
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
