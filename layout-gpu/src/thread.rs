//! Threads and blocks: where one is, and what they do together.

use crate::constants::{Lanes, Registers, Warps};
use crate::ptx::ptx;
use crate::refused::require;

/// Bounds the launch of the kernel that calls it: blocks of at most `THREADS` threads along x, of which a multiprocessor runs at least
/// `BLOCKS` at once, or any number if it is 0. The assembler then knows how many registers a thread may have.
///
/// Rust has no attribute for this. So it is a comment in the kernel's PTX, `// .maxntid 384, 1, 1`, and `launch_bounds.awk` of this crate
/// copies what follows the slashes to where the assembler reads it. Without that step there is no bound.
///
/// # Safety
///
/// The kernel is launched by blocks of at most `THREADS` threads, along x.
#[inline(always)]
pub unsafe fn bound_launch<const THREADS: usize, const BLOCKS: u32>() {
    const { require(0 < THREADS && THREADS <= 1024, "a block has from 1 to 1024 threads") };
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: it is a comment.
    unsafe {
        ptx!("// .maxntid {}, 1, 1", const THREADS, options(nomem, nostack, preserves_flags));
        if const { BLOCKS > 0 } {
            ptx!("// .minnctapersm {}", const BLOCKS, options(nomem, nostack, preserves_flags));
        }
    }
}

/// The thread in its block, along x. The launch is bounded by `THREADS` ([`bound_launch`]).
///
/// # Safety
///
/// The block has `THREADS` threads, along x.
#[inline(always)]
#[must_use]
pub unsafe fn thread<const THREADS: usize>() -> u32 {
    // SAFETY: by the caller.
    unsafe { bound_launch::<THREADS, 0>() };
    let thread: u32;
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: it reads a register.
    unsafe {
        thread = core::arch::nvptx::_thread_idx_x() as u32;
    }
    #[cfg(not(target_arch = "nvptx64"))]
    // SAFETY: it panics.
    unsafe {
        crate::ptx::not_a_gpu();
    }
    // The intrinsic has no range: without one, what is computed of the thread stays general.
    // SAFETY: by the caller.
    unsafe { core::hint::assert_unchecked(thread < THREADS as u32) };
    thread
}

/// Defines a function that reads a special register.
macro_rules! register {
    ($(#[$doc:meta])* $name:ident: $($intrinsic:ident)*, $type:ty) => {
        $(#[$doc])*
        #[inline(always)]
        #[must_use]
        pub fn $name() -> $type {
            // SAFETY: they read registers.
            #[cfg(target_arch = "nvptx64")]
            unsafe { ($(core::arch::nvptx::$intrinsic() as u32),*) }
            // SAFETY: it panics.
            #[cfg(not(target_arch = "nvptx64"))]
            unsafe { crate::ptx::not_a_gpu() }
        }
    };
}

register!(
    /// The coordinate of the block in the grid, along x and y.
    block: _block_idx_x _block_idx_y, (u32, u32)
);
register!(
    /// The coordinate of the block in the grid along z.
    block_z: _block_idx_z, u32
);
register!(
    /// The number of blocks of the grid along x.
    blocks: _grid_dim_x, u32
);
register!(
    /// The number of blocks of the grid, along x and y.
    grid: _grid_dim_x _grid_dim_y, (u32, u32)
);

/// Waits for all threads of the block, whose accesses to memory before it are done after it.
///
/// A thread that has returned is not waited for. If one never gets here, the others wait for ever.
#[inline(always)]
pub fn sync() {
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: waiting is safe.
    unsafe {
        core::arch::nvptx::_syncthreads();
    }
    #[cfg(not(target_arch = "nvptx64"))]
    // SAFETY: it panics.
    unsafe {
        crate::ptx::not_a_gpu();
    }
}

/// Waits for `THREADS` threads of the block that call it with the same number of a barrier, from 1 to 15; [`sync`] has number 0.
///
/// # Safety
///
/// As many threads call it with this number, whole warps each.
#[inline(always)]
pub unsafe fn sync_some<const THREADS: usize>(barrier: u32)
where
    (): Warps<THREADS>,
{
    // SAFETY: by the caller.
    unsafe { ptx!("bar.sync {}, {};", in(reg32) barrier, const THREADS, options(nostack)) };
}

/// Waits until the grids that this one depends on have ended, and what they wrote is seen (programmatic dependent launch,
/// `griddepcontrol.wait`). Of a launch without that attribute they have ended already.
///
/// A kernel that is launched with it begins before the one before it has ended. What it does before this call depends on nothing that
/// others write: it makes barriers, and loads weights.
#[inline(always)]
pub fn wait_on_dependent_grids() {
    // SAFETY: waiting is safe.
    unsafe { ptx!("griddepcontrol.wait;", options(nostack)) };
}

/// Allows the grids that depend on this one to begin, when all of its blocks have called it or have ended
/// (`griddepcontrol.launch_dependents`). They still [wait](wait_on_dependent_grids) for its end.
#[inline(always)]
pub fn launch_dependent_grids() {
    // SAFETY: it moves nothing.
    unsafe { ptx!("griddepcontrol.launch_dependents;", options(nostack)) };
}

/// Ends the kernel with an error: what a panic handler calls.
pub fn trap() -> ! {
    // SAFETY: it ends the kernel.
    #[cfg(target_arch = "nvptx64")]
    unsafe {
        core::arch::nvptx::trap()
    }
    // SAFETY: it panics.
    #[cfg(not(target_arch = "nvptx64"))]
    unsafe {
        crate::ptx::not_a_gpu()
    }
}

/// Gives registers of each thread back, down to `REGISTERS`.
///
/// # Safety
///
/// All four warps of a group call it, in a kernel whose launch is bounded ([`bound_launch`], which [`thread`] calls).
#[inline(always)]
pub unsafe fn give_registers<const REGISTERS: u32>()
where
    (): Registers<REGISTERS>,
{
    // SAFETY: by the caller.
    unsafe { ptx!("setmaxnreg.dec.sync.aligned.u32 {};", const REGISTERS, options(nostack)) };
}

/// Takes registers for each thread, up to `REGISTERS`; waits until others have given them.
///
/// # Safety
///
/// As of [`give_registers`].
#[inline(always)]
pub unsafe fn take_registers<const REGISTERS: u32>()
where
    (): Registers<REGISTERS>,
{
    // SAFETY: by the caller.
    unsafe { ptx!("setmaxnreg.inc.sync.aligned.u32 {};", const REGISTERS, options(nostack)) };
}

/// The number of one lane.
///
/// # Safety
///
/// All lanes of the warp call it, with a lane that is below 32.
#[inline(always)]
#[must_use]
pub unsafe fn of_lane(x: f32, lane: u32) -> f32 {
    let y: f32;
    // SAFETY: by the caller.
    unsafe {
        ptx!("shfl.sync.idx.b32 {}, {}, {}, 0x1f, 0xffffffff;",
            out(reg32) y, in(reg32) x, in(reg32) lane, options(nostack));
    }
    y
}

/// The number of the first lane, in all lanes. The assembler then knows that it is the same in the warp: what is computed of it, such as the
/// descriptors of a group of warps, takes no registers of each thread.
///
/// # Safety
///
/// All lanes of the warp call it.
#[inline(always)]
#[must_use]
pub unsafe fn of_first_lane(x: u32) -> u32 {
    let y: u32;
    // SAFETY: by the caller.
    unsafe {
        ptx!("shfl.sync.idx.b32 {}, {}, 0, 0x1f, 0xffffffff;", out(reg32) y, in(reg32) x, options(nostack));
    }
    y
}

/// The first lane of which a condition holds; 32 if there is none.
///
/// # Safety
///
/// All lanes of the warp call it.
#[inline(always)]
#[must_use]
pub unsafe fn first_lane(condition: bool) -> u32 {
    let lane: u32;
    // SAFETY: by the caller.
    unsafe {
        ptx!("{{ .reg .pred p; .reg .b32 lanes; setp.ne.u32 p, {}, 0; vote.sync.ballot.b32 lanes, p, 0xffffffff; \
              brev.b32 lanes, lanes; clz.b32 {}, lanes; }}",
            in(reg32) condition as u32, out(reg32) lane, options(nostack));
    }
    lane
}

/// The greatest number of the warp, in all lanes.
///
/// # Safety
///
/// All lanes of the warp call it.
#[inline(always)]
#[must_use]
pub unsafe fn greatest(x: f32) -> f32 {
    // SAFETY: by the caller.
    unsafe {
        let x = x.max(exchange::<16>(x));
        let x = x.max(exchange::<8>(x));
        let x = x.max(exchange::<4>(x));
        let x = x.max(exchange::<2>(x));
        x.max(exchange::<1>(x))
    }
}

/// The sum of the numbers of the warp, in all lanes.
///
/// # Safety
///
/// All lanes of the warp call it.
#[inline(always)]
#[must_use]
pub unsafe fn sum(x: f32) -> f32 {
    // SAFETY: by the caller.
    unsafe {
        let x = x + exchange::<16>(x);
        let x = x + exchange::<8>(x);
        let x = x + exchange::<4>(x);
        let x = x + exchange::<2>(x);
        x + exchange::<1>(x)
    }
}

/// The number of the lane whose number differs in the bits of `LANES`.
///
/// # Safety
///
/// All lanes of the warp call it.
#[inline(always)]
#[must_use]
pub unsafe fn exchange<const LANES: u32>(x: f32) -> f32
where
    (): Lanes<LANES>,
{
    let y: f32;
    // SAFETY: by the caller.
    unsafe {
        ptx!("shfl.sync.bfly.b32 {}, {}, {}, 0x1f, 0xffffffff;",
            out(reg32) y, in(reg32) x, const LANES, options(nostack));
    }
    y
}
