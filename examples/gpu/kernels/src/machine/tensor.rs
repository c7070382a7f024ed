//! Tensor cores.
#![allow(clippy::missing_safety_doc)]

use core::arch::asm;

/// Loads four 8x8 matrices of 16-bit elements: of each, eight lanes give the addresses of its rows.
///
/// # Safety
///
/// All lanes of the warp call it, with addresses of rows of 16 bytes in shared memory, aligned to 16.
#[inline(always)]
pub unsafe fn ldmatrix4(address: u32) -> [u32; 4] {
    let (a, b, c, d): (u32, u32, u32, u32);
    unsafe {
        // It may be moved across what writes no memory: products.
        asm!("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{{}, {}, {}, {}}}, [{}];",
            out(reg32) a, out(reg32) b, out(reg32) c, out(reg32) d, in(reg32) address,
            options(pure, readonly, nostack));
    }
    [a, b, c, d]
}

/// `c += a * b`, a product of 16x16 by 16x8 of bf16.
#[inline(always)]
pub fn mma_16x8x16_bf16(c: &mut [f32; 4], a: [u32; 4], b: [u32; 2]) {
    unsafe {
        asm!("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {{{}, {}, {}, {}}}, {{{}, {}, {}, {}}}, {{{}, {}}}, {{{}, {}, {}, {}}};",
            out(reg32) c[0], out(reg32) c[1], out(reg32) c[2], out(reg32) c[3],
            in(reg32) a[0], in(reg32) a[1], in(reg32) a[2], in(reg32) a[3],
            in(reg32) b[0], in(reg32) b[1],
            in(reg32) c[0], in(reg32) c[1], in(reg32) c[2], in(reg32) c[3],
            options(pure, nomem, nostack));
    }
}

/// Before the first product of a group, and after registers of one were written.
#[inline(always)]
pub fn fence_products() {
    unsafe { asm!("wgmma.fence.sync.aligned;", options(nostack)) };
}

/// Ends a group of products.
#[inline(always)]
pub fn commit_products() {
    unsafe { asm!("wgmma.commit_group.sync.aligned;", options(nostack)) };
}

/// Waits until all but `GROUPS` groups of products are done, without the results of these.
#[inline(always)]
pub fn wait_for_products<const GROUPS: usize>() {
    unsafe { asm!("wgmma.wait_group.sync.aligned {};", const GROUPS, options(nostack)) };
}

/// The descriptor of a tile of rows of 128 bytes, swizzled as `SWIZZLE_128B` does, that begins at an address. `groups`
/// is the distance of eight rows from the next, `columns` that of 128 bytes in a row from the next, which counts where
/// rows are what is summed over. All are bytes; the descriptor has them in units of 16.
#[inline(always)]
pub const fn descriptor(address: u32, groups: u32, columns: u32) -> u64 {
    const SWIZZLE_128B: u64 = 1;
    (address as u64 & 0x3ffff) >> 4
        | (columns as u64 >> 4) << 16
        | (groups as u64 >> 4) << 32
        | SWIZZLE_128B << 62
}

/// The operands of a product: its registers by number.
macro_rules! with_64 {
    ($then:ident!($($arguments:tt)*)) => {
        $then!($($arguments)*
            0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
            32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63);
    };
}

macro_rules! with_128 {
    ($then:ident!($($arguments:tt)*)) => {
        with_64!($then!($($arguments)*
            64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95
            96 97 98 99 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119
            120 121 122 123 124 125 126 127));
    };
}

/// Defines a product with an operand for each number: both factors by descriptors. `$add` says whether the result adds to
/// what was there.
macro_rules! wgmma {
    ($(#[$doc:meta])* $name:ident: $instruction:literal, $len:literal, $add:literal;
        $first:literal $($n:literal)*) => {
        $(#[$doc])*
        #[inline(always)]
        pub unsafe fn $name(c: &mut [f32; $len], a: u64, b: u64) {
            unsafe {
                asm!(concat!("{{ .reg .pred p; setp.ne.b32 p, ", $add, ", 0; ", $instruction,
                        " {{{", $first, "}", $(", {", $n, "}",)* "}}, {a}, {b}, p, 1, 1, 0, 0; }}"),
                    inlateout(reg32) c[$first], $(inlateout(reg32) c[$n],)*
                    a = in(reg64) a, b = in(reg64) b, options(nostack));
            }
        }
    };
}

with_128!(wgmma!(
    /// `c += a * b`, a product of 64x16 by 16x256 of bf16 by four warps, both in shared memory, by descriptors.
    ///
    /// # Safety
    ///
    /// All threads of the four warps call it with the same descriptors, of tiles that no copy writes meanwhile; `c` is
    /// not read or written until the product is waited for.
    wgmma_64x256x16: "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16", 128, 1;
));

with_64!(wgmma!(
    /// As [`wgmma_64x256x16`], of 16x128.
    ///
    /// # Safety
    ///
    /// As there.
    wgmma_64x128x16: "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16", 64, 1;
));

with_64!(wgmma!(
    /// `c = a * b`, as [`wgmma_64x128x16`].
    ///
    /// # Safety
    ///
    /// As there.
    wgmma_64x128x16_first: "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16", 64, 0;
));

/// Defines a product whose left factor is in registers, and whose right factor lies with its columns together.
macro_rules! wgmma_of_registers {
    ($(#[$doc:meta])* $name:ident: $instruction:literal, $len:literal; $first:literal $($n:literal)*) => {
        $(#[$doc])*
        #[inline(always)]
        pub unsafe fn $name(c: &mut [f32; $len], a: [u32; 4], b: u64) {
            unsafe {
                asm!(concat!($instruction, " {{{", $first, "}", $(", {", $n, "}",)*
                        "}}, {{{a0}, {a1}, {a2}, {a3}}}, {b}, 1, 1, 1, 1;"),
                    inlateout(reg32) c[$first], $(inlateout(reg32) c[$n],)*
                    a0 = in(reg32) a[0], a1 = in(reg32) a[1], a2 = in(reg32) a[2], a3 = in(reg32) a[3],
                    b = in(reg64) b, options(nostack));
            }
        }
    };
}

with_64!(wgmma_of_registers!(
    /// `c += a * b`, a product of 64x16 in registers by 16x128 of bf16, whose rows are in shared memory.
    ///
    /// # Safety
    ///
    /// As of [`wgmma_64x256x16`].
    wgmma_64x128x16_of_registers: "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16", 64;
));

/// Defines the wait for a result: what reads it comes after.
macro_rules! wait_for {
    ($(#[$doc:meta])* $name:ident: $len:literal; $($n:literal)*) => {
        $(#[$doc])*
        #[inline(always)]
        pub fn $name<const GROUPS: usize>(c: &mut [f32; $len]) {
            wait_for_products::<GROUPS>();
            unsafe {
                asm!(concat!("//", $(" {", $n, "}",)*), $(inlateout(reg32) c[$n],)* options(nostack));
            }
        }
    };
}

with_64!(wait_for!(
    /// Waits until all but `GROUPS` groups of products are done, of which `c` is no result.
    wait_for_64: 64;
));

/// Two numbers in one register, the first in the low half.
#[inline(always)]
pub fn pack_bf16(low: f32, high: f32) -> u32 {
    let packed: u32;
    unsafe {
        asm!("cvt.rn.bf16x2.f32 {}, {}, {};", out(reg32) packed, in(reg32) high, in(reg32) low,
            options(pure, nomem, nostack));
    }
    packed
}

/// `2^x`, to some 22 bits.
#[inline(always)]
pub fn exp2(x: f32) -> f32 {
    let y: f32;
    unsafe {
        asm!("ex2.approx.ftz.f32 {}, {};", out(reg32) y, in(reg32) x, options(pure, nomem, nostack));
    }
    y
}

/// The number of the lane whose number differs in the bits of `LANES`.
///
/// # Safety
///
/// All lanes of the warp call it.
#[inline(always)]
pub unsafe fn of_lane<const LANES: u32>(x: f32) -> f32 {
    let y: f32;
    unsafe {
        asm!("shfl.sync.bfly.b32 {}, {}, {}, 0x1f, 0xffffffff;",
            out(reg32) y, in(reg32) x, const LANES, options(nostack));
    }
    y
}
