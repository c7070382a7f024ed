//! Atomic operations on elements, in global and in shared memory (`red`, `atom`).

use layout_runtime::{Coordinate, StaticLayout};

use crate::constants::Warps;
use crate::element::Element;
use crate::memory::{InGlobal, InShared, Shared, Space, Tensor};
use crate::ptx::ptx;
use crate::thread::sync_some;

/// A number that other threads may change at the same time.
#[diagnostic::on_unimplemented(
    message = "a GPU has no atomic operations on `{Self}`",
    note = "it has them on `f32`, `f64`, `u32`, `i32`, `u64` and `i64`"
)]
pub trait Atomic: Element {
    /// # Safety
    ///
    /// An element is at the place.
    #[doc(hidden)]
    unsafe fn add(place: Place, value: Self);

    /// # Safety
    ///
    /// An element is at the place.
    #[doc(hidden)]
    unsafe fn fetch_add(place: Place, value: Self) -> Self;
}

/// A number that can be the greatest or the least of those of several threads.
#[diagnostic::on_unimplemented(
    message = "a GPU finds no greatest or least `{Self}` of several threads",
    note = "it does of `u32`, `i32`, `u64` and `i64`"
)]
pub trait AtomicOrd: Atomic {
    /// # Safety
    ///
    /// An element is at the place.
    #[doc(hidden)]
    unsafe fn max(place: Place, value: Self);

    /// # Safety
    ///
    /// An element is at the place.
    #[doc(hidden)]
    unsafe fn min(place: Place, value: Self);
}

/// An address in one of the memories.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Place {
    Global(u64),
    Shared(u32),
}

/// An operation without an answer.
macro_rules! red {
    ($operation:literal, $type:literal, $class:ident, $place:ident, $value:ident) => {
        // SAFETY: by the caller.
        unsafe {
            match $place {
                Place::Global(address) => {
                    ptx!(concat!("red.relaxed.gpu.global.", $operation, ".", $type, " [{}], {};"),
                        in(reg64) address, in($class) $value, options(nostack))
                }
                Place::Shared(address) => {
                    ptx!(concat!("red.relaxed.cta.shared.", $operation, ".", $type, " [{}], {};"),
                        in(reg32) address, in($class) $value, options(nostack))
                }
            }
        }
    };
}

macro_rules! atomics {
    ($($type:ty: $add:literal, $class:ident $(, $order:literal)?;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Atomic for $type {
            #[inline(always)]
            unsafe fn add(place: Place, value: Self) {
                red!("add", $add, $class, place, value);
            }

            #[inline(always)]
            unsafe fn fetch_add(place: Place, value: Self) -> Self {
                let before: Self;
                // SAFETY: by the caller.
                unsafe {
                    match place {
                        Place::Global(address) => {
                            ptx!(concat!("atom.relaxed.gpu.global.add.", $add, " {}, [{}], {};"),
                                out($class) before, in(reg64) address, in($class) value, options(nostack))
                        }
                        Place::Shared(address) => {
                            ptx!(concat!("atom.relaxed.cta.shared.add.", $add, " {}, [{}], {};"),
                                out($class) before, in(reg32) address, in($class) value, options(nostack))
                        }
                    }
                }
                before
            }
        }

        $(
            #[diagnostic::do_not_recommend]
            impl AtomicOrd for $type {
                #[inline(always)]
                unsafe fn max(place: Place, value: Self) {
                    red!("max", $order, $class, place, value);
                }

                #[inline(always)]
                unsafe fn min(place: Place, value: Self) {
                    red!("min", $order, $class, place, value);
                }
            }
        )?
    )* };
}

// A sum of two's complement is that of unsigned numbers.
atomics! {
    f32: "f32", reg32;
    f64: "f64", reg64;
    u32: "u32", reg32, "u32";
    i32: "s32", reg32, "s32";
    u64: "u64", reg64, "u64";
    i64: "u64", reg64, "s64";
}

/// A memory that has atomic operations.
pub trait AtomicSpace: Space {
    #[doc(hidden)]
    fn atomic_place(self) -> Place;
}

impl AtomicSpace for InGlobal {
    #[inline(always)]
    fn atomic_place(self) -> Place {
        Place::Global(self.address())
    }
}

impl AtomicSpace for InShared {
    #[inline(always)]
    fn atomic_place(self) -> Place {
        Place::Shared(self.address())
    }
}

impl<S: AtomicSpace, T: Atomic, L: StaticLayout> Tensor<S, T, L> {
    /// Adds to the element at a coordinate, whatever other threads add to it at the same time. Sums of floats are rounded in the order in
    /// which they happen.
    ///
    /// # Safety
    ///
    /// The coordinate is one of the layout, and other threads access the element by atomic operations alone, without a barrier between.
    #[inline(always)]
    pub unsafe fn add<C: Coordinate<L::Geometry, u32>>(self, coordinate: C, value: T) {
        // SAFETY: an element of the tensor; the rest is the caller's.
        unsafe { T::add(self.place(coordinate).atomic_place(), value) }
    }

    /// [`add`](Tensor::add), and what the element was before.
    ///
    /// # Safety
    ///
    /// As of [`add`](Tensor::add).
    #[inline(always)]
    #[must_use]
    pub unsafe fn fetch_add<C: Coordinate<L::Geometry, u32>>(self, coordinate: C, value: T) -> T {
        // SAFETY: as in `add`.
        unsafe { T::fetch_add(self.place(coordinate).atomic_place(), value) }
    }

    /// Makes the element at a coordinate the greater of it and a number.
    ///
    /// # Safety
    ///
    /// As of [`add`](Tensor::add).
    #[inline(always)]
    pub unsafe fn max<C: Coordinate<L::Geometry, u32>>(self, coordinate: C, value: T)
    where
        T: AtomicOrd,
    {
        // SAFETY: as in `add`.
        unsafe { T::max(self.place(coordinate).atomic_place(), value) }
    }

    /// Makes the element at a coordinate the lesser of it and a number.
    ///
    /// # Safety
    ///
    /// As of [`add`](Tensor::add).
    #[inline(always)]
    pub unsafe fn min<C: Coordinate<L::Geometry, u32>>(self, coordinate: C, value: T)
    where
        T: AtomicOrd,
    {
        // SAFETY: as in `add`.
        unsafe { T::min(self.place(coordinate).atomic_place(), value) }
    }
}

impl<L: StaticLayout> Tensor<InGlobal, u32, L> {
    /// Adds 1 to a counter, after `last` 0 again, and returns what it was before (`atom.acq_rel.inc`). A thread whose own call sees the new
    /// number reads what this thread wrote before.
    ///
    /// Blocks of a tile count themselves by it: the one that gets `last` comes last, and the counter is 0 for the next launch.
    ///
    /// # Safety
    ///
    /// As of [`add`](Tensor::add).
    #[inline(always)]
    #[must_use]
    pub unsafe fn increment<C: Coordinate<L::Geometry, u32>>(
        self,
        coordinate: C,
        last: u32,
    ) -> u32 {
        let before: u32;
        // SAFETY: an element of the tensor; the rest is the caller's.
        unsafe {
            ptx!("atom.acq_rel.gpu.global.inc.u32 {}, [{}], {};", out(reg32) before,
                in(reg64) self.place(coordinate).address(), in(reg32) last, options(nostack));
        }
        before
    }

    /// Waits until a counter that others [increment](Tensor::increment) is at least `count`: this thread, and the copies that it begins, see
    /// what they wrote before.
    ///
    /// # Safety
    ///
    /// As of [`add`](Tensor::add). Those who count run at the same time, or before.
    #[inline(always)]
    pub unsafe fn wait_for<C: Coordinate<L::Geometry, u32>>(self, coordinate: C, count: u32) {
        // SAFETY: an element of the tensor; the rest is the caller's.
        unsafe {
            let address = self.place(coordinate).address();
            loop {
                let now: u32;
                ptx!("ld.acquire.gpu.global.u32 {}, [{}];", out(reg32) now, in(reg64) address, options(nostack));
                if now >= count {
                    break;
                }
            }
            ptx!("fence.proxy.async.global;", options(nostack));
        }
    }

    /// Waits until one thread of each of `blocks` blocks is here; each then sees what the others wrote before. The counter is 0 at
    /// first, and any launch after this one finds it right: it counts to twice as many blocks, and all have come when it gets to its
    /// other half.
    ///
    /// # Safety
    ///
    /// As of [`add`](Tensor::add). The blocks run at the same time, each of them calls it once for this counter, and always as many do.
    #[inline(always)]
    pub unsafe fn sync_blocks<C: Coordinate<L::Geometry, u32> + Copy>(
        self,
        coordinate: C,
        blocks: u32,
    ) {
        // SAFETY: an element of the tensor; the rest is the caller's.
        unsafe {
            let before = self.increment(coordinate, 2 * blocks - 1);
            let address = self.place(coordinate).address();
            loop {
                let now: u32;
                ptx!("ld.acquire.gpu.global.u32 {}, [{}];", out(reg32) now, in(reg64) address, options(nostack));
                if (now < blocks) != (before < blocks) {
                    break;
                }
            }
        }
    }

    /// Counts a group of `THREADS` threads, of `groups` in as many blocks, and says to each of its threads whether the group is the last:
    /// that one reads what the others wrote before. The counter, which was 0, is 0 again after the last. `t` is the number of the thread in
    /// its group, `barrier` as of [`sync_some`], and `last` a word of shared memory.
    ///
    /// # Safety
    ///
    /// As of [`add`](Tensor::add) and [`sync_some`]: all threads of the group call it, and nobody else has the word.
    #[inline(always)]
    #[must_use]
    pub unsafe fn is_last<const THREADS: usize, C: Coordinate<L::Geometry, u32>, M: StaticLayout>(
        self,
        (coordinate, groups): (C, u32),
        (t, barrier): (u32, u32),
        last: Shared<u32, M>,
    ) -> bool
    where
        (): Warps<THREADS>,
        u32: Coordinate<M::Geometry, u32>,
    {
        // SAFETY: by the caller.
        unsafe {
            sync_some::<THREADS>(barrier);
            if t == 0 {
                last.set(0, self.increment(coordinate, groups - 1));
            }
            sync_some::<THREADS>(barrier);
            last.get(0) == groups - 1
        }
    }
}
