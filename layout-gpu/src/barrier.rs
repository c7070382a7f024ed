//! Barriers in shared memory (`mbarrier`), and the stages of a pipeline.

use crate::ptx::ptx;
use crate::refused::require;

/// A barrier in shared memory, whose phase ends when its number of threads and the bytes that are expected have arrived.
#[derive(Clone, Copy, Debug)]
pub struct Barrier {
    address: u32,
}

impl Barrier {
    #[inline(always)]
    pub(crate) const fn at(address: u32) -> Self {
        Barrier { address }
    }

    /// The address in bytes in shared memory, as `mbarrier` of an own `asm!` takes it.
    #[inline(always)]
    #[must_use]
    pub const fn address(self) -> u32 {
        self.address
    }

    /// Makes the barrier. [`publish_barriers`] comes after all of them.
    ///
    /// # Safety
    ///
    /// One thread makes it, and no thread uses it before a [`sync`](crate::sync) after that.
    #[inline(always)]
    pub unsafe fn make(self, arrivals: u32) {
        // SAFETY: by the caller.
        unsafe {
            ptx!("mbarrier.init.shared::cta.b64 [{}], {};", in(reg32) self.address,
                in(reg32) arrivals, options(nostack));
        }
    }

    /// Arrives for a group of threads, of which `t` is the number in it: the first one does. That is no branch of the program.
    ///
    /// # Safety
    ///
    /// The barrier is made, and all threads of the group are done with what those who wait for it do next.
    #[inline(always)]
    pub unsafe fn arrive_first(self, t: u32) {
        // SAFETY: by the caller.
        unsafe {
            ptx!("{{ .reg .pred p; setp.eq.u32 p, {}, 0; @p mbarrier.arrive.shared::cta.b64 _, [{}]; }}",
                in(reg32) t, in(reg32) self.address, options(nostack));
        }
    }

    /// Arrives at the barrier at this place in each of the `BLOCKS` blocks of the cluster, for a group of threads, of which `t` is the number
    /// in it: the first ones do, one for a block. That is no branch of the program.
    ///
    /// # Safety
    ///
    /// As of [`arrive_first`](Barrier::arrive_first), in each block, of which none has ended. A group has at least `BLOCKS` threads.
    #[inline(always)]
    pub unsafe fn arrive_in_each<const BLOCKS: u32>(self, t: u32) {
        // SAFETY: by the caller.
        unsafe {
            ptx!("{{ .reg .pred p; .reg .b32 there; setp.lt.u32 p, {t}, {blocks}; \
                  @p mapa.shared::cluster.u32 there, {address}, {t}; \
                  @p mbarrier.arrive.shared::cluster.b64 _, [there]; }}",
                t = in(reg32) t, blocks = const BLOCKS, address = in(reg32) self.address, options(nostack));
        }
    }

    /// Arrives, and says how many bytes copies of this phase will bring.
    ///
    /// # Safety
    ///
    /// The barrier is made, and copies of `bytes` bytes arrive at it.
    #[inline(always)]
    pub unsafe fn expect(self, bytes: u32) {
        // SAFETY: by the caller.
        unsafe {
            ptx!("mbarrier.arrive.expect_tx.shared::cta.b64 _, [{}], {};", in(reg32) self.address,
                in(reg32) bytes, options(nostack));
        }
    }

    /// Waits for the end of a phase: the first one has parity 0, and they alternate.
    ///
    /// # Safety
    ///
    /// The barrier is made.
    #[inline(always)]
    pub unsafe fn wait(self, parity: u32) {
        loop {
            let done: u32;
            // SAFETY: by the caller.
            unsafe {
                ptx!("{{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [{}], {}; selp.u32 {}, 1, 0, p; }}",
                    in(reg32) self.address, in(reg32) parity, out(reg32) done, options(nostack));
            }
            if done != 0 {
                return;
            }
        }
    }
}

/// A stage of a ring of `STAGES`, and which time around it is: even or odd. Of another number of stages it is another type.
#[derive(Clone, Copy, Debug)]
pub struct Turn<const STAGES: usize> {
    stage: u32,
    parity: u32,
}

impl<const STAGES: usize> Turn<STAGES> {
    /// The first stage, the first time.
    pub const FIRST: Self = Turn { stage: 0, parity: 0 };

    /// The stage of position `i` of a stream through the ring, `i mod STAGES`, the `i / STAGES`th time around: what the
    /// coordinates of a circular mode `n mod STAGES` are, the stage and the turn.
    ///
    /// ```
    /// use layout_gpu::Turn;
    ///
    /// let mut turn = Turn::<3>::FIRST;
    /// for i in 0..10 {
    ///     assert_eq!((turn.stage(), turn.phase()), (Turn::<3>::at(i).stage(), i / 3 % 2));
    ///     turn = turn.next();
    /// }
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn at(i: u32) -> Self {
        const { require(STAGES > 0, "a pipeline has a stage") };
        Turn { stage: i % STAGES as u32, parity: (i / STAGES as u32) & 1 }
    }

    /// The phase of a barrier of the stage: 0 the first time around, then 1, and so on.
    #[inline(always)]
    #[must_use]
    pub fn phase(self) -> u32 {
        self.parity
    }

    /// The number of the stage, below `STAGES`.
    #[inline(always)]
    #[must_use]
    pub fn stage(self) -> u32 {
        self.stage
    }

    /// The stage after this one; after the last, the first, the next time.
    ///
    /// ```
    /// use layout_gpu::Turn;
    ///
    /// let turn = Turn::<3>::FIRST.next().next();
    /// assert_eq!((turn.stage(), turn.next().stage()), (2, 0));
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn next(self) -> Self {
        let Turn { stage, parity } = self;
        if stage + 1 == STAGES as u32 {
            Turn { stage: 0, parity: parity ^ 1 }
        } else {
            Turn { stage: stage + 1, parity }
        }
    }
}

/// The barriers of a ring of stages: of each, one that says that it is full, and one that it is free again.
///
/// In a cluster of `BLOCKS` blocks each has such barriers, and a stage is free when it is so in all of them:
/// [`load_multicast`](crate::TensorMap::load_multicast) fills that stage of each.
#[derive(Clone, Copy, Debug)]
pub struct Pipeline<const STAGES: usize, const BLOCKS: u32 = 1> {
    address: u32,
}

impl<const STAGES: usize, const BLOCKS: u32> Pipeline<STAGES, BLOCKS> {
    /// Its size in shared memory, in bytes.
    pub const BYTES: u32 = 16 * STAGES as u32;

    #[inline(always)]
    pub(crate) const fn at(address: u32) -> Self {
        const {
            require(STAGES > 0, "a pipeline has a stage");
            require(0 < BLOCKS && BLOCKS <= 8, "a cluster has from 1 to 8 blocks");
        }
        Pipeline { address }
    }

    /// The address in bytes in shared memory: barriers of full stages, and after them those of free stages, of 8 bytes each.
    #[inline(always)]
    #[must_use]
    pub const fn address(self) -> u32 {
        self.address
    }

    /// The barrier that a stage is full, for copies of an own `asm!`. Its phase is [`Turn::phase`].
    #[inline(always)]
    #[must_use]
    pub const fn full(self, turn: Turn<STAGES>) -> Barrier {
        Barrier::at(self.address + 8 * turn.stage)
    }

    /// The barrier that a stage is free. Who fills it waits for the other phase than [`Turn::phase`].
    #[inline(always)]
    #[must_use]
    pub const fn free(self, turn: Turn<STAGES>) -> Barrier {
        Barrier::at(self.address + 8 * (STAGES as u32 + turn.stage))
    }

    /// Makes the barriers: one thread of each block fills a stage, and `groups` groups of threads release it.
    ///
    /// # Safety
    ///
    /// As of [`Barrier::make`].
    #[inline(always)]
    pub unsafe fn make(self, groups: u32) {
        for stage in 0..STAGES as u32 {
            let turn = Turn { stage, parity: 0 };
            // SAFETY: by the caller.
            unsafe {
                self.full(turn).make(1);
                self.free(turn).make(groups * BLOCKS);
            }
        }
    }

    /// Waits until a stage is free, and returns the barrier of copies to it, which bring `bytes` bytes.
    ///
    /// # Safety
    ///
    /// The barriers are made. One thread calls it, for each stage in turn, and begins copies of `bytes` bytes.
    #[inline(always)]
    #[must_use]
    pub unsafe fn fill(self, turn: Turn<STAGES>, bytes: u32) -> Barrier {
        let full = self.full(turn);
        // SAFETY: by the caller. The first time around, there is nobody to wait for.
        unsafe {
            self.free(turn).wait(turn.parity ^ 1);
            full.expect(bytes);
        }
        full
    }

    /// Waits until a stage is full.
    ///
    /// # Safety
    ///
    /// The barriers are made.
    #[inline(always)]
    pub unsafe fn wait(self, turn: Turn<STAGES>) {
        // SAFETY: by the caller.
        unsafe { self.full(turn).wait(turn.parity) };
    }

    /// Releases a stage for a group of threads, of which `t` is the number in it: the first one does; in a cluster the first ones, one for
    /// each block.
    ///
    /// # Safety
    ///
    /// The barriers are made, each group calls it once each time around, and all of its threads are done with the stage. A group has at
    /// least `BLOCKS` threads, and no block of the cluster has ended.
    #[inline(always)]
    pub unsafe fn release(self, turn: Turn<STAGES>, t: u32) {
        // SAFETY: by the caller.
        unsafe {
            if const { BLOCKS == 1 } {
                self.free(turn).arrive_first(t);
            } else {
                self.free(turn).arrive_in_each::<BLOCKS>(t);
            }
        }
    }
}

/// Shows barriers that this thread has made to the engine that copies.
#[inline(always)]
pub fn publish_barriers() {
    // SAFETY: it moves nothing.
    unsafe { ptx!("fence.mbarrier_init.release.cluster;", "fence.proxy.async;", options(nostack)) };
}
