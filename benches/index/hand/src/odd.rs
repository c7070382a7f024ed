//! Layouts that multiply and divide.

// (32,32):(33,1)
by_hand! { padded:
    index(i) = i % 32 * 33 + i / 32;
    index_2(i) = (i * 0x401 >> 5 & 0x3ff) + i % 32;
    index_3(i) = i * 33 - i / 32 * 1055;
    at(a, b) = a * 33 + b;
    at_2(a, b) = a * 32 + (a + b);
    => sweep [a: 32 b: 32] a * 33 + b;
}

// ((3,4),(5,7)):((1,15),(3,60)): coalesced, (3,4,5,7):(1,15,3,60).
by_hand! { odd:
    index(i) = {
        let (a, i) = (i % 3, i / 3);
        let (b, i) = (i % 4, i / 4);
        a + b * 15 + i % 5 * 3 + i / 5 * 60
    };
    index_2(i) = {
        // Each quotient once; digit times stride summed up: i + 12 (i/3) - 57 (i/12) + 45 (i/60).
        let i = i as u32;
        (i + i / 3 * 12 - i / 12 * 57 + i / 60 * 45) as T
    };
    index_3(i) = {
        // The same with reciprocals that are right below 420.
        let (q, r, s) = (i * 683 >> 11, i * 171 >> 11, i * 1093 >> 16);
        i + q * 12 - r * 57 + s * 45
    };
    index_4(i) = {
        let q = i as u16 / 3;
        (i as u16 + q * 12 - q / 4 * 57 + i as u16 / 60 * 45) as T
    };
    index_5(i) = {
        let q = i * 683 >> 11;
        let r = q >> 2;
        i + q * 12 - r * 57 + (i * 1093 >> 16) * 45
    };
    at(a, b) = a % 3 + a / 3 * 15 + b % 5 * 3 + b / 5 * 60;
    at_2(a, b) = (a as u32 + a as u32 / 3 * 12 + b as u32 * 3 + b as u32 / 5 * 45) as T;
    at_3(a, b) = a + (a * 11 >> 5) * 12 + b * 3 + (b * 13 >> 6) * 45; // a below 12, b below 35
    at_4(a, b) = (a + b * 3) + ((a * 11 >> 5) * 4 + (b * 13 >> 6) * 15) * 3;
    flat(a, b, c, d) = a + b * 15 + c * 3 + d * 60;
    flat_2(a, b, c, d) = a + (c + (b + d * 4) * 5) * 3;
    => sweep [a: 3 b: 4 c: 5 d: 7] a + b * 15 + c * 3 + d * 60;
}

// (37,53):(53,1)
by_hand! { odd_row:
    index(i) = i % 37 * 53 + i / 37;
    index_2(i) = (i as u32 * 53 - i as u32 / 37 * 1960) as T; // 53 (i - 37 q) + q
    index_3(i) = i * 53 - (i * 7085 >> 18) * 1960; // i below 1961
    at(a, b) = a * 53 + b;
    => sweep [a: 37 b: 53] a * 53 + b;
}

// (7,11,13):(143,13,1)
by_hand! { odd_cube:
    index(i) = i % 7 * 143 + i / 7 % 11 * 13 + i / 77;
    index_2(i) = {
        // 143 i - 988 (i/7) - 142 (i/77)
        let i = i as u32;
        (i * 143 - i / 7 * 988 - i / 77 * 142) as T
    };
    index_3(i) = i * 143 - (i * 2341 >> 14) * 988 - (i * 3405 >> 18) * 142; // i below 1001
    at(a, b, c) = a * 143 + b * 13 + c;
    at_2(a, b, c) = (a * 11 + b) * 13 + c;
    => sweep [a: 7 b: 11 c: 13] a * 143 + b * 13 + c;
}

// (2,(16,4),14,14):(12544,(1,3136),224,16): nChw16c
by_hand! { nchw16c:
    index(i) = {
        let (n, i) = (i % 2, i / 2);
        let (c, i) = (i % 64, i / 64);
        n * 12544 + c % 16 + c / 16 * 3136 + i % 14 * 224 + i / 14 * 16
    };
    index_2(i) = {
        let i = i as u32;
        let (n, c, hw) = (i & 1, i >> 1 & 63, i >> 7);
        // h * 224 + w * 16 = hw * 224 - w * 3120
        (n * 12544 + (c & 15) + (c >> 4) * 3136 + hw * 224 - hw / 14 * 3120) as T
    };
    index_3(i) = {
        let (nc, hw) = (i & 127, i >> 7);
        let c = nc >> 1;
        // hw below 196
        (nc & 1) * 12544 + (c & 15) + (c >> 4) * 3136 + hw * 224 - (hw * 147 >> 11) * 3120
    };
    index_4(i) = {
        // 12544 = 4 * 3136: n is the higher digit of the blocks, nc/32 + 4 (nc % 2)
        let block = (i & 1) * 4 | i >> 5 & 3;
        let hw = i >> 7;
        (i >> 1 & 15) + block * 3136 + hw * 224 - (hw * 147 >> 11) * 3120
    };
    index_5(i) = {
        let block = (i & 1) * 4 | i >> 5 & 3;
        let hw = i >> 7;
        (i >> 1 & 15) + (block * 196 + hw * 14 - (i * 37450 >> 26) * 195) * 16
    };
    at(n, c, h, w) = n * 12544 + c % 16 + c / 16 * 3136 + h * 224 + w * 16;
    at_2(n, c, h, w) = n * 12544 + c + c / 16 * 3120 + h * 224 + w * 16;
    at_3(n, c, h, w) = c % 16 + ((n * 4 + c / 16) * 196 + h * 14 + w) * 16;
    at_4(n, c, h, w) = c + (n * 784 + c / 16 * 195 + h * 14 + w) * 16;
    flat(n, c, k, h, w) = n * 12544 + c + k * 3136 + h * 224 + w * 16;
    flat_2(n, c, k, h, w) = c + (w + (h + (k + n * 4) * 14) * 14) * 16;
    flat_3(n, c, k, h, w) = (((n * 4 + k) * 14 + h) * 14 + w) * 16 + c;
    => sweep [n: 2 c: 16 k: 4 h: 14 w: 14] n * 12544 + c + k * 3136 + h * 224 + w * 16;
}
