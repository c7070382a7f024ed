//! Tensor cores by descriptors (`wgmma`): products of four warps, of 64 rows.

use core::num::NonZeroU32;

use layout_runtime::StaticLayout;

use crate::barrier::{Pipeline, Turn};
use crate::descriptor::Operand;
use crate::element::{Bf16, E4m3, E5m2, Element, F16, Tf32};
use crate::ptx::ptx;
use crate::refused::require;

/// Orders registers before products: to call before the first product of a group, and after registers of one were written.
#[inline(always)]
pub fn fence_products() {
    // SAFETY: it moves nothing.
    unsafe { ptx!("wgmma.fence.sync.aligned;", options(nostack)) };
}

/// Ends a group of products.
#[inline(always)]
pub fn commit_products() {
    // SAFETY: it moves nothing.
    unsafe { ptx!("wgmma.commit_group.sync.aligned;", options(nostack)) };
}

/// Waits until all but the last `GROUPS` groups of products are done. Results that are read next are named by [`wait_for`].
#[inline(always)]
pub fn wait_for_products<const GROUPS: u32>() {
    // SAFETY: waiting is safe.
    unsafe { ptx!("wgmma.wait_group.sync.aligned {};", const GROUPS, options(nostack)) };
}

/// Waits until all but the last `GROUPS` groups of products are done, of which these are no results: what reads them comes after.
#[inline(always)]
pub fn wait_for<const GROUPS: u32>(results: &mut impl Held) {
    wait_for_products::<GROUPS>();
    results.hold();
}

/// `N` accumulators that are 0, in registers.
///
/// From rustc 1.97 on `[0.0; N]` of 128 numbers is a loop that stores them: they stay in memory, and each product waits for the one
/// before.
///
/// ```
/// let acc = layout_gpu::accumulators::<128>();
/// assert_eq!(acc, [0.0; 128]);
/// ```
#[inline(always)]
#[must_use]
pub const fn accumulators<const N: usize>() -> [f32; N] {
    // SAFETY: the number whose bits are 0.
    unsafe { core::mem::zeroed() }
}

impl<const STAGES: usize, const BLOCKS: u32> Pipeline<STAGES, BLOCKS> {
    /// Adds to accumulators the products of `steps` stages, from `turn` on, and returns the turn after them.
    ///
    /// `products` begins those of one stage ([`multiply_add`](Accumulators::multiply_add)). The products of one stage are in flight while
    /// the next stage is waited for; a stage is released for this group of threads, of which `t` is the number in it, when its products
    /// are done. At the end all are.
    ///
    /// There is at least one step. Were there a way around the loop, `ptxas` would let each product wait for the one before (C7515), as
    /// it does where the number of steps is an argument and may be 0.
    ///
    /// ```ignore
    /// turn = unsafe {
    ///     pipeline.accumulate(&mut acc, (turn, steps), t, |acc, turn| {
    ///         let (rows, columns) = (sa.stage(turn), sb.stage(turn));
    ///         unroll!(K in 0..4 { acc.multiply_add(rows.operand(0, 16 * K as u32), columns.operand(0, 16 * K as u32)) });
    ///     })
    /// };
    /// ```
    ///
    /// # Safety
    ///
    /// The barriers are made, and somebody fills the stages. All threads of the four warps of the group call it with the same steps. The
    /// products are as [`multiply_add`](Accumulators::multiply_add) has it, of the accumulators and of tiles of that stage.
    #[inline(always)]
    pub unsafe fn accumulate<A: Held>(
        self,
        acc: &mut A,
        (mut turn, steps): (Turn<STAGES>, NonZeroU32),
        t: u32,
        products: impl Fn(&mut A, Turn<STAGES>),
    ) -> Turn<STAGES> {
        const { require(STAGES >= 2, "one stage is filled while another is multiplied") };
        let (mut step, mut before) = (0, None);
        loop {
            // SAFETY: by the caller.
            unsafe { self.wait(turn) };
            fence_products();
            products(acc, turn);
            commit_products();
            wait_for_products::<1>();
            // The products of the stage before are done.
            if let Some(before) = before.replace(turn) {
                // SAFETY: by the caller.
                unsafe { self.release(before, t) };
            }
            turn = turn.next();
            step += 1;
            if step == steps.get() {
                break;
            }
        }
        wait_for::<0>(acc);
        if let Some(before) = before {
            // SAFETY: by the caller.
            unsafe { self.release(before, t) };
        }
        turn
    }
}

/// Accumulators of products: arrays of registers.
pub trait Held {
    /// Orders code after it to read the registers after it.
    #[doc(hidden)]
    fn hold(&mut self);
}

/// Accumulators of products of 64x`N`, with factors of `T`: `[f32; N / 2]` in each of 128 threads, of integers `[i32; N / 2]`.
///
/// Thread and value are at `((4,8,4),(2,2,N/8)):((128,1,16),(64,8,512))` of the result, by columns (CuTe's `CLayout_64xN`).
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not hold products of 64x{N} with factors of `{T}`",
    note = "`[f32; N / 2]` does, of integers `[i32; N / 2]`, where `N` is 8 or a multiple of 16 up to 256"
)]
pub trait Accumulators<T: Element, const N: usize>: Held {
    /// `self += a * b`.
    ///
    /// # Safety
    ///
    /// All threads of four warps that follow each other call it, the first one a multiple of four, with the same operands, which begin at
    /// multiples of 64 and `N`, and of 32 bytes in depth. Nobody writes the tiles, and these registers are neither read nor written,
    /// until the product is waited for; [`fence_products`] comes before the first product of a group.
    unsafe fn multiply_add<A: StaticLayout, B: StaticLayout>(
        &mut self,
        a: Operand<T, A, 64>,
        b: Operand<T, B, N>,
    );

    /// `self = a * b`.
    ///
    /// # Safety
    ///
    /// As of [`multiply_add`](Accumulators::multiply_add).
    unsafe fn multiply<A: StaticLayout, B: StaticLayout>(
        &mut self,
        a: Operand<T, A, 64>,
        b: Operand<T, B, N>,
    );

    /// `self += a * b`, of a left factor in registers: thread and value as of the accumulators, 32 bytes in depth.
    ///
    /// # Safety
    ///
    /// As of [`multiply_add`](Accumulators::multiply_add).
    unsafe fn multiply_add_registers<B: StaticLayout>(&mut self, a: [u32; 4], b: Operand<T, B, N>);
}

/// Implements the traits: the numbers are those of the registers.
macro_rules! accumulators {
    ($n:literal, $len:literal: $($i:literal)*) => {
        accumulators!(@held [f32; $len]: $($i)*);
        accumulators!(@held [i32; $len]: $($i)*);

        // After the factors: their signs, and whether they are transposed, where an instruction has these.
        accumulators!(@ Bf16, $n, [f32; $len], concat!("m64n", $n, "k16.f32.bf16.bf16"), ", 1, 1, {ta}, {tb}; }}", ", 1, 1, {tb};"; $($i)*);
        accumulators!(@ F16, $n, [f32; $len], concat!("m64n", $n, "k16.f32.f16.f16"), ", 1, 1, {ta}, {tb}; }}", ", 1, 1, {tb};"; $($i)*);
        accumulators!(@ Tf32, $n, [f32; $len], concat!("m64n", $n, "k8.f32.tf32.tf32"), ", 1, 1; }} // {ta} {tb}", ", 1, 1; // {tb}"; $($i)*);
        accumulators!(@ E4m3, $n, [f32; $len], concat!("m64n", $n, "k32.f32.e4m3.e4m3"), ", 1, 1; }} // {ta} {tb}", ", 1, 1; // {tb}"; $($i)*);
        accumulators!(@ E5m2, $n, [f32; $len], concat!("m64n", $n, "k32.f32.e5m2.e5m2"), ", 1, 1; }} // {ta} {tb}", ", 1, 1; // {tb}"; $($i)*);
        accumulators!(@ i8, $n, [i32; $len], concat!("m64n", $n, "k32.s32.s8.s8"), "; }} // {ta} {tb}", "; // {tb}"; $($i)*);
        accumulators!(@ u8, $n, [i32; $len], concat!("m64n", $n, "k32.s32.u8.u8"), "; }} // {ta} {tb}", "; // {tb}"; $($i)*);
    };
    (@held $registers:ty: $($i:literal)*) => {
        impl Held for $registers {
            #[inline(always)]
            fn hold(&mut self) {
                // SAFETY: it does nothing.
                unsafe {
                    ptx!(concat!("//", $(" {", $i, "}",)*), $(inlateout(reg32) self[$i],)* options(nostack));
                }
            }
        }
    };
    (@ $type:ty, $n:literal, $registers:ty, $shape:expr, $both:literal, $one:literal; $first:literal $($i:literal)*) => {
        #[diagnostic::do_not_recommend]
        impl Accumulators<$type, $n> for $registers {
            #[inline(always)]
            unsafe fn multiply_add<A: StaticLayout, B: StaticLayout>(&mut self, a: Operand<$type, A, 64>, b: Operand<$type, B, $n>) {
                accumulators!(@product self, a, b, $type, $n, 1, $shape, $both; $first $($i)*);
            }

            #[inline(always)]
            unsafe fn multiply<A: StaticLayout, B: StaticLayout>(&mut self, a: Operand<$type, A, 64>, b: Operand<$type, B, $n>) {
                accumulators!(@product self, a, b, $type, $n, 0, $shape, $both; $first $($i)*);
            }

            #[inline(always)]
            unsafe fn multiply_add_registers<B: StaticLayout>(&mut self, a: [u32; 4], b: Operand<$type, B, $n>) {
                // SAFETY: by the caller.
                unsafe {
                    ptx!(concat!("wgmma.mma_async.sync.aligned.", $shape, " {{{", $first, "}", $(", {", $i, "}",)*
                            "}}, {{{a0}, {a1}, {a2}, {a3}}}, {b}, 1", $one),
                        inlateout(reg32) self[$first], $(inlateout(reg32) self[$i],)*
                        a0 = in(reg32) a[0], a1 = in(reg32) a[1], a2 = in(reg32) a[2], a3 = in(reg32) a[3],
                        b = in(reg64) b.descriptor(), tb = const Operand::<$type, B, $n>::TRANSPOSED, options(nostack));
                }
            }
        }
    };
    (@product $self:ident, $a:ident, $b:ident, $type:ty, $n:literal, $add:literal, $shape:expr, $both:literal; $first:literal $($i:literal)*) => {
        // SAFETY: by the caller.
        unsafe {
            ptx!(concat!("{{ .reg .pred p; setp.ne.b32 p, ", $add, ", 0; wgmma.mma_async.sync.aligned.", $shape,
                    " {{{", $first, "}", $(", {", $i, "}",)* "}}, {a}, {b}, p", $both),
                inlateout(reg32) $self[$first], $(inlateout(reg32) $self[$i],)*
                a = in(reg64) $a.descriptor(), b = in(reg64) $b.descriptor(),
                ta = const Operand::<$type, A, 64>::TRANSPOSED, tb = const Operand::<$type, B, $n>::TRANSPOSED,
                options(nostack));
        }
    };
}

/// Implements the traits for each width: the numbers of the registers after those of the width before.
macro_rules! widths {
    ([$($before:literal)*]) => {};
    ([$($before:literal)*] $n:literal, $len:literal: $($i:literal)*; $($rest:tt)*) => {
        accumulators!($n, $len: $($before)* $($i)*);
        widths!([$($before)* $($i)*] $($rest)*);
    };
}

widths!([]
    8, 4: 0 1 2 3;
    16, 8: 4 5 6 7;
    32, 16: 8 9 10 11 12 13 14 15;
    48, 24: 16 17 18 19 20 21 22 23;
    64, 32: 24 25 26 27 28 29 30 31;
    80, 40: 32 33 34 35 36 37 38 39;
    96, 48: 40 41 42 43 44 45 46 47;
    112, 56: 48 49 50 51 52 53 54 55;
    128, 64: 56 57 58 59 60 61 62 63;
    144, 72: 64 65 66 67 68 69 70 71;
    160, 80: 72 73 74 75 76 77 78 79;
    176, 88: 80 81 82 83 84 85 86 87;
    192, 96: 88 89 90 91 92 93 94 95;
    208, 104: 96 97 98 99 100 101 102 103;
    224, 112: 104 105 106 107 108 109 110 111;
    240, 120: 112 113 114 115 116 117 118 119;
    256, 128: 120 121 122 123 124 125 126 127;
);
