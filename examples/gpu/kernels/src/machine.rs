//! What the kernels need of the machine: one function an instruction.

mod memory;
mod tensor;

use core::arch::nvptx;
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
}
pub(crate) use unroll;
