//! Packed elements: the meaning of their bits.

/// An element of 1, 2 or 4 bits.
///
/// Only its functions are used: it is no value, and best an `enum` without variants.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no element of 1, 2 or 4 bits",
    note = "such elements are `U1`, `U2`, `U4`, `I4`, `E2M1`, `NF4` and types with an `impl PackedElement`; a view of others is a `View`"
)]
pub trait PackedElement {
    /// The value that is read and written.
    type Value: Copy;

    /// The bits of an element: 1, 2 or 4. Others do not compile where a view is made.
    const BITS: u32;

    /// The value of bits; those above [`BITS`](Self::BITS) are 0.
    fn unpack(bits: u8) -> Self::Value;

    /// The bits of a value; those above [`BITS`](Self::BITS) are left out.
    fn pack(value: Self::Value) -> u8;
}

/// Elements whose value is a byte: the type, its bits, and what it is.
macro_rules! bytes {
    ($($Name:ident $bits:literal, $what:literal;)+) => {$(
        #[doc = $what]
        #[derive(Clone, Copy, Debug)]
        pub enum $Name {}

        #[diagnostic::do_not_recommend]
        impl PackedElement for $Name {
            type Value = u8;

            const BITS: u32 = $bits;

            #[inline(always)]
            fn unpack(bits: u8) -> u8 {
                bits
            }

            #[inline(always)]
            fn pack(value: u8) -> u8 {
                value
            }
        }
    )+};
}

bytes! {
    U1 1, "One bit. Of a value that is written, the lowest bit counts.";
    U2 2, "Two bits: from 0 to 3. Of a value that is written, the lowest two bits count.";
    U4 4, "Four bits: from 0 to 15. Of a value that is written, the lowest four bits count.";
}

/// Four bits in two's complement: from -8 to 7. Of a value that is written, the lowest four bits count.
#[derive(Clone, Copy, Debug)]
pub enum I4 {}

#[diagnostic::do_not_recommend]
impl PackedElement for I4 {
    type Value = i8;

    const BITS: u32 = 4;

    #[inline(always)]
    fn unpack(bits: u8) -> i8 {
        (bits << 4) as i8 >> 4
    }

    #[inline(always)]
    fn pack(value: i8) -> u8 {
        value as u8
    }
}

/// A number of four bits with one for the sign, two for the exponent and one for the mantissa: 0, 0.5, 1, 1.5, 2,
/// 3, 4, 6 and their negatives.
///
/// The element of MXFP4, as the OCP Microscaling Formats (MX) Specification 1.0 has it in section 5.3.3: there are no
/// infinities and no NaN. What is written is rounded to the nearest, of two to the one whose mantissa is
/// even, and to 6 beyond; NaN becomes 6.
#[derive(Clone, Copy, Debug)]
pub enum E2M1 {}

#[diagnostic::do_not_recommend]
impl PackedElement for E2M1 {
    type Value = f32;

    const BITS: u32 = 4;

    #[inline(always)]
    fn unpack(bits: u8) -> f32 {
        let (sign, exponent, mantissa) = (bits >> 3, u32::from(bits >> 1 & 3), u32::from(bits & 1));
        let magnitude = match exponent {
            0 => mantissa as f32 * 0.5,
            // Biases are 1 and 127.
            _ => f32::from_bits(((exponent + 126) << 23) | (mantissa << 22)),
        };
        if sign == 1 { -magnitude } else { magnitude }
    }

    #[inline]
    fn pack(value: f32) -> u8 {
        // Halfway between neighbours; which of them is even alternates.
        let above = |x: f32| {
            u8::from(x > 0.25)
                + u8::from(x >= 0.75)
                + u8::from(x > 1.25)
                + u8::from(x >= 1.75)
                + u8::from(x > 2.5)
                + u8::from(x >= 3.5)
                + u8::from(x > 5.0)
        };
        if value.is_nan() {
            7
        } else {
            u8::from(value.is_sign_negative()) << 3 | above(value.abs())
        }
    }
}

/// Four bits of a 4-bit NormalFloat: 16 quantiles of a normal distribution, from -1 to 1, of which one is 0.
///
/// The element of NF4, as bitsandbytes has it, by Dettmers and others, "QLoRA: Efficient Finetuning of Quantized LLMs" (2023),
/// appendix E. What is written is rounded to the nearest, of two to the lesser; NaN becomes -1.
#[derive(Clone, Copy, Debug)]
pub enum NF4 {}

impl NF4 {
    /// The values, from the least to the largest.
    pub const VALUES: [f32; 16] = [
        -1.0,
        -0.696_192_8,
        -0.525_073_05,
        -0.394_917_5,
        -0.284_441_38,
        -0.184_773_43,
        -0.091_050_036,
        0.0,
        0.079_580_3,
        0.160_930_2,
        0.246_112_3,
        0.337_915_24,
        0.440_709_83,
        0.562_617,
        0.722_956_84,
        1.0,
    ];
}

#[diagnostic::do_not_recommend]
impl PackedElement for NF4 {
    type Value = f32;

    const BITS: u32 = 4;

    #[inline(always)]
    fn unpack(bits: u8) -> f32 {
        NF4::VALUES[usize::from(bits & 15)]
    }

    #[inline]
    fn pack(value: f32) -> u8 {
        // How many of the middles between neighbours are less.
        let middles = NF4::VALUES.windows(2);
        middles.map(|pair| u8::from(value > (pair[0] + pair[1]) / 2.0)).sum()
    }
}
