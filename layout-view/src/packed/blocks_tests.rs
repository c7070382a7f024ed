//! Blocks of quantised formats as layouts, dequantised against their published definitions, which are written out here as
//! plain loops over bytes.
//!
//! The loops are held to the formats' own code: of the blocks of ggml, the bits of all values are summed up to what ggml's
//! functions make of the same bytes, compiled from <https://github.com/ggml-org/ggml> at d99724f2b141fed9e1a9f402213506c081433465 by
//! `gcc -ffp-contract=off`. E2M1 has the values of `kvalues_mxfp4` there, of which it has the doubles, and NF4 those of
//! `nf4_dequantization_lut` of <https://github.com/bitsandbytes-foundation/bitsandbytes> at
//! 95f9af309d4d5793847169c39288dcd3fcbdf564.

extern crate std;

use std::vec;
use std::vec::Vec;

use crate::packed::{E2M1, NF4, PackedElement, PackedView, PackedViewMut, U2, U4};
use crate::{View, ViewMut, layout};

fn noise(length: usize) -> Vec<u8> {
    (0..length).map(|i| (i * 151 + i / 7 * 83 + i * i / 5 + 29) as u8).collect()
}

/// FNV-1a of the bits of values, the lowest byte of each first.
fn hash(values: &[f32]) -> u64 {
    let bytes = values.iter().flat_map(|x| x.to_bits().to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A power of two from `2^-127` on, exactly.
fn power(exponent: i32) -> f32 {
    match exponent {
        -127 => f32::MIN_POSITIVE / 2.0,
        _ => f32::from_bits(((exponent + 127) as u32) << 23),
    }
}

/// The number of 16 bits (IEEE 754 binary16) in two bytes, the lower first.
fn half(bytes: &[u8]) -> f32 {
    let bits = u16::from_le_bytes([bytes[0], bytes[1]]);
    let (sign, exponent, mantissa) =
        (bits >> 15, i32::from(bits >> 10 & 31), f32::from(bits & 1023));
    let magnitude = match exponent {
        0 => mantissa / 1024.0 * power(-14),
        _ => (1.0 + mantissa / 1024.0) * power(exponent - 15),
    };
    if sign == 1 { -magnitude } else { magnitude }
}

/// Scales that are finite, at the bytes where blocks have them.
fn with_scales(mut bytes: Vec<u8>, block: usize, at: &[usize]) -> Vec<u8> {
    for (k, block) in bytes.chunks_mut(block).enumerate() {
        for (i, &at) in at.iter().enumerate() {
            block[at..at + 2]
                .copy_from_slice(&(0x2c00 + 777 * (k as u16 + 3 * i as u16)).to_le_bytes());
        }
    }
    bytes
}

/// `block_q4_0` of ggml (ggml-common.h, `dequantize_row_q4_0` in ggml-quants.c): a scale `d` of 16 bits and 16 bytes, of which
/// byte `j` has element `j` in its lower half and element `j + 16` in its upper one: `d * (q - 8)`.
#[test]
fn q4_0() {
    layout! {
        // 18 bytes are 36 halves, of which four are the scale.
        struct Quants<blocks> = ((16,2),blocks):((2,1),36);
        struct Values<blocks> = (32,blocks):(1,32);
    }
    let blocks = 7;
    let bytes = with_scales(noise(18 * blocks), 18, &[0]);
    let mut expected = vec![0.0; 32 * blocks];
    for b in 0..blocks {
        let block = &bytes[18 * b..];
        for j in 0..16 {
            let byte = block[2 + j];
            expected[32 * b + j] = half(block) * (f32::from(byte & 15) - 8.0);
            expected[32 * b + j + 16] = half(block) * (f32::from(byte >> 4) - 8.0);
        }
    }
    // LoopOrder ggml's `dequantize_row_q4_0`.
    assert_eq!(hash(&expected), 0x1a9d_ca95_c8e2_b679);
    let quants = PackedView::<U4, _>::new(&bytes[2..], Quants::of(blocks));
    let mut values = vec![0u8; 32 * blocks];
    quants.copy_to(&mut ViewMut::new(&mut values, Values::of(blocks)));
    for b in 0..blocks {
        let d = half(&bytes[18 * b..]);
        let vector = quants.slice((.., b)).to_array::<32>();
        assert_eq!(vector, values[32 * b..][..32]);
        assert!(
            vector.iter().zip(&expected[32 * b..]).all(|(&q, &x)| d * (f32::from(q) - 8.0) == x)
        );
    }
    // And back: the scales stay, and all bytes are what they were.
    let mut back: Vec<u8> = bytes.clone();
    back.chunks_mut(18).for_each(|block| block[2..].fill(0));
    let mut v = PackedViewMut::<U4, _>::new(&mut back[2..], Quants::of(blocks));
    v.copy_from(&View::new(&values, Values::of(blocks)));
    assert_eq!(back, bytes);
}

/// `block_q4_K` of ggml (ggml-common.h, `dequantize_row_q4_K` and `get_scale_min_k4` in ggml-quants.c): a scale `d` and a scale of
/// minima `dmin` of 16 bits each, twelve bytes with eight scales and eight minima of 6 bits, and 128 bytes. Each 32 of these have
/// two groups of 32 elements, one in the lower halves and one in the upper: `d * scale * q - dmin * min`.
#[test]
fn q4_k() {
    layout! {
        // 144 bytes are 288 halves; elements are (in a group, half, chunk, block).
        struct Quants<blocks> = (32,2,4,blocks):(2,1,64,288);
        // The lower four bits of scale and minimum `(j, h)`, the (j + 4h)-th, in halves of the twelve bytes.
        struct ScalesLow<blocks> = (4,2,blocks):(2,16,288);
        struct MinsLow<blocks> = (4,2,blocks):(2,9,288);
        // All quarters: (in a byte, byte, block). The upper two have the upper two bits.
        struct Quarters<blocks> = (4,12,blocks):(1,4,576);
    }
    let blocks = 3;
    let bytes = with_scales(noise(144 * blocks + 16), 144, &[0, 2]);
    let bytes = &bytes[..144 * blocks];
    let mut expected = vec![0.0; 256 * blocks];
    for b in 0..blocks {
        let block = &bytes[144 * b..][..144];
        let (scales, quants) = (&block[4..16], &block[16..]);
        let scale_and_min = |j: usize| match j {
            0..4 => (scales[j] & 63, scales[j + 4] & 63),
            _ => (
                scales[j + 4] & 15 | scales[j - 4] >> 6 << 4,
                scales[j + 4] >> 4 | scales[j] >> 6 << 4,
            ),
        };
        for chunk in 0..4 {
            for (upper, l) in (0..2).flat_map(|upper| (0..32).map(move |l| (upper, l))) {
                let (scale, min) = scale_and_min(2 * chunk + upper);
                let q = quants[32 * chunk + l] >> (4 * upper) & 15;
                expected[256 * b + 64 * chunk + 32 * upper + l] =
                    half(block) * f32::from(scale) * f32::from(q)
                        - half(&block[2..]) * f32::from(min);
            }
        }
    }
    // LoopOrder ggml's `dequantize_row_q4_K`.
    assert_eq!(hash(&expected), 0xb163_5d9d_2c28_7228);
    let quants = PackedView::<U4, _>::new(&bytes[16..], Quants::of(blocks));
    let scales_low = PackedView::<U4, _>::new(&bytes[4..], ScalesLow::of(blocks));
    let mins_low = PackedView::<U4, _>::new(&bytes[8..], MinsLow::of(blocks));
    let quarters = PackedView::<U2, _>::new(&bytes[4..], Quarters::of(blocks));
    let scales_high = quarters.slice((2..4, 0..4, ..));
    let mins_high = quarters.slice((2..4, 4..8, ..));
    for b in 0..blocks {
        let block = &bytes[144 * b..];
        for (chunk, upper) in (0..4).flat_map(|chunk| [(chunk, 0), (chunk, 1)]) {
            let j = 2 * chunk + upper;
            let scale = scales_low.at((j % 4, j / 4, b)) + 16 * scales_high.at((j / 4, j % 4, b));
            let min = mins_low.at((j % 4, j / 4, b)) + 16 * mins_high.at((j / 4, j % 4, b));
            let group = quants.slice((.., upper, chunk, b)).to_array::<32>();
            for (l, q) in group.into_iter().enumerate() {
                let x = half(block) * f32::from(scale) * f32::from(q)
                    - half(&block[2..]) * f32::from(min);
                assert_eq!(x, expected[256 * b + 64 * chunk + 32 * upper + l]);
            }
        }
    }
}

/// MXFP4: 32 elements of E2M1 and one scale of E8M0, a power of two with a bias of 127 (OCP Microscaling Formats (MX) Specification
/// 1.0, sections 5.2 and 5.4, tables 1 and 5). The specification leaves the order of elements in memory open: here they are one after
/// the other, with a scale after them, and as in `block_mxfp4` of ggml (ggml-common.h, `dequantize_row_mxfp4` in ggml-quants.c), the scale
/// first, and the elements in halves as those of Q4_0.
#[test]
fn mxfp4() {
    layout! {
        // 17 bytes are 34 elements.
        struct InOrder<blocks> = (32,blocks):(1,34);
        struct InHalves<blocks> = ((16,2),blocks):((2,1),34);
        struct Values<blocks> = (32,blocks):(1,32);
    }
    let value = |q: u8| {
        let (sign, exponent, mantissa) = (q >> 3, i32::from(q >> 1 & 3), f32::from(q & 1));
        let magnitude = match exponent {
            0 => mantissa * 0.5,
            _ => (1.0 + mantissa * 0.5) * power(exponent - 1),
        };
        if sign == 1 { -magnitude } else { magnitude }
    };
    let scale = |e: u8| power(i32::from(e) - 127);
    let blocks = 5;
    let bytes = noise(17 * blocks);
    let (mut ordered, mut halves) = (vec![0.0; 32 * blocks], vec![0.0; 32 * blocks]);
    for b in 0..blocks {
        let block = &bytes[17 * b..][..17];
        for j in 0..32 {
            ordered[32 * b + j] = value(block[j / 2] >> (j % 2 * 4) & 15) * scale(block[16] & 127);
            halves[32 * b + j] =
                value(block[1 + j % 16] >> (j / 16 * 4) & 15) * scale(block[0] & 127);
        }
    }
    // LoopOrder ggml's `dequantize_row_mxfp4`, of scales without their upper bit; its table has no negative zero.
    let without: Vec<f32> = halves.iter().map(|x| x + 0.0).collect();
    assert_eq!(hash(&without), 0x137e_ec25_9e47_300e);
    // `kvalues_mxfp4` of ggml-common.h, of twice the values.
    let doubles = [0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12];
    assert!((0..16u8).all(|q| 2.0 * value(q) == doubles[usize::from(q)] as f32));
    let mut values = vec![0.0; 32 * blocks];
    let v = PackedView::<E2M1, _>::new(&bytes, InOrder::of(blocks));
    v.copy_to(&mut ViewMut::new(&mut values, Values::of(blocks)));
    let scaled = |at: usize, values: &[f32]| -> Vec<f32> {
        let scales = (0..blocks).map(|b| scale(bytes[17 * b + at] & 127));
        let scaled = values.chunks(32).zip(scales);
        scaled.flat_map(|(block, scale)| block.iter().map(move |x| x * scale)).collect()
    };
    assert_eq!(scaled(16, &values), ordered);
    let v = PackedView::<E2M1, _>::new(&bytes[1..], InHalves::of(blocks));
    v.copy_to(&mut ViewMut::new(&mut values, Values::of(blocks)));
    assert_eq!(scaled(0, &values), halves);
    // Written again, the elements have the bits that they had.
    let mut back = bytes.clone();
    back.chunks_mut(17).for_each(|block| block[1..].fill(0));
    let mut v = PackedViewMut::<E2M1, _>::new(&mut back[1..], InHalves::of(blocks));
    v.copy_from(&View::new(&values, Values::of(blocks)));
    assert_eq!(back, bytes);
}

/// NF4 of bitsandbytes (`nf4_dequantization_lut` and `kDequantizeBlockwise` in csrc/kernels.cu): of two elements, the first is in the
/// upper half of a byte; 64 have one scale. The values are those of Dettmers and others, "QLoRA" (2023), appendix E.
#[test]
fn nf4() {
    #[allow(clippy::excessive_precision)]
    const TABLE: [f32; 16] = [
        -1.0,
        -0.6961928009986877,
        -0.5250730514526367,
        -0.39491748809814453,
        -0.28444138169288635,
        -0.18477343022823334,
        -0.09105003625154495,
        0.0,
        0.07958029955625534,
        0.16093020141124725,
        0.24611230194568634,
        0.33791524171829224,
        0.44070982933044434,
        0.5626170039176941,
        0.7229568362236023,
        1.0,
    ];
    layout! {
        struct Blocks<blocks> = ((2,32),blocks):((-1,2),64);
        struct Values<blocks> = (64,blocks):(1,64);
    }
    assert_eq!(NF4::VALUES, TABLE);
    let blocks = 3;
    let bytes = noise(32 * blocks);
    let pairs = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    let expected: Vec<f32> = pairs.map(|q| TABLE[usize::from(q)]).collect();
    let v = PackedView::<NF4, _>::new(&bytes, Blocks::of(blocks));
    assert!(v.iter().eq(expected.iter().copied()));
    let mut values = vec![0.0; 64 * blocks];
    v.copy_to(&mut ViewMut::new(&mut values, Values::of(blocks)));
    assert_eq!(values, expected);
    assert_eq!(v.slice((.., 1)).to_array::<64>()[..], expected[64..128]);
    let mut back = vec![0; 32 * blocks];
    let mut v = PackedViewMut::<NF4, _>::new(&mut back, Blocks::of(blocks));
    v.copy_from(&View::new(&values, Values::of(blocks)));
    assert_eq!(back, bytes);
    assert!((0..16).all(|q| NF4::unpack(q) == TABLE[usize::from(q)]));
}
