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
}

/// A micro-kernel: writes the sums of so many iterations of two loops, row after row.
///
/// # Safety
///
/// At each iteration and each place of the tile are elements of all factors. There is room for the tile.
pub(super) type Kernel<T> =
    unsafe fn(factors: &[Factor<T>; MAX_FACTORS], iterations: [usize; 2], tile: *mut T);

/// The sum of the elements of a row of a tile, as [`sum`].
pub(super) type Sum<T> = unsafe fn(*mut T) -> T;

/// The sum of products over so many lanes, as [`dot`].
pub(super) type Dot<T> = unsafe fn(factors: &[Factor<T>; MAX_FACTORS], extent: usize) -> T;

/// The micro-kernels for factors of which some move along the lanes.
#[derive(Clone, Copy)]
pub struct Kernels<T> {
    /// [`ROWS`] rows of [`lanes`].
    pub(super) tile: Kernel<T>,
    /// One row of [`ROWS`] times as many lanes.
    pub(super) wide: Kernel<T>,
    /// One row.
    pub(super) row: Kernel<T>,
    /// One element, of factors with any steps.
    pub(super) one: Kernel<T>,
    /// The sum over all lanes, where nothing else is summed.
    pub(super) dot: Dot<T>,
    /// The sum of a row of the tile `wide`, and of a row.
    pub(super) sum_of_wide: Sum<T>,
    pub(super) sum_of_row: Sum<T>,
}

/// The kernels of so many factors, of which those in `MOVING` move along the lanes.
struct Table<T, const COUNT: usize, const MOVING: usize>(T);

impl<T: Number, const COUNT: usize, const MOVING: usize> Table<T, COUNT, MOVING> {
    const KERNELS: Kernels<T> = match lanes(size_of::<T>()) {
        1 => Self::of_lanes::<1, 2, 4>(),
        2 => Self::of_lanes::<2, 4, 8>(),
        4 => Self::of_lanes::<4, 8, 16>(),
        8 => Self::of_lanes::<8, 16, 32>(),
        16 => Self::of_lanes::<16, 32, 64>(),
        32 => Self::of_lanes::<32, 64, 128>(),
        64 => Self::of_lanes::<64, 128, 256>(),
        128 => Self::of_lanes::<128, 256, 512>(),
        _ => panic!("more lanes than vectors have"),
    };

    const fn of_lanes<const LANES: usize, const TWICE: usize, const WIDE: usize>() -> Kernels<T> {
        assert!(TWICE == 2 * LANES && WIDE == ROWS * LANES);
        Kernels {
            tile: tile::<T, COUNT, MOVING, ROWS, LANES>,
            wide: tile::<T, COUNT, MOVING, 1, WIDE>,
            row: tile::<T, COUNT, MOVING, 1, LANES>,
            one: tile::<T, COUNT, 0, 1, 1>,
            dot: dot::<T, COUNT, MOVING, TWICE>,
            sum_of_wide: sum::<T, WIDE>,
            sum_of_row: sum::<T, LANES>,
        }
    }
}

/// The kernels of factors of which those in `MOVING` move along the lanes.
pub(super) const fn kernels<T: Number, const COUNT: usize, const MOVING: usize>() -> Kernels<T> {
    Table::<T, COUNT, MOVING>::KERNELS
}

/// A [`Kernel`] of `ROWS` rows of `LANES` elements, which are in registers meanwhile.
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
    [inner, outer]: [usize; 2],
    tile: *mut T,
) {
    let mut sums = [[T::default(); LANES]; ROWS];
    // The loop with more iterations is the inner one.
    let is_turned = inner < outer;
    let (inner, outer) = if is_turned { (outer, inner) } else { (inner, outer) };
    let mut starts: [*const T; COUNT] = core::array::from_fn(|s| factors[s].first);
    for _ in 0..outer {
        let mut at = starts;
        for _ in 0..inner {
            for (i, sums) in sums.iter_mut().enumerate() {
                for (j, sum) in sums.iter_mut().enumerate() {
                    let value = |s: usize| {
                        let is_moving = MOVING >> s & 1 == 1;
                        let distance =
                            if is_moving { j as isize } else { i as isize * factors[s].row };
                        // SAFETY: by the caller: an element.
                        unsafe { *at[s].offset(distance) }
                    };
                    let mut product = value(0);
                    for s in 1..COUNT {
                        product = product * value(s);
                    }
                    *sum = *sum + product;
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
    // SAFETY: by the caller.
    unsafe { tile.cast::<[[T; LANES]; ROWS]>().write(sums) };
}

/// The sum of the products at so many lanes, in `LANES` partial sums that are in registers; those left over are added at the end.
///
/// # Safety
///
/// At each of the lanes are elements of all factors.
unsafe fn dot<T: Number, const COUNT: usize, const MOVING: usize, const LANES: usize>(
    factors: &[Factor<T>; MAX_FACTORS],
    extent: usize,
) -> T {
    let mut at: [*const T; COUNT] = core::array::from_fn(|s| factors[s].first);
    let product = |at: &[*const T; COUNT], lane: usize| {
        let value = |s: usize| {
            let distance = if MOVING >> s & 1 == 1 { lane } else { 0 };
            // SAFETY: by the caller: an element.
            unsafe { *at[s].add(distance) }
        };
        (1..COUNT).fold(value(0), |product, s| product * value(s))
    };
    let mut sums = [T::default(); LANES];
    for _ in 0..extent / LANES {
        for (lane, sum) in sums.iter_mut().enumerate() {
            *sum = *sum + product(&at, lane);
        }
        for (s, at) in at.iter_mut().enumerate() {
            *at = at.wrapping_add(if MOVING >> s & 1 == 1 { LANES } else { 0 });
        }
    }
    let rest = (0..extent % LANES).fold(T::default(), |sum, lane| sum + product(&at, lane));
    if extent < LANES {
        return rest;
    }
    // Of the last few LLVM would make vectors of two, and the loop of such, too.
    let mut half = LANES / 2;
    while half >= 4 {
        for lane in 0..half {
            sums[lane] = sums[lane] + sums[half + lane];
        }
        half /= 2;
    }
    sums.iter().take((2 * half).max(1)).fold(rest, |sum, last| sum + *last)
}

/// The sum of so many elements, a power of two, half by half. It leaves others in their place.
///
/// # Safety
///
/// They may be read and written.
pub(super) unsafe fn sum<T: Number, const COUNT: usize>(tile: *mut T) -> T {
    // SAFETY: by the caller.
    let sums = unsafe { &mut *tile.cast::<[T; COUNT]>() };
    let mut half = COUNT / 2;
    while half > 0 {
        for i in 0..half {
            sums[i] = sums[i] + sums[half + i];
        }
        half /= 2;
    }
    sums[0]
}
