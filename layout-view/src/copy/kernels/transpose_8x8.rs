//! A register tile of 8 x 8 elements of 1 or 2 bytes whose rows in the source are contiguous, transposed.

#![allow(unsafe_code)]

use super::Matrix;

/// Copies the rows of a large register tile to its columns, of elements that [have one](super::has_large_register_tile).
///
/// # Safety
///
/// At `source` are [`LARGE_REGISTER_TILE`](super::LARGE_REGISTER_TILE) rows of as many elements to be read, those of a row one after
/// the other. At `target` are as many to be written, which share no byte with the source: all
/// rows need not be read before the first is written. Each of the two is of one allocation,
/// in which its pointer may go to all of its rows.
#[inline(always)]
pub(super) unsafe fn transpose_8x8<T: Copy>(source: Matrix<*const T>, target: Matrix<*mut T>) {
    on_x86_64! {
        // SAFETY: by the caller.
        unsafe { x86_64::transpose_8x8(source, target) };
    }
    let _ = (source, target);
}

#[cfg(all(
    target_arch = "x86_64",
    target_pointer_width = "64",
    target_feature = "sse2",
    not(miri)
))]
mod x86_64 {
    //! Shuffles of eight rows, each function of one block of `asm!`.

    #![allow(unsafe_code)]

    use core::arch::asm;

    use super::Matrix;

    /// [`transpose_8x8`](super::transpose_8x8).
    ///
    /// # Safety
    ///
    /// As that, of elements of 1 or 2 bytes.
    #[inline(always)]
    pub(super) unsafe fn transpose_8x8<T>(source: Matrix<*const T>, target: Matrix<*mut T>) {
        // Four times the distance of the source's rows is one of its bytes, and eight times that of the target's is not computed to
        // be used.
        let (from, to) = (source.leading_bytes(), target.leading_bytes());
        let (source, target) = (source.first.cast::<u8>(), target.first.cast::<u8>());
        // SAFETY: by the caller; each reads and writes eight rows of eight elements, at no other address.
        unsafe {
            if const { size_of::<T>() == 1 } {
                transpose_1(source, from, target, to);
            } else {
                transpose_2(source, from, target, to);
            }
        }
    }

    /// Eight rows `a` to `h` are loaded, shuffled with `i` free, and stored from where each column
    /// then is; distances are in bytes.
    macro_rules! kernel {
        (
            $(#[$doc:meta])* $name:ident:
            $load:literal, [$($shuffle:literal)*],
            [$(($low:literal, $first:ident, $high:literal, $second:ident))*]
        ) => {
            $(#[$doc])*
            #[inline(always)]
            unsafe fn $name(source: *const u8, from: isize, target: *mut u8, to: isize) {
                // SAFETY: by the caller. The instructions need no alignment and no stack, and all
                // registers that they write are named.
                unsafe {
                    asm!(
                        concat!($load, " {a}, [{source}]"),
                        concat!($load, " {b}, [{source} + {from}]"),
                        concat!($load, " {c}, [{source} + 2*{from}]"),
                        concat!($load, " {d}, [{source} + {from3}]"),
                        "lea {source}, [{source} + 4*{from}]",
                        concat!($load, " {e}, [{source}]"),
                        concat!($load, " {f}, [{source} + {from}]"),
                        concat!($load, " {g}, [{source} + 2*{from}]"),
                        concat!($load, " {h}, [{source} + {from3}]"),
                        $($shuffle,)*
                        $(
                            concat!($low, " [{target}], {", stringify!($first), "}"),
                            concat!($high, " [{target} + {to}], {", stringify!($second), "}"),
                            "lea {target}, [{target} + 2*{to}]",
                        )*
                        source = inout(reg) source => _,
                        from = in(reg) from,
                        from3 = in(reg) 3 * from,
                        target = inout(reg) target => _,
                        to = in(reg) to,
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

    kernel! {
        /// # Safety
        ///
        /// Eight rows of 8 bytes can be read, and written.
        transpose_1: "movq", [
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

    kernel! {
        /// # Safety
        ///
        /// Eight rows of 16 bytes can be read, and written.
        transpose_2: "movups", [
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
}
