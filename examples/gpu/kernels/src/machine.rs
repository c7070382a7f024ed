//! What the kernels need of the machine: one function an instruction.

mod memory;
mod tensor;

use core::arch::{asm, nvptx};
use core::hint::assert_unchecked;

pub use memory::*;
pub use tensor::*;

/// The thread in its block of `THREADS`.
///
/// # Safety
///
/// The block has `THREADS` threads, along x.
#[inline(always)]
pub unsafe fn thread<const THREADS: u32>() -> u32 {
    // The intrinsic has no range: without one, what is computed of the thread stays general.
    unsafe {
        let thread = nvptx::_thread_idx_x() as u32;
        assert_unchecked(thread < THREADS);
        thread
    }
}

/// The coordinate of the block in the grid.
#[inline(always)]
pub fn block() -> (u32, u32) {
    unsafe { (nvptx::_block_idx_x() as u32, nvptx::_block_idx_y() as u32) }
}

/// Gives registers of each thread back, down to `REGISTERS`.
///
/// # Safety
///
/// All four warps of a group call it, in a kernel whose blocks are bound.
#[inline(always)]
pub unsafe fn give_registers<const REGISTERS: u32>() {
    unsafe { asm!("setmaxnreg.dec.sync.aligned.u32 {};", const REGISTERS, options(nostack)) };
}

/// Takes registers for each thread, up to `REGISTERS`.
///
/// # Safety
///
/// As of [`give_registers`], and others give as many.
#[inline(always)]
pub unsafe fn take_registers<const REGISTERS: u32>() {
    unsafe { asm!("setmaxnreg.inc.sync.aligned.u32 {};", const REGISTERS, options(nostack)) };
}

/// How many blocks the grid has along x.
#[inline(always)]
pub fn blocks() -> u32 {
    unsafe { nvptx::_grid_dim_x() as u32 }
}

/// Waits for all threads of the block, whose accesses to shared memory before it are done after it.
#[inline(always)]
pub fn sync() {
    unsafe { nvptx::_syncthreads() }
}

pub fn trap() -> ! {
    unsafe { nvptx::trap() }
}

/// `a * b + c`, rounded once.
#[inline(always)]
pub fn fma(a: f32, b: f32, c: f32) -> f32 {
    core::f32::math::mul_add(a, b, c)
}

/// Repeats a block with a constant: registers have no index.
macro_rules! unroll {
    ($k:ident in [$($n:literal)*] $body:block) => { $({ const $k: usize = $n; $body })* };
    ($k:ident in 0..2 $body:block) => {
        unroll!($k in [0 1] $body)
    };
    ($k:ident in 0..4 $body:block) => {
        unroll!($k in [0 1 2 3] $body)
    };
    ($k:ident in 0..8 $body:block) => {
        unroll!($k in [0 1 2 3 4 5 6 7] $body)
    };
    ($k:ident in 0..32 $body:block) => {
        unroll!($k in [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31] $body)
    };
    ($k:ident in 0..64 $body:block) => {
        unroll!($k in [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63] $body)
    };
}
pub(crate) use unroll;
