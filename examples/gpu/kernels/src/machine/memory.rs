//! Shared memory, by addresses in bytes, and copies to it. A pointer of Rust's to shared memory is a generic one, whose
//! loads are slower.
//!
//! The loads and stores keep the order of the program: the schedule of a kernel is what it writes. Each is sound for
//! an address that is aligned to what is moved, in the shared memory of the block, where no other thread writes (or,
//! for a store, reads) without a barrier between.
#![allow(clippy::missing_safety_doc)]

use core::arch::{asm, global_asm};

global_asm!(".extern .shared .align 1024 .b8 dynamic_shared[];");

/// The address of the dynamic shared memory.
#[inline(always)]
pub fn shared() -> u32 {
    let address: u32;
    unsafe {
        asm!("mov.u32 {}, dynamic_shared;", out(reg32) address, options(pure, nomem, nostack));
    }
    address
}

/// Four floats, which are moved at once.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub struct F4(pub [f32; 4]);

/// Two floats, which are moved at once.
#[derive(Clone, Copy)]
#[repr(C, align(8))]
pub struct F2(pub [f32; 2]);

#[inline(always)]
pub unsafe fn load(address: u32) -> f32 {
    let x: f32;
    unsafe { asm!("ld.shared.f32 {}, [{}];", out(reg32) x, in(reg32) address, options(nostack)) };
    x
}

#[inline(always)]
pub unsafe fn store(address: u32, x: f32) {
    unsafe { asm!("st.shared.f32 [{}], {};", in(reg32) address, in(reg32) x, options(nostack)) };
}

#[inline(always)]
pub unsafe fn load4(address: u32) -> [f32; 4] {
    let (a, b, c, d): (f32, f32, f32, f32);
    unsafe {
        asm!("ld.shared.v4.f32 {{{}, {}, {}, {}}}, [{}];",
            out(reg32) a, out(reg32) b, out(reg32) c, out(reg32) d, in(reg32) address, options(nostack));
    }
    [a, b, c, d]
}

#[inline(always)]
pub unsafe fn store4(address: u32, [a, b, c, d]: [f32; 4]) {
    unsafe {
        asm!("st.shared.v4.f32 [{}], {{{}, {}, {}, {}}};",
            in(reg32) address, in(reg32) a, in(reg32) b, in(reg32) c, in(reg32) d, options(nostack));
    }
}

/// The address in global memory, in bytes.
#[inline(always)]
pub fn global<T>(pointer: *const T) -> u64 {
    let address: u64;
    unsafe {
        asm!("cvta.to.global.u64 {}, {};",
            out(reg64) address, in(reg64) pointer, options(pure, nomem, nostack));
    }
    address
}

/// Begins a copy of 16 bytes, between addresses.
#[inline(always)]
pub unsafe fn copy_async(shared: u32, global: u64) {
    unsafe {
        asm!("cp.async.cg.shared.global [{}], [{}], 16;",
            in(reg32) shared, in(reg64) global, options(nostack));
    }
}

/// Ends a group of copies.
#[inline(always)]
pub fn commit_copies() {
    unsafe { asm!("cp.async.commit_group;", options(nostack)) };
}

/// Waits until all but `GROUPS` groups are there.
#[inline(always)]
pub fn wait_for_copies<const GROUPS: usize>() {
    unsafe { asm!("cp.async.wait_group {};", const GROUPS, options(nostack)) };
}

/// Makes a barrier whose phases end with so many arrivals, and the bytes that are expected.
#[inline(always)]
pub unsafe fn make_barrier(barrier: u32, arrivals: u32) {
    unsafe {
        asm!("mbarrier.init.shared::cta.b64 [{}], {};",
            in(reg32) barrier, in(reg32) arrivals, options(nostack));
    }
}

/// Arrives for a group of threads, of which `t` is the number in it: the first one does. That is no branch of the program:
/// rustc may write out for each side of one what follows it, and what warps do together they may not do apart.
#[inline(always)]
pub unsafe fn arrive_for_all(barrier: u32, t: u32) {
    unsafe {
        asm!("{{ .reg .pred p; setp.eq.u32 p, {}, 0; @p mbarrier.arrive.shared::cta.b64 _, [{}]; }}",
            in(reg32) t, in(reg32) barrier, options(nostack));
    }
}

/// After it, the copy engine sees the barriers.
#[inline(always)]
pub fn publish_barriers() {
    unsafe { asm!("fence.mbarrier_init.release.cluster;", "fence.proxy.async;", options(nostack)) };
}

/// Arrives, and says how many bytes will.
#[inline(always)]
pub unsafe fn expect_bytes(barrier: u32, bytes: u32) {
    unsafe {
        asm!("mbarrier.arrive.expect_tx.shared::cta.b64 _, [{}], {};",
            in(reg32) barrier, in(reg32) bytes, options(nostack));
    }
}

/// Waits for the end of a phase.
#[inline(always)]
pub unsafe fn wait(barrier: u32, parity: u32) {
    loop {
        let done: u32;
        unsafe {
            asm!("{{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [{}], {}; selp.u32 {}, 1, 0, p; }}",
                in(reg32) barrier, in(reg32) parity, out(reg32) done, options(nostack));
        }
        if done != 0 {
            return;
        }
    }
}

/// Begins the copy of a box of a matrix, as its tensor map says, from a column and a row on.
#[inline(always)]
pub unsafe fn load_box(map: *const u8, shared: u32, barrier: u32, column: u32, row: u32) {
    unsafe {
        asm!("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [{}], [{}, {{{}, {}}}], [{}];",
            in(reg32) shared, in(reg64) map, in(reg32) column, in(reg32) row, in(reg32) barrier, options(nostack));
    }
}

/// A stage of a ring of tiles, and the parity of the phase of its barriers.
#[derive(Clone, Copy)]
pub struct Turn {
    pub stage: u32,
    pub parity: u32,
}

impl Turn {
    pub const FIRST: Turn = Turn { stage: 0, parity: 0 };

    #[inline(always)]
    pub fn next<const STAGES: u32>(self) -> Turn {
        let Turn { stage, parity } = self;
        if stage + 1 == STAGES {
            Turn { stage: 0, parity: parity ^ 1 }
        } else {
            Turn { stage: stage + 1, parity }
        }
    }
}
