//! `Space`: the memories of a GPU, and how bytes are moved from and to them.

use layout_runtime::{Slicer, StaticLayout};

use crate::ptx::ptx;

mod sealed {
    pub trait Sealed {}
}

/// A place in a memory: [`InGlobal`], [`InShared`] or [`InCluster`].
pub trait Space: sealed::Sealed + Copy {
    /// The place `elements` elements further.
    #[doc(hidden)]
    #[must_use]
    fn moved<T>(self, elements: u32) -> Self;

    /// The coordinates that a slicer fixes: an offset that the swizzle reads, and the place moved by the rest.
    #[doc(hidden)]
    #[must_use]
    fn fixed<T, L: StaticLayout, K: Slicer<L::Geometry, u32>>(self, slicer: &K) -> (u32, Self);

    /// Copies 1, 2, 4, 8 or 16 bytes from here, by one instruction.
    ///
    /// # Safety
    ///
    /// The place is aligned to `bytes` bytes, which may be read here and written there.
    #[doc(hidden)]
    unsafe fn load_bytes(self, to: *mut u8, bytes: usize);

    /// Copies 1, 2, 4, 8 or 16 bytes to here, by one instruction.
    ///
    /// # Safety
    ///
    /// The place is aligned to `bytes` bytes, which may be written here and read there.
    #[doc(hidden)]
    unsafe fn store_bytes(self, from: *const u8, bytes: usize);

    /// # Safety
    ///
    /// As of `load_bytes`.
    #[doc(hidden)]
    #[inline(always)]
    unsafe fn load<T: Copy>(self) -> T {
        let mut value = core::mem::MaybeUninit::<T>::uninit();
        // SAFETY: all bytes are written, and any are a value.
        unsafe {
            self.load_bytes(value.as_mut_ptr().cast(), size_of::<T>());
            value.assume_init()
        }
    }

    /// # Safety
    ///
    /// As of `store_bytes`.
    #[doc(hidden)]
    #[inline(always)]
    unsafe fn store<T: Copy>(self, value: T) {
        // SAFETY: by the caller.
        unsafe { self.store_bytes((&raw const value).cast(), size_of::<T>()) }
    }
}

/// A place in global memory.
#[derive(Clone, Copy, Debug)]
pub struct InGlobal(*mut u8);

/// A place in shared memory.
#[derive(Clone, Copy, Debug)]
pub struct InShared(u32);

/// A place in the shared memory of a block of the cluster.
#[derive(Clone, Copy, Debug)]
pub struct InCluster(u32);

impl sealed::Sealed for InGlobal {}
impl sealed::Sealed for InShared {}
impl sealed::Sealed for InCluster {}

/// Sixteen bytes that are moved at once: aligned, so that it is one instruction.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Sixteen([u32; 4]);
#[derive(Clone, Copy)]
#[repr(C, align(8))]
struct Eight([u32; 2]);

impl InGlobal {
    #[inline(always)]
    pub(crate) fn new<T>(pointer: *const T) -> Self {
        InGlobal(pointer.cast_mut().cast())
    }

    /// The address in global memory.
    #[inline(always)]
    pub(crate) fn address(self) -> u64 {
        let address: u64;
        // SAFETY: it converts a number.
        unsafe {
            ptx!("cvta.to.global.u64 {}, {};", out(reg64) address, in(reg64) self.0,
                options(pure, nomem, nostack));
        }
        address
    }
}

impl Space for InGlobal {
    #[inline(always)]
    fn moved<T>(self, elements: u32) -> Self {
        InGlobal(self.0.cast::<T>().wrapping_add(elements as usize).cast())
    }

    // Summed in 32 bits, of which one number is made an address.
    #[inline(always)]
    fn fixed<T, L: StaticLayout, K: Slicer<L::Geometry, u32>>(self, slicer: &K) -> (u32, Self) {
        let (within, beyond) = slicer.fixed_onto::<L::Map>((0, 0), 1);
        (within, self.moved::<T>(beyond))
    }

    #[inline(always)]
    unsafe fn load_bytes(self, to: *mut u8, bytes: usize) {
        // SAFETY: by the caller.
        unsafe {
            match bytes {
                16 => to.cast::<[u32; 4]>().write_unaligned((*self.0.cast::<Sixteen>()).0),
                8 => to.cast::<[u32; 2]>().write_unaligned((*self.0.cast::<Eight>()).0),
                4 => to.cast::<u32>().write_unaligned(*self.0.cast::<u32>()),
                2 => to.cast::<u16>().write_unaligned(*self.0.cast::<u16>()),
                _ => *to = *self.0,
            }
        }
    }

    #[inline(always)]
    unsafe fn store_bytes(self, from: *const u8, bytes: usize) {
        // SAFETY: by the caller.
        unsafe {
            match bytes {
                16 => *self.0.cast::<Sixteen>() = Sixteen(from.cast::<[u32; 4]>().read_unaligned()),
                8 => *self.0.cast::<Eight>() = Eight(from.cast::<[u32; 2]>().read_unaligned()),
                4 => *self.0.cast::<u32>() = from.cast::<u32>().read_unaligned(),
                2 => *self.0.cast::<u16>() = from.cast::<u16>().read_unaligned(),
                _ => *self.0 = *from,
            }
        }
    }
}

impl InShared {
    #[inline(always)]
    pub(super) const fn new(address: u32) -> Self {
        InShared(address)
    }

    /// The address in bytes.
    #[inline(always)]
    pub(crate) fn address(self) -> u32 {
        self.0
    }

    /// The same place in a block of the cluster.
    #[inline(always)]
    pub(crate) fn of_block(self, rank: u32) -> InCluster {
        let address: u32;
        // SAFETY: it computes.
        unsafe {
            ptx!("mapa.shared::cluster.u32 {}, {}, {};", out(reg32) address, in(reg32) self.0, in(reg32) rank,
                options(pure, nomem, nostack));
        }
        InCluster(address)
    }
}

// The loads and stores keep the order of the program: the schedule of a kernel is what it writes.
macro_rules! window {
    ($type:ident: $window:literal) => {
impl Space for $type {
    #[inline(always)]
    fn moved<T>(self, elements: u32) -> Self {
        $type(self.0.wrapping_add((size_of::<T>() as u32).wrapping_mul(elements)))
    }

    // Added to the address mode by mode: of a sum of offsets LLVM makes an `or` where it can, of which a loop hoists nothing.
    #[inline(always)]
    fn fixed<T, L: StaticLayout, K: Slicer<L::Geometry, u32>>(self, slicer: &K) -> (u32, Self) {
        let (within, address) = slicer.fixed_onto::<L::Map>((0, self.0), size_of::<T>() as u32);
        (within, $type(address))
    }

    #[inline(always)]
    unsafe fn load_bytes(self, to: *mut u8, bytes: usize) {
        let (a, b, c, d): (u32, u32, u32, u32);
        let short: u16;
        // SAFETY: by the caller.
        unsafe {
            match bytes {
                16 => {
                    ptx!(concat!("ld.", $window, ".v4.b32 {{{}, {}, {}, {}}}, [{}];"), out(reg32) a, out(reg32) b,
                        out(reg32) c, out(reg32) d, in(reg32) self.0, options(nostack));
                    to.cast::<[u32; 4]>().write_unaligned([a, b, c, d]);
                }
                8 => {
                    ptx!(concat!("ld.", $window, ".v2.b32 {{{}, {}}}, [{}];"), out(reg32) a, out(reg32) b,
                        in(reg32) self.0, options(nostack));
                    to.cast::<[u32; 2]>().write_unaligned([a, b]);
                }
                4 => {
                    ptx!(concat!("ld.", $window, ".b32 {}, [{}];"), out(reg32) a, in(reg32) self.0, options(nostack));
                    to.cast::<u32>().write_unaligned(a);
                }
                2 => {
                    ptx!(concat!("ld.", $window, ".b16 {}, [{}];"), out(reg16) short, in(reg32) self.0,
                        options(nostack));
                    to.cast::<u16>().write_unaligned(short);
                }
                _ => {
                    ptx!(concat!("ld.", $window, ".u8 {}, [{}];"), out(reg16) short, in(reg32) self.0, options(nostack));
                    *to = short as u8;
                }
            }
        }
    }

    #[inline(always)]
    unsafe fn store_bytes(self, from: *const u8, bytes: usize) {
        // SAFETY: by the caller.
        unsafe {
            match bytes {
                16 => {
                    let [a, b, c, d] = from.cast::<[u32; 4]>().read_unaligned();
                    ptx!(concat!("st.", $window, ".v4.b32 [{}], {{{}, {}, {}, {}}};"), in(reg32) self.0, in(reg32) a,
                        in(reg32) b, in(reg32) c, in(reg32) d, options(nostack));
                }
                8 => {
                    let [a, b] = from.cast::<[u32; 2]>().read_unaligned();
                    ptx!(concat!("st.", $window, ".v2.b32 [{}], {{{}, {}}};"), in(reg32) self.0, in(reg32) a,
                        in(reg32) b, options(nostack));
                }
                4 => {
                    let a = from.cast::<u32>().read_unaligned();
                    ptx!(concat!("st.", $window, ".b32 [{}], {};"), in(reg32) self.0, in(reg32) a, options(nostack));
                }
                2 => {
                    let a = from.cast::<u16>().read_unaligned();
                    ptx!(concat!("st.", $window, ".b16 [{}], {};"), in(reg32) self.0, in(reg16) a, options(nostack));
                }
                _ => {
                    let a = *from as u16;
                    ptx!(concat!("st.", $window, ".u8 [{}], {};"), in(reg32) self.0, in(reg16) a, options(nostack));
                }
            }
        }
    }
}
    };
}

window!(InShared: "shared");
window!(InCluster: "shared::cluster");
