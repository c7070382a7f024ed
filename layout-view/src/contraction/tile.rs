//! The micro-kernels of contractions: sums of products over a register tile.

#![allow(unsafe_code)]

use core::ops::{Add, Mul};

use super::plan::{ROWS, lanes};
use crate::operands::MAX_OPERANDS;

/// The most factors of a product.
pub(super) const MAX_FACTORS: usize = MAX_OPERANDS - 1;

/// A number that can be multiplied and added.
pub trait Number: Copy + Default + Add<Output = Self> + Mul<Output = Self> {}

impl<T: Copy + Default + Add<Output = T> + Mul<Output = T>> Number for T {}

/// The elements of a source that a tile multiplies: the first one, and the distances between those of two rows of the tile and between those of two
/// iterations of its loops.
#[derive(Clone, Copy)]
pub(super) struct Factor<T> {
    pub(super) first: *const T,
    pub(super) row: isize,
    pub(super) steps: [isize; 2],
    /// The distance between the elements of two lanes, where they are summed.
    pub(super) lane: isize,
}

impl<T> Factor<T> {
    /// No factor.
    pub(super) const NONE: Self =
        Factor { first: core::ptr::null(), row: 0, steps: [0; 2], lane: 0 };
}

/// A micro-kernel: writes the sums of `iterations` of two loops, for rows of `lanes` lanes, each `row_step` elements after the one before.
///
/// # Safety
///
/// At each iteration and each place of the tile are elements of all factors. There is room for the rows.
pub(super) type Kernel<T> = unsafe fn(
    factors: &[Factor<T>; MAX_FACTORS],
    iterations: [usize; 2],
    tile: *mut T,
    row_step: isize,
    lanes: usize,
);

/// Sums of products, one for each of `rows` rows, over the iterations of three loops each, from the innermost, as [`dots`].
///
/// # Safety
///
/// At each iteration are elements of all factors. There is room for a sum of each row.
pub(super) type Dots<T> =
    unsafe fn(factors: &[Factor<T>; MAX_FACTORS], extents: [usize; 3], rows: usize, sums: *mut T);

/// The micro-kernels for factors of which some move along the lanes.
#[derive(Clone, Copy)]
pub struct Kernels<T> {
    /// [`ROWS`] rows of [`lanes`].
    pub(super) tile: Kernel<T>,
    /// One row of as many lanes, or of a quarter as many, or of any number of more than that.
    pub(super) row: Kernel<T>,
    /// One row of [`ROWS`] lanes with any steps between them, of one factor.
    pub(super) strided: Kernel<T>,
    /// Sums over lanes and two other loops, of factors whose elements are next to each other along the lanes.
    pub(super) dots: Dots<T>,
    /// The micro-kernel for factors whose elements are anywhere.
    pub(super) strided_dots: Dots<T>,
}

/// The kernels of `COUNT` factors, of which those in `MOVING` move along the lanes.
struct Table<T, const COUNT: usize, const MOVING: usize>(T);

impl<T: Number, const COUNT: usize, const MOVING: usize> Table<T, COUNT, MOVING> {
    const KERNELS: Kernels<T> = match lanes(size_of::<T>()) {
        1 => Self::of_lanes::<1, 1, 1, 2, 4>(),
        2 => Self::of_lanes::<1, 1, 2, 4, 8>(),
        4 => Self::of_lanes::<1, 2, 4, 8, 16>(),
        8 => Self::of_lanes::<2, 4, 8, 16, 32>(),
        16 => Self::of_lanes::<4, 8, 16, 32, 64>(),
        32 => Self::of_lanes::<8, 16, 32, 64, 128>(),
        64 => Self::of_lanes::<16, 32, 64, 128, 256>(),
        128 => Self::of_lanes::<32, 64, 128, 256, 512>(),
        _ => panic!("more lanes than vectors have"),
    };

    const fn of_lanes<
        const QUARTER: usize,
        const HALF: usize,
        const LANES: usize,
        const TWICE: usize,
        const WIDE: usize,
    >() -> Kernels<T> {
        assert!(TWICE == 2 * LANES && WIDE == ROWS * LANES);
        Kernels {
            tile: tile::<T, COUNT, MOVING, ROWS, LANES>,
            row: row::<T, COUNT, MOVING, QUARTER, HALF, LANES, TWICE, WIDE>,
            strided: tile::<T, 1, STRIDED, 1, ROWS>,
            dots: dots::<T, COUNT, MOVING, ROWS, TWICE, HALF>,
            strided_dots: dots::<T, COUNT, STRIDED, 1, ROWS, 1>,
        }
    }
}

/// The kernels of factors of which those in `MOVING` move along the lanes.
pub(super) const fn kernels<T: Number, const COUNT: usize, const MOVING: usize>() -> Kernels<T> {
    Table::<T, COUNT, MOVING>::KERNELS
}

/// A [`Kernel`] of one row: of as many lanes at once as are left, from the most on, and at the end of some that are computed again.
///
/// # Safety
///
/// As [`Kernel`].
unsafe fn row<
    T: Number,
    const COUNT: usize,
    const MOVING: usize,
    const QUARTER: usize,
    const HALF: usize,
    const LANES: usize,
    const TWICE: usize,
    const WIDE: usize,
>(
    factors: &[Factor<T>; MAX_FACTORS],
    iterations: [usize; 2],
    to: *mut T,
    _: isize,
    lanes: usize,
) {
    let mut lane = 0;
    // SAFETY: by the caller: no fewer than a quarter of a row of a tile, and all are lanes of the row.
    unsafe {
        while lane + WIDE <= lanes {
            some::<T, COUNT, MOVING, 1, WIDE>(factors, iterations, to, 0, lane);
            lane += WIDE;
        }
        if lane + TWICE <= lanes {
            some::<T, COUNT, MOVING, 1, TWICE>(factors, iterations, to, 0, lane);
            lane += TWICE;
        }
        if lane + HALF < lanes && LANES <= lanes {
            let first = lane.min(lanes - LANES);
            some::<T, COUNT, MOVING, 1, LANES>(factors, iterations, to, 0, first);
            lane = first + LANES;
        }
        while lane < lanes && HALF <= lanes {
            let first = lane.min(lanes - HALF);
            some::<T, COUNT, MOVING, 1, HALF>(factors, iterations, to, 0, first);
            lane = first + HALF;
        }
        while lane < lanes {
            let first = lane.min(lanes - QUARTER);
            some::<T, COUNT, MOVING, 1, QUARTER>(factors, iterations, to, 0, first);
            lane = first + QUARTER;
        }
    }
}

/// A [`Kernel`] of `ROWS` rows of `LANES` elements.
///
/// # Safety
///
/// As [`Kernel`].
unsafe fn tile<
    T: Number,
    const COUNT: usize,
    const MOVING: usize,
    const ROWS: usize,
    const LANES: usize,
>(
    factors: &[Factor<T>; MAX_FACTORS],
    iterations: [usize; 2],
    tile: *mut T,
    row_step: isize,
    _: usize,
) {
    // SAFETY: by the caller.
    unsafe { some::<T, COUNT, MOVING, ROWS, LANES>(factors, iterations, tile, row_step, 0) };
}

/// Writes the sums of `ROWS` rows of `LANES` elements from a lane on, which are in registers meanwhile.
///
/// # Safety
///
/// As [`Kernel`].
#[inline(always)]
unsafe fn some<
    T: Number,
    const COUNT: usize,
    const MOVING: usize,
    const ROWS: usize,
    const LANES: usize,
>(
    factors: &[Factor<T>; MAX_FACTORS],
    [inner, outer]: [usize; 2],
    tile: *mut T,
    row_step: isize,
    lane: usize,
) {
    let mut sums = [[T::default(); LANES]; ROWS];
    // The loop with more iterations is the inner one.
    let is_turned = inner < outer;
    let (inner, outer) = if is_turned { (outer, inner) } else { (inner, outer) };
    let mut starts: [*const T; COUNT] = core::array::from_fn(|s| {
        factors[s].first.wrapping_add(if MOVING >> s & 1 == 1 { lane } else { 0 })
    });
    for _ in 0..outer {
        let mut at = starts;
        for _ in 0..inner {
            for (i, sums) in sums.iter_mut().enumerate() {
                for (j, sum) in sums.iter_mut().enumerate() {
                    let value = |s: usize| {
                        let distance = match MOVING {
                            STRIDED => j as isize * factors[s].lane,
                            _ if MOVING >> s & 1 == 1 => j as isize,
                            _ => i as isize * factors[s].row,
                        };
                        // SAFETY: by the caller: an element.
                        unsafe { *at[s].offset(distance) }
                    };
                    *sum = *sum + product::<T, COUNT, MOVING>(value);
                }
            }
            for (at, factor) in at.iter_mut().zip(factors) {
                *at = at.wrapping_offset(factor.steps[usize::from(is_turned)]);
            }
        }
        for (start, factor) in starts.iter_mut().zip(factors) {
            *start = start.wrapping_offset(factor.steps[usize::from(!is_turned)]);
        }
    }
    for (i, sums) in sums.into_iter().enumerate() {
        // SAFETY: by the caller.
        unsafe { tile.offset(i as isize * row_step).add(lane).cast::<[T; LANES]>().write(sums) };
    }
}

/// The product of `COUNT` factors, from the first or from the last two on, so that those of one element for all lanes are multiplied once for all.
#[inline(always)]
fn product<T: Number, const COUNT: usize, const MOVING: usize>(value: impl Fn(usize) -> T) -> T {
    if const { MOVING & 1 == 1 && MOVING >> (COUNT - 1) & 1 == 0 } {
        return (0..COUNT - 1).rev().fold(value(COUNT - 1), |all, s| value(s) * all);
    }
    (1..COUNT).fold(value(0), |all, s| all * value(s))
}

/// Stands for all factors: each moves, by its distances between lanes.
const STRIDED: usize = usize::MAX;

/// Adds to the sums of so many groups of rows, over chunks of lanes from one on and two other loops, as [`add_part`].
///
/// # Safety
///
/// As [`Dots`].
type Part<T> = unsafe fn(
    factors: &[Factor<T>; MAX_FACTORS],
    extents: [usize; 3],
    lane: usize,
    rows: [usize; 2],
    sums: *mut T,
);

/// [`Dots`] by partial sums in registers: of `GROUP` rows with `FEW` lanes each, and of the rows that are left over with `LANES`, then `FEW`.
///
/// # Safety
///
/// As [`Dots`]; the factors in `MOVING` have their elements next to each other along the lanes, and the others one element for all of them.
unsafe fn dots<
    T: Number,
    const COUNT: usize,
    const MOVING: usize,
    const GROUP: usize,
    const LANES: usize,
    const FEW: usize,
>(
    factors: &[Factor<T>; MAX_FACTORS],
    [lanes, inner, outer]: [usize; 3],
    rows: usize,
    sums: *mut T,
) {
    // Of single lanes the steps are numbers, so that one function serves all factors.
    let of_group =
        [Parts::of::<COUNT, MOVING, GROUP, FEW>(), Parts::of::<COUNT, STRIDED, GROUP, 1>()];
    let of_row = [
        Parts::of::<COUNT, MOVING, 1, LANES>(),
        Parts::of::<COUNT, MOVING, 1, FEW>(),
        Parts::of::<COUNT, STRIDED, 1, 1>(),
    ];
    let groups = if GROUP > 1 { rows / GROUP } else { 0 };
    let grouped = groups * GROUP;
    // SAFETY: by the caller: the lanes of each part are some of all lanes, and the rows some of all rows.
    unsafe {
        (0..rows).for_each(|i| sums.add(i).write(T::default()));
        for (row, groups, parts) in
            [(0, groups, &of_group[..]), (grouped, rows - grouped, &of_row[..])]
        {
            let mut lane = 0;
            for parts in parts.iter().filter(|_| groups > 0) {
                let chunks = (lanes - lane) >> parts.log_lanes;
                let (rows, sums) = ([row, groups], sums.add(row));
                if chunks > 0 {
                    (parts.add)(factors, [chunks, inner, outer], lane, rows, sums);
                    lane += chunks << parts.log_lanes;
                }
            }
        }
    }
}

/// The most chunks that are added up by the loops around them.
const MOST_CHUNKS: usize = 2;

/// The functions for chunks of a number of lanes.
struct Parts<T> {
    add: Part<T>,
    log_lanes: u32,
}

impl<T: Number> Parts<T> {
    const fn of<const COUNT: usize, const MOVING: usize, const ROWS: usize, const LANES: usize>()
    -> Self {
        Parts { add: add_part::<T, COUNT, MOVING, ROWS, LANES>, log_lanes: LANES.trailing_zeros() }
    }
}

/// Adds to the sums of groups of `ROWS` rows, over `chunks` chunks of `LANES` lanes and two other loops. They begin at a row and a lane.
///
/// # Safety
///
/// As [`Part`].
#[inline(never)]
unsafe fn add_part<
    T: Number,
    const COUNT: usize,
    const MOVING: usize,
    const ROWS: usize,
    const LANES: usize,
>(
    factors: &[Factor<T>; MAX_FACTORS],
    [chunks, inner, outer]: [usize; 3],
    lane: usize,
    [row, groups]: [usize; 2],
    sums: *mut T,
) {
    let step = |s: usize| lane_step::<T, MOVING>(factors, s);
    let mut first: [*const T; COUNT] = core::array::from_fn(|s| {
        let lanes = (lane as isize).wrapping_mul(step(s));
        factors[s].first.wrapping_offset((row as isize).wrapping_mul(factors[s].row) + lanes)
    });
    // Few chunks are the outermost loop: as the innermost one it would take longer than their products.
    let is_few = chunks <= MOST_CHUNKS && (chunks == 1 || inner * outer >= 4 * chunks);
    let [n0, n1, n2] = if is_few { [inner, outer, chunks] } else { [chunks, inner, outer] };
    let steps: [[isize; 3]; COUNT] = core::array::from_fn(|s| {
        let (of_chunk, [l0, l1]) = ((LANES as isize).wrapping_mul(step(s)), factors[s].steps);
        if is_few { [l0, l1, of_chunk] } else { [of_chunk, l0, l1] }
    });
    // From the last iteration of the second loop to the first one of the next.
    let turn: [isize; COUNT] = core::array::from_fn(|s| {
        steps[s][2].wrapping_sub((n1 as isize - 1).wrapping_mul(steps[s][1]))
    });
    for group in 0..groups {
        let mut parts = [[T::default(); LANES]; ROWS];
        let (mut begin, mut i, mut k) = (first, 1, 1);
        loop {
            let mut at = begin;
            for _ in 0..n0 {
                // SAFETY: by the caller.
                unsafe { add_products::<T, COUNT, MOVING, ROWS, LANES>(&mut parts, &at, factors) };
                for (at, steps) in at.iter_mut().zip(&steps) {
                    *at = at.wrapping_offset(steps[0]);
                }
            }
            // The next iteration of both loops. Most have one, so that there is nothing to keep for a loop.
            if i < n1 {
                for (begin, steps) in begin.iter_mut().zip(&steps) {
                    *begin = begin.wrapping_offset(steps[1]);
                }
                i += 1;
            } else if k < n2 {
                for (begin, turn) in begin.iter_mut().zip(turn) {
                    *begin = begin.wrapping_offset(turn);
                }
                (i, k) = (1, k + 1);
            } else {
                break;
            }
        }
        for (first, factor) in first.iter_mut().zip(factors) {
            *first = first.wrapping_offset((ROWS as isize).wrapping_mul(factor.row));
        }
        // SAFETY: by the caller.
        let sums = unsafe { &mut *sums.add(group * ROWS).cast::<[T; ROWS]>() };
        if LANES == 1 {
            for (sum, parts) in sums.iter_mut().zip(&parts) {
                *sum = *sum + parts[0];
            }
        } else {
            add_lanes(&parts, sums);
        }
    }
}

/// The distance between the elements of two lanes of a factor.
#[inline(always)]
fn lane_step<T, const MOVING: usize>(factors: &[Factor<T>; MAX_FACTORS], s: usize) -> isize {
    match MOVING {
        STRIDED => factors[s].lane,
        _ => (MOVING >> s & 1) as isize,
    }
}

/// Adds the products of `ROWS` rows and `LANES` lanes to partial sums.
///
/// # Safety
///
/// There are elements of all factors, from so many pointers on.
#[inline(always)]
unsafe fn add_products<
    T: Number,
    const COUNT: usize,
    const MOVING: usize,
    const ROWS: usize,
    const LANES: usize,
>(
    parts: &mut [[T; LANES]; ROWS],
    at: &[*const T; COUNT],
    factors: &[Factor<T>; MAX_FACTORS],
) {
    for (i, parts) in parts.iter_mut().enumerate() {
        for (lane, part) in parts.iter_mut().enumerate() {
            let value = |s: usize| {
                let row = i as isize * factors[s].row;
                // SAFETY: by the caller: an element.
                unsafe { *at[s].offset(row + lane as isize * lane_step::<T, MOVING>(factors, s)) }
            };
            *part = *part + product::<T, COUNT, MOVING>(value);
        }
    }
}

/// Adds the partial sums of each row to its sum. A function of its own: in its place LLVM would keep the parts in the order in which they are added up.
#[inline(never)]
pub(super) fn add_lanes<T: Number, const ROWS: usize, const LANES: usize>(
    parts: &[[T; LANES]; ROWS],
    sums: &mut [T; ROWS],
) {
    for (sum, parts) in sums.iter_mut().zip(parts) {
        let (mut parts, mut half) = (*parts, LANES / 2);
        // Of the last few LLVM would make vectors of two, and the loop of such, too.
        while half >= 4 {
            for lane in 0..half {
                parts[lane] = parts[lane] + parts[half + lane];
            }
            half /= 2;
        }
        *sum = parts.iter().take((2 * half).max(1)).fold(*sum, |sum, part| sum + *part);
    }
}
