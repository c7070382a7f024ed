//! Arithmetic that has an instruction.

use crate::ptx::ptx;

/// `a * b + c`, rounded once.
#[inline(always)]
#[must_use]
pub fn fma(a: f32, b: f32, c: f32) -> f32 {
    #[cfg(target_arch = "nvptx64")]
    return core::f32::math::mul_add(a, b, c);
    // SAFETY: it panics.
    #[cfg(not(target_arch = "nvptx64"))]
    unsafe {
        crate::ptx::not_a_gpu()
    }
}

/// `1 / x`, to the last bit or the one before.
#[inline(always)]
#[must_use]
pub fn reciprocal(x: f32) -> f32 {
    let y: f32;
    // SAFETY: it computes.
    unsafe {
        ptx!("rcp.approx.ftz.f32 {}, {};", out(reg32) y, in(reg32) x, options(pure, nomem, nostack));
    }
    y
}

/// `2^x`, to some 22 bits.
#[inline(always)]
#[must_use]
pub fn exp2(x: f32) -> f32 {
    let y: f32;
    // SAFETY: it computes.
    unsafe {
        ptx!("ex2.approx.ftz.f32 {}, {};", out(reg32) y, in(reg32) x, options(pure, nomem, nostack));
    }
    y
}

/// Two numbers in one register, the first in the low half.
#[inline(always)]
#[must_use]
pub fn pack_bf16(low: f32, high: f32) -> u32 {
    let packed: u32;
    // SAFETY: it computes.
    unsafe {
        ptx!("cvt.rn.bf16x2.f32 {}, {}, {};", out(reg32) packed, in(reg32) high, in(reg32) low,
            options(pure, nomem, nostack));
    }
    packed
}
