//! Kernels: the innermost loops of copies, one file each.
//!
//! | kernel | copies |
//! |---|---|
//! | `contiguous.rs` | contiguous runs of both operands |
//! | `broadcast.rs` | one element of the source to a loop of the target |
//! | `scalar.rs` | single elements |
//! | `transpose.rs` | a transpose, register tile after register tile |
//! | `transpose_4x4.rs`, `transpose_8x8.rs` | a register tile whose source rows are contiguous |
//! | `gather.rs` | a register tile whose source rows leave elements out |
//! | `strip_mined.rs` | a transpose, strips of rows at a time |
//! | `pack_buffer.rs` | a transpose by whole cache lines through a pack buffer, with or without non-temporal stores |
//! | `bit_permutation.rs` | a permutation of coordinate bits, such as a reversal |
//!
//! A transpose kernel moves bytes, whatever they are, by the shuffles that every x86-64 machine has. The vectors of `core::arch` are
//! no way out: they are numbers, and an element may have bytes that are none, between its fields. Elsewhere, and for elements of
//! other sizes, the compiler makes loads and stores of single elements.

/// Compiles statements where there are kernels in x86-64 assembly.
///
/// Addresses are made of whole registers there: a pointer or distance of 32 bits, as x32 has, leaves the upper half of one undefined.
macro_rules! on_x86_64 {
    ($($statements:tt)*) => {
        #[cfg(all(
            target_arch = "x86_64",
            target_pointer_width = "64",
            target_feature = "sse2",
            not(miri)
        ))]
        {
            $($statements)*
        }
    };
}

pub(super) mod bit_permutation;
pub(super) mod broadcast;
pub(super) mod contiguous;
mod gather;
mod interleave;
pub(super) mod pack_buffer;
pub(super) mod scalar;
pub(super) mod strip_mined;
pub(super) mod transpose;
mod transpose_4x4;
mod transpose_8x8;

use crate::loop_nest::Loop;

/// The elements of a register tile to each side.
pub(super) const REGISTER_TILE: usize = 4;

/// The elements of a large register tile to each side, of elements of 1 or 2 bytes: a row of four would fill a part of a register.
pub(super) const LARGE_REGISTER_TILE: usize = 8;

/// Returns true if there are large register tiles of these elements.
pub(super) const fn has_large_register_tile<T>() -> bool {
    let has_shuffles = cfg!(all(
        target_arch = "x86_64",
        target_pointer_width = "64",
        target_feature = "sse2",
        not(miri)
    ));
    has_shuffles && matches!(size_of::<T>(), 1 | 2)
}

/// An extent of a loop and its stride in one operand: two registers.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    pub(super) extent: usize,
    pub(super) stride: isize,
}

/// The strides of a loop, or of two loops, in the source and in the target: two registers.
#[derive(Clone, Copy)]
pub(super) struct Strides {
    pub(super) source: isize,
    pub(super) target: isize,
}

impl Strides {
    /// The strides of `iterations` iterations together. Wrapping: of fewer iterations than these there are no such offsets.
    #[inline(always)]
    pub(super) const fn times(self, iterations: isize) -> Strides {
        Strides {
            source: self.source.wrapping_mul(iterations),
            target: self.target.wrapping_mul(iterations),
        }
    }

    /// Addresses one iteration further; they need not be those of elements.
    #[inline(always)]
    pub(super) fn advance<T>(self, source: *const T, target: *mut T) -> (*const T, *mut T) {
        (source.wrapping_offset(self.source), target.wrapping_offset(self.target))
    }
}

impl Loop {
    #[inline(always)]
    pub(super) const fn strides(&self) -> Strides {
        Strides { source: self.source(), target: self.target() }
    }
}

/// A matrix in memory: its first element, and the distance from one row to the next, which BLAS calls its leading dimension.
#[derive(Clone, Copy)]
pub(super) struct Matrix<P> {
    pub(super) first: P,
    pub(super) leading_dimension: isize,
}

#[cfg(all(
    target_arch = "x86_64",
    target_pointer_width = "64",
    target_feature = "sse2",
    not(miri)
))]
macro_rules! leading_bytes {
    ($($pointer:ident)*) => { $(
        impl<T> Matrix<*$pointer T> {
            /// The leading dimension in bytes. No overflow: there are several rows in one allocation.
            #[inline(always)]
            fn leading_bytes(self) -> isize {
                self.leading_dimension * size_of::<T>() as isize
            }
        }
    )* };
}

#[cfg(all(
    target_arch = "x86_64",
    target_pointer_width = "64",
    target_feature = "sse2",
    not(miri)
))]
leading_bytes! { const mut }

/// Calls a function with the addresses at each of `iterations` iterations.
#[inline(always)]
pub(super) fn for_each_address<T>(
    iterations: usize,
    strides: Strides,
    mut source: *const T,
    mut target: *mut T,
    f: impl Fn(*const T, *mut T),
) {
    for _ in 0..iterations {
        f(source, target);
        // After the last iteration these are no addresses of elements.
        (source, target) = strides.advance(source, target);
    }
}
