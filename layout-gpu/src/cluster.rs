//! Clusters: blocks that run at the same time, near each other, and reach each other's shared memory.

use crate::constants::Blocks;
use crate::ptx::ptx;

/// The block in its cluster, of `BLOCKS` blocks along x (`.reqnctapercluster`).
///
/// The bound is a comment in the kernel's PTX, as that of [`thread`](crate::thread()) is, which `launch_bounds.awk` copies to where the
/// assembler reads it. The driver then makes clusters of each launch, and refuses a grid that is no multiple of them.
///
/// # Safety
///
/// The kernel is launched by clusters of `BLOCKS` blocks, along x.
#[inline(always)]
#[must_use]
pub unsafe fn cluster<const BLOCKS: u32>() -> u32
where
    (): Blocks<BLOCKS>,
{
    let block: u32;
    // SAFETY: a comment, and it reads a register.
    unsafe {
        #[cfg(target_arch = "nvptx64")]
        ptx!("// .reqnctapercluster {}, 1, 1", const BLOCKS, options(nomem, nostack, preserves_flags));
        ptx!("mov.u32 {}, %cluster_ctarank;", out(reg32) block, options(pure, nomem, nostack));
    }
    // SAFETY: by the caller.
    unsafe { core::hint::assert_unchecked(block < BLOCKS) };
    block
}

/// Waits for all threads of the cluster that have not returned, whose accesses to shared memory before it are done after it.
///
/// A call stands after barriers are made and before another block arrives at them; and at the end of a kernel, so that no block ends while
/// another one copies to its shared memory or arrives at its barriers.
#[inline(always)]
pub fn sync_cluster() {
    // SAFETY: waiting is safe.
    unsafe {
        ptx!("barrier.cluster.arrive.release;", "barrier.cluster.wait.acquire;", options(nostack));
    }
}
