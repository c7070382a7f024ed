//! Squares of elements, turned in registers.
//!
//! The compiler makes loads and stores of single elements of a square. The shuffles of
//! `core::arch` are no way out: their vectors are numbers, and an element may have bytes that
//! are none, between its fields. So this moves bytes, whatever they are, by the shuffles that
//! every x86-64 machine has; elsewhere, and for elements of other sizes, the compiler's way
//! is taken.

#![allow(unsafe_code)]

use core::array;

/// The elements of a square to each side.
pub(super) const SQUARE: usize = 4;

/// The same of a large square, of elements of 1 or 2 bytes: a row of four would fill a part of a
/// register.
pub(super) const LARGE: usize = 8;

/// Whether there are large squares of these elements.
pub(super) const fn is_large<T>() -> bool {
    cfg!(all(
        target_arch = "x86_64",
        target_pointer_width = "64",
        target_feature = "sse2",
        not(miri)
    )) && matches!(size_of::<T>(), 1 | 2)
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
    #[cfg(all(
        target_arch = "x86_64",
        target_pointer_width = "64",
        target_feature = "sse2",
        not(miri)
    ))]
    // SAFETY: by the caller.
    unsafe {
        x86_64::copy_large(source, across, target, down);
    }
    #[cfg(not(all(
        target_arch = "x86_64",
        target_pointer_width = "64",
        target_feature = "sse2",
        not(miri)
    )))]
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
    #[cfg(all(
        target_arch = "x86_64",
        target_pointer_width = "64",
        target_feature = "sse2",
        not(miri)
    ))]
    if const { x86_64::has::<T>() } {
        // SAFETY: by the caller; there is one for the size.
        return unsafe { x86_64::copy_square(source, across, target, down) };
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
    #[cfg(all(
        target_arch = "x86_64",
        target_pointer_width = "64",
        target_feature = "sse2",
        not(miri)
    ))]
    if const { size_of::<T>() == 4 } {
        // SAFETY: by the caller; elements have this size.
        return unsafe { x86_64::copy_rows_of_4((source.cast(), from), (target.cast(), to)) };
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
    #[cfg(all(
        target_arch = "x86_64",
        target_pointer_width = "64",
        target_feature = "sse2",
        not(miri)
    ))]
    if const { matches!(size_of::<T>(), 4 | 8) } {
        // SAFETY: by the caller; there is one for the size.
        return unsafe { x86_64::gather_square(source, (across, step), target, down) };
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

// Addresses are made of whole registers: a pointer or distance of 32 bits, as x32 has, leaves
// the upper half of one undefined.
#[cfg(all(
    target_arch = "x86_64",
    target_pointer_width = "64",
    target_feature = "sse2",
    not(miri)
))]
mod x86_64 {
    use core::arch::asm;

    /// Whether elements have a size for which there are shuffles.
    pub(super) const fn has<T>() -> bool {
        matches!(size_of::<T>(), 1 | 2 | 4 | 8)
    }

    /// [`super::copy_square`] of elements of such a size.
    ///
    /// # Safety
    ///
    /// As that, and [`has`] the size.
    #[inline(always)]
    pub(super) unsafe fn copy_square<T>(
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

    /// [`super::copy_rows`] of elements of 4 bytes.
    ///
    /// # Safety
    ///
    /// As that; offsets are in elements.
    #[inline(always)]
    pub(super) unsafe fn copy_rows_of_4(
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

    /// [`super::gather_square`] of elements of 4 or 8 bytes.
    ///
    /// # Safety
    ///
    /// As that, of these sizes.
    #[inline(always)]
    pub(super) unsafe fn gather_square<T>(
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

    /// [`super::copy_large`].
    ///
    /// # Safety
    ///
    /// As that, of elements of 1 or 2 bytes.
    #[inline(always)]
    pub(super) unsafe fn copy_large<T>(
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
}
