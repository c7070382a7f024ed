//! Squares of 8 x 8 elements of 1 or 2 bytes.

#![allow(unsafe_code)]

use core::arch::asm;

/// [`copy_large`](crate::square::copy_large).
///
/// # Safety
///
/// As that, of elements of 1 or 2 bytes.
#[inline(always)]
pub(in crate::square) unsafe fn copy_large<T>(
    source: *const T,
    across: isize,
    target: *mut T,
    down: isize,
) {
    let (source, target) = (source.cast::<u8>(), target.cast::<u8>());
    let size = size_of::<T>() as isize;
    let (across, down) = (across * size, down * size);
    // SAFETY: by the caller, as in `copy_square`: four times the distance of the source's rows
    // is one of its bytes, and eight times that of the target's is not computed to be used.
    unsafe {
        if const { size_of::<T>() == 1 } {
            large_of_1(source, across, target, down);
        } else {
            large_of_2(source, across, target, down);
        }
    }
}

/// Eight rows `a` to `h` are loaded, shuffled with `i` free, and stored from where each column
/// then is; distances are in bytes.
macro_rules! turn_large {
    (
        $(#[$doc:meta])* $name:ident:
        $load:literal, [$($shuffle:literal)*],
        [$(($low:literal, $first:ident, $high:literal, $second:ident))*]
    ) => {
        $(#[$doc])*
        #[inline(always)]
        unsafe fn $name(source: *const u8, across: isize, target: *mut u8, down: isize) {
            // SAFETY: by the caller. The instructions need no alignment and no stack, and all
            // registers that they write are named.
            unsafe {
                asm!(
                    concat!($load, " {a}, [{source}]"),
                    concat!($load, " {b}, [{source} + {across}]"),
                    concat!($load, " {c}, [{source} + 2*{across}]"),
                    concat!($load, " {d}, [{source} + {across3}]"),
                    "lea {source}, [{source} + 4*{across}]",
                    concat!($load, " {e}, [{source}]"),
                    concat!($load, " {f}, [{source} + {across}]"),
                    concat!($load, " {g}, [{source} + 2*{across}]"),
                    concat!($load, " {h}, [{source} + {across3}]"),
                    $($shuffle,)*
                    $(
                        concat!($low, " [{target}], {", stringify!($first), "}"),
                        concat!($high, " [{target} + {down}], {", stringify!($second), "}"),
                        "lea {target}, [{target} + 2*{down}]",
                    )*
                    source = inout(reg) source => _,
                    across = in(reg) across,
                    across3 = in(reg) 3 * across,
                    target = inout(reg) target => _,
                    down = in(reg) down,
                    a = out(xmm_reg) _,
                    b = out(xmm_reg) _,
                    c = out(xmm_reg) _,
                    d = out(xmm_reg) _,
                    e = out(xmm_reg) _,
                    f = out(xmm_reg) _,
                    g = out(xmm_reg) _,
                    h = out(xmm_reg) _,
                    i = out(xmm_reg) _,
                    options(nostack, preserves_flags),
                );
            }
        }
    };
}

turn_large! {
    /// # Safety
    ///
    /// Eight rows of 8 bytes can be read, and written.
    large_of_1: "movq", [
        // a0 b0 a1 b1 ... a7 b7, and so c and d, e and f, g and h
        "punpcklbw {a}, {b}"
        "punpcklbw {c}, {d}"
        "punpcklbw {e}, {f}"
        "punpcklbw {g}, {h}"
        // a0 b0 c0 d0 ... a3 b3 c3 d3, and the others in `b`; so e to h
        "movdqa {b}, {a}"
        "punpcklwd {a}, {c}"
        "punpckhwd {b}, {c}"
        "movdqa {d}, {e}"
        "punpcklwd {e}, {g}"
        "punpckhwd {d}, {g}"
        // columns 0 and 1, 2 and 3, 4 and 5, 6 and 7
        "movdqa {c}, {a}"
        "punpckldq {a}, {e}"
        "punpckhdq {c}, {e}"
        "movdqa {f}, {b}"
        "punpckldq {b}, {d}"
        "punpckhdq {f}, {d}"
        // Unused here.
        "/* {i} */"
    ], [
        ("movlps", a, "movhps", a)
        ("movlps", c, "movhps", c)
        ("movlps", b, "movhps", b)
        ("movlps", f, "movhps", f)
    ]
}

turn_large! {
    /// # Safety
    ///
    /// Eight rows of 16 bytes can be read, and written.
    large_of_2: "movups", [
        // a0 b0 ... a3 b3 in `a`, the others in `i`; so c and d in `c` and `b`, e and f in `e`
        // and `d`, g and h in `g` and `f`
        "movdqa {i}, {a}"
        "punpcklwd {a}, {b}"
        "punpckhwd {i}, {b}"
        "movdqa {b}, {c}"
        "punpcklwd {c}, {d}"
        "punpckhwd {b}, {d}"
        "movdqa {d}, {e}"
        "punpcklwd {e}, {f}"
        "punpckhwd {d}, {f}"
        "movdqa {f}, {g}"
        "punpcklwd {g}, {h}"
        "punpckhwd {f}, {h}"
        // a to d of columns 0 and 1 in `a`, 2 and 3 in `h`, 4 and 5 in `i`, 6 and 7 in `g`;
        // e to h of them in `e`, `c`, `d` and `b`
        "movdqa {h}, {a}"
        "punpckldq {a}, {c}"
        "punpckhdq {h}, {c}"
        "movdqa {c}, {e}"
        "punpckldq {e}, {g}"
        "punpckhdq {c}, {g}"
        "movdqa {g}, {i}"
        "punpckldq {i}, {b}"
        "punpckhdq {g}, {b}"
        "movdqa {b}, {d}"
        "punpckldq {d}, {f}"
        "punpckhdq {b}, {f}"
        // columns 0 and 1, 2 and 3, 4 and 5, 6 and 7
        "movdqa {f}, {a}"
        "punpcklqdq {a}, {e}"
        "punpckhqdq {f}, {e}"
        "movdqa {e}, {h}"
        "punpcklqdq {h}, {c}"
        "punpckhqdq {e}, {c}"
        "movdqa {c}, {i}"
        "punpcklqdq {i}, {d}"
        "punpckhqdq {c}, {d}"
        "movdqa {d}, {g}"
        "punpcklqdq {g}, {b}"
        "punpckhqdq {d}, {b}"
    ], [
        ("movups", a, "movups", f)
        ("movups", h, "movups", e)
        ("movups", i, "movups", c)
        ("movups", g, "movups", d)
    ]
}
