//! Arithmetic that has an instruction, and conversions between formats of numbers.

use crate::element::{Bf16, F16};
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

/// Functions of one number.
macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident: $instruction:literal;)*) => { $(
        $(#[$doc])*
        #[inline(always)]
        #[must_use]
        pub fn $name(x: f32) -> f32 {
            let y: f32;
            // SAFETY: it computes.
            unsafe {
                ptx!(concat!($instruction, " {}, {};"), out(reg32) y, in(reg32) x, options(pure, nomem, nostack));
            }
            y
        }
    )* };
}

functions! {
    /// `1 / x`, to the last bit or the one before.
    reciprocal: "rcp.approx.ftz.f32";
    /// `2^x`, to some 22 bits.
    exp2: "ex2.approx.ftz.f32";
    /// `log2(x)`, to some 22 bits.
    log2: "lg2.approx.ftz.f32";
    /// `√x`, to some 23 bits.
    sqrt: "sqrt.approx.ftz.f32";
    /// `1 / √x`, to some 22 bits.
    rsqrt: "rsqrt.approx.ftz.f32";
    /// `tanh(x)`, to some 11 bits.
    tanh: "tanh.approx.f32";
}

/// Two numbers in one register, the first in the low half: rounded to the nearest, of two to the even one.
macro_rules! packs {
    ($($(#[$doc:meta])* $name:ident: $instruction:literal;)*) => { $(
        $(#[$doc])*
        #[inline(always)]
        #[must_use]
        pub fn $name(low: f32, high: f32) -> u32 {
            let packed: u32;
            // SAFETY: it computes.
            unsafe {
                ptx!(concat!($instruction, " {}, {}, {};"), out(reg32) packed, in(reg32) high, in(reg32) low,
                    options(pure, nomem, nostack));
            }
            packed
        }
    )* };
}

packs! {
    /// Two numbers of [`Bf16`] in one register, the first in the low half.
    pack_bf16: "cvt.rn.bf16x2.f32";
    /// Two numbers of [`F16`] in one register, the first in the low half.
    pack_f16: "cvt.rn.f16x2.f32";
}

/// Bits of three words by a table: bit `4 * a + 2 * b + c` of `TABLE` for each three bits (`lop3`). The table of a function is its value of
/// `0xf0`, `0xcc` and `0xaa`; that of `a & b | c` is `0xea`.
#[inline(always)]
#[must_use]
pub fn lop3<const TABLE: u8>(a: u32, b: u32, c: u32) -> u32 {
    let bits: u32;
    // SAFETY: it computes.
    unsafe {
        ptx!("lop3.b32 {}, {}, {}, {}, {};", out(reg32) bits, in(reg32) a, in(reg32) b, in(reg32) c,
            const TABLE, options(pure, nomem, nostack));
    }
    bits
}

/// `a * b + c` of pairs of [`F16`], as [`pack_f16`] has them, each rounded once.
#[inline(always)]
#[must_use]
pub fn fma_f16x2(a: u32, b: u32, c: u32) -> u32 {
    let sums: u32;
    // SAFETY: it computes.
    unsafe {
        ptx!("fma.rn.f16x2 {}, {}, {}, {};", out(reg32) sums, in(reg32) a, in(reg32) b, in(reg32) c,
            options(pure, nomem, nostack));
    }
    sums
}

/// The two numbers of [`pack_bf16`]. It is exact.
///
/// ```
/// assert_eq!(layout_gpu::unpack_bf16(0xc000_3f80), [1.0, -2.0]);
/// ```
#[inline(always)]
#[must_use]
pub const fn unpack_bf16(packed: u32) -> [f32; 2] {
    [f32::from_bits(packed << 16), f32::from_bits(packed & 0xffff_0000)]
}

/// The two numbers of [`pack_f16`]. It is exact.
///
/// ```
/// assert_eq!(layout_gpu::unpack_f16(0xc000_3c00), [1.0, -2.0]);
/// ```
#[inline(always)]
#[must_use]
pub fn unpack_f16(packed: u32) -> [f32; 2] {
    [F16(packed as u16).to_f32(), F16((packed >> 16) as u16).to_f32()]
}

impl Bf16 {
    /// The nearest number to `x`, of two the even one.
    #[inline(always)]
    #[must_use]
    pub fn from_f32(x: f32) -> Self {
        let bits: u16;
        // SAFETY: it computes.
        unsafe {
            ptx!("cvt.rn.bf16.f32 {}, {};", out(reg16) bits, in(reg32) x, options(pure, nomem, nostack));
        }
        Bf16(bits)
    }

    /// The number as an `f32`, which holds it exactly.
    ///
    /// ```
    /// assert_eq!(layout_gpu::Bf16(0x3fc0).to_f32(), 1.5);
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn to_f32(self) -> f32 {
        f32::from_bits((self.0 as u32) << 16)
    }
}

impl F16 {
    /// The nearest number to `x`, of two the even one.
    #[inline(always)]
    #[must_use]
    pub fn from_f32(x: f32) -> Self {
        let bits: u16;
        // SAFETY: it computes.
        unsafe {
            ptx!("cvt.rn.f16.f32 {}, {};", out(reg16) bits, in(reg32) x, options(pure, nomem, nostack));
        }
        F16(bits)
    }

    /// The number as an `f32`, which holds it exactly.
    ///
    /// ```
    /// assert_eq!(layout_gpu::F16(0x3e00).to_f32(), 1.5);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn to_f32(self) -> f32 {
        #[cfg(target_arch = "nvptx64")]
        {
            let y: f32;
            // SAFETY: it computes.
            unsafe {
                ptx!("cvt.f32.f16 {}, {};", out(reg32) y, in(reg16) self.0, options(pure, nomem, nostack));
            }
            y
        }
        #[cfg(not(target_arch = "nvptx64"))]
        {
            let (sign, exponent, mantissa) =
                ((self.0 as u32 >> 15) << 31, self.0 as u32 >> 10 & 31, self.0 as u32 & 0x3ff);
            // 2^-24 is the least one.
            let magnitude = match exponent {
                0 => mantissa as f32 / 16_777_216.0,
                31 => f32::from_bits(0x7f80_0000 | mantissa << 13),
                _ => f32::from_bits((exponent + 112) << 23 | mantissa << 13),
            };
            f32::from_bits(sign | magnitude.to_bits())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value by the definition of a format: its sign, exponent and mantissa.
    fn by_definition(bits: u16, mantissa_bits: u32, bias: i32) -> f64 {
        let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
        let fraction =
            f64::from(u32::from(bits) & ((1 << mantissa_bits) - 1)) / f64::from(1 << mantissa_bits);
        let most = (1 << (15 - mantissa_bits)) - 1;
        let exponent = i32::from(bits >> mantissa_bits) & most;
        let power = |n: i32| (0..n.abs()).fold(1.0, |p, _| if n < 0 { p / 2.0 } else { p * 2.0 });
        match exponent {
            0 => sign * fraction * power(1 - bias),
            _ if exponent == most && fraction == 0.0 => sign * f64::INFINITY,
            _ if exponent == most => f64::NAN,
            _ => sign * (1.0 + fraction) * power(exponent - bias),
        }
    }

    #[test]
    fn each_number_of_16_bits_is_the_same_in_32() {
        for bits in 0..=u16::MAX {
            for (number, expected) in [
                (Bf16(bits).to_f32(), by_definition(bits, 7, 127)),
                (F16(bits).to_f32(), by_definition(bits, 10, 15)),
            ] {
                let number = f64::from(number);
                assert!(
                    number == expected || number.is_nan() && expected.is_nan(),
                    "{bits:#x}: {number}"
                );
                assert!(expected.is_nan() || number.is_sign_negative() == (bits >> 15 == 1));
            }
        }
    }
}
