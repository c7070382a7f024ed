//! Layouts whose extents and strides are powers of two: bits that move.

// (2,(2,2)):(4,(2,1)) reverses three bits.
by_hand! { seed:
    index(i) = (i & 1) << 2 | i & 2 | i >> 2;
    index_2(i) = i % 2 * 4 + i / 2 % 2 * 2 + i / 4;
    index_3(i) = i / 4 + i / 2 % 2 * 2 + i % 2 * 4;
    index_trick(i) = (0x7351_6240 >> (4 * i)) & 7; // a table of eight nibbles
    at(a, b) = a * 4 + (b & 1) * 2 + b / 2;
    at_trick(a, b) = a * 4 + (b * 5 >> 1 & 3); // b twice, side by side: its halves change places
    flat(a, b, c) = a * 4 + b * 2 + c;
    flat_2(a, b, c) = c + a * 4 + b * 2; // what is added as it is, first: the others are scaled while added
    => sweep [a: 2 b: 2 c: 2] a * 4 + b * 2 + c;
}

// (128,64):(1,128)
by_hand! { column:
    index(i) = i;
    at(a, b) = a + b * 128;
    => sweep [i: 8192] i;
}

// (128,64):(64,1): a rotation of 13 bits.
by_hand! { row:
    index(i) = i % 128 * 64 + i / 128;
    index_2(i) = (i << 6 | i >> 7) & 0x1fff;
    at(a, b) = a * 64 + b;
    => sweep [a: 128 b: 64] a * 64 + b;
}

// ((4,32),(4,32)):((1,16),(4,512)): the fields of 5 and 2 bits in the middle change places.
by_hand! { blocked:
    index(i) = i & 0x3e03 | (i & 0x7c) << 2 | (i >> 5) & 0xc;
    at(a, b) = a % 4 + a / 4 * 16 + b % 4 * 4 + b / 4 * 512;
    at_2(a, b) = (a & 3 | (a & !3) << 2) + (b & 3) * 4 + (b & !3) * 128;
    at_3(a, b) = (a + (a & !3) * 3) + (b & 3) * 4 + (b & !3) * 128;
    at_4(a, b) = a + (a & !3) * 3 + b * 4 + (b & !3) * 124;
    flat(a, b, c, d) = a + b * 16 + c * 4 + d * 512;
    flat_2(a, b, c, d) = a + c * 4 + b * 16 + d * 512;
    flat_3(a, b, c, d) = a + (c + b * 4) * 4 + d * 512;
    => sweep [a: 4 b: 32 c: 4 d: 32] a + b * 16 + c * 4 + d * 512;
}

// ((4,8),(2,2,2)):((32,1),(16,8,128))
by_hand! { fragment:
    index(i) = (i & 3) << 5 | (i >> 2) & 7 | (i >> 1) & 0x10 | (i >> 3) & 8 | i & 0x80;
    at(a, b) = (a & 3) * 32 + a / 4 + (b & 1) * 16 + (b & 2) * 4 + (b & 4) * 32;
    at_2(a, b) = ((a & 3) * 2 + (b & 1)) * 16 + a / 4 + (b * 4 & 8) + (b * 32 & 128);
    at_trick(a, b) = (a * 0x81 >> 2 & 0x67) + (0x9888_9080_1808_1000_u64 >> (8 * b) & 0x98) as T;
    at_trick_2(a, b) = (a * 0x81 >> 2 & 0x67) + (b * 0x24 & 0x88 | (b & 1) << 4);
    flat_2(a, b, c, d, e) = b + d * 8 + c * 16 + a * 32 + e * 128;
    flat_3(a, b, c, d, e) = b + (d + (c + (a + e * 4) * 2) * 2) * 8;
    flat_4(a, b, c, d, e) = b + (d + c * 2) * 8 + (a + e * 4) * 32;
    flat(a, b, c, d, e) = a * 32 + b + c * 16 + d * 8 + e * 128;
    => sweep [a: 4 b: 8 c: 2 d: 2 e: 2] a * 32 + b + c * 16 + d * 8 + e * 128;
}

// ((4,32),8):((256,1),32): a rotation of 10 bits.
by_hand! { raked:
    index(i) = (i & 3) << 8 | i >> 2;
    at(a, b) = (a & 3) * 256 + a / 4 + b * 32;
    at_2(a, b) = ((a & 3) * 8 + b) * 32 + a / 4;
    flat(a, b, c) = a * 256 + b + c * 32;
    flat_2(a, b, c) = b + (c + a * 8) * 32;
    => sweep [a: 4 b: 32 c: 8] a * 256 + b + c * 32;
}

// ((2,2,2),(2,2,2)):((1,4,16),(2,8,32)): Morton order.
by_hand! { morton8:
    index(i) = i & 0x21 | (i & 2) << 1 | (i & 4) << 2 | i >> 2 & 2 | i >> 1 & 8;
    index_2(i) = {
        // Bits 2 and 3 change places, then 1 and 2, and 3 and 4: a perfect shuffle.
        let t = (i ^ i >> 1) & 4;
        let i = i ^ t * 3;
        let t = (i ^ i >> 1) & 0xa;
        i ^ t * 3
    };
    index_3(i) = {
        let spread = |x: T| {
            let x = x + (x & 6);
            x + (x & 8)
        };
        spread(i & 7) + spread(i >> 3) * 2
    };
    index_trick(i) = {
        // A table of eight bytes; the shift takes the lower half of `i`.
        let table = 0x1514_1110_0504_0100_u64;
        ((table.wrapping_shr((i * 8) as u32) & 0xff) + (table.wrapping_shr(i as u32 & 0x38) & 0xff) * 2) as T
    };
    at(a, b) = {
        let spread = |x: T| {
            let x = x + (x & 6);
            x + (x & 8)
        };
        spread(a) + spread(b) * 2
    };
    at_2(a, b) = {
        // Both side by side.
        let w = a | b << 8;
        let w = w + (w & 0x606);
        let w = w + (w & 0x808);
        (w | w >> 7) & 0x3f
    };
    at_trick(a, b) = {
        let spread = |x: T| 0x1514_1110_0504_0100_u64.wrapping_shr((x * 8) as u32) & 0xff;
        (spread(a) + spread(b) * 2) as T
    };
    flat(a, b, c, d, e, f) = a + b * 4 + c * 16 + d * 2 + e * 8 + f * 32;
    flat_2(a, b, c, d, e, f) = a + d * 2 + b * 4 + e * 8 + c * 16 + f * 32;
    flat_3(a, b, c, d, e, f) = a + d * 2 + b * 4 + e * 8 + (c + f * 2) * 16;
    => sweep [a: 2 b: 2 c: 2 d: 2 e: 2 f: 2] a + b * 4 + c * 16 + d * 2 + e * 8 + f * 32;
}

// Morton order of six bits each.
by_hand! { morton64:
    index(i) = {
        let spread = |x: T| {
            let x = (x | x << 4) & 0x30f; // ba....9876 to ba....9876
            let x = (x | x << 2) & 0x333;
            (x | x << 1) & 0x555
        };
        spread(i & 63) | spread(i >> 6) << 1
    };
    index_2(i) = {
        // Both coordinates side by side.
        let w = (i | i << 10) & 0x3f_003f;
        let w = (w | w << 4) & 0x30f_030f;
        let w = (w | w << 2) & 0x333_0333;
        let w = (w | w << 1) & 0x555_0555;
        (w | w >> 15) & 0xfff
    };
    index_trick(i) = {
        let (a, b) = (i as u64 & 63, i as u64 >> 6);
        let spread = |x: u64| (x * 0x4104_1041 & 0x4210_8420).wrapping_mul(0x8_1020_4081) >> 30 & 0x555;
        (spread(a) + spread(b) * 2) as T
    };
    at(a, b) = {
        let spread = |x: T| {
            let x = (x | x << 4) & 0x30f;
            let x = (x | x << 2) & 0x333;
            (x | x << 1) & 0x555
        };
        spread(a) | spread(b) << 1
    };
    at_2(a, b) = {
        let w = a | b << 16;
        let w = (w | w << 4) & 0x30f_030f;
        let w = (w | w << 2) & 0x333_0333;
        let w = (w | w << 1) & 0x555_0555;
        (w | w >> 15) & 0xfff
    };
    at_trick(a, b) = {
        // Six copies, of each another bit, brought to its place by a second multiplication; no two bits meet.
        let spread = |x: u64| (x * 0x4104_1041 & 0x4210_8420).wrapping_mul(0x8_1020_4081) >> 30 & 0x555;
        (spread(a as u64) + spread(b as u64) * 2) as T
    };
    flat(a, b, c, d, e, f, g, h, i, j, k, l) =
        a + b * 4 + c * 16 + d * 64 + e * 256 + f * 1024
            + g * 2 + h * 8 + i * 32 + j * 128 + k * 512 + l * 2048;
    flat_2(a, b, c, d, e, f, g, h, i, j, k, l) = {
        let high = ((((l * 2 + f) * 2 + k) * 2 + e) * 2 + j) * 2 + d;
        (((((high * 2 + i) * 2 + c) * 2 + h) * 2 + b) * 2 + g) * 2 + a
    };
    => sweep [a: 2 b: 2 c: 2 d: 2 e: 2 f: 2 g: 2 h: 2 i: 2 j: 2 k: 2 l: 2]
        a + b * 4 + c * 16 + d * 64 + e * 256 + f * 1024
            + g * 2 + h * 8 + i * 32 + j * 128 + k * 512 + l * 2048;
    => sweep_2 [a: 64 b: 64] {
        let spread = |x: usize| {
            let x = (x | x << 4) & 0x30f;
            let x = (x | x << 2) & 0x333;
            (x | x << 1) & 0x555
        };
        spread(a) | spread(b) << 1
    };
    => sweep_3 [a: 4 b: 4 c: 4 d: 4 e: 4 f: 4]
        (a & 1) + (a & 2) * 2 + ((b & 1) + (b & 2) * 2) * 16 + ((c & 1) + (c & 2) * 2) * 256
            + ((d & 1) + (d & 2) * 2) * 2 + ((e & 1) + (e & 2) * 2) * 32 + ((f & 1) + (f & 2) * 2) * 512;
}

// zipped_divide((256,512):(1,256), (128,64)), which is ((128,64),(2,8)):((1,256),(128,16384))
by_hand! { divided:
    index(i) = i & 0x1_c07f | (i & 0x1f80) << 1 | (i & 0x2000) >> 6;
    at(a, b) = a % 128 + a / 128 * 256 + b % 2 * 128 + b / 2 * 16384;
    at_2(a, b) = a + (a & !127) + (b & 1) * 128 + (b & !1) * 8192;
    at_3(a, b) = a * 2 - (a & 127) + b * 8192 - (b & 1) * 8064;
    flat(a, b, c, d) = a + b * 256 + c * 128 + d * 16384;
    flat_2(a, b, c, d) = a + (c + (b + d * 64) * 2) * 128;
    flat_3(a, b, c, d) = a + (c + b * 2) * 128 + d * 16384;
    => sweep [a: 128 b: 64 c: 2 d: 8] a + b * 256 + c * 128 + d * 16384;
}

// zipped_divide((256,512):(512,1), (128,64)), which is ((128,64),(2,8)):((512,1),(65536,64))
by_hand! { divided_row:
    index(i) = (i & 0x7f) << 9 | i >> 7 & 0x3f | (i & 0x2000) << 3 | i >> 8 & 0x1c0;
    at(a, b) = a % 128 * 512 + a / 128 + b % 2 * 65536 + b / 2 * 64;
    at_2(a, b) = (a & 127) << 9 | a >> 7 | (b & 1) << 16 | (b & !1) << 5;
    at_3(a, b) = (a & 127) * 512 + a / 128 + b * 32 + (b & 1) * 65504;
    at_4(a, b) = ((b & 1) * 128 + (a & 127)) * 512 + a / 128 + b / 2 * 64;
    flat(a, b, c, d) = a * 512 + b + c * 65536 + d * 64;
    flat_2(a, b, c, d) = ((c * 128 + a) * 8 + d) * 64 + b;
    => sweep [a: 128 b: 64 c: 2 d: 8] a * 512 + b + c * 65536 + d * 64;
}

// Sw<3,4,3> o 0 o (8,64):(64,1): the row, which is three bits from 6 on, meets bits 4 to 6 of the offset.
by_hand! { swizzled:
    index(i) = {
        let offset = (i & 7) << 6 | i >> 3;
        offset ^ (offset >> 3) & 0x70
    };
    index_2(i) = ((i & 7) << 6 | i >> 3) ^ (i & 6) << 3;
    index_3(i) = (i << 6 & 0x1c0 | i >> 3) ^ i << 3 & 0x30;
    index_4(i) = (i * 0x201 >> 3 & 0x1ff) ^ i << 3 & 0x30;
    at(a, b) = {
        let offset = a * 64 + b;
        offset ^ (offset >> 3) & 0x70
    };
    at_2(a, b) = (a << 6 | b) ^ a << 3 & 0x30;
    => sweep [a: 8 b: 64] {
        let offset = a * 64 + b;
        offset ^ (offset >> 3) & 0x70
    };
    => sweep_2 [a: 8 b: 64] b ^ (a * 64 + (a & 6) * 8);
}

// That, tiled to (128,64): Sw<3,4,3> o 0 o ((8,16),(64,1)):((64,512),(1,0)).
by_hand! { swizzled_tile:
    index(i) = {
        let offset = (i & 127) << 6 | i >> 7;
        offset ^ (offset >> 3) & 0x70
    };
    index_2(i) = ((i & 127) << 6 | i >> 7) ^ (i & 0xe) << 3;
    index_3(i) = (i << 6 & 0x1fc0 | i >> 7) ^ i << 3 & 0x70;
    index_4(i) = (i * 0x2001 >> 7 & 0x1fff) ^ i << 3 & 0x70;
    at(a, b) = {
        let offset = a * 64 + b;
        offset ^ (offset >> 3) & 0x70
    };
    at_2(a, b) = (a << 6 | b) ^ a << 3 & 0x70;
    flat(a, b, c, d) = {
        let _ = d;
        let offset = a * 64 + b * 512 + c;
        offset ^ (offset >> 3) & 0x70
    };
    flat_2(a, b, c, d) = {
        let _ = d;
        let row = b * 8 + a;
        (row << 6 | c) ^ row << 3 & 0x70
    };
    => sweep [a: 128 b: 64] {
        let offset = a * 64 + b;
        offset ^ (offset >> 3) & 0x70
    };
    => sweep_2 [a: 8 b: 16 c: 64] {
        let offset = a * 64 + c;
        (offset ^ (offset >> 3) & 0x30 ^ (b & 1) << 6) + b * 512
    };
    => sweep_3 [a: 8 b: 16 c: 64] (b * 512 + (b & 1) * 64 + c) ^ (a * 64 + (a & 6) * 8);
}
