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

/// Ends a group of products, and waits until all but `GROUPS` groups are done.
#[inline(always)]
pub fn commit_products<const GROUPS: usize>() {
    unsafe {
        asm!("wgmma.commit_group.sync.aligned;", "wgmma.wait_group.sync.aligned {};", const GROUPS, options(nostack))
    };
}

/// Waits for all products.
#[inline(always)]
pub fn wait_for_products() {
    unsafe { asm!("wgmma.wait_group.sync.aligned 0;", options(nostack)) };
}

/// Defines a product with an operand for each number.
macro_rules! wgmma {
    ($(#[$doc:meta])* $name:ident: $instruction:literal, $len:literal; $first:literal $($n:literal)*) => {
        $(#[$doc])*
        #[inline(always)]
        pub unsafe fn $name(c: &mut [f32; $len], a: u64, b: u64) {
            unsafe {
                asm!(concat!($instruction, " {{{", $first, "}", $(", {", $n, "}",)* "}}, {a}, {b}, 1, 1, 1, 0, 0;"),
                    inlateout(reg32) c[$first], $(inlateout(reg32) c[$n],)*
                    a = in(reg64) a, b = in(reg64) b, options(nostack));
            }
        }
    };
}

wgmma!(
    /// `c += a * b`, a product of 64x16 by 16x256 of bf16 by four warps, both in shared memory, by descriptors.
    ///
    /// # Safety
    ///
    /// All threads of the four warps call it with the same descriptors, of tiles that no copy writes meanwhile; `c` is
    /// not read or written until the product is waited for.
    wgmma_64x256x16_bf16: "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16", 128;
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
    32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
    64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95
    96 97 98 99 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119
    120 121 122 123 124 125 126 127
);
